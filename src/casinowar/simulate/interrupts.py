"""Ctrl-C during a simulation: it stops after the current block, and nothing dealt is lost.

Python's own handler raises anywhere in the program, even while a block is added or the report is
written. So while ``Interrupts`` is open, Ctrl-C is only noted. Before the first
block there is nothing to lose, and Ctrl-C ends the program at once.
"""

from __future__ import annotations

import signal
from types import FrameType, TracebackType
from typing import Any, Self


class Interrupts:
    """Notes Ctrl-C once ``dealing``; use it in a ``with`` statement.

    Only the main thread of a program can do that. In any other, it does nothing. A command that
    ends afterwards says ``until_exit``: once pressed, Ctrl-C is ignored until the program has
    ended, so that pressing it again does not change the exit code.
    """

    def __init__(self, *, until_exit: bool = False) -> None:
        self.dealing = False
        self._until_exit = until_exit
        self._pressed = False
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> Self:
        try:
            self._before = signal.signal(signal.SIGINT, self._handle)
        except ValueError:  # not the main thread
            self._before = None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None and not (self._until_exit and self._pressed):
            signal.signal(signal.SIGINT, self._before)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self._pressed = True
        if self._until_exit:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        if not self.dealing:
            raise KeyboardInterrupt
        self.asked = True
