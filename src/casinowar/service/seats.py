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
    """All seats of somebody; a table where they have chips is opened if it is not open here."""
    held = list[HeldSeat]()
    for table in {**dict.fromkeys(await tables_with_chips(casino.store, person)), **casino.hosts}:
        state = (await casino.host(table)).state
        for seat, holder in sorted(state.seats.items()):
            if holder.player == person:
                hand = state.hands.get(seat)
                bet = 0 if hand is None else hand.layout_cents
                held.append(HeldSeat(table, seat, holder.chips_cents, bet))
    return held
