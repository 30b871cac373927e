"""Every published figure that is right, and the right value of those that are not.

Planted once and caught here: war_net_tied read for war_net_won, the tied war left out of the
variance, element of risk over the first wager alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, perm, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.cards import Rank
from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import Surrender
from casinowar.money import Odds
from casinowar.odds import (
    Outcome,
    ShoeLeft,
    first_favour,
    odds_of,
    removal_effects,
    thresholds,
    tie_favour,
    ties_in_a_row,
)
from casinowar.odds.favour import spread_ways
from casinowar.odds.review import review_house

from .brute_force import house_without_burns

BONUS, NO_BONUS = "washington", "no-bonus"

# decks: war with the extra unit, war without it, always surrender, Tie 10:1; all in percent
PUBLISHED = {
    1: ("2.06", "2.42", "2.94", "35.29"),
    2: ("2.24", "2.70", "3.40", "25.24"),
    3: ("2.29", "2.79", "3.55", "21.94"),
    4: ("2.31", "2.84", "3.62", "20.29"),
    5: ("2.32", "2.86", "3.67", "19.31"),
    6: ("2.33", "2.88", "3.70", "18.65"),
    7: ("2.34", "2.89", "3.72", "18.18"),
    8: ("2.34", "2.90", "3.73", "17.83"),
}


def percent(value: Fraction, digits: int) -> str:
    return f"{float(100 * value):.{digits}f}"


def edges(decks: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    bonus, plain = odds_of(BONUS, decks), odds_of(NO_BONUS, decks)
    assert bonus.initial.if_surrender is not None
    assert bonus.tie is not None
    return (
        bonus.initial.house_edge,
        plain.initial.house_edge,
        bonus.initial.if_surrender.house_edge,
        bonus.tie.house_edge,
    )


@pytest.mark.parametrize("decks", PUBLISHED)
def test_all_cells_of_the_published_table_hold(decks: int) -> None:
    assert tuple(percent(edge, 2) for edge in edges(decks)) == PUBLISHED[decks]


# decks: P(tie), edge war, war without the extra unit in percent, always surrender in percent, Tie
RULEBOOK = {
    1: ("3/51", "86/4165", "2.4154", "2.9412", "6/17"),
    2: ("7/103", "3962/176851", "2.7034", "3.3981", "26/103"),
    6: ("23/311", "23138/993023", "2.8771", "3.6977", "58/311"),
    7: ("27/363", "184662/7906261", "2.8890", "3.7190", "2/11"),
    8: ("31/415", "276706/11826255", "2.8978", "3.7349", "74/415"),
}


@pytest.mark.parametrize("decks", RULEBOOK)
@pytest.mark.parametrize("house", ["washington", "skycity", "wisconsin"])
def test_rulebook_fractions_hold_for_each_document(house: str, decks: int) -> None:
    tie, war, no_bonus, surrender, tie_edge = RULEBOOK[decks]
    odds = odds_of(house, decks)
    assert odds.initial.house_edge == Fraction(war)
    assert odds.initial.if_surrender is not None
    assert percent(odds.initial.if_surrender.house_edge, 4) == surrender
    assert percent(odds_of(NO_BONUS, decks).initial.house_edge, 4) == no_bonus
    assert odds.tie is not None
    assert odds.tie.probability == Fraction(tie)
    assert odds.tie.house_edge == Fraction(tie_edge)


def test_wi_i1ii_tie_on_the_war_deal_of_six_decks() -> None:
    wager = odds_of("wisconsin", 6).war_tie
    assert wager is not None
    assert wager.probability == Fraction(1181, 15965)
    assert wager.house_edge == Fraction(2974, 15965)
    assert percent(wager.house_edge, 4) == "18.6282"


def test_six_deck_outcomes_and_deviations_as_published() -> None:
    bonus, plain = odds_of(BONUS, 6).initial, odds_of(NO_BONUS, 6).initial
    chances = bonus.outcomes
    won = chances[Outcome.WIN] + chances[Outcome.WAR_WON]
    assert f"{float(won):.6f}" == "0.497265"
    assert f"{float(chances[Outcome.WAR_TIED]):.6f}" == "0.005471"
    assert f"{float(chances[Outcome.LOSE]):.6f}" == "0.463023"
    assert f"{float(chances[Outcome.WAR_LOST]):.6f}" == "0.034242"
    assert f"{bonus.standard_deviation:.5f}" == "1.05764"
    assert f"{plain.standard_deviation:.5f}" == "1.04971"
    assert percent(plain.element_of_risk, 2) == "2.68"


def test_hit_frequencies_are_the_chances_to_win_anything() -> None:
    """A win on the first cards, a war won, a tied war; a stand-off or a surrender is no win."""
    found = odds_of("wisconsin", 6)
    assert found.initial.probability == Fraction(144, 311) + Fraction(170016 + 27163, 4965115)
    assert found.tie is not None
    assert found.tie.probability == Fraction(23, 311)
    forced = odds_of(house_without_burns(surrender=Surrender.FORCED), 6)
    assert forced.initial.probability == Fraction(144, 311)


def test_wrong_in_print_element_of_risk_and_surrender() -> None:
    bonus = odds_of(BONUS, 6).initial
    assert bonus.element_of_risk == Fraction(11569, 533231)
    assert percent(bonus.element_of_risk, 4) == "2.1696"  # printed: 2.19
    assert bonus.if_surrender is not None
    assert percent(bonus.if_surrender.house_edge, 2) == "3.70"  # printed: 2.88


def test_battle_royal_pays_three_to_one_on_a_tied_war() -> None:
    assert odds_of("battle-royal").initial.house_edge == Fraction(3, 175)
    assert percent(Fraction(3, 175), 4) == "1.7143"


counts = st.lists(st.integers(0, 40), min_size=13, max_size=13)


@given(counts)
def test_war_is_worth_a_half_less_the_tied_wars(held: list[int]) -> None:
    shoe = ShoeLeft.of_ranks(dict(zip(Rank, held, strict=True)))
    once, twice = ties_in_a_row(held, 2)[1:]
    if not once or shoe.cards < 4:
        return
    for house, factor in ((BONUS, Fraction(5, 2)), (NO_BONUS, Fraction(3, 2))):
        choice = odds_of(house, cards_left=shoe).initial.choice
        assert choice is not None
        assert choice.war is not None
        assert choice.surrender == Fraction(-1, 2)
        assert choice.war == Fraction(-1, 2) + factor * twice / once
        # War is better whenever a tied war is possible at all, and never worse.
        assert choice.best == "war"
        assert (choice.war > Fraction(-1, 2)) == (twice > 0)


@given(counts)
def test_two_ties_depend_on_two_sums_alone(held: list[int]) -> None:
    """P(two ties) another way: (S2² - 4 S3 - 2 S2) of (n)4, sums of falling factorials."""
    cards = sum(held)
    if cards < 4:
        return
    s2, s3 = (sum(perm(count, size) for count in held) for size in (2, 3))
    assert ties_in_a_row(held, 2)[1] == Fraction(s2, perm(cards, 2))
    assert ties_in_a_row(held, 2)[2] == Fraction(s2**2 - 4 * s3 - 2 * s2, perm(cards, 4))


@pytest.mark.parametrize("house", house_names())
@pytest.mark.parametrize("decks", [1, 6, 8])
def test_removing_any_one_card_changes_no_wager(house: str, decks: int) -> None:
    """Equal for all ranks, and since a burn changes nothing, equal to zero."""
    for removal in removal_effects(house, decks):
        assert set(removal.effects.values()) == {0}
        assert len(removal.effects) == 13


def test_the_ladder_has_the_published_returns_also_for_tie_alone() -> None:
    """96.27 % on the first wager and 92.05 % on Tie, eight decks; the house posts the rest."""
    odds = odds_of("ladder-war", 8)
    assert odds.tie is not None
    assert odds.tie_alone is not None
    assert percent(odds.initial.player_return, 4) == "96.2697"
    assert percent(odds.tie.player_return, 4) == "92.0497"
    assert odds.tie_alone.lines == odds.tie.lines
    assert odds.initial.if_surrender is not None
    assert percent(odds.initial.if_surrender.player_return, 4) == "96.2651"
    assert (odds.house.posted.first_percent, odds.house.posted.tie_percent) == ("3.73", "7.95")
    assert review_house(odds.house) == ()


def test_other_printed_returns_of_the_ladder_are_those_of_other_games() -> None:
    """96.56 % is of all money bet, with six decks; 89.64 % is Tie at 11 to 1; 95.56 % is none."""
    house = load_house("ladder-war")
    assert percent(1 - odds_of(house, 6).initial.element_of_risk, 4) == "96.5611"
    eleven = odds_of(replace(house, tie=replace(house.tie, ladder=(Odds(11, 1),))), 8).tie
    assert eleven is not None
    assert percent(eleven.player_return, 4) == "89.6386"
    pushed = replace(house, war=replace(house.war, tied_odds=Odds(0, 1)))
    at_war = odds_of(pushed, 8).initial.if_war
    assert at_war is not None
    assert percent(at_war.player_return, 4) == "96.2666"
    first, tie = set[str](), set[str]()
    for decks in range(1, 13):
        for rules in (house, pushed):
            odds = odds_of(rules, decks).initial
            first |= {percent(odds.player_return, 2), percent(1 - odds.element_of_risk, 2)}
        for rungs in range(1, 5):
            ladder = replace(house.tie, ladder=house.tie.ladder[:rungs])
            found = odds_of(replace(house, tie=ladder), decks).tie
            assert found is not None
            tie.add(percent(found.player_return, 2))
    assert {"96.27", "96.53"} <= first
    assert "92.05" in tie
    assert "95.56" not in first
    assert "89.64" not in tie


def test_a_shoe_without_end_gives_the_ladder_of_independent_ties() -> None:
    """t = 1/13 every time: the limit that large shoes come near, the first wager's too."""
    t = Fraction(1, 13)
    rungs = [0, 11, 26, 51, 201]  # what comes back, by ties in a row
    back = sum(rungs[ties] * t**ties * (1 - t) for ties in (1, 2, 3)) + 201 * t**4
    odds = odds_of("ladder-war", 100_000)
    assert odds.tie_alone is not None
    assert 0 < back - odds.tie_alone.player_return < Fraction(1, 100_000)
    war = sum(t**ties * (1 - t) * Fraction(1 - 2, 2) for ties in (0, 1, 2)) + t**3
    assert abs(odds.initial.expectation - t * war) < Fraction(1, 100_000)


