"""A small service of people and money on a store in memory, with a clock that tests set."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from casinowar.ledger import Posting, chips_account, drop_account, player_account, tray_account
from casinowar.service.money.cashier import Cashier, CashierSettings
from casinowar.service.people.changes import PersonNews
from casinowar.service.people.people import Persons, PersonSettings
from casinowar.service.people.sessions import Sessions, SessionSettings
from casinowar.service.ports import Ids
from casinowar.store import Store
from casinowar.store.interface import TableRow, Write, Written
from tests.kit.memory_store import Hall, MemoryStore

START_MS = 1_800_000_000_000  # 2027-01-15T08:00:00Z
PASSPHRASE = "seven of clubs"


@dataclass
class SetClock:
    """A clock that tests set."""

    ms: int = START_MS

    def now_ms(self) -> int:
        return self.ms


@dataclass
class FakeHasher:
    """Readable hashes, and a count of the work."""

    strength: int = 1
    work: int = 0

    async def hash(self, passphrase: str) -> str:
        self.work += 1
        return f"{self.strength}:{passphrase}"

    async def verify(self, hashed: str, passphrase: str) -> bool:
        self.work += 1
        return hashed.partition(":")[2] == passphrase

    def is_weak(self, hashed: str) -> bool:
        return int(hashed.partition(":")[0]) < self.strength


class People:
    """Everything about persons and money in one process."""

    def __init__(self, store: Store | None = None, clock: SetClock | None = None) -> None:
        self.store: Store = MemoryStore(Hall()) if store is None else store
        self.clock = SetClock() if clock is None else clock
        self.hasher = FakeHasher()
        self.news = PersonNews(self.store)
        ids = Ids(Random(1))
        self.persons = Persons(
            self.store, self.clock, ids, self.hasher, self.news, PersonSettings()
        )
        self.sessions = Sessions(self.store, self.clock, ids, self.news, SessionSettings())
        self.cashier = Cashier(self.store, self.clock, CashierSettings())

    async def add_table(self, table: str) -> None:
        row = TableRow(table=table, created_ms=0, owner="", settings={}, rules="r")
        assert await self.store.add_table(row, {}, [])

    async def move(self, table: str, *legs: tuple[str, str, int, str]) -> tuple[Posting, ...]:
        """Write movements (from, to, cents, kind) at a table."""
        postings = tuple(
            posting
            for source, target, cents, kind in legs
            for posting in (Posting(source, -cents, kind), Posting(target, cents, kind))
        )
        version = await self.store.version(table)
        write = Write(table=table, expected=version, at_ms=self.clock.ms, postings=postings)
        assert await self.store.write(write) == Written()
        return postings

    async def buy_in(self, person: str, table: str, cents: int) -> None:
        await self.move(
            table,
            (player_account(person), drop_account(table), cents, "buy_in"),
            (tray_account(table), chips_account(table, person), cents, "buy_in"),
        )
