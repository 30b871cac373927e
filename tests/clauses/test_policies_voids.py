"""House policies 7, 8 and 10: void rounds, face-up cards, and a table that is never stuck.

Planted once and caught: wagers that stay down after a void before the deal, a shoe that starts
over when it is empty, a completed round for a void between rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from casinowar.houses import House, load_house
from casinowar.houses.house import FaceUpScope, Reshuffle
from casinowar.table import ALL_STEPS, Code, Phase, due
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.words import rack_text

from .scene import BY_HAND, Scene, names, of, ready

DOCUMENTS = ("washington", "skycity", "wisconsin")


def with_policies(house: House, **changes: object) -> House:
    return replace(house, policies=replace(house.policies, **changes))  # type: ignore[arg-type]


# --- in a round -----------------------------------------------------------------------------------


def test_policy_07_a_void_round_gives_every_wager_back_and_the_coupon_too() -> None:
    scene = ready("wisconsin", "Kh Qh Kd", seats=(1, 2), automations=BY_HAND)
    scene.bets(1, 10_00, 5_00, coupon_cents=10_00)
    scene.bets(2, 20_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    events = scene.does(c.VoidRound(reason="fire alarm"))
    assert events[0] == e.RoundVoided(reason="fire alarm", cites="policy 7")
    assert of(events, e.CouponReturned) == [
        e.CouponReturned(seat=1, amount_cents=10_00, cites="policy 7")
    ]
    assert [scene.chips(seat) for seat in (1, 2)] == [1_000_00, 1_000_00]
    scene.step()
    assert rack_text(scene.state.rack) == "?? Kh Qh [Kd]"  # dealt and burned cards stay there


@pytest.mark.parametrize("house", DOCUMENTS)
def test_policy_07_a_void_in_the_war_deal_undoes_the_war_wager_too(house: str) -> None:
    scene = ready(house, "Kh Kd", automations=BY_HAND)
    scene.bets(1, 10_00, 5_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    scene.wars(1)
    scene.steps_to(Phase.WAR_DEAL)
    total = scene.state.chips_total_cents
    scene.does(c.VoidRound(reason="fire alarm"))
    assert scene.chips(1) == 1_000_00
    assert scene.state.hands[1].match_cents == 0
    assert scene.state.chips_total_cents == total


def test_policy_08_the_second_face_up_card_voids_settled_hands_too() -> None:
    # seat 1 wins, seat 2 loses, seat 3 goes to war: the second face-up card lies among its burns
    cards = "Ah 5h Kh 7c Kd 2c 8c 3c 4c 9s"
    scene = ready("wisconsin", cards, seats=(1, 2, 3), face_up=(3, 6))
    scene.bets(1, 10_00, 5_00)
    scene.bets(2, 20_00)
    scene.bets(3, 30_00, 5_00)
    assert scene.chips(1) == 1_005_00  # paid
    assert scene.chips(2) == 980_00  # collected
    events = scene.wars(3)
    assert [scene.chips(seat) for seat in (1, 2, 3)] == [1_000_00] * 3
    undone = of(events, e.MovementReversed)
    assert {event.cites for event in undone} == {"policy 8"}
    # payments come back before collections, so that the tray is never below zero
    assert [(event.seat, event.wager, event.action.value) for event in undone] == [
        (1, "initial", "pay"),
        (3, "tie", "pay"),
        (1, "tie", "collect"),
        (2, "initial", "collect"),
        (3, "initial", "collect"),
    ]


def test_policy_08_face_up_cards_count_over_the_rounds_of_a_shoe() -> None:
    scene = ready("wisconsin", "Kh 7c 5d Qh 8c 4d", face_up=(1, 4))
    assert not of(scene.bets(1, 10_00), e.RoundVoided)
    assert of(scene.bets(1, 10_00), e.RoundVoided)
    assert scene.chips(1) == 1_010_00  # the first round, won, stands
    scene.cuts()
    assert scene.state.shoe.face_up_found == 0  # a new shoe counts anew


def test_policy_08_a_house_may_count_them_by_the_round() -> None:
    house = with_policies(load_house("wisconsin"), face_up_scope=FaceUpScope.ROUND)
    scene = ready(house, "Kh 7c 5d Qh 8c 4d", face_up=(1, 4))
    scene.bets(1, 10_00)
    assert not of(scene.bets(1, 10_00), e.RoundVoided)


# --- before the deal ------------------------------------------------------------------------------


def test_policy_07_wagers_that_were_not_dealt_go_back_without_a_round() -> None:
    scene = ready("wisconsin", "Kh Qh 5d", seats=(1, 2), automations=BY_HAND)
    scene.bets(1, 10_00, 5_00, coupon_cents=10_00)
    scene.bets(2, 20_00)
    assert scene.does(c.VoidRound(reason="fire alarm")) == (
        e.WagersReturned(
            seat=1, amount_cents=15_00, coupon_cents=10_00, reason="fire alarm", cites="policy 7"
        ),
        e.WagersReturned(seat=2, amount_cents=20_00, reason="fire alarm", cites="policy 7"),
    )
    assert scene.events[-2].text(scene.house) == (
        "Seat 1 gets $15.00 and a coupon of $10.00 back before the deal: fire alarm"
    )
    assert (
        scene.events[-1].text(scene.house) == "Seat 2 gets $20.00 back before the deal: fire alarm"
    )
    assert [scene.chips(seat) for seat in (1, 2)] == [1_000_00] * 2
    assert (scene.state.phase, scene.state.round_number) == (Phase.BETTING, 0)
    scene.bets(1, 10_00)  # the next round is the first
    assert of(scene.steps_to(Phase.DEAL), e.NoMoreBetsAnnounced)[0].round == 1


def test_policy_07_without_a_wager_there_is_nothing_to_void() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.refuses(c.VoidRound(reason="fire alarm"), Code.NO_WAGER, "policy 7")
    scene.bets(1, 10_00)
    scene.steps_to(Phase.DEAL)
    scene.steps_to(Phase.RACK)  # every hand is decided
    scene.refuses(c.VoidRound(reason="fire alarm"), Code.NO_WAGER, "policy 7")


def test_policy_07_the_table_closes_once_wagers_are_back() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.bets(1, 10_00)
    assert "void" in scene.refuses(c.CloseTable(), Code.WAGERS_DOWN)
    scene.does(c.VoidRound(reason="fire alarm"))
    scene.does(c.CloseTable())


@pytest.mark.parametrize("house", ["washington", "skycity", "wisconsin"])
def test_policy_07_a_table_whose_round_is_void_closes_once_its_cards_are_in_the_rack(
    house: str,
) -> None:
    """It once said that wagers were down."""
    scene = ready(house, "Kh 5d", automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.steps_to(Phase.SETTLE)
    scene.does(c.VoidRound(reason="fire alarm"))
    words = scene.refuses(c.CloseTable(), Code.NOT_NOW)
    assert "The next step is to put all cards on the layout into the discard rack." in words
    scene.does(c.RackCards())
    scene.does(c.CloseTable())


# --- between rounds (WI j1) -----------------------------------------------------------------------


def two_face_up(scene: Scene) -> Sequence[e.Event]:
    """Two cards found face up between rounds, one after the other."""
    scene.does(c.SetAsideFaceUpCard())
    return scene.does(c.SetAsideFaceUpCard())


def test_wi_j1_found_between_rounds_they_void_what_is_down_and_complete_no_round() -> None:
    scene = ready("wisconsin", "7c 8c Kh", seats=(1, 2), face_up=(0, 1), automations=BY_HAND)
    scene.bets(2, 10_00, coupon_cents=5_00)
    events = two_face_up(scene)
    assert names(events) == ["face_up_card_found", "round_voided", "wagers_returned"]
    assert [event.cites for event in events] == ["WI j1", "WI j1", "policy 7"]
    assert scene.chips(2) == 1_000_00
    assert not scene.state.hands
    assert [event.cites for event in scene.steps_to(Phase.SHUFFLE)] == ["WI j1"]  # collected
    assert not of(scene.events, e.RoundCompleted)  # neither round 0
    assert scene.state.round_number == 0


def test_wi_j1_found_after_a_round_they_do_not_complete_it_twice() -> None:
    scene = ready("wisconsin", "Kh 5d 7c 8c", face_up=(2, 3))
    scene.bets(1, 10_00)
    scene.table.automations = BY_HAND
    two_face_up(scene)
    assert [event.round for event in of(scene.events, e.RoundCompleted)] == [1]
    assert scene.chips(1) == 1_010_00  # round 1 stands
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    scene.steps_to(Phase.BETTING)
    scene.bets(1, 10_00)
    assert of(scene.steps_to(Phase.DEAL), e.NoMoreBetsAnnounced)[0].round == 2


# --- never stuck ----------------------------------------------------------------------------------


@pytest.mark.parametrize("house", DOCUMENTS)
def test_policy_10_a_burn_that_the_shoe_cannot_serve_does_not_hold_the_table_up(
    house: str,
) -> None:
    scene = ready(house, "Kh 5d")
    scene.table.automations = ALL_STEPS - {c.BurnCard}
    scene.does(c.OrderReshuffle())
    scene.cuts()
    scene.bets(1, 10_00)
    scene.runs_short(0)
    scene.refuses(c.BurnCard(), Code.SHOE_EMPTY, "policy 10")
    scene.does(c.VoidRound(reason="the shoe is short"))
    assert scene.chips(1) == 1_000_00
    events = scene.does(c.OrderReshuffle())
    assert names(events)[:3] == ["reshuffle_ordered", "cards_collected", "cards_shuffled"]


def test_policy_10_a_round_that_the_shoe_cannot_finish_is_voided_and_reshuffled() -> None:
    scene = ready("wisconsin", "Kh Kd 2c 3c 4c 9s")
    scene.bets(1, 10_00, 5_00)
    scene.runs_short(4)
    scene.wars(1)
    assert scene.state.phase is Phase.WAR_DEAL  # the automations stop here
    scene.refuses(c.BurnCard(), Code.SHOE_EMPTY, "policy 10")
    events = scene.does(c.VoidRound(reason="the shoe is short"))
    assert scene.chips(1) == 1_000_00
    [completed] = of(events, e.RoundCompleted)
    assert (completed.round, completed.reshuffle) == (1, True)
    assert names(events)[-3:] == ["cards_collected", "cards_shuffled", "cut_offered"]


def without_cutting_card() -> House:
    """A house that reshuffles after every round and has new dealers burn a card."""
    house = load_house("wisconsin")
    return replace(house, cards=replace(house.cards, reshuffle=Reshuffle.EVERY_ROUND))


@pytest.mark.parametrize("then", [c.OrderReshuffle(), c.CloseTable()], ids=lambda step: step.NAME)
def test_policy_10_a_shoe_that_new_dealers_burned_away_is_empty(then: c.Command) -> None:
    scene = ready(without_cutting_card(), automations=BY_HAND)
    for turn in range(311):
        scene.does(c.ChangeDealer(dealer=f"dealer {turn}"))
        scene.does(c.BurnCard())
    assert scene.state.shoe.drawn == 312
    scene.bets(1, 10_00)
    scene.does(c.ChangeDealer(dealer="Bea"))
    assert due(scene.state) == c.BurnCard()
    scene.refuses(c.BurnCard(), Code.SHOE_EMPTY, "policy 10")
    scene.refuses(c.DrawInError(), Code.SHOE_EMPTY, "policy 10")
    scene.refuses(then, Code.NOT_NOW if isinstance(then, c.OrderReshuffle) else Code.WAGERS_DOWN)
    scene.does(c.VoidRound(reason="the shoe is empty"))
    assert scene.chips(1) == 1_000_00
    scene.does(then)


def test_policy_10_with_a_cutting_card_new_dealers_come_to_the_reshuffle_first() -> None:
    scene = ready("wisconsin", automations=BY_HAND)
    turns = 0
    while scene.state.phase is Phase.BETTING:
        turns += 1
        scene.does(c.ChangeDealer(dealer=f"dealer {turns}"))
        scene.does(c.BurnCard())
    assert turns == 312 - 78  # with the opening burn, one card behind the cutting card
    assert due(scene.state) == c.CollectCards()
