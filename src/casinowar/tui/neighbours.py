"""Automated neighbours: they bet the minimum, go to war on every tie and leave the cut to others.

They are marked as automatic by their names, and play by the same commands as anybody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casinowar.table import Phase, Table
from casinowar.table import commands as c
from casinowar.table.state import Status

NEIGHBOURS_MAX = 6
_BUY_IN_MINIMUMS = 20


def neighbour_name(seat: int) -> str:
    """A name that says what sits there."""
    return f"Auto {seat}"


def neighbour_bets(state: Table, seats: Sequence[int]) -> Iterator[c.Command]:
    """What the neighbours do while bets are open: buy chips where they are short, and bet."""
    least = state.house.limits.first.min_cents
    for seat in seats:
        if seat in state.hands:
            continue
        if state.seats[seat].chips_cents < 2 * least:  # enough for a war as well
            yield c.BuyChips(seat=seat, cash_cents=least * _BUY_IN_MINIMUMS)
        yield c.PlaceWagers(seat=seat, initial_cents=least)


def neighbour_answer(state: Table, seats: Sequence[int]) -> c.Command | None:
    """What a neighbour owes the table now; None if nothing."""
    if state.phase is Phase.CUT_OFFERED and state.queue[0] in seats:
        return c.RefuseCut(seat=state.queue[0])
    if state.phase is not Phase.DECIDE:
        return None
    for seat in seats:
        hand = state.hands.get(seat)
        if hand is not None and hand.status is Status.ASKED:
            return c.GoToWar(seat=seat)
    return None
