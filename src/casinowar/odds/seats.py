"""Two seats against the same dealer: every pair of stories, and the covariances of all wagers.

Seats of one round share the dealer's cards, so they win and lose together more often than not.
All pairs of seats are equivalent: cards are draws without replacement, and the order of the deal
changes no probability. So a table of ``n`` seats needs only two figures for each pair of
wagers, the covariance on one seat and between two::

    Var(all seats) = n · own + n(n-1) · between

``seat_pairs`` counts the deals of two seats in whole numbers. Where one seat is at war alone, the
other seat's card is taken out of the series of ties (``series.exchange``), summed over the ranks
above or below the dealer's; where both are, they are followed war deal by war deal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm, sqrt
from pathlib import Path

from casinowar.cards import Rank, Suit, card_of
from casinowar.checks import whole_number
from casinowar.errors import InputError, shown
from casinowar.houses import House, load_house
from casinowar.houses.house import SEATS_MAX
from casinowar.odds.answer import shoe_of
from casinowar.odds.decisions import (
    Always,
    Bets,
    Nets,
    Plan,
    always_stories,
    asks_suits,
    best_plan,
    check_bets,
    net_of,
    played,
    tied_stories,
    wager_names,
)
from casinowar.odds.series import Series, all_ranks, exchange, in_order, times
from casinowar.odds.shoe import CardsLeft, ShoeLeft
from casinowar.odds.stories import Decision, Story, Tied
from casinowar.odds.wagers import needs_suits
from casinowar.outcomes import Outcome
from casinowar.tabular import Tabular

RANKS = tuple(Rank)
Counts = tuple[int, ...]  # of each rank, in the order of RANKS
Told = tuple[Outcome, int, Rank | None, bool | None]
NO_TIE = {True: (Outcome.WIN, 0, None, None), False: (Outcome.LOSE, 0, None, None)}
WAR_END = {True: Outcome.WAR_WON, False: Outcome.WAR_LOST}


@dataclass(frozen=True, slots=True)
class Pair:
    """One course of a round of two seats; both stories have the weight of the pair."""

    one: Story
    other: Story


@dataclass(frozen=True, repr=False)
class Covariances(Tabular):
    """Exact covariances of the results of one unit on each wager of a house."""

    house: House
    shoe: ShoeLeft
    plan: Plan = field(hash=False)
    wagers: tuple[str, ...]
    own: Mapping[tuple[str, str], Fraction] = field(hash=False)  # on one seat
    between: Mapping[tuple[str, str], Fraction] = field(hash=False)  # between two seats

    def __repr__(self) -> str:
        found = f"correlation of two seats {self.correlation():.4f}"
        return f"<covariances at {self.house.name}, {self.shoe.cards} cards: {found}>"

    def records(self) -> list[dict[str, object]]:
        """Every pair of wagers, on one seat and between two."""
        return [
            {
                "wager": one,
                "other": other,
                "on one seat": self.own[one, other],
                "between two seats": self.between[one, other],
                "correlation of two seats": self.correlation(one, other),
            }
            for one in self.wagers
            for other in self.wagers
        ]

    def correlation(self, wager: str = "initial", other: str | None = None) -> float:
        """The correlation between the results of two seats in one round, each on its wager.

        ``wager`` is that of the first seat, ``other`` that of the second (default: the same).
        """
        second = wager if other is None else other
        for name in (wager, second):
            if name not in self.wagers:
                known = ", ".join(self.wagers)
                raise InputError("wager", f"{shown(name)} is not one of {known}")
        spread = self.own[wager, wager] * self.own[second, second]
        return float(self.between[wager, second]) / sqrt(spread) if spread else 0.0

    def variance(self, seats: int = 1, bets: Bets | None = None) -> Fraction:
        """The variance of the total result of all seats in one round with equal ``bets``."""
        seats = whole_number("seats", seats, 1, SEATS_MAX)
        stakes = check_bets(self.house, {} if bets is None else bets)
        total = Fraction(0)
        for one, units in stakes.items():
            for other, more in stakes.items():
                if units and more:
                    here = seats * self.own[one, other]
                    total += units * more * (here + seats * (seats - 1) * self.between[one, other])
        return total

    def spread(self, seats: int, bets: Bets | None = None) -> float:
        """The standard deviation of all seats together, relative to independent seats.

        >>> round(covariances("wisconsin", 6).spread(7), 3)
        1.673
        """
        together, alone = self.variance(seats, bets), seats * self.variance(1, bets)
        return sqrt(together / alone) if alone else 1.0


def covariances(
    house: House | str | Path = "washington",
    decks: int | None = None,
    cards_left: CardsLeft | None = None,
    *,
    bets: Mapping[str, int | Fraction] | None = None,
    plan: Plan | None = None,
) -> Covariances:
    """Exact covariances of all wagers of a house, on one seat and between two of one round.

    Both seats decide alike: by ``plan``, or as is best for ``bets`` (default: the first wager).

    >>> found = covariances("wisconsin", decks=6)
    >>> round(float(found.between["initial", "initial"]), 5), round(found.correlation(), 4)
    (0.33547, 0.2999)
    """
    rules = house if isinstance(house, House) else load_house(house)
    shoe = shoe_of(rules, decks, cards_left)
    suits = asks_suits(rules)
    always = always_stories(rules, shoe, suits=suits)
    if plan is None:
        told = (story for some in always.values() for story in some)
        deciding = check_bets(rules, bets or {})
        plan = best_plan(tied_stories(always), Nets(rules, deciding, told))
    else:
        plan = _checked_plan(rules, always, plan)
    single = played(always, plan)
    pairs = seat_pairs(rules, shoe, plan, suits=suits)
    unknown = {bet.name for bet in rules.side_bets if needs_suits(bet) and shoe.by_card is None}
    names = tuple(name for name in wager_names(rules) if name not in unknown)
    nets = {name: net_of(rules, name) for name in names}
    means = {
        name: sum((story.weight * net(story) for story in single), Fraction(0)) / single[0].whole
        for name, net in nets.items()
    }
    own, between = {}, {}
    for one in names:
        for other in names:
            product = means[one] * means[other]
            here = sum((s.weight * nets[one](s) * nets[other](s) for s in single), Fraction(0))
            own[one, other] = here / single[0].whole - product
            both = sum(
                (p.one.weight * nets[one](p.one) * nets[other](p.other) for p in pairs),
                Fraction(0),
            )
            between[one, other] = both / pairs[0].one.whole - product
    return Covariances(rules, shoe, plan, names, own, between)


def _checked_plan(house: House, always: Always, plan: Mapping[Tied, object]) -> Plan:
    """A decision that the house offers for every tie that can happen.

    A plan by rank alone holds for suited and unsuited ties alike.
    """
    if not isinstance(plan, Mapping):
        raise InputError("plan", f"{shown(plan)} is not a decision for each tie")
    found: dict[Tied, Decision] = {}
    for rank, suited in tied_stories(always):
        named = plan.get((rank, suited), plan.get((rank, None)))
        if named is None:
            raise InputError("plan", f"has no decision for a tie of rank {rank.letter}")
        way = next((way for way in always if way == named), None)
        if way is None:
            raise InputError("plan", f"{shown(named)} is not offered at {house.name}")
        found[rank, suited] = way
    return found


def seat_pairs(
    house: House, shoe: ShoeLeft, plan: Plan, *, suits: bool = False
) -> tuple[Pair, ...]:
    """Every pair of stories of two seats that decide by ``plan``; their chances add up to 1.

    Ranks that no side bet distinguishes are combined.
    """
    need = 3 + 3 * (house.war.deals_max if house.war_possible else 0)
    if shoe.cards < need:
        raise InputError(
            "cards-left", f"two seats can need {need} cards, and {shoe.cards} are left"
        )
    found = _Count(house, shoe, plan, suits).pairs()
    return tuple(
        Pair(Story(*one, weight, whole), Story(*other, weight, whole))
        for (one, other), (weight, whole) in found.items()
        if weight
    )


class _Count:
    """Counts the deals of two seats, in parts of all ordered ways to deal ``most`` cards."""

    def __init__(self, house: House, shoe: ShoeLeft, plan: Plan, suits: bool) -> None:
        self.shoe, self.plan, self.suits = shoe, plan, suits and shoe.by_card is not None
        self.deals = house.war.deals_max if house.war_possible else 0
        self.cards = shoe.cards
        self.most = 3 + 3 * self.deals
        rows = [row for bet in house.side_bets for row in bet.rows]
        self.ranked = any(row.ranks is not None for row in rows)
        self.found: dict[tuple[Told, Told], int] = defaultdict(int)

    def pairs(self) -> dict[tuple[Told, Told], tuple[int, int]]:
        """The weight of every pair of stories, and the whole."""
        counts: Counts = tuple(self.shoe.counts[rank] for rank in RANKS)
        wars: dict[tuple[Told, Told], dict[Counts, int]] = {}
        sums = _Neighbours(counts, self.deals)
        for place, rank in enumerate(RANKS):
            held = counts[place]
            above, below = sum(counts[place + 1 :]), sum(counts[:place])
            if not held:
                continue
            self._apart(held, above, below)
            for suited, pairs in self._pairs(rank):
                for higher in (True, False):
                    self._one_tied(rank, suited, pairs, higher, sums, place)
            for one, other, triples in self._triples(rank):
                self._both_tied(rank, place, (one, other), triples, counts, wars)
        for told, level in wars.items():
            self._both_at_war(told, level)
        whole = 2 * perm(self.cards, self.most)
        return {key: (weight, whole) for key, weight in self.found.items()}

    def _add(self, one: Told, other: Told, ways: int, drawn: int) -> None:
        """Add ``ways`` of ``drawn`` cards, half ways included: whole ways count twice."""
        if ways:
            self.found[one, other] += ways * perm(self.cards - drawn, self.most - drawn)

    def _both(self, one: Told, other: Told, ways: int, drawn: int) -> None:
        """Add ways for either seat to be the first of the two."""
        self._add(one, other, ways, drawn)
        self._add(other, one, ways, drawn)

    def _apart(self, held: int, above: int, below: int) -> None:
        win, lose = NO_TIE[True], NO_TIE[False]
        self._add(win, win, 2 * held * perm(above, 2), 3)
        self._add(lose, lose, 2 * held * perm(below, 2), 3)
        self._both(win, lose, 2 * held * above * below, 3)

    def _label(self, rank: Rank, suited: bool | None) -> tuple[Rank, bool | None]:
        return (rank if self.ranked else RANKS[0]), suited

    def _pairs(self, rank: Rank) -> list[tuple[bool | None, int]]:
        both = perm(self.shoe.counts[rank], 2)
        pairs = self.shoe.suited_pairs(rank) if self.suits else None
        return [(None, both)] if pairs is None else [(True, pairs), (False, both - pairs)]

    def _triples(self, rank: Rank) -> list[tuple[bool | None, bool | None, int]]:
        """Ordered ways that both seats have the dealer's rank, by whether each has the suit."""
        held, by_card = self.shoe.counts[rank], self.shoe.by_card
        if not self.suits or by_card is None:
            return [(None, None, perm(held, 3))]
        suits = [by_card[card_of(rank, suit)] for suit in Suit]
        both = sum(perm(count, 3) for count in suits)
        one = sum(perm(count, 2) * (held - count) for count in suits)
        return [
            (True, True, both),
            (True, False, one),
            (False, True, one),
            (False, False, perm(held, 3) - both - 2 * one),
        ]

    def _one_tied(
        self,
        rank: Rank,
        suited: bool | None,
        pairs: int,
        higher: bool,
        sums: _Neighbours,
        place: int,
    ) -> None:
        """One seat ties with ``rank``, the other has a higher or a lower card."""
        label, other = self._label(rank, suited), NO_TIE[higher]
        if not pairs:
            return
        if self.plan[rank, suited] is Decision.SURRENDER:
            cards = sums.cards(place, higher)
            self._both((Outcome.SURRENDER, 1, *label), other, 2 * pairs * cards, 3)
            return
        for ended, ties, ways, drawn in self._war_alone(sums.after_tie(place, higher), 1, 3):
            self._both((ended, ties, *label), other, pairs * ways, drawn)

    def _war_alone(
        self, ways: Series, ties: int, drawn: int
    ) -> Iterator[tuple[Outcome, int, int, int]]:
        """How a war goes on against the dealer alone; ``ways[k]`` has k more ties.

        Ways are doubled: what does not tie is won and lost equally often.
        """
        for more, here in enumerate(ways[:-1]):
            gone = drawn + 2 * more
            pair = perm(self.cards - gone, 2)  # the next two cards, tied or not
            for ended in (Outcome.WAR_WON, Outcome.WAR_LOST):
                yield ended, ties + more, here * pair - ways[more + 1], gone + 2
        yield Outcome.WAR_TIED, ties + len(ways) - 1, 2 * ways[-1], drawn + 2 * (len(ways) - 1)

    def _both_tied(
        self,
        rank: Rank,
        place: int,
        suited: tuple[bool | None, bool | None],
        triples: int,
        counts: Counts,
        wars: dict[tuple[Told, Told], dict[Counts, int]],
    ) -> None:
        if not triples:
            return
        way_one, way_other = (self.plan[rank, one] for one in suited)
        one, other = (self._label(rank, part) for part in suited)
        given_up: tuple[Told, Told] = (
            (Outcome.SURRENDER, 1, *one),
            (Outcome.SURRENDER, 1, *other),
        )
        rest = _less(counts, place, 3)
        if way_one is way_other is Decision.SURRENDER:
            self._add(*given_up, 2 * triples, 3)
        elif way_one is way_other:
            told: tuple[Told, Told] = ((Outcome.WAR_TIED, 1, *one), (Outcome.WAR_TIED, 1, *other))
            level = wars.setdefault(told, {})
            level[rest] = level.get(rest, 0) + triples
        else:
            ways = in_order(all_ranks(rest, self.deals))
            for ended, ties, more, drawn in self._war_alone(ways, 1, 3):
                if way_one is Decision.WAR:
                    self._add((ended, ties, *one), given_up[1], triples * more, drawn)
                else:
                    self._add(given_up[0], (ended, ties, *other), triples * more, drawn)

    def _both_at_war(self, told: tuple[Told, Told], level: dict[Counts, int]) -> None:
        """Follow two seats at war, war deal by war deal; ``level`` has the cards left."""
        one, other = told[0][2:], told[1][2:]
        for deal in range(1, self.deals + 1):
            drawn, after, last = 3 * deal, defaultdict[Counts, int](int), deal == self.deals
            for counts, ways in level.items():
                sums = _Neighbours(counts, self.deals - deal)
                for place, held in enumerate(counts):
                    if not held:
                        continue
                    above, below = sums.cards_above[place], sums.cards_below[place]
                    for a, b, some in (
                        (True, True, perm(above, 2)),
                        (False, False, perm(below, 2)),
                        (True, False, above * below),
                        (False, True, above * below),
                    ):
                        ends = ((WAR_END[a], deal, *one), (WAR_END[b], deal, *other))
                        self._add(*ends, 2 * ways * held * some, drawn + 3)
                    for higher in (True, False):
                        decided: Told = (WAR_END[higher], deal, *other)
                        mirrored: Told = (WAR_END[higher], deal, *one)
                        chain = sums.after_tie(place, higher)
                        for ended, ties, more, gone in self._war_alone(chain, deal + 1, drawn + 3):
                            some = ways * perm(held, 2) * more
                            self._add((ended, ties, *one), decided, some, gone)
                            self._add(mirrored, (ended, ties, *other), some, gone)
                    if held > 2:
                        after[_less(counts, place, 3)] += ways * perm(held, 3)
            if last:
                both = sum(after.values())
                tied = [(Outcome.WAR_TIED, deal + 1, *label) for label in (one, other)]
                self._add(tied[0], tied[1], 2 * both, drawn + 3)
            level = after


