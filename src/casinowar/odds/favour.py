"""When a wager favours the player, and how often, for a player who knows every card.

The Tie wager at odds ``w`` favours the player when P(tie) > 1/(w+1); P(tie) depends only on
``S``, the sum of c(c-1) over the ranks. Which cards are left after a number of draws is
hypergeometric, so the distribution of ``S`` is a product over the ranks. It is multiplied out
exactly, each polynomial in ``S`` packed into one whole number. The first wager depends on more
than ``S``: see ``first_favour``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm
from pathlib import Path

from casinowar.cards import CARDS_PER_DECK, Rank, Suit
from casinowar.checks import tie_offered, whole_number
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.houses.house import Surrender

# Beyond this the exact product takes minutes; the built-in houses deal at most eight decks.
DECKS_MAX = 12


@dataclass(frozen=True, slots=True)
class Threshold:
    """A wager favours the player where ``quantity`` is above ``above``."""

    wager: str
    quantity: str
    above: Fraction


def thresholds(house: House | str | Path) -> tuple[Threshold, ...]:
    """The wagers of a house whose advantage depends on one probability.

    >>> [(limit.wager, str(limit.above)) for limit in thresholds("wisconsin")]
    [('initial', '1/5'), ('tie', '1/11'), ('war_tie', '1/11')]
    """
    rules = house if isinstance(house, House) else load_house(house)
    found = []
    # First cards are even money: only what a tie is worth decides, -a + (a + tied net) P(tied war).
    loss = 1 - rules.war_net_won / 2
    if _always_war(rules, loss) and rules.deal.first_odds.ratio == 1:
        limit = loss / (rules.war_net_tied + loss)
        found.append(Threshold("initial", "P(tied war | tie)", limit))
    if rules.tie.offered and not rules.tie.climbs:
        found.append(Threshold("tie", "P(tie)", 1 / (rules.tie.ladder[0].ratio + 1)))
    if rules.tie.war_deal.value != "not_offered":
        found.append(Threshold("war_tie", "P(tie)", 1 / (rules.tie.war_deal_odds.ratio + 1)))
    return tuple(found)


def _always_war(house: House, loss: Fraction) -> bool:
    """Whether war is best in every shoe; a cheap surrender can be best for some ranks."""
    costly = house.surrender.mode is Surrender.NOT_OFFERED or house.surrender.lost >= loss
    return house.war_possible and costly and house.war_net_tied + loss > 0


@dataclass(frozen=True, slots=True)
class Favour:
    """How often, and how much, a wager favours a player who knows which cards are left."""

    house: str
    wager: str  # tie, or initial
    decks: int
    cards_left: int
    chance: Fraction  # that the wager favours the player
    gain: Fraction  # expected win of one unit bet then, and only then, per round at this depth
    threshold: Fraction  # of P(tie), or of P(tied war | tie) for the first wager


def tie_favour(
    house: House | str | Path = "washington", decks: int | None = None, cards_left: int = 52
) -> Favour:
    """How often the Tie wager favours the player with ``cards_left`` cards left, exactly.

    >>> f"{float(tie_favour('washington', 6, 52).chance):.2%}"
    '1.15%'
    """
    rules = house if isinstance(house, House) else load_house(house)
    count = rules.cards.decks if decks is None else decks
    count, cards_left = _check(rules, count, cards_left)
    odds = rules.tie.ladder[0].ratio
    limit = 1 / (odds + 1)
    pairs = perm(cards_left, 2)
    good, gain = 0, Fraction(0)
    for half, ways in spread_ways(count * len(Suit), cards_left):
        chance = Fraction(2 * half, pairs)
        if chance > limit:
            good += ways
            gain += ways * (chance * (odds + 1) - 1)
    total = comb(count * CARDS_PER_DECK, cards_left)
    return Favour(rules.name, "tie", count, cards_left, Fraction(good, total), gain / total, limit)


def _check(house: House, decks: int, cards_left: int) -> tuple[int, int]:
    tie_offered("house", house)
    if house.tie.climbs:
        raise InputError("house", f"the ladder of {house.name} does not depend on P(tie) alone")
    return check_depth(decks, cards_left, DECKS_MAX, 2)


def check_depth(decks: int, cards_left: int, decks_max: int, cards_min: int) -> tuple[int, int]:
    """Decks and cards left as plain numbers, checked."""
    decks = whole_number("decks", decks, 1, decks_max)
    return decks, whole_number("depth", cards_left, cards_min, decks * CARDS_PER_DECK)


def spread_ways(copies: int, cards_left: int) -> Iterator[tuple[int, int]]:
    """Pairs (half of S, number of sets of cards left with it) for thirteen ranks of ``copies``."""
    bits = comb(len(Rank) * copies, cards_left).bit_length() + 1
    most = min(copies, cards_left)
    choose = [comb(copies, held) for held in range(most + 1)]
    packed = [1] + [0] * cards_left  # index: cards chosen so far
    for _ in Rank:
        packed = [
            sum(
                choose[held] * packed[chosen - held] << bits * comb(held, 2)
                for held in range(min(most, chosen) + 1)
                if packed[chosen - held]
            )
            for chosen in range(cards_left + 1)
        ]
    rest, half, mask = packed[cards_left], 0, (1 << bits) - 1
    while rest:
        if ways := rest & mask:
            yield half, ways
        rest >>= bits
        half += 1
