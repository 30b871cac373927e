"""Wisconsin, sections (h) and (i): settlement, surrender, war, the rack, the odds."""

from __future__ import annotations

import pytest

from casinowar.table import ALL_STEPS, DEALER, Code, Phase
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Lies, Status, Wager
from casinowar.table.words import rack_text

from .scene import BY_HAND, Scene, moves, names, of, ready

WAR = "Kh Kd 2c 3c 4c {player} 5c 6c 7c {dealer}"
# seats 1, 3, 5 tie and seats 2, 4 do not; wars of two seats burn three times three cards
MIXED = "Kh 5h Ks Ah Kc Kd 2c 3c 4c 9s 5c 6c 7c 8s 2d 3d 4d 9h"


def war(player: str, dealer: str, war_tie_cents: int = 0) -> tuple[Scene, tuple[e.Event, ...]]:
    """An initial wager of 10.00 that ties and goes to war."""
    scene = ready("wisconsin", WAR.format(player=player, dealer=dealer))
    scene.bets(1, 10_00)
    return scene, scene.wars(1, tie_cents=war_tie_cents)


def mixed() -> Scene:
    """Five seats of which 1, 3 and 5 tie, as far as their decisions; steps by hand."""
    scene = ready("wisconsin", MIXED, seats=(1, 2, 3, 4, 5), automations=BY_HAND)
    for seat in (1, 2, 3, 4, 5):
        scene.bets(seat, 10_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    return scene


# --- the original deal ----------------------------------------------------------------------------


def test_wi_h1_compared_from_the_dealers_left_clockwise() -> None:
    scene = ready("wisconsin", "Kh Qh 2h 5d", seats=(2, 5, 7), automations=BY_HAND)
    for seat in (7, 5, 2):
        scene.bets(seat, 10_00)
    scene.step()
    scene.refuses(c.SettleHand(seat=2), Code.NOT_DUE, "WI g3")
    scene.steps_to(Phase.SETTLE)
    assert "settle seat 2" in scene.refuses(c.SettleHand(seat=7), Code.OUT_OF_ORDER, "WI h1")
    compared = of(scene.steps_to(Phase.RACK), e.HandCompared)
    assert [event.seat for event in compared] == [2, 5, 7]


def test_wi_h1i_a_lower_card_loses_initial_and_tie() -> None:
    scene = ready("wisconsin", "5h Kd")
    assert moves(scene.bets(1, 10_00, 5_00)) == [
        ("initial", "collect", 10_00, "", "WI h1i"),
        ("tie", "collect", 5_00, "", "WI h1i"),
    ]
    assert scene.chips(1) == 985_00


def test_wi_h1ii_a_higher_card_wins_initial_and_loses_tie() -> None:
    scene = ready("wisconsin", "Kh 5d")
    assert moves(scene.bets(1, 10_00, 5_00)) == [
        ("initial", "pay", 10_00, "1:1", "WI i1i"),
        ("initial", "return", 10_00, "", "WI i1i"),
        ("tie", "collect", 5_00, "", "WI h1ii"),
    ]
    assert scene.chips(1) == 1_005_00


def test_wi_h1iii_a_tie_hand_wins_tie_and_has_the_choice() -> None:
    scene = ready("wisconsin", "Kh Kd")
    events = scene.bets(1, 10_00, 5_00)
    assert [move[:4] for move in moves(events)] == [
        ("tie", "pay", 50_00, "10:1"),
        ("tie", "return", 5_00, ""),
    ]
    [choice] = of(events, e.ChoiceOffered)
    assert choice == e.ChoiceOffered(seat=1, surrender=True, war=True, cites="WI h1iii")


def test_wi_h2_losing_wagers_go_to_the_table_inventory_winning_ones_are_paid_from_it() -> None:
    scene = ready("wisconsin", "5h Kd Kc 5s")
    tray = scene.state.tray_cents
    scene.bets(1, 10_00, 5_00)
    assert scene.state.tray_cents == tray + 15_00
    scene.bets(1, 10_00)
    assert scene.state.tray_cents == tray + 15_00 - 10_00


def test_wi_h3_a_tie_hand_is_offered_surrender_or_war_and_nothing_else() -> None:
    scene = mixed()
    sentence = scene.refuses(c.SettleHand(seat=1), Code.NOT_DUE, "WI h1iii")
    assert "choosing surrender or war" in sentence
    scene.refuses(c.GoToWar(seat=2), Code.NOT_ASKED, "WI h1iii")
    for seat in (1, 3, 5):
        assert scene.state.hands[seat].status is Status.ASKED


def test_wi_h3i_half_the_initial_wager_is_collected_and_half_returned() -> None:
    scene = ready("wisconsin", "Kh Kd")
    scene.bets(1, 10_00)
    assert moves(scene.does(c.SurrenderHand(seat=1))) == [
        ("initial", "collect", 5_00, "", "WI h3i"),
        ("initial", "return", 5_00, "", "WI h3i"),
    ]
    assert scene.chips(1) == 995_00


def test_wi_h3i_surrenders_are_settled_first_and_clockwise() -> None:
    scene = mixed()
    for seat in (5, 1):  # seat 5 speaks first, seat 1 is settled first
        scene.does(c.SurrenderHand(seat=seat))
    scene.wars(3)
    scene.refuses(c.ConfirmWar(seat=3), Code.NOT_DUE, "WI h3i")
    scene.refuses(c.SettleSurrender(seat=5), Code.OUT_OF_ORDER, "WI h3i")
    settled = of(scene.steps_to(Phase.RACK_ORIGINAL), e.HandDecided)
    assert [(event.seat, event.outcome) for event in settled] == [
        (1, "surrender"),
        (5, "surrender"),
    ]


def test_wi_h3ii_war_gives_the_initial_wager_up_for_a_war_wager() -> None:
    scene, events = war("9s", "8h")
    [chosen] = of(events, e.WarChosen)
    assert (chosen.war_cents, chosen.cites) == (10_00, "WI h3ii")
    assert moves(events)[0] == ("initial", "collect", 10_00, "", "WI h5")
    assert scene.chips(1) == 1_010_00  # -10.00 initial, +20.00 on the war wager


def test_wi_h4_cards_of_everyone_not_at_war_go_to_the_rack_first() -> None:
    scene = mixed()
    scene.wars(1, 3)
    scene.does(c.SurrenderHand(seat=5))
    scene.steps_to(Phase.RACK_ORIGINAL)
    scene.refuses(c.ConfirmWar(seat=1), Code.NOT_DUE, "WI h4")
    racked = of(scene.does(c.RackCards()), e.HandRacked)
    assert [(event.seat, rack_text(event.cards)) for event in racked] == [
        (2, "5h"),
        (4, "Ah"),
        (5, "Kc"),
    ]
    assert {event.cites for event in racked} == {"WI h4"}


def test_wi_h4_without_a_war_all_cards_go_to_the_rack_the_dealers_last() -> None:
    scene = ready("wisconsin", "Kh 5h 9d", seats=(1, 2))
    scene.bets(1, 10_00)
    scene.bets(2, 10_00)
    assert rack_text(scene.state.rack) == "?? Kh 5h [9d]"  # crosswise: the round ends here


# --- the war --------------------------------------------------------------------------------------


def test_wi_h5_the_war_wager_is_confirmed_and_the_initial_wager_collected() -> None:
    scene = mixed()
    for seat in (1, 3):
        scene.does(c.GoToWar(seat=seat))
    scene.does(c.SurrenderHand(seat=5))
    scene.steps_to(Phase.WAR_WAGERS)
    scene.refuses(c.ConfirmWar(seat=3), Code.OUT_OF_ORDER, "WI h5")
    tray = scene.state.tray_cents
    confirmed, collected, offered = scene.does(c.ConfirmWar(seat=1))
    assert offered == e.WarTieOffered(seat=1, cites="WI h5")
    assert collected == e.WagerCollected(
        seat=1, wager=Wager.INITIAL, amount_cents=10_00, cites="WI h5"
    )
    assert confirmed == e.WarConfirmed(seat=1, cites="WI h5")
    assert scene.state.tray_cents == tray + 10_00


def test_wi_h5_the_first_cards_stay_exposed_during_the_war_deal() -> None:
    scene = mixed()
    scene.wars(1, 3, 5)
    scene.steps_to(Phase.WAR_DEAL)
    assert scene.state.dealer_card is not None
    assert not [entry for entry in scene.state.rack if entry.lies is Lies.CROSSWISE]
    assert [scene.state.hands[seat].racked for seat in (1, 2, 3, 4, 5)] == [0, 1, 0, 1, 0]
    scene.refuses(c.RackCards(), Code.NOT_DUE, "WI h6")


def test_wi_h6_three_cards_burn_before_every_war_card() -> None:
    scene = mixed()
    scene.wars(1, 3)
    scene.does(c.SurrenderHand(seat=5))
    scene.steps_to(Phase.WAR_DEAL)
    drawn = scene.steps_to(Phase.WAR_SETTLE)
    assert names(drawn) == (["card_burned"] * 3 + ["war_card_dealt"]) * 3
    assert {event.cites for event in drawn} == {"WI h6"}
    dealt = of(drawn, e.WarCardDealt)
    assert [(event.seat, str(event.card)) for event in dealt] == [
        (1, "9s"),
        (3, "8s"),
        (DEALER, "9h"),
    ]


def test_wi_h6_a_missing_or_an_extra_burn_is_refused() -> None:
    scene = mixed()
    scene.wars(1, 3, 5)
    scene.steps_to(Phase.WAR_DEAL)
    for count in (1, 2, 3):
        sentence = scene.refuses(c.DealCard(seat=1), Code.NOT_DUE, "WI h6")
        assert f"{count} of 3" in sentence
        scene.does(c.BurnCard())
    scene.refuses(c.BurnCard(), Code.NOT_DUE, "WI h6")
    scene.refuses(c.DealCard(seat=3), Code.OUT_OF_ORDER, "WI h6")
    scene.does(c.DealCard(seat=1))
    scene.refuses(c.DealCard(seat=3), Code.NOT_DUE, "WI h6")  # three more come first


def test_wi_h7_wars_are_settled_from_the_dealers_left_clockwise() -> None:
    scene = mixed()
    scene.wars(3, 1)
    scene.does(c.SurrenderHand(seat=5))
    scene.steps_to(Phase.WAR_SETTLE)
    scene.refuses(c.SettleWar(seat=3), Code.OUT_OF_ORDER, "WI h7")
    settled = of(scene.steps_to(Phase.RACK), e.HandDecided)
    assert [(event.seat, event.outcome) for event in settled] == [
        (1, "war_tied"),
        (3, "war_lost"),
    ]


def test_wi_h7i_a_lower_war_card_loses_war_and_tie() -> None:
    scene, events = war("8s", "9h", war_tie_cents=5_00)
    assert moves(events)[1:] == [
        ("war", "collect", 10_00, "", "WI h7i"),
        ("war_tie", "collect", 5_00, "", "WI h7i"),
    ]
    assert scene.chips(1) == 975_00


def test_wi_h7ii_a_higher_war_card_wins_war_and_loses_tie() -> None:
    scene, events = war("9s", "8h", war_tie_cents=5_00)
    assert moves(events)[1:] == [
        ("war", "pay", 20_00, "2:1", "WI i1iii"),
        ("war", "return", 10_00, "", "WI i1iii"),
        ("war_tie", "collect", 5_00, "", "WI h7ii"),
    ]
    assert scene.chips(1) == 1_005_00


def test_wi_h7iii_equal_war_cards_win_war_and_tie() -> None:
    scene, events = war("9s", "9h", war_tie_cents=5_00)
    assert moves(events)[1:] == [
        ("war", "pay", 30_00, "3:1", "WI i1iii"),
        ("war", "return", 10_00, "", "WI i1iii"),
        ("war_tie", "pay", 50_00, "10:1", "WI i1ii"),
        ("war_tie", "return", 5_00, "", "WI i1ii"),
    ]
    assert scene.chips(1) == 1_070_00


def test_wi_h8_after_the_wars_each_hand_lies_whole_in_the_rack() -> None:
    scene = mixed()
    scene.wars(1, 3)
    scene.does(c.SurrenderHand(seat=5))
    scene.steps_to(Phase.RACK)
    events = scene.does(c.RackCards())
    racked = of(events, e.HandRacked)
    assert [(event.seat, rack_text(event.cards)) for event in racked] == [
        (1, "Kh 9s"),
        (3, "Ks 8s"),
        (DEALER, "[Kd] [9h]"),
    ]
    assert {event.cites for event in racked} == {"WI h8"}
    # in the order of the rack: opening burn, the others' hands, war burns, the wars, the dealer
    burns = " ".join(["??"] * 9)
    assert rack_text(scene.state.rack) == f"?? 5h Ah Kc {burns} Kh 9s Ks 8s [Kd] [9h]"


def test_wi_h8_the_rack_is_filled_before_the_next_bet() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=ALL_STEPS - {c.RackCards})
    scene.bets(1, 10_00)
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=10_00), Code.BETS_CLOSED)
    scene.refuses(c.AnnounceNoMoreBets(), Code.NOT_DUE, "WI h4")
    assert {entry.lies for entry in scene.state.rack} == {Lies.FACE_DOWN}
    scene.does(c.RackCards())


