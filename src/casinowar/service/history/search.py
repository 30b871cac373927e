"""Search for finished rounds by time, table, player, outcome and amount, page by page."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from casinowar.outcomes import Outcome
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import (
    RoundId,
    check_amounts,
    check_range,
    check_texts,
    page_mark,
)
from casinowar.service.history.one_round import summary
from casinowar.service.history.reader import Reader
from casinowar.service.history.shapes import HandTotals, Rounds, RoundSummary, Totals
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.store.interface import FoundRound, RoundQuery

LIMIT_MAX = 200


async def search(reader: Reader, query: RoundQuery, viewer: Viewer) -> Rounds:
    """A page of rounds, newest first, and the mark of the next page; None: there is none."""
    permitted = allowed(query, viewer)
    await reader.check_table(permitted.table)
    found = await reader.store.rounds(replace(permitted, limit=query.limit + 1))
    page = found[: query.limit]
    more = len(found) > query.limit
    rounds = [await _summary(reader, one, viewer) for one in page]
    return Rounds(rounds=tuple(rounds), next=mark_of(page[-1]) if more else None)


async def totals(reader: Reader, query: RoundQuery, viewer: Viewer) -> Totals:
    """Sums over all matching hands, without paging, by house, outcome and Tie wager."""
    permitted = allowed(query, viewer)
    await reader.check_table(permitted.table)
    found = dict[tuple[str, str, bool], HandTotals]()
    for one in await reader.store.hand_sums(permitted):
        house = await reader.house(one.rules)
        key = (house.name, one.outcome, one.tie)
        so_far = found.get(key)
        found[key] = HandTotals(
            house=house.name,
            title=house.title if so_far is None else so_far.title,
            outcome=one.outcome,
            tie=one.tie,
            hands=one.hands + (0 if so_far is None else so_far.hands),
            wagered_cents=one.wagered_cents + (0 if so_far is None else so_far.wagered_cents),
            returned_cents=one.returned_cents + (0 if so_far is None else so_far.returned_cents),
        )
    return Totals(sums=tuple(found.values()))


def allowed(query: RoundQuery, viewer: Viewer) -> RoundQuery:
    """The query, restricted to what the viewer may see; refused if it is invalid."""
    if not 1 <= query.limit <= LIMIT_MAX:
        _bad(f"A page has 1 to {LIMIT_MAX} rounds.")
    if query.outcome is not None and query.outcome not in {outcome.value for outcome in Outcome}:
        _bad(f"An outcome is one of {', '.join(outcome.value for outcome in Outcome)}.")
    check_range(query.since_ms, query.until_ms)
    check_texts(query.table, query.person)
    check_amounts(query.wagered_min_cents, query.returned_min_cents)
    return replace(query, person=viewer.only(query.person))


def _bad(sentence: str) -> NoReturn:
    refuse(ServiceCode.BAD_SEARCH, sentence)


def mark_of(found: FoundRound) -> str:
    """The mark of the page after this round."""
    return page_mark(found.round.at_ms, found.table.table, found.round.round)


async def _summary(reader: Reader, one: FoundRound, viewer: Viewer) -> RoundSummary:
    house = await reader.house(one.round.rules)
    title, name = await reader.title(one.table), one.table.rounds_name
    id_ = RoundId(one.table.table, one.round.round)
    real = bool(one.table.settings.get("physical"))
    return summary(id_, one.round, house, title, viewer, name=name, shoe=one.shoe, real=real)
