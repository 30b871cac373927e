"""Wisconsin, (e)(6), (g)(4) and (j)(2): the cutting card is reached however a card leaves the shoe.

In a round the round is finished first; between rounds the reshuffle comes before the next one.
Planted once and caught: each way of drawing without the cutting card, a next round in spite of it.
"""

from __future__ import annotations

import pytest

from casinowar.table import ALL_STEPS, DEALER, Code, Phase, due
from casinowar.table import commands as c
from casinowar.table import events as e

from .scene import BY_HAND, Scene, names, of, short_shoe

WAR = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 8h"
NEW_DEALER = c.ChangeDealer(dealer="Bea")


def reached(events: tuple[e.Event, ...]) -> list[tuple[int, str]]:
    """Where the cutting card appeared, and by which clause."""
    return [(event.seat, event.cites) for event in of(events, e.CuttingCardReached)]


# --- in a round -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("front", "place"),
    [(0, 1), (1, DEALER), (2, DEALER), (5, 1), (6, DEALER), (9, DEALER)],
    ids=["card", "dealers-card", "war-burn", "war-card", "second-burn", "dealers-war-card"],
)
def test_wi_e6_g4_reached_by_a_dealt_or_burned_card_the_round_is_finished(
    front: int, place: int
) -> None:
    scene = short_shoe("wisconsin", WAR, front=front or 1)
    if not front:  # the cutting card is the very next thing to come out
        scene = short_shoe("wisconsin", "2d 3d " + WAR, front=2)
        scene.bets(1, 10_00)
    events = scene.bets(1, 10_00) + scene.wars(1)
    assert reached(events) == [(place, "WI g4")]
    assert of(events, e.HandDecided)[-1].outcome == "war_won"
    [completed] = of(events, e.RoundCompleted)
    assert (completed.reshuffle, completed.cites) == (True, "WI e6")


@pytest.mark.parametrize(("face_up", "place"), [(1, DEALER), (0, 1)])
def test_wi_g4_reached_by_a_card_found_face_up(face_up: int, place: int) -> None:
    cards = "2d 3d 7c Kh 5d" if not face_up else "2d 3d Kh 7c 5d"
    scene = short_shoe("wisconsin", cards, front=2 + face_up, face_up=(2 + face_up,))
    scene.bets(1, 10_00)
    events = scene.bets(1, 10_00)
    assert reached(events) == [(place, "WI g4")]
    assert of(events, e.FaceUpCardFound)
    assert of(events, e.HandDecided)[0].outcome == "win"
    assert of(events, e.RoundCompleted)[0].reshuffle


@pytest.mark.parametrize(("dealt", "place"), [(0, 1), (1, DEALER)])
def test_wi_g4_j2_reached_by_a_card_drawn_in_error(dealt: int, place: int) -> None:
    scene = short_shoe("wisconsin", "2d 3d Kh 5d", front=2 + dealt, automations=BY_HAND)
    for turn in range(2):
        scene.bets(1, 10_00)
        scene.steps_to(Phase.DEAL)
        if not turn:
            scene.steps_to(Phase.BETTING)
    for _ in range(dealt):
        scene.step()
    events = scene.does(c.DrawInError())
    assert reached(events) == [(place, "WI g4")]
    assert names(events) == ["cutting_card_reached", "card_drawn_in_error"]
    events = scene.steps_to(Phase.COLLECT)
    assert not reached(events)  # it comes out once
    assert [str(event.card) for event in of(events, e.CardDealt)] == ["Kh", "5d"][dealt:]
    assert of(events, e.RoundCompleted)[0].cites == "WI e6"


def test_wi_g4_j2_drawn_while_the_players_decide_it_is_the_first_burn_of_the_war() -> None:
    scene = short_shoe("wisconsin", WAR, front=2, automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.steps_to(Phase.DEAL)
    scene.steps_to(Phase.DECIDE)
    assert reached(scene.does(c.DrawInError())) == [(DEALER, "WI g4")]
    scene.wars(1)
    events = scene.steps_to(Phase.COLLECT)
    assert len(of(events, e.CardBurned)) == 6
    assert [str(event.card) for event in of(events, e.WarCardDealt)] == ["9s", "8h"]


# --- between rounds -------------------------------------------------------------------------------


def between_rounds(*, face_up: bool = False) -> Scene:
    """A round is over and the cutting card is the next thing to come out; seats 1 and 5."""
    scene = short_shoe(
        "wisconsin", "Kh Qh 5d 7c 8c", front=3, seats=(1, 5), face_up=(3,) if face_up else ()
    )
    for seat in (1, 5):
        scene.bets(seat, 10_00)
    assert scene.state.phase is Phase.BETTING
    scene.table.automations = BY_HAND
    return scene


@pytest.mark.parametrize("step", [c.BurnCard(), c.DrawInError(), c.SetAsideFaceUpCard()])
def test_wi_e6_reached_between_rounds_the_reshuffle_comes_before_the_next_round(
    step: c.Command,
) -> None:
    scene = between_rounds(face_up=isinstance(step, c.SetAsideFaceUpCard))
    if isinstance(step, c.BurnCard):
        scene.does(NEW_DEALER)
    scene.bets(1, 10_00)
    number = scene.state.round_number
    assert reached(scene.does(step)) == [(DEALER, "WI g4")]
    assert due(scene.state) == c.CollectCards()
    scene.refuses(c.AnnounceNoMoreBets(), Code.NOT_DUE, "WI e6")
    scene.refuses(c.PlaceWagers(seat=5, initial_cents=10_00), Code.BETS_CLOSED, "WI e6")
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert [event.cites for event in of(events, e.CardsCollected)] == ["WI e6"]
    assert scene.state.cut_offered_to == 5  # a burn counts as the dealer's (policy 13)
    assert not of(events, e.RoundCompleted)
    assert scene.state.round_number == number
    scene.cuts()
    assert scene.state.hands[1].initial_cents == 10_00  # the wager lies there still
    events = scene.steps_to(Phase.DEAL)
    # the new dealer's burn is done once, whatever became of the shoe
    assert len(of(events, e.CardBurned)) == 1
    assert not scene.state.shoe.held


def test_wi_e6_g4_with_automations_the_wager_is_dealt_from_the_new_shoe() -> None:
    scene = between_rounds()
    scene.table.automations = ALL_STEPS
    events = scene.does(NEW_DEALER)
    assert names(events) == [
        "dealer_changed", "cutting_card_reached", "card_burned", "cards_collected",
        "cards_shuffled", "cut_offered",
    ]  # fmt: skip
    scene.cuts()
    scene.bets(1, 10_00)
    assert of(scene.bets(5, 10_00), e.CardDealt)