# --- (i) payout odds ------------------------------------------------------------------------------


def test_wi_i1_winning_wagers_are_paid_at_the_posted_odds_and_no_others() -> None:
    scene = ready("wisconsin", "Kc 5d " + WAR.format(player="9s", dealer="9h"))
    events = scene.bets(1, 10_00)
    events += scene.bets(1, 10_00, 5_00)
    events += scene.wars(1, tie_cents=5_00)
    assert [(event.wager, event.odds) for event in of(events, e.WagerPaid)] == [
        ("initial", "1:1"),
        ("tie", "10:1"),
        ("war", "3:1"),
        ("war_tie", "10:1"),
    ]


@pytest.mark.parametrize("stake", [5_00, 7_00, 500_00])
def test_wi_i1i_the_initial_wager_is_paid_one_to_one(stake: int) -> None:
    events = ready("wisconsin", "Kh 5d").bets(1, stake)
    assert ("initial", "pay", stake, "1:1", "WI i1i") in moves(events)


@pytest.mark.parametrize("stake", [1_00, 3_00, 100_00])
def test_wi_i1ii_the_tie_wager_is_paid_ten_to_one_and_returned(stake: int) -> None:
    scene = ready("wisconsin", "Kh Kd")
    events = scene.bets(1, 10_00, stake)
    assert moves(events) == [
        ("tie", "pay", 10 * stake, "10:1", "WI i1ii"),
        ("tie", "return", stake, "", "WI i1ii"),  # ten to one, not ten for one
    ]
    assert scene.chips(1) == 990_00 + 10 * stake


@pytest.mark.parametrize(
    ("player", "dealer", "odds", "paid"), [("9s", "8h", "2:1", 20_00), ("9s", "9h", "3:1", 30_00)]
)
def test_wi_i1iii_the_war_wager_is_paid_two_to_one_and_three_to_one_on_a_tie(
    player: str, dealer: str, odds: str, paid: int
) -> None:
    _, events = war(player, dealer)
    assert ("war", "pay", paid, odds, "WI i1iii") in moves(events)
