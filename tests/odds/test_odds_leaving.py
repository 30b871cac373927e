"""Players who leave: at a goal, at a stop loss, ruined, or never; against enumeration and formulas.

Planted once and caught here: a goal that is left one step late, a stop loss that counts as ruin,
Tie on the war deal bet without the money for it.
"""

from __future__ import annotations

import json
from fractions import Fraction
from math import inf

import pytest

from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.odds import Decision, ShoeLeft, ruin, session, stories
from casinowar.odds.distribution import RoundDistribution, round_distribution
from casinowar.odds.forever import forever
from casinowar.odds.ruin import Level, Walk, climb_rate, walk_bankroll

from .brute_force import house_without_burns

SIX = ShoeLeft.of_decks(6)


def coin(win: Fraction) -> RoundDistribution:
    return RoundDistribution({-1: 1 - win, 1: win}, Fraction(1), 1)


def play(house: House, bankroll: int, bets: dict[str, int], paid: int) -> RoundDistribution:
    """The round that a bankroll affords; ``paid`` is what a tie brings before the war is asked."""
    bet, war_tie = bets["initial"], bets.get("war_tie", 0)
    left = bankroll - sum(stake for name, stake in bets.items() if name != "war_tie") + paid
    way = Decision.WAR if left >= bet else Decision.SURRENDER
    made = {name: stake for name, stake in bets.items() if name != "war_tie"}
    if left >= bet + war_tie:
        made = bets
    return round_distribution(house, stories(house, SIX, way), made)


