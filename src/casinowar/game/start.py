"""How a game starts: the options, a new table, a seat, chips and a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from casinowar.game.game import Game, usual_buy_in
from casinowar.houses import House, load_house
from casinowar.live import LiveTable, chance
from casinowar.record.file import check_folder, create_record, create_record_in, records_folder
from casinowar.table import Shoe

DEFAULT_NAME = "Player"
DEFAULT_HOUSE = "washington"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options of a game; everything has a default."""

    house: House | None = None
    name: str = DEFAULT_NAME
    buy_in_cents: int | None = None
    decks: int | None = None
    neighbours: int = 0
    seed: int | None = None
    record: Path | None = None
    resume: Path | None = None
    clock: Callable[[], datetime] = datetime.now
    shoes: Callable[[int], Shoe] | None = None  # stacked shoes, for a game with known cards


def check_record(options: PlayOptions) -> None:
    """Make sure that the game can be recorded, before anybody sits down."""
    if options.record is not None:
        # writes no line, so the house may still be chosen later
        house = options.house or load_house(DEFAULT_HOUSE)
        create_record(options.record, house, options.clock).discard_if_empty()
    elif options.resume is None:
        check_folder(records_folder())


def seat_person(options: PlayOptions, house: House) -> Game:
    """A game at a new table, the person seated with chips; nothing is recorded yet."""
    table = LiveTable(house, chance(options.seed), shoes=options.shoes)
    game = Game(table, neighbours=options.neighbours, clock=options.clock)
    game.sit_down(options.name, buy_in_of(options, house), options.decks)
    return game


def buy_in_of(options: PlayOptions, house: House) -> int:
    """The buy-in given, or the usual one."""
    return usual_buy_in(house) if options.buy_in_cents is None else options.buy_in_cents


def start_game(options: PlayOptions, house: House) -> Game:
    """A new game with its record."""
    game = seat_person(options, house)
    if options.record is not None:
        game.keep(create_record(options.record, house, options.clock))
    else:
        game.keep(create_record_in(records_folder(), house, options.clock))
    return game
