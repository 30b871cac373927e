"""``casinowar par``: the PAR sheet of a house as an HTML page."""

from __future__ import annotations

import argparse
import sys


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("house", help="a built-in house or the path of a house file")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the page to write")
    parser.add_argument("--decks", type=int, help="decks; the house's own count otherwise")
    parser.add_argument(
        "--rounds",
        type=int,
        default=1_000_000,
        help="rounds for the confidence intervals (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Write the page, whole or not at all."""
    from casinowar.odds.files import write_whole
    from casinowar.odds.par import par_sheet

    sheet = par_sheet(args.house, args.decks, args.rounds)
    write_whole(args.output, sheet.encode("utf-8"))
    print(f"PAR sheet written to {args.output}", file=sys.stderr)
    return 0
