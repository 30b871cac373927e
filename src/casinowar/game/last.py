"""The last game of a person, if it was interrupted, found in the newest record.

A game that is open in another window is not interrupted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from casinowar.locks import is_taken
from casinowar.record.file import SUFFIX
from casinowar.table.events import TableClosed

_TAIL_BYTES = 64_000


@dataclass(frozen=True, slots=True)
class LastGame:
    """A game that can be continued, here or in the window where it is open."""

    path: Path
    house: str  # the name
    ended: datetime | None  # the time of its last command
    elsewhere: bool = False  # it is open in another window


def last_game(folder: Path) -> LastGame | None:
    """The newest record of a folder, unless its table was closed or it cannot be read.

    Games that are open in another window are skipped, unless there is no other game.
    """
    elsewhere: LastGame | None = None
    try:
        for path in sorted(folder.glob(f"*{SUFFIX}"), key=_changed, reverse=True):
            if not is_taken(path):
                return _interrupted(path) or elsewhere
            found = _interrupted(path)
            if elsewhere is None and found is not None:
                elsewhere = replace(found, elsewhere=True)
    except (OSError, ValueError):
        return elsewhere
    return elsewhere


def _changed(path: Path) -> float:
    return path.stat().st_mtime


def _interrupted(path: Path) -> LastGame | None:
    with path.open("rb") as file:
        header = json.loads(file.readline())
        size = path.stat().st_size
        file.seek(max(size - _TAIL_BYTES, 0))
        lines = file.read().split(b"\n")[:-1]
    given = [line for line in lines if line.startswith(b'{"at"')]  # the commands
    if not given or not isinstance(header, dict):
        return None
    if json.loads(lines[-1]).get("name") == TableClosed.NAME:
        return None
    at = json.loads(given[-1]).get("at")
    ended = datetime.fromisoformat(at) if isinstance(at, str) else None
    return LastGame(path, str(header.get("rules", {}).get("name", "")), ended)
