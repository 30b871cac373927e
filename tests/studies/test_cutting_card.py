"""Why the cutting card changes the edge per dealt round, proved on small shoes and then dealt.

With N rounds in a shoe and M the edge of one more round from the cards left at its end:
sum of the shoe's expected losses - N rounds at the fresh edge = Cov(N, M), exactly.
Planted once and caught: M taken before the last round, a round counted twice.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from casinowar.cli.main import main
from casinowar.houses import load_house
from casinowar.money import parse_odds
from casinowar.odds import odds_of
from casinowar.simulate.blocks import by_deals_of, deal_blocks
from casinowar.simulate.kernels.shoe_sums import edge_left
from casinowar.simulate.plan import make_plan
from casinowar.simulate.result import edges
from casinowar.simulate.strategy import Strategy, parse_strategy
from casinowar.simulate.tally import E_, EE, SHOES, T_, TT, Estimate, Tally
from casinowar.studies.cutting_card import cutting_card_effect
from casinowar.studies.cutting_card_report import cutting_card_json, cutting_card_rows

LADDER = replace(
    load_house("skycity"),
    tie=replace(load_house("skycity").tie, ladder=(parse_odds("5:1"), parse_odds("100:1"))),
)
Left = tuple[int, ...]
BURN, TIED = 1, 2  # a war burns one card once; a tied war pays two units, a won one pays one


def after(left: Left, rank: int) -> Left:
    return tuple(count - (place == rank) for place, count in enumerate(left))


def draws(left: Left, cards: int) -> list[tuple[tuple[int, ...], Fraction, Left]]:
    """All ways to draw so many cards, with their chances and the cards left."""
    found: list[tuple[tuple[int, ...], Fraction, Left]] = [((), Fraction(1), left)]
    for _ in range(cards):
        found = [
            ((*drawn, rank), chance * Fraction(now[rank], sum(now)), after(now, rank))
            for drawn, chance, now in found
            for rank in range(len(now))
            if now[rank]
        ]
    return found


def loss(cards: tuple[int, ...]) -> int:
    seat, dealer, war_seat, war_dealer = cards
    if seat != dealer:
        return -1 if seat > dealer else 1
    if war_seat == war_dealer:
        return -TIED
    return -1 if war_seat > war_dealer else 2


def edge(left: Left) -> Fraction:
    return sum((chance * loss(cards) for cards, chance, _ in draws(left, 4)), Fraction(0))


def play(left: Left, at: int, front: int) -> list[tuple[Fraction, int, Fraction, Left]]:
    """All courses of a shoe: chance, rounds, expected loss so far by its own cards, cards left."""
    found = []
    for (seat, dealer), chance, now in draws(left, 2):
        ways = draws(now, 2) if seat == dealer else [((0, 0), Fraction(1), now)]
        for war, war_chance, rest in ways:
            lost = Fraction(loss((seat, dealer, *war)))
            end = at + 2 + (2 + BURN if seat == dealer else 0)
            chance_here = chance * war_chance
            if end > front:
                found.append((chance_here, 1, lost, rest))
                continue
            for later, rounds, more, last in play(rest, end, front):
                found.append((chance_here * later, rounds + 1, lost + more, last))
    return found


@pytest.mark.parametrize(
    ("left", "front"),
    [((3, 4, 3), 2), ((4, 3, 4), 3), ((5, 2, 4), 3), ((5, 4, 4), 5)],
)
def test_the_change_is_a_covariance_exactly(left: Left, front: int) -> None:
    """Every course of a small shoe, as fractions: no rounding, no chance.

    Eight cards lie behind the cutting card: four for the last war, four to say what is left.
    """
    assert sum(left) - front >= 8
    courses = play(left, 0, front)
    assert sum(chance for chance, _, _, _ in courses) == 1
    fresh = edge(left)
    rounds = sum((chance * n for chance, n, _, _ in courses), Fraction(0))
    lost = sum((chance * paid for chance, _, paid, _ in courses), Fraction(0))
    ends = {last: edge(last) for *_, last in courses}
    mean = sum((chance * ends[last] for chance, _, _, last in courses), Fraction(0))
    assert mean == fresh, "the edge of the cards left is fair game: its mean never moves"
    together = sum((chance * n * ends[last] for chance, n, _, last in courses), Fraction(0))
    assert lost - rounds * fresh == together - rounds * mean
    assert lost != rounds * fresh, "a shoe too small to tell"


@pytest.mark.parametrize("name", ["skycity", "washington", "no-bonus", "ladder"])
@pytest.mark.parametrize("how", ["war", "surrender", "mix:0.5"])
def test_the_edge_of_the_cards_left_is_the_exact_one(name: str, how: str) -> None:
    house, strategy = LADDER if name == "ladder" else load_house(name), parse_strategy(how)
    rules, results = make_plan(house, 6, 1, strategy).arrays()
    random = np.random.default_rng(5)
    letters = "23456789TJQKA"
    for _ in range(10):
        left = random.integers(0, 12, size=13)
        text = " ".join(f"{rank}:{count}" for rank, count in zip(letters, left, strict=True))
        exact = odds_of(house, cards_left=text).initial
        assert exact.if_war is not None
        assert exact.if_surrender is not None
        share = float(strategy.war_share)
        wanted = share * float(exact.if_war.house_edge)
        wanted += (1 - share) * float(exact.if_surrender.house_edge)
        found, tie = edge_left(rules, results, left.astype(np.int64))
        assert abs(found - wanted) < 1e-12
        rungs = odds_of(house, cards_left=text, bets={"tie": 1000}).tie
        assert rungs is not None
        if len(house.tie.ladder) == 1 or how == "war":
            assert abs(tie - float(rungs.house_edge)) < 1e-12


@pytest.mark.parametrize(("decks", "seats"), list(product((1, 6), (1, 3))))
def test_the_edge_left_at_the_end_of_a_shoe_is_the_fresh_one_on_average(
    decks: int, seats: int
) -> None:
    house = load_house("skycity")
    plan = make_plan(house, decks, seats, Strategy())
    counts, sums = deal_blocks(plan, 3, 0, 40, by_deals=by_deals_of(plan))
    shoes = counts[:, SHOES].sum()
    exact = odds_of(house, decks=decks)
    assert exact.tie is not None
    for place, square, wanted in (
        (E_, EE, exact.initial.house_edge),
        (T_, TT, exact.tie.house_edge),
    ):
        mean = sums[:, place].sum() / shoes
        spread = np.sqrt((sums[:, square].sum() / shoes - mean**2) / shoes)
        assert abs(mean - float(wanted)) < 4 * spread


def test_dealing_alone_sees_the_change_where_it_is_large() -> None:
    """The Tie wager of one deck moves by a thousandth: dealt and by covariance, both tell it."""
    house = load_house("skycity")
    found = cutting_card_effect(house, decks=1, rounds=300_000_000, workers=2)
    tally = Tally()
    counts, sums = deal_blocks(make_plan(house, 1, 1, Strategy()), 8, 0, 1200)
    tally.add(counts.sum(axis=0), sums.sum(axis=0))
    dealt, exact = edges(house, tally)[1], odds_of(house, decks=1).tie
    assert dealt is not None
    assert exact is not None
    change = dealt.mean - float(exact.house_edge)
    assert change > 4 * dealt.standard_error, "dealing alone must see it"
    assert found.tie is not None
    assert abs(change - found.tie.mean) < 4 * dealt.standard_error
    assert found.tie.standard_error < 0.1 * dealt.standard_error
    assert abs(found.dealt.mean - found.first.mean) < 4 * found.dealt.standard_error


def test_every_rung_of_a_ladder_moves() -> None:
    """Tie on a ladder pays for the second tie too, and the cutting card moves that as well."""
    half = Fraction(1, 2)
    plain = cutting_card_effect("skycity", decks=1, behind=half, rounds=40_000_000, workers=2)
    found = cutting_card_effect(LADDER, decks=1, behind=half, rounds=40_000_000, workers=2)
    assert found.tie is not None
    assert plain.tie is not None
    # The same shoes: the first rung alone would move six units against eleven.
    first_rung = 6 / 11 * plain.tie.mean
    assert found.tie.mean > first_rung + 4 * found.tie.standard_error
    assert found.tie.mean == pytest.approx(1379e-6, abs=60e-6)


def test_a_house_without_tie_has_no_change_of_it() -> None:
    skycity = load_house("skycity")
    bare = replace(skycity, tie=replace(skycity.tie, offered=False))
    found = cutting_card_effect(bare, decks=1, rounds=1_000_000, workers=1)
    assert found.tie is None
    assert {one.tie for one in found.by_round} == {None}
    assert cutting_card_json(found)["tie_change_ppm"] is None
    assert cutting_card_rows([found])[-1].count("±") == 2


def test_the_change_is_told_from_zero_at_six_decks() -> None:
    """The result of the docs' first line, from a fiftieth of its rounds."""
    found = cutting_card_effect("skycity", decks=6, rounds=50_000_000, workers=2)
    low, high = found.first.interval(4)
    assert low < high < 0
    assert abs(found.first.mean) < 1e-6


