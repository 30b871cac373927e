"""Settlement: which chips move, at which odds, by which clause. Pure functions of one hand.

Each house shows its own movements: what it collects before the war, what stands off, what the
dealer posts. All of it follows from the house's data.
"""

from __future__ import annotations

from collections.abc import Iterator

from casinowar.cards import Card
from casinowar.houses.house import (
    FirstWager,
    House,
    PaidOn,
    SideBet,
    Surrender,
    WarTie,
)
from casinowar.money import Odds
from casinowar.table.event import Event
from casinowar.table.round_events import (
    ChoiceOffered,
    CouponReturned,
    CouponTaken,
    HandCompared,
    HandDecided,
    MatchTakenBack,
    MovementReversed,
    WagerCollected,
    WagerPaid,
    WagerReturned,
    WarCompared,
    WarConfirmed,
    WarMatched,
    WarTieOffered,
)
from casinowar.table.state import Action, Hand, Outcome, Result


def compare(card: Card, dealer_card: Card) -> Result:
    """A player's card against the dealer's, by rank alone."""
    if card.rank > dealer_card.rank:
        return Result.HIGHER
    return Result.LOWER if card.rank < dealer_card.rank else Result.EQUAL


# --- the original deal ----------------------------------------------------------------------------


def original_deal(house: House, hand: Hand, dealer_card: Card) -> Iterator[Event]:
    """Compare a hand with the dealer's first card and settle what that decides."""
    assert hand.card is not None
    result = compare(hand.card, dealer_card)
    cites, seat = house.cites, hand.seat
    if result is Result.LOWER:
        yield HandCompared(seat=seat, result=result, cites=cites.first_lost)
        yield from _lost_first(house, hand)
        yield from _side_wagers_lost(house, hand, cites.tie_lost)
        yield _decided(hand, Outcome.LOSE, cites.first_lost)
    elif result is Result.HIGHER:
        yield HandCompared(seat=seat, result=result, cites=cites.first_won)
        yield from _won_first(house, hand)
        yield from _side_wagers_lost(house, hand, cites.tie_lost_higher)
        yield _decided(hand, Outcome.WIN, cites.first_won)
    else:
        yield HandCompared(seat=seat, result=result, cites=cites.choice)
        yield from _tied(house, hand, dealer_card)


def _decided(hand: Hand, outcome: Outcome, cites: str) -> HandDecided:
    if not hand.initial_cents:
        outcome = Outcome.NONE
    return HandDecided(seat=hand.seat, outcome=outcome, cites=cites)


def _lost_first(house: House, hand: Hand) -> Iterator[Event]:
    if hand.initial_cents:
        yield _collect(hand, "initial", hand.initial_cents, house.cites.first_lost)
    yield from _coupon_taken(house, hand)


def _won_first(house: House, hand: Hand) -> Iterator[Event]:
    if hand.initial_cents:
        # a match play coupon counts as part of the wager when it wins even money (policy 6)
        stake = hand.initial_cents + hand.coupon_cents
        yield _pay(hand, "initial", stake, house.deal.first_odds, house.cites.first_paid)
        yield _return(hand, "initial", hand.initial_cents, house.cites.first_paid)
    yield from _coupon_taken(house, hand)


def _side_wagers_lost(house: House, hand: Hand, cites: str) -> Iterator[Event]:
    if hand.tie_cents:
        yield _collect(hand, "tie", hand.tie_cents, cites)
    for name, cents in hand.sides:
        yield _collect(hand, name, cents, house.cites.side_lost)


def _tied(house: House, hand: Hand, dealer_card: Card) -> Iterator[Event]:
    alone = not hand.initial_cents
    if alone:
        yield from _tie_run_over(house, hand, dealer_card, 1, first_deal=True)
        yield _decided(hand, Outcome.NONE, house.cites.tie_paid)
        return
    yield from _decided_by_first_tie(house, hand, dealer_card)
    if house.surrender.mode is Surrender.FORCED:
        yield from surrender(house, hand, dealer_card)
        return
    yield ChoiceOffered(
        seat=hand.seat,
        surrender=house.surrender.mode is Surrender.OFFERED,
        war=True,
        cites=house.cites.choice,
    )


def _decided_by_first_tie(house: House, hand: Hand, dealer_card: Card) -> Iterator[Event]:
    """Tie and side wagers that need no more than the original deal."""
    if hand.tie_cents and len(house.tie.ladder) == 1:
        yield from _win(hand, "tie", hand.tie_cents, house.tie.ladder[0], house.cites.tie_paid)
    for name, cents in hand.sides:
        bet = _side_bet(house, name)
        if not _waits_for_war(bet):
            yield from _side_settled(house, hand, bet, cents, dealer_card, 1)


