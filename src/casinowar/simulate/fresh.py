"""The exact edges of a fresh shoe, for the strategy that was simulated."""

from __future__ import annotations

from fractions import Fraction

from casinowar.houses import House
from casinowar.odds import FirstOdds, odds_of
from casinowar.simulate.strategy import SHARE_STEPS, Strategy, TieBet


def fresh_edge(house: House, decks: int, strategy: Strategy) -> Fraction:
    """The exact house edge of the first wager in the first round of a shoe.

    >>> from casinowar.houses import load_house
    >>> fresh_edge(load_house("skycity"), 6, Strategy())
    Fraction(23138, 993023)
    """
    return _first_edge(house, odds_of(house, decks=decks).initial, strategy)


def fresh_edges(
    house: House, decks: int, strategy: Strategy
) -> tuple[Fraction, Fraction | None, Fraction | None]:
    """The exact edges of the first wager, Tie, and Tie on the war deal, in a fresh shoe.

    None for a wager that the house does not offer, and for a Tie wager that waits for good cards.
    """
    odds = odds_of(house, decks=decks)
    tie = odds.tie if strategy.tie is TieBet.ALWAYS else None
    return (
        _first_edge(house, odds.initial, strategy),
        None if tie is None else tie.house_edge,
        None if odds.war_tie is None else odds.war_tie.house_edge,
    )


def _first_edge(house: House, first: FirstOdds, strategy: Strategy) -> Fraction:
    share = Fraction(strategy.war_steps(house), SHARE_STEPS)
    edge = Fraction(0)
    for part, wager in ((share, first.if_war), (1 - share, first.if_surrender)):
        if part:
            assert wager is not None, "the house offers what it plays"
            edge += part * wager.house_edge
    return edge
