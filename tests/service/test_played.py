"""A database that was really played is read, checked, and played on; ``played`` says how it came.

If the schema has changed before 1.0, ``python -m tests.service.played`` writes the file anew.
Planted once and caught here: a payment in the file that is a cent too high.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from casinowar.service.audit import audit
from casinowar.service.history.access import Viewer
from casinowar.service.history.one_round import past_round
from casinowar.service.history.reader import Reader
from casinowar.service.roles import Role
from casinowar.store.backup import open_view
from casinowar.store.interface import Fault, NoteQuery, RoundQuery
from tests.service.played import ROUNDS, evening, unpack
from tests.service.test_restored import play, rooms_on


@pytest.fixture
def database(tmp_path: Path) -> Path:
    unpack(tmp_path / "played.db")
    return tmp_path / "played.db"


async def faults(database: Path) -> list[Fault]:
    async with open_view(f"sqlite:///{database}") as view:
        return list(await audit(view, installation="test"))


async def test_it_is_sound_and_every_round_is_read(database: Path, tmp_path: Path) -> None:
    assert await faults(database) == []
    staff = Viewer(person="", roles=frozenset({Role.SURVEILLANCE}))
    async with rooms_on(database, tmp_path) as rooms:
        reader = Reader(rooms.store)
        found = await rooms.store.rounds(RoundQuery(limit=200))
        assert len(found) >= sum(ROUNDS.values()) + 2
        [noted] = await rooms.store.notes(NoteQuery(kind="floor_action"))
        assert noted.note.data["reason"] == "a card fell to the floor"
        for one in found:
            told = await past_round(reader, f"{one.table.rounds_name}-{one.round.round}", staff)
            assert told.found.round == one.round.round


async def test_it_is_played_on(database: Path, tmp_path: Path) -> None:
    async with rooms_on(database, tmp_path) as rooms:
        for table, rounds in ROUNDS.items():
            host = await rooms.casino.host(table)
            before = host.table.state.round_number
            assert before >= rounds
            person = await rooms.casino.persons.find(host.table.state.seats[1].player)
            session = await rooms.casino.sessions.start(person.id)
            client = await rooms.socket(table, person, session.token)
            for seat in [seat for seat in host.table.state.seats if seat != 1]:
                await rooms.casino.hosts[table].stand_up(host.table.state.seats[seat].player)
            await play(client, 3)
            assert host.table.state.round_number >= before + 3
    assert await faults(database) == []


async def test_what_was_changed_in_it_is_found(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        last = "(SELECT max(number) FROM postings)"
        connection.execute(f"UPDATE postings SET cents = cents + 1 WHERE number = {last}")
    assert await faults(database)


async def test_the_command_that_wrote_it_still_works(tmp_path: Path) -> None:
    await evening(tmp_path / "new.db", tmp_path)
    assert await faults(tmp_path / "new.db") == []
