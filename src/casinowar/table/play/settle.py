"""Settlement: which chips move, at what odds, under which clause (WI h1, h2, i).

Houses differ in what they collect before the war, what stands off and what the dealer posts.
All of it follows from the house's data. The functions for one hand are pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from casinowar.cards import Card
from casinowar.houses.house import House, PayingStyle, SideBet, Surrender
from casinowar.money import Odds
from casinowar.outcomes import Outcome
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.dispatch import Evolution, evolved, nothing
from casinowar.table.guards import tray_covers
from casinowar.table.shoe import Shoe
from casinowar.table.state import (
    Action,
    Hand,
    Lies,
    Movement,
    RackedCard,
    Result,
    Status,
    Table,
    Wager,
)

TRAY_IS_AMPLE = (
    10**6
)  # times the wagers of a hand: more than the highest odds that a house file may have


def evolution(event: e.SettleEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.WagerCollected():
            return evolved(event, _collected)
        case e.WagerReturned():
            return evolved(event, _returned)
        case e.WagerPaid():
            return evolved(event, _paid)
        case e.CouponTaken():
            return evolved(event, nothing)  # worth no chips; the hand keeps the face value
        case e.CouponReturned():
            return evolved(event, nothing)
        case e.HandDecided():
            return evolved(event, _decided)
        case e.MovementReversed():
            return evolved(event, _reversed)
        case _:
            assert_never(event)


def settle_hand(state: Table, command: c.SettleHand, _: Shoe) -> tuple[e.Event, ...]:
    """Compare one hand of the original deal and settle what is decided."""
    hand = state.hands[command.seat]
    assert state.dealer_card is not None
    return settled(state, hand, original_deal(state.house, hand, state.dealer_card))


def settled(state: Table, hand: Hand, events: Iterable[e.Event]) -> tuple[e.Event, ...]:
    """The events of a settlement that the tray can pay.

    With pick and pay, the cards of a hand go to the rack as soon as the hand is decided.
    """
    found = tuple(events)
    if state.tray_cents < hand.wagered_cents * TRAY_IS_AMPLE:
        tray_covers(state, found)
    if state.house.deal.paying_style is PayingStyle.LAY_AND_PAY:
        return found
    return tuple(_and_racked(hand, found, state.house.cites.paying_style))


def _and_racked(hand: Hand, events: Iterable[e.Event], cites: str) -> Iterator[e.Event]:
    for event in events:
        yield event
        if isinstance(event, e.HandDecided):
            yield hand_racked(hand, cites)


def hand_racked(hand: Hand, cites: str) -> e.HandRacked:
    """The cards of a hand go into the rack together."""
    assert hand.card is not None
    cards = [RackedCard(card=hand.card, lies=Lies.HAND)]
    cards += [RackedCard(card=card, lies=Lies.HAND) for card in hand.war_cards]
    return e.HandRacked(seat=hand.seat, cards=tuple(cards), cites=cites)


def compare(card: Card, dealer_card: Card) -> Result:
    """A player's card against the dealer's, by rank alone."""
    if card.rank > dealer_card.rank:
        return Result.HIGHER
    return Result.LOWER if card.rank < dealer_card.rank else Result.EQUAL


# --- the original deal ----------------------------------------------------------------------------


def original_deal(house: House, hand: Hand, dealer_card: Card) -> list[e.Event]:
    """Compare a hand with the dealer's first card and settle the wagers that are decided."""
    assert hand.card is not None
    result = compare(hand.card, dealer_card)
    cites, seat = house.cites, hand.seat
    if result is Result.EQUAL:
        return [
            e.HandCompared(seat=seat, result=result, cites=cites.choice),
            *_tied(house, hand, dealer_card),
        ]
    won = result is Result.HIGHER
    clause = cites.first_won if won else cites.first_lost
    events: list[e.Event] = [e.HandCompared(seat=seat, result=result, cites=clause)]
    if hand.initial_cents:
        events += _won_first(house, hand) if won else _lost_first(house, hand)
    if hand.coupon_cents:
        events += coupon_taken(house, hand)
    if hand.tie_cents or hand.sides:
        events += _side_wagers_lost(house, hand, cites.tie_lost_higher if won else cites.tie_lost)
    events.append(decided_as(hand, Outcome.WIN if won else Outcome.LOSE, clause))
    return events


