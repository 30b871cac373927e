"""``casinowar study cutting-card``: the effect of the cutting card on the edge, by round."""

from __future__ import annotations

import argparse
import json
import sys
from fractions import Fraction

from casinowar.cli.options import (
    DEFAULT_HOUSE,
    HOUSE,
    HOUSE_HELP,
    add_outputs,
    names_options,
    part_of,
)
from casinowar.cli.output import show, write_chart
from casinowar.cli.progress import work_progress
from casinowar.errors import InputError, shown


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.epilog = (
        "Lists like 1,3,7 study every combination that a table can deal, and print a Markdown"
        " table. Every seat goes to war on a tie."
    )
    parser.add_argument(
        "--house",
        action="append",
        metavar=HOUSE,
        help=f"{HOUSE_HELP}; may be repeated (default: {DEFAULT_HOUSE})",
    )
    parser.add_argument("--decks", metavar="N,…", help="decks (default: the house's number)")
    parser.add_argument(
        "--behind",
        metavar="PART,…",
        help="fraction of the shoe behind the cutting card, like 1/8 (default: the house's)",
    )
    parser.add_argument("--seats", default="1", metavar="N,…", help="seats (default: %(default)s)")
    parser.add_argument(
        "--rounds",
        type=int,
        default=100_000_000,
        metavar="N",
        help="about how many rounds to deal in each case, in whole blocks of shoes "
        "(default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: %(default)s")
    parser.add_argument("--workers", type=int, metavar="N", help="threads (default: one per core)")
    add_outputs(parser, "a chart: by round for one case, by depth for several")


@names_options
def run(args: argparse.Namespace) -> int:
    """Deal, then print the measurements."""
    from casinowar.report.charts.style import chart_format
    from casinowar.studies.cutting_card import cutting_card_effects
    from casinowar.studies.cutting_card_report import (
        cutting_card_json,
        cutting_card_rows,
        cutting_card_text,
    )

    if args.chart is not None:
        chart_format(args.chart)
    with work_progress() as progress:
        found = list(
            cutting_card_effects(
                args.house or [DEFAULT_HOUSE],
                [None] if args.decks is None else _wholes("decks", args.decks),
                [None] if args.behind is None else _fractions(args.behind),
                _wholes("seats", args.seats),
                rounds=args.rounds,
                seed=args.seed,
                workers=args.workers,
                on_progress=progress,
                on_left_out=_left_out,
            )
        )
    if not found:
        raise InputError("behind", "no table can deal any of these combinations")
    if args.chart is not None:
        from casinowar.studies.cutting_card_chart import cutting_card_chart

        write_chart(cutting_card_chart(found), args.chart)
    if args.json:
        told = [cutting_card_json(one) for one in found]
        print(json.dumps(told[0] if len(told) == 1 else {"rows": told}))
    else:
        show(cutting_card_text(found[0]) if len(found) == 1 else cutting_card_rows(found))
    return 0


def _left_out(case: str, reason: str) -> None:
    print(f"casinowar study cutting-card: skipped: {case}: {reason}", file=sys.stderr)


def _wholes(field: str, text: str) -> list[int]:
    parts = [one.strip() for one in text.split(",")]
    if not all(one.isascii() and one.isdigit() and len(one) <= 9 for one in parts):
        raise InputError(field, f"{shown(text)} is not a number or a list like 1,3,7")
    return [int(one) for one in parts]


def _fractions(text: str) -> list[Fraction]:
    return [part_of("behind", one) for one in text.split(",")]
