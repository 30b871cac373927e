"""A Table that someone holds never changes: only evolutions and transitions write to one.

Evolutions are the functions that a topic's ``evolution`` names (``play/``), transitions those of
``procedure``; both get a copy that ``state.copied`` made. Whatever a decision, ``due``, ``legal``,
``view`` or ``waits_for`` reaches writes nothing.

Planted once and caught here: a decision that notes something on the table, a guard that does, an
evolution called by a decision, a ``due`` that moves the phase; and in the last tests.
"""

from __future__ import annotations

import ast

from tests.tidy.calls import (
    ENGINE,
    Name,
    Named,
    engine,
    handed_to,
    module_name,
    names_of,
    reached,
    written,
)
from tests.tidy.source import FILES, part, tree

TOPICS = sorted(path for path in (ENGINE / "play").glob("*.py") if path.name != "__init__.py")
COPIES = {("state", "copied"), ("state", "sealed")}
READERS = [
    ("procedure", "due"),
    ("procedure", "_DUE"),
    ("due", "due_in_words"),
    ("due", "require_due"),
    ("legal", "legal"),
    ("view", "view"),
    ("waits", "waits_for"),
    ("roles", "not_yours"),
    ("automation", "automatic_step"),
]
# folding is how readers of the future work on a copy of their own
FOLDS = {("engine", "fold"), ("engine", "advance"), ("engine", "evolve")}


def topic_functions(handed: str) -> set[Name]:
    """The functions of all topics that are handed to ``decided`` or ``evolved``."""
    found: set[Name] = set()
    for path in TOPICS:
        for name in handed_to(handed, tree(path)):
            module, _, function = name.rpartition(".")
            found.add((f"play.{module}" if module else module_name(path), function))
    return found


def writers() -> set[Name]:
    """Every function of the engine that writes to a table."""
    return {name for name, named in engine().items() if named.writes}


def test_only_evolutions_and_transitions_write() -> None:
    evolutions, transitions = topic_functions("evolved"), {("procedure", "_AFTER")}
    assert len(evolutions) > 40
    allowed = reached(evolutions | transitions, engine())
    assert writers() <= allowed | COPIES


def test_what_a_decision_reaches_writes_nothing() -> None:
    decisions = topic_functions("decided")
    assert len(decisions) > 40
    assert not (reached(decisions, _without_folds()) & writers())


def test_what_a_reader_reaches_writes_nothing() -> None:
    assert set(READERS) <= set(engine())
    assert not (reached(READERS, _without_folds()) & writers())


def _without_folds() -> dict[Name, Named]:
    return {name: named for name, named in engine().items() if name not in FOLDS}


def test_nothing_outside_the_engine_writes_to_a_table() -> None:
    for path in FILES:
        assert part(path) == "table" or list(written(tree(path))) == [], path


# --- the checks see what they look for ------------------------------------------------------------


def test_a_write_is_seen() -> None:
    planted = ast.parse("state.queue = ()\nhand.ties += 1\ndel table.seats[3]\ntable.hands[1] = 2")
    assert list(written(planted)) == ["state.queue", "hand.ties", "table.seats", "table.hands"]


def test_a_decision_that_writes_through_another_module_is_seen() -> None:
    sources = {
        "play.one": "from casinowar.table import guards\n"
        "from casinowar.table.play.two import note\n"
        "def _act(state):\n    guards.check(state)\n    note(state)\n",
        "play.two": "def note(table):\n    table.round_number = 7\n",
        "guards": "def check(state):\n    state.seats[1] = None\n",
    }
    names = {}
    for module, source in sources.items():
        names.update(names_of(module, ast.parse(source)))
    found = reached([("play.one", "_act")], names)
    assert {name for name in found if names[name].writes} == {
        ("play.two", "note"),
        ("guards", "check"),
    }
