"""Watches a run from outside: what was sent when, what was durable then, what clients were told.

Everything that can be judged at once is judged here. The rest is kept for ``inspection``, which
looks at it together with the durable data when the run is over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from casinowar.service.refusals import ServiceCode
from casinowar.store.interface import Write
from tests.simulation.disk import Disk, DiskStore
from tests.simulation.loop import Process
from tests.simulation.network import ServerEnd

Json = dict[str, Any]
ID_USED = "command/id_used"
# answers that may differ the next time: the table did not decide, and nothing was stored
PASSING = frozenset(code.value for code in ServiceCode) - {ID_USED}
# those after which a client sends the same again
TRY_AGAIN = frozenset(
    {"service/store_failed", "service/too_many", "service/no_hello", "service/stopping"}
)
_CARD = re.compile(rb'"(?:[2-9TJQKA]|10)[cdhs]"')


class Violation(AssertionError):  # noqa: N818 - it says what happened
    """Something happened that must never happen."""


@lru_cache(maxsize=512)
def decoded(payload: bytes) -> Json:
    """A frame as JSON; frames to many viewers are decoded once."""
    frame: Json = msgspec.json.decode(payload)
    return frame


def is_passing(answer: Json) -> bool:
    """Whether an answer may differ the next time."""
    code = answer.get("code", "")
    return code in PASSING or code.startswith("message/")


def is_undecided(answer: Json) -> bool:
    """Whether an answer says nothing about what the command did."""
    code = answer.get("code", "")
    return code in TRY_AGAIN or code.startswith("message/")


@dataclass(frozen=True, slots=True)
class Group:
    """Events that were written together."""

    first: int
    last: int
    at: float
    actor: str
    command: str
    present: dict[str, float]  # who had a socket at the table then, and since when


@dataclass(frozen=True, slots=True)
class Told:
    """An answer that reached a client, and the message that it answers."""

    person: str
    table: str
    message: bytes
    answer: bytes


@dataclass(slots=True)
class Records:
    """What is kept for the end."""

    groups: dict[str, list[Group]] = field(default_factory=dict[str, list[Group]])
    views: dict[tuple[str, int], Json] = field(default_factory=dict[tuple[str, int], Json])
    snapshots: dict[tuple[str, int], Json] = field(default_factory=dict[tuple[str, int], Json])
    told: list[Told] = field(default_factory=list[Told])
    refills: list[str] = field(default_factory=list[str])  # persons who were told of one
    signed_out: set[str] = field(default_factory=set[str])
    excluded: set[str] = field(default_factory=set[str])  # who asked for it


class Auditor:
    """Raises Violation, or keeps what it saw."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.records = Records()
        self.problems = list[str]()
        self._present = dict[str, dict[str, float]]()  # by table and person, since when
        self._ends = dict[ServerEnd, None]()  # that have been welcomed and are still there
        disk.written = self.written

    def fail(self, words: str) -> None:
        """Note a violation; the run is stopped at its next step."""
        self.problems.append(f"{self.disk.loop.time():.3f} s: {words}")

    # --- what becomes durable ---------------------------------------------------------------------

    def written(self, write: Write, store: DiskStore) -> None:
        """A write became durable."""
        if write.table and self.disk.home(write.table) != store.name:
            self.fail(f"{write.table} was written to by a process that is not its home")
        if not write.events:
            return
        first, last = write.events[0], write.events[-1]
        here = self._present.get(write.table, {})
        group = Group(
            first.version, last.version, self.disk.loop.time(), first.actor, first.command,
            dict(here),
        )  # fmt: skip
        self.records.groups.setdefault(write.table, []).append(group)

    # --- what is sent -----------------------------------------------------------------------------

    def sent(self, end: ServerEnd, payload: bytes) -> None:
        """A process sends a frame."""
        frame = decoded(payload)
        match frame["type"]:
            case "events":
                self._events(end, payload, frame)
                return
            case "welcome":
                self._welcome(end, frame)
            case "view":
                self._view(end.table, frame)
            case "answer":
                self._answer(end, payload, frame)
            case "goodbye":
                self.gone(end)
            case _:
                pass
        if "view" not in frame and "snapshot" not in frame and _CARD.search(payload):
            self.fail(f"a card in a frame that shows none: {payload[:300]!r}")

    def _events(self, end: ServerEnd, payload: bytes, frame: Json) -> None:
        first, last = frame["first"], frame["version"]
        if end.version is None:
            self.fail(f"{end.table}: events before the welcome")
        elif first != end.version + 1:
            self.fail(f"{end.table}: events from {first} were sent after {end.version}")
        if end not in self._ends:
            self.fail(f"{end.table}: events to a socket that was taken over or never welcomed")
        end.version = last
        stream = self.disk.events(end.table)
        bodies = b",".join(event.body for event in stream[first - 1 : last])
        if len(stream) < last or b"[" + bodies + b"]" not in payload:
            self.fail(f"{end.table}: events {first} to {last} were sent before they were durable")

    def _welcome(self, end: ServerEnd, frame: Json) -> None:
        version = frame["version"]
        if version > len(self.disk.events(end.table)):
            self.fail(f"{end.table}: welcomed to version {version}, which is not durable")
        end.version = version if "view" in frame else end.last_said
        if "view" not in frame and end.last_said is None:
            self.fail(f"{end.table}: a welcome without a view for a client that has nothing")
        if "view" in frame:
            self._view(end.table, frame)
        for other in list(self._ends):
            same = (other.table, other.person, other.process) == (
                end.table,
                end.person,
                end.process,
            )
            if same and other is not end and other.is_open:
                self.fail(f"{end.table}: two sockets of {end.person} are open after a takeover")
        self._ends[end] = None
        self._present.setdefault(end.table, {}).setdefault(end.person, self.disk.loop.time())

    def _view(self, table: str, frame: Json) -> None:
        shown = self.records.views.setdefault((table, frame["version"]), frame["view"])
        if shown != frame["view"]:
            self.fail(f"{table}: two different views of version {frame['version']}")

    def _answer(self, end: ServerEnd, payload: bytes, frame: Json) -> None:
        if "view" in frame:
            self._view(end.table, frame)
            return
        if "snapshot" in frame:
            self.records.snapshots[end.table, frame["version"]] = frame["snapshot"]
            return
        if "legal" in frame or "due" in frame or "id" not in frame or is_passing(frame):
            return
        if not frame["ok"]:
            return  # nothing was done, and nothing is stored
        if frame["id"].startswith("ask"):
            return
        if self.disk.answer(end.person, frame["id"]) != payload:
            self.fail(f"{end.table}: the answer to {frame['id']} was sent before it was durable")
        if frame.get("version", 0) > (end.version or 0):
            self.fail(f"{end.table}: the answer to {frame['id']} was sent before its events")

    def sent_to_nobody(self, end: ServerEnd, payload: bytes) -> None:
        """A process sends a frame to a socket that it knows to be gone."""
        if decoded(payload)["type"] in {"welcome", "events", "view"}:
            self.fail(f"{end.table}: {end.person} is gone and still in the audience")

    def died(self, process: Process) -> None:
        """A process was killed; it may not have noticed that some sockets had ended."""
        for end in list(self._ends):
            if end.process is process:
                self.gone(end)

    def gone(self, end: ServerEnd) -> None:
        """A process has noticed the end of a socket, or died."""
        if end not in self._ends:
            return
        del self._ends[end]
        if not any((one.table, one.person) == (end.table, end.person) for one in self._ends):
            self._present[end.table].pop(end.person, None)

    def quiet(self) -> None:
        """The faults are over and everything has settled."""
        for end in self._ends:
            if end.person in self.records.signed_out and not end.closed:
                self.fail(f"{end.table}: {end.person} signed out and still has a socket")

    # --- what clients hear ------------------------------------------------------------------------

    def told(self, person: str, table: str, message: bytes, answer: bytes) -> None:
        """An answer reached a client."""
        self.records.told.append(Told(person, table, message, answer))
