"""The record of a game on disk: one JSON object a line, appended and forced out at every command.

A record is made for one game and never written over. What a command brought about is on disk
before anybody sees it, so a closed terminal loses nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from io import RawIOBase
from pathlib import Path
from tempfile import TemporaryFile

from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.record.codec import read_events, write_events
from casinowar.table.card_events import TableOpened
from casinowar.table.event import Event
from casinowar.table.evolve import evolve
from casinowar.table.state import Table
from casinowar.toml import read_text

SUFFIX = ".jsonl"
RECORD_MAX_BYTES = 200_000_000


def records_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path:
    """Where records go unless a file is named: the user's data folder."""
    if platform == "win32":
        base = environment.get("APPDATA") or str(Path.home() / "AppData" / "Roaming")
    else:
        base = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "casinowar" / "records"


def check_folder(folder: Path) -> None:
    """Make sure that a record can be written there, before anybody sits down."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(folder, error) from None


def _unwritable(path: Path, error: OSError) -> InputError:
    reason = error.strerror or str(error)
    return InputError("record", f"{path} cannot be written: {reason}; name a file with --record")


class Record:
    """One game's record. It is opened for each command, so nothing is left to be closed."""

    def __init__(self, path: Path, size_bytes: int) -> None:
        self.path = path
        self._size_bytes = size_bytes

    def append(self, events: Iterable[Event]) -> None:
        """Put events on disk, all of them or none; an InputError if that fails."""
        try:
            with self.path.open("r+b", buffering=0) as file:
                if file.seek(0, os.SEEK_END) != self._size_bytes:
                    raise InputError("record", f"{self.path} was changed by somebody else")
                self._write(file, write_events(events).encode())
        except OSError as error:
            raise _unwritable(self.path, error) from None

    def _write(self, file: RawIOBase, lines: bytes) -> None:
        try:
            left = lines
            while left:
                left = left[file.write(left) or 0 :]
            os.fsync(file.fileno())
        except OSError:
            # Half a line would make the record unreadable; a truncation needs no space.
            with suppress(OSError):
                file.truncate(self._size_bytes)
            raise
        self._size_bytes += len(lines)

    def discard_if_empty(self) -> None:
        """Remove a record in which nothing happened."""
        if self._size_bytes == 0:
            self.path.unlink(missing_ok=True)


def create_record(path: Path) -> Record:
    """A new record at ``path``; an existing file is never written over."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("xb").close()
    except FileExistsError:
        raise InputError(
            "record", f"{path} exists already: go on with it by --resume, or name another file"
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from None
    return Record(path, 0)


def create_record_in(folder: Path, house: House, now: datetime) -> Record:
    """A new record named after the time and the house."""
    stamp, number = f"{now:%Y%m%d-%H%M%S}", 1
    path = folder / f"{stamp}-{house.name}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{stamp}.{number}-{house.name}{SUFFIX}"
    return create_record(path)


def read_record(path: Path) -> tuple[Event, ...]:
    """The events of a record; an InputError names the line that cannot be read."""
    try:
        return tuple(read_events(read_text(path, RECORD_MAX_BYTES)))
    except InputError as error:
        where = f"{path}: {error.field}" if error.field else str(path)
        raise InputError(where, error.reason, error.cites) from None


def reopen_record(path: Path) -> Record:
    """An existing record, to be gone on with."""
    try:
        with path.open("r+b", buffering=0) as file:
            return Record(path, file.seek(0, os.SEEK_END))
    except OSError as error:
        raise _unwritable(path, error) from None


def house_of_record(events: Sequence[Event]) -> House:
    """The built-in house at which a record was played."""
    name = events[0].house if events and isinstance(events[0], TableOpened) else ""
    if name not in house_names():
        raise InputError("house", f"the record's house {name!r} is not built in: say --house FILE")
    return load_house(name)


def fold_record(house: House, events: Sequence[Event]) -> Table:
    """The table at the end of a record; an InputError if it is not one table's record."""
    if not events or not isinstance(events[0], TableOpened) or events[0].house != house.name:
        raise InputError("record", f"is not a record of one game at {house.name}")
    state = Table(house=house)
    for number, event in enumerate(events, 1):
        try:
            state = evolve(state, event)
        except (KeyError, IndexError, AssertionError):
            what = f"{event.NAME} cannot have happened then"
            raise InputError(f"line {number}", what) from None
    return state
