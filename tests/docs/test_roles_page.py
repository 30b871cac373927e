"""The tables of the page about roles are the rights of the code.

Planted once and caught here: a right more in the code, a tick less on the page.
"""

from __future__ import annotations

import re
from pathlib import Path

from casinowar.service.roles import Action, Role, may_ask, may_do, may_give
from casinowar.table.commands import COMMANDS
from casinowar.table.commands import Role as TableRole
from casinowar.wire import Question
from tests.kit.commands import bare

TEXT = (Path(__file__).parents[2] / "docs" / "roles.md").read_text(encoding="utf-8")
ROWS = [line.split("|")[1:-1] for line in TEXT.splitlines() if line.count("|") == 7]
TICKS = {cells[0].strip(): [cell.strip() == "✓" for cell in cells[1:]] for cells in ROWS}


def ticks(allowed: dict[Role, bool]) -> list[bool]:
    return [allowed[role] for role in Role]


def row(start: str) -> list[bool]:
    [found] = [key for key in TICKS if key.startswith(start)]
    return TICKS[found]


def test_the_columns_are_the_roles() -> None:
    head = "| right | " + " | ".join(role.value for role in Role) + " |"
    assert TEXT.count(head) == 2
    named = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", TEXT, re.M)
    assert named == [role.value for role in Role]


def test_every_action_has_its_row() -> None:
    shown = [found[1] for key in TICKS if (found := re.match(r"`(\w+)`", key))]
    assert shown == [action.value for action in Action]
    for action in Action:
        allowed = {role: may_do({role}, action) for role in Role}
        assert row(f"`{action.value}`") == ticks(allowed), action


def test_every_command_and_question_is_in_the_first_table() -> None:
    rows = {
        TableRole.PLAYER: "commands of a player",
        TableRole.DEALER: "commands of the dealer",
        TableRole.FLOOR: "commands of the floor",
    }
    for kind in COMMANDS.values():
        command = bare(kind)
        allowed = {role: may_give({role}, command) for role in Role}
        assert row(rows[kind.ROLE]) == ticks(allowed), kind
    for question in Question:
        [key] = [key for key in TICKS if key.startswith("ask") and f"`{question.value}`" in key]
        allowed = {role: may_ask({role}, question) for role in Role}
        assert TICKS[key] == ticks(allowed), question
