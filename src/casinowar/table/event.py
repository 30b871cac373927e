"""What every event has: a written name and version, and the clause that it rests on."""

from __future__ import annotations

from typing import ClassVar

from casinowar.table.message import message


@message
class Event:
    """Something that happened."""

    NAME: ClassVar[str]
    VERSION: ClassVar[int] = 1
    cites: str
