"""``casino_war`` for OpenSpiel: every card is a chance node, so its algorithms can enumerate it.

The engine decides. When it asks for a card that has not been drawn, the command waits and the state
is a chance node; with the card, the same command is given again. The engine is pure, so nothing
changes in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pyspiel

from casinowar.cards import RANK_LETTERS, Card, Rank, Suit, card_of
from casinowar.env.table import EngineTable
from casinowar.env.variant import CHIPS, Variant, make_variant
from casinowar.errors import InputError
from casinowar.odds.shoe import parse_shoe
from casinowar.simulate.kernels import seat as kernel
from casinowar.table import Phase

SHORT_NAME = "casino_war"
PLAYERS_MAX = 7
PARAMETERS: dict[str, Any] = {
    "house": "washington",
    "players": 1,
    "decks": 0,  # 0: as many as the house
    "cards": "",  # a composition like "Q:4 K:4" instead of whole decks
    "rounds": 1,
    "chips": CHIPS,
    "bets": 1,  # the largest first wager, in units
    "ties": 1,  # the largest Tie wager, in units
}
GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Casino War",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS_MAX,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=PARAMETERS,
)


class _CardNeededError(Exception):
    """The engine has asked for a card that chance has not drawn yet."""


class _ChanceShoe:
    """The cards that chance has drawn, by their places, and the remaining cards."""

    def __init__(self, left: tuple[int, ...]) -> None:
        self.left = list(left)
        self.faces: dict[int, Card] = {}
        self.next: Card | None = None  # drawn, and waiting to be asked for

    def has(self, index: int) -> bool:  # noqa: ARG002 - the game ends before its cards do
        return True

    def card(self, index: int) -> Card:
        if index not in self.faces:
            if self.next is None:
                raise _CardNeededError
            self.faces[index], self.next = self.next, None
        return self.faces[index]

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - no card does
        return False


class CasinoWarGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """One to seven seats, a number of rounds, whole decks or a small composition."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = PARAMETERS | dict(params or {})
        self.players, self.rounds = int(given["players"]), int(given["rounds"])
        self.variant = make_variant(
            given["house"],
            given["decks"] or None,
            seats=self.players,
            bets=range(1, int(given["bets"]) + 1),
            ties=range(int(given["ties"]) + 1),
            chips=given["chips"],
            rounds=self.rounds,
            composition=True,
        )
        self.left = _left(self.variant, given["cards"])
        house = self.variant.house
        self.cards_most = self.rounds * (self.players + 1) * house.ties_max
        if sum(self.left) < self.cards_most:
            raise InputError(
                "cards", f"{sum(self.left)} cards: {self.rounds} rounds compare {self.cards_most}"
            )
        loss, win = _extremes(self.variant)
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=len(self.variant.actions),
                max_chance_outcomes=kernel.RANKS,
                num_players=self.players,
                min_utility=float(-loss * self.rounds),
                max_utility=float(win * self.rounds),
                max_game_length=2 * self.players * self.rounds,
            ),
            given,
        )

    def new_initial_state(self) -> CasinoWarState:
        """The table at the first bet."""
        return CasinoWarState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> CasinoWarObserver:
        """What a player sees, as numbers and as text."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CasinoWarObserver(self, kind, params)


def _left(variant: Variant, cards: str) -> tuple[int, ...]:
    """How many cards of each rank are there to draw."""
    if not cards:
        return (variant.decks * len(Suit),) * kernel.RANKS
    shoe = parse_shoe(cards)
    return tuple(shoe.counts[rank] for rank in Rank)


def _extremes(variant: Variant) -> tuple[Fraction, Fraction]:
    """The most that one round can cost and win, in units."""
    house = variant.house
    first = max(action.first for action in variant.actions)
    tie = max(action.tie for action in variant.actions)
    joined = first if variant.rules[kernel.WAR_TIE_ASKED] else 0
    best = max(house.deal.first_odds.ratio, house.war_net_won, house.war_net_tied)
    rung = max(odds.ratio for odds in house.tie.ladder)
    win = first * best + tie * rung + joined * house.tie.war_deal_odds.ratio
    return Fraction(2 * first + tie + joined), win


class _Play:
    """The course of a game so far; a copy shares nothing mutable."""

    def __init__(self, game: CasinoWarGame) -> None:
        self.variant, self.players = game.variant, game.players
        self.chance = _ChanceShoe(game.left)
        self.table = EngineTable(game.variant, self.chance)
        self.pending: tuple[int, int | None] | None = None  # a seat and its action; None: policy
        self.said: list[str] = []
        self.moves: list[int] = []  # actions of players, and cards above them
        self.over = False

    def __deepcopy__(self, memo: Any) -> _Play:
        twin = copy(self)
        twin.chance = copy(self.chance)
        twin.chance.left, twin.chance.faces = list(self.chance.left), dict(self.chance.faces)
        twin.table = self.table.copied(twin.chance)
        twin.said, twin.moves = list(self.said), list(self.moves)
        return twin

    def asked(self) -> int | None:
        """The seat whose turn it is."""
        return None if self.over else self.table.asked()[0]

    def act(self, seat: int, action: int) -> None:
        """Take the action of a seat."""
        self.said.append(f"{seat}:{self.variant.actions[action].name}")
        self.moves.append(action)
        self.pending = (seat, action)
        self._go_on()

    def draw(self, rank: int) -> None:
        """Take a card that chance has drawn; the waiting command is given again."""
        self.said.append(RANK_LETTERS[rank])
        self.moves.append(len(self.variant.actions) + rank)
        self.chance.left[rank] -= 1
        self.chance.next = card_of(Rank(rank + kernel.LOWEST), Suit.CLUBS)
        self._go_on()

    def _go_on(self) -> None:
        """Give the waiting command, then answer for seats that cannot (policy 3)."""
        table = self.table
        while self.pending is not None:
            seat, action = self.pending
            try:
                if action is None:
                    table.answer_for(seat)
                else:
                    table.act(seat, action)
            except _CardNeededError:
                return
            self.pending = None
            self.over = table.shoe_over or table.rounds >= self.variant.rounds
            if not self.over:
                self._look_round()

    def _look_round(self) -> None:
        """Seats without enough chips: the player leaves before a bet; on a tie policy answers."""
        table = self.table
        for seat in table.asked():
            if seat not in table.state.seats or table.mask(seat).any():
                continue
            if table.state.phase is not Phase.BETTING:
                self.pending = (seat, None)
                return
            table.leave(seat)
        self.over = not table.state.seats


class CasinoWarState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A game as OpenSpiel sees it."""

    def __init__(self, game: CasinoWarGame) -> None:
        super().__init__(game)
        self.play = _Play(game)

    def current_player(self) -> int:
        """The player to move, chance, or nobody."""
        if self.play.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.play.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.play.asked()
        assert seat is not None
        return seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.play.table.mask(player + 1)
        return [int(action) for action in np.flatnonzero(mask)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every rank that can be drawn, with its chance."""
        left = self.play.chance.left
        whole = sum(left)
        return [(rank, count / whole) for rank, count in enumerate(left) if count]

    def _apply_action(self, action: int) -> None:
        if self.play.pending is not None:
            self.play.draw(action)
        else:
            self.play.act(self.current_player() + 1, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"card {RANK_LETTERS[action]}"
        return self.play.variant.actions[action].name

    def is_terminal(self) -> bool:
        """Whether the rounds are over."""
        return self.play.over

    def returns(self) -> list[float]:
        """The result of every player, in units; zero before the end."""
        play = self.play
        if not play.over:
            return [0.0] * play.players
        unit = play.variant.unit_cents
        return [play.table.net_cents[seat] / unit for seat in range(1, play.players + 1)]

    def __str__(self) -> str:
        return " ".join(self.play.said)


class CasinoWarObserver:
    """A player's observation: with perfect recall the whole course, otherwise the table now."""

    def __init__(self, game: CasinoWarGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        self._recalls = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._kinds = len(game.variant.actions) + kernel.RANKS
        moves = 2 * game.players * game.rounds + game.cards_most
        shapes: dict[str, tuple[int, ...]] = {"player": (game.players,)}
        if self._public and self._recalls:
            shapes["moves"] = (moves, self._kinds)
        elif self._public:
            shapes["table"] = (game.players, game.variant.sees)
        self.tensor = np.zeros(sum(prod(shape) for shape in shapes.values()), np.float32)
        self.dict, at = {}, 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def set_from(self, state: CasinoWarState, player: int) -> None:
        """Write the numbers."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if "moves" in self.dict:
            for at, move in enumerate(state.play.moves):
                self.dict["moves"][at, move] = 1
        if "table" in self.dict:
            for seat in range(1, state.play.players + 1):
                self.dict["table"][seat - 1] = state.play.table.see(seat)

    def string_from(self, state: CasinoWarState, player: int) -> str:
        """The observation as text."""
        parts = [f"p{player}"]
        if self._public and self._recalls:
            parts.append(str(state))
        elif self._public:
            for seat in range(1, state.play.players + 1):
                row = state.play.table.see(seat)[: kernel.SEES_GONE]
                parts.append(f"seat {seat} [{' '.join(f'{number:g}' for number in row)}]")
        return " ".join(parts)


pyspiel.register_game(GAME_TYPE, CasinoWarGame)
