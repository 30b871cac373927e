"""Policies 21 to 25: how Wisconsin's text is read where it leaves room.

Planted once and caught: a Tie wager refused after the first one, a quarter rounded down, the limit
of eight decks applied to a batch, the seat with the cutting card asked after a void round, a second
burn by the dealer who opened the table.
"""

from __future__ import annotations

import pytest

from casinowar.houses import load_house
from casinowar.houses.house import Shuffling
from casinowar.houses.sheet import rule_sheet
from casinowar.table import Code, Phase
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Burn

from .scene import BY_HAND, DAY, Scene, of, ready


def test_policy_21_a_tie_wager_may_follow_the_first_one_until_no_more_bets() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.bets(1, 10_00)
    [placed] = of(scene.bets(1, 0, 5_00), e.WagerPlaced)
    assert placed.cites == "WI a1vii"
    assert scene.state.hands[1].tie_cents == 5_00
    scene.step()
    scene.refuses(c.PlaceWagers(seat=1, tie_cents=5_00), Code.BETS_CLOSED)


@pytest.mark.parametrize(("decks", "least"), [(6, 78), (7, 91), (8, 104)])
def test_policy_22_a_quarter_is_at_least_a_quarter(decks: int, least: int) -> None:
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(decks=decks)
    scene.sits(1)
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    scene.refuses(c.PlaceCuttingCard(cards_behind=least - 1), Code.BAD_DEPTH, "WI e5")
    scene.does(c.PlaceCuttingCard(cards_behind=least))


def test_policy_23_a_batch_has_six_decks_or_more_and_the_other_as_many() -> None:
    for decks in (6, 9, 12):
        scene = Scene("wisconsin", automations=BY_HAND)
        scene.opens(decks=decks, shuffling=Shuffling.BATCHES)
        [received] = of(scene.step(), e.DecksReceived)
        assert received.decks == 2 * decks
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=0, decks=5, shuffling=Shuffling.BATCHES)
    Scene("wisconsin").refuses(opening, Code.BAD_DECKS, "WI b4")


def test_policy_24_after_a_void_round_the_farthest_to_the_right_cuts_first() -> None:
    scene = ready("wisconsin", "7c 8c Kh 5d", seats=(2, 4, 6), face_up=(1, 2), automations=BY_HAND)
    for seat in (2, 4, 6):
        scene.bets(seat, 10_00)
    scene.steps_to(Phase.DEAL)
    scene.step()  # seat 2; then two cards lie face up
    scene.does(c.SetAsideFaceUpCard())
    scene.does(c.SetAsideFaceUpCard())
    assert of(scene.events, e.RoundVoided)
    scene.steps_to(Phase.CUT_OFFERED)
    assert scene.state.cut_offered_to == 6


def test_policy_25_the_opening_burn_is_the_first_dealers_own() -> None:
    scene = ready("wisconsin", "Kh 5d Qh 4d", automations=BY_HAND)
    burns = [event.burn for event in of(scene.events, e.CardBurned)]
    assert burns == [Burn.OPENING]
    scene.bets(1, 10_00)
    scene.steps_to(Phase.DEAL)
    scene.steps_to(Phase.BETTING)
    scene.does(c.ChangeDealer(dealer="Bea"))  # who comes later burns one more
    assert [event.burn for event in of(scene.step(), e.CardBurned)] == [Burn.NEW_DEALER]


@pytest.mark.parametrize(
    ("point", "cites"),
    [
        ("Tie wager", "policy 21"),
        ("cutting card depth", "policy 22"),
        ("batches", "policy 23"),
        ("cut after a void", "policy 24"),
        ("first dealer", "policy 25"),
        ("counted", "policy 8"),
    ],
)
def test_policy_21_readings_are_shown_as_policy(point: str, cites: str) -> None:
    shown = {rule.point: rule.cites for rule in rule_sheet(load_house("wisconsin"))}
    assert shown[point] == cites


def test_policy_9_the_order_of_skycitys_deal_is_policy() -> None:
    """Its guide says that each player gets a card, not in which order."""
    shown = {rule.point: rule.cites for rule in rule_sheet(load_house("skycity"))}
    assert (shown["original deal"], shown["dealt"]) == ("SC how", "policy, as WI g3")