def brute(
    house: House, bets: dict[str, int], bankroll: int, span: tuple[int, int], rounds: int
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The chances of ruin, of leaving at the stop and at the goal, and the rounds played."""
    need = sum(stake for name, stake in bets.items() if name != "war_tie")
    zero = Fraction(0)
    if bankroll < need:
        return Fraction(1), zero, zero, zero
    if bankroll <= span[0]:
        return zero, Fraction(1), zero, zero
    if bankroll >= span[1]:
        return zero, zero, Fraction(1), zero
    if rounds == 0:
        return zero, zero, zero, zero
    found = [zero, zero, zero, Fraction(1)]
    for net, chance in play(house, bankroll, bets, 11 * bets.get("tie", 0)).chances.items():
        for place, part in enumerate(brute(house, bets, bankroll + net, span, rounds - 1)):
            found[place] += chance * part
    return found[0], found[1], found[2], found[3]


@pytest.mark.parametrize(
    ("bets", "bankroll", "loss", "win", "rounds"),
    [
        ({"initial": 10}, 40, 20, 20, 5),
        ({"initial": 10}, 40, 35, 1000, 5),
        ({"initial": 10}, 25, 25, 10, 4),
        ({"initial": 10, "tie": 1}, 35, 20, 15, 4),
        ({"initial": 10, "war_tie": 10}, 30, 30, 30, 4),
        ({"initial": 10, "war_tie": 4}, 22, 12, 100, 4),
    ],
)
@pytest.mark.parametrize("exact", [True, False])
def test_leaving_agrees_with_every_sequence_of_rounds(
    bets: dict[str, int],
    bankroll: int,
    loss: int,
    win: int,
    rounds: int,
    exact: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = load_house("wisconsin")
    if not exact:
        monkeypatch.setattr(ruin, "EXACT_WORK_MAX", 0)
    found = session(
        house,
        bet_cents=bets["initial"],
        tie_cents=bets.get("tie", 0),
        war_tie_cents=bets.get("war_tie", 0),
        bankroll_cents=bankroll,
        stop_loss_cents=loss,
        win_goal_cents=win,
        rounds=rounds,
        decision="war",
    ).ruin
    assert found is not None
    assert (found.exact is not None) == exact
    expected = brute(house, bets, bankroll, (bankroll - loss, bankroll + win), rounds)
    told = (found.chance, found.stopped, found.goal, found.rounds_played)
    assert told == pytest.approx([float(part) for part in expected], abs=1e-12)


@pytest.mark.parametrize(("money", "goal"), [(3, 10), (5, 6), (1, 40)])
@pytest.mark.parametrize("win", [Fraction(1, 2), Fraction(18, 38), Fraction(3, 5)])
def test_a_gambler_for_ever_by_the_classical_formula(money: int, goal: int, win: Fraction) -> None:
    found = forever(Walk(money, (Level(1, coin(win)),), goal_cents=goal))
    assert found is not None
    ratio = float((1 - win) / win)
    reached = money / goal if ratio == 1 else (1 - ratio**money) / (1 - ratio**goal)
    rounds = money * (goal - money) if ratio == 1 else (money - goal * reached) / float(1 - 2 * win)
    assert found.goal == pytest.approx(reached, rel=1e-12)
    assert found.ruin == pytest.approx(1 - reached, rel=1e-12)
    assert found.rounds == pytest.approx(rounds, rel=1e-10)


def test_without_a_goal_a_losing_game_ends_and_a_winning_one_may_not() -> None:
    losing = forever(Walk(7, (Level(1, coin(Fraction(2, 5))),)))
    assert losing is not None
    assert (losing.ruin, losing.goal) == (1.0, 0.0)
    assert losing.rounds == pytest.approx(35, rel=1e-9)
    winning = forever(Walk(7, (Level(1, coin(Fraction(3, 5))),)))
    assert winning is not None
    assert winning.ruin == pytest.approx((2 / 3) ** 7, rel=1e-9)
    assert winning.rounds == inf
    assert forever(Walk(7, (Level(1, coin(Fraction(1, 2))),))) is None
    assert climb_rate(coin(Fraction(2, 5))) == pytest.approx(0.405465108, rel=1e-8)  # log(3/2)


def test_sixty_thousand_bankrolls_are_answered_and_no_more() -> None:
    level = (Level(1, coin(Fraction(1, 2))),)
    found = forever(Walk(30_000, level, goal_cents=60_001))
    assert found is not None
    assert found.goal == pytest.approx(30_000 / 60_001, rel=1e-6)
    assert forever(Walk(30_000, level, goal_cents=60_002)) is None


def test_who_has_already_left_plays_no_round() -> None:
    level = (Level(10, coin(Fraction(1, 2))),)
    ends = [
        forever(Walk(5, level, goal_cents=20)),
        forever(Walk(15, level, stop_cents=15, goal_cents=20)),
        forever(Walk(25, level, goal_cents=20)),
    ]
    at_both = forever(Walk(10, level, goal_cents=10))
    assert at_both is not None
    assert (at_both.ruin, at_both.goal) == (0.0, 1.0), "who covers a round is not ruined"
    for place, end in enumerate(ends):
        assert end is not None
        expected = [0.0, 0.0, 0.0]
        expected[place] = 1.0
        assert [end.ruin, end.stopped, end.goal, end.rounds] == [*expected, 0.0]


def test_any_number_of_rounds_is_walked_until_nobody_plays() -> None:
    """What a walk of a billion rounds says is what the equations say."""
    found = session(
        "wisconsin", bet_cents=1000, rounds=10**9, bankroll_cents=8000, win_goal_cents=5000
    )
    assert found.ruin is not None
    assert found.forever is not None
    assert found.ruin.final.error < 1e-10
    assert found.ruin.chance == pytest.approx(found.forever.ruin, abs=1e-10)
    assert found.ruin.goal == pytest.approx(found.forever.goal, abs=1e-10)
    assert found.ruin.rounds_played == pytest.approx(found.forever.rounds, rel=1e-8)
    assert len(found.ruin.by_round) < 10**5
    lost = found.expected_loss_with_ruin_cents
    assert lost is not None
    assert lost < found.expected_loss_cents


@pytest.mark.parametrize(
    ("money", "tie", "war_tie"), [((3000, 1500, 2500), 0, 0), ((4200, 2500, 6000), 200, 500)]
)
def test_ruin_stop_loss_and_goal_add_up_however_long_one_plays(
    money: tuple[int, int, int], tie: int, war_tie: int
) -> None:
    """A war lost just above the stop loss can ruin; the walk and the equations tell them apart."""
    found = session(
        "wisconsin",
        bet_cents=1000,
        tie_cents=tie,
        war_tie_cents=war_tie,
        decision="war",
        rounds=10**9,
        bankroll_cents=money[0],
        stop_loss_cents=money[1],
        win_goal_cents=money[2],
    )
    assert found.ruin is not None
    assert found.forever is not None
    walked = [found.ruin.chance, found.ruin.stopped, found.ruin.goal, found.ruin.rounds_played]
    end = found.forever
    assert walked == pytest.approx([end.ruin, end.stopped, end.goal, end.rounds], abs=1e-9)
    assert min(walked) > 0.01
    assert sum(walked[:3]) == pytest.approx(1, abs=1e-9)


def test_a_large_bankroll_between_two_ends_is_as_a_small_one() -> None:
    """Only what lies between the stop loss and the goal is walked, however much lies below it."""
    near, far = (
        session(
            "wisconsin",
            bet_cents=1000,
            rounds=10**12,
            bankroll_cents=bankroll,
            win_goal_cents=20_000,
            stop_loss_cents=20_000,
        ).ruin
        for bankroll in (50_000, 10**12)
    )
    assert near is not None
    assert far is not None
    assert far.chance == 0
    told = [[ruin.goal, ruin.stopped, ruin.rounds_played] for ruin in (near, far)]
    assert told[0] == pytest.approx(told[1], abs=1e-9)
    assert far.final.start_cents == 10**12 - 21_500, "a war lost from half a bet above the stop"
    assert near.final.mean_cents(50_000) == pytest.approx(far.final.mean_cents(10**12), abs=1e-6)


def test_a_bankroll_is_that_of_one_seat_whoever_else_plays() -> None:
    found = session("wisconsin", bet_cents=1000, rounds=3000, bankroll_cents=10**9, seats=3)
    assert found.ruin is not None
    assert found.ruin.chance == 0
    lost = found.expected_loss_with_ruin_cents
    assert lost == pytest.approx(3000 * 1000 * 23138 / 993023, rel=1e-8)


def test_a_bankroll_out_of_reach_is_answered_beyond_a_million_rounds() -> None:
    found = session("wisconsin", bet_cents=1000, rounds=1_500_000, bankroll_cents=10**12)
    assert found.ruin is not None
    assert found.ruin.chance == 0
    assert found.ruin.rounds_played == 1_500_000
    lost = found.expected_loss_with_ruin_cents
    assert lost == pytest.approx(float(found.expected_loss_cents), rel=1e-8)
    assert found.method == "normal", "the house's side is as without a bankroll"
    with pytest.raises(
        InputError, match=r"lost with a chance below 1e-15 .*: leave the bankroll out"
    ):
        session("wisconsin", bet_cents=1000, rounds=10**9, bankroll_cents=10**12)


def test_who_wins_on_average_never_stops_and_is_not_followed_for_ever() -> None:
    """A losing game ends soon enough to be walked; one won on average has no end."""
    for win, ends in ((Fraction(2, 5), True), (Fraction(3, 5), False)):
        walk = Walk(50, (Level(1, coin(win)),))
        if ends:
            assert walk_bankroll(walk, 10**9).chance == pytest.approx(1, abs=1e-12)
        else:
            with pytest.raises(InputError, match="are too many"):
                walk_bankroll(walk, 9_000_000)


def test_the_average_loss_is_the_edge_of_the_rounds_played() -> None:
    """Where every bankroll plays the same round, by Wald's identity."""
    walk = Walk(20, (Level(1, coin(Fraction(2, 5))),), goal_cents=30)
    found = walk_bankroll(walk, 40)
    assert found.final.mean_cents(20) == pytest.approx(-found.rounds_played / 5, rel=1e-12)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"bankroll_cents": None, "win_goal_cents": 100}, "win-goal: needs a bankroll"),
        ({"bankroll_cents": None, "stop_loss_cents": 100}, "stop-loss: needs a bankroll"),
        ({"stop_loss_cents": 5001}, "stop-loss: $50.01 is not from $0.01 to $50.00"),
        ({"win_goal_cents": 0}, "win-goal: $0.00 is not"),
        ({"war_tie_cents": 100}, "war-tie: washington has no Tie wager on the war deal"),
        ({"side_cents": {"lunch": 100}}, "side lunch: washington has no side bet 'lunch'"),
        ({"side_cents": {"lunch": -1}}, "side lunch: -$0.01 is not"),
        ({"seats": 8}, "seats: 8 is not a whole number from 1 to 7"),
    ],
)
def test_what_a_session_cannot_have_is_refused(changes: dict[str, object], reason: str) -> None:
    given = {"bet_cents": 1000, "rounds": 10, "bankroll_cents": 5000} | changes
    with pytest.raises(InputError) as refused:
        session("washington", **given)  # type: ignore[arg-type]
    assert reason in str(refused.value)


