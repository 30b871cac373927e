"""When a table of the service starts a new gaming day by itself (policy 14)."""

from __future__ import annotations

from datetime import date, datetime

from casinowar.service.settings import TableSettings
from casinowar.table import commands as c
from casinowar.table.state import Phase, Table


class GamingDays:
    """The gaming days of one table that stays open past the set hour.

    A table that runs itself starts the new day at once. Where people deal, the floor has the time
    of a step for it; then the table continues without them.
    """

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._noticed: tuple[date, float] | None = None  # the new day, and since when it is known

    def due(self, state: Table, local: datetime, now: float) -> c.StartGamingDay | None:
        """What the table does now, between rounds; ``local`` is the time at the house.

        ``now`` is the loop's monotonic time.
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
        return c.StartGamingDay(day=today)
