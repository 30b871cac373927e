"""How much and how long a person has played today, from the postings of their chips.

Live and loaded figures come from the same code: it adds up postings as a table writes them, or the
same postings from the store. A day is a day in UTC. Time is counted between movements of the
person's chips: a pause of 15 minutes or more ends a session and is not time played.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from casinowar.store import Store
from casinowar.store.interface import AccountRow, Movement

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
PAUSE_MS = 15 * MINUTE_MS
PAGE = 1_000
AT_TABLES = ("chips/", "escrow/")  # the prefixes of the accounts of chips at tables

_SETTLED = {"collected", "returned", "collection_reversed"}  # out of escrow, and back into it
_RETURNED = {"returned", "paid", "payment_reversed"}  # to the player's chips, and back


class Leg(Protocol):
    """A posting or a movement."""

    @property
    def account(self) -> str: ...

    @property
    def cents(self) -> int:
        """The amount; below zero: out of the account."""
        ...

    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayToday:
    """One person's play at all tables. ``wagered`` and ``returned`` count what is settled."""

    person: str
    day: int = 0  # of the last movement, in days since 1970
    wagered_cents: int = 0
    returned_cents: int = 0
    escrowed_cents: int = 0  # on layouts now
    played_ms: int = 0  # up to the last movement
    session_since_ms: int = 0
    last_ms: int = 0  # the last movement; 0: none

    def after(self, legs: Iterable[Leg], at_ms: int) -> PlayToday:
        """The figures after movements at one time; movements of other persons are ignored."""
        wagered = returned = escrowed = 0
        moved = False
        for leg in legs:
            place, _, rest = leg.account.partition("/")
            if place not in {"chips", "escrow"} or rest.rpartition("/")[2] != self.person:
                continue
            moved = True
            if place == "escrow":
                escrowed += leg.cents
                wagered -= leg.cents if leg.kind in _SETTLED else 0
            elif leg.kind in _RETURNED:
                returned += leg.cents
        if not moved:
            return self
        active = self._active(at_ms)
        return replace(
            active,
            wagered_cents=active.wagered_cents + wagered,
            returned_cents=active.returned_cents + returned,
            escrowed_cents=active.escrowed_cents + escrowed,
        )

    def loss_cents(self, now_ms: int) -> int:
        """The loss of today in settled wagers; below zero: won."""
        today = self._on(now_ms)
        return today.wagered_cents - today.returned_cents

    def day_ms(self, now_ms: int) -> int:
        """How long the person has played today."""
        today = self._on(now_ms)
        if not self._in_session(now_ms):
            return today.played_ms
        return today.played_ms + _elapsed(max(self.last_ms, _start_of(today.day)), now_ms)

    def session_ms(self, now_ms: int) -> int:
        """How long the person has played without a pause."""
        return _elapsed(self.session_since_ms, now_ms) if self._in_session(now_ms) else 0

    def session_over_ms(self) -> int:
        """When the session ends, if nothing moves until then."""
        return self.last_ms + PAUSE_MS

    def next_day_ms(self, now_ms: int) -> int:
        return _start_of(now_ms // DAY_MS + 1)

    def next_reality_check_ms(self, every_minutes: int, now_ms: int) -> int | None:
        """When the next reality check of this session is due; None: outside a session, or never."""
        if every_minutes <= 0 or not self._in_session(now_ms):
            return None
        every_ms = every_minutes * MINUTE_MS
        return self.session_since_ms + (self.session_ms(now_ms) // every_ms + 1) * every_ms

    def _on(self, now_ms: int) -> PlayToday:
        """The figures on the day of ``now_ms``: a new day starts from nothing."""
        day = now_ms // DAY_MS
        if day <= self.day:  # also after the clock was set back
            return self
        return replace(self, day=day, wagered_cents=0, returned_cents=0, played_ms=0)

    def _active(self, at_ms: int) -> PlayToday:
        """The figures at the time of a movement."""
        since = self.session_since_ms if self._in_session(at_ms) else at_ms
        return replace(
            self._on(at_ms),
            played_ms=self.day_ms(at_ms),
            session_since_ms=since,
            last_ms=max(at_ms, self.last_ms),
        )

    def _in_session(self, now_ms: int) -> bool:
        return self.last_ms > 0 and now_ms - self.last_ms < PAUSE_MS


def _start_of(day: int) -> int:
    return day * DAY_MS


def _elapsed(since_ms: int, now_ms: int) -> int:
    return max(0, now_ms - since_ms)


# --- from the store -------------------------------------------------------------------------------


async def movements(store: Store, accounts: list[str], since_ms: int) -> AsyncIterator[Movement]:
    """All movements of some accounts, newest first."""
    before: int | None = None
    while accounts:
        page = await store.statement(accounts, since_ms, before, PAGE)
        for movement in page:
            yield movement
        if len(page) < PAGE:
            return
        before = page[-1].number


async def chips_at_tables(store: Store, person: str) -> int:
    """A person's chips at all tables, on the layout or in front of them."""
    return sum(row.balance_cents for row in await store.accounts_of(person) if _is_at_table(row))


async def tables_with_chips(store: Store, person: str) -> list[str]:
    rows = await store.accounts_of(person)
    held = [row.account for row in rows if row.balance_cents and _is_at_table(row)]
    return list(dict.fromkeys(account.split("/")[1] for account in held))


def _is_at_table(row: AccountRow) -> bool:
    return row.account.startswith(AT_TABLES)
