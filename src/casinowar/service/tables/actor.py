"""One table of the service, open in this process: the only place where its commands are decided.

Everything that touches the table runs as a job, one after the other. A command is decided, written
in one transaction, and only then does the table change and anybody hear of it. A write that fails
leaves the table unsure of what is stored: it reads the stream again before it does anything else.

This process is the table's home. If another one has opened it since, the next write says so, and
the table is let go: its people come back to where the proxy sends them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NoReturn, TypeVar

from msgspec import structs

from casinowar.houses import House, rules_digest
from casinowar.service.conversation.messages import (
    AnyRefusal,
    ChangeSeat,
    CommandMessage,
    Countdown,
    Notice,
    People,
    Phrase,
    Seated,
    Speaker,
    TableFrame,
    TableInfo,
    ViewFrame,
    WaitsFrame,
    events_frame,
    frame_of,
    notice_frame,
    offers_body,
    refused_body,
    said_frame,
)
from casinowar.service.history.round_rows import NO_ROUND
from casinowar.service.ports import Clock, Frame
from casinowar.service.refusals import (
    NOT_ENOUGH,
    ServiceCode,
    ServiceRefusal,
    ServiceRefused,
    unavailable,
)
from casinowar.service.serial_queue import Jobs, ignore, report, report_error
from casinowar.service.tables.clocks import Alarm, Clocks, Progress, absent, free_seats, without
from casinowar.service.tables.decide import STOPPED, Actor, Deciding, has_known_cards
from casinowar.service.tables.gaming_day import GamingDays
from casinowar.service.tables.listing import (
    described,
    free_seats_on_offer,
    moves_of_due,
    offers_to,
    with_purse,
)
from casinowar.service.tables.owner import (
    CLOSE_REASON,
    CLOSED_WORDS,
    STAND_UP_REASON,
    seat_refusal,
    stands_up,
    stood_up_words,
)
from casinowar.service.tables.pending_command import Check, PendingCommand, PlannedWrite, written_of
from casinowar.service.tables.settings import UNHURRIED, KeptSettings, TableSettings
from casinowar.service.tables.shoes import SeedNeeded, TableShoes
from casinowar.service.tables.stored import bodies_today, by_time, table_of
from casinowar.service.tables.watchers import Audience, Watcher
from casinowar.service.tables.write import (
    BY_ITSELF,
    TableVersion,
    Turn,
    carried_write,
    repeated,
    turn_of,
)
from casinowar.store.interface import (
    Answered,
    Conflict,
    Moved,
    Note,
    Outcome,
    Short,
    Store,
    StoredEvent,
    StoreError,
    TableRow,
    Used,
    Write,
    Written,
)
from casinowar.table import commands as c
from casinowar.table.automation import Carried
from casinowar.table.engine import fold
from casinowar.table.legal import Offer
from casinowar.table.roles import Who
from casinowar.table.shoe import NO_SHOE, Shoe
from casinowar.table.state import IN_ROUND, Phase, Table
from casinowar.table.view import View, view
from casinowar.table.waits import Wait, waits_for
from casinowar.wire import event_from_bytes

AT_ONCE = 32  # commands in one commit
TRIES = 5  # of a command, if the table was not as far as it was thought to be
TRIES_TOGETHER = 3  # then one by one
EVENTS_AT_ONCE = 2000
RETRY_SECONDS = 1.0
LOOKS = 2  # of the sweep, after a failed write
PEOPLE_SECONDS = 0.2  # in which changes of who is here go together
SAY_SECONDS = 2.0  # between two phrases of one person
KEPT_FROM = (c.TakeSeat, c.PlaceWagers, ChangeSeat)  # those who were stood up

NOT_WRITTEN = "The table could not be written to. Send the command again under the same id."
MOVED = "The table is served by another process now. Connect again and send it under the same id."

T = TypeVar("T")
Decide = Callable[[Table], Carried | AnyRefusal]
Change = Callable[[KeptSettings], KeptSettings]
Noted = Callable[[KeptSettings, KeptSettings, int], Note]  # before, after, at which time


@dataclass(slots=True)
class Counters:
    """What a table has done since it was opened in this process."""

    done: int = 0  # commands of people that were carried out
    refused: int = 0  # commands of people that were not, each once
    failed: int = 0  # commands of people that could not be written
    conflicts: int = 0
    policy: int = 0  # times that the table continued without somebody
    failures: int = 0  # times that the table could not be read or written, whoever asked

    def add(self, other: Counters) -> None:
        """Count what another table has done as well."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def _nobody(_table: str) -> None:
    """There is no other process."""


