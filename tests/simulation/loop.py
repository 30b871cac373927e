"""An event loop on virtual time, and processes in it that can be killed.

Nothing ever waits: when no callback is ready, the clock jumps to the next timer. Callbacks run in
the order in which they were scheduled, so a run is repeated exactly by its seed. There are no
threads, sockets or signals.

A ``Process`` is a mark in the context of tasks and callbacks. When it is killed, nothing of it ever
runs again: no ``except``, no ``finally``, exactly as after SIGKILL.
"""

from __future__ import annotations

import asyncio
from asyncio import base_events
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from heapq import heappop, heappush
from typing import Any, TypeVar, cast

from casinowar.store.interface import StoreError

T = TypeVar("T")

STEPS_MAX = 2_000_000  # turns of the loop in one run
STEPS_AT_ONE_TIME = 50_000  # turns without any time passing


class Stuck(Exception):  # noqa: N818 - it says what the run is
    """The run cannot end: everybody waits for somebody else, or nobody ever stops."""


class Process:
    """One process of the service, as far as the loop is concerned."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.tasks = dict[asyncio.Task[Any], None]()  # those that are not done
        self._context = copy_context()
        self._context.run(PROCESS.set, self)

    def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function as this process."""
        return self._context.copy().run(function, *arguments)


PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)


class VirtualLoop(base_events.BaseEventLoop):
    """An event loop whose time is a number."""

    def __init__(self) -> None:
        super().__init__()
        self.errors = list[str]()  # what nobody caught
        self.turns = 0
        self._ready: deque[asyncio.Handle]  # these two are the base class's own
        self._stopping: bool
        self._timers = list[tuple[float, int, asyncio.TimerHandle]]()  # a heap
        self._timers_made = 0
        self._now = 1000.0
        self._turns_now = 0
        self._graveyard = list[asyncio.Task[Any]]()
        self._over = False
        self.world = copy_context()  # of no process
        self.set_exception_handler(_note_error)

    def time(self) -> float:
        """Virtual seconds."""
        return self._now

    def _run_once(self) -> None:
        """Let time pass until something is ready, and call it."""
        ready, timers = self._ready, self._timers
        self.turns += 1
        self._turns_now += 1
        if self.turns > STEPS_MAX or self._turns_now > STEPS_AT_ONE_TIME:
            raise Stuck(f"the run does not end: {self.turns} turns until {self._now:.3f} s")
        while timers and timers[0][2].cancelled():
            heappop(timers)
        if not ready and not self._stopping:
            if not timers:
                raise Stuck("nothing is ready, no timer is set, and the run is not over")
            if timers[0][0] > self._now:
                self._now = timers[0][0]
                self._turns_now = 0
        while timers and timers[0][0] <= self._now:
            ready.append(heappop(timers)[2])
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle.cancelled():
                handle._run()

    def call_at(  # type: ignore[no-untyped-def,override]
        self, when: float, callback, *args, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """As always; of two timers for one moment, the one that was set first comes first."""
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self._timers_made += 1
        heappush(self._timers, (when, self._timers_made, timer))
        return timer

    def _write_to_self(self) -> None:
        """There is no thread that would have to be woken up."""

    # --- processes --------------------------------------------------------------------------------

    def call_soon(  # type: ignore[no-untyped-def,override]
        self, callback, *args, context: Context | None = None
    ) -> asyncio.Handle:
        """As always, but a dead process does nothing."""
        if self._over:
            return asyncio.Handle(callback, args, self, context)
        ran_as = PROCESS.get() if context is None else context.get(PROCESS)
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        if ran_as is not None and not ran_as.alive:
            handle.cancel()
        return handle

    def create_task(  # type: ignore[override]
        self,
        coro: Coroutine[Any, Any, T],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        """As always, but a process knows its tasks."""
        if self._over:
            coro.close()
            return cast("asyncio.Task[T]", asyncio.Future[T](loop=self))
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        process = PROCESS.get() if context is None else context.get(PROCESS)
        if process is not None:
            process.tasks[task] = None
            task.add_done_callback(process.tasks.pop)
        return task

    def start(self, coro: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task of the world outside."""
        return self.create_task(coro, context=self.world.copy())

    def later(self, seconds: float, function: Callable[..., object], *arguments: Any) -> None:
        """Call a function of the world outside, whoever asks for it."""
        self.call_at(self._now + seconds, function, *arguments, context=self.world.copy())

    def kill(self, process: Process) -> None:
        """Stop a process at once; nothing of it is cleaned up."""
        process.alive = False
        for handle in [*self._ready, *(timer for _, _, timer in self._timers)]:
            context: Context = handle._context  # type: ignore[attr-defined]
            if context.get(PROCESS) is process and not handle.cancelled():
                handle.cancel()
        for task in process.tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        self._graveyard += process.tasks  # kept, so that no coroutine is closed in the middle

    def _check_closed(self) -> None:
        """A coroutine that is closed late may still schedule something, which is ignored."""

    def bury(self) -> None:
        """At the very end: close the coroutines of killed processes, and of all others."""
        self._over = True
        for task in asyncio.all_tasks(self):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            self._graveyard.append(task)
        asyncio._set_running_loop(self)  # what they still call looks for it
        for task in self._graveyard:
            coro = task.get_coro()
            assert coro is not None
            with suppress(RuntimeError):  # it wanted to wait for something in a ``finally``
                coro.close()
        asyncio._set_running_loop(None)
        self._graveyard.clear()


def _note_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    assert isinstance(loop, VirtualLoop)
    error = context.get("exception")
    if isinstance(error, StoreError) and "never retrieved" not in context["message"]:
        return  # the service reports what the simulated disk did
    loop.errors.append(f"{context['message']}: {error!r}")


def run_virtually(main: Callable[[VirtualLoop], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end on a new loop."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(main(loop))
    finally:
        loop.bury()
        loop.close()