def _tie_run_over(
    house: House, hand: Hand, dealer_card: Card, ties: int, *, first_deal: bool = False
) -> Iterator[Event]:
    """Wagers on the number of ties in a row, once there can be no further tie."""
    ladder = house.tie.ladder
    if hand.tie_cents and (first_deal or len(ladder) > 1):
        odds = ladder[min(ties, len(ladder)) - 1]
        yield from _win(hand, "tie", hand.tie_cents, odds, house.cites.tie_paid)
    for name, cents in hand.sides:
        bet = _side_bet(house, name)
        if first_deal or _waits_for_war(bet):
            yield from _side_settled(house, hand, bet, cents, dealer_card, ties)


def _side_bet(house: House, name: str) -> SideBet:
    return next(bet for bet in house.side_bets if bet.name == name)


def _waits_for_war(bet: SideBet) -> bool:
    return any(row.ties > 1 for row in bet.rows)


def _side_settled(
    house: House, hand: Hand, bet: SideBet, cents: int, dealer_card: Card, ties: int
) -> Iterator[Event]:
    assert hand.card is not None
    suited = hand.card.suit is dealer_card.suit
    row = bet.row_for(hand.card.rank, suited=suited, ties=ties)
    if row is None:
        yield _collect(hand, bet.name, cents, house.cites.side_lost)
    else:
        yield from _win(hand, bet.name, cents, row.odds, house.cites.side_paid)


# --- surrender and war ----------------------------------------------------------------------------


def surrender(house: House, hand: Hand, dealer_card: Card) -> Iterator[Event]:
    """Collect what a surrender costs, return the rest."""
    lost = hand.initial_cents * house.surrender.lost
    assert lost.denominator == 1, "the wager step makes every half payable"
    cites = house.cites.surrender
    yield _collect(hand, "initial", int(lost), cites)
    yield _return(hand, "initial", hand.initial_cents - int(lost), cites)
    yield from _coupon_taken(house, hand)
    yield from _tie_run_over(house, hand, dealer_card, 1)
    yield _decided(hand, Outcome.SURRENDER, cites)


def confirm_war(house: House, hand: Hand) -> Iterator[Event]:
    """Confirm the war wager, move the first wager as the house does, offer Tie on the war deal."""
    cites = house.cites
    yield WarConfirmed(seat=hand.seat, cites=cites.war_confirmed)
    match house.war.first_wager:
        case FirstWager.COLLECTED:
            yield _collect(hand, "initial", hand.initial_cents, cites.war_first)
            yield from _coupon_taken(house, hand)
        case FirstWager.MATCHED:
            yield WarMatched(seat=hand.seat, amount_cents=hand.war_cents, cites=cites.war_match)
        case FirstWager.STANDS_OFF:
            pass
    if house.tie.war_deal is not WarTie.NOT_OFFERED and not hand.war_tie_cents:
        yield WarTieOffered(seat=hand.seat, cites=cites.war_tie_wager)


def war_deal(house: House, hand: Hand, dealer_card: Card, dealer_war_card: Card) -> Iterator[Event]:
    """Compare the last war cards and settle, or say that a tied war is dealt again."""
    cites, seat = house.cites, hand.seat
    result = compare(hand.war_cards[-1], dealer_war_card)
    tied = result is Result.EQUAL
    again = tied and len(hand.war_cards) < house.war.deals_max
    why = {
        Result.LOWER: cites.war_lost,
        Result.HIGHER: cites.war_higher,
        Result.EQUAL: cites.war_again if again else cites.war_equal,
    }[result]
    # compared last where it is dealt again: that event ends this seat's settlement
    if again:
        yield from _war_tie(house, hand, result)
        yield WarCompared(seat=seat, result=result, again=True, cites=why)
        return
    yield WarCompared(seat=seat, result=result, cites=why)
    outcome = {
        Result.LOWER: Outcome.WAR_LOST,
        Result.HIGHER: Outcome.WAR_WON,
        Result.EQUAL: Outcome.WAR_TIED,
    }[result]
    if result is Result.LOWER:
        yield from _war_lost(house, hand)
    else:
        odds = house.war.tied_odds if tied else house.war.won_odds
        paid = cites.war_tied if tied else cites.war_won
        yield from _war_won(house, hand, odds, paid)
    yield from _war_tie(house, hand, result)
    if house.war.first_wager is not FirstWager.COLLECTED:
        yield from _coupon_taken(house, hand)
    yield from _tie_run_over(house, hand, dealer_card, hand.ties + tied)
    yield _decided(hand, outcome, why)


