"""Files of keys: one for sealing seeds, one for signing heads. They stay outside the database.

One line names the format, then one line for each key, the newest last::

    casinowar-sealing-keys/1
    key 9f86d081884c7d65 <64 hexadecimal digits>

The other file begins with ``casinowar-signing-keys/1``, so that neither is taken for the other.

The id of a key is computed from the key, so a changed line is noticed. A file that others can read,
or that is not exactly this, is refused. Errors name the file and never show what is in it.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from casinowar.errors import InputError
from casinowar.fairness.encoding import digest
from casinowar.fairness.secret import SECRET_BYTES, Secret

ID_BYTES = 8
FILE_BYTES_MAX = 65_536
_LINE = re.compile(r"key ([0-9a-f]{16}) ([0-9a-f]{64})")


class Purpose(StrEnum):
    """What the keys of a file are for."""

    SEALING = "sealing"
    SIGNING = "signing"

    @property
    def first_line(self) -> str:
        """The first line of the file."""
        return f"casinowar-{self.value}-keys/1"

    @property
    def field(self) -> str:
        """The name of the file in errors."""
        return f"{self.value} keys"


def key_id(key: Secret) -> bytes:
    """The id of a key, which says nothing about the key."""
    return digest("sealing-key", key.reveal())[:ID_BYTES]


class KeyFile:
    """The keys of one database for one purpose. The newest seals or signs; all can open or verify.

    ``KeyFile.create`` makes a file, ``KeyFile(path)`` reads one, and ``for_database`` does either
    when a service starts.
    """

    __slots__ = ("_keys", "_purpose", "_seen", "path")

    def __init__(self, path: Path, purpose: Purpose = Purpose.SEALING) -> None:
        self.path, self._purpose = path, purpose
        self._read_again()

    @classmethod
    def create(
        cls,
        path: Path,
        random_bytes: Callable[[int], bytes] = os.urandom,
        purpose: Purpose = Purpose.SEALING,
    ) -> KeyFile:
        """A new file with one new key; an InputError if there is a file already."""
        _replace(path, purpose, lambda: _first_key(path, purpose, random_bytes))
        return cls(path, purpose)

    @classmethod
    def for_database(
        cls,
        path: Path,
        *,
        has_seeds: bool,
        random_bytes: Callable[[int], bytes] = os.urandom,
        purpose: Purpose = Purpose.SEALING,
    ) -> KeyFile:
        """The keys of a database: read, or created if nothing was sealed or signed yet."""
        if path.exists() or path.is_symlink():  # a broken link must not look like a new database
            return cls(path, purpose)
        if has_seeds:
            words = {
                Purpose.SEALING: "the database holds seeds that only its keys can open",
                Purpose.SIGNING: "players hold heads that its keys have signed",
            }[purpose]
            raise InputError(
                purpose.field, f"{path} is missing, and {words}; restore the file from your backup"
            )
        return cls.create(path, random_bytes, purpose)

    @property
    def all(self) -> tuple[Secret, ...]:
        """Every key, the newest last; the file is read again if it has changed."""
        self._look_again()
        return self._keys

    @property
    def newest(self) -> Secret:
        """The key that seals; the file is read again if another process has changed it.

        While the file cannot be read, the keys in memory are used.
        """
        self._look_again()
        return self._keys[-1]

    def _look_again(self) -> None:
        if _state(self.path) != self._seen:
            with suppress(InputError):
                self._read_again()

    def _read_again(self) -> None:
        seen = _state(self.path)  # before the reading: a change meanwhile is seen later
        self._keys = _read(self.path, self._purpose)
        self._seen = seen

    def key(self, wanted: bytes) -> Secret:
        """The key with this id. Before a key is reported missing, the file is read again."""
        found = self._find(wanted)
        if found is None:  # another process may have added it
            self._read_again()
            found = self._find(wanted)
        if found is None:
            raise InputError(self._purpose.field, f"{self.path} has no key {wanted.hex()}")
        return found

    def _find(self, wanted: bytes) -> Secret | None:
        return next((key for key in self._keys if key_id(key) == wanted), None)

    def rotate(self, random_bytes: Callable[[int], bytes] = os.urandom) -> None:
        """Add a new key, which seals or signs from now on; the old keys stay usable."""
        purpose = self._purpose
        _replace(
            self.path,
            purpose,
            lambda: (*_read(self.path, purpose), Secret(random_bytes(SECRET_BYTES))),
        )
        self._read_again()

    def __repr__(self) -> str:
        return f"KeyFile({str(self.path)!r}, {len(self._keys)} keys)"


# --- reading --------------------------------------------------------------------------------------


def _read(path: Path, purpose: Purpose) -> tuple[Secret, ...]:
    try:
        with path.open("rb") as file:
            _private(path, purpose, os.fstat(file.fileno()).st_mode)
            data = file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        raise InputError(purpose.field, f"{path}: {error.strerror}") from None
    return _parse(path, purpose, data)


def _state(path: Path) -> tuple[int, int, int] | None:
    """A value that changes when the file is replaced; None: there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _private(path: Path, purpose: Purpose, mode: int) -> None:
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        permissions = f"{stat.S_IMODE(mode):03o}"
        reason = f"{path} can be read by others (mode {permissions}); make it private: chmod 600"
        raise InputError(purpose.field, reason)


