"""A house as the plain numbers that the kernels deal by.

A Plan is checked, frozen and small, so it can be sent to other processes and machines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from casinowar.cards import CARDS_PER_DECK
from casinowar.checks import tie_offered, whole_number
from casinowar.errors import InputError, expect
from casinowar.houses.house import House, Reshuffle, WarTie
from casinowar.simulate import tally
from casinowar.simulate.strategy import Strategy, TieBet

DECKS_MAX: Final = 100  # the kernels count the cards of a shoe in 16 bits
SEED_MAX: Final = 2**64 - 1

# Places of the whole numbers in Plan.rules.
DECKS, CARDS, FRONT, OPENING, SEATS, WAR_FIXED, WAR_EACH, WAR_DEALS = range(8)
WAR_STEPS, BY_COMPOSITION, BURN_FIRST, BURN_EACH, RUNGS = range(8, 13)
# Rows of Plan.results: what each count adds to the result of the first wager, the Tie wager and
# the Tie wager on the war deal, for a stake of one unit.
FIRST, TIE, WAR_TIE = range(3)


@dataclass(frozen=True, slots=True)
class Plan:
    """A house, decks, seats and a strategy as numbers."""

    rules: tuple[int, ...]
    results: tuple[tuple[float, ...], ...]

    @property
    def seats(self) -> int:
        """Seats that play every round."""
        return self.rules[SEATS]

    @property
    def lockstep(self) -> bool:
        """Whether wars may be drawn after all first cards of a shoe.

        They may where a war uses a known number of cards and nobody watches the cards.
        """
        return self.rules[WAR_DEALS] == 1 and not self.rules[BY_COMPOSITION]

    @property
    def rounds_per_shoe(self) -> float:
        """About the number of rounds, one per seat, in a shoe; used only for the size of blocks."""
        used = self.rules[FRONT] - self.rules[OPENING]
        deals = max(1.0, used / (self.seats + 1 + 0.075 * self.seats * self.rules[WAR_EACH]))
        return deals * self.seats

    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The numbers as the kernels take them."""
        return np.array(self.rules, dtype=np.int64), np.array(self.results, dtype=np.float64)


def make_plan(
    house: House,
    decks: int | None,
    seats: int,
    strategy: Strategy,
    behind: Fraction | None = None,
) -> Plan:
    """The Plan of a simulation; raises an InputError if it cannot be dealt.

    ``behind`` is the fraction of the shoe behind the cutting card.
    """
    house = moved_card(house, behind)
    count = house.cards.decks if decks is None else decks
    count, seats = _check(house, count, seats, strategy)
    cards = count * CARDS_PER_DECK
    every_round = house.cards.reshuffle is Reshuffle.EVERY_ROUND
    # A shoe ends with the round that draws beyond FRONT. If FRONT is before the first card, that
    # is every round.
    front = house.cards.opening_burn if every_round else cards - house.cards_behind(count)
    burns_first, burns_each = house.war_burns(0), house.war_burns(1) - house.war_burns(0)
    rules = (
        count,
        cards,
        front,
        house.cards.opening_burn,
        seats,
        burns_first + 1,
        burns_each + 1,
        house.war.deals_max,
        strategy.war_steps(house),
        int(strategy.tie is TieBet.BY_COMPOSITION),
        burns_first,
        burns_each,
        len(house.tie.ladder),
    )
    return Plan(rules, tuple(tuple(float(part) for part in row) for row in results(house)))


def moved_card(house: House, behind: Fraction | None) -> House:
    """The house with its cutting card moved; raises an InputError if that is impossible."""
    if behind is None:
        return house
    if house.cards.reshuffle is Reshuffle.EVERY_ROUND:
        raise InputError(
            "behind", f"{house.name} reshuffles after every round", house.cites.cutting_card
        )
    check_behind(behind)
    return replace(house, cards=replace(house.cards, cutting_card_from_back=behind))


def check_behind(behind: Fraction) -> None:
    """Raise an InputError unless ``behind`` is a fraction of the shoe."""
    expect(
        "behind", behind, (Fraction, int, float), "a fraction of the shoe, such as Fraction(1, 4)"
    )
    if not 0 < behind < 1:
        raise InputError("behind", f"{behind} is not a fraction of the shoe between 0 and 1")


def results(house: House) -> tuple[tuple[Fraction, ...], ...]:
    """The exact contribution of one of each count to the result of each wager."""
    first, tie, war_tie = ([Fraction(0)] * tally.COLUMNS for _ in range(3))
    first[tally.WIN] = house.deal.first_odds.ratio
    first[tally.LOSE] = Fraction(-1)
    first[tally.SURRENDER] = -house.surrender.lost
    first[tally.WAR_WON] = house.war_net_won
    first[tally.WAR_TIED] = house.war_net_tied
    first[tally.WAR_LOST] = Fraction(-2)
    tie[tally.TIE_BETS] = Fraction(-1)
    paid = Fraction(-1)  # each rung adds what it pays beyond the rung below
    for rung, odds in enumerate(house.tie.ladder):
        tie[tally.TIE_BETS_1 + rung] = odds.ratio - paid
        paid = odds.ratio
    for column in (tally.WAR_WON, tally.WAR_TIED, tally.WAR_LOST):
        war_tie[column] = Fraction(-1)
    war_tie[tally.TIES_2] = house.tie.war_deal_odds.ratio + 1
    return tuple(first), tuple(tie), tuple(war_tie)


def _check(house: House, decks: int, seats: int, strategy: Strategy) -> tuple[int, int]:
    """Decks and seats as plain numbers, or an InputError."""
    decks = whole_number("decks", decks, 1, DECKS_MAX, house.cites.decks)
    seats = whole_number("seats", seats, 1, house.deal.seats, house.cites.seats)
    expect("strategy", strategy, Strategy, "a Strategy, such as parse_strategy('war')")
    if not 0 <= strategy.war_share <= 1:
        raise InputError("strategy", f"a war share of {strategy.war_share} is not from 0 to 1")
    if strategy.tie is TieBet.BY_COMPOSITION:
        tie_offered("tie", house)
    every_round = house.cards.reshuffle is Reshuffle.EVERY_ROUND
    cards = decks * CARDS_PER_DECK
    have = cards - house.cards.opening_burn if every_round else house.cards_behind(decks)
    if cards - have < house.cards.opening_burn:
        raise InputError("decks", f"{decks} decks leave no card to deal", house.cites.cutting_card)
    need = house.most_cards(seats)
    if have < need:
        where = "in the shoe" if every_round else "behind the cutting card"
        raise InputError(
            "decks",
            f"{decks} decks leave {have} cards {where}, and {seats} seats at war can need {need}",
            house.cites.running_out,
        )
    return decks, seats


def offers_war_tie(house: House) -> bool:
    """Whether a Tie wager may be made on the war deal."""
    return house.tie.war_deal is not WarTie.NOT_OFFERED
