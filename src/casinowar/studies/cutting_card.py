"""The effect of the cutting card on the edge: over a whole shoe, and round by round.

Simulation alone cannot show it: ten billion rounds leave an error of ten millionths of the wager,
and the effect is less than one millionth. But the change equals (``docs/cutting-card.md`` has the
proof) the covariance between the number of rounds in a shoe and the edge ``M`` of one more round
from the cards left at its end, over the mean number of rounds. Both are known for every shoe dealt,
and both vary little, so their covariance is found quickly. In the same way the edge of round ``k``,
given that it is dealt, is the mean of ``M`` over the shoes with at least ``k`` rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from casinowar.checks import whole_number
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.houses.house import Reshuffle
from casinowar.houses.words import counted
from casinowar.simulate.blocks import BlockSums, by_deals_of, deal_blocks, shoes_per_block, warm_up
from casinowar.simulate.fresh import fresh_edge
from casinowar.simulate.plan import (
    DECKS,
    DECKS_MAX,
    SEED_MAX,
    Plan,
    check_behind,
    make_plan,
    moved_card,
)
from casinowar.simulate.result import edges
from casinowar.simulate.run import ROUNDS_MAX, check_workers
from casinowar.simulate.strategy import Strategy
from casinowar.simulate.tally import DE, DEALS, DT, E_, SHOES, T_, Estimate, Tally
from casinowar.tabular import Tabular

ROUNDS = 100_000_000
BLOCKS_MIN = 20
SHOES_MIN = 1_000  # a round in fewer shoes is not reported
OnProgress = Callable[[str, int, int], None]
OnLeftOut = Callable[[str, str], None]  # the case, and the reason


@dataclass(frozen=True, slots=True)
class RoundInShoe:
    """Round ``number`` of a shoe; changes are of its edge against a fresh shoe."""

    number: int
    share: float  # of shoes with this round
    first: Estimate
    tie: Estimate | None  # None if the house has no Tie wager


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CuttingCard(Tabular):
    """The effect of the cutting card in one case, as fractions of the wager."""

    house: House
    decks: int
    behind: Fraction
    seats: int
    seed: int
    rounds: int
    rounds_per_shoe: float
    fresh: Fraction
    first: Estimate  # change of the first wager's edge
    tie: Estimate | None  # change of the Tie wager's edge; None if the house has no Tie wager
    dealt: Estimate  # the same change of the first wager, by simulation alone
    by_round: tuple[RoundInShoe, ...]

    def __repr__(self) -> str:
        change = f"{1e6 * self.first.mean:+.3f} ± {1.96e6 * self.first.standard_error:.3f} ppm"
        return f"<cutting card of {self.house.name}, {self.decks} decks, {self.behind}: {change}>"

    def records(self) -> list[dict[str, object]]:
        """The rounds of a shoe, changes in parts of the wager."""
        return [
            {
                "round": one.number,
                "share of shoes": one.share,
                "change": one.first.mean,
                "error": one.first.standard_error,
                "tie change": None if one.tie is None else one.tie.mean,
                "tie error": None if one.tie is None else one.tie.standard_error,
            }
            for one in self.by_round
        ]


def cutting_card_effect(
    house: House | str | Path,
    *,
    decks: int | None = None,
    behind: Fraction | None = None,
    seats: int = 1,
    rounds: int = ROUNDS,
    seed: int = 1,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> CuttingCard:
    """Deal about ``rounds`` rounds with the cutting card ``behind`` from the back, and measure.

    Without ``behind``, the depth is the house's. The decision on a tie is war.

    >>> found = cutting_card_effect("skycity", decks=1, rounds=1_000_000, workers=1)
    >>> abs(found.first.mean) < 4 * found.first.standard_error + 1e-3
    True
    """
    rules = moved_card(house if isinstance(house, House) else load_house(house), behind)
    rounds = whole_number("rounds", rounds, 1, ROUNDS_MAX)
    seed = whole_number("seed", seed, 0, SEED_MAX)
    plan = make_plan(rules, decks, seats, Strategy())
    count = plan.rules[DECKS]
    _check(rules, count, plan.seats)
    blocks = max(BLOCKS_MIN, round(rounds / plan.rounds_per_shoe / shoes_per_block(plan)))
    parts, by_deals = _deal(plan, seed, blocks, check_workers(workers), on_progress)
    counts = np.concatenate([part[0] for part in parts])
    sums = np.concatenate([part[1] for part in parts])
    tally = Tally()
    tally.add(counts.sum(axis=0), sums.sum(axis=0))
    fresh = fresh_edge(rules, count, Strategy())
    dealt = edges(rules, tally)[0]
    assert dealt is not None
    shoes, deals = counts[:, SHOES].astype(float), counts[:, DEALS].astype(float)
    per_shoe = float(deals.sum() / shoes.sum())

    def change(product_sum: int, left_sum: int) -> Estimate:
        """The covariance within each block, and its error from block to block."""
        found = (sums[:, product_sum] - deals * sums[:, left_sum] / shoes) / (shoes - 1)
        found /= per_shoe
        return Estimate(float(found.mean()), float(found.std(ddof=1)) / sqrt(blocks))

    return CuttingCard(
        house=rules,
        decks=count,
        behind=rules.cards.cutting_card_from_back,
        seats=plan.seats,
        seed=seed,
        rounds=tally.rounds,
        rounds_per_shoe=per_shoe,
        fresh=fresh,
        first=change(DE, E_),
        tie=change(DT, T_) if rules.tie.offered else None,
        dealt=Estimate(dealt.mean - float(fresh), dealt.standard_error),
        by_round=tuple(_by_round(by_deals, tie=rules.tie.offered)),
    )


def _check(house: House, decks: int, seats: int) -> None:
    if house.cards.reshuffle is Reshuffle.EVERY_ROUND:
        raise InputError("house", f"{house.name} reshuffles after every round")
    if house.war.deals_max > 1 and house.war_possible:
        raise InputError("house", f"{house.name} deals tied wars again, which is not studied")
    # In the last round all seats may be at war; one more round then needs four unseen cards.
    if house.cards_behind(decks) + house.cards.opening_burn - 2 * (seats + 1) < 4:
        behind = house.cards.cutting_card_from_back
        raise InputError("behind", f"{behind} of {decks} decks leaves no round to compare with")


def _deal(
    plan: Plan, seed: int, blocks: int, workers: int, on_progress: OnProgress | None
) -> tuple[list[BlockSums], NDArray[np.float64]]:
    """All blocks in order, and the cards left by the number of deals."""
    warm_up(plan)
    each = max(1, min(50, blocks // (4 * workers)))

    def deal(start: int) -> tuple[BlockSums, NDArray[np.float64]]:
        left = by_deals_of(plan)
        return deal_blocks(plan, seed, start, min(each, blocks - start), by_deals=left), left

    total = by_deals_of(plan)
    parts = []
    with ThreadPoolExecutor(workers) as dealers:
        for at, (part, left) in enumerate(dealers.map(deal, range(0, blocks, each)), start=1):
            parts.append(part)
            total += left
            if on_progress is not None:
                on_progress("dealing", min(at * each, blocks), blocks)
    return parts, total


def _by_round(by_deals: NDArray[np.float64], *, tie: bool) -> Iterator[RoundInShoe]:
    """The edge of each round, from the shoes that have it."""
    later = by_deals[::-1].cumsum(axis=0)[::-1]  # row k: shoes with at least k rounds
    shoes = later[0, 0]
    for number in range(1, len(later)):
        held = later[number, 0]
        if held < SHOES_MIN:
            return
        found = []
        for place in (1, 3):
            mean = later[number, place] / held
            # The mean over all shoes is the fresh edge; what they have in common cancels.
            common = later[0, place] / shoes
            square = later[number, place + 1] / held - mean**2
            error = sqrt(max(0.0, square) * (1 / held - 1 / shoes))
            found.append(Estimate(float(mean - common), error))
        yield RoundInShoe(number, float(held / shoes), found[0], found[1] if tie else None)


def cutting_card_effects(
    houses: Sequence[House | str | Path],
    decks: Sequence[int | None],
    behind: Sequence[Fraction | None],
    seats: Sequence[int],
    *,
    rounds: int = ROUNDS,
    seed: int = 1,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
    on_left_out: OnLeftOut | None = None,
) -> Iterator[CuttingCard]:
    """The effect in every combination, each with its own seed; impossible ones are skipped.

    ``on_left_out`` is called for each skipped combination with the reason. An invalid value, or a
    single combination that no table can deal, raises an InputError before anything is dealt.
    """
    rules = [house if isinstance(house, House) else load_house(house) for house in houses]
    cases = list(product(rules, decks, behind, seats))
    seed = whole_number("seed", seed, 0, SEED_MAX - len(cases) + 1)
    workers = check_workers(workers)
    for count in decks:
        if count is not None:
            whole_number("decks", count, 1, DECKS_MAX)
    for at in seats:
        whole_number("seats", at, 1, max(house.deal.seats for house in rules))
    for part in behind:
        if part is not None:
            check_behind(part)
    for place, (house, count, part, at) in enumerate(cases):
        try:
            yield cutting_card_effect(
                house,
                decks=count,
                behind=part,
                seats=at,
                rounds=rounds,
                seed=seed + place,
                workers=workers,
                on_progress=on_progress,
            )
        except InputError as error:
            if len(cases) == 1 or error.field not in ("behind", "decks", "seats"):
                raise
            if on_left_out is not None:
                shown = house.cards.cutting_card_from_back if part is None else part
                of = house.cards.decks if count is None else count
                seated = counted(at, "seat")
                on_left_out(f"{house.name}, {counted(of, 'deck')}, {shown}, {seated}", error.reason)
