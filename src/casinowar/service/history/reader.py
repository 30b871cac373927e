"""Reading the store: a table at any past moment, and the events of a round.

A table is folded from the nearest snapshot before the moment, never from its beginning. Snapshots
are taken every few hundred events, so an old round costs no more than a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casinowar.houses import House, house_from_rules
from casinowar.record.history import Entry, History
from casinowar.record.rounds import PastRound, rounds_of
from casinowar.service.csv_text import moment
from casinowar.service.history.ids import RoundId, is_share_id, no_such_round, sound
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.service.tables.writer import table_of
from casinowar.store import Store
from casinowar.store.interface import (
    FoundShoe,
    RoundRow,
    ShoeStep,
    Stage,
    StoredEvent,
    TableRow,
)
from casinowar.table.engine import fold
from casinowar.table.events import Event
from casinowar.table.state import Table
from casinowar.wire import event_from_bytes

PAGE = 1000  # events read at once
HOUSES_KEPT = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRound:
    """A finished round with all its stored data."""

    id: RoundId
    row: RoundRow
    house: House
    title: str  # of the table
    name: str  # ``TableRow.rounds_name``, which is public
    start: Table  # before its first wager
    stored: tuple[StoredEvent, ...]  # from its first wager to its end
    events: tuple[Event, ...]
    shoe: FoundShoe | None = None  # if it was sealed
    withheld: bool = False  # names and balances are kept from the viewer

    @property
    def address(self) -> str:
        """The public id of the round."""
        return self.id.address(self.name)

    @property
    def history(self) -> History:
        """The round as part of a record; event ``n`` is on line ``n + 1``."""
        entries = tuple(
            Entry(line=stored.version + 1, at=moment(stored.at_ms), event=event)
            for stored, event in zip(self.stored, self.events, strict=True)
        )
        return History(house=self.house, rules=self.row.rules, entries=entries, start=self.start)

    @property
    def past(self) -> PastRound:
        """The round as a record describes it."""
        return rounds_of(self.history)[-1]

    def seat_of(self, person: str) -> int | None:
        """The seat of a person; None if they did not play."""
        return next((hand.seat for hand in self.row.hands if hand.person == person), None)


class Reader:
    """Reads the record of all tables in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._houses = dict[str, House]()  # by the digest of their rules

    async def table(self, table: str) -> TableRow:
        """The row of a table; refused if there is none with that id."""
        row = await self.store.table(table) if sound(table) else None
        if row is None:
            refuse(ServiceCode.NO_SUCH_TABLE, "There is no such table.")
        return row

    async def check_table(self, table: str | None) -> None:
        """Refuse to search at a table that does not exist."""
        if table is not None and await self.store.table(table) is None:
            refuse(ServiceCode.BAD_SEARCH, f"There is no table {table}.")

    async def title(self, row: TableRow) -> str:
        """The title of a table, or of its house."""
        title: str = row.settings["title"]
        return title or (await self.house(row.rules)).title

    async def staff_title(self, row: TableRow) -> str:
        """The title for staff; it names the owner of a table by link, as many have one title."""
        title = await self.title(row)
        by_link = row.owner and not row.settings["public"]
        owner = await self.store.person(row.owner) if by_link else None
        return title if owner is None else f"{title}, {owner.name}'s table"

    async def house(self, digest: str) -> House:
        """The house with these rules."""
        house = self._houses.get(digest)
        if house is None:
            rules = await self.store.rules(digest)
            assert rules is not None, "rules in force are always stored"
            house = house_from_rules(rules)
            if len(self._houses) >= HOUSES_KEPT:
                self._houses.pop(next(iter(self._houses)))
            self._houses[digest] = house
        return house

    async def round_row(self, id_text: str) -> tuple[TableRow, RoundRow]:
        wanted = RoundId.parse(id_text)
        find = self.store.table_by_share_id if is_share_id(wanted.table) else self.store.table
        table = await find(wanted.table)
        row = None if table is None else await self.store.round(table.table, wanted.number)
        if table is None or row is None:
            no_such_round(id_text)
        return table, row

    async def round(self, id_text: str) -> StoredRound:
        """A finished round with its events and the table before it."""
        table, row = await self.round_row(id_text)
        start, _ = await self.state_at(table, row.first_version - 1)
        stored = await self._events(table.table, row.first_version - 1, row.last_version)
        return StoredRound(
            id=RoundId(table.table, row.round),
            row=row,
            house=await self.house(row.rules),
            title=await self.title(table),
            name=table.rounds_name,
            start=start,
            stored=stored,
            events=read(stored),
            shoe=found_shoe(await self.store.shoe_steps(table.table, row.shoe)),
        )

    async def state_at(self, row: TableRow, version: int | None = None) -> tuple[Table, int]:
        """The table after ``version`` events, or as it is now, and the number of its events."""
        house = await self.house(row.rules)
        if version is None:
            version = await self.store.version(row.table)
        state, at = table_of(await self.store.snapshot_before(row.table, version), house)
        return fold(state, read(await self._events(row.table, at, version))), version

    async def _events(self, table: str, after: int, last: int) -> tuple[StoredEvent, ...]:
        rows = list[StoredEvent]()
        while after < last:
            page = await self.store.events(table, after, min(PAGE, last - after))
            assert page, "the stream has a gap"
            rows += page
            after = page[-1].version
        return tuple(rows)


def found_shoe(steps: Sequence[ShoeStep]) -> FoundShoe | None:
    """The sealed shoe of a round, from its stages; None if it was not sealed."""
    for step in steps:
        if step.stage == Stage.LOADED:
            revealed = steps[-1].stage == Stage.REVEALED
            return FoundShoe(
                contributors=step.contributors, withheld=step.withheld, revealed=revealed
            )
    return None


def read(stored: Sequence[StoredEvent]) -> tuple[Event, ...]:
    return tuple(event_from_bytes(row.body) for row in stored)
