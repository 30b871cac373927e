"""The clocks of one table: a deadline for everything it waits for, kept while the wait lasts.

Time is the loop's monotonic time in seconds. A wait that is still there after a change keeps its
deadline; a new one starts at its full length, also after a restart: clocks stand still while the
service is down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from casinowar.service.conversation.messages import Countdown, countdown
from casinowar.table import commands as c
from casinowar.table.state import Table
from casinowar.table.waits import Awaited, Wait

Key = tuple[object, ...]
NOBODY = frozenset[int]()  # one for all tables


class Progress(NamedTuple):
    """How far a table has come with its cards."""

    round: int
    shoe: int
    drawn: int


@dataclass(slots=True)
class Clocks:
    """Deadlines by what is waited for."""

    deadlines: dict[Key, float] = field(default_factory=dict[Key, float])
    away: frozenset[int] = NOBODY  # seats that are waited for, without their players
    free: frozenset[int] = NOBODY  # seats that are waited for, whose players may take their time

    def set(
        self,
        waits: Collection[Wait],
        progress: Progress,
        now: float,
        free: Collection[int],
        away: Collection[int] = (),
    ) -> None:
        """Start the clocks of new waits and drop those that are over.

        ``free`` are the seats whose players may take their time, ``away`` those whose players are
        not there.
        """
        waited = {wait.who.seat for wait in waits if wait.who is not None}
        self.away = frozenset(waited.intersection(away)) or NOBODY
        self.free = frozenset(waited.intersection(free)) or NOBODY
        kept = dict[Key, float]()
        for wait in waits:
            if not _runs(wait, free):
                continue
            assert wait.seconds is not None
            key = _key(wait, progress)
            kept[key] = self.deadlines.get(key, now + wait.seconds)
        self.deadlines = kept

    def over(self, waits: Iterable[Wait], progress: Progress, now: float) -> Wait | None:
        """The first wait whose time is up."""
        for wait in waits:
            deadline = self._deadline(wait, progress)
            if deadline is not None and deadline <= now:
                return wait
        return None

    def postpone(self, wait: Wait, progress: Progress, until: float) -> None:
        """Give a wait more time."""
        self.deadlines[_key(wait, progress)] = until

    def countdowns(
        self, waits: Iterable[Wait], progress: Progress, now: float
    ) -> tuple[Countdown, ...]:
        """Every wait with the time that is left for it."""
        shown = list[Countdown]()
        for wait in waits:
            deadline = self._deadline(wait, progress)
            left = None if deadline is None else max(0, round((deadline - now) * 1000))
            away = wait.who is not None and wait.who.seat in self.away
            shown.append(countdown(wait, left, away=away))
        return tuple(shown)

    def _deadline(self, wait: Wait, progress: Progress) -> float | None:
        """When the time for a wait is up; some share a clock that does not run for all of them."""
        return self.deadlines.get(_key(wait, progress)) if _runs(wait, self.free) else None


def _runs(wait: Wait, free: Collection[int]) -> bool:
    if wait.seconds is None or wait.otherwise is None:
        return False
    if wait.what is Awaited.CONTRIBUTION:  # programs answer: nobody needs time to think
        return True
    return wait.who is None or wait.who.seat == 0 or wait.who.seat not in free


def _key(wait: Wait, progress: Progress) -> Key:
    """What makes a wait the same as before; a table can come to the next round in one change."""
    match wait.what:
        case Awaited.BET:  # one clock for all who have not bet
            return (wait.what, progress.round)
        case Awaited.CONTRIBUTION:  # one clock for all, to seal; then one to open
            return (wait.what, wait.otherwise, progress.shoe)
        case Awaited.STEP:  # each step has its own time, whatever players do meanwhile
            return (wait.what, wait.otherwise, progress)
        case _:
            return (wait.what, wait.who, progress.round)


def absent(state: Table, present: Callable[[str], bool]) -> frozenset[int]:
    """The seats whose players are not there."""
    return frozenset(seat for seat, at in state.seats.items() if not present(at.player))


def free_seats(
    state: Table, present: Callable[[str], bool], *, unhurried: bool = False
) -> frozenset[int]:
    """The seats of those who play at their own pace.

    That is somebody who is alone at the table and there; or, where nobody is hurried, all who are.
    """
    if len(state.seats) != 1 and not unhurried:
        return frozenset()
    return frozenset(seat for seat, holder in state.seats.items() if present(holder.player))


def without(
    late: Wait,
    state: Table,
    present: Callable[[str], bool],
    *,
    runs_itself: bool,
    free: Collection[int] = (),
) -> tuple[c.Command, ...]:
    """The commands that continue without somebody.

    Players who are not there and did not bet sit out, so that nobody waits for them again. Bets
    stay open for those in ``free`` seats, who may take their time.
    """
    assert late.otherwise is not None
    if late.what is not Awaited.BET:
        return (late.otherwise,)
    missing = [seat for seat in state.playing if seat not in state.hands]
    absent = [seat for seat in missing if not present(state.seats[seat].player)]
    sit_out = tuple(c.SitOut(seat=seat) for seat in absent)
    if len(absent) == len(missing) and runs_itself:
        return sit_out  # everyone else has bet: the dealer announces it
    if any(seat in free for seat in missing):
        return sit_out
    return (*sit_out, late.otherwise)


# --- the alarm ------------------------------------------------------------------------------------


class Alarm:
    """Calls ``wake`` at one moment of the event loop's time: the last one that was set."""

    __slots__ = ("_at", "_timer", "_wake")

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0.0

    def set(self, moment: float | None) -> None:
        """Wake at this moment and at no other; None: at none."""
        if self._timer is not None:
            if moment == self._at:
                return
            self._timer.cancel()
            self._timer = None
        if moment is not None:
            self._at = moment
            self._timer = asyncio.get_running_loop().call_at(moment, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._wake()
