"""Wisconsin, (d)(5), with policy 14: all cards are changed at least once each gaming day.

Planted once and caught: a shoe of the day before that is not finished, one of two days before
that is, a jump of several days counted as one, an old batch shuffled in the device, a day that
ends without a change.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from casinowar.houses.house import Shuffling
from casinowar.table import ALL_STEPS, Code, Phase, due
from casinowar.table import commands as c
from casinowar.table import events as e

from .scene import BY_HAND, CUT, DAY, NEXT_DAY, Scene, names, of, ready

THIRD_DAY = NEXT_DAY + timedelta(days=1)
SHOES = "Kh 5d Qh 4d Jh 3d"


def after_days(days: int, shuffling: Shuffling = Shuffling.HAND) -> Scene:
    """A table in the middle of a shoe, so many gaming days after its cards were opened."""
    scene = ready("wisconsin", SHOES, shuffling=shuffling, automations=BY_HAND)
    for day in range(1, days + 1):
        scene.does(c.StartGamingDay(day=DAY + timedelta(days=day)))
    return scene


def test_wi_d5_cards_of_an_earlier_gaming_day_are_not_shuffled_again() -> None:
    scene = after_days(1)
    scene.does(c.OrderReshuffle())
    scene.step()
    scene.refuses(c.ShuffleCards(), Code.CHANGE_CARDS_FIRST, "WI d5")
    assert due(scene.state) == c.ChangeCards()
    [removed] = scene.does(c.ChangeCards())
    assert (removed.NAME, removed.cites) == ("cards_removed", "WI d5")
    # new decks go through the whole opening
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert names(events)[:4] == [
        "decks_received", "decks_inspected", "inspection_verified", "cards_spread",
    ]  # fmt: skip
    assert scene.state.cards_day == NEXT_DAY


def test_wi_d5_with_a_shuffler_both_batches_are_changed() -> None:
    scene = after_days(1, Shuffling.BATCHES)
    scene.does(c.OrderReshuffle())
    scene.step()
    scene.refuses(c.SwapBatches(), Code.CHANGE_CARDS_FIRST, "WI d5")
    scene.table.automations = ALL_STEPS
    events = scene.does(c.ChangeCards())
    assert of(events, e.DecksReceived)[0].decks == 12
    scene.cuts()
    assert scene.state.shoe.cut_cards == CUT


def test_wi_d5_on_the_same_day_the_cards_stay() -> None:
    scene = ready("wisconsin")
    scene.refuses(c.StartGamingDay(day=DAY - timedelta(days=1)), Code.EARLIER_DAY, "policy 14")
    scene.refuses(c.StartGamingDay(day=DAY), Code.EARLIER_DAY, "policy 14")
    assert "cards_removed" not in names(scene.does(c.OrderReshuffle()))


def test_wi_d5_a_shoe_under_way_at_the_hour_is_finished() -> None:
    scene = after_days(1)
    for _ in range(2):
        scene.bets(1, 10_00)
        scene.steps_to(Phase.DEAL)
        scene.steps_to(Phase.BETTING)
    assert not of(scene.events, e.CardsRemoved)


@pytest.mark.parametrize("shuffling", [Shuffling.HAND, Shuffling.BATCHES])
def test_wi_d5_a_gaming_day_does_not_end_without_a_change(shuffling: Shuffling) -> None:
    """Cards of one day once served the whole next day and on into a third."""
    scene = after_days(1, shuffling)
    scene.bets(1, 10_00)
    scene.refuses(c.StartGamingDay(day=THIRD_DAY), Code.CHANGE_CARDS_FIRST, "WI d5")
    [removed] = scene.does(c.ChangeCards())  # at once, although a wager is down
    assert removed == e.CardsRemoved(cites="WI d5")
    [received] = of(scene.steps_to(Phase.LOOK), e.DecksReceived)
    assert received.decks == (12 if shuffling is Shuffling.BATCHES else 6)  # both batches
    assert scene.state.cards_day == NEXT_DAY
    assert scene.state.hands[1].initial_cents == 10_00  # it stays
    scene.does(c.StartGamingDay(day=THIRD_DAY))
    # the third day owes a change of its own, before its next shuffle
    scene.steps_to(Phase.SHUFFLE)
    scene.refuses(c.ShuffleCards(), Code.CHANGE_CARDS_FIRST, "WI d5")


def test_wi_d5_a_round_is_finished_before_the_cards_leave() -> None:
    scene = after_days(1)
    scene.bets(1, 10_00)
    scene.steps_to(Phase.DEAL)
    scene.refuses(c.ChangeCards(), Code.NOT_NOW, "WI d5")
    scene.refuses(c.StartGamingDay(day=THIRD_DAY), Code.CHANGE_CARDS_FIRST, "WI d5")
    scene.steps_to(Phase.BETTING)
    scene.does(c.ChangeCards())


@pytest.mark.parametrize("phase", [Phase.CUT_OFFERED, Phase.LOOK, Phase.CUTTING_CARD])
def test_wi_d5_before_a_day_ends_the_cards_leave_whatever_is_done_with_them(phase: Phase) -> None:
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens()
    scene.sits(1)
    if phase is Phase.CUTTING_CARD:
        scene.steps_to(Phase.CUT_OFFERED)
        scene.cuts()
    scene.steps_to(phase)
    scene.does(c.StartGamingDay(day=NEXT_DAY))
    scene.does(c.ChangeCards())
    assert scene.state.cut_offered_to is None
    scene.does(c.ReceiveDecks(decks=6, backs=("red",), cutting_card="yellow"))
    scene.does(c.StartGamingDay(day=THIRD_DAY))


def test_wi_d5_a_table_that_closes_gives_up_its_cards() -> None:
    scene = after_days(1)
    scene.does(c.CloseTable())
    assert scene.state.cards_day is None
    scene.opens(day=NEXT_DAY)
    assert [event.decks for event in of(scene.step(), e.DecksReceived)] == [6]


@pytest.mark.parametrize("shuffling", [Shuffling.HAND, Shuffling.BATCHES])
def test_wi_d5_a_whole_gaming_day_is_not_skipped(shuffling: Shuffling) -> None:
    scene = after_days(0, shuffling)
    scene.does(c.StartGamingDay(day=THIRD_DAY))
    scene.bets(1, 10_00)
    scene.refuses(c.AnnounceNoMoreBets(), Code.CHANGE_CARDS_FIRST, "WI d5")
    [removed] = scene.step()
    assert removed == e.CardsRemoved(cites="WI d5")
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    scene.steps_to(Phase.DEAL)  # the wager stayed down and is dealt from new cards
    assert scene.state.hands[1].initial_cents == 10_00
    assert scene.state.cards_day == scene.state.day


def test_wi_d5_nor_after_a_jump_of_several_days() -> None:
    scene = after_days(0)
    scene.does(c.StartGamingDay(day=DAY + timedelta(days=40)))
    assert due(scene.state) == c.ChangeCards()


def test_wi_d5_a_round_under_way_is_finished_first_whatever_the_day() -> None:
    scene = after_days(0)
    scene.bets(1, 10_00)
    scene.steps_to(Phase.DEAL)
    scene.does(c.StartGamingDay(day=DAY + timedelta(days=3)))
    events = scene.steps_to(Phase.BETTING)
    assert names(events)[-1] == "round_completed"
    assert due(scene.state) == c.ChangeCards()


def test_wi_d5_cards_of_an_idle_table_are_changed_before_their_shuffle() -> None:
    scene = after_days(0)
    scene.leaves(1)
    scene.step()
    scene.does(c.StartGamingDay(day=NEXT_DAY))
    scene.sits(2)
    scene.steps_to(Phase.SHUFFLE)
    scene.refuses(c.ShuffleCards(), Code.CHANGE_CARDS_FIRST, "WI d5")


def test_wi_d5_after_a_change_in_mid_shoe_the_farthest_to_the_right_cuts() -> None:
    scene = ready("wisconsin", SHOES, seats=(2, 5), automations=BY_HAND)
    scene.does(c.ChangeCards())
    scene.steps_to(Phase.CUT_OFFERED)
    assert scene.state.cut_offered_to == 5


def test_wi_d5_the_device_does_not_shuffle_a_batch_of_an_earlier_day() -> None:
    scene = after_days(1, Shuffling.BATCHES)
    scene.steps_to(Phase.BETTING)
    scene.does(c.ReportShufflerFault())
    scene.refuses(c.ShuffleStoredBatch(), Code.CHANGE_CARDS_FIRST, "WI d5")
    assert due(scene.state) == c.ChangeCards()


def test_wi_d5_nor_the_batch_beside_a_shoe_that_is_loaded_after_the_hour() -> None:
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(shuffling=Shuffling.BATCHES)
    scene.sits(1)
    scene.steps_to(Phase.CUT_OFFERED)
    scene.does(c.StartGamingDay(day=NEXT_DAY))
    scene.cuts()
    events = scene.steps_to(Phase.RECEIVE)
    assert not of(events, e.BatchStored)
    assert events[-1] == e.CardsRemoved(cites="WI d5")
