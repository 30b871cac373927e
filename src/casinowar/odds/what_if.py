"""The value of each choice on a tie, from the cards that were visible before choosing.

The same stories as in ``decisions``, but for a tie that has happened: the shoe before it is a fresh
one without the other cards on the table. Unseen cards change no probability (``shoe``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from casinowar.cards import Card
from casinowar.houses import House
from casinowar.odds.decisions import (
    FIRST,
    Bets,
    always_stories,
    asks_suits,
    check_bets,
    net_of,
    tied_stories,
)
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stories import Decision, Story, Tied
from casinowar.outcomes import Outcome

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The value of each choice on a tie, in units of the first wager."""

    values: Mapping[Decision, Fraction]

    @property
    def best(self) -> Decision:
        """The choice with the higher value; war if both are equal."""
        return max(self.values, key=lambda way: (self.values[way], way is Decision.WAR))


def what_if(
    house: House,
    decks: int,
    player: Card,
    dealer: Card,
    others: Iterable[Card] = (),
    bets: Mapping[str, int | Fraction] | None = None,
) -> WhatIf:
    """The value of each choice that the house offers on this tie.

    ``others`` are the other cards that could be seen. ``bets`` are the wagers of the seat by name,
    as a multiple of the first: a ladder of Tie odds, or a side bet on several ties, gains from a
    war that is tied again. What these wagers won with the first tie counts for neither choice. A
    Tie wager on the war deal is a separate wager and does not count.

    >>> from casinowar.cards import parse_card
    >>> from casinowar.houses import load_house
    >>> kings = parse_card("Kh"), parse_card("Ks")
    >>> found = what_if(load_house("washington"), 6, *kings)
    >>> found.best.value, found.values[Decision.SURRENDER]
    ('war', Fraction(-1, 2))
    """
    assert player.rank is dealer.rank, "there is a choice only after a tie"
    checked = check_bets(house, {} if bets is None else bets)
    shoe, suits = _without(decks, others), asks_suits(house, checked)
    tie: Tied = (player.rank, player.suit is dealer.suit if suits else None)
    told = tied_stories(always_stories(house, shoe, suits=suits))[tie]
    return WhatIf({way: _value(house, checked, some, tie) for way, some in told.items()})


def _value(house: House, bets: Bets, told: Iterable[Story], tie: Tied) -> Fraction:
    """The mean net of some stories, without what the first tie has decided already."""
    rank, suited = tie
    at_the_tie = Story(Outcome.SURRENDER, 1, rank, suited, 1, 1)
    weights, total = 0, ZERO
    parts = [(net_of(house, name), name, stake) for name, stake in bets.items() if stake]
    for story in told:
        net = sum(
            ((part(story) - (ZERO if name == FIRST else part(at_the_tie))) * stake)
            for part, name, stake in parts
        )
        weights += story.weight
        total += story.weight * net
    return total / weights


def _without(decks: int, seen: Iterable[Card]) -> ShoeLeft:
    """A fresh shoe without some of its cards."""
    gone = Counter(seen)
    fresh = ShoeLeft.of_decks(decks)
    if not gone:
        return fresh
    assert fresh.by_card is not None
    return ShoeLeft.of_cards({card: count - gone[card] for card, count in fresh.by_card.items()})
