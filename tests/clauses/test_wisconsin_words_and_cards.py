"""Wisconsin, sections (a) to (d): the words, the cards, their ranks, the opening of the table."""

from __future__ import annotations

from dataclasses import fields
from datetime import date, timedelta
from itertools import pairwise

import pytest

from casinowar.cards import DECK, Rank, Suit
from casinowar.houses.house import Shuffling
from casinowar.table import ALL_STEPS, DEALER, Code, Outcome, Phase, next_step
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Lies

from .scene import BY_HAND, CUT, DAY, Scene, moves, names, of, ready

WAR = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 8h"


def opened_by_hand(shuffling: Shuffling = Shuffling.HAND) -> Scene:
    """A table that was opened, with every step still to be done by a person."""
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(shuffling=shuffling)
    return scene


# --- (a) the words --------------------------------------------------------------------------------


def test_wi_a1_the_words_of_the_section_are_the_words_of_the_record() -> None:
    scene = ready("wisconsin", WAR)
    told = names(scene.bets(1, 10_00, 5_00)) + names(scene.does(c.GoToWar(seat=1)))
    # initial and Tie wager, original deal, tie hand, war, war wager, burn card, war deal, round
    for name in ("wager_placed", "card_dealt", "hand_compared", "war_chosen", "war_confirmed",
                 "card_burned", "war_card_dealt", "round_completed"):  # fmt: skip
        assert name in told


def test_wi_a1i_a_burn_card_goes_face_down_to_the_rack_seen_by_nobody() -> None:
    scene = ready("wisconsin")
    assert [(entry.card, entry.lies) for entry in scene.state.rack] == [(None, Lies.FACE_DOWN)]
    assert {field.name for field in fields(e.CardBurned)} == {"cites", "burn"}  # no face to tell


def test_wi_a1ii_the_initial_wager_is_made_before_any_card_is_dealt() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2), automations=BY_HAND)
    bet = c.PlaceWagers(seat=2, tie_cents=5_00)
    assert "initial" in scene.refuses(bet, Code.FIRST_WAGER_NEEDED, "WI a1ii")
    [placed] = of(scene.bets(1, 10_00), e.WagerPlaced)
    assert placed.cites == "WI a1ii"
    scene.step()
    scene.refuses(c.PlaceWagers(seat=2, initial_cents=10_00), Code.BETS_CLOSED)


def test_wi_a1iii_the_original_deal_is_the_first_card_and_decides_the_initial_wager() -> None:
    events = ready("wisconsin", "Kh 5d").bets(1, 10_00)
    assert [event.seat for event in of(events, e.CardDealt)] == [1, DEALER]
    assert of(events, e.HandDecided)[0].outcome is Outcome.WIN
    assert not of(events, e.WarCardDealt)


def test_wi_a1iv_a_round_ends_when_every_wager_is_paid_or_collected() -> None:
    scene = ready("wisconsin", "Kh Kd", seats=(1,))
    assert "round_completed" not in names(scene.bets(1, 10_00))
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=10_00), Code.BETS_CLOSED)
    assert names(scene.does(c.SurrenderHand(seat=1)))[-1] == "round_completed"
    assert scene.state.phase is Phase.BETTING
    assert not scene.state.hands


def test_wi_a1v_there_are_four_suits_of_thirteen_ranks() -> None:
    assert {suit.name for suit in Suit} == {"CLUBS", "DIAMONDS", "HEARTS", "SPADES"}
    assert len(set(DECK)) == len(DECK) == len(Suit) * len(Rank) == 52
    dealt = of(ready("wisconsin", "2c Ad").bets(1, 10_00), e.CardDealt)
    assert [event.card.suit for event in dealt] == [Suit.CLUBS, Suit.DIAMONDS]


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_wi_a1vi_equal_ranks_are_a_tie_hand(rank: str) -> None:
    events = ready("wisconsin", f"{rank}h {rank}s").bets(1, 10_00)
    [compared] = of(events, e.HandCompared)
    assert compared.result == "equal"


def test_wi_a1vii_a_tie_wager_is_optional_and_bets_on_the_deal_it_is_made_on() -> None:
    scene = ready("wisconsin", WAR.replace("8h", "9h"))
    events = scene.bets(1, 10_00, 5_00)
    assert [event.cites for event in of(events, e.WagerPlaced)] == ["WI a1ii", "WI a1vii"]
    assert moves(events) == [
        ("tie", "pay", 50_00, "10:1", "WI i1ii"),
        ("tie", "return", 5_00, "", "WI i1ii"),
    ]
    # the wager on the original deal is over: the tied war deal pays it nothing more
    assert not [move for move in moves(scene.does(c.GoToWar(seat=1))) if move[0] == "tie"]