def decided_as(hand: Hand, outcome: Outcome, cites: str) -> e.HandDecided:
    """The end of a hand; without a first wager it has no outcome."""
    if not hand.initial_cents:
        outcome = Outcome.NONE
    return e.HandDecided(seat=hand.seat, outcome=outcome, cites=cites)


def _lost_first(house: House, hand: Hand) -> tuple[e.Event, ...]:
    return (collect(hand, Wager.INITIAL, hand.initial_cents, house.cites.first_lost),)


def _won_first(house: House, hand: Hand) -> tuple[e.Event, ...]:
    # a match play coupon counts as part of the wager when it wins even money (policy 6)
    stake = hand.initial_cents + hand.coupon_cents
    cites = house.cites.first_paid
    return (
        pay(hand, Wager.INITIAL, stake, house.deal.first_odds, cites),
        give_back(hand, Wager.INITIAL, hand.initial_cents, cites),
    )


def _side_wagers_lost(house: House, hand: Hand, cites: str) -> Iterator[e.Event]:
    if hand.tie_cents:
        yield collect(hand, Wager.TIE, hand.tie_cents, cites)
    for name, cents in hand.sides:
        yield collect(hand, Wager.SIDE, cents, house.cites.side_lost, name)


def _tied(house: House, hand: Hand, dealer_card: Card) -> Iterator[e.Event]:
    yield from _decided_by_first_tie(house, hand, dealer_card)
    if not hand.initial_cents:
        if _waits_for_war(house, hand):
            yield e.TieContinued(seat=hand.seat, cites=house.cites.tie_alone)
        else:
            yield decided_as(hand, Outcome.NONE, house.cites.tie_paid)
        return
    if house.surrender.mode is Surrender.FORCED:
        yield from surrendered(house, hand, dealer_card)
        return
    yield e.ChoiceOffered(
        seat=hand.seat,
        surrender=house.surrender.mode is Surrender.OFFERED,
        war=True,
        cites=house.cites.choice,
    )


def _decided_by_first_tie(house: House, hand: Hand, dealer_card: Card) -> Iterator[e.Event]:
    """Tie and side wagers that the original deal decides."""
    if hand.tie_cents and not house.tie.climbs:
        yield from win(hand, Wager.TIE, hand.tie_cents, house.tie.ladder[0], house.cites.tie_paid)
    for name, cents in hand.sides:
        bet = _side_bet(house, name)
        if not bet.climbs:
            yield from _side_settled(house, hand, bet, cents, dealer_card, 1)


def tie_run_over(house: House, hand: Hand, dealer_card: Card, ties: int) -> Iterator[e.Event]:
    """Wagers on the number of ties in a row, once no further tie is possible."""
    ladder = house.tie.ladder
    if hand.tie_cents and house.tie.climbs:
        odds = ladder[min(ties, len(ladder)) - 1]
        yield from win(hand, Wager.TIE, hand.tie_cents, odds, house.cites.tie_paid)
    for name, cents in hand.sides:
        bet = _side_bet(house, name)
        if bet.climbs:
            yield from _side_settled(house, hand, bet, cents, dealer_card, ties)


def _side_bet(house: House, name: str) -> SideBet:
    return next(bet for bet in house.side_bets if bet.name == name)


def _waits_for_war(house: House, hand: Hand) -> bool:
    """Whether a wager of a tied hand depends on the ties that may follow."""
    if hand.tie_cents and house.tie.climbs:
        return True
    return any(_side_bet(house, name).climbs for name, _ in hand.sides)


def _side_settled(
    house: House, hand: Hand, bet: SideBet, cents: int, dealer_card: Card, ties: int
) -> Iterator[e.Event]:
    assert hand.card is not None
    suited = hand.card.suit is not None and hand.card.suit is dealer_card.suit
    row = bet.row_for(hand.card.rank, suited=suited, ties=ties)
    if row is None:
        yield collect(hand, Wager.SIDE, cents, house.cites.side_lost, bet.name)
    else:
        yield from win(hand, Wager.SIDE, cents, row.odds, house.cites.side_paid, bet.name)


