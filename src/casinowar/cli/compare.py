"""``casinowar compare``: houses and numbers of decks side by side, as text, JSON or a chart."""

from __future__ import annotations

import argparse
import json
import sys

from casinowar.cli.odds import show
from casinowar.cli.options import HOUSE, HOUSE_HELP, add_outputs, names_options


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--house",
        action="append",
        metavar=HOUSE,
        help=f"{HOUSE_HELP}; may be given several times (default: all built-in houses)",
    )
    parser.add_argument(
        "--decks",
        default="1,2,4,6,7,8",
        metavar="N,N,…",
        help="numbers of decks of a fresh shoe (default: %(default)s)",
    )
    add_outputs(parser, "a chart")


@names_options
def run(args: argparse.Namespace) -> int:
    """Print the comparison and write the chart, if one is asked for."""
    from casinowar.odds.comparison import compare, compare_json, compare_text, parse_decks

    rows = compare(args.house or (), parse_decks(args.decks))
    if args.chart is not None:
        from casinowar.odds.charts import chart_format, compare_chart, save_chart

        chart_format(args.chart)
        save_chart(compare_chart(rows), args.chart)
        print(f"chart written to {args.chart}", file=sys.stderr)
    if args.json:
        print(json.dumps(compare_json(rows)))
    else:
        show(compare_text(rows))
    return 0
