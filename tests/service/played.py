"""A service that was really played, as SQL: ``python -m tests.service.played`` writes it anew.

``played.sql.gz`` is what a database of this schema looks like after an evening: public tables and
one by link, staff, wagers that the floor gave back, a limit, a wager that is down. From 1.0 on
there is one for each schema, and none of them is ever written again.
"""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import TableRow
from tests.kit import casino
from tests.service.test_restored import bet, play, rooms_on, sit

FILE = Path(__file__).with_name("played.sql.gz")
ROUNDS = {"wisconsin": 8, "skycity": 5, "washington": 3}


async def evening(database: Path, folder: Path) -> None:
    """Play on a new database, and leave in the middle of a round."""
    async with rooms_on(database, folder) as rooms:
        players = {table: await sit(rooms, table, 1) for table in ROUNDS}
        for table, rounds in ROUNDS.items():
            rooms.clock.ms += 60_000
            await play(players[table], rounds)
        settings = TableSettings(house="skycity", title="Friday", public=False)
        made = await rooms.casino.lobby.make(players["skycity"].person.id, settings)
        assert isinstance(made, TableRow)
        friend = await sit(rooms, made.table, 2)
        await play(friend, 2)
        await rooms.casino.persons.set_limit(friend.person.id, "stake_cents", 5_000)
        floor = await rooms.client("washington", {Role.PLAYER, Role.FLOORPERSON})
        await sit(rooms, "washington", 3)  # so that a bet alone deals nothing
        await players["washington"].must(bet(1))
        await floor.must({"command": "void_round"}, reason="a card fell to the floor")
        await players["washington"].must(bet(1))


def dump(database: Path) -> bytes:
    """A database as SQL, packed; the same database gives the same bytes."""
    with closing(sqlite3.connect(database)) as connection:
        text = "\n".join(connection.iterdump())
    return gzip.compress(text.encode(), mtime=0)


def unpack(database: Path) -> None:
    """The database that was played, as a new file."""
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(gzip.decompress(FILE.read_bytes()).decode())


def main() -> None:
    """Write the file anew, with command ids that no test gives again."""
    casino._IDS = count(1_000_000)
    with TemporaryDirectory() as folder:
        database = Path(folder) / "played.db"
        asyncio.run(evening(database, Path(folder)))
        FILE.write_bytes(dump(database))


if __name__ == "__main__":
    main()
