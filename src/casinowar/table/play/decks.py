"""New cards: decks received, inspected, verified, and taken off the table again (WI b, d)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from casinowar.houses.house import Shuffling
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.clauses import decks_clause
from casinowar.table.dispatch import Decision, Evolution, decided, evolved, nothing
from casinowar.table.due import between_rounds, is_between_rounds
from casinowar.table.play.fair import ended
from casinowar.table.procedure import cards_too_old, due
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import IN_ROUND, CutBy, Phase, Preparing, ShoeDraft, Table

BAD_DECKS_REPORTED = frozenset({Phase.INSPECT})
DECKS_REJECTED = frozenset({Phase.VERIFY, Phase.OBJECTION})


def decision(command: c.DecksTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.ReceiveDecks():
            return decided(command, _receive)
        case c.InspectDecks():
            return decided(command, _inspect)
        case c.VerifyInspection():
            return decided(command, _verify)
        case c.ReportBadDecks():
            return decided(command, _report_bad)
        case c.RejectDecks():
            return decided(command, _reject)
        case c.ChangeCards():
            return decided(command, _change_cards)
        case _:
            assert_never(command)


def evolution(event: e.DecksEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.DecksReceived():
            return evolved(event, _received)
        case e.DecksInspected():
            return evolved(event, nothing)
        case e.InspectionVerified():
            return evolved(event, nothing)
        case e.DecksRejected() | e.CardsRemoved():
            return evolved(event, _removed)
        case _:
            assert_never(event)


def _receive(state: Table, command: c.ReceiveDecks, _: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites
    batches = 2 if state.shuffling is Shuffling.BATCHES else 1
    of_decks = decks_clause(state)
    need = state.decks * batches
    if command.decks != need:
        refuse(Code.BAD_DECKS, f"This table needs {need} decks.", of_decks)
    for back in command.backs:
        guards.name(back, "The colour of the backs")
    colours = {_colour(back) for back in command.backs}
    if len(command.backs) != batches or len(colours) != batches:
        words = "All backs must have the same colour."
        if batches == 2:
            words = "The two batches must have backs of different colours."
        clause = cites.batches if batches == 2 else cites.backs
        refuse(Code.BAD_BACKS, words, clause)
    if _colour(guards.name(command.cutting_card, "The cutting card's colour")) in colours:
        words = "The cutting card must have a different colour from the backs."
        refuse(Code.BAD_BACKS, words, cites.backs)
    yield e.DecksReceived(
        decks=need, backs=command.backs, cutting_card=command.cutting_card, cites=of_decks
    )


def _colour(name: str) -> str:
    """A colour for comparison: case and blanks do not count."""
    return " ".join(name.casefold().split())


def _received(table: Table, event: e.DecksReceived) -> None:
    table.backs = event.backs
    table.cards_day = table.day
    table.batches_out = (1, 2) if table.shuffling is Shuffling.BATCHES else (1,)
    table.batch_in_play = 1
    table.stored = None


def _inspect(state: Table, _: c.InspectDecks, __: Shoe) -> Iterator[e.Event]:
    yield e.DecksInspected(cites=state.house.cites.inspect)


def _verify(state: Table, _: c.VerifyInspection, __: Shoe) -> Iterator[e.Event]:
    yield e.InspectionVerified(cites=state.house.cites.verify)


def _report_bad(state: Table, command: c.ReportBadDecks, _: Shoe) -> Iterator[e.Event]:
    cites, reason = state.house.cites.inspect, guards.name(command.reason, "The reason")
    if state.phase not in BAD_DECKS_REPORTED:
        refuse(Code.NOT_NOW, "Bad decks can be reported only during the inspection.", cites)
    yield e.DecksRejected(by_dealer=True, reason=reason, cites=cites)


def _reject(state: Table, command: c.RejectDecks, _: Shoe) -> Iterator[e.Event]:
    cites, reason = state.house.cites.verify, guards.name(command.reason, "The reason")
    if state.phase not in DECKS_REJECTED:
        words = "Decks can be rejected only when the inspection is verified, or after an objection."
        refuse(Code.NOT_NOW, words, cites)
    yield e.DecksRejected(by_dealer=False, reason=reason, cites=cites)


def _change_cards(state: Table, _: c.ChangeCards, shoe: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.card_change
    if not may_change_cards(state):
        between_rounds(state, "A change of cards", cites)
    yield e.CardsRemoved(cites=cites)
    yield from ended(state, shoe)


_BETWEEN_SHOES = frozenset({Phase.SHUFFLE, Phase.SWAP, Phase.COLLECT, Phase.IDLE})


def may_change_cards(state: Table) -> bool:
    """Whether the cards may be changed: when it is due, or between rounds or shoes.

    Cards that must go before the day ends may be changed at any moment outside a round.
    """
    if is_between_rounds(state) or state.phase in _BETWEEN_SHOES:
        return True
    if isinstance(due(state), c.ChangeCards):
        return True
    return cards_too_old(state) and state.phase not in IN_ROUND | {Phase.RACK}


def _removed(table: Table, _: e.CardsRemoved | e.DecksRejected) -> None:
    if table.phase is Phase.BETTING:  # the cutting card did not cause this shuffle
        table.cut_by = CutBy.DISCRETION
    table.cards_day = None  # no cards on the table
    table.burns = ()
    table.preparing = Preparing.OPENING
    table.stored = None
    table.cycle_failed = False
    table.spread_face_down = False
    table.looked = None
    table.batches_left = ()
    table.batch_unspread = False
    table.spread_for = None
    table.cut_offered_to = None
    table.reshuffle_cites = ""
    empty_shoe(table)


def empty_shoe(table: Table) -> None:
    """Empty the shoe and the rack; the count of shoes continues."""
    table.shoe = ShoeDraft(number=table.shoe.number)
    table.rack_before = table.rack_now = ()
