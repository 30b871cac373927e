"""``decide(state, command, shoe) -> events or refusal``: what a command does, if it may.

Pure dispatch. The answers stand in ``decide_cards`` (opening, shuffle, cut, idle), ``decide_bets``
(seats, chips, wagers, choices), ``decide_round`` (burns, deals, settlements, rack) and
``irregular`` (face-up cards, missed seats, voids). A refused command changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from casinowar.table import decide_bets, decide_cards, decide_round, irregular
from casinowar.table.commands import Command
from casinowar.table.event import Event
from casinowar.table.refusals import Refusal
from casinowar.table.refuse import Refused
from casinowar.table.shoe import Shoe
from casinowar.table.state import Table

Decision = Callable[[Table, Any, Shoe], Iterable[Event]]
_DECISIONS: dict[type[Command], Decision] = {
    **decide_cards.DECISIONS,
    **decide_bets.DECISIONS,
    **decide_round.DECISIONS,
    **irregular.DECISIONS,
}


def decide(state: Table, command: Command, shoe: Shoe) -> tuple[Event, ...] | Refusal:
    """The events that ``command`` brings about, or why it is refused."""
    try:
        return tuple(_DECISIONS[type(command)](state, command, shoe))
    except Refused as refused:
        return refused.refusal
