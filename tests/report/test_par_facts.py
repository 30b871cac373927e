"""What a laboratory reads on a PAR sheet: identity, laws, seats, exposure and a dealt check.

Planted once and caught here: a volatility index that adds instead of multiplying, an interval by
the normal distribution where the law is known, the exposure of one wager only, a tied war that the
odds pay one unit too much, a cycle that counts each deal twice.
"""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House, load_house, rules_digest
from casinowar.houses.house import Surrender
from casinowar.houses.sheet import rule_sheet
from casinowar.odds import covariances, odds_of, session
from casinowar.record.replay import differences, play_round
from casinowar.record.roundfile import read_round
from casinowar.report import par_facts, par_json, par_sheet
from casinowar.report.facts import combinations, program_digest
from casinowar.report.par import par_page
from casinowar.simulate import Result, simulate
from tests.kit.profile import HOUSES, few
from tests.odds.brute_force import house_without_burns, side_bet

from .test_reports import UNUSUAL, outline

DAY = date(2026, 11, 16)


def words(sheet: str) -> str:
    return " ".join(" ".join(outline(sheet).words).split())


def test_a_sheet_says_what_it_is_of() -> None:
    sheet = par_page(
        par_facts("wisconsin", made=DAY, revision='2"; x', author="Ana", approver="Bo & Co")
    )
    text, digest = words(sheet), rules_digest(load_house("wisconsin"))
    assert f"paytable wisconsin-6-{digest.removeprefix('sha256:')[:8]} revision 2" in text
    assert "2026-11-16" in text
    assert digest in text
    assert digest != rules_digest(load_house("skycity"))
    assert f"digest of the program {program_digest()}" in text
    assert "author Ana approved by Bo & Co signature and date" in text
    assert r'revision 2\000022\00003b\000020x"' in sheet, "what somebody types ends no string"
    assert 'counter(page) " / " counter(pages)' in sheet


def test_the_digest_of_the_program_is_of_its_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    found = program_digest()
    read = Path.read_bytes

    def changed(path: Path) -> bytes:
        return read(path) + (b"#" if path.name == "wagers.py" else b"")

    monkeypatch.setattr(Path, "read_bytes", changed)
    program_digest.cache_clear()
    assert program_digest() != found
    monkeypatch.undo()
    program_digest.cache_clear()
    assert program_digest() == found


@pytest.mark.parametrize("house", [*HOUSES, *few(UNUSUAL, 1)])
def test_combinations_add_up_to_the_cycle_and_give_the_chances(house: str | House) -> None:
    facts = par_facts(house, made=DAY)
    for wager, counted in zip(facts.odds.wagers, facts.combinations, strict=True):
        assert sum(counted.counts) == counted.cycle
        for line, count in zip(wager.lines, counted.counts, strict=True):
            assert Fraction(count, counted.cycle) == line.chance


def test_combinations_are_those_of_all_deals_counted_one_by_one() -> None:
    """All ordered pairs of one deck, dealt by hand: 52 times 51, of which 52 times 3 tie."""
    house = house_without_burns(surrender=Surrender.FORCED)
    cards = [rank for rank in range(13) for _ in range(4)]
    pairs = list(permutations(cards, 2))
    won = sum(player > dealer for player, dealer in pairs)
    tied = sum(player == dealer for player, dealer in pairs)
    odds = odds_of(house, 1)
    found = combinations(odds, odds.initial)
    assert (found.cards, found.cycle) == (2, len(pairs))
    assert dict(zip((line.name for line in odds.initial.lines), found.counts, strict=True)) == {
        "win": won,
        "lose": won,
        "surrender": tied,
    }


def test_no_strategy_is_better_than_the_best_or_worse_than_the_worst() -> None:
    facts = par_facts("ladder-war", made=DAY)
    returns = {one.name: one.returns["initial"] for one in facts.strategies}
    assert list(returns) == ["best", "always war", "always surrender", "worst"]
    assert returns["best"] == facts.odds.initial.player_return
    first = facts.odds.initial
    assert first.if_war is not None
    assert first.if_surrender is not None
    assert returns["always war"] == first.if_war.player_return
    assert returns["always surrender"] == first.if_surrender.player_return
    assert returns["worst"] == min(returns.values()) < max(returns.values()) == returns["best"]
    assert facts.odds.tie is not None
    assert facts.strategies[0].returns["tie"] == facts.odds.tie.player_return
    assert "always surrender 96.2651 %" in words(par_page(facts))


