"""What a trainee is asked, read off the table: the step, the payment, the clause, all in words.

Right is the step that is due, the report that answers what happened, or whether the table refuses
what a player tries.
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
    """What is right now: a step, a report, or a judgement on what a player tries."""
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
    """The right answers to what a player tries: a purchase in the middle of a deal may wait."""
    asked = asked_now(room)
    assert isinstance(asked, Judgement)
    assert room.tried is not None
    buys = isinstance(room.tried.command, c.BuyChips) and room.table.state.phase in IN_ROUND
    return (asked, Judgement.WAIT) if buys else (asked,)


def _seat(room: Classroom) -> int:
    """The first player who has to be asked."""
    who = room.asking[0].who
    assert who is not None
    return who.seat


def settlement_now(room: Classroom) -> Settlement | None:
    """What has to be taken, paid and pushed with the step that is due, if it is asked."""
    step = asked_now(room)
    if not room.level.payments or isinstance(step, Judgement | AskTied):
        return None
    return settlement_of(room.table.state, step)


def notice_of(room: Classroom) -> str:
    """What has happened that needs an answer; empty if only the procedure goes on."""
    if room.tried is not None:
        return f"Seat {room.tried.seat} {room.tried.words}. Allow, refuse or wait?"
    if room.happening is not None:
        return room.happening.words
    shoe = room.table.state.shoe
    if shoe.size and room.table.shoe.lies_face_up(shoe.next_index):
        return f"The next card in the shoe shows its face: {room.table.shoe.card(shoe.next_index)}."
    return ""


def due_words(room: Classroom) -> str:
    """What the table waits for, with its clause: the answer in words."""
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
