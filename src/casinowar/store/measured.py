"""A store that times its writes and reports each outage once when it begins and when it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from itertools import count
from time import perf_counter
from typing import TypeVar

from casinowar.store.interface import (
    Answered,
    Conflict,
    Fault,
    Moved,
    Outcome,
    Short,
    StoreError,
    Used,
    Write,
    Written,
)
from casinowar.store.row_layout import Cell, Row
from casinowar.store.store import Statement, Store

WRITE_SECONDS = 10.0  # a write that takes longer hangs
CALM_SECONDS = 5.0  # some attempts of an outage work: it ends after this long without a failure
ENDS: dict[type, str] = {  # the outcomes of a write, and their labels in the metrics
    Written: "written", Conflict: "conflict", Moved: "moved", Answered: "answered", Short: "short",
    Used: "used", StoreError: "failed",
}  # fmt: skip

T = TypeVar("T")


class MeasuredStore(Store):
    """A store that times its writes and reports its outages."""

    def __init__(
        self,
        store: Store,
        took: Mapping[type, Callable[[float], None]],  # by the outcome of a write
        reads: Outage,
        writes: Outage,
    ) -> None:
        self.name, self.stream = store.name, store.stream
        self._store, self._took = store, took
        self._reads, self._writes = reads, writes
        self._under_way = dict[int, float]()  # when each write began, the oldest first
        self._numbers = count()
        self._closed = False

    @property
    def hears(self) -> bool:
        return self._store.hears

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        return await self._watched(self._reads, self._store.ask(sql, *parameters))

    async def change(self, *statements: Statement) -> list[int]:
        return await self._watched(self._writes, self._store.change(*statements))

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """Write, and measure how long each write took."""
        began, ends = perf_counter(), list[type](StoreError for _ in writes)
        number = next(self._numbers)
        self._under_way[number] = began
        try:
            outcomes = await self._watched(self._writes, self._store.write_all(writes))
            refused = (at for at, one in enumerate(outcomes, 1) if not isinstance(one, Written))
            judged = outcomes[: next(refused, len(outcomes))]  # later writes were not decided
            ends = [type(outcome) for outcome in judged]
        finally:
            del self._under_way[number]
            seconds = perf_counter() - began
            for end in ends:
                self._took[end](seconds)
        return outcomes

    async def take_home(self, table: str) -> str:
        return await self._watched(self._writes, self._store.take_home(table))

    async def orphans(self) -> Sequence[str]:
        return await self._watched(self._reads, self._store.orphans())

    async def check(self) -> Sequence[Fault]:
        return await self._watched(self._reads, self._store.check())

    def news(self) -> AsyncIterator[str]:
        return self._store.news()

    async def tell(self, message: str) -> None:
        await self._store.tell(message)

    @property
    def hangs(self) -> bool:
        """Whether a write has been under way for too long."""
        oldest = next(iter(self._under_way.values()), None)
        return oldest is not None and perf_counter() - oldest > WRITE_SECONDS

    async def try_again(self) -> None:
        """During an outage of writes, try to write; raise StoreError if the outage goes on."""
        if self._writes.lasts:
            await self._store.probe()
            self._writes.over()

    async def close(self) -> None:
        self._closed = True
        await self._store.close()

    async def _watched(self, side: Outage, work: Awaitable[T]) -> T:
        try:
            done = await work
        except StoreError as error:
            if not self._closed:  # errors of a closed store are no outage
                side.failed(error)
            raise
        side.worked()
        return done


class Outage:
    """An outage of reads or of writes.

    ``failing`` is called with every failure and whether it is the first of the outage, ``resumed``
    with the seconds that the outage lasted.
    """

    def __init__(
        self, failing: Callable[[StoreError, bool], None], resumed: Callable[[float], None]
    ) -> None:
        self._failing, self._resumed = failing, resumed
        self._began: float | None = None
        self._last = 0.0

    @property
    def lasts(self) -> bool:
        return self._began is not None

    def failed(self, error: StoreError) -> None:
        self._last = perf_counter()
        self._failing(error, self._began is None)
        if self._began is None:
            self._began = self._last

    def worked(self) -> None:
        """Note an attempt that worked; the outage is over if none has failed for a while."""
        if self._began is not None and perf_counter() - self._last >= CALM_SECONDS:
            self.over()

    def over(self) -> None:
        """End the outage, and report it once."""
        if self._began is not None:
            seconds, self._began = perf_counter() - self._began, None
            self._resumed(seconds)
