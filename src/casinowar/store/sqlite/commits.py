"""Group commit: all work of a group in one transaction, with a result for each piece.

Work is done in the order in which it was queued. If the commit fails, all of the group fails, and
the next group gets a new connection.

The same connection copies SQLite's log into the database, between two commits and after the results
were delivered. No other connection of this program does: two that copy at once can lose commits
(``database_file.has_wal_reset_bug``).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, groupby
from pathlib import Path

from casinowar.store.failures import failure
from casinowar.store.group_commit import Batch, Wants, judge_in_turn
from casinowar.store.interface import StoreError, Write
from casinowar.store.sqlite.database_file import (
    copy_log,
    empty_log,
    log_is_left,
    open_writer,
    require_sound,
)
from casinowar.store.sqlite.statements import LAST_NUMBER, look_up, write_batch

GROUP_MAX = 500  # pieces of work in one transaction; more wait for the next
COPY_ROWS = 4000  # rows after which the log is copied; more mean fewer, longer copies

Writes = tuple[Write, ...]  # each planned on top of those before it
Change = Callable[[sqlite3.Connection], object]  # another change of the database
Work = Writes | Change
Result = object | StoreError


class Committer:
    """The connection that writes. After a crash the file is checked before it is used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        unclean = log_is_left(path)
        self._connection: sqlite3.Connection | None = self.connect()
        if unclean:
            require_sound(self._connection, path)
        self._numbers = _numbers_from(self._connection)
        self._rows = 0  # since the log was copied

    def connect(self) -> sqlite3.Connection:
        """A new connection that writes."""
        return open_writer(self._path)

    def commit(self, group: Sequence[Work]) -> list[Result]:
        """Write a group and commit; durable when it returns. It never raises."""
        try:
            connection = self._connected()
        except Exception as error:  # any error: no caller may wait for ever
            return [failure("could not be written", error) for _ in group]
        rows = connection.total_changes
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = self._do(connection, group)
        except Exception as error:
            self._roll_back()
            if len(group) == 1 or isinstance(error, sqlite3.OperationalError):
                return [failure("could not be written", error) for _ in group]
            # one write fails: try each on its own
            return [result for work in group for result in self.commit([work])]
        try:
            connection.execute("COMMIT")
        except Exception as error:
            self._drop()
            return [failure("could not be written", error) for _ in group]
        self._rows += connection.total_changes - rows
        return results

    def copy_log_if_due(self) -> None:
        """Copy the log if it is long enough. Call it after delivering the results of a group."""
        if self._connection is not None and self._rows >= COPY_ROWS:
            self._rows = 0
            copy_log(self._connection)

    def close(self) -> None:
        """Copy the log into the database and close it."""
        if self._connection is not None:
            empty_log(self._connection)
            self._connection.close()

    def _do(self, connection: sqlite3.Connection, group: Sequence[Work]) -> list[Result]:
        results: list[Result] = []
        for are_writes, run in groupby(group, lambda work: isinstance(work, tuple)):
            if are_writes:
                writes = [work for work in run if isinstance(work, tuple)]
                results += _write_all(connection, writes, self._numbers)
            else:
                results += [work(connection) for work in run if not isinstance(work, tuple)]
        return results

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self.connect()
            self._numbers = _numbers_from(self._connection)
        return self._connection

    def _roll_back(self) -> None:
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._drop()

    def _drop(self) -> None:
        """Close a connection that failed; the next group opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except sqlite3.Error:
                return


def _numbers_from(connection: sqlite3.Connection) -> Iterator[int]:
    return count(connection.execute(LAST_NUMBER).fetchone()[0] + 1)


def _write_all(
    connection: sqlite3.Connection, units: Sequence[Writes], numbers: Iterator[int]
) -> list[Result]:
    facts, batch = look_up(connection, Wants.of(chain.from_iterable(units))), Batch()
    results: list[Result] = []
    for writes in units:
        try:
            results.append(judge_in_turn(writes, facts, numbers, batch))
        except StoreError as error:
            results.append(error)
    write_batch(connection, batch)
    return results
