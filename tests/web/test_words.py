"""The page's texts that repeat a rule of the service say what the service does.

Planted once and caught here: the hints of 2 to 20 letters and of 15 characters.
"""

from __future__ import annotations

import re

from tools.web import ROOT

from casinowar.service.people.passphrases import LENGTH_MIN
from casinowar.service.people.person import sign_in_of

TEXTS = ROOT / "web" / "src" / "words"
WORDS = (TEXTS / "en-account.ts").read_text(encoding="utf-8")


def hint(name: str) -> str:
    """The text of a hint."""
    found = re.search(rf'{name}:\s*"(.*)"', WORDS)
    assert found is not None
    return found[1]


def test_the_hint_of_a_name_is_the_rule_for_names() -> None:
    said = re.fullmatch(
        r"(\d+) to (\d+) characters: a to z, 0 to 9, and (.+)\. The first is a letter or a digit\.",
        hint("nameHint"),
    )
    assert said is not None
    least, most, marks = int(said[1]), int(said[2]), said[3].split()
    for length in range(1, most + 5):
        assert (sign_in_of("a" * length) is not None) == (least <= length <= most), length
    others = {chr(code) for code in range(32, 127)} - {*"abcdefghijklmnopqrstuvwxyz0123456789"}
    lower = {mark for mark in others if mark == mark.lower()}
    assert {mark for mark in lower if sign_in_of(f"ab{mark}c") is not None} == {*marks}
    assert all(sign_in_of(f"{mark}abc") is None for mark in marks)


def test_the_hint_of_a_passphrase_is_the_rule_for_passphrases() -> None:
    said = re.search(r"(\d+) characters or more", hint("passphraseHint"))
    assert said is not None
    assert int(said[1]) == LENGTH_MIN


def test_what_a_proof_does_not_cover_has_the_figures_of_the_docs() -> None:
    docs = (ROOT / "docs" / "shoes.md").read_text(encoding="utf-8")
    measured = docs[docs.index("## What it does not cover") :]
    said = (TEXTS / "en-proof.ts").read_text(encoding="utf-8")
    figures = re.findall(r"(?:[\d.]+, )*[\d.]+ %", said)
    assert len(figures) > 5
    for one in figures:
        assert one in measured, one
