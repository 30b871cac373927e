"""A table that is being played: the pure engine with a state and a source of shoes.

>>> from datetime import date
>>> from random import Random
>>> from casinowar.table import commands as c
>>> table = LiveTable("skycity", Random(7).randrange)
>>> _ = table.do(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10_000_000))
>>> _ = table.do(c.TakeSeat(seat=1, player="Bo"))
>>> _ = table.do(c.BuyChips(seat=1, cash_cents=100_00))
>>> _ = table.do(c.RefuseCut(seat=1))
>>> _ = table.do(c.PlaceWagers(seat=1, initial_cents=10_00))
>>> table.state.round_number
1
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

from casinowar.errors import expect, expect_callable, shown
from casinowar.houses import House, load_house
from casinowar.table import commands as c
from casinowar.table import guards
from casinowar.table.automation import (
    ALL_STEPS,
    Automations,
    Done,
    Id,
    carry_out,
    events_of,
    shoe_of,
)
from casinowar.table.bets import Bets, bets_of
from casinowar.table.events import Event
from casinowar.table.legal import Offer, legal
from casinowar.table.message import INT_MAX, INT_MIN
from casinowar.table.refusals import Refusal, Refused
from casinowar.table.roles import AUTOMATIC, WHO_WORDS, Who, not_yours
from casinowar.table.shoe import Shoe, shuffled_stack
from casinowar.table.state import Table
from casinowar.table.view import View, view
from casinowar.table.waits import Wait, waits_for

Save = Callable[[tuple[Done, ...]], None]
# defaults for opening a table
DEALER_NAME = "Dealer"
TRAY_CENTS = 100_000_00


def chance(seed: int | None) -> Callable[[int], int]:
    """The operating system's entropy, or a repeatable stream with a seed."""
    if seed is None:
        return secrets.randbelow
    return Random(seed).randrange  # noqa: S311 - repeatable shoes were asked for


def _command_classes(automations: Iterable[Any]) -> Automations:
    kinds = tuple(automations) if isinstance(automations, Iterable) else (automations,)
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, c.Command)):
            words = "classes of commands, such as ALL_STEPS - {commands.DealCard}"
            raise TypeError(f"automations must be {words}, not {shown(automations)}")
    return frozenset(kinds)


def _check_id(command_id: Id) -> None:
    """Raise a TypeError unless a record can store this command id."""
    good = command_id is None or (
        all(one != "\0" and not "\ud800" <= one <= "\udfff" for one in command_id)
        if type(command_id) is str
        else type(command_id) is int and INT_MIN <= command_id <= INT_MAX
    )
    if not good:
        words = "a whole number of 64 bits or text"
        raise TypeError(f"command_id must be {words}, not {shown(command_id)}")