def test_wi_a1viii_war_is_the_decision_on_a_tie_hand_of_the_original_deal() -> None:
    scene = ready("wisconsin", "Kh 5d Kd", seats=(1, 2))
    scene.bets(1, 10_00)
    scene.bets(2, 10_00)
    scene.refuses(c.GoToWar(seat=2), Code.NOT_ASKED, "WI h1iii")
    assert of(scene.does(c.GoToWar(seat=1)), e.WarChosen)


def test_wi_a1ix_the_war_deal_follows_the_war_wagers() -> None:
    scene = ready("wisconsin", WAR, automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    scene.refuses(c.BurnCard(), Code.WRONG_STEP, "WI h1iii")
    scene.does(c.GoToWar(seat=1))
    scene.refuses(c.BurnCard(), Code.WRONG_STEP, "WI h5")  # not before it is confirmed
    scene.step()
    assert names(scene.does(c.BurnCard())) == ["card_burned"]


def test_wi_a1x_the_war_wager_equals_the_initial_wager() -> None:
    scene = ready("wisconsin", WAR)
    scene.bets(1, 35_00)
    [chosen] = of(scene.does(c.GoToWar(seat=1)), e.WarChosen)
    assert chosen.war_cents == 35_00


# --- (b) the cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [5, 9, 1, 12])
def test_wi_b1_only_six_seven_or_eight_decks(decks: int) -> None:
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=0, decks=decks)
    Scene("wisconsin").refuses(opening, Code.BAD_DECKS, "WI b1")


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_wi_b1_the_shoe_holds_all_cards_of_its_decks(decks: int) -> None:
    scene = ready("wisconsin", decks=decks)
    assert scene.state.shoe.size == decks * 52


def test_wi_b1_backs_alike_and_a_cutting_card_of_another_colour() -> None:
    scene = opened_by_hand()
    for backs, cutting_card, code in (
        (("red", "blue"), "yellow", Code.BAD_BACKS),
        (("red",), "red", Code.BAD_BACKS),
    ):
        wrong = c.ReceiveDecks(decks=6, backs=backs, cutting_card=cutting_card)
        scene.refuses(wrong, code, "WI b1")
    wrong = c.ReceiveDecks(decks=7, backs=("red",), cutting_card="yellow")
    scene.refuses(wrong, Code.BAD_DECKS, "WI b1")
    right = c.ReceiveDecks(decks=6, backs=("red",), cutting_card="yellow")
    assert [event.cites for event in scene.does(right)] == ["WI b1"]


def test_wi_b2_no_card_is_dealt_but_from_the_loaded_shoe() -> None:
    scene = opened_by_hand()
    scene.sits(1)
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    scene.steps_to(Phase.LOAD)
    scene.refuses(c.BurnCard(), Code.WRONG_STEP, "WI b2")
    [loaded] = of(scene.does(c.LoadShoe()), e.ShoeLoaded)
    assert (loaded.cards, loaded.cites) == (312, "WI b2")


def test_wi_b3_a_second_cutting_card_hides_the_last_card() -> None:
    scene = opened_by_hand()
    scene.sits(1)
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    [hidden] = of(scene.step(), e.LastCardHidden)
    assert hidden.cites == "WI b3"


def test_wi_b4_a_shuffler_needs_twelve_decks_in_two_batches() -> None:
    scene = opened_by_hand(Shuffling.BATCHES)
    wrong = c.ReceiveDecks(decks=6, backs=("red", "blue"), cutting_card="yellow")
    assert "12 decks" in scene.refuses(wrong, Code.BAD_DECKS)
    scene.does(c.ReceiveDecks(decks=12, backs=("red", "blue"), cutting_card="yellow"))


def test_wi_b4_a_house_without_a_shuffler_says_so() -> None:
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=0, shuffling=Shuffling.CONTINUOUS)
    Scene("wisconsin").refuses(opening, Code.BAD_DECKS, "WI b4")


