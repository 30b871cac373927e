"""Wisconsin, (h)(4) and (h)(8): the rack lets every round be rebuilt, also around a void one.

Planted once and caught: the dealer's lone card laid straight, the cards of a void war deal racked
as those of the original deal.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from casinowar.houses import House, load_house
from casinowar.houses.house import DealerHandInRack
from casinowar.record.rack import rebuild
from casinowar.table import DEALER, Phase
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.words import rack_text

from .scene import BY_HAND, of, ready


def straight(name: str) -> House:
    """A house that lays the dealer's hand straight."""
    house = load_house(name)
    policies = replace(house.policies, dealer_hand_in_rack=DealerHandInRack.STRAIGHT)
    return replace(house, policies=policies)


@pytest.mark.parametrize(
    "house",
    [load_house("wisconsin"), load_house("washington"), load_house("skycity"),
     straight("wisconsin"), straight("skycity")],
)  # fmt: skip
def test_wi_h4_a_round_in_which_every_seat_was_missed_hides_no_other_round(house: House) -> None:
    scene = ready(house, "Kh Qh 5d 9c Jh Th 4d", seats=(1, 2), automations=BY_HAND)
    for turn in range(3):
        for seat in (1, 2):
            scene.bets(seat, 10_00)
        scene.steps_to(Phase.DEAL)
        if turn == 1:
            for seat in (1, 2):
                scene.does(c.ReportMissedSeat(seat=seat))
            events = scene.steps_to(Phase.BETTING)
            [dealers] = of(events, e.HandRacked)
            assert (dealers.seat, rack_text(dealers.cards)) == (DEALER, "[9c]")
        else:
            scene.steps_to(Phase.BETTING)
    rebuilt = rebuild(scene.house, scene.state.rack)
    assert not rebuilt.problems
    assert [str(one.dealer[0]) for one in rebuilt.rounds] == ["5d", "9c", "4d"]


def test_wi_h8_the_cards_of_a_war_deal_that_is_void_are_racked_as_such() -> None:
    scene = ready("wisconsin", "Kh Kd 2c 3c 4c 9s", automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.steps_to(Phase.DECIDE)
    scene.wars(1)
    while not scene.state.hands[1].war_cards:
        scene.step()
    scene.does(c.VoidRound(reason="the fire alarm"))
    racked = of(scene.steps_to(Phase.COLLECT), e.HandRacked)
    assert [(hand.seat, hand.cites) for hand in racked] == [(1, "WI h8"), (DEALER, "WI h8")]