def test_removal_from_an_uneven_shoe_differs_by_rank() -> None:
    (initial, tie) = removal_effects("washington", cards_left="2:20 3:24 4:24 A:2")
    before = odds_of("washington", cards_left="2:20 3:24 4:24 A:2")
    after = odds_of("washington", cards_left="2:20 3:24 4:24 A:1")
    assert not initial.equal
    assert initial.effects[Rank.ACE] == after.initial.expectation - before.initial.expectation
    assert tie.effects[Rank.ACE] > 0 > tie.effects[Rank.THREE]
    assert set(tie.effects) == {Rank.TWO, Rank.THREE, Rank.FOUR, Rank.ACE}


@given(counts)
def test_tie_favours_the_player_above_its_threshold(held: list[int]) -> None:
    shoe = ShoeLeft.of_ranks(dict(zip(Rank, held, strict=True)))
    if shoe.cards < 4:
        return
    odds = odds_of(BONUS, cards_left=shoe)
    limits = {limit.wager: limit.above for limit in thresholds(BONUS)}
    assert limits == {"initial": Fraction(1, 5), "tie": Fraction(1, 11)}
    spread = Fraction(sum(count * (count - 1) for count in held), perm(shoe.cards, 2))
    assert odds.tie is not None
    assert (odds.tie.expectation > 0) == (spread > Fraction(1, 11))
    if odds.initial.choice and odds.initial.choice.tied_war is not None:
        tied_war = odds.initial.choice.tied_war
        assert (odds.initial.expectation > 0) == (tied_war > Fraction(1, 5))


