"""Playing a round plan through the engine, every dealer step automatic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from casinowar.cards import CARDS_PER_DECK
from casinowar.errors import InputError, expect
from casinowar.houses.house import Surrender
from casinowar.money import show_cents
from casinowar.record.roundfile import RoundPlan, SeatPlan
from casinowar.table import commands as c
from casinowar.table.automation import ALL_STEPS, automatic_step
from casinowar.table.engine import decide, fold
from casinowar.table.events import Event, RoundCompleted, RoundVoided
from casinowar.table.procedure import due
from casinowar.table.refusals import Code, Refusal
from casinowar.table.shoe import Shoe, stack_of
from casinowar.table.state import Hand, InShoe, Phase, Seat, Status, Table
from casinowar.wire.events import event_to_json

FORMAT = "casinowar-result/1"
TRAY_CENTS = 10**30  # a round file has no tray: it can always pay


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """A round that was played: the tables before it and before the racking, and all events."""

    plan: RoundPlan
    start: Table
    state: Table
    events: tuple[Event, ...]
    void: bool


def play_round(plan: RoundPlan, shoe: Shoe | None = None) -> PlayedRound:
    """Play ``plan``; raises an InputError if cards or decisions are missing.

    The cards come from ``shoe`` if one is given, otherwise from the plan.
    """
    expect("plan", plan, RoundPlan, "a RoundPlan, such as read_round returns")
    shoe = stack_of(plan.cards, plan.face_up) if shoe is None else shoe
    start, events = _table(plan), list[Event]()
    state = start
    for seat in plan.seats:
        bet = c.PlaceWagers(
            seat=seat.seat,
            initial_cents=seat.initial_cents,
            tie_cents=seat.tie_cents,
            coupon_cents=seat.coupon_cents,
            sides=dict(seat.sides),
        )
        state = _do(state, bet, shoe, events)
    while True:
        before, state = state, _do(state, _next_command(plan, state, shoe), shoe, events)
        if isinstance(events[-1], RoundCompleted):
            void = any(isinstance(event, RoundVoided) for event in events)
            return PlayedRound(
                plan=plan, start=start, state=before, events=tuple(events), void=void
            )


def _table(plan: RoundPlan) -> Table:
    shoe = InShoe(number=1, size=plan.decks * CARDS_PER_DECK)
    seats = {
        seat.seat: Seat(
            player=f"seat {seat.seat}", name=f"seat {seat.seat}", chips_cents=_need(seat)
        )
        for seat in plan.seats
    }
    return Table(
        house=plan.house,
        phase=Phase.BETTING,
        decks=plan.decks,
        shoe=shoe,
        seats=seats,
        arrivals=tuple(seats),
        tray_cents=TRAY_CENTS,
    )


def _need(seat: SeatPlan) -> int:
    sides = sum(cents for _, cents in seat.sides)
    return 2 * seat.initial_cents + seat.tie_cents + seat.war_tie_cents + sides


def _do(state: Table, command: c.Command, shoe: Shoe, events: list[Event]) -> Table:
    answer = decide(state, command, shoe)
    if isinstance(answer, Refusal):
        empty = answer.code is Code.SHOE_EMPTY
        reason = "the round needs more cards than the file has" if empty else answer.sentence
        raise InputError(_field_of(answer, state), reason, answer.cites)
    events += answer
    return fold(state, answer)


def _field_of(refusal: Refusal, state: Table) -> str:
    if refusal.code in {Code.SHOE_EMPTY, Code.CARD_UNSEEN, Code.CARD_FACE_UP}:
        return f"cards[{state.shoe.drawn}]"
    return "seats"


def _next_command(plan: RoundPlan, state: Table, shoe: Shoe) -> c.Command:
    owed = due(state)
    if isinstance(owed, c.DealCard) and state.phase is Phase.DEAL and owed.seat in plan.missed:
        return c.ReportMissedSeat(seat=owed.seat)
    step = automatic_step(state, shoe, ALL_STEPS)
    if step is None:
        return _decision(plan, state)
    drawn_in_error = state.shoe.next_index in plan.drawn_in_error and not state.shoe.held
    if drawn_in_error and isinstance(step, c.DealCard | c.BurnCard):
        return c.DrawInError()
    return step


def _decision(plan: RoundPlan, state: Table) -> c.Command:
    hand = next(hand for hand in state.hands.values() if hand.status is Status.ASKED)
    seat = next(seat for seat in plan.seats if seat.seat == hand.seat)
    where = f"seats[{seat.place}].on_tie"
    if seat.goes_to_war is None:
        reason = f"seat {hand.seat} ties and needs war or surrender"
        raise InputError(where, reason, plan.house.cites.choice)
    if not seat.goes_to_war and plan.house.surrender.mode is Surrender.NOT_OFFERED:
        raise InputError(where, "this house offers no surrender", plan.house.cites.surrender)
    if seat.goes_to_war:
        return c.GoToWar(seat=hand.seat, war_tie_cents=seat.war_tie_cents)  # zero: none
    return c.SurrenderHand(seat=hand.seat)


# --- results --------------------------------------------------------------------------------------


def result_to_json(played: PlayedRound) -> dict[str, Any]:
    """The result as the command line prints it."""
    state, plan = played.state, played.plan
    war = state.dealer_war_cards
    return {
        "format": FORMAT,
        "house": plan.house.name,
        "decks": plan.decks,
        "void": played.void,
        "reshuffle": played.void,
        "cards_used": state.shoe.drawn,
        "dealer": {
            "card": None if state.dealer_card is None else str(state.dealer_card),
            "war_card": str(war[-1]) if war else None,
        },
        "seats": [_seat_to_json(hand) for hand in state.hands.values()],
        "events": [event_to_json(event) for event in played.events],
    }


def _seat_to_json(hand: Hand) -> dict[str, Any]:
    return {
        "seat": hand.seat,
        "card": None if hand.card is None else str(hand.card),
        "war_card": str(hand.war_cards[-1]) if hand.war_cards else None,
        "outcome": hand.outcome,
        "wagered": hand.wagered_cents,
        "returned": hand.returned_cents,
        "net": hand.returned_cents - hand.wagered_cents,
        "movements": movements_to_json(hand),
    }


def movements_to_json(hand: Hand) -> list[dict[str, Any]]:
    """Every chip movement of a hand, in the order of the house."""
    return [
        {
            "wager": move.name,
            "action": move.action,
            "amount": move.amount_cents,
            "odds": move.odds,
            "cites": move.cites,
        }
        for move in hand.movements
    ]


def differences(played: PlayedRound) -> list[str]:
    """The differences between the recorded results and the round as played."""
    found, symbol = [], played.plan.house.limits.symbol
    for recorded in played.plan.results:
        hand = played.state.hands[recorded.seat]
        got = {
            "wagered": hand.wagered_cents,
            "returned": hand.returned_cents,
            "net": hand.returned_cents - hand.wagered_cents,
        }
        if recorded.outcome is not None and recorded.outcome is not hand.outcome:
            found.append(
                f"seat {recorded.seat} outcome: recorded {recorded.outcome}, played {hand.outcome}"
            )
        found += [
            f"seat {recorded.seat} {name}: recorded {show_cents(cents, symbol)},"
            f" played {show_cents(got[name], symbol)}"
            for name, cents in recorded.cents.items()
            if cents != got[name]
        ]
    return found
