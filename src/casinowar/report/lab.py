"""The laboratory: an edited house with checks and exact figures, and two houses compared.

The same figures as from ``casinowar odds``, ``compare`` and ``house check``, arranged for a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from statistics import NormalDist

from msgspec import Struct

from casinowar.houses import House
from casinowar.houses.edited import Checked, Edited
from casinowar.houses.sheet import rule_sheet
from casinowar.odds.answer import odds_of
from casinowar.odds.review import review_house
from casinowar.odds.values import HouseOdds, WagerOdds
from casinowar.report.answer_json import Odds, Percent, odds_shape, percent_of

DECKS = range(1, 9)
BET_CENTS, ROUNDS_AN_HOUR = 2_500, 70
DEVIATIONS = NormalDist().inv_cdf(0.975)  # 95 %, to both sides


class FieldShown(Struct, frozen=True):
    """A field of an edited house with the result of its check."""

    name: str
    section: str
    title: str
    kind: str
    value: str
    before: str
    choices: tuple[str, ...]
    fault: str
    nearest: str | None
    cites: str


class Contribution(Struct, frozen=True):
    """The contribution of one result of the first wager to the player's expectation."""

    result: str
    words: str
    chance: Percent
    net: str
    part: Percent


class DecksEdge(Struct, frozen=True):
    """The house edge with a number of decks, for each decision on a tie."""

    decks: int
    war: Percent | None
    surrender: Percent | None


class Figures(Struct, frozen=True):
    """The exact figures of a house."""

    odds: Odds
    decision: str  # what the contributions are for
    contributions: tuple[Contribution, ...]
    together: Percent  # the player's expectation
    by_decks: tuple[DecksEdge, ...]
    findings: tuple[str, ...]  # low returns, as in ``house check``


class HouseChecked(Struct, frozen=True):
    """A house with some fields changed; with figures if the house is sound."""

    base: str
    title: str
    fields: tuple[FieldShown, ...]
    faults: tuple[str, ...]
    figures: Figures | None


class CompareLine(Struct, frozen=True):
    """One line of two houses side by side."""

    what: str
    a: str
    b: str
    difference: str
    differs: bool


class Compared(Struct, frozen=True):
    """Two houses side by side."""

    a: Figures
    b: Figures
    lines: tuple[CompareLine, ...]
    rounds_to_tell: int | None  # None: the first wager has the same edge
    hours_to_tell: int | None


def house_checked(base: str, title: str, made: Edited) -> HouseChecked:
    """An edited house as a page shows it."""
    return HouseChecked(
        base=base,
        title=title,
        fields=tuple(map(_field, made.fields)),
        faults=made.faults,
        figures=None if made.house is None else figures(made.house),
    )


def _field(checked: Checked) -> FieldShown:
    field = checked.field
    choices = () if field.choices is None else tuple(choice.value for choice in field.choices)
    return FieldShown(
        name=field.name,
        section=field.section,
        title=field.title,
        kind=field.kind.value,
        value=checked.value,
        before=checked.before,
        choices=choices,
        fault=checked.fault,
        nearest=checked.nearest,
        cites=checked.cites,
    )


def figures(house: House) -> Figures:
    """The exact figures of a house for a fresh shoe."""
    odds = odds_of(house)
    first = odds.initial
    always = first.if_war or first.if_surrender or first
    return Figures(
        odds=odds_shape(odds),
        decision="war" if first.if_war is not None else "surrender",
        contributions=tuple(_contributions(always)),
        together=percent_of(always.expectation),
        by_decks=tuple(_by_decks(house)),
        findings=tuple(map(str, review_house(house))),
    )


def _contributions(wager: WagerOdds) -> Iterator[Contribution]:
    for line in wager.lines:
        yield Contribution(
            result=line.name,
            words=line.name.replace("_", " "),
            chance=percent_of(line.chance),
            net=str(line.net),
            part=percent_of(line.chance * line.net),
        )


