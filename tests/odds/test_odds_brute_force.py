"""The formula against every deal of small shoes, as fractions.

Planted once and caught here: a ladder that pays its last rung one tie early, suited parts taken
from all pairs of the shoe, (c)2j not divided by j!, a second war wager on a war dealt again.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casinowar.cards import Card
from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.houses.house import Surrender
from casinowar.odds import Decision, odds_of

from .brute_force import (
    all_deals,
    best_deals,
    by_card,
    by_rank,
    cards,
    chances,
    house_without_burns,
    mean,
    side_bet,
)

SHOES = {
    "two pairs": "2c 2d Ah As",
    "one rank": "7c 7c 7d 7h 7s 7s",
    "three pairs": "2c 2c 5d 5h Kh Ks",
    "lopsided": "Ac Ad Ah As Ac 2c 2d 3h",
    "no two alike but one": "2c 3d 4h 5s 6c 7d 8h 8h",
    "two decks of four": "Tc Td Tc Td Jc Jd Jc Jd",
}
BONUS = side_bet("bonus", (3, "", False, "200:1"), (2, "A", True, "75:1"), (1, "2TA", False, "5:2"))
SUITED = side_bet("suited", (1, "", True, "50:1"))
HOUSES = {
    "plain": house_without_burns(),
    "washington": house_without_burns(base="washington"),
    "wisconsin": house_without_burns(base="wisconsin", war_tie="10:1"),
    "three to one": house_without_burns(tied_odds="3:1", first_odds="6:5"),
    "tied wars dealt twice": house_without_burns(deals_max=2, ladder="10:1 25:1 50:1"),
    "short ladder": house_without_burns(deals_max=2, ladder="10:1 25:1", war_tie="12:1"),
    "side bets": house_without_burns(deals_max=2, side_bets=(BONUS, SUITED)),
    "no surrender": house_without_burns(surrender=Surrender.NOT_OFFERED),
    "forced surrender": house_without_burns(surrender=Surrender.FORCED),
    "cheap surrender": house_without_burns(lost="1/10"),
}


@pytest.mark.parametrize("shoe_name", SHOES)
@pytest.mark.parametrize("house_name", HOUSES)
def test_every_deal_agrees_with_the_formula(house_name: str, shoe_name: str) -> None:
    check_every_deal(HOUSES[house_name], cards(SHOES[shoe_name]))


odds_text = st.sampled_from(["1:1", "3:2", "10:1", "25:1", "200:1"])
rows = st.tuples(st.integers(1, 2), st.sampled_from(["", "2", "3A"]), st.booleans(), odds_text)


@given(
    shoe=st.lists(st.sampled_from(["2c", "2d", "3c", "3d", "Ac", "Ah"]), min_size=4, max_size=6),
    base=st.sampled_from(["washington", "skycity", "wisconsin", "no-bonus", "battle-royal"]),
    deals_max=st.integers(1, 2),
    ladder=st.lists(odds_text, min_size=1, max_size=3),
    surrender=st.sampled_from(Surrender),
    lost=st.sampled_from(["1/2", "1/4", "3/4"]),
    bonus=st.lists(rows, min_size=1, max_size=3),
)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_every_deal_of_generated_houses_and_shoes_agrees(
    shoe: list[str],
    base: str,
    deals_max: int,
    ladder: list[str],
    surrender: Surrender,
    lost: str,
    bonus: list[tuple[int, str, bool, str]],
) -> None:
    house = house_without_burns(
        base=base,
        deals_max=deals_max,
        ladder=" ".join(ladder),
        surrender=surrender,
        lost=lost,
        war_tie=None if surrender is Surrender.FORCED else "11:1",
        side_bets=(side_bet("bonus", *bonus),),
    )
    check_every_deal(house, cards(" ".join(shoe)))


def check_every_deal(house: House, shoe: tuple[Card, ...]) -> None:
    if len(shoe) < most_compared(house, shoe):
        with pytest.raises(InputError, match="cannot be dealt"):
            odds_of(house, cards_left=by_card(shoe))
        return
    if len(shoe) < 2 * house.war.deals_max + 2:
        return  # it can be dealt, but the long way round wants more cards than there are
    odds = odds_of(house, cards_left=by_card(shoe))
    ways = {way: all_deals(house, shoe, way) for way in _ways(house)}
    plan, deals = best_deals(ways)
    assert {rank.letter: one.best for rank, one in odds.initial.by_rank.items()} == plan
    assert odds.initial.depends_on_rank == (len(set(plan.values())) > 1)
    assert odds.initial.expectation == mean([deal.first for deal in deals])
    found = {outcome.value: chance for outcome, chance in odds.initial.outcomes.items() if chance}
    assert found == chances(deals)
    first = [deal.first for deal in deals]
    assert odds.initial.variance == mean([net**2 for net in first]) - mean(first) ** 2
    assert odds.initial.expected_wagered == mean([Fraction(deal.wagered) for deal in deals])
    assert (odds.tie is not None) == house.tie.offered
    if odds.tie is not None:
        assert odds.tie.expectation == mean([deal.tie for deal in deals])
    for index, side in enumerate(odds.side_bets):
        assert side.odds is not None
        assert side.odds.expectation == mean([deal.side[index] for deal in deals])
    if odds.war_tie is not None:
        wars = [deal.war_tie for deal in deals if deal.war_tie is not None]
        again = [deal.war_tie for deal in ways[Decision.WAR] if deal.war_tie is not None]
        assert odds.war_tie.expectation == mean(wars or again)


def most_compared(house: House, shoe: tuple[Card, ...]) -> int:
    """The cards that the longest round of this shoe compares."""
    pairs = sum(count // 2 for count in Counter(card.rank for card in shoe).values())
    return 2 + 2 * (min(pairs, house.war.deals_max) if house.war_possible else 0)


def _ways(house: House) -> list[str]:
    if not house.war_possible:
        return ["surrender"]
    return ["war"] if house.surrender.mode is Surrender.NOT_OFFERED else ["war", "surrender"]


@pytest.mark.parametrize("shoe_name", ["lopsided", "two decks of four"])
def test_three_war_deals_and_a_full_ladder_agree_with_every_deal(shoe_name: str) -> None:
    bets = (side_bet("four", (4, "", False, "999:1"), (2, "", True, "9:1")),)
    house = house_without_burns(deals_max=3, ladder="10:1 25:1 50:1 200:1", side_bets=bets)
    shoe = cards(SHOES[shoe_name])
    deals = all_deals(house, shoe, "war")
    odds = odds_of(house, cards_left=by_card(shoe))
    assert odds.initial.if_war is not None
    assert odds.initial.if_war.expectation == mean([deal.first for deal in deals])
    assert odds.initial.best_decision == "war"
    assert odds.tie is not None
    assert odds.tie.expectation == mean([deal.tie for deal in deals])
    side = odds.side_bets[0].odds
    assert side is not None
    assert side.expectation == mean([deal.side[0] for deal in deals])


@pytest.mark.parametrize(
    ("base", "burn_count"), [("skycity", 3), ("washington", 1), ("wisconsin", 2)]
)
def test_burned_cards_change_no_chance(base: str, burn_count: int) -> None:
    shoe = cards("2c 2d 2h 3c 3d Ah As Ac")
    house = house_without_burns(base=base, burn_count=burn_count)
    odds = odds_of(house, cards_left=by_rank(shoe))
    deals = all_deals(house, shoe, "war")
    assert odds.initial.expectation == mean([deal.first for deal in deals])
    assert odds.initial.outcomes == chances(deals)


def test_ranks_alone_answer_all_but_suited_bets() -> None:
    shoe = cards("2c 2c 2d 5d 5d 5d Kh Ks")
    house = HOUSES["side bets"]
    ranks, full = (odds_of(house, cards_left=text) for text in (by_rank(shoe), by_card(shoe)))
    assert ranks.initial.outcomes == full.initial.outcomes
    assert ranks.tie is not None
    assert full.tie is not None
    assert ranks.tie.expectation == full.tie.expectation
    assert [side.odds for side in ranks.side_bets] == [None, None]
    assert all("suits" in side.reason for side in ranks.side_bets)
