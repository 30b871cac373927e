"""The exact distribution of one round of a whole table: the total result of all seats.

All cards are draws without replacement, so the war cards may be counted before the first cards.
For the dealer's first card ``r`` and war card ``s``, the war cards of the tied seats are counted by
their result and by where they lie against ``r``; then the first cards of all seats by where they
lie against ``r`` in what is left. Everything is a whole number of ordered deals.

Wars that are dealt again, and side bets on suited ties, have no such short count: there is no law
then, and the covariance of two seats (``seats``) gives the spread.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, perm

from casinowar.cards import Rank
from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.odds.decisions import Bets, Plan, asks_suits, net_of
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stories import Decision, Story
from casinowar.outcomes import Outcome

RANKS = tuple(Rank)


def has_law(house: House, plan: Plan, bets: Bets) -> bool:
    """Whether the round of a whole table can be counted exactly."""
    at_war = Decision.WAR in plan.values()
    return not asks_suits(house, bets) and not (at_war and house.war.deals_max > 1)


def table_law(
    house: House, shoe: ShoeLeft, plan: Plan, bets: Bets, seats: int
) -> dict[Fraction, Fraction]:
    """The chance of each total of ``seats`` seats with equal ``bets`` that decide by ``plan``."""
    assert has_law(house, plan, bets), "check has_law first"
    at_war = Decision.WAR in plan.values()
    most = (seats + 1) * (2 if at_war else 1)
    if shoe.cards < most:
        raise InputError("seats", f"{seats} seats can need {most} cards, and {shoe.cards} are left")
    nets = _Nets(house, bets)
    counts = tuple(shoe.counts[rank] for rank in RANKS)
    decided = {rank: way for (rank, _), way in plan.items()}
    found: dict[Fraction, int] = defaultdict(int)
    for place, rank in enumerate(RANKS):
        if not counts[place]:
            continue
        sides = _Sides(sum(counts[place + 1 :]), counts[place] - 1, sum(counts[:place]))
        war = decided.get(rank) is Decision.WAR
        for wins, ties, losses, ways in sides.first_cards(seats):
            total = wins * nets.win + losses * nets.lose
            if ties == 0 or not war:
                total += ties * nets.surrender(rank)
                found[total] += (
                    counts[place] * ways * perm(shoe.cards - seats - 1, most - seats - 1)
                )
        if war:
            for (wins, losses, ended), ways in _wars(counts, place, seats).items():
                total = wins * nets.win + losses * nets.lose + nets.war(rank, ended)
                used = seats + 2 + sum(ended)
                found[total] += ways * perm(shoe.cards - used, most - used)
    whole = perm(shoe.cards, most)
    return {total: Fraction(ways, whole) for total, ways in sorted(found.items()) if ways}


Ended = tuple[int, int, int]  # wars won, tied and lost


@lru_cache(maxsize=256)
def _wars(counts: tuple[int, ...], place: int, seats: int) -> dict[tuple[int, int, Ended], int]:
    """Ordered deals with at least one war, by wins and losses of first cards and ends of wars."""
    found: dict[tuple[int, int, Ended], int] = defaultdict(int)
    for second in range(len(counts)):
        left = list(counts)
        dealers = left[place]
        left[place] -= 1
        dealers *= left[second]
        if not dealers:
            continue
        left[second] -= 1
        # Cards above, equal to and below the first dealer card, by what they do in the war.
        regions = [[0] * 3 for _ in range(3)]
        for at, count in enumerate(left):
            regions[_side(at, place)][_side(at, second)] += count
        for drawn, ended, ways in _war_cards(regions, seats):
            wars = sum(ended)
            sides = _Sides(*(sum(regions[side]) - drawn[side] for side in (0, 1, 2)))
            for wins, ties, losses, more in sides.first_cards(seats, wars):
                assert ties == wars
                # Which of the tied seats has which end of its war.
                found[wins, losses, ended] += dealers * ways * more
    return found


def _side(at: int, place: int) -> int:
    return 0 if at > place else 1 if at == place else 2


def _war_cards(
    regions: Sequence[Sequence[int]], seats: int
) -> Iterator[tuple[tuple[int, int, int], Ended, int]]:
    """Ordered ways to draw the war cards of 1 to ``seats`` seats, by side and by end."""
    each: list[dict[tuple[int, int, int], int]] = []
    for end in (0, 1, 2):
        ways: dict[tuple[int, int, int], int] = {}
        for some in _splits(seats):
            held = [perm(regions[side][end], some[side]) for side in (0, 1, 2)]
            if held[0] and held[1] and held[2]:
                ways[some] = held[0] * held[1] * held[2]
        each.append(ways)
    for won, a in each[0].items():
        for tied, b in each[1].items():
            decided = sum(won) + sum(tied)
            if decided > seats:
                continue
            for lost, c in each[2].items():
                wars = decided + sum(lost)
                if 1 <= wars <= seats:
                    order = factorial(wars)
                    for part in (*won, *tied, *lost):
                        order //= factorial(part)
                    above, equal, below = map(sum, zip(won, tied, lost, strict=True))
                    ended = (sum(won), sum(tied), sum(lost))
                    yield (above, equal, below), ended, order * a * b * c


def _splits(most: int) -> list[tuple[int, int, int]]:
    return [
        (a, b, c)
        for a in range(most + 1)
        for b in range(most + 1 - a)
        for c in range(most + 1 - a - b)
    ]


@dataclass(frozen=True, slots=True)
class _Sides:
    """Cards above, equal to and below the dealer's first card."""

    above: int
    equal: int
    below: int

    def first_cards(
        self, seats: int, tied: int | None = None
    ) -> Iterator[tuple[int, int, int, int]]:
        """Wins, ties, losses and ordered ways of the first cards; ``tied`` fixes the ties."""
        for ties in range(seats + 1) if tied is None else (tied,):
            for wins in range(seats - ties + 1):
                losses = seats - ties - wins
                ways = perm(self.above, wins) * perm(self.equal, ties) * perm(self.below, losses)
                if ways:
                    order = factorial(seats) // factorial(wins) // factorial(losses)
                    yield wins, ties, losses, order // factorial(ties) * ways


class _Nets:
    """What all bets of one seat net for each of its results."""

    def __init__(self, house: House, bets: Bets) -> None:
        self._parts = [(net_of(house, name), stake) for name, stake in bets.items() if stake]
        self._known: dict[tuple[Outcome, int, Rank | None], Fraction] = {}
        self.win = self._net(Outcome.WIN, 0, None)
        self.lose = self._net(Outcome.LOSE, 0, None)

    def _net(self, outcome: Outcome, ties: int, rank: Rank | None) -> Fraction:
        key = (outcome, ties, rank)
        if key not in self._known:
            story = Story(outcome, ties, rank, None, 1, 1)
            self._known[key] = sum(
                (part(story) * stake for part, stake in self._parts), Fraction(0)
            )
        return self._known[key]

    def surrender(self, rank: Rank) -> Fraction:
        """A tie of ``rank`` that is surrendered."""
        return self._net(Outcome.SURRENDER, 1, rank)

    def war(self, rank: Rank, ended: Ended) -> Fraction:
        """Wars after ties of ``rank``: so many won, tied and lost."""
        won, tied, lost = ended
        return (
            won * self._net(Outcome.WAR_WON, 1, rank)
            + tied * self._net(Outcome.WAR_TIED, 2, rank)
            + lost * self._net(Outcome.WAR_LOST, 1, rank)
        )
