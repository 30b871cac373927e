"""Wisconsin, (e)(2) and (e)(3): the cut is offered to persons, not to chairs.

Planted once and caught: refusals kept by seat, the first player taken for whoever came first of
all, a sitting-out player who is asked, no answer for an absent one, a newcomer who cuts by what an
earlier game left behind, a refused cut that goes on from the designated seat.
"""

from __future__ import annotations

from dataclasses import replace

from casinowar.houses import load_house
from casinowar.table import ALL_STEPS, DEALER, Code, Phase, due
from casinowar.table import commands as c
from casinowar.table import events as e

from .scene import BY_HAND, Scene, of, ready, short_shoe


def at_the_cut(*seats: int) -> Scene:
    """A new game whose stack waits to be cut, every step by hand."""
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens()
    scene.sits(*seats)
    scene.steps_to(Phase.OFFER_CUT)
    return scene


def asked(scene: Scene) -> list[int]:
    """The seats that are asked from here on, each of them refusing."""
    found: list[int] = []
    while isinstance(step := due(scene.state), c.OfferCut):
        assert step.seat not in found, "asked twice"
        scene.does(step)
        found.append(step.seat)
        scene.does(c.RefuseCut(seat=step.seat))
    assert isinstance(step, c.CutCards)
    return found


def test_wi_e2i_the_first_player_is_the_earliest_arrival_who_is_still_there() -> None:
    scene = at_the_cut(5, 2, 7)
    scene.leaves(5)
    scene.does(c.TakeSeat(seat=5, player="late"))
    assert asked(scene) == [2, 5, 7]


def test_wi_e2i_a_first_player_who_sits_out_is_passed_over() -> None:
    scene = at_the_cut(5, 2, 7)
    scene.does(c.SitOut(seat=5))
    assert asked(scene) == [2, 7]


def test_wi_e2i_after_everybody_left_during_a_change_of_cards_the_game_begins_anew() -> None:
    scene = ready("wisconsin", seats=(2, 4), automations=BY_HAND)
    scene.does(c.ChangeCards())
    scene.leaves(2, 4)
    scene.sits(3, 6)
    scene.steps_to(Phase.OFFER_CUT)
    assert asked(scene) == [3, 6]


def test_wi_e2ii_the_player_at_whose_seat_it_appeared_is_asked_where_they_sit_now() -> None:
    scene = short_shoe(
        "wisconsin", "Kh Qh Jh 5d", front=1, seats=(2, 4, 6), automations=ALL_STEPS - {c.OfferCut}
    )
    for seat in (2, 4, 6):
        scene.bets(seat, 10_00)
    assert of(scene.events, e.CuttingCardReached)[0].seat == 4
    scene.leaves(4)
    scene.does(c.TakeSeat(seat=1, player="player 4"))
    assert due(scene.state) == c.OfferCut(seat=1)
    scene.leaves(1)  # gone for good: the next one clockwise from that betting area
    assert due(scene.state) == c.OfferCut(seat=6)


def test_wi_e2ii_a_player_with_several_seats_is_asked_where_the_cutting_card_appeared() -> None:
    house = load_house("wisconsin")
    several = replace(house, policies=replace(house.policies, seats_per_player=2))
    scene = Scene(several, "Kh Qh 5d Jh Th 4d", automations=ALL_STEPS - {c.PlaceCuttingCard})
    scene.opens()
    for seat in (2, 4):
        scene.does(c.TakeSeat(seat=seat, player="Bo"))
        scene.does(c.BuyChips(seat=seat, cash_cents=100_00))
    scene.cuts()
    scene.does(c.PlaceCuttingCard(cards_behind=scene.state.shoe.size - 4))
    for seat in (2, 4, 2, 4):
        scene.bets(seat, 10_00)
    assert of(scene.events, e.CuttingCardReached)[0].seat == 2
    assert scene.state.cut_offered_to == 2
    scene.does(c.RefuseCut(seat=2))
    assert of(scene.events, e.CardsCut)[-1].seat == DEALER  # one person, asked once


def test_wi_e2iv_a_void_between_rounds_leads_to_the_farthest_to_the_right() -> None:
    scene = ready("wisconsin", "7c 8c Kh", seats=(2, 4, 6), face_up=(0, 1), automations=BY_HAND)
    scene.does(c.SetAsideFaceUpCard())
    scene.does(c.SetAsideFaceUpCard())
    scene.steps_to(Phase.CUT_OFFERED)
    assert scene.state.cut_offered_to == 6  # no cutting card appeared: as when the casino chose


