"""Houses and numbers of decks side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.odds.answer import odds_of
from casinowar.odds.report import Json, odds_json, rounded
from casinowar.odds.text import table
from casinowar.odds.values import HouseOdds, WagerOdds

HOUSES_MAX, DECKS_MAX = 24, 24
DECKS = (1, 2, 4, 6, 7, 8)
COLUMNS_MAX = 6
Figure = Callable[[HouseOdds], Fraction | None]


def compare(
    houses: Sequence[House | str | Path] = (), decks: Sequence[int] = DECKS
) -> tuple[HouseOdds, ...]:
    """The odds of every house with every number of decks; all built-in houses if none is named.

    >>> [str(odds.initial.house_edge) for odds in compare(["wisconsin"], [6, 8])]
    ['23138/993023', '276706/11826255']
    """
    named = houses or house_names()
    if len(named) > HOUSES_MAX:
        raise InputError("house", f"{len(named)} houses are too many: {HOUSES_MAX} at most")
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


def compare_json(rows: Sequence[HouseOdds]) -> Json:
    """Every house and deck count in the form of ``casinowar odds --json``."""
    return {"rows": [odds_json(odds) for odds in rows]}


def compare_text(rows: Sequence[HouseOdds]) -> list[str]:
    """One table a figure, houses down and decks across, as lines."""
    lines: list[str] = []
    for title, figure in _figures(rows):
        found = _section(rows, title, figure)
        lines += ([""] if lines and found else []) + found
    return [*lines, "", "  * a number of decks that the house deals"]


def _figures(rows: Sequence[HouseOdds]) -> Iterator[tuple[str, Figure]]:
    yield "House edge in percent, first wager, best decision", lambda odds: odds.initial.house_edge
    yield "Element of risk in percent", lambda odds: odds.initial.element_of_risk
    yield (
        "House edge in percent, always surrender",
        lambda odds: _edge(odds.initial.if_surrender),
    )
    yield "House edge in percent, Tie", lambda odds: _edge(odds.tie)
    yield "House edge in percent, Tie on the war deal", lambda odds: _edge(odds.war_tie)
    for title in dict.fromkeys(side.bet.title for odds in rows for side in odds.side_bets):
        yield f"House edge in percent, {title}", _side_edge(title)


def _edge(wager: WagerOdds | None) -> Fraction | None:
    return None if wager is None else wager.house_edge


def _side_edge(title: str) -> Figure:
    def edge(odds: HouseOdds) -> Fraction | None:
        return next((_edge(side.odds) for side in odds.side_bets if side.bet.title == title), None)

    return edge


def _section(rows: Sequence[HouseOdds], title: str, figure: Figure) -> list[str]:
    decks = list(dict.fromkeys(odds.decks for odds in rows if odds.decks is not None))
    houses = {odds.house.name: odds.house for odds in rows}
    values = {(odds.house.name, odds.decks): figure(odds) for odds in rows}
    shown = [name for name in houses if any(values[name, count] is not None for count in decks)]
    lines: list[str] = []
    for at in range(0, len(decks) if shown else 0, COLUMNS_MAX):
        some = decks[at : at + COLUMNS_MAX]
        cells = [
            (name[:20], *(_cell(houses[name], count, values[name, count]) for count in some))
            for name in shown
        ]
        head = ("decks", *(f"{count:,} " for count in some))
        lines += [title if at == 0 else "", *table(head, cells)]
    return lines


def _cell(house: House, decks: int, value: Fraction | None) -> str:
    if value is None:
        return ""
    mark = "*" if decks in house.cards.decks_allowed else " "
    return f"{rounded(100 * value, 12):.4f}{mark}"
