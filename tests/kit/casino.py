"""A whole casino in memory, and people with sockets at its tables."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from casinowar.service.casino import Casino, CasinoParts
from casinowar.service.conversation.connection import Connection
from casinowar.service.people.people import Changes
from casinowar.service.people.person import Person
from casinowar.service.ports import Frame, Ids
from casinowar.service.roles import Role
from casinowar.store import Store
from casinowar.table import commands as c
from casinowar.wire import command_to_json, decode_json, encode_json
from tests.kit.fair import signer_at
from tests.kit.memory_store import MemoryStore
from tests.kit.people import FakeHasher, SetClock
from tests.kit.service import seeded_vault

AGE = 40
_IDS = count()  # of commands: two sockets of one person never use the same id
FRAME_MAX = 1_000_000


@dataclass
class Told:
    """Keeps every frame that a client was sent."""

    frames: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    closed: tuple[int, str] | None = None

    def send(self, frame: Frame) -> None:
        assert self.closed is None, "nothing is sent after the goodbye"
        self.frames.append(decode_json(frame.payload, FRAME_MAX))

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The frames of one type."""
        return [frame for frame in self.frames if frame["type"] == kind]


@dataclass
class Client:
    """A person with a socket at a table."""

    casino: Casino
    person: Person
    token: str
    connection: Connection
    told: Told

    async def say(self, **message: Any) -> None:
        """Send a message."""
        self.connection._allowance.left = 10.0  # the rate limit is tested elsewhere
        await self.connection.receive(encode_json(message))

    async def give(
        self, command: c.Command | dict[str, Any], *, reason: str = "", identity: str = ""
    ) -> dict[str, Any]:
        """Give a command and return its answer."""
        written = command if isinstance(command, dict) else command_to_json(command)
        identity = identity or f"test.{next(_IDS)}"
        extra = {"reason": reason} if reason else {}
        await self.say(type="command", id=identity, command=written, **extra)
        answers = [one for one in self.told.of("answer") if one.get("id") == identity]
        return answers[-1]

    async def must(self, command: c.Command | dict[str, Any], *, reason: str = "") -> None:
        """Give a command that must be carried out."""
        answer = await self.give(command, reason=reason)
        assert answer["ok"], (command, answer)


def sit(seat: int) -> dict[str, Any]:
    """The command to sit down, as clients write it."""
    return {"command": "take_seat", "seat": seat}


@dataclass
class Rooms:
    """A casino and its clock."""

    casino: Casino
    store: Store
    clock: SetClock

    async def client(
        self,
        table: str,
        roles: Collection[Role] = (Role.PLAYER,),
        *,
        hello: bool = True,
        age: int | None = AGE,
        **hello_fields: Any,
    ) -> Client:
        """A new person with these roles, at a table."""
        person = await self.casino.persons.create_guest()
        if age is not None:
            person = await self.casino.persons.change(person.id, Changes(age_years=age))
        if frozenset(roles) != person.roles:
            person = await self._with_roles(person, frozenset(roles))
        started = await self.casino.sessions.start(person.id)
        return await self.socket(table, person, started.token, hello=hello, **hello_fields)

    async def socket(
        self, table: str, person: Person, token: str, *, hello: bool = True, **hello_fields: Any
    ) -> Client:
        """One more socket of a person."""
        told = Told()
        visitor = await self.casino.visitor(token)
        connection = await self.casino.connect(table, visitor, told)
        client = Client(self.casino, person, token, connection, told)
        if hello:
            if "last" in hello_fields:
                hello_fields = {"stream": self.store.stream, **hello_fields}
            await client.say(type="hello", **hello_fields)
        return client

    async def _with_roles(self, person: Person, roles: frozenset[Role]) -> Person:
        persons, tail = self.casino.persons, person.id[-8:]
        await persons.keep_account(person.id, f"staff-{tail}", "a long passphrase")
        admin = await persons.create_administrator(f"admin-{tail}", "Ada", "a long passphrase")
        return await persons.set_roles(admin.id, person.id, roles, "for a test")


@asynccontextmanager
async def open_casino(
    folder: Path,
    store: Store | None = None,
    seed: int = 1,
    local_time: Callable[[int], datetime] = lambda ms: datetime.fromtimestamp(ms / 1000, UTC),
    **parts: Any,
) -> AsyncIterator[Rooms]:
    """A casino that runs until the end of the block; several processes need different seeds."""
    store = MemoryStore() if store is None else store
    clock = SetClock()
    casino = Casino(
        CasinoParts(
            store=store,
            clock=clock,
            ids=Ids(Random(seed)),
            vault=seeded_vault(folder),
            signer=signer_at(folder),
            hasher=FakeHasher(),
            installation="test",
            local_time=local_time,
            **parts,
        )
    )
    await casino.start()
    try:
        yield Rooms(casino, store, clock)
    finally:
        await casino.stop()
