"""Who may do what: one table of rights. Everything that is not in it is denied.

A person may hold several roles and has the rights of all of them. Surveillance is held alone: it
sees everything and changes nothing, so a person who holds it neither sits nor bets. Administrators
manage persons; to deal or to see more than others they need those roles as well.

Everybody with a session may manage their own person: name, passphrase, limits, statement.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.table.commands import Command
from casinowar.table.commands import Role as TableRole
from casinowar.wire.requests import Question


class Role(StrEnum):
    """A person's role in the service."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    ADMINISTRATOR = "administrator"


class Action(StrEnum):
    """What can be done apart from a table's commands and questions."""

    WATCH_TABLE = "watch_table"  # a public table, or a private one with its link
    WATCH_ANY_TABLE = "watch_any_table"  # a private one without its link
    MAKE_TABLE = "make_table"
    OWN_TABLE = "own_table"  # change, lock and close a table by link that one has made
    STAND_UP = "stand_up"  # somebody at any table, with a reason
    CLOSE_FOR_GOOD = "close_for_good"  # any table but one by link, with a reason
    SHARE_NET = "share_net"  # show one's own net at a table by link
    REFILL = "refill"
    SEE_OWN_ROUNDS = "see_own_rounds"
    SEE_ALL_ROUNDS = "see_all_rounds"
    SEE_OWN_STATEMENT = "see_own_statement"
    SEE_ALL_STATEMENTS = "see_all_statements"
    SEE_NOTES = "see_notes"  # significant events
    SEE_RETURNS = "see_returns"  # theoretical against actual
    CALL_FLOOR = "call_floor"  # players: where they sit; dealers: at any table
    SEE_CALLS = "see_calls"  # of all tables
    ANSWER_CALLS = "answer_calls"
    COUNT_SLIPS = "count_slips"  # of the floor, blind, at a table that people deal
    LEARN = "learn"  # take lessons, and see the progress of pupils who shared their code
    SEE_FLOOR = "see_floor"  # the overview of all tables, the floor's log, the shift's report
    FIND_PERSONS = "find_persons"
    OPEN_DISPUTE = "open_dispute"  # about one's own hand; with SEE_DISPUTES about any
    SEE_DISPUTES = "see_disputes"  # all files; everybody sees the state of their own
    READ_DISPUTE = "read_dispute"  # sign a file as its first or second reader
    DECIDE_DISPUTE = "decide_dispute"
    COUNT_CARDS = "count_cards"  # write down what a shoe held when it had ended
    MANAGE_PERSONS = "manage_persons"  # their roles; sign them out everywhere


@dataclass(frozen=True, slots=True)
class Rights:
    """What a role allows."""

    gives: frozenset[TableRole]
    asks: frozenset[Question]
    does: frozenset[Action]


_WATCHES = frozenset({Question.VIEW, Question.SNAPSHOT})
_STAFF_ASKS = frozenset(Question)
_OWN = frozenset({Action.WATCH_TABLE, Action.SEE_OWN_ROUNDS, Action.SEE_OWN_STATEMENT})
_OVERSEES = frozenset(
    {Action.SEE_ALL_ROUNDS, Action.SEE_NOTES, Action.SEE_RETURNS, Action.SEE_CALLS}
    | {Action.FIND_PERSONS, Action.OPEN_DISPUTE, Action.SEE_DISPUTES, Action.READ_DISPUTE}
    | {Action.COUNT_CARDS}
)

RIGHTS: Mapping[Role, Rights] = {
    Role.PLAYER: Rights(
        gives=frozenset({TableRole.PLAYER}),
        asks=_WATCHES | {Question.LEGAL},
        does=_OWN
        | {Action.MAKE_TABLE, Action.OWN_TABLE, Action.SHARE_NET, Action.REFILL}
        | {Action.CALL_FLOOR, Action.LEARN, Action.OPEN_DISPUTE},
    ),
    Role.DEALER: Rights(
        gives=frozenset({TableRole.DEALER}),
        asks=_STAFF_ASKS,
        does=_OWN | {Action.CALL_FLOOR, Action.COUNT_SLIPS, Action.LEARN},
    ),
    Role.FLOORPERSON: Rights(
        gives=frozenset({TableRole.FLOOR}),
        asks=_STAFF_ASKS,
        does=_OWN
        | _OVERSEES
        | {Action.WATCH_ANY_TABLE, Action.MAKE_TABLE, Action.STAND_UP, Action.ANSWER_CALLS}
        | {Action.SEE_FLOOR, Action.LEARN, Action.DECIDE_DISPUTE, Action.CLOSE_FOR_GOOD},
    ),
    Role.SURVEILLANCE: Rights(
        gives=frozenset(),
        asks=_STAFF_ASKS,
        does=_OWN | _OVERSEES | {Action.WATCH_ANY_TABLE, Action.SEE_ALL_STATEMENTS},
    ),
    Role.ADMINISTRATOR: Rights(
        gives=frozenset(),
        asks=_WATCHES,
        does=_OWN
        | {Action.MAKE_TABLE, Action.OWN_TABLE, Action.LEARN}
        | {Action.FIND_PERSONS, Action.MANAGE_PERSONS, Action.CLOSE_FOR_GOOD},
    ),
}  # fmt: skip

