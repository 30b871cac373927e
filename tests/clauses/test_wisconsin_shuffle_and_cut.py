"""Wisconsin, section (e): shuffle, cut, cutting card, reshuffle, and the idle table.

Planted once and caught: cards in front of the cut that are never dealt, or dealt backwards, a
quarter that is always one of six decks, the same order of cards in every shoe, a shoe that is cut
again without a shuffle.
"""

from __future__ import annotations

from random import Random

import pytest

from casinowar.cards import full_decks
from casinowar.houses.house import Shuffling
from casinowar.live import LiveTable
from casinowar.table import ALL_STEPS, DEALER, Code, Phase, Refusal, Stack, due
from casinowar.table import commands as c
from casinowar.table import events as e

from .scene import BY_HAND, CUT, DAY, Scene, names, of, ready, short_shoe

SIZE = 6 * 52


def at_the_cut(*seats: int) -> Scene:
    """A new game whose stack waits to be cut, every step by hand."""
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens()
    scene.sits(*seats)
    scene.steps_to(Phase.OFFER_CUT)
    return scene


def offered_first(events: tuple[e.Event, ...]) -> int:
    """The seat to which the cut was offered first, by clause e2."""
    first = of(events, e.CutOffered)[0]
    assert first.cites == "WI e2"
    return first.seat


# --- shuffle --------------------------------------------------------------------------------------


def test_wi_e1_shuffled_before_play_begins_into_one_stack() -> None:
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens()
    scene.sits(1)
    scene.steps_to(Phase.SHUFFLE)
    scene.refuses(c.OfferCut(seat=1), Code.NOT_DUE, "WI e1")
    [shuffled] = scene.does(c.ShuffleCards())
    assert shuffled == e.CardsShuffled(shuffling=Shuffling.HAND, cites="WI e1")
    assert scene.state.shoe.size == SIZE


def test_wi_e1_shuffled_again_after_each_shoe() -> None:
    scene = short_shoe("wisconsin", "Kh 5d Qh 4d", front=3)
    scene.bets(1, 10_00)
    events = scene.bets(1, 10_00)
    assert names(events)[-4:] == [
        "round_completed",
        "cards_collected",
        "cards_shuffled",
        "cut_offered",
    ]
    assert of(events, e.CardsShuffled)[0].cites == "WI e1"


@pytest.mark.parametrize("why", ["cutting card", "order", "void"])
def test_wi_e1_no_shoe_is_cut_again_before_all_its_cards_are_shuffled(why: str) -> None:
    scene = short_shoe("wisconsin", "Kh 5d Qh 4d", front=1, automations=BY_HAND)
    if why == "order":
        scene.does(c.OrderReshuffle())
    else:
        scene.bets(1, 10_00)
        scene.steps_to(Phase.DEAL)
        if why == "void":
            scene.does(c.VoidRound(reason="a card fell"))
    scene.steps_to(Phase.COLLECT)
    scene.does(c.CollectCards())
    for early in (c.OfferCut(seat=1), c.CutCards(cards=CUT), c.LoadShoe(), c.BurnCard()):
        scene.refuses(early, Code.NOT_DUE, "WI e1")
    [shuffled] = scene.does(c.ShuffleCards())
    assert shuffled.cites == "WI e1"
    assert (scene.state.shoe.size, scene.state.shoe.drawn, scene.state.rack) == (SIZE, 0, ())


def test_wi_e1_each_shuffle_mixes_all_cards_anew() -> None:
    table = LiveTable("wisconsin", Random(5).randrange)
    shoes = list[tuple[str, ...]]()
    for command in (
        c.OpenTable(day=DAY, dealer="Ana", tray_cents=0),
        c.TakeSeat(seat=1, player="Bo"),
        c.RefuseCut(seat=1),
        c.OrderReshuffle(),
        c.RefuseCut(seat=1),
    ):
        assert not isinstance(table.do(command), Refusal)
        if isinstance(command, c.RefuseCut):
            assert isinstance(table.shoe, Stack)
            shoes.append(tuple(map(str, table.shoe.cards)))
    first, second = shoes
    assert sorted(first) == sorted(second) == sorted(map(str, full_decks(6)))
    assert len({first, second, tuple(map(str, full_decks(6)))}) == 3


# --- the cut --------------------------------------------------------------------------------------


