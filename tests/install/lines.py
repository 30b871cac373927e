"""Command lines that need no extra, and command lines that need one."""

from __future__ import annotations

from pathlib import Path

ROUNDS = Path(__file__).parents[1] / "rounds"

# what is typed, and what stands on standard input
BASE: list[tuple[list[str], str]] = [
    (["--version"], ""),
    (["play", "--seed", "1"], ""),  # without a terminal: demonstration rounds
    (["train", "--levels"], ""),
    (["train", "deal", "--seed", "1"], "hint\nquit\n"),
    (["dispute", "wisconsin", "bet 50 tie 10, 9h 9d, war, 4c Kd"], ""),
    (["replay", str(ROUNDS / "wa-war-won.toml")], ""),
    (["record", str(ROUNDS / "record.jsonl"), "--verify"], ""),
    (["house", "list"], ""),
    (["house", "show", "skycity"], ""),
    (["house", "check", "ladder-war"], ""),
    (["rack", "wisconsin", str(ROUNDS / "rack.txt")], ""),
    (["odds", "--house", "wisconsin", "--decks", "8"], ""),
    (["compare", "--decks", "6,8"], ""),
    (["table", "skycity", "--seed", "1"], '{"id": 1, "ask": "view"}\n'),
    (["schema", "events"], ""),
    (["house", "show", "wisconsin", "--clauses"], ""),
]

# an extra, and what needs it
NEEDS: list[tuple[str, list[str]]] = [
    ("serve", ["verify", str(ROUNDS.parents[1] / "docs" / "shoe-example.jsonl")]),
    ("numbers", ["session", "--bet", "10", "--rounds", "100"]),
    ("serve", ["schema", "openapi"]),
    ("serve", ["schema", "messages"]),
    ("numbers", ["simulate", "--rounds", "1000"]),
    ("numbers", ["study", "count", "--weights", "A:-1", "--spread", "1"]),
    ("numbers", ["study", "cutting-card"]),
    ("charts", ["compare", "--chart", "edges.svg"]),
    ("charts", ["par", "washington", "-o", "par.html"]),
    ("serve", ["serve", "--database", "sqlite:///tables.db"]),
    ("serve", ["admin", "list", "--database", "sqlite:///tables.db"]),
    ("serve", ["backup", "copy.db", "--database", "sqlite:///tables.db"]),
    ("serve", ["check", "--database", "sqlite:///tables.db"]),
    ("serve", ["restore", "copy.db", "--database", "sqlite:///tables.db"]),
]
