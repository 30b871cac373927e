"""``casinowar session``: what N rounds can do to a bankroll, and to the house's hold."""

from __future__ import annotations

import argparse
import json
import sys

from casinowar.cli.odds import DEFAULT_HOUSE, show


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--house",
        default=DEFAULT_HOUSE,
        help="a built-in house or the path of a house file (default: %(default)s)",
    )
    parser.add_argument("--decks", type=int, help="decks; the house's own count otherwise")
    parser.add_argument("--bet", type=int, required=True, help="the first wager, in cents")
    parser.add_argument("--tie", type=int, default=0, help="a Tie wager beside it, in cents")
    parser.add_argument("--rounds", type=int, required=True, help="how many rounds")
    parser.add_argument(
        "--bankroll", type=int, help="the player's money, in cents; without it, the house's side"
    )
    parser.add_argument(
        "--rate", type=int, default=60, help="rounds an hour (default: %(default)s)"
    )
    parser.add_argument(
        "--decision", choices=["war", "surrender"], help="on a tie; the best one otherwise"
    )
    parser.add_argument("--chart", metavar="FILE", help="write a chart, .svg or .png")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the session and write the chart, if one is asked for."""
    from casinowar.odds.session_report import session_json, session_text
    from casinowar.odds.sessions import session

    if args.chart is not None:
        from casinowar.odds.charts import chart_format

        chart_format(args.chart)
    found = session(
        args.house,
        bet_cents=args.bet,
        rounds=args.rounds,
        bankroll_cents=args.bankroll,
        tie_cents=args.tie,
        decks=args.decks,
        rate=args.rate,
        decision=args.decision,
    )
    if args.chart is not None:
        from casinowar.odds.charts import save_chart, session_chart

        save_chart(session_chart(found), args.chart)
        print(f"chart written to {args.chart}", file=sys.stderr)
    if args.json:
        print(json.dumps(session_json(found)))
    else:
        show(session_text(found))
    return 0
