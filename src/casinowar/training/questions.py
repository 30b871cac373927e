"""The question for the trainee, derived from the table: the step, the payment, the clause.

The right answer is the step that is due, the report of an irregularity, or the judgement whether
the table refuses a player's attempt.
"""

from __future__ import annotations

from casinowar.table import Refusal, decide, due_in_words
from casinowar.table import commands as c
from casinowar.table.due import step_now
from casinowar.table.state import IN_ROUND
from casinowar.training.answers import Asked, AskTied, Judgement
from casinowar.training.classroom import Classroom
from casinowar.training.faults import step_fault
from casinowar.training.payments import Settlement, settlement_of


def asked_now(room: Classroom) -> Asked:
    """The right answer now: a step, a report, or a judgement on a player's attempt."""
    if room.tried is not None:
        refused = room.refusal(room.tried.command)
        return Judgement.ALLOW if refused is None else Judgement.REFUSE
    if room.happening is not None:
        return room.happening.answer
    if room.asking:
        return AskTied(_seat(room))
    step = step_now(room.table.state, room.table.shoe)
    assert step is not None, "the table waits for nobody"
    return step


def accepted_now(room: Classroom) -> tuple[Judgement, ...]:
    """The right answers to a player's attempt: a buy-in during a deal may also wait."""
    asked = asked_now(room)
    assert isinstance(asked, Judgement)
    assert room.tried is not None
    buys = isinstance(room.tried.command, c.BuyChips) and room.table.state.phase in IN_ROUND
    return (asked, Judgement.WAIT) if buys else (asked,)


def _seat(room: Classroom) -> int:
    """The seat of the first player whom the trainee must ask."""
    who = room.asking[0].who
    assert who is not None
    return who.seat


def settlement_now(room: Classroom) -> Settlement | None:
    """The amounts to take, pay and push with the current step, if the level asks for them."""
    step = asked_now(room)
    if not room.level.payments or isinstance(step, Judgement | AskTied):
        return None
    return settlement_of(room.table.state, step)


def notice_of(room: Classroom) -> str:
    """The attempt or irregularity that needs an answer; empty if only the next step is due."""
    if room.tried is not None:
        return f"Seat {room.tried.seat} {room.tried.words}. Allow, refuse or wait?"
    if room.happening is not None:
        return room.happening.words
    shoe = room.table.state.shoe
    if shoe.size and room.table.shoe.lies_face_up(shoe.next_index):
        return f"The next card in the shoe shows its face: {room.table.shoe.card(shoe.next_index)}."
    return ""


def due_words(room: Classroom) -> str:
    """The right answer in words, with its clause."""
    if room.tried is not None:
        refused = room.refusal(room.tried.command)
        return f"That is allowed ({clause_now(room)})." if refused is None else str(refused)
    if room.happening is not None:
        return f"{room.happening.words} ({clause_now(room)})"
    if room.asking:
        return f"Ask seat {_seat(room)}: war or surrender? ({clause_now(room)})"
    words, clause = due_in_words(room.table.state, room.table.shoe)
    return f"{words} ({clause})"


def clause_now(room: Classroom) -> str:
    """The clause on which the right answer rests."""
    step = asked_now(room)
    if isinstance(step, Judgement):
        assert room.tried is not None
        answer = decide(room.table.state, room.tried.command, room.table.shoe)
        return answer.cites if isinstance(answer, Refusal) else answer[0].cites
    if isinstance(step, AskTied):
        return room.table.state.house.cites.choice
    settlement = settlement_now(room)
    if settlement is not None and settlement.cites:
        return settlement.cites
    return step_fault(room.table.state, step, c.CloseTable(), None).cites