def test_the_docs_tell_what_the_command_measures() -> None:
    """A row of the page, measured again from other shuffles."""
    text = (Path(__file__).parents[2] / "docs" / "cutting-card.md").read_text(encoding="utf-8")
    told = next(
        line for line in text.splitlines() if line.startswith("| washington | 6 | 1/4 | 7 |")
    )
    cells = [cell.strip() for cell in told.strip("|").split("|")]
    again = cutting_card_effect("wisconsin", decks=6, seats=7, rounds=60_000_000, seed=77)
    assert again.tie is not None
    for cell, found in ((cells[6], again.first), (cells[8], again.tie)):
        mean, _, reach = cell.partition(" ± ")
        error = 1e6 * found.standard_error + float(reach) / 1.96
        assert abs(1e6 * found.mean - float(mean)) < 4 * error
    assert abs(again.rounds_per_shoe - float(cells[4])) < 0.02


@pytest.mark.parametrize(("left", "front"), [((4, 3, 4), 3), ((5, 4, 4), 5)])
def test_the_edge_of_a_round_is_that_of_the_cards_left_in_shoes_that_have_it(
    left: Left, front: int
) -> None:
    """Every course of a small shoe: what round k loses, and the mean of M over shoes with it."""
    courses = play_rounds(left, 0, front)
    for number in range(1, 1 + max(len(lost) for _, lost, _ in courses)):
        have = [(chance, lost, last) for chance, lost, last in courses if len(lost) >= number]
        share = sum((chance for chance, _, _ in have), Fraction(0))
        dealt = sum((chance * lost[number - 1] for chance, lost, _ in have), Fraction(0)) / share
        assert dealt == sum((chance * edge(last) for chance, _, last in have), Fraction(0)) / share


