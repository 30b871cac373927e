"""Wisconsin, (h)(5): whoever goes to war is offered a Tie wager on the war deal, and is waited for.

Planted once and caught: a war deal that does not wait, one that waits for a player who answered.
"""

from __future__ import annotations

from casinowar.table import ALL_STEPS, Code, Phase, due
from casinowar.table import commands as c
from casinowar.table import events as e

from .scene import BY_HAND, Scene, names, of, ready

WAR = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 9h"
TWO_WARS = "Kh Ks Kd 2c 3c 4c 9s 5c 6c 7c 8s 2d 3d 4d 9h"


def at_war(*, by_hand: bool = False) -> Scene:
    """A tied initial wager of 10.00 whose player goes to war."""
    scene = ready("wisconsin", WAR, automations=BY_HAND if by_hand else ALL_STEPS)
    scene.bets(1, 10_00)
    if by_hand:
        scene.steps_to(Phase.DEAL)
        scene.steps_to(Phase.DECIDE)
    return scene


def test_wi_h5_a_tie_wager_on_the_war_deal_is_offered_once_the_war_is_confirmed() -> None:
    scene = at_war(by_hand=True)
    scene.refuses(c.PlaceWarTie(seat=1, tie_cents=5_00), Code.NOT_ASKED, "WI h5")
    scene.refuses(c.DeclineWarTie(seat=1), Code.NOT_ASKED, "WI h5")
    scene.does(c.GoToWar(seat=1))
    assert of(scene.step(), e.WarTieOffered) == [e.WarTieOffered(seat=1, cites="WI h5")]
    scene.refuses(c.BurnCard(), Code.NOT_DUE, "WI h5")
    [placed] = scene.does(c.PlaceWarTie(seat=1, tie_cents=5_00))
    assert placed == e.WarTiePlaced(seat=1, amount_cents=5_00, cites="WI h5")
    assert due(scene.state) == c.BurnCard()


def test_wi_h5_with_automations_the_war_deal_waits_for_every_answer() -> None:
    scene = ready("wisconsin", TWO_WARS, seats=(1, 4))
    for seat in (1, 4):
        scene.bets(seat, 10_00)
    scene.does(c.GoToWar(seat=4))
    events = scene.does(c.GoToWar(seat=1))
    assert [event.seat for event in of(events, e.WarTieOffered)] == [1, 4]
    assert not of(events, e.CardBurned)
    assert names(scene.does(c.PlaceWarTie(seat=4, tie_cents=5_00))) == ["war_tie_placed"]
    assert scene.state.phase is Phase.WAR_TIES  # seat 1 has not answered
    events = scene.does(c.DeclineWarTie(seat=1))
    assert events[0] == e.WarTieDeclined(seat=1, cites="WI h5")
    assert names(events)[-1] == "round_completed"
    paid = [(event.seat, event.wager) for event in of(events, e.WagerPaid)]
    assert paid == [(1, "war")]  # 9s ties 9h; seat 4 lost both


def test_wi_h5_no_answer_in_time_means_no_tie_wager() -> None:
    scene = at_war()
    scene.does(c.GoToWar(seat=1))
    events = scene.does(c.CallTime(seat=1))
    assert events[0] == e.WarTieDeclined(seat=1, called=True, cites="policy 3")
    assert of(events, e.HandDecided)[0].outcome == "war_tied"
    assert scene.chips(1) == 1_020_00


def test_wi_h5_going_to_war_with_an_amount_is_the_short_way() -> None:
    scene = at_war()
    events = scene.does(c.GoToWar(seat=1, war_tie_cents=5_00))
    assert names(events)[:2] == ["war_chosen", "war_tie_placed"]
    assert not of(events, e.WarTieOffered)
    assert scene.chips(1) == 1_070_00
    none = at_war()
    events = none.does(c.GoToWar(seat=1, war_tie_cents=0))
    assert names(events)[:2] == ["war_chosen", "war_tie_declined"]
    assert names(events)[-1] == "round_completed"


def test_wi_h5_no_tie_wager_once_the_war_deal_has_begun() -> None:
    scene = at_war(by_hand=True)
    scene.wars(1)
    scene.steps_to(Phase.WAR_DEAL)
    scene.step()
    scene.refuses(c.PlaceWarTie(seat=1, tie_cents=5_00), Code.BETS_CLOSED, "WI h5")


def test_wi_h5_who_changes_their_mind_before_the_war_deal_may_still_bet() -> None:
    scene = at_war(by_hand=True)
    scene.wars(1)
    scene.steps_to(Phase.WAR_DEAL)
    scene.does(c.PlaceWarTie(seat=1, tie_cents=5_00))
    scene.refuses(c.PlaceWarTie(seat=1, tie_cents=5_00), Code.WAGER_FINAL, "WI f2")


def test_wi_h5_houses_that_offer_none_do_not_wait() -> None:
    for house in ("washington", "skycity"):
        scene = ready(house, WAR)
        scene.bets(1, 10_00)
        assert names(scene.does(c.GoToWar(seat=1)))[-1] == "round_completed"
        assert not of(scene.events, e.WarTieOffered)


def test_wi_h5_nobody_answers_for_an_empty_seat() -> None:
    scene = ready("wisconsin")
    scene.refuses(c.DeclineWarTie(seat=5), Code.SEAT_EMPTY)
    scene.refuses(c.PlaceWarTie(seat=5, tie_cents=5_00), Code.SEAT_EMPTY)
