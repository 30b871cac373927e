"""The auditor of a real database: it compares what is stored with what clients were told.

``Auditor.audit`` reads what is new since it last looked, so it can be asked after every crash.
``Auditor.audit_all`` reads everything again and examines the database as a whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import asyncpg
import msgspec

from casinowar.cards import CARDS_PER_DECK, Card, parse_card
from casinowar.service.audit import audit
from casinowar.store.backup import open_view
from casinowar.store.consistency import examine
from casinowar.store.interface import StoredEvent
from casinowar.store.open import is_postgres, sqlite_path
from casinowar.store.postgres.connect import Server
from casinowar.store.queries import Questions
from casinowar.store.row_layout import Cell, Row
from casinowar.store.sqlite.database_file import open_reader
from casinowar.store.sqlite.statements import run_one
from tests.kit.client import Client, Json
from tests.kit.process import Service

FROM_SHOE = ("card_dealt", "war_card_dealt", "card_burned", "face_up_card_found")


class Violation(AssertionError):  # noqa: N818 - it is what was seen
    """Something is stored that must not be, or is not there."""


class Reader(Questions):
    """Asks a database on which a service may be running.

    It is open only while it is used: SQLite recovers a log when nobody else has the file open.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._file: sqlite3.Connection | None = None
        self._server: Any = None

    async def __aenter__(self) -> Self:
        if is_postgres(self.url):
            self._server = await asyncpg.connect(Server.at(self.url).dsn)
        else:
            self._file = open_reader(sqlite_path(self.url))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
        if self._server is not None:
            await self._server.close()
        self._file = self._server = None

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        """The rows that a statement finds."""
        if self._file is not None:
            return run_one(self._file, sql, parameters).fetchall()
        return [tuple(row) for row in await self._server.fetch(sql, *parameters)]

    async def all_events(self, table: str, after: int = 0) -> list[StoredEvent]:
        """The stream of a table."""
        return list(await self.events(table, after, 2**31))


@dataclass(slots=True)
class Group:
    """The events that one command of a person caused."""

    first: int
    last: int


@dataclass(slots=True)
class Stream:
    """What the auditor knows of a table."""

    bodies: list[bytes] = field(default_factory=list[bytes])
    groups: dict[tuple[str, str], Group] = field(default_factory=dict[tuple[str, str], Group])
    shoe: int = 0
    order: Sequence[Card | None] = ()  # after the cut, first out first
    out: int = 0  # cards that have left the shoe
    cut_cards: int = 0
    dealt: int = 0


