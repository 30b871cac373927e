"""``evolve(state, event) -> state``: what the table is after something happened.

Pure dispatch; the functions for the cards stand in ``evolve_cards``, those for wagers and hands
in ``evolve_round``. Nothing is decided here: an event has happened, and is never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from casinowar.table import evolve_cards, evolve_round
from casinowar.table.event import Event
from casinowar.table.state import Table, copied

_APPLY: dict[type[Event], Callable[[Table, Any], None]] = {
    **evolve_cards.APPLY,
    **evolve_round.APPLY,
}


def evolve(state: Table, event: Event) -> Table:
    """The table after ``event``; ``state`` stays as it is."""
    own = copied(state)
    _APPLY[type(event)](own, event)
    return own


def fold(state: Table, events: Iterable[Event]) -> Table:
    """The table after all of ``events``; ``state`` stays as it is."""
    own = copied(state)
    advance(own, events)
    return own


def advance(own: Table, events: Iterable[Event]) -> None:
    """Bring a table that nobody else holds up to date: one copy serves many events."""
    for event in events:
        _APPLY[type(event)](own, event)
