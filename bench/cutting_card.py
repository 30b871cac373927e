"""How much the cutting card changes the edge per dealt round: ``python -m bench.cutting_card``.

Dealing and comparing cannot show it: ten billion rounds leave an error of ten millionths of the
wager, and the change is less than one. But the change equals (``docs/cutting-card.md`` has the
proof) the covariance between the number of rounds in a shoe and the edge of one more round from
the cards left at its end, over the mean number of rounds. Both are known for every shoe dealt, and
both vary little, so their covariance is found quickly.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np

from casinowar.cli.main import Parser
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.simulate.blocks import deal_blocks, shoes_per_block
from casinowar.simulate.fresh import fresh_edge
from casinowar.simulate.plan import make_plan
from casinowar.simulate.result import edges
from casinowar.simulate.strategy import Strategy
from casinowar.simulate.tally import DE, DEALS, DT, E_, SHOES, T_, Estimate, Tally

HOUSES = ("skycity", "washington", "no-bonus")
DECKS = (1, 2, 6, 8)
DEPTHS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8))
SEATS = (1, 3, 7)
TASK_BLOCKS = 50
PPM = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What the cutting card changes in one case, as parts of the wager."""

    house: House
    decks: int
    behind: Fraction
    seats: int
    rounds: int
    rounds_per_shoe: float
    fresh: Fraction
    first: Estimate  # change of the first wager's edge
    tie: Estimate  # change of the Tie wager's edge
    dealt: Estimate  # the same change of the first wager, by dealing and comparing alone


def measure(
    house: House, decks: int, behind: Fraction, seats: int, rounds: int, workers: int, seed: int
) -> Change:
    """Deal about ``rounds`` rounds with the cutting card ``behind`` from the back, and measure."""
    deeper = replace(house, cards=replace(house.cards, cutting_card_from_back=behind))
    plan = make_plan(deeper, decks, seats, Strategy())
    # In the last round all seats may be at war; one more round then needs four unseen cards.
    if deeper.cards_behind(decks) + house.cards.opening_burn - 2 * (seats + 1) < 4:
        raise InputError("behind", f"{behind} of {decks} decks leaves no round to compare with")
    blocks = max(20, round(rounds / plan.rounds_per_shoe / shoes_per_block(plan)))
    starts = range(0, blocks, TASK_BLOCKS)
    with ThreadPoolExecutor(workers) as dealers:
        tasks = [
            dealers.submit(
                deal_blocks, plan, seed, start, min(TASK_BLOCKS, blocks - start), study=True
            )
            for start in starts
        ]
        parts = [task.result() for task in tasks]
    counts = np.concatenate([part[0] for part in parts])
    sums = np.concatenate([part[1] for part in parts])
    tally = Tally()
    tally.add(counts.sum(axis=0), sums.sum(axis=0))
    fresh = fresh_edge(deeper, decks, Strategy())
    dealt = edges(deeper, tally)[0]
    assert dealt is not None
    shoes, deals = counts[:, SHOES].astype(float), counts[:, DEALS].astype(float)
    per_shoe = float(deals.sum() / shoes.sum())
    pays = float(house.tie.ladder[0].ratio) + 1

    def change(product_sum: int, left_sum: int, factor: float) -> Estimate:
        """The covariance within each block, and its error from block to block."""
        found = (sums[:, product_sum] - deals * sums[:, left_sum] / shoes) / (shoes - 1)
        found *= factor / per_shoe
        return Estimate(float(found.mean()), float(found.std(ddof=1)) / sqrt(blocks))

    return Change(
        house=house,
        decks=decks,
        behind=behind,
        seats=seats,
        rounds=tally.rounds,
        rounds_per_shoe=per_shoe,
        fresh=fresh,
        first=change(DE, E_, 1.0),
        tie=change(DT, T_, -pays),
        dealt=Estimate(dealt.mean - float(fresh), dealt.standard_error),
    )


