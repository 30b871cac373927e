"""Automations: any subset of the dealer's and the floor's steps can carry itself out.

All on, a table runs by itself; all off, a person performs each step. ``carry_out`` decides one
command and then every automatic step that follows from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from casinowar.table import commands as c
from casinowar.table.decide import decide, decide_next
from casinowar.table.event import Event
from casinowar.table.evolve import advance, fold
from casinowar.table.refusals import Refusal
from casinowar.table.shoe import Shoe
from casinowar.table.state import Phase, Table
from casinowar.table.steps import next_step

CARD_STEPS: frozenset[type[c.Command]] = frozenset(
    {
        c.ReceiveDecks,
        c.InspectDecks,
        c.VerifyInspection,
        c.SpreadCards,
        c.ShowCards,
        c.TurnCardsUp,
        c.TurnCardsDown,
        c.WashCards,
        c.StackCards,
        c.ShuffleCards,
        c.SwapBatches,
        c.ChangeCards,
        c.OfferCut,
        c.CutCards,
        c.PlaceCuttingCard,
        c.LoadShoe,
        c.CollectCards,
    }
)
ROUND_STEPS: frozenset[type[c.Command]] = frozenset(
    {
        c.BurnCard,
        c.DealCard,
        c.SettleHand,
        c.SettleSurrender,
        c.ConfirmWar,
        c.SettleWar,
        c.RackCards,
        c.SetAsideFaceUpCard,
    }
)
NO_MORE_BETS: frozenset[type[c.Command]] = frozenset({c.AnnounceNoMoreBets})
ALL_STEPS = CARD_STEPS | ROUND_STEPS | NO_MORE_BETS
_DRAWS = (c.DealCard, c.BurnCard)

Automations = frozenset[type[c.Command]]
Shoes = Callable[[int], Shoe]  # the shoe of a number; a table counts its shoes from 1


@dataclass(frozen=True, slots=True)
class Carried:
    """What a command and the automatic steps after it brought about."""

    state: Table
    events: tuple[Event, ...]


def carry_out(
    state: Table, command: c.Command, shoes: Shoes, automations: Automations = ALL_STEPS
) -> Carried | Refusal:
    """Decide ``command``, then every automatic step that is due; a refusal changes nothing."""
    answer = decide(state, command, shoes(state.shoe.number))
    if isinstance(answer, Refusal):
        return answer
    own = fold(state, answer)
    return Carried(own, answer + _run(own, shoes, automations))


def run_automatic(state: Table, shoes: Shoes, automations: Automations = ALL_STEPS) -> Carried:
    """Carry out automatic steps until a person has the word."""
    own = fold(state, ())
    return Carried(own, _run(own, shoes, automations))


def _run(own: Table, shoes: Shoes, automations: Automations) -> tuple[Event, ...]:
    """Bring a table that nobody else holds as far as the automations carry it."""
    events: list[Event] = []
    number, shoe = own.shoe.number, shoes(own.shoe.number)
    while True:
        if own.shoe.number != number:
            number, shoe = own.shoe.number, shoes(own.shoe.number)
        step = automatic_step(own, shoe, automations)
        if step is None:
            break
        answer = decide_next(own, step, shoe)
        if isinstance(answer, Refusal):  # the shoe cannot serve the step: the floor's matter
            break
        advance(own, answer)
        events += answer
    return tuple(events)


def automatic_step(state: Table, shoe: Shoe, automations: Automations) -> c.Command | None:
    """The next step if it is automatic."""
    step = next_step(state)
    kind = type(step)
    if step is None:
        return None
    if kind in _DRAWS and shoe.lies_face_up(state.shoe.next_index):
        step, kind = c.SetAsideFaceUpCard(), c.SetAsideFaceUpCard
    if kind not in automations:
        return None
    if kind is c.AnnounceNoMoreBets and not everyone_has_bet(state):
        return None
    return step


def everyone_has_bet(state: Table) -> bool:
    """Whether each seated player has a wager down, so that nobody is waited for."""
    return state.phase is Phase.BETTING and state.hands.keys() >= state.seats.keys()
