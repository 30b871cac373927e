"""Ten demonstration rounds as text, if there is no terminal to play in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from casinowar.game.game import Game
from casinowar.game.players import Habits, player_command
from casinowar.houses import House
from casinowar.money import show_cents
from casinowar.record.text import event_lines
from casinowar.table import Event, Refusal
from casinowar.table import events as e
from casinowar.table.waits import Awaited

DEMO_ROUNDS = 10
LINE_WIDTH = 80
TIE_EVERY = 2  # every second round with a Tie wager


def demo_lines(game: Game, rounds: int = DEMO_ROUNDS) -> Iterator[str]:
    """Rounds of a player who bets the minimum, every event with its clause.

    Ties alternate between war and surrender, so that both choices are shown.
    """
    house = game.house
    title = f"Casino War at {house.title}: {rounds} demonstration rounds, play money"
    for text in (title, house.document, *house.notices):
        yield from wrap(text, LINE_WIDTH, subsequent_indent="  ")
    yield ""
    yield "The table opens"
    while game.asked is not Awaited.BET:
        _answer(game, Habits())
    yield from _lines(house, game.events)
    for number in range(1, rounds + 1):
        before, seen = game.chips_cents, len(game.events)
        yield ""
        yield f"Round {number} · chips {show_cents(before, house.limits.symbol)}"
        _play_round(game, with_tie=number % TIE_EVERY == 0)
        events = game.events[seen:]
        yield from _lines(house, events)
        net = game.chips_cents - before - sum(_bought(game, events))
        yield f"  = net {show_cents(net, house.limits.symbol)}"
    yield ""
    yield "The table closes"
    yield from _lines(house, game.leave())


def _play_round(game: Game, *, with_tie: bool) -> None:
    """One round, and the cut after it if the cards are reshuffled."""
    habits = Habits(
        goes_to_war=lambda: _ties(game) % 2 == 1,
        bets_tie=lambda: with_tie,
        buy_in_cents=next(_bought(game, game.events), None),  # the same amount as the first buy-in
    )
    before = game.state.round_number
    while game.state.round_number == before or game.asked is not Awaited.BET:
        _answer(game, habits)


def _answer(game: Game, habits: Habits) -> None:
    assert game.waiting is not None
    answer = game.do(player_command(game.state, game.waiting, game.table.shoe, habits))
    assert not isinstance(answer, Refusal), answer


def _ties(game: Game) -> int:
    offered = [event for event in game.events if isinstance(event, e.ChoiceOffered)]
    return sum(event.seat == game.seat for event in offered)


def _bought(game: Game, events: Iterable[Event]) -> Iterator[int]:
    for event in events:
        if isinstance(event, e.ChipsBought) and event.seat == game.seat:
            yield event.cash_cents


def _lines(house: House, events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        yield from event_lines(event, house)
