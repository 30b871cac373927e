"""The record of a game on disk, appended and flushed after every command.

A record belongs to one game, is never overwritten, and is written by one process at a time. A
command and its events are on disk before anybody sees them, so a closed terminal loses nothing.
``history`` defines the content of a record.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from io import RawIOBase
from pathlib import Path
from tempfile import TemporaryFile

from platformdirs import user_data_path

from casinowar.errors import InputError, as_path
from casinowar.houses import House
from casinowar.locks import Lock
from casinowar.record.history import History, read_history, write_commands, write_header
from casinowar.record.verify import verify
from casinowar.table.automation import Done
from casinowar.toml import read_text

SUFFIX = ".jsonl"
RECORD_MAX_BYTES = 200_000_000
IN_USE = "this game is open in another window; continue there, or leave it there first"
Clock = Callable[[], datetime]


def records_folder() -> Path:
    """The default folder for records, in the user's data folder."""
    return user_data_path("casinowar", appauthor=False) / "records"


def check_folder(folder: Path) -> None:
    """Make sure that a record can be written to this folder, before anybody sits down."""
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
    """The record of one game, locked until ``close``; the file is reopened for each command."""

    def __init__(
        self,
        path: Path,
        house: House,
        clock: Clock,
        lock: Lock,
        size_bytes: int = 0,
        last: datetime | None = None,
    ) -> None:
        self.path, self._lock = path, lock
        self._house, self._clock = house, clock
        self._size_bytes, self._last = size_bytes, last

    def append(self, commands: Iterable[Done]) -> None:
        """Write commands with their events to disk, all or none; an InputError if that fails."""
        now = self._now()
        lines = write_commands(commands, now)
        if lines and not self._size_bytes:
            lines = write_header(self._house) + lines
        try:
            with self.path.open("r+b", buffering=0) as file:
                if file.seek(0, os.SEEK_END) != self._size_bytes:
                    raise InputError("record", f"{self.path} was changed by another program")
                self._write(file, lines)
        except OSError as error:
            raise _unwritable(self.path, error) from None
        self._last = now

    def _now(self) -> datetime:
        """The time with its offset; never earlier than before, even if the clock is set back."""
        now = self._clock().astimezone()
        now = now.replace(microsecond=now.microsecond // 1000 * 1000)
        return now if self._last is None else max(now, self._last)

    def _write(self, file: RawIOBase, lines: bytes) -> None:
        try:
            left = lines
            while left:
                left = left[file.write(left) or 0 :]
            os.fsync(file.fileno())
        except OSError:
            # Half a line would make the record unreadable; truncating needs no disk space.
            with suppress(OSError):
                file.truncate(self._size_bytes)
            raise
        self._size_bytes += len(lines)

    def close(self) -> None:
        """Release the record, so that another process can continue it."""
        self._lock.withdraw()

    def __del__(self) -> None:
        self.close()

    def discard_if_empty(self) -> None:
        """Remove a record without commands."""
        if self._size_bytes == 0:
            self.path.unlink(missing_ok=True)
            self.close()


def create_record(path: Path, house: House, clock: Clock) -> Record:
    """A new record at ``path``; an existing file is never overwritten."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:  # also if a file is in the place of a folder
        raise _unwritable(path, error) from None
    try:
        path.open("xb").close()
        lock = _locked(path)
    except FileExistsError:
        raise InputError(
            "record", f"{path} already exists: continue it with --resume, or name another file"
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from None
    return Record(path, house, clock, lock)


def create_record_in(folder: Path, house: House, clock: Clock) -> Record:
    """A new record named after the time and the house."""
    stamp, number = f"{clock():%Y%m%d-%H%M%S}", 1
    path = folder / f"{stamp}-{house.name}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{stamp}.{number}-{house.name}{SUFFIX}"
    return create_record(path, house, clock)


def read_record(path: str | Path) -> History:
    """Read a record; an InputError names the file and the line that cannot be read."""
    path = as_path(path)
    try:
        return read_history(read_text(path, RECORD_MAX_BYTES))
    except InputError as error:
        where = f"{path}: {error.field}" if error.field else str(path)
        raise InputError(where, error.reason, error.cites) from None


def resume_record(path: Path, clock: Clock) -> tuple[Record, History]:
    """An existing record to continue, and its content.

    A crash can leave the last command half written. Nobody has seen it, so its lines are removed.
    Any other record that cannot have happened is refused with its first wrong line. So is a record
    that another process is writing.
    """
    try:
        path.open("r+b").close()  # locking would create a file that does not exist
        lock = _locked(path)
    except OSError as error:
        read_record(path)  # an unreadable file raises its own error
        raise _unwritable(path, error) from None
    try:
        history, size_bytes = _mended(path, read_record(path))
    except BaseException:
        lock.withdraw()
        raise
    last = history.commands[-1].at if history.commands else None
    return Record(path, history.house, clock, lock, size_bytes, last), history


def _locked(path: Path) -> Lock:
    """The lock of a record; raises an InputError if the game is open in another window."""
    lock = Lock.take(path, needed=False)  # the size of the file is checked as well
    if lock is None:
        raise InputError(str(path), IN_USE)
    return lock


def _mended(path: Path, history: History) -> tuple[History, int]:
    """A record without an incomplete last command, and its size on disk."""
    found = verify(history)
    if found.fault is not None and not found.fault.cut_off:
        fault = found.fault
        raise InputError(f"{path}: line {fault.line}", fault.reason, fault.cites)
    try:
        with path.open("r+b", buffering=0) as file:
            content = file.readall()
            if not content.endswith(b"\n") and not history.cut_off:
                file.write(b"\n")
                content += b"\n"
            if found.fault is not None and found.fault.cut_off:
                lines = content.split(b"\n")[: found.whole_lines]
                content = b"".join(line + b"\n" for line in lines)
                file.truncate(len(content))
                history = _first_lines(history, found.whole_lines)
            os.fsync(file.fileno())
    except OSError as error:
        raise _unwritable(path, error) from None
    return history, len(content)


def _first_lines(history: History, count: int) -> History:
    return replace(
        history,
        entries=tuple(entry for entry in history.entries if entry.line <= count),
        commands=tuple(command for command in history.commands if command.line <= count),
        cut_off=False,
    )
