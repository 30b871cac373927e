"""Sessions: distributions of N rounds, ruin and hold, against enumeration and closed forms.

Planted once and caught here: a ruined player who plays on, a war covered without the money for it,
the error bound left at zero, one round too many in the power.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, erf, sqrt

import numpy as np
import pytest

from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.houses.house import Surrender
from casinowar.odds import (
    Decision,
    Session,
    ShoeLeft,
    distribution,
    odds_of,
    ruin,
    session,
    sessions,
    stories,
)
from casinowar.odds.distribution import (
    ResultDistribution,
    RoundDistribution,
    round_distribution,
    sum_of_rounds,
)
from casinowar.odds.ruin import Level, Walk, ruin_bound, walk_bankroll

from .brute_force import house_without_burns

COIN = RoundDistribution({-1: Fraction(1, 2), 1: Fraction(1, 2)}, Fraction(1), 1)
SIX = ShoeLeft.of_decks(6)
STEP = "is not a multiple of the wager step $1.00"


def round_of(house: House, way: Decision, bet_cents: int, tie_cents: int) -> RoundDistribution:
    bets = {"initial": bet_cents, "tie": tie_cents}
    return round_distribution(house, stories(house, SIX, way), bets)


def war_distribution(
    bet_cents: int = 1000, tie_cents: int = 0, house: str = "washington"
) -> RoundDistribution:
    return round_of(load_house(house), Decision.WAR, bet_cents, tie_cents)


def walk_of(bankroll_cents: int, need_cents: int = 1000, war_need_cents: int = 2000) -> Walk:
    """A bankroll at the war table; who cannot cover the war plays the same, for simplicity."""
    play = war_distribution()
    return Walk(bankroll_cents, (Level(need_cents, play), Level(war_need_cents, play)))


def test_one_round_agrees_with_the_odds_of_its_wagers() -> None:
    odds = odds_of("washington", 6)
    assert odds.tie is not None
    found = war_distribution(1000, 300)
    assert found.mean == 1000 * odds.initial.expectation + 300 * odds.tie.expectation
    assert war_distribution(1000).variance == 1000**2 * odds.initial.variance
    assert found.wagered == 1000 * odds.initial.expected_wagered + 300
    assert found.handle_cents == 1300
    assert sum(found.chances.values()) == 1


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_rounds_together_agree_with_every_sequence(rounds: int) -> None:
    single = war_distribution(1000, 100)
    expected: dict[int, Fraction] = {}
    for nets in product(single.chances, repeat=rounds):
        chance = Fraction(1)
        for net in nets:
            chance *= single.chances[net]
        expected[sum(nets)] = expected.get(sum(nets), Fraction(0)) + chance
    found = sum_of_rounds(single, rounds)
    assert found.exact
    assert {int(net): found.chance_of(int(net)) for net in found.results_cents} == {
        int(net): expected.get(int(net), Fraction(0)) for net in found.results_cents
    }
    assert sum(expected.values()) == 1
    assert found.chance_of(found.start_cents - 1) == 0


def test_quantiles_reach_both_ends() -> None:
    found = sum_of_rounds(COIN, 2)
    assert found.results_cents.tolist() == [-2, 0, 2]
    ends = [found.quantile(part) for part in (0.0, 0.25, 0.26, 0.75, 0.76, 1.0)]
    assert ends == [-2, -2, 0, 0, 2, 2]
    assert (found.above(0), found.below(0), found.above(-1), found.below(3)) == (
        0.25,
        0.25,
        0.75,
        1,
    )
    assert repr(found) == "<3 results from -2 to 2 cents, exact>"


def test_coins_are_binomial() -> None:
    found = sum_of_rounds(COIN, 100)
    assert found.chance_of(0) == Fraction(comb(100, 50), 2**100)
    assert found.quantile(0.5) == 0


@pytest.mark.parametrize(("rounds", "tie_cents"), [(60, 0), (97, 0), (150, 0), (31, 100)])
def test_floating_point_keeps_within_its_stated_error(
    monkeypatch: pytest.MonkeyPatch, rounds: int, tie_cents: int
) -> None:
    single = war_distribution(1000, tie_cents)
    exact = sum_of_rounds(single, rounds)
    monkeypatch.setattr(distribution, "EXACT_BITS_MAX", 0)
    rough = sum_of_rounds(single, rounds)
    assert exact.exact
    assert not rough.exact
    assert 0 < rough.error < 1e-11
    assert total_difference(exact, rough) <= rough.error


def total_difference(one: ResultDistribution, other: ResultDistribution) -> float:
    """Half the sum of all differences: what any event's chance can differ by at most."""
    results = set(one.results_cents.tolist()) | set(other.results_cents.tolist())
    return sum(abs(float(one.chance_of(net)) - float(other.chance_of(net))) for net in results) / 2


