"""One table of the service: the only place where its commands are decided and written.

Commands, arrivals and clocks are jobs of the table. A command is decided, written in one
transaction, and only then does the table change and anybody hear of it. A write that fails leaves
the table unsure of what is stored: it reads the stream again before it does anything else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from casinowar.houses import House
from casinowar.service.alarm import Alarm
from casinowar.service.asked import Asked, Check, Planned, written_of
from casinowar.service.audience import Watcher
from casinowar.service.clocks import without
from casinowar.service.days import GamingDays
from casinowar.service.deciding import Actor
from casinowar.service.following import QUIET_SECONDS, SharedFrame
from casinowar.service.frames import (
    AnyRefusal,
    ChangeSeat,
    Give,
    Notice,
    Phrase,
    Speaker,
    notice_frame,
    people_frame,
    refused_body,
    said_frame,
    table_frame,
    waits_frame,
)
from casinowar.service.jobs import report, report_error
from casinowar.service.line import Line
from casinowar.service.owners import (
    CLOSE_REASON,
    CLOSED_WORDS,
    STAND_UP_REASON,
    STOOD_UP_WORDS,
)
from casinowar.service.refusals import (
    NOT_ENOUGH,
    ServiceCode,
    ServiceRefusal,
    ServiceRefused,
    unavailable,
)
from casinowar.service.settings import KeptSettings, TableSettings
from casinowar.service.shared import HostParts
from casinowar.service.shoes import SeedNeeded, TableShoes
from casinowar.service.stream import RETRY_SECONDS, TableStream
from casinowar.service.writing import (
    BY_ITSELF,
    Moment,
    Turn,
    carried_write,
    refusal_write,
    repeated,
    turn_of,
)
from casinowar.store.port import (
    Answered,
    Conflict,
    Note,
    Outcome,
    Short,
    StoreError,
    TableRow,
    Used,
    Write,
    Written,
)
from casinowar.table import commands as c
from casinowar.table.automation import Carried
from casinowar.table.state import IN_ROUND, Phase, Table

AT_ONCE = 32  # commands in one commit
TRIES = 20  # against other processes that write to the same table
TRIES_TOGETHER = 3  # then one by one

PEOPLE_SECONDS = 0.2  # in which changes of who is here go together
SAY_SECONDS = 2.0  # between two phrases of one person
KEPT_FROM = (c.TakeSeat, c.PlaceWagers, ChangeSeat)  # those whom the owner stood up

NOT_WRITTEN = "The table could not be written to. Send the command again under the same id."

Decide = Callable[[Table], Carried | AnyRefusal]
Change = Callable[[KeptSettings], KeptSettings]
Noted = Callable[[KeptSettings, KeptSettings, int], Note]  # before, after, at which time


class TableHost(TableStream):
    """A table that is open in this process, and its one writer."""

    def __init__(
        self, table: str, house: House, settings: TableSettings, shoes: TableShoes, parts: HostParts
    ) -> None:
        super().__init__(table, house, settings, shoes, parts)
        self._days = GamingDays(settings)
        self._alarm = Alarm(self._wake)
        self._line = Line(
            lambda: self.run(self._serve).add_done_callback(report),
            partial(parts.is_shared, table),
        )
        # players who stand up when their hand is over; an empty set takes more memory
        self._leaving = dict[str, None]()
        self._people: bytes | None = None  # the last frame of people
        self._people_timer: asyncio.TimerHandle | None = None
        self._spoke = dict[str, float]()  # when each person said something, in the last moments

    async def stop(self) -> None:
        """Finish the jobs that were given and stop the clocks."""
        self.retire()
        await self._jobs.finish()

    def retire(self) -> None:
        """Stop the clocks: from now on another host is the table."""
        self._stopped = True
        self._alarm.set(None)
        if self._people_timer is not None:
            self._people_timer.cancel()
        self._following.close()
        self._line.close()

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

    async def _itself(self, *commands: c.Command, turn: Turn = BY_ITSELF) -> None:
        """Carry out what the table does by automation, by published policy or for its owner.

        If another process writes first, it is not decided again: what it was for may be over.
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
            [outcome] = await self._write((write,))
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
                    if turn.answer is None:
                        return b""
                case Short():
                    decide, check = lambda _: NOT_ENOUGH, None
                case Used():
                    raise AssertionError("a table's write uses no key")
        self.counters.failed += turn.answer is not None
        words = "The table is too busy. Send the command again under the same id."
        return refused_body(turn.command, unavailable(words))

    def _decides(self, give: Give, by: Actor, refusal: ServiceRefusal | None) -> Decide:
        if refusal is None and isinstance(give.command, KEPT_FROM):
            refusal = self.seat_refusal(by.person)
        if refusal is None and isinstance(give.command, c.OpenTable) and self.settings.closed:
            refusal = self.seat_refusal(by.person)
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

    async def _write(self, writes: Iterable[Write]) -> Sequence[Outcome]:
        began = self._loop_time()
        outcomes = await self._parts.store.write_all(tuple(writes))
        self._line.wrote(self._loop_time() - began)
        return outcomes

    async def _too_late(self) -> None:
        """Another process wrote first: take that in."""
        self.counters.conflicts += 1
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
            frame = self._publish(first, at_ms, bodies)
            if frame is not None:
                self._parts.share(self.table, SharedFrame(first, self.version, frame))

    # --- several commands in one commit -----------------------------------------------------------

    def ask(self, asked: Asked) -> asyncio.Future[bytes]:
        """Carry out a command when its turn comes, as ``give`` does, here or in another process.

        Those that wait at the same time share a commit.
        """
        if self._stopped or not asked.anywhere or not self._parts.pass_on(self, asked):
            self._line.join(asked)
        return asked.answer

    def ask_for_another(self, asked: Asked) -> bool:
        """Carry out a command that was given at another process, unless it should do so itself."""
        ready = bool(self.audience) and not (self._stale or self._stopped)
        if ready:
            self._line.join(asked)
        return ready

    def take_back(self, asked: Asked) -> None:
        """Carry out a command here: the other process did not."""
        self._line.join(asked)

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
                outcomes = await self._write(planned.write for planned in plan if planned.write)
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

    # --- what the table does by itself ------------------------------------------------------------

    async def time_up(self) -> None:
        """Continue without those who have not answered in time; run it as a job."""
        try:
            await self._skip_to_snapshot()
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
            elif self.counters.conflicts == conflicts:  # otherwise another process was faster
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
            if isinstance(outcome, Conflict):
                await self._too_late()
            elif isinstance(outcome, Written):
                self._take_settings(changed)
                await self._parts.announce(self.table)
                await self.time_up()
                return
        raise ServiceRefused(unavailable("The table is too busy. Try again."))

    async def look_at_settings(self) -> None:
        """Take over the settings that are stored; run it as a job."""
        row = await self._parts.store.table(self.table)
        assert row is not None, "a table is never removed"
        self._take_settings(row)

    def _take_settings(self, row: TableRow) -> None:
        """From now on the table has these settings; tell everybody what that changes."""
        if KeptSettings.from_json(row.settings) == self.kept:
            return
        self.adopt(row)
        self.audience.send(table_frame(self.described()))
        self.audience.told_again()
        self.presence_changed()

    def _owner_turn(self, reason: str) -> Turn:
        return Turn(by=self.owner, reason=reason)

    @property
    def _owner_waits(self) -> bool:
        """Whether the owner has closed the table or stood somebody up, and it is not done yet."""
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
            await self._itself(c.CloseTable(), turn=self._owner_turn(CLOSE_REASON))
            return
        reason = CLOSE_REASON if self.settings.closed else STAND_UP_REASON
        for seat in self._to_stand_up(self.state):
            if seat not in self.state.hands:
                await self._itself(c.LeaveSeat(seat=seat), turn=self._owner_turn(reason))

    def _become(self, now: Moment) -> None:
        """Become the table after some events, and tell those whom the owner stood up."""
        seats = self._state.seats
        going = [seats[seat].player for seat in self._to_stand_up(self._state)]
        super()._become(now)
        left = set(going) - {holder.player for holder in now.state.seats.values()}
        closed = self.settings.closed
        notice, words = Notice.STOOD_UP, STOOD_UP_WORDS
        if closed:
            notice, words = Notice.TABLE_CLOSED, CLOSED_WORDS
        for person in left:
            self.audience.send_to(person, notice_frame(notice, words))
        self.people_changed()

    # --- people -----------------------------------------------------------------------------------

    def people_changed(self) -> None:
        """Tell those who want to know who is here, soon: several changes go together."""
        if self._people_timer is None and not self._stopped and self.audience.wants_people():
            loop = asyncio.get_running_loop()
            self._people_timer = loop.call_later(PEOPLE_SECONDS, self._tell_people)

    def _tell_people(self) -> None:
        self._people_timer = None
        frame = people_frame(self.people())
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
        frame = said_frame(speaker, phrase, self._now())
        self.audience.send(frame)
        self._parts.spread(self.table, frame)
        return None

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
            self.audience.send(waits_frame(self.version, self.countdowns()), besides=newcomer)
        self.people_changed()
        self._set_timer()

    # --- clocks -----------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        """Wake up when the next clock runs out."""
        if self._stopped:
            return
        if self._following:  # its clocks are not known: whoever writes to it has them, too
            self._alarm.set_soon(self._loop_time() + QUIET_SECONDS)
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
        if self._following.is_moving:
            self._set_timer()
        elif not self._stopped:
            self.run(self.time_up).add_done_callback(report)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost if this process forgets the table for now."""
        return self._jobs.idle and not (self.audience or self.state.seats or self._line)
