"""``decide(state, command, shoe) -> events or refusal`` and ``evolve(state, event) -> state``.

Both are pure. What a command does and how an event changes the table is in ``play/``, by topic;
what comes next is in ``procedure``. A refused command changes nothing. An event has happened:
it is never refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never, cast

from casinowar.errors import expect, shown
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards, procedure
from casinowar.table.dispatch import Decision, Evolution, nothing
from casinowar.table.due import require_due
from casinowar.table.play import (
    cut,
    deal,
    decks,
    fair,
    floor,
    irregular,
    seats,
    settle,
    shuffle,
    spread,
    wagers,
    war,
)
from casinowar.table.refusals import Refusal, Refused
from casinowar.table.shoe import Shoe
from casinowar.table.state import Table, copied, sealed


def decide(state: Table, command: c.Command, shoe: Shoe) -> tuple[e.Event, ...] | Refusal:
    """The events that ``command`` causes, or the refusal.

    Raises a TypeError if an argument has the wrong type.
    """
    decision, must_be_due = _DECISIONS.get(type(command)) or _find_decision(command)
    if not isinstance(state, Table) or not hasattr(shoe, "lies_face_up"):
        guards.a_table(state)
        guards.a_shoe(shoe)
    try:
        if must_be_due:
            require_due(state, command)
        return tuple(decision(state, command, shoe))
    except Refused as refused:
        return refused.refusal


def take_step(own: Table, step: c.Command, shoe: Shoe) -> tuple[e.Event, ...] | Refusal:
    """Decide a step that is known to be due and apply its events to a draft in place."""
    decision, _ = _DECISIONS.get(step.__class__) or _find_decision(step)
    try:
        events = tuple(decision(own, step, shoe))
    except Refused as refused:
        return refused.refusal
    for event in events:
        for change in _CHANGES.get(event.__class__) or _find_changes(event):
            change(own, event)
    return events


def evolve(state: Table, event: e.Event) -> Table:
    """The table after ``event``; ``state`` itself does not change."""
    return fold(state, (event,))


def fold(state: Table, events: Iterable[e.Event]) -> Table:
    """The table after all of ``events``; ``state`` itself does not change."""
    guards.a_table(state)
    own = copied(state)
    advance(own, events)
    return sealed(own)


def advance(own: Table, events: Iterable[e.Event]) -> None:
    """Apply events to a draft (``state.copied``) in place: one draft serves many events."""
    for event in events:
        for change in _CHANGES.get(event.__class__) or _find_changes(event):
            change(own, event)


# --- topics ---------------------------------------------------------------------------------------

_DECISIONS: dict[type[c.Command], tuple[Decision, bool]] = {}
_CHANGES: dict[type[e.Event], tuple[Evolution, ...]] = {}


def _find_decision(command: c.Command) -> tuple[Decision, bool]:
    """The decision for a kind of command, looked up once."""
    if not isinstance(command, c.Command):
        raise TypeError(_not_a_command(command))
    # cards may be changed even if no change is due: the decision checks the phase
    must_be_due = isinstance(command, c.Step) and not isinstance(command, c.ChangeCards)
    found = _decision(cast("c.AnyCommand", command)), must_be_due
    return _DECISIONS.setdefault(type(command), found)


def _not_a_command(value: object) -> str:
    """A TypeError that names the command object to use instead of ``value``."""
    kind = c.COMMANDS.get(value, c.GoToWar) if isinstance(value, str) else c.GoToWar
    if isinstance(value, type) and issubclass(value, c.Command):
        kind = value
    return f"a command must be an object such as commands.{kind.__name__}(...), not {shown(value)}"


def _decision(command: c.AnyCommand) -> Decision:
    if isinstance(command, c.FloorTopic):
        return floor.decision(command)
    if isinstance(command, c.DecksTopic):
        return decks.decision(command)
    if isinstance(command, c.SpreadTopic):
        return spread.decision(command)
    if isinstance(command, c.ShuffleTopic):
        return shuffle.decision(command)
    if isinstance(command, c.FairTopic):
        return fair.decision(command)
    if isinstance(command, c.CutTopic):
        return cut.decision(command)
    if isinstance(command, c.SeatsTopic):
        return seats.decision(command)
    if isinstance(command, c.WagersTopic):
        return wagers.decision(command)
    if isinstance(command, c.DealTopic):
        return deal.decision(command)
    if isinstance(command, c.WarTopic):
        return war.decision(command)
    if isinstance(command, c.IrregularTopic):
        return irregular.decision(command)
    assert_never(command)


def _find_changes(event: e.Event) -> tuple[Evolution, ...]:
    """The evolution for a kind of event, looked up once: what happened, then the procedure."""
    expect("an event", event, e.Event, "an Event that decide returned")
    kind = type(event)
    changes = (_evolution(cast("e.AnyEvent", event)), procedure.after(kind))
    found = tuple(change for change in changes if change is not None and change is not nothing)
    return _CHANGES.setdefault(kind, found)


def _evolution(event: e.AnyEvent) -> Evolution:
    if isinstance(event, e.FloorEvent):
        return floor.evolution(event)
    if isinstance(event, e.DecksEvent):
        return decks.evolution(event)
    if isinstance(event, e.SpreadEvent):
        return spread.evolution(event)
    if isinstance(event, e.ShuffleEvent):
        return shuffle.evolution(event)
    if isinstance(event, e.FairEvent):
        return fair.evolution(event)
    if isinstance(event, e.CutEvent):
        return cut.evolution(event)
    if isinstance(event, e.SeatsEvent):
        return seats.evolution(event)
    if isinstance(event, e.WagersEvent):
        return wagers.evolution(event)
    if isinstance(event, e.DealEvent | e.BurnEvent):
        return deal.evolution(event)
    if isinstance(event, e.SettleEvent):
        return settle.evolution(event)
    if isinstance(event, e.WarEvent):
        return war.evolution(event)
    if isinstance(event, e.IrregularEvent):
        return irregular.evolution(event)
    assert_never(event)