def _by_decks(house: House) -> Iterator[DecksEdge]:
    for decks in DECKS:
        first = odds_of(house, decks).initial
        yield DecksEdge(decks=decks, war=_edge(first.if_war), surrender=_edge(first.if_surrender))


def _edge(wager: WagerOdds | None) -> Percent | None:
    return None if wager is None else percent_of(wager.house_edge)


# --- two houses -----------------------------------------------------------------------------------


def compared(one: House, other: House) -> Compared:
    """Two houses side by side: the rules that affect the odds, and the figures."""
    a, b = odds_of(one), odds_of(other)
    rounds = rounds_to_tell(a, b)
    return Compared(
        a=figures(one),
        b=figures(other),
        lines=(*_figures(a, b), *_rules(one, other)),
        rounds_to_tell=rounds,
        hours_to_tell=None if rounds is None else ceil(rounds / ROUNDS_AN_HOUR),
    )


def rounds_to_tell(one: HouseOdds, other: HouseOdds) -> int | None:
    """The number of rounds after which one edge lies outside the 95 % interval of the other.

    Uses the larger standard deviation of the two houses. None if both edges are the same.
    """
    gap = abs(one.initial.house_edge - other.initial.house_edge)
    if not gap:
        return None
    spread = max(one.initial.variance, other.initial.variance)
    return ceil(DEVIATIONS**2 * float(spread / gap**2))


def _rules(one: House, other: House) -> Iterator[CompareLine]:
    first = {rule.point: rule.says for rule in rule_sheet(one, odds_only=True)}
    second = {rule.point: rule.says for rule in rule_sheet(other, odds_only=True)}
    for point in dict.fromkeys((*first, *second)):
        a, b = first.get(point, "–"), second.get(point, "–")
        yield CompareLine(what=point, a=a, b=b, difference="" if a == b else "≠", differs=a != b)


def _figures(a: HouseOdds, b: HouseOdds) -> Iterator[CompareLine]:
    named: tuple[tuple[str, WagerOdds | None, WagerOdds | None], ...] = (
        ("Edge, best answer to a tie", a.initial, b.initial),
        ("Edge, always war", a.initial.if_war, b.initial.if_war),
        ("Edge, always surrender", a.initial.if_surrender, b.initial.if_surrender),
        ("Edge, Tie", a.tie, b.tie),
        ("Edge, Tie on the war deal", a.war_tie, b.war_tie),
    )
    for what, one, other in named:
        if one is not None or other is not None:
            yield _edge_line(what, one, other)
    losses = [BET_CENTS * ROUNDS_AN_HOUR * odds.initial.house_edge / 100 for odds in (a, b)]
    yield CompareLine(
        what=f"Loss an hour, {BET_CENTS // 100} a round, {ROUNDS_AN_HOUR} rounds",
        a=f"{float(losses[0]):.2f}",
        b=f"{float(losses[1]):.2f}",
        difference=_signed(float(losses[1] - losses[0]), 2),
        differs=losses[0] != losses[1],
    )
    best = [str(odds.initial.best_decision or "by rank") for odds in (a, b)]
    yield CompareLine(
        what="Better answer to a tie",
        a=best[0],
        b=best[1],
        difference="",
        differs=best[0] != best[1],
    )


def _edge_line(what: str, one: WagerOdds | None, other: WagerOdds | None) -> CompareLine:
    shown = [
        "not offered" if wager is None else f"{float(100 * wager.house_edge):.4f} %"
        for wager in (one, other)
    ]
    if one is None or other is None:
        return CompareLine(what=what, a=shown[0], b=shown[1], difference="", differs=True)
    gap = other.house_edge - one.house_edge
    return CompareLine(
        what=what,
        a=shown[0],
        b=shown[1],
        difference=_signed(float(100 * gap), 4) if gap else "",
        differs=gap != 0,
    )


def _signed(value: float, places: int) -> str:
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{abs(value):.{places}f}"