def play_rounds(left: Left, at: int, front: int) -> list[tuple[Fraction, list[int], Left]]:
    """All courses of a shoe: chance, the loss of each round, cards left."""
    found: list[tuple[Fraction, list[int], Left]] = []
    for (seat, dealer), chance, now in draws(left, 2):
        ways = draws(now, 2) if seat == dealer else [((0, 0), Fraction(1), now)]
        for war, war_chance, rest in ways:
            lost = loss((seat, dealer, *war))
            end = at + 2 + (2 + BURN if seat == dealer else 0)
            if end > front:
                found.append((chance * war_chance, [lost], rest))
                continue
            found += [
                (chance * war_chance * later, [lost, *more], last)
                for later, more, last in play_rounds(rest, end, front)
            ]
    return found


def test_the_rounds_of_a_shoe_add_up_to_the_change_of_the_whole() -> None:
    found = cutting_card_effect("skycity", decks=1, rounds=40_000_000, workers=2)
    shares = [one.share for one in found.by_round]
    assert shares[0] == 1.0
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(found.rounds_per_shoe, abs=0.001)
    total = sum(one.share * one.first.mean for one in found.by_round) / found.rounds_per_shoe
    assert total == pytest.approx(found.first.mean, rel=0.01)
    assert found.by_round[0].first == Estimate(0.0, 0.0), "every shoe has a first round"
    late = found.by_round[-1].tie
    assert late is not None
    assert late.mean > 0.001, "late rounds of long shoes tie less often"


