"""The exact edge of a fresh shoe, for the strategy that was simulated."""

from __future__ import annotations

from fractions import Fraction

from casinowar.houses import House
from casinowar.odds import odds_of
from casinowar.simulate.strategy import SHARE_STEPS, Strategy


def fresh_edge(house: House, decks: int, strategy: Strategy) -> Fraction:
    """The exact share of a first wager that the house keeps in the first round of a shoe.

    >>> from casinowar.houses import load_house
    >>> fresh_edge(load_house("skycity"), 6, Strategy())
    Fraction(23138, 993023)
    """
    first = odds_of(house, decks=decks).initial
    share = Fraction(strategy.war_steps(house), SHARE_STEPS)
    edge = Fraction(0)
    for part, wager in ((share, first.if_war), (1 - share, first.if_surrender)):
        if part:
            assert wager is not None, "the house offers what it plays"
            edge += part * wager.house_edge
    return edge