@pytest.mark.parametrize("sizes", [(5, 7), (300, 4_097), (9_000, 5_000)])
def test_convolving_in_pieces_is_convolving(sizes: tuple[int, int]) -> None:
    """Planted once and caught here: a piece one entry late, the middle term of a square once."""
    chance = np.random.default_rng(7)
    one, other = (chance.random(size) for size in sizes)
    # Only positive terms: each entry is right to a unit in the last place a term.
    unit = 2 * max(sizes) * distribution.UNIT
    assert np.allclose(
        distribution.convolved(one, other), np.convolve(one, other), rtol=unit, atol=0
    )
    assert np.allclose(distribution.squared(one), np.convolve(one, one), rtol=unit, atol=0)


def test_long_work_tells_how_far_it_is() -> None:
    told: list[tuple[str, int, int]] = []
    session(
        "wisconsin",
        bet_cents=1000,
        bankroll_cents=50_000,
        rounds=3000,
        on_progress=lambda *news: told.append(news),
    )
    for what in ("adding up rounds", "walking the bankroll"):
        done = [rounds for words, rounds, total in told if words == what and total == 3000]
        assert len(done) > 5
        assert done == sorted(done)
        assert 2900 < done[-1] <= 3000


def test_many_rounds_have_the_moments_of_many_rounds() -> None:
    single = war_distribution()
    found = sum_of_rounds(single, 200_000)
    mean = float(single.mean * 200_000)
    assert found.mean_cents() == pytest.approx(mean, rel=1e-8)
    spread = float((found.chances * (found.results_cents - mean) ** 2).sum())
    assert spread == pytest.approx(float(single.variance * 200_000), rel=1e-8)
    middle = float(found.chances[found.results_cents <= mean].sum())
    assert abs(middle - 0.5) < 0.01


# Ruin


def test_ruin_of_a_fair_coin_by_reflection() -> None:
    """Within n tosses a bankroll of b is gone with P(S <= -b) + P(S < -b)."""
    for bankroll, tosses in ((1, 7), (3, 20), (5, 60)):
        walk = Walk(bankroll, (Level(1, COIN),))
        found = walk_bankroll(walk, tosses)
        reflected = sum(
            Fraction(comb(tosses, heads), 2**tosses) * (1 if 2 * heads - tosses == -bankroll else 2)
            for heads in range(tosses + 1)
            if 2 * heads - tosses <= -bankroll
        )
        assert found.exact == reflected
        assert found.chance == pytest.approx(float(reflected), abs=1e-15)


