"""``casino_war``: OpenSpiel's own tests, a playthrough, exact values of whole and small decks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, expected_game_score, generate_playthrough

import casinowar.env  # noqa: F401 - registers the game
from casinowar.env.spiel import CasinoWarGame
from casinowar.errors import InputError
from casinowar.odds import odds_of

HERE = Path(__file__).parent / "playthroughs"
GAMES = {
    "one-round": ("casino_war", [3, 11, 11, 1, 4, 9]),
    "two-seats": (
        "casino_war(house=wisconsin,players=2,bets=2,cards=Q:9 K:9)",
        [3, 6, 11, 10, 11, 2, 10, 11],
    ),
}


@pytest.mark.parametrize(
    "text",
    [
        "casino_war",
        "casino_war(house=wisconsin,players=3)",
        "casino_war(house=ladder-war,rounds=3,chips=2)",
        "casino_war(house=battle-royal)",
        "casino_war(players=2,cards=Q:8 K:8,bets=2)",
    ],
)
def test_their_simulations_find_nothing(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=4, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_what_it_was(name: str) -> None:
    """``python -m tests.env.test_openspiel`` writes it again, for review."""
    assert (HERE / f"{name}.txt").read_text(encoding="utf-8") == playthrough(name)


def playthrough(name: str) -> str:
    text, actions = GAMES[name]
    return str(generate_playthrough.playthrough(text, actions, seed=1))


class Answers(policy.Policy):  # type: ignore[misc]
    """One bet, and one answer to every tie."""

    def __init__(self, game: Any, bet: int, answer: int) -> None:
        super().__init__(game, [0])
        self._wanted = (answer, bet)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        assert player_id is None or player_id == state.current_player()
        legal = state.legal_actions()
        return {next(action for action in self._wanted if action in legal): 1.0}


@pytest.mark.parametrize("house", ["washington", "wisconsin", "skycity"])
def test_a_round_of_six_decks_is_worth_what_the_odds_say(house: str) -> None:
    game = pyspiel.load_game(f"casino_war(house={house})")
    odds = odds_of(house, 6).initial
    bet = len(game.variant.actions) - 2 if isinstance(game, CasinoWarGame) else 0
    assert odds.if_war is not None
    assert odds.if_surrender is not None
    for answer, exact in ((1, odds.if_war), (0, odds.if_surrender)):
        (value,) = expected_game_score.policy_value(
            game.new_initial_state(), [Answers(game, bet, answer)]
        )
        assert value == pytest.approx(float(exact.expectation), abs=1e-12)


@pytest.mark.parametrize("cards", ["Q:4 K:4", "2:5 3:1 A:4", "9:3 T:3 J:3 Q:3 K:3"])
@pytest.mark.parametrize("house", ["washington", "wisconsin", "ladder-war"])
def test_their_best_response_finds_the_exact_value_of_a_small_deck(house: str, cards: str) -> None:
    game = pyspiel.load_game(f"casino_war(house={house},cards={cards},ties=0)")
    found = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game))
    odds = odds_of(house, cards_left=cards)
    exact = odds.initial.expectation
    if odds.war_tie is not None:  # bet where it pays: decided before the cards of the war
        joined = odds_of(house, cards_left=cards, bets={"initial": 1, "war_tie": 1})
        assert joined.war_tie is not None
        wars = sum(line.chance for line in joined.initial.lines if line.name.startswith("war"))
        exact = max(exact, joined.initial.expectation + wars * joined.war_tie.expectation)
    assert found.value(game.new_initial_state()) == pytest.approx(float(exact), abs=1e-12)


def test_cards_are_drawn_without_replacement() -> None:
    state = pyspiel.load_game("casino_war(cards=Q:4 K:2)").new_initial_state()
    state.apply_action(2)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(10, 4 / 6), (11, 2 / 6)]
    state.apply_action(11)
    assert state.chance_outcomes() == [(10, 4 / 5), (11, 1 / 5)]
    twin = state.clone()
    state.apply_action(10)
    assert state.is_terminal()
    assert state.returns() == [1.0]
    twin.apply_action(11)
    assert [twin.action_to_string(0, action) for action in twin.legal_actions()] == [
        "surrender",
        "war",
    ]


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"players": 8}, "seats"),
        ({"house": "nowhere"}, "nowhere"),
        ({"cards": "Q:2"}, "2 cards"),
        ({"cards": "X:2"}, "cards-left"),
        ({"rounds": 0}, "rounds"),
        ({"bets": 0}, "bets"),
    ],
)
def test_wrong_parameters_are_refused_in_words(params: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        CasinoWarGame(params)


if __name__ == "__main__":
    for one in GAMES:
        (HERE / f"{one}.txt").write_text(playthrough(one), encoding="utf-8")
