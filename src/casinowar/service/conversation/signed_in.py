"""The person behind a socket: session, roles, and their own limits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from weakref import WeakValueDictionary

from casinowar.service.conversation.messages import ChangeSeat, CommandMessage, Goodbye
from casinowar.service.money.play_reader import Plays
from casinowar.service.money.play_today import PlayToday
from casinowar.service.people.people import Persons
from casinowar.service.people.person import Person, age_refusal, row_of
from casinowar.service.people.protection import (
    NO_LIMITS,
    Limits,
    Stake,
    counts_play,
    needs_play,
    purse_cents,
    refusal_of,
    stop_of,
)
from casinowar.service.people.sessions import Session, Sessions
from casinowar.service.ports import Clock
from casinowar.service.refusals import ServiceRefusal
from casinowar.store.interface import Write
from casinowar.table import commands as c
from casinowar.table.state import Table

TRUSTED_SECONDS = 30.0  # news can be lost, so a cached copy is not trusted for longer

_STAKED = {"wager", "taken_back", "undealt"}


class Turns:
    """One command at a time for a person with a limit, across all tables."""

    def __init__(self) -> None:
        self._locks = WeakValueDictionary[str, asyncio.Lock]()

    def of(self, person: str) -> asyncio.Lock:
        """The lock of a person; it exists while it is held."""
        lock = self._locks.get(person)
        if lock is None:
            lock = self._locks[person] = asyncio.Lock()
        return lock


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where visitors are looked up."""

    persons: Persons
    sessions: Sessions
    plays: Plays
    clock: Clock
    operator: Limits = NO_LIMITS
    turns: Turns = field(default_factory=Turns)


