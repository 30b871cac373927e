"""Standard errors come from whole shoes, and are as large as the results really spread.

Planted once and caught: errors from single rounds (too small by half at seven seats), and a sum of
squares without the products.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from casinowar.houses import load_house
from casinowar.money import Odds
from casinowar.odds import odds_of
from casinowar.report import result_json
from casinowar.simulate import Strategy, parse_strategy, simulate
from casinowar.simulate.fresh import fresh_edge
from tests.kit.profile import EVERYTHING, HOUSES

RUNS = 400
ROUNDS = 4_000_000 if EVERYTHING else 1_000_000


@pytest.mark.parametrize(
    ("house", "seats"),
    [("skycity", 1), ("skycity", 7), ("battle-royal", 3), ("wisconsin", 7)],
)
def test_results_spread_as_their_standard_errors_say(house: str, seats: int) -> None:
    """The spread over many seeds, for every wager; its own error is 1/sqrt(2·runs), 3.5 %."""
    runs = [simulate(house, 6_000, seats=seats, seed=seed, workers=1) for seed in range(RUNS)]
    for wager in ("initial", "tie", "war_tie"):
        found = [getattr(run, wager) for run in runs]
        if found[0] is None:
            continue
        spread = np.std([edge.mean for edge in found], ddof=1)
        told = sqrt(np.mean([edge.standard_error**2 for edge in found]))
        assert abs(spread / told - 1) < 5 / sqrt(2 * RUNS), wager


def test_seats_that_share_the_dealers_card_tell_less_than_seats_alone() -> None:
    one, seven = (simulate("skycity", 10**6, seats=seats, seed=1) for seats in (1, 7))
    naive = 1.058 / sqrt(10**6)
    assert abs(one.initial.standard_error / naive - 1) < 0.02
    assert seven.initial.standard_error > 1.5 * naive


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("how", ["war", "surrender", "mix:0.25"])
def test_every_house_keeps_what_the_exact_odds_say(house: str, how: str) -> None:
    rules, strategy = load_house(house), parse_strategy(how)
    result = simulate(rules, ROUNDS, seats=2, seed=17, strategy=strategy)
    exact = float(fresh_edge(rules, result.decks, strategy))
    assert abs(result.initial.mean - exact) < 4 * result.initial.standard_error
    odds = odds_of(rules)
    for found, wager in ((result.tie, odds.tie), (result.war_tie, odds.war_tie)):
        if found is not None and wager is not None and how == "war":
            assert abs(found.mean - float(wager.house_edge)) < 4 * found.standard_error


def test_a_ladder_is_paid_by_ties_in_a_row() -> None:
    """Tie at 10, 25, 50 for one, two and three ties, a war fought twice: exact odds and dealt."""
    house = load_house("no-bonus")
    ladder = replace(house.tie, ladder=(Odds(10, 1), Odds(25, 1), Odds(50, 1)))
    house = replace(house, tie=ladder, war=replace(house.war, deals_max=2))
    result = simulate(house, 3_000_000, seats=3, seed=8)
    exact = odds_of(house).tie
    assert exact is not None
    assert result.tie is not None
    assert abs(result.tie.mean - float(exact.house_edge)) < 4 * result.tie.standard_error
    assert result.tie.standard_error < 0.003
    assert abs(result.initial.mean - float(fresh_edge(house, 8, Strategy()))) < (
        4 * result.initial.standard_error
    )


def test_a_tie_bet_made_by_composition_wins_where_one_made_always_loses() -> None:
    """Eleven to one, two decks dealt to the last eighth: bets are rare, and they win."""
    house = load_house("eleven-to-one")
    cards = replace(house.cards, cutting_card_from_back=Fraction(1, 8))
    deep = replace(house, cards=cards, war=replace(house.war, burn_count=1))
    watching = parse_strategy("war", "by-composition")
    rare = simulate(deep, 4_000_000, decks=2, seed=6, strategy=watching)
    always = simulate(deep, 4_000_000, decks=2, seed=6)
    assert rare.tie is not None
    assert always.tie is not None
    assert rare.tie.interval(4)[1] < 0 < always.tie.interval(4)[0]
    assert 0 < result_json(rare)["tie_bets"] < rare.rounds / 10
