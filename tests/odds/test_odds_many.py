"""Many shoes at once say what each of them says alone.

Planted once and caught here: the pairs left after a tie not reduced by it, the decision taken for
the shoe and not for each rank, a ladder paid whatever is decided.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.odds import odds_many, odds_of

from .brute_force import house_without_burns
from .test_odds_brute_force import HOUSES


def shoes(
    cards: int, rows: int, seed: int, decks: int = 6
) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    dealt = np.random.default_rng(seed)
    return dealt.multivariate_hypergeometric([4 * decks] * 13, cards, size=rows)


def check(house: House, counts: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> None:
    found = odds_many(counts, house)
    for at, row in enumerate(counts.tolist()):
        alone = odds_of(house, cards_left=row)
        assert found.initial[at] == pytest.approx(float(alone.initial.house_edge), abs=1e-12)
        for edges, wager in ((found.tie, alone.tie), (found.war_tie, alone.war_tie)):
            if wager is not None:
                assert edges is not None
                assert edges[at] == pytest.approx(float(wager.house_edge), abs=1e-12)
            elif edges is not None:
                assert np.isnan(edges[at])


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize(("cards", "rows"), [(9, 40), (52, 15), (250, 10)])
def test_many_shoes_agree_with_each_alone(name: str, cards: int, rows: int) -> None:
    check(HOUSES[name], shoes(cards, rows, seed=cards))


def test_a_ladder_beside_a_cheap_surrender_is_paid_by_what_is_decided() -> None:
    house = house_without_burns(deals_max=2, ladder="10:1 25:1 50:1", lost="1/4", war_tie="12:1")
    check(house, np.vstack([shoes(9, 40, seed=3), shoes(40, 20, seed=4)]))


@pytest.mark.parametrize("lost", ["1/4", "1/2"])
def test_first_cards_that_do_not_pay_even_money(lost: str) -> None:
    house = house_without_burns(tied_odds="3:1", first_odds="6:5", lost=lost)
    check(house, np.vstack([shoes(9, 20, seed=6), shoes(60, 10, seed=7)]))


@pytest.mark.parametrize("name", ["washington", "skycity", "wisconsin", "battle-royal"])
def test_many_shoes_of_built_in_houses_agree_with_each_alone(name: str) -> None:
    check(load_house(name), np.vstack([shoes(5, 20, seed=1), shoes(120, 20, seed=2)]))
    check(load_house(name), np.full((1, 13), 4 * 500))


@pytest.mark.parametrize("deals_max", [1, 2])
def test_small_shoes_are_taken_or_refused_as_each_alone(deals_max: int) -> None:
    """Every shoe of up to seven cards of four ranks: two cards without a pair are enough."""
    house = house_without_burns(deals_max=deals_max)
    taken = 0
    for held in product(range(5), repeat=4):
        row = np.array([[*held, *[0] * 9]])
        if not 0 < sum(held) <= 7:
            continue
        try:
            odds_of(house, cards_left=row[0])
        except InputError:
            with pytest.raises(InputError, match="row 0: "):
                odds_many(row, house)
        else:
            check(house, row)
            taken += 1
    assert taken > 100


def test_exact_on_request() -> None:
    found = odds_many(np.full((2, 13), 24, dtype=np.uint8), "wisconsin", exact=True)
    assert found.initial.tolist() == [Fraction(23138, 993023)] * 2
    assert found.tie is not None
    assert found.tie.tolist() == [Fraction(58, 311)] * 2
    assert found.war_tie is not None
    assert found.war_tie.tolist() == [Fraction(2974, 15965)] * 2
    assert len(found) == 2
    assert found.records()[0]["initial"] == Fraction(23138, 993023)


def test_rows_beyond_one_part_are_answered_too() -> None:
    counts = shoes(60, 9000, seed=5)
    whole = odds_many(counts).initial
    assert whole[-1] == odds_many(counts[-1:]).initial[0]
    assert whole[5000] == odds_many(counts[5000:5001]).initial[0]
    assert len(odds_many(np.zeros((0, 13), dtype=int))) == 0


def test_a_wager_that_is_not_offered_has_no_edges() -> None:
    assert odds_many([[4] * 13], "battle-royal").tie is None
    assert odds_many([[4] * 13], "skycity").war_tie is None


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([4] * 13, "has the shape (13,), not rows of 13 counts"),
        ([[4] * 12], "has the shape (1, 12)"),
        ([[4] * 13, [4] * 12], "has rows of different lengths instead of 13 counts each"),
        ([[1, 2], [3]], "has rows of different lengths"),
        (None, "has the shape ()"),
        ([[[4]] * 13], "has the shape (1, 13, 1)"),
        ([["4"] * 13], "not whole numbers"),
        ([[True] * 13], "contains bool, not whole numbers"),
        ([[2**70] * 13], "not whole numbers"),
        ([[1_000_001] + [4] * 12], "has a count that is not from 0 to 1,000,000"),
        ([[4.0] * 13], "contains float64, not whole numbers"),
        ([[-1, *[4] * 12]], "has a count that is not from 0 to 1,000,000"),
        ([[4] * 13, [1] + [0] * 12], "row 1: a round compares 2 cards"),
        ([[4] * 13, [2] + [0] * 11 + [1]], "row 1: a tie could go to war, and war deal 1 cannot"),
    ],
)
def test_counts_that_are_none_are_refused(counts: Any, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        odds_many(counts)
    assert reason in str(refused.value)
