"""Answers of a trainee: reading, the right answer, and the entry in the report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from casinowar.table import Table, due
from casinowar.table import commands as c
from casinowar.training.courses import Level
from casinowar.training.faults import Fault
from casinowar.training.payments import KINDS, PAYING, Payment, Settlement, read_payment
from casinowar.training.words import ASK, read_step, typed_step


class Judgement(StrEnum):
    """The answer to a player's attempt."""

    ALLOW = "allow"
    REFUSE = "refuse"
    WAIT = "wait"  # chips are sold after the deal


@dataclass(frozen=True, slots=True)
class AskTied:
    """The dealer asks the player of a tied hand: war or surrender?"""

    NAME: ClassVar[str] = "ask_tied_player"
    seat: int


Asked = c.Command | Judgement | AskTied
_JUDGED = {
    **dict.fromkeys(("allow", "yes", "ok"), Judgement.ALLOW),
    **dict.fromkeys(("refuse", "no", "deny"), Judgement.REFUSE),
    **dict.fromkeys(("wait", "later"), Judgement.WAIT),
}
_PAYMENT_WORDS = {*KINDS, "nothing"}
_ADD_PAYMENT = "Add the amounts to take, pay and push, like take 10 pay 55; or nothing."


@dataclass(frozen=True, slots=True)
class Given:
    """A trainee's answer: a step, with or without a payment, a judgement or a question."""

    step: c.Command | None = None
    judgement: Judgement | None = None
    ask: AskTied | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer as the report needs it."""

    round: int
    step: str  # the step that was due, or allow or refuse
    cites: str  # the clause of the step
    notice: str
    right: str
    given: str
    fault: Fault | None
    seat: int | None  # the seat that the step concerns
    first: bool  # the first answer to this step; only the first counts for the mark
    seconds: float

    def with_fault(self, fault: Fault) -> Answer:
        """The same answer with a fault, because the table did not accept it."""
        return replace(self, fault=fault)


def read_answer(text: str, state: Table, level: Level) -> Given | str:
    """Read typed words as an answer; otherwise a hint on how to type it.

    The hint does not depend on the step that is due, or it would give the answer away. In a level
    with only payments, a payment alone is enough.
    """
    words = text.lower().split()
    if not words:
        return "Type a step, or help."
    if words[0] in _JUDGED and len(words) <= 2:
        return Given(judgement=_JUDGED[words[0]])
    if words[0] == ASK:
        seat = words[1] if len(words) == 2 and words[1] in map(str, state.seats) else ""
        return Given(ask=AskTied(int(seat))) if seat else "Type ask SEAT."
    cut = next((at for at, word in enumerate(words) if word in _PAYMENT_WORDS), len(words))
    if not cut and level.payments and not level.steps.issubset(PAYING):
        return "Add the step and the seat, like settle 2 take 10 pay 55."
    step = read_step(" ".join(words[:cut]), state) if cut else due(state)
    if isinstance(step, str):
        return step
    if cut == len(words) and step is not None:
        asks = level.payments and isinstance(step, PAYING)
        return _ADD_PAYMENT if asks else Given(step=step)
    if not level.payments or not isinstance(step, PAYING):
        return "Only settle, surrender and war take a payment, if the lesson asks for it."
    said = read_payment(words[cut:])
    return said if isinstance(said, str) else Given(step=step, payment=said)


def right_text(asked: Asked, settlement: Settlement | None) -> str:
    """The right answer as typed."""
    if isinstance(asked, Judgement):
        return asked.value
    if isinstance(asked, AskTied):
        return f"{ASK} {asked.seat}"
    words = typed_step(asked)
    return words if settlement is None else f"{words} {settlement.total.words()}"