class LiveTable:
    """A table and its shoes: the only mutable object around the engine.

    ``save`` is called with each command and its events before anything changes: if it raises,
    nothing has happened. The table itself keeps only the number of events.
    """

    def __init__(
        self,
        house: House | str,
        random_below: Callable[[int], int] = secrets.randbelow,
        automations: Automations = ALL_STEPS,
        shoes: Callable[[int], Shoe] | None = None,
        save: Save | None = None,
    ) -> None:
        self._state = Table(house=house if isinstance(house, House) else load_house(house))
        self._version = 0
        expect_callable("random_below", random_below, "a function such as Random(7).randrange")
        if shoes is not None:
            expect_callable("shoes", shoes, "a function that returns the shoe with a number")
        if save is not None:
            expect_callable("save", save, "a function that takes events")
        self.automations = _command_classes(automations)
        self.save = save
        self._random_below = random_below
        self._given = shoes
        self._stacked: tuple[Shoe, ...] = ()
        # by number and decks: the current shoe, and the next one if a save failed
        self._shoes: dict[tuple[int, int], Shoe] = {}

    @property
    def state(self) -> Table:
        """The current state of the table, an immutable value."""
        return self._state

    @property
    def version(self) -> int:
        """The number of events so far."""
        return self._version

    def must(self, command: c.Command, by: Who | None = None) -> tuple[Event, ...]:
        """Carry out a command that must succeed; raises ``Refused`` if it is refused."""
        answer = self.do(command, by)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        return answer

    def do(
        self,
        command: c.Command,
        by: Who | None = None,
        *,
        first: c.Command | None = None,
        automatic: bool = False,
        command_id: Id = None,
    ) -> tuple[Event, ...] | Refusal:
        """Carry out a command; return its events, or the refusal, which changes nothing.

        With ``by``, the command is refused unless that person may give it. With ``first``, the
        table first carries out that command itself: both happen, or neither. ``automatic`` marks a
        command that the table gives itself, and ``command_id`` is the id of the command: both are
        only recorded.
        """
        _check_id(command_id)
        state, done = self._state, tuple[Done, ...]()
        if first is not None:
            carried = carry_out(state, first, self._shoe_of, self.automations, by=AUTOMATIC)
            if isinstance(carried, Refusal):
                return carried
            state, done = carried.state, carried.done
        if by is not None:
            expect("by", by, Who, WHO_WORDS)
            refusal = not_yours(state, by, command)
            if refusal is not None:
                return refusal
        shoes = partial(self._shoe_of, decks=state.decks)
        giver = AUTOMATIC if automatic else None
        carried = carry_out(
            state, command, shoes, self.automations, by=giver, command_id=command_id
        )
        if isinstance(carried, Refusal):
            return carried
        done += carried.done
        events = events_of(done)
        if self.save is not None:
            self.save(done)
        self._state = carried.state
        self._version += len(events)
        if len(self._shoes) > 1:
            kept = (self._state.shoe.number, self._state.decks)
            self._shoes = {key: shoe for key, shoe in self._shoes.items() if key == kept}
        return events

    def __repr__(self) -> str:
        state = self._state
        return f"<LiveTable {state.house.name}: {state.phase}, round {state.round_number}>"

    def restore(self, state: Table, version: int, shoe: Shoe | None = None) -> None:
        """Continue from a saved table, with the cards of ``shoe`` if one is given."""
        guards.a_table(state)
        if type(version) is not int or version < 0:
            words = "the number of events so far, a whole number from 0"
            raise TypeError(f"version must be {words}, not {shown(version)}")
        if shoe is not None:
            guards.a_shoe(shoe)
        self._state, self._version = state, version
        if shoe is not None:
            self._shoes = {(state.shoe.number, state.decks): shoe}

    def copy(self) -> LiveTable:
        """An independent copy of the table, with the same cards in the shoe.

        Later shoes are shuffled by the same ``random_below``. ``save`` is not called for a copy.
        """
        twin = LiveTable(self.state.house, self._random_below, self.automations, self._given)
        twin.restore(self.state, self.version)
        twin._stacked, twin._shoes = self._stacked, dict(self._shoes)
        return twin

    def give_shoes(self, shoes: Sequence[Shoe]) -> None:
        """Deal these shoes first, in order; later shoes are shuffled."""
        expect("shoes", shoes, Iterable, "a list of shoes, such as [shuffled_stack(6, randbelow)]")
        for shoe in shoes:
            guards.a_shoe(shoe)
        self._stacked = tuple(shoes)

    def legal(self, who: Who) -> tuple[Offer, ...]:
        """Every command that ``who`` may give now."""
        return legal(self.state, who, self.shoe, fills=c.FillTray in self.automations)

    def bets(self, who: Who) -> Bets | None:
        """What ``who`` may bet now, with every limit; None if they may not bet."""
        return bets_of(self.state, who.seat)

    def view(self, who: Who | None = None) -> View:
        """The table as ``who`` sees it; None is a spectator."""
        return view(self.state, who, self.shoe)

    def waits_for(self) -> tuple[Wait, ...]:
        """Everything that the table is waiting for, and from whom."""
        return waits_for(self.state, self.shoe)

    @property
    def shoe(self) -> Shoe:
        """The shoe on the table, with the contributions mixed into it."""
        return shoe_of(self.state, self._shoe_of)

    def _shoe_of(self, number: int, decks: int | None = None) -> Shoe:
        if self._given is not None:
            shoe = self._given(number)
            guards.a_shoe(shoe)
            return shoe
        if number <= len(self._stacked):
            return self._stacked[number - 1]
        key = (number, decks or self.state.decks)
        if key not in self._shoes:
            self._shoes[key] = shuffled_stack(key[1], self._random_below)
        return self._shoes[key]
