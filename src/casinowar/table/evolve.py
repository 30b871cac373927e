"""``evolve(state, event) -> state``: what the table is after something happened.

Pure dispatch; the functions for the cards stand in ``evolve_cards``, those for wagers and hands
in ``evolve_round``. Nothing is decided here: an event has happened, and is never refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from casinowar.table import evolve_cards, evolve_round
from casinowar.table.event import Event
from casinowar.table.state import Changes, Table, changed

_APPLY: dict[type[Event], Callable[[Table, Any], Changes]] = {
    **evolve_cards.APPLY,
    **evolve_round.APPLY,
}


def evolve(state: Table, event: Event) -> Table:
    """The table after ``event``."""
    return changed(state, **_APPLY[type(event)](state, event))


def fold(state: Table, events: Iterable[Event]) -> Table:
    """The table after all of ``events``."""
    return advance(changed(state), events)


def advance(own: Table, events: Iterable[Event]) -> Table:
    """Bring a table that nobody else holds up to date in place: one copy for many events."""
    fields = own.__dict__
    for event in events:
        fields.update(_APPLY[type(event)](own, event))
    return own
