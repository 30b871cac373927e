"""Processes that commands are not passed on to for a while, because that did not help.

One that is slow, hangs or has another clock may still have people at its tables, and they count as
present: only what it is asked changes. Each pause is longer than the one before, until it has
answered in time.
"""

from __future__ import annotations

from dataclasses import dataclass

FIRST_SECONDS = 1.0
LONGEST_SECONDS = 30.0
FORGET_SECONDS = 60.0  # after the end of a pause, if the process was not asked again


@dataclass(frozen=True, slots=True)
class _Pause:
    until: float
    seconds: float


class Pauses:
    """The pauses of other processes, by the time of the loop."""

    __slots__ = ("_of",)

    def __init__(self) -> None:
        self._of = dict[str, _Pause]()

    def begin(self, process: str, now: float) -> bool:
        """Ask a process nothing for a while; whether it had answered in time before."""
        self._of = {name: old for name, old in self._of.items() if now < old.until + FORGET_SECONDS}
        last = self._of.get(process)
        if last is not None and now < last.until:
            return False  # it was asked before this pause began
        seconds = FIRST_SECONDS if last is None else min(2 * last.seconds, LONGEST_SECONDS)
        self._of[process] = _Pause(now + seconds, seconds)
        return last is None

    def end(self, process: str) -> None:
        """A process has answered in time, or is gone."""
        self._of.pop(process, None)

    def has(self, process: str, now: float) -> bool:
        """Whether a process is to be asked nothing now."""
        pause = self._of.get(process)
        return pause is not None and now < pause.until
