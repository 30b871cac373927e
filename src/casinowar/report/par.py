"""The PAR sheet of a house: rules, paytable, exact probabilities, returns and volatility.

``par_sheet`` fills ``templates/par.html``: one self-contained page that prints on A4 and follows
the reader's light or dark theme. This module turns the figures into cells and words; the template
is the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import isfinite
from pathlib import Path
from statistics import NormalDist

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from casinowar.houses import House, is_policy
from casinowar.houses.sheet import Rule, rule_sheet
from casinowar.houses.words import counted, signed
from casinowar.money import short_cents
from casinowar.odds.answer import odds_of
from casinowar.odds.beside import beside_first
from casinowar.odds.review import RETURN_MIN, confirms, review_house
from casinowar.odds.stories import Decision
from casinowar.odds.values import HouseOdds, WagerOdds
from casinowar.outcomes import Outcome
from casinowar.report.facts import (
    CONFIDENCES,
    ROUNDS,
    Combinations,
    Interval,
    ParFacts,
    par_facts,
)
from casinowar.report.figures import OUTCOME_WORDS, percent, root_rounded
from casinowar.report.par_figures import BAR_WIDTH, outcome_bars, return_funnel

# 90 % of a normal distribution lies within 1.645 deviations: the usual volatility index.
VOLATILITY_FACTOR = NormalDist().inv_cdf(0.95)
EXACT_TEXT_MAX = 40


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; ``mark`` is its class on the page."""

    text: str
    mark: str = ""
    code: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the columns from ``first_number`` on hold numbers."""

    head: list[Cell]
    rows: list[list[Cell]]
    first_number: int = 1
    total: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Paytable:
    """The results of one wager, and its return per unit of all money and of the first wager."""

    grid: Grid
    cards: int
    cycle: str
    of_war_deals: bool
    with_war: bool
    of_all: str
    of_first: str


@dataclass(frozen=True, slots=True)
class TieDecision:
    """The value of a tie with each decision; ``best`` only if there is a choice."""

    grid: Grid
    best: Decision | None
    tied_war: str
    tied_war_percent: str


def par_sheet(
    house: House | str | Path = "washington",
    decks: int | None = None,
    rounds: int = ROUNDS,
    *,
    made: date | None = None,
) -> str:
    """The PAR sheet as an HTML page, with intervals for ``rounds`` and other numbers of rounds.

    >>> "2.3301 %" in par_sheet("washington")
    True
    """
    return par_page(par_facts(house, decks, rounds, made=made))


def par_page(facts: ParFacts) -> str:
    """The facts of a PAR sheet as an HTML page."""
    odds, first = facts.odds, facts.odds.initial
    return _template().render(
        title=f"PAR sheet: {odds.house.title}",
        facts=facts,
        house=odds.house,
        decks=counted(odds.decks or 0, "deck"),
        deck_count=odds.decks,
        rounds=facts.rounds,
        tiles=_tiles(odds),
        bar_width=BAR_WIDTH,
        bars=outcome_bars(_outcomes(odds)),
        rules_by_section=_rules(odds.house),
        identity=_identity(facts),
        paytables=[
            _paytable(wager, counted_over)
            for wager, counted_over in zip(odds.wagers, facts.combinations, strict=True)
        ],
        strategies=_strategies(facts),
        worked=_worked(facts),
        unanswered=[side for side in odds.side_bets if side.odds is None],
        decision=_decision(odds),
        beside=_beside(odds),
        returns=_returns(odds),
        volatility=_volatility(odds),
        funnel=return_funnel(float(first.player_return), first.standard_deviation),
        intervals=[_intervals(wager, some) for wager, some in facts.intervals],
        seats=_seats(facts),
        correlation=f"{facts.covariances.correlation():.4f}",
        exposure=_exposure(facts),
        check=_check(facts),
        posted=_posted(odds),
        findings=review_house(odds.house),
        by_decks=_by_decks(odds),
        tie=_tie_chance(odds),
    )


@cache
def _template() -> Template:
    pages = Environment(
        loader=PackageLoader("casinowar.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    pages.tests["house_policy"] = is_policy
    pages.filters["css"] = _css_text
    return pages.get_template("par.html")


def _css_text(text: str) -> str:
    """Text escaped for a quoted string in a style sheet."""
    return "".join(
        char if char.isascii() and char.isalnum() else f"\\{ord(char):06x}" for char in text
    )


def _exact(value: Fraction) -> Cell:
    return Cell(str(value), code=True)


def _head(*titles: str) -> list[Cell]:
    return [Cell(title) for title in titles]


def _tiles(odds: HouseOdds) -> list[tuple[str, str, str]]:
    first = odds.initial
    tiles = [
        ("House edge", percent(first.house_edge), str(first.house_edge)),
        ("Return", percent(first.player_return), "of the first wager"),
        ("Element of risk", percent(first.element_of_risk), "of all money bet"),
        ("Standard deviation", f"{root_rounded(first.variance):.5f}", "units a round"),
    ]
    if odds.tie is not None:
        tiles.append(("House edge, Tie", percent(odds.tie.house_edge), str(odds.tie.house_edge)))
    return tiles


def _outcomes(odds: HouseOdds) -> list[tuple[str, str, float]]:
    return [
        (outcome.value, f"{OUTCOME_WORDS[outcome]} {percent(chance, 2)}", float(chance))
        for outcome, chance in odds.initial.outcomes.items()
        if chance
    ]


def _rules(house: House) -> list[tuple[str, list[Rule]]]:
    decide = set(rule_sheet(house, odds_only=True))
    rules = [rule for rule in rule_sheet(house) if rule in decide or rule.section == "Limits"]
    return [(section, list(some)) for section, some in groupby(rules, lambda rule: rule.section)]


def _identity(facts: ParFacts) -> list[tuple[str, str]]:
    """The lines of the identification block; an empty one is filled in by hand."""
    named, house = facts.identification, facts.odds.house
    return [
        ("game", f"Casino War, {house.title}"),
        ("rules", house.document),
        ("paytable", named.paytable),
        ("revision", f"{named.revision}, {facts.made.isoformat()}"),
        ("digest of the rules", facts.digest),
        ("program", f"casinowar {facts.version}"),
        ("digest of the program", facts.program_digest),
        ("author", named.author),
        ("approved by", named.approver),
        ("signature and date", ""),
    ]


def _paytable(wager: WagerOdds, counted_over: Combinations) -> Paytable:
    rows = [
        [
            Cell(OUTCOME_WORDS[Outcome(line.name)] if wager.name == "initial" else line.name),
            Cell(signed(line.net)),
            Cell(f"{count:,}"),
            _exact(line.chance),
            Cell(percent(line.chance)),
            Cell(percent(line.chance * (line.net + line.wagered) / wager.expected_wagered)),
        ]
        for line, count in zip(wager.lines, counted_over.counts, strict=True)
    ]
    of_all = percent(1 - wager.element_of_risk)
    cycle = f"{counted_over.cycle:,}"
    total = (Cell("all"), Cell(""), Cell(cycle), *map(Cell, ("1", percent(Fraction(1)), of_all)))
    with_war = wager.expected_wagered != 1
    back = "of all money bet" if with_war else "returned"
    head = _head(wager.title, "net", "combinations", "probability", "in percent", back)
    return Paytable(
        grid=Grid(head, rows, total=total),
        cards=counted_over.cards,
        cycle=cycle,
        of_war_deals=wager.name == "war_tie",
        with_war=with_war,
        of_all=of_all,
        of_first=percent(wager.player_return),
    )


def _strategies(facts: ParFacts) -> Grid:
    names = list(facts.strategies[0].returns)
    titles = {wager.name: wager.title for wager in facts.odds.wagers}
    head = _head("decision on a tie", *(f"return, {titles[name]}" for name in names), "exact")
    rows = [
        [
            Cell(one.name),
            *(Cell(percent(one.returns[name])) for name in names),
            _exact(one.returns[names[0]]),
        ]
        for one in facts.strategies
    ]
    return Grid(head, rows)


def _worked(facts: ParFacts) -> Grid:
    titles = {wager.name: wager.title for wager in facts.odds.wagers}
    rows = [
        [
            Cell(OUTCOME_WORDS[deal.outcome]),
            Cell(" ".join(deal.cards), code=True),
            Cell(", ".join(f"{titles[name]} {signed(net)}" for name, net in deal.nets)),
        ]
        for deal in facts.worked
    ]
    return Grid(_head("result", "cards in the order they leave the shoe", "net"), rows, 9)


def _decision(odds: HouseOdds) -> TieDecision | None:
    choice = odds.initial.choice
    if choice is None:
        return None
    rows = [
        [Cell(words), _exact(value), Cell(f"{float(value):.6f}")]
        for words, value in (("go to war", choice.war), ("surrender", choice.surrender))
        if value is not None
    ]
    grid = Grid(_head("a tie is worth, in units", "exact", "value"), rows)
    if len(rows) < 2 or choice.tied_war is None:
        return TieDecision(grid, None, "", "")
    return TieDecision(grid, choice.best, str(choice.tied_war), percent(choice.tied_war))


@dataclass(frozen=True, slots=True)
class BesideFirst:
    """A wager that changes the best decision on a tie."""

    title: str
    way: str
    wager_return: str
    first_return: str


def _beside(odds: HouseOdds) -> list[BesideFirst]:
    return [
        BesideFirst(
            both.wager.title,
            both.first.best_decision or "by the cards of the tie",
            percent(both.wager.player_return),
            percent(both.first.player_return),
        )
        for both in beside_first(odds)
    ]


def _returns(odds: HouseOdds) -> Grid:
    head = _head("wager", "return", "house edge", "exact", "hit frequency", "75 % or more")
    rows = [
        [
            Cell(wager.title),
            Cell(percent(wager.player_return)),
            Cell(percent(wager.house_edge)),
            _exact(wager.house_edge),
            Cell(percent(wager.probability, 2)),
            Cell("yes") if wager.player_return >= RETURN_MIN else Cell("no", "bad"),
        ]
        for wager in (*odds.wagers, odds.tie_alone)
        if wager is not None
    ]
    return Grid(head, rows)


def _volatility(odds: HouseOdds) -> Grid:
    head = _head("wager", "standard deviation", "variance", "volatility index")
    rows = [
        [
            Cell(wager.title),
            Cell(f"{root_rounded(wager.variance):.5f}"),
            _exact(wager.variance) if len(str(wager.variance)) < EXACT_TEXT_MAX else Cell(""),
            Cell(f"{VOLATILITY_FACTOR * wager.standard_deviation:.3f}"),
        ]
        for wager in odds.wagers
    ]
    return Grid(head, rows)


def _intervals(wager: WagerOdds, intervals: Sequence[Interval]) -> Grid:
    made = "war deals" if wager.name == "war_tie" else "rounds"
    levels = [f"{100 * level:.0f} %" for level in CONFIDENCES]
    rows = []
    for count, some in groupby(intervals, lambda one: one.wagers):
        cells = [
            Cell(f"{'' if one.exact else '≈ '}{100 * one.low:.2f} – {100 * one.high:.2f} %")
            for one in some
        ]
        rows.append([Cell(f"{count:,}"), *cells])
    return Grid(_head(f"return of {wager.title} after {made}", *levels), rows)


def _seats(facts: ParFacts) -> Grid:
    head = _head("seats", "standard deviation", "volatility index", "wider by", "hold, 95 %")
    rows = [
        [
            Cell(str(row.seats)),
            Cell(f"{row.deviation:.5f}"),
            Cell(f"{VOLATILITY_FACTOR * row.deviation:.3f}"),
            Cell(f"{row.wider:.4f}"),
            Cell(f"{100 * row.low:.3f} – {100 * row.high:.3f} %"),
        ]
        for row in facts.seats
    ]
    return Grid(head, rows)


def _exposure(facts: ParFacts) -> Grid:
    symbol, exposure = facts.odds.house.limits.symbol, facts.exposure
    titles = {wager.name: wager.title for wager in facts.odds.wagers}
    rows = [
        [Cell(f"posted maximum, {titles.get(name, name)}"), Cell(short_cents(cents, symbol))]
        for name, cents in exposure.stakes
    ]
    rows += [
        [
            Cell("most the house can lose to one seat in a round"),
            Cell(short_cents(exposure.seat_cents, symbol)),
        ],
        [
            Cell(f"to all {exposure.seats} seats, not more than"),
            Cell(short_cents(exposure.table_cents, symbol)),
        ],
    ]
    return Grid(_head("exposure", "amount"), rows)


def _check(facts: ParFacts) -> Grid | None:
    if facts.check is None:
        return None
    titles = {wager.name: wager.title for wager in facts.odds.wagers}
    rows = [
        [
            Cell(titles[one.wager]),
            Cell(f"{100 * one.exact:.4f} %"),
            Cell(f"{100 * one.dealt:.4f} %"),
            Cell(f"{100 * one.standard_error:.4f} %" if isfinite(one.standard_error) else "–"),
            Cell("–" if one.z is None else f"{one.z:+.2f}"),
        ]
        for one in facts.check.wagers
    ]
    return Grid(_head("house edge", "exact", "dealt", "standard error", "z"), rows)


def _posted(odds: HouseOdds) -> Grid | None:
    posted = odds.house.posted
    rows = []
    for title, text, wager in (
        (odds.initial.title, posted.first_percent, odds.initial),
        ("Tie", posted.tie_percent, odds.tie),
    ):
        if text is not None:
            true = wager is not None and confirms(text, wager.house_edge)
            exact = "not offered" if wager is None else percent(wager.house_edge)
            verdict = Cell("true", "good") if true else Cell("not correct", "bad")
            rows.append([Cell(title), Cell(f"{text} %"), Cell(exact), verdict])
    return Grid(_head("wager", "posted", "exact", "verdict"), rows, 2) if rows else None


def _by_decks(odds: HouseOdds) -> Grid:
    allowed = odds.house.cards.decks_allowed
    rows = []
    for count in sorted({1, 2, 4, 6, 8, *allowed, odds.decks or 1}):
        other = odds_of(odds.house, count)
        surrender, tie = other.initial.if_surrender, other.tie
        rows.append(
            [
                Cell(f"{count} (dealt here)" if count in allowed else str(count)),
                Cell(percent(other.initial.house_edge)),
                _exact(other.initial.house_edge),
                Cell(percent(surrender.house_edge) if surrender else "–"),
                Cell(percent(tie.house_edge) if tie else "–"),
            ]
        )
    return Grid(_head("decks", "house edge", "exact", "always surrender", "Tie"), rows)


def _tie_chance(odds: HouseOdds) -> Fraction:
    decided = (Outcome.WIN, Outcome.LOSE)
    outcomes = odds.initial.outcomes.items()
    return sum((chance for name, chance in outcomes if name not in decided), Fraction(0))
