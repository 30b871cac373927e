"""The cashier: balances, refills, grants, and statements. All chips are play chips."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace

from casinowar.ledger import STATEMENT_WORDS, grant, player_account
from casinowar.money import AMOUNT_MAX_CENTS, show_cents
from casinowar.service.csv_text import csv_lines, iso, money
from casinowar.service.money.play_today import AT_TABLES, DAY_MS, movements
from casinowar.service.people.person import Person, checked_reason, is_person_id, person_of
from casinowar.service.people.protection import refusal_to_play
from casinowar.service.ports import Clock
from casinowar.service.refusals import (
    ServiceCode,
    ServiceRefusal,
    ServiceRefused,
    refused,
    unavailable,
)
from casinowar.service.roles import Action, not_allowed_to_do
from casinowar.store import Store
from casinowar.store.interface import Conflict, Movement, Note, NoteQuery, Used, Write, Written

TRIES = 5  # attempts, while others change the same person
HOUR_MS = 60 * 60_000
STATEMENT_MS = 366 * DAY_MS
CSV_HEADER = ("number", "time", "what", "table", "play_chips", "balance")


@dataclass(frozen=True, slots=True, kw_only=True)
class CashierSettings:
    """When a balance is refilled, and to what amount."""

    refill_below_cents: int = 100_00
    refill_to_cents: int = 1_000_00
    refill_every_ms: int = HOUR_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """A person's chips."""

    account_cents: int
    at_tables_cents: int  # chips, on the layout or not

    @property
    def total_cents(self) -> int:
        return self.account_cents + self.at_tables_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Refill:
    """The amount and the time of a person's next refill."""

    below_cents: int  # only players with less in total get a refill
    to_cents: int
    again_ms: int | None  # the earliest time; None: the last one was long enough ago
    possible: bool  # now


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a statement."""

    number: int
    at_ms: int
    kind: str
    words: str
    table: str
    cents: int
    balance_cents: int


class Cashier:
    """Gives out play chips, and shows balances and statements."""

    def __init__(self, store: Store, clock: Clock, settings: CashierSettings) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings

    async def balance(self, person: str) -> Balance:
        """A person's chips in the account and at tables."""
        rows = await self._store.accounts_of(person)  # at one moment, so nothing is counted twice
        return balance_of({row.account: row.balance_cents for row in rows}, person)

    async def refill_terms(self, person: Person) -> Refill:
        """The amount of a refill, and whether it is possible now."""
        now_ms = self._clock.now_ms()
        last = await self._store.last_refill(player_account(person.id))
        again_ms = self._again_ms(last)
        has = await self.balance(person.id)
        soon, low = now_ms < again_ms, has.total_cents < self._settings.refill_below_cents
        stopped = _no_refill(person, now_ms)
        return Refill(
            below_cents=self._settings.refill_below_cents,
            to_cents=self._settings.refill_to_cents,
            again_ms=again_ms if soon else None,
            possible=low and not soon and stopped is None,
        )

    def _again_ms(self, last: Movement | None) -> int:
        return 0 if last is None else last.at_ms + self._settings.refill_every_ms

    async def refill(self, person: Person) -> Balance:
        """Refill a low balance, if the last refill was long enough ago."""
        for _ in range(TRIES):
            if await self._refill_once(await self._as_stored(person)):
                return await self.balance(person.id)
        raise _busy()

    async def _refill_once(self, person: Person) -> bool:
        """Refill a person as stored; False if the person was changed meanwhile."""
        now_ms = self._clock.now_ms()
        stopped = _no_refill(person, now_ms)
        if stopped is not None:
            raise ServiceRefused(stopped)
        last = await self._store.last_refill(player_account(person.id))
        again_ms = self._again_ms(last)
        if now_ms < again_ms:
            raise _too_soon(again_ms)
        before = await self.balance(person.id)
        low, full = self._settings.refill_below_cents, self._settings.refill_to_cents
        if before.total_cents >= low:
            words = f"Refills are for players with less than {show_cents(low)} in total."
            raise refused(ServiceCode.REFILL_NOT_NEEDED, words)
        cents = full - before.total_cents
        # the key names the previous refill, so of two refills at once only one is written
        once = f"refill/{person.id}/{0 if last is None else last.number}"
        postings = grant(person.id, cents, "refill")
        same = ((person.id, person.version),)
        write = Write(at_ms=now_ms, postings=postings, once=once, unchanged=same)
        outcome = await self._store.write(write)
        if isinstance(outcome, Used):
            raise _too_soon(now_ms + self._settings.refill_every_ms)
        assert isinstance(outcome, Written | Conflict), outcome
        return isinstance(outcome, Written)

    async def _as_stored(self, person: Person) -> Person:
        """A person from the database, not from a cache: chips are given out."""
        row = await self._store.person(person.id)
        assert row is not None, "a person is never removed"
        return person_of(row)

    async def give(
        self, actor: Person, person: str, cents: int, reason: str, identity: str
    ) -> Balance:
        """Grant play chips to a person, as an administrator and with a reason.

        ``identity`` is an id made by the client: under one id chips are granted once.
        """
        if not 1 <= cents <= AMOUNT_MAX_CENTS:
            words = f"A grant is 0.01 to {show_cents(AMOUNT_MAX_CENTS)}."
            raise refused(ServiceCode.BAD_AMOUNT, words)
        why = checked_reason(reason)
        for _ in range(TRIES):
            giver = await self._as_stored(actor)
            refusal = not_allowed_to_do(giver.roles, Action.MANAGE_PERSONS)
            if refusal is not None:
                raise ServiceRefused(refusal)
            if await self._give_once(giver, person, cents, why, identity):
                return await self.balance(person)
        raise _busy()

    async def give_stand_in(self, dealer: Person, person: str, cents: int, identity: str) -> None:
        """Grant the chips that a player at a table with real cards has bought from its dealer."""
        for _ in range(TRIES):
            giver = await self._as_stored(dealer)
            why = "chips bought at a table with real cards"
            if await self._give_once(giver, person, cents, why, identity):
                return
        raise _busy()

    async def _give_once(
        self, actor: Person, person: str, cents: int, why: str, identity: str
    ) -> bool:
        """Grant chips; False if the giver was changed meanwhile."""
        if not is_person_id(person) or await self._store.person(person) is None:
            raise refused(ServiceCode.NO_SUCH_PERSON, "There is no such person.")
        now_ms = self._clock.now_ms()
        data = {"id": identity, "cents": cents, "reason": why}
        note = Note(at_ms=now_ms, kind="chips_granted", person=person, actor=actor.id, data=data)
        once, postings = f"grant/{actor.id}/{identity}", grant(person, cents)
        same = ((actor.id, actor.version),)
        write = Write(at_ms=now_ms, postings=postings, notes=(note,), once=once, unchanged=same)
        outcome = await self._store.write(write)
        if isinstance(outcome, Used) and not await self._is_granted(note):
            words = "This id was used for another grant. Use a new id for each grant."
            raise refused(ServiceCode.ID_USED, words)
        assert isinstance(outcome, Written | Used | Conflict), outcome
        return not isinstance(outcome, Conflict)

    async def _is_granted(self, wanted: Note) -> bool:
        """Whether the same person was granted the same amount under the same id."""
        query = NoteQuery(kind=wanted.kind, person=wanted.person)
        while page := await self._store.notes(query):
            for found in page:
                done, of = found.note, found.note.data
                if done.actor == wanted.actor and of.get("id") == wanted.data["id"]:
                    return bool(of["cents"] == wanted.data["cents"])
            query = replace(query, before=page[-1].number)
        return False

    async def statement(
        self, person: str, before: int | None = None, limit: int = 200
    ) -> Sequence[Line]:
        """Movements of the account in the past year, newest first; ``before``: the last shown."""
        since_ms = self._clock.now_ms() - STATEMENT_MS
        found = await self._store.statement([player_account(person)], since_ms, before, limit)
        return [_line(movement) for movement in found]

    async def statement_csv(self, person: str) -> AsyncIterator[str]:
        """The statement of the past year as CSV, newest first, line by line."""
        yield csv_lines([CSV_HEADER])
        since_ms = self._clock.now_ms() - STATEMENT_MS
        async for movement in movements(self._store, [player_account(person)], since_ms):
            line = _line(movement)
            amounts = (money(line.cents), money(line.balance_cents))
            yield csv_lines([(line.number, iso(line.at_ms), line.words, line.table, *amounts)])


def balance_of(balances: Mapping[str, int], person: str) -> Balance:
    """A person's chips, from the balances of their accounts."""
    at_tables = [cents for account, cents in balances.items() if account.startswith(AT_TABLES)]
    return Balance(
        account_cents=balances.get(player_account(person), 0), at_tables_cents=sum(at_tables)
    )


def _line(movement: Movement) -> Line:
    return Line(
        number=movement.number,
        at_ms=movement.at_ms,
        kind=movement.kind,
        words=STATEMENT_WORDS[movement.kind],
        table=movement.table,
        cents=movement.cents,
        balance_cents=movement.balance_cents,
    )


def _no_refill(person: Person, now_ms: int) -> ServiceRefusal | None:
    """Why a person cannot get any refill now: their role, a break, an exclusion."""
    stopped = not_allowed_to_do(person.roles, Action.REFILL)
    return stopped or refusal_to_play(person.protection, now_ms, "there is no refill")


def _busy() -> ServiceRefused:
    return ServiceRefused(unavailable("Too many changes at the same time. Try again."))


def _too_soon(again_ms: int) -> ServiceRefused:
    return refused(ServiceCode.REFILL_TOO_SOON, "It is too early for another refill.", again_ms)
