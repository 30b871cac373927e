"""The files of a SQLite database: opened safely, brought to the newest schema, used by one process.

Every acknowledged write survives a power failure: the write-ahead log is synced at each commit
(``journal_mode=WAL``, ``synchronous=FULL``, for macOS ``fullfsync=ON``), and the settings are read
back. SQLite never copies the log by itself; the service's writer calls ``copy_log``.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from casinowar.errors import InputError
from casinowar.locks import END, Lock, beside
from casinowar.store import migrations
from casinowar.store.failures import is_damage
from casinowar.store.interface import DamagedError, StoreError

APPLICATION_ID = 0x43575231  # "CWR1", in the header of the file
LOCK_SECONDS = 2.0  # a process that was killed may hold its lock for a moment longer
BUSY_SECONDS = 10.0  # a backup may hold the file for a moment
LAST_WAIT_MS = 1000  # how long closing a store waits for a backup or a check
SYNCHRONOUS_FULL = 2
# SQLite of these versions can lose commits if two connections copy the log, or one copies it while
# another one commits. See "The WAL-Reset Bug" at https://sqlite.org/wal.html.
WAL_RESET_BUG = ((3, 7, 0), (3, 51, 2))
STATEMENTS = 256  # prepared statements that a connection keeps
CACHE_KIB = 64 * 1024


class InUseError(InputError):
    """Another process uses the database."""


def has_wal_reset_bug(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Whether this version of SQLite is safe only if one connection copies the log."""
    first, last = WAL_RESET_BUG
    return first <= version <= last


def log_is_left(database: Path) -> bool:
    """Whether the last process did not close the database: its log is not empty."""
    log = beside(database, "-wal")
    return log.exists() and log.stat().st_size > 0


def lock(database: Path) -> Lock:
    """Lock a database for this process; raise InUseError if another process has it."""
    try:
        found = Lock.take(database, LOCK_SECONDS)
    except OSError as error:
        raise _cannot_lock(database, beside(database, END), error) from error
    if found is None:
        reason = f"{database} is in use by another casinowar process; stop that one first"
        raise InUseError("database", reason)
    return found


def open_writer(path: Path) -> sqlite3.Connection:
    """A connection that writes durably, on the newest schema; creates a missing file."""
    make_private(path)
    try:
        connection = _connect(path, "rwc")
        try:
            _set_up(connection, path)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise _cannot_open(path, error) from error
    return connection


