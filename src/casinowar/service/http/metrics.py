"""What the service counts about itself, for Prometheus. Nothing here names a person or a card."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from itertools import count
from time import perf_counter
from typing import TypeVar

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from casinowar.service.casino import Casino
from casinowar.store import Store
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
from casinowar.store.store import Statement

T = TypeVar("T")
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
WRITE_SECONDS = 10.0  # a write that takes longer hangs
ENDS: dict[type, str] = {  # what can come of a write
    Written: "written",
    Conflict: "conflict",
    Moved: "moved",
    Answered: "answered",
    Short: "short",
    Used: "used",
    StoreError: "failed",
}


class Metrics:
    """The counters of one process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "casinowar_request_seconds",
            "HTTP requests by route and status, and the time they took.",
            ["method", "route", "status"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.writes = Histogram(
            "casinowar_write_seconds",
            "Durable writes by what came of them, and the time they took.",
            ["outcome"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.dropped = self._counter(
            "sockets_dropped", "Sockets dropped because the client did not read."
        )
        self.cut_off = self._counter(
            "connections_cut_off", "Connections that sent no whole request, or were too many."
        )
        self.rejected = self._counter(
            "sockets_rejected", "Sockets refused, by the code of the refusal.", "code"
        )

        self.database_failures = self._counter(
            "database_failures", "Reads and writes of the database that failed.", "side"
        )

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"casinowar_{name}", words, labels, registry=self.registry)

    def watch(self, casino: Casino) -> None:
        """Read the figures of the tables whenever somebody asks."""
        self.registry.register(_Tables(casino))

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self.registry)


class _Tables:
    """Figures that the service keeps anyway."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino

    def collect(self) -> Iterator[Metric]:
        """The figures of this moment."""
        casino = self._casino
        hosts = list(casino.hosts.values())
        yield _gauge("tables_open", "Tables that are open in this process.", len(hosts))
        seated = sum(len(host.table.state.seats) for host in hosts)
        overdue = "Sealed shoes with no card for a day whose seeds are not shown: an alarm."
        yield _gauge("shoes_overdue", overdue, len(casino.overdue))
        yield _gauge("players_seated", "Seats that are taken.", seated)
        yield _gauge("sockets", "Sockets at tables.", len(casino.connections))
        counted = casino.counted()
        commands = CounterMetricFamily(
            "casinowar_commands", "Commands to tables, by result.", labels=["result"]
        )
        commands.add_metric(["done"], counted.done)
        commands.add_metric(["refused"], counted.refused)
        commands.add_metric(["failed"], counted.failed)
        yield commands
        failures = "Times that a table could not be read or written, by a command or by itself."
        yield _count("table_failures", failures, counted.failures)
        conflicts = "Writes to a table of which more was stored than was known."
        yield _count("conflicts", conflicts, counted.conflicts)
        clock = "Times that the clock of the machine was changed."
        yield _count("clock_changes", clock, casino.wall_clock.changes)
        yield _count("tables_moved", "Tables that another process has opened.", casino.moves)
        policy = "Answers that published policy gave for somebody absent."
        yield _count("policy_answers", policy, counted.policy)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"casinowar_{name}", words, value=value)


def _count(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(f"casinowar_{name}", words, value=value)


class MeasuredStore(Store):
    """A store whose writes are timed, and whose outages are logged and counted."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.name, self.stream = store.name, store.stream
        self._store, self._failures = store, metrics.database_failures
        observed = metrics.writes.labels
        self._took = {what: observed(outcome=name).observe for what, name in ENDS.items()}
        self._reads, self._writes = Outage("reads"), Outage("writes")
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
        """Write, and note of each how long it took."""
        began, ends = perf_counter(), list[type](StoreError for _ in writes)
        number = next(self._numbers)
        self._under_way[number] = began
        try:
            outcomes = await self._watched(self._writes, self._store.write_all(writes))
            refused = (at for at, one in enumerate(outcomes, 1) if not isinstance(one, Written))
            judged = outcomes[: next(refused, len(outcomes))]  # the rest was not looked at
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
        """During an outage of writing, try to write; a StoreError if it lasts."""
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
            if not self._closed:  # it is no outage that a closed store does not answer
                self._failures.labels(side=side.side).inc()
                side.failed(error)
            raise
        side.worked()
        return done


# --- outages --------------------------------------------------------------------------------------


log = structlog.stdlib.get_logger("casinowar.database")
CALM_SECONDS = 5.0  # what works sooner after a failure ends no outage: one may be half of the time


class Outage:
    """An outage of one side of the database, ``reads`` or ``writes``: said once when it begins."""

    def __init__(self, side: str) -> None:
        self.side = side
        self._began: float | None = None
        self._last = 0.0

    @property
    def lasts(self) -> bool:
        """Whether there is one."""
        return self._began is not None

    def failed(self, error: StoreError) -> None:
        """An attempt failed."""
        self._last = perf_counter()
        if self._began is None:
            self._began = self._last
            reason = error.reason or type(error).__name__  # its words could hold anything
            log.warning(f"{self.side}_failing", reason=reason)

    def worked(self) -> None:
        """An attempt worked: if none has failed for a while, the outage is over."""
        if self._began is not None and perf_counter() - self._last >= CALM_SECONDS:
            self.over()

    def over(self) -> None:
        """It is over: say so once."""
        if self._began is not None:
            seconds, self._began = round(perf_counter() - self._began, 1), None
            log.info(f"{self.side}_resumed", seconds=seconds)
