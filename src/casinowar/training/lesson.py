"""One table at which a person performs every step, with automated players.

All automations are off. A wrong or early step is refused with its clause and a sentence that says
what is due; the trainer counts refusals, so that the person knows what to review.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from random import Random

from casinowar.errors import InputError
from casinowar.game.offers import Offers
from casinowar.game.players import Habits, player_command
from casinowar.houses import House
from casinowar.houses.house import Shuffling
from casinowar.live import TRAY_CENTS, LiveTable
from casinowar.table import Event, Refusal, due, due_in_words
from casinowar.table import commands as c
from casinowar.table.roles import player_at
from casinowar.training.payouts import PAYING, check_payout, split_payout
from casinowar.training.words import read_step, typed

BUY_IN_CENTS = 1_000_00
WAR_CHANCE = 0.7
TIE_CHANCE = 0.3


@dataclass
class Trainee:
    """How a person did: steps taken, and the clauses of those that were refused."""

    taken: int = 0
    hints: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])


class Training:
    """One table with a person as dealer and floor; with ``payouts`` they also name what is paid."""

    def __init__(
        self,
        house: House,
        players: int,
        seed: int,
        *,
        payouts: bool = False,
        shuffling: Shuffling | None = None,
    ) -> None:
        chance = Random(seed)  # noqa: S311 - lessons can be repeated; nothing is at stake
        self.table = LiveTable(house, chance.randrange, automations=frozenset())
        self.trainee = Trainee()
        self.payouts = payouts
        self._habits = Habits(
            goes_to_war=lambda: chance.random() < WAR_CHANCE,
            bets_tie=lambda: chance.random() < TIE_CHANCE,
            buy_in_cents=BUY_IN_CENTS,
        )
        opened = self.table.do(
            c.OpenTable(
                day=date(2026, 1, 1), dealer="You", tray_cents=TRAY_CENTS, shuffling=shuffling
            )
        )
        if isinstance(opened, Refusal):
            raise InputError("--shuffling", opened.sentence, opened.cites)
        for seat in range(1, players + 1):
            self._must(c.TakeSeat(seat=seat, player=f"Player {seat}"))
            self._must(c.BuyChips(seat=seat, cash_cents=BUY_IN_CENTS))

    @property
    def due(self) -> str:
        """What the table waits for, with its clause."""
        words, clause = due_in_words(self.table.state)
        return f"{words} ({clause})"

    @property
    def to_type(self) -> str:
        """What to type for the step that is due; nothing while the table waits for a player."""
        step = due(self.table.state)
        if step is None:
            return ""
        amount = " AMOUNT" if self.payouts and isinstance(step, PAYING) else ""
        return f"type: {typed(step, self.table.state)}{amount}"

    def step(self, text: str) -> tuple[Event, ...] | Refusal | str:
        """Take a typed step: its events and the players' answers, a refusal, or a correction."""
        text, amount = split_payout(text) if self.payouts else (text, "")
        command = read_step(text, self.table.state)
        if isinstance(command, str):
            return command
        answer = self._wrong_payout(command, amount) or self.table.do(command)
        if isinstance(answer, str):
            return answer
        if isinstance(answer, Refusal):
            self.trainee.refused[answer.cites] += 1
            return answer
        self.trainee.taken += 1
        return answer + self._players_answer()

    def _wrong_payout(self, command: c.Command, amount: str) -> Refusal | str | None:
        if not self.payouts:
            return None
        if amount and not isinstance(command, PAYING):
            return "Only settle, surrender and war take an amount."
        return check_payout(self.table.state, command, amount)

    # --- the players ------------------------------------------------------------------------------

    def _players_answer(self) -> tuple[Event, ...]:
        """What the players do when it is their turn."""
        events: tuple[Event, ...] = ()
        while (command := self._player_command()) is not None:
            events += self._must(command)
        return events

    def _player_command(self) -> c.Command | None:
        state = self.table.state
        for wait in self.table.waits_for():
            if wait.who is not None and wait.who.role is c.Role.PLAYER:
                return player_command(state, wait, self.table.shoe, self._habits)
        if isinstance(due(state), c.SpreadIdleCards):  # they come back when the cards are spread
            return None
        for seat in sorted(state.seats):
            offers = Offers(self.table.legal(player_at(seat)))
            if offers.has(c.ReturnToPlay) and offers.has(c.BuyChips):
                return c.ReturnToPlay(seat=seat)
        return None

    def _must(self, command: c.Command) -> tuple[Event, ...]:
        answer = self.table.do(command)
        assert not isinstance(answer, Refusal), f"a player's command was refused: {answer}"
        return answer
