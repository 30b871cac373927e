"""What every event has: a written name and version, and the clause that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""

    NAME: ClassVar[str]
    VERSION: ClassVar[int] = 1
    cites: str