@pytest.mark.parametrize("house", [*HOUSES, *few(UNUSUAL, 1)])
def test_every_result_has_a_worked_deal_that_pays_what_the_paytable_says(
    house: str | House, tmp_path: Path
) -> None:
    facts = par_facts(house, made=DAY)
    for wager in facts.odds.wagers:
        paid = {dict(deal.nets).get(wager.name) for deal in facts.worked}
        assert {line.net for line in wager.lines} <= paid, wager.name
    if not isinstance(house, str):
        return
    for deal in facts.worked:
        path = tmp_path / "deal.toml"
        path.write_text(deal.round_file, encoding="utf-8")
        played = play_round(read_round(path))
        assert differences(played) == []


def test_the_volatility_index_is_1_645_deviations() -> None:
    text = words(par_sheet("washington", made=DAY))
    deviation = odds_of("washington").initial.standard_deviation
    assert f"1.05764 5515206403776/4930473392645 {1.6448536 * deviation:.3f}" in text
    assert f"{1.6448536 * deviation:.3f}" == "1.740"


def test_intervals_come_from_the_law_where_there_is_one() -> None:
    facts = par_facts("wisconsin", rounds=200, made=DAY)
    wager, intervals = facts.intervals[0]
    assert wager.name == "initial"
    law = session("wisconsin", bet_cents=100, rounds=200)
    for one in intervals[:3]:
        hold = law.hold(one.confidence)
        assert one.exact
        assert one.wagers == 200
        assert (one.low, one.high) == pytest.approx((1 - hold.high, 1 - hold.low), abs=1e-12)
    assert [one.exact for one in intervals[-3:]] == [False] * 3, "ten million are too many"
    wide = 1.959964 * wager.standard_deviation / sqrt(10_000_000)
    assert intervals[-2].high - intervals[-2].low == pytest.approx(2 * wide, rel=1e-6)
    text = words(par_sheet("wisconsin", made=DAY))
    assert "return of Tie on the war deal after war deals" in text
    assert "return of Tie after rounds" in text
    assert f"10,000,000 ≈ {100 * intervals[-3].low:.2f} – {100 * intervals[-3].high:.2f} %" in text


def test_side_bets_and_ladders_have_intervals_too() -> None:
    bonus = side_bet("bonus", (2, "A", False, "75:1"), (1, "", True, "5:2"))
    house = house_without_burns(deals_max=2, ladder="10:1 25:1 50:1", side_bets=(bonus,))
    facts = par_facts(house, made=DAY)
    assert [wager.name for wager, _ in facts.intervals] == ["initial", "tie", "bonus"]
    for wager, intervals in facts.intervals:
        for one in intervals:
            assert one.low < float(wager.player_return) < one.high


def test_seats_spread_as_their_covariance_says() -> None:
    facts = par_facts("wisconsin", rounds=1000, made=DAY)
    together = covariances("wisconsin")
    assert [row.seats for row in facts.seats] == list(range(1, 8))
    for row in facts.seats:
        assert row.deviation == pytest.approx(sqrt(together.variance(row.seats)))
        assert row.wider == together.spread(row.seats)
    seven = facts.seats[-1]
    wide = 1.959964 * seven.deviation / 7 / sqrt(1000)
    assert seven.high - seven.low == pytest.approx(2 * wide, rel=1e-6)
    assert "0.2999" in words(par_sheet("wisconsin", made=DAY))


def test_a_sheet_says_whose_best_decision_it_shows() -> None:
    steep = house_without_burns(lost="1/4", ladder="5:1 100:1")
    text = words(par_sheet(steep, decks=6, made=DAY))
    assert "Best decision for the first wager alone" in text
    assert "With as much on Tie as on the first wager, the best decision is war" in text
    assert "Tie then returns 96.3" in text
    assert "With as much on" not in words(par_sheet("wisconsin", made=DAY))


def test_a_sheet_has_every_limit_of_the_house() -> None:
    """The exposure counts with the maximum of Tie, so the sheet shows it."""
    text = words(par_sheet("washington", made=DAY))
    for rule in rule_sheet(load_house("washington")):
        if rule.section == "Limits":
            assert f"{rule.point} {rule.says}" in text
    assert "Tie $1.00 to $100.00" in text
    assert "Removing any single card changes the edge of neither" in text
    assert "Results of the first wager" in text


