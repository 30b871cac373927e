"""The step that is due, or what the table waits for, in words; and the guard for every step.

The order itself is in ``procedure``; each step has its own wording.
"""

from __future__ import annotations

from casinowar.table import commands as c
from casinowar.table.clauses import look_clause
from casinowar.table.message import Message
from casinowar.table.procedure import due
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import NO_SHOE, Shoe
from casinowar.table.state import Phase, Table

_DRAWS = frozenset({c.DealCard, c.BurnCard})


def require_due(state: Table, command: c.Command) -> None:
    """Refuse ``command`` unless it is due; the refusal names the step that is."""
    step = due(state)
    if type(step) is not type(command):
        words, clause = due_in_words(state)
        code = Code.CHANGE_CARDS_FIRST if isinstance(step, c.ChangeCards) else Code.NOT_DUE
        refuse(code, f"That step is not due. {words}", clause)
    for field in ("seat", "batch"):
        if getattr(command, field, None) != getattr(step, field, None):
            words, clause = due_in_words(state)
            refuse(Code.OUT_OF_ORDER, f"That is out of order. {words}", clause)


class Due(Message):
    """A step that is due: its command, a sentence and the clause it rests on."""

    command: str
    message: str
    cites: str


def step_now(state: Table, shoe: Shoe) -> c.Command | None:
    """The step that is due; if the next card lies face up, setting it aside comes first (WI j1)."""
    step = due(state)
    if type(step) in _DRAWS and shoe.lies_face_up(state.shoe.next_index):
        return c.SetAsideFaceUpCard()
    return step


def due_now(state: Table, shoe: Shoe = NO_SHOE) -> Due | None:
    """The step that is due, in words; None while the table waits for a player."""
    step = step_now(state, shoe)
    if state.phase is not Phase.CLOSED and step is None:
        return None
    words, cites = due_in_words(state, shoe)
    return Due(command=step.NAME if step else c.OpenTable.NAME, message=words, cites=cites)


def due_in_words(state: Table, shoe: Shoe = NO_SHOE) -> tuple[str, str]:
    """The step that is due, or what the table waits for: a sentence and its clause."""
    cites = state.house.cites
    if state.phase is Phase.CLOSED:
        return "The table is closed: the floor must open it first.", cites.open_table
    if isinstance(step_now(state, shoe), c.SetAsideFaceUpCard):
        return "The next step is to put the card that lies face up into the rack.", cites.face_up
    step = due(state)
    if step is None:
        return _waiting_in_words(state)
    words, clause = step.words(state)
    return f"The next step is to {words}.", clause


def _waiting_in_words(state: Table) -> tuple[str, str]:
    cites = state.house.cites
    match state.phase:
        case Phase.IDLE | Phase.LOOK:
            clause = cites.idle if state.phase is Phase.IDLE else look_clause(state)
            who = "return to play or arrive" if state.seats else "arrive"
            return f"The table waits for a player to {who}.", clause
        case Phase.CUT_OFFERED:
            who = f"The cut is offered to seat {state.cut_offered_to}"
            return f"{who}: wait for an answer.", cites.cut_offer
        case Phase.DECIDE:
            return "Tied players are choosing surrender or war: wait for them.", cites.choice
        case Phase.WAR_TIES:
            words = "Players at war are offered a Tie wager on the war deal: wait for them."
            return words, cites.war_tie_wager
        case _:
            return "The table waits for wagers.", cites.first_wager


def is_between_rounds(state: Table) -> bool:
    """Whether no wager is down and the shoe is in use."""
    return state.phase is Phase.BETTING and not state.hands


def between_rounds(state: Table, what: str, cites: str) -> None:
    """Refuse a command that must wait until the table is between rounds."""
    if not is_between_rounds(state):
        words, _ = due_in_words(state)
        until = "the round is over" if state.hands else "a shoe is in use"
        waits = "" if state.phase is Phase.CLOSED else f"{what} has to wait until {until}. "
        refuse(Code.NOT_NOW, f"{waits}{words}", cites)
