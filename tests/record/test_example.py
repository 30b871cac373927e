"""The example that a newcomer is shown is a round of that house, and not a picture of one.

Planted once and caught here: a start that is not the table before the first event.
"""

from __future__ import annotations

import pytest

from casinowar.houses import house_names, load_house
from casinowar.outcomes import Outcome
from casinowar.record.example import example, example_war
from casinowar.table.engine import fold
from casinowar.table.events import CardBurned
from casinowar.table.state import Phase


@pytest.mark.parametrize("name", house_names())
def test_an_example_is_a_war_as_the_house_deals_it(name: str) -> None:
    house = load_house(name)
    played = example_war(house)
    (hand,) = played.state.hands.values()
    assert hand.outcome is Outcome.WAR_WON
    dealt = (hand.card, played.state.dealer_card)
    assert len({card.rank for card in dealt if card is not None}) == 1
    burned = sum(isinstance(event, CardBurned) for event in played.events)
    assert burned == house.war_burns(1)
    assert played.start.phase is Phase.BETTING
    after = fold(played.start, played.events)
    assert after.round_number == 1
    assert example(house).seat == hand.seat
