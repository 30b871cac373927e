"""What each choice on a tie was worth: against the odds of a fresh shoe, and a formula."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from casinowar.cards import Rank, Suit, card_of, parse_card
from casinowar.houses import load_house
from casinowar.money import Odds
from casinowar.odds import odds_of
from casinowar.odds.stories import Decision
from casinowar.odds.what_if import what_if


@pytest.mark.parametrize("name", ["washington", "skycity", "wisconsin", "no-bonus"])
@pytest.mark.parametrize("rank", Rank)
def test_alone_at_a_fresh_shoe_it_is_what_the_odds_say(name: str, rank: Rank) -> None:
    house = load_house(name)
    expected = odds_of(house, 6).initial.by_rank[rank]
    found = what_if(house, 6, card_of(rank, Suit.HEARTS), card_of(rank, Suit.SPADES))
    assert found.values[Decision.WAR] == expected.war
    assert found.values[Decision.SURRENDER] == expected.surrender
    assert found.best is expected.best


@pytest.mark.parametrize("others", ["", "Kd", "Kd Kc Ks 5c 5d", "2c 3c 4c 5c 6c"])
def test_the_other_cards_on_the_table_count(others: str) -> None:
    """A war is won and lost equally often; a tied one wins two units (rulebook 1)."""
    seen = [parse_card(card) for card in others.split()]
    player, dealer = parse_card("Kh"), parse_card("Kh")
    left = Counter(dict.fromkeys(Rank, 24))
    left.subtract(card.rank for card in (player, dealer, *seen))
    cards = sum(left.values())
    tie = Fraction(sum(n * (n - 1) for n in left.values()), cards * (cards - 1))
    found = what_if(load_house("washington"), 6, player, dealer, seen)
    assert found.values[Decision.WAR] == (1 - tie) / 2 * (1 - 2) + tie * 2
    assert found.values[Decision.SURRENDER] == Fraction(-1, 2)


def test_a_tie_wager_that_has_won_already_counts_for_neither_choice() -> None:
    house, pair = load_house("washington"), (parse_card("9h"), parse_card("9d"))
    assert what_if(house, 6, *pair, bets={"tie": 1}) == what_if(house, 6, *pair)


def test_a_ladder_of_tie_odds_gains_from_war() -> None:
    """Planted once: only the first wager counted."""
    house, pair = load_house("washington"), (parse_card("9h"), parse_card("9d"))
    ladder = (*house.tie.ladder, Odds(30, 1))  # ten to one, and thirty for two ties in a row
    house = replace(house, tie=replace(house.tie, ladder=ladder))
    alone, beside = what_if(house, 6, *pair), what_if(house, 6, *pair, bets={"tie": 1})
    again = Fraction(12 * 24 * 23 + 22 * 21, 310 * 309)
    assert beside.values[Decision.WAR] - alone.values[Decision.WAR] == again * (30 - 10)
    assert beside.values[Decision.SURRENDER] == alone.values[Decision.SURRENDER]
