"""Compositions answered per second: many at once against one after the other."""

from __future__ import annotations

import numpy as np

from bench.ratio import Ratio, best_seconds
from casinowar.houses import load_house
from casinowar.odds import odds_many, odds_of

HOUSE, CARDS_LEFT = "wisconsin", 100
MANY, FEW = 1_000_000, 200


def run() -> list[Ratio]:
    """The house edges of shoes of six decks with 100 cards left, on one core."""
    house = load_house(HOUSE)
    shoes = np.random.default_rng(1).multivariate_hypergeometric([24] * 13, CARDS_LEFT, size=MANY)
    rows = shoes[:FEW].tolist()
    together = best_seconds(lambda: odds_many(shoes, house))
    alone = best_seconds(lambda: [odds_of(house, cards_left=row) for row in rows])
    return [
        Ratio(
            what="compositions, first wager, Tie and war Tie",
            peer="odds_of, exact",
            unit="compositions/s",
            ours=MANY / together,
            theirs=FEW / alone,
            least=200,
            goal=1000,
        )
    ]
