"""Any house, any commands: chips are conserved, the fold is the state, refusals change nothing.

Every command of a run goes through ``kit.WatchedTable``, which asserts after each event that all
chips of the table add up to what its trays opened with, that every hand's movements add up in both
directions when its round ends, that the shoe was asked for the cards turned up and for no other,
and that a refusal has a code, one sentence and a clause, and left everything as it was.
"""

from __future__ import annotations

from random import Random

from hypothesis import given, note
from hypothesis import strategies as st

from casinowar.houses import House
from tests.kit import WatchedTable, any_command, any_house, checked, sensible_command

SEEDS = st.integers(0, 2**32 - 1)
WILD_PARTS = st.sampled_from((0.0, 0.05, 0.3))
FACE_UP_CHANCES = st.sampled_from((0.0, 0.0, 0.01, 0.1))


@given(house=any_house(), seed=SEEDS, wild=WILD_PARTS, face_up=FACE_UP_CHANCES)
@checked(250)
def test_any_commands_at_any_house_keep_chips_cards_and_record_straight(
    house: House, seed: int, wild: float, face_up: float
) -> None:
    random = Random(seed)
    table = WatchedTable(house, random, face_up, many_ties=seed % 2 == 0)
    for _ in range(150):
        if random.random() < wild:
            command = any_command(random, table.state)
        else:
            command = sensible_command(random, table.state, table.shoe)
        note(f"{table.state.phase}: {command}")
        table.do(command)
        table.check_rack()
    table.check_fold()