def study(
    names: Sequence[str],
    decks: Sequence[int],
    seats: Sequence[int],
    rounds: int,
    workers: int,
) -> Iterator[Change]:
    """Every case that a table of the house could deal."""
    cases = product(names, decks, DEPTHS, seats)
    for seed, (name, count, depth, at) in enumerate(cases, start=1):  # each with its own shuffles
        try:
            yield measure(load_house(name), count, depth, at, rounds, workers, seed)
        except InputError:
            continue  # too few cards behind the cutting card for that many seats


def row(change: Change) -> str:
    """One line of the table, in millionths of the wager."""
    first, tie, dealt = change.first, change.tie, change.dealt
    cells = (
        change.house.name,
        str(change.decks),
        str(change.behind),
        str(change.seats),
        f"{change.rounds_per_shoe:.2f}",
        f"{100 * float(change.fresh):.6f} %",
        f"{PPM * first.mean:+.3f} ± {1.96 * PPM * first.standard_error:.3f}",
        f"{100 * (float(change.fresh) + first.mean):.6f} %",
        f"{PPM * tie.mean:+.2f} ± {1.96 * PPM * tie.standard_error:.2f}",
        f"{PPM * dealt.mean:+.0f} ± {1.96 * PPM * dealt.standard_error:.0f}",
    )
    return "| " + " | ".join(cells) + " |"


HEADINGS = (
    *("house", "decks", "behind", "seats", "rounds a shoe", "fresh edge", "change, ppm"),
    *("edge per dealt round", "Tie: change, ppm", "change by dealing alone, ppm"),
)


def chart(changes: Sequence[Change], path: Path) -> None:
    """The change by depth for six and eight decks, one panel for each house."""
    from matplotlib import style
    from matplotlib.figure import Figure

    from casinowar.report.charts.style import COLOURS, MARKERS, STYLE, save_chart

    houses = sorted({change.house.name for change in changes})
    with style.context(STYLE):
        figure = Figure(figsize=(10, 4.2), layout="constrained")
        panels = figure.subplots(1, len(houses), sharey=True, squeeze=False)[0]
        for axes, name in zip(panels, houses, strict=True):
            lines = [c for c in changes if c.house.name == name and c.decks >= 6]
            keys = sorted({(c.decks, c.seats) for c in lines})
            for place, key in enumerate(keys):
                points = [c for c in lines if (c.decks, c.seats) == key]
                axes.errorbar(
                    [float(c.behind) + 0.006 * (place - len(keys) / 2) for c in points],
                    [PPM * c.first.mean for c in points],
                    [1.96 * PPM * c.first.standard_error for c in points],
                    label=f"{key[0]} decks, {key[1]} seat{'s' * (key[1] > 1)}",
                    color=COLOURS[place % len(COLOURS)],
                    marker=MARKERS[place % len(MARKERS)],
                    capsize=2,
                )
            axes.axhline(0, color=COLOURS[-1], linewidth=0.8)
            axes.set_title(name)
            axes.set_xlabel("part of the shoe behind the cutting card")
        panels[0].set_ylabel("change of the edge, millionths of the wager")
        panels[-1].legend(fontsize=8)
    save_chart(figure, path)


def main() -> int:
    """Print the table as Markdown; with ``--chart`` draw it."""
    parser = Parser(prog="python -m bench.cutting_card", description=__doc__)
    parser.add_argument("--house", action="append", help=f"default: {', '.join(HOUSES)}")
    parser.add_argument("--decks", type=int, action="append", help=f"default: {DECKS}")
    parser.add_argument("--seats", type=int, action="append", help=f"default: {SEATS}")
    parser.add_argument("--rounds", type=int, default=500_000_000, help="in each case")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--chart", type=Path, metavar="FILE")
    args: argparse.Namespace = parser.parse_args()
    print("| " + " | ".join(HEADINGS) + " |")
    print("| --- " * len(HEADINGS) + "|")
    found = []
    for change in study(
        args.house or HOUSES, args.decks or DECKS, args.seats or SEATS, args.rounds, args.workers
    ):
        print(row(change), flush=True)
        found.append(change)
    if args.chart is not None:
        chart(found, args.chart)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
