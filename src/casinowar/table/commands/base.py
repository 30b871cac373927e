"""What every command has: a written name, and the role that may give it."""

from __future__ import annotations

from abc import abstractmethod
from enum import StrEnum
from typing import ClassVar

from casinowar.table.message import Message, Whole, well_typed
from casinowar.table.state import Table


class Role(StrEnum):
    """Who may give a command."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"


class Command(Message, tag_field="command", omit_defaults=True):
    """Something that a person at the table says or does.

    A field of the wrong type is a mistake in the calling program and raises a TypeError.
    """

    ROLE: ClassVar[Role]

    def __post_init__(self) -> None:
        """Check the types of all fields, once: a command never changes."""
        well_typed(self)


class PlayerCommand(Command):
    """An action of the player at a seat."""

    ROLE: ClassVar[Role] = Role.PLAYER
    seat: Whole


class DealerCommand(Command):
    """A step of the dealer."""

    ROLE: ClassVar[Role] = Role.DEALER


class FloorCommand(Command):
    """A step of the floorperson."""

    ROLE: ClassVar[Role] = Role.FLOOR


class Step(Command):
    """A step of the procedure: refused unless it is due, with words for the person who owes it."""

    @abstractmethod
    def words(self, state: Table) -> tuple[str, str]:
        """What is to be done, after "The next step is to", and the clause it rests on."""


class DealerStep(Step):
    """A step of the procedure that the dealer owes."""

    ROLE: ClassVar[Role] = Role.DEALER


class FloorStep(Step):
    """A step of the procedure that the floorperson owes."""

    ROLE: ClassVar[Role] = Role.FLOOR
