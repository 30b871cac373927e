"""Statistical tests of a kernel, each giving the chance that a right kernel looks as bad.

They take any ``lockstep`` module: the shipped one, or the copy with faults.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import scipy  # it loads its statistics, a second's work, when they are used
from numpy.typing import NDArray

from casinowar.houses import House, load_house
from casinowar.odds import odds_of
from casinowar.simulate.blocks import no_study
from casinowar.simulate.kernels.lanes import LANES, NOTHING
from casinowar.simulate.plan import Plan, make_plan
from casinowar.simulate.strategy import Strategy
from casinowar.simulate.tally import SUMS

from .reference import shuffled_shoe

Rows = NDArray[np.int16]
SPAN = 65536


@dataclass(frozen=True)
class Deck:
    """What a test deals: a house, decks, seats; and how often."""

    house: House
    decks: int
    seats: int

    @property
    def plan(self) -> Plan:
        return make_plan(self.house, self.decks, self.seats, Strategy())


def dealt(kernel: ModuleType, deck: Deck, fault: int, shoes: int, seed: int = 1) -> Any:
    """The products that the kernel adds over that many shoes."""
    rules, results = deck.plan.arrays()
    rules = np.append(rules, fault)
    products = np.zeros((7, 7), dtype=np.int64)
    log = np.empty((0, LANES), dtype=np.int16)
    names = (np.uint64(seed), np.uint64(0))
    kernel.deal_in_lockstep(
        rules, results, *names, shoes, 2**62, no_study(), products, np.zeros(SUMS), log
    )
    return products


def first_draws(
    kernel: ModuleType, deck: Deck, fault: int, groups: int, rounds: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Picks and ranks of the first rounds of many shoes, a row for each card of the shoe."""
    rules, results = deck.plan.arrays()
    rules = np.append(rules, fault)
    pairs = deck.seats // 2 + 1
    width = 6 * pairs + 1
    picks, ranks = [], []
    for block in range(groups):
        log = np.zeros((width * rounds, LANES), dtype=np.int16)
        products, sums = np.zeros((7, 7), dtype=np.int64), np.zeros(SUMS)
        names = (np.uint64(99), np.uint64(block))
        rest = (LANES, 2**62, no_study(), products, sums, log)
        kernel.deal_in_lockstep(rules, results, *names, *rest)
        rows = log.reshape(rounds, width, LANES)[:, :-1].reshape(rounds, pairs, 6, LANES)
        cards = slice(0, deck.seats + 1)
        picks.append(rows[:, :, 0:2].reshape(rounds, -1, LANES)[:, cards].reshape(-1, LANES))
        ranks.append(rows[:, :, 2:4].reshape(rounds, -1, LANES)[:, cards].reshape(-1, LANES))
    all_picks = np.concatenate(picks, axis=1).astype(np.int64)
    assert (all_picks != NOTHING).all(), "a shoe that ended this early cannot be used"
    return all_picks, np.concatenate(ranks, axis=1).astype(np.int64)


def ranks_are_even(kernel: ModuleType, fault: int) -> float:
    """Every rank as often as the others, in every place of a one-deck shoe."""
    deck = Deck(load_house("skycity"), 1, 1)
    _, ranks = first_draws(kernel, deck, fault, groups=150, rounds=5)
    statistic = 0.0
    for row in ranks:
        counts = np.bincount(row, minlength=13)
        statistic += float(scipy.stats.chisquare(counts).statistic)
    return float(scipy.stats.chi2.sf(statistic, 12 * len(ranks)))


def pairs_tie_as_often_as_they_must(kernel: ModuleType, fault: int) -> float:
    """Cards of neighbouring places are of one rank with a chance of (4d-1)/(52d-1)."""
    deck = Deck(load_house("skycity"), 1, 1)
    _, ranks = first_draws(kernel, deck, fault, groups=150, rounds=5)
    equal = ranks[:-1] == ranks[1:]
    chance = 3 / 51
    spread = np.sqrt(equal.size * chance * (1 - chance))
    return float(2 * scipy.stats.norm.sf(abs(equal.sum() - equal.size * chance) / spread))


