"""Which function of the engine calls which, and which of them write to a table."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from casinowar.table.state import Hand, InShoe, Seat, Table
from tests.tidy.source import PACKAGE, tree

ENGINE = PACKAGE / "table"
FIELDS = {name for part in (Table, Hand, Seat, InShoe) for name in part.__struct_fields__}
Name = tuple[str, str]  # a module under ``table`` and a name at its top level


@dataclass(frozen=True, slots=True)
class Named:
    """A function, or a table of functions such as ``_AFTER``, at the top level of a module."""

    uses: frozenset[Name]
    writes: tuple[str, ...]


def module_name(path: Path) -> str:
    """``play.war`` for table/play/war.py."""
    return ".".join(path.relative_to(ENGINE).with_suffix("").parts)


@cache
def engine() -> dict[Name, Named]:
    """Everything that has a name at the top level of the engine's modules."""
    found: dict[Name, Named] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        found.update(names_of(module_name(path), tree(path)))
    return found


def names_of(module: str, source: ast.Module) -> dict[Name, Named]:
    """The functions, classes and constants of one module."""
    known = _known(module, source)
    found: dict[Name, Named] = {}
    for node in source.body:
        for name in _defined(node):
            writes = tuple(written(node))
            uses = frozenset(_used(node, known)) - {(module, name)}
            found[module, name] = Named(uses, writes)
    return found


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case _:
            return


def _known(module: str, source: ast.Module) -> dict[str, Name]:
    """What a plain or dotted name stands for, if it is the engine's."""
    known = {name: (module, name) for node in source.body for name in _defined(node)}
    start = "casinowar.table."
    for node in source.body:
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(start):
            inside = f"{node.module}."[len(start) : -1]
            for name in node.names:
                known[name.asname or name.name] = (inside, name.name)
    return known


def _used(node: ast.AST, known: dict[str, Name]) -> Iterator[Name]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and inner.id in known:
            yield known[inner.id]
        elif isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
            module = known.get(inner.value.id)
            if module is not None:  # ``settle.settle_hand``
                yield ".".join(filter(None, module)), inner.attr


def written(node: ast.AST) -> Iterator[str]:
    """Every ``something.field = …``, ``something.field[…] = …`` or ``del`` of a table's field."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and inner.attr == "__dict__":
            yield ast.unparse(inner)
        target = inner.value if isinstance(inner, ast.Subscript) else inner
        stored = isinstance(getattr(inner, "ctx", None), ast.Store | ast.Del)
        if stored and isinstance(target, ast.Attribute) and target.attr in FIELDS:
            owner = ast.unparse(target.value)
            if owner.split(".")[0] not in {"self", "parser", "made"}:
                yield f"{owner}.{target.attr}"


def reached(start: Iterable[Name], names: dict[Name, Named]) -> set[Name]:
    """Everything that is used from ``start`` on, directly or through others."""
    found: set[Name] = set()
    left = list(start)
    while left:
        name = left.pop()
        if name in names and name not in found:
            found.add(name)
            left += names[name].uses
    return found


def handed_to(function: str, source: ast.Module) -> list[str]:
    """The functions that a module hands to ``decided`` or ``evolved``."""
    calls = [node for node in ast.walk(source) if isinstance(node, ast.Call)]
    return [
        ast.unparse(call.args[1])
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == function
    ]
