"""A table that is open in this process, as it is shown: watchers, what it waits for, clocks.

Nothing here decides a command, and nothing reads or writes the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from casinowar.houses import House, rules_digest
from casinowar.service.audience import Audience
from casinowar.service.clocks import Clocks, Progress, absent, free_seats
from casinowar.service.deciding import STOPPED, Deciding
from casinowar.service.frames import (
    Countdown,
    People,
    Seated,
    events_frame,
    offers_body,
    view_frame,
)
from casinowar.service.owners import seat_refusal, stands_up
from casinowar.service.ports import Frame
from casinowar.service.refusals import ServiceRefusal
from casinowar.service.settings import UNHURRIED, KeptSettings, TableSettings
from casinowar.service.shared import Counters, HostParts
from casinowar.service.shoes import SeedNeeded, TableShoes
from casinowar.service.shown import described, free_seats_on_offer, offers_to, with_purse
from casinowar.store.port import TableRow
from casinowar.table.commands import Role
from casinowar.table.legal import Offer, with_full_tray
from casinowar.table.roles import Who
from casinowar.table.shoe import NO_SHOE, Shoe
from casinowar.table.state import Phase, Table
from casinowar.table.view import view
from casinowar.table.waits import Wait, waits_for
from casinowar.wire import to_json


class OpenTable:
    """A table in memory, and those who watch it."""

    def __init__(
        self, table: str, house: House, settings: TableSettings, shoes: TableShoes, parts: HostParts
    ) -> None:
        self.table, self.owner = table, ""
        self.kept = KeptSettings(shown=settings)
        self.state = Table(house=house)
        self.rules = rules_digest(house)
        self.version = 0
        self.clocks = Clocks()
        self.counters = Counters()
        self.audience = Audience()
        self._parts, self._shoes = parts, shoes
        self._deciding = Deciding(settings, shoes)
        self._waits: tuple[int, tuple[Wait, ...]] = (-1, ())  # by version
        self._on_offer = (-1, b"[]")  # by version
        self._found: tuple[int, Table] | None = None  # by version: the table as players find it
        self._away = dict[str, float]()  # since when a seated player has no socket here

    @property
    def settings(self) -> TableSettings:
        """How the table is run."""
        return self.kept.shown

    def adopt(self, row: TableRow) -> None:
        """Take over the owner and the settings of a row."""
        self.owner, self.kept = row.owner, KeptSettings.from_json(row.settings)
        self._deciding.settings = self.kept.shown
        self._waits, self._on_offer = (-1, ()), (-1, b"[]")

    def present(self, person: str) -> bool:
        """Whether somebody has a socket at this table, here or in another process."""
        return self.audience.has(person) or self._parts.elsewhere(self.table, person)

    # --- what watchers see ------------------------------------------------------------------------

    def _publish(self, first: int, at_ms: int, bodies: Sequence[bytes]) -> Frame | None:
        """Tell the watchers what happened; the frame, if there are any here or elsewhere."""
        if not (self.audience or self._parts.is_shared(self.table)):
            return None
        happened = events_frame(first, at_ms, bodies, self.countdowns())
        self._show(happened)
        return happened

    def _show(self, happened: Frame) -> None:
        self.audience.tell(happened, lambda: view_frame(self.version, self.view_json()))

    def view_json(self) -> dict[str, Any]:
        """The table as everybody sees it."""
        shown: dict[str, Any] = to_json(view(self.state, None, self.shoe))
        return shown | {"title": self.settings.title or self.state.house.title}

    @property
    def takes_players(self) -> bool:
        """Whether somebody can sit down, if a seat is free."""
        return self._deciding.takes_players(self.state)

    @property
    def dealer_here(self) -> bool | None:
        """Whether a dealer is here, where people deal; None: only another process may know."""
        if self.settings.runs_itself:
            return None
        if self.audience.has_dealer():
            return True
        return None if self._parts.is_shared(self.table) else False

    def described(self) -> dict[str, Any]:
        """The table as the lobby and a welcome show it."""
        return described(self.table, self.kept, self.rules, self.state, len(self.audience))

    def seats_on_offer(self) -> bytes:
        """The seats that somebody who has none can take, as a JSON list; the same for all.

        Whether they may is asked of ``seat_refusal``.
        """
        if self._on_offer[0] != self.version:
            state = self._deciding.open_for_players(self.state, self._local())
            seats = () if self._deciding.stopped else free_seats_on_offer(state)
            self._on_offer = (self.version, offers_body(seats))
        return self._on_offer[1]

    def offers_to(self, who: Who, purse_cents: int | None = None) -> Iterator[Offer]:
        """What somebody may do now, adding at most ``purse_cents`` to their wagers."""
        state = self._for_players() if who.role is Role.PLAYER else self.state
        if purse_cents is not None:
            state = with_purse(state, who.seat, purse_cents)
        return offers_to(self._deciding, state, who, self.shoe, self._local())

    def _for_players(self) -> Table:
        """The table with its tray as players find it; the same for all of them."""
        if self._found is None or self._found[0] != self.version:
            fills = self._deciding.fills_tray
            self._found = (self.version, with_full_tray(self.state) if fills else self.state)
        return self._found[1]

    @property
    def shoe(self) -> Shoe:
        """The shoe on the table, as far as its seed is in memory."""
        number = self.state.shoe.number
        if not number or not self.state.shoe.size:
            return NO_SHOE
        try:
            return self._shoes.shoe(number, self.state.decks)
        except SeedNeeded:
            return NO_SHOE

    def seat_refusal(self, person: str) -> ServiceRefusal | None:
        """Why the owner's settings keep somebody from sitting down, or from betting if they sit."""
        seated = any(holder.player == person for holder in self.state.seats.values())
        return seat_refusal(self.kept, self.owner, person, self._now(), seated=seated)

    def people(self) -> People:
        """Who sits here, who is away and who watches."""
        seats = sorted(self.state.seats.items())
        watchers = self.audience.names_besides({holder.player for _, holder in seats})
        return People(
            seated=tuple(
                Seated(seat=seat, name=holder.name, here=self.present(holder.player))
                for seat, holder in seats
            ),
            watching=len(watchers),
            watchers=None if self.settings.public else tuple(watchers),
        )

    # --- clocks -----------------------------------------------------------------------------------

    def waits(self) -> tuple[Wait, ...]:
        """What the table waits for now."""
        if self._waits[0] != self.version:
            waits = waits_for(self.state, self.shoe)
            if self._deciding.opens_itself(self.state):
                words = "The table opens when somebody sits down."
                waits = (replace(waits[0], message=words),)
            if self.settings.closed and self.state.phase is Phase.CLOSED:
                waits = (replace(waits[0], message="The owner has closed this table."),)
            if self._deciding.stopped:  # no clock runs: nothing can be dealt
                waits = (replace(waits[0], seconds=None, otherwise=None, message=STOPPED),)
            self._waits = (self.version, waits)
        return self._waits[1]

    def countdowns(self) -> tuple[Countdown, ...]:
        """What the table waits for, with the time left."""
        return self.clocks.countdowns(self.waits(), self._progress(), self._loop_time())

    def _progress(self) -> Progress:
        """How far the cards have come: the same step at another point has its own time."""
        return Progress(self.state.round_number, self.state.shoe.number, self.state.shoe.drawn)

    def _set_clocks(self) -> None:
        now = self._loop_time()
        away = absent(self.state, self.present)
        self.clocks.set(self.waits(), self._progress(), now, self._free_seats(), away)
        players = {holder.player for holder in self.state.seats.values()}
        self._away = {
            player: self._away.get(player, now) for player in players if not self.present(player)
        }

    def _free_seats(self) -> frozenset[int]:
        """Whose players may take their time; nobody may who is to stand up for the owner."""
        unhurried = self.settings.speed == UNHURRIED
        free = free_seats(self.state, self.present, unhurried=unhurried)
        return free.difference(self._to_stand_up(self.state))

    def _to_stand_up(self, state: Table) -> list[int]:
        """The seats that the owner clears as soon as their hands are over."""
        if not (self.settings.closed or self.kept.hidden.stood_up):
            return []
        now_ms = self._now()
        return [
            seat
            for seat, holder in state.seats.items()
            if stands_up(self.kept, holder.player, now_ms)
        ]

    def _loop_time(self) -> float:
        return asyncio.get_running_loop().time()

    def _now(self) -> int:
        return self._parts.clock.now_ms()

    def _local(self) -> datetime:
        return self._parts.local_time(self._now())
