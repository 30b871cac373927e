"""Screens as text, and the snapshots of them: ``python -m tests.play.screens`` writes them anew.

Look at what changed before you commit it: a snapshot only says that a screen is as it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from textual.app import App

from casinowar.houses import load_house
from casinowar.training import Lesson, level_named
from casinowar.tui.school import AnswerLine, SchoolApp
from tests.play.kit import app_for, options_for, press

FOLDER = Path(__file__).parent / "snapshots"
SIZES = ((60, 20), (80, 24), (120, 40), (200, 50))
TIED = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 9h"


def screen_text(app: App[Any]) -> str:
    """What the whole screen shows, line by line."""
    width, height = app.size
    strips = app.screen_stack[-1]._compositor.render_strips()
    lines = ("".join(segment.text for segment in strip) for strip in strips[:height])
    return "\n".join(line[:width].rstrip() for line in lines) + "\n"


async def school(
    level: str,
    answers: int | None,
    last: str,
    size: tuple[int, int],
    *,
    seed: int = 5,
    players: int | None = None,
) -> str:
    """The school after so many right answers and one more; None: until something happens."""
    house = load_house("wisconsin")
    taken = level_named(house, level)
    lesson = Lesson(house, taken, seed=seed, players=players, clock=lambda: 0.0)
    while len(lesson.answers) < answers if answers is not None else not lesson.notice:
        lesson.answer(lesson.right_answer)
    app = SchoolApp(lesson)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.screen.query_one(AnswerLine).value = last
        if last:
            await pilot.press("enter")
        await pilot.pause()
        return screen_text(app)


async def table(keys: str, size: tuple[int, int]) -> str:
    """The table of ``casinowar play`` after some keys."""
    with TemporaryDirectory() as folder:
        options = options_for("wisconsin", TIED, Path(folder) / "record.jsonl")
        app, _ = app_for(options)
        async with app.run_test(size=size) as pilot:
            await press(pilot, keys)
            await pilot.pause(0.1)
            return screen_text(app)


SCREENS: dict[str, Callable[[tuple[int, int]], Awaitable[str]]] = {
    "school-wars": lambda size: school("wars", 20, "deal 2", size),
    "school-irregularities": lambda size: school("irregularities", None, "", size),
    "school-seven-seats": lambda size: school("war-ties", 171, "void", size, seed=3, players=7),
    "play-choice": lambda size: table("enter 1 0 down 5 enter", size),
    "play-after-a-war": lambda size: table("enter 1 0 down 5 enter 5 w", size),
}


def path_of(name: str, size: tuple[int, int]) -> Path:
    """The file of one snapshot."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.txt"


async def write_all() -> None:
    """Write every snapshot."""
    FOLDER.mkdir(exist_ok=True)
    for name, screen in SCREENS.items():
        for size in SIZES:
            path_of(name, size).write_text(await screen(size), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(write_all())
