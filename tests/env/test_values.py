"""The values in ``info`` are exact: those of the odds, of OpenSpiel's solver, of what happens."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response

from casinowar.cards import Rank
from casinowar.env.single import CasinoWarEnv
from casinowar.env.values import exact_values
from casinowar.env.variant import make_variant
from casinowar.houses import house_names, load_house
from casinowar.odds import odds_of
from casinowar.odds.actions import Answer, RoundValues
from casinowar.odds.shoe import ShoeLeft
from casinowar.simulate.kernels import seat as kernel


@pytest.mark.parametrize("name", house_names())
def test_a_bet_is_worth_what_the_odds_say(name: str) -> None:
    house = load_house(name)
    for tie in (0, 1) if house.tie.offered else (0,):
        odds = odds_of(house, bets={"initial": 2, "tie": tie} if tie else {"initial": 2})
        exact = 2 * odds.initial.expectation
        if tie:
            assert odds.tie is not None
            exact += odds.tie.expectation
        values = RoundValues(house, ShoeLeft.of_decks(house.cards.decks))
        assert values.bet(2, tie, [Answer.WAR, Answer.SURRENDER]) == exact


def test_answers_are_worth_what_the_odds_say_by_rank() -> None:
    left = {Rank.TWO: 9, Rank.KING: 4, Rank.ACE: 2}
    house = load_house("wisconsin")
    choices = odds_of(house, cards_left=left).initial.by_rank
    values = RoundValues(house, ShoeLeft.of_ranks(left))
    for rank, choice in choices.items():
        found = values.answers(rank, 1)
        assert (found[Answer.WAR], found[Answer.SURRENDER]) == (choice.war, choice.surrender)


@pytest.mark.parametrize("chips", [1, 2, 3, 100])
def test_their_solver_gives_every_action_the_same_value(chips: int) -> None:
    """At every decision of a round, whatever the chips cover."""
    game = pyspiel.load_game(f"casino_war(house=wisconsin,cards=Q:5 K:5,chips={chips},bets=2)")
    solved = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game))
    house = load_house("wisconsin")
    variant = game.variant
    state = game.new_initial_state()
    seen = np.zeros(variant.sees, np.float32)
    mask = np.zeros(len(variant.actions), np.int8)
    compared = 0
    with_tie = [number for number, action in enumerate(variant.actions) if action.tie]

    def compare(state: Any, paid: float) -> None:
        nonlocal compared
        if state.is_terminal():
            return
        if state.is_chance_node():
            for outcome, _ in state.chance_outcomes():
                tied = (
                    10.0 if len(state.play.moves) == 2 and state.play.moves[0] in with_tie else 0.0
                )
                compare(state.child(outcome), tied)
            return
        table = state.play.table
        seen[:] = table.see(1)
        seen[kernel.SEES_GONE :] = 24
        seen[kernel.SEES_GONE + 10 :][:2] = 24 - np.array(state.play.chance.left[10:12])
        mask[:] = table.mask(1)
        for action, value in enumerate(exact_values(variant, seen, mask)):
            if value is not None:
                compared += 1
                theirs = solved.value(state.child(action)) - paid
                assert float(value) == pytest.approx(theirs, abs=1e-9), (str(state), action)
                if not table.state.hands:
                    compare(state.child(action), 0.0)

    assert house.tie.ladder[0].ratio == 10
    compare(state, 0.0)
    assert compared >= 3


def test_without_the_composition_a_value_is_that_of_a_fresh_shoe() -> None:
    env = CasinoWarEnv(values=True)
    _, info = env.reset(seed=1)
    first = info["exact_values"]
    assert first[2] == odds_of("washington").initial.expectation
    assert info["action_values"][2] == float(first[2])
    assert info["action_values"][0] == -np.inf
    _, _, _, _, info = env.step(2)
    assert info["exact_values"] == first


def test_with_the_composition_a_value_follows_the_cards() -> None:
    env = CasinoWarEnv(values=True, composition=True, dealer="engine")
    env.reset(seed=1)
    seen, _, _, _, info = env.step(2)
    left = [24 - int(gone) for gone in seen[kernel.SEES_GONE :]]
    assert info["exact_values"][2] == odds_of("washington", cards_left=left).initial.expectation


def test_a_bet_whose_war_is_not_covered_can_only_be_surrendered() -> None:
    variant = make_variant("washington", chips=1, ties=(0,))
    seen = np.zeros(variant.sees, np.float32)
    seen[kernel.SEES_CHIPS] = 1
    odds = odds_of("washington").initial
    assert odds.if_surrender is not None
    (*_, value) = exact_values(variant, seen, [0, 0, 1])
    assert value == odds.if_surrender.expectation
    assert isinstance(value, Fraction)
