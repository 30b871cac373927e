"""One table of the service, open in this process: the only place where its commands are decided.

Everything that touches the table runs as a job, one after the other. ``table`` is its state, the
``writer`` changes it, ``presence`` has its clocks, and the ``audience`` is told. Commands wait in a
queue; commands that wait at the same time share a commit.

This process is the table's home. If another process has opened the table, the next write fails and
this process closes it: its people reconnect to where the proxy routes them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from casinowar.houses import House
from casinowar.service.background import report_error
from casinowar.service.conversation.messages import ChangeSeat, CommandMessage, refused_body
from casinowar.service.refusals import ServiceRefusal, unavailable
from casinowar.service.tables.decide import Actor, Left, has_known_cards
from casinowar.service.tables.open_table import OpenTable, TableParts
from casinowar.service.tables.owner import Change, Noted, OwnersActs
from casinowar.service.tables.presence import Alarm, Audience, Presence, Watcher, loop_time
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import TableLog, TableShoes
from casinowar.service.tables.writer import (
    BY_ITSELF,
    RETRY_SECONDS,
    Check,
    Decide,
    PlannedWrite,
    TableMovedError,
    Writer,
    turn_of,
)
from casinowar.store.interface import Conflict, Moved, StoreError, Written
from casinowar.table import commands as c
from casinowar.table.events import SeatLeft
from casinowar.table.state import Phase
from casinowar.wire import event_from_bytes

AT_ONCE = 32  # commands in one commit
TRIES_TOGETHER = 3  # then one by one
KEPT_FROM = (c.TakeSeat, c.PlaceWagers, ChangeSeat)  # what a removed player cannot do

NOT_WRITTEN = "The table could not be saved. Send the command again with the same id."
MOVED = "Another process now serves this table. Reconnect and send the command with the same id."

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command that waits for its turn."""

    give: CommandMessage
    by: Actor
    refusal: ServiceRefusal | None  # the service's own
    check: Check | None
    answer: asyncio.Future[bytes]

    def tell(self, body: bytes) -> None:
        """Answer the command, if the caller still waits."""
        if not self.answer.done():
            self.answer.set_result(body)


