"""Sealed shoes: the house commits, players contribute, the seed is revealed at the end (policy 27).

What is committed, derived and revealed comes from the shoe, as every card does. Whatever
ends a shoe whose contributions are closed also reveals its seed, in the same command, and commits
the house to the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from casinowar.cards import CARDS_PER_DECK
from casinowar.houses.house import Reshuffle, Shuffling
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.clauses import SEALED_SHOE
from casinowar.table.dispatch import Decision, Evolution, decided, evolved
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import Contribution, Mix, Phase, Table

DIGITS = 64  # length of a commitment, a value or a seed
_HEX = frozenset("0123456789abcdef")
DEPTH_CHOICES = 12  # the depth is derived within a twelfth of the stack


def decision(command: c.FairTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.SealContribution():
            return decided(command, _seal)
        case c.CloseContributions():
            return decided(command, _close)
        case c.OpenContribution():
            return decided(command, _open)
        case _:
            assert_never(command)


def evolution(event: e.FairEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.ShoeCommitted():
            return evolved(event, _committed)
        case e.ContributionSealed():
            return evolved(event, _sealed)
        case e.ContributionsClosed():
            return evolved(event, _closed)
        case e.ContributionOpened():
            return evolved(event, _opened)
        case e.SeedRevealed():
            return evolved(event, _revealed)
        case _:
            assert_never(event)


# --- the house ------------------------------------------------------------------------------------


def commit(shoe: Shoe, number: int) -> e.ShoeCommitted:
    """The house commits to the seed of a shoe."""
    commitment = guards.sealed_shoe(shoe).commitment(number)
    return e.ShoeCommitted(shoe=number, commitment=commitment, cites=SEALED_SHOE)


def _committed(table: Table, event: e.ShoeCommitted) -> None:
    table.mix = Mix(number=event.shoe, commitment=event.commitment)


def ended(state: Table, shoe: Shoe) -> Iterator[e.Event]:
    """The stack is given up: its seed is revealed, and the house commits to the next one.

    While contributions are still open there is nothing to reveal: nobody can know a card yet.
    """
    mix = state.mix
    if mix is not None and mix.closed:
        yield reveal(shoe, mix)
        yield commit(shoe, mix.number + 1)


def reveal(shoe: Shoe, mix: Mix) -> e.SeedRevealed:
    """The seed of the shoe that ends."""
    seed = guards.sealed_shoe(shoe).seed(mix.number)
    return e.SeedRevealed(shoe=mix.number, seed=seed, cites=SEALED_SHOE)


def _revealed(table: Table, event: e.SeedRevealed) -> None:
    table.mix = None
    table.shoe.number = event.shoe  # even if it was never loaded: no number is used twice


# --- the players ----------------------------------------------------------------------------------


def may_seal(state: Table, seat: int) -> bool:
    """Whether a seat can contribute to the next shoe."""
    mix = state.mix
    return mix is not None and not mix.closed and mix.of_seat(seat) is None


def _seal(state: Table, command: c.SealContribution, _: Shoe) -> Iterator[e.Event]:
    cites = SEALED_SHOE
    guards.seated(state, command.seat)
    mix = _mix(state)
    if mix.closed:
        words = "Contributions to this shoe are closed: contribute to the next one."
        refuse(Code.CONTRIBUTIONS_CLOSED, words, cites)
    if mix.of_seat(command.seat) is not None:
        words = f"Seat {command.seat} has already contributed to this shoe."
        refuse(Code.CONTRIBUTED, words, cites)
    digits = _digits(command.commitment, "A commitment")
    yield e.ContributionSealed(seat=command.seat, commitment=digits, cites=cites)


def _sealed(table: Table, event: e.ContributionSealed) -> None:
    assert table.mix is not None
    player = table.seats[event.seat].player
    added = Contribution(seat=event.seat, player=player, commitment=event.commitment)
    _become(table, table.mix, added)


def take_contribution_back(table: Table, seat: int) -> None:
    """Remove the contribution of a player who leaves before the contributions are closed."""
    mix = table.mix
    if mix is not None and not mix.closed and mix.of_seat(seat) is not None:
        _become(table, mix, without=seat)


def _become(table: Table, mix: Mix, *added: Contribution, without: int = 0) -> None:
    """The contributions of a mix by seat, with some added or replaced and one removed."""
    new = {each.seat for each in added} | {without}
    kept = [each for each in mix.contributions if each.seat not in new]
    together = sorted([*kept, *added], key=lambda each: each.seat)
    table.mix = replace(mix, contributions=tuple(together))


def missing_seals(state: Table) -> tuple[int, ...]:
    """The seats that the table waits for to contribute."""
    mix = state.mix
    if mix is None or mix.closed:
        return ()
    return tuple(seat for seat in state.playing if mix.of_seat(seat) is None)


def _close(state: Table, _: c.CloseContributions, __: Shoe) -> Iterator[e.Event]:
    yield closing(state)


def closing(state: Table) -> e.ContributionsClosed:
    """The end of the contributions, with the bounds of cut and depth by the rules."""
    continuous = state.shuffling is Shuffling.CONTINUOUS
    least, most = (0, 0) if continuous else _depth_range(state)
    return e.ContributionsClosed(
        cards=state.decks * CARDS_PER_DECK,
        cut_least=0 if continuous else state.house.cards.cut_min_cards,
        depth_least=least,
        depth_most=most,
        cites=SEALED_SHOE,
    )


def _depth_range(state: Table) -> tuple[int, int]:
    """From the house's usual depth of the cutting card to a twelfth of the stack deeper."""
    if state.house.cards.reshuffle is not Reshuffle.CUTTING_CARD:
        return 0, 0
    least, most = state.house.cutting_card_range(state.decks)
    least = max(least, state.house.cards_behind(state.decks))
    return least, min(most, least + state.shoe.size // DEPTH_CHOICES)


def _closed(table: Table, event: e.ContributionsClosed) -> None:
    assert table.mix is not None
    table.mix = replace(
        table.mix,
        closed=True,
        cards=event.cards,
        cut_least=event.cut_least,
        depth_least=event.depth_least,
        depth_most=event.depth_most,
    )


def may_open(state: Table, seat: int) -> bool:
    """Whether a seat can open its contribution: after the cut, until the shoe is loaded."""
    mix, holder = state.mix, state.seats.get(seat)
    if mix is None or not mix.closed or holder is None or state.phase is not Phase.LOAD:
        return False
    own = mix.of_seat(seat)
    return own is not None and not own.is_opened and own.player == holder.player


def missing_values(state: Table) -> tuple[int, ...]:
    """The seats that the table waits for to open their contributions."""
    mix = state.mix
    if mix is None or not mix.closed:
        return ()
    return tuple(each.seat for each in mix.contributions if may_open(state, each.seat))


def _open(state: Table, command: c.OpenContribution, shoe: Shoe) -> Iterator[e.Event]:
    seat, cites = command.seat, SEALED_SHOE
    guards.seated(state, seat)
    mix = _mix(state)
    if not may_open(state, seat):
        words = "Only the player who sealed a contribution can open it, once, between the cut and"
        refuse(Code.NOT_NOW, f"{words} the loading of the shoe.", cites)
    value, own = _digits(command.value, "A value"), mix.of_seat(seat)
    assert own is not None
    if not guards.sealed_shoe(shoe).opens(mix.number, seat, own.commitment, value):
        refuse(Code.OTHER_VALUE, f"This is not the value that seat {seat} sealed.", cites)
    yield e.ContributionOpened(seat=seat, value=value, cites=cites)


def _opened(table: Table, event: e.ContributionOpened) -> None:
    assert table.mix is not None
    own = table.mix.of_seat(event.seat)
    assert own is not None
    _become(table, table.mix, replace(own, value=event.value))


def _mix(state: Table) -> Mix:
    guards.is_open(state)
    if state.mix is None:
        words = "The shoes of this table are not sealed and take no contributions."
        refuse(Code.NOT_SEALED, words, SEALED_SHOE)
    return state.mix


def _digits(text: str, what: str) -> str:
    if len(text) != DIGITS or not _HEX.issuperset(text):
        words = f"{what} must be {DIGITS} hexadecimal digits in lower case."
        refuse(Code.BAD_DIGITS, words, SEALED_SHOE)
    return text
