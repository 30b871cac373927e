"""A verdict as text: the hand, each movement with its clause, and owed against paid."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from casinowar.money import show_cents
from casinowar.outcomes import Outcome
from casinowar.record.dispute import Verdict, chip_movements, deal_words, difference_words
from casinowar.record.text import LINE_WIDTH, event_lines


def verdict_lines(
    verdict: Verdict, width: int = LINE_WIDTH, *, name_seat: bool = False
) -> Iterator[str]:
    """The verdict in lines of a width; ``name_seat`` if it is one of several."""
    house, symbol = verdict.story.house, verdict.story.house.limits.symbol
    whose = f"seat {verdict.story.seat}, " if name_seat else ""
    title = f"{house.title}: {whose}{_hand_words(verdict)}"
    yield from wrap(title, width, subsequent_indent="  ")
    for event in chip_movements(verdict):
        yield from event_lines(event, house, width)
    yield from _line("Owed:", _owed_words(verdict), width)
    story = verdict.story
    if story.paid_cents is not None:
        yield from _line("Paid:", show_cents(story.paid_cents, symbol), width)
    if story.back_cents is not None:
        yield from _line("Got: ", f"{show_cents(story.back_cents, symbol)} in all", width)
    words = difference_words(verdict)
    if words:
        yield from wrap(words, width)


def _line(name: str, words: str, width: int) -> list[str]:
    return wrap(f"{name}  {words}", width, subsequent_indent=" " * 7)


def _hand_words(verdict: Verdict) -> str:
    hand, state, house = verdict.hand, verdict.played.state, verdict.story.house
    words = [deal_words(deal) for deal in verdict.story.deals[: len(hand.cards)]]
    if len(words) > 1:
        words.insert(1, "war")
    if not words:
        words = [
            f"the seat was missed ({house.cites.missed})" if state.dealer_card else "not dealt"
        ]
    outcome = "Tie alone" if hand.outcome is Outcome.NONE else str(hand.outcome)
    return f"{', '.join(words)}: {outcome.replace('_', ' ')}"


def _owed_words(verdict: Verdict) -> str:
    symbol = verdict.story.house.limits.symbol
    paid, back = (show_cents(c, symbol) for c in (verdict.paid_cents, verdict.returned_cents))
    if not verdict.owed_cents:
        return "nothing: every wager was lost"
    if not verdict.returned_cents:
        return f"{paid} paid; no wager goes back"
    whole = show_cents(verdict.owed_cents, symbol)
    if not verdict.paid_cents:
        return f"nothing paid; {back} of the player's own wagers back"
    return f"{paid} paid, and {back} of the player's own wagers back: {whole} in all"
