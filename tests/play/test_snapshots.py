"""Screens at four sizes are as they were when somebody last looked at them."""

from __future__ import annotations

import asyncio

import pytest

from tests.play.screens import SCREENS, SIZES, path_of


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was(name: str, size: tuple[int, int]) -> None:
    async def drawn() -> str:
        return await SCREENS[name](size)

    shown = asyncio.run(drawn())
    assert shown == path_of(name, size).read_text(encoding="utf-8")
    lines = shown.splitlines()
    assert len(lines) <= size[1]
    assert max(map(len, lines)) <= size[0]
