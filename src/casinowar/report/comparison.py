"""A comparison of houses and numbers of decks, as JSON and as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from casinowar.houses import House
from casinowar.odds.comparison import Together
from casinowar.odds.values import HouseOdds, WagerOdds
from casinowar.report.answer_json import Json, odds_json
from casinowar.report.figures import rounded
from casinowar.report.tables import table

COLUMNS_MAX = 6
Figure = Callable[[HouseOdds], Fraction | None]


def compare_json(rows: Sequence[HouseOdds], together: Sequence[Together] = ()) -> Json:
    """Every house and deck count in the form of ``casinowar odds --json``, with its seats."""
    found = [odds_json(odds) for odds in rows]
    for row, seats in zip(found, together, strict=False):
        row["seats"] = {
            "seats": seats.seats,
            "covariance": str(seats.covariance),
            "correlation": float(f"{seats.correlation:.6g}"),
            "wider_than_independent_seats": float(f"{seats.spread:.6g}"),
        }
    return {"rows": found}


def compare_text(rows: Sequence[HouseOdds], together: Sequence[Together] = ()) -> list[str]:
    """One table for each figure, houses down and decks across, as lines."""
    lines: list[str] = []
    for title, figure in [*_figures(rows), *_seat_figures(together)]:
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


def _seat_figures(together: Sequence[Together]) -> Iterator[tuple[str, Figure]]:
    by_odds = {id(one.odds): one for one in together}
    if together:
        seats = together[0].seats
        yield (
            "Correlation of two seats in percent, first wager",
            lambda odds: Fraction(by_odds[id(odds)].correlation),
        )
        yield (
            f"Spread of the hold of {seats} seats, in percent of independent rounds",
            lambda odds: Fraction(by_odds[id(odds)].spread),
        )


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
