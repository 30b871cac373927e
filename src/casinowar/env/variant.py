"""The variant that an environment plays: a house, a shoe, the possible bets, an episode.

A rehearsal at a table of the house shows which bets are accepted and whether a Tie wager may join
a war: the engine decides, no rule is derived here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.cards import DECK, Card
from casinowar.checks import as_whole, whole_number
from casinowar.env import actions as act
from casinowar.env.table import opened
from casinowar.errors import InputError, shown
from casinowar.houses import House, load_house
from casinowar.houses.check import check_house
from casinowar.houses.house import Surrender
from casinowar.live import LiveTable
from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.simulate import plan, tally
from casinowar.simulate.kernels import seat as kernel
from casinowar.simulate.strategy import Strategy
from casinowar.table import Refusal, Table, decide
from casinowar.table import commands as c

CHIPS, CHIPS_MAX = 100, 1_000_000  # units
ROUNDS_MAX = 1_000_000_000
BETS_MAX = 100
Shape = int | str | float | Fraction | None


@dataclass(frozen=True, eq=False)
class Variant:
    """A house and the settings of an episode."""

    house: House
    decks: int
    seats: int
    chips: int  # the buy-in of a seat, in units
    rounds: int  # the most rounds in an episode; 0: any number
    composition: bool  # whether the cards gone are shown
    unit_cents: int  # the smallest first wager of the house
    actions: tuple[act.Action, ...]
    opened: Table  # at the first bets of a shoe
    rules: NDArray[np.int64]
    nets: NDArray[np.int64]
    table: NDArray[np.int64]  # of actions, as the kernel reads it

    @property
    def sees(self) -> int:
        """The numbers in an observation."""
        return kernel.SEES_GONE + (kernel.RANKS if self.composition else 0)

    def highest(self) -> NDArray[np.float32]:
        """The highest value of each number in an observation."""
        units = max(action.first for action in self.actions)
        ties = max(1, *(action.tie for action in self.actions))
        most = AMOUNT_MAX_CENTS / self.unit_cents
        found = [kernel.TIED, 14, 14, units, ties, most]
        found += [self.decks * 4] * (self.sees - len(found))
        return np.array(found, np.float32)


class _Ties:
    """A shoe that deals nothing but kings."""

    def has(self, index: int) -> bool:  # noqa: ARG002 - the answer is the same for every index
        return True

    def card(self, index: int) -> Card:  # noqa: ARG002 - as above
        return DECK[11]

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - as above
        return False


def make_variant(
    house: House | str | Path = "washington",
    decks: int | None = None,
    behind: Fraction | float | str | None = None,
    *,
    seats: int = 1,
    bets: Iterable[int] = (1,),
    ties: Iterable[int] = (0, 1),
    chips: int = CHIPS,
    rounds: int | None = None,
    composition: bool = False,
) -> Variant:
    """Make a variant; raises an InputError if the house or its shoe does not allow it.

    ``bets`` and ``ties`` are the sizes of wagers to choose from, in units. Sizes of Tie that the
    house does not accept are left out, a bet that it does not accept is an error.
    """
    rules = house if isinstance(house, House) else load_house(house)
    seats = whole_number("seats", seats, 1, rules.deal.seats, rules.cites.seats)
    rules = _with_shoe(rules, decks, _part(behind), seats)
    chips = whole_number("chips", chips, 1, CHIPS_MAX)
    limit = 0 if rounds is None else whole_number("rounds", rounds, 1, ROUNDS_MAX)
    if not isinstance(composition, bool):
        raise InputError("composition", f"{shown(composition)} is not True or False")
    unit = rules.limits.first.min_cents
    count = rules.cards.decks
    rehearsal = opened(rules, count, 1, CHIPS_MAX * unit, _ties)
    offered = _bets(rehearsal, unit, _units("bets", bets, 1), _units("ties", ties, 0))
    joined = [act.WAR_WITH_TIE] if any(_joins(rehearsal, unit, one) for one in offered) else []
    found = [act.SURRENDER, act.WAR, *joined, *offered]
    begun = opened(rules, count, seats, chips * unit, _ties).state
    table = np.array(
        [
            [action.first for action in found],
            [action.tie for action in found],
            [_joins(rehearsal, unit, action) for action in found],
        ],
        np.int64,
    )
    numbers, nets = _numbers(rules, count, unit)
    numbers[kernel.CHIPS_AT_FIRST], numbers[kernel.ROUNDS_MAX] = chips * unit, limit
    numbers[kernel.WAR_TIE_ASKED] = act.WAR_WITH_TIE in found
    return Variant(
        *(rules, count, seats, chips, limit, composition, unit, tuple(found), begun),
        *(numbers, nets, table),
    )


def _ties(number: int) -> _Ties:  # noqa: ARG001 - every shoe is alike
    return _Ties()


def _part(behind: Any) -> Fraction | None:
    """The fraction of the shoe behind the cutting card, exactly as written."""
    if behind is None or isinstance(behind, Fraction):
        return behind
    try:
        return Fraction(str(behind))
    except (ValueError, ZeroDivisionError):
        raise InputError("behind", f"{shown(behind)} is not a fraction like 1/4 or 0.25") from None


def _with_shoe(house: House, decks: int | None, behind: Fraction | None, seats: int) -> House:
    """The house with that shoe, for as many seats as play."""
    house = plan.moved_card(house, behind)
    cards = house.cards
    count = cards.decks if decks is None else whole_number("decks", decks, 1, plan.DECKS_MAX)
    cards = replace(
        cards,
        decks=count,
        decks_allowed=(count,),
        shuffling=cards.shuffling[:1],
        batch_decks_min=min(cards.batch_decks_min, 2 * count),
        cutting_card_from_back_min=min(
            cards.cutting_card_from_back, cards.cutting_card_from_back_min
        ),
    )
    house = replace(
        house,
        cards=cards,
        deal=replace(house.deal, seats=seats),
        policies=replace(house.policies, seats_per_player=1),
        side_bets=(),
    )
    check_house(house)
    return house


def _units(field: str, given: Iterable[int], least: int) -> list[int]:
    """Sizes of a wager in units, each once, in order."""
    try:
        found = [as_whole(units) for units in given]
    except TypeError:
        raise InputError(field, f"{shown(given)} is not a list of units") from None
    good = [units for units in found if units is not None and least <= units <= CHIPS_MAX]
    if not found or len(good) != len(found) or len(found) > BETS_MAX:
        raise InputError(field, f"{shown(given)} is not a list of units from {least} on")
    return sorted(set(good))


# --- what the engine accepts ----------------------------------------------------------------------


def _accepted(table: LiveTable, command: c.Command) -> Refusal | None:
    answer = decide(table.state, command, table.shoe)
    return answer if isinstance(answer, Refusal) else None


def _bets(table: LiveTable, unit: int, firsts: list[int], ties: list[int]) -> list[act.Action]:
    found = []
    for first in firsts:
        alone = _accepted(table, c.PlaceWagers(seat=1, initial_cents=first * unit))
        if alone is not None:
            raise InputError("bets", f"{first} units: {alone.sentence}", alone.cites)
        for tie in ties:
            both = c.PlaceWagers(seat=1, initial_cents=first * unit, tie_cents=tie * unit)
            if _accepted(table, both) is None:
                found.append(act.bet(first, tie))
    if not found:
        raise InputError("ties", f"{table.state.house.name} accepts none of {ties} units")
    return found


def _joins(table: LiveTable, unit: int, action: act.Action) -> bool:
    """Whether a Tie wager as large as the bet may join its war."""
    if not action.first:
        return False
    tied = table.copy()
    tied.must(c.PlaceWagers(seat=1, initial_cents=action.first * unit))
    war = c.GoToWar(seat=1, war_tie_cents=action.first * unit)
    return _accepted(tied, war) is None


# --- the kernel's numbers -------------------------------------------------------------------------


def _numbers(house: House, decks: int, unit: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The house as the numbers that the kernel plays by, and its prices in cents."""
    dealt = plan.make_plan(house, decks, 1, Strategy()).rules
    rules = np.zeros(kernel.RULES, np.int64)
    rules[kernel.CARDS], rules[kernel.FRONT] = dealt[plan.CARDS], dealt[plan.FRONT]
    rules[kernel.OPENING], rules[kernel.BURNS] = dealt[plan.OPENING], house.war_burns(1)
    rules[kernel.WAR_DEALS] = house.war.deals_max
    rules[kernel.WAR_ASKED] = house.war_possible
    rules[kernel.SURRENDER_ASKED] = house.surrender.mode is Surrender.OFFERED
    rules[kernel.CLIMBS], rules[kernel.RUNGS] = house.tie.climbs, len(house.tie.ladder)
    rules[kernel.UNIT] = unit
    first, _, _ = plan.results(house)
    war = (first[tally.WAR_WON], first[tally.WAR_TIED], first[tally.WAR_LOST])
    prices = [
        *(first[tally.WIN], first[tally.SURRENDER]),
        *(war if house.war_possible else (Fraction(0),) * len(war)),
        house.tie.war_deal_odds.ratio,
        *(rung.ratio for rung in house.tie.ladder),
    ]
    cents = [price * unit for price in prices]
    assert all(price.denominator == 1 for price in cents), "the wager step makes prices payable"
    return rules, np.array([int(price) for price in cents], np.int64)
