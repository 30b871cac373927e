"""Ends the program when its terminal closes."""

from __future__ import annotations

import asyncio
import select
import signal
import sys
from contextlib import suppress
from typing import Any

from textual.app import App

LOOK_SECONDS = 1.0


def end_with_terminal(app: App[Any]) -> None:
    """End the app when the process is told to stop or its terminal closes, with a signal or not."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(getattr(signal, name), app.exit)

    def look() -> None:
        if is_gone(sys.stdin.fileno()):
            app.exit()

    if not app.is_headless and hasattr(select, "poll"):
        app.set_interval(LOOK_SECONDS, look)


def is_gone(terminal: int) -> bool:
    """Whether the other end of an open file is closed."""
    poll = select.poll()
    poll.register(terminal, 0)  # hang-ups and errors are always reported
    gone = select.POLLHUP | select.POLLERR  # macOS says POLLNVAL of every terminal
    return any(reported & gone for _, reported in poll.poll(0))
