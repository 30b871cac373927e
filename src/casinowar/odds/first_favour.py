"""How often the first wager favours a player who knows which cards are left, exactly.

Where war is always best and the first cards are even money, the first wager favours the player
when a tied war is likely enough, given a tie. With ``c`` cards of each rank among ``n``

    P(tie)               = S / n(n-1)                          S = sum of c(c-1)
    P(tie and tied war)  = (S² - U) / n(n-1)(n-2)(n-3)         U = sum of c(c-1)(4c-6)

so only S and U of what is left matter. The compositions are built up rank by rank, highest count
first, and those with equal sums are merged; those that can no longer be uneven enough are dropped.
Few are left, because a shoe must be very uneven to favour the first wager.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb, perm
from pathlib import Path

from casinowar.cards import CARDS_PER_DECK, Rank, Suit
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.odds.favour import Favour, check_depth, thresholds, tie_favour

DECKS_MAX = 8  # beyond this, there are too many uneven compositions to count in seconds
CARDS_MIN = 4  # compared by the end of a war

# Ranks and cards that are still to be placed, and the sums S and U of those that are.
_Sums = tuple[int, int, int, int]


def first_favour(
    house: House | str | Path = "washington", decks: int | None = None, cards_left: int = 52
) -> Favour:
    """How often the first wager favours the player with ``cards_left`` cards left.

    >>> f"{float(first_favour('washington', 6, 10).chance):.4%}"
    '0.2410%'
    """
    rules = house if isinstance(house, House) else load_house(house)
    count = rules.cards.decks if decks is None else decks
    limit = next((limit.above for limit in thresholds(rules) if limit.wager == "initial"), None)
    if limit is None or rules.war.deals_max > 1:
        raise InputError(
            "house", f"the first wager of {rules.name} does not depend on one tied war"
        )
    count, cards_left = check_depth(count, cards_left, DECKS_MAX, CARDS_MIN)
    pairs, fours = perm(cards_left, 2), perm(cards_left, 4)
    # A tie loses this much unless the war is tied.
    loss = 1 - rules.war_net_won / 2
    good, gain = 0, Fraction(0)
    for (spread, uneven), ways in _favourable(count * len(Suit), cards_left, limit):
        tied = Fraction(spread**2 - uneven, fours)
        good += ways
        gain += ways * ((loss + rules.war_net_tied) * tied - loss * Fraction(spread, pairs))
    total = comb(count * CARDS_PER_DECK, cards_left)
    return Favour(
        rules.name, "initial", count, cards_left, Fraction(good, total), gain / total, limit
    )


def favours(
    house: House | str | Path = "washington", decks: int | None = None, cards_left: int = 52
) -> tuple[Favour, ...]:
    """How often each wager favours the player, the first wager first.

    Wagers that depend on more than one probability are omitted; an InputError if all do.
    """
    found: list[Favour] = []
    refused: list[InputError] = []
    for ask in (tie_favour, first_favour):
        try:
            found.append(ask(house, decks, cards_left))
        except InputError as error:
            refused.append(error)
    if not found:  # prefer the error about a bad number
        raise min(refused, key=lambda error: error.field == "house")
    return tuple(reversed(found))


def _favourable(
    copies: int, cards_left: int, limit: Fraction
) -> Iterator[tuple[tuple[int, int], int]]:
    """Sums (S, U) where P(tied war | tie) is above ``limit``, and the sets of cards with them."""
    need, scale = limit.numerator * perm(cards_left - 2, 2), limit.denominator

    def enough(spread: int, uneven: int) -> bool:
        return scale * (spread * spread - uneven) > need * spread

    level: dict[_Sums, int] = {(len(Rank), cards_left, 0, 0): 1}
    found: dict[tuple[int, int], int] = defaultdict(int)
    for held in range(min(copies, cards_left), 0, -1):
        after: dict[_Sums, int] = defaultdict(int)
        for sums, ways in _with(level, held, comb(copies, held)):
            ranks, cards, spread, uneven = sums
            if cards == 0:
                if enough(spread, uneven):
                    found[spread, uneven] += ways
            # S is largest on the fewest ranks, and U grows: if that fails, everything does.
            elif cards <= ranks * (held - 1) and enough(spread + _most(cards, held - 1), uneven):
                after[sums] += ways
        level = after
    yield from found.items()


def _with(level: Mapping[_Sums, int], held: int, ways_each: int) -> Iterator[tuple[_Sums, int]]:
    """Every way to have any number of ranks of which ``held`` cards are left."""
    pairs = perm(held, 2)
    for (ranks, cards, spread, uneven), ways in level.items():
        for many in range(min(ranks, cards // held) + 1):
            added = many * pairs
            sums = (spread + added, uneven + added * (4 * held - 6))
            more = ways * comb(ranks, many) * ways_each**many
            yield (ranks - many, cards - many * held, *sums), more


def _most(cards: int, held: int) -> int:
    """The largest S of ``cards`` cards with at most ``held`` of a rank."""
    full, rest = divmod(cards, held)
    return full * perm(held, 2) + perm(rest, 2)
