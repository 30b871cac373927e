"""A table that other processes write to, followed from a distance.

Whoever writes to a table sends its frame of events to the other processes with people at it. They
pass it on to their watchers at once, and read it only when somebody asks for the table. Frames can
be lost, doubled or come in another order: a frame is taken if it is the next one. News of a commit
says how far the table has come; if the frame does not follow soon, the table is read.

While frames keep coming, whoever writes to the table is alive and keeps its clocks. Once none has
come for a while, or too much is unread, it is read, from the newest snapshot on if there is one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from casinowar.service.frames import LeftMs, events_in, left_in
from casinowar.service.ports import Frame

FRAME_SECONDS = 0.25  # after the news of a commit
UNWATCHED_SECONDS = 5.0  # nobody here waits for what happens
AHEAD_MAX = 8
QUIET_SECONDS = 1.0  # what was shown is read when nothing more has come for so long
UNREAD_MAX = 2000  # events; then it is read in any case


@dataclass(frozen=True, slots=True)
class SharedFrame:
    """A frame of events as another process sent it to its watchers."""

    first: int  # the number of its first event
    version: int  # of its last
    frame: Frame


class Following:
    """What has come of a table's frames. ``look`` is called if one seems to be lost."""

    __slots__ = ("_ahead", "_look", "_shown_at", "_timer", "_unread", "first", "heard")

    def __init__(self, look: Callable[[], None]) -> None:
        self.heard = 0  # as far as the table has come, by the news
        self._look = look
        self._timer: asyncio.TimerHandle | None = None
        self.first = 0  # the number of the first event that was shown and not read
        self._unread, self._shown_at = list[SharedFrame](), 0.0
        self._ahead = dict[int, SharedFrame]()  # by their first event

    def __bool__(self) -> bool:
        """Whether there are frames that were shown and not read."""
        return bool(self._unread)

    def hear(self, version: int, *, watched: bool) -> None:
        """The table has come to ``version``: if it is watched, its frame should come soon."""
        self.heard = max(self.heard, version)
        loop = asyncio.get_running_loop()
        at = loop.time() + (FRAME_SECONDS if watched else UNWATCHED_SECONDS)
        if self._timer is not None and self._timer.when() > at:  # somebody came meanwhile
            self.close()
        if self._timer is None:
            self._timer = loop.call_at(at, self._time_up)

    def _time_up(self) -> None:
        self._timer = None
        self._look()

    def came(self, shared: SharedFrame) -> None:
        """A frame has come."""
        if len(self._ahead) >= AHEAD_MAX:
            self._ahead.clear()
        self._ahead[shared.first] = shared

    def next_after(self, version: int) -> SharedFrame | None:
        """The frame that is to be shown next, if it has come; it counts as shown."""
        shared = self._ahead.pop(version + 1, None)
        if shared is not None:
            self.first = self.first if self._unread else shared.first
            self._unread.append(shared)
            self._shown_at = asyncio.get_running_loop().time()
        return shared

    @property
    def is_moving(self) -> bool:
        """Whether more can be shown before it is read."""
        quiet = asyncio.get_running_loop().time() - self._shown_at >= QUIET_SECONDS
        return bool(self._unread) and not quiet and self.count < UNREAD_MAX

    @property
    def count(self) -> int:
        """How many events were shown and not read."""
        return self._unread[-1].version - self.first + 1 if self._unread else 0

    def unread(self) -> Sequence[bytes]:
        """The bodies of the events that were shown and not read."""
        bodies = [body for shared in self._unread for body in events_in(shared.frame)]
        return bodies[self.first - self._unread[0].first :]

    def skip_to(self, version: int) -> bool:
        """Leave out events up to ``version``; False if they were not all shown, or all are read."""
        if not self._unread or not self.first <= version <= self._unread[-1].version:
            return False
        self._unread = [shared for shared in self._unread if shared.version > version]
        self.first = version + 1
        return True

    def have_read(self) -> None:
        """All that was shown has been read."""
        self._unread = []

    def left_ms(self) -> tuple[float, LeftMs]:
        """When the last frame was shown, and what time was left then."""
        return self._shown_at, left_in(self._unread[-1].frame)

    def forget(self, heard: int) -> None:
        """All that was stored has been read, after this much was heard: no more is to come."""
        if self.heard == heard:
            self.heard = 0
        self._ahead.clear()

    def close(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