def test_wi_b4i_each_batch_is_made_of_full_decks() -> None:
    scene = ready("wisconsin", shuffling=Shuffling.BATCHES)
    [loaded] = of(scene.table.events, e.ShoeLoaded)
    assert loaded.cards == 6 * len(DECK)


@pytest.mark.parametrize(("decks", "total"), [(6, 12), (7, 14), (8, 16)])
def test_wi_b4ii_the_two_batches_hold_equally_many_decks(decks: int, total: int) -> None:
    scene = ready("wisconsin", decks=decks, shuffling=Shuffling.BATCHES)
    [received] = of(scene.table.events, e.DecksReceived)
    assert received.decks == total
    assert scene.state.shoe.size == decks * 52


def test_wi_b4iii_the_batches_have_backs_of_different_colours() -> None:
    scene = opened_by_hand(Shuffling.BATCHES)
    for backs in (("red",), ("red", "red")):
        wrong = c.ReceiveDecks(decks=12, backs=backs, cutting_card="yellow")
        scene.refuses(wrong, Code.BAD_BACKS, "WI b4")


def reshuffled(scene: Scene) -> tuple[e.Event, ...]:
    """The casino reshuffles, and whoever is offered the cut takes it."""
    return scene.does(c.OrderReshuffle()) + scene.cuts()


def test_wi_b4iv_one_batch_waits_in_the_shuffler_while_the_other_is_played() -> None:
    scene = ready("wisconsin", shuffling=Shuffling.BATCHES)
    assert scene.state.batch_in_play == 1
    shuffled, swapped = [
        event for event in reshuffled(scene) if event.NAME in {"cards_shuffled", "batches_swapped"}
    ]
    assert (shuffled.cites, swapped.cites) == ("WI e1", "WI b4")  # each shoe was shuffled first


def test_wi_b4v_the_batches_alternate_every_shoe() -> None:
    scene = ready("wisconsin", shuffling=Shuffling.BATCHES)
    used = [scene.state.batch_in_play]
    for _ in range(4):
        [swapped] = of(reshuffled(scene), e.BatchesSwapped)
        assert swapped.cites == "WI b4"
        used.append(swapped.batch)
    assert used == [1, 2, 1, 2, 1]


def test_wi_b4vi_the_rack_holds_cards_of_one_batch_at_a_time() -> None:
    scene = ready("wisconsin", "Kh 5d", shuffling=Shuffling.BATCHES, automations=BY_HAND)
    scene.does(c.OrderReshuffle())
    assert scene.state.rack
    scene.refuses(c.SwapBatches(), Code.WRONG_STEP, "WI e2iv")  # rack and shoe are emptied first
    scene.step()
    assert not scene.state.rack
    assert names(scene.step()) == ["cards_shuffled", "batches_swapped"]


# --- (c) ranks ------------------------------------------------------------------------------------


def test_wi_c1_ace_high_then_king_down_to_two() -> None:
    order = "AKQJT98765432"
    for higher, lower in pairwise(order):
        events = ready("wisconsin", f"{higher}h {lower}s").bets(1, 10_00)
        assert of(events, e.HandDecided)[0].outcome is Outcome.WIN


@pytest.mark.parametrize("suits", ["cd", "dh", "hs", "sc", "hh"])
def test_wi_c1_the_suit_has_no_effect_on_the_rank(suits: str) -> None:
    mine, dealers = suits[0], suits[1]
    assert of(ready("wisconsin", f"9{mine} 9{dealers}").bets(1, 10_00), e.ChoiceOffered)


# --- (d) opening the table ------------------------------------------------------------------------


def test_wi_d1_the_dealer_inspects_and_the_floorperson_verifies() -> None:
    scene = opened_by_hand()
    scene.step()
    sentence = scene.refuses(c.VerifyInspection(), Code.WRONG_STEP, "WI d1")
    assert "sort and inspect" in sentence
    assert [event.cites for event in scene.does(c.InspectDecks())] == ["WI d1"]
    scene.refuses(c.SpreadCards(), Code.WRONG_STEP, "WI d1")
    [verified] = scene.does(c.VerifyInspection())
    assert (verified.NAME, verified.cites) == ("inspection_verified", "WI d1")
    assert (c.InspectDecks.role, c.VerifyInspection.role) == (c.Role.DEALER, c.Role.FLOOR)


