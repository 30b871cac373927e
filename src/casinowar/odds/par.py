"""The PAR sheet of a house: rules, paytable, exact probabilities, returns and volatility.

``par_sheet`` gives one HTML page that needs nothing else, prints on A4 and follows the reader's
light or dark screen. ``par_rules`` words the rules, ``par_page`` holds the page's look.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from math import sqrt
from pathlib import Path
from statistics import NormalDist

from casinowar.errors import InputError, shown
from casinowar.houses import House, is_policy
from casinowar.odds.answer import odds_of
from casinowar.odds.par_page import (
    Cell,
    Marked,
    code,
    figures,
    grid,
    outcome_bar,
    page,
    return_funnel,
    section,
)
from casinowar.odds.par_rules import rule_rows
from casinowar.odds.report import root_rounded
from casinowar.odds.review import RETURN_MIN, confirms, review_house
from casinowar.odds.stories import Outcome
from casinowar.odds.text import OUTCOME_WORDS, decks_words, percent, signed
from casinowar.odds.values import HouseOdds, WagerOdds

ROUNDS = 1_000_000
ROUNDS_MAX = 1_000_000_000_000
CONFIDENCES = (0.90, 0.95, 0.99)
STEPS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
# The part of a normal law within 1.645 deviations is 90 %: the usual volatility index.
VOLATILITY_FACTOR = NormalDist().inv_cdf(0.95)


def par_sheet(
    house: House | str | Path = "washington", decks: int | None = None, rounds: int = ROUNDS
) -> str:
    """The PAR sheet as an HTML page; intervals are given for ``rounds`` among others.

    >>> "2.3301 %" in par_sheet("washington")
    True
    """
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= ROUNDS_MAX:
        raise InputError("rounds", f"{shown(rounds)} is not a whole number from 1 to {ROUNDS_MAX}")
    odds = odds_of(house, decks)
    parts = [
        _summary(odds),
        section("Where each first wager goes", outcome_bar(_outcomes(odds))),
        section("Rules", *_rules(odds)),
        section("Paytable and exact probabilities", *_paytables(odds)),
        section("The decision on a tie", *_decision(odds)),
        section("Return per wager", *_returns(odds)),
        section("Volatility and confidence intervals", *_intervals(odds, rounds)),
        section("Posted house advantage", *_posted(odds)),
        section("Numbers of decks", *_decks(odds)),
        section("How these figures were made", *_method(odds)),
    ]
    words = f"{odds.house.document}. Fresh shoe of {decks_words(odds.decks or 0)}."
    return page(f"PAR sheet: {odds.house.title}", words, parts)


def _summary(odds: HouseOdds) -> str:
    first = odds.initial
    tiles = [
        ("House edge", percent(first.house_edge), str(first.house_edge)),
        ("Return", percent(first.player_return), "of the first wager"),
        ("Element of risk", percent(first.element_of_risk), "of all put down"),
        ("Standard deviation", f"{root_rounded(first.variance):.5f}", "units a round"),
    ]
    if odds.tie is not None:
        tiles.append(("House edge, Tie", percent(odds.tie.house_edge), str(odds.tie.house_edge)))
    return figures(tiles)


def _outcomes(odds: HouseOdds) -> list[tuple[str, str, float]]:
    return [
        (outcome.value, f"{OUTCOME_WORDS[outcome]} {percent(chance, 2)}", float(chance))
        for outcome, chance in odds.initial.outcomes.items()
        if chance
    ]


def _rules(odds: HouseOdds) -> Iterator[str]:
    rows: list[list[Cell]] = [
        [point, rule, Marked(cites, "policy") if is_policy(cites) else code(cites)]
        for point, rule, cites in rule_rows(odds.house)
    ]
    yield grid(["point", "rule", "rests on"], rows, numbers=0)
    for notice in odds.house.notices:
        yield f"<p>{escape(notice)}</p>"


def _paytables(odds: HouseOdds) -> Iterator[str]:
    for wager in odds.wagers:
        rows: list[list[Cell]] = []
        for line in wager.lines:
            name = line.name
            if wager.name == "initial":
                name = OUTCOME_WORDS[Outcome(line.name)]
            rows.append(
                [
                    name,
                    signed(line.net),
                    code(str(line.chance)),
                    percent(line.chance),
                    percent(line.chance * (line.net + line.wagered) / wager.expected_wagered),
                ]
            )
        war_too = wager.expected_wagered != 1
        back = "of all put down" if war_too else "returned"
        total: list[Cell] = [
            "all",
            "",
            "",
            percent(Fraction(1)),
            percent(1 - wager.element_of_risk),
        ]
        head = [wager.title, "net", "probability", "in percent", back]
        yield grid(head, rows, numbers=4, total=total)
        if war_too:
            yield _of_all_put_down(wager)
    for side in odds.side_bets:
        if side.odds is None:
            yield f"<p>{escape(f'{side.bet.title}: {side.reason}')}</p>"
    yield "<p>Net results are in units of the wager.</p>"


def _of_all_put_down(wager: WagerOdds) -> str:
    """Why the last column adds up to another return than that of the first wager."""
    return (
        "<p>“Of all put down”: what comes back in that line, as a part of everything put down, war"
        f" wagers included; together {percent(1 - wager.element_of_risk)}, which is 100 % less the"
        " element of risk. As a part of the first wager alone, the return is"
        f" {percent(wager.player_return)}.</p>"
    )


def _decision(odds: HouseOdds) -> Iterator[str]:
    choice = odds.initial.choice
    if choice is None:
        yield "<p>No tie can come.</p>"
        return
    rows: list[list[Cell]] = [
        [words, code(str(value)), f"{float(value):.6f}"]
        for words, value in (("go to war", choice.war), ("surrender", choice.surrender))
        if value is not None
    ]
    yield grid(["a tie is worth, in units", "exact", "value"], rows, numbers=2)
    if len(rows) == 2 and choice.tied_war is not None:
        yield (
            f"<p>Best decision: <strong>{choice.best}</strong>. A war stays tied with probability"
            f" {code(str(choice.tied_war)).text} = {percent(choice.tied_war)}.</p>"
        )


def _returns(odds: HouseOdds) -> Iterator[str]:
    rows: list[list[Cell]] = [
        [
            wager.title,
            percent(wager.player_return),
            percent(wager.house_edge),
            code(str(wager.house_edge)),
            percent(wager.probability, 2),
            "yes" if wager.player_return >= RETURN_MIN else Marked("no", "bad"),
        ]
        for wager in odds.wagers
    ]
    head = ["wager", "return", "house edge", "exact", "wins", "75 % or more"]
    yield grid(head, rows, numbers=5)


def _intervals(odds: HouseOdds, rounds: int) -> Iterator[str]:
    yield grid(
        ["wager", "standard deviation", "variance", "volatility index"],
        [
            [
                wager.title,
                f"{root_rounded(wager.variance):.5f}",
                code(str(wager.variance)) if len(str(wager.variance)) < 40 else "",
                f"{VOLATILITY_FACTOR * wager.standard_deviation:.3f}",
            ]
            for wager in odds.wagers
        ],
        numbers=3,
    )
    yield return_funnel(float(odds.initial.player_return), odds.initial.standard_deviation)
    for wager in odds.wagers:
        rows: list[list[Cell]] = []
        for count in sorted({*STEPS, rounds}):
            cells: list[Cell] = [_interval(wager, count, level) for level in CONFIDENCES]
            rows.append([f"{count:,}", *cells])
        head = [f"return of {wager.title} after rounds"]
        yield grid(head + [f"{100 * level:.0f} %" for level in CONFIDENCES], rows, numbers=3)
    yield (
        "<p>Intervals of the actual return around theory, by the normal law: theory ± z·σ/√n."
        " The volatility index is 1.645 σ. Exact laws of n rounds:"
        f" <code>casinowar session --house {odds.house.name} --bet 10 --rounds {rounds}</code>.</p>"
    )


def _interval(wager: WagerOdds, rounds: int, confidence: float) -> Cell:
    wide = NormalDist().inv_cdf((1 + confidence) / 2) * wager.standard_deviation / sqrt(rounds)
    middle = float(wager.player_return)
    return Marked(f"{100 * (middle - wide):.2f} – {100 * (middle + wide):.2f} %")


def _posted(odds: HouseOdds) -> Iterator[str]:
    posted = odds.house.posted
    rows: list[list[Cell]] = []
    for title, text, wager in (
        (odds.initial.title, posted.first_percent, odds.initial),
        ("Tie", posted.tie_percent, odds.tie),
    ):
        if text is not None:
            true = wager is not None and confirms(text, wager.house_edge)
            exact = "not offered" if wager is None else percent(wager.house_edge)
            verdict = Marked("true", "good") if true else Marked("not true", "bad")
            rows.append([title, f"{text} %", exact, verdict])
    if rows:
        yield grid(["wager", "posted", "exact", "verdict"], rows, numbers=2)
    else:
        yield "<p>This house posts no house advantage.</p>"
    findings = review_house(odds.house)
    if findings:
        lines = "".join(f"<li>{escape(str(finding))}</li>" for finding in findings)
        yield f"<p>Findings for the numbers of decks that the house deals:</p><ul>{lines}</ul>"
    else:
        yield (
            "<p>For every number of decks that the house deals, each wager returns 75 % or more"
            " (GLI-19 4.7.1) and no posted figure is wrong.</p>"
        )


def _decks(odds: HouseOdds) -> Iterator[str]:
    counts = sorted({1, 2, 4, 6, 8, *odds.house.cards.decks_allowed, odds.decks or 1})
    rows: list[list[Cell]] = []
    for count in counts:
        other = odds_of(odds.house, count)
        mark = " (dealt here)" if count in odds.house.cards.decks_allowed else ""
        surrender, tie = other.initial.if_surrender, other.tie
        rows.append(
            [
                f"{count}{mark}",
                percent(other.initial.house_edge),
                code(str(other.initial.house_edge)),
                percent(surrender.house_edge) if surrender else "–",
                percent(tie.house_edge) if tie else "–",
            ]
        )
    head = ["decks", "house edge", "exact", "always surrender", "Tie"]
    yield grid(head, rows, numbers=4)


def _method(odds: HouseOdds) -> Iterator[str]:
    tie = sum(
        (chance for name, chance in odds.initial.outcomes.items() if name not in ("win", "lose")),
        Fraction(0),
    )
    yield (
        "<p>All probabilities are exact fractions of one round from a fresh shoe, computed from"
        " the house's rules alone. Compared cards are draws without replacement; burned cards"
        " and other seats change no probability. The first k comparisons all tie with probability"
        " k! [x<sup>k</sup>] ∏ Σ<sub>j</sub> (c)<sub>2j</sub>/j! x<sup>j</sup> /"
        " (n)<sub>2k</sub>, c cards of each rank among n."
        f" Here P(tie) = {code(str(tie)).text}. Player and dealer win the rest with equal"
        " probability.</p>"
        f"<p>Check: <code>casinowar odds --house {odds.house.name} --decks {odds.decks} --json"
        "</code></p>"
    )
