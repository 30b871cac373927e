"""A disturbed rack: what lies before and after the disturbed place is rebuilt as it was.

Planted once and caught: without ``rack_doubts`` a dealer's war card that was laid straight made
the next round a wrong one; unread stretches that ended before the crosswise run claimed wrong
rounds after it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from time import process_time

import pytest

from casinowar.houses import House, load_house
from casinowar.houses.house import BurnPattern, DealerHandInRack
from casinowar.record.rack import Rebuilt, rebuild
from tests.kit.profile import tried
from tests.record.disturbed import (
    Disturbed,
    Rack,
    known,
    one_card_disturbed,
    rounds_disturbed,
    untouched,
)
from tests.record.test_rack import play_shoe

HOUSES = ["washington", "skycity", "wisconsin", "eleven-to-one", "no-bonus", "two-deals"]
CASES = 150  # of each shoe, evenly over all disturbances
CPU_SECONDS_MAX = 10.0  # usually below one; an exponential search takes hours
BESIDE_MAX = 2  # untouched rounds after the disturbed place that may be in doubt, and one before


def house_named(name: str) -> House:
    if name != "two-deals":
        return load_house(name)
    house = load_house("skycity")
    war = replace(house.war, burn_pattern=BurnPattern.EVERY_CARD, burn_count=2, deals_max=2)
    return replace(house, war=war)


@cache
def shoe(name: str, seats: int) -> tuple[House, Rack, Rebuilt]:
    house = house_named(name)
    _, rack = play_shoe(house, seats, seed=seats)
    return house, rack, rebuild(house, rack)


def check(house: House, truth: Rebuilt, case: Disturbed) -> bool:
    """Check one disturbed rack; whether the disturbance was seen."""
    rebuilt = rebuild(house, case.rack)
    before, after = untouched(truth.rounds, case)
    claimed = [known(one) for one in rebuilt.rounds]
    if not rebuilt.problems:  # another rack that the house can leave: all else is as it was
        assert {*before[:-1], *after[1:]} <= set(claimed), case.kind
        assert len(claimed) <= len(before) + len(after) + 4, case.kind
        return False
    lost = [one for one in (*before, *after) if one not in claimed]
    assert set(lost) <= {*before[-1:], *after[:BESIDE_MAX]}, case.kind
    shift = case.new_end - case.end
    true_hands = {(one.hands, one.dealer) for one in truth.rounds}
    true_ends = {known(one)[0] for one in truth.rounds if one.end <= case.start} | {
        one.end + shift for one in truth.rounds if one.end >= case.end
    }
    for end, hands, dealer in claimed:
        assert (hands, dealer) in true_hands, case.kind
        assert end in true_ends or case.kind == "rounds exchanged", case.kind
    assert any(p.start <= case.new_end and p.end >= case.start for p in rebuilt.problems), case.kind
    _check_whole(rebuilt, len(case.rack))
    return True


def _check_whole(rebuilt: Rebuilt, cards: int) -> None:
    """Rounds and problems cover each card of the rack once."""
    at = 0
    places = [(one.start, one.end) for one in rebuilt.rounds]
    places += [(problem.start, problem.end) for problem in rebuilt.problems]
    for start, end in sorted(places):
        assert start == at
        at = end
    assert at == cards


@pytest.mark.parametrize("seats", [1, 2, 4, 7])
@pytest.mark.parametrize("name", HOUSES)
def test_one_disturbed_place_leaves_all_other_rounds_as_they_were(name: str, seats: int) -> None:
    house, rack, truth = shoe(name, seats)
    assert not truth.problems
    cases = [*one_card_disturbed(rack, Random(seats)), *rounds_disturbed(rack, truth.rounds)]
    # cards after the last dealer's hand are taken for an unfinished round, never for a slip
    cases = [case for case in cases if case.new_end < len(case.rack)]
    seen = [check(house, truth, case) for case in cases[:: len(cases) // tried(CASES)]]
    assert sum(seen) >= len(seen) // 10


@pytest.mark.parametrize("seats", [1, 7])
def test_a_straight_rack_covers_every_card_and_takes_no_longer(seats: int) -> None:
    house = load_house("no-bonus")
    policies = replace(house.policies, dealer_hand_in_rack=DealerHandInRack.STRAIGHT)
    house = replace(house, policies=policies)
    _, rack = play_shoe(house, seats, seed=1)
    rack = (rack + rack)[:416]
    for cards in (rack, rack[:200] + rack[201:], rack[::-1]):
        begin = process_time()
        rebuilt = rebuild(house, cards)
        assert process_time() - begin < CPU_SECONDS_MAX
        _check_whole(rebuilt, len(cards))


@pytest.mark.parametrize("name", HOUSES)
def test_a_full_rack_is_read_in_time_however_disturbed(name: str) -> None:
    house, rack, _ = shoe(name, 7)
    rack = (rack + rack)[:416]
    shuffled = Random(1).sample(rack, len(rack))
    for cards in (rack, rack[::-1], shuffled, sorted(rack, key=lambda entry: entry.lies)):
        begin = process_time()
        rebuilt = rebuild(house, cards)
        assert process_time() - begin < CPU_SECONDS_MAX
        _check_whole(rebuilt, len(cards))
