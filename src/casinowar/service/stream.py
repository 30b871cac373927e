"""A table and its stream: events that are stored, and events that another process has just written.

Everything that touches the table runs as a job, one after the other. What is stored is read when
the table is opened, after a failed write, and when something was missed. What another process
writes comes as a frame, is passed on to the watchers at once, and is read when somebody asks for
the state of the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from casinowar.houses import House
from casinowar.service.following import Following, SharedFrame
from casinowar.service.jobs import Jobs, ignore, report, report_error
from casinowar.service.open_table import OpenTable
from casinowar.service.rounds import NO_ROUND
from casinowar.service.settings import TableSettings
from casinowar.service.shared import HostParts
from casinowar.service.shoes import TableShoes
from casinowar.service.versions import bodies_today, by_time, table_of
from casinowar.service.writing import SNAPSHOT_EVERY, Moment
from casinowar.store.port import StoredEvent
from casinowar.table.engine import fold
from casinowar.table.state import Table
from casinowar.wire import event_from_bytes

EVENTS_AT_ONCE = 2000
RETRY_SECONDS = 1.0
ALL_THERE_IS = 2**63  # no table has so many events

T = TypeVar("T")


class TableStream(OpenTable):
    """A table that is kept up with what is stored."""

    def __init__(
        self, table: str, house: House, settings: TableSettings, shoes: TableShoes, parts: HostParts
    ) -> None:
        self._following = Following(self._look)
        super().__init__(table, house, settings, shoes, parts)
        self._mark, self._snapshot_at = NO_ROUND, 0
        self._stale = True  # the stream must be read before anything is decided
        self._shown = 0  # watchers were told of events up to this one, which could not be read
        self._not_before = 0.0  # after a failure the table waits before it acts by itself
        self._stopped = False
        self._jobs = Jobs(f"table {table}", self._set_timer)

    def run(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Do something with the table when its turn comes."""
        return self._jobs.run(work)

    def _set_timer(self) -> None:
        """Wake up when there is something to do; called after each job."""

    # --- what is stored ---------------------------------------------------------------------------

    async def refresh(self, to: int | None = None) -> None:
        """Bring the table up to what is stored, and tell the watchers what they missed.

        If it fails, the table is stale and tries again by itself, so that all viewers converge.
        A table that has come as far as ``to`` reads nothing.
        """
        to = ALL_THERE_IS if to is None or self._stale else to
        if to <= self.version:
            return
        self._doubt()
        heard = self._following.heard
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
        self._following.forget(heard)

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
            if first.version > self._shown:
                self._publish(first.version, first.at_ms, bodies_today(rows[part]))

    async def refresh_if_stale(self) -> None:
        """Take in what was heard; read again if a failed write left it unclear what is stored."""
        await self.refresh(self._following.heard)

    @property
    def is_behind(self) -> bool:
        """Whether more is stored than is known here, as far as has been heard."""
        return self._stale or self._following.heard > self.version

    def _failed(self) -> None:
        """Nobody can say what is stored: read it again before anything else."""
        self.counters.failures += 1
        self._doubt()

    def _doubt(self) -> None:
        """The table may not be what is stored: it is read again, now or in a moment."""
        self._stale = True
        self._not_before = self._loop_time() + RETRY_SECONDS

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

    # --- what other processes write ---------------------------------------------------------------

    def hear(self, version: int) -> None:
        """The table has come to ``version``, by another process."""
        if version > self.version and not self._stopped:
            self._following.hear(version, watched=bool(self.audience))

    def _look(self) -> None:
        """Read what should have come by now."""
        if self._following.heard > self.version:
            self.run(self.refresh_if_stale).add_done_callback(ignore)

    def follow(self, shared: SharedFrame) -> None:
        """Show what another process has written, if it is the next; read it when it is needed."""
        if self._jobs.idle and not self._stopped:
            self._follow(shared)
            self._set_timer()
        else:
            self.run(partial(self._follow_in_turn, shared)).add_done_callback(report)

    async def _follow_in_turn(self, shared: SharedFrame) -> None:
        self._follow(shared)

    def _follow(self, shared: SharedFrame) -> None:
        if self._stale or shared.version <= self.version:
            return
        self._following.came(shared)
        while (following := self._following.next_after(self.version)) is not None:
            self.version = following.version
            self._show(following.frame)

    @property
    def state(self) -> Table:
        """The table after all of its events so far."""
        if self._following:
            self._read_what_was_shown()
        return self._state

    @state.setter
    def state(self, state: Table) -> None:
        self._state = state

    def _read_what_was_shown(self) -> None:
        """If it cannot be read, the table is as it was before, and the stream is read again."""
        following, shown_at_version = self._following, self.version
        try:
            events = [event_from_bytes(body) for body in following.unread()]
            state, (at, left_ms) = fold(self._state, events), following.left_ms()
        except Exception as error:
            report_error("what another process wrote could not be read", error)
            following.have_read()
            self.version, self._shown = following.first - 1, shown_at_version
            self._doubt()
            return
        following.have_read()
        self.version = following.first - 1
        self._become(self._moment().after(events, state))
        self.clocks.adopt(self.waits(), self._progress(), left_ms, at)
        if self._shoes.lacks(self._state.shoe.number):
            self.run(self._have_seeds).add_done_callback(ignore)

    async def _skip_to_snapshot(self) -> None:
        """Begin with the newest snapshot, if that saves reading much of what was shown."""
        if self._following.count < SNAPSHOT_EVERY:
            return
        snapshot = await self._parts.store.snapshot(self.table)
        if snapshot is None:
            return
        table = table_of(snapshot, self._state.house)  # before anything is left out
        if self._following.skip_to(snapshot.version):
            self._state, self._snapshot_at = table
            self._mark = NO_ROUND
            self._become(self._moment())  # which reads the rest

    async def _have_seeds(self) -> None:
        await self._shoes.have(self._parts.store, self.state.shoe.number)
