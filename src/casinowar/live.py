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
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from casinowar.houses import House, load_house
from casinowar.table import commands as c
from casinowar.table.automation import (
    ALL_STEPS,
    Automations,
    Done,
    Id,
    carry_out,
    events_of,
)
from casinowar.table.events import Event
from casinowar.table.legal import Offer, legal
from casinowar.table.refusals import Refusal
from casinowar.table.roles import AUTOMATIC, Who, not_yours
from casinowar.table.shoe import NO_SHOE, Shoe, shuffled_stack
from casinowar.table.state import Table
from casinowar.table.view import View, view
from casinowar.table.waits import Wait, waits_for

Save = Callable[[tuple[Done, ...]], None]
# how a table opens for which nobody says it
DEALER_NAME = "Dealer"
TRAY_CENTS = 100_000_00


def chance(seed: int | None) -> Callable[[int], int]:
    """The operating system's entropy, or a stream that a seed repeats."""
    if seed is None:
        return secrets.randbelow
    return Random(seed).randrange  # noqa: S311 - repeatable shoes were asked for


class LiveTable:
    """One table and its shoes; the only mutable thing around the engine.

    ``save`` gets each command and its events before anything changes: if it raises, nothing has
    happened. The table itself keeps no events, only their number.
    """

    def __init__(
        self,
        house: House | str,
        random_below: Callable[[int], int] = secrets.randbelow,
        automations: Automations = ALL_STEPS,
        shoes: Callable[[int], Shoe] | None = None,
        save: Save | None = None,
    ) -> None:
        self.state = Table(house=load_house(house) if isinstance(house, str) else house)
        self.version = 0  # the number of events so far
        self.automations = automations
        self.save = save
        self._random_below = random_below
        self._given = shoes
        self._stacked: tuple[Shoe, ...] = ()
        # by number and decks: the one in play, and the next if a save failed
        self._shoes: dict[tuple[int, int], Shoe] = {}

    def do(
        self,
        command: c.Command,
        by: Who | None = None,
        *,
        first: c.Command | None = None,
        automatic: bool = False,
        command_id: Id = None,
    ) -> tuple[Event, ...] | Refusal:
        """Carry out a command; return its events, or the refusal that left everything unchanged.

        With ``by``, the command is refused unless that person may give it. With ``first``, the
        table gives itself that command before it: both happen, or neither does. ``automatic``
        says that the table gives itself the command, and ``command_id`` names it:
        both are only recorded.
        """
        state, done = self.state, tuple[Done, ...]()
        if first is not None:
            carried = carry_out(state, first, self._shoe_of, self.automations, by=AUTOMATIC)
            if isinstance(carried, Refusal):
                return carried
            state, done = carried.state, carried.done
        if by is not None:
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
        self.state = carried.state
        self.version += len(events)
        if len(self._shoes) > 1:
            kept = (self.state.shoe.number, self.state.decks)
            self._shoes = {key: shoe for key, shoe in self._shoes.items() if key == kept}
        return events

    def restore(self, state: Table, version: int) -> None:
        """Continue from a saved table."""
        self.state, self.version = state, version

    def give_shoes(self, shoes: Sequence[Shoe]) -> None:
        """Deal these shoes first, in order; later shoes are shuffled."""
        self._stacked = tuple(shoes)

    def legal(self, who: Who) -> tuple[Offer, ...]:
        """Every command that ``who`` may give now."""
        return legal(self.state, who, self.shoe, fills=c.FillTray in self.automations)

    def view(self, who: Who | None = None) -> View:
        """What ``who`` sees; None is an onlooker."""
        return view(self.state, who, self.shoe)

    def waits_for(self) -> tuple[Wait, ...]:
        """What the table is waiting for, and from whom."""
        return waits_for(self.state, self.shoe)

    @property
    def shoe(self) -> Shoe:
        """The shoe on the table, if there is one."""
        number = self.state.shoe.number
        return self._shoe_of(number) if number else NO_SHOE

    def _shoe_of(self, number: int, decks: int | None = None) -> Shoe:
        if self._given is not None:
            return self._given(number)
        if number <= len(self._stacked):
            return self._stacked[number - 1]
        key = (number, decks or self.state.decks)
        if key not in self._shoes:
            self._shoes[key] = shuffled_stack(key[1], self._random_below)
        return self._shoes[key]
