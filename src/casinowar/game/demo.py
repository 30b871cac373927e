"""Ten demonstration rounds as text, for when there is no terminal to play at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from casinowar.houses import House
from casinowar.money import show_cents
from casinowar.record.text import event_lines
from casinowar.table import Event, Refusal
from casinowar.table import commands as c
from casinowar.table.events import ChipsBought
from casinowar.tui.game import Game

DEMO_ROUNDS = 10
LINE_WIDTH = 80
TIE_EVERY = 2  # every second round with a Tie wager


def demo_lines(game: Game, rounds: int = DEMO_ROUNDS) -> Iterator[str]:
    """Rounds of a seated person who bets the minimum and goes to war, every event with its clause.

    Every second tie is surrendered, so that both choices are shown.
    """
    house = game.house
    title = f"Casino War at {house.title}: {rounds} demonstration rounds, play money"
    for text in (title, house.document, *house.notices):
        yield from wrap(text, LINE_WIDTH, subsequent_indent="  ")
    yield ""
    yield "The table opens"
    yield from _told(house, game.table.events)
    if game.cut_is_offered:
        yield from _told(house, _done(game.do(c.RefuseCut(seat=game.seat))))
    ties = 0
    for number in range(1, rounds + 1):
        before = game.state.seats[game.seat].chips_cents
        yield ""
        yield f"Round {number} · chips {show_cents(before, house.limits.symbol)}"
        events = _bet(game, number)
        while game.choice_is_open:
            ties += 1
            events += _answer(game, ties)
        if game.cut_is_offered:
            events += _done(game.do(c.RefuseCut(seat=game.seat)))
        yield from _told(house, events)
        bought = sum(
            event.cash_cents
            for event in events
            if isinstance(event, ChipsBought) and event.seat == game.seat
        )
        net = game.state.seats[game.seat].chips_cents - before - bought
        yield f"  = net {show_cents(net, house.limits.symbol)}"
    yield ""
    yield "The table closes"
    yield from _told(house, game.leave())


def _bet(game: Game, number: int) -> tuple[Event, ...]:
    limits, chips = game.house.limits, game.state.seats[game.seat].chips_cents
    tie = limits.tie.min_cents if game.house.tie.offered and number % TIE_EVERY == 0 else 0
    need = limits.first.min_cents * 2 + tie
    events: tuple[Event, ...] = ()
    if chips < need:
        again = max(need, game.bought_cents)  # as much as before, as a person would
        events = _done(game.do(c.BuyChips(seat=game.seat, cash_cents=again)))
    return events + _done(game.bet(limits.first.min_cents, tie))


def _answer(game: Game, ties: int) -> tuple[Event, ...]:
    if ties % 2 == 0:
        surrendered = game.do(c.SurrenderHand(seat=game.seat))
        if not isinstance(surrendered, Refusal):  # some houses offer none
            return surrendered
    return _done(game.do(c.GoToWar(seat=game.seat)))


def _done(answer: tuple[Event, ...] | Refusal) -> tuple[Event, ...]:
    assert not isinstance(answer, Refusal), answer
    return answer


def _told(house: House, events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        yield from event_lines(event, house)
