"""How a topic names the function that decides or evolves each of its messages.

A topic's ``decision`` and ``evolution`` match every message of its union and end with
``assert_never``: a message without a function, or with the function of another message, fails both
type checkers. Each kind is looked up once; after that the engine calls the function directly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from casinowar.table.commands import Command
from casinowar.table.events import Event
from casinowar.table.shoe import Shoe
from casinowar.table.state import Table

Decision = Callable[[Table, Any, Shoe], Iterable[Event]]
Evolution = Callable[[Table, Any], None]
Given = TypeVar("Given", bound=Command)
Happened = TypeVar("Happened", bound=Event)


def decided(_: Given, by: Callable[[Table, Given, Shoe], Iterable[Event]]) -> Decision:
    """The function ``by``, checked to decide this command."""
    return by


def evolved(_: Happened, by: Callable[[Table, Happened], None]) -> Evolution:
    """The function ``by``, checked to evolve this event."""
    return by


def nothing(_: Table, __: Event) -> None:
    """Nothing to record: the event only advances the procedure."""