def picks_are_even(kernel: ModuleType, fault: int) -> float:
    """Every unseen card as often as the others: in eight parts of a hundred decks."""
    deck = Deck(load_house("skycity"), 100, 1)
    picks, _ = first_draws(kernel, deck, fault, groups=20, rounds=40)
    counts, expected = np.zeros(8), np.zeros(8)
    for drawn, row in enumerate(picks):
        bound = 5200 - drawn
        counts += np.bincount(row * 8 // bound, minlength=8)
        expected += np.bincount(np.arange(bound) * 8 // bound, minlength=8) / bound * row.size
    return float(scipy.stats.chisquare(counts, expected).pvalue)


def no_pick_is_favoured(kernel: ModuleType, fault: int) -> float:
    """Picks that more of the 65,536 random numbers lead to come no more often than others."""
    deck = Deck(load_house("skycity"), 100, 1)
    picks, _ = first_draws(kernel, deck, fault, groups=20, rounds=40)
    numbers = np.arange(SPAN)
    over, variance = 0.0, 0.0
    for drawn, row in enumerate(picks):
        bound = 5200 - drawn
        ways = np.bincount(numbers * bound // SPAN, minlength=bound)
        favoured = ways > SPAN // bound
        chance = favoured.mean()
        over += favoured[row].sum() - chance * row.size
        variance += chance * (1 - chance) * row.size
    return float(2 * scipy.stats.norm.sf(abs(over) / np.sqrt(variance)))


@cache
def reference_rounds(seats: int, shoes: int) -> tuple[int, ...]:
    """Rounds per shoe of the plain dealer."""
    house, random = load_house("washington"), Random(20)
    return tuple(len(shuffled_shoe(house, 6, seats, random)) for _ in range(shoes))


def shoes_are_as_long_as_a_plain_dealers(kernel: ModuleType, fault: int) -> float:
    """The number of rounds in a shoe, its mean and its spread, one seat and five."""
    worst = 1.0
    for seats in (1, 5):
        plain = np.array(reference_rounds(seats, 1500))
        deck = Deck(load_house("washington"), 6, seats)
        lengths = np.array([_rounds_of(kernel, deck, fault, seed) for seed in range(40)]).ravel()
        worst = min(worst, float(scipy.stats.ks_2samp(plain, lengths, method="asymp").pvalue))
    return worst


def _rounds_of(kernel: ModuleType, deck: Deck, fault: int, seed: int) -> NDArray[np.int64]:
    """Rounds of each of 64 shoes: those in whose log it drew a first card."""
    rules, results = deck.plan.arrays()
    rules = np.append(rules, fault)
    log = np.zeros((20 * 312, LANES), dtype=np.int16)
    products = np.zeros((7, 7), dtype=np.int64)
    names = (np.uint64(seed), np.uint64(0))
    kernel.deal_in_lockstep(
        rules, results, *names, LANES, 2**62, no_study(), products, np.zeros(SUMS), log
    )
    counts, start = np.zeros(LANES, dtype=np.int64), 0
    while counts.sum() < products[0, 1]:
        counts += log[start] != NOTHING
        start += 6 * (deck.seats // 2 + 1) + 1
    return counts


def outcomes_come_as_often_as_they_must(kernel: ModuleType, fault: int) -> float:
    """Wins, ties and war results of a million shoes' worth of rounds against the exact odds.

    The cutting card moves these by some millionths, far below what this can see.
    """
    worst = 1.0
    for name, seats in (("skycity", 1), ("washington", 7)):
        deck = Deck(load_house(name), 6, seats)
        products = dealt(kernel, deck, fault, shoes=64 * 300)
        both = products + np.triu(products, 1).T
        exact = {
            key.value: float(value) for key, value in odds_of(deck.house).initial.outcomes.items()
        }
        shoes, total = products[0, 0], products[0, 1] * seats
        for column, key in ((2, "win"), (5, "war_won"), (6, "war_tied")):
            chance, count = exact[key], products[0, column]
            square = (
                both[column, column]
                - 2 * chance * seats * both[1, column]
                + chance**2 * seats**2 * both[1, 1]
            )
            z = (count - chance * total) / np.sqrt(square * shoes / (shoes - 1))
            worst = min(worst, float(2 * scipy.stats.norm.sf(abs(z))))
    return worst
