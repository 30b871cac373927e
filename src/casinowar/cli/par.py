"""``casinowar par``: the PAR sheet of a house as an HTML page."""

from __future__ import annotations

import argparse
import json
import sys

from casinowar.cli.options import HOUSE, HOUSE_HELP, add_decks, names_options

NO_PDF = "; for a PDF, open the page in a browser and print it to a file"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    # Not the --house option, so that errors about it begin with "house".
    parser.add_argument("named", metavar=HOUSE, help=HOUSE_HELP)
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="the page to write, .html"
    )
    add_decks(parser)
    parser.add_argument(
        "--rounds",
        type=int,
        default=1_000_000,
        metavar="N",
        help="rounds for the confidence intervals (default: %(default)s)",
    )
    parser.add_argument(
        "--check-rounds",
        type=int,
        default=20_000_000,
        metavar="N",
        help="rounds to deal as a cross-check, 0 for none (default: %(default)s)",
    )
    parser.add_argument(
        "--check-seed",
        type=int,
        default=1,
        metavar="S",
        help="the seed of the cross-check (default: %(default)s)",
    )
    parser.add_argument(
        "--revision",
        default="1",
        metavar="TEXT",
        help="the revision of the sheet (default: %(default)s)",
    )
    parser.add_argument("--author", default="", metavar="NAME", help="the author of the sheet")
    parser.add_argument("--approver", default="", metavar="NAME", help="the approver of the sheet")
    parser.add_argument("--json", metavar="FILE", help="also write the sheet as JSON, .json")
    parser.add_argument("--csv", metavar="FILE", help="also write every result as CSV, .csv")


@names_options
def run(args: argparse.Namespace) -> int:
    """Compute everything, then write each file completely or not at all."""
    from casinowar.report import (
        par as sheet,
    )  # imported first: its extra includes the packages that the others need
    from casinowar.report.facts import par_facts
    from casinowar.report.files import CSV, JSON, PAGE, check_ending, check_writable, write_whole
    from casinowar.report.par_data import par_csv, par_json

    for field, endings in (("output", PAGE), ("json", JSON), ("csv", CSV)):
        path = getattr(args, field)
        if path is not None:
            check_ending(path, field, endings, NO_PDF if endings == PAGE else "")
            check_writable(path, field)
    facts = par_facts(
        args.named,
        args.decks,
        args.rounds,
        check_rounds=args.check_rounds,
        check_seed=args.check_seed,
        revision=args.revision,
        author=args.author,
        approver=args.approver,
    )
    write_whole(args.output, sheet.par_page(facts).encode("utf-8"))
    if args.json is not None:
        text = json.dumps(par_json(facts), indent=1, ensure_ascii=False, allow_nan=False)
        write_whole(args.json, f"{text}\n".encode(), "json")
    if args.csv is not None:
        write_whole(args.csv, par_csv(facts), "csv")
    print(f"PAR sheet written to {args.output}", file=sys.stderr)
    return 0
