"""The vocabulary of the protocol as text: commands, events with their versions, refusal codes.

``python -m tests.table.vocabulary`` writes the list anew, for review as a diff: a name that left it
breaks every record and client that knows it.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import fields

from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.refusals import Code

LIST = Path(__file__).with_name("vocabulary.txt")


def vocabulary() -> str:
    """One line a word, sorted by kind and name."""
    lines = [f"command {kind.NAME} {kind.ROLE}" for kind in c.COMMANDS.values()]
    lines += [f"event {kind.NAME} {fields(kind)[0].default}" for kind in e.EVENTS.values()]
    lines += [f"refusal {code}" for code in Code]
    return "\n".join(sorted(lines)) + "\n"


if __name__ == "__main__":
    LIST.write_text(vocabulary(), encoding="utf-8")