class _Neighbours:
    """For each rank as the dealer's: the cards above and below it, and the ties after them."""

    def __init__(self, counts: Counts, most: int) -> None:
        self.counts, self.most = counts, most
        self.whole = all_ranks(counts, most)
        none: Series = (0,) * (most + 1)
        weighted = [
            tuple(count * part for part in exchange(count, 1, most)) if count else none
            for count in counts
        ]
        self.cards_below = _running(counts)
        self.cards_above = _running(counts[::-1])[::-1]
        self._below = _running_series(weighted, none)
        self._above = _running_series(weighted[::-1], none)[::-1]

    def cards(self, place: int, higher: bool) -> int:
        """How many cards rank above (or below) a rank."""
        return (self.cards_above if higher else self.cards_below)[place]

    def after_tie(self, place: int, higher: bool) -> Series:
        """Ways to take one card above (or below) a rank and then tie 0, 1, … times in a row.

        Two cards of the rank itself are gone.
        """
        others = (self._above if higher else self._below)[place]
        if self.counts[place] < 2:
            return (0,) * (self.most + 1)
        here = times(self.whole, exchange(self.counts[place], 2, self.most))
        return in_order(times(here, others))


def _running(values: Sequence[int]) -> list[int]:
    found, total = [], 0
    for value in values:
        found.append(total)
        total += value
    return found


def _running_series(values: Sequence[Series], none: Series) -> list[Series]:
    found, total = [], none
    for value in values:
        found.append(total)
        total = tuple(a + b for a, b in zip(total, value, strict=True))
    return found


def _less(counts: Counts, place: int, taken: int) -> Counts:
    return (*counts[:place], counts[place] - taken, *counts[place + 1 :])
