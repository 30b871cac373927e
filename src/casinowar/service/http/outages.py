"""Outages of the database: a line in the log when one begins and when it is over.

What is read and what is written fail and work apart from each other: a full disk can be read.
"""

from __future__ import annotations

from time import perf_counter

import structlog

from casinowar.store.interface import StoreError

log = structlog.stdlib.get_logger("casinowar.database")
CALM_SECONDS = 5.0  # what works sooner after a failure ends no outage: one may be half of the time


class Outage:
    """An outage of one side of the database, ``reads`` or ``writes``: said once when it begins."""

    def __init__(self, side: str) -> None:
        self.side = side
        self._began: float | None = None
        self._last = 0.0

    @property
    def lasts(self) -> bool:
        """Whether there is one."""
        return self._began is not None

    def failed(self, error: StoreError) -> None:
        """An attempt failed."""
        self._last = perf_counter()
        if self._began is None:
            self._began = self._last
            reason = error.reason or type(error).__name__  # its words could hold anything
            log.warning(f"{self.side}_failing", reason=reason)

    def worked(self) -> None:
        """An attempt worked: if none has failed for a while, the outage is over."""
        if self._began is not None and perf_counter() - self._last >= CALM_SECONDS:
            self.over()

    def over(self) -> None:
        """It is over: say so once."""
        if self._began is not None:
            seconds, self._began = round(perf_counter() - self._began, 1), None
            log.info(f"{self.side}_resumed", seconds=seconds)