def brute_ruin(house: House, bankroll: int, bet: int, tie: int, rounds: int) -> Fraction:
    """Every sequence of rounds, the player's chips followed one by one."""
    if rounds == 0 or bankroll < bet + tie:
        return Fraction(int(bankroll < bet + tie))
    after_tie = bankroll - bet - tie + 11 * tie
    way = Decision.WAR if after_tie >= bet else Decision.SURRENDER
    return sum(
        (
            chance * brute_ruin(house, bankroll + net, bet, tie, rounds - 1)
            for net, chance in round_of(house, way, bet, tie).chances.items()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize(
    ("bankroll", "bet", "tie", "rounds"),
    [
        (10, 10, 0, 4),
        (20, 10, 0, 5),
        (35, 10, 0, 5),
        (20, 10, 2, 4),
        (13, 10, 1, 4),
        (900, 10, 0, 3),
    ],
)
def test_ruin_agrees_with_every_sequence_of_rounds(
    bankroll: int, bet: int, tie: int, rounds: int
) -> None:
    """Policy 2: who cannot cover the war wager surrenders."""
    house = load_house("washington")
    found = session(
        house, bet_cents=bet, tie_cents=tie, bankroll_cents=bankroll, rounds=rounds
    ).ruin
    assert found is not None
    assert found.exact == brute_ruin(house, bankroll, bet, tie, rounds)


@pytest.mark.parametrize(("bankroll", "tie"), [(5_000, 0), (20_000, 0), (6_100, 100)])
def test_floating_ruin_keeps_within_its_stated_error(
    monkeypatch: pytest.MonkeyPatch, bankroll: int, tie: int
) -> None:
    def ask() -> Session:
        return session(
            "wisconsin", bet_cents=1000, tie_cents=tie, bankroll_cents=bankroll, rounds=60
        )

    exact = ask().ruin
    monkeypatch.setattr(ruin, "EXACT_WORK_MAX", 0)
    monkeypatch.setattr(ruin, "NEGLIGIBLE", 0.0)
    rough = ask().ruin
    assert exact is not None
    assert rough is not None
    assert exact.exact is not None
    assert rough.exact is None
    assert 0 < rough.final.error < 1e-12
    assert abs(float(exact.exact) - rough.chance) <= rough.final.error
    assert total_difference(exact.final, rough.final) <= rough.final.error
    assert np.allclose(exact.by_round, rough.by_round, rtol=0, atol=rough.final.error)


def test_where_surrender_is_not_offered_the_war_must_be_covered() -> None:
    house = house_without_burns(surrender=Surrender.NOT_OFFERED)
    with pytest.raises(InputError, match=r"a round and its war: \$20\.00"):
        session(house, bet_cents=1000, bankroll_cents=1500, rounds=1)
    found = session(house, bet_cents=1000, bankroll_cents=2000, rounds=1)
    assert found.ruin is not None
    assert found.ruin.exact == found.one_round.chances[-1000] + found.one_round.chances[-2000]


def test_a_bankroll_out_of_reach_is_bounded_not_walked() -> None:
    walk = walk_of(10_000_000)
    assert ruin_bound(walk, 1000) == 0.0
    assert 0 < ruin_bound(walk, 50_000) < 1e-15
    found = walk_bankroll(walk, 50_000)
    assert found.chance == 0
    assert found.final.mean_cents(10_000_000) == pytest.approx(float(walk.full.mean * 50_000))
    assert ruin_bound(walk_of(50_000), 50_000) == 1.0


def test_the_bound_on_ruin_of_the_last_coin() -> None:
    """Gone with a chance of a half; E exp(-X) exp(-1) = cosh(1) / e bounds it."""
    assert ruin_bound(Walk(1, (Level(1, COIN),)), 1) == pytest.approx(0.567668, abs=1e-6)


def test_the_bound_on_ruin_holds() -> None:
    for bankroll, rounds in ((30_000, 100), (40_000, 150), (25_000, 60)):
        walk = walk_of(bankroll)
        walked = walk_bankroll(walk, rounds).chance
        assert 0 < walked <= ruin_bound(walk, rounds) < 1


# The hour, and the house


def test_the_last_money_that_covers_a_round_is_not_ruin() -> None:
    found = session("washington", bet_cents=1000, bankroll_cents=1000, rounds=1).ruin
    assert found is not None
    assert found.by_round[0] == 0
    # On a tie the player cannot cover a war, surrenders and keeps $5: ruined, as by a loss.
    assert found.exact == Fraction(144, 311) + Fraction(23, 311)


def test_rates_are_taken_up_to_their_bound() -> None:
    found = session("washington", bet_cents=1000, rounds=1, rate=10_000)
    assert found.loss_per_hour_cents == 10_000 * 1000 * Fraction(23138, 993023)
    with pytest.raises(InputError, match="rate: 10001 is not a whole number from 1 to 10,000"):
        session("washington", bet_cents=1000, rounds=1, rate=10_001)


def test_expected_loss_and_spread_an_hour() -> None:
    found = session("washington", bet_cents=1000, rounds=600, rate=40)
    assert found.loss_per_hour_cents == 40 * 1000 * Fraction(23138, 993023)
    assert found.spread_per_hour_cents == pytest.approx(1000 * 1.0576369 * sqrt(40), rel=1e-6)
    assert found.expected_loss_cents == 15 * found.loss_per_hour_cents


def test_hold_after_n_rounds_by_three_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask() -> Session:
        return session("wisconsin", bet_cents=1000, rounds=150)

    exact = ask()
    monkeypatch.setattr(distribution, "EXACT_BITS_MAX", 0)
    rough = ask()
    monkeypatch.setattr(sessions, "summable", lambda *_: False)
    normal = ask()
    assert [found.method for found in (exact, rough, normal)] == [
        "exact",
        "floating point",
        "normal",
    ]
    assert exact.hold(0.95) == rough.hold(0.95)
    assert exact.player_ahead == pytest.approx(rough.player_ahead, abs=rough.error)
    # Berry and Esseen bound the error of the normal distribution, and a lattice needs most of it.
    assert abs(normal.player_ahead - exact.player_ahead) <= normal.error
    assert normal.hold(0.95).low == pytest.approx(exact.hold(0.95).low, abs=0.015)
    assert normal.hold(0.95).high == pytest.approx(exact.hold(0.95).high, abs=0.015)
    inside = float(exact.result.chances.sum()) if exact.result else 0.0
    assert inside == pytest.approx(1)


def test_hold_holds_what_it_says() -> None:
    found = session("skycity", bet_cents=1000, rounds=100)
    assert found.result is not None
    for confidence in (0.9, 0.95, 0.99):
        hold = found.hold(confidence)
        results = -found.result.results_cents / (found.rounds * found.one_round.handle_cents)
        inside = (results >= hold.low - 1e-12) & (results <= hold.high + 1e-12)
        assert float(found.result.chances[inside].sum()) >= confidence


def test_a_billion_rounds_close_in_on_theory() -> None:
    found = session("wisconsin", bet_cents=1000, rounds=1_000_000_000)
    hold = found.hold(0.95)
    assert hold.low < float(found.edge) < hold.high
    assert hold.high - hold.low == pytest.approx(2 * 1.95996 * 1.0576369 / sqrt(1e9), rel=1e-4)
    assert found.error < 2e-5
    small = session("wisconsin", bet_cents=1000, rounds=2_000_000)
    tail = (
        -float(small.one_round.mean) * sqrt(2e6) / sqrt(float(small.one_round.variance)) / sqrt(2)
    )
    assert small.player_ahead == pytest.approx(0.5 - 0.5 * erf(tail), abs=1e-12)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rounds": 0}, "rounds: 0 is not"),
        ({"rounds": 10**20}, "rounds: 1"),
        ({"rounds": 10**20, "bankroll_cents": None}, "rounds: 1"),
        ({"rounds": True}, "rounds: True"),
        ({"bet_cents": 0}, "bet: $0.00 is not from $0.01 to $10,000,000.00"),
        ({"bet_cents": -1000}, "bet: -$10.00 is not"),
        ({"bet_cents": 10**13}, "bet: $100,000,000,000.00 is not"),
        (
            {"bet_cents": 1001},
            "$10.01 cannot be paid in whole cents; nearest: $10.00 and $10.02",
        ),
        ({"bet_cents": 1}, "nearest: $0.02 (policy 1)"),
        ({"bet_cents": 10.0}, "bet: 10.0 is not a whole number of cents"),
        ({"bankroll_cents": True}, "bankroll: True is not a whole number of cents"),
        ({"tie_cents": -5}, "tie: -$0.05 is not"),
        ({"bankroll_cents": 999}, "bankroll: $9.99 does not cover one round: $10.00"),
        ({"bankroll_cents": 0}, "bankroll: $0.00 is not"),
        ({"rate": 0}, "rate: 0 is not"),
        ({"rate": 10**6}, "rate: 1000000"),
        ({"decks": 0}, "decks: 0"),
        ({"decision": "run away"}, "decision: 'run away' is not offered"),
        ({"house": "battle-royal", "tie_cents": 100}, "battle-royal has no Tie wager"),
        ({"tie_cents": 1, "rounds": 90_000}, "are too many"),
    ],
)
def test_bad_numbers_are_refused_by_name(changes: dict[str, object], reason: str) -> None:
    given: dict[str, object] = {
        "house": "washington",
        "bet_cents": 1000,
        "rounds": 10,
        "bankroll_cents": 5000,
    } | changes
    with pytest.raises(InputError) as refused:
        session(**given)  # type: ignore[arg-type]
    assert reason in str(refused.value)


