"""How a game starts: what was asked for on the command line, a new table, or an interrupted one.

The undealt cards of a shoe are in no record, so an interrupted game cannot go on with its shoe.
``resume_game`` says so in the record: the open round is finished by the house's published
policies, the casino orders a reshuffle, and play goes on with the same chips.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.live import LiveTable
from casinowar.record.file import (
    check_folder,
    create_record,
    create_record_in,
    fold_record,
    house_of_record,
    read_record,
    records_folder,
    reopen_record,
)
from casinowar.table import (
    NoShoe,
    Phase,
    Refusal,
    Shoe,
    Table,
    next_step,
    shuffled_stack,
)
from casinowar.table import commands as c
from casinowar.table.events import SeatTaken, TableClosed
from casinowar.table.state import Status
from casinowar.tui.game import Game, usual_buy_in

DEFAULT_NAME = "Player"
LOST_SHOE = "the shoe was lost in an interruption"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """What the command line asked for; everything has a default."""

    house: House | None = None
    name: str = DEFAULT_NAME
    buy_in_cents: int | None = None
    decks: int | None = None
    neighbours: int = 0
    seed: int | None = None
    record: Path | None = None
    resume: Path | None = None
    light: bool = False
    quick: bool = False
    clock: Callable[[], datetime] = datetime.now
    shoes: Callable[[int], Shoe] | None = None  # given shoes, for a game whose cards are known


def chance(seed: int | None) -> Callable[[int], int]:
    """The operating system's entropy, or a stream that a seed repeats."""
    if seed is None:
        return secrets.randbelow
    return Random(seed).randrange  # noqa: S311 - a repeatable game was asked for


def check_record(options: PlayOptions) -> None:
    """Refuse before anybody sits down what could not be recorded."""
    if options.record is not None:
        create_record(options.record).discard_if_empty()
    elif options.resume is None:
        check_folder(records_folder())


def seat_person(options: PlayOptions, house: House) -> Game:
    """A game at a new table, the person seated with chips; nothing is recorded yet."""
    table = LiveTable(house, chance(options.seed), shoes=options.shoes)
    game = Game(table, neighbours=options.neighbours, clock=options.clock)
    buy_in = usual_buy_in(house) if options.buy_in_cents is None else options.buy_in_cents
    game.sit_down(options.name, buy_in, options.decks)
    return game


def start_game(options: PlayOptions, house: House) -> Game:
    """A new game with its record."""
    game = seat_person(options, house)
    if options.record is not None:
        game.keep(create_record(options.record))
    else:
        game.keep(create_record_in(records_folder(), house, options.clock()))
    return game


# --- interrupted games ----------------------------------------------------------------------------


def resume_game(options: PlayOptions, path: Path) -> Game:
    """The game of a record that was interrupted, at a new shoe with the same chips."""
    events = read_record(path)
    if not events:
        raise InputError(str(path), "holds no game")
    house = house_of_record(events) if options.house is None else options.house
    try:
        state = fold_record(house, events)
    except InputError as error:
        raise InputError(str(path), error.reason) from None
    if isinstance(events[-1], TableClosed):
        raise InputError(str(path), "that game is over: its table was closed; start a new one")
    seats = [event.seat for event in events if isinstance(event, SeatTaken)]
    table = LiveTable(house, chance(options.seed), shoes=_new_shoes(state, options))
    table.state, table.events = state, list(events)
    game = Game(table, neighbours=max(len(seats) - 1, 0), clock=options.clock)
    game.record = reopen_record(path)
    finish_interrupted(game)
    if game.seat not in game.state.seats:
        buy_in = usual_buy_in(house) if options.buy_in_cents is None else options.buy_in_cents
        game.take_place(options.name, buy_in)
    return game


def _new_shoes(state: Table, options: PlayOptions) -> Callable[[int], Shoe]:
    """Shoes for the time after an interruption: those up to the lost one have no card left."""
    lost, below = state.shoe.number, chance(options.seed)
    made: dict[int, Shoe] = {}

    def shoe(number: int) -> Shoe:
        if number <= lost:
            return NoShoe()
        if number not in made:
            made.clear()
            made[number] = shuffled_stack(state.decks, below)
        return made[number]

    return shoe


def finish_interrupted(game: Game) -> None:
    """Bring a table whose shoe is lost to a new shoe, by its own rules.

    An unanswered choice is decided by the no-answer policy (policy 3). A round that would need
    further cards is void and every wager goes back (policy 7).
    """
    lost = game.state.shoe.number
    step = next_step(game.state)
    if step is not None and game.state.phase is not Phase.BETTING:
        game.do(step)  # a crash kept a part of the last command; refused where it needs the shoe
    for hand in tuple(game.state.hands.values()):
        if hand.status is Status.ASKED:
            _carry(game, c.CallTime(seat=hand.seat))
    if game.state.hands and game.state.phase is Phase.BETTING:
        _carry(game, c.AnnounceNoMoreBets())
    if game.state.hands:
        _carry(game, c.VoidRound(reason=LOST_SHOE))
    if game.state.phase is Phase.BETTING and game.state.shoe.number == lost:
        _carry(game, c.OrderReshuffle())
    game.let_neighbours_answer()


def _carry(game: Game, command: c.Command) -> None:
    answer = game.do(command)
    if isinstance(answer, Refusal):
        raise InputError("record", answer.sentence, answer.cites)
