"""``casinowar simulate``: deal whole shoes and report edges with their standard errors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from casinowar.simulate.blocks import BlockSums
    from casinowar.simulate.plan import Plan
    from casinowar.simulate.tally import Tally


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "--house", required=True, metavar="NAME", help="a house, or the path of a house file"
    )
    parser.add_argument(
        "--rounds", required=True, type=int, metavar="N", help="play at least that many"
    )
    parser.add_argument("--decks", type=int, metavar="N", help="decks (default: the house's)")
    parser.add_argument(
        "--seats", type=int, default=1, metavar="N", help="seats that play (default: 1)"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same counts")
    parser.add_argument(
        "--strategy",
        default="war",
        metavar="HOW",
        help="on a tie: war, surrender, or mix:0.5 for the part that goes to war (default: war)",
    )
    parser.add_argument(
        "--tie",
        default="always",
        metavar="WHEN",
        help="the Tie wager: always, or by-composition: only when the unseen cards favour it",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="N", help="cores (default: all)")
    where.add_argument("--on", metavar="ADDRESS", help="a running Dask scheduler, tcp://host:port")
    parser.add_argument("--csv", metavar="FILE", help="write the batches as a CSV file")
    parser.add_argument("--chart", metavar="FILE", help="write how it converged, .svg or .png")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Check everything, then deal, then report; Ctrl-C reports what was dealt so far."""
    from casinowar.simulate.batches import Course
    from casinowar.simulate.outputs import check_files, show_result, write_files
    from casinowar.simulate.progress import progress
    from casinowar.simulate.run import make_order, run
    from casinowar.simulate.strategy import parse_strategy

    strategy = parse_strategy(args.strategy, args.tie)
    order = make_order(args.house, args.rounds, args.decks, args.seats, args.seed, strategy)
    check_files(args.csv, args.chart)
    course = Course(order.house, order.rounds)
    with _dealers(args, order.plan) as (executor, workers), progress(order) as tell:

        def on_block(tally: Tally, block: BlockSums) -> None:
            course.add(tally, block)
            if tell is not None:
                tell(tally)

        watched = tell is not None or args.csv is not None or args.chart is not None
        result = run(order, executor, workers, on_block if watched else None)
    course.finish(result.tally)
    write_files(result, course, args.csv, args.chart)
    show_result(result, as_json=args.json)
    return 0


@contextmanager
def _dealers(args: argparse.Namespace, plan: Plan) -> Iterator[tuple[Executor, int]]:
    from casinowar.simulate.run import check_workers, hired

    if args.on is None:
        workers = check_workers(args.workers)
        with hired(None, workers) as executor:
            yield executor, workers
    else:
        from casinowar.simulate.cluster import cluster

        with cluster(args.on, plan) as found:
            yield found
