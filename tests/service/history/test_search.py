"""Search: every round that fits, once, newest first, and nobody else's rounds for a player.

Planted once and caught here: a page that repeats its last round, a player's search without their
own id, a limit that is not checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import page_mark, read_page_mark
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.store.interface import HandRow, RoundQuery
from tests.service.history.conftest import DEALER, FLOOR, ROUNDS, STRANGER, Played

Fits = Callable[[HandRow], bool]


async def all_pages(played: Played, query: RoundQuery, viewer: Viewer) -> list[int]:
    """The numbers of all rounds found, page by page."""
    found = list[int]()
    while True:
        page = await played.records.search(query, viewer)
        assert len(page["rounds"]) <= query.limit
        found += [one["round"] for one in page["rounds"]]
        if page["next"] is None:
            return found
        assert len(page["rounds"]) == query.limit
        query = replace(query, before=read_page_mark(page["next"]))


def expected(played: Played, fits: Fits) -> list[int]:
    rows = played.store.data.rounds.values()
    return sorted((row.round for row in rows if any(map(fits, row.hands))), reverse=True)


@pytest.mark.parametrize("limit", [1, 7, 20, 60, 200])
async def test_pages_show_every_round_once(limit: int, played: Played) -> None:
    assert await all_pages(played, RoundQuery(limit=limit), FLOOR) == list(range(ROUNDS, 0, -1))


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        (RoundQuery(outcome="war_won"), lambda hand: hand.outcome == "war_won"),
        (RoundQuery(outcome="surrender"), lambda hand: hand.outcome == "surrender"),
        (RoundQuery(wagered_min_cents=1000), lambda hand: hand.wagered_cents >= 1000),
        (RoundQuery(returned_min_cents=1600), lambda hand: hand.returned_cents >= 1600),
    ],
)
async def test_staff_find_what_any_hand_fits(query: RoundQuery, fits: Fits, played: Played) -> None:
    query = replace(query, limit=3)
    assert await all_pages(played, query, FLOOR) == expected(played, fits)
    assert await all_pages(played, replace(query, limit=200), FLOOR) == expected(played, fits)


async def test_a_search_by_time_ends_before_its_end(played: Played) -> None:
    times = [played.store.data.rounds["wisconsin", number].at_ms for number in (10, 20)]
    query = RoundQuery(since_ms=times[0], until_ms=times[1])
    assert await all_pages(played, query, FLOOR) == list(range(19, 9, -1))


async def test_a_player_finds_their_own_hands_only(played: Played) -> None:
    me = played.viewer(1)
    mine = expected(played, lambda hand: hand.person == me.person and hand.outcome == "lose")
    assert await all_pages(played, RoundQuery(outcome="lose"), me) == mine
    assert mine != expected(played, lambda hand: hand.outcome == "lose")
    assert await all_pages(played, RoundQuery(), STRANGER) == []
    assert await all_pages(played, RoundQuery(), DEALER) == []
    page = json.dumps(await played.records.search(RoundQuery(), me))
    assert played.players.actor(2).person not in page
    assert played.players.actor(2).name in page


async def test_a_player_cannot_look_for_somebody_else(played: Played) -> None:
    other = played.players.actor(2).person
    with pytest.raises(ServiceRefused) as refused:
        await played.records.search(RoundQuery(person=other), played.viewer(1))
    assert refused.value.refusal.code is ServiceCode.NOT_ALLOWED
    assert await all_pages(played, RoundQuery(person=other), FLOOR) == list(range(ROUNDS, 0, -1))


@pytest.mark.parametrize(
    "query",
    [
        RoundQuery(limit=0),
        RoundQuery(limit=201),
        RoundQuery(outcome="luck"),
        RoundQuery(since_ms=5, until_ms=5),
        RoundQuery(since_ms=-1),
        RoundQuery(until_ms=2**63),
        RoundQuery(table="a\x00b"),
        RoundQuery(person="x" * 101),
        RoundQuery(wagered_min_cents=-1),
        RoundQuery(returned_min_cents=2**63),
    ],
)
async def test_what_makes_no_sense_is_refused(query: RoundQuery, played: Played) -> None:
    for ask in (played.records.search, played.records.games_csv):
        if query.limit in {0, 201} and ask == played.records.games_csv:
            continue  # its pieces have a size of their own
        with pytest.raises(ServiceRefused) as refused:
            await ask(query, FLOOR)
        assert refused.value.refusal.code is ServiceCode.BAD_SEARCH


@pytest.mark.parametrize(
    "mark", ["", "1.2", "x.1.t", "1.0.t", "1.1.", "1.1.a\nb", "1.1.a\x00b", "9" * 30 + ".1.t"]
)
def test_a_mark_that_is_none_is_refused(mark: str) -> None:
    with pytest.raises(ServiceRefused) as refused:
        read_page_mark(mark)
    assert refused.value.refusal.code is ServiceCode.BAD_SEARCH


def test_a_mark_survives_the_way_to_the_client() -> None:
    assert read_page_mark(page_mark(12, "battle-royal", 3)) == (12, "battle-royal", 3)


async def test_sums_are_those_of_all_pages(played: Played) -> None:
    """Of one's own hands alone; the floor's are those of everybody."""
    hands = [hand for row in played.store.data.rounds.values() for hand in row.hands]
    own = played.viewer(1)
    for viewer, wanted in ((own, [h for h in hands if h.person == own.person]), (FLOOR, hands)):
        sums = await played.records.sums(RoundQuery(limit=1), viewer)
        assert {one["house"] for one in sums} == {"wisconsin"}
        assert sum(one["hands"] for one in sums) == len(wanted) > 1
        for name in ("wagered_cents", "returned_cents"):
            assert sum(one[name] for one in sums) == sum(getattr(hand, name) for hand in wanted)
    assert await played.records.sums(RoundQuery(), STRANGER) == []