def surrendered(house: House, hand: Hand, dealer_card: Card) -> Iterator[e.Event]:
    """Collect what a surrender costs, return the rest."""
    lost = hand.initial_cents * house.surrender.lost
    assert lost.denominator == 1, (
        "half of a wager is not a whole amount: the wager step must be even"
    )
    cites = house.cites.surrender
    yield collect(hand, Wager.INITIAL, int(lost), cites)
    yield give_back(hand, Wager.INITIAL, hand.initial_cents - int(lost), cites)
    yield from coupon_taken(house, hand)
    yield from tie_run_over(house, hand, dealer_card, 1)
    yield decided_as(hand, Outcome.SURRENDER, cites)


# --- single movements -----------------------------------------------------------------------------


def collect(
    hand: Hand, wager: Wager, cents: int, cites: str, side: str | None = None
) -> e.WagerCollected:
    """A wager goes into the tray."""
    return e.WagerCollected(seat=hand.seat, wager=wager, side=side, amount_cents=cents, cites=cites)


def give_back(
    hand: Hand, wager: Wager, cents: int, cites: str, side: str | None = None
) -> e.WagerReturned:
    """A wager goes back to its player."""
    return e.WagerReturned(seat=hand.seat, wager=wager, side=side, amount_cents=cents, cites=cites)


def pay(
    hand: Hand, wager: Wager, stake: int, odds: Odds, cites: str, side: str | None = None
) -> e.WagerPaid:
    """Pay what a wager wins at these odds."""
    return e.WagerPaid(
        seat=hand.seat,
        wager=wager,
        side=side,
        amount_cents=odds.payment(stake),
        odds=str(odds),
        cites=cites,
    )


def win(
    hand: Hand, wager: Wager, stake: int, odds: Odds, cites: str, side: str | None = None
) -> Iterator[e.Event]:
    """A wager is paid and goes back to its player."""
    yield pay(hand, wager, stake, odds, cites, side)
    yield give_back(hand, wager, stake, cites, side)


def coupon_taken(house: House, hand: Hand) -> Iterator[e.Event]:
    """A coupon is collected once decided, whether it won or lost."""
    if hand.coupon_cents:
        yield e.CouponTaken(
            seat=hand.seat, amount_cents=hand.coupon_cents, cites=house.cites.coupon
        )


# --- what movements do ----------------------------------------------------------------------------


def _decided(table: Table, event: e.HandDecided) -> None:
    hand = table.hands[event.seat]
    hand.status = Status.SETTLED
    hand.outcome = event.outcome


def _collected(table: Table, event: e.WagerCollected) -> None:
    hand = table.hands[event.seat]
    _note(hand, event, Action.COLLECT, event.amount_cents)
    hand.layout_cents -= event.amount_cents
    table.tray_cents += event.amount_cents


def _returned(table: Table, event: e.WagerReturned) -> None:
    hand = table.hands[event.seat]
    _note(hand, event, Action.RETURN, event.amount_cents)
    hand.layout_cents -= event.amount_cents
    table.seats[event.seat].chips_cents += event.amount_cents


def _paid(table: Table, event: e.WagerPaid) -> None:
    hand = table.hands[event.seat]
    _note(hand, event, Action.PAY, event.amount_cents, event.odds)
    hand.match_cents -= event.from_match_cents
    table.tray_cents -= event.amount_cents - event.from_match_cents
    table.seats[event.seat].chips_cents += event.amount_cents


def _reversed(table: Table, event: e.MovementReversed) -> None:
    hand, cents = table.hands[event.seat], event.amount_cents
    _note(hand, event, event.action, -cents)
    if event.action is Action.PAY:
        table.seats[event.seat].chips_cents -= cents
        table.tray_cents += cents
    else:
        hand.layout_cents += cents
        table.tray_cents -= cents


Moved = e.WagerCollected | e.WagerReturned | e.WagerPaid | e.MovementReversed


def _note(hand: Hand, event: Moved, action: Action, cents: int, odds: str | None = None) -> None:
    movement = Movement(
        wager=event.wager,
        side=event.side,
        action=action,
        amount_cents=cents,
        odds=odds,
        cites=event.cites,
    )
    hand.movements = (*hand.movements, movement)
