"""House policies 1 to 6 and 9 to 13: what the documents leave open, and how it is played.

Planted once and caught: a cutting card in front of a face-up card or of one drawn in error that
counts as the dealer's whatever the card was meant for, or as the next player's while burning.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import NoAnswer
from casinowar.houses.sheet import rule_sheet
from casinowar.table import ALL_STEPS, DEALER, Code, Outcome, Phase
from casinowar.table import commands as c
from casinowar.table import events as e

from .scene import (
    BY_HAND,
    Scene,
    house_refused,
    house_text,
    moves,
    names,
    of,
    ready,
    short_shoe,
)

DOCUMENTS = ("washington", "skycity", "wisconsin")
WI_WAR = "Kh Kd 2c 3c 4c {player} 5c 6c 7c {dealer}"


def with_policies(house: House, **changes: object) -> House:
    return replace(house, policies=replace(house.policies, **changes))  # type: ignore[arg-type]


# --- 1 to 3: halves, chips for the war, no answer -------------------------------------------------


@pytest.mark.parametrize(
    ("house", "cents", "near"),
    [
        ("washington", 10_50, ("$10.00", "$11.00")),
        ("skycity", 12_50, ("$10.00", "$15.00")),
        ("wisconsin", 10_01, ("$10.00", "$11.00")),
    ],
)
def test_policy_01_a_bet_without_a_payable_half_is_refused_with_the_nearest_ones(
    house: str, cents: int, near: tuple[str, str]
) -> None:
    scene = ready(house)
    sentence = scene.refuses(
        c.PlaceWagers(seat=1, initial_cents=cents), Code.NOT_A_MULTIPLE, "policy 1"
    )
    assert all(amount in sentence for amount in near)


@pytest.mark.parametrize("name", house_names())
def test_policy_01_half_of_every_allowed_bet_is_paid_in_whole_chips(name: str) -> None:
    limits = load_house(name).limits
    assert limits.step_cents % (2 * limits.smallest_chip_cents) == 0


def test_policy_01_a_house_whose_step_has_no_payable_half_is_refused() -> None:
    text = house_text("wisconsin").replace("step = 100", "step = 50")
    reason = house_refused(text, "limits.step", "policy 1")
    assert "half of 50 cannot be paid" in reason


@pytest.mark.parametrize("house", DOCUMENTS)
def test_policy_02_chips_may_be_bought_during_the_decision(house: str) -> None:
    scene = ready(house, "Kh Kd", cash_cents=10_00)
    scene.bets(1, 10_00)
    scene.refuses(c.GoToWar(seat=1), Code.NOT_ENOUGH_CHIPS, "policy 2")
    scene.does(c.BuyChips(seat=1, cash_cents=5_00))
    scene.refuses(c.GoToWar(seat=1), Code.NOT_ENOUGH_CHIPS, "policy 2")  # no short war
    scene.does(c.BuyChips(seat=1, cash_cents=5_00))
    [chosen] = of(scene.wars(1), e.WarChosen)
    assert chosen.war_cents == 10_00


def test_policy_02_a_player_without_chips_may_still_surrender() -> None:
    house = with_policies(load_house("washington"), war_rebuy=False)
    scene = ready(house, "Kh Kd", cash_cents=10_00)
    scene.bets(1, 10_00)
    scene.refuses(c.BuyChips(seat=1, cash_cents=10_00), Code.NOT_NOW, "policy 2")
    scene.does(c.SurrenderHand(seat=1))
    assert scene.chips(1) == 5_00


@pytest.mark.parametrize("house", DOCUMENTS)
def test_policy_03_who_gives_no_decision_in_time_surrenders(house: str) -> None:
    scene = ready(house, "Kh Kd")
    scene.bets(1, 10_00)
    events = scene.does(c.CallTime(seat=1))
    [chosen] = of(events, e.SurrenderChosen)
    assert (chosen.called, chosen.cites) == (True, "policy 3")
    assert of(events, e.HandDecided)[0].outcome is Outcome.SURRENDER
    assert scene.chips(1) == 995_00


def test_policy_03_who_walks_away_keeps_the_seat_and_the_bets() -> None:
    scene = ready("skycity", "Kh Kd")
    scene.bets(1, 10_00)
    scene.refuses(c.LeaveSeat(seat=1), Code.WAGERS_IN_PLAY)
    assert scene.state.hands[1].initial_cents == 10_00
    assert scene.house.policies.decision_seconds == 30


def test_policy_03_a_house_may_send_the_silent_to_war() -> None:
    house = with_policies(load_house("skycity"), no_answer=NoAnswer.WAR)
    scene = ready(house, "Kh Kd 2c 3c 4c 9s 8h")
    scene.bets(1, 10_00)
    [chosen] = of(scene.does(c.CallTime(seat=1)), e.WarChosen)
    assert (chosen.called, chosen.cites) == (True, "policy 3")


def test_policy_03_time_is_called_only_on_who_was_asked() -> None:
    scene = ready("skycity", "Kh 5d")
    scene.refuses(c.CallTime(seat=1), Code.NOT_ASKED)


@pytest.mark.parametrize("house", DOCUMENTS)
def test_policy_03_who_gives_no_answer_to_the_cut_is_passed(house: str) -> None:
    scene = Scene(house)
    scene.opens()
    scene.sits(1, 2)
    events = scene.does(c.CallTime(seat=1))
    assert events[0] == e.CutRefused(seat=1, called=True, cites="policy 3")
    assert of(events, e.CutOffered)[0].seat == 2


def test_policy_03_who_gives_no_answer_to_tie_on_the_war_deal_makes_no_wager() -> None:
    scene = ready("wisconsin", WI_WAR.format(player="9s", dealer="8h"))
    scene.bets(1, 10_00)
    scene.does(c.GoToWar(seat=1))
    events = scene.does(c.CallTime(seat=1))
    assert events[0] == e.WarTieDeclined(seat=1, called=True, cites="policy 3")
    assert scene.chips(1) == 1_010_00


# --- 4 and 5: several wars, Tie alone -------------------------------------------------------------


def test_policy_04_several_wars_share_the_dealers_one_war_card() -> None:
    cards = "Kh Ks Kd 2c 3c 4c 9s 5c 6c 7c 8s 2d 3d 4d 8h"
    scene = ready("washington", cards, seats=(1, 4))
    for seat in (1, 4):
        scene.bets(seat, 10_00)
    scene.wars(4)
    events = scene.wars(1)
    drawn = [event for event in events if isinstance(event, e.CardBurned | e.WarCardDealt)]
    assert names(drawn) == (["card_burned"] * 3 + ["war_card_dealt"]) * 3
    assert [event.seat for event in of(events, e.WarCardDealt)] == [1, 4, DEALER]
    outcomes = {event.seat: event.outcome for event in of(events, e.HandDecided)}
    assert outcomes == {1: Outcome.WAR_WON, 4: Outcome.WAR_TIED}


@pytest.mark.parametrize(("cards", "chips"), [("Kh Kd", 1_050_00), ("Kh 5d", 995_00)])
def test_policy_05_tie_alone_is_settled_on_the_first_cards_and_has_no_war(
    cards: str, chips: int
) -> None:
    scene = ready("skycity", cards)
    events = scene.bets(1, 0, 5_00)
    assert of(events, e.HandDecided)[0].outcome is Outcome.NONE
    assert not of(events, e.ChoiceOffered)
    assert scene.chips(1) == chips
    scene.refuses(c.GoToWar(seat=1), Code.NOT_ASKED)


_TIED_DEAL = "2c 3c 4c {0}s {0}h"


@pytest.mark.parametrize(
    ("deals", "ties"),
    [
        (["2c 3c 4c 8s 9h"], 1),
        (["2c 3c 4c 9s 8h"], 1),
        ([_TIED_DEAL.format("9"), "2c 3c 4c 8s 9h"], 2),
        ([_TIED_DEAL.format("9"), _TIED_DEAL.format("8"), "2c 3c 4c 9s 8h"], 3),
        ([_TIED_DEAL.format(rank) for rank in "987"], 4),
    ],
)
def test_policy_05_tie_alone_on_a_ladder_stays_for_the_war_deals(
    deals: list[str], ties: int
) -> None:
    scene = ready("ladder-war", " ".join(["Kh Kd", *deals]))
    events = scene.bets(1, 0, 5_00)
    assert of(events, e.HandDecided)[0].outcome is Outcome.NONE
    assert not of(events, e.ChoiceOffered)
    assert not of(events, e.WarConfirmed)
    assert len(of(events, e.TieContinued)) == len(deals)
    assert len(of(events, e.CardBurned)) == 3 * len(deals)
    assert len(of(events, e.WarCardDealt)) == 2 * len(deals)
    [paid] = of(events, e.WagerPaid)
    assert (paid.odds, paid.amount_cents) == (
        {1: ("10:1", 50_00), 2: ("25:1", 125_00), 3: ("50:1", 250_00), 4: ("200:1", 1_000_00)}[ties]
    )
    assert scene.chips(1) == 1_000_00 + paid.amount_cents


def test_policy_05_a_lone_tie_shares_the_war_deal_and_a_surrender_counts_one_tie() -> None:
    deals = "2c 3c 4c 9s 9c 9h 5c 6c 7c 8s Ts 9d"
    scene = ready("ladder-war", f"Kh Ks Kc Kd {deals}", seats=(1, 2, 3))
    scene.bets(1, 0, 5_00)
    scene.bets(2, 10_00, 5_00)
    scene.bets(3, 10_00, 5_00)
    scene.does(c.SurrenderHand(seat=3))
    scene.refuses(c.GoToWar(seat=1), Code.NOT_ASKED)
    events = scene.does(c.GoToWar(seat=2))
    assert [event.seat for event in of(events, e.WarCardDealt)] == [1, 2, DEALER] * 2
    paid = {(event.seat, str(event.wager)): event.odds for event in of(events, e.WagerPaid)}
    assert paid == {(3, "tie"): "10:1", (1, "tie"): "25:1", (2, "war"): "1:1", (2, "tie"): "25:1"}


# --- 6: match play coupons ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "decision", "expected", "net"),
    [
        (
            "Kh 5d",
            None,
            [("initial", "pay", 20_00, "1:1"), ("initial", "return", 10_00, "")],
            20_00,
        ),
        ("5h Kd", None, [("initial", "collect", 10_00, "")], -10_00),
        (
            "Kh Kd",
            c.SurrenderHand(seat=1),
            [("initial", "collect", 5_00, ""), ("initial", "return", 5_00, "")],
            -5_00,
        ),
        (
            WI_WAR.format(player="9s", dealer="8h"),
            c.GoToWar(seat=1, war_tie_cents=0),
            [
                ("initial", "collect", 10_00, ""),
                ("war", "pay", 20_00, "2:1"),
                ("war", "return", 10_00, ""),
            ],
            10_00,
        ),
        (
            WI_WAR.format(player="9s", dealer="9h"),
            c.GoToWar(seat=1, war_tie_cents=0),
            [
                ("initial", "collect", 10_00, ""),
                ("war", "pay", 30_00, "3:1"),
                ("war", "return", 10_00, ""),
            ],
            20_00,
        ),
        (
            WI_WAR.format(player="8s", dealer="9h"),
            c.GoToWar(seat=1, war_tie_cents=0),
            [("initial", "collect", 10_00, ""), ("war", "collect", 10_00, "")],
            -20_00,
        ),
    ],
    ids=["win", "lose", "surrender", "war-won", "war-tied", "war-lost"],
)
def test_policy_06_a_coupon_counts_at_even_money_alone_and_is_taken_once_decided(
    cards: str,
    decision: c.Command | None,
    expected: list[tuple[str, str, int, str]],
    net: int,
) -> None:
    scene = ready("wisconsin", cards)
    events = scene.bets(1, 10_00, coupon_cents=10_00)
    if decision is not None:
        assert not of(events, e.CouponTaken)
        events = scene.does(decision)
    assert [move[:4] for move in moves(events)] == expected
    assert scene.chips(1) == 1_000_00 + net
    assert of(events, e.CouponTaken) == [
        e.CouponTaken(seat=1, amount_cents=10_00, cites="policy 6")
    ]


def test_policy_06_a_coupon_needs_chips_of_at_least_its_value_on_the_initial_wager() -> None:
    scene = ready("wisconsin")
    bet = c.PlaceWagers(seat=1, initial_cents=10_00, coupon_cents=11_00)
    scene.refuses(bet, Code.BAD_AMOUNT, "policy 6")
    scene.refuses(c.PlaceWagers(seat=1, coupon_cents=10_00), Code.FIRST_WAGER_NEEDED)
    scene.bets(1, 10_00, coupon_cents=5_00)


def test_policy_06_a_house_without_coupons_takes_none() -> None:
    scene = ready("skycity")
    bet = c.PlaceWagers(seat=1, initial_cents=10_00, coupon_cents=10_00)
    scene.refuses(bet, Code.FORM_NOT_ACCEPTED, "policy, as WI f1")


# --- 9 to 12: seats, running out, limits, missed seats --------------------------------------------


@pytest.mark.parametrize("seat", [0, 8, -1])
def test_policy_09_seats_are_numbered_one_to_seven_from_the_dealers_left(seat: int) -> None:
    scene = Scene("washington")
    scene.opens()
    scene.refuses(c.TakeSeat(seat=seat, player="Bo"), Code.NO_SUCH_SEAT, "policy 9")


def test_policy_09_clockwise_is_ascending_and_right_to_left_descending() -> None:
    cards = "Kh Qh Jh 5d"
    settled = {}
    for house in ("washington", "wisconsin"):
        scene = ready(house, cards, seats=(7, 1, 4))
        for seat in (7, 1, 4):
            events = scene.bets(seat, 10_00)
        assert [event.seat for event in of(events, e.CardDealt)] == [1, 4, 7, DEALER]
        settled[house] = [event.seat for event in of(events, e.HandDecided)]
    assert settled == {"washington": [7, 4, 1], "wisconsin": [1, 4, 7]}


def test_policy_09_a_seat_has_one_player_and_a_player_as_many_as_the_house_allows() -> None:
    scene = ready("wisconsin")
    scene.refuses(c.TakeSeat(seat=1, player="Cy"), Code.SEAT_TAKEN, "policy 9")
    scene.refuses(c.TakeSeat(seat=2, player="player 1"), Code.TOO_MANY_SEATS, "policy 9")
    royal = Scene("battle-royal")
    royal.opens()
    for seat in (1, 2, 3):
        royal.does(c.TakeSeat(seat=seat, player="Bo"))


def test_policy_10_the_cutting_card_leaves_what_seven_wars_can_need() -> None:
    house = load_house("wisconsin")
    assert house.most_cards() == 40
    lax = replace(house.cards, cutting_card_from_back_min=house.cards.cutting_card_from_back / 9)
    scene = Scene(replace(house, cards=lax), automations=ALL_STEPS - {c.PlaceCuttingCard})
    scene.opens()
    scene.sits(1)
    scene.cuts()
    sentence = scene.refuses(c.PlaceCuttingCard(cards_behind=39), Code.BAD_DEPTH, "policy 10")
    assert "40" in sentence
    scene.does(c.PlaceCuttingCard(cards_behind=40))


def test_policy_10_a_house_whose_cutting_card_is_too_deep_is_refused() -> None:
    text = house_text("wisconsin").replace('"1/4"', '"1/10"')
    reason = house_refused(text, "cards.cutting_card_from_back", "policy 10")
    assert "can need 40" in reason


@pytest.mark.parametrize("house", DOCUMENTS)
def test_policy_11_the_war_wager_equals_the_first_whatever_the_limits(house: str) -> None:
    scene = ready(house, "Kh Kd", cash_cents=5_000_00)
    most = scene.house.limits.first.max_cents
    scene.bets(1, most)
    [chosen] = of(scene.wars(1), e.WarChosen)
    assert chosen.war_cents == most  # two wagers of the maximum lie there now


def test_policy_11_minimum_and_maximum_hold_for_each_kind_of_wager() -> None:
    scene = ready("wisconsin", "Kh Kd", cash_cents=5_000_00)
    limits = scene.house.limits
    for command, code in (
        (c.PlaceWagers(seat=1, initial_cents=4_00), Code.BELOW_MINIMUM),
        (c.PlaceWagers(seat=1, initial_cents=501_00), Code.ABOVE_MAXIMUM),
        (c.PlaceWagers(seat=1, initial_cents=5_00, tie_cents=101_00), Code.ABOVE_MAXIMUM),
    ):
        scene.refuses(command, code, "policy 11")
    scene.bets(1, limits.first.max_cents, limits.tie.max_cents)
    high = c.GoToWar(seat=1, war_tie_cents=limits.tie.max_cents + 1_00)
    scene.refuses(high, Code.ABOVE_MAXIMUM, "policy 11")


def test_policy_11_amounts_of_limits_are_shown_as_policy() -> None:
    """They stood beside the clause that demands limits, as if it stated them."""
    for name in ("washington", "skycity", "wisconsin"):
        house = load_house(name)
        shown = {rule.point: rule.cites for rule in rule_sheet(house) if rule.section == "Limits"}
        assert shown["Tie"] == shown[house.wagers.first_name] == "policy 11"


@pytest.mark.parametrize("tie_cents", [0, 5_00])
def test_policy_12_a_missed_seat_is_void_with_all_its_wagers(tie_cents: int) -> None:
    scene = ready("wisconsin", "Qh 5d", seats=(1, 2), automations=BY_HAND)
    scene.bets(1, 10_00, tie_cents)
    scene.bets(2, 10_00)
    scene.step()
    scene.does(c.ReportMissedSeat(seat=1))
    assert scene.chips(1) == 1_000_00
    dealt = of(scene.steps_to(Phase.SETTLE), e.CardDealt)
    assert [(event.seat, str(event.card)) for event in dealt] == [(2, "Qh"), (DEALER, "5d")]


def test_policy_12_a_missed_tie_alone_is_void_too() -> None:
    scene = ready("skycity", "Qh 5d", seats=(1, 2), automations=BY_HAND)
    scene.bets(1, 0, 5_00)
    scene.bets(2, 10_00)
    scene.step()
    events = scene.does(c.ReportMissedSeat(seat=1))
    assert events[0].cites == "policy, as WI j3"
    assert scene.chips(1) == 1_000_00


# --- 13: the cutting card while burning -----------------------------------------------------------


def test_policy_13_a_cutting_card_among_the_burns_counts_as_the_dealers() -> None:
    cards = WI_WAR.format(player="9s", dealer="8h")
    scene = short_shoe("wisconsin", cards, front=3, seats=(1,))
    scene.sits(5)
    scene.table.automations = ALL_STEPS - {c.AnnounceNoMoreBets}
    scene.bets(1, 10_00)
    scene.does(c.AnnounceNoMoreBets())
    events = scene.wars(1)
    assert of(events, e.CuttingCardReached)[0].seat == DEALER
    assert of(events, e.HandDecided)[0].outcome is Outcome.WAR_WON  # finished all the same
    assert of(events, e.CutOffered)[0].seat == 5  # the farthest to the dealer's right


def test_policy_13_also_where_a_face_up_card_follows_it() -> None:
    cards = "Kh Kd 2c 7c 3c 4c 9s 5c 6c 7d 8h"
    scene = short_shoe("wisconsin", cards, front=3, face_up=(3,))
    scene.bets(1, 10_00)
    events = scene.wars(1)
    assert of(events, e.FaceUpCardFound)
    assert of(events, e.CuttingCardReached)[0].seat == DEALER


def test_policy_13_in_front_of_a_war_card_it_counts_as_that_seats() -> None:
    scene = short_shoe("wisconsin", WI_WAR.format(player="9s", dealer="8h"), front=5)
    scene.bets(1, 10_00)
    events = scene.wars(1)
    assert of(events, e.CuttingCardReached)[0].seat == 1


@pytest.mark.parametrize(("place", "face_up"), list(product(range(3, 15), (False, True))))
def test_policy_13_in_front_of_every_card_of_two_wars(place: int, face_up: bool) -> None:
    """Before the burns of the second war it counted as that player's once, and no test said so."""
    cards = [*"Kh Kd Ks 2c 3c 4c 9s 5c 6c 7c 8s 2d 3d 4d Qh".split()]  # noqa: SIM905 - as dealt
    if face_up:
        cards.insert(place, "7d")
    scene = short_shoe(
        "wisconsin",
        " ".join(cards),
        front=place,
        seats=(1, 5, 7),
        face_up=(place,) if face_up else (),
        automations=ALL_STEPS - {c.AnnounceNoMoreBets},
    )
    for seat in (1, 5):  # seat 7, the farthest to the dealer's right, makes no wager
        scene.bets(seat, 10_00)
    scene.does(c.AnnounceNoMoreBets())
    events = scene.wars(1, 5)
    seat, offered = {6: (1, 1), 10: (5, 5)}.get(place, (DEALER, 7))
    assert [event.seat for event in of(events, e.CuttingCardReached)] == [seat]
    assert len(of(events, e.WarCardDealt)) == 3
    assert of(events, e.CutOffered)[0].seat == offered


