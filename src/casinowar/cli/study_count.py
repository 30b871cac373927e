"""``casinowar study count``: the hourly result and the risk of a player who counts cards."""

from __future__ import annotations

import argparse
import json

from casinowar.cli.options import add_decks, add_house, add_outputs, names_options, part_of
from casinowar.cli.output import show
from casinowar.cli.progress import work_progress


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.epilog = (
        "All cards dealt face up are counted, at every seat; burned cards are not seen."
        " Amounts are units of the spread."
    )
    add_house(parser)
    add_decks(parser)
    parser.add_argument(
        "--weights",
        required=True,
        metavar="COUNTS",
        help="the value of each card in the count, like 'A:-12 2:1 3:1' (others: 0)",
    )
    parser.add_argument(
        "--running",
        action="store_true",
        help="use the running count (default: the true count, per deck not yet seen)",
    )
    parser.add_argument(
        "--spread",
        required=True,
        metavar="STEPS",
        help="units by count: '1,2:4,4:10+5' is one unit, four from a count of 2 on, and from 4 on"
        " ten with five on Tie",
    )
    parser.add_argument(
        "--rounds", type=int, default=20_000_000, metavar="N", help="default: %(default)s"
    )
    parser.add_argument(
        "--seats", type=int, default=1, metavar="N", help="seats in play (default: %(default)s)"
    )
    parser.add_argument(
        "--behind",
        metavar="PART",
        help="fraction of the shoe behind the cutting card, like 1/8 (default: the house's)",
    )
    parser.add_argument(
        "--bankroll",
        type=int,
        default=1000,
        metavar="UNITS",
        help="the bankroll for the risk of ruin (default: %(default)s)",
    )
    parser.add_argument(
        "--rate", type=int, default=60, metavar="N", help="rounds per hour (default: %(default)s)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="a seed, to repeat a run exactly (default: random, and reported)",
    )
    parser.add_argument("--workers", type=int, metavar="N", help="threads (default: one per core)")
    add_outputs(parser)


@names_options
def run(args: argparse.Namespace) -> int:
    """Deal, then print the counter's result."""
    from casinowar.checks import whole_number
    from casinowar.studies.counting import count_study, parse_spread, parse_weights
    from casinowar.studies.counting_report import count_json, count_text

    bankroll = whole_number("bankroll", args.bankroll, 1, 10**12)
    rate = whole_number("rate", args.rate, 1, 10_000)
    with work_progress() as progress:
        found = count_study(
            args.house,
            parse_weights(args.weights),
            parse_spread(args.spread),
            args.rounds,
            per_deck=not args.running,
            decks=args.decks,
            seats=args.seats,
            behind=None if args.behind is None else part_of("behind", args.behind),
            seed=args.seed,
            workers=args.workers,
            on_progress=progress,
        )
    if args.json:
        print(json.dumps(count_json(found, bankroll, rate), allow_nan=False))
    else:
        show(count_text(found, bankroll, rate))
    return 0
