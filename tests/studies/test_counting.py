"""Counting studies: the compiled counter against the cards that were dealt, bet by bet.

Planted once and caught here: the count taken after the round, a burned card counted as seen, the
last step taken one count late, Tie paid for the wrong number of ties.
"""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from math import comb, exp, inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casinowar.cards import RANK_LETTERS
from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.odds import odds_of
from casinowar.simulate import Estimate, Strategy, TieBet
from casinowar.simulate.blocks import BLOCK_ROUNDS
from casinowar.simulate.kernels.counting import C_SHOES, C_SUMS, C_X, S_SUMS, deal_counted
from casinowar.simulate.plan import make_plan
from casinowar.simulate.run import TASKS_IN_FLIGHT
from casinowar.studies import CountStudy, Step, count_study
from casinowar.studies.counting import _deal, net_arrays, parse_spread, parse_weights
from tests.odds.brute_force import house_without_burns
from tests.simulate.logs.record import ShoeRecord, record_shoes

ACES = {"A": -12.0} | dict.fromkeys(RANK_LETTERS[:-1], 1.0)
SPREAD = (Step(-inf, 1.0, 1.0), Step(0.0, 2.0, 3.0), Step(4.0, 5.0, 1.0), Step(9.0, 0.0))
AGAIN = house_without_burns(base="skycity", deals_max=2, ladder="10:1 25:1 50:1", burn_count=3)


def by_hand(house: House, shoe: ShoeRecord, per_deck: bool) -> tuple[float, list[float]]:
    """The result of one shoe, and the rounds at each step, from the cards of its record."""
    seen: list[str] = []
    won, steps = 0.0, [0.0] * len(SPREAD)
    rungs = [float(rung.ratio) for rung in house.tie.ladder]
    nets = {
        "win": float(house.deal.first_odds.ratio),
        "lose": -1.0,
        "surrender": -float(house.surrender.lost),
        "war_won": float(house.war_net_won),
        "war_tied": float(house.war_net_tied),
        "war_lost": -2.0,
    }
    for dealt in shoe.rounds:
        count = sum(ACES[letter] for letter in seen)
        if per_deck:
            count *= 52 / (52 * shoe.decks - len(seen))
        step = max(place for place, one in enumerate(SPREAD) if count >= one.count)
        steps[step] += 1
        ties = dealt.ties[0]
        tie = rungs[min(ties, len(rungs)) - 1] if ties else -1.0
        won += SPREAD[step].first * nets[dealt.outcomes[0]] + SPREAD[step].tie * tie
        seen += [rank.letter for rank in (*dealt.cards, dealt.dealer)]
        seen += [rank.letter for war in dealt.wars for rank in (*war.cards, war.dealer)]
    return won, steps


@pytest.mark.parametrize("per_deck", [True, False])
@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("house", [load_house("washington"), AGAIN], ids=lambda house: house.name)
def test_every_bet_follows_the_count_of_the_cards_dealt(
    house: House, seats: int, per_deck: bool
) -> None:
    shoes = 30
    # A player who tracks the cards is dealt by the plain kernel: its record has the same cards.
    tracked = Strategy(tie=TieBet.BY_COMPOSITION)
    records = record_shoes(house, 2, seats, seed=11, shoes=shoes, strategy=tracked)
    sums, by_step = np.zeros(C_SUMS), np.zeros((len(SPREAD), S_SUMS))
    deal_counted(
        make_plan(house, 2, seats, Strategy()).arrays()[0],
        *net_arrays(house),
        np.array([ACES[letter] for letter in RANK_LETTERS]),
        per_deck,
        np.array([(step.count, step.first, step.tie) for step in SPREAD]),
        np.uint64(11),
        np.uint64(0),
        shoes,
        sums,
        by_step,
    )
    told = [by_hand(house, shoe, per_deck) for shoe in records]
    assert sums[C_SHOES] == shoes
    assert sums[C_X] == pytest.approx(sum(won for won, _ in told), abs=1e-9)
    assert by_step[:, 0].tolist() == [sum(part) for part in zip(*(s for _, s in told), strict=True)]
    assert min(by_step[:3, 0]) > 0, "a spread that is not used proves nothing"


def test_a_flat_bet_loses_the_edge() -> None:
    found = count_study("wisconsin", {}, [Step(-inf, 1.0, 1.0)], 1_000_000, seed=3, workers=1)
    exact = odds_of("wisconsin", 6)
    assert exact.tie is not None
    edge = float(exact.initial.house_edge + exact.tie.house_edge)
    assert abs(found.per_round.mean + edge) < 4 * found.per_round.standard_error
    assert found.bet_per_round == pytest.approx(2.074, abs=0.01)
    assert found.rounds_bet == found.rounds
    again = count_study("wisconsin", {}, [Step(-inf, 1.0, 1.0)], 1_000_000, seed=3, workers=2)
    assert again == found
    assert len(found.records()) == 1