def require_sound(connection: sqlite3.Connection, path: Path) -> None:
    """Close the connection and raise InputError if SQLite finds the file damaged.

    It reads the whole file, but does not compare indexes with their tables.
    """
    try:
        [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        connection.close()
        raise InputError("database", f"{path} is damaged: {found}. Restore a backup")


def open_reader(path: Path, mode: str = "ro") -> sqlite3.Connection:
    """A connection that cannot write. It needs no lock."""
    if not path.exists():
        raise InputError("database", f"{path} does not exist")
    try:
        connection = _connect(path, mode)
        connection.execute("PRAGMA query_only = ON")
        if schema_version(connection) == 0:
            connection.close()
            raise InputError("database", f"{path} is not a casinowar database")
    except sqlite3.Error as error:
        raise _cannot_open(path, error) from error
    return connection


def open_visitor(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, to a database that may not be open elsewhere.

    To read, SQLite creates its log and an index of it. The last connection to close removes both,
    unless it was opened read-only: it would leave them next to a stopped database. So the
    connection is opened for writing, unless the log holds commits. Then both files belong to a
    running service, or were left by a crash and the next service copies the log.
    """
    return open_reader(path, "ro" if log_is_left(path) else "rw")


def copy_log(connection: sqlite3.Connection) -> None:
    """Copy what no reader needs from the log into the database, without waiting.

    If that fails, nothing is lost: the commits stay in the log and are copied the next time.
    """
    with contextlib.suppress(sqlite3.Error):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


def empty_log(connection: sqlite3.Connection) -> None:
    """Copy the log into the database, so that the one file holds everything.

    If that fails, nothing is lost: the log is read when the database is opened again.
    """
    try:
        connection.execute(f"PRAGMA busy_timeout = {LAST_WAIT_MS}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        return


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can read, unless it exists.

    An existing file is not opened: closing it would release all locks of this process on it.
    """
    try:
        make_new(path)
    except FileExistsError:
        return
    except OSError as error:
        raise _cannot_open(path, error) from error


def make_new(path: Path) -> None:
    """Create an empty file that only its owner can read; OSError if that fails."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
    os.close(os.open(os.path.realpath(path), flags, 0o600))


def schema_version(connection: sqlite3.Connection) -> int:
    """The number of the schema; 0: there is none yet. DamagedError if the number is missing."""
    named = "SELECT count(*) FROM sqlite_master WHERE name = 'schema_version'"
    if not connection.execute(named).fetchone()[0]:
        return 0
    numbers = connection.execute("SELECT version FROM schema_version").fetchall()
    if len(numbers) != 1 or not isinstance(numbers[0][0], int):
        raise DamagedError("the number of the schema is missing: the database is damaged")
    number: int = numbers[0][0]
    return number


def _our_version(connection: sqlite3.Connection, where: str) -> int:
    """The number of the schema; InputError if the database is another program's."""
    version = schema_version(connection)
    if version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise InputError("database", f"{where} is not a casinowar database")
    return version


def migrate(connection: sqlite3.Connection, where: str) -> None:
    """Bring a database to the newest schema, each step in a transaction of its own."""
    version = _our_version(connection, where)
    for number, sql in migrations.missing("sqlite", version, where).items():
        kept = f"INSERT INTO schema_version VALUES ({number})"
        script = f"BEGIN IMMEDIATE; {sql}; DELETE FROM schema_version; {kept}; COMMIT;"
        try:
            connection.executescript(script)
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # isolation_level=None: no transaction begins implicitly
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        timeout=BUSY_SECONDS,
        check_same_thread=False,
        cached_statements=STATEMENTS,
    )
    try:
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection, path: Path) -> None:
    _our_version(connection, str(path))  # raises before another program's file is changed
    _require(connection, path, "journal_mode", "WAL", "wal")
    _require(connection, path, "synchronous", "FULL", SYNCHRONOUS_FULL)
    _require(connection, path, "fullfsync", "ON", 1)  # without it macOS may keep writes in the disk
    _require(connection, path, "foreign_keys", "ON", 1)
    migrate(connection, str(path))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _require(
    connection: sqlite3.Connection, path: Path, pragma: str, value: str, expected: object
) -> None:
    connection.execute(f"PRAGMA {pragma} = {value}")
    found = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    if found != expected:
        raise StoreError(f"{path} cannot be used durably: {pragma} is {found}, not {value}")


def _cannot_open(path: Path, error: Exception) -> InputError | DamagedError:
    words = f"{path} cannot be opened: {_why(error)}"
    return DamagedError(words) if is_damage(error) else InputError("database", words)


def _cannot_lock(database: Path, lock: Path, error: OSError) -> InputError:
    """The error of a lock that cannot be made, in terms of the database and its folder."""
    if os.path.exists(lock):  # noqa: PTH110 - it never raises
        words = f"{lock} cannot be written: {_why(error)}"
    else:
        words = f"the folder {database.parent.absolute()} cannot be written"
        if not isinstance(error, FileNotFoundError):
            words = f"{words}: {_why(error)}"
        elif not os.path.isdir(database.parent):  # noqa: PTH112 - as above
            words = f"the folder {database.parent.absolute()} does not exist"
    return InputError("database", f"{database} cannot be opened: {words}")


def _why(error: Exception) -> str:
    """The message of an error, without the name of the file."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
