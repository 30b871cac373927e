"""Houses and numbers of decks side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.odds.answer import odds_of
from casinowar.odds.values import HouseOdds

HOUSES_MAX, DECKS_MAX = 24, 24
DECKS = (1, 2, 4, 6, 7, 8)


def compare(
    houses: Sequence[House | str | Path] = (), decks: Sequence[int] = DECKS
) -> tuple[HouseOdds, ...]:
    """The odds of every house with every number of decks; all built-in houses if none is named.

    >>> [str(odds.initial.house_edge) for odds in compare(["wisconsin"], [6, 8])]
    ['23138/993023', '276706/11826255']
    """
    named = houses or house_names()
    if len(named) > HOUSES_MAX:
        raise InputError("house", f"{len(named)} houses are too many: at most {HOUSES_MAX}")
    if not 1 <= len(decks) <= DECKS_MAX:
        raise InputError("decks", f"{len(decks)} numbers of decks are not from 1 to {DECKS_MAX}")
    rules = [house if isinstance(house, House) else load_house(house) for house in named]
    names = [house.name for house in rules]
    for name in names:
        if names.count(name) > 1:
            raise InputError("house", f"{name} is named twice")
    return tuple(odds_of(house, count) for house in rules for count in dict.fromkeys(decks))


def parse_decks(text: str) -> tuple[int, ...]:
    """Deck counts written ``1,2,6,8``."""
    parts = text.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise InputError("decks", f"{text[:40]!r} is not a list like 1,2,6,8")
    return tuple(int(part[:20]) for part in parts)