@pytest.mark.parametrize(
    ("how", "place", "seat", "offered"),
    [
        *(("face_up", 3, DEALER, 5), ("face_up", 5, 1, 1), ("face_up", 7, DEALER, 5)),
        *(("in_error", 3, DEALER, 5), ("in_error", 5, 1, 1), ("in_error", 7, DEALER, 5)),
    ],
)
def test_policy_13_however_the_card_behind_it_leaves_the_shoe(
    how: str, place: int, seat: int, offered: int
) -> None:
    """In front of a war card a face-up card counted as the dealer's once, and no test said so."""
    cards = WI_WAR.format(player="9s", dealer="8h").split()
    if how == "face_up":
        cards.insert(place, "7c")
    scene = short_shoe(
        "wisconsin",
        " ".join(cards),
        front=place,
        seats=(1, 5),
        face_up=(place,) if how == "face_up" else (),
        automations=BY_HAND,
    )
    scene.bets(1, 10_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    scene.wars(1)
    while scene.state.shoe.drawn < place + 1:  # the opening burn is the first card
        scene.step()
    events = scene.does(c.SetAsideFaceUpCard() if how == "face_up" else c.DrawInError())
    assert [event.seat for event in of(events, e.CuttingCardReached)] == [seat]
    assert of(scene.steps_to(Phase.COLLECT), e.HandDecided)[0].outcome is Outcome.WAR_WON
    scene.steps_to(Phase.CUT_OFFERED)
    assert scene.state.cut_offered_to == offered


@pytest.mark.parametrize("cents", [-100, -1, 10**12 + 100])
def test_policy_01_an_amount_that_is_no_amount_is_refused_as_such(cents: int) -> None:
    scene = ready("wisconsin")
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=cents), Code.BAD_AMOUNT, "policy 1")