class Auditor:
    """Compares one service's database with what its clients were told."""

    def __init__(self, service: Service, clients: Iterable[Client]) -> None:
        self.service, self.clients = service, list(clients)
        self.reader = Reader(service.database)
        self.streams = dict[str, Stream]()
        self.answers = 0
        self._checked = {id(client): set[str]() for client in self.clients}
        self._compared = {id(client): 0 for client in self.clients}

    # --- after every crash ------------------------------------------------------------------------

    async def audit(self) -> None:
        """Everything that clients were told is there, once; shoes continue as they were."""
        async with self.reader:
            await self._audit()

    async def _audit(self) -> None:
        # what was told before the database is read; clients may be playing meanwhile
        told = [(client, client.version or 0, dict(client.answers)) for client in self.clients]
        for row in await self.reader.tables():
            await self._read(row.table)
        for client, version, answers in told:
            self._compare_events(client, version)
            await self._compare_answers(client, answers)

    async def _read(self, table: str) -> None:
        stream = self.streams.setdefault(table, Stream())
        for event in await self.reader.all_events(table, len(stream.bodies)):
            if event.version != len(stream.bodies) + 1:
                raise Violation(f"{table}: {event.version} follows {len(stream.bodies)}")
            stream.bodies.append(event.body)
            if event.command:
                self._note(stream, event)
            await self._follow_shoe(table, stream, msgspec.json.decode(event.body))

    @staticmethod
    def _note(stream: Stream, event: StoredEvent) -> None:
        group = stream.groups.setdefault(
            (event.actor, event.command), Group(event.version, event.version - 1)
        )
        if group.last != event.version - 1:
            raise Violation(f"{event.command} was carried out twice: {group} and {event.version}")
        group.last = event.version

    def _compare_events(self, client: Client, version: int) -> None:
        stream, known = self.streams[client.table], self._compared[id(client)]
        if version > len(stream.bodies):
            raise Violation(f"{client.table} has lost events: {version} were shown")
        for number in range(known + 1, version + 1):
            if number in client.events and client.events[number] != stream.bodies[number - 1]:
                raise Violation(f"{client.table}: event {number} is another one now")
        self._compared[id(client)] = version

    async def _compare_answers(self, client: Client, answers: dict[str, bytes]) -> None:
        checked, stream = self._checked[id(client)], self.streams[client.table]
        for identity in answers.keys() - checked:
            body = answers[identity]
            stored = await self._answer(client.guest.person, identity)
            said: Json = msgspec.json.decode(body)
            if stored != (body if said["ok"] else None):  # refusals are not stored
                raise Violation(f"the answer to {identity} was {body!r} and is {stored!r}")
            done = stream.groups.get((client.guest.person, identity))
            told = Group(said["first"], said["version"]) if said["ok"] else None
            if said["ok"] and said["version"] < said["first"]:
                told = None  # nothing was to be done
            if done != told:
                raise Violation(f"{identity} was answered {told} and is stored as {done}")
            checked.add(identity)
            self.answers += 1

    async def _answer(self, person: str, identity: str) -> bytes | None:
        sql = "SELECT body FROM answers WHERE person = $1 AND command = $2"
        rows = await self.reader.ask(sql, person, identity)
        return rows[0][0] if rows else None

    # --- shoes ------------------------------------------------------------------------------------

    async def _follow_shoe(self, table: str, stream: Stream, event: Json) -> None:
        """Every card that was turned up is the next one of the shoe that the seed gives."""
        match event["name"]:
            case "cards_cut":
                stream.cut_cards = event["cards"]
            case "cards_shuffled" | "batches_swapped" | "cards_collected":
                stream.cut_cards = 0
            case "shoe_loaded":
                await self._load_shoe(table, stream, event)
            case "seed_revealed":  # also of a stack that never came into the shoe
                stream.shoe = event["shoe"]
            case name if name in FROM_SHOE:
                expected = stream.order[stream.out]
                if "card" in event:
                    stream.dealt += 1
                    if parse_card(event["card"]) != expected:
                        words = f"card {stream.out + 1} of shoe {stream.shoe} is not the next one"
                        raise Violation(f"{table}: {words}")
                stream.out += 1
            case _:
                pass

    async def _load_shoe(self, table: str, stream: Stream, event: Json) -> None:
        if event["shoe"] != stream.shoe + 1:
            raise Violation(f"{table}: shoe {event['shoe']} follows {stream.shoe}")
        stream.shoe, stream.out = event["shoe"], 0
        [seed] = await self.reader.seeds(table, stream.shoe, stream.shoe)
        shoe = self.service.shoe(table, seed, event["cards"] // CARDS_PER_DECK)
        cards = [shoe.card(index) for index in range(event["cards"])]
        stream.order = cards[stream.cut_cards :] + cards[: stream.cut_cards]

    # --- the whole --------------------------------------------------------------------------------

    async def audit_all(self) -> None:
        """Read everything again, and examine the database as a whole."""
        self.streams.clear()
        self._checked = {id(client): set[str]() for client in self.clients}
        self._compared = {id(client): 0 for client in self.clients}
        self.answers = 0
        async with self.reader:
            await self._audit()
            await self._every_group_is_answered()
        async with open_view(self.service.database) as view:
            faults = [*await examine(view), *await audit(view)]
        if faults:
            raise Violation(f"{len(faults)} faults: {faults[:3]}")

    async def _every_group_is_answered(self) -> None:
        rows = await self.reader.ask("SELECT person, command, body FROM answers")
        answers = {(person, command): body for person, command, body in rows}
        for table, stream in self.streams.items():
            for key, group in stream.groups.items():
                said: Json = msgspec.json.decode(answers.get(key, b"{}"))
                if (said.get("first"), said.get("version")) != (group.first, group.last):
                    raise Violation(f"{table}: {key} did {group} and is answered {said}")

    def report(self) -> dict[str, Any]:
        """How much was audited."""
        return {
            "answers": self.answers,
            "events": sum(len(stream.bodies) for stream in self.streams.values()),
            "cards": sum(stream.dealt for stream in self.streams.values()),
        }