def test_wi_d2_the_cards_lie_spread_for_the_first_player_to_arrive() -> None:
    scene = opened_by_hand()
    scene.steps_to(Phase.SPREAD)
    assert [event.cites for event in scene.does(c.SpreadCards())] == ["WI d2"]
    scene.refuses(c.TurnCardsDown(), Code.WRONG_STEP, "WI d2")  # nobody has seen them
    scene.refuses(c.ShowCards(seat=4), Code.WRONG_STEP, "WI d2")
    scene.sits(4, 2)
    scene.refuses(c.ShowCards(seat=2), Code.WRONG_SEAT, "WI d2")
    [shown] = scene.does(c.ShowCards(seat=4))
    assert shown == e.CardsShown(seat=4, cites="WI d2")


def test_wi_d3_after_the_look_turned_down_washed_stacked_and_shuffled() -> None:
    scene = opened_by_hand()
    scene.steps_to(Phase.LOOK)
    scene.sits(1)
    scene.step()
    for step in (c.TurnCardsDown(), c.WashCards(), c.StackCards()):
        scene.refuses(c.ShuffleCards(), Code.WRONG_STEP, "WI d3")
        assert [event.cites for event in scene.does(step)] == ["WI d3"]
    assert [event.cites for event in scene.does(c.ShuffleCards())] == ["WI e1"]


def test_wi_d4_each_batch_is_spread_turned_down_and_stacked_by_itself() -> None:
    scene = opened_by_hand(Shuffling.BATCHES)
    scene.steps_to(Phase.SPREAD)
    scene.refuses(c.SpreadCards(batch=2), Code.WRONG_SEAT, "WI d4")
    events = list(scene.steps_to(Phase.SPREAD)) + list(scene.does(c.SpreadCards(batch=1)))
    scene.refuses(c.SpreadCards(batch=1), Code.WRONG_SEAT, "WI d4")
    events += scene.does(c.SpreadCards(batch=2))
    scene.sits(1)
    scene.step()
    scene.refuses(c.WashCards(), Code.WRONG_STEP, "WI d4")  # the device mixes, nobody washes
    events += scene.steps_to(Phase.SHUFFLE)
    batches = [
        (event.NAME, event.batch, event.cites)
        for event in events
        if isinstance(event, e.CardsSpread | e.CardsTurnedDown | e.CardsStacked)
    ]
    assert batches == [
        ("cards_spread", 1, "WI d4"), ("cards_spread", 2, "WI d4"),
        ("cards_turned_down", 1, "WI d4"), ("cards_turned_down", 2, "WI d4"),
        ("cards_stacked", 1, "WI d4"), ("cards_stacked", 2, "WI d4"),
    ]  # fmt: skip


def test_wi_d5_cards_of_an_earlier_gaming_day_are_not_shuffled_again() -> None:
    scene = ready("wisconsin", automations=BY_HAND)
    scene.does(c.StartGamingDay(day=DAY + timedelta(days=1)))
    scene.does(c.OrderReshuffle())
    scene.step()
    scene.refuses(c.ShuffleCards(), Code.CARDS_TOO_OLD, "WI d5")
    assert isinstance(next_step(scene.state), c.ChangeCards)
    [removed] = scene.does(c.ChangeCards())
    assert (removed.NAME, removed.cites) == ("cards_removed", "WI d5")
    # new decks go through the whole opening
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert names(events)[:4] == [
        "decks_received", "decks_inspected", "inspection_verified", "cards_spread",
    ]  # fmt: skip
    assert scene.state.cards_day == DAY + timedelta(days=1)


def test_wi_d5_with_a_shuffler_both_batches_are_changed() -> None:
    scene = ready("wisconsin", shuffling=Shuffling.BATCHES, automations=BY_HAND)
    scene.does(c.StartGamingDay(day=DAY + timedelta(days=1)))
    scene.does(c.OrderReshuffle())
    scene.step()
    scene.refuses(c.SwapBatches(), Code.CARDS_TOO_OLD, "WI d5")
    scene.table.automations = ALL_STEPS
    events = scene.does(c.ChangeCards())
    assert of(events, e.DecksReceived)[0].decks == 12
    scene.cuts()
    assert scene.state.shoe.cut_cards == CUT


def test_wi_d5_on_the_same_day_the_cards_stay() -> None:
    scene = ready("wisconsin")
    scene.refuses(c.StartGamingDay(day=date(2026, 3, 1)), Code.NOT_NOW)
    assert "cards_removed" not in names(reshuffled(scene))
