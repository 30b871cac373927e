"""``casinowar simulate``: deal whole shoes and report edges with their standard errors."""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--house", required=True, metavar="NAME", help="a house or a house file")
    parser.add_argument(
        "--rounds", required=True, type=int, metavar="N", help="play at least these"
    )
    parser.add_argument("--decks", type=int, metavar="N", help="the house's own by default")
    parser.add_argument("--seats", type=int, default=1, metavar="N", help="seats that play (1)")
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed, the same counts")
    parser.add_argument("--strategy", default="war", help="war, surrender or mix:0.5 (part of war)")
    parser.add_argument("--tie", default="always", help="Tie bets: always or by-composition")
    parser.add_argument("--workers", type=int, metavar="N", help="all cores by default")
    parser.add_argument("--on", metavar="ADDRESS", help="a running Dask scheduler, tcp://host:port")
    parser.add_argument("--csv", metavar="FILE", help="write the batches as they are dealt")
    parser.add_argument("--chart", metavar="FILE", help="write a convergence chart, .svg or .png")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Check, deal, report."""
    import json

    from casinowar.simulate import parse_strategy, simulate

    result = simulate(
        args.house,
        args.rounds,
        decks=args.decks,
        seats=args.seats,
        seed=args.seed,
        strategy=parse_strategy(args.strategy, args.tie),
        workers=args.workers,
    )
    print(json.dumps(result.to_json()))
    return 0
