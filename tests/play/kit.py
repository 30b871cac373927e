"""Games whose cards are known: shoes in which the first cards dealt are the ones a test names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Static

from casinowar.cards import full_decks, parse_card
from casinowar.errors import InputError
from casinowar.game import Game, PlayOptions, start_game
from casinowar.houses import House, load_house
from casinowar.houses.house import Shuffling
from casinowar.record.file import read_record
from casinowar.record.history import fold_history
from casinowar.table import Event, Shoe, Table, stack_of
from casinowar.table.events import WagerCollected, WagerPaid, WagerReturned
from casinowar.tui.app import CasinoWarApp
from casinowar.tui.table import TableScreen

NOON = datetime(2026, 3, 14, 12, 0, 0)  # noqa: DTZ001 - the player's own clock


def shoes_with(house: House, cards: str, cut: int | None = None) -> Callable[[int], Shoe]:
    """Shoes of real decks in which ``cards`` come first after the opening burn.

    ``cut`` is how many cards are cut; by default the dealer's own cut, in the middle.
    """
    decks = list(full_decks(house.cards.decks))
    size = len(decks)
    if cut is None:
        cut = 0 if Shuffling.CONTINUOUS in house.cards.shuffling else size // 2
    named = [parse_card(card) for card in cards.split()]
    for card in named:
        decks.remove(card)
    start = (cut + house.cards.opening_burn) % size
    order = named + decks
    stack = stack_of(order[(index - start) % size] for index in range(size))
    return lambda _: stack


def options_for(house: str, cards: str, record: Path, cut: int | None = None) -> PlayOptions:
    """Options of a game at a house whose first cards are known."""
    loaded = load_house(house)
    return PlayOptions(
        house=loaded,
        name="Bo",
        record=record,
        clock=lambda: NOON,
        shoes=shoes_with(loaded, cards, cut),
    )


def app_for(
    options: PlayOptions, *, light: bool = False, quick: bool = True
) -> tuple[CasinoWarApp, Game]:
    """The application at its table."""
    assert options.house is not None
    game = start_game(options, options.house)
    return CasinoWarApp(options, game, light=light, quick=quick), game


def table_of(app: CasinoWarApp) -> TableScreen:
    """The table on the screen."""
    screen = app.screen_stack[-1]
    assert isinstance(screen, TableScreen), screen
    return screen


def text_of(app: CasinoWarApp, selector: str) -> str:
    """What a part of the newest screen says."""
    content = app.screen_stack[-1].query_one(selector, Static).content
    return content.plain if isinstance(content, Content) else str(content)


async def press(pilot: Pilot[InputError | None], keys: str) -> None:
    """Press keys one after the other, as a person would."""
    await pilot.press(*keys.split())
    await pilot.pause()


async def resize(pilot: Pilot[InputError | None], size: tuple[int, int]) -> None:
    """Give the terminal another size, and wait until the screen has it."""
    await pilot.resize_terminal(*size)
    for _ in range(200):
        await pilot.pause(0.02)
        if pilot.app.screen.query_one("#top").region.width == size[0]:
            break
    await pilot.pause()


def fold_of(path: Path) -> Table:
    """The table as its record alone has it."""
    return fold_history(read_record(path))


def movements(events: Iterable[Event]) -> list[str]:
    """Chip movements in short: ``tie pay 5000 WI i1ii``."""
    words = {WagerCollected: "collect", WagerReturned: "return", WagerPaid: "pay"}
    return [
        f"{event.side or event.wager} {words[type(event)]} {event.amount_cents} {event.cites}"
        for event in events
        if isinstance(event, WagerCollected | WagerReturned | WagerPaid)
    ]
