"""The dealing kernel against a scalar C loop of the same work, and its own scaling.

The C loop is compiled at run time with ``gcc -O3 -march=native`` into a temporary folder. All
rates of one comparison are measured in turns, and the best of each counts, so that other load on
the machine affects both alike.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from tests.simulate.logs.record import record_shoes

from bench.ratio import Ratio
from casinowar.houses import load_house
from casinowar.simulate.blocks import deal_blocks
from casinowar.simulate.plan import Plan, make_plan
from casinowar.simulate.run import simulate
from casinowar.simulate.strategy import Strategy

HOUSE, DECKS = "skycity", 6
TURNS = 25
BLOCKS = 24  # about three million rounds a turn
ROUNDS = 150_000_000


def run() -> list[Ratio]:
    """All measurements of the kernel; without a C compiler, those that do not need one."""
    ratios = _against_c() if shutil.which("gcc") else []
    return [*ratios, _seven_seats(), _two_cores()]


def _against_c() -> list[Ratio]:
    house = load_house(HOUSE)
    plan = make_plan(house, DECKS, 1, Strategy())
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "baseline.so"
        source = Path(__file__).with_name("baseline.c")
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["gcc", *flags, "-o", str(library), str(source)], check=True)
        deal = ctypes.CDLL(str(library)).deal
    deal.restype = ctypes.c_int64
    whole, pointer = ctypes.c_int, ctypes.c_int64 * 5
    deal.argtypes = [ctypes.c_int64, whole, whole, whole, whole, ctypes.c_uint64, pointer]
    behind, opening = house.cards_behind(DECKS), house.cards.opening_burn

    def baseline() -> float:
        return float(deal(30_000, DECKS, behind, opening, house.war_burns(1), 7, pointer()))

    ours, theirs = _best_rates(lambda: _dealt(plan), baseline)
    return [
        Ratio(
            what="rounds, six decks, one seat, one core",
            peer="scalar C loop",
            unit="rounds/s",
            ours=ours,
            theirs=theirs,
            least=2,
            goal=3,
        )
    ]


def _seven_seats() -> Ratio:
    """Cards that leave the shoe per second, at seven seats and at one."""
    house = load_house(HOUSE)
    one, seven = (make_plan(house, DECKS, seats, Strategy()) for seats in (1, 7))
    cards_one, cards_seven = (_cards_per_round(seats) for seats in (1, 7))
    rate_seven, rate_one = _best_rates(lambda: _dealt(seven), lambda: _dealt(one))
    return Ratio(
        what="cards, seven seats",
        peer="one seat",
        unit="cards/s",
        ours=rate_seven * cards_seven,
        theirs=rate_one * cards_one,
        least=1,
    )


def _two_cores() -> Ratio:
    """The whole simulation, including adding up, on two cores and on one."""

    def rounds(workers: int) -> float:
        return float(simulate(HOUSE, ROUNDS, seed=7, workers=workers).rounds)

    two, one = _best_rates(lambda: rounds(2), lambda: rounds(1), turns=12)
    return Ratio(
        what="rounds, two cores", peer="one core", unit="rounds/s", ours=two, theirs=one, least=1.8
    )


def _dealt(plan: Plan) -> float:
    counts, _ = deal_blocks(plan, 7, 0, BLOCKS)
    return float(counts[:, :6].sum())


def _cards_per_round(seats: int) -> float:
    """Cards that leave the shoe for each round of a seat, measured on recorded shoes."""
    shoes = record_shoes(HOUSE, DECKS, seats, seed=7, shoes=256)
    cards = sum(shoe.rounds[-1].end for shoe in shoes)
    return cards / sum(seats * len(shoe.rounds) for shoe in shoes)


def _best_rates(
    ours: Callable[[], float], theirs: Callable[[], float], turns: int = TURNS
) -> tuple[float, float]:
    """The best rate of each, measured in turns after one warm-up turn."""
    best = [0.0, 0.0]
    for turn in range(turns + 1):
        for place, work in enumerate((ours, theirs)):
            start = perf_counter()
            amount = work()
            if turn:
                best[place] = max(best[place], amount / (perf_counter() - start))
    return best[0], best[1]