_DOING: Mapping[Action, str] = {
    Action.WATCH_TABLE: "Watching a table",
    Action.WATCH_ANY_TABLE: "Watching private tables without their link",
    Action.MAKE_TABLE: "Making a table",
    Action.OWN_TABLE: "Changing a table of your own",
    Action.STAND_UP: "Removing a player",
    Action.CLOSE_FOR_GOOD: "Closing a table for good",
    Action.SHARE_NET: "Sharing your net result",
    Action.REFILL: "A refill",
    Action.SEE_OWN_ROUNDS: "Seeing your own rounds",
    Action.SEE_ALL_ROUNDS: "Seeing all rounds",
    Action.SEE_OWN_STATEMENT: "Seeing your own statement",
    Action.SEE_ALL_STATEMENTS: "Seeing the statements of others",
    Action.SEE_NOTES: "Seeing significant events",
    Action.SEE_RETURNS: "Seeing returns",
    Action.CALL_FLOOR: "Calling the floor",
    Action.SEE_CALLS: "Seeing calls for the floor",
    Action.ANSWER_CALLS: "Answering calls for the floor",
    Action.COUNT_SLIPS: "Counting the chips of a slip",
    Action.LEARN: "Taking lessons",
    Action.SEE_FLOOR: "Seeing the floor's desk",
    Action.FIND_PERSONS: "Finding persons",
    Action.OPEN_DISPUTE: "Opening a dispute",
    Action.SEE_DISPUTES: "Seeing dispute files",
    Action.READ_DISPUTE: "Reading a dispute",
    Action.DECIDE_DISPUTE: "Deciding a dispute",
    Action.COUNT_CARDS: "Recording a count of cards",
    Action.MANAGE_PERSONS: "Managing persons",
}

_TITLES = {
    TableRole.PLAYER: "players",
    TableRole.DEALER: "dealers",
    TableRole.FLOOR: "floorpersons",
}


def may_give(roles: Collection[Role], command: Command) -> bool:
    """Whether these roles may give a command; the engine checks whose seat it names."""
    return command.ROLE in _may_give(frozenset(roles))


@cache  # called for every command
def _may_give(roles: frozenset[Role]) -> frozenset[TableRole]:
    """The table roles whose commands these roles may give."""
    if Role.SURVEILLANCE in roles:
        return frozenset()
    return frozenset[TableRole]().union(*(RIGHTS[role].gives for role in roles))


def may_ask(roles: Collection[Role], question: Question) -> bool:
    """Whether a table answers this question to these roles."""
    return any(question in RIGHTS[role].asks for role in roles)


def may_do(roles: Collection[Role], action: Action) -> bool:
    """Whether these roles may do this in the service."""
    allowed = any(action in RIGHTS[role].does for role in roles)
    if Role.SURVEILLANCE in roles:
        return allowed and action in RIGHTS[Role.SURVEILLANCE].does
    return allowed


def not_allowed_to_give(roles: Collection[Role], command: Command) -> ServiceRefusal | None:
    """The refusal of a command that these roles may not give."""
    if may_give(roles, command):
        return None
    if Role.SURVEILLANCE in roles:
        return _not_allowed("Surveillance can watch, but change nothing.")
    return _not_allowed(f"{command.NAME} is for {_TITLES[command.ROLE]}.")


def not_allowed_to_ask(roles: Collection[Role], question: Question) -> ServiceRefusal | None:
    """The refusal of a question that a table does not answer to these roles."""
    if may_ask(roles, question):
        return None
    return _not_allowed(f'"{question.value}" is for staff to ask.')


def not_allowed_to_do(roles: Collection[Role], action: Action) -> ServiceRefusal | None:
    """The refusal of an action that these roles do not allow."""
    if may_do(roles, action):
        return None
    holders = [role.value for role in Role if action in RIGHTS[role].does]
    return _not_allowed(f"{_DOING[action]} needs the role {' or '.join(holders)}.")


def given_words(roles: Collection[Role]) -> str:
    """What a person reads who was signed out because they were given these roles."""
    noun, them = ("roles", "them") if len(roles) > 1 else ("role", "it")
    named = " and ".join(sorted(roles))
    return f"You were given the {noun} {named}. Sign in again to use {them}."


def own_table_refusal() -> ServiceRefusal:
    """The refusal of a member of staff who acts at a table where they play."""
    return _not_allowed("You are seated at this table. Another member of staff must do this.")


def _not_allowed(sentence: str) -> ServiceRefusal:
    return ServiceRefusal(code=ServiceCode.NOT_ALLOWED, sentence=sentence)