def _parse(path: Path, purpose: Purpose, data: bytes) -> tuple[Secret, ...]:
    lines = data.decode("ascii", errors="replace").split("\n")
    complete = lines[0] == purpose.first_line and lines[-1] == "" and len(lines) > 2
    if len(data) > FILE_BYTES_MAX or not complete:
        raise InputError(purpose.field, f"{path} is not a complete file of {purpose.first_line}")
    keys = tuple(
        _parse_key(path, purpose, number, line) for number, line in enumerate(lines[1:-1], 2)
    )
    if len({key_id(key) for key in keys}) != len(keys):
        raise InputError(purpose.field, f"{path} has the same key twice")
    return keys


def _parse_key(path: Path, purpose: Purpose, number: int, line: str) -> Secret:
    found = _LINE.fullmatch(line)
    if found is None:
        raise InputError(purpose.field, f"{path}, line {number}: not a key")
    key = Secret(bytes.fromhex(found[2]))
    if key_id(key).hex() != found[1]:
        raise InputError(purpose.field, f"{path}, line {number}: the key does not match its id")
    return key


# --- writing --------------------------------------------------------------------------------------


def _first_key(
    path: Path, purpose: Purpose, random_bytes: Callable[[int], bytes]
) -> tuple[Secret, ...]:
    if path.exists() or path.is_symlink():
        raise InputError(purpose.field, f"{path} exists already")
    return (Secret(random_bytes(SECRET_BYTES)),)


def _replace(path: Path, purpose: Purpose, keys: Callable[[], tuple[Secret, ...]]) -> None:
    """Put keys in place, durably and at once: a crash leaves the old file or the new one.

    The new file's name is also the lock: ``keys`` is asked for while no other process can change
    the file, so no key is ever overwritten.
    """
    new = path.with_name(f"{path.name}.new")
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        reason = f"{new} exists: a change is in progress; if it was interrupted, remove this file"
        raise InputError(purpose.field, reason) from None
    except OSError as error:
        raise InputError(purpose.field, f"{new}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_written(purpose, keys()))
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        _sync_folder(path.parent)
    except BaseException as error:
        new.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise InputError(purpose.field, f"{path}: {error.strerror}") from None
        raise


def _written(purpose: Purpose, keys: tuple[Secret, ...]) -> bytes:
    lines = [f"key {key_id(key).hex()} {key.reveal().hex()}" for key in keys]
    return "".join(f"{line}\n" for line in (purpose.first_line, *lines)).encode("ascii")


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":  # elsewhere a folder cannot be synced
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
