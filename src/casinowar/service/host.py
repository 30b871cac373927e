"""One table of the service: the only place where its commands are decided and written.

Everything that touches the table runs as a job, one after the other: commands, arrivals, clocks,
news from other processes. A command is decided, written in one transaction, and only then does the
table change and anybody hear of it. A write that fails leaves the table unsure of what is stored:
it reads the stream again before it does anything else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from casinowar.houses import House
from casinowar.service.alarm import Alarm
from casinowar.service.asked import Asked, Check, Planned, written_of
from casinowar.service.audience import Watcher
from casinowar.service.clocks import without
from casinowar.service.days import GamingDays
from casinowar.service.deciding import Actor
from casinowar.service.frames import AnyRefusal, Give, refused_body, waits_frame
from casinowar.service.heard import Heard
from casinowar.service.jobs import Jobs, report, report_error
from casinowar.service.line import Line
from casinowar.service.open_table import OpenTable
from casinowar.service.refusals import NOT_ENOUGH, ServiceRefusal, unavailable
from casinowar.service.rounds import NO_ROUND
from casinowar.service.settings import TableSettings
from casinowar.service.shared import HostParts
from casinowar.service.shoes import SeedNeeded, TableShoes
from casinowar.service.versions import bodies_today, by_time, table_of
from casinowar.service.writing import (
    BY_ITSELF,
    Moment,
    Turn,
    carried_write,
    refusal_write,
    repeated,
    turn_of,
)
from casinowar.store.news import TableNews
from casinowar.store.port import (
    Answered,
    Conflict,
    Outcome,
    Short,
    StoredEvent,
    StoreError,
    Used,
    Write,
    Written,
)
from casinowar.table import commands as c
from casinowar.table.automation import Carried
from casinowar.table.engine import fold
from casinowar.table.state import IN_ROUND, Table
from casinowar.wire import EventReader

EVENTS_AT_ONCE = 2000
AT_ONCE = 32  # commands in one commit
TRIES = 20  # against other processes that write to the same table
TRIES_TOGETHER = 3  # then one by one
RETRY_SECONDS = 1.0
ALL_THERE_IS = 2**63  # no table has so many events

NOT_WRITTEN = "The table could not be written to. Send the command again under the same id."

T = TypeVar("T")
Decide = Callable[[Table], Carried | AnyRefusal]


class TableHost(OpenTable):
    """A table that is open in this process, and its one writer."""

    def __init__(
        self, table: str, house: House, settings: TableSettings, shoes: TableShoes, parts: HostParts
    ) -> None:
        super().__init__(table, house, settings, shoes, parts)
        self._days = GamingDays(settings)
        self._mark, self._snapshot_at = NO_ROUND, 0
        self._stale = True  # the stream must be read before anything is decided
        self._jobs = Jobs(f"table {table}", self._set_timer)
        self._alarm = Alarm(self._wake)
        self._line = Line(lambda: self.run(self._serve).add_done_callback(report))
        self.heard = Heard()
        self._leaving = set[str]()  # players who stand up when their hand is over
        self._not_before = 0.0  # after a failure the table waits before it acts by itself
        self._stopped = False

    def run(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Do something with the table when its turn comes."""
        return self._jobs.run(work)

    async def stop(self) -> None:
        """Finish the jobs that were given and stop the clocks."""
        self.retire()
        await self._jobs.finish()

    def retire(self) -> None:
        """Stop the clocks: from now on another host is the table."""
        self._stopped = True
        self._alarm.set(None)
        self._line.close()

    # --- reading the stream -----------------------------------------------------------------------

    async def refresh(self, to: int | None = None) -> None:
        """Bring the table up to what is stored, and tell the watchers what they missed.

        If it fails, the table is stale and tries again by itself, so that all viewers converge.
        A table that has come as far as ``to``, or has heard as much, reads nothing.
        """
        to = ALL_THERE_IS if to is None or self._stale else to
        if to <= self.version:
            return
        self._doubt()
        if self.version == 0:
            await self._load_snapshot()
        heard = self.heard.take(self.version)
        if heard:
            self._take_in(heard)
        more = self.version < to
        while more:
            rows = await self._parts.store.events(self.table, self.version, EVENTS_AT_ONCE)
            if rows:
                self._take_in(rows)
            more = len(rows) == EVENTS_AT_ONCE
        await self._shoes.have(self._parts.store, self.state.shoe.number)
        self._stale, self._not_before = False, 0.0
        self.heard.forget(self.version)

    def hear(self, news: TableNews) -> asyncio.Future[None]:
        """Another process wrote to the table: take that in when its turn comes."""
        done = self.run(partial(self.refresh, news.version))
        if news.version > self.version:
            self.heard.rest(news)
            self._line.heard()
        return done

    async def _load_snapshot(self) -> None:
        snapshot = await self._parts.store.snapshot(self.table)
        self.state, self.version = table_of(snapshot, self.state.house)
        self._snapshot_at = self.version

    def _take_in(self, rows: Sequence[StoredEvent]) -> None:
        """Apply stored events; watchers are told of them as they were written, each at its time."""
        reader = EventReader({seat: at.player for seat, at in self.state.seats.items()})
        events = [reader.read_bytes(row.body) for row in rows]
        assert rows[0].version == self.version + 1, "the stream has a gap"
        if not self.audience:
            self._become(self._moment().after(events, fold(self.state, events)))
            return
        for part in by_time(rows):
            happened = events[part]
            self._become(self._moment().after(happened, fold(self.state, happened)))
            first = rows[part.start]
            self._publish(first.version, first.at_ms, bodies_today(rows[part], happened))

    def _moment(self) -> Moment:
        return Moment(
            table=self.table,
            state=self.state,
            version=self.version,
            mark=self._mark,
            rules=self.rules,
            snapshot_at=self._snapshot_at,
        )

    def _become(self, now: Moment) -> None:
        self.state, self.version = now.state, now.version
        self._mark, self._snapshot_at = now.mark, now.snapshot_at
        self._shoes.keep_only(now.state.shoe.number)
        self._set_clocks()

    # --- what happens to the table ----------------------------------------------------------------

    async def give(
        self,
        give: Give,
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

    async def _refuse(self, refused: AnyRefusal, turn: Turn) -> bytes:
        """Refuse somebody whose refusals are no longer stored, unless it was answered before."""
        assert turn.answer is not None
        self.counters.refused += 1
        asked = turn.answer(refused, 0, 0)
        given = await self._parts.store.answer(asked.person, asked.command)
        if given is None:
            return asked.body
        await self.refresh()  # its events come first
        return repeated(given, asked)

    async def _itself(self, *commands: c.Command) -> None:
        """Carry out what the table does by automation or published policy."""
        await self._carry_out(lambda state: self._deciding.together(state, *commands), BY_ITSELF)

    def _new_day(self) -> c.StartGamingDay | None:
        return self._days.due(self.state, self._local(), self._loop_time())

    async def _start_day(self) -> None:
        new_day = self._new_day()
        if new_day is not None:
            await self._itself(new_day)

    def look_at_day(self) -> None:
        """Start a new gaming day if it is time for one: no event says that the hour has come."""
        if self._new_day() is not None and not self._stale:
            self.run(self.time_up).add_done_callback(report)

    async def _carry_out(self, decide: Decide, turn: Turn, check: Check | None = None) -> bytes:
        """Decide, write, and then let it be known; decide again if somebody else wrote first."""
        for _ in range(TRIES):
            planned = await self._planned(self._moment(), self._now(), decide, turn, check)
            write = planned.write
            if write is None:
                return b"" if turn.answer is None else await self._refuse(planned.refused, turn)
            [outcome] = await self._write(write)
            match outcome:
                case Written():
                    self._written([planned])
                    return planned.answer
                case Answered():
                    assert write.answer is not None
                    await self.refresh()  # another process may have done it: its events come first
                    return repeated(outcome.answer, write.answer)
                case Conflict():
                    await self._too_late()
                case Short():
                    decide, check = lambda _: NOT_ENOUGH, None
                case Used():
                    raise AssertionError("a table's write uses no key")
        self.counters.failed += turn.answer is not None
        words = "The table is too busy. Send the command again under the same id."
        return refused_body(turn.command, unavailable(words))

    def _decides(self, give: Give, by: Actor, refusal: ServiceRefusal | None) -> Decide:
        if refusal is not None:
            return lambda _: refusal
        return lambda state: self._deciding.by_person(state, give.command, by, self._local())

    async def _planned(
        self, before: Moment, at_ms: int, decide: Decide, turn: Turn, check: Check | None
    ) -> Planned:
        """What a decision would write to a table as it is ``before``."""
        decided = await self._with_seeds(lambda: decide(before.state))
        if isinstance(decided, Carried):
            seeds = self._shoes.top_up(before.state.shoe.number, decided.state.shoe.number)
            write, bodies = carried_write(before, decided, turn, at_ms, seeds)
            checked = write if check is None else await check(before.state, write)
            if isinstance(checked, Write):
                after = before.after(decided.events, decided.state, write.snapshot)
                return Planned(decided, after, checked, bodies)
            decided = checked
        if turn.answer is None:
            return Planned(decided, before)
        if not self._parts.kept_refusals.may_take(turn.by, self._loop_time()):
            return Planned(decided, before)
        written = refusal_write(before, turn.answer(decided, 0, 0), at_ms)
        return Planned(decided, before, written)

    async def _with_seeds(self, decide: Callable[[], Carried | AnyRefusal]) -> Carried | AnyRefusal:
        while True:
            try:
                return decide()
            except SeedNeeded as needed:
                await self._shoes.load(self._parts.store, needed.number)

    async def _write(self, *writes: Write) -> Sequence[Outcome]:
        began = self._loop_time()
        outcomes = await self._parts.store.write_all(writes)
        if any(w.events and isinstance(o, Written) for w, o in zip(writes, outcomes, strict=True)):
            self._line.wrote(self._loop_time() - began)
        return outcomes

    async def _too_late(self) -> None:
        """Another process wrote first: take that in."""
        self.counters.conflicts += 1
        self._line.heard()
        await self.refresh(self.version + 1)

    def _written(self, plan: Sequence[Planned]) -> None:
        """Writes that shared a commit are durable: change the table, then tell everybody."""
        first, bodies, at_ms = self.version + 1, list[bytes](), 0
        for planned in plan:
            write, done = planned.write, isinstance(planned.decided, Carried)
            assert write is not None
            if done:
                bodies += planned.bodies
                at_ms = write.at_ms
            elif write.answer is not None:
                self._parts.kept_refusals.take(write.answer.person, self._loop_time())
            self.counters.answered(write, done=done)
        if bodies:
            self._become(plan[-1].after)
            self._publish(first, at_ms, bodies)

    # --- several commands in one commit -----------------------------------------------------------

    def ask(
        self, give: Give, by: Actor, refusal: ServiceRefusal | None, check: Check
    ) -> asyncio.Future[bytes]:
        """Carry out a command when its turn comes, as ``give`` does.

        Those that wait at the same time share a commit.
        """
        asked = Asked(give, by, refusal, check, asyncio.get_running_loop().create_future())
        self._line.join(asked)
        return asked.answer

    async def _serve(self) -> None:
        """Answer everybody who waits; one who fails does not harm the others."""
        waiting = self._line.take()
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

    async def _together(self, asked: Sequence[Asked]) -> int:
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
                outcomes = await self._write(*(planned.write for planned in plan if planned.write))
                written = written_of(plan, outcomes)
                self._written(written)
                for one, planned in zip(asked, written, strict=False):
                    one.tell(planned.answer)
                done = len(written)  # not before: whoever was not told is tried again
                late = done < len(plan) and isinstance(outcomes[done], Conflict)
                if late:
                    await self._too_late()
                if done or not late:
                    break
        except StoreError:
            self._failed()
        except Exception as error:  # whose fault it is, is found out when each is tried alone
            self._failed()
            report_error("commands could not share a commit", error)
        return done

    async def _plan(self, asked: Sequence[Asked]) -> list[Planned]:
        """What commands would write, each on top of those before it."""
        plan, before, at_ms = list[Planned](), self._moment(), self._now()
        for one in asked:
            turn = turn_of(self.table, one.give, one.by)
            decide = self._decides(one.give, one.by, one.refusal)
            planned = await self._planned(before, at_ms, decide, turn, one.check)
            if planned.write is None:
                break
            plan.append(planned)
            before = planned.after
        return plan

    async def refresh_if_stale(self) -> None:
        """Take in what was heard; read again if a failed write left it unclear what is stored."""
        if self._stale or self.heard:
            await self.refresh(self.version + 1)

    def _failed(self) -> None:
        """Nobody can say what is stored: read it again before anything else."""
        self.counters.failures += 1
        self._doubt()

    def _doubt(self) -> None:
        """The table may not be what is stored: it is read again, now or in a moment."""
        self._stale = True
        self._not_before = self._loop_time() + RETRY_SECONDS

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
        except Exception:
            self._failed()  # never spin on what cannot be done
            raise

    async def _answer_for_late(self) -> None:
        while True:
            late = self.clocks.over(self.waits(), self._progress(), self._loop_time())
            if late is None:
                return
            before = self.version
            continues = without(
                late, self.state, self.present, runs_itself=self.settings.runs_itself
            )
            await self._itself(*continues)
            if self.version == before:  # it was refused: never spin on it
                self.clocks.postpone(late, self._progress(), self._loop_time() + RETRY_SECONDS)
            else:
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
        self._leaving &= seated
        if self._leaving:  # their hands are not over, or it was refused: not at once again
            self._not_before = now + RETRY_SECONDS

    async def stand_up(self, person: str) -> None:
        """Somebody may not play any more: they leave with their chips when their hand is over."""
        self._leaving.add(person)
        await self.time_up()

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
        """Somebody came or went, here or in another process: some clocks start or stop."""
        before = (self.clocks.deadlines.keys(), self.clocks.away)
        self._set_clocks()
        if before != (self.clocks.deadlines.keys(), self.clocks.away) and self.audience:
            self.audience.send(waits_frame(self.version, self.countdowns()), besides=newcomer)
        self._set_timer()

    # --- clocks -----------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        """Wake up when the next clock runs out."""
        if self._stopped:
            return
        moments = list(self.clocks.deadlines.values())
        idle = self.state.phase not in IN_ROUND
        if idle and not self.state.hands:
            moments += [since + self._parts.away_seconds for since in self._away.values()]
            moments += [self._loop_time() for _ in self._leaving]
        if self._stale:
            moments.append(self._not_before)
        moment = max(min(moments), self._not_before) if moments else None
        self._alarm.set(moment)

    def _wake(self) -> None:
        if not self._stopped:
            self.run(self.time_up).add_done_callback(report)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost if this process forgets the table for now."""
        return self._jobs.idle and not (self.audience or self.state.seats or self._line)
