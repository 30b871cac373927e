"""``casinowar rack``: rebuild the hands of each round from an ordered discard rack."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from casinowar.cli.options import HOUSE, HOUSE_HELP
from casinowar.errors import InputError
from casinowar.houses import load_house
from casinowar.toml import FILE_MAX_BYTES, read_text

NOT_ALL = 1
HOW_TO_TYPE = (
    "Type the cards of the rack, first card first, like ?? 10h 9d [2c]."
    " End with Enter and Ctrl-D (Windows: Ctrl-Z and Enter)."
)


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
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    parser.epilog = (
        "Cards as they lie in the rack: ?? a burn card, Kh a hand's card, [2c] a dealer's card"
        " laid crosswise, ^5d a card found face up in the shoe. Exit code 1: some cards could not"
        " be read as rounds."
    )


def run(args: argparse.Namespace) -> int:
    """Rebuild and print the rounds, and the cards that could not be read."""
    from casinowar.record.rack import parse_rack, rebuild
    from casinowar.record.rack_words import rebuilt_lines, rebuilt_to_json

    house = load_house(args.house)
    rack = parse_rack(_read(args.rack))
    if not rack:
        raise InputError("rack", "holds no card")
    rebuilt = rebuild(house, rack)
    if args.json:
        print(json.dumps(rebuilt_to_json(rebuilt)))
    else:
        for line in rebuilt_lines(rebuilt):
            print(line)
    return NOT_ALL if rebuilt.problems else 0


def _read(name: str) -> str:
    try:
        if name == "-":
            if sys.stdin.isatty():
                print(HOW_TO_TYPE, file=sys.stderr)
            return sys.stdin.read(FILE_MAX_BYTES)
        return read_text(Path(name), FILE_MAX_BYTES)
    except InputError as error:
        raise InputError(name, error.reason) from None
    except UnicodeDecodeError:
        raise InputError(name, "is not text") from None
