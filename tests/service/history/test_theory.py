"""The theory of a wager, against the exact odds and against every strategy.

Planted once and caught here: the value of a surrender without that of the war it replaces, a Tie
alone on a ladder paid its first rung only, Tie on the war deal not conditioned on a war.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from casinowar.cards import Rank
from casinowar.houses import House, house_names, load_house
from casinowar.money import Odds
from casinowar.odds import Decision, ShoeLeft, odds_of, stories
from casinowar.odds.wagers import first_net, tie_net
from casinowar.service.history.returns import theory

HOUSES = [load_house(name) for name in sorted(house_names())]


def ladder() -> House:
    """A house whose Tie wager pays more for each tie in a row, so that the choice matters to it."""
    house = load_house("washington")
    return replace(house, tie=replace(house.tie, ladder=(Odds(10, 1), Odds(30, 1))))


@pytest.mark.parametrize("house", [*HOUSES, ladder()], ids=lambda house: house.name)
@pytest.mark.parametrize("decks", [1, 6])
def test_it_agrees_with_the_exact_odds(house: House, decks: int) -> None:
    exact = odds_of(house, decks)
    first = theory(house, decks, "initial")
    if exact.initial.if_war is not None:
        assert first.always_war == exact.initial.if_war.expectation
    if exact.initial.if_surrender is not None and exact.initial.choice is not None:
        given_up = first.always_war + first.surrendered * exact.initial.choice.tie
        assert given_up == exact.initial.if_surrender.expectation
    if exact.tie is not None and exact.initial.best_decision is Decision.WAR:
        assert theory(house, decks, "tie").always_war == exact.tie.expectation
        assert theory(house, decks, "tie").wins == exact.tie.probability
    if exact.war_tie is not None:
        assert theory(house, decks, "war_tie").always_war == exact.war_tie.expectation
        assert theory(house, decks, "war_tie").surrendered == 0
        assert theory(house, decks, "war_tie").wins == exact.war_tie.probability
    for side in exact.side_bets:
        assert side.odds is not None
        found = theory(house, decks, side.bet.name)
        assert found.always_war == side.odds.expectation


@pytest.mark.parametrize("wager", ["initial", "tie"])
@pytest.mark.parametrize("wars", [(), (Rank.TWO,), (Rank.KING, Rank.ACE), tuple(Rank)])
def test_whatever_a_player_chooses_the_difference_is_zero_on_average(
    wager: str, wars: tuple[Rank, ...]
) -> None:
    house = ladder()
    found = theory(house, 6, wager)
    net = first_net if wager == "initial" else tie_net
    difference = Fraction(0)
    for decision in Decision:
        for story in stories(house, ShoeLeft.of_decks(6), decision):
            played = (
                Decision.WAR if story.rank is None or story.rank in wars else Decision.SURRENDER
            )
            if played is decision:
                gone = story.rank is not None and decision is Decision.SURRENDER
                expected = found.always_war + (found.surrendered if gone else 0)
                difference += story.chance * (net(house, story) - expected)
    assert difference == 0


def test_a_tie_alone_climbs_the_ladder_without_a_choice() -> None:
    house = load_house("ladder-war")
    alone, beside = (theory(house, 8, "tie", alone=alone) for alone in (True, False))
    exact = odds_of(house, 8).tie_alone
    assert exact is not None
    assert alone.always_war == exact.expectation == beside.always_war
    assert alone.surrendered == 0
    assert alone.wins == exact.probability
    assert beside.surrendered < 0, "surrender gives up the rungs above the first"
