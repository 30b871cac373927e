"""The whole service without its transport: the tables, and the sockets at them.

A table is open in one process at a time, its home, to which the proxy routes its people. The last
process to open a table wins; the one before closes it and says goodbye with ``moved``. Messages
between processes only make them read the database sooner.

Time, ids, chance and the database are arguments, so a simulation can run many processes at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from casinowar.fairness import Signer
from casinowar.houses import House, house_from_rules
from casinowar.service.background import REFRESH_SECONDS, Again, Refresher, report_error
from casinowar.service.conversation.connection import Connection
from casinowar.service.conversation.messages import Goodbye
from casinowar.service.conversation.signed_in import Desk, Visitor
from casinowar.service.floor.calls import Calls
from casinowar.service.lobby import TABLES_PER_PERSON, Lobby
from casinowar.service.money.cashier import Cashier, CashierSettings
from casinowar.service.money.play_reader import Plays
from casinowar.service.money.play_today import PlayToday
from casinowar.service.people.changes import EVERYBODY, PersonNews
from casinowar.service.people.passphrases import Hasher
from casinowar.service.people.people import Persons, PersonSettings
from casinowar.service.people.person import Person, suspension_of
from casinowar.service.people.protection import NO_LIMITS, Limits, counts_play, stop_of
from casinowar.service.people.reality_checks import Reminders
from casinowar.service.people.sessions import Session, Sessions, SessionSettings, Started
from casinowar.service.ports import Channel, Clock, Ids, WallClock, local_time
from casinowar.service.refusals import ServiceCode, ServiceRefusal, ServiceRefused, refuse
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.open_table import TableParts
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import OVERDUE_MS, StackedShoes, TableLog, TableShoes, Vault
from casinowar.service.tables.writer import Counters
from casinowar.store import Store
from casinowar.store.interface import MISSED, Note, OpenShoe, StoreError, TableRow, Write
from casinowar.table.shoe import Shoe

MOVED = "moved"  # the first word of a message that a table has a new home
MOVES_MAX = 4  # of one table away from this process in a minute; a hashing proxy causes fewer
MINUTE_SECONDS = 60.0
HELLO_SECONDS = 10.0
OVERDUE_CHECK_SECONDS = 300.0
SWEEP_SECONDS = 15.0
SOCKETS_MAX = 10_000
SOCKETS_PER_PERSON = 8
# Persons whose cached copy would become stale before the next sweep are reloaded now.
SOON_SECONDS = SWEEP_SECONDS + REFRESH_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoParts:
    """The parts of the service."""

    store: Store
    clock: Clock
    ids: Ids
    vault: Vault
    signer: Signer  # of the logs of tables with sealed shoes
    hasher: Hasher
    installation: str
    people: PersonSettings = field(default_factory=PersonSettings)
    sign_in: SessionSettings = field(default_factory=SessionSettings)
    cash: CashierSettings = field(default_factory=CashierSettings)
    operator: Limits = NO_LIMITS
    local_time: Callable[[int], datetime] = local_time
    stacked: StackedShoes | None = None
    away_seconds: float = 120.0
    sockets_max: int = SOCKETS_MAX
    sockets_per_person: int = SOCKETS_PER_PERSON
    tables_per_person: int = TABLES_PER_PERSON


class Casino:
    """Tables that live in a database, opened in this process when somebody needs them."""

    def __init__(self, parts: CasinoParts) -> None:
        self.parts, self.store = parts, parts.store
        self.lobby = Lobby(
            parts.store,
            parts.clock,
            parts.ids,
            parts.vault,
            parts.installation,
            most=parts.tables_per_person,
        )
        self.news = PersonNews(parts.store)
        self.persons = Persons(
            parts.store, parts.clock, parts.ids, parts.hasher, self.news, parts.people
        )
        self.sessions = Sessions(parts.store, parts.clock, parts.ids, self.news, parts.sign_in)
        self.cashier = Cashier(parts.store, parts.clock, parts.cash)
        self.calls = Calls(parts.store, parts.clock, parts.ids)
        self.plays = Plays(parts.store, parts.clock)
        self._reminders = Reminders(self.plays, parts.clock)
        self._desk = Desk(
            persons=self.persons,
            sessions=self.sessions,
            plays=self.plays,
            clock=parts.clock,
            operator=parts.operator,
        )
        self.news.listen(self._person_changed)
        self.hosts = dict[str, TableActor]()
        self._houses = dict[str, House]()  # by the digest of their rules
        # in the order in which they came, so that a run can be repeated from its seed
        self.connections = dict[Connection, None]()
        self._sockets = dict[str, dict[Connection, None]]()  # by person
        self._newest = dict[tuple[str, str], Connection]()  # by table and person
        self._unread = set[str]()  # tables that are at home here, but could not be opened yet
        self._opening = dict[str, asyncio.Task[TableActor | None]]()
        self.overdue = dict[str, OpenShoe]()  # by table: shoes whose seeds are overdue
        self._overdue_at = 0.0  # when this was last checked, in the loop's time
        self._host_parts = TableParts(
            store=parts.store,
            clock=parts.clock,
            local_time=parts.local_time,
            home=parts.store.name,
            overdue=self.overdue,
            moved=self._moved,
            away_seconds=parts.away_seconds,
        )
        self._counted = Counters()  # by tables that were closed
        self.moves = 0  # of tables to other processes
        self._moves = dict[str, deque[float]]()  # by table: when, in the last minute
        # called if a table moves so often in a minute that the proxy cannot be hashing
        self.many_moves: Callable[[str, int], None] = lambda _table, _moves: None
        self._homes = Again(self._check_homes, pause_seconds=0.5)
        self._changes = 0  # news about persons
        self._changed = dict[str, None]()  # persons to reload
        self._persons = Again(self._refresh_changed, pause_seconds=0.1)
        self._refresher = Refresher(partial(self._refresh, within_seconds=SOON_SECONDS))
        self._background = set[asyncio.Task[None]]()
        self._tasks = list[asyncio.Task[None]]()
        self.wall_clock = WallClock(parts.clock)
        self._stopping = False

    # --- start and stop ---------------------------------------------------------------------------

    async def start(self) -> None:
        """Make the standing tables, open orphaned tables, listen for news."""
        await self.lobby.make_standing_tables(self.parts.stacked)
        await self._adopt()
        await self._look_for_overdue()
        self._tasks = [
            asyncio.create_task(self._listen(), name="news"),
            asyncio.create_task(self._sweep_often(), name="sweep"),
        ]

    async def _adopt(self) -> None:
        """Open the tables of a process that ended, so that their clocks go on."""
        for table in await self.store.orphans():
            await self._try_to_open(table)

    async def _try_to_open(self, table: str) -> None:
        """Open a table; one that cannot be read does not stop the others.

        If the database failed, the next sweep tries again. Any other error is reported with the
        start of the table's id: the whole id of a private table is a secret.
        """
        try:
            await self.host(table)
        except ServiceRefused:
            return
        except StoreError:
            self._counted.failures += 1
        except Exception as error:
            self._unread.discard(table)
            report_error(f"table {table[:8]}… cannot be opened", error)

    async def stop(self) -> None:
        """Finish the commands in progress, say goodbye, and stop the clocks."""
        self._stopping = True
        for connection in self.connections:
            connection.stop_listening()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._homes.stop()
        self._persons.stop()
        for host in list(self.hosts.values()):
            await host.stop()
        for connection in tuple(self.connections):
            connection.end(Goodbye.STOPPING)
        await self._leave(
            [host.table.id for host in self.hosts.values() if not host.table.state.seats]
        )

    # --- tables -----------------------------------------------------------------------------------

    async def host(self, table: str) -> TableActor:
        """A table, opened here if necessary; refused if it does not exist.

        Call it only for a request that the proxy has routed here for this table.
        """
        host = self.hosts.get(table)
        if host is not None:
            return host
        opening = self._opening.get(table)
        if opening is None:
            opening = asyncio.create_task(self._open(table), name=f"open {table}")
            self._opening[table] = opening
            opening.add_done_callback(lambda done: self._opened(table, done))
        found = await asyncio.shield(opening)
        if found is None:
            refuse(ServiceCode.NO_SUCH_TABLE, "There is no such table.")
        return found

    def _opened(self, table: str, done: asyncio.Task[TableActor | None]) -> None:
        self._opening.pop(table, None)
        if not done.cancelled():
            done.exception()  # marked as seen: no caller may be waiting

    async def _open(self, table: str) -> TableActor | None:
        """Become the table's home, then read it: no other process can write to it any more."""
        if await self.store.table(table) is None:
            return None
        self._unread.add(table)  # until it is open, whatever fails
        before = await self.store.take_home(table)
        if before not in {"", self.store.name}:
            self._in_background(self._tell(f"{MOVED} {table}"))
        host = await self._built(table)
        try:
            await host.run(host.writer.refresh)
            await self._check_players(host)
        except BaseException:
            host.retire()
            raise
        self.hosts[table] = host
        self._unread.discard(table)
        return host

    async def _built(self, table: str) -> TableActor:
        """A table before its first read."""
        row = await self.store.table(table)
        assert row is not None, "a table is never removed"
        house = await self._house(row)
        settings = TableSettings.from_json(row.settings)
        origin, given = self.lobby.origin(table), self._given_shoes(settings)
        shoes = TableShoes(origin, self.parts.vault, given, sealed=settings.sealed)
        log = TableLog(str(origin), self.parts.signer) if settings.sealed else None
        host = TableActor(table, house, settings, shoes, self._host_parts, log)
        host.table.adopt(row)
        return host

    async def look_at(self, table: str) -> TableActor:
        """An existing table, to read; a table that is not open here is not opened."""
        host = self.hosts.get(table)
        if host is None:
            host = await self._built(table)
            host.retire()  # its clocks run in its home
            await host.run(host.writer.refresh)
        return host

    async def begin_again(self) -> None:
        """Prepare a restored database for play, before anybody uses it.

        People who saw rounds played after the backup would know the cards, so every unfinished shoe
        is replaced and open wagers are returned. Stacked shoes are known anyway.
        """
        reason, collected = "the database was restored from a backup", 0
        tables = await self.store.tables()
        for row in tables:
            host = await self.look_at(row.table)
            if host.table.settings.stacked:
                continue
            before = host.table.version
            await self.store.take_home(row.table)
            ages = await self._ages(host)
            if not await host.run(partial(host.begin_again, reason, ages)):
                raise StoreError(f"table {row.table}: its cards could not be replaced")
            collected += host.table.version != before
            if not host.table.state.seats:
                await self.store.leave([row.table])
        data = {"stream": self.store.stream, "tables": len(tables), "collected": collected}
        at_ms = self.parts.clock.now_ms()
        note = Note(at_ms=at_ms, kind="restored", data=data)
        await self.store.write(Write(at_ms=at_ms, notes=(note,)))

    async def _ages(self, host: TableActor) -> dict[str, int | None]:
        """The stated ages of the players at a table."""
        now_ms = self.parts.clock.now_ms()
        return {
            player: (await self.persons.read(player)).age_years(now_ms)
            for player in host.table.players
        }

    async def _tell(self, message: str) -> None:
        """Tell other processes to read the database now."""
        with contextlib.suppress(StoreError):
            await self.store.tell(message)

    def _moved(self, table: str) -> None:
        """Close a table that another process has opened; its people reconnect there."""
        host = self.hosts.pop(table, None)
        if host is None:
            return
        host.retire()
        self._counted.add(host.writer.counters)
        for connection in [one for one in self.connections if one.host is host]:
            connection.end(Goodbye.MOVED)
        self._count_move(table)

    def _count_move(self, table: str) -> None:
        now, self.moves = asyncio.get_running_loop().time(), self.moves + 1
        moves = self._moves.setdefault(table, deque())
        moves.append(now)
        while moves[0] < now - MINUTE_SECONDS:
            moves.popleft()
        if len(moves) > MOVES_MAX:
            self.many_moves(table, len(moves))
            moves.clear()

    async def _check_homes(self) -> None:
        """Close tables that another process has opened; retry tables that could not be opened."""
        hosts, unread = list(self.hosts.values()), self._unread - self._opening.keys()
        if not (hosts or unread):
            return
        try:
            own = await self.store.tables_at_home()
        except StoreError:  # the next sweep tries again
            return
        for host in hosts:
            if host.table.id not in own and self.hosts.get(host.table.id) is host:
                self._moved(host.table.id)
        self._unread -= unread - own
        for table in sorted(unread & own):
            await self._try_to_open(table)

    async def _check_players(self, host: TableActor) -> None:
        """Remove players who may no longer play, also those stopped while the table was shut."""
        for player in {holder.player: None for holder in host.table.state.seats.values()}:
            with contextlib.suppress(ServiceRefused):
                await self._stand_up(host, await self.persons.read(player))

    async def _stand_up(self, host: TableActor, person: Person) -> None:
        if not person.may_sit(self.parts.clock.now_ms()):
            await host.run(lambda: host.stand_up(person.id))

    async def _house(self, row: TableRow) -> House:
        """The house of a table, shared by tables with the same rules."""
        house = self._houses.get(row.rules)
        if house is None:
            rules = await self.store.rules(row.rules)
            if rules is None:
                raise StoreError(f"the rules of table {row.table} are missing")
            house = self._houses[row.rules] = house_from_rules(rules)
        return house

    def _given_shoes(self, settings: TableSettings) -> Sequence[Shoe] | None:
        """The stacked shoes of a table; None if the service was not started with them."""
        given = self.parts.stacked
        if not settings.stacked:
            return ()
        return given.shoes if given is not None and given.digest == settings.stacked else None

    def counted(self) -> Counters:
        """The counters of all tables in this process."""
        counted = replace(self._counted)
        for host in self.hosts.values():
            counted.add(host.writer.counters)
        return counted

    # --- sockets ----------------------------------------------------------------------------------

    async def visitor(self, token: str | None) -> Visitor:
        """The person of a session token; refused if the session is not valid."""
        changes = self._changes
        session = await self.sessions.find(token)
        person = await self.persons.find(session.person)
        refusal = suspension_of(person)
        if refusal is not None:
            raise ServiceRefused(refusal)
        visitor = Visitor(person, session, self._desk)
        visitor.as_of = changes
        return visitor

    async def renew(self, session: Session, client: str) -> Started:
        """Give a session a new token; its sockets in this process go on under the new one."""
        started = await self.sessions.start(session.person, client)
        for connection in self._sockets.get(session.person, ()):
            if connection.visitor.session.digest == session.digest:
                connection.visitor.session = started.session
        await self.sessions.end(session)
        return started

    async def stop_of(self, person: Person) -> ServiceRefusal | None:
        """Why a person cannot start new play at any table now, and until when."""
        own, operator, now_ms = person.protection, self.parts.operator, self.parts.clock.now_ms()
        play = PlayToday(person=person.id)
        if counts_play(own, operator, now_ms):
            play = await self.plays.today(person.id)
        return stop_of(own, operator, play, now_ms)

    async def connect(self, table: str, visitor: Visitor, channel: Channel) -> Connection:
        """Start a conversation at a table; the transport passes every message to it."""
        if self._stopping:
            refuse(ServiceCode.STOPPING, "The service is stopping. Come back in a moment.")
        person = visitor.person.id
        self._refuse_too_many(person)
        host = await self.host(table)
        self._refuse_too_many(person)  # other sockets may have connected while the table was opened
        connection = Connection(host, visitor, channel, self.store, greeted=self._greeted)
        self.connections[connection] = None
        self._sockets.setdefault(person, {})[connection] = None
        if visitor.as_of != self._changes:  # a person changed since the look-up
            visitor.mark_stale()
            self._in_background(self._refresh(connection))
        loop = asyncio.get_running_loop()
        loop.call_later(HELLO_SECONDS, self._expect_hello, connection)
        return connection

    def _refuse_too_many(self, person: str) -> None:
        everybody, own = len(self.connections), len(self._sockets.get(person, ()))
        if everybody >= self.parts.sockets_max or own >= self.parts.sockets_per_person:
            refuse(ServiceCode.TOO_MANY, "There are too many connections.")

    def disconnect(self, connection: Connection) -> None:
        """Forget a socket that is gone."""
        connection.closed()
        if connection not in self.connections:
            return
        del self.connections[connection]
        person = connection.visitor.person.id
        del self._sockets[person][connection]
        if not self._sockets[person]:
            del self._sockets[person]
        at = (connection.host.table.id, person)
        if self._newest.get(at) is connection:
            del self._newest[at]

    def _expect_hello(self, connection: Connection) -> None:
        if connection in self.connections and not connection.said_hello:
            connection.end(Goodbye.NO_HELLO)

    def _greeted(self, newest: Connection) -> None:
        """Let the newest socket of a person at a table replace the one before."""
        at = (newest.host.table.id, newest.visitor.person.id)
        older = self._newest.get(at)
        self._newest[at] = newest
        if older is not None:
            older.end(Goodbye.TAKEN_OVER)

    def _person_changed(self, person: str) -> None:
        """Reload every changed person who has a socket or a seat here."""
        self._changes += 1
        everybody = self.connections if person == EVERYBODY else self._sockets.get(person, ())
        for connection in everybody:
            connection.visitor.mark_stale()
        if person == EVERYBODY:
            self._refresh_stale()
        elif not self._stopping:
            self._changed[person] = None
            self._persons.ask()

    async def _refresh_changed(self) -> None:
        """Reload changed persons, and remove players who may no longer play."""
        changed, self._changed = self._changed, {}
        sits = [
            (holder.player, host)
            for host in self.hosts.values()
            for holder in host.table.state.seats.values()
            if holder.player in changed
        ]
        for person in changed:
            for connection in tuple(self._sockets.get(person, ())):
                await self._refresh(connection)
        for person, host in sits:
            with contextlib.suppress(StoreError, ServiceRefused):
                await self._stand_up(host, await self.persons.find(person))

    def _refresh_stale(self) -> None:
        """Reload persons whose cached copy is stale or soon will be, spread over time."""
        stale = [one for one in self.connections if one.visitor.is_stale(SOON_SECONDS)]
        if stale and not self._refresher.under_way:
            self._in_background(self._refresher.run(stale))

    async def _refresh(self, connection: Connection, within_seconds: float = 0.0) -> None:
        visitor = connection.visitor
        with contextlib.suppress(StoreError, ServiceRefused):
            await visitor.refresh(within_seconds)
            await visitor.count_play()
        why = visitor.ended()
        if why is not None:
            connection.end(why)
        else:
            connection.check_stop()
            await self._stand_up(connection.host, visitor.person)

    # --- in the background ------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Listen for tables opened and persons changed by other processes."""
        async for message in self.store.news():
            word, _, table = message.partition(" ")
            if message == MISSED or (word == MOVED and table in self.hosts):
                self._homes.ask()
            self.news.heard(message)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _sweep_often(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """End expired sockets, close unused tables, check homes, and start a new gaming day."""
        now = asyncio.get_running_loop().time()
        self.wall_clock.check(now)
        for connection in tuple(self.connections):
            why = connection.visitor.ended()
            if why is not None:
                connection.end(why)
            else:
                connection.check_stop()
        self._refresh_stale()
        people = [tuple(sockets) for sockets in self._sockets.values()]
        self._in_background(self._reminders.remind(people))
        self._close_unused()
        for host in self.hosts.values():
            host.sweep()
        played = {host.table.rules for host in self.hosts.values()}
        self._houses = {rules: house for rules, house in self._houses.items() if rules in played}
        self._homes.ask()
        self._in_background(self._try_to_adopt())
        self._in_background(self._end_roles())
        if now >= self._overdue_at:
            self._in_background(self._look_for_overdue())

    async def _look_for_overdue(self) -> None:
        """Find shoes with no card for a day whose seeds are not revealed: an alarm."""
        self._overdue_at = asyncio.get_running_loop().time() + OVERDUE_CHECK_SECONDS
        with contextlib.suppress(StoreError):  # the next check finds them
            found = await self.store.open_shoes(self.parts.clock.now_ms() - OVERDUE_MS)
            self.overdue.clear()
            self.overdue.update({one.table: one for one in found})

    async def _try_to_adopt(self) -> None:
        with contextlib.suppress(StoreError):  # the next sweep tries again
            await self._adopt()

    async def _end_roles(self) -> None:
        with contextlib.suppress(StoreError, ServiceRefused):  # the next sweep tries again
            await self.persons.end_roles()

    def _close_unused(self) -> None:
        in_use = {connection.host.table.id for connection in self.connections}
        unused = [
            host for host in self.hosts.values() if host.is_idle and host.table.id not in in_use
        ]
        for host in unused:
            del self.hosts[host.table.id]
            host.retire()
            self._counted.add(host.writer.counters)
        if unused:
            self._in_background(self._leave([host.table.id for host in unused]))

    async def _leave(self, tables: Sequence[str]) -> None:
        with contextlib.suppress(StoreError):  # another process that opens one is its home anyway
            await self.store.leave(tables)
