"""Cards from the shoe to the discard rack (WI g, h4, h6, h8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NoReturn, assert_never

from casinowar.cards import Card, beyond_decks
from casinowar.houses.house import DealerHandInRack, FaceUpScope, Reshuffle
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.clauses import REAL_CARDS, rack_clause
from casinowar.table.dispatch import Decision, Evolution, decided, evolved
from casinowar.table.play import settle
from casinowar.table.procedure import war_burn_due
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import (
    DEALER,
    IN_ROUND,
    Burn,
    CutBy,
    LastRound,
    Lies,
    Phase,
    RackedCard,
    Result,
    Status,
    Table,
    sealed_hands,
)
from casinowar.table.words import decks_words

_UNSEEN = (RackedCard(card=None, lies=Lies.FACE_DOWN),)


def decision(command: c.DealTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.BurnCard():
            return decided(command, _burn)
        case c.DealCard():
            return decided(command, _deal)
        case c.SettleHand():
            return decided(command, settle.settle_hand)
        case c.RackCards():
            return decided(command, _rack)
        case c.ReportCuttingCard():
            return decided(command, _report_cutting_card)
        case c.CorrectCard():
            return decided(command, _correct)
        case _:
            assert_never(command)


def evolution(event: e.DealEvent | e.BurnEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.CuttingCardReached():
            return evolved(event, _cutting_card_reached)
        case e.CardBurned():
            return evolved(event, _burned)
        case e.CardDealt():
            return evolved(event, _dealt)
        case e.CardCorrected():
            return evolved(event, _corrected)
        case e.HandCompared():
            return evolved(event, _compared)
        case e.HandRacked():
            return evolved(event, _racked)
        case e.RoundCompleted():
            return evolved(event, _completed)
        case _:
            assert_never(event)


# --- cards from the shoe --------------------------------------------------------------------------


def card_left_for(state: Table, shoe: Shoe) -> bool:
    """Whether there is a card in the shoe for the next step."""
    in_shoe = state.shoe
    return in_shoe.drawn < in_shoe.size and shoe.has(in_shoe.next_index)


def leaves_shoe(state: Table, shoe: Shoe, seat: int) -> tuple[e.Event, ...]:
    """Check that a card can leave the shoe; the cutting card comes out before it if it is due.

    With real cards its position is unknown: the dealer reports it.
    """
    in_shoe = state.shoe
    drawn, front = in_shoe.drawn, in_shoe.front_cards
    if drawn >= in_shoe.size or not shoe.has(in_shoe.next_index):  # a faster card_left_for
        refuse(
            Code.SHOE_EMPTY,
            "The shoe has no card left for this step.",
            state.house.cites.running_out,
        )
    if front is None or drawn < front or in_shoe.cutting_card_at is not None or state.physical:
        return ()
    return (e.CuttingCardReached(seat=seat, cites=state.house.cites.cutting_card_reached),)


def card_left(table: Table) -> None:
    """A card left the shoe: the one drawn in error, if there is one."""
    table.shoe.drawn += 1
    table.shoe.held = False


def _cutting_card_reached(table: Table, event: e.CuttingCardReached) -> None:
    seat = event.seat
    table.shoe.cutting_card_at = seat
    table.reshuffle_cites = table.house.cites.reshuffle
    table.cut_by = CutBy.CUTTING_CARD_AT_SEAT if seat else CutBy.CUTTING_CARD_AT_DEALER
    table.cut_seat = seat
    table.cut_player = table.seats[seat].player if seat else ""


def _face_up_card_first(state: Table, words: str) -> NoReturn:
    refuse(
        Code.CARD_FACE_UP,
        f"The next card lies face up in the shoe and {words}: put it into the rack.",
        state.house.cites.face_up,
    )


def _next_card(state: Table, shoe: Shoe) -> Card:
    index = state.shoe.next_index
    if shoe.lies_face_up(index):
        _face_up_card_first(state, "is not used")
    return _face(state, shoe, index)


def _face(state: Table, shoe: Shoe, index: int) -> Card:
    """The face of a card that is turned up."""
    card = shoe.card(index)
    if card is None:
        words = "A card that nobody saw cannot be dealt face up."
        refuse(Code.CARD_UNSEEN, words, state.house.cites.ranking)
    if card.suit is None and not state.physical:
        refuse(Code.SUIT_NEEDED, f"{card} needs its suit.", state.house.cites.ranking)
    return card


def _burn(state: Table, _: c.BurnCard, shoe: Shoe) -> tuple[e.Event, ...]:
    # a cutting card that appears while burning counts as the dealer's (policy 13)
    before = leaves_shoe(state, shoe, DEALER)
    if shoe.lies_face_up(state.shoe.next_index):
        _face_up_card_first(state, "is not a burn card")
    cites = state.house.cites
    if state.phase is Phase.WAR_DEAL:
        return (*before, e.CardBurned(burn=Burn.WAR, cites=cites.war_burn))
    burn = state.burns[0]
    clause = cites.opening_burn if burn is Burn.OPENING else cites.new_dealer_burn
    return (*before, e.CardBurned(burn=burn, cites=clause))


def _burned(table: Table, event: e.CardBurned) -> None:
    card_left(table)
    table.rack_now += _UNSEEN
    if event.burn is Burn.WAR:
        table.war_burned += 1
        return
    table.burns = table.burns[1:]
    if event.burn is Burn.NEW_DEALER:
        table.new_dealer = Burn.NEW_DEALER in table.burns


def _deal(state: Table, command: c.DealCard, shoe: Shoe) -> tuple[e.Event, ...]:
    before = leaves_shoe(state, shoe, command.seat)
    card = _next_card(state, shoe)
    if state.physical:
        _check_suit(state, card, command.seat)
        check_told(state, card)
    cites = state.house.cites
    dealt: e.Event
    if state.phase is Phase.WAR_DEAL:
        dealt = e.WarCardDealt(seat=command.seat, card=card, cites=cites.war_deal)
    else:
        dealt = e.CardDealt(seat=command.seat, card=card, cites=cites.original_deal)
    return (*before, dealt) if before else (dealt,)


# --- real cards (policy 28) -----------------------------------------------------------------------


def _check_suit(state: Table, card: Card, seat: int) -> None:
    """Refuse a card without its suit if a bet depends on the suit."""
    if card.suit is None and state.phase in {Phase.DEAL, Phase.SETTLE}:
        bet = next(_suited_bets(state, seat), None)
        if bet is not None:
            words = f"Give the suit as well: {bet} depends on it."
            refuse(Code.SUIT_NEEDED, words, state.house.cites.side_wager)


def check_told(state: Table, card: Card, instead_of: Card | None = None) -> None:
    """Refuse a card that cannot be left in the decks of the shoe."""
    house = state.house
    seen = Counter(racked.card for racked in state.rack if racked.card is not None)
    for hand in state.hands.values():
        seen.update(hand.cards[hand.racked :])
    if state.dealer_card is not None:
        seen.update((state.dealer_card, *state.dealer_war_cards))
    if instead_of is not None:
        seen[instead_of] -= 1
    seen[card] += 1
    if beyond_decks(seen.elements(), state.decks) is not None:
        words = (
            f"This shoe of {decks_words(state.decks)} has no {card} left:"
            " check the card, or call the floor."
        )
        refuse(Code.BEYOND_DECKS, words, house.cites.decks)


def _suited_bets(state: Table, seat: int) -> Iterator[str]:
    """The titles of the bets on suits that a card at ``seat`` decides."""
    hands = state.hands.values() if seat == DEALER else (state.hands[seat],)
    staked = {name for hand in hands for name, cents in hand.sides if cents}
    for bet in state.house.side_bets:
        if bet.name in staked and any(row.suited for row in bet.rows):
            yield bet.title


def meant_for(state: Table) -> int:
    """The seat of the next card; a burn counts as the dealer's (policy 13)."""
    if state.phase is Phase.WAR_DEAL:
        return DEALER if war_burn_due(state) else state.queue[0]
    return state.queue[0] if state.phase is Phase.DEAL else DEALER


