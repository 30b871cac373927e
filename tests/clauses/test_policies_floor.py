"""House policies 14 to 20 but for the tray: days, orders, coupons, names, absence, roles.

Planted once and caught: a table that opens on an earlier day, a coupon beyond the maximum, a
player waited for who sits out, a clock without an answer, a command from another seat.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from casinowar.houses import load_house
from casinowar.houses.sheet import rule_sheet
from casinowar.table import ALL_STEPS, Code, Phase, due
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.roles import DEALER_ROLE, FLOOR_ROLE, Who, player_at
from casinowar.table.waits import Awaited, waits_for

from .scene import BY_HAND, DAY, NEXT_DAY, Scene, names, of, ready

DOCUMENTS = ("washington", "skycity", "wisconsin")
WAR = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 8h"

# --- 14: the gaming day ---------------------------------------------------------------------------


def test_policy_14_a_gaming_day_starts_at_the_houses_hour() -> None:
    house = load_house("wisconsin")
    assert house.policies.gaming_day_hour == 6
    assert house.gaming_day(datetime.fromisoformat("2026-03-03T05:59")) == DAY
    assert house.gaming_day(datetime.fromisoformat("2026-03-03T06:00")) == NEXT_DAY
    late = replace(house, policies=replace(house.policies, gaming_day_hour=10))
    assert late.gaming_day(datetime.fromisoformat("2026-03-03T09:59")) == DAY


@pytest.mark.parametrize("house", DOCUMENTS)
def test_policy_14_cards_of_an_earlier_day_are_changed_before_the_next_shuffle(
    house: str,
) -> None:
    scene = ready(house, "Kh 5d", automations=BY_HAND)
    [started] = scene.does(c.StartGamingDay(day=NEXT_DAY))
    assert started.cites == "policy 14"
    scene.bets(1, 10_00)  # the shoe is finished
    scene.step()
    scene.steps_to(Phase.BETTING)
    scene.does(c.OrderReshuffle())
    scene.step()
    scene.refuses(c.ShuffleCards(), Code.CHANGE_CARDS_FIRST, scene.house.cites.card_change)
    assert isinstance(due(scene.state), c.ChangeCards)


@pytest.mark.parametrize("house", DOCUMENTS)
def test_policy_14_a_shoe_is_not_finished_in_a_second_whole_day(house: str) -> None:
    scene = ready(house, "Kh 5d", automations=BY_HAND)
    scene.does(c.StartGamingDay(day=DAY + timedelta(days=2)))
    scene.bets(1, 10_00)
    scene.refuses(c.AnnounceNoMoreBets(), Code.CHANGE_CARDS_FIRST, scene.house.cites.card_change)


def test_policy_14_a_table_is_not_opened_on_a_day_before_its_last_one() -> None:
    scene = ready("wisconsin", automations=BY_HAND)
    scene.does(c.CloseTable())
    earlier = c.OpenTable(day=DAY - timedelta(days=1), dealer="Ana", tray_cents=0)
    assert str(DAY) in scene.refuses(earlier, Code.EARLIER_DAY, "policy 14")
    scene.opens(day=DAY)  # the same day is fine


# --- 15 and 11: Washington ------------------------------------------------------------------------


def test_policy_15_first_cards_from_right_to_left_and_wars_from_left_to_right() -> None:
    cards = "Kh Ks Qd Kd 2c 3c 4c 9s 5c 6c 7c 8s 2d 3d 4d 7h"
    scene = ready("washington", cards, seats=(2, 4, 6), automations=BY_HAND)
    for seat in (2, 4, 6):
        scene.bets(seat, 10_00)
    scene.steps_to(Phase.DEAL)
    scene.steps_to(Phase.SETTLE)
    compared = of(scene.steps_to(Phase.DECIDE), e.HandCompared)
    assert [event.seat for event in compared] == [6, 4, 2]  # WA 4
    scene.wars(2, 4)
    scene.steps_to(Phase.WAR_SETTLE)
    order = "policy 15, as WA 4ciii"
    scene.refuses(c.SettleWar(seat=4), Code.OUT_OF_ORDER, order)
    settled = of(scene.steps_to(Phase.RACK), e.HandDecided)
    assert [event.seat for event in settled] == [2, 4]


def test_policy_15_is_shown_as_policy_with_its_number() -> None:
    shown = {rule.point: rule.cites for rule in rule_sheet(load_house("washington"))}
    assert shown["settled"] == "WA 4"
    assert shown["wars settled"] == "policy 15, as WA 4ciii"


# --- 16: a coupon and the maximum -----------------------------------------------------------------


def test_policy_16_chips_and_coupon_together_stay_within_the_maximum() -> None:
    scene = ready("wisconsin", "Kh 5d", cash_cents=5_000_00, automations=BY_HAND)
    high = c.PlaceWagers(seat=1, initial_cents=260_00, coupon_cents=250_00)
    assert "$500.00" in scene.refuses(high, Code.ABOVE_MAXIMUM, "policy 16")
    scene.refuses(
        c.PlaceWagers(seat=1, initial_cents=500_00, coupon_cents=1_00), Code.ABOVE_MAXIMUM
    )
    scene.bets(1, 250_00, coupon_cents=250_00)
    assert scene.state.hands[1].coupon_cents == 250_00


# --- 18: names ------------------------------------------------------------------------------------


def test_policy_18_a_new_dealer_has_another_name() -> None:
    scene = ready("wisconsin", automations=BY_HAND)
    scene.refuses(c.ChangeDealer(dealer="Ana"), Code.SAME_DEALER, "WI g1")
    assert not scene.state.burns
    scene.does(c.ChangeDealer(dealer="Bea"))
    scene.does(c.ChangeDealer(dealer="Ana"))


@pytest.mark.parametrize(
    ("backs", "cutting_card"), [(("red", "Red"), "yellow"), (("red", "blue"), "BLUE")]
)
def test_policy_18_colours_that_differ_by_case_alone_are_the_same(
    backs: tuple[str, ...], cutting_card: str
) -> None:
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(shuffling=scene.house.cards.shuffling[1])
    wrong = c.ReceiveDecks(decks=12, backs=backs, cutting_card=cutting_card)
    scene.refuses(wrong, Code.BAD_BACKS)


def test_policy_18_two_players_may_have_the_same_name() -> None:
    scene = ready("wisconsin")
    scene.does(c.TakeSeat(seat=2, player="p2", name="player 1"))
    assert {seat.name for seat in scene.state.seats.values()} == {"player 1"}


# --- 19: sitting out and clocks -------------------------------------------------------------------


def test_policy_19_who_sits_out_keeps_the_seat_and_is_not_waited_for() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2))
    [sat] = scene.does(c.SitOut(seat=2))
    assert sat == e.PlayerSatOut(seat=2, cites="policy 19")
    scene.refuses(c.SitOut(seat=2), Code.SITTING_OUT, "policy 19")
    scene.refuses(c.PlaceWagers(seat=2, initial_cents=10_00), Code.SITTING_OUT, "policy 19")
    assert "round_completed" in names(scene.bets(1, 10_00))  # nobody waited for seat 2
    [back] = scene.does(c.ReturnToPlay(seat=2))
    assert back == e.PlayerReturned(seat=2, cites="policy 19")
    scene.refuses(c.ReturnToPlay(seat=2), Code.SITTING_OUT, "policy 19")
    assert "round_completed" not in names(scene.bets(1, 10_00))


def test_policy_19_who_sits_out_in_a_round_plays_it_to_its_end() -> None:
    scene = ready("wisconsin", WAR, automations=ALL_STEPS)
    scene.bets(1, 10_00)
    scene.does(c.SitOut(seat=1))
    assert names(scene.wars(1))[-2:] == ["round_completed", "cards_idled"]
    assert scene.state.seats[1].sitting_out


def test_policy_19_every_wait_for_a_player_has_a_clock_and_an_answer() -> None:
    scene = Scene("wisconsin", WAR)
    scene.opens()
    scene.sits(1, 2)
    [wait] = waits_for(scene.state)
    clock = (wait.who, wait.what, wait.seconds, wait.otherwise)
    assert clock == (player_at(1), Awaited.CUT, 20, c.CallTime(seat=1))
    scene.cuts()
    assert {(wait.what, wait.seconds) for wait in waits_for(scene.state)} == {(Awaited.BET, None)}
    scene.bets(1, 10_00)  # the first wager starts the clock for the others
    [wait] = waits_for(scene.state)
    clock = (wait.who, wait.what, wait.seconds, wait.otherwise)
    assert clock == (player_at(2), Awaited.BET, 30, c.AnnounceNoMoreBets())
    scene.does(c.AnnounceNoMoreBets())
    [wait] = waits_for(scene.state)
    clock = (wait.who, wait.what, wait.seconds, wait.otherwise)
    assert clock == (player_at(1), Awaited.CHOICE, 30, c.CallTime(seat=1))
    scene.does(c.GoToWar(seat=1))
    [wait] = waits_for(scene.state)
    clock = (wait.who, wait.what, wait.seconds, wait.otherwise)
    assert clock == (player_at(1), Awaited.WAR_TIE, 20, c.CallTime(seat=1))


def test_policy_19_a_step_of_the_dealer_has_a_clock_too() -> None:
    scene = ready("wisconsin", WAR, automations=BY_HAND)
    scene.bets(1, 10_00)
    [wait] = waits_for(scene.state)
    assert (wait.who, wait.what, wait.seconds) == (DEALER_ROLE, Awaited.STEP, 60)
    assert wait.otherwise == c.AnnounceNoMoreBets()


# --- 20: who may do what --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "by", "owner"),
    [
        (c.PlaceWagers(seat=1, initial_cents=10_00), player_at(2), "the player of seat 1"),
        (c.PlaceWagers(seat=1, initial_cents=10_00), DEALER_ROLE, "the player of seat 1"),
        (c.LeaveSeat(seat=1), FLOOR_ROLE, "the player of seat 1"),
        (c.AnnounceNoMoreBets(), player_at(1), "the dealer"),
        (c.BurnCard(), FLOOR_ROLE, "the dealer"),
        (c.CallTime(seat=1), player_at(1), "the dealer"),
        (c.VoidRound(reason="because"), DEALER_ROLE, "the floorperson"),
        (c.FillTray(amount_cents=1), player_at(1), "the floorperson"),
        (c.OrderIdleSpread(), DEALER_ROLE, "the floorperson"),
    ],
)
def test_policy_20_a_command_belongs_to_its_player_the_dealer_or_the_floor(
    command: c.Command, by: Who, owner: str
) -> None:
    scene = ready("wisconsin", seats=(1, 2))
    assert owner in scene.refuses(command, Code.NOT_YOURS, "policy 20", by)


def test_policy_20_each_gives_their_own_commands() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.does(c.PlaceWagers(seat=1, initial_cents=10_00), player_at(1))
    scene.does(c.AnnounceNoMoreBets(), DEALER_ROLE)
    scene.does(c.VoidRound(reason="fire alarm"), FLOOR_ROLE)
