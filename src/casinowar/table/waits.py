"""What the table waits for: from whom, how long, and which command continues without an answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from casinowar.table import commands as c
from casinowar.table import guards
from casinowar.table.automation import contributions_awaited, everyone_has_bet
from casinowar.table.clauses import SEALED_SHOE
from casinowar.table.due import due_in_words, step_now
from casinowar.table.procedure import due
from casinowar.table.roles import Who, player_at
from casinowar.table.shoe import NO_SHOE, Shoe
from casinowar.table.state import Phase, Status, Table

CONTRIBUTION_SECONDS = 5


class Awaited(StrEnum):
    """What a table can wait for."""

    OPENING = "opening"
    PLAYER = "player"
    BET = "bet"
    CUT = "cut"
    CHOICE = "choice"
    WAR_TIE = "war_tie"
    CONTRIBUTION = "contribution"
    STEP = "step"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """One thing that the table is waiting for.

    ``seconds`` is the house's time limit, if any. When the time is up, ``otherwise`` is the command
    that continues without the person, by published policy.
    """

    who: Who | None  # None: anybody
    what: Awaited
    seconds: int | None
    otherwise: c.Command | None
    message: str
    cites: str


def waits_for(state: Table, shoe: Shoe = NO_SHOE) -> tuple[Wait, ...]:
    """Everything that the table is waiting for now; never empty."""
    guards.a_table(state)
    guards.a_shoe(shoe)
    found = _waits_for(state, shoe)
    if not state.physical:
        return found
    # real cards: nothing continues by itself, and no clock runs
    return tuple(replace(wait, seconds=None, otherwise=None) for wait in found)


def _waits_for(state: Table, shoe: Shoe) -> tuple[Wait, ...]:
    match state.phase:
        case Phase.CLOSED:
            return (_wait(state, Awaited.OPENING),)
        case Phase.CUT_OFFERED:
            assert state.cut_offered_to is not None
            seconds = state.house.policies.cut_seconds
            return (_answer(state, state.cut_offered_to, Awaited.CUT, seconds),)
        case Phase.DECIDE:
            seconds = state.house.policies.decision_seconds
            asked = [hand.seat for hand in state.hands.values() if hand.status is Status.ASKED]
            return tuple(_answer(state, seat, Awaited.CHOICE, seconds) for seat in asked)
        case Phase.WAR_TIES:
            seconds = state.house.policies.war_tie_seconds
            asked = [hand.seat for hand in state.hands.values() if hand.war_tie_asked]
            return tuple(_answer(state, seat, Awaited.WAR_TIE, seconds) for seat in asked)
        case Phase.OFFER_CUT | Phase.LOAD if contributions_awaited(state):
            return _contributions(state)
        case Phase.BETTING if isinstance(due(state), c.AnnounceNoMoreBets | None):
            return _bets(state)
        case _:
            return (_step(state, shoe),)


def _bets(state: Table) -> tuple[Wait, ...]:
    """The betting clock runs once somebody has bet; until then it is paused."""
    if state.hands and everyone_has_bet(state):
        return (_step(state, NO_SHOE),)
    missing = [seat for seat in state.playing if seat not in state.hands]
    if not missing:
        return (_wait(state, Awaited.PLAYER),)
    running = bool(state.hands)
    cites = state.house.cites.no_more_bets if running else state.house.cites.first_wager
    seconds = state.house.policies.betting_seconds if running else None
    return tuple([_bet(seat, seconds, cites) for seat in missing])


@cache  # the same few waits are needed after every bet
def _bet(seat: int, seconds: int | None, cites: str) -> Wait:
    return Wait(
        who=player_at(seat),
        what=Awaited.BET,
        seconds=seconds,
        otherwise=None if seconds is None else c.AnnounceNoMoreBets(),
        message=f"Seat {seat} may place wagers.",
        cites=cites,
    )


def _contributions(state: Table) -> tuple[Wait, ...]:
    """The contributions to a sealed shoe: programs make them, so the time is short."""
    step = due(state)
    words = "opens its contribution to" if isinstance(step, c.LoadShoe) else "may contribute to"
    return tuple(
        Wait(
            who=player_at(seat),
            what=Awaited.CONTRIBUTION,
            seconds=CONTRIBUTION_SECONDS,
            otherwise=step,
            message=f"Seat {seat} {words} the shuffle.",
            cites=SEALED_SHOE,
        )
        for seat in contributions_awaited(state)
    )


def _answer(state: Table, seat: int, what: Awaited, seconds: int) -> Wait:
    words = {
        Awaited.CUT: "is offered the cut",
        Awaited.CHOICE: "chooses surrender or war",
        Awaited.WAR_TIE: "is offered a Tie wager on the war deal",
    }[what]
    return Wait(
        who=player_at(seat),
        what=what,
        seconds=seconds,
        otherwise=c.CallTime(seat=seat),
        message=f"Seat {seat} {words}.",
        cites=state.house.cites.no_answer,
    )


def _step(state: Table, shoe: Shoe) -> Wait:
    step = step_now(state, shoe)
    if step is None:
        return _wait(state, Awaited.PLAYER)
    words, cites = due_in_words(state, shoe)
    return Wait(
        who=Who(step.ROLE),
        what=Awaited.STEP,
        seconds=state.house.policies.step_seconds,
        otherwise=step,
        message=words,
        cites=cites,
    )


def _wait(state: Table, what: Awaited) -> Wait:
    words, cites = due_in_words(state)
    return Wait(who=None, what=what, seconds=None, otherwise=None, message=words, cites=cites)
