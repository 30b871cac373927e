"""Wisconsin, (d)(1) and (d)(2): an inspection that fails, and a player who objects to the cards.

Planted once and caught: rejected decks that stay, an objection that nobody answers, a second one,
an objection of somebody who was shown nothing.
"""

from __future__ import annotations

import pytest

from casinowar.houses.house import Shuffling
from casinowar.table import Code, Phase, due
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.roles import FLOOR_ROLE
from casinowar.table.waits import waits_for

from .scene import BY_HAND, NEXT_DAY, Scene, names, of, ready

BAD = "a king is missing"


def opened(phase: Phase, *seats: int, shuffling: Shuffling = Shuffling.HAND) -> Scene:
    """A new table, every step by hand, as far as ``phase``."""
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(shuffling=shuffling)
    scene.sits(*seats)
    scene.steps_to(phase)
    return scene


def test_wi_d1_decks_that_fail_the_inspection_are_replaced() -> None:
    """An inspection could only succeed once."""
    scene = opened(Phase.INSPECT)
    scene.refuses(c.RejectDecks(reason=BAD), Code.NOT_NOW, "WI d1")  # nothing to verify yet
    [rejected] = scene.does(c.ReportBadDecks(reason=BAD))
    assert rejected == e.DecksRejected(by_dealer=True, reason=BAD, cites="WI d1")
    assert "The dealer reports bad decks" in rejected.text(scene.house)
    assert scene.state.cards_day is None
    assert isinstance(due(scene.state), c.ReceiveDecks)
    assert names(scene.steps_to(Phase.SPREAD)) == [
        "decks_received", "decks_inspected", "inspection_verified",
    ]  # fmt: skip


def test_wi_d1_what_the_floorperson_does_not_verify_is_replaced() -> None:
    scene = opened(Phase.VERIFY)
    scene.refuses(c.ReportBadDecks(reason=BAD), Code.NOT_NOW, "WI d1")  # the dealer found nothing
    [rejected] = scene.does(c.RejectDecks(reason=BAD))
    assert rejected == e.DecksRejected(by_dealer=False, reason=BAD, cites="WI d1")
    assert scene.state.phase is Phase.RECEIVE


def test_wi_d1_a_reason_is_said() -> None:
    scene = opened(Phase.INSPECT)
    scene.refuses(c.ReportBadDecks(reason=" "), Code.BAD_NAME)


def test_wi_d2_the_player_who_was_shown_the_cards_may_object() -> None:
    scene = opened(Phase.LOOK, 4, 2)
    scene.refuses(c.ObjectToCards(seat=4), Code.NOT_NOW, "policy 26")  # nothing was shown yet
    scene.step()
    scene.refuses(c.ObjectToCards(seat=2), Code.NOT_NOW, "policy 26")  # it was shown to seat 4
    assert scene.does(c.ObjectToCards(seat=4)) == (e.CardsObjected(seat=4, cites="WI d2"),)
    scene.refuses(c.TurnCardsDown(), Code.NOT_DUE, "WI d1")
    [wait] = waits_for(scene.state)
    assert (wait.who, wait.otherwise) == (FLOOR_ROLE, c.VerifyInspection())
    assert wait.seconds == scene.house.policies.step_seconds  # never stuck without a floorperson


def test_policy_26_verified_again_the_cards_are_used_and_nobody_objects_twice() -> None:
    scene = opened(Phase.LOOK, 4)
    scene.step()
    scene.does(c.ObjectToCards(seat=4))
    scene.does(c.VerifyInspection())
    scene.refuses(c.ObjectToCards(seat=4), Code.NOT_NOW, "policy 26")
    assert names(scene.steps_to(Phase.OFFER_CUT)) == [
        "cards_turned_down", "cards_washed", "cards_stacked", "cards_shuffled",
    ]  # fmt: skip


@pytest.mark.parametrize("shuffling", [Shuffling.HAND, Shuffling.BATCHES])
def test_policy_26_or_the_cards_are_replaced_and_shown_again(shuffling: Shuffling) -> None:
    scene = opened(Phase.LOOK, 4, shuffling=shuffling)
    scene.step()
    scene.does(c.ObjectToCards(seat=4))
    scene.does(c.RejectDecks(reason=BAD))
    events = scene.steps_to(Phase.TURN_DOWN)
    assert of(events, e.DecksReceived)
    assert [event.seat for event in of(events, e.CardsShown)] == [4]
    scene.does(c.ObjectToCards(seat=4))  # these are other cards


def test_policy_26_once_a_batch_is_turned_down_nobody_objects() -> None:
    scene = opened(Phase.TURN_DOWN, 4, shuffling=Shuffling.BATCHES)
    scene.does(c.TurnCardsDown(batch=1))
    scene.refuses(c.ObjectToCards(seat=4), Code.NOT_NOW, "policy 26")


def test_policy_26_who_objects_and_leaves_leaves_the_cards_to_the_next() -> None:
    scene = opened(Phase.TURN_DOWN, 4)
    scene.does(c.ObjectToCards(seat=4))
    scene.leaves(4)
    assert due(scene.state) == c.SpreadIdleCards()
    scene.step()
    scene.sits(4)  # another person at the same seat
    scene.step()
    scene.does(c.ObjectToCards(seat=4))


def test_policy_26_a_wager_that_is_down_stays_while_cards_are_replaced() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.does(c.StartGamingDay(day=NEXT_DAY))
    scene.bets(1, 10_00)
    scene.does(c.ChangeCards())  # it may come at any moment then (policy 14)
    scene.steps_to(Phase.TURN_DOWN)
    scene.does(c.ObjectToCards(seat=1))
    scene.does(c.RejectDecks(reason=BAD))
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    scene.steps_to(Phase.BETTING)
    assert (scene.chips(1), scene.state.hands[1].initial_cents) == (990_00, 10_00)
