"""Shoes of a table counted from its events, and counts of the cards by hand.

The order of a shoe is derived from its seed only after the shoe has ended, so nobody sees undealt
cards. The counts of a shoe are a document; counting again adds one and keeps the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import convert, structs, to_builtins

from casinowar.cards import Rank
from casinowar.errors import InputError
from casinowar.record.shoe_audit import (
    Check,
    CountedShoe,
    Order,
    checks,
    counted_shoes,
    order_of_sealed,
    verdict,
)
from casinowar.service.csv_text import iso
from casinowar.service.history.access import Viewer
from casinowar.service.history.reader import PAGE, Reader, read
from casinowar.service.people.person import Person, checked_reason
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.service.roles import Action, may_do
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import Origin, StackedShoes, TableShoes, Vault
from casinowar.service.watch.shapes import (
    ShoeAudit,
    ShoeCheck,
    ShoeCount,
    ShoeLine,
    Shoes,
)
from casinowar.store.interface import Document, StoredEvent, StoreError, TableRow
from casinowar.table import events as e
from casinowar.table.message import Message
from casinowar.table.shoe import SealedShoe

KIND = "shoe_count"
LISTED = 12
ORDERS_KEPT = 64


class _Counts(Message):
    """All counts of one shoe, the oldest first."""

    counts: tuple[ShoeCount, ...] = ()


class ShoeAudits:
    """Audits the shoes of tables."""

    def __init__(
        self, reader: Reader, vault: Vault, installation: str, stacked: StackedShoes | None
    ) -> None:
        self._reader, self._store = reader, reader.store
        self._vault, self._installation, self._stacked = vault, installation, stacked
        self._orders = dict[tuple[str, int], Order | None]()  # of shoes that have ended

    async def shoes(self, table: str, number: int | None, person: Person) -> Shoes:
        """The latest shoes, and the cards of one of them; the newest, unless a number is given."""
        Viewer.of(person).need(Action.SEE_ALL_ROUNDS)
        row = await self._reader.table(table)
        found = await self._counted(row, number)
        chosen = [shoe for shoe in found if number in {None, shoe.number}]
        if number is not None and not chosen:
            refuse(ServiceCode.NO_SUCH_SHOE, f"There is no shoe {number} at this table.")
        return Shoes(
            table=table,
            title=await self._reader.staff_title(row),
            house=(await self._reader.house(row.rules)).name,
            shoes=tuple([(await self._line(row, shoe))[0] for shoe in reversed(found[-LISTED:])]),
            found=await self._audit(row, chosen[-1], person) if chosen else None,
        )

    async def count(
        self,
        table: str,
        number: int,
        person: Person,
        ranks: Mapping[Rank, int],
        words: str,
        now: int,
    ) -> Shoes:
        """Store a count by hand of all cards of a shoe that has ended."""
        Viewer.of(person).need(Action.COUNT_CARDS)
        remark = checked_reason(words)
        row = await self._reader.table(table)
        shoe = next((one for one in await self._counted(row, number) if one.number == number), None)
        if shoe is None:
            refuse(ServiceCode.NO_SUCH_SHOE, f"There is no shoe {number} at this table.")
        if shoe.ended_ms is None:
            refuse(ServiceCode.SHOE_IN_USE, f"Shoe {number} is in use: count it when it has ended.")
        made = ShoeCount(
            at=iso(now), person=person.id, name=person.name, ranks=_by_letter(ranks), words=remark
        )
        while True:  # others may count the same shoe
            before = await self._store.document(KIND, _id(table, number))
            counts = () if before is None else _read(before).counts
            kept = Document(kind=KIND, id=_id(table, number), at_ms=now, table=table, state="kept")
            if before is not None:
                kept = replace(before, version=before.version + 1)
            body: dict[str, Any] = to_builtins(_Counts(counts=(*counts, made)))
            if await self._store.keep_document(replace(kept, body=body)):
                return await self.shoes(table, number, person)

    # --- inside

    async def _counted(self, row: TableRow, number: int | None) -> list[CountedShoe]:
        """The latest shoes, back to ``number`` if it is given."""
        rows, first = list[StoredEvent](), await self._store.version(row.table)
        loaded = 0
        while first > 0 and (loaded <= LISTED or number is not None):
            after = max(0, first - PAGE)
            page = await self._store.events(row.table, after, first - after)
            rows[:0] = page
            first = after
            numbers = [one.shoe for one in read(page) if isinstance(one, e.ShoeLoaded)]
            loaded += len(numbers)
            if number is not None and numbers and numbers[0] <= number and loaded > LISTED:
                break
        start, _ = await self._reader.state_at(row, first)
        events = zip((one.at_ms for one in rows), read(rows), strict=True)
        shoes = counted_shoes(events, start.dealer, real=start.physical)
        for shoe in shoes:
            shoe.after += first
        return shoes if first == 0 else shoes[1:]  # the first one's beginning was not read

    async def _audit(self, row: TableRow, shoe: CountedShoe, person: Person) -> ShoeAudit:
        line, found = await self._line(row, shoe)
        order = await self._order(row, shoe)
        burned: dict[str, int] | None = None
        if order is not None and shoe.ended_ms is not None:
            places = [place for place, card in enumerate(shoe.out) if card is None]
            stack = order.cards
            faces = [stack[(shoe.cut + place) % len(stack)].rank for place in places]
            burned = _by_letter({rank: faces.count(rank) for rank in Rank})
        counts = await self._counts(row.table, shoe.number)
        ended = shoe.ended_ms is not None
        return ShoeAudit(
            **structs.asdict(line),
            of_a_rank=shoe.of_a_rank,
            seen=_by_letter(shoe.seen),
            burned=shoe.burned,
            burned_ranks=burned,
            left=shoe.left,
            checks=tuple(
                ShoeCheck(name=one.name, holds=one.holds, words=one.words) for one in found
            ),
            counts=tuple(reversed(counts)),
            may_count=ended and may_do(person.roles, Action.COUNT_CARDS),
        )

    async def _line(self, row: TableRow, shoe: CountedShoe) -> tuple[ShoeLine, list[Check]]:
        counts = await self._counts(row.table, shoe.number)
        counted = _by_rank(counts[-1].ranks) if counts else None
        found = checks(shoe, await self._order(row, shoe), counted)
        whole = verdict(found)
        line = ShoeLine(
            shoe=shoe.number,
            began=iso(shoe.began_ms),
            ended=None if shoe.ended_ms is None else iso(shoe.ended_ms),
            ended_by=shoe.ended_by,
            dealers=tuple(dict.fromkeys(filter(None, shoe.dealers))),
            rounds=len(set(shoe.rounds)),
            size=shoe.size,
            drawn=len(shoe.out),
            real=shoe.real,
            whole=whole,
            words=_verdict_words(shoe, whole, found),
        )
        return line, found

    async def _counts(self, table: str, number: int) -> tuple[ShoeCount, ...]:
        kept = await self._store.document(KIND, _id(table, number))
        return () if kept is None else _read(kept).counts

    async def _order(self, row: TableRow, shoe: CountedShoe) -> Order | None:
        """The whole order of a shoe that has ended; None if it cannot be derived."""
        if shoe.ended_ms is None or shoe.real or (shoe.sealed and not shoe.seed):
            return None
        key = (row.table, shoe.number)
        if key not in self._orders:
            if len(self._orders) >= ORDERS_KEPT:
                self._orders.pop(next(iter(self._orders)))
            self._orders[key] = await self._derived(row, shoe)
        return self._orders[key]

    async def _derived(self, row: TableRow, shoe: CountedShoe) -> Order | None:
        given, settings = self._stacked, TableSettings.from_json(row.settings)
        if settings.stacked and (given is None or given.digest != settings.stacked):
            return None
        stacked = given.shoes if settings.stacked and given is not None else ()
        origin = Origin(self._installation, self._store.stream, row.table)
        source = TableShoes(origin, self._vault, stacked, sealed=shoe.sealed)
        try:
            if source.lacks(shoe.number):
                await source.load(self._store, shoe.number)
            cards = source.shoe(shoe.number, shoe.decks)
            if isinstance(cards, SealedShoe):
                mix = (await self._reader.state_at(row, shoe.after))[0].mix
                return None if mix is None else order_of_sealed(cards.origin, mix, shoe.seed)
        except (InputError, StoreError):  # the seed is gone, or was sealed with other keys
            return None
        faces = [cards.card(place) for place in range(shoe.size) if cards.has(place)]
        return Order([card for card in faces if card is not None])


def _verdict_words(shoe: CountedShoe, whole: bool | None, found: Sequence[Check]) -> str:
    if whole is False:
        return " ".join(one.words for one in found if one.holds is False)
    if whole:
        return "none"
    return "not known while it runs" if shoe.ended_ms is None else "not counted"


def _id(table: str, number: int) -> str:
    return f"{table}.{number}"


def _read(row: Document) -> _Counts:
    return convert(row.body, _Counts)


def _by_letter(ranks: Mapping[Rank, int]) -> dict[str, int]:
    return {rank.letter: ranks.get(rank, 0) for rank in Rank}


def _by_rank(letters: Mapping[str, int]) -> dict[Rank, int]:
    return {rank: letters.get(rank.letter, 0) for rank in Rank}