class Jobs:
    """A queue of jobs. The queue and its task exist only while there is work."""

    __slots__ = ("_after_each", "_name", "_waiting", "_worker")

    def __init__(self, name: str, after_each: Callable[[], None]) -> None:
        self._name, self._after_each = name, after_each
        self._waiting: deque[Callable[[], Awaitable[None]]] | None = None
        self._worker: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is being done."""
        return self._worker is None

    def run(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Run a job when its turn comes; cancelling the caller does not stop it."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                value = await work()
            except Exception as error:  # passed on to the caller
                if not result.done():
                    result.set_exception(error)
            else:
                if not result.done():
                    result.set_result(value)

        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(job)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work(self._waiting), name=self._name)
        return result

    async def _work(self, waiting: deque[Callable[[], Awaitable[None]]]) -> None:
        try:
            while waiting:
                await waiting.popleft()()
                self._after_each()
        finally:
            self._worker = None
            self._waiting = waiting or None

    async def finish(self) -> None:
        """Wait until all queued jobs are done."""
        while self._worker is not None:
            await asyncio.wait([self._worker])


class TableActor:
    """A table that is open in this process: its people, its clocks, and its one writer."""

    def __init__(
        self,
        table: str,
        house: House,
        settings: TableSettings,
        shoes: TableShoes,
        parts: TableParts,
        log: TableLog | None = None,
    ) -> None:
        self.table = OpenTable(table, house, settings, shoes, parts, log)
        self.audience = Audience(self.table)
        self.presence = Presence(self.table, self.audience)
        self.table.deciding.contributes = self.presence.contributes
        self.writer = Writer(self.table, self.presence, self.audience)
        self._owner = OwnersActs(self.table, self.writer, self.presence, self.audience)
        self._jobs = Jobs(f"table {table}", self._set_timer)
        self._alarm = Alarm(self._wake)
        self._waiting = list[PendingCommand]()  # commands that arrive meanwhile share a commit
        self._stopped = False

    def run(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Run a job on the table when its turn comes."""
        return self._jobs.run(work)

    async def stop(self) -> None:
        """Finish the queued jobs and stop the clocks."""
        self.retire()
        await self._jobs.finish()

    def retire(self) -> None:
        """Stop the clocks: another process has the table, but jobs in progress are finished."""
        self._stopped = True
        self._alarm.set(None)
        self.audience.stop()

    @property
    def is_idle(self) -> bool:
        """Whether this process can close the table without losing anything."""
        return self._jobs.idle and not (self.audience or self.table.state.seats or self._waiting)

    # --- commands ---------------------------------------------------------------------------------

    def ask(self, command: PendingCommand) -> asyncio.Future[bytes]:
        """Carry out a command when its turn comes, as ``give`` does.

        Commands that wait at the same time share a commit.
        """
        self._waiting.append(command)
        if len(self._waiting) == 1:
            self.run(self._serve).add_done_callback(report)
        return command.answer

    async def give(
        self,
        give: CommandMessage,
        by: Actor,
        refusal: ServiceRefusal | None = None,
        check: Check | None = None,
    ) -> bytes:
        """Carry out a command and return its answer; run it as a job.

        ``refusal`` is the service's own. ``check`` may refuse what the table would write, or add to
        it; it is called again after each conflict.
        """
        turn, writer = turn_of(self.table.id, give, by, refusal), self.writer
        try:
            await writer.refresh_if_stale()
            if refusal is None:
                await writer.start_day()
            return await writer.carry_out(self._decides(give, by, refusal), turn, check)
        except StoreError:
            writer.failed()
            writer.counters.failed += 1
            return refused_body(give.id, unavailable(NOT_WRITTEN))
        except TableMovedError:
            return refused_body(give.id, unavailable(MOVED))

    async def preview(
        self, give: CommandMessage, by: Actor, refusal: ServiceRefusal | None = None
    ) -> PlannedWrite:
        """What a command would write now; nothing is written or published. Run it as a job."""
        writer = self.writer
        await writer.refresh_if_stale()
        turn, decide = turn_of(self.table.id, give, by, refusal), self._decides(give, by, refusal)
        return await writer.plan(writer.moment(), self.table.now_ms(), decide, turn, None)

    async def preview_of_itself(self, command: c.Command) -> PlannedWrite:
        """What a command of the table itself would write now; run it as a job."""
        writer, deciding = self.writer, self.table.deciding
        await writer.refresh_if_stale()
        moment, now_ms = writer.moment(), self.table.now_ms()
        decide: Decide = lambda state: deciding.together(state, command)  # noqa: E731
        return await writer.plan(moment, now_ms, decide, BY_ITSELF, None)

    def _decides(self, give: CommandMessage, by: Actor, refusal: ServiceRefusal | None) -> Decide:
        table, command = self.table, give.command
        opens_closed = isinstance(command, c.OpenTable) and table.settings.closed
        if refusal is None and (opens_closed or isinstance(command, KEPT_FROM)):
            refusal = table.seat_refusal(by.person)
        if refusal is not None:
            return lambda _: refusal
        return lambda state: table.deciding.by_person(
            state, command, by, table.local(), give.id, give.face
        )

    async def _serve(self) -> None:
        """Answer all waiting commands; a failure does not affect the others."""
        waiting, self._waiting = self._waiting, []
        try:
            while waiting:
                done = await self._together(waiting[:AT_ONCE]) if len(waiting) > 1 else 0
                if not done:
                    await self._alone(waiting[0])
                waiting = waiting[max(done, 1) :]
                if not done and self.writer.stale:  # the store would not answer the others either
                    break
        finally:
            for one in waiting:
                self.writer.counters.failed += 1
                one.tell(refused_body(one.give.id, unavailable(NOT_WRITTEN)))

    async def _alone(self, one: PendingCommand) -> None:
        try:
            one.tell(await self.give(one.give, one.by, one.refusal, one.check))
        except Exception as error:  # passed on to the caller
            if not one.answer.done():
                one.answer.set_exception(error)

    async def _together(self, commands: Sequence[PendingCommand]) -> int:
        """Carry out several commands in one commit; returns how many, from the first on.

        The next command is then tried alone, to find why it failed.
        """
        done, writer = 0, self.writer
        try:
            await writer.refresh_if_stale()
            await writer.start_day()
            for _ in range(TRIES_TOGETHER):
                plan = await self._plan(commands)
                if not plan:
                    break
                outcomes = await writer.write(planned.write for planned in plan if planned.write)
                durable = takewhile(lambda outcome: isinstance(outcome, Written), outcomes)
                written = plan[: len(list(durable))]
                writer.written(written)
                for one, planned in zip(commands, written, strict=False):
                    one.tell(planned.answer)
                done = len(written)  # only now: a caller without an answer tries again
                late = done < len(plan) and isinstance(outcomes[done], Conflict)
                if late:
                    await writer.too_late()
                if done < len(plan) and isinstance(outcomes[done], Moved):
                    writer.let_go()
                if done or not late:
                    break
        except TableMovedError:
            for one in commands:
                one.tell(refused_body(one.give.id, unavailable(MOVED)))
            done = len(commands)
        except StoreError:
            writer.failed()
        except Exception as error:  # try one by one to find the command that fails
            writer.failed()
            report_error("commands could not share a commit", error)
        return done

    async def _plan(self, commands: Sequence[PendingCommand]) -> list[PlannedWrite]:
        """The writes of the commands, each on top of the previous one."""
        plan, before, at_ms = list[PlannedWrite](), self.writer.moment(), self.table.now_ms()
        for one in commands:
            turn = turn_of(self.table.id, one.give, one.by, one.refusal)
            decide = self._decides(one.give, one.by, one.refusal)
            planned = await self.writer.plan(before, at_ms, decide, turn, one.check)
            if planned.write is None:
                break
            plan.append(planned)
            before = planned.after
        return plan

    # --- acts of the table itself -----------------------------------------------------------------

    async def time_up(self) -> None:
        """Continue without the people who did not answer in time; run it as a job."""
        writer = self.writer
        try:
            await writer.refresh_if_stale()
            await writer.start_day()
            await self._answer_for_late()
            await self._clear_away()
        except StoreError:
            writer.failed()
        except TableMovedError:
            return
        except Exception:
            writer.failed()  # never repeat a failure at once
            raise

    async def _answer_for_late(self) -> None:
        presence, writer = self.presence, self.writer
        while (late := presence.late()) is not None:
            before, conflicts = self.table.version, writer.counters.conflicts
            await writer.itself(*presence.without(late))
            if self.table.version == before:  # refused: never repeat it at once
                until = loop_time() + RETRY_SECONDS
                presence.clocks.postpone(late, presence.progress(), until)
            elif writer.counters.conflicts == conflicts:  # otherwise another process did it
                writer.counters.policy += 1

    async def _clear_away(self) -> None:
        """Remove players who have been away for too long, with their chips, between rounds."""
        table, presence, now = self.table, self.presence, loop_time()
        for seat, holder in list(table.state.seats.items()):
            since = presence.away_since.get(holder.player)
            away = since is not None and since + table.parts.away_seconds <= now
            if seat in table.state.hands or not (away or holder.player in presence.leaving):
                continue
            if away:
                presence.away_since[holder.player] = now  # tried again later if it is refused
            await self.writer.itself(c.LeaveSeat(seat=seat))
        presence.leaving = {one: None for one in presence.leaving if one in table.players}
        await self._owner.act()
        if presence.leaving or table.owner_waits:
            # their hands are not over, or leaving was refused: try again later
            self.writer.retry_at = now + RETRY_SECONDS

    async def stand_up(self, person: str) -> None:
        """Remove a player who may no longer play, with their chips, when their hand is over."""
        self.presence.leaving[person] = None
        await self.time_up()

    async def change(self, change: Change, note: Noted | None = None) -> None:
        """Change the settings of the table and apply the consequences; run it as a job."""
        await self._owner.change(change, note)
        await self.time_up()

    async def begin_again(self, reason: str, ages: Mapping[str, int | None]) -> bool:
        """Replace all cards that may be known; run it as a job.

        The next shoes get new seeds, open wagers are returned, and the cards are changed. Returns
        whether all of this was possible. ``ages`` are the ages of the players.
        """
        table = self.table
        if table.log is not None:
            return await self._begin_new_log(reason, ages)
        await table.shoes.renew(table.parts.store, table.state.shoe.number)
        if has_known_cards(table.state):
            clear = table.deciding.clear
            await self.writer.carry_out(lambda state: clear(state, reason), BY_ITSELF)
        return not has_known_cards(table.state)

    async def _begin_new_log(self, reason: str, ages: Mapping[str, int | None]) -> bool:
        """Close the table, which reveals the seed of its open shoe, and reopen it with a new log.

        The players keep their seats and chips.
        """
        table, writer, deciding = self.table, self.writer, self.table.deciding
        before, first = table.state, table.version
        await writer.carry_out(lambda state: deciding.end_round(state, reason), BY_ITSELF)
        await writer.carry_out(deciding.close, BY_ITSELF)
        if table.state.phase is not Phase.CLOSED:
            return False
        left = [
            Left(event.seat, event.player, before.seats[event.seat].name,
                 ages[event.player], event.chips_cents)
            for row in await table.parts.store.events(table.id, first)
            if isinstance(event := event_from_bytes(row.body), SeatLeft)
        ]  # fmt: skip
        await table.shoes.renew(table.parts.store, table.state.shoe.number)
        await writer.begin_log()
        if before.phase is Phase.CLOSED:
            return True
        reopen, local = deciding.reopen, table.local()
        await writer.carry_out(lambda state: reopen(state, before, left, local), BY_ITSELF)
        return table.state.phase is not Phase.CLOSED

    def sweep(self) -> None:
        """Read again what a failed write may have stored late; start a new gaming day on time.

        No event marks the hour at which a gaming day begins.
        """
        writer = self.writer
        if writer.rereads_left:
            writer.rereads_left -= 1
            self.run(writer.refresh).add_done_callback(ignore)
        if writer.new_day() is not None and not writer.stale:
            self.run(self.time_up).add_done_callback(report)

    # --- watchers and the timer -------------------------------------------------------------------

    def watch(self, watcher: Watcher) -> None:
        """Send a watcher everything from now on; their welcome has the current state."""
        self.audience.add(watcher)
        self.presence.changed(newcomer=watcher)
        self._set_timer()

    def unwatch(self, watcher: Watcher) -> None:
        """Stop sending to a watcher."""
        if self.audience.remove(watcher):
            self.presence.changed()
            self._set_timer()

    def _set_timer(self) -> None:
        """Wake up when the next clock runs out."""
        if self._stopped:
            return
        moments, retry_at = self.presence.moments(), self.writer.retry_at
        if self.writer.stale:
            moments.append(retry_at)
        self._alarm.set(max(min(moments), retry_at) if moments else None)

    def _wake(self) -> None:
        if not self._stopped:
            self.run(self.time_up).add_done_callback(report)


def ignore(future: asyncio.Future[None]) -> None:
    """Ignore a failed read: the table is read before its next command."""
    future.exception()


def report(future: asyncio.Future[None]) -> None:
    """Report an error of a job without a caller to the event loop."""
    error = future.exception()
    if error is not None:
        report_error("a job of a table failed", error)
