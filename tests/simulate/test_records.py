"""The cards the kernels dealt, put back in their places and dealt again by a plain dealer.

Planted once and caught: in the reference a burn before the dealer's war card left out, and the
cutting card noticed one card late; in the kernel a second war deal with another dealer's card.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casinowar.houses import House, load_house
from casinowar.houses.house import BurnPattern
from casinowar.money import Odds
from casinowar.simulate import Strategy, TieBet, parse_strategy, simulate
from tests.kit.houses import any_house
from tests.kit.profile import EVERYTHING, HOUSES, few
from tests.simulate.logs.record import record_shoes

from .reference import replay

STRATEGIES = {
    "war": parse_strategy("war"),
    "surrender": parse_strategy("surrender"),
    "mix": parse_strategy("mix:0.3"),
    "by composition": parse_strategy("war", "by-composition"),
}


def seats_of(name: str) -> range:
    most = load_house(name).deal.seats
    return range(1, most + 1, 1 if EVERYTHING else max(1, most - 1))


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in HOUSES for seats in seats_of(name)]
)
def test_every_shipped_house_deals_by_its_rules_at_any_number_of_seats(
    name: str, seats: int
) -> None:
    house = load_house(name)
    shoes = 8 if EVERYTHING or seats > 1 else 2  # a shoe of one seat has many rounds
    for record in record_shoes(house, seats=seats, seed=11, shoes=shoes):
        replay(house, record, Strategy())


@pytest.mark.parametrize("how", STRATEGIES)
@pytest.mark.parametrize("name", few(["wisconsin", "ladder-war", "skycity", "eleven-to-one"], 2))
def test_every_strategy_deals_by_the_rules(name: str, how: str) -> None:
    house, strategy = load_house(name), STRATEGIES[how]
    for record in record_shoes(
        house, seats=3, seed=5, shoes=6 if EVERYTHING else 2, strategy=strategy
    ):
        replay(house, record, strategy)


def fought_again(pattern: BurnPattern, deals_max: int) -> House:
    house = load_house("skycity")
    burns = 0 if pattern is BurnPattern.NONE else 2
    war = replace(house.war, deals_max=deals_max, burn_pattern=pattern, burn_count=burns)
    cards = replace(house.cards, cutting_card_from_back=Fraction(1, 2))
    return replace(house, war=war, cards=cards)


@pytest.mark.parametrize("pattern", BurnPattern)
def test_a_tied_war_is_dealt_again_up_to_the_last_deal_the_house_allows(
    pattern: BurnPattern,
) -> None:
    house = fought_again(pattern, deals_max=3)
    records = record_shoes(house, seats=7, seed=2, shoes=40)
    for record in records:
        replay(house, record, Strategy())
    deals = [len(played.wars) for record in records for played in record.rounds]
    assert max(deals) >= 2, "no war tied: the test saw nothing"


@pytest.mark.parametrize("share", ["war", "surrender", "mix:0.3"])
def test_a_ladder_is_bet_when_all_its_rungs_together_favour_it(share: str) -> None:
    """Two decks dealt deep: the plain dealer adds up every run of ties in fractions.

    Planted once and caught: the first rung alone, no share of surrenders.
    """
    house = load_house("ladder-war")
    rungs = (Odds(13, 1), Odds(18, 1), Odds(50, 1), Odds(200, 1))
    deep = replace(house.cards, cutting_card_from_back=Fraction(1, 4))
    house = replace(house, cards=deep, tie=replace(house.tie, ladder=rungs))
    strategy = parse_strategy(share, "by-composition")
    bets = Counter[bool]()
    for record in record_shoes(house, decks=2, seats=1, seed=3, shoes=40, strategy=strategy):
        replay(house, record, strategy)
        bets.update(played.tie_bet for played in record.rounds)
    assert min(bets[True], bets[False]) > 20


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(house=any_house(), data=st.data())
def test_any_house_that_can_be_written_deals_by_its_rules(
    house: House, data: st.DataObject
) -> None:
    seats = data.draw(st.integers(1, house.deal.seats))
    tie = TieBet.BY_COMPOSITION if house.tie.offered and data.draw(st.booleans()) else TieBet.ALWAYS
    share = data.draw(st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]))
    strategy = Strategy(war_share=share, tie=tie)
    seed = data.draw(st.integers(0, 2**64 - 1))
    for record in record_shoes(house, seats=seats, seed=seed, shoes=3, strategy=strategy):
        replay(house, record, strategy)


@pytest.mark.parametrize("how", ["war", "by composition"])
@pytest.mark.parametrize("rounds", [1, 99, 100, 5000])
def test_a_simulation_ends_with_the_shoe_that_passes_its_rounds(how: str, rounds: int) -> None:
    """Both kernels; the records are the first shoes of the same simulation."""
    strategy = STRATEGIES[how]
    result = simulate("eleven-to-one", rounds, seats=2, seed=9, strategy=strategy)
    dealt, shoes = 0, 0
    for record in record_shoes("eleven-to-one", seats=2, seed=9, shoes=130, strategy=strategy):
        if dealt >= rounds:
            break
        dealt += 2 * len(record.rounds)
        shoes += 1
    assert (result.rounds, result.shoes) == (dealt, shoes)
