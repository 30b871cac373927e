"""One table under a person's hands, with players who play by themselves.

All automations are off. A wrong, early or missing step is refused with its clause and the
sentence that says what is due; the trainer counts what was refused, to be learned again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from random import Random

from casinowar.houses import House
from casinowar.live import LiveTable
from casinowar.table import commands as c
from casinowar.table.event import Event
from casinowar.table.refusals import Refusal
from casinowar.table.state import Phase, Status, Table
from casinowar.table.steps import next_step, step_in_words
from casinowar.training.payouts import PAYING, check_payout, split_payout
from casinowar.training.words import read_step, typed

BUY_IN_CENTS = 1_000_00
TRAY_CENTS = 100_000_00
WAR_CHANCE = 0.7


@dataclass
class Trainee:
    """How a person did: steps taken, and the clauses of those that were refused."""

    taken: int = 0
    hints: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])


class Training:
    """One table under a person's hands; with ``payouts`` the person also says what is paid."""

    def __init__(self, house: House, players: int, seed: int, *, payouts: bool = False) -> None:
        self._chance = Random(seed)  # noqa: S311 - lessons can be repeated; nothing is at stake
        self.table = LiveTable(house, self._chance.randrange, automations=frozenset())
        self.trainee = Trainee()
        self.payouts = payouts
        self._must(c.OpenTable(day=date(2026, 1, 1), dealer="You", tray_cents=TRAY_CENTS))
        for seat in range(1, players + 1):
            self._must(c.TakeSeat(seat=seat, player=f"Player {seat}"))
            self._must(c.BuyChips(seat=seat, cash_cents=BUY_IN_CENTS))

    @property
    def due(self) -> str:
        """What the table waits for, with its clause."""
        words, clause = step_in_words(self.table.state)
        return f"{words} ({clause})"

    @property
    def to_type(self) -> str:
        """What to type for the step that is due; nothing where a player has the word."""
        step = next_step(self.table.state)
        if step is None:
            return ""
        amount = " AMOUNT" if self.payouts and isinstance(step, PAYING) else ""
        return f"type: {typed(step, self.table.state)}{amount}"

    def step(self, text: str) -> tuple[Event, ...] | Refusal | str:
        """Take a step in words: its events and the players' answers, a refusal, or a reproof."""
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

    def _players_answer(self) -> tuple[Event, ...]:
        """What the players do by themselves once it is their turn."""
        events: tuple[Event, ...] = ()
        while (command := self._player_command(self.table.state)) is not None:
            events += self._must(command)
        return events

    def _player_command(self, state: Table) -> c.Command | None:
        if state.phase is Phase.CUT_OFFERED:
            return c.RefuseCut(seat=state.queue[0])
        if state.phase is Phase.BETTING and not state.burns:
            waiting = [seat for seat in sorted(state.seats) if seat not in state.hands]
            return self._bet(state, waiting[0]) if waiting else None
        for hand in state.hands.values():
            if hand.status is Status.ASKED and state.phase is Phase.DECIDE:
                covered = state.seats[hand.seat].chips_cents >= hand.initial_cents
                if covered and self._chance.random() < WAR_CHANCE:
                    return c.GoToWar(seat=hand.seat)
                return c.CallTime(seat=hand.seat)
        return None

    def _bet(self, state: Table, seat: int) -> c.Command:
        limits = state.house.limits
        least = limits.first.min_cents
        if state.seats[seat].chips_cents < 2 * least + limits.tie.min_cents:
            return c.BuyChips(seat=seat, cash_cents=BUY_IN_CENTS)
        tie = limits.tie.min_cents if state.house.tie.offered and self._chance.random() < 0.3 else 0
        return c.PlaceWagers(seat=seat, initial_cents=least, tie_cents=tie)

    def _must(self, command: c.Command) -> tuple[Event, ...]:
        answer = self.table.do(command)
        assert not isinstance(answer, Refusal), f"a player's command was refused: {answer}"
        return answer
