"""``casinowar odds``: exact odds of a house for a fresh shoe or for the cards left."""

from __future__ import annotations

import argparse
import json

DEFAULT_HOUSE = "washington"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--house", default=DEFAULT_HOUSE, help="a built-in house or the path of a house file"
    )
    parser.add_argument("--decks", type=int, help="decks of a fresh shoe; any count from 1 up")
    parser.add_argument(
        "--cards-left",
        metavar="COUNTS",
        help="the cards left instead, by rank '2:24 3:23 … A:24' or by card '2c:6 2d:5 …'",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the odds."""
    from casinowar.odds import odds_json, odds_of

    odds = odds_of(args.house, args.decks, args.cards_left)
    print(json.dumps(odds_json(odds)))
    return 0