def test_wi_e2_nobody_cuts_to_whom_the_stack_was_not_offered() -> None:
    scene = at_the_cut(3, 5)
    scene.refuses(c.TakeCut(seat=3, cards=CUT), Code.CUT_NOT_OFFERED, "WI e2")
    scene.refuses(c.CutCards(cards=CUT), Code.NOT_DUE, "WI e2")
    scene.does(c.OfferCut(seat=3))
    scene.refuses(c.TakeCut(seat=5, cards=CUT), Code.CUT_NOT_OFFERED, "WI e2")
    assert names(scene.does(c.TakeCut(seat=3, cards=CUT))) == ["cards_cut"]


def test_wi_e2i_a_new_game_offers_the_cut_to_the_first_player_to_the_table() -> None:
    scene = at_the_cut(5, 2, 7)
    assert "seat 5" in scene.refuses(c.OfferCut(seat=2), Code.OUT_OF_ORDER, "WI e2")
    assert offered_first(scene.does(c.OfferCut(seat=5))) == 5


def test_wi_e2ii_the_player_on_whose_betting_area_the_cutting_card_appeared() -> None:
    # seats 2, 4 and 6: the fourth card of the shoe is the dealer's, the sixth is seat 4's
    scene = short_shoe("wisconsin", "Kh Qh Jh 5d Th 9h 8h 4d", front=5, seats=(2, 4, 6))
    events = tuple(event for seat in (2, 4, 6) * 2 for event in scene.bets(seat, 10_00))
    assert of(events, e.CuttingCardReached)[0].seat == 4
    assert offered_first(events) == 4


def test_wi_e2iii_farthest_to_the_right_where_it_appeared_on_the_dealers_hand() -> None:
    scene = short_shoe("wisconsin", "Kh Qh Jh 5d", front=3, seats=(2, 4, 6))
    events = tuple(event for seat in (2, 4, 6) for event in scene.bets(seat, 10_00))
    assert of(events, e.CuttingCardReached)[0].seat == DEALER
    assert offered_first(events) == 6


def test_wi_e2iv_farthest_to_the_right_where_the_casino_chose_to_reshuffle() -> None:
    scene = ready("wisconsin", seats=(2, 4, 6))
    events = scene.does(c.OrderReshuffle())
    assert names(events)[0] == "reshuffle_ordered"
    assert offered_first(events) == 6


def test_wi_e3_a_refused_cut_is_offered_on_clockwise() -> None:
    scene = at_the_cut(5, 2, 7)
    asked = []
    for _ in range(3):
        step = due(scene.state)
        assert isinstance(step, c.OfferCut)
        _, clause = step.words(scene.state)
        [offered] = of(scene.does(step), e.CutOffered)
        assert offered.cites == clause
        asked.append((offered.seat, offered.cites))
        [refused] = scene.does(c.RefuseCut(seat=offered.seat))
        assert refused.cites == "WI e3"
    assert asked == [(5, "WI e2"), (7, "WI e3"), (2, "WI e3")]


def test_wi_e3_nobody_takes_it_so_the_dealer_cuts() -> None:
    scene = at_the_cut(1, 2)
    for seat in (1, 2):
        scene.does(c.OfferCut(seat=seat))
        scene.does(c.RefuseCut(seat=seat))
    scene.refuses(c.OfferCut(seat=1), Code.NOT_DUE, "WI e3")
    scene.refuses(c.PlaceCuttingCard(cards_behind=78), Code.NOT_DUE, "WI e3")
    [cut] = scene.does(c.CutCards(cards=150))
    assert cut == e.CardsCut(seat=DEALER, cards=150, cites="WI e3")


@pytest.mark.parametrize("cards", [0, 1, 9, SIZE - 9, SIZE, -10])
def test_wi_e4_a_cut_within_ten_cards_of_either_end_is_refused(cards: int) -> None:
    scene = at_the_cut(1)
    scene.does(c.OfferCut(seat=1))
    sentence = scene.refuses(c.TakeCut(seat=1, cards=cards), Code.BAD_DEPTH, "WI e4")
    assert "10 to 302" in sentence
    scene.does(c.RefuseCut(seat=1))
    scene.refuses(c.CutCards(cards=cards), Code.BAD_DEPTH, "WI e4")


@pytest.mark.parametrize("cards", [10, SIZE - 10])
def test_wi_e4_ten_cards_in_from_either_end_is_a_cut(cards: int) -> None:
    scene = at_the_cut(1)
    scene.does(c.OfferCut(seat=1))
    [cut] = scene.does(c.TakeCut(seat=1, cards=cards))
    assert cut == e.CardsCut(seat=1, cards=cards, cites="WI e4")


def test_wi_e5_cards_in_front_of_the_cut_go_to_the_back() -> None:
    scene = ready("wisconsin", "Kh 5d")
    in_shoe = scene.state.shoe
    assert (in_shoe.cut_cards, in_shoe.drawn) == (CUT, 1)  # the opening burn is out
    assert in_shoe.next_index == CUT + 1


