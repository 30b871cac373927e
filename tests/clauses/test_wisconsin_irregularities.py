"""Wisconsin, section (j): irregularities.

Planted once and caught: a war card that lay face up and was used, a second one in front of a war
card that voids nothing.
"""

from __future__ import annotations

import pytest

from casinowar.table import DEALER, Code, Outcome, Phase, Refusal, Stack, decide, due
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.words import rack_text

from .scene import BY_HAND, Scene, moves, names, of, ready


def test_wi_j1_one_card_found_face_up_is_not_used_and_goes_to_the_rack() -> None:
    scene = ready("wisconsin", "Kh 7c 5d", face_up=(1,))
    events = scene.bets(1, 10_00)
    [found] = of(events, e.FaceUpCardFound)
    assert (str(found.card), found.found, found.cites) == ("7c", 1, "WI j1")
    dealt = [(event.seat, str(event.card)) for event in of(events, e.CardDealt)]
    assert dealt == [(1, "Kh"), (DEALER, "5d")]
    assert rack_text(scene.state.rack) == "?? ^7c Kh [5d]"
    assert not of(events, e.RoundVoided)
    assert not of(events, e.RoundCompleted)[0].reshuffle


def test_wi_j1_a_face_up_card_is_neither_dealt_nor_burned() -> None:
    scene = ready("wisconsin", "7c Kh 5d", face_up=(0,), automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.step()
    sentence = scene.refuses(c.DealCard(seat=1), Code.CARD_FACE_UP, "WI j1")
    assert "rack" in sentence
    scene.refuses(c.DrawInError(), Code.CARD_FACE_UP, "WI j1")
    scene.does(c.SetAsideFaceUpCard())
    scene.refuses(c.SetAsideFaceUpCard(), Code.CARD_NOT_FACE_UP, "WI j1")
    scene.does(c.DealCard(seat=1))


def test_wi_j1_a_burn_card_that_lies_face_up_is_replaced_by_the_next() -> None:
    cards = "Kh Kd 2c 7c 3c 4c 9s 5c 6c 7d 8h"
    scene = ready("wisconsin", cards, face_up=(3,))
    scene.bets(1, 10_00)
    events = scene.wars(1)
    drawn = [
        event
        for event in events
        if isinstance(event, e.CardBurned | e.FaceUpCardFound | e.WarCardDealt)
    ]
    assert names(drawn)[:5] == [
        "card_burned",
        "face_up_card_found",
        "card_burned",
        "card_burned",
        "war_card_dealt",
    ]


WAR = ("Kh", "Kd", "2c", "3c", "4c", "9s", "5c", "6c", "8c", "8h")


@pytest.mark.parametrize("place", range(len(WAR)))
def test_wi_j1_wherever_it_lies_the_round_is_played_as_if_it_were_not_there(place: int) -> None:
    """A card in front of a war card was in no test."""
    cards = " ".join((*WAR[:place], "7h", *WAR[place:]))
    scene = ready("wisconsin", cards, face_up=(place,))
    events = scene.bets(1, 10_00) + scene.wars(1)
    [found] = of(events, e.FaceUpCardFound)
    assert (str(found.card), found.cites) == ("7h", "WI j1")
    assert [str(event.card) for event in of(events, e.CardDealt)] == ["Kh", "Kd"]
    drawn = [event for event in events if isinstance(event, e.CardBurned | e.WarCardDealt)]
    assert names(drawn) == (["card_burned"] * 3 + ["war_card_dealt"]) * 2
    assert [str(event.card) for event in of(events, e.WarCardDealt)] == ["9s", "8h"]
    assert rack_text(scene.state.rack).count("^7h") == 1
    assert scene.chips(1) == 1_010_00  # 10.00 collected, the war wager of 10.00 paid 2 to 1


@pytest.mark.parametrize("place", range(1, len(WAR) + 1))
def test_wi_j1_wherever_the_second_one_lies_every_hand_is_void(place: int) -> None:
    cards = " ".join(("7h", *WAR[: place - 1], "7s", *WAR[place - 1 :]))
    scene = ready("wisconsin", cards, face_up=(0, place))
    events = scene.bets(1, 10_00)
    if scene.state.phase is Phase.DECIDE:
        events += scene.wars(1)
    assert [event.found for event in of(events, e.FaceUpCardFound)] == [1, 2]
    assert of(events, e.RoundVoided)[0].cites == "WI j1"
    assert of(events, e.RoundCompleted)[0].reshuffle
    assert scene.chips(1) == 1_000_00


@pytest.mark.parametrize(("place", "to"), [(5, 1), (9, DEALER)])
def test_wi_j1_a_war_card_that_lies_face_up_is_not_dealt(place: int, to: int) -> None:
    cards = " ".join((*WAR[:place], "7h", *WAR[place:]))
    scene = ready("wisconsin", cards, face_up=(place,), automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.step()
    scene.steps_to(Phase.DECIDE)
    scene.wars(1)
    while due(scene.state) != c.DealCard(seat=to):
        scene.step()
    scene.refuses(c.DealCard(seat=to), Code.CARD_FACE_UP, "WI j1")
    scene.does(c.SetAsideFaceUpCard())
    [dealt] = scene.does(c.DealCard(seat=to))
    assert isinstance(dealt, e.WarCardDealt)
    assert str(dealt.card) == WAR[place]


def test_wi_j1_more_than_one_voids_every_hand_and_the_cards_are_reshuffled() -> None:
    scene = ready("wisconsin", "Kh 7c Qh 8c 5d", seats=(1, 2), face_up=(1, 3))
    scene.bets(1, 10_00, 5_00)
    events = scene.bets(2, 20_00)
    [voided] = of(events, e.RoundVoided)
    assert voided.cites == "WI j1"
    assert moves(events, 1) == [
        ("initial", "return", 10_00, "", "policy 7"),
        ("tie", "return", 5_00, "", "policy 7"),
    ]
    assert [scene.chips(seat) for seat in (1, 2)] == [1_000_00, 1_000_00]
    [completed] = of(events, e.RoundCompleted)
    assert completed.reshuffle
    assert names(events)[-3:] == ["cards_collected", "cards_shuffled", "cut_offered"]


def test_wi_j2_a_card_drawn_in_error_is_the_next_card() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.bets(1, 10_00)
    [drawn] = scene.does(c.DrawInError())
    assert drawn == e.CardDrawnInError(cites="WI j2")
    scene.refuses(c.DrawInError(), Code.ALREADY_DRAWN, "WI j2")
    scene.step()
    [dealt] = of(scene.does(c.DealCard(seat=1)), e.CardDealt)
    assert str(dealt.card) == "Kh"
    assert scene.state.shoe.drawn == 2  # the opening burn and this card: none was skipped
    assert not scene.state.shoe.held


def test_wi_j2_without_a_shoe_no_card_can_be_drawn_in_error() -> None:
    scene = Scene("wisconsin")
    scene.opens()
    scene.refuses(c.DrawInError(), Code.NOT_NOW, "WI j2")


def test_wi_j3_a_wager_that_was_not_dealt_a_card_is_void() -> None:
    scene = ready("wisconsin", "Kh Qh 5d", seats=(1, 2, 3), automations=BY_HAND)
    for seat in (1, 2, 3):
        scene.bets(seat, 10_00, 5_00)
    scene.step()
    scene.does(c.DealCard(seat=1))
    events = scene.does(c.ReportMissedSeat(seat=2))
    assert events[0] == e.SeatMissed(seat=2, cites="WI j3")
    assert scene.state.hands[2].outcome is Outcome.VOID
    assert scene.chips(2) == 1_000_00
    dealt = of(scene.steps_to(Phase.SETTLE), e.CardDealt)
    assert [(event.seat, str(event.card)) for event in dealt] == [(3, "Qh"), (DEALER, "5d")]
    settled = of(scene.steps_to(Phase.RACK), e.HandDecided)
    assert [event.seat for event in settled] == [1, 3]


def test_wi_j3_the_player_is_in_the_next_round() -> None:
    scene = ready("wisconsin", "5d Kh 6d", automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.step()
    scene.does(c.ReportMissedSeat(seat=1))
    scene.steps_to(Phase.BETTING)
    scene.bets(1, 10_00)
    scene.step()
    dealt = of(scene.steps_to(Phase.SETTLE), e.CardDealt)
    assert [event.seat for event in dealt] == [1, DEALER]


def test_wi_j3_a_seat_that_has_its_card_was_not_missed() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.refuses(c.ReportMissedSeat(seat=1), Code.NOT_NOW, "WI j3")
    scene.step()
    scene.does(c.DealCard(seat=1))
    scene.refuses(c.ReportMissedSeat(seat=1), Code.NOT_NOW, "WI j3")


def test_wi_j1_a_card_found_face_up_has_a_face_that_is_recorded() -> None:
    scene = ready("wisconsin", automations=BY_HAND)
    unknown = Stack((None,) * scene.state.shoe.size, frozenset({scene.state.shoe.next_index}))
    answer = decide(scene.state, c.SetAsideFaceUpCard(), unknown)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.cites) == (Code.CARD_UNSEEN, "WI j1")
