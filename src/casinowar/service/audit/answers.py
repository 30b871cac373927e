"""Stored answers against stored events: an audit finds where one says what the other does not.

An answer names the first and the last event of its command; each event names the person and the
command that caused it. Neither can change or be lost alone. The database joins them once, so that
the time grows with their number and nothing is kept in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from casinowar.service.conversation.messages import StoredAnswer, read_answer
from casinowar.store.consistent_read import View
from casinowar.store.interface import Fault

# one row for each answer, with what the events of its command have in common
SQL = (
    "SELECT a.person, a.command, a.body, coalesce(e.events, 0), coalesce(e.first, 0),"
    " coalesce(e.last, 0), coalesce(e.same, 1) FROM answers a LEFT JOIN ("
    "SELECT actor, command, count(*) AS events, min(version) AS first, max(version) AS last,"
    " CASE WHEN min(table_id) = max(table_id) AND min(at_ms) = max(at_ms)"
    " AND min(reason) = max(reason) THEN 1 ELSE 0 END AS same"
    " FROM events WHERE command <> '' GROUP BY actor, command"
    ") e ON e.actor = a.person AND e.command = a.command ORDER BY a.person, a.command"
)


class _Happened(NamedTuple):
    """The events of a command: how many, and the numbers of the first and the last."""

    events: int
    first: int
    last: int
    same: int  # 0: they are of different tables, times or reasons


async def answers_that_do_not_fit(view: View) -> list[Fault]:
    """Answers that name other events than there are; the first is shown, the others are counted."""
    first: Fault | None = None
    count = 0
    async for person, command, body, *happened in view.rows(SQL):
        for what in _faults(command, read_answer(body), _Happened(*happened)):
            first = first or Fault(where=f"answers {person} {command}", what=what)
            count += 1
            break
    if first is None:
        return []
    more = f" (and {count - 1} more)" if count > 1 else ""
    return [Fault(where=first.where, what=f"{first.what}{more}")]


def _faults(command: str, said: StoredAnswer | None, happened: _Happened) -> Iterator[str]:
    """What is wrong with one answer, the plainest first."""
    if said is None:
        yield "it cannot be read"
        return
    if said.id != command:
        yield f"it answers the command {said.id}"
    if not said.ok:
        yield "it refuses the command; refusals are not stored"
        return
    if not happened.same:
        yield "its events are not of one table, one time and one reason"
    named = said.version - said.first + 1
    if named and not happened.events:
        yield f"it names the events {said.first} to {said.version}, and none is of this command"
    elif not named and happened.events:
        yield f"it names no event; of this command there are {happened.events}"
    elif named and happened[:3] != (named, said.first, said.version):
        yield (
            f"it names the events {said.first} to {said.version}; of this command there are"
            f" {happened.events}, from {happened.first} to {happened.last}"
        )
