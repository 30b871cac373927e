"""Reality checks: when a player is shown how long and for how much they have played.

They come at multiples of the player's interval since the session began, whichever sockets the
player has had meanwhile. What was shown is remembered in this process: after a restart, or at a
table in another process, a player may see the last one again.
"""

from __future__ import annotations

from dataclasses import dataclass

from casinowar.service.frames import RealityCheck
from casinowar.service.person import Person
from casinowar.service.play import MINUTE_MS
from casinowar.service.plays import Plays
from casinowar.service.ports import Clock

REMEMBERED = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What is known of one person."""

    every: int  # the interval in minutes for which it is known
    look_ms: int  # none is due before
    shown_ms: int = 0  # when the last one that was shown had become due


class Reminders:
    """The reality checks of everybody."""

    def __init__(self, plays: Plays, clock: Clock) -> None:
        self._plays, self._clock = plays, clock
        self._known: dict[str, _Known] = {}

    async def due(self, person: Person) -> RealityCheck | None:
        """The reality check of a person, if one is due that they were not shown."""
        every = person.protection.reality_check_minutes
        every_ms, now_ms = every * MINUTE_MS, self._clock.now_ms()
        if not every or now_ms < self._look_ms(person, every):
            return None
        play = await self._plays.today(person.id)
        known = self._known.get(person.id)
        shown_ms = 0 if known is None else known.shown_ms
        next_ms = play.next_reality_check_ms(every, now_ms)
        if next_ms is None:  # a session that begins now has its first one after the interval
            self._keep(person.id, _Known(every=every, look_ms=now_ms + every_ms, shown_ms=shown_ms))
            return None
        due_ms = next_ms - every_ms
        if due_ms <= max(play.session_since_ms, shown_ms):
            self._keep(person.id, _Known(every=every, look_ms=next_ms, shown_ms=shown_ms))
            return None
        self._keep(person.id, _Known(every=every, look_ms=next_ms, shown_ms=due_ms))
        return RealityCheck(
            minutes=play.session_ms(now_ms) // MINUTE_MS,
            wagered_cents=play.wagered_cents,
            returned_cents=play.returned_cents,
        )

    def _look_ms(self, person: Person, every: int) -> int:
        known = self._known.get(person.id)
        if known is not None and known.every == every:
            return known.look_ms
        return person.created_ms + every * MINUTE_MS  # nobody has played before they came

    def _keep(self, person: str, known: _Known) -> None:
        self._known.pop(person, None)
        self._known[person] = known
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