def test_the_exposure_is_the_worst_round_at_the_posted_maximum() -> None:
    house = load_house("wisconsin")
    first, tie = house.limits.first.max_cents, house.limits.tie.max_cents
    facts = par_facts(house, made=DAY)
    # a tied war: two units on the first wager, Tie and Tie on the war deal at 10 to 1
    assert facts.exposure.seat_cents == 2 * first + 10 * tie + 10 * tie
    assert facts.exposure.table_cents == 7 * facts.exposure.seat_cents
    text = words(par_sheet(house, made=DAY))
    assert "to all 7 seats, not more than $" in text
    assert "it is an upper bound" in text
    suited = load_house("eleven-to-one")
    limits = suited.limits
    most = 2 * limits.first.max_cents + 11 * limits.tie.max_cents + 50 * limits.side.max_cents
    assert par_facts(suited, made=DAY).exposure.seat_cents == most


def test_the_sheet_is_checked_by_dealing() -> None:
    facts = par_facts("wisconsin", check_rounds=3_000_000, check_seed=5, made=DAY)
    assert facts.check is not None
    assert facts.check.rounds >= 3_000_000
    assert [one.wager for one in facts.check.wagers] == ["initial", "tie", "war_tie"]
    for one in facts.check.wagers:
        assert one.z is not None
        assert abs(one.z) < 4
    cheap = house_without_burns(lost="1/10")
    given_up = par_facts(cheap, check_rounds=1_000_000, made=DAY)
    assert given_up.check is not None
    assert abs(given_up.check.wagers[0].z or 9) < 4, "the best decision is dealt, surrender here"
    sides = par_facts("eleven-to-one", check_rounds=1000, made=DAY)
    assert sides.check is not None
    assert sides.check.not_dealt == ("suited-tie",)


def test_the_check_deals_fresh_shoes_as_the_exact_edges_are() -> None:
    """Dealt up to the cutting card, Tie of one deck is six standard errors off its fresh edge."""
    check = par_facts("wisconsin", 1, check_rounds=100_000_000, made=DAY).check
    assert check is not None
    assert [one.z is not None and abs(one.z) < 4 for one in check.wagers] == [True] * 3


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_check_too_small_to_tell_says_nothing(rounds: int) -> None:
    facts = par_facts("wisconsin", check_rounds=rounds, made=DAY)
    text = json.dumps(par_json(facts), allow_nan=False)
    assert json.loads(text)["dealt_check"]["wagers"][1]["z"] is None, "Tie never came"
    sheet = words(par_page(facts))
    assert "inf" not in sheet.split("Dealt cross-check")[1].split("Posted house")[0]


def test_an_interrupted_check_writes_no_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(*given: Any, **named: Any) -> Result:
        return replace(simulate(*given, **named), interrupted=True)

    monkeypatch.setattr("casinowar.report.facts.simulate", pressed)
    page = tmp_path / "a.html"
    assert main(["par", "wisconsin", "-o", str(page), "--check-rounds", "1000"]) == 130
    assert not page.exists()
    assert "interrupted" in capsys.readouterr().err


def test_the_same_facts_as_json_and_csv(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a.html", "a.json", "a.csv")]
    given = ["par", "wisconsin", "-o", files[0], "--json", files[1], "--csv", files[2]]
    assert main([*given, "--check-rounds", "100000"]) == 0
    found = json.loads(Path(files[1]).read_text(encoding="utf-8"))
    assert found["format"] == "casinowar-par/1"
    assert found["rules_digest"] == rules_digest(load_house("wisconsin"))
    assert found["odds"]["initial"]["house_edge"]["exact"] == "23138/993023"
    assert [wager["name"] for wager in found["wagers"]] == ["initial", "tie", "war_tie"]
    assert found["wagers"][1]["hit_frequency"]["exact"] == "23/311"
    assert found["seats"]["by_number"][6]["wider_than_independent_seats"] == 1.67315
    assert found["exposure"]["table_at_most"] == 7 * found["exposure"]["seat"]
    assert found["dealt_check"]["rounds"] >= 100_000
    assert found["findings"] == []
    with Path(files[2]).open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for wager in ("initial", "tie", "war_tie"):
        assert sum(Fraction(row["probability"]) for row in rows if row["wager"] == wager) == 1
    assert main(["par", "wisconsin", "-o", files[0], "--check-rounds", "0"]) == 0
    assert "Dealt cross-check" not in Path(files[0]).read_text(encoding="utf-8")
    assert par_json(par_facts("wisconsin", made=DAY))["dealt_check"] is None


def test_what_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "a.html"
    given = ["par", "wisconsin", "-o", str(page), "--json", str(tmp_path / "no" / "a.json")]
    assert main(given) == 2
    assert "--json: " in capsys.readouterr().err
    assert not page.exists()
    with pytest.raises(InputError, match="check-rounds: -1 is not"):
        par_facts("wisconsin", check_rounds=-1)
