"""Gaming days at a table of the service: what the floor may name and what starts by itself.

Once a gaming day has begun, it cannot be taken back (policy 14).
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from casinowar.service.money.play_today import DAY_MS
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.tables.settings import TableSettings
from casinowar.table import commands as c
from casinowar.table.procedure import cards_too_old
from casinowar.table.state import Phase, Table

NEAR = timedelta(days=1)  # how far from the clock the floor may name a day
DAYS_APART = 3  # at most, of a gaming day and the time: the set hour, the zone, what the floor may
EPOCH = date(1970, 1, 1)


def is_far(day: date, at_ms: int) -> bool:
    """Whether a gaming day is so far from a time in UTC that it cannot have begun then."""
    return abs(day.toordinal() - EPOCH.toordinal() - at_ms // DAY_MS) > DAYS_APART


class Near(NamedTuple):
    """Gaming days that the floor may name, both included."""

    first: date
    last: date


def days_near(state: Table, local: datetime) -> Near:
    """The days that the floor may name now."""
    today = state.house.gaming_day(local)
    first = today - NEAR if state.day is None else max(today - NEAR, state.day)
    return Near(first, max(today + NEAR, first))


def far_day(
    state: Table, command: c.OpenTable | c.StartGamingDay, local: datetime
) -> ServiceRefusal | None:
    """The refusal of a day that is not near today; an earlier one than before is the engine's."""
    near = days_near(state, local)
    if near.first <= command.day <= near.last or (state.day and command.day < state.day):
        return None
    later = isinstance(command, c.StartGamingDay) and near.first == state.day
    first = near.first.toordinal() + later
    days = [str(date.fromordinal(day)) for day in range(first, near.last.toordinal() + 1)]
    words = f"name {' or '.join(days)}" if days else "the table is ahead of it"
    today = state.house.gaming_day(local)
    return ServiceRefusal(
        code=ServiceCode.FAR_DAY, sentence=f"Today is the gaming day {today}: {words}."
    )


class GamingDays:
    """The gaming days of one table that stays open past the set hour.

    A table that runs itself starts the new day at once. Where people deal, the floor has the time
    of a step for it; then the table continues without them.
    """

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._noticed: tuple[date, float] | None = None  # the new day, and since when it is known

    def due(
        self, state: Table, local: datetime, now: float
    ) -> c.StartGamingDay | c.ChangeCards | None:
        """What the table does now, between rounds; ``local`` is the time at the house.

        ``now`` is the loop's monotonic time. Cards that the ending day has not changed yet are
        changed first (WI d5).
        """
        if state.phase is Phase.CLOSED or state.day is None:
            return None
        today = state.house.gaming_day(local)
        if today <= state.day:
            return None
        if self._noticed is None or self._noticed[0] != today:
            self._noticed = (today, now)
        seconds = 0 if self._settings.runs_itself else state.house.policies.step_seconds
        if state.hands or now < self._noticed[1] + seconds:
            return None
        return c.ChangeCards() if cards_too_old(state) else c.StartGamingDay(day=today)
