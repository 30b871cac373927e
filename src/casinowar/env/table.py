"""A table of the engine for learners: whose turn it is, the legal actions and the rewards.

The engine decides everything. ``opened`` brings a table to its first bets; ``EngineTable`` gives
players' actions to it as commands and adds up what its events say.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casinowar.cards import Card
from casinowar.env.actions import Action
from casinowar.houses import House
from casinowar.live import DEALER_NAME, LiveTable
from casinowar.simulate.kernels import seat as kernel
from casinowar.table import Refusal, decide
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.automation import ALL_STEPS, Automations
from casinowar.table.due import step_now
from casinowar.table.shoe import Shoe
from casinowar.table.state import DEALER, Hand, Phase, Table
from casinowar.table.waits import Awaited

if TYPE_CHECKING:
    from casinowar.env.variant import Variant
    from casinowar.tui.felt import Felt

DAY = date(2026, 1, 1)  # of every table: nothing here depends on the calendar
TRAY_CENTS = 10**11
# the steps of a round, which a learning dealer performs
DEALER_STEPS: tuple[type[c.Command], ...] = (
    c.AnnounceNoMoreBets,
    c.DealCard,
    c.BurnCard,
    c.SettleHand,
    c.SettleSurrender,
    c.ConfirmWar,
    c.SettleWar,
    c.RackCards,
)


def opened(
    house: House, decks: int, seats: int, chips_cents: int, shoes: Callable[[int], Shoe]
) -> LiveTable:
    """A table whose players have bought chips, at the first bets of a new shoe."""
    table = LiveTable(house, shoes=shoes)
    table.must(c.OpenTable(day=DAY, dealer=DEALER_NAME, tray_cents=TRAY_CENTS, decks=decks))
    for seat in range(1, seats + 1):
        table.must(c.TakeSeat(seat=seat, player=f"seat-{seat}", name=f"Player {seat}"))
        table.must(c.BuyChips(seat=seat, cash_cents=chips_cents))
    while (wait := table.waits_for()[0]).what is not Awaited.BET:
        assert wait.otherwise is not None, wait
        table.must(wait.otherwise)
    return table


class EngineTable:
    """The seats of one table and, if a learner deals, the dealer."""

    def __init__(self, variant: Variant, shoe: Shoe, *, dealer: bool = False) -> None:
        self.variant = variant
        self.source = shoe
        automations: Automations = ALL_STEPS - frozenset(DEALER_STEPS) if dealer else ALL_STEPS
        self.live = self._new_table(automations)
        self.live.restore(variant.opened, 0)
        self.net_cents = dict.fromkeys(variant.opened.seats, 0)  # since it was last taken
        self.gone = np.zeros(kernel.RANKS, np.int64)
        self.rounds = 0
        self.shoe_over = False
        self.happened: list[e.Event] = []  # since the felt was last looked at
        self._felt: Felt | None = None

    def _new_table(self, automations: Automations) -> LiveTable:
        return LiveTable(self.variant.house, automations=automations, shoes=self._the_shoe)

    def _the_shoe(self, number: int) -> Shoe:  # noqa: ARG002 - an episode has one shoe
        return self.source

    def copied(self, shoe: Shoe) -> EngineTable:
        """An independent copy of the table with another shoe."""
        twin = copy(self)
        twin.source = shoe
        twin.live = EngineTable._new_table(twin, self.live.automations)
        twin.live.restore(self.state, self.live.version)
        twin.net_cents, twin.gone = dict(self.net_cents), self.gone.copy()
        twin.happened = list(self.happened)
        return twin

    @property
    def state(self) -> Table:
        """The table as it is now."""
        return self.live.state

    # --- who is asked -----------------------------------------------------------------------------

    def asked(self) -> list[int]:
        """The seats that the table waits for, in order; ``DEALER`` for a step of the dealer."""
        return [DEALER if wait.who is None else wait.who.seat for wait in self.live.waits_for()]

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The actions of a seat that the engine would accept now."""
        commands = (self._command(seat, action) for action in self.variant.actions)
        return np.array([self._accepts(command) for command in commands], np.int8)

    def dealer_mask(self) -> NDArray[np.int8]:
        """Which step of the dealer is due now."""
        due = type(step_now(self.state, self.source)) if self.asked() == [DEALER] else None
        return np.array([kind is due for kind in DEALER_STEPS], np.int8)

    def _accepts(self, command: c.Command | None) -> bool:
        if command is None:
            return False
        return not isinstance(decide(self.state, command, self.source), Refusal)

    def _command(self, seat: int, action: Action) -> c.Command | None:
        """An action as a command; None for an action that does not fit this moment."""
        hand, unit = self.state.hands.get(seat), self.variant.unit_cents
        if self.state.phase is Phase.BETTING:
            if not action.first or hand is not None:
                return None
            return c.PlaceWagers(
                seat=seat, initial_cents=action.first * unit, tie_cents=action.tie * unit
            )
        if hand is None or action.first or self.state.phase is not Phase.DECIDE:
            return None
        if not action.war:
            return c.SurrenderHand(seat=seat)
        return c.GoToWar(seat=seat, war_tie_cents=hand.initial_cents if action.war_tie else 0)

    # --- actions ----------------------------------------------------------------------------------

    def act(self, seat: int, action: int) -> bool:
        """Give a seat's action to the table; False if it is refused and nothing has changed."""
        command = self._command(seat, self.variant.actions[action])
        return command is not None and self._do(command)

    def deal(self, step: int) -> bool:
        """Perform a step of the dealer; False if another one is due, and nothing has changed."""
        if not self.dealer_mask()[step]:
            return False
        due = step_now(self.state, self.source)
        return due is not None and self._do(due)

    def leave(self, seat: int) -> None:
        """A player leaves with their chips; policy answers for them."""
        while seat in self.state.hands and seat in self.asked():
            self.answer_for(seat)
        if seat not in self.state.hands:
            self._do(c.LeaveSeat(seat=seat))

    def answer_for(self, seat: int) -> None:
        """Let the house's published policy answer for a player (policy 3)."""
        self._do(c.CallTime(seat=seat))

    def _do(self, command: c.Command) -> bool:
        answer = self.live.do(command)
        if isinstance(answer, Refusal):
            return False
        self.happened += answer
        for event in answer:
            match event:
                case e.WagerPaid():
                    self.net_cents[event.seat] += event.amount_cents
                case e.WagerCollected():
                    self.net_cents[event.seat] -= event.amount_cents
                case e.CardDealt() | e.WarCardDealt():
                    self.gone[event.card.rank - 2] += 1
                case e.RoundCompleted():
                    self.rounds += 1
                    self.shoe_over = self.shoe_over or event.reshuffle
                case _:
                    pass
        return True

    def take_net(self, seat: int) -> float:
        """The result of a seat's wagers since the last call, in units."""
        cents, self.net_cents[seat] = self.net_cents[seat], 0
        return cents / self.variant.unit_cents

    @property
    def felt(self) -> Felt:
        """The content of the felt for a picture: a finished round stays visible."""
        from casinowar.tui.felt import Felt, shown

        felt = self._felt or Felt(self.variant.opened, self.variant.opened)
        for event in self.happened:
            felt = shown(felt, event)
        self.happened.clear()
        self._felt = felt
        return felt

    # --- observations -----------------------------------------------------------------------------

    def hand(self, seat: int) -> Hand | None:
        """The hand of a seat, in this round or, between rounds, in the last one."""
        if self.state.hands:
            found = self.state.hands.get(seat)
            if found is not None and (found.card or self.state.phase is not Phase.BETTING):
                return found
        last = self.state.last_round
        return next((h for h in last.hands if h.seat == seat), None) if last else None

    def cards(self, seat: int) -> tuple[Card | None, Card | None]:
        """The last card of a seat and that of the dealer."""
        hand, state = self.hand(seat), self.state
        own = hand.cards[-1] if hand is not None and hand.cards else None
        if state.hands and state.dealer_card is not None:
            return own, (state.dealer_card, *state.dealer_war_cards)[-1]
        return own, state.last_round.dealer[-1] if state.last_round else None

    def chips(self, seat: int) -> float:
        """The chips in front of a seat, in units."""
        holder = self.state.seats.get(seat)
        return 0.0 if holder is None else holder.chips_cents / self.variant.unit_cents

    def see(self, seat: int) -> NDArray[np.float32]:
        """The observation of a seat."""
        variant, asked = self.variant, self.state.phase is Phase.DECIDE
        hand = self.state.hands.get(seat)
        own, dealers = self.cards(seat)
        found = np.zeros(variant.sees, np.float32)
        found[kernel.SEES_PHASE] = kernel.TIED if asked else kernel.BETTING
        found[kernel.SEES_OWN] = own.rank if own else 0
        found[kernel.SEES_DEALER] = dealers.rank if dealers else 0
        if hand is not None:
            found[kernel.SEES_FIRST] = hand.initial_cents / variant.unit_cents
            found[kernel.SEES_TIE] = hand.tie_cents / variant.unit_cents
        found[kernel.SEES_CHIPS] = self.chips(seat)
        if variant.composition:
            found[kernel.SEES_GONE :] = self.gone
        return found
