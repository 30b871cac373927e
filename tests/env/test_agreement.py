"""The kernel and the engine agree move by move, on the same shoe and the same actions.

Planted once and caught here: a burn card fewer in a war of the kernel, a surrender that costs the
whole wager, Tie on a ladder paid one rung too high, a shoe that ends one card later, chips that
cover a war they do not cover, and a mask that offers Tie on the war deal at every bet.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from casinowar.env.variant import make_variant
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.houses.check import house_faults
from casinowar.houses.house import NoAnswer, Surrender, WarTie
from tests.env.walk import same_moves
from tests.kit.houses import any_house
from tests.kit.profile import HOUSES, checked


@pytest.mark.parametrize("name", HOUSES)
def test_shipped_houses_agree(name: str) -> None:
    happened = same_moves(11, 12, 120, house=name, bets=(1, 3), composition=True)
    assert {"surrender", "war", "bet 1", "bet 3", "refused"} <= set(happened)


def test_wars_that_use_up_the_shoe_agree() -> None:
    """A shoe so deep that wars draw from behind the cutting card."""
    happened = same_moves(5, 40, 60, house="wisconsin", decks=1, behind="1/4", ties=(0,))
    assert happened["ended in a war"] > 3
    assert happened["war and Tie"] > 3


def test_a_bet_above_the_limit_of_tie_is_not_joined_in_its_war() -> None:
    """At Wisconsin a Tie wager is at most 20 units."""
    happened = same_moves(9, 30, 40, house="wisconsin", bets=(1, 20, 21), ties=(0,), chips=100_000)
    assert happened["war and Tie"] > 3


def test_chips_that_run_out_agree() -> None:
    """With few chips a war may not be covered, nor Tie beside it, nor another bet."""
    happened = Counter[str]()
    for chips in (1, 2, 3, 5):
        happened += same_moves(
            chips, 24, 40, house="wisconsin", chips=chips, bets=(1, 2), ties=(0, 1, 2)
        )
    assert happened["ended"] > 50
    assert happened["truncated"] == 0


def test_policy_answers_where_a_house_offers_no_surrender_and_chips_do_not_cover_the_war() -> None:
    base = load_house("wisconsin")
    house = replace(
        base,
        surrender=replace(base.surrender, mode=Surrender.NOT_OFFERED),
        policies=replace(base.policies, no_answer=NoAnswer.WAR),
    )
    happened = same_moves(3, 40, 60, house=house, chips=1, bets=(1,), ties=(0,))
    assert happened["surrender"] == 0


def test_limits_of_rounds_agree() -> None:
    happened = same_moves(2, 8, 60, house="ladder-war", rounds=3, ties=(0, 2))
    assert happened["truncated"] > 20


@checked(25)
@given(house=any_house(), data=st.data())
def test_generated_houses_agree(house: House, data: st.DataObject) -> None:
    mode = data.draw(st.sampled_from(list(WarTie)), label="Tie on the war deal")
    house = replace(house, tie=replace(house.tie, war_deal=mode))
    assume(not any(house_faults(house)))
    bets = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=2), label="bets")
    ties = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=2), label="ties")
    chips = data.draw(st.sampled_from([1, 2, 4, 9, 100]), label="chips")
    behind = data.draw(st.sampled_from([None, Fraction(1, 3)]), label="behind")
    options: dict[str, Any] = {
        "house": house,
        "bets": bets,
        "ties": [0, *ties],
        "chips": chips,
        "behind": behind,
    }
    try:
        make_variant(**options)
    except InputError:
        assume(False)
    same_moves(7, 4, 40, composition=True, **options)
