"""Mutants of a source file: every place where one small change alters what the code does.

A mutant changes one comparison, condition, number, operator, enumeration member or statement.
Docstrings, messages, imports and annotations are left alone: no behaviour hangs on them.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change in one file: at a node of its tree, one of the changes that are possible there."""

    path: Path
    line: int
    change: str
    place: int
    which: int

    def source(self, text: str) -> str:
        """The file, whose text this is, with the change."""
        tree = ast.parse(text)
        target = next(node for place, node in enumerate(ast.walk(tree)) if place == self.place)
        new, _ = list(_changed(target))[self.which]
        return ast.unparse(ast.fix_missing_locations(_Exchange(target, new).visit(tree)))


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    above = {
        id(child): parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)
    }
    for place, node in enumerate(ast.walk(tree)):
        for which, (_, change) in enumerate(_changed(node)):
            if not _in_words(node, above):
                line = getattr(node, "lineno", 0)
                yield Mutant(path, line, f"{change}: {ast.unparse(node)[:70]}", place, which)


class _Exchange(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, target: ast.AST, new: ast.AST) -> None:
        self._target, self._new = target, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._target:
            return ast.copy_location(self._new, node)
        return self.generic_visit(node)


def _changed(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARED:
            new = copy.deepcopy(node)
            new.ops = [_COMPARED[type(op)]()]
            yield new, f"{type(op).__name__} to {_COMPARED[type(op)].__name__}"
        case ast.BoolOp():
            new_op = copy.deepcopy(node)
            new_op.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield new_op, "and/or"
        case ast.UnaryOp(op=ast.Not()):
            yield copy.deepcopy(node.operand), "not removed"
        case ast.BinOp() if type(node.op) in _CALCULATED:
            calculated = copy.deepcopy(node)
            calculated.op = _CALCULATED[type(node.op)]()
            yield calculated, type(node.op).__name__
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value), "other truth"
        case ast.Constant(value=int()):
            assert isinstance(node.value, int)
            yield ast.Constant(node.value + 1), "one more"
        case ast.If():
            condition = copy.deepcopy(node)
            condition.test = ast.UnaryOp(op=ast.Not(), operand=condition.test)
            yield condition, "condition turned"
        case ast.AugAssign(op=ast.Add()) | ast.AugAssign(op=ast.Sub()):
            turned = copy.deepcopy(node)
            turned.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            yield turned, "sign turned"
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return  # never reached, so nothing changes
        case ast.Assign(targets=[ast.Attribute()]) | ast.Expr(value=ast.Call() | ast.Yield()):
            yield ast.Pass(), "statement removed"


def _in_words(node: ast.AST, above: dict[int, ast.AST]) -> bool:
    """Whether the place is inside text, an annotation or a decorator."""
    at: ast.AST | None = node
    while at is not None:
        parent = above.get(id(at))
        if isinstance(at, ast.JoinedStr):
            return True
        if isinstance(parent, ast.AnnAssign | ast.arg) and at is parent.annotation:
            return True
        if isinstance(parent, ast.FunctionDef | ast.ClassDef) and at in parent.decorator_list:
            return True
        at = parent
    return False
