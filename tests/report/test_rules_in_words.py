"""Rules are worded once: the rule sheet, the PAR sheet and the odds say the same.

Planted once and caught here: a rule of the PAR sheet worded in its template, a rule without a
citation, a side-bet line worded by the odds, autoescape turned off.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest

from casinowar.checks import whole_number
from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import Surrender
from casinowar.houses.sheet import rule_sheet
from casinowar.houses.words import counted, side_row_words, signed
from casinowar.odds import odds_of
from casinowar.report import par_sheet, sheet_json, sheet_text
from tests.odds.brute_force import house_without_burns

LADDER = "10:1 25:1 50:1"
HOUSES = [
    *(load_house(name) for name in house_names()),
    house_without_burns(surrender=Surrender.FORCED),
    house_without_burns(surrender=Surrender.NOT_OFFERED, deals_max=3, ladder=LADDER),
]


def says(house: House, point: str) -> str:
    """What the sheet says about one point outside the limits."""
    [rule] = [
        rule for rule in rule_sheet(house) if rule.point == point and rule.section != "Limits"
    ]
    return rule.says


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_the_par_sheet_takes_its_rules_from_the_rule_sheet(house: House) -> None:
    every, decide = rule_sheet(house), rule_sheet(house, odds_only=True)
    assert set(decide) < set(every)
    some = [rule for rule in every if rule in decide or rule.section == "Limits"]
    page = par_sheet(house, decks=6)
    table = re.sub(r"<[^>]+>", " ", page.split("<h2>Rules</h2>")[1].split("</table>")[0])
    words = " ".join(unescape(table).split())
    for rule in some:
        assert f"{rule.point} {rule.says} {rule.cites}" in words
        words = words.replace(f"{rule.point} {rule.says} {rule.cites}", "", 1)
    sections = " ".join(dict.fromkeys(rule.section for rule in some))
    assert " ".join(words.split()) == f"point rule rests on {sections}", "nothing else is there"


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_every_rule_has_words_and_a_citation_and_is_there_once(house: House) -> None:
    rules = rule_sheet(house)
    assert all(rule.point and rule.says and rule.cites for rule in rules)
    points = [(rule.section, rule.point) for rule in rules]
    assert len(set(points)) == len(points)
    assert max(len(rule.point) for rule in rules if rule.section != "Pays") < 20


def test_the_lines_of_a_side_bet_are_named_alike_in_sheet_and_odds() -> None:
    house = next(house for house in HOUSES if house.side_bets)
    for side in odds_of(house).side_bets:
        lines = [side_row_words(row) for row in side.bet.rows]
        assert says(house, side.bet.title) == "; ".join(lines)
        assert side.odds is not None
        assert {line.name for line in side.odds.lines} <= {*lines, "lost"}


def test_the_whole_game_of_wisconsin_is_said() -> None:
    """Every point of cards, wagers, deal, war and pay, with the clause it rests on."""
    expected = """
        decks in a shoe: 6 (allowed: 6, 7, 8) [WI b1]
        shuffled: by hand; or by a shuffler, 12 decks or more in two batches [WI e1]
        batches: of equal size, each of 6 decks or more [policy 23]
        ranks: 2 up to ace, ace high; suits never decide a hand [WI c1]
        cut: at least 10 cards in from either end [WI e4]
        cut after a void: offered first to the player farthest to the dealer's right [policy 24]
        cutting card: 1/4 of the way in from the back [WI e5]
        cutting card depth: at least 1/4 of the way in from the back [policy 22]
        reshuffle: after the round in which the cutting card appears [WI e6]
        opening burn: 1 card [WI g1]
        new dealer's burn: 1 card [WI g1]
        first dealer: the opening burn counts as the first dealer's burn [policy 25]
        last card: hidden by a second cutting card [WI b3]
        to be dealt in: initial wager required, Tie optional [WI a1ii]
        placed wagers: final once placed [WI f2]
        Tie wager: with the first wager or later, until "no more bets" [policy 21]
        forms: chips, plaques, coupon [WI f1]
        seats: 7, numbered from the dealer's left [policy 9]
        original deal: a card each, then the dealer [WI g3]
        dealt: from seat 1 upwards [WI g3]
        settled: left to right [WI h1]
        wars settled: left to right [WI h7]
        paying style: lay and pay [policy]
        a tied hand: the player chooses war or surrender [WI h1iii]
        war wager: equal to the first wager [WI h3ii]
        the first wager: collected before the war deal, win or lose [WI h5]
        burn cards: 3 cards before every war card, the dealer's too [WI h6]
        higher card: 1:1 [WI i1i]
        lower card: loses [WI h1i]
        surrender: half of the wager is lost [WI h3i]
        war won: 2:1 on the war wager (net +1) [WI i1iii]
        war tied: 3:1 on the war wager (net +2) [WI i1iii]
        war lost: both wagers lost (net -2) [WI h7i]
        Tie: 10:1 [WI i1ii]
        Tie on the war deal: 10:1 [WI i1ii]
    """
    rules = rule_sheet(load_house("wisconsin"))
    assert [line.strip() for line in expected.strip().splitlines()] == [
        f"{rule.point}: {rule.says} [{rule.cites}]"
        for rule in rules
        if rule.section not in ("Limits", "House")
    ]


def test_what_differs_between_houses_is_said() -> None:
    assert says(load_house("washington"), "the first wager").startswith("stays; the dealer posts")
    assert says(load_house("skycity"), "burn cards") == "3 cards once, before the first war card"
    assert says(load_house("battle-royal"), "reshuffle") == "after every round"
    assert says(load_house("no-bonus"), "surrender") == "half of the wager is lost"
    assert says(HOUSES[-2], "a tied hand") == "is surrendered; there is no war"
    assert says(HOUSES[-1], "a tied hand") == "goes to war; surrender is not offered"
    assert says(HOUSES[-1], "Tie") == "10:1 for 1, 25:1 for 2, 50:1 for 3 or more ties in a row"
    assert says(HOUSES[-1], "a tied war").endswith("3 war deals at most")
    wisconsin = load_house("wisconsin")
    quarter = replace(wisconsin, surrender=replace(wisconsin.surrender, lost=Fraction(1, 4)))
    assert says(quarter, "surrender") == "1/4 of the wager is lost"


def test_the_sheet_as_text_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    house = load_house("wisconsin")
    rules = sheet_json(house)["rules"]
    assert isinstance(rules, list)
    assert set(rules[0]) == {"section", "point", "says", "cites"}
    assert len(rules) == len(rule_sheet(house))
    assert main(["house", "show", "wisconsin"]) == 0
    text = capsys.readouterr().out
    assert text == "\n".join(sheet_text(house)) + "\n"
    assert "  seats               7, numbered from the dealer's left     · policy 9\n" in text


def test_a_house_cannot_write_html_into_its_par_sheet() -> None:
    house = load_house("wisconsin")
    evil = '<script>alert("x")</script>'
    sly = replace(
        house,
        title=evil,
        document=evil,
        notices=(evil,),
        wagers=replace(house.wagers, first_name=evil),
    )
    page = par_sheet(sly)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 5


def test_the_template_is_inside_the_package() -> None:
    import casinowar.report

    folder = Path(casinowar.report.__file__).parent / "templates"
    assert (folder / "par.html").is_file()


def test_numbers_in_words() -> None:
    assert [counted(count, "card") for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [signed(Fraction(units)) for units in ("3", "1/2", "-1")] == ["+3", "+0.5", "-1"]


@pytest.mark.parametrize("value", [0, 9, True, 3.0, "3", None, 10**30])
def test_what_is_not_a_whole_number_in_its_bounds_is_refused(value: object) -> None:
    with pytest.raises(InputError, match=r"^seats: .* is not a whole number from 1 to 8 \(policy"):
        whole_number("seats", value, 1, 8, "policy 9")
