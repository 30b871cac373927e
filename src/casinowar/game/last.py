"""The last game of a person, if it was interrupted: found by the end of the newest record."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from casinowar.record.file import SUFFIX
from casinowar.table.events import TableClosed

_TAIL_BYTES = 64_000


@dataclass(frozen=True, slots=True)
class LastGame:
    """A game that can be continued."""

    path: Path
    house: str  # the name
    ended: datetime | None  # the time of its last event


def last_game(folder: Path) -> LastGame | None:
    """The newest record of a folder, unless its table was closed or it cannot be read."""
    try:
        records = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        return _interrupted(records[-1]) if records else None
    except (OSError, ValueError):
        return None


def _interrupted(path: Path) -> LastGame | None:
    with path.open("rb") as file:
        header = json.loads(file.readline())
        size = path.stat().st_size
        file.seek(max(size - _TAIL_BYTES, 0))
        lines = [line for line in file.read().split(b"\n")[:-1] if line.startswith(b'{"at"')]
    if not lines or not isinstance(header, dict):
        return None
    last = json.loads(lines[-1])
    if last.get("name") == TableClosed.NAME:
        return None
    at = last.get("at")
    ended = datetime.fromisoformat(at) if isinstance(at, str) else None
    return LastGame(path, str(header.get("rules", {}).get("name", "")), ended)
