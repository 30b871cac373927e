"""Washington's rules of play and paytable, clause by clause (WA).

Planted once and caught: surrenders settled from left to right, another order after a missed seat,
a Tie maximum above the authorised limit.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from casinowar.houses import House, load_house
from casinowar.houses.house import Order, PayingStyle, WagerLimits
from casinowar.houses.sheet import rule_sheet
from casinowar.odds import odds_of
from casinowar.table import DEALER, Code, Outcome, Phase
from casinowar.table import commands as c
from casinowar.table import events as e

from .scene import BY_HAND, DAY, Scene, house_refused, house_text, moves, names, of, ready

WAR = "Kh Kd 2c 3c 4c {player} 5c 6c 7c {dealer}"


def war(player: str, dealer: str, tie_cents: int = 0) -> tuple[Scene, tuple[e.Event, ...]]:
    """A primary wager of 10.00 that ties and goes to war."""
    scene = ready("washington", WAR.format(player=player, dealer=dealer))
    scene.bets(1, 10_00, tie_cents)
    return scene, scene.wars(1)


def test_wa_1_players_compete_against_the_dealer_never_each_other() -> None:
    # the best and the worst hand both beat the dealer: what the other holds changes nothing
    scene = ready("washington", "Ah 3d 2c", seats=(1, 2))
    scene.bets(1, 10_00)
    events = scene.bets(2, 10_00)
    outcomes = {event.seat: event.outcome for event in of(events, e.HandDecided)}
    assert outcomes == {1: Outcome.WIN, 2: Outcome.WIN}


def test_wa_2_a_primary_wager_is_required_and_tie_is_optional() -> None:
    scene = ready("washington", "Ah 3d Ad 4s")
    sentence = scene.refuses(c.PlaceWagers(seat=1, tie_cents=5_00), Code.FIRST_WAGER_NEEDED, "WA 2")
    assert "primary" in sentence
    assert [event.wager for event in of(scene.bets(1, 10_00), e.WagerPlaced)] == ["initial"]
    both = of(scene.bets(1, 10_00, 5_00), e.WagerPlaced)
    assert [(event.wager, event.cites) for event in both] == [("initial", "WA 2"), ("tie", "WA 2")]


def test_wa_3_one_card_face_up_to_each_player_left_to_right_then_the_dealer() -> None:
    scene = ready("washington", "Ah Qd 9c 3s", seats=(2, 5, 7), automations=BY_HAND)
    for seat in (7, 2, 5):  # whoever bets first, the deal starts at the dealer's left
        scene.bets(seat, 10_00)
    scene.step()
    scene.refuses(c.DealCard(seat=5), Code.OUT_OF_ORDER, "WA 3")
    scene.refuses(c.DealCard(seat=DEALER), Code.OUT_OF_ORDER, "WA 3")
    dealt = of(scene.steps_to(Phase.SETTLE), e.CardDealt)
    assert [(event.seat, str(event.card)) for event in dealt] == [
        (2, "Ah"), (5, "Qd"), (7, "9c"), (DEALER, "3s"),
    ]  # fmt: skip
    assert {event.cites for event in dealt} == {"WA 3"}


def test_wa_4_the_action_is_resolved_right_to_left() -> None:
    scene = ready("washington", "Ah Qd 2c 9s", seats=(1, 4, 6), automations=BY_HAND)
    for seat in (1, 4, 6):
        scene.bets(seat, 10_00)
    scene.step()
    scene.steps_to(Phase.SETTLE)
    sentence = scene.refuses(c.SettleHand(seat=1), Code.OUT_OF_ORDER, "WA 4")
    assert "settle seat 6" in sentence
    settled = of(scene.steps_to(Phase.RACK), e.HandDecided)
    assert [event.seat for event in settled] == [6, 4, 1]


def test_wa_4_tied_players_are_asked_and_their_surrenders_settled_right_to_left() -> None:
    """Surrenders went from left to right once, and no test said so."""
    scene = ready("washington", "Kh Ks Kc Kd", seats=(1, 4, 6), automations=BY_HAND)
    for seat in (1, 4, 6):
        scene.bets(seat, 10_00)
    scene.step()
    asked = of(scene.steps_to(Phase.DECIDE), e.ChoiceOffered)
    assert [event.seat for event in asked] == [6, 4, 1]
    for seat in (4, 1, 6):  # in whatever order they answer
        scene.does(c.SurrenderHand(seat=seat))
    sentence = scene.refuses(c.SettleSurrender(seat=1), Code.OUT_OF_ORDER)
    assert "seat 6" in sentence
    settled = of(scene.steps_to(Phase.RACK), e.HandDecided)
    assert [(event.seat, event.outcome) for event in settled] == [
        (6, Outcome.SURRENDER), (4, Outcome.SURRENDER), (1, Outcome.SURRENDER),
    ]  # fmt: skip


def test_wa_4_the_order_is_the_same_where_a_seat_was_missed() -> None:
    scene = ready("washington", "Ah 2c 9s", seats=(1, 4, 6), automations=BY_HAND)
    for seat in (1, 4, 6):
        scene.bets(seat, 10_00)
    scene.step()
    scene.does(c.DealCard(seat=1))
    scene.does(c.ReportMissedSeat(seat=4))
    scene.steps_to(Phase.SETTLE)
    settled = of(scene.steps_to(Phase.RACK), e.HandDecided)
    assert [event.seat for event in settled] == [6, 1]


def test_wa_4a_a_higher_card_wins_even_money_and_loses_tie() -> None:
    scene = ready("washington", "Kh 5d")
    assert moves(scene.bets(1, 10_00, 5_00)) == [
        ("initial", "pay", 10_00, "1:1", "WA 4a"),
        ("initial", "return", 10_00, "", "WA 4a"),
        ("tie", "collect", 5_00, "", "WA 4a"),
    ]
    assert scene.chips(1) == 1_005_00


def test_wa_4b_a_lower_card_loses_primary_and_tie() -> None:
    scene = ready("washington", "5h Kd")
    assert moves(scene.bets(1, 10_00, 5_00)) == [
        ("initial", "collect", 10_00, "", "WA 4b"),
        ("tie", "collect", 5_00, "", "WA 4b"),
    ]
    assert scene.chips(1) == 985_00


def test_wa_4c_equal_cards_pay_tie_ten_to_one_and_offer_the_choice() -> None:
    scene = ready("washington", "Kh Kd")
    events = scene.bets(1, 10_00, 5_00)
    assert moves(events) == [
        ("tie", "pay", 50_00, "10:1", "WA 4c"),
        ("tie", "return", 5_00, "", "WA 4c"),
    ]
    [choice] = of(events, e.ChoiceOffered)
    assert (choice.surrender, choice.war, choice.cites) == (True, True, "WA 4c")
    scene.refuses(c.GoToWar(seat=2), Code.SEAT_EMPTY)
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=10_00), Code.BETS_CLOSED)


def test_wa_4c_no_choice_without_equal_cards() -> None:
    scene = ready("washington", "Kh 5d", automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.refuses(c.GoToWar(seat=1), Code.NOT_ASKED, "WA 4c")
    scene.refuses(c.SurrenderHand(seat=1), Code.NOT_ASKED, "WA 4c")


def test_wa_4ci_surrender_loses_half_the_primary_wager() -> None:
    scene = ready("washington", "Kh Kd")
    scene.bets(1, 10_00)
    assert moves(scene.does(c.SurrenderHand(seat=1))) == [
        ("initial", "collect", 5_00, "", "WA 4ci"),
        ("initial", "return", 5_00, "", "WA 4ci"),
    ]
    assert scene.chips(1) == 995_00


def test_wa_4cii_player_and_dealer_each_post_a_unit_three_in_action() -> None:
    scene = ready("washington", WAR.format(player="9s", dealer="9h"), automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    tray = scene.state.tray_cents
    [chosen] = of(scene.wars(1), e.WarChosen)
    assert (chosen.war_cents, chosen.cites) == (10_00, "WA 4cii")
    scene.refuses(c.DealCard(seat=1), Code.NOT_DUE, "WA 4cii")
    [matched] = of(scene.step(), e.WarMatched)
    assert (matched.amount_cents, matched.cites) == (10_00, "WA 4cii")
    hand = scene.state.hands[1]
    assert hand.layout_cents + hand.match_cents == 30_00
    assert scene.state.tray_cents == tray - 10_00


def test_wa_4cii1_three_burned_then_the_player_three_more_then_the_dealer() -> None:
    _, events = war("9s", "8h")
    burns_and_cards = [
        event for event in events if isinstance(event, e.CardBurned | e.WarCardDealt)
    ]
    assert names(burns_and_cards) == (["card_burned"] * 3 + ["war_card_dealt"]) * 2
    assert [event.seat for event in of(events, e.WarCardDealt)] == [1, DEALER]
    assert {event.cites for event in burns_and_cards} == {"WA 4cii1"}


def test_wa_4cii1a_a_won_war_wins_the_three_units() -> None:
    scene, events = war("9s", "8h")
    assert moves(events) == [
        ("war", "pay", 10_00, "1:2", "WA 4cii1a"),
        ("war", "return", 10_00, "", "WA 4cii1a"),
        ("initial", "return", 10_00, "", "WA 4cii1a"),
    ]
    [paid] = of(events, e.WagerPaid)
    assert paid.from_match_cents == 10_00  # the third unit is the one that the dealer posted
    assert scene.chips(1) == 1_010_00


def test_wa_4cii1b_a_tied_war_wins_the_three_units_and_one_more() -> None:
    scene, events = war("9s", "9h")
    assert moves(events) == [
        ("war", "pay", 20_00, "1:1", "WA 4cii1b"),
        ("war", "return", 10_00, "", "WA 4cii1b"),
        ("initial", "return", 10_00, "", "WA 4cii1b"),
    ]
    [paid] = of(events, e.WagerPaid)
    assert paid.from_match_cents == 10_00
    assert scene.chips(1) == 1_020_00


def test_wa_4cii1c_a_lost_war_gives_the_house_the_three_units() -> None:
    scene, events = war("8s", "9h")
    assert moves(events) == [
        ("initial", "collect", 10_00, "", "WA 4cii1c"),
        ("war", "collect", 10_00, "", "WA 4cii1c"),
    ]
    [back] = of(events, e.MatchTakenBack)
    assert (back.amount_cents, back.cites) == (10_00, "WA 4cii1c")
    assert scene.chips(1) == 980_00


def paying(style: PayingStyle) -> House:
    house = load_house("washington")
    return replace(house, deal=replace(house.deal, paying_style=style))


def test_wa_4ciii_pick_and_pay_takes_up_each_hand_as_it_is_settled() -> None:
    scene = ready(paying(PayingStyle.PICK_AND_PAY), "Ah 2d 9c", seats=(1, 2))
    scene.bets(1, 10_00)
    events = scene.bets(2, 10_00)
    tail = [event for event in events if isinstance(event, e.HandDecided | e.HandRacked)]
    assert [(event.NAME, event.seat) for event in tail] == [
        ("hand_decided", 2), ("hand_racked", 2),
        ("hand_decided", 1), ("hand_racked", 1),
        ("hand_racked", DEALER),
    ]  # fmt: skip
    assert [event.cites for event in of(events, e.HandRacked)][:2] == ["WA 4ciii"] * 2


def test_wa_4ciii_lay_and_pay_takes_the_hands_up_after_all_are_settled() -> None:
    scene = ready(paying(PayingStyle.LAY_AND_PAY), "Ah 2d 9c", seats=(1, 2))
    scene.bets(1, 10_00)
    events = scene.bets(2, 10_00)
    tail = [event for event in events if isinstance(event, e.HandDecided | e.HandRacked)]
    assert [(event.NAME, event.seat) for event in tail] == [
        ("hand_decided", 2), ("hand_decided", 1),
        ("hand_racked", 1), ("hand_racked", 2), ("hand_racked", DEALER),
    ]  # fmt: skip


def test_wa_4ciii_wars_are_settled_moving_left_to_right() -> None:
    cards = "Kh Ks Kd 2c 3c 4c 9s 5c 6c 7c 8s 2d 3d 4d 7h"
    scene = ready("washington", cards, seats=(2, 6), automations=BY_HAND)
    assert scene.house.deal.war_settlement_order is Order.LEFT_TO_RIGHT
    for seat in (2, 6):
        scene.bets(seat, 10_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    scene.wars(2, 6)
    scene.steps_to(Phase.WAR_SETTLE)
    scene.refuses(c.SettleWar(seat=6), Code.OUT_OF_ORDER, "policy 15, as WA 4ciii")
    settled = of(scene.steps_to(Phase.RACK), e.HandDecided)
    assert [event.seat for event in settled] == [2, 6]


@pytest.mark.parametrize("wager", ["first", "tie"])
def test_wa_limits_no_table_opens_above_the_authorised_limit(wager: str) -> None:
    house = load_house("washington")
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=1_000_00)
    at_it, above = (WagerLimits(min_cents=5_00, max_cents=most) for most in (300_00, 301_00))

    def posted(limits: WagerLimits) -> House:
        first = replace(house.limits, first=limits)
        tie = replace(house.limits, tie=limits)
        return replace(house, limits=first if wager == "first" else tie)

    sentence = Scene(posted(above)).refuses(opening, Code.ABOVE_AUTHORISED, "WA limits")
    assert "$301.00" in sentence
    assert "$300.00" in sentence
    Scene(posted(at_it)).opens()


@pytest.mark.parametrize(
    ("posted", "field"),
    [("max = 30000 }\ntie", "limits.first.max"), ("max = 10000 }", "limits.tie.max")],
)
def test_wa_limits_a_house_file_above_the_authorised_limit_is_refused(
    posted: str, field: str
) -> None:
    text = house_text("washington")
    assert text.count(posted) == 1
    high = text.replace(posted, posted.replace("30000", "30100").replace("10000", "30100"))
    reason = house_refused(high, field, "WA limits")
    assert "authorised limit, 300.00" in reason


def test_wa_limits_the_amount_is_the_operators_with_its_source_and_date() -> None:
    """The document names two sections and no amount; a dated list of ours was shown as a clause."""
    [shown] = [rule for rule in rule_sheet(load_house("washington")) if rule.point == "authorised"]
    assert "$300.00 for a single wager" in shown.says
    assert "WAC 230-15-140, as stated in WSR 23-03-060, January 2023" in shown.says
    assert shown.cites == "policy 11"


def test_wa_limits_a_wager_above_the_posted_maximum_is_refused() -> None:
    scene = ready("washington", cash_cents=5_000_00)
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=301_00), Code.ABOVE_MAXIMUM, "WA limits")


def test_wa_paytable_the_posted_advantages_are_those_of_six_decks() -> None:
    house = load_house("washington")
    odds = odds_of(house, decks=house.cards.decks)
    assert house.posted.first_percent == "2.33"
    assert house.posted.tie_percent == "18.65"
    assert odds.initial.house_edge == Fraction(23138, 993023)
    assert odds.tie is not None
    assert odds.tie.house_edge == Fraction(58, 311)
    scene = Scene("washington")
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=0, decks=8)
    scene.refuses(opening, Code.BAD_DECKS, "WA paytable")


@pytest.mark.parametrize(
    ("player", "dealer", "odds", "both_units_cents"),
    [("9s", "8h", "1:2", 10_00), ("9s", "9h", "1:1", 20_00)],
)
def test_wa_paytable_war_odds_are_on_both_of_the_units_posted(
    player: str, dealer: str, odds: str, both_units_cents: int
) -> None:
    _, events = war(player, dealer)
    [paid] = of(events, e.WagerPaid)
    assert (paid.odds, paid.amount_cents) == (odds, both_units_cents)
