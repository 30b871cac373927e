"""Payouts in training: the dealer says what a seat gets back before the chips move.

The table knows the answer: the step is decided but not carried out, and its movements added up.
"""

from __future__ import annotations

from casinowar.money import parse_amount, show_cents
from casinowar.table import Code, Event, NoShoe, Refusal, Table, decide
from casinowar.table import commands as c
from casinowar.table.events import HandDecided, WagerPaid, WagerReturned

PAYING = (c.SettleHand, c.SettleSurrender, c.SettleWar)


def split_payout(text: str) -> tuple[str, str]:
    """``settle 1 15.00`` as the step and the amount, which is ``""`` if none is given."""
    words = text.split()
    return (" ".join(words[:2]), words[2]) if len(words) == 3 else (text, "")


def check_payout(state: Table, step: c.Command, said: str) -> Refusal | str | None:
    """Why an amount is not the total that the step gives back; None if it is.

    A step that is not due is left to the table, which refuses it.
    """
    events = decide(state, step, NoShoe())
    if isinstance(events, Refusal) or not isinstance(step, PAYING):
        return None
    cents = parse_amount(said)
    if cents is None:
        return f"Add what seat {step.seat} gets back in all, stakes included."
    if cents == _returned_cents(events):
        return None
    shown = [event for event in events if not isinstance(event, HandDecided)]
    paid = [event.cites for event in shown if isinstance(event, WagerPaid)]
    amount, cites = show_cents(cents, state.house.limits.symbol), [*paid, shown[-1].cites][0]
    why = ". ".join(_sentence(event, state, cites) for event in shown)
    return Refusal(
        code=Code.BAD_AMOUNT,
        sentence=f"{amount} is not what seat {step.seat} gets back in all. {why}.",
        cites=cites,
    )


def _sentence(event: Event, state: Table, cites: str) -> str:
    """An event with its clause, unless that is the one at the end of the refusal."""
    clause = "" if event.cites == cites else f" ({event.cites})"
    return event.text(state.house) + clause


def _returned_cents(events: tuple[Event, ...]) -> int:
    return sum(
        event.amount_cents for event in events if isinstance(event, WagerPaid | WagerReturned)
    )