def test_a_side_bet_the_tables_would_not_take_is_noted() -> None:
    house = load_house("eleven-to-one")
    limits, (bet,) = house.limits.side, house.side_bets
    for cents, words in (
        (limits.min_cents, None),
        (limits.max_cents, None),
        (limits.min_cents - house.limits.step_cents, "is below the posted minimum of"),
        (limits.max_cents + house.limits.step_cents, "is above the posted maximum of"),
    ):
        if cents:
            found = session(house, bet_cents=1000, side_cents={bet.name: cents}, rounds=10)
            assert len(found.notes) == (words is not None)
            assert all(f"the {bet.title} of $" in note for note in found.notes)
            assert all(words in note for note in found.notes if words)


@pytest.mark.parametrize(
    ("house", "bet", "tie", "notes"),
    [
        ("washington", 1000, 0, []),
        ("washington", 500, 100, []),
        ("washington", 30_000, 10_000, []),
        ("washington", 400, 0, ["the bet of $4.00 is below the posted minimum of $5.00"]),
        ("washington", 30_100, 0, ["the bet of $301.00 is above the posted maximum of $300.00"]),
        (
            *("washington", 1050, 50),
            [
                f"the bet of $10.50 {STEP}; nearest: $10.00 and $11.00",
                "the Tie wager of $0.50 is below the posted minimum of $1.00",
                f"the Tie wager of $0.50 {STEP}; nearest: $1.00",
            ],
        ),
    ],
)
def test_what_the_tables_would_not_take_is_noted(
    house: str, bet: int, tie: int, notes: list[str]
) -> None:
    found = session(house, bet_cents=bet, tie_cents=tie, rounds=10)
    assert list(found.notes) == notes
