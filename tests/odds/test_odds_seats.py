"""Seats that share the dealer's cards: covariances and the law of a whole table, as fractions.

Planted once and caught here: the other seat's card left in the shoe of a war, a pair of seats that
both tie counted once, wins and losses of two seats exchanged, a law that forgets which seat ended
its war how, an interval that takes seats for independent.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from casinowar.cards import Card, Rank
from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.houses.house import Reshuffle, Surrender
from casinowar.odds import Decision, ShoeLeft, covariances, odds_of, read_shoe, session
from casinowar.odds.table_law import has_law, table_law
from casinowar.simulate.blocks import deal_blocks
from casinowar.simulate.plan import FIRST, make_plan
from casinowar.simulate.strategy import Strategy

from .brute_force import by_card, cards, house_without_burns, side_bet
from .seats_by_hand import every_deal, play_seats

BONUS = side_bet("bonus", (2, "2", True, "75:1"), (1, "2A", False, "5:2"))
HOUSES = {
    "plain": house_without_burns(),
    "wisconsin": house_without_burns(base="wisconsin", war_tie="10:1"),
    "six to five": house_without_burns(tied_odds="3:1", first_odds="6:5"),
    "cheap surrender": house_without_burns(lost="1/10"),
    "forced surrender": house_without_burns(surrender=Surrender.FORCED),
    "ladder, cheap surrender": house_without_burns(lost="1/10", ladder="10:1 25:1"),
    "no surrender": house_without_burns(surrender=Surrender.NOT_OFFERED),
    "side bet": house_without_burns(side_bets=(BONUS,)),
}
SHOES = {
    "threes": "2c 2c 2d 5d 5h 5h",
    "uneven": "2c 2d 2d 3h Kh Kh Ks",
    "one rank": "7c 7c 7d 7h 7s 7s",
}


def plan_of(
    house: House, shoe: tuple[Card, ...], bets: dict[str, int] | None = None
) -> tuple[dict[str, str], ShoeLeft]:
    """The best decision for each rank, as the brute force takes it."""
    left = read_shoe(by_card(shoe))
    plan = odds_of(house, cards_left=left, bets=bets).initial.plan
    return {f"{rank.letter}{suited}": way.value for (rank, suited), way in plan.items()}, left


def check_covariances(
    house: House, shoe: tuple[Card, ...], bets: dict[str, int] | None = None
) -> None:
    plan, left = plan_of(house, shoe, bets)
    found = covariances(house, cards_left=left, bets=bets)
    by_suit = any(not key.endswith("None") for key in plan)

    def decide(mine: Card, dealer: Card) -> str:
        return plan[f"{mine.rank.letter}{mine.suit == dealer.suit if by_suit else None}"]

    deals = list(every_deal(shoe, play_seats(house, decide, 2)))
    assert sum(chance for _, chance in deals) == 1
    for one in found.wagers:
        for other in found.wagers:
            means = [
                sum(chance * nets[0].of(house, name) for nets, chance in deals)
                for name in (one, other)
            ]
            for which, expected in ((0, found.own), (1, found.between)):
                both = sum(
                    chance * nets[0].of(house, one) * nets[which].of(house, other)
                    for nets, chance in deals
                )
                assert expected[one, other] == both - means[0] * means[1], (one, other, which)


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("house", HOUSES)
def test_covariances_agree_with_every_deal_of_two_seats(house: str, shoe: str) -> None:
    check_covariances(HOUSES[house], cards(SHOES[shoe]))


def test_one_seat_goes_to_war_and_the_other_gives_up() -> None:
    """Both tie with the dealer; only the suited tie can win the side bet by a second one."""
    bonus = side_bet("bonus", (2, "", True, "75:1"))
    house = house_without_burns(lost="1/10", side_bets=(bonus,))
    shoe, bets = cards("2c 2c 2d 5h 5h 7h 9s"), {"initial": 1, "bonus": 1}
    plan, _ = plan_of(house, shoe, bets)
    assert (plan["2True"], plan["2False"]) == ("war", "surrender")
    check_covariances(house, shoe, bets)


def test_a_tie_that_is_given_up_is_one_tie_on_a_ladder() -> None:
    """No second tie is possible, so that every tie is surrendered."""
    house, shoe = HOUSES["ladder, cheap surrender"], cards("2c 2c 2d 5h 7h 9s")
    plan, _ = plan_of(house, shoe)
    assert plan == {"2None": "surrender"}
    check_covariances(house, shoe)


def test_three_cards_alike_make_two_suited_ties() -> None:
    check_covariances(HOUSES["side bet"], cards("2c 2c 2c 2d 5h 5h"))


@pytest.mark.parametrize("shoe", ["2c 2c 2d 2d 5d 5h 5h 5s 5s", "3c 3c 3c 3d 3d 3d Ah Ah Ah As"])
def test_wars_dealt_again_agree_with_every_deal_of_two_seats(shoe: str) -> None:
    house = house_without_burns(deals_max=2, ladder="10:1 25:1 50:1", war_tie="12:1")
    check_covariances(house, cards(shoe))


def test_two_seats_at_wisconsin_have_the_covariance_that_was_found_elsewhere() -> None:
    found = covariances("wisconsin", decks=6)
    assert round(float(found.between["initial", "initial"]), 5) == 0.33547
    assert round(float(found.own["initial", "initial"]), 4) == 1.1186
    assert round(found.correlation(), 4) == 0.2999
    assert [round(found.spread(seats), 3) for seats in (1, 3, 7)] == [1.0, 1.265, 1.673]
    assert found.own["initial", "initial"] == odds_of("wisconsin", 6).initial.variance


def test_two_seats_need_the_cards_of_two_wars() -> None:
    with pytest.raises(InputError, match="two seats can need 6 cards, and 4 are left"):
        covariances("wisconsin", cards_left="2:2 3:2")


# The law of a whole table


@pytest.mark.parametrize("house", ["plain", "wisconsin", "six to five", "cheap surrender"])
@pytest.mark.parametrize(("seats", "shoe"), [(2, SHOES["uneven"]), (3, "2c 2c 2d 2d 5d 5h 5h 5s")])
def test_the_law_of_a_table_agrees_with_every_deal(house: str, seats: int, shoe: str) -> None:
    rules, some = HOUSES[house], cards(shoe)
    left = read_shoe(by_card(some))
    plan = odds_of(rules, cards_left=left).initial.plan
    ways = {rank: way.value for (rank, _), way in plan.items()}
    bets = {"initial": 10, "tie": 1}
    expected: dict[Fraction, Fraction] = {}
    for nets, chance in every_deal(some, play_seats(rules, lambda a, _: ways[a.rank], seats)):
        total = sum((10 * one.initial + one.tie for one in nets), Fraction(0))
        expected[total] = expected.get(total, Fraction(0)) + chance
    assert table_law(rules, left, plan, bets, seats) == expected


def test_the_law_of_a_table_has_the_variance_of_its_seats() -> None:
    bets = {"initial": 4, "tie": 1, "war_tie": 2}
    shoe = read_shoe("2:20 3:21 4:9 5:23 6:24 7:3 8:18 9:17 T:16 J:15 Q:14 K:13 A:2")
    found = covariances("wisconsin", cards_left=shoe, bets=bets)
    law = table_law(found.house, shoe, found.plan, bets, 4)
    mean = sum(net * chance for net, chance in law.items())
    assert sum(law.values()) == 1
    square = sum((net**2 * chance for net, chance in law.items()), Fraction(0))
    assert square - mean**2 == found.variance(4, bets)


def test_what_has_no_law() -> None:
    plan = odds_of("eleven-to-one").initial.plan
    assert not has_law(load_house("eleven-to-one"), plan, {"initial": 1, "suited-tie": 1})
    assert has_law(load_house("eleven-to-one"), plan, {"initial": 1, "tie": 1})
    again = house_without_burns(deals_max=2)
    assert not has_law(again, plan, {"initial": 1})
    assert has_law(again, dict.fromkeys(plan, Decision.SURRENDER), {"initial": 1})


def test_houses_are_compared_by_their_seats_too(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["compare", "--house", "wisconsin", "--house", "no-bonus", "--decks", "6,8"]
    assert main([*given, "--seats", "7", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert rows[0]["seats"]["wider_than_independent_seats"] == 1.67315
    for row in rows:
        found = covariances(row["house"], row["decks"])
        assert row["seats"]["covariance"] == str(found.between["initial", "initial"])
    assert main([*given, "--seats", "7"]) == 0
    assert "Correlation of two seats in percent, first wager" in capsys.readouterr().out
    assert main([*given, "--seats", "0"]) == 2
    assert "--seats: 0 is not" in capsys.readouterr().err


# Intervals of the house's hold


@pytest.mark.parametrize("seats", [1, 3, 7])
def test_nine_in_ten_runs_fall_inside_the_interval_at_any_number_of_seats(seats: int) -> None:
    """A thousand runs of the compiled dealer, each round from a fresh shoe."""
    house = load_house("wisconsin")
    every_round = replace(house, cards=replace(house.cards, reshuffle=Reshuffle.EVERY_ROUND))
    runs, deals = 1000, 400
    plan = make_plan(every_round, 6, seats, Strategy())
    counts, _ = deal_blocks(plan, 20, 0, runs, deals * seats)
    assert set(counts[:, :6].sum(axis=1).tolist()) == {deals * seats}
    hold = -(counts @ np.array(plan.results[FIRST])) / (deals * seats)
    found = session(house, decks=6, bet_cents=1000, rounds=deals, seats=seats)
    assert found.method != "normal"
    for confidence in (0.9, 0.95):
        interval = found.hold(confidence)
        inside = float(((hold >= interval.low) & (hold <= interval.high)).mean())
        assert abs(inside - confidence) < 3.5 * sqrt(confidence * (1 - confidence) / runs)
    alone = session(house, decks=6, bet_cents=1000, rounds=deals * seats).hold(0.95)
    inside = float(((hold >= alone.low) & (hold <= alone.high)).mean())
    assert inside < (1.0 if seats == 1 else 0.9)


def test_seats_without_a_law_have_the_normal_interval_of_their_variance() -> None:
    asked = {"bet_cents": 1000, "side_cents": {"suited-tie": 100}, "rounds": 10_000}
    found = session("eleven-to-one", **asked, seats=3)  # type: ignore[arg-type]
    variance = covariances("eleven-to-one").variance(3, {"initial": 1000, "suited-tie": 100})
    assert found.method == "normal"
    assert found.table_round.variance == variance
    wide = found.hold(0.95).high - found.hold(0.95).low
    assert wide == pytest.approx(2 * 1.959964 * sqrt(variance / 10_000) / 3300, rel=1e-6)
    assert 0 < found.error < 1


@pytest.mark.parametrize("confidence", [1.5, -1, 0, 1, float("nan"), "95"])
def test_a_confidence_is_between_0_and_1(confidence: float) -> None:
    found = session("wisconsin", bet_cents=1000, rounds=10)
    with pytest.raises(InputError, match=r"confidence: .* is not between 0 and 1"):
        found.hold(confidence)


def test_a_plan_decides_every_tie_and_may_name_its_decisions() -> None:
    best = covariances("wisconsin", 6)
    by_name = dict.fromkeys(best.plan, "war")
    assert covariances("wisconsin", 6, plan=by_name).between == best.between  # type: ignore[arg-type]
    given_up = dict.fromkeys(best.plan, Decision.SURRENDER)
    apart = covariances("wisconsin", 6, plan=given_up)
    # Win 1, lose 1 or give up a half: the variance of one seat that surrenders every tie.
    tie = Fraction(23, 311)
    assert apart.own["initial", "initial"] == 1 - tie + tie / 4 - (tie / 2) ** 2
    assert apart.own["war_tie", "war_tie"] == 0
    # A plan by rank holds for suited and unsuited ties, and where no suit is known.
    by_rank = covariances("eleven-to-one", 6, plan=best.plan)
    assert by_rank.between == covariances("eleven-to-one", 6).between
    counted = covariances("eleven-to-one", cards_left=[24] * 13, plan=best.plan)
    assert counted.between["tie", "tie"] == by_rank.between["tie", "tie"]
    nothing_ties = covariances("wisconsin", cards_left=[1] * 13, plan={})
    assert nothing_ties.own["tie", "tie"] == 0


@pytest.mark.parametrize(
    ("house", "plan", "reason"),
    [
        ("wisconsin", {}, "plan: has no decision for a tie of rank 2"),
        (
            "wisconsin",
            {(Rank.TWO, None): Decision.WAR},
            "plan: has no decision for a tie of rank 3",
        ),
        (
            "wisconsin",
            dict.fromkeys(((rank, None) for rank in Rank), "run"),
            "'run' is not offered",
        ),
        ("wisconsin", ["war"], "plan: ['war'] is not a decision for each tie"),
    ],
)
def test_a_plan_that_leaves_a_tie_open_is_refused(house: str, plan: Any, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        covariances(house, 6, plan=plan)
    assert reason in str(refused.value)


def test_bets_are_units_by_wager() -> None:
    with pytest.raises(InputError, match=r"bets: .* is not units by the name of a wager"):
        covariances("wisconsin", 6, bets=[1])  # type: ignore[arg-type]


def test_seats_need_only_the_cards_that_are_compared() -> None:
    """Three cards are a round of two seats where nobody goes to war; with a war it takes six."""
    forced = house_without_burns(surrender=Surrender.FORCED)
    few = covariances(forced, cards_left="2:2 3:1")
    # The dealer has a 2: one seat ties and one wins; or the 3: both lose.
    assert few.own["tie", "tie"] > 0
    assert few.between["tie", "tie"] < 0
    law = table_law(forced, read_shoe("2:2 3:1"), few.plan, {"initial": 1}, 2)
    assert law == {Fraction(-2): Fraction(1, 3), Fraction(1, 2): Fraction(2, 3)}
    with pytest.raises(InputError, match="two seats can need 6 cards, and 5 are left"):
        covariances(house_without_burns(), cards_left="2:2 3:3")
