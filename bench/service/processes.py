"""Two processes on one PostgreSQL: tables split by a hash, as in the proxy, or evenly.

A table lives in one process. The hash gives one process a few more tables than the other, which is
the only difference. Both kinds of tables exist all the time and are played in turns by the same two
processes.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from zlib import crc32

from tests.kit.postgres import Postgres

from bench.ratio import Ratio
from bench.service.load import load
from bench.service.server import Server, server
from bench.service.setting import SEATS, Guest, config_of, prepare

FEW, MANY = 20, 75  # tables of each kind
TURNS, SECONDS = 5, 2.0


def run() -> list[Ratio]:
    """Bets a second on tables found by a hash and on tables split by hand."""
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
    hashed, split = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as name:
        config = config_of(url, Path(name))
        guests = prepare(config, 2 * count, 2 * count * SEATS)
        tables = list(dict.fromkeys(guest.table for guest in guests))
        with server(config) as one, server(config) as other:
            both = (one, other)
            by_hash = [
                _line(guest, both, crc32(guest.table.encode()))
                for guest in _at(tables[:count], guests)
            ]
            by_table = [
                _line(guest, both, tables.index(guest.table))
                for guest in _at(tables[count:], guests)
            ]
            with load(by_hash) as at_hashed, load(by_table) as at_split:
                for turn in range(TURNS + 1):
                    rates = [each.run(SECONDS).bets_per_second for each in (at_hashed, at_split)]
                    if turn:  # the first bets of a process are slow
                        hashed.append(rates[0])
                        split.append(rates[1])
    ratios = [ours / theirs for ours, theirs in zip(hashed, split, strict=True)]
    middle = ratios.index(median(ratios))
    return Ratio(
        what=f"bets, {count} tables over two processes by a hash, PostgreSQL",
        peer="as many tables, split by hand",
        unit="bets/s",
        ours=hashed[middle],
        theirs=split[middle],
        least=0.95,
    )


def _at(tables: list[str], guests: list[Guest]) -> list[Guest]:
    return [guest for guest in guests if guest.table in tables]


def _line(guest: Guest, both: tuple[Server, Server], number: int) -> str:
    return guest.line(both[number % 2].port)
