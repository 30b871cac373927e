"""From the shuffled stack to the loaded shoe: the cut and the cutting card (WI e2 to e5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from casinowar.cards import CARDS_PER_DECK
from casinowar.houses.house import Shuffling
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.clauses import cut_clause
from casinowar.table.dispatch import Decision, Evolution, decided, evolved, nothing
from casinowar.table.due import due_in_words
from casinowar.table.play.floor import owe_new_dealers_burn
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import DEALER, Burn, Phase, Preparing, Stored, Table


def decision(command: c.CutTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.OfferCut():
            return decided(command, _offer)
        case c.TakeCut():
            return decided(command, _take)
        case c.RefuseCut():
            return decided(command, _refuse)
        case c.CutCards():
            return decided(command, _dealer_cuts)
        case c.PlaceCuttingCard():
            return decided(command, _place_cutting_card)
        case c.LoadShoe():
            return decided(command, _load)
        case _:
            assert_never(command)


def evolution(event: e.CutEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.CutOffered():
            return evolved(event, _offered)
        case e.CutRefused():
            return evolved(event, _refused)
        case e.CardsCut():
            return evolved(event, _cut)
        case e.CuttingCardPlaced():
            return evolved(event, _cutting_card_placed)
        case e.LastCardHidden():
            return evolved(event, nothing)
        case e.ShoeLoaded():
            return evolved(event, _loaded)
        case _:
            assert_never(event)


# --- the cut --------------------------------------------------------------------------------------


def _offer(state: Table, command: c.OfferCut, _: Shoe) -> Iterator[e.Event]:
    yield e.CutOffered(seat=command.seat, cites=cut_clause(state))


def _offered(table: Table, event: e.CutOffered) -> None:
    table.cut_offered_to = event.seat


def is_offered_to(state: Table, seat: int) -> bool:
    """Whether the cut is offered to a seat now."""
    return state.phase is Phase.CUT_OFFERED and state.cut_offered_to == seat


def _offered_to(state: Table, seat: int) -> None:
    guards.seated(state, seat)
    if not is_offered_to(state, seat):
        words, clause = due_in_words(state)
        refuse(Code.CUT_NOT_OFFERED, f"The cut is not offered to seat {seat}. {words}", clause)


def cut_range(state: Table) -> tuple[int, int]:
    """The fewest and the most cards that a cut may take from the front (WI e4)."""
    least = state.house.cards.cut_min_cards
    return least, state.shoe.size - least


def _depth(state: Table, cards: int) -> int:
    least, most = cut_range(state)
    if not least <= cards <= most:
        refuse(
            Code.BAD_DEPTH,
            f"The cut must be at least {least} cards in from either end: {least} to {most}.",
            state.house.cites.cut_depth,
        )
    return cards


def _take(state: Table, command: c.TakeCut, _: Shoe) -> Iterator[e.Event]:
    _offered_to(state, command.seat)
    cards = _depth(state, command.cards)
    yield e.CardsCut(seat=command.seat, cards=cards, cites=state.house.cites.cut_depth)


def _refuse(state: Table, command: c.RefuseCut, _: Shoe) -> Iterator[e.Event]:
    _offered_to(state, command.seat)
    yield e.CutRefused(seat=command.seat, cites=state.house.cites.cut_passed)


def _refused(table: Table, event: e.CutRefused) -> None:
    table.cut_offered_to = None
    table.cut_refused = (*table.cut_refused, table.seats[event.seat].player)
    table.cut_refused_at = event.seat


def _dealer_cuts(state: Table, command: c.CutCards, shoe: Shoe) -> Iterator[e.Event]:
    cites, cards = state.house.cites.cut_depth, command.cards
    if state.mix is not None:
        _derived(cards, cites)
        cards = guards.sealed_shoe(shoe).dealers_cut(state.mix)
    elif cards is None:
        cards = state.shoe.size // 2
    cards = _depth(state, cards)
    yield e.CardsCut(seat=DEALER, cards=cards, cites=state.house.cites.cut_passed)


def _derived(given: int | None, cites: str) -> None:
    """Refuse a number that the dealer chose for a sealed shoe."""
    if given is not None:
        words = "The shoe is sealed: this number is derived and cannot be chosen."
        refuse(Code.BAD_DEPTH, words, cites)


def _cut(table: Table, event: e.CardsCut) -> None:
    table.cut_offered_to = None
    table.shoe.cut_cards = event.cards


# --- the cutting card and the shoe ----------------------------------------------------------------


def cutting_card_range(state: Table) -> tuple[int, int]:
    """The fewest and the most cards that may be behind the cutting card (WI e5, policy 10)."""
    return state.house.cutting_card_range(state.decks)


def _place_cutting_card(state: Table, command: c.PlaceCuttingCard, shoe: Shoe) -> Iterator[e.Event]:
    house, size, behind = state.house, state.shoe.size, command.cards_behind
    if state.mix is not None:
        _derived(behind, house.cites.cutting_card)
        behind = guards.sealed_shoe(shoe).cards_behind(state.mix)
    elif behind is None:
        behind = house.cards_behind(state.decks)
    if not 0 < behind < size:
        words = f"The cutting card must be 1 to {size - 1} cards from the back."
        refuse(Code.BAD_DEPTH, words, house.cites.cutting_card)
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
            f"A round can need {house.most_cards()} cards, and only {behind} would remain.",
            house.cites.running_out,
        )
    if size - behind <= house.cards.opening_burn:
        words = "No card to deal would be left in front of the cutting card."
        refuse(Code.BAD_DEPTH, words, house.cites.cutting_card)
    yield e.CuttingCardPlaced(cards_behind=behind, cites=house.cites.cutting_card)
    if house.cards.last_card_hidden:
        yield e.LastCardHidden(cites=house.cites.last_card_hidden)


def _cutting_card_placed(table: Table, event: e.CuttingCardPlaced) -> None:
    table.shoe.front_cards = table.shoe.size - event.cards_behind


def _load(state: Table, _: c.LoadShoe, __: Shoe) -> Iterator[e.Event]:
    yield e.ShoeLoaded(
        shoe=state.shoe.number + 1,
        cards=state.decks * CARDS_PER_DECK,
        cites=state.house.cites.shoe,
    )


def _loaded(table: Table, event: e.ShoeLoaded) -> None:
    table.shoe.number = event.shoe
    table.burns = (Burn.OPENING,) * table.house.cards.opening_burn
    if table.new_dealer:
        owe_new_dealers_burn(table)
    table.preparing = Preparing.OPENING
    table.reshuffle_cites = ""
    if table.shuffling is Shuffling.BATCHES and table.stored is None:
        table.stored = Stored.UNSHUFFLED  # the other batch goes into the device (WI b4iv)
