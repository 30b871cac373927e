"""The audit of sealed shoes: every card is compared with what the seed and the players gave.

A shoe is really played and ends; then the stored events are changed before the audit reads them:
a card in the place of another, a card that never came out, a seed that is not the one sealed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from casinowar.cards import DECK
from casinowar.service.history.reader import Reader
from casinowar.service.roles import Role
from casinowar.service.watch.shapes import ShoeAudit
from casinowar.service.watch.shoes import ShoeAudits
from casinowar.store.interface import StoredEvent
from casinowar.table import events as e
from casinowar.wire import event_bytes, event_from_bytes
from tests.kit.casino import Rooms, open_casino
from tests.service.test_sealed_tables import TABLE, Contributor, play, sit

Change = Callable[[Sequence[StoredEvent]], Sequence[StoredEvent]]


async def audited(rooms: Rooms, change: Change = lambda rows: rows) -> ShoeAudit:
    """The audit of shoe 1, with the stored events as they are changed."""
    eye = await rooms.client(TABLE, [Role.SURVEILLANCE])
    store, events = rooms.store, rooms.store.events

    async def changed(table: str, after: int, limit: int = 1000) -> Any:
        return change(await events(table, after, limit))

    store.events = changed  # type: ignore[method-assign]
    try:
        audits = ShoeAudits(Reader(store), rooms.casino.parts.vault, "test", None)
        found = (await audits.shoes(TABLE, 1, eye.person)).found
    finally:
        store.events = events  # type: ignore[method-assign]
    assert found is not None
    return found


def order(found: ShoeAudit) -> tuple[bool | None, str]:
    [check] = [one for one in found.checks if one.name == "Order"]
    return check.holds, check.words


def faces(rows: Sequence[StoredEvent]) -> list[tuple[int, e.CardDealt]]:
    """Where the first cards of hands are in these rows, from the tenth on."""
    read = [(place, event_from_bytes(row.body)) for place, row in enumerate(rows)]
    return [(place, event) for place, event in read if isinstance(event, e.CardDealt)][9:]


def with_event(row: StoredEvent, event: e.Event) -> StoredEvent:
    return row._replace(body=event_bytes(event))


def swapped(rows: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    found = faces(rows)
    if not found:
        return rows
    place, dealt = found[0]
    other = DECK[(DECK.index(dealt.card) + 1) % len(DECK)]
    put = with_event(rows[place], replace(dealt, card=other))
    return [*rows[:place], put, *rows[place + 1 :]]


def missing(rows: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    found = faces(rows)
    return [row for place, row in enumerate(rows) if not found or place != found[0][0]]


def other_seed(rows: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    made = list(rows)
    for place, row in enumerate(rows):
        event = event_from_bytes(row.body)
        if isinstance(event, e.SeedRevealed):
            made[place] = with_event(row, replace(event, seed="00" * 32))
    return made


async def test_policy_27_a_sealed_shoe_is_compared_card_by_card(tmp_path: Path) -> None:
    async with open_casino(tmp_path) as rooms:
        client = await sit(rooms, 2, contributes=True)
        own = Contributor(client, 2, Random(1))
        await play(client, own, 20)
        running = await audited(rooms)
        assert "Order" not in {check.name for check in running.checks}
        await play(client, own, 100)
        found = await audited(rooms)
        holds, words = order(found)
        assert holds is True, words
        assert words.startswith(f"All {found.drawn} follow from the sealed seed, the contributions")
        assert (found.whole, found.words) == (True, "none")
        assert found.burned_ranks is not None
        assert sum(found.burned_ranks.values()) == found.burned > 0

        for change in (swapped, missing):
            found = await audited(rooms, change)
            holds, words = order(found)
            assert holds is False, change
            assert "; by the seed it is " in words
            assert found.whole is False
        assert order(await audited(rooms, other_seed)) == (
            False,
            "The revealed seed does not match the seal.",
        )
