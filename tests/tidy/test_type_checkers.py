"""Both type checkers fail on a message that lacks its decision, its evolution or its words.

They also fail on an event of which the ledger does not say whether it moves money.

The engine is copied and the faults are planted in the copy, which is refused once for each fault,
in the file where the missing part belongs, and for nothing else.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.profile import IN_DRILL
from tests.tidy.source import PACKAGE

ROOMS = ("cards.py", "money.py", "errors.py", "outcomes.py", "toml.py", "houses", "table", "ledger")


def after(file: Path, place: str, text: str) -> None:
    """Plant text behind the one place that says this."""
    source = file.read_text(encoding="utf-8")
    assert source.count(place) == 1, f"{file} says it {source.count(place)} times: {place}"
    file.write_text(source.replace(place, place + text), encoding="utf-8")


# --- the faults -----------------------------------------------------------------------------------


def command_without_decision(table: Path) -> None:
    after(
        table / "commands" / "rounds.py",
        "IrregularTopic = ",
        "Whistle | ",
    )
    after(
        table / "commands" / "rounds.py",
        "# --- irregularities ----------------------------------------------------------------"
        "---------------\n",
        '\n\nclass Whistle(DealerCommand, name="whistle"):\n    """Whistle."""\n',
    )


def event_without_evolution(table: Path) -> None:
    after(table / "events" / "players.py", "WagersEvent = ", "Whistled | ")
    after(
        table / "events" / "players.py",
        "# --- wagers ------------------------------------------------------------------------"
        "---------------\n",
        '\n\nclass Whistled(Event, name="whistled"):\n    """Somebody whistled."""\n\n'
        '    def text(self, house: House) -> str:\n        return "A whistle"\n',
    )


def event_without_words(table: Path) -> None:
    after(table / "events" / "cards.py", "DecksEvent = ", "DecksCounted | ")
    after(
        table / "events" / "cards.py",
        "# --- decks -------------------------------------------------------------------------"
        "---------------\n",
        '\n\nclass DecksCounted(Event, name="decks_counted"):\n    """Counted."""\n',
    )
    decks = table / "play" / "decks.py"
    after(decks, "return evolved(event, _removed)\n", _CASE.format("DecksCounted"))
    after(
        decks,
        "def _verify(state: Table, _: c.VerifyInspection, __: Shoe) -> Iterator[e.Event]:\n",
        '    yield e.DecksCounted(cites="policy")\n',
    )


_CASE = "        case e.{}():\n            return evolved(event, nothing)\n"


def step_without_words(table: Path) -> None:
    after(table / "commands" / "cards.py", "ShuffleTopic = (\n", "    CountCards |\n")
    after(
        table / "commands" / "cards.py",
        "# --- shuffle -----------------------------------------------------------------------"
        "---------------\n",
        '\n\nclass CountCards(DealerStep, name="count_cards"):\n    """Count."""\n',
    )
    after(
        table / "play" / "shuffle.py",
        "            return decided(command, _shuffle)\n",
        "        case c.CountCards():\n            return decided(command, _count)\n",
    )
    after(
        table / "play" / "shuffle.py",
        "# --- faults of the device (WI j4) --------------------------------------------------"
        "---------------\n",
        "\n\ndef _count(state: Table, _: c.CountCards, __: Shoe) -> Iterator[e.Event]:\n"
        "    yield e.CardsCollected(cites=state.house.name)\n",
    )
    after(table / "procedure.py", "def _swap(state: Table) -> c.Step:\n", _COUNT)


_COUNT = "    if state.cycle_failed:\n        return c.CountCards()\n"


def decision_of_another_command(table: Path) -> None:
    file = table / "play" / "cut.py"
    source = file.read_text(encoding="utf-8")
    assert "decided(command, _take)" in source
    file.write_text(source.replace("decided(command, _take)", "decided(command, _load)"), "utf-8")


def event_unknown_to_the_ledger(_: Path) -> None:
    """The event without an evolution is unknown to the ledger too: nothing more to plant."""


FAULTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a command without a decision": (command_without_decision, "play/irregular.py"),
    "an event without an evolution": (event_without_evolution, "play/wagers.py"),
    "an event unknown to the ledger": (event_unknown_to_the_ledger, "ledger/follow.py"),
    "an event without words": (event_without_words, "play/decks.py"),
    "a step without words": (step_without_words, "procedure.py"),
    "the decision of another command": (decision_of_another_command, "play/cut.py"),
}


# --- the checkers ---------------------------------------------------------------------------------


def copied(folder: Path) -> Path:
    """A copy of the engine and what it imports; the folder of its sources."""
    package = folder / "src" / "casinowar"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "py.typed").write_text("", encoding="utf-8")
    for room in ROOMS:
        if (PACKAGE / room).is_dir():
            shutil.copytree(
                PACKAGE / room, package / room, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(PACKAGE / room, package / room)
    return folder / "src"


def with_faults(folder: Path) -> Path:
    """A copy with every fault planted."""
    sources = copied(folder)
    for plant, _ in FAULTS.values():
        plant(sources / "casinowar" / "table")
    return sources


def mypy(sources: Path) -> list[str]:
    """The errors of mypy for the engine's copy."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=",
         f"--cache-dir={sources.parent / 'cache'}", "-p", "casinowar.table",
         "-p", "casinowar.ledger"],
        cwd=sources,
        env={"MYPYPATH": str(sources), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )  # fmt: skip
    assert not done.stderr, done.stderr
    return [line for line in done.stdout.splitlines() if ": error:" in line]


def pyright(sources: Path) -> list[str]:
    """The errors of pyright for the engine's copy."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pyright",
            "--pythonpath",
            sys.executable,
            "casinowar/table",
            "casinowar/ledger",
        ],
        cwd=sources,
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )
    assert "informations" in done.stdout, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if " - error:" in line]


@pytest.mark.parametrize("checker", [mypy, pytest.param(pyright, marks=IN_DRILL)])
def test_a_checker_refuses_each_planted_fault_and_nothing_else(
    checker: Callable[[Path], list[str]], tmp_path: Path
) -> None:
    errors = checker(with_faults(tmp_path))
    for fault, (_, file) in FAULTS.items():
        assert sum(file in error for error in errors) == 1, f"{fault}: {errors}"
    assert len(errors) == len(FAULTS)
