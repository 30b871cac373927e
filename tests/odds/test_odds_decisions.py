"""The best decision is that of all wagers on the table.

Planted once and caught here: the first wager alone deciding for a session with a ladder, a side bet
on suited ties decided by rank alone.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import cast

import numpy as np
import pytest

from casinowar.cards import Rank
from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.odds import (
    Decision,
    FindingKind,
    beside_first,
    covariances,
    odds_of,
    review_house,
    session,
)
from casinowar.report import session_json

from .brute_force import house_without_burns, side_bet

# surrender at a quarter, and a ladder that makes a second tie worth a hundred
LADDER = house_without_burns(base="washington", lost="1/4", ladder="5:1 100:1")


def test_a_session_with_a_ladder_goes_to_war_for_it() -> None:
    both = session(LADDER, decks=6, bet_cents=200, tie_cents=200, rounds=10)
    assert both.decision is Decision.WAR
    assert round(float(-both.one_round.mean)) == 12
    given_up = session(
        LADDER, decks=6, bet_cents=200, tie_cents=200, rounds=10, decision="surrender"
    )
    assert round(float(-given_up.one_round.mean)) == 115
    assert session(LADDER, decks=6, bet_cents=200, rounds=10).decision is Decision.SURRENDER


def test_tie_on_every_war_deal_weighs_in_the_decision() -> None:
    """$10 on the first wager, and $100 on a bad bet if there is war: better not to get there."""
    best, war, surrender = (
        session("wisconsin", bet_cents=1000, war_tie_cents=10_000, rounds=100, decision=named)
        for named in (None, "war", "surrender")
    )
    assert best.decision is Decision.SURRENDER
    assert best.one_round == surrender.one_round
    assert [one for one in best.notes if "every seat surrenders" in one]
    assert not [one for one in war.notes if "every seat surrenders" in one]
    assert best.expected_loss_cents < war.expected_loss_cents
    assert session("wisconsin", bet_cents=1000, rounds=100).decision is Decision.WAR
    found = odds_of("wisconsin", bets={"war_tie": 10})
    assert found.bets == (("initial", 1), ("war_tie", 10))
    assert found.initial.best_decision == "surrender"
    assert covariances("wisconsin", bets={"war_tie": 10}).plan == found.initial.plan


def test_numbers_of_numpy_are_stakes_too() -> None:
    one = np.int64(1)
    bets = cast("dict[str, int]", {"tie": one})
    assert odds_of("wisconsin", bets=bets) == odds_of("wisconsin", bets={"tie": 1})
    both = covariances("wisconsin")
    assert both.variance(2, bets) == both.variance(2, {"tie": 1})
    night = session(
        "wisconsin", bet_cents=1000, rounds=10, bankroll_cents=9000,
        win_goal_cents=cast("int", np.int64(5000)),
    )  # fmt: skip
    assert json.dumps(session_json(night))
    assert night.hold(cast("float", np.float32(0.5))) == night.hold(0.5)
    with pytest.raises(InputError, match="'nope' is not one of initial"):
        both.correlation("nope")


@pytest.mark.parametrize("seats", ["0", "9"])
def test_seats_that_a_house_does_not_have_are_not_compared(
    seats: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "--seats", seats]) == 2
    assert f"--seats: {seats} is not a whole number from 1 to" in capsys.readouterr().err


def test_a_wager_of_no_units_is_none() -> None:
    assert odds_of("washington", bets={"tie": 0}).initial == odds_of("washington").initial


def test_the_odds_say_whose_best_decision_they_show() -> None:
    alone, both = (odds_of(LADDER, 6, bets=bets) for bets in (None, {"tie": 1}))
    assert (alone.bets, both.bets) == ((("initial", 1),), (("initial", 1), ("tie", 1)))
    assert (alone.initial.best_decision, both.initial.best_decision) == ("surrender", "war")
    assert alone.tie is not None
    assert both.tie is not None
    assert round(float(both.tie.player_return), 2) == 0.96
    assert both.initial.choice is not None
    assert both.initial.choice.war is not None
    (found,) = beside_first(alone)
    assert found.wager == both.tie
    assert beside_first(both) == ()


def test_a_tie_that_returns_enough_to_who_goes_to_war_is_not_condemned() -> None:
    def too_low(house: House) -> set[str]:
        found = review_house(house)
        return {finding.wager for finding in found if finding.kind is FindingKind.LOW_RETURN}

    assert too_low(LADDER) == set()
    assert too_low(house_without_burns(lost="1/4", ladder="5:1 20:1")) == {"tie"}


def test_a_suited_tie_can_go_to_war_where_the_same_rank_in_two_suits_does_not() -> None:
    bonus = side_bet("bonus", (2, "A", True, "900:1"))
    house = house_without_burns(base="no-bonus", lost="1/4", side_bets=(bonus,))
    plan = odds_of(house, 6, bets={"bonus": 1}).initial.plan
    assert plan[Rank.ACE, True] is Decision.WAR
    assert plan[Rank.ACE, False] is Decision.SURRENDER
    assert plan[Rank.KING, True] is Decision.SURRENDER
    found = session(house, decks=6, bet_cents=400, side_cents={"bonus": 100}, rounds=1)
    assert found.decision is None
    always = {
        way: session(
            house, decks=6, bet_cents=400, side_cents={"bonus": 100}, rounds=1, decision=way
        )
        for way in ("war", "surrender")
    }
    assert found.one_round.mean > max(one.one_round.mean for one in always.values())


@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        ({"lunch": 1}, "washington has no wager 'lunch': initial, tie"),
        ({"tie": -1}, "-1 on tie is not a number of units"),
        ({"tie": True}, "True on tie is not"),
        ({"tie": 0.5}, "0.5 on tie is not"),
    ],
)
def test_wagers_that_cannot_lie_there_are_refused(bets: dict[str, Fraction], reason: str) -> None:
    with pytest.raises(InputError) as refused:
        odds_of("washington", bets=bets)
    assert reason in str(refused.value)


def test_the_command_takes_wagers_beside_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--house", "wisconsin", "--beside", "tie=1/2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["best_for"] == {"initial": "1", "tie": "1/2"}
    assert main(["odds", "--house", "wisconsin", "--beside", "tie"]) == 0
    shown = capsys.readouterr().out
    assert "best decision on a tie, with 1 on Tie beside it: war" in shown
    assert main(["odds", "--beside", "tie=0.50000000000000000000000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["best_for"]["tie"] == "1/2"


@pytest.mark.parametrize(
    ("beside", "reason"),
    [
        (["tie=x"], "'tie=x' is not a wager"),
        (["tie=1e5000"], "is not a wager"),
        (["tie=-1"], "is not a wager"),
        (["tie=1/0"], "is not a wager"),
        (["tie="], "is not a wager"),
        (["initial=0"], "the first wager is always one unit"),
        (["tie=1", "tie=3"], "'tie' is given twice"),
        (["nope"], "washington has no wager 'nope'"),
    ],
)
def test_the_command_refuses_wagers_that_cannot_lie_there(
    beside: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [part for one in beside for part in ("--beside", one)]
    assert main(["odds", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("casinowar odds: --beside: ")
    assert reason in err


@pytest.mark.parametrize(
    ("sides", "reason"),
    [
        (["foo=1"], "--side foo: eleven-to-one has no side bet 'foo'"),
        (["suited-tie=1", "suited-tie=2"], "--side: 'suited-tie' is given twice"),
    ],
)
def test_side_bets_that_cannot_lie_there_are_refused(
    sides: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [part for one in sides for part in ("--side", one)]
    asked = ["session", "--house", "eleven-to-one", "--bet", "10", "--rounds", "5"]
    assert main([*asked, *given]) == 2
    assert reason in capsys.readouterr().err
