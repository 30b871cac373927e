"""Interrupted games: back to the table with the same chips.

A record does not hold the undealt cards of a shoe, so a shoe in use cannot be continued. Instead,
the house's published policies answer open questions, a round that needs more cards is void, and
the casino orders a reshuffle; the record shows all of it. A shoe from which no card was drawn is
simply shuffled again: nobody has seen any of its cards.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from casinowar.errors import InputError
from casinowar.game.game import Game
from casinowar.game.start import PlayOptions, buy_in_of
from casinowar.live import LiveTable, chance
from casinowar.record.file import resume_record
from casinowar.record.history import fold_history
from casinowar.table import NoShoe, Refusal, Shoe, Table, shuffled_stack
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.automation import automatic_step
from casinowar.table.state import SHOE_IN_USE
from casinowar.table.waits import Awaited

LOST_SHOE = "the shoe was lost in an interruption"
_QUESTIONS = {Awaited.CHOICE, Awaited.WAR_TIE}


def resume_game(options: PlayOptions, path: Path) -> Game:
    """The interrupted game of a record, with the person back at the table."""
    record, history = resume_record(path, options.clock)
    events = history.events
    if not events:
        raise InputError(str(path), "contains no game")
    if isinstance(events[-1], e.TableClosed):
        raise InputError(str(path), "this game is over: start a new one")
    try:
        state = fold_history(history)
    except InputError as error:
        raise InputError(f"{path}: {error.field}", error.reason, error.cites) from None
    table = LiveTable(history.house, chance(options.seed), shoes=_shoes_after(state, options.seed))
    table.restore(state, len(events))
    seats = {event.seat for event in events if isinstance(event, e.SeatTaken)}
    game = Game(table, neighbours=max(seats, default=1) - 1, clock=options.clock)
    game.events += events
    game.record = record
    finish_interrupted(game)
    _back_to_the_table(game, options)
    return game


def _shoes_after(state: Table, seed: int | None) -> Callable[[int], Shoe]:
    """The shoes after an interruption: a shoe that was in use has no cards left."""
    last = state.shoe.number
    begun = state.shoe.drawn > 0 or state.shoe.held
    below = chance(seed)
    made: dict[int, Shoe] = {}

    def shoe(number: int) -> Shoe:
        if number < last or (number == last and begun):
            return NoShoe()
        if number not in made:
            made.clear()
            made[number] = shuffled_stack(state.decks, below)
        return made[number]

    return shoe


def finish_interrupted(game: Game) -> None:
    """Bring a table whose shoe may be lost to a state that can be dealt, by the house's rules.

    The house's policy answers open questions (policy 3). A round that needs more cards is void,
    and every wager goes back (policy 7).
    """
    step = automatic_step(game.state, game.table.shoe, game.table.automations)
    if step is not None and not (_shoe_is_lost(game) and isinstance(step, c.AnnounceNoMoreBets)):
        game.do(step)  # with all steps that follow; refused if it needs the lost shoe
    if _shoe_is_lost(game):
        _finish_round(game)
        if not isinstance(game.would(c.OrderReshuffle()), Refusal):
            game.must(c.OrderReshuffle(), "record")
    game.let_neighbours_answer()


def _shoe_is_lost(game: Game) -> bool:
    return game.state.phase in SHOE_IN_USE and isinstance(game.table.shoe, NoShoe)


def _finish_round(game: Game) -> None:
    """Answer open questions, and return the wagers of a round that cannot be dealt."""
    while questions := [w for w in game.table.waits_for() if w.what in _QUESTIONS]:
        assert questions[0].otherwise is not None
        game.must(questions[0].otherwise, "record")
    if game.state.hands:
        game.must(c.VoidRound(reason=LOST_SHOE), "record")


def _back_to_the_table(game: Game, options: PlayOptions) -> None:
    """A player who had left sits down again with the chips they took away."""
    if game.seat not in game.state.seats:
        seats = [event for event in game.events if getattr(event, "seat", 0) == game.seat]
        names = [event.player_name for event in seats if isinstance(event, e.SeatTaken)]
        chips = [event.chips_cents for event in seats if isinstance(event, e.SeatLeft)]
        usual = buy_in_of(options, game.house)
        game.take_place((names or [options.name])[-1], (chips or [0])[-1] or usual)
    game.seat_neighbours()
    if game.offers.has(c.ReturnToPlay):
        game.must(c.ReturnToPlay(seat=game.seat))
