"""The stories can be told at houses of every kind, not only at the built-in ones."""

from __future__ import annotations

import tomllib

import pytest

from casinowar.houses import House
from casinowar.houses.check import check_house
from casinowar.houses.read import parse_house
from casinowar.toml import Fields

from .stories import stories

PLAIN = """
format = "casinowar-house/1"
name = "any"
title = "Any house"
document = "A house for this test"
{top}
[cards]
decks = 6
{cards}
[wagers]
{wagers}
[deal]
{deal}
[surrender]
{surrender}
[war]
burn_pattern = "every_card"
first_wager = "stands_off"
won_odds = "1:1"
tied_odds = "2:1"
{war}
[tie]
{tie}
[limits]
currency = "USD"
smallest_chip = 50
step = 100
first = {{ min = 500, max = 50000 }}
[policies]
{policies}
"""
KINDS: dict[str, dict[str, str]] = {
    "plain": {},
    "one seat": {"deal": "seats = 1"},
    "two seats": {"deal": "seats = 2", "wagers": 'bets_open = "final"'},
    "nine seats": {"deal": "seats = 9"},
    "no surrender": {
        "surrender": 'mode = "not_offered"',
        "policies": 'no_answer = "war"',
        "wagers": 'forms = ["chips", "coupon"]',
    },
    "forced surrender": {
        "surrender": 'mode = "forced"',
        "wagers": 'forms = ["chips", "coupon"]',
    },
    "wars dealt again": {
        "deal": "seats = 5",
        "war": "deals_max = 3",
        "cards": 'cutting_card_from_back = "1/3"',
        "tie": 'ladder = ["10:1", "25:1", "50:1"]',
    },
    "Tie alone on a ladder": {
        "wagers": "tie_alone = true",
        "war": "deals_max = 2",
        "cards": 'cutting_card_from_back = "1/3"',
        "tie": 'ladder = ["10:1", "25:1"]',
    },
    "Tie must equal": {"tie": 'war_deal = "equal_to_first"'},
    "many burns": {"cards": "opening_burn = 3\nnew_dealer_burn = 4", "war": "burn_count = 1"},
    "a fresh shoe every round": {"cards": 'reshuffle = "every_round"'},
    "batches first": {"cards": 'shuffling = ["batches", "hand"]'},
    "counted by the round": {
        "policies": 'face_up_scope = "round"\nwar_rebuy = false\ndealer_hand_in_rack = "straight"'
    },
    "side bets": {
        "war": "deals_max = 2",
        "top": "[[side_bets]]\nname = 'ladder'\ntitle = 'Two ties'\n"
        "rows = [{ ties = 2, odds = '50:1' }, { odds = '5:1' }]\n"
        "[[side_bets]]\nname = 'aces'\ntitle = 'Tied aces'\n"
        "rows = [{ ranks = 'A', odds = '100:1' }]\n",
    },
}


def house_of(kind: str) -> House:
    """A house of one kind, checked as a file would be."""
    parts = dict.fromkeys(
        ("top", "cards", "wagers", "deal", "surrender", "war", "tie", "policies"), ""
    )
    house = parse_house(Fields(tomllib.loads(PLAIN.format(**parts | KINDS[kind]))))
    check_house(house)
    return house


@pytest.mark.parametrize("kind", KINDS)
def test_every_story_that_a_house_needs_can_be_told(kind: str) -> None:
    house = house_of(kind)
    for name, story in stories(house).items():
        text = story(house)
        assert text.startswith("Any house."), name
        assert len(text.splitlines()) > 10, name


def test_the_two_ties_side_bet_is_paid_after_the_tied_war() -> None:
    house = house_of("side bets")
    told = stories(house)["side-ladder-wins"](house)
    assert "Two ties paid $250.00 at 50:1" in told
