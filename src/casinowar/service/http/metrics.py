"""Metrics of the service, for Prometheus. Nothing here names a person or a card."""

from __future__ import annotations

from collections.abc import Iterator

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from casinowar.service.casino import Casino
from casinowar.store import Store
from casinowar.store.interface import StoreError
from casinowar.store.measured import ENDS, MeasuredStore, Outage

log = structlog.stdlib.get_logger("casinowar.database")
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


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
            "Durable writes by outcome, and the time they took.",
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

    def measured(self, store: Store) -> MeasuredStore:
        """A store whose writes and failures are counted here."""
        took = {end: self.writes.labels(outcome=name).observe for end, name in ENDS.items()}
        return MeasuredStore(store, took, self._outage("reads"), self._outage("writes"))

    def _outage(self, side: str) -> Outage:
        """Outages of one side of the database, counted, and logged when they begin and end."""

        def failing(error: StoreError, first: bool) -> None:
            self.database_failures.labels(side=side).inc()
            if first:
                reason = error.reason or type(error).__name__  # the message could hold anything
                log.warning(f"{side}_failing", reason=reason)

        def resumed(seconds: float) -> None:
            log.info(f"{side}_resumed", seconds=round(seconds, 1))

        return Outage(failing, resumed)

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"casinowar_{name}", words, labels, registry=self.registry)

    def watch(self, casino: Casino) -> None:
        """Add the figures of the tables, which are read whenever Prometheus asks."""
        self.registry.register(_Tables(casino))

    def text(self) -> bytes:
        """All metrics, in Prometheus' text format."""
        return generate_latest(self.registry)


class _Tables:
    """Figures that the service keeps itself."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino

    def collect(self) -> Iterator[Metric]:
        """The figures of this moment."""
        casino = self._casino
        hosts = list(casino.hosts.values())
        yield _gauge("tables_open", "Tables that are open in this process.", len(hosts))
        seated = sum(len(host.table.state.seats) for host in hosts)
        overdue = "Sealed shoes with no card for a day whose seeds are not revealed: an alarm."
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
        conflicts = "Writes refused because the table had newer events."
        yield _count("conflicts", conflicts, counted.conflicts)
        clock = "Times that the clock of the machine was changed."
        yield _count("clock_changes", clock, casino.wall_clock.changes)
        yield _count("tables_moved", "Tables that another process has opened.", casino.moves)
        policy = "Answers that published policy gave for absent people."
        yield _count("policy_answers", policy, counted.policy)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"casinowar_{name}", words, value=value)


def _count(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(f"casinowar_{name}", words, value=value)