def test_a_war_tie_that_must_equal_the_bet_does() -> None:
    from dataclasses import replace

    from casinowar.houses.house import WarTie

    house = house_without_burns(war_tie="10:1")
    strict = replace(house, tie=replace(house.tie, war_deal=WarTie.EQUAL_TO_FIRST))
    with pytest.raises(InputError, match="war-tie: must equal the bet"):
        session(strict, bet_cents=1000, war_tie_cents=500, rounds=1)
    assert session(strict, bet_cents=1000, war_tie_cents=1000, rounds=1).stakes["war_tie"] == 1000


def test_the_command_tells_how_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["session", "--house", "wisconsin", "--bet", "10", "--rounds", "100", "--bankroll"]
    given += ["200", "--win-goal", "100", "--stop-loss", "150", "--war-tie", "5"]
    assert main([*given, "--json"]) == 0
    player = json.loads(capsys.readouterr().out)["player"]
    assert player["win_goal"] == 10_000
    assert player["stop_loss"] == 15_000
    assert 0 < player["goal_reached"] < 1
    assert player["forever"]["goal_reached"] > player["goal_reached"]
    assert player["expected_hours"] == pytest.approx(player["expected_rounds"] / 60, rel=1e-5)
    assert main(given) == 0
    text = capsys.readouterr().out
    assert f"left with a win of $100.00 or more   {100 * player['goal_reached']:.4f} %" in text
    assert "At the table:" in text
    assert "A player without a limit of rounds: ruined" in text
    assert "the same, stopping when ruined or at a limit" in text
    assert main(["session", "--bet", "10", "--rounds", "5", "--bankroll", "200"]) == 0
    text = capsys.readouterr().out
    assert "A player who never stops: ruined" in text
    assert "the same, stopping when ruined  " in text
    assert main(["session", "--bet", "10", "--rounds", "5", "--side", "x"]) == 2
    assert "--side: 'x' is not a side bet like" in capsys.readouterr().err