def test_wi_e5_the_cards_in_front_of_the_cut_are_dealt_after_those_behind_it() -> None:
    """Cards in front of the cut could be left out, or come backwards, and no test said so."""
    scene = Scene("wisconsin")
    scene.opens()
    scene.sits(1, cash_cents=100_000_00)
    scene.does(c.TakeCut(seat=1, cards=SIZE - 10))
    stack = scene.shoe(1)
    assert isinstance(stack, Stack)
    cards = (*stack.cards[-10:], *stack.cards[:-10])
    while scene.state.shoe.number == 1 and scene.state.phase is not Phase.CUT_OFFERED:
        scene.bets(1, 10_00)
        if scene.state.phase is Phase.DECIDE:
            scene.does(c.SurrenderHand(seat=1))
    out = [
        event
        for event in scene.events
        if isinstance(event, e.CardBurned | e.CardDealt | e.CuttingCardReached)
    ]
    at = next(index for index, event in enumerate(out) if isinstance(event, e.CuttingCardReached))
    assert at == SIZE - 78  # a quarter stays behind the cutting card
    dealt = {
        index: event.card for index, event in enumerate(out[:at]) if isinstance(event, e.CardDealt)
    }
    assert dealt == {index: cards[index] for index in range(1, at)}  # the first one is burned


@pytest.mark.parametrize(("decks", "quarter"), [(7, 91), (8, 104)])
def test_wi_e5_the_quarter_is_one_of_all_cards_of_the_shoe(decks: int, quarter: int) -> None:
    scene = Scene("wisconsin", automations=ALL_STEPS - {c.PlaceCuttingCard})
    scene.opens(decks=decks)
    scene.sits(1)
    scene.cuts()
    short = c.PlaceCuttingCard(cards_behind=quarter - 1)
    assert f"{quarter} cards" in scene.refuses(short, Code.BAD_DEPTH, "WI e5")
    scene.does(c.PlaceCuttingCard(cards_behind=quarter))
    assert scene.state.phase is Phase.BETTING  # the stack went into the shoe
    assert scene.state.shoe.front_cards == decks * 52 - quarter


def test_wi_e5_every_shoe_gets_its_cutting_card() -> None:
    scene = ready("wisconsin", automations=BY_HAND)
    scene.steps_to(Phase.BETTING)
    scene.does(c.OrderReshuffle())
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    scene.refuses(c.LoadShoe(), Code.NOT_DUE, "WI e5")
    [placed] = of(scene.steps_to(Phase.BETTING), e.CuttingCardPlaced)
    assert placed.cards_behind == 78


def test_wi_e5_the_cutting_card_is_at_least_a_quarter_in_from_the_back() -> None:
    scene = at_the_cut(1)
    scene.cuts()
    scene.refuses(c.LoadShoe(), Code.NOT_DUE, "WI e5")
    for behind in (0, 1, 77, SIZE, SIZE - 1):
        scene.refuses(c.PlaceCuttingCard(cards_behind=behind), Code.BAD_DEPTH, "WI e5")
    [placed, _] = scene.does(c.PlaceCuttingCard(cards_behind=78))
    assert placed == e.CuttingCardPlaced(cards_behind=78, cites="WI e5")
    assert scene.state.shoe.front_cards == SIZE - 78


def test_wi_e6_g4_the_round_is_finished_and_then_the_cards_are_reshuffled() -> None:
    # the cutting card comes out before seat 3's card; both seats still get theirs and are settled
    scene = short_shoe("wisconsin", "Kh Qh 5d", front=1, seats=(1, 3))
    scene.bets(1, 10_00)
    events = scene.bets(3, 10_00)
    [reached] = of(events, e.CuttingCardReached)
    assert (reached.seat, reached.cites) == (3, "WI g4")
    after = events[events.index(reached) :]
    assert [event.seat for event in of(after, e.CardDealt)] == [3, DEALER]
    assert [event.seat for event in of(after, e.HandDecided)] == [1, 3]
    [completed] = of(events, e.RoundCompleted)
    assert (completed.reshuffle, completed.cites) == (True, "WI e6")
    assert of(events, e.CardsCollected)[0].cites == "WI e6"


def test_wi_e6_no_bet_is_taken_until_the_reshuffle_is_done() -> None:
    scene = short_shoe("wisconsin", "Kh 5d", front=1, automations=ALL_STEPS - {c.CollectCards})
    scene.bets(1, 10_00)
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=10_00), Code.BETS_CLOSED)
    scene.refuses(c.BurnCard(), Code.NOT_DUE, "WI e6")
