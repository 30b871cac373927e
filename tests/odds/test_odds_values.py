"""Results as values: equal, hashable, short to print, and taking the numbers that NumPy has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np
import pytest

from casinowar.cards import Card, Rank
from casinowar.errors import InputError
from casinowar.odds import (
    ShoeLeft,
    covariances,
    odds_many,
    odds_of,
    read_shoe,
    removal_effects,
    session,
)
from casinowar.simulate import simulate

from .brute_force import house_without_burns, side_bet


def test_results_are_equal_when_they_say_the_same() -> None:
    for ask in (
        lambda: odds_of("wisconsin", 6),
        lambda: odds_of("eleven-to-one", cards_left="2:4 3:4 A:1"),
        lambda: session("wisconsin", bet_cents=1000, rounds=50, bankroll_cents=10_000),
        lambda: session("wisconsin", bet_cents=1000, rounds=3000, bankroll_cents=50_000),
        lambda: simulate("skycity", 1000, seed=3),
        lambda: covariances("skycity"),
        lambda: read_shoe("2:4 3:4"),
        lambda: odds_many([[24] * 13, [2, 2] + [0] * 11], "wisconsin"),  # the second has no war
        lambda: odds_many([[24] * 13, [2, 2] + [0] * 11], "wisconsin", exact=True),
    ):
        one, other = ask(), ask()
        assert one == other
        assert hash(one) == hash(other)
        assert len({one, other}) == 1


def test_results_that_differ_are_not_equal() -> None:
    short, long = (session("wisconsin", bet_cents=1000, rounds=rounds) for rounds in (50, 51))
    assert short != long
    assert short.result != long.result
    assert short.result != 50
    rows = [[24] * 13, [4] * 13]
    many = odds_many(rows, "wisconsin")
    assert many != odds_many(rows, "wisconsin", exact=True)
    assert many != odds_many(rows, "washington")
    assert many != odds_many(rows[::-1], "wisconsin")
    assert many != odds_many(rows[:1], "wisconsin")
    assert many != rows
    assert simulate("skycity", 1000, seed=3) != simulate("skycity", 1000, seed=4)
    assert ShoeLeft.of_decks(6) != ShoeLeft.of_decks(8)
    assert odds_of("skycity", 6) != odds_of("skycity", 8)


def test_every_figure_of_a_session_counts_when_two_are_compared() -> None:
    """The arrays alone would call them equal."""
    found = session("wisconsin", bet_cents=1000, rounds=50, bankroll_cents=10_000)
    assert found.ruin is not None
    assert found.result is not None
    assert found.result.weights is not None
    assert replace(found.ruin, goal=0.25) != found.ruin
    assert replace(found.ruin, stopped=0.25) != found.ruin
    assert replace(found.ruin, rounds_played=0.25) != found.ruin
    assert replace(found.ruin, by_round=found.ruin.by_round / 2) != found.ruin
    first, *others = found.result.weights
    assert replace(found.result, weights=(first + 1, *others)) != found.result
    assert replace(found.result, total=found.result.total + 1) != found.result
    assert replace(found.result, chances=found.result.chances / 2) != found.result


@pytest.mark.parametrize(
    "given",
    [
        lambda: odds_of("wisconsin"),
        lambda: odds_of("wisconsin").initial,
        lambda: session("wisconsin", bet_cents=1000, rounds=3000, bankroll_cents=50_000),
        lambda: session("wisconsin", bet_cents=1000, rounds=3000, bankroll_cents=50_000).ruin,
        lambda: session("wisconsin", bet_cents=1000, rounds=3000).result,
        lambda: simulate("skycity", 1000, seed=3),
        lambda: covariances("skycity"),
        lambda: read_shoe("2:4 3:4"),
    ],
)
def test_results_are_short_to_print(given: object) -> None:
    assert callable(given)
    assert len(repr(given())) < 400


def test_numpy_numbers_are_numbers() -> None:
    six = np.int64(6)
    assert odds_of("washington", six) == odds_of("washington", 6)  # type: ignore[arg-type]
    counts = np.full(13, 24)
    assert odds_of("washington", cards_left=counts).initial.house_edge == (  # type: ignore[arg-type]
        odds_of("washington", 6).initial.house_edge
    )
    given: dict[str, Any] = {
        "bet_cents": np.int32(1000),
        "rounds": np.int16(50),
        "bankroll_cents": np.uint32(9000),
    }
    plain: dict[str, Any] = {name: int(value) for name, value in given.items()}
    assert session("washington", **given) == session("washington", **plain)
    found = simulate("skycity", np.int64(1000), seats=np.int8(2), seed=np.uint64(1))  # type: ignore[arg-type]
    assert found == simulate("skycity", 1000, seats=2, seed=1)
    assert type(found.seats) is type(found.seed) is int


@pytest.mark.parametrize(
    "given",
    [
        {"2": 4, "3": 4, "A": 1},
        {Rank.TWO: 4, Rank.THREE: 4, Rank.ACE: 1},
        [4, 4, *[0] * 10, 1],
        (4, 4, *[0] * 10, np.int64(1)),
    ],
)
def test_a_shoe_may_be_a_mapping_or_thirteen_counts(given: Mapping[str, int]) -> None:
    assert odds_of("wisconsin", cards_left=given) == odds_of("wisconsin", cards_left="2:4 3:4 A:1")


@pytest.mark.parametrize("text", ["2:4 3:1 A:2", "2c:4 2d:1 Ah:2"])
def test_a_shoe_is_written_as_it_is_read(text: str) -> None:
    shoe = read_shoe(text)
    assert read_shoe(str(shoe)) == shoe
    assert str(read_shoe("2c:4 2d:1 Ah:2")) == "2c:4 2d:1 Ah:2"
    assert str(ShoeLeft.of_decks(6)).startswith("2:24 3:24 ")


def test_a_shoe_may_be_counted_by_card() -> None:
    by_name, by_card = {"2c": 3, "Ah": 2}, {Card.TWO_OF_CLUBS: 3, "Ah": 2}
    assert read_shoe(by_name) == read_shoe(by_card) == read_shoe("2c:3 Ah:2")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([4] * 12, "is not text, counts by rank or card, or 13 counts"),
        (52, "52 is not text"),
        ({1: 4}, "1 is not a rank or a card"),
        ({"1": 4}, "'1' is not a rank of"),
        ({"2": 4, "2c": 1}, "mixes counts by rank and by card"),
        ({"2": 1.5, "3": 4}, "2:1.5 is not a count"),
        ({"2": True, "3": 4}, "2:True is not a count"),
        ([-1, *[4] * 12], "2:-1 is not a count"),
        ({}, "is empty"),
    ],
)
def test_a_shoe_that_is_none_is_refused(given: object, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        odds_of("wisconsin", cards_left=given)  # type: ignore[arg-type]
    assert reason in str(refused.value)


# What the docs say about single cards


def test_removing_one_card_changes_only_a_wager_that_names_ranks() -> None:
    house = house_without_burns(side_bets=(side_bet("aces", (1, "A", False, "100:1")),))
    first, tie, aces = removal_effects(house, 6)
    assert set(first.effects.values()) == set(tie.effects.values()) == {0}
    assert aces.effects[Rank.ACE] < 0 < aces.effects[Rank.TWO]


def test_a_count_of_aces_alone_finds_a_few_good_shoes() -> None:
    """52 of 312 left, 11 or more of them aces: Tie +1.47 %, a chance of 0.0456 %."""
    chance, gain = 0, 0.0
    for aces in range(11, 25):
        ways, rest = comb(24, aces) * comb(288, 52 - aces), 52 - aces
        pairs = aces * (aces - 1) + 12 * 24 * 23 * rest * (rest - 1) / (288 * 287)
        chance += ways
        gain += ways * (11 * pairs / (52 * 51) - 1)
    assert round(100 * chance / comb(312, 52), 4) == 0.0456
    assert round(100 * gain / chance, 2) == 1.47
