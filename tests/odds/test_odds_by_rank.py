"""The player sees the rank of a tie: the best decision is that of each rank, from every deal.

Planted once and caught here: war reckoned with one card of the tied rank put back, one value of
war for all ranks, a ladder or a side bet that always goes to war, Tie on the war deal after ranks
that are surrendered, equal values surrendered.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casinowar.cards import Card, Rank
from casinowar.cli.main import main
from casinowar.houses import House, load_house
from casinowar.houses.house import Surrender
from casinowar.houses.read import HOUSES_DIR
from casinowar.odds import HouseOdds, Outcome, odds_of, removal_effects, thresholds
from casinowar.report import odds_json, odds_text

from .brute_force import all_deals, by_card, cards, house_without_burns, mean, side_bet
from .test_odds_brute_force import check_every_deal

Capture = pytest.CaptureFixture[str]
ONE_LADDER = "10:1"
LADDER = "8:1 30:1 90:1"
SIX_FOUR = cards("2c 4c 5c 5d 6c 6d 6h 6h")  # 2:1 4:1 5:2 6:4
TWO_THREE = cards("2c 2d 2d 3c 4c 5c 5d")  # 2:3 3:1 4:1 5:2
BETS = (
    side_bet("run", (3, "", False, "90:1"), (2, "", False, "20:1")),
    side_bet("suited", (2, "5A", True, "75:1"), (1, "", True, "4:1")),
)


def cheap(lost: str = "1/4", deals_max: int = 1, ladder: str = ONE_LADDER) -> House:
    """A house without the extra unit on a tied war, where surrender is cheap."""
    return house_without_burns(
        base="no-bonus", lost=lost, deals_max=deals_max, ladder=ladder, war_tie="10:1"
    )


def plan(odds: HouseOdds) -> dict[str, str]:
    return {rank.letter: choice.best.value for rank, choice in odds.initial.by_rank.items()}


@pytest.mark.parametrize(
    ("shoe", "edge", "one_decision", "decisions"),
    [
        ("2:1 4:1 5:2 6:4", Fraction(1, 20), Fraction(17, 280), {"5": "war", "6": "surrender"}),
        ("2:3 3:1 4:1 5:2", Fraction(4, 105), Fraction(1, 21), {"2": "surrender", "5": "war"}),
    ],
)
def test_no_single_decision_is_as_good_as_one_for_each_rank(
    shoe: str, edge: Fraction, one_decision: Fraction, decisions: dict[str, str]
) -> None:
    odds = odds_of(cheap(), cards_left=shoe)
    first = odds.initial
    assert first.if_war is not None
    assert first.if_surrender is not None
    assert min(first.if_war.house_edge, first.if_surrender.house_edge) == one_decision
    assert first.house_edge == edge
    assert first.depends_on_rank
    assert first.best_decision is None
    assert plan(odds) == decisions


@pytest.mark.parametrize("ladder", [ONE_LADDER, LADDER])
@pytest.mark.parametrize(
    ("lost", "deals_max", "shoe"),
    [
        ("1/4", 1, SIX_FOUR),
        ("1/4", 1, TWO_THREE),
        ("1/4", 1, cards("2c 3c 3d 9c 9d Ac Ad Ah")),
        ("1/3", 1, TWO_THREE),
        ("1/4", 2, cards("3c 5c 5d Ac Ad Ah Ah")),
        ("1/3", 2, cards("5c 5d 8c 8d Ac Ad Ah")),
        ("9/20", 2, SIX_FOUR),
        ("1/3", 3, cards("2c 2d 7c 7d 9c 9d 9d 9s")),
    ],
)
def test_every_deal_with_the_best_decision_of_each_tied_rank(
    lost: str, deals_max: int, shoe: tuple[Card, ...], ladder: str
) -> None:
    rungs = " ".join(ladder.split()[: deals_max + 1])
    house = replace(cheap(lost, deals_max, rungs), side_bets=BETS)
    check_every_deal(house, shoe)
    odds = odds_of(house, cards_left=by_card(shoe))
    assert odds.initial.depends_on_rank, "or the shoe tests nothing"
    check_values_of_each_rank(house, shoe, odds)


@given(
    shoe=st.lists(st.sampled_from(["2c", "2d", "3c", "3d", "Ac", "Kh"]), min_size=5, max_size=7),
    share=st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]),
    deals_max=st.integers(1, 2),
    tied_odds=st.sampled_from(["1:1", "2:1", "5:1"]),
    ladder=st.sampled_from([ONE_LADDER, "10:1 40:1"]),
)
@settings(max_examples=40, deadline=None, derandomize=True)
def test_every_deal_where_surrender_costs_about_what_war_does(
    shoe: list[str], share: Fraction, deals_max: int, tied_odds: str, ladder: str
) -> None:
    """Surrender costs as much as war after the best rank, after the worst, or in between."""
    left = cards(" ".join(shoe))
    house = house_without_burns(
        deals_max=deals_max, tied_odds=tied_odds, ladder=ladder, war_tie="10:1"
    )
    if len(left) < 2 * deals_max + 2:
        return
    choices = odds_of(house, cards_left=by_card(left)).initial.by_rank.values()
    worth = [choice.war for choice in choices if choice.war is not None] or [Fraction(0)]
    lost = -(min(worth) + share * (max(worth) - min(worth)))
    house = replace(house, surrender=replace(house.surrender, lost=lost))
    check_every_deal(house, left)


def check_values_of_each_rank(house: House, shoe: tuple[Card, ...], odds: HouseOdds) -> None:
    deals = all_deals(house, shoe, "war")
    for rank, choice in odds.initial.by_rank.items():
        tied = [deal for deal in deals if deal.tied == rank.letter]
        stayed = [Fraction(deal.outcome == "war_tied") for deal in tied]
        assert choice.tie == Fraction(len(tied), len(deals))
        assert choice.war == mean([deal.first for deal in tied])
        assert choice.surrender == -house.surrender.lost
        assert choice.tied_war == mean(stayed)


def test_ladder_and_side_bets_follow_the_decision_of_the_tied_rank() -> None:
    """Sixes are surrendered, so only a tie of fives can become two ties in a row."""
    house = replace(cheap(ladder="10:1 40:1"), side_bets=BETS[:1])
    odds = odds_of(house, cards_left="2:1 4:1 5:2 6:4")
    twice = Fraction(1, 28) * Fraction(2, 5)
    once = Fraction(1, 4) - twice
    assert odds.tie is not None
    assert odds.tie.expectation == 40 * twice + 10 * once - Fraction(3, 4)
    side = odds.side_bets[0].odds
    assert side is not None
    assert side.probability == twice


def test_tie_on_the_war_deal_is_given_a_war_that_is_fought() -> None:
    odds = odds_of(cheap(), cards_left="2:1 4:1 5:2 6:4")
    assert odds.war_tie is not None
    assert odds.war_tie.probability == Fraction(2, 5)  # 2 4 and four sixes are left
    never = odds_of(cheap(), cards_left="2:8 3:8 4:8 5:8 6:8 7:8")
    assert never.initial.best_decision == "surrender"
    assert never.war_tie is not None
    assert never.initial.choice is not None
    assert never.war_tie.probability == never.initial.choice.tied_war


def test_ranks_of_equal_value_go_to_war() -> None:
    """After sixes, war and a surrender for 3/10 are worth the same: -1/2 + 3/2 · 2/15 = -3/10."""
    house = cheap(lost="3/10")
    odds = odds_of(house, cards_left="2:1 4:1 5:2 6:4")
    choice = odds.initial.by_rank[Rank.SIX]
    assert choice.war == choice.surrender == Fraction(-3, 10)
    assert odds.initial.best_decision == "war"
    assert Outcome.SURRENDER not in odds.initial.outcomes
    check_every_deal(house, SIX_FOUR)


@pytest.mark.parametrize("mode", [Surrender.NOT_OFFERED, Surrender.FORCED])
def test_where_there_is_no_choice_no_rank_differs(mode: Surrender) -> None:
    house = house_without_burns(base="no-bonus", lost="1/4", surrender=mode)
    odds = odds_of(house, cards_left="2:1 4:1 5:2 6:4")
    way = "surrender" if mode is Surrender.FORCED else "war"
    assert plan(odds) == {"5": way, "6": way}
    assert odds.initial.best_decision == way


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("lost", ["1/4", "2/5", "1/2"])
def test_a_fresh_shoe_has_one_decision_for_all_ranks(lost: str, decks: int) -> None:
    first = odds_of(cheap(lost, 2), decks).initial
    assert len(first.by_rank) == 13
    assert len(set(first.by_rank.values())) == 1
    assert first.best_decision == ("war" if lost == "1/2" else "surrender")
    assert first.choice is not None
    assert first.choice.value == first.by_rank[Rank.ACE].value


def test_the_first_wager_has_a_threshold_only_where_war_is_always_best() -> None:
    """If every tie went to war, a tied war would have to be more likely than 1/3."""
    house = cheap("1/100")
    odds = odds_of(house, cards_left="2:2 3:1 4:1 6:5")
    assert odds.initial.choice is not None
    assert odds.initial.choice.tied_war is not None
    assert odds.initial.choice.tied_war < Fraction(1, 3)
    assert odds.initial.expectation > 0
    assert "initial" not in {limit.wager for limit in thresholds(house)}
    assert "initial" in {limit.wager for limit in thresholds(cheap("1/2"))}
    never = house_without_burns(base="no-bonus", lost="1/4", surrender=Surrender.NOT_OFFERED)
    assert "initial" in {limit.wager for limit in thresholds(never)}


def test_removal_is_reckoned_with_the_best_decision_before_and_after() -> None:
    initial = removal_effects(cheap(), cards_left="2:1 4:1 5:2 6:4")[0]
    after = odds_of(cheap(), cards_left="2:1 4:1 5:2 6:3").initial
    assert initial.effects[Rank.SIX] == after.expectation + Fraction(1, 20)


def house_file(folder: Path) -> str:
    """The example house without the extra unit, with a cheap surrender, as a file."""
    path = folder / "cheap.toml"
    text = (HOUSES_DIR / "no-bonus.toml").read_text(encoding="utf-8")
    text = text.replace("smallest_chip = 50", "smallest_chip = 25")
    path.write_text(text + '\n[surrender]\nmode = "offered"\nlost = "1/4"\n', encoding="utf-8")
    assert load_house(path).surrender.lost == Fraction(1, 4)
    return str(path)


def test_the_json_names_the_decision_of_each_rank(tmp_path: Path, capsys: Capture) -> None:
    asked = ["--house", house_file(tmp_path), "--cards-left", "2:1 4:1 5:2 6:4", "--json"]
    assert main(["odds", *asked]) == 0
    initial = json.loads(capsys.readouterr().out)["initial"]
    assert initial["house_edge"] == {"exact": "1/20", "percent": 5.0}
    assert initial["best_decision"] == "by_rank"
    assert initial["decision_values"] == {
        "war": "-17/70",
        "surrender": "-1/4",
        "tied_war_probability": "6/35",
    }
    assert initial["decision_by_rank"] == {
        "5": {
            "decision": "war",
            "tie_probability": "1/28",
            "war": "1/10",
            "surrender": "-1/4",
            "tied_war_probability": "2/5",
        },
        "6": {
            "decision": "surrender",
            "tie_probability": "3/14",
            "war": "-3/10",
            "surrender": "-1/4",
            "tied_war_probability": "2/15",
        },
    }
    assert initial["outcomes"] == {
        "win": "3/8",
        "lose": "3/8",
        "war_won": "3/280",
        "war_tied": "1/70",
        "war_lost": "3/280",
        "surrender": "3/14",
    }


def test_the_json_of_one_decision_names_no_ranks() -> None:
    initial = odds_json(odds_of(cheap(), 6))["initial"]
    assert isinstance(initial, dict)
    assert initial["best_decision"] == "surrender"
    assert "decision_by_rank" not in initial


def test_the_table_shows_each_rank_in_80_columns() -> None:
    lines = odds_text(odds_of(cheap(), cards_left="2:1 4:1 5:2 6:4"))
    assert "First wager (initial), best decision on a tie: by its rank" in lines
    assert "  5          3.5714 %   0.100000  -0.250000        war        1/10" in lines
    assert "  6         21.4286 %  -0.300000  -0.250000  surrender       -3/10" in lines
    assert "  best by its rank  -0.200000    -1/5" in lines
    assert max(map(len, lines)) <= 80


def test_the_table_of_thirteen_ranks_fits_however_long_its_fractions_are() -> None:
    counts = [1_000_003 + 7_919 * at**2 for at in range(13)]
    uneven = " ".join(f"{rank.letter}:{count}" for rank, count in zip(Rank, counts, strict=True))
    worth = [choice.war for choice in odds_of(cheap(), cards_left=uneven).initial.by_rank.values()]
    middle = sorted(value for value in worth if value is not None)[6]
    odds = odds_of(cheap(str(-middle)), cards_left=uneven)
    decisions = list(plan(odds).values())
    assert decisions.count("war") == 7  # the one of equal value is among them
    assert decisions.count("surrender") == 6
    lines = odds_text(odds)
    assert max(map(len, lines)) <= 80
    assert sum(line.endswith("see --json") for line in lines) >= 13