def may_report_cutting_card(state: Table) -> bool:
    """Whether the cutting card can come out of a shoe of real cards now."""
    shoe = state.shoe
    waiting = shoe.front_cards is not None and shoe.cutting_card_at is None
    drawing = state.phase in IN_ROUND or (state.phase is Phase.BETTING and bool(state.burns))
    return state.physical and waiting and drawing


def _report_cutting_card(state: Table, _: c.ReportCuttingCard, __: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.cutting_card_reached
    if not state.physical:
        _not_physical()
    if not may_report_cutting_card(state):
        refuse(Code.NOT_NOW, "No cutting card can come out of the shoe now.", cites)
    yield e.CuttingCardReached(seat=meant_for(state), cites=cites)


def _not_physical() -> NoReturn:
    words = "This table does not deal real cards: its shoe knows every card."
    refuse(Code.NOT_PHYSICAL, words, REAL_CARDS)


def last_told(state: Table) -> int | None:
    """Whose real card was entered last, while nothing depends on it: a seat, DEALER or None."""
    hands = state.hands.values()
    if not state.physical:
        return None
    match state.phase:
        case Phase.DEAL:
            dealt = [hand.seat for hand in hands if hand.card is not None]
            return dealt[-1] if dealt else None
        case Phase.SETTLE:
            untouched = all(hand.status in {Status.LIVE, Status.VOID} for hand in hands)
            return DEALER if untouched else None
        case Phase.WAR_DEAL:
            at_war = [hand.seat for hand in state.wars]
            dealt = [seat for seat in at_war if seat not in state.queue]
            return dealt[-1] if dealt else None
        case Phase.WAR_SETTLE:
            deals = len(state.dealer_war_cards)
            done = any(
                hand.status is Status.SETTLED and len(hand.war_cards) == deals for hand in hands
            )
            return None if done or len(state.queue) < len(state.wars) else DEALER
        case _:
            return None


def _told_card(state: Table, seat: int) -> Card:
    hand = None if seat == DEALER else state.hands[seat]
    first = state.dealer_card if hand is None else hand.card
    later = state.dealer_war_cards if hand is None else hand.war_cards
    at_war = state.phase in {Phase.WAR_DEAL, Phase.WAR_SETTLE}
    told = later[-1] if at_war else first
    assert told is not None
    return told


def _correct(state: Table, _: c.CorrectCard, shoe: Shoe) -> Iterator[e.Event]:
    if not state.physical:
        _not_physical()
    seat = last_told(state)
    if seat is None:
        words = "It is too late: chips or wagers already depend on the last card. Call the floor."
        refuse(Code.NOT_NOW, words, REAL_CARDS)
    in_shoe = state.shoe
    last = (in_shoe.next_index - 1 - state.war_burned) % in_shoe.size  # cards burned since
    told, card = _told_card(state, seat), _face(state, shoe, last)
    _check_suit(state, card, seat)
    check_told(state, card, told)
    yield e.CardCorrected(seat=seat, told=told, card=card, cites=REAL_CARDS)


def _corrected(table: Table, event: e.CardCorrected) -> None:
    at_war = table.phase in {Phase.WAR_DEAL, Phase.WAR_SETTLE}
    if event.seat == DEALER:
        if at_war:
            table.dealer_war_cards = (*table.dealer_war_cards[:-1], event.card)
        else:
            table.dealer_card = event.card
        return
    hand = table.hands[event.seat]
    if at_war:
        hand.war_cards = (*hand.war_cards[:-1], event.card)
    else:
        hand.card = event.card


def _dealt(table: Table, event: e.CardDealt) -> None:
    card_left(table)
    if event.seat == DEALER:
        table.dealer_card = event.card
    else:
        table.hands[event.seat].card = event.card


def _compared(table: Table, event: e.HandCompared) -> None:
    if event.result is Result.EQUAL:
        table.hands[event.seat].ties += 1


# --- the rack -------------------------------------------------------------------------------------


def _rack(state: Table, _: c.RackCards, __: Shoe) -> list[e.Event]:
    cites, clause = state.house.cites, rack_clause(state)
    first_cards_only = state.phase is Phase.RACK_ORIGINAL
    events: list[e.Event] = []
    alone = True  # no seat has cards left to rack
    for hand in state.hands.values():
        if hand.card is None:
            continue
        alone = False
        if not (hand.racked or (first_cards_only and hand.status is Status.AT_WAR)):
            events.append(settle.hand_racked(hand, clause))
    if first_cards_only:
        return events
    if state.dealer_card is not None:
        events.append(_dealer_racked(state, clause, alone=alone))
    every_round = state.house.cards.reshuffle is Reshuffle.EVERY_ROUND
    why = state.reshuffle_cites or (cites.reshuffle if every_round else "")
    events.append(
        e.RoundCompleted(round=state.round_number, reshuffle=bool(why), cites=why or clause)
    )
    return events


def _dealer_racked(state: Table, cites: str, *, alone: bool) -> e.HandRacked:
    # in the rack, only a card laid crosswise marks a round without hands (WI h4)
    crosswise = state.house.policies.dealer_hand_in_rack is DealerHandInRack.CROSSWISE
    lies = Lies.CROSSWISE if crosswise or alone else Lies.HAND
    assert state.dealer_card is not None
    cards = [RackedCard(card=state.dealer_card, lies=lies)]
    cards += [RackedCard(card=card, lies=lies) for card in state.dealer_war_cards]
    return e.HandRacked(seat=DEALER, cards=tuple(cards), cites=cites)


def _racked(table: Table, event: e.HandRacked) -> None:
    table.rack_now += event.cards
    if event.seat != DEALER:
        table.hands[event.seat].racked += len(event.cards)


def _completed(table: Table, event: e.RoundCompleted) -> None:
    if event.reshuffle and table.shoe.cutting_card_at is None:
        table.cut_by = CutBy.DISCRETION
    if table.house.policies.face_up_scope is FaceUpScope.ROUND:
        table.shoe.face_up_found = 0
    dealer = () if table.dealer_card is None else (table.dealer_card, *table.dealer_war_cards)
    table.last_round = LastRound(number=event.round, dealer=dealer, hands=sealed_hands(table))
    table.hands = {}
    table.dealer_card = None
    table.dealer_war_cards = ()
    table.war_burned = 0
    table.rack_before += table.rack_now
    table.rack_now = ()