def test_wi_e3_who_sits_down_where_another_refused_and_left_is_asked() -> None:
    scene = at_the_cut(1, 2)
    scene.step()
    scene.does(c.RefuseCut(seat=1))
    scene.leaves(1)
    scene.does(c.TakeSeat(seat=1, player="new"))
    assert asked(scene) == [2, 1]


def test_wi_e3_who_refused_and_moved_is_not_asked_again() -> None:
    scene = at_the_cut(1, 2)
    scene.step()
    scene.does(c.RefuseCut(seat=1))
    scene.leaves(1)
    scene.does(c.TakeSeat(seat=7, player="player 1"))
    assert asked(scene) == [2]


def test_wi_e3_who_refused_one_cut_is_asked_for_the_next() -> None:
    scene = at_the_cut(1, 2)
    assert asked(scene) == [1, 2]
    scene.steps_to(Phase.BETTING)
    scene.does(c.BurnCard())
    scene.does(c.OrderReshuffle())
    scene.steps_to(Phase.OFFER_CUT)
    assert asked(scene) == [2, 1]


def test_wi_e3_sitting_out_players_are_passed_over_until_they_return() -> None:
    scene = at_the_cut(1, 2, 3)
    scene.does(c.SitOut(seat=2))
    scene.step()
    scene.does(c.RefuseCut(seat=1))
    assert due(scene.state) == c.OfferCut(seat=3)
    scene.does(c.ReturnToPlay(seat=2))
    assert asked(scene) == [2, 3]


def test_wi_e3_the_cut_passes_clockwise_from_whoever_refused_last() -> None:
    """It once went on from the designated seat, which is another one after the first has left."""
    for away in (c.LeaveSeat(seat=5), c.SitOut(seat=5)):
        scene = at_the_cut(5, 2, 7, 6)
        scene.step()
        scene.does(c.RefuseCut(seat=5))
        scene.step()
        assert scene.state.cut_offered_to == 6
        scene.does(away)
        scene.does(c.RefuseCut(seat=6))
        scene.refuses(c.OfferCut(seat=2), Code.OUT_OF_ORDER, "WI e3")
        assert asked(scene) == [7, 2]


def test_wi_e3_who_refused_and_left_is_still_where_the_cut_passes_from() -> None:
    for away in (c.LeaveSeat(seat=5), c.SitOut(seat=5)):
        scene = at_the_cut(5, 2, 7, 6)
        scene.step()
        scene.does(c.RefuseCut(seat=5))
        scene.does(away)
        scene.does(c.OfferCut(seat=6))
        scene.leaves(6)  # without an answer: still clockwise from seat 5
        assert asked(scene) == [7, 2]


def test_wi_e3_newcomers_and_returning_players_are_asked_in_their_turn() -> None:
    scene = at_the_cut(5, 2, 7)
    scene.does(c.SitOut(seat=7))
    scene.step()
    scene.does(c.RefuseCut(seat=5))  # from seat 5 the next one is seat 2
    assert due(scene.state) == c.OfferCut(seat=2)
    scene.step()
    scene.sits(1, 3)
    scene.does(c.ReturnToPlay(seat=7))
    scene.does(c.RefuseCut(seat=2))
    assert asked(scene) == [3, 7, 1]


def test_wi_e3_where_nobody_takes_it_the_dealer_cuts() -> None:
    scene = at_the_cut(1, 2)
    assert asked(scene) == [1, 2]
    [cut] = scene.step()
    assert isinstance(cut, e.CardsCut)
    assert (cut.seat, cut.cites) == (DEALER, "WI e3")


def test_wi_e3_an_absent_player_is_passed_when_time_is_called() -> None:
    scene = at_the_cut(1, 2)
    scene.refuses(c.CallTime(seat=1), Code.NOT_ASKED, "policy 3")  # not offered yet
    scene.step()
    scene.refuses(c.CallTime(seat=2), Code.NOT_ASKED, "policy 3")
    [passed] = scene.does(c.CallTime(seat=1))
    assert passed == e.CutRefused(seat=1, called=True, cites="policy 3")
    assert asked(scene) == [2]


def test_wi_e3_who_leaves_or_sits_out_instead_of_answering_is_passed() -> None:
    for away in (c.LeaveSeat(seat=1), c.SitOut(seat=1)):
        scene = at_the_cut(1, 2, 3)
        scene.step()
        scene.does(away)
        assert scene.state.cut_offered_to is None
        scene.refuses(c.TakeCut(seat=2, cards=30), Code.CUT_NOT_OFFERED, "WI e2")
        assert asked(scene) == [2, 3]
