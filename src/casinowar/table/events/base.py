"""What every event has: a written name and version, a citation, and words for people."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from casinowar.houses.house import House
from casinowar.table.message import message


@message
class Event(ABC):
    """Something that happened, and the clause or house policy that it rests on."""

    NAME: ClassVar[str]
    VERSION: ClassVar[int]
    cites: str

    def __init_subclass__(cls, name: str = "", version: int = 1) -> None:
        """Write down the name and version: old records are read by them."""
        if name:
            cls.NAME = name
            cls.VERSION = version

    @abstractmethod
    def text(self, house: House) -> str:
        """What happened, as a sentence without its clause."""
