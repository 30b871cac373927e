"""What every command has: a written name, and the role that may give it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import ClassVar

from casinowar.table.message import message
from casinowar.table.state import Table


class Role(StrEnum):
    """Who may give a command."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"


@message
class Command:
    """Anything that a person at the table can say or do."""

    NAME: ClassVar[str]
    ROLE: ClassVar[Role]

    def __init_subclass__(cls, name: str = "") -> None:
        """Write down the name; it is part of the protocol and never changes."""
        if name:
            cls.NAME = name


@message
class PlayerCommand(Command):
    """An action of the player at a seat."""

    ROLE: ClassVar[Role] = Role.PLAYER
    seat: int


@message
class DealerCommand(Command):
    """A step of the dealer."""

    ROLE: ClassVar[Role] = Role.DEALER


@message
class FloorCommand(Command):
    """A step of the floorperson."""

    ROLE: ClassVar[Role] = Role.FLOOR


@message
class Step(Command, ABC):
    """A step of the procedure: refused unless it is due, with words for the person who owes it."""

    @abstractmethod
    def words(self, state: Table) -> tuple[str, str]:
        """What is to be done, after "The next step is to", and the clause it rests on."""


@message
class DealerStep(Step, ABC):
    """A step of the procedure that the dealer owes."""

    ROLE: ClassVar[Role] = Role.DEALER


@message
class FloorStep(Step, ABC):
    """A step of the procedure that the floorperson owes."""

    ROLE: ClassVar[Role] = Role.FLOOR
