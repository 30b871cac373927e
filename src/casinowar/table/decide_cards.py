"""Decisions about the table's cards: opening, shuffle, cut, loading, idle table, closing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Any

from casinowar.cards import CARDS_PER_DECK
from casinowar.houses.house import DECKS_MAX, House, Shuffling
from casinowar.money import show_cents
from casinowar.table import card_events as e
from casinowar.table import commands as c
from casinowar.table import refuse as check
from casinowar.table.event import Event
from casinowar.table.refusals import Code
from casinowar.table.refuse import refuse
from casinowar.table.round_events import SeatLeft
from casinowar.table.shoe import Shoe
from casinowar.table.state import DEALER, Phase, Table
from casinowar.table.steps import look_clause, step_in_words, turning_clause


def _open(state: Table, command: c.OpenTable, _: Shoe) -> Iterator[Event]:
    house, cites = state.house, state.house.cites
    if state.phase is not Phase.CLOSED:
        refuse(Code.NOT_NOW, "The table is already open.", cites.open_table)
    if type(command.day) is not date:  # a datetime is none
        refuse(Code.BAD_AMOUNT, "A table opens on a day.", cites.gaming_day)
    shuffling = command.shuffling or house.cards.shuffling[0]
    decks = house.cards.decks if command.decks is None else command.decks
    _check_decks(house, shuffling, decks)
    _check_authorised(house, command.day)
    yield e.TableOpened(
        house=house.name,
        day=command.day,
        dealer=check.name(command.dealer, "The dealer's name"),
        tray_cents=check.whole(command.tray_cents, "The tray", cites.open_table, low=0),
        decks=decks,
        shuffling=shuffling,
        cites=cites.open_table,
    )


def _check_decks(house: House, shuffling: Shuffling, decks: object) -> None:
    cites, cards = house.cites, house.cards
    if not isinstance(shuffling, Shuffling) or shuffling not in cards.shuffling:
        offered = ", ".join(cards.shuffling)
        refuse(Code.BAD_DECKS, f"This house shuffles by {offered} only.", cites.batches)
    if shuffling is Shuffling.BATCHES:
        least = cards.batch_decks_min // 2
        if type(decks) is not int or not least <= decks <= DECKS_MAX:
            words = f"A shuffler needs two batches of {least} decks at least."
            refuse(Code.BAD_DECKS, words, cites.batches)
    elif type(decks) is not int or decks not in cards.decks_allowed:
        allowed = ", ".join(str(count) for count in cards.decks_allowed)
        refuse(Code.BAD_DECKS, f"A shoe of this house has {allowed} decks.", cites.decks)


def _check_authorised(house: House, day: date) -> None:
    authorised = house.authorised_max(day)
    if authorised is None:
        return
    limits = house.limits
    highest = max(limits.first.max_cents, limits.tie.max_cents, limits.side.max_cents)
    if highest > authorised:
        refuse(
            Code.ABOVE_AUTHORISED,
            f"The table's maximum of {show_cents(highest, limits.symbol)} is above the"
            f" {show_cents(authorised, limits.symbol)} authorised on {day}.",
            house.cites.limits,
        )


def _receive(state: Table, command: c.ReceiveDecks, _: Shoe) -> Iterator[Event]:
    cites = state.house.cites
    batches = 2 if state.shuffling is Shuffling.BATCHES else 1
    need = state.decks * batches
    if type(command.decks) is not int or command.decks != need:
        refuse(Code.BAD_DECKS, f"This table opens with {need} decks.", cites.decks)
    given = command.backs if isinstance(command.backs, tuple) else ()
    backs = tuple(check.name(back, "The colour of the backs") for back in given)
    if len(backs) != batches or len(set(backs)) != batches:
        what = "two batches with backs of different colours" if batches == 2 else "one colour"
        refuse(
            Code.BAD_BACKS,
            f"The backs must be of {what}.",
            cites.batches if batches == 2 else cites.backs,
        )
    if check.name(command.cutting_card, "The cutting card's colour") in backs:
        refuse(
            Code.BAD_BACKS, "The cutting card must differ in colour from the backs.", cites.backs
        )
    yield e.DecksReceived(
        decks=need,
        backs=backs,
        cutting_card=command.cutting_card,
        cites=cites.batches if batches == 2 else cites.decks,
    )


def _inspect(state: Table, _: c.InspectDecks, __: Shoe) -> Iterator[Event]:
    yield e.DecksInspected(cites=state.house.cites.inspect)


def _verify(state: Table, _: c.VerifyInspection, __: Shoe) -> Iterator[Event]:
    yield e.InspectionVerified(cites=state.house.cites.verify)


def _spread(state: Table, command: c.SpreadCards, _: Shoe) -> Iterator[Event]:
    cites = state.house.cites
    two = len(state.batches_out) > 1
    yield e.CardsSpread(batch=command.batch, cites=cites.batch_spread if two else cites.spread)


def _show(state: Table, command: c.ShowCards, _: Shoe) -> Iterator[Event]:
    yield e.CardsShown(seat=command.seat, cites=look_clause(state))


def _turn_up(state: Table, _: c.TurnCardsUp, __: Shoe) -> Iterator[Event]:
    yield e.CardsTurnedUp(cites=state.house.cites.idle)


def _turn_down(state: Table, command: c.TurnCardsDown, _: Shoe) -> Iterator[Event]:
    yield e.CardsTurnedDown(batch=command.batch, cites=turning_clause(state))


def _wash(state: Table, _: c.WashCards, __: Shoe) -> Iterator[Event]:
    yield e.CardsWashed(cites=turning_clause(state))


def _stack(state: Table, command: c.StackCards, _: Shoe) -> Iterator[Event]:
    yield e.CardsStacked(batch=command.batch, cites=turning_clause(state))


def _shuffle(state: Table, _: c.ShuffleCards, __: Shoe) -> Iterator[Event]:
    cites = state.house.cites
    again = state.phase is Phase.SWAP
    yield e.CardsShuffled(
        shuffling=state.shuffling, cites=cites.shuffler_fault if again else cites.shuffle
    )


def _swap(state: Table, _: c.SwapBatches, __: Shoe) -> Iterator[Event]:
    cites = state.house.cites
    if not state.batch_ready:  # the shuffler completed its cycle while the other batch was dealt
        yield e.CardsShuffled(shuffling=state.shuffling, cites=cites.shuffle)
    yield e.BatchesSwapped(batch=3 - state.batch_in_play, cites=cites.batches)


def _shuffler_fault(state: Table, _: c.ReportShufflerFault, __: Shoe) -> Iterator[Event]:
    cites = state.house.cites
    if state.shuffling is Shuffling.HAND:
        refuse(Code.NO_SHUFFLER, "No shuffler is in use at this table.", cites.shuffler_fault)
    if state.phase is Phase.CLOSED:
        refuse(Code.NOT_NOW, "The table is closed.", cites.open_table)
    yield e.ShufflerFailed(cites=cites.shuffler_fault)


# --- the cut --------------------------------------------------------------------------------------


def _offer_cut(state: Table, command: c.OfferCut, _: Shoe) -> Iterator[Event]:
    refused = bool(state.cut_refused)
    cites = state.house.cites
    yield e.CutOffered(seat=command.seat, cites=cites.cut_passed if refused else cites.cut_offer)


def _offered_to(state: Table, seat: object) -> None:
    check.seated(state, seat)
    if state.phase is not Phase.CUT_OFFERED or state.queue[0] != seat:
        words, clause = step_in_words(state)
        refuse(Code.NOT_NOW, f"The cut is not offered to seat {seat}. {words}", clause)


def _cut_depth(state: Table, cards: object) -> int:
    least, cites = state.house.cards.cut_min_cards, state.house.cites.cut_depth
    most = state.shoe.size - least
    if type(cards) is not int or not least <= cards <= most:
        refuse(
            Code.BAD_DEPTH,
            f"The cut must be at least {least} cards in from either end: {least} to {most}.",
            cites,
        )
    return cards


def _take_cut(state: Table, command: c.TakeCut, _: Shoe) -> Iterator[Event]:
    _offered_to(state, command.seat)
    cards = _cut_depth(state, command.cards)
    yield e.CardsCut(seat=command.seat, cards=cards, cites=state.house.cites.cut_depth)


def _refuse_cut(state: Table, command: c.RefuseCut, _: Shoe) -> Iterator[Event]:
    _offered_to(state, command.seat)
    yield e.CutRefused(seat=command.seat, cites=state.house.cites.cut_passed)


def _dealer_cuts(state: Table, command: c.CutCards, _: Shoe) -> Iterator[Event]:
    cards = _cut_depth(state, command.cards)
    yield e.CardsCut(seat=DEALER, cards=cards, cites=state.house.cites.cut_passed)


def _place_cutting_card(state: Table, command: c.PlaceCuttingCard, _: Shoe) -> Iterator[Event]:
    house, size, behind = state.house, state.shoe.size, command.cards_behind
    if type(behind) is not int or not 0 < behind < size:
        refuse(
            Code.BAD_DEPTH,
            f"Place it 1 to {size - 1} cards from the back.",
            house.cites.cutting_card,
        )
    least = house.cards.cutting_card_from_back_min * size
    if behind < least:
        refuse(
            Code.BAD_DEPTH,
            f"The cutting card must be at least {house.cards.cutting_card_from_back_min} of the"
            f" way in from the back: {-int(-least // 1)} cards.",
            house.cites.cutting_card,
        )
    if behind < house.most_cards():
        refuse(
            Code.BAD_DEPTH,
            f"A round can need {house.most_cards()} cards, and {behind} would remain.",
            house.cites.running_out,
        )
    if size - behind <= house.cards.opening_burn:
        refuse(Code.BAD_DEPTH, "No card would be in front of it.", house.cites.cutting_card)
    yield e.CuttingCardPlaced(cards_behind=behind, cites=house.cites.cutting_card)
    if house.cards.last_card_hidden:
        yield e.LastCardHidden(cites=house.cites.last_card_hidden)


def _load(state: Table, _: c.LoadShoe, __: Shoe) -> Iterator[Event]:
    yield e.ShoeLoaded(
        shoe=state.shoe.number + 1,
        cards=state.decks * CARDS_PER_DECK,
        cites=state.house.cites.shoe,
    )


def _collect(state: Table, _: c.CollectCards, __: Shoe) -> Iterator[Event]:
    cites = state.house.cites.reshuffle
    if state.shuffler_failed and not state.reshuffle_cites:
        cites = state.house.cites.shuffler_fault
    yield e.CardsCollected(cites=state.reshuffle_cites or cites)


# --- the floor and the idle table -----------------------------------------------------------------


def _between_rounds(state: Table, what: str, cites: str) -> None:
    if state.phase is not Phase.BETTING or state.hands:
        words, _ = step_in_words(state)
        refuse(Code.NOT_NOW, f"{what} has to wait until no wager is down. {words}", cites)


def _idle(state: Table, command: c.SpreadIdleCards, _: Shoe) -> Iterator[Event]:
    cites = state.house.cites.idle
    _between_rounds(state, "Spreading the cards", cites)
    if state.seats:
        refuse(Code.NOT_NOW, "There are players at the table: it is not idle.", cites)
    yield e.CardsIdled(face_up=bool(command.face_up), cites=cites)


def _request_spread(state: Table, command: c.RequestSpread, _: Shoe) -> Iterator[Event]:
    check.seated(state, command.seat)
    cites = state.house.cites.idle
    if not state.no_spread_needed or state.phase not in {Phase.OFFER_CUT, Phase.CUT_OFFERED}:
        refuse(
            Code.NOT_NOW,
            "Only a stored batch that the shuffler gave to an idle table is spread on request.",
            cites,
        )
    yield e.SpreadRequested(seat=command.seat, cites=cites)


def _reshuffle(state: Table, _: c.OrderReshuffle, __: Shoe) -> Iterator[Event]:
    cites = state.house.cites.reshuffle_ordered
    _between_rounds(state, "A reshuffle", cites)
    yield e.ReshuffleOrdered(cites=cites)


def _change_cards(state: Table, _: c.ChangeCards, __: Shoe) -> Iterator[Event]:
    cites = state.house.cites.card_change
    if state.phase not in {Phase.SHUFFLE, Phase.SWAP, Phase.COLLECT, Phase.IDLE}:
        _between_rounds(state, "A change of cards", cites)
    yield e.CardsRemoved(cites=cites)


def _start_day(state: Table, command: c.StartGamingDay, _: Shoe) -> Iterator[Event]:
    cites = state.house.cites.gaming_day
    if state.phase is Phase.CLOSED or state.day is None:
        refuse(Code.NOT_NOW, "The table is closed.", cites)
    if type(command.day) is not date or command.day <= state.day:
        refuse(Code.NOT_NOW, f"The gaming day after {state.day} must be a later one.", cites)
    _check_authorised(state.house, command.day)
    yield e.GamingDayStarted(day=command.day, cites=cites)


def _change_dealer(state: Table, command: c.ChangeDealer, _: Shoe) -> Iterator[Event]:
    cites = state.house.cites.new_dealer_burn
    if state.phase is Phase.CLOSED:
        refuse(Code.NOT_NOW, "The table is closed.", cites)
    if state.queue or state.phase in {Phase.DECIDE, Phase.RACK, Phase.RACK_ORIGINAL}:
        words, _cites = step_in_words(state)
        refuse(Code.NOT_NOW, f"A new dealer has to wait until this is finished. {words}", cites)
    yield e.DealerChanged(dealer=check.name(command.dealer, "The dealer's name"), cites=cites)


def _close(state: Table, _: c.CloseTable, __: Shoe) -> Iterator[Event]:
    cites = state.house.cites.open_table
    if state.phase is Phase.CLOSED:
        refuse(Code.NOT_NOW, "The table is already closed.", cites)
    if state.hands:
        refuse(Code.WAGERS_IN_PLAY, "Wagers are down: finish the round first.", cites)
    for seat, holder in state.seats.items():
        yield SeatLeft(seat=seat, chips_cents=holder.chips_cents, cites=state.house.cites.cash_out)
    yield e.TableClosed(cites=cites)


# what the procedure asks for, checked to be due
STEPS: dict[type[c.Command], Callable[[Table, Any, Shoe], Iterable[Event]]] = {
    c.ReceiveDecks: _receive,
    c.InspectDecks: _inspect,
    c.VerifyInspection: _verify,
    c.SpreadCards: _spread,
    c.ShowCards: _show,
    c.TurnCardsUp: _turn_up,
    c.TurnCardsDown: _turn_down,
    c.WashCards: _wash,
    c.StackCards: _stack,
    c.ShuffleCards: _shuffle,
    c.SwapBatches: _swap,
    c.OfferCut: _offer_cut,
    c.CutCards: _dealer_cuts,
    c.PlaceCuttingCard: _place_cutting_card,
    c.LoadShoe: _load,
    c.CollectCards: _collect,
}
# what may come at other times
DECISIONS: dict[type[c.Command], Callable[[Table, Any, Shoe], Iterable[Event]]] = {
    c.OpenTable: _open,
    c.ReportShufflerFault: _shuffler_fault,
    c.TakeCut: _take_cut,
    c.RefuseCut: _refuse_cut,
    c.SpreadIdleCards: _idle,
    c.RequestSpread: _request_spread,
    c.OrderReshuffle: _reshuffle,
    c.ChangeCards: _change_cards,
    c.StartGamingDay: _start_day,
    c.ChangeDealer: _change_dealer,
    c.CloseTable: _close,
}
