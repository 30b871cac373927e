"""Who is at which table in the other processes on the same database.

Each process tells the others when somebody comes or goes, and repeats from time to time who is
there; what is not repeated is forgotten, so a process that died takes its people with it. A process
that starts, or has missed news, asks who is there.

Which of two sockets is the newer one is decided without wall clocks: arrivals are counted, and each
process counts on from the highest number that it has heard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

FORGET_SECONDS = 60.0
CROSSING_SECONDS = 5.0  # news of two arrivals can cross each other for so long

Place = tuple[str, str]  # table and person


@dataclass(frozen=True, slots=True)
class Seen:
    """News that somebody came to a table, is still there, or left, in another process."""

    process: str
    place: Place
    number: int = 0  # of their arrival
    came: bool = False  # just now
    left: bool = False

    def message(self) -> str:
        """The news as it is sent."""
        place = f"{self.process} {self.place[0]} {self.place[1]}"
        if self.left:
            return f"left {place}"
        return f"{'came' if self.came else 'here'} {place} {self.number}"


def question(process: str) -> str:
    """The message that asks all others who is there."""
    return f"who {process}"


def asks(message: str) -> bool:
    """Whether a message is that question."""
    return message.startswith("who ")


def read_news(message: str) -> Seen | None:
    """The news in a message, if it is about presence."""
    match message.split(" "):
        case ["came" | "here" as word, process, table, person, number] if number.isdecimal():
            return Seen(process, (table, person), number=int(number), came=word == "came")
        case ["left", process, table, person]:
            return Seen(process, (table, person), left=True)
        case _:
            return None


@dataclass(slots=True)
class Elsewhere:
    """The people at tables in other processes."""

    process: str  # this one; its own messages may come back
    number: int = 0  # the highest of an arrival, here or elsewhere
    _until: dict[Place, dict[str, float]] = field(default_factory=dict[Place, dict[str, float]])
    _at: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])  # by table

    def hear(self, seen: Seen, now: float) -> bool:
        """Take in news; whether it came from another process."""
        if seen.process == self.process:
            return False
        self.number = max(self.number, seen.number)
        if seen.left:
            self._drop(seen.place, seen.process)
        else:
            processes = self._until.setdefault(seen.place, {})
            if seen.process not in processes:
                self._at.setdefault(seen.place[0], Counter())[seen.process] += 1
            processes[seen.process] = now + FORGET_SECONDS
        return True

    def arrival(self) -> int:
        """The number of an arrival here."""
        self.number += 1
        return self.number

    def is_newer(self, seen: Seen, number: int, came_seconds: float) -> bool:
        """Whether somebody came to another process later than here, ``came_seconds`` ago.

        Two processes that both have just let them in agree on which one is the later.
        """
        if not seen.came:
            return False
        later = (seen.number, seen.process) > (number, self.process)
        return later or came_seconds > CROSSING_SECONDS

    def has(self, place: Place) -> bool:
        """Whether somebody is at a table in another process."""
        return place in self._until

    def processes_at(self, table: str) -> Iterable[str]:
        """The other processes in which somebody is at a table."""
        return self._at.get(table, ())

    def forget(self, now: float) -> Iterator[Place]:
        """Drop what was not repeated, and say whom that concerns."""
        for place, processes in list(self._until.items()):
            for process, until in list(processes.items()):
                if until <= now:
                    self._drop(place, process)
                    yield place

    def forget_process(self, process: str) -> Iterator[Place]:
        """Drop everybody in a process that has stopped, and say whom that concerns."""
        for place, processes in list(self._until.items()):
            if process in processes:
                self._drop(place, process)
                yield place

    def _drop(self, place: Place, process: str) -> None:
        processes = self._until.get(place, {})
        if processes.pop(process, None) is None:
            return
        if not processes:
            del self._until[place]
        at = self._at[place[0]]
        at[process] -= 1
        if not at[process]:
            del at[process]
        if not at:
            del self._at[place[0]]
