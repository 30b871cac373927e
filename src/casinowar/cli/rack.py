"""``casinowar rack``: rebuild the hands of each round from an ordered discard rack."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.errors import InputError
from casinowar.houses import load_house
from casinowar.toml import FILE_MAX_BYTES, read_text

if TYPE_CHECKING:
    from casinowar.record.rack import RackRound, Rebuilt

NOT_ALL = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("house", help="a built-in house, or the path of a house file")
    parser.add_argument(
        "rack",
        nargs="?",
        default="-",
        metavar="FILE",
        help="the rack as text, its first card first; - or nothing: standard input",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.epilog = (
        "Cards as they lie in the rack: ?? a burn card, Kh a hand's card, [2c] the dealer's,"
        " laid crosswise, ^5d found face up in the shoe. Exit code 1: not all could be rebuilt."
    )


def run(args: argparse.Namespace) -> int:
    """Rebuild, print, and say where it is impossible."""
    from casinowar.record.rack import parse_rack, rebuild

    house = load_house(args.house)
    rack = parse_rack(_read(args.rack))
    if not rack:
        raise InputError("rack", "holds no card")
    rebuilt = rebuild(house, rack)
    if args.json:
        print(json.dumps(_to_json(rebuilt)))
    else:
        for number, one in enumerate(rebuilt.rounds, 1):
            print(f"round {number}: {_round_line(one)}")
        if rebuilt.stops_at is not None:
            print(f"from card {rebuilt.stops_at + 1} on: impossible: {rebuilt.reason}")
    return 0 if rebuilt.stops_at is None else NOT_ALL


def _read(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.read(FILE_MAX_BYTES)
        return read_text(Path(name), FILE_MAX_BYTES)
    except InputError as error:
        raise InputError(name, error.reason) from None
    except UnicodeDecodeError:
        raise InputError(name, "is not text") from None


def _round_line(one: RackRound) -> str:
    hands = ", ".join(" ".join(str(card) for card in hand) for hand in one.hands)
    dealer = " ".join(str(card) for card in one.dealer)
    line = f"{hands} against {dealer}; {one.burned} burned"
    if one.face_up:
        line += "; face up " + " ".join(str(card) for card in one.face_up)
    return line if one.places_known else line + "; who sat between whom is open"


def _to_json(rebuilt: Rebuilt) -> dict[str, object]:
    return {
        "rounds": [
            {
                "start": one.start,
                "hands": [[str(card) for card in hand] for hand in one.hands],
                "dealer": [str(card) for card in one.dealer],
                "burned": one.burned,
                "face_up": [str(card) for card in one.face_up],
                "places_known": one.places_known,
            }
            for one in rebuilt.rounds
        ],
        "stops_at": rebuilt.stops_at,
        "reason": rebuilt.reason or None,
    }
