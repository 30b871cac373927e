"""Compare the stored answers with the stored events.

An answer names the first and the last event of its command; each event names the person and the
command that caused it. So a change or loss of one shows in the other. The database
joins them once: the time grows with their number, and nothing is kept in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from casinowar.service.conversation.messages import StoredAnswer, read_answer
from casinowar.store.consistent_read import View
from casinowar.store.interface import Fault

# one row for each answer, with the common fields of its command's events
SQL = (
    "SELECT a.person, a.command, a.body, coalesce(e.events, 0), coalesce(e.first, 0),"
    " coalesce(e.last, 0), coalesce(e.same, 1) FROM answers a LEFT JOIN ("
    "SELECT actor, command, count(*) AS events, min(version) AS first, max(version) AS last,"
    " CASE WHEN min(table_id) = max(table_id) AND min(at_ms) = max(at_ms)"
    " AND min(reason) = max(reason) THEN 1 ELSE 0 END AS same"
    " FROM events WHERE command <> '' GROUP BY actor, command"
    ") e ON e.actor = a.person AND e.command = a.command ORDER BY a.person, a.command"
)


class _CommandEvents(NamedTuple):
    """The events of a command: how many, and the numbers of the first and the last."""

    total: int
    first: int
    last: int
    same: int  # 0: different tables, times or reasons


async def check_answers(view: View) -> list[Fault]:
    """Answers that do not match the stored events; the first is described, the others counted."""
    first: Fault | None = None
    count = 0
    async for person, command, body, *events in view.rows(SQL):
        for what in _faults(command, read_answer(body), _CommandEvents(*events)):
            first = first or Fault(where=f"answers {person} {command}", what=what)
            count += 1
            break
    if first is None:
        return []
    more = f" (and {count - 1} more)" if count > 1 else ""
    return [Fault(where=first.where, what=f"{first.what}{more}")]


def _faults(command: str, answer: StoredAnswer | None, events: _CommandEvents) -> Iterator[str]:
    """The faults of one answer, the most obvious first."""
    if answer is None:
        yield "it cannot be read"
        return
    if answer.id != command:
        yield f"it answers the command {answer.id}"
    if not answer.ok:
        yield "it refuses the command; refusals are not stored"
        return
    if not events.same:
        yield "its events are not of one table, one time and one reason"
    named = answer.version - answer.first + 1
    if named and not events.total:
        yield f"it names the events {answer.first} to {answer.version}; the command has none"
    elif not named and events.total:
        yield f"it names no event; the command has {events.total}"
    elif named and events[:3] != (named, answer.first, answer.version):
        yield (
            f"it names the events {answer.first} to {answer.version}; the command has"
            f" {events.total}, from {events.first} to {events.last}"
        )
