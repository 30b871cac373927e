"""``casinowar compare``: houses and numbers of decks side by side, as text, JSON or a chart."""

from __future__ import annotations

import argparse
import json

from casinowar.cli.options import HOUSE, HOUSE_HELP, add_outputs, names_options
from casinowar.cli.output import show, write_chart


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--house",
        action="append",
        metavar=HOUSE,
        help=f"{HOUSE_HELP}; may be repeated (default: all built-in houses)",
    )
    parser.add_argument(
        "--decks",
        default="1,2,4,6,7,8",
        metavar="N,N,…",
        help="numbers of decks to compare (default: %(default)s)",
    )
    parser.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="also show the correlation of N seats that share the dealer's cards",
    )
    add_outputs(parser, "a chart")


@names_options
def run(args: argparse.Namespace) -> int:
    """Print the comparison; write the chart if requested."""
    from casinowar.odds.comparison import compare, parse_decks, seats_together
    from casinowar.report.comparison import compare_json, compare_text

    rows = compare(args.house or (), parse_decks(args.decks))
    together = () if args.seats is None else seats_together(rows, args.seats)
    if args.chart is not None:
        from casinowar.report.charts.edges import compare_chart
        from casinowar.report.charts.style import chart_format

        chart_format(args.chart)
        write_chart(compare_chart(rows), args.chart)
    if args.json:
        print(json.dumps(compare_json(rows, together)))
    else:
        show(compare_text(rows, together))
    return 0
