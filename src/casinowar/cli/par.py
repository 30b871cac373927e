"""``casinowar par``: the PAR sheet of a house as an HTML page."""

from __future__ import annotations

import argparse
import sys

from casinowar.cli.options import HOUSE, HOUSE_HELP, add_decks, names_options


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    # Not the --house option, so that errors about it begin with "house".
    parser.add_argument("named", metavar=HOUSE, help=HOUSE_HELP)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the page to write")
    add_decks(parser)
    parser.add_argument(
        "--rounds",
        type=int,
        default=1_000_000,
        metavar="N",
        help="rounds for the confidence intervals (default: %(default)s)",
    )


@names_options
def run(args: argparse.Namespace) -> int:
    """Write the complete page, or nothing."""
    from casinowar.report.files import write_whole
    from casinowar.report.par import par_sheet

    sheet = par_sheet(args.named, args.decks, args.rounds)
    write_whole(args.output, sheet.encode("utf-8"))
    print(f"PAR sheet written to {args.output}", file=sys.stderr)
    return 0