def test_tie_alone_climbs_its_ladder_though_the_strategy_surrenders() -> None:
    """A lone Tie has nothing to surrender. Planted once: the kernel gives it up at one tie."""
    exact = odds_of("ladder-war", 8)
    assert exact.tie_alone is not None
    gives_up = Strategy(war_share=Fraction(0))
    alone, both = (
        count_study(
            "ladder-war", {}, [Step(-inf, first, 1.0)], 3_000_000, seed=2, strategy=gives_up
        )
        for first in (0.0, 1.0)
    )
    expected = float(exact.tie_alone.expectation)
    assert abs(alone.per_round.mean - expected) < 4 * alone.per_round.standard_error
    assert both.steps[0].tie is not None
    assert both.steps[0].tie == pytest.approx(1 - 11 * 31 / 415, abs=0.01)
    assert expected + 1 > 0.9 > 11 * 31 / 415


def test_a_count_of_aces_finds_better_ties_deep_in_the_shoe() -> None:
    """The step with the highest count of aces left has the lowest edge of Tie."""
    spread = parse_spread("1,10:1,25:1")
    found = count_study(
        "washington", ACES, spread, 4_000_000, behind=Fraction(1, 8), seed=5, workers=2
    )
    edges = [one.tie for one in found.steps if one.tie is not None]
    assert len(edges) == 3
    assert edges[2] < edges[0] - 0.01
    assert sum(one.share for one in found.steps) == pytest.approx(1)


def test_the_docs_tell_what_a_high_count_of_aces_is_worth() -> None:
    """The page's figures: by the cards left, given how many are unseen and how many are aces."""
    text = (Path(__file__).parents[2] / "docs" / "counting.md").read_text(encoding="utf-8")
    told = re.search(
        r"reaches 25 once in some (\d+) rounds, and Tie still costs about ([\d.]+) %", text
    )
    assert told is not None
    reached = costs = 0.0
    for seen in range(0, 220, 2):  # the cutting card is at 234, and some cards are burned
        unseen = 312 - seen
        for aces in range(max(0, 24 - seen), 25):
            if (seen - 13 * (24 - aces)) * 52 / unseen < 25:
                continue
            chance = comb(24, aces) * comb(288, unseen - aces) / comb(312, unseen)
            others = (unseen - aces) * (unseen - aces - 1) * 23 / 287
            tie = (aces * (aces - 1) + others) / (unseen * (unseen - 1))
            reached, costs = reached + chance, costs + chance * (1 - 11 * tie)
    assert 100 * costs / reached == pytest.approx(float(told[2]), abs=0.15)
    found = count_study("washington", ACES, parse_spread("1,25:1"), 2_000_000, seed=6, workers=2)
    assert 1 / found.steps[1].share == pytest.approx(int(told[1]), rel=0.2)


def study(mean: float, deviation: float) -> CountStudy:
    return CountStudy(
        house=load_house("skycity"),
        decks=6,
        seats=1,
        seed=1,
        shoes=1,
        rounds=1,
        rounds_bet=1,
        per_round=Estimate(mean, 0.0),
        deviation=deviation,
        bet_per_round=1.0,
        steps=(),
    )


def test_the_risk_is_that_of_a_walk() -> None:
    assert study(0.01, 1.0).risk(100) == pytest.approx(exp(-2))
    assert study(-0.01, 1.0).risk(100) == 1.0
    assert study(0.0, 1.0).risk(50, 10_000) == pytest.approx(0.6171, abs=1e-4)  # 2 Φ(-1/2)
    assert study(0.01, 1.0).risk(100, 1e9) == pytest.approx(exp(-2))
    assert study(-0.01, 1.0).risk(100, 1e9) == pytest.approx(1.0)
    assert study(-0.01, 1.0).risk(1e6, 100) == 0.0
    assert study(-0.01, 0.0).risk(5) == 1.0
    assert [study(-0.01, 0.0).risk(5, rounds) for rounds in (400, 600)] == [0.0, 1.0]
    assert study(0.02, 1.0).per_hour(60) == Estimate(1.2, 0.0)


@pytest.mark.parametrize(
    ("bankroll", "rounds", "chance"),
    [
        (1000, 30_000, 0.061198284712),
        (1000, 43_000, 0.546652158263),
        (850, 36_000, 0.524432224613),
        (800, 34_000, 0.532169007096),
        (20_000, 860_000, 0.525212433666),
        (100, 4_000, 0.584336663572),
    ],
)
def test_the_risk_of_a_losing_game_holds_for_a_large_bankroll(
    bankroll: float, rounds: float, chance: float
) -> None:
    """By the same formula in 900 digits, with a power of up to 10³⁶¹ in it."""
    assert study(-0.0233, 1.0576).risk(bankroll, rounds) == pytest.approx(chance, abs=1e-11)