@pytest.mark.parametrize(
    ("house", "limits"),
    [
        ("wisconsin", {"initial": "1/5", "tie": "1/11", "war_tie": "1/11"}),
        ("washington", {"initial": "1/5", "tie": "1/11"}),
        ("no-bonus", {"initial": "1/3", "tie": "1/11"}),
        ("eleven-to-one", {"initial": "1/5", "tie": "1/12"}),
        ("battle-royal", {"initial": "1/7"}),
    ],
)
def test_thresholds_of_each_wager(house: str, limits: dict[str, str]) -> None:
    assert {limit.wager: str(limit.above) for limit in thresholds(house)} == limits


def test_a_wager_that_depends_on_more_has_no_threshold() -> None:
    ladder = house_without_burns(ladder="10:1 25:1")
    assert [limit.wager for limit in thresholds(ladder)] == ["initial"]
    six_to_five = house_without_burns(tied_odds="3:1", first_odds="6:5")
    assert [limit.wager for limit in thresholds(six_to_five)] == ["tie"]
    cheap = house_without_burns(lost="1/4")
    assert [limit.wager for limit in thresholds(cheap)] == ["tie"]
    half = house_without_burns(lost="1/2")
    assert [limit.wager for limit in thresholds(half)] == ["initial", "tie"]
    forced = house_without_burns(surrender=Surrender.FORCED)
    assert [limit.wager for limit in thresholds(forced)] == ["tie"]


