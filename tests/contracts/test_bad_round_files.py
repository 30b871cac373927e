"""Bad round files: exit code 2, one line that names the field and the clause, nothing printed.

Planted once and caught here: a control character in a name that broke the line in two, a number of
too many digits (a traceback), a file one byte too large.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from casinowar.cli.main import main
from tests.contracts.bad_rounds import (
    HEAD,
    ONE,
    SKY,
    WAR,
    WASH,
    WIN,
    WISC,
    Capture,
    cards,
    check_refused,
    one,
    refused,
)

BATTLE = 'house = "battle-royal"\n'  # one deck
DEEP = ".a" * 900  # some Pythons refuse keys of more than 1,000 parts themselves
# name: (file, the field that the line names, the clause or policy that it names)
BAD: dict[str, tuple[str, str, str]] = {
    # --- the file itself ---
    "empty": ("", "format: is missing", ""),
    "not TOML": ("][", "is not valid TOML", ""),
    "JSON": ('{"format": 1}', "is not valid TOML", ""),
    "a key twice": (HEAD + HEAD, "is not valid TOML", ""),
    "deep arrays": ("format = " + "[" * 5000, "is not valid TOML", ""),
    "a number of 5,000 digits": ("format = " + "1" * 5000, "is not valid TOML", ""),
    "larger than a megabyte": ("# " + "x" * 1_000_001, "larger than 1,000,000 bytes", ""),
    # --- format, house, decks ---
    "another format": ('format = "casinowar-round/2"\n' + WASH, "format: ", ""),
    "format a number": ("format = 1\n", "format: 1 is not text", ""),
    "format missing": (WASH + WIN + ONE, "format: is missing", ""),
    "house missing": (HEAD + WIN + ONE, "house: is missing", ""),
    "house unknown": (HEAD + 'house = "nevada"\n' + WIN + ONE, "house: there is no house", ""),
    "house empty": (HEAD + 'house = ""\n' + WIN + ONE, "house: ", ""),
    "house a number": (HEAD + "house = 5\n" + WIN + ONE, "house: 5 is not text", ""),
    "house file missing": (HEAD + 'house = "no.toml"\n' + WIN + ONE, "no.toml: cannot be read", ""),
    "house of two lines": (HEAD + 'house = "a\\nb"\n' + WIN + ONE, "house: ", ""),
    "house file of two lines": (HEAD + 'house = "a\\nb.toml"\n' + WIN + ONE, "a\\nb.toml: ", ""),
    "house with a zero byte": (HEAD + 'house = "a\\u0000.toml"\n' + WIN + ONE, "a\\x00.toml", ""),
    "house of 9,000 letters": (HEAD + f'house = "{"x" * 9000}"\n' + WIN + ONE, "house: ", ""),
    "house file of 9,000 letters": (HEAD + f'house = "{"x" * 9000}.toml"\n' + WIN + ONE, "xxx", ""),
    "house a folder": (HEAD + 'house = "/"\n' + WIN + ONE, "/: cannot be read", ""),
    "decks zero": (HEAD + WASH + "decks = 0\n" + WIN + ONE, "decks: 0", "WA paytable"),
    "decks negative": (HEAD + WASH + "decks = -6\n" + WIN + ONE, "decks: -6", "WA paytable"),
    "decks a float": (HEAD + WASH + "decks = 6.0\n" + WIN + ONE, "decks: 6.0", "WA paytable"),
    "decks true": (HEAD + WASH + "decks = true\n" + WIN + ONE, "decks: True", "WA paytable"),
    "decks text": (HEAD + WASH + 'decks = "6"\n' + WIN + ONE, "decks: '6'", "WA paytable"),
    "decks huge": (HEAD + WASH + "decks = 99999999999\n" + WIN + ONE, "decks: ", "WA paytable"),
    "decks hexadecimal, huge": (
        HEAD + WASH + "decks = 0x" + "f" * 9000 + "\n" + WIN + ONE,
        "decks: this int",
        "WA paytable",
    ),
    "decks a deep table": (
        HEAD + WASH + "decks" + DEEP + " = 1\n" + WIN + ONE,
        "decks: ",
        "WA paytable",
    ),
    "five decks at Wisconsin": (
        HEAD + WISC + "decks = 5\n" + WIN + ONE,
        "decks: 5 is not allowed: this house deals from 6, 7, 8 decks",
        "WI b1",
    ),
    "more decks than any shuffler takes": (
        HEAD + WISC + "decks = 101\n" + WIN + ONE,
        "decks: 101 is not allowed",
        "WI b1",
    ),
    "eight decks at Washington": (
        HEAD + WASH + "decks = 8\n" + WIN + ONE,
        "decks: 8 is not allowed: this house deals from 6 decks",
        "WA paytable",
    ),
    # --- cards ---
    "cards missing": (HEAD + WASH + ONE, "cards: is missing", ""),
    "cards text": (HEAD + WASH + 'cards = "Ah Ks"\n' + ONE, "cards: 'Ah Ks' is not a list", ""),
    "no cards": (HEAD + WASH + "cards = []\n" + ONE, "cards[0]: ", "policy 10"),
    "a card of no rank": (HEAD + WISC + 'cards = ["1h"]\n' + ONE, "cards[0]: '1h'", "WI c1"),
    "a card of no suit": (HEAD + WISC + 'cards = ["Ah", "Kx"]\n' + ONE, "cards[1]: 'Kx'", "WI c1"),
    "a card of four": (HEAD + SKY + 'cards = ["10hh"]\n' + ONE, "cards[0]: '10hh'", "SC aim"),
    "a card with a blank": (HEAD + SKY + 'cards = ["A h"]\n' + ONE, "cards[0]: 'A h'", "SC aim"),
    "a suit alone": (HEAD + SKY + 'cards = ["♥"]\n' + ONE, "cards[0]: '♥'", "SC aim"),
    "a card that is a number": (HEAD + SKY + "cards = [7]\n" + ONE, "cards[0]: this int", "SC aim"),
    "a card that is a deep table": (
        HEAD + SKY + "cards = [{a" + DEEP + " = 1}]\n" + ONE,
        "cards[0]: ",
        "SC aim",
    ),
    "more copies than the decks hold": (
        HEAD + BATTLE + 'cards = ["Ah", "AH"]\n' + ONE,
        "cards: Ah occurs",
        "policy, as WI b1",
    ),
    "seven copies with six decks": (
        HEAD + WASH + cards("Ah", 7) + ONE,
        "cards: Ah",
        "WA paytable",
    ),
    "more cards than the decks hold": (
        HEAD + BATTLE + cards("??", 53) + ONE,
        "cards: 53",
        "policy, as WI b1",
    ),
    "a hundred thousand and one cards": (
        HEAD + WISC + "decks = 100\n" + cards("??", 100_001) + ONE,
        "cards: ",
        "",
    ),
    "cards run out in the original deal": (
        HEAD + WASH + 'cards = ["Ah"]\n' + ONE,
        "cards[1]: ",
        "policy 10",
    ),
    "cards run out in the burns": (
        HEAD + WASH + 'cards = ["7h", "7s", "2c"]\n' + WAR,
        "cards[3]: ",
        "policy 10",
    ),
    "cards run out before the dealer's war card": (
        HEAD + SKY + 'cards = ["7h", "7s", "??", "??", "??", "2c"]\n' + WAR,
        "cards[6]: ",
        "policy 10",
    ),
    "an unseen card dealt": (HEAD + WISC + 'cards = ["??", "Ks"]\n' + ONE, "cards[0]: ", "WI c1"),
    "an unseen card for the dealer": (
        HEAD + SKY + 'cards = ["Ks", "??"]\n' + ONE,
        "cards[1]: ",
        "SC aim",
    ),
    "an unseen war card": (
        HEAD + SKY + 'cards = ["7h", "7s", "??", "??", "??", "??", "2c"]\n' + WAR,
        "cards[5]: ",
        "SC aim",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_the_line_names_the_field_and_what_it_breaks(
    name: str, tmp_path: Path, capsys: Capture
) -> None:
    check_refused(BAD[name], tmp_path, capsys)


def test_a_file_that_is_not_utf_8(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'format = "\xff"')
    assert "is not UTF-8 text" in refused(capsys, path)


def test_what_is_no_file_at_all(tmp_path: Path, capsys: Capture) -> None:
    assert "cannot be read: No such file" in refused(capsys, tmp_path / "nowhere.toml")
    assert "cannot be read: Is a directory" in refused(capsys, tmp_path)
    assert "cannot be read" in refused(capsys, str(tmp_path / ("x" * 5000)))
    assert refused(capsys, "a\0b")
    assert refused(capsys, "")
    assert refused(capsys, "two\nlines.toml")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without an end")
def test_a_device_without_an_end(capsys: Capture) -> None:
    assert "larger than" in refused(capsys, "/dev/zero")


def test_a_bad_house_file_is_named_with_its_field(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "house.toml").write_text('format = "casinowar-house/1"\nname = 5\n')
    path = tmp_path / "round.toml"
    path.write_text(HEAD + 'house = "house.toml"\n' + WIN + ONE, encoding="utf-8")
    line = refused(capsys, path)
    assert "house.toml: name: 5 is not text" in line


def test_the_text_form_refuses_in_the_same_way(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + WASH + WIN + one(seat="0"), encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "seats[0].seat: 0" in printed.err