def _war_tie(house: House, hand: Hand, result: Result) -> Iterator[Event]:
    cents = hand.war_tie_cents
    if not cents or len(hand.war_cards) > 1:  # decided by the first war deal
        return
    if result is Result.EQUAL:
        yield from _win(hand, "war_tie", cents, house.tie.war_deal_odds, house.cites.war_tie_paid)
    else:
        lower = result is Result.LOWER
        cites = house.cites.war_tie_lost if lower else house.cites.war_tie_lost_higher
        yield _collect(hand, "war_tie", cents, cites)


def _war_lost(house: House, hand: Hand) -> Iterator[Event]:
    cites = house.cites.war_lost
    if house.war.first_wager is not FirstWager.COLLECTED:
        yield _collect(hand, "initial", hand.initial_cents, cites)
    yield _collect(hand, "war", hand.war_cents, cites)
    if hand.match_cents:
        yield MatchTakenBack(seat=hand.seat, amount_cents=hand.match_cents, cites=cites)


def _war_won(house: House, hand: Hand, odds: Odds, cites: str) -> Iterator[Event]:
    both = house.war.paid_on is PaidOn.BOTH_WAGERS
    stake = hand.war_cents + (hand.initial_cents if both else 0)
    payment = odds.payment(stake)
    from_match = min(hand.match_cents, payment)
    yield WagerPaid(
        seat=hand.seat,
        wager="war",
        amount_cents=payment,
        odds=str(odds),
        from_match_cents=from_match,
        cites=cites,
    )
    yield _return(hand, "war", hand.war_cents, cites)
    if house.war.first_wager is not FirstWager.COLLECTED:
        yield _return(hand, "initial", hand.initial_cents, cites)
    if hand.match_cents > from_match:
        rest = hand.match_cents - from_match
        yield MatchTakenBack(seat=hand.seat, amount_cents=rest, cites=cites)


# --- void -----------------------------------------------------------------------------------------


def void_hand(house: House, hand: Hand) -> Iterator[Event]:
    """Give every wager back in full, undoing what was already collected or paid."""
    cites, seat = house.cites, hand.seat
    for wager, stake in stakes(hand):
        moved = {action: _moved(hand, wager, action) for action in Action}
        if moved[Action.COLLECT]:
            yield _undo(hand, wager, Action.COLLECT, moved[Action.COLLECT], cites.void_settled)
        if stake > moved[Action.RETURN]:
            yield _return(hand, wager, stake - moved[Action.RETURN], cites.void)
    for wager, _ in stakes(hand):
        paid = _moved(hand, wager, Action.PAY)
        if paid:
            yield _undo(hand, wager, Action.PAY, paid, cites.void_settled)
    if hand.match_cents:
        yield MatchTakenBack(seat=seat, amount_cents=hand.match_cents, cites=cites.void)
    if hand.coupon_cents:
        yield CouponReturned(seat=seat, amount_cents=hand.coupon_cents, cites=cites.void)


def stakes(hand: Hand) -> Iterator[tuple[str, int]]:
    """The wagers of a hand that were made, by name."""
    for wager, cents in (
        ("initial", hand.initial_cents),
        ("tie", hand.tie_cents),
        *hand.sides,
        ("war", hand.war_cents),
        ("war_tie", hand.war_tie_cents),
    ):
        if cents:
            yield wager, cents


def _moved(hand: Hand, wager: str, action: Action) -> int:
    return sum(
        move.amount_cents
        for move in hand.movements
        if move.wager == wager and move.action is action
    )


def _undo(hand: Hand, wager: str, action: Action, cents: int, cites: str) -> Event:
    return MovementReversed(
        seat=hand.seat, wager=wager, action=action, amount_cents=cents, cites=cites
    )


# --- single movements -----------------------------------------------------------------------------


def _collect(hand: Hand, wager: str, cents: int, cites: str) -> WagerCollected:
    return WagerCollected(seat=hand.seat, wager=wager, amount_cents=cents, cites=cites)


def _return(hand: Hand, wager: str, cents: int, cites: str) -> WagerReturned:
    return WagerReturned(seat=hand.seat, wager=wager, amount_cents=cents, cites=cites)


def _pay(hand: Hand, wager: str, stake: int, odds: Odds, cites: str) -> WagerPaid:
    return WagerPaid(
        seat=hand.seat,
        wager=wager,
        amount_cents=odds.payment(stake),
        odds=str(odds),
        cites=cites,
    )


def _win(hand: Hand, wager: str, stake: int, odds: Odds, cites: str) -> Iterator[Event]:
    yield _pay(hand, wager, stake, odds, cites)
    yield _return(hand, wager, stake, cites)


def _coupon_taken(house: House, hand: Hand) -> Iterator[Event]:
    if hand.coupon_cents:
        yield CouponTaken(seat=hand.seat, amount_cents=hand.coupon_cents, cites=house.cites.coupon)
