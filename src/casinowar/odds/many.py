"""The odds of many shoes at once: an array of compositions in, an array of house edges out.

A row is one shoe: the number of cards left of each rank, from 2 to ace. The formulas are those of
``ties``, in floating point and for all rows together; edges are accurate to about twelve digits.
With ``exact``, each row is answered separately, in fractions.

Where a tie goes to war whatever its rank, and wars are dealt once, three sums over the ranks are
enough: of ``c``, ``c²`` and ``c³``. Otherwise each rank has its own value of a war, and the better
decision is taken rank by rank.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from casinowar.cards import Rank
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.houses.house import Surrender
from casinowar.odds.answer import odds_of
from casinowar.odds.decisions import WAR_TIE, wager_names
from casinowar.tabular import Tabular

ROWS = 4_096  # rows per chunk, so that they fit into the cache of a core
COUNT_MAX = 1_000_000
FIELD = "counts"
RANKS = len(Rank)
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class ManyOdds(Tabular):
    """House edges of many shoes, one for each row; None for a wager that is not offered."""

    house: House
    initial: NDArray[Any]
    tie: NDArray[Any] | None
    war_tie: NDArray[Any] | None  # given a war deal; nan if none is possible

    def __len__(self) -> int:
        return len(self.initial)

    def __repr__(self) -> str:
        return f"<house edges of {self.house.name} for {len(self):,} shoes>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ManyOdds):
            return NotImplemented
        return self.house == other.house and all(
            _same(one, two)
            for one, two in (
                (self.initial, other.initial),
                (self.tie, other.tie),
                (self.war_tie, other.war_tie),
            )
        )

    def __hash__(self) -> int:
        return hash((self.house, len(self)))

    def records(self) -> list[dict[str, object]]:
        """One row for each shoe."""
        parts = {"initial": self.initial, "tie": self.tie, "war_tie": self.war_tie}
        known = {name: edges for name, edges in parts.items() if edges is not None}
        return [{name: edges[at] for name, edges in known.items()} for at in range(len(self))]


def _same(one: NDArray[Any] | None, two: NDArray[Any] | None) -> bool:
    """Whether two columns are equal; nan, for an impossible war, equals itself."""
    if one is None or two is None:
        return one is two
    exact = one.dtype == object
    return exact == (two.dtype == object) and np.array_equal(one, two, equal_nan=not exact)


def odds_many(
    counts: ArrayLike, house: House | str | Path = "washington", *, exact: bool = False
) -> ManyOdds:
    """House edges for every row of an N × 13 array of cards left, from 2 to ace.

    The decision on a tie is the best one for the first wager. With ``exact``, arrays of fractions.

    >>> found = odds_many([[24] * 13, [4] * 13])
    >>> [round(100 * edge, 4) for edge in found.initial.tolist()]
    [2.3301, 2.0648]
    """
    rules = house if isinstance(house, House) else load_house(house)
    shoes = _checked(counts)
    _check_dealable(rules, shoes)
    if exact:
        return _exactly(rules, shoes)
    found = np.empty((3, len(shoes)))
    answer = _by_sums if _always_war(rules) else _by_rank
    for start in range(0, len(shoes), ROWS):
        part = shoes[start : start + ROWS].astype(np.float64)
        found[:, start : start + ROWS] = answer(rules, part)
    return ManyOdds(
        rules,
        found[0],
        found[1] if rules.tie.offered else None,
        found[2] if WAR_TIE in wager_names(rules) else None,
    )


def _checked(counts: ArrayLike) -> NDArray[np.int64]:
    try:
        shoes = np.asarray(counts)
    except ValueError:
        raise InputError(FIELD, "has rows of different lengths instead of 13 counts each") from None
    if shoes.ndim != 2 or shoes.shape[1] != RANKS:
        raise InputError(FIELD, f"has the shape {shoes.shape}, not rows of 13 counts from 2 to ace")
    if shoes.dtype.kind not in "iu":
        raise InputError(FIELD, f"contains {shoes.dtype}, not whole numbers")
    if len(shoes) and not (shoes.min() >= 0 and shoes.max() <= COUNT_MAX):
        raise InputError(FIELD, f"has a count that is not from 0 to {COUNT_MAX:,}")
    return shoes


def _check_dealable(house: House, shoes: NDArray[np.int64]) -> None:
    """Refuse a shoe with too few cards to finish every possible round."""
    cards = shoes.sum(axis=1, dtype=np.int64)
    _refuse(cards < 2, "a round compares 2 cards")
    if not house.war_possible or not len(cards) or cards.min() >= 2 * house.war.deals_max + 2:
        return
    few = np.flatnonzero(cards < 2 * house.war.deals_max + 2)
    pairs = (shoes[few] // 2).sum(axis=1)
    for deal in range(1, house.war.deals_max + 1):
        bad = np.zeros(len(cards), dtype=bool)
        bad[few] = (cards[few] < 2 * deal + 2) & (pairs >= deal)
        _refuse(bad, f"a tie could go to war, and war deal {deal} cannot be dealt")


def _refuse(bad: NDArray[np.bool_], reason: str) -> None:
    if bad.any():
        raise InputError(FIELD, f"row {int(np.argmax(bad)):,}: {reason}")


def _exactly(house: House, shoes: NDArray[np.int64]) -> ManyOdds:
    found = [odds_of(house, cards_left=[int(count) for count in row]) for row in shoes]

    def column(edges: Iterator[Fraction | None]) -> NDArray[Any]:
        values = np.empty(len(shoes), dtype=object)
        values[:] = list(edges)
        return values

    return ManyOdds(
        house,
        column(odds.initial.house_edge for odds in found),
        column(None if odds.tie is None else odds.tie.house_edge for odds in found)
        if house.tie.offered
        else None,
        column(None if odds.war_tie is None else odds.war_tie.house_edge for odds in found)
        if WAR_TIE in wager_names(house)
        else None,
    )


def _always_war(house: House) -> bool:
    """Whether war is best for every rank of every shoe, dealt once, and Tie has one rung."""
    if not house.war_possible or house.war.deals_max > 1 or house.tie.climbs:
        return False
    worst = min(house.war_net_won / 2 - 1, house.war_net_tied)
    return house.surrender.mode is Surrender.NOT_OFFERED or worst >= -house.surrender.lost


def _by_sums(house: House, shoes: Floats) -> Floats:
    """Edges from the sums of c, c² and c³, which suffice if every tie goes to war."""
    ones = np.ones(RANKS)
    squared = shoes * shoes
    cards, squares = shoes @ ones, squared @ ones
    cubes = np.einsum("ij,ij->i", squared, shoes)
    pairs = squares - cards  # Σ c(c-1)
    both = pairs * pairs - 4.0 * (cubes - squares) + 6.0 * pairs  # Σ c(c-1) · pairs left after it
    two = cards * (cards - 1.0)
    tie = pairs / two
    four = two * (cards - 2.0) * (cards - 3.0)
    twice = np.divide(both, four, out=np.zeros_like(both), where=four > 0.0)
    first, won, tied = _nets(house)
    initial = (1.0 - tie) * (first - 1.0) / 2.0 + (tie - twice) * (won - 2.0) / 2.0 + twice * tied
    given = np.divide(twice, tie, out=np.full_like(tie, np.nan), where=tie > 0.0)
    rung, war_rung = float(house.tie.ladder[0].ratio), float(house.tie.war_deal_odds.ratio)
    return np.stack([-initial, 1.0 - tie * (rung + 1.0), 1.0 - given * (war_rung + 1.0)])


def _nets(house: House) -> tuple[float, float, float]:
    return float(house.deal.first_odds.ratio), float(house.war_net_won), float(house.war_net_tied)


def _by_rank(house: House, shoes: Floats) -> Floats:
    """Edges with the better decision for each rank, for any number of war deals and any ladder."""
    deals = house.war.deals_max if house.war_possible else 0
    cards = shoes.sum(axis=1)
    first, won, tied = _nets(house)
    tie_of = shoes * (shoes - 1.0) / (cards * (cards - 1.0))[:, None]  # the first tie, by rank
    tie = tie_of.sum(axis=1)
    later = _later_ties(shoes, deals)  # at least so many more ties, given one of that rank
    ends = [later[:, :, more] - later[:, :, more + 1] for more in range(deals)]
    war = sum((end * ((won - 2.0) / 2.0) for end in ends), np.zeros_like(shoes))
    war += later[:, :, deals] * tied
    lost = -float(house.surrender.lost)
    if not house.war_possible:
        at_war = np.zeros(shoes.shape, dtype=bool)
    elif house.surrender.mode is Surrender.NOT_OFFERED:
        at_war = np.ones(shoes.shape, dtype=bool)
    else:
        at_war = war >= lost
    initial = (1.0 - tie) * (first - 1.0) / 2.0 + (tie_of * np.where(at_war, war, lost)).sum(axis=1)
    rungs = [float(rung.ratio) for rung in house.tie.ladder]
    pays = np.full(shoes.shape, rungs[0])
    for more in range(1, min(deals, len(rungs) - 1) + 1):
        pays += np.where(at_war, later[:, :, more], 0.0) * (rungs[more] - rungs[more - 1])
    tie_edge = (1.0 - tie) - (tie_of * pays).sum(axis=1)
    none = ~(at_war & (tie_of > 0.0)).any(axis=1)
    wars = tie_of * (at_war | none[:, None])
    whole = wars.sum(axis=1)
    again = (wars * later[:, :, min(1, deals)]).sum(axis=1)
    given = np.divide(again, whole, out=np.full_like(whole, np.nan), where=whole > 0.0)
    war_rung = float(house.tie.war_deal_odds.ratio)
    return np.stack([-initial, tie_edge, 1.0 - given * (war_rung + 1.0)])


def _later_ties(shoes: Floats, deals: int) -> Floats:
    """P(at least k more ties | a first tie of that rank), for k = 0 to ``deals``."""
    whole = np.zeros((len(shoes), deals + 1))
    whole[:, 0] = 1.0
    for rank in range(RANKS):
        whole = _times(whole, _pairs(shoes[:, rank], deals))
    cards = shoes.sum(axis=1)
    found = np.empty((*shoes.shape, deals + 1))
    for rank in range(RANKS):
        held = shoes[:, rank]
        without = _over(whole, _pairs(held, deals))
        ways = _times(without, _pairs(np.maximum(held - 2.0, 0.0), deals))
        for more in range(deals + 1):
            drawn = np.ones_like(cards)
            for taken in range(2, 2 + 2 * more):
                drawn = drawn * np.maximum(cards - taken, 0.0)
            some = factorial(more) * ways[:, more]
            found[:, rank, more] = np.divide(
                some, drawn, out=np.zeros_like(some), where=drawn > 0.0
            )
    return found


def _pairs(held: Floats, deals: int) -> Floats:
    """c(c-1)…(c-2j+1) / j! for every row."""
    found = np.ones((len(held), deals + 1))
    for pairs in range(1, deals + 1):
        found[:, pairs] = found[:, pairs - 1] * (
            (held - 2 * pairs + 2.0) * (held - 2 * pairs + 1.0) / pairs
        )
        found[:, pairs][held < 2 * pairs] = 0.0
    return found


def _times(one: Floats, other: Floats) -> Floats:
    found = np.zeros_like(one)
    for at in range(one.shape[1]):
        for here in range(at + 1):
            found[:, at] += one[:, at - here] * other[:, here]
    return found


def _over(one: Floats, other: Floats) -> Floats:
    """The quotient of two series; the second begins with 1."""
    found = one.copy()
    for at in range(one.shape[1]):
        for here in range(1, at + 1):
            found[:, at] -= found[:, at - here] * other[:, here]
    return found
