"""Any house, any commands: chips are conserved, the fold is the state, refusals change nothing.

Every command of a run goes through ``kit.WatchedTable``, which asserts after each event that all
chips of the table add up and that neither the tray nor a player is below zero, that every hand's
movements add up in both directions when its round ends, that the shoe was asked for the cards
turned up and for no other, and that a refusal has a code, one sentence and a clause, and left
everything as it was. What each hand must come to is worked out a second time in ``kit.audit``, from
its cards and the house alone.

Planted once and caught here: a void that leaves paid chips with the player, the dealer's unit paid
twice, a ladder that pays its last rung early, a burn card that was looked at, a refused command
that looked at a card, a coupon whose win no chip can pay, a refusal without its period.
"""

from __future__ import annotations

from random import Random

from hypothesis import given, note
from hypothesis import strategies as st

from casinowar.houses import House
from casinowar.table import Code, Phase, Refusal
from casinowar.table import commands as c
from casinowar.table.state import IN_ROUND
from tests.kit import WatchedTable, any_command, any_house, checked, near_command, sensible_command

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
        chance = random.random()
        if chance < wild / 2:
            command = any_command(random, table.state)
        elif chance < wild:
            command = near_command(random, table.state, table.shoe)
        else:
            command = sensible_command(random, table.state, table.shoe)
        note(f"{table.state.phase}: {command}")
        table.do(command)
        table.check_rack()
    table.check_fold()


@given(house=any_house(), seed=SEEDS, missing=st.integers(1, 52))
@checked(60)
def test_a_round_that_runs_out_of_cards_waits_for_the_floor_and_can_be_voided(
    house: House, seed: int, missing: int
) -> None:
    """Policy 10 keeps this from happening; a shoe that lost cards must still harm nobody."""
    random = Random(seed)
    table = WatchedTable(house, random, many_ties=True)
    for _ in range(400):
        if table.shoes:
            shoe = table.shoes[-1]
            shoe.ends_at = table.state.shoe.cut_cards + missing
        command = sensible_command(random, table.state, table.shoe)
        answer = table.do(command)
        if isinstance(answer, Refusal) and answer.code is Code.SHOE_EMPTY:
            break
    if table.state.hands:
        before_the_deal = table.state.phase not in IN_ROUND
        before = {seat: holder.chips_cents for seat, holder in table.state.seats.items()}
        put_down = {seat: hand.wagered_cents for seat, hand in table.state.hands.items()}
        back = {seat: hand.returned_cents for seat, hand in table.state.hands.items()}
        answer = table.do(c.VoidRound(reason="cards are missing"))
        while isinstance(answer, Refusal) and answer.code is Code.TRAY_SHORT:
            table.do(c.FillTray(amount_cents=answer.short_cents or 0))
            answer = table.do(c.VoidRound(reason="cards are missing"))
        if isinstance(answer, Refusal):
            assert table.state.phase is Phase.RACK
            return
        for seat, cents in put_down.items():
            held = table.state.seats[seat].chips_cents
            assert held == before[seat] + cents - back[seat]
        if before_the_deal:
            assert not table.state.hands
            return
        assert not isinstance(table.do(c.RackCards()), Refusal)
        assert table.state.phase in {Phase.COLLECT, Phase.GOING_IDLE}  # if nobody plays any more
