"""``casinowar simulate``: deal whole shoes and report edges with their standard errors."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from casinowar.cli.options import add_decks, add_house, add_outputs, names_options, part_of
from casinowar.cli.output import show

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from casinowar.simulate.blocks import BlockSums
    from casinowar.simulate.plan import Plan
    from casinowar.simulate.run import Request
    from casinowar.simulate.tally import Tally


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.epilog = (
        "Every seat bets one unit on the first wager in every round. Ctrl-C stops the simulation"
        " and reports what was dealt so far. The first run takes about ten seconds longer, to"
        " compile the kernel."
    )
    add_house(parser)
    parser.add_argument(
        "--rounds",
        required=True,
        type=int,
        metavar="N",
        help="rounds to play, one per seat and deal; the last shoe is finished",
    )
    add_decks(parser)
    parser.add_argument(
        "--seats", type=int, default=1, metavar="N", help="seats in play (default: %(default)s)"
    )
    parser.add_argument(
        "--behind",
        metavar="PART",
        help="fraction of the shoe behind the cutting card, like 1/8 (default: the house's)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="a seed, to repeat a run exactly (default: random, and reported)",
    )
    parser.add_argument(
        "--strategy",
        default="war",
        metavar="HOW",
        help="what to do on a tie: war, surrender, or mix:0.5 for the share that goes to war"
        " (default: %(default)s)",
    )
    parser.add_argument(
        "--tie",
        metavar="WHEN",
        help="when to bet one unit on Tie: always, or by-composition, only when the unseen cards"
        " favour it (default: always, where the house offers it)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="N", help="threads (default: one per core)")
    where.add_argument(
        "--on",
        metavar="ADDRESS",
        help="a running Dask scheduler, tcp://host:port (default: this machine)",
    )
    parser.add_argument("--csv", metavar="FILE", help="write the batches to a CSV file, .csv")
    add_outputs(parser, "a chart of the convergence")


@names_options
def run(args: argparse.Namespace) -> int:
    """Check everything, then deal, then report; Ctrl-C reports what was dealt so far."""
    from casinowar.report.progress import progress
    from casinowar.report.simulation import check_files, result_json, result_text, write_files
    from casinowar.simulate.batches import Course
    from casinowar.simulate.interrupts import Interrupts
    from casinowar.simulate.run import run

    request = _request(args)
    check_files(args.csv, args.chart)
    course = Course(request.house)
    with Interrupts(until_exit=True) as interrupts:
        with _dealers(args, request.plan) as (executor, workers), progress(request) as update:

            def on_block(tally: Tally, block: BlockSums) -> None:
                course.add(tally, block)
                update(tally)

            result = run(request, executor, workers, on_block, interrupts)
        write_files(result, course, args.csv, args.chart)
        if args.json:
            print(json.dumps(result_json(result)), flush=True)
        else:
            show(result_text(result))
    return 0


def _request(args: argparse.Namespace) -> Request:
    from casinowar.checks import tie_offered
    from casinowar.houses import load_house
    from casinowar.simulate.run import make_request
    from casinowar.simulate.strategy import parse_strategy

    house = load_house(args.house)
    if args.tie is not None:
        tie_offered("tie", house)
    strategy = parse_strategy(args.strategy, "always" if args.tie is None else args.tie)
    behind = None if args.behind is None else part_of("behind", args.behind)
    return make_request(house, args.rounds, args.decks, args.seats, args.seed, strategy, behind)


@contextmanager
def _dealers(args: argparse.Namespace, plan: Plan) -> Iterator[tuple[Executor, int]]:
    from casinowar.simulate.run import check_workers, open_executor

    if args.on is None:
        workers = check_workers(args.workers)
        with open_executor(None, workers) as executor:
            yield executor, workers
    else:
        from casinowar.simulate.cluster import cluster

        with cluster(args.on, plan) as found:
            yield found
