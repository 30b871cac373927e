"""Where somebody sits: their seats at all tables."""

from __future__ import annotations

from dataclasses import dataclass

from casinowar.service.casino import Casino
from casinowar.service.play import tables_with_chips


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A seat of somebody, and what they have there."""

    table: str
    seat: int
    chips_cents: int  # in front of them
    layout_cents: int  # their wagers


async def seats_of(casino: Casino, person: str) -> list[HeldSeat]:
    """All seats of somebody with chips, and those without at tables that are open here.

    Nothing is opened: another process may be home to a table.
    """
    held = list[HeldSeat]()
    with_chips = await tables_with_chips(casino.store, person)
    for table in {**dict.fromkeys(with_chips), **casino.hosts}:
        state = (await casino.look_at(table)).state
        for seat, holder in sorted(state.seats.items()):
            if holder.player == person:
                hand = state.hands.get(seat)
                bet = 0 if hand is None else hand.layout_cents
                held.append(HeldSeat(table, seat, holder.chips_cents, bet))
    return held
