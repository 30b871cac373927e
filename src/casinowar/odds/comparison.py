"""Houses and numbers of decks side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from casinowar.checks import whole_number
from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.odds.answer import odds_of
from casinowar.odds.seats import covariances
from casinowar.odds.values import HouseOdds
from casinowar.tabular import Tabular

HOUSES_MAX, DECKS_MAX = 24, 24
DECKS = (1, 2, 4, 6, 7, 8)


class Comparison(tuple[HouseOdds, ...], Tabular):
    """Odds side by side: a tuple that notebooks show as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = dict.fromkeys(odds.house.name for odds in self)
        return f"<odds of {', '.join(names)}: {len(self)} shoes>"

    def records(self) -> list[dict[str, object]]:
        """Every wager of every house and number of decks."""
        return [row for odds in self for row in odds.records()]


def compare(houses: Sequence[House | str | Path] = (), decks: Sequence[int] = DECKS) -> Comparison:
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
            raise InputError("house", f"{name} is given twice")
    counts = dict.fromkeys(decks)
    return Comparison(odds_of(house, count) for house in rules for count in counts)


@dataclass(frozen=True, slots=True)
class Together:
    """The correlation of the first wagers of several seats in one round."""

    odds: HouseOdds
    seats: int
    covariance: Fraction  # of two seats
    correlation: float
    spread: float  # of the hold of all seats, over that of independent rounds


def seats_together(rows: Sequence[HouseOdds], seats: int) -> tuple[Together, ...]:
    """The seats of each row of a comparison, all with the best decision of the first wager.

    >>> [round(one.spread, 3) for one in seats_together(compare(["wisconsin"], [6]), 7)]
    [1.673]
    """
    seats = whole_number("seats", seats, 1, max(odds.house.deal.seats for odds in rows))
    found = []
    for odds in rows:
        both = covariances(odds.house, cards_left=odds.shoe, plan=odds.initial.plan)
        between = both.between["initial", "initial"]
        found.append(Together(odds, seats, between, both.correlation(), both.spread(seats)))
    return tuple(found)


def parse_decks(text: str) -> tuple[int, ...]:
    """Read numbers of decks written ``1,2,6,8``."""
    parts = text.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise InputError("decks", f"{text[:40]!r} is not a list like 1,2,6,8")
    return tuple(int(part[:20]) for part in parts)
