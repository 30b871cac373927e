"""``casinowar session``: the distribution of N rounds, for bankroll and hold."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from casinowar.cli.options import add_decks, add_house, add_outputs, amount, names_options, once
from casinowar.cli.output import show, write_chart
from casinowar.cli.progress import work_progress
from casinowar.errors import InputError, shown

if TYPE_CHECKING:
    from casinowar.odds.sessions import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.epilog = (
        "Amounts are in the currency of the house, like 10 or 12.50; the JSON gives them in"
        " whole cents."
    )
    add_house(parser)
    add_decks(parser)
    parser.add_argument("--bet", required=True, metavar="AMOUNT", help="the first wager, like 10")
    parser.add_argument(
        "--tie",
        default="0",
        metavar="AMOUNT",
        help="a Tie wager each round, like 2.50 (default: none)",
    )
    parser.add_argument(
        "--war-tie",
        default="0",
        metavar="AMOUNT",
        help="a Tie wager on every war deal (default: none)",
    )
    parser.add_argument(
        "--side",
        action="append",
        default=[],
        metavar="NAME=AMOUNT",
        help="a side bet each round, like suited-tie=5; may be repeated",
    )
    parser.add_argument("--rounds", type=int, required=True, metavar="N", help="number of rounds")
    parser.add_argument(
        "--seats",
        type=int,
        default=1,
        metavar="N",
        help="seats with the same wagers, for the house's result (default: %(default)s)",
    )
    parser.add_argument(
        "--bankroll",
        metavar="AMOUNT",
        help="the player's bankroll, like 200 (default: show only the house's result)",
    )
    parser.add_argument(
        "--win-goal", metavar="AMOUNT", help="leave when this much is won (default: never)"
    )
    parser.add_argument(
        "--stop-loss", metavar="AMOUNT", help="leave when this much is lost (default: never)"
    )
    parser.add_argument(
        "--rate", type=int, default=60, metavar="N", help="rounds per hour (default: %(default)s)"
    )
    parser.add_argument(
        "--decision",
        choices=["war", "surrender"],
        help="what to do on a tie (default: the best decision)",
    )
    add_outputs(parser, "a chart")


@names_options
def run(args: argparse.Namespace) -> int:
    """Print the session; write the chart if requested."""
    from casinowar.report.session import session_json, session_text

    if args.chart is not None:
        from casinowar.report.charts.style import chart_format

        chart_format(args.chart)
    found = _session(args)
    if args.chart is not None:
        from casinowar.report.charts.session import session_chart

        write_chart(session_chart(found), args.chart)
    if args.json:
        for note in found.notes:
            print(f"casinowar session: note: {note}", file=sys.stderr)
        print(json.dumps(session_json(found)))
    else:
        show(session_text(found))
    return 0


def _session(args: argparse.Namespace) -> Session:
    from casinowar.houses import load_house
    from casinowar.odds.sessions import session

    house = load_house(args.house)
    currency = house.limits.currency

    def optional(field: str, text: str | None) -> int | None:
        return None if text is None else amount(field, text, currency)

    sides = once("--side", (_side(text, currency) for text in args.side))
    with work_progress() as progress:
        return session(
            house,
            bet_cents=amount("--bet", args.bet, currency),
            rounds=args.rounds,
            bankroll_cents=optional("--bankroll", args.bankroll),
            tie_cents=amount("--tie", args.tie, currency),
            war_tie_cents=amount("--war-tie", args.war_tie, currency),
            side_cents=sides,
            seats=args.seats,
            win_goal_cents=optional("--win-goal", args.win_goal),
            stop_loss_cents=optional("--stop-loss", args.stop_loss),
            decks=args.decks,
            rate=args.rate,
            decision=args.decision,
            on_progress=progress,
        )


def _side(text: str, currency: str) -> tuple[str, int]:
    name, equals, given = text.partition("=")
    if not equals:
        raise InputError("--side", f"{shown(text)} is not a side bet like suited-tie=5")
    return name, amount(f"--side {name}", given, currency)
