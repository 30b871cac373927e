"""Rounds as text: every event with its clause, then each seat's result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from casinowar.errors import printable
from casinowar.houses.house import House
from casinowar.money import show_cents
from casinowar.outcomes import Outcome
from casinowar.record.replay import PlayedRound
from casinowar.record.rounds import PastRound, SeatResult
from casinowar.table.events import Event
from casinowar.table.state import Hand
from casinowar.table.words import decks_words

LINE_WIDTH = 80
WIDTH = 57  # with the indent and the longest citation, 80 columns


def event_line(event: Event, house: House, width: int = WIDTH) -> str:
    """One event with its clause in a separate column."""
    return printable(f"{event.text(house):<{width}}  {event.cites}")


def event_lines(event: Event, house: House, width: int = LINE_WIDTH) -> list[str]:
    """One event within a width: its clause beside the first line, the rest below."""
    room = width - (LINE_WIDTH - WIDTH)
    first, *more = wrap(printable(event.text(house)), room)
    return [f"  {first:<{room}}  {printable(event.cites)}", *(f"    {line}" for line in more)]


def round_text(played: PlayedRound, name: str) -> str:
    """A whole round as text: every event, then each seat's result."""
    return "\n".join(_round_lines(played, name))


def _round_lines(played: PlayedRound, name: str) -> Iterator[str]:
    house, hands = played.plan.house, played.state.hands.values()
    yield f"{name}: {house.title}, {decks_words(played.plan.decks)}"
    yield from story_lines(house, played.events, hands)
    unused = len(played.plan.cards) - played.state.shoe.drawn
    if unused:
        yield f"  ({unused} card{'s' if unused > 1 else ''} of the file stayed in the shoe)"
    yield ""


def story_lines(house: House, events: Iterable[Event], hands: Iterable[Hand]) -> Iterator[str]:
    """Every event of a round with its clause, then each hand's result."""
    for event in events:
        yield from event_lines(event, house)
    for hand in hands:
        yield from wrap(
            _result_line(house, hand), 80, initial_indent="  ", subsequent_indent="    "
        )


def _result_line(house: House, hand: Hand) -> str:
    symbol = house.limits.symbol
    net = hand.returned_cents - hand.wagered_cents
    outcome = "Tie alone" if hand.outcome is Outcome.NONE else str(hand.outcome).replace("_", " ")
    return (
        f"= seat {hand.seat}: {outcome},"
        f" wagered {show_cents(hand.wagered_cents, symbol)},"
        f" returned {show_cents(hand.returned_cents, symbol)}, net {show_cents(net, symbol)}"
    )


# --- rounds of a record ---------------------------------------------------------------------------


def past_round_text(past: PastRound, seats: tuple[SeatResult, ...], house: House) -> str:
    """A round of a record in a line or two: its time, and the results of these seats."""
    when = "" if past.at is None else f", {past.at:%Y-%m-%d %H:%M:%S}"
    state = "" if past.finished else " (not finished)"
    results = "; ".join(_past_result(result, house.limits.symbol) for result in seats)
    line = f"round {past.number}{when}{state}: {results}"
    return "\n".join(wrap(printable(line), 80, subsequent_indent="  ", break_on_hyphens=False))


def _past_result(result: SeatResult, symbol: str) -> str:
    if result.outcome is None:
        words = f"{show_cents(result.wagered_cents, symbol)} wagered"
    else:
        sign = "+" if result.net_cents > 0 else ""
        outcome = "Tie alone" if result.outcome is Outcome.NONE else result.outcome.value
        words = f"{outcome.replace('_', ' ')} {sign}{show_cents(result.net_cents, symbol)}"
    return f"seat {result.seat} {result.name}: {words}"
