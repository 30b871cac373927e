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
from casinowar.table.due import due
from casinowar.table.event import Event
from casinowar.table.refusals import Refusal
from casinowar.table.refuse import Refused
from casinowar.table.shoe import Shoe
from casinowar.table.state import Table

Decision = Callable[[Table, Any, Shoe], Iterable[Event]]
_STEPS: dict[type[Command], Decision] = {**decide_cards.STEPS, **decide_round.STEPS}
_DECISIONS: dict[type[Command], Decision] = {
    **_STEPS,
    **decide_cards.DECISIONS,
    **decide_bets.DECISIONS,
    **irregular.DECISIONS,
}


def decide(state: Table, command: Command, shoe: Shoe) -> tuple[Event, ...] | Refusal:
    """The events that ``command`` brings about, or why it is refused."""
    try:
        if type(command) in _STEPS:
            due(state, command)
        return tuple(_DECISIONS[type(command)](state, command, shoe))
    except Refused as refused:
        return refused.refusal


def decide_next(state: Table, step: Command, shoe: Shoe) -> tuple[Event, ...] | Refusal:
    """As ``decide``, for a step that ``next_step`` named and that is therefore due."""
    try:
        return tuple(_DECISIONS[type(step)](state, step, shoe))
    except Refused as refused:
        return refused.refusal
