"""The best decision on a tie, for all wagers of a seat together.

A player sees both cards of a tie before choosing, so the best decision is found for each rank, and
for suited and unsuited ties if a wager distinguishes them. It maximises the sum of all wagers of
the seat: a ladder of Tie odds or a side bet on several ties gains from war; the first wager may
not. Tie on the war deal counts if it is named: the player then bets it on every war.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from types import MappingProxyType

from casinowar.checks import as_whole
from casinowar.errors import InputError, shown
from casinowar.houses import House
from casinowar.houses.house import Surrender, WarTie
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stories import Decision, Story, Tied, stories
from casinowar.odds.wagers import first_net, needs_suits, side_net, tie_net, war_tie_net
from casinowar.outcomes import WARS

FIRST, TIE, WAR_TIE = "initial", "tie", "war_tie"
Bets = Mapping[str, int | Fraction]  # units, or cents, on each wager by its name
Net = Callable[[Story], Fraction]
Always = Mapping[Decision, tuple[Story, ...]]  # if the decision never varies
Plan = Mapping[Tied, Decision]
FIRST_ALONE: Bets = MappingProxyType({FIRST: 1})
ZERO = Fraction(0)


def ways(house: House) -> list[Decision]:
    """The decisions that the house offers to a tied seat."""
    found = []
    if house.war_possible:
        found.append(Decision.WAR)
    if house.surrender.mode is not Surrender.NOT_OFFERED:
        found.append(Decision.SURRENDER)
    return found


def wager_names(house: House) -> tuple[str, ...]:
    """The wagers of a house by name: ``initial``, ``tie``, ``war_tie`` and its side bets."""
    found = [FIRST]
    if house.tie.offered:
        found.append(TIE)
    if house.tie.war_deal is not WarTie.NOT_OFFERED and house.war_possible:
        found.append(WAR_TIE)
    return (*found, *(bet.name for bet in house.side_bets))


def check_bets(house: House, bets: Mapping[str, object], field: str = "bets") -> Bets:
    """Stakes by the name of the wager, checked; by default one unit on the first wager."""
    if not isinstance(bets, Mapping):
        raise InputError(field, f"{shown(bets)} is not units by the name of a wager")
    known = wager_names(house)
    found: dict[str, int | Fraction] = {FIRST: 1}
    for name, stake in bets.items():
        if name not in known:
            raise InputError(field, f"{house.name} has no wager {shown(name)}: {', '.join(known)}")
        units = stake if isinstance(stake, Fraction) else as_whole(stake)
        if units is None or units < 0:
            raise InputError(field, f"{shown(stake)} on {name} is not a number of units")
        found[name] = units
    return found


def net_of(house: House, name: str) -> Net:
    """The net of one unit of a wager in a story; a wager on the war deal nets 0 without a war.

    ``war_tie`` stands for one unit bet on every war deal.
    """
    if name == FIRST:
        return lambda story: first_net(house, story)
    if name == TIE:
        return lambda story: tie_net(house, story)
    if name == WAR_TIE:
        return lambda story: war_tie_net(house, story) if story.outcome in WARS else ZERO
    bet = next(bet for bet in house.side_bets if bet.name == name)
    return lambda story: side_net(bet, story)


class Nets:
    """The total net of a seat's wagers, in whole multiples of ``1 / scale`` of a unit."""

    def __init__(self, house: House, bets: Bets, told: Iterable[Story]) -> None:
        parts = [(net_of(house, name), stake) for name, stake in bets.items() if stake]
        self._by_tie = any(bets.get(bet.name) for bet in house.side_bets)
        exact: dict[object, Fraction] = {}
        for story in told:
            key = self._key(story)
            if key not in exact:
                exact[key] = sum((part(story) * stake for part, stake in parts), ZERO)
        self.scale = lcm(*(net.denominator for net in exact.values()))
        self._nets = {key: int(net * self.scale) for key, net in exact.items()}

    def _key(self, story: Story) -> object:
        """The features that matter: the rank of the tie matters only to a side bet."""
        if self._by_tie:
            return story.outcome, story.ties, story.rank, story.suited
        return story.outcome, story.ties

    def __call__(self, story: Story) -> int:
        """The net of a story, in multiples of ``1 / scale``."""
        return self._nets[self._key(story)]


def asks_suits(house: House, bets: Bets | None = None) -> bool:
    """Whether a side bet with a stake distinguishes suited ties."""
    return any(
        needs_suits(bet) and (bets is None or bool(bets.get(bet.name))) for bet in house.side_bets
    )


def always_stories(house: House, shoe: ShoeLeft, *, suits: bool) -> Always:
    """The stories of a seat that always decides one way, for each way the house offers."""
    return {way: stories(house, shoe, way, suits=suits) for way in ways(house)}


def tied_stories(always: Always) -> dict[Tied, dict[Decision, list[Story]]]:
    """The stories of every possible tie, by decision."""
    tied: dict[Tied, dict[Decision, list[Story]]] = {}
    for way, played in always.items():
        for story in played:
            if story.tie is not None:
                tied.setdefault(story.tie, {}).setdefault(way, []).append(story)
    return tied


def best_plan(tied: Mapping[Tied, Mapping[Decision, list[Story]]], net: Nets) -> Plan:
    """The best decision for each tie; war if both are equal."""
    plan = {}
    for tie, by_way in tied.items():
        # The same deals in the same whole either way, so totals compare without division.
        worth = {way: total(some, net) for way, some in by_way.items()}
        plan[tie] = max(worth, key=lambda way: (worth[way], way is Decision.WAR))
    return plan


def total(some: Iterable[Story], net: Nets) -> int:
    """The nets of some stories, each by its weight."""
    return sum(story.weight * net(story) for story in some)


def played(always: Always, plan: Plan) -> tuple[Story, ...]:
    """The stories of a seat that decides by a plan."""
    any_way = next(iter(always))
    return tuple(
        story
        for way, told in always.items()
        for story in told
        if way is (any_way if story.tie is None else plan[story.tie])
    )


def one_decision(plan: Plan) -> Decision | None:
    """The decision for every tie; None if they differ, or if no tie is possible."""
    found = set(plan.values())
    return found.pop() if len(found) == 1 else None
