"""The figures of a PAR sheet against figures worked out here: page and JSON, cell by cell.

Planted once and caught here, each by itself: tails of the wrong size, a hold that forgets to divide
by the seats, a z-score with the other sign, columns exchanged, a percentage that is none.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
import scipy  # it loads its statistics, a second's work, when they are used

from casinowar.houses import House, load_house
from casinowar.houses.house import WarTie
from casinowar.money import parse_odds
from casinowar.report import par_facts, par_json
from casinowar.report.facts import DealtCheck, DealtWager, ParFacts
from casinowar.report.par import par_page
from casinowar.report.par_data import par_csv

from .test_reports import outline

DAY = date(2026, 11, 16)
# Wisconsin, six decks: chances of the results of the first wager, and of Tie.
WIN, WON, TIED = Fraction(144, 311), Fraction(170016, 4965115), Fraction(27163, 4965115)
TIE, WAR_TIE = Fraction(23, 311), Fraction(1181, 15965)
VARIANCE = WIN * 2 + WON * (1 + 4) + TIED * 4 - Fraction(23138, 993023) ** 2
BETWEEN = 0.33547  # covariance of two seats, to five digits
TAILS = {0.9: 0.05, 0.95: 0.025, 0.99: 0.005}


@pytest.fixture(scope="module")
def facts() -> ParFacts:
    return par_facts("wisconsin", rounds=200, made=DAY)


def words(facts: ParFacts) -> str:
    return " ".join(" ".join(outline(par_page(facts)).words).split())


def test_returns_hit_frequencies_and_deviations(facts: ParFacts) -> None:
    found: Any = par_json(facts)["wagers"]
    first, tie, war_tie = found
    hits = [Fraction(wager["hit_frequency"]["exact"]) for wager in found]
    assert hits == [WIN + WON + TIED, TIE, WAR_TIE]
    assert [wager["hit_frequency"]["percent"] for wager in found] == [50.2735, 7.3955, 7.39743]
    assert [wager["return"]["percent"] for wager in found] == [97.6699, 81.3505, 81.3718]
    assert Fraction(first["variance"]) == VARIANCE
    for wager, chance in ((tie, TIE), (war_tie, WAR_TIE)):
        assert Fraction(wager["variance"]) == 11**2 * chance * (1 - chance)
        assert wager["standard_deviation"] == pytest.approx(
            11 * sqrt(chance * (1 - chance)), abs=5e-6
        )
    text = words(facts)
    assert "97.6699 % 2.3301 % 23138/993023 50.27 % yes" in text
    assert "81.3505 % 18.6495 % 58/311 7.40 % yes" in text
    # 1.6448536 standard deviations
    assert "2.87867 801504/96721 4.735" in text
    assert "2.87902 2112648384/254881225 4.736" in text


def test_what_each_result_gives_back_of_all_money_bet(facts: ParFacts) -> None:
    """A win gives back 2 of the 1 + 23/311 units that are bet on average; a lost war nothing."""
    text = words(facts)
    assert f"144/311 46.3023 % {100 * 2 * 144 / 334:.4f} %" in text
    assert "170016/4965115 3.4242 % 0.0000 %" in text
    assert "23/311 7.3955 % 81.3505 %" in text, "a Tie bet has no war wager"
    assert "288/311 92.6045 % 0.0000 %" in text


def test_a_wager_below_75_percent_is_marked() -> None:
    house = load_house("wisconsin")
    poor = replace(house, tie=replace(house.tie, ladder=(parse_odds("9:1"),)))
    assert "73.9550 % 26.0450 % 81/311 7.40 % no" in words(par_facts(poor, made=DAY))


@pytest.mark.parametrize("place", range(3))
def test_exact_intervals_of_tie_are_binomial(facts: ParFacts, place: int) -> None:
    wager, intervals = facts.intervals[1]
    assert wager.name == "tie"
    for one in intervals[place * 3 : place * 3 + 3]:
        assert one.exact
        tail = TAILS[one.confidence]
        hits = [
            int(scipy.stats.binom.ppf(part, one.wagers, float(TIE))) for part in (tail, 1 - tail)
        ]
        back = [11 * count / one.wagers for count in hits]
        assert [one.low, one.high] == pytest.approx(back, abs=1e-12)
    assert [one.wagers for one in intervals[::3]] == [200, 1000, 10**4, 10**5, 10**6, 10**7]


def test_intervals_beyond_the_law_are_normal(facts: ParFacts) -> None:
    for wager, intervals in facts.intervals:
        for one in intervals[-3:]:
            assert not one.exact
            wide = scipy.stats.norm.ppf(1 - TAILS[one.confidence]) * sqrt(wager.variance / 10**7)
            middle = float(wager.player_return)
            assert [one.low, one.high] == pytest.approx([middle - wide, middle + wide], abs=1e-9)


def test_intervals_on_the_page_and_in_json(facts: ParFacts) -> None:
    given: Any = par_json(facts)["intervals"]
    tie = [one for one in given if one["wager"] == "tie"]
    assert [tie[0][name] for name in ("wagers_made", "confidence", "method")] == [
        200,
        0.9,
        "law of the sum",
    ]
    assert [tie[0][f"return_{end}_percent"] for end in ("from", "to")] == [49.5, 115.5]
    assert [tie[1][f"return_{end}_percent"] for end in ("from", "to")] == [44.0, 121.0]
    assert tie[-1]["method"] == "normal"
    text = words(facts)
    assert "200 49.50 – 115.50 % 44.00 – 121.00 % 33.00 – 137.50 %" in text
    assert "10,000,000 ≈ 81.20 – 81.50 % ≈ 81.17 – 81.53 % ≈ 81.12 – 81.58 %" in text


def test_seats_spread_by_variance_and_covariance(facts: ParFacts) -> None:
    given: Any = par_json(facts)["seats"]
    assert float(Fraction(given["covariance_of_two"])) == pytest.approx(BETWEEN, abs=5e-6)
    assert given["correlation_of_two"] == pytest.approx(BETWEEN / float(VARIANCE), abs=5e-6)
    edge = 100 * 23138 / 993023
    for seats, row in enumerate(given["by_number"], 1):
        deviation = sqrt(seats * float(VARIANCE) + seats * (seats - 1) * BETWEEN)
        assert row["seats"] == seats
        assert row["standard_deviation"] == pytest.approx(deviation, abs=5e-5)
        wider = deviation / sqrt(seats * float(VARIANCE))
        assert row["wider_than_independent_seats"] == pytest.approx(wider, abs=5e-5)
        wide = 100 * 1.959964 * deviation / seats / sqrt(200)
        assert row["hold_from_percent"] == pytest.approx(edge - wide, abs=1e-3)
        assert row["hold_to_percent"] == pytest.approx(edge + wide, abs=1e-3)
    # seats, deviation, 1.645 times it, wider by, hold
    assert "3 2.31703 3.811 1.2648 -8.374 – 13.034 %" in words(facts)


def test_the_csv_has_chances_as_fractions_and_in_percent(facts: ParFacts) -> None:
    lines = par_csv(facts).decode().splitlines()
    (tie,) = (line.split(",") for line in lines if '"tie, 10:1"' in line)
    assert tie[-5:] == ["23/311", "7.39549839228", "10", "7176", "97032"]
    (lost,) = (line.split(",") for line in lines if "war_lost" in line)
    assert lost[-5:-2] == ["170016/4965115", "3.42421071818", "-2"]


EQUAL = load_house("wisconsin")
EQUAL = replace(EQUAL, tie=replace(EQUAL.tie, war_deal=WarTie.EQUAL_TO_FIRST))


@pytest.mark.parametrize(
    ("house", "most", "seats"),
    [
        # a tied war pays 2 to 1 on $500, Tie 10 to 1 on $100, and again on the war deal
        (load_house("wisconsin"), 2 * 50_000 + 10 * 10_000 + 10 * 10_000, 7),
        (EQUAL, 2 * 50_000 + 10 * 10_000 + 10 * 50_000, 7),
        (load_house("skycity"), 2 * 50_000 + 10 * 10_000, 7),
        # 50 to 1 on a suited tie of $50, 11 to 1 on Tie
        (load_house("eleven-to-one"), 2 * 50_000 + 11 * 10_000 + 50 * 5_000, 7),
        # three to one on a tied war of $200, no Tie
        (load_house("battle-royal"), 3 * 20_000, 3),
    ],
    ids=["wisconsin", "equal to the first", "skycity", "eleven-to-one", "battle-royal"],
)
def test_the_most_that_one_round_can_cost(house: House, most: int, seats: int) -> None:
    exposure: Any = par_json(par_facts(house, made=DAY))["exposure"]
    assert (exposure["seat"], exposure["table_at_most"]) == (most, seats * most)


def test_exposure_on_the_page(facts: ParFacts) -> None:
    text = words(facts)
    assert "most the house can lose to one seat in a round $3,000" in text
    assert "to all 7 seats, not more than $21,000" in text


def test_z_is_the_difference_in_standard_errors(facts: ParFacts) -> None:
    """Dealt 2.5 % where 2.33 % is exact, with an error of 0.1 %: 1.7 above."""
    dealt = (
        DealtWager("initial", 0.0233, 0.025, 0.001),
        DealtWager("tie", 0.1865, 0.1825, 0.002),
        DealtWager("war_tie", 0.1863, 0.1863, 0.004),
    )
    assert [one.z for one in dealt] == pytest.approx([1.7, -2.0, 0.0], abs=1e-9)
    checked = replace(facts, check=DealtCheck(1000, 5, dealt, ()))
    text = words(checked)
    assert "2.3300 % 2.5000 % 0.1000 % +1.70" in text
    assert "18.6500 % 18.2500 % 0.2000 % -2.00" in text
    given: Any = par_json(checked)["dealt_check"]
    names = ("exact_percent", "dealt_percent", "standard_error_percent", "z")
    assert [given["wagers"][0][name] for name in names] == [2.33, 2.5, 0.1, 1.7]
    assert [given["wagers"][1][name] for name in names] == [18.65, 18.25, 0.2, -2.0]
    assert (given["rounds"], given["seed"]) == (1000, 5)
