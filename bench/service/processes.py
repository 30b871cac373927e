"""Two processes on one PostgreSQL: tables that both serve, beside tables that each has for itself.

At a shared table every other seat is in the other process: a bet that was decided on an old
version is decided again, and news travels by ``NOTIFY``. Both kinds of tables are there all the
time and are played in turns by the same two processes. With few tables both processes wait for each
other some of the time; with many, only the work counts.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median

from tests.kit.postgres import Postgres

from bench.ratio import Ratio
from bench.service.load import load
from bench.service.server import Server, server
from bench.service.setting import SEATS, Guest, config_of, prepare

FEW, MANY = 20, 75  # tables of each kind
TURNS, SECONDS = 5, 2.0


def run() -> list[Ratio]:
    """Bets a second on shared tables and on split ones."""
    try:
        database = Postgres(durable=True)
    except FileNotFoundError:
        return []
    try:
        return [_measured(database.url(_new_schema(database)), tables) for tables in (FEW, MANY)]
    finally:
        database.remove()


def _new_schema(database: Postgres) -> str:
    return asyncio.run(database.new_schema())


def _measured(url: str, count: int) -> Ratio:
    shared, split = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as name:
        config = config_of(url, Path(name))
        guests = prepare(config, 2 * count, 2 * count * SEATS)
        tables = list(dict.fromkeys(guest.table for guest in guests))
        with server(config) as one, server(config) as other:
            both = (one, other)
            by_seat = [_line(guest, both, guest.seat) for guest in _at(tables[:count], guests)]
            by_table = [
                _line(guest, both, tables.index(guest.table))
                for guest in _at(tables[count:], guests)
            ]
            with load(by_seat) as at_shared, load(by_table) as at_split:
                for turn in range(TURNS + 1):
                    rates = [each.run(SECONDS).bets_per_second for each in (at_shared, at_split)]
                    if turn:  # the first bets of a process are slow
                        shared.append(rates[0])
                        split.append(rates[1])
    ratios = [ours / theirs for ours, theirs in zip(shared, split, strict=True)]
    middle = ratios.index(median(ratios))
    return Ratio(
        what=f"bets, {count} tables shared by two processes, PostgreSQL",
        peer="as many tables, split between them",
        unit="bets/s",
        ours=shared[middle],
        theirs=split[middle],
        least=0.8,
    )


def _at(tables: list[str], guests: list[Guest]) -> list[Guest]:
    return [guest for guest in guests if guest.table in tables]


def _line(guest: Guest, both: tuple[Server, Server], number: int) -> str:
    return guest.line(both[number % 2].port)
