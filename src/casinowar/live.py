"""A table that is being played: the pure engine with a state, a record and a source of shoes.

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

from collections.abc import Callable

from casinowar.houses import House, load_house
from casinowar.table import commands as c
from casinowar.table.automation import ALL_STEPS, Automations, carry_out
from casinowar.table.event import Event
from casinowar.table.refusals import Refusal
from casinowar.table.shoe import NoShoe, Shoe, shuffled_stack
from casinowar.table.state import Table


class LiveTable:
    """One table, its record and its shoes; the only mutable thing around the engine."""

    def __init__(
        self,
        house: House | str,
        random_below: Callable[[int], int],
        automations: Automations = ALL_STEPS,
        shoes: Callable[[int], Shoe] | None = None,
    ) -> None:
        self.state = Table(house=load_house(house) if isinstance(house, str) else house)
        self.events: list[Event] = []
        self.automations = automations
        self._random_below = random_below
        self._given = shoes
        self._shoe: tuple[int, Shoe] = (0, NoShoe())

    def do(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """Carry a command out; its events, or the refusal that left everything as it was."""
        carried = carry_out(self.state, command, self._shoe_of, self.automations)
        if isinstance(carried, Refusal):
            return carried
        self.state = carried.state
        self.events += carried.events
        return carried.events

    def _shoe_of(self, number: int) -> Shoe:
        if self._given is not None:
            return self._given(number)
        if number != self._shoe[0]:
            self._shoe = (number, shuffled_stack(self.state.decks, self._random_below))
        return self._shoe[1]
