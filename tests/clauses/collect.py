"""Which clause each test names, and what cites it while that test really runs.

A test is named after its clauses: ``test_wi_h6_…``, ``test_wi_e6_g4_…``, ``test_policy_08_…``.
``heard`` calls every test of this folder by itself, with each of its parameters, and notes the
events and refusals that it met; no result of an earlier run is kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from casinowar.rulebook import clauses, find_clause

from .scene import HEARD

FOLDER = Path(__file__).parent
MODULES = tuple(path.stem for path in sorted(FOLDER.glob("test_*.py")) if path.stem != "test_index")
DOCUMENTS = {"wa": "WA", "sc": "SC", "wi": "WI", "policy": "policy"}


@dataclass(frozen=True, slots=True)
class ClauseTest:
    """A test function and the clauses that it is named after."""

    name: str
    file: str
    citations: tuple[str, ...]
    run: Callable[..., None]


def named_after(name: str) -> tuple[str, ...]:
    """The clauses in a test's name; ValueError where it names none.

    >>> named_after("test_wi_e6_g4_the_round_is_finished")
    ('WI e6', 'WI g4')
    >>> named_after("test_policy_08_the_second_face_up_card")
    ('policy 8',)
    """
    _, document, *words = name.split("_")
    prefix = DOCUMENTS.get(document)
    if prefix is None:
        raise ValueError(f"{name} names no document")
    found = []
    for word in words:
        citation = f"{prefix} {int(word) if prefix == 'policy' and word.isdigit() else word}"
        if citation not in clauses():
            break
        found.append(citation)
        if prefix != "WI":  # the ids of the others are words, and a name goes on with words
            break
    if not found:
        raise ValueError(f"{name} names no clause of {prefix}")
    return tuple(found)


def clause_tests() -> list[ClauseTest]:
    """Every test of this folder, in the order of the files."""
    found = []
    for module in MODULES:
        functions = vars(import_module(f"{__package__}.{module}"))
        found += [
            ClauseTest(name, f"{module}.py", named_after(name), run)
            for name, run in functions.items()
            if name.startswith("test_")
        ]
    return found


def _calls(run: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """The arguments of each case of a test; one mark of parameters at most."""
    marks = [mark for mark in getattr(run, "pytestmark", []) if mark.name == "parametrize"]
    if not marks:
        yield {}
        return
    [mark] = marks
    names, cases = mark.args
    for case in cases:
        if isinstance(names, str):
            yield {names: case}
        else:
            yield dict(zip(names, case, strict=True))


def heard() -> dict[str, set[tuple[str, str]]]:
    """For each test, what it met: (citation, name of the event or refusal)."""
    met: dict[str, set[tuple[str, str]]] = {}
    for test in clause_tests():
        HEARD.clear()
        for arguments in _calls(test.run):
            test.run(**arguments)
        met[test.name] = set(HEARD)
    return met


def citing(met: dict[str, set[tuple[str, str]]]) -> dict[str, set[str]]:
    """For each clause, the names of the events and refusals that cited it in any test."""
    found: dict[str, set[str]] = defaultdict(set)
    for citation, name in set().union(*met.values()):
        clause = find_clause(citation)
        # "policy, as WI h6" follows a document of another house; "policy 15, as WA 4" is policy 15
        if clause is not None and not citation.startswith("policy, as "):
            found[clause.citation].add(name)
    return found
