"""Faults that are planted into a service before it starts, to see that the tests find them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import structlog

from casinowar.fairness.secret import Secret
from casinowar.service.conversation import connection
from casinowar.service.tables import shoes
from casinowar.store import group_commit
from casinowar.store.interface import Written
from casinowar.store.sqlite import commits, database_file
from casinowar.store.sqlite.writer import Writer


def _put(place: Any, name: str, made: Callable[[Any], Any]) -> None:
    """Put something in the place of a function; ``made`` is given the function itself."""
    setattr(place, name, made(getattr(place, name)))


def normal_sync() -> None:
    """SQLite syncs its log only when it is copied: commits can be lost with the power."""

    def made(require: Any) -> Any:
        def weaker(at: Any, path: Any, pragma: str, value: str, expected: object) -> None:
            if pragma == "synchronous":
                value, expected = "NORMAL", 1
            require(at, path, pragma, value, expected)

        return weaker

    _put(database_file, "_require", made)


def copies_often() -> None:
    """No fault: SQLite's log is copied all the time, so that everything happens during a copy."""
    commits.COPY_ROWS = 20


def unsynced_copy() -> None:
    """The log is copied into the database, and begun anew, without a sync."""

    def made(copy: Any) -> Any:
        def unsynced(connection: Any) -> None:
            connection.execute("PRAGMA synchronous = OFF")
            copy(connection)
            connection.execute("PRAGMA synchronous = FULL")

        return unsynced

    _put(commits, "copy_log", made)


def acknowledge_early() -> None:
    """A write is acknowledged before it is committed."""

    def made(submit: Any) -> Any:
        def early(self: Any, work: Any) -> Any:
            if not isinstance(work, tuple) or not work[0].table:
                return submit(self, work)
            loop = asyncio.get_running_loop()
            future: asyncio.Future[object] = loop.create_future()
            future.set_result((Written(),) * len(work))
            loop.call_later(0.03, lambda: submit(self, work).add_done_callback(_ignore))
            return future

        return early

    _put(Writer, "submit", made)


def _ignore(future: asyncio.Future[object]) -> None:
    future.exception()


def silent_failure() -> None:
    """A commit that fails is taken for one that succeeded."""

    def made(commit: Any) -> Any:
        def silent(self: Any, group: Any) -> list[Any]:
            return [
                (Written(),) * len(work) if isinstance(one, Exception) else one
                for one, work in zip(commit(self, group), group, strict=True)
            ]

        return silent

    _put(commits.Committer, "commit", made)


def forgotten_answers() -> None:
    """Commands are carried out, but their answers are not stored."""
    _put(
        group_commit,
        "judge",
        lambda judge: lambda write, *rest: judge(replace(write, answer=None), *rest),
    )


def other_shoes() -> None:
    """Every process derives shoes of its own: a table continues with other cards."""
    _put(
        shoes,
        "derive_shoe",
        lambda derive: lambda origin, *rest: derive(f"{origin}/{os.getpid()}", *rest),
    )


def log_the_stack() -> None:
    """Whoever looks for an error logs the shoe."""

    def made(derive: Any) -> Any:
        def logged(*arguments: Any) -> Any:
            shoe = derive(*arguments)
            order = " ".join(str(shoe.card(index)) for index in range(shoe.size))
            structlog.stdlib.get_logger("casinowar.shoes").warning("shoe", stack=order)
            return shoe

        return logged

    _put(shoes, "derive_shoe", made)


def seeds_in_plain() -> None:
    """The database holds seeds that are not sealed."""
    _put(shoes, "seal", lambda _: lambda _keys, _origin, _shoe, seed, _random: seed.reveal())
    _put(shoes, "unseal", lambda _: lambda _keys, _origin, _shoe, sealed: Secret(sealed))


def no_speed_limit() -> None:
    """Sockets may say as much as they like: not a fault, but a fuzzer in a hurry needs it."""
    _put(connection.Allowance, "take", lambda _: lambda _self, _now: True)