def test_the_sign_turns_where_a_tied_war_pays_the_player_enough() -> None:
    """Tied wars that net +4: what is left of a short shoe then favours the player."""
    house = load_house("skycity")
    generous = replace(house, war=replace(house.war, tied_odds=parse_odds("4:1")))
    half = Fraction(1, 2)
    found = cutting_card_effect(generous, decks=1, behind=half, rounds=40_000_000)
    assert found.first.interval(4)[0] > 0
    assert abs(1e6 * found.first.mean - 2.145) < 4e6 * found.first.standard_error + 0.03


def test_the_command_tells_the_change_and_the_rounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["study", "cutting-card", "--house", "skycity", "--decks", "1", "--behind", "1/2"]
    given += ["--seats", "3", "--rounds", "5000000", "--seed", "4"]
    target = tmp_path / "rounds.svg"
    assert main([*given, "--json", "--chart", str(target)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["decks"], found["behind"], found["seats"]) == (1, "1/2", 3)
    assert found["fresh_house_edge"]["percent"] == 2.06483
    assert found["by_round"][0]["share_of_shoes"] == 1.0
    assert b"round of the shoe" in target.read_bytes()
    assert main(given) == 0
    assert f"{found['rounds_per_shoe']:.2f}" in capsys.readouterr().out
    assert main([*given, "--seats", "1,3"]) == 0
    assert capsys.readouterr().out.count("| skycity | 1 | 1/2 |") == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--behind", "1/100"], "--decks: 6 decks leave"),
        (["--behind", "3/2"], "--behind: 3/2 is not a fraction of the shoe"),
        (["--behind", "x"], "--behind: 'x' is not a fraction like 1/8"),
        (["--house", "battle-royal"], "battle-royal"),
        (["--house", "battle-royal", "--behind", "1/4"], "reshuffles after every round"),
        (["--seats", "one"], "--seats: 'one' is not a number or a list"),
        (["--decks", "0"], "--decks: 0 is not"),
        (["--rounds", "0"], "--rounds: 0 is not"),
        (["--workers", "0"], "--workers: 0 is not"),
        (["--decks", "1,0"], "--decks: 0 is not"),
        (["--behind", "1/4,7"], "--behind: 7 is not a fraction of the shoe"),
        (["--seats", "1,99"], "--seats: 99 is not"),
        (["--seed", str(2**64 - 1), "--decks", "6,8"], "--seed: 18446744073709551615 is not"),
        (["--chart", "a.pdf"], ".svg or .png"),
    ],
)
def test_what_cannot_be_studied_is_refused(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "cutting-card", "--rounds", "1000", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err


def test_cases_that_no_table_could_deal_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["study", "cutting-card", "--house", "skycity", "--decks", "1", "--behind", "1/2,1/8"]
    assert main([*given, "--seats", "1,7", "--rounds", "1000", "--workers", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.count("| skycity | 1 |") + err.count("skipped: skycity, 1 deck, ") == 4
    assert "skipped: skycity, 1 deck, 1/8, 7 seats: 1 decks leave" in err
