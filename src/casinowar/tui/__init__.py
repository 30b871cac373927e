"""The terminal table: a person at one table, with the keyboard.

``game`` and ``start`` hold the game without a screen, ``demo``
plays rounds as text. ``run_table`` starts the screen; Textual is imported only then.
"""

from __future__ import annotations

from casinowar.tui.demo import demo_lines
from casinowar.tui.game import Game
from casinowar.tui.start import PlayOptions, check_record, resume_game, seat_person, start_game

__all__ = [
    "Game",
    "PlayOptions",
    "check_record",
    "demo_lines",
    "resume_game",
    "run_table",
    "seat_person",
    "start_game",
]


def run_table(options: PlayOptions) -> int:
    """Play in the terminal until the person leaves; the exit code."""
    from casinowar.tui.app import run_app

    return run_app(options)
