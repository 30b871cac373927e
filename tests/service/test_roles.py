"""Roles, exhaustively: every role against every command, question and action.

The expected rights are written here once more, by hand. Planted once and caught here: surveillance
that may sit, an administrator who may deal, a dealer who may void a round, a person without roles
who may watch, a player who asks what is due.
"""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from casinowar.service.refusals import ServiceCode
from casinowar.service.roles import (
    RIGHTS,
    Action,
    Role,
    may_ask,
    may_do,
    may_give,
    not_allowed_to_ask,
    not_allowed_to_do,
    not_allowed_to_give,
)
from casinowar.table.commands import AnyCommand, Command
from casinowar.wire.requests import Question
from tests.kit.commands import bare

COMMANDS: tuple[type[Command], ...] = get_args(AnyCommand)
HAND_OVER = {"player": "player", "dealer": "dealer", "floor": "floorperson"}
CHANGES = {Action.MAKE_TABLE, Action.STAND_UP, Action.REFILL, Action.MANAGE_PERSONS} | {
    Action.CALL_FLOOR,
    Action.COUNT_SLIPS,
    Action.ANSWER_CALLS,
    Action.LEARN,
    Action.DECIDE_DISPUTE,
}
ASKS = {
    Role.PLAYER: "view legal snapshot",
    Role.DEALER: "view legal due snapshot",
    Role.FLOORPERSON: "view legal due snapshot",
    Role.SURVEILLANCE: "view legal due snapshot",
    Role.ADMINISTRATOR: "view snapshot",
}

OWN = "watch_table see_own_rounds see_own_statement "
OVERSEES = (
    "see_all_rounds see_notes see_returns see_calls find_persons watch_any_table open_dispute"
    " see_disputes read_dispute count_cards "
)
DOES = {
    Role.PLAYER: OWN + "make_table own_table share_net refill call_floor learn open_dispute",
    Role.DEALER: OWN + "call_floor count_slips learn",
    Role.FLOORPERSON: OWN
    + OVERSEES
    + "make_table stand_up close_for_good answer_calls see_floor learn decide_dispute",
    Role.SURVEILLANCE: OWN + OVERSEES + "see_all_statements",
    Role.ADMINISTRATOR: OWN
    + "make_table own_table find_persons manage_persons close_for_good learn",
}


def test_every_role_has_rights() -> None:
    assert set(RIGHTS) == set(Role) == set(ASKS) == set(DOES)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.NAME)
def test_a_command_belongs_to_one_role(kind: type[Command], role: Role) -> None:
    allowed = HAND_OVER[kind.ROLE] == role.value
    refusal = not_allowed_to_give([role], bare(kind))
    assert may_give([role], bare(kind)) is allowed
    assert (refusal is None) is allowed
    assert refusal is None or refusal.code is ServiceCode.NOT_ALLOWED


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.NAME)
def test_surveillance_gives_no_command_whatever_else_it_holds(kind: type[Command]) -> None:
    assert not may_give(list(Role), bare(kind))
    assert may_give([role for role in Role if role is not Role.SURVEILLANCE], bare(kind))


def test_surveillance_has_no_command_of_its_own() -> None:
    assert not RIGHTS[Role.SURVEILLANCE].gives


def test_surveillance_changes_nothing_whatever_else_it_holds() -> None:
    for action in CHANGES:
        assert may_do([role for role in Role if role is not Role.SURVEILLANCE], action)
        assert not may_do(list(Role), action)
    assert may_do(list(Role), Action.SEE_ALL_STATEMENTS)


@pytest.mark.parametrize("role", Role)
def test_questions_and_actions_are_those_of_the_role(role: Role) -> None:
    assert {q.value for q in Question if may_ask([role], q)} == set(ASKS[role].split())
    assert {a.value for a in Action if may_do([role], a)} == set(DOES[role].split())
    for question in Question:
        assert (not_allowed_to_ask([role], question) is None) is may_ask([role], question)
    for action in Action:
        assert (not_allowed_to_do([role], action) is None) is may_do([role], action)


def test_two_roles_have_the_rights_of_both() -> None:
    others = [role for role in Role if role is not Role.SURVEILLANCE]
    for one, two in combinations(others, 2):
        for question in Question:
            both = may_ask([one], question) or may_ask([two], question)
            assert may_ask([one, two], question) is both
        for action in Action:
            assert may_do([one, two], action) is (may_do([one], action) or may_do([two], action))


def test_without_a_role_everything_is_denied() -> None:
    assert not any(may_give([], bare(kind)) for kind in COMMANDS)
    assert not any(may_ask([], question) for question in Question)
    assert not any(may_do([], action) for action in Action)


def test_a_refused_action_names_who_may() -> None:
    refusal = not_allowed_to_do([Role.PLAYER], Action.SEE_NOTES)
    assert refusal is not None
    words = "Seeing significant events needs the role floorperson or surveillance."
    assert refusal.sentence == words