def test_perfect_knowledge_of_the_last_52_of_312_cards() -> None:
    """Printed as "about 1.2 %"; the exact share is 1.1485 %."""
    favour = tie_favour("washington", 6, 52)
    assert percent(favour.chance, 4) == "1.1485"
    assert favour.threshold == Fraction(1, 11)
    assert 0 < favour.gain < favour.chance


def partitions(cards: int, most: int, ranks: int) -> Iterator[list[int]]:
    """Counts of ranks that add up to ``cards``, none above ``most``, the highest first."""
    if ranks == 0:
        if cards == 0:
            yield []
        return
    for held in range(min(cards, most), -1, -1):
        for rest in partitions(cards - held, held, ranks - 1):
            yield [held, *rest]


@pytest.mark.parametrize("house", ["washington", "no-bonus", "battle-royal"])
@pytest.mark.parametrize(("decks", "left"), [(1, 4), (1, 5), (1, 7), (2, 9), (6, 11), (1, 20)])
def test_the_first_wager_favours_as_often_as_every_composition_says(
    house: str, decks: int, left: int
) -> None:
    """Planted once and caught here: 7 for the 6 in U, and a bound that drops what still could."""
    good, gain = 0, Fraction(0)
    for held in partitions(left, 4 * decks, 13):
        ways = factorial(13)
        for count in set(held):
            ways //= factorial(held.count(count))
        ways *= prod(comb(4 * decks, count) for count in held)
        shoe = ShoeLeft.of_ranks(dict(zip(Rank, held, strict=True)))
        expectation = odds_of(house, cards_left=shoe).initial.expectation
        if expectation > 0:
            good, gain = good + ways, gain + ways * expectation
    total = comb(52 * decks, left)
    found = first_favour(house, decks, left)
    assert (found.chance, found.gain) == (Fraction(good, total), gain / total)


def test_the_first_wager_hardly_ever_favours_the_player() -> None:
    shares = {left: first_favour("washington", 6, left).chance for left in (5, 10, 20, 52, 312)}
    assert [f"{float(100 * share):.3g}" for share in shares.values()] == [
        *("7.11", "0.241", "0.000489", "1.12e-15", "0")
    ]


def test_only_one_tied_war_can_be_asked_about() -> None:
    with pytest.raises(InputError, match="does not depend on one tied war"):
        first_favour(house_without_burns(deals_max=2), 6, 10)
    with pytest.raises(InputError, match="from 4 to 312"):
        first_favour("washington", 6, 3)


@pytest.mark.parametrize("left", [2, 3, 4])
def test_ways_of_what_is_left_agree_with_every_subset_of_a_deck(left: int) -> None:
    found: dict[int, int] = {}
    deck = [rank for rank in range(13) for _ in range(4)]
    for chosen in combinations(deck, left):
        half = sum(comb(chosen.count(rank), 2) for rank in set(chosen))
        found[half] = found.get(half, 0) + 1
    assert dict(spread_ways(4, left)) == found


def test_knowing_more_never_changes_the_average() -> None:
    """Over all that can be left, P(tie) averages to the fresh shoe's, whatever the depth."""
    ways = list(spread_ways(24, 60))
    total = sum(count for _, count in ways)
    assert total == comb(312, 60)
    mean = Fraction(sum(2 * half * count for half, count in ways), total * perm(60, 2))
    assert mean == Fraction(23, 311)


def test_a_cheap_surrender_is_the_best_decision() -> None:
    house: House = house_without_burns(lost="1/4")
    first = odds_of(house, 6).initial
    assert first.best_decision == "surrender"
    assert first.house_edge == Fraction(23, 311) / 4
    assert first.outcomes[Outcome.SURRENDER] == Fraction(23, 311)
    assert first.element_of_risk == first.house_edge
