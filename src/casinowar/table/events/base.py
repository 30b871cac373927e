"""What every event has: a written name and version, a citation, and words for people."""

from __future__ import annotations

from abc import abstractmethod
from typing import Literal

from casinowar.houses.house import House
from casinowar.table.message import Message


class Event(Message, tag_field="name"):
    """Something that happened, and the clause or house policy that it rests on.

    An event whose fields change declares its next version, ``version: Literal[2] = 2``, and an
    upcast converts events recorded earlier (``wire/upcasts.py``).
    """

    version: Literal[1] = 1
    cites: str

    @abstractmethod
    def text(self, house: House) -> str:
        """What happened, as a sentence without its clause."""
