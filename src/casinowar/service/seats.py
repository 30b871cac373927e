"""A person's seats at all tables."""

from __future__ import annotations

from dataclasses import dataclass

from casinowar.service.casino import Casino
from casinowar.service.money.play_today import tables_with_chips
from casinowar.table.roles import player_at
from casinowar.table.waits import Awaited


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A person's seat, and their chips there."""

    table: str
    seat: int
    chips_cents: int  # in front of them
    layout_cents: int  # their wagers
    asked: Awaited | None  # what the table waits for from them
    left_ms: int | None  # until the table continues without them; None: no clock runs here


async def seats_of(casino: Casino, person: str) -> list[HeldSeat]:
    """A person's seats with chips, and those without chips at tables that are open here.

    No table is opened: another process may be its home.
    """
    held = list[HeldSeat]()
    with_chips = await tables_with_chips(casino.store, person)
    for table in {**dict.fromkeys(with_chips), **casino.hosts}:
        host = await casino.look_at(table)
        state = host.table.state
        waits = {one.who: one for one in host.presence.countdowns()}
        for seat, holder in sorted(state.seats.items()):
            if holder.player == person:
                hand = state.hands.get(seat)
                bet = 0 if hand is None else hand.layout_cents
                wait = waits.get(str(player_at(seat)))
                held.append(
                    HeldSeat(
                        table=table,
                        seat=seat,
                        chips_cents=holder.chips_cents,
                        layout_cents=bet,
                        asked=None if wait is None else wait.what,
                        left_ms=None if wait is None else wait.left_ms,
                    )
                )
    return held
