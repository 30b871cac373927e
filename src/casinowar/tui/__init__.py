"""The terminal table: one person at one table, using the keyboard.

The game itself is in ``casinowar.game``. ``run_table`` starts the screen; Textual is imported only
then.
"""

from __future__ import annotations

from casinowar.game import PlayOptions
from casinowar.training import Lesson

__all__ = ["run_school", "run_table"]


def run_table(options: PlayOptions, *, light: bool = False, quick: bool = False) -> int:
    """Play in the terminal until the person leaves; return the exit code."""
    from casinowar.tui.app import run_app

    return run_app(options, light=light, quick=quick)


def run_school(lesson: Lesson) -> None:
    """Take a lesson on the screen until it is over or the trainee leaves.

    Raises an InputError if an exam can no longer be recorded.
    """
    from casinowar.tui.school import SchoolApp

    error = SchoolApp(lesson).run()
    if error is not None:
        raise error
