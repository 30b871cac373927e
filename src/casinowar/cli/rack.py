"""``casinowar rack``: rebuild the hands of each round from an ordered discard rack."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.cli.options import HOUSE, HOUSE_HELP
from casinowar.errors import InputError
from casinowar.houses import load_house
from casinowar.toml import FILE_MAX_BYTES, read_text

if TYPE_CHECKING:
    from casinowar.record.rack import Rebuilt
    from casinowar.record.rack_readings import RackRound

NOT_ALL = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("house", metavar=HOUSE, help=HOUSE_HELP)
    parser.add_argument(
        "rack",
        nargs="?",
        default="-",
        metavar="FILE",
        help="the rack as text, first card first; - or nothing: standard input",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.epilog = (
        "Cards as they lie in the rack: ?? a burn card, Kh a hand's card, [2c] the dealer's,"
        " laid crosswise, ^5d found face up in the shoe. Exit code 1: some could not be rebuilt."
    )


def run(args: argparse.Namespace) -> int:
    """Rebuild and print the rounds, and name the cards that prove none."""
    from casinowar.record.rack import parse_rack, rebuild

    house = load_house(args.house)
    rack = parse_rack(_read(args.rack))
    if not rack:
        raise InputError("rack", "holds no card")
    rebuilt = rebuild(house, rack)
    if args.json:
        print(json.dumps(_to_json(rebuilt)))
    else:
        for line in _lines(rebuilt):
            print(line)
    return NOT_ALL if rebuilt.problems else 0


def _read(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.read(FILE_MAX_BYTES)
        return read_text(Path(name), FILE_MAX_BYTES)
    except InputError as error:
        raise InputError(name, error.reason) from None
    except UnicodeDecodeError:
        raise InputError(name, "is not text") from None


def _lines(rebuilt: Rebuilt) -> list[str]:
    """Rounds and problems in the order of the rack; after a problem a round has no number."""
    from casinowar.record.rack_reasons import place

    lines = [(one.start, f"{place(one.start, one.end)} {one.reason}") for one in rebuilt.problems]
    counted_until = min((start for start, _ in lines), default=sys.maxsize)
    for number, one in enumerate(rebuilt.rounds, 1):
        name = f"round {number}" if one.start < counted_until else "round"
        lines.append((one.start, f"{name}, {place(one.start, one.end)}: {_round_words(one)}"))
    return [line for _, line in sorted(lines)]


def _round_words(one: RackRound) -> str:
    words = f"{one.in_words()}; {one.burned} burned"
    if one.face_up:
        words += "; face up " + " ".join(str(card) for card in one.face_up)
    return words if one.places_known else words + "; the order of the seats is not certain"


def _to_json(rebuilt: Rebuilt) -> dict[str, object]:
    return {
        "rounds": [
            {
                "start": one.start,
                "end": one.end,
                "hands": [[str(card) for card in hand] for hand in one.hands],
                "dealer": [str(card) for card in one.dealer],
                "burned": one.burned,
                "face_up": [str(card) for card in one.face_up],
                "places_known": one.places_known,
            }
            for one in rebuilt.rounds
        ],
        "problems": [
            {"start": problem.start, "end": problem.end, "reason": problem.reason}
            for problem in rebuilt.problems
        ],
    }