class Visitor:
    """A session and its person, kept up to date: name, roles and limits may change."""

    def __init__(self, person: Person, session: Session, desk: Desk) -> None:
        self.person, self.session = person, session
        self.as_of = 0  # the number of person changes heard of at the time of the look-up
        self._desk = desk
        self._play = PlayToday(person=person.id)  # as it was last counted
        self._signed_out = False
        self._changes_known = self._changes_read = 0  # news of the person: heard, and reloaded
        self._known_at = asyncio.get_running_loop().time()

    def ended(self) -> Goodbye | None:
        """Why the session has ended; None while it lasts."""
        if self._signed_out:
            return Goodbye.SIGNED_OUT
        if self.session.expires_ms <= self._desk.clock.now_ms():
            return Goodbye.SESSION_EXPIRED
        return None

    def is_stale(self, within_seconds: float = 0.0) -> bool:
        """Whether the cached copy may be out of date.

        A copy is trusted for a while; with ``within_seconds``, whether it becomes stale that soon.
        """
        return (
            self._changes_known != self._changes_read
            or self._a_role_has_ended
            or self._age >= TRUSTED_SECONDS - within_seconds
        )

    @property
    def _a_role_has_ended(self) -> bool:
        now_ms = self._desk.clock.now_ms()
        return any(end.until_ms <= now_ms for end in self.person.role_ends)

    @property
    def _age(self) -> float:
        return asyncio.get_running_loop().time() - self._known_at

    def mark_stale(self) -> None:
        """Mark the cached copy as stale: it is reloaded before its next use."""
        self._changes_known += 1

    async def refresh(self, within_seconds: float = 0.0) -> None:
        """Reload the person and the session if they are stale, or will be ``within_seconds``.

        Reloads may run at the same time. Each returns data stored after the last change, and none
        replaces newer data with older data.
        """
        if self._changes_read == self._changes_known and self.is_stale(within_seconds):
            self.mark_stale()
        while self._changes_read < self._changes_known:
            changes, now = self._changes_known, asyncio.get_running_loop().time()
            valid = await self._desk.sessions.still_valid(self.session)
            person = await self._desk.persons.read(self.person.id)
            self._signed_out = self._signed_out or not valid
            if self._changes_read < changes:
                self._changes_read, self._known_at, self.person = changes, now, person

    @property
    def may_sit(self) -> bool:
        """Whether the person may hold a seat."""
        return self.person.may_sit(self._desk.clock.now_ms())

    @property
    def counts_play(self) -> bool:
        """Whether a limit depends on how much and how long the person has played today."""
        return counts_play(self.person.protection, self._desk.operator, self._desk.clock.now_ms())

    async def count_play(self) -> None:
        """Count how much and how long the person has played today, if a limit depends on it."""
        if self.counts_play:
            self._play = await self._desk.plays.today(self.person.id)

    def stop(self) -> ServiceRefusal | None:
        """Why the person cannot start new play now, by the last count of their play."""
        return stop_of(
            self.person.protection, self._desk.operator, self._play, self._desk.clock.now_ms()
        )

    def seconds_until_stop_ends(self) -> float | None:
        """How long the person cannot start new play; None: they can, or the stop has no end."""
        stop = self.stop()
        if stop is None or stop.until_ms is None:
            return None
        return max(0.0, (stop.until_ms - self._desk.clock.now_ms()) / 1000)

    def purse_cents(self, state: Table) -> int | None:
        """How much the limits let the person add to their wagers here; None: no limit."""
        own, operator = self.person.protection, self._desk.operator
        now_ms = self._desk.clock.now_ms()
        return purse_cents(own, operator, self._play, self._down_cents(state), now_ms)

    @property
    def age_years(self) -> int | None:
        """The minimum age of the person, by their own statement."""
        return self.person.age_years(self._desk.clock.now_ms())

    def turn(self) -> asyncio.Lock:
        """The person's turn, for commands that a limit on play could concern.

        Within this process, two of these commands never run at once; across processes, ``check``
        detects the conflict.
        """
        return self._desk.turns.of(self.person.id)

    def is_counted(self, give: CommandMessage) -> bool:
        """Whether a limit on play could concern a command."""
        own, now_ms = self.person.protection, self._desk.clock.now_ms()
        return needs_play(own, self._desk.operator, self._plays(give), now_ms)

    def _plays(self, give: CommandMessage) -> c.Command:
        command = give.command
        if isinstance(command, ChangeSeat):
            return c.TakeSeat(seat=command.to, player=self.person.id)
        return command

    async def check(
        self, give: CommandMessage, state: Table, write: Write
    ) -> Write | ServiceRefusal:
        """The write of a command, or the service's refusal of it.

        A write that counts towards a limit also raises the person's version, so that of two writes
        decided on the same figures, at any tables, only one is accepted.
        """
        person, play = self.person, PlayToday(person=self.person.id)
        counted = self.is_counted(give)
        if counted:  # the version first, so that later writes are noticed
            person = await self._desk.persons.read(person.id)
            play = self._play = await self._desk.plays.today(person.id)
        command, stake = self._plays(give), self._stake(state, write)
        own, operator = person.protection, self._desk.operator
        now_ms = self._desk.clock.now_ms()
        sits = isinstance(command, c.TakeSeat)
        refusal = age_refusal(person, state.house, now_ms) if sits else None
        refusal = refusal or refusal_of(own, operator, play, command, stake, now_ms)
        if refusal is not None:
            return refusal
        if counted and stake.added_cents > 0:
            return replace(write, person=row_of(replace(person, version=person.version + 1)))
        return write

    def _stake(self, state: Table, write: Write) -> Stake:
        """What a write puts at stake for this person."""
        escrow = f"escrow/{write.table}/{self.person.id}"
        added = sum(
            posting.cents
            for posting in write.postings
            if posting.account == escrow and posting.kind in _STAKED
        )
        return Stake(added_cents=added, total_cents=self._down_cents(state) + added)

    def _down_cents(self, state: Table) -> int:
        """What the person has on the layout of a table."""
        return sum(
            hand.layout_cents
            for seat, hand in state.hands.items()
            if state.seats[seat].player == self.person.id
        )
