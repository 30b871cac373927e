"""Wisconsin, sections (a) to (d): the words, the cards, their ranks, the opening of the table.

Planted once and caught: a wager under another name, a seventh player without a card, a card too
many of one suit, cards drawn before the shoe is loaded, a shoe of fewer decks than the table's.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import fields

from casinowar.cards import DECK, Rank, Suit, parse_card
from casinowar.houses.house import Shuffling
from casinowar.table import DEALER, Code, Outcome, Phase
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.shoe import shuffled_stack
from casinowar.table.state import Lies

from .scene import BY_HAND, DAY, Scene, moves, names, of, ready

WAR = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 8h"


def opened_by_hand(shuffling: Shuffling = Shuffling.HAND) -> Scene:
    """A table that was opened, with every step still to be done by a person."""
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(shuffling=shuffling)
    return scene


# --- (a) the words --------------------------------------------------------------------------------


def test_wi_a1_the_words_of_the_section_are_the_words_of_the_record() -> None:
    """It once asked only for the names of eight events."""
    scene = ready("wisconsin", WAR.replace("8h", "9h"))
    events = scene.bets(1, 10_00, 5_00) + scene.wars(1, tie_cents=5_00)
    told = [event.text(scene.house) for event in events]
    assert told == [
        "Seat 1 bets $10.00 in chips: initial wager",
        "Seat 1 bets $5.00 in chips: Tie wager",
        "Round 1: “No more bets”",
        "Seat 1 gets Kh",  # the original deal
        "The dealer gets Kd",
        "Seat 1 ties the dealer's card",  # a tie hand
        "Seat 1: Tie wager paid $50.00 at 10:1",
        "Seat 1: Tie wager returned, $5.00",
        "Seat 1 is asked: surrender or war?",
        "Seat 1 goes to war with $10.00",
        "Seat 1 bets $5.00: Tie wager on the war deal",
        "Seat 1's war wager is confirmed",
        "Seat 1: initial wager collected, $10.00",
        *["The dealer burns a card in the war deal: ??"] * 3,
        "Seat 1 gets war card 9s",
        *["The dealer burns a card in the war deal: ??"] * 3,
        "The dealer gets war card 9h",
        "Seat 1 ties the war",
        "Seat 1: war wager paid $30.00 at 3:1",
        "Seat 1: war wager returned, $10.00",
        "Seat 1: Tie wager on the war deal paid $50.00 at 10:1",
        "Seat 1: Tie wager on the war deal returned, $5.00",
        "Seat 1 is settled: war tied",
        "Seat 1's cards go to the rack: Kh 9s",
        "The dealer's cards go to the rack: [Kd] [9h]",
        "Round 1 is over",
    ]


def test_wi_a1i_a_burn_card_goes_face_down_to_the_rack_seen_by_nobody() -> None:
    scene = ready("wisconsin")
    assert [(entry.card, entry.lies) for entry in scene.state.rack] == [(None, Lies.FACE_DOWN)]
    assert {field.name for field in fields(e.CardBurned)} == {
        "version",
        "cites",
        "burn",
    }  # no face to tell


def test_wi_a1ii_the_initial_wager_is_made_before_any_card_is_dealt() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2), automations=BY_HAND)
    bet = c.PlaceWagers(seat=2, tie_cents=5_00)
    assert "initial" in scene.refuses(bet, Code.FIRST_WAGER_NEEDED, "WI a1ii")
    [placed] = of(scene.bets(1, 10_00), e.WagerPlaced)
    assert placed.cites == "WI a1ii"
    scene.step()
    scene.refuses(c.PlaceWagers(seat=2, initial_cents=10_00), Code.BETS_CLOSED)


def test_wi_a1iii_the_original_deal_is_the_first_card_and_decides_the_initial_wager() -> None:
    """It once looked at one winning player alone."""
    seats = range(1, 8)
    scene = ready("wisconsin", "Ah 2h 9s Kh 8c Th 3d 9d", seats=seats)
    events = tuple(event for seat in seats for event in scene.bets(seat, 10_00))
    dealt = [(event.seat, str(event.card)) for event in of(events, e.CardDealt)]
    assert dealt == [
        *((1, "Ah"), (2, "2h"), (3, "9s"), (4, "Kh"), (5, "8c"), (6, "Th"), (7, "3d")),
        (DEALER, "9d"),
    ]
    decided = {event.seat: event.outcome for event in of(events, e.HandDecided)}
    win, lose = Outcome.WIN, Outcome.LOSE
    assert decided == {1: win, 2: lose, 4: win, 5: lose, 6: win, 7: lose}
    assert [event.seat for event in of(events, e.ChoiceOffered)] == [3]  # a tie hand is asked
    settled = [scene.chips(seat) for seat in seats]
    after = scene.wars(3)  # the war deal moves nothing of the others
    assert [event.seat for event in of(after, e.WarCardDealt)] == [3, DEALER]
    assert [scene.chips(seat) for seat in seats if seat != 3] == settled[:2] + settled[3:]


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
    dealt = of(ready("wisconsin", "2c Ad Kh 3s").bets(1, 10_00), e.CardDealt)
    assert [event.card.suit for event in dealt] == [Suit.CLUBS, Suit.DIAMONDS]
    signs = [parse_card(f"7{sign}").suit for sign in "♣♦♥♠"]
    assert signs == [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]
    letters = [parse_card(f"7{letter}").suit for letter in "cdhs"]
    assert letters == signs


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_wi_a1v_b1_a_shoe_holds_each_suit_and_each_rank_once_a_deck(decks: int) -> None:
    cards = Counter(card for card in shuffled_stack(decks, Random(3).randrange).cards)
    assert cards == Counter(dict.fromkeys(DECK, decks))


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
    assert not [move for move in moves(scene.wars(1)) if move[0] == "tie"]


def test_wi_a1viii_war_is_the_decision_on_a_tie_hand_of_the_original_deal() -> None:
    scene = ready("wisconsin", "Kh 5d Kd", seats=(1, 2))
    scene.bets(1, 10_00)
    scene.bets(2, 10_00)
    scene.refuses(c.GoToWar(seat=2), Code.NOT_ASKED, "WI h1iii")
    assert of(scene.wars(1), e.WarChosen)


def test_wi_a1ix_the_war_deal_follows_the_war_wagers() -> None:
    scene = ready("wisconsin", WAR, automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    scene.refuses(c.BurnCard(), Code.NOT_DUE, "WI h1iii")
    scene.wars(1)
    scene.refuses(c.BurnCard(), Code.NOT_DUE, "WI h5")  # not before it is confirmed
    scene.step()
    assert names(scene.does(c.BurnCard())) == ["card_burned"]


def test_wi_a1x_the_war_wager_equals_the_initial_wager() -> None:
    scene = ready("wisconsin", WAR)
    scene.bets(1, 35_00)
    [chosen] = of(scene.wars(1), e.WarChosen)
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
    scene.refuses(c.BurnCard(), Code.NOT_DUE, "WI b2")
    [loaded] = of(scene.does(c.LoadShoe()), e.ShoeLoaded)
    assert (loaded.cards, loaded.cites) == (312, "WI b2")


def test_wi_b2_before_the_shoe_is_loaded_no_card_leaves_it_in_any_way() -> None:
    """Only a burn was tried once, and only just before the shoe was loaded."""
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(decks=8)
    scene.sits(1)
    passed = set[Phase]()
    while scene.state.phase is not Phase.BETTING:
        passed.add(scene.state.phase)
        for step in (c.BurnCard(), c.DealCard(seat=1), c.DealCard(seat=DEALER)):
            scene.refuses(step, Code.NOT_DUE)
        scene.refuses(c.DrawInError(), Code.NOT_NOW, "WI j2")
        scene.refuses(c.SetAsideFaceUpCard(), Code.NOT_NOW, "WI j1")
        if scene.state.phase is Phase.CUT_OFFERED:
            scene.cuts()
        else:
            scene.step()
    assert {Phase.LOOK, Phase.SHUFFLE, Phase.CUT_OFFERED, Phase.CUTTING_CARD, Phase.LOAD} <= passed
    [loaded] = of(scene.events, e.ShoeLoaded)
    assert (loaded.shoe, loaded.cards) == (1, 8 * 52)
    scene.does(c.BurnCard())


def test_wi_b2_every_shoe_is_a_new_one_with_all_cards() -> None:
    scene = ready("wisconsin", seats=(1,))
    for number in (2, 3):
        scene.does(c.OrderReshuffle())
        [loaded] = of(scene.cuts(), e.ShoeLoaded)
        assert (loaded.shoe, loaded.cards, scene.state.shoe.number) == (number, 312, number)


def test_wi_b3_a_second_cutting_card_hides_the_last_card() -> None:
    scene = opened_by_hand()
    scene.sits(1)
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    [hidden] = of(scene.step(), e.LastCardHidden)
    assert hidden.cites == "WI b3"


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
    sentence = scene.refuses(c.VerifyInspection(), Code.NOT_DUE, "WI d1")
    assert "sort and inspect" in sentence
    assert [event.cites for event in scene.does(c.InspectDecks())] == ["WI d1"]
    scene.refuses(c.SpreadCards(), Code.NOT_DUE, "WI d1")
    [verified] = scene.does(c.VerifyInspection())
    assert (verified.NAME, verified.cites) == ("inspection_verified", "WI d1")
    assert (c.InspectDecks.ROLE, c.VerifyInspection.ROLE) == (c.Role.DEALER, c.Role.FLOOR)


def test_wi_d2_the_cards_lie_spread_for_the_first_player_to_arrive() -> None:
    scene = opened_by_hand()
    scene.steps_to(Phase.SPREAD)
    assert [event.cites for event in scene.does(c.SpreadCards())] == ["WI d2"]
    scene.refuses(c.TurnCardsDown(), Code.NOT_DUE, "WI d2")  # nobody has seen them
    scene.refuses(c.ShowCards(seat=4), Code.NOT_DUE, "WI d2")
    scene.sits(4, 2)
    scene.refuses(c.ShowCards(seat=2), Code.OUT_OF_ORDER, "WI d2")
    [shown] = scene.does(c.ShowCards(seat=4))
    assert shown == e.CardsShown(seat=4, cites="WI d2")


def test_wi_d3_after_the_look_turned_down_washed_stacked_and_shuffled() -> None:
    scene = opened_by_hand()
    scene.steps_to(Phase.LOOK)
    scene.sits(1)
    scene.step()
    for step in (c.TurnCardsDown(), c.WashCards(), c.StackCards()):
        scene.refuses(c.ShuffleCards(), Code.NOT_DUE, "WI d3")
        assert [event.cites for event in scene.does(step)] == ["WI d3"]
    assert [event.cites for event in scene.does(c.ShuffleCards())] == ["WI e1"]
