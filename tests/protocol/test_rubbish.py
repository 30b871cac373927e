"""Whatever a line says, it is answered once and the table goes on; bad options end with code 2."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.books import RANKS

SEAT = '{"command": "take_seat", "seat": 1, "player": "bo"}'
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]

UNREADABLE: list[tuple[bytes, str]] = [
    (b"", "not_json"),
    (b"   ", "not_json"),
    (b"\r", "not_json"),
    (b"{", "not_json"),
    (b"take_seat 1", "not_json"),
    (b"\xff\xfe", "not_json"),
    (b'{"command": "take_seat", "seat": 1, "player": "\xff"}', "not_json"),
    (b'{"command": "take_seat", "seat": 1, "player": "a\x07b"}', "not_json"),
    (b'{"command": "take_seat", "seat": 1, "player": "\\ud800"}', "not_json"),
    (b'{"command": "take_seat", "seat": NaN, "player": "bo"}', "not_json"),
    (b'{"command": "take_seat", "seat": 1e400, "player": "bo"}', "not_json"),
    (b'{"command": "take_seat", "seat": ' + b"9" * 5000 + b', "player": "bo"}', "not_json"),
    (b'\xef\xbb\xbf{"ask": "due"}', "not_json"),
    (b'{"ask": "due"}\0', "not_json"),
    (b'{"ask": "due"}{"ask": "due"}', "not_json"),
    (b"null", "not_an_object"),
    (b"[]", "not_an_object"),
    (b"42", "not_an_object"),
    (b"[" * 30_000, "too_deep"),
    (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "too_deep"),
    (b"x" * 65_537, "too_large"),
    (b"x" * 65_538, "too_large"),
    (b" " * 1_000_000, "too_large"),
    (b"{}", "missing_field"),
    (b'{"command": "take_seat"}', "missing_field"),
    (b'{"ask": "legal"}', "missing_field"),
    (b'{"command": "fly"}', "unknown_command"),
    (b'{"ask": "fortune"}', "unknown_ask"),
    (b'{"command": 5}', "wrong_type"),
    (b'{"command": "take_seat", "seat": "1", "player": "bo"}', "wrong_type"),
    (b'{"command": "take_seat", "seat": 1.0, "player": "bo"}', "wrong_type"),
    (b'{"command": "take_seat", "seat": true, "player": "bo"}', "wrong_type"),
    (b'{"command": "take_seat", "seat": 1, "player": null}', "wrong_type"),
    (b'{"id": [1], "ask": "due"}', "wrong_type"),
    (b'{"id": 1.5, "ask": "due"}', "wrong_type"),
    (b'{"command": "take_seat", "seat": 9223372036854775808, "player": "bo"}', "wrong_value"),
    (b'{"command": "take_seat", "seat": 1, "player": "\\u0000"}', "wrong_value"),
    (
        b'{"command": "open_table", "day": "2026-02-30", "dealer": "A", "tray_cents": 1}',
        "wrong_value",
    ),
    (b'{"ask": "view", "who": "king"}', "wrong_value"),
    (b'{"command": "take_seat", "seat": 1, "player": "bo", "hat": 1}', "unknown_field"),
    (b'{"ask": "due", "who": "dealer"}', "unknown_field"),
    (b'{"command": "take_seat", "seat": 1, "seat": 2, "player": "bo"}', "duplicate_key"),
    (b'{"command": "place_wagers", "seat": 1, "sides": {"a": 1, "a": 2}}', "duplicate_key"),
]
REFUSED: list[tuple[bytes, str]] = [
    (b'{"command": "take_seat", "seat": -1, "player": "bo"}', "seat/no_such_seat"),
    (b'{"command": "take_seat", "seat": 9223372036854775807, "player": "bo"}', "seat/no_such_seat"),
    (b'{"command": "take_seat", "seat": 1, "player": ""}', "table/bad_name"),
    (b'{"command": "take_seat", "seat": 1, "player": "a\\nb"}', "table/bad_name"),
    (
        b'{"command": "take_seat", "seat": 1, "player": "bo", "name": "\\u001b[31m"}',
        "table/bad_name",
    ),
    (b'{"command": "take_seat", "seat": 1, "player": "bo", "who": "seat 2"}', "role/not_yours"),
]


def run(options: list[str], lines: bytes) -> subprocess.CompletedProcess[bytes]:
    """A table in a process of its own."""
    command = [sys.executable, "-m", "casinowar", "table", *options]
    return subprocess.run(command, input=lines, capture_output=True, timeout=60, check=False)


def answers(*lines: bytes, end: bytes = b"\n") -> list[dict[str, Any]]:
    """The answers to some lines, one for each."""
    done = run(["wisconsin", "--seed", "1"], b"\n".join(lines) + end)
    assert (done.returncode, done.stderr) == (0, b"")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stdout.endswith(b"\n")
    assert len(found) == len(lines)
    return found


def test_rubbish_is_answered_line_by_line_and_changes_nothing() -> None:
    rubbish = [(line, f"message/{code}") for line, code in UNREADABLE] + REFUSED
    lines = [part for line, _ in rubbish for part in (line, b'{"ask": "view"}')]
    found = answers(*lines, SEAT.encode())
    for (line, code), answer in zip(rubbish, found[0::2], strict=False):
        assert (answer["ok"], answer["code"]) == (False, code), line[:80]
        assert "\n" not in answer["message"]
    views = found[1::2]
    assert all(view == views[0] for view in views)
    assert views[0]["version"] == 0
    assert found[-1]["ok"]


def test_a_line_may_end_with_a_carriage_return_and_the_last_with_nothing() -> None:
    first, second = answers(b'{"id": "a", "ask": "due"}\r', b'{"id": "b", "ask": "due"}', end=b"")
    assert (first["id"], second["id"]) == ("a", "b")
    assert first["ok"]
    assert second["ok"]


def test_the_longest_line_is_read() -> None:
    long = b'{"ask": "due"}'.ljust(65_536)
    assert [answer["ok"] for answer in answers(long, long + b"\r", long + b" ")] == [
        True,
        True,
        False,
    ]


def test_no_lines_give_no_answers() -> None:
    done = run([], b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_record_in_which_nothing_happened_is_not_left_behind(tmp_path: Path) -> None:
    """Before: an empty file, which could neither be read nor be written to again."""
    path = tmp_path / "record.jsonl"
    for lines, kept in ((b'{"ask": "due"}\n', False), (SEAT.encode() + b"\n", True)):
        done = run(["wisconsin", "--record", str(path)], lines)
        assert (done.returncode, done.stderr) == (0, b"")
        assert path.exists() is kept


def shoe(path: Path, cards: list[str]) -> str:
    path.write_text(" ".join(cards) + "\n")
    return str(path)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["atlantis"], "there is no house"),
        (["--decks", "5"], "--decks"),
        (["washington", "--decks", "8"], "--decks"),
        (["--decks", "many"], "--decks"),
        (["--shuffling", "riffle"], "--shuffling"),
        (["washington", "--shuffling", "batches"], "--shuffling"),
        (["--automatic", "deal_crad"], "did you mean deal_card?"),
        (["--automatic", "deal_card,all"], "'all' is not a step"),
        (["--seed", "-1"], "--seed"),
        (["--shoes", "missing.txt"], "--shoes missing.txt"),
        (["--shoes", "TWENTY"], "--shoes line 1: 20 cards are not 6 decks"),
        (["--shoes", "ACES"], "--shoes line 1: As occurs more often"),
        (["--shoes", "EMPTY"], "contains no shoe"),
        (["--record", "EMPTY"], "already exists; name a new file"),
        (["--record", "EMPTY/record.jsonl"], "cannot be written"),
    ],
)
def test_bad_options_end_with_one_line(options: list[str], words: str, tmp_path: Path) -> None:
    files = {
        "TWENTY": shoe(tmp_path / "twenty.txt", DECK[:20]),
        "ACES": shoe(tmp_path / "aces.txt", ["As"] * 312),
        "EMPTY": shoe(tmp_path / "empty.txt", []),
    }
    for name, path in files.items():
        options = [option.replace(name, path) for option in options]
    done = run(options, SEAT.encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert words in done.stderr.decode()
    assert Path(files["EMPTY"]).read_text() == "\n"
