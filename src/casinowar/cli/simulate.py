"""``casinowar simulate``: deal whole shoes and report edges with their standard errors."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from casinowar.cli.odds import show
from casinowar.cli.options import add_decks, add_house, add_outputs, names_options
from casinowar.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from casinowar.simulate.blocks import BlockSums
    from casinowar.simulate.plan import Plan
    from casinowar.simulate.run import Order
    from casinowar.simulate.tally import Tally


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.epilog = (
        "Every round has a first wager of one unit at each seat. Ctrl-C ends the simulation and"
        " reports what was dealt so far. The first run compiles the kernel for some ten seconds."
    )
    add_house(parser)
    parser.add_argument(
        "--rounds", required=True, type=int, metavar="N", help="play at least that many"
    )
    add_decks(parser)
    parser.add_argument(
        "--seats", type=int, default=1, metavar="N", help="seats that play (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="for the same counts again (default: drawn, and told)"
    )
    parser.add_argument(
        "--strategy",
        default="war",
        metavar="HOW",
        help="on a tie: war, surrender, or mix:0.5 for the part that goes to war"
        " (default: %(default)s)",
    )
    parser.add_argument(
        "--tie",
        metavar="WHEN",
        help="when a Tie wager of one unit is made: always, or by-composition, only when the"
        " unseen cards favour it (default: always, where the house has it)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="N", help="cores (default: all)")
    where.add_argument(
        "--on",
        metavar="ADDRESS",
        help="a running Dask scheduler, tcp://host:port (default: this machine)",
    )
    parser.add_argument("--csv", metavar="FILE", help="write the batches as a CSV file")
    add_outputs(parser, "how it converged")


@names_options
def run(args: argparse.Namespace) -> int:
    """Check everything, then deal, then report; Ctrl-C reports what was dealt so far."""
    from casinowar.simulate.batches import Course
    from casinowar.simulate.outputs import check_files, result_text, write_files
    from casinowar.simulate.progress import progress
    from casinowar.simulate.run import run

    order = _order(args)
    check_files(args.csv, args.chart)
    course = Course(order.house, order.rounds)
    with _dealers(args, order.plan) as (executor, workers), progress(order) as bar:

        def on_block(tally: Tally, block: BlockSums) -> None:
            course.add(tally, block)
            bar(tally)

        result = run(order, executor, workers, on_block)
    course.finish(result.tally)
    write_files(result, course, args.csv, args.chart)
    if args.json:
        print(json.dumps(result.to_json()))
    else:
        show(result_text(result))
    return 0


def _order(args: argparse.Namespace) -> Order:
    from casinowar.houses import load_house
    from casinowar.simulate.run import make_order
    from casinowar.simulate.strategy import parse_strategy

    house = load_house(args.house)
    if args.tie is not None and not house.tie.offered:
        raise InputError("tie", f"{house.name} has no Tie wager", house.cites.tie_wager)
    strategy = parse_strategy(args.strategy, "always" if args.tie is None else args.tie)
    return make_order(house, args.rounds, args.decks, args.seats, args.seed, strategy)


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