@dataclass(slots=True, kw_only=True)
class TableParts:
    """What hosts share."""

    store: Store
    clock: Clock
    local_time: Callable[[int], datetime]
    home: str = ""  # the name of this process; empty: no other can open the table
    moved: Callable[[str], None] = _nobody  # is called when another process has opened a table
    away_seconds: float = 120.0


class TableMovedError(Exception):
    """Another process is the table's home; nothing was written."""


class TableActor:
    """A table that is open in this process: its people, its clocks, and its one writer."""

    def __init__(
        self,
        table: str,
        house: House,
        settings: TableSettings,
        shoes: TableShoes,
        parts: TableParts,
    ) -> None:
        self.table, self.owner = table, ""
        self.rounds_name = table
        self.kept = KeptSettings(shown=settings)
        self.state = Table(house=house)
        self.rules = rules_digest(house)
        self.version = 0
        self.clocks = Clocks()
        self.counters = Counters()
        self.audience = Audience()
        self._parts, self._shoes = parts, shoes
        self._deciding = Deciding(settings, shoes)
        self._days = GamingDays(settings)
        self._jobs = Jobs(f"table {table}", self._set_timer)
        self._alarm = Alarm(self._wake)
        self._waiting = list[PendingCommand]()  # those that come meanwhile share a commit
        self._mark, self._snapshot_at = NO_ROUND, 0
        self._stale = True  # the stream must be read before anything is decided
        self._looks_left = 0  # after a failed write: it may be committed late, when this was read
        self._not_before = 0.0  # after a failure the table waits before it acts by itself
        self._stopped = False
        self._waits: tuple[int, tuple[Wait, ...]] = (-1, ())  # by version
        self._on_offer = (-1, b"[]")  # by version
        self._away = dict[str, float]()  # since when a seated player has no socket here
        # players who stand up when their hand is over; an empty set takes more memory
        self._leaving = dict[str, None]()
        self._people: bytes | None = None  # the last frame of people
        self._people_timer: asyncio.TimerHandle | None = None
        self._spoke = dict[str, float]()  # when each person said something, in the last moments

    @property
    def settings(self) -> TableSettings:
        """How the table is run."""
        return self.kept.shown

    def run(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Do something with the table when its turn comes."""
        return self._jobs.run(work)

    async def stop(self) -> None:
        """Finish the jobs that were given and stop the clocks."""
        self.retire()
        await self._jobs.finish()

    def retire(self) -> None:
        """Stop the clocks: this is no longer the table, but what is under way is finished."""
        self._stopped = True
        self._alarm.set(None)
        if self._people_timer is not None:
            self._people_timer.cancel()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost if this process closes the table for now."""
        return self._jobs.idle and not (self.audience or self.state.seats or self._waiting)

    # --- what is stored ---------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Bring the table up to what is stored, and tell the watchers what they missed.

        If it fails, the table is stale and tries again by itself, so that all viewers converge.
        """
        self._doubt()
        if self.version == 0:
            await self._load_snapshot()
        more = True
        while more:
            rows = await self._parts.store.events(self.table, self.version, EVENTS_AT_ONCE)
            if rows:
                self._take_in(rows)
            more = len(rows) == EVENTS_AT_ONCE
        await self._shoes.have(self._parts.store, self.state.shoe.number)
        self._stale, self._not_before = False, 0.0

    async def refresh_if_stale(self) -> None:
        """Read again if a failed write left it unclear what is stored."""
        if self._stale:
            await self.refresh()

    async def _load_snapshot(self) -> None:
        snapshot = await self._parts.store.snapshot(self.table)
        self.state, self.version = table_of(snapshot, self.state.house)
        self._snapshot_at = self.version

    def _take_in(self, rows: Sequence[StoredEvent]) -> None:
        """Apply stored events; watchers are told of them as they were written, each at its time."""
        events = [event_from_bytes(row.body) for row in rows]
        assert rows[0].version == self.version + 1, "the stream has a gap"
        if not self.audience:
            self._become(self._moment().after(events, fold(self.state, events)))
            return
        for part in by_time(rows):
            happened = events[part]
            self._become(self._moment().after(happened, fold(self.state, happened)))
            first = rows[part.start]
            self._publish(first.version, first.at_ms, bodies_today(rows[part]))

    def _failed(self) -> None:
        """Nobody can say what is stored: read it again before anything else."""
        self.counters.failures += 1
        self._looks_left = LOOKS
        self._doubt()

    def _doubt(self) -> None:
        """The table may not be what is stored: it is read again, now or in a moment."""
        self._stale = True
        self._not_before = self._loop_time() + RETRY_SECONDS

    def _moment(self) -> TableVersion:
        return TableVersion(
            table=self.table,
            state=self.state,
            version=self.version,
            mark=self._mark,
            rules=self.rules,
            snapshot_at=self._snapshot_at,
        )

    def _become(self, now: TableVersion) -> None:
        """Become the table after some events, and tell those who were stood up."""
        seats = self.state.seats
        going = [seats[seat].player for seat in self._to_stand_up(self.state)]
        self.state, self.version = now.state, now.version
        self._mark, self._snapshot_at = now.mark, now.snapshot_at
        self._shoes.keep_only(now.state.shoe.number)
        self._set_clocks()
        left = set(going) - {holder.player for holder in now.state.seats.values()}
        closed = self.settings.closed
        for person in left:
            words = stood_up_words(self.kept.hidden.stood_up.get(person))
            frame = notice_frame(Notice.STOOD_UP, words)
            if closed:
                frame = notice_frame(Notice.TABLE_CLOSED, CLOSED_WORDS)
            self.audience.send_to(person, frame)
        self.people_changed()

    # --- what happens to the table ----------------------------------------------------------------

    async def give(
        self,
        give: CommandMessage,
        by: Actor,
        refusal: ServiceRefusal | None = None,
        check: Check | None = None,
    ) -> bytes:
        """Carry out a command and return its answer; run it as a job.

        ``refusal`` is the service's own. ``check`` may find one in what the table would write, or
        add to it; it is asked again whenever somebody else wrote first.
        """
        turn = turn_of(self.table, give, by)
        try:
            await self.refresh_if_stale()
            if refusal is None:
                await self._start_day()
            return await self._carry_out(self._decides(give, by, refusal), turn, check)
        except StoreError:
            self._failed()
            self.counters.failed += 1
            return refused_body(give.id, unavailable(NOT_WRITTEN))
        except TableMovedError:
            return refused_body(give.id, unavailable(MOVED))

    async def _refuse(self, refused: AnyRefusal, turn: Turn) -> bytes:
        """Refuse a command, unless it was carried out before: then give the answer it had.

        A refusal is not stored, so the same id is decided anew when it comes again. That is safe: a
        refusal changed nothing, and the answer of the one time that an id is carried out is
        written with its events, in one transaction under that id.
        """
        assert turn.answer is not None
        asked = turn.answer(refused, 0, 0)
        given = await self._parts.store.answer(asked.person, asked.command)
        if given is None:
            self.counters.refused += 1
            return asked.body
        await self.refresh()  # its events come first
        return repeated(given, asked)

    async def _itself(self, *commands: c.Command, turn: Turn = BY_ITSELF) -> None:
        """Carry out what the table does by automation, by published policy or for its owner.

        If the table is further than was known, it is not decided again: what it was for may be
        over.
        """
        await self._carry_out(lambda state: self._deciding.together(state, *commands), turn)

    def _new_day(self) -> c.StartGamingDay | c.ChangeCards | None:
        return self._days.due(self.state, self._local(), self._loop_time())

    async def _start_day(self) -> None:
        for _ in range(2):  # cards that have to leave first, then the day
            new_day = self._new_day()
            if new_day is None:
                return
            await self._itself(new_day)

    async def begin_again(self, reason: str) -> bool:
        """Take all cards off the table that somebody may know; run it as a job.

        The shoes that follow get new seeds, wagers that are down go back, and the cards are
        changed. Whether the table could do all this.
        """
        await self._shoes.renew(self._parts.store, self.state.shoe.number)
        if has_known_cards(self.state):
            await self._carry_out(lambda state: self._deciding.clear(state, reason), BY_ITSELF)
        return not has_known_cards(self.state)

    def sweep(self) -> None:
        """Read again what a failed write may have stored late; start a new gaming day in time.

        No event says that the hour has come.
        """
        if self._looks_left:
            self._looks_left -= 1
            self.run(self.refresh).add_done_callback(ignore)
        if self._new_day() is not None and not self._stale:
            self.run(self.time_up).add_done_callback(report)

    async def _carry_out(self, decide: Decide, turn: Turn, check: Check | None = None) -> bytes:
        """Decide, write, and then let it be known; decide again if more was stored."""
        for _ in range(TRIES):
            planned = await self._planned(self._moment(), self._now(), decide, turn, check)
            write = planned.write
            if write is None:
                return b"" if turn.answer is None else await self._refuse(planned.refused, turn)
            [outcome] = await self._write((write,))
            match outcome:
                case Written():
                    self._written([planned])
                    return planned.answer
                case Answered():
                    assert write.answer is not None
                    await self.refresh()  # it may not be known here yet: its events come first
                    return repeated(outcome.answer, write.answer)
                case Moved():
                    self._let_go()
                case Conflict():
                    await self._too_late()
                    if turn.answer is None:
                        return b""
                case Short():
                    decide, check = lambda _: NOT_ENOUGH, None
                case Used():
                    raise AssertionError("a table's write uses no key")
        self.counters.failed += turn.answer is not None
        words = "The table is too busy. Send the command again under the same id."
        return refused_body(turn.command, unavailable(words))

    def _decides(self, give: CommandMessage, by: Actor, refusal: ServiceRefusal | None) -> Decide:
        if refusal is None and isinstance(give.command, KEPT_FROM):
            refusal = self.seat_refusal(by.person)
        if refusal is None and isinstance(give.command, c.OpenTable) and self.settings.closed:
            refusal = self.seat_refusal(by.person)
        if refusal is not None:
            return lambda _: refusal
        return lambda state: self._deciding.by_person(
            state, give.command, by, self._local(), give.id
        )

    async def _planned(
        self, before: TableVersion, at_ms: int, decide: Decide, turn: Turn, check: Check | None
    ) -> PlannedWrite:
        """What a decision would write to a table as it is ``before``."""
        decided = await self._with_seeds(lambda: decide(before.state))
        if isinstance(decided, Carried):
            seeds = self._shoes.top_up(before.state.shoe.number, decided.state.shoe.number)
            write, bodies = carried_write(before, decided, turn, at_ms, seeds)
            checked = write if check is None else await check(before.state, write)
            if isinstance(checked, Write):
                after = before.after(decided.events, decided.state, write.snapshot)
                return PlannedWrite(decided, after, checked, bodies)
            decided = checked
        return PlannedWrite(decided, before)

    async def _with_seeds(self, decide: Callable[[], Carried | AnyRefusal]) -> Carried | AnyRefusal:
        while True:
            try:
                return decide()
            except SeedNeeded as needed:
                await self._shoes.load(self._parts.store, needed.number)

    async def _write(self, writes: Iterable[Write]) -> Sequence[Outcome]:
        home = self._parts.home
        return await self._parts.store.write_all([replace(write, home=home) for write in writes])

    async def _too_late(self) -> None:
        """More is stored than was known: take that in."""
        self.counters.conflicts += 1
        await self.refresh()

    def _let_go(self) -> NoReturn:
        """Another process has opened the table."""
        self._parts.moved(self.table)
        raise TableMovedError

    def _written(self, plan: Sequence[PlannedWrite]) -> None:
        """Writes that shared a commit are durable: change the table, then tell everybody."""
        first, bodies, at_ms = self.version + 1, list[bytes](), 0
        for planned in plan:
            write = planned.write
            assert write is not None
            bodies += planned.bodies
            at_ms = write.at_ms
            self.counters.done += write.answer is not None
        if bodies:
            self._become(plan[-1].after)
            self._publish(first, at_ms, bodies)

    # --- several commands in one commit -----------------------------------------------------------

    def ask(self, command: PendingCommand) -> asyncio.Future[bytes]:
        """Carry out a command when its turn comes, as ``give`` does.

        Those that wait at the same time share a commit.
        """
        self._waiting.append(command)
        if len(self._waiting) == 1:
            self.run(self._serve).add_done_callback(report)
        return command.answer

    async def _serve(self) -> None:
        """Answer everybody who waits; one who fails does not harm the others."""
        waiting, self._waiting = self._waiting, []
        try:
            while waiting:
                done = await self._together(waiting[:AT_ONCE]) if len(waiting) > 1 else 0
                if not done:
                    await waiting[0].alone(self.give)
                waiting = waiting[max(done, 1) :]
                if not done and self._stale:  # the store does not answer: nor will it the others
                    break
        finally:
            for one in waiting:
                self.counters.failed += 1
                one.tell(refused_body(one.give.id, unavailable(NOT_WRITTEN)))

    async def _together(self, asked: Sequence[PendingCommand]) -> int:
        """Carry out several commands in one commit; how many were, from the first on.

        What went wrong with the next one is found out when it is tried again.
        """
        done = 0
        try:
            await self.refresh_if_stale()
            await self._start_day()
            for _ in range(TRIES_TOGETHER):
                plan = await self._plan(asked)
                if not plan:
                    break
                outcomes = await self._write(planned.write for planned in plan if planned.write)
                written = written_of(plan, outcomes)
                self._written(written)
                for one, planned in zip(asked, written, strict=False):
                    one.tell(planned.answer)
                done = len(written)  # not before: whoever was not told is tried again
                late = done < len(plan) and isinstance(outcomes[done], Conflict)
                if late:
                    await self._too_late()
                if done < len(plan) and isinstance(outcomes[done], Moved):
                    self._let_go()
                if done or not late:
                    break
        except TableMovedError:
            for one in asked:
                one.tell(refused_body(one.give.id, unavailable(MOVED)))
            done = len(asked)
        except StoreError:
            self._failed()
        except Exception as error:  # whose fault it is, is found out when each is tried alone
            self._failed()
            report_error("commands could not share a commit", error)
        return done

    async def _plan(self, asked: Sequence[PendingCommand]) -> list[PlannedWrite]:
        """What commands would write, each on top of those before it."""
        plan, before, at_ms = list[PlannedWrite](), self._moment(), self._now()
        for one in asked:
            turn = turn_of(self.table, one.give, one.by)
            decide = self._decides(one.give, one.by, one.refusal)
            planned = await self._planned(before, at_ms, decide, turn, one.check)
            if planned.write is None:
                break
            plan.append(planned)
            before = planned.after
        return plan

    # --- what the table does by itself ------------------------------------------------------------

    async def time_up(self) -> None:
        """Continue without those who have not answered in time; run it as a job."""
        try:
            await self.refresh_if_stale()
            await self._start_day()
            await self._answer_for_late()
            await self._clear_away()
        except StoreError:
            self._failed()
        except TableMovedError:
            return
        except Exception:
            self._failed()  # never spin on what cannot be done
            raise

    async def _answer_for_late(self) -> None:
        while True:
            late = self.clocks.over(self.waits(), self._progress(), self._loop_time())
            if late is None:
                return
            before, conflicts = self.version, self.counters.conflicts
            continues = without(
                late,
                self.state,
                self.present,
                runs_itself=self.settings.runs_itself,
                free=self._free_seats(),
            )
            await self._itself(*continues)
            if self.version == before:  # it was refused: never spin on it
                self.clocks.postpone(late, self._progress(), self._loop_time() + RETRY_SECONDS)
            elif self.counters.conflicts == conflicts:  # otherwise it was done before
                self.counters.policy += 1

    async def _clear_away(self) -> None:
        """Players who have been away for long stand up with their chips, between rounds."""
        now = self._loop_time()
        for seat, holder in list(self.state.seats.items()):
            since = self._away.get(holder.player)
            away = since is not None and since + self._parts.away_seconds <= now
            if seat in self.state.hands or not (away or holder.player in self._leaving):
                continue
            if away:
                self._away[holder.player] = now  # if it is refused, it is tried again later
            await self._itself(c.LeaveSeat(seat=seat))
        seated = {holder.player for holder in self.state.seats.values()}
        self._leaving = {player: None for player in self._leaving if player in seated}
        await self._act_for_owner()
        if (
            self._leaving or self._owner_waits
        ):  # their hands are not over, or it was refused: not at once again
            self._not_before = now + RETRY_SECONDS

    async def stand_up(self, person: str) -> None:
        """Somebody may not play any more: they leave with their chips when their hand is over."""
        self._leaving[person] = None
        await self.time_up()

    # --- what the owner does ----------------------------------------------------------------------

    async def change(self, change: Change, note: Noted | None = None) -> None:
        """Change the settings of the table for good; run it as a job.

        ``change`` may refuse. ``note`` says who did what, from the settings before and after. If
        somebody else changed them at the same time, it is decided again. Everybody is told.
        """
        store = self._parts.store
        for _ in range(TRIES):
            await self.refresh_if_stale()
            row = await store.table(self.table)
            assert row is not None, "a table is never removed"
            before = KeptSettings.from_json(row.settings)
            after = change(before)
            if after == before:
                self._take_settings(row)
                return
            number = before.hidden.revision + 1
            after = replace(after, hidden=replace(after.hidden, revision=number))
            changed, at_ms = replace(row, settings=after.to_json()), self._now()
            write = Write(
                table=self.table,
                expected=self.version,
                at_ms=at_ms,
                settings=changed,
                notes=() if note is None else (note(before, after, at_ms),),
                once=f"settings/{self.table}/{number}",
            )
            [outcome] = await self._write((write,))
            if isinstance(outcome, Moved):
                self._parts.moved(self.table)
                raise ServiceRefused(unavailable("The table has just moved. Try again."))
            if isinstance(outcome, Conflict):
                await self._too_late()
            elif isinstance(outcome, Written):
                self._take_settings(changed)
                await self.time_up()
                return
        raise ServiceRefused(unavailable("The table is too busy. Try again."))

    def _take_settings(self, row: TableRow) -> None:
        """From now on the table has these settings; tell everybody what that changes."""
        if KeptSettings.from_json(row.settings) == self.kept:
            return
        self.adopt(row)
        self.audience.send(frame_of(TableFrame(table=self.described())))
        self.audience.told_again()
        self.presence_changed()

    @property
    def _owner_waits(self) -> bool:
        """Whether a table was closed or somebody stood up, and it is not done yet."""
        if self.settings.closed:
            return self.state.phase is not Phase.CLOSED
        return bool(self._to_stand_up(self.state))

    async def _act_for_owner(self) -> None:
        """Those who were stood up leave when their hand is over; a table that is closed closes.

        Wagers that are down are played out first.
        """
        if not self._owner_waits:
            return
        if self.settings.closed and not self.state.hands:
            await self._itself(c.CloseTable(), turn=Turn(by=self.owner, reason=CLOSE_REASON))
            return
        for seat in self._to_stand_up(self.state):
            if seat not in self.state.hands:
                stood = self.kept.hidden.stood_up.get(self.state.seats[seat].player)
                turn = Turn(by=self.owner, reason=CLOSE_REASON)
                if stood is not None and not self.settings.closed:
                    turn = Turn(by=stood.actor, reason=stood.reason or STAND_UP_REASON)
                await self._itself(c.LeaveSeat(seat=seat), turn=turn)

    def adopt(self, row: TableRow) -> None:
        """Take over the owner and the settings of a row."""
        self.owner, self.kept = row.owner, KeptSettings.from_json(row.settings)
        self.rounds_name = row.rounds_name
        self._deciding.settings = self.kept.shown
        self._waits, self._on_offer = (-1, ()), (-1, b"[]")

    # --- people -----------------------------------------------------------------------------------

    def people_changed(self) -> None:
        """Tell those who want to know who is here, soon: several changes go together."""
        if self._people_timer is None and not self._stopped and self.audience.wants_people():
            loop = asyncio.get_running_loop()
            self._people_timer = loop.call_later(PEOPLE_SECONDS, self._tell_people)

    def _tell_people(self) -> None:
        self._people_timer = None
        frame = frame_of(self.people())
        if frame.payload != self._people:
            self._people = frame.payload
            self.audience.send_people(frame)

    def say(self, speaker: Speaker, phrase: Phrase) -> ServiceRefusal | None:
        """Tell everybody at the table what somebody says; nothing is kept of it."""
        now = self._loop_time()
        self._spoke = {who: at for who, at in self._spoke.items() if at + SAY_SECONDS > now}
        if speaker.person in self._spoke:
            wait_ms = round((self._spoke[speaker.person] + SAY_SECONDS - now) * 1000)
            words = f"Say one thing every {SAY_SECONDS:.0f} seconds."
            return ServiceRefusal(
                code=ServiceCode.SAY_TOO_SOON, sentence=words, until_ms=self._now() + wait_ms
            )
        self._spoke[speaker.person] = now
        self.audience.send(said_frame(speaker, phrase, self._now()))
        return None

    def present(self, person: str) -> bool:
        """Whether somebody has a socket at this table."""
        return self.audience.has(person)

    @property
    def dealer_here(self) -> bool | None:
        """Whether a dealer is here; None where nobody deals."""
        return None if self.settings.runs_itself else self.audience.has_dealer()

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

    # --- watchers ---------------------------------------------------------------------------------

    def watch(self, watcher: Watcher) -> None:
        """Start to tell somebody everything from now on; how it is now, their welcome says."""
        self.audience.add(watcher)
        self.presence_changed(newcomer=watcher)

    def unwatch(self, watcher: Watcher) -> None:
        """Stop telling them."""
        if self.audience.remove(watcher):
            self.presence_changed()

    def presence_changed(self, newcomer: Watcher | None = None) -> None:
        """Somebody came or went, or is to stand up: some clocks start or stop."""
        clocks = self.clocks
        before = (clocks.deadlines.keys(), clocks.away, clocks.free)
        self._set_clocks()
        if before != (clocks.deadlines.keys(), clocks.away, clocks.free) and self.audience:
            clocks_now = WaitsFrame(version=self.version, waits=self.countdowns())
            self.audience.send(frame_of(clocks_now), besides=newcomer)
        self.people_changed()
        self._set_timer()

    # --- what watchers see ------------------------------------------------------------------------

    def _publish(self, first: int, at_ms: int, bodies: Sequence[bytes]) -> None:
        """Tell the watchers what happened."""
        if self.audience:
            phase, waits = self.state.phase, self.countdowns()
            happened = events_frame(first, at_ms, bodies, phase, waits)
            self.audience.tell(happened, self._view_frame)

    def _view_frame(self) -> Frame:
        return frame_of(ViewFrame(version=self.version, view=self.view()))

    def view(self) -> View:
        """The table as everybody sees it."""
        title = self.settings.title or self.state.house.title
        return structs.replace(view(self.state, None, self.shoe), title=title)

    def moves_of_due(self) -> list[dict[str, Any]]:
        """The chips that the settlement which is due would move."""
        return moves_of_due(self.state, self.shoe)

    @property
    def takes_players(self) -> bool:
        """Whether somebody can sit down, if a seat is free."""
        return self._deciding.takes_players(self.state)

    def described(self) -> TableInfo:
        """The table as the lobby and a welcome show it."""
        return described(
            self.table,
            self.settings,
            self.rounds_name,
            self.rules,
            self.state,
            len(self.audience),
        )

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
        state = self.state
        if purse_cents is not None:
            state = with_purse(state, who.seat, purse_cents)
        return offers_to(self._deciding, state, who, self.shoe, self._local())

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
        """Whose players may take their time; nobody may who is to stand up."""
        unhurried = self.settings.speed == UNHURRIED
        free = free_seats(self.state, self.present, unhurried=unhurried)
        return free.difference(self._to_stand_up(self.state))

    def _to_stand_up(self, state: Table) -> list[int]:
        """The seats that are cleared as soon as their hands are over."""
        if not (self.settings.closed or self.kept.hidden.stood_up):
            return []
        now_ms = self._now()
        return [
            seat
            for seat, holder in state.seats.items()
            if stands_up(self.kept, holder.player, now_ms)
        ]

    def _set_timer(self) -> None:
        """Wake up when the next clock runs out."""
        if self._stopped:
            return
        moments = list(self.clocks.deadlines.values())
        idle = self.state.phase not in IN_ROUND
        if idle and not self.state.hands:
            moments += [since + self._parts.away_seconds for since in self._away.values()]
            moments += [self._loop_time() for _ in self._leaving]
            moments += [self._loop_time()] if self._owner_waits else []
        if self._stale:
            moments.append(self._not_before)
        moment = max(min(moments), self._not_before) if moments else None
        self._alarm.set(moment)

    def _wake(self) -> None:
        if not self._stopped:
            self.run(self.time_up).add_done_callback(report)

    def _loop_time(self) -> float:
        return asyncio.get_running_loop().time()

    def _now(self) -> int:
        return self._parts.clock.now_ms()

    def _local(self) -> datetime:
        return self._parts.local_time(self._now())
