"""A Table that someone holds never changes: only the evolve modules write to one.

Planted in the last test, and caught there.
"""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

import pytest

import casinowar
from casinowar.table.state import Hand, InShoe, Seat, Table

ROOT = Path(casinowar.__file__).parent
WRITERS = {"evolve.py", "evolve_cards.py", "evolve_round.py", "state.py"}
FIELDS = {field.name for part in (Table, Hand, Seat, InShoe) for field in fields(part)}
READERS = [
    path
    for folder in ("table", "record", "cli")
    for path in sorted((ROOT / folder).glob("*.py"))
    if path.name not in WRITERS
]


def written_attributes(tree: ast.AST) -> list[tuple[int, str]]:
    """Every ``something.field = …`` where a table or a part of it has that field."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            owner = ast.unparse(node.value)
            if node.attr in FIELDS and owner.split(".")[0] not in {"self", "parser", "made"}:
                found.append((node.lineno, f"{owner}.{node.attr}"))
    return found


@pytest.mark.parametrize("path", READERS, ids=lambda path: path.name)
def test_nothing_but_evolve_writes_to_a_table(path: Path) -> None:
    assert written_attributes(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_the_check_sees_a_write() -> None:
    planted = ast.parse("state.queue = ()\nhand.ties += 1\ndel table.seats")
    assert [name for _, name in written_attributes(planted)] == [
        "state.queue",
        "hand.ties",
        "table.seats",
    ]
