"""A database to measure on: tables, guests with chips, and a plan of who sits and who watches."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from casinowar.service.http.settings import Config
from casinowar.service.http.wiring import Parts, open_parts
from casinowar.service.refusals import ServiceRefusal
from casinowar.service.tables.settings import TableSettings

HOUSE = "wisconsin"
SEATS = 7
OWNER = "bench"  # of the tables
CHIPS_CENTS = 1_000_000_000
AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Guest:
    """One socket of the plan."""

    table: str
    token: str
    seat: int  # 0 watches

    def line(self, port: int) -> str:
        """The guest as a line of the load generator's plan."""
        return f"{port} /api/tables/{self.table}/socket {self.token} {self.seat}\n"


def config_of(database: str, folder: Path) -> Config:
    """The settings of the service, without limits by address: all clients are at one."""
    return Config(
        port=0,
        database=database,
        data_folder=str(folder),
        key_file=str(folder / "keys"),
        log_level="warning",
        sockets_max=100_000,
        sockets_per_address=100_000,
        tables_per_person=10_000,
        first_chips_cents=CHIPS_CENTS,
        away_seconds=3600,
    )


def sqlite_url(folder: Path) -> str:
    """A SQLite database in a folder."""
    return f"sqlite:///{folder / 'bench.db'}"


def prepare(config: Config, tables: int, sockets: int, house: str = HOUSE) -> list[Guest]:
    """Make the tables and the guests; the sockets are spread over the tables, seats first."""
    return asyncio.run(_prepare(config, tables, sockets, house))


async def _prepare(config: Config, tables: int, sockets: int, house: str) -> list[Guest]:
    parts = await open_parts(config)
    try:
        names = [await make_table(parts, house) for _ in range(tables)]
        places = [(names[at % tables], at // tables + 1) for at in range(sockets)]
        guests = list[Guest]()
        for first in range(0, sockets, AT_ONCE):
            some = places[first : first + AT_ONCE]
            guests += await asyncio.gather(*(_guest(parts, *place) for place in some))
        return guests
    finally:
        await parts.stop()
        await parts.close()


async def make_table(parts: Parts, house: str = HOUSE) -> str:
    """The id of a new table."""
    made = await parts.casino.lobby.make(OWNER, TableSettings(house=house))
    assert not isinstance(made, ServiceRefusal), made
    return made.table


async def _guest(parts: Parts, table: str, place: int) -> Guest:
    person = await parts.casino.persons.create_guest()
    started = await parts.casino.sessions.start(person.id)
    return Guest(table, started.token, place if place <= SEATS else 0)


def copy_of(database: Path, name: str) -> Path:
    """A copy of a SQLite database beside it."""
    path = database.with_name(name)
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
    return path
