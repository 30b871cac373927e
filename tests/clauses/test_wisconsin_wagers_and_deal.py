"""Wisconsin, sections (f) and (g): wagers, burns, "no more bets", the original deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casinowar.houses import load_house
from casinowar.houses.house import SideBet, SideRow, WagerForm
from casinowar.money import Odds
from casinowar.table import ALL_STEPS, DEALER, Code, Phase
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Burn, Wager

from .scene import BY_HAND, names, of, ready, short_shoe

# --- (f) wagers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [WagerForm.CHIPS, WagerForm.PLAQUES])
def test_wi_f1_wagers_are_chips_or_plaques_on_the_layout(form: WagerForm) -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    bet = c.PlaceWagers(seat=1, initial_cents=100_00, tie_cents=5_00, form=form)
    placed = of(scene.does(bet), e.WagerPlaced)
    assert [(event.wager, event.form) for event in placed] == [("initial", form), ("tie", form)]


def test_wi_f1_a_match_play_coupon_lies_beside_chips() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    placed = of(scene.bets(1, 10_00, coupon_cents=10_00), e.WagerPlaced)
    assert [(event.form, event.amount_cents) for event in placed] == [
        (WagerForm.CHIPS, 10_00),
        (WagerForm.COUPON, 10_00),
    ]
    assert scene.chips(1) == 990_00  # the coupon is worth no chips


def test_wi_f1_a_coupon_alone_is_no_wager() -> None:
    scene = ready("wisconsin")
    bet = c.PlaceWagers(seat=1, initial_cents=10_00, form=WagerForm.COUPON)
    scene.refuses(bet, Code.FORM_NOT_ACCEPTED, "WI f1")


def test_wi_f1_a_spoken_bet_with_cash_is_not_accepted() -> None:
    scene = ready("wisconsin", cash_cents=0)
    sentence = scene.refuses(
        c.BetCashAloud(seat=1, amount_cents=50_00), Code.FORM_NOT_ACCEPTED, "WI f1"
    )
    assert "buy chips" in sentence
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=50_00), Code.NOT_ENOUGH_CHIPS, "WI f1")


def test_wi_f2_a_placed_wager_is_not_removed_or_altered() -> None:
    scene = ready("wisconsin", seats=(1, 2))
    scene.bets(1, 10_00)
    scene.refuses(c.TakeBackWagers(seat=1), Code.WAGER_FINAL, "WI f2")
    for cents in (5_00, 10_00, 50_00):
        more = c.PlaceWagers(seat=1, initial_cents=cents)
        scene.refuses(more, Code.WAGER_FINAL, "WI f2")
    scene.refuses(c.LeaveSeat(seat=1), Code.WAGERS_IN_PLAY, "WI f2")
    scene.bets(1, tie_cents=5_00)  # another wager may still be placed before "no more bets"
    scene.refuses(c.PlaceWagers(seat=1, tie_cents=5_00), Code.WAGER_FINAL, "WI f2")


def test_wi_f2_after_no_more_bets_only_the_war_takes_wagers() -> None:
    scene = ready("wisconsin", "Kh Qh Kd", seats=(1, 2, 3), automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.bets(2, 10_00)
    scene.does(c.AnnounceNoMoreBets())
    scene.refuses(c.PlaceWagers(seat=3, initial_cents=10_00), Code.BETS_CLOSED, "WI f2")
    scene.refuses(c.PlaceWagers(seat=2, tie_cents=5_00), Code.BETS_CLOSED, "WI f2")
    scene.refuses(c.TakeBackWagers(seat=2), Code.WAGER_FINAL, "WI f2")
    scene.steps_to(Phase.DECIDE)
    scene.wars(1, tie_cents=5_00)
    scene.refuses(c.PlaceWarTie(seat=1, tie_cents=5_00), Code.WAGER_FINAL, "WI f2")


def test_wi_f2_a_coupon_may_not_be_laid_on_a_wager_that_is_down() -> None:
    scene = ready("wisconsin", seats=(1, 2))
    scene.bets(1, 10_00)
    scene.refuses(c.PlaceWagers(seat=1, coupon_cents=10_00), Code.WAGER_FINAL, "WI f2")
    late = c.PlaceWagers(seat=1, tie_cents=5_00, coupon_cents=10_00)
    scene.refuses(late, Code.WAGER_FINAL, "WI f2")
    assert scene.state.hands[1].coupon_cents == 0
    scene.bets(2, 10_00, coupon_cents=10_00)  # with the wager itself it may


@pytest.mark.parametrize("house", ["wisconsin", "washington", "skycity"])
def test_wi_f2_a_tie_wager_beside_a_first_wager_that_is_down_replaces_nothing(house: str) -> None:
    scene = ready(house, "Kh Kd", seats=(1, 2), automations=BY_HAND)
    scene.bets(1, 10_00)
    [placed] = scene.bets(1, tie_cents=5_00)
    assert isinstance(placed, e.WagerPlaced)
    assert (placed.wager, placed.amount_cents) == (Wager.TIE, 5_00)
    hand = scene.state.hands[1]
    assert (hand.initial_cents, hand.tie_cents, hand.layout_cents) == (10_00, 5_00, 15_00)
    assert scene.chips(1) == 985_00


@pytest.mark.parametrize("house", ["washington", "skycity"])
def test_wi_f2_where_the_document_is_silent_a_wager_may_be_changed_until_no_more_bets(
    house: str,
) -> None:
    scene = ready(house, "Kh Kd", seats=(1, 2), automations=BY_HAND)
    scene.bets(1, 10_00, 5_00)
    back, *again = scene.bets(1, 20_00)
    assert back == e.WagersTakenBack(seat=1, amount_cents=15_00, cites="policy")
    down = [(event.wager, event.amount_cents) for event in of(again, e.WagerPlaced)]
    assert down == [(Wager.INITIAL, 20_00), (Wager.TIE, 5_00)]
    assert scene.chips(1) == 975_00
    scene.does(c.TakeBackWagers(seat=1))
    assert scene.chips(1) == 1_000_00


def test_wi_f1_a_bet_without_a_betting_area_on_the_layout_is_refused() -> None:
    nothing = ready("wisconsin")
    bet = c.PlaceWagers(seat=1, initial_cents=10_00, sides={"lucky": 5_00})
    nothing.refuses(bet, Code.NOT_OFFERED)
    lucky = SideBet(
        name="lucky",
        title="Lucky ties",
        rows=(SideRow(ties=1, ranks=None, suited=True, odds=Odds(20, 1)),),
    )
    scene = ready(replace(load_house("wisconsin"), side_bets=(lucky,)), automations=BY_HAND)
    for sides, code in (
        ({"unlucky": 5_00}, Code.NOT_OFFERED),
        ({"lucky": 5_00, "unlucky": 5_00}, Code.NOT_OFFERED),
    ):
        scene.refuses(c.PlaceWagers(seat=1, initial_cents=10_00, sides=sides), code)
    scene.does(bet)


# --- (g) dealing ----------------------------------------------------------------------------------


def test_wi_g1_one_card_is_burned_before_the_first_round_of_a_shoe() -> None:
    scene = short_shoe("wisconsin", "Kh 5d", front=30, automations=BY_HAND)
    burns = of(scene.events, e.CardBurned)
    assert [(event.burn, event.cites) for event in burns] == [(Burn.OPENING, "WI g1")]
    assert scene.state.shoe.drawn == 1


def test_wi_g1_no_card_is_dealt_before_the_opening_burn() -> None:
    scene = ready("wisconsin", "Kh 5d")
    scene.table.automations = ALL_STEPS - {c.BurnCard}
    scene.does(c.OrderReshuffle())
    scene.cuts()
    scene.does(c.PlaceWagers(seat=1, initial_cents=10_00))
    scene.refuses(c.AnnounceNoMoreBets(), Code.NOT_DUE, "WI g1")
    scene.refuses(c.DealCard(seat=1), Code.NOT_DUE, "WI g1")
    assert names(scene.does(c.BurnCard()))[0] == "card_burned"


def test_wi_g1_each_new_dealer_burns_one_card_before_dealing() -> None:
    scene = ready("wisconsin", "2c Kh 5d", automations=BY_HAND)
    [came] = scene.does(c.ChangeDealer(dealer="Bea"))
    assert came == e.DealerChanged(dealer="Bea", cites="WI g1")
    scene.bets(1, 10_00)
    scene.refuses(c.AnnounceNoMoreBets(), Code.NOT_DUE, "WI g1")
    [burned] = scene.does(c.BurnCard())
    assert burned == e.CardBurned(burn=Burn.NEW_DEALER, cites="WI g1")
    scene.does(c.AnnounceNoMoreBets())
    scene.refuses(c.ChangeDealer(dealer="Cleo"), Code.NOT_NOW, "WI g1")  # not within a round
    assert str(of(scene.does(c.DealCard(seat=1)), e.CardDealt)[0].card) == "Kh"


def test_wi_g1_a_dealer_who_comes_during_the_shuffle_burns_one_card_too() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.does(c.OrderReshuffle())
    scene.does(c.ChangeDealer(dealer="Bea"))
    scene.does(c.CollectCards())
    scene.does(c.ShuffleCards())
    scene.does(c.OfferCut(seat=1))
    scene.does(c.TakeCut(seat=1, cards=50))
    scene.does(c.PlaceCuttingCard(cards_behind=78))
    scene.does(c.LoadShoe())
    burns = of(scene.does(c.BurnCard()) + scene.does(c.BurnCard()), e.CardBurned)
    assert [event.burn for event in burns] == [Burn.OPENING, Burn.NEW_DEALER]
    assert not scene.table.state.burns
    assert not scene.table.state.new_dealer


def test_wi_g1_of_two_dealers_only_the_one_who_deals_burns() -> None:
    scene = ready("wisconsin", "2c Kh 5d", automations=BY_HAND)
    scene.does(c.ChangeDealer(dealer="Bea"))
    scene.does(c.ChangeDealer(dealer="Cleo"))
    scene.bets(1, 10_00)
    scene.does(c.BurnCard())
    scene.refuses(c.BurnCard(), Code.NOT_DUE)
    scene.does(c.AnnounceNoMoreBets())


def test_wi_g2_no_more_bets_is_announced_before_any_card_is_dealt() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.refuses(c.AnnounceNoMoreBets(), Code.NOT_DUE)  # nobody has bet
    scene.bets(1, 10_00)
    sentence = scene.refuses(c.DealCard(seat=1), Code.NOT_DUE, "WI g2")
    assert "no more bets" in sentence
    [said] = scene.does(c.AnnounceNoMoreBets())
    assert said == e.NoMoreBetsAnnounced(round=1, cites="WI g2")
    scene.does(c.DealCard(seat=1))


def test_wi_g3_from_the_dealers_left_clockwise_then_the_dealer() -> None:
    scene = ready("wisconsin", "Kh Qh Jh 5d", seats=(6, 1, 3), automations=BY_HAND)
    for seat in (6, 1, 3):
        scene.bets(seat, 10_00)
    scene.step()
    scene.refuses(c.DealCard(seat=3), Code.OUT_OF_ORDER, "WI g3")
    scene.refuses(c.DealCard(seat=DEALER), Code.OUT_OF_ORDER, "WI g3")
    dealt = of(scene.steps_to(Phase.SETTLE), e.CardDealt)
    assert [event.seat for event in dealt] == [1, 3, 6, DEALER]
    assert {event.cites for event in dealt} == {"WI g3"}


def test_wi_g3i_one_card_to_each_player_with_an_initial_wager_and_to_no_other() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2), automations=BY_HAND)
    scene.bets(2, 10_00)
    scene.step()
    scene.refuses(c.DealCard(seat=1), Code.OUT_OF_ORDER, "WI g3")
    dealt = of(scene.steps_to(Phase.SETTLE), e.CardDealt)
    assert [event.seat for event in dealt] == [2, DEALER]


def test_wi_g3ii_one_card_face_up_to_the_dealer() -> None:
    events = ready("wisconsin", "Kh 5d").bets(1, 10_00)
    dealers = [str(event.card) for event in of(events, e.CardDealt) if event.seat == DEALER]
    assert dealers == ["5d"]


def test_wi_g4_reached_in_a_war_deal_the_war_is_finished() -> None:
    cards = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 8h"
    scene = short_shoe("wisconsin", cards, front=5)
    scene.bets(1, 10_00)
    events = scene.wars(1)
    assert of(events, e.CuttingCardReached)[0].seat == 1
    assert of(events, e.HandDecided)[0].outcome == "war_won"
    assert of(events, e.RoundCompleted)[0].reshuffle


def test_wi_g5_players_touch_no_card_but_the_cutting_card() -> None:
    scene = ready("wisconsin", "Kh Kd")
    scene.bets(1, 10_00)
    scene.refuses(c.TouchCards(seat=1), Code.HANDS_OFF, "WI g5")
    scene.does(c.SurrenderHand(seat=1))
    scene.does(c.OrderReshuffle())
    assert of(scene.cuts(), e.CardsCut)[0].seat == 1