@pytest.mark.parametrize(
    ("bankroll", "rounds"),
    [(nan, 10), (-5, 10), (0, 10), (inf, 10), ("5", 10), (5, nan), (5, 0), (5, -1)],
)
def test_a_risk_of_nothing_is_refused(bankroll: float, rounds: float) -> None:
    with pytest.raises(InputError, match="is not a number of"):
        study(-0.01, 1.0).risk(bankroll, rounds)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--weights", "A:x"], "--weights: 'A:x' is not a rank and its weight"),
        (["--weights", "1:1"], "--weights: '1' is not a rank"),
        (["--weights", "A:nan"], "--weights: nan is not a number"),
        (["--spread", "2:1"], "--spread: '2:1' is not like"),
        (["--spread", "1,3"], "--spread: '3' is not like"),
        (["--spread", "1,3:2,2:1"], "--spread: must have a higher count"),
        (["--spread", "1,nan:5"], "--spread: has a count that is not a number"),
        (["--spread", "1,inf:5"], "--spread: has a count that is not a number"),
        (["--workers", "0"], "--workers: 0 is not"),
        (["--spread", "-1"], "--spread: -1 units are not from 0"),
        (["--spread", "1,2:0+1"], "--spread: washington takes no Tie wager alone"),
        (["--house", "battle-royal", "--spread", "1+1"], "battle-royal has no Tie wager"),
        (["--behind", "2"], "--behind: 2 is not a fraction of the shoe"),
        (["--behind", "1e5000"], "--behind: '1e5000' is not a fraction like 1/8"),
        (["--behind", "x"], "--behind: 'x' is not a fraction like 1/8"),
        (["--bankroll", "0"], "--bankroll: 0 is not"),
    ],
)
def test_what_cannot_be_counted_is_refused(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "count", "--weights", "A:1", "--spread", "1", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err


def test_weights_and_spreads_are_counted() -> None:
    assert parse_weights("A:-1, K:0.5") == {"A": -1.0, "K": 0.5}
    assert parse_spread("1, 2:4, 4.5:10+5")[-1] == Step(4.5, 10.0, 5.0)
    with pytest.raises(InputError, match="12 weights are not 13"):
        count_study("skycity", [1.0] * 12, [Step(-inf, 1.0)], 100)


def test_numbers_of_numpy_are_weights_too() -> None:
    flat = [Step(-inf, 1.0)]
    plain = count_study("skycity", list(range(13)), flat, 100_000, seed=1)
    assert count_study("skycity", np.arange(13), flat, 100_000, seed=1) == plain
    aces = {"A": np.int64(1)}
    assert count_study("skycity", aces, flat, 100_000, seed=1) == plain, "nothing is bet by it"
    for weights, spread in ((None, flat), ({}, [Step(5.0, 1.0)]), ({"A": True}, flat)):
        with pytest.raises(InputError):
            count_study("skycity", weights, spread, 1000)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="workers"):
        count_study("skycity", {}, flat, 1000, workers=-1)


def test_a_study_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty blocks are asked for; after Ctrl-C only those in flight are dealt."""
    dealt = []

    def deal(*given: Any) -> tuple[Any, Any]:
        dealt.append(given[-1])
        return _deal(*given)

    def press(_what: str, done: int, _total: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("casinowar.studies.counting._deal", deal)
    flat, rounds = [Step(-inf, 1.0)], 40 * BLOCK_ROUNDS
    with pytest.raises(KeyboardInterrupt):
        count_study("skycity", {}, flat, rounds, seed=1, workers=1, on_progress=press)
    assert sorted(dealt) == list(range(len(dealt)))
    assert len(dealt) <= 3 + TASKS_IN_FLIGHT


def test_the_command_tells_what_is_won_and_risked(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["study", "count", "--weights", "A:-12 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 T:1 J:1 Q:1 K:1"]
    given += ["--spread", "1,10:2+1", "--rounds", "100000", "--seed", "1", "--bankroll", "50"]
    assert main([*given, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["won_per_hour"]["mean"] == pytest.approx(60 * found["won_per_round"]["mean"], 1e-4)
    assert found["steps"][0]["from"] is None
    assert 0 < found["risk"]["10_hours"] < found["risk"]["ever"] == 1.0
    assert main(given) == 0
    text = capsys.readouterr().out
    assert "risk of losing 50 units" in text
    assert f"{100 * found['steps'][1]['share']:.4f} %" in text


@pytest.mark.parametrize(
    ("spread", "reason"),
    [
        (None, "spread: None is not a list of steps"),
        ([1.0], "spread: contains an item that is not"),
    ],
)
def test_a_spread_is_made_of_steps(spread: Any, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        count_study("washington", ACES, spread, 1000)
    assert reason in str(refused.value)


@pytest.mark.parametrize(("page", "number"), [("counting.md", 2), ("cutting-card.md", 2)])
def test_commands_of_studies_run(
    page: str,
    number: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    commands = [line.removeprefix("$ ") for line in text.splitlines() if line.startswith("$ ")]
    assert len(commands) == number
    for command in commands:
        assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out
