"""Reality checks: a player is shown the time and the net of the session.

They come at multiples of the player's interval since the session began, also without a socket. This
process remembers which were shown: after a restart, or at a table in another process, a player may
see the last one again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from casinowar.service.background import report_error
from casinowar.service.conversation.connection import Connection
from casinowar.service.conversation.messages import RealityCheck
from casinowar.service.money.play_reader import Plays
from casinowar.service.money.play_today import MINUTE_MS
from casinowar.service.people.person import Person
from casinowar.service.ports import Clock
from casinowar.store.interface import StoreError

REMEMBERED = 20_000
AT_ONCE = 20  # people


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """The reality checks of one person."""

    every: int  # the interval in minutes
    next_ms: int  # none is due before this time
    shown_ms: int = 0  # when the last one that was shown became due


class Reminders:
    """The reality checks of all persons."""

    def __init__(self, plays: Plays, clock: Clock) -> None:
        self._plays, self._clock = plays, clock
        self._known: dict[str, _Known] = {}
        self._reminding = False

    async def remind(self, people: Sequence[Sequence[Connection]]) -> None:
        """Show everybody a reality check on all their sockets, if one is due.

        Nothing is done while an earlier round of reminders is still going on.
        """
        if self._reminding:
            return
        self._reminding = True
        try:
            for number, sockets in enumerate(people, 1):
                try:
                    await self._remind([one for one in sockets if one.said_hello])
                except StoreError:
                    continue  # repeated with the next round of reminders
                except Exception as error:  # other people are still reminded
                    report_error("a reality check could not be shown", error)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)  # let other tasks run
        finally:
            self._reminding = False

    async def _remind(self, sockets: Sequence[Connection]) -> None:
        check = await self.due(sockets[0].visitor.person) if sockets else None
        if check is not None:
            for connection in sockets:
                connection.remind(check)

    async def due(self, person: Person) -> RealityCheck | None:
        """The reality check of a person, if one is due and was not shown yet."""
        every = person.protection.reality_check_minutes
        every_ms, now_ms = every * MINUTE_MS, self._clock.now_ms()
        if not every or now_ms < self._next_ms(person, every):
            return None
        play = await self._plays.today(person.id)
        known = self._known.get(person.id)
        shown_ms = 0 if known is None else known.shown_ms
        next_ms = play.next_reality_check_ms(every, now_ms)
        if next_ms is None:  # a session that begins now has its first one after the interval
            self._keep(person.id, _Known(every=every, next_ms=now_ms + every_ms, shown_ms=shown_ms))
            return None
        due_ms = next_ms - every_ms
        if due_ms <= max(play.session_since_ms, shown_ms):
            self._keep(person.id, _Known(every=every, next_ms=next_ms, shown_ms=shown_ms))
            return None
        self._keep(person.id, _Known(every=every, next_ms=next_ms, shown_ms=due_ms))
        return RealityCheck(
            minutes=play.session_ms(now_ms) // MINUTE_MS,
            wagered_cents=play.wagered_cents,
            returned_cents=play.returned_cents,
        )

    def _next_ms(self, person: Person, every: int) -> int:
        known = self._known.get(person.id)
        if known is not None and known.every == every:
            return known.next_ms
        return person.created_ms + every * MINUTE_MS  # nobody plays before they exist

    def _keep(self, person: str, known: _Known) -> None:
        self._known.pop(person, None)
        self._known[person] = known
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
