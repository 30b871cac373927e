"""The whole service without its transport: tables, and the sockets that people have at them.

Time, ids, chance and the database are given to it, so a simulation can run many of them at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from casinowar.fairness.signing import Signer
from casinowar.houses import House, house_from_rules
from casinowar.service.cashier import Cashier, CashierSettings
from casinowar.service.connection import Connection
from casinowar.service.frames import Goodbye
from casinowar.service.host import TableHost
from casinowar.service.jobs import ignore, report_error
from casinowar.service.limits import NO_LIMITS, Limits, counts_play, stop_of
from casinowar.service.lobby import TABLES_PER_PERSON, Lobby
from casinowar.service.looks import LOOK_SECONDS, Looks
from casinowar.service.news import EVERYBODY, PersonNews
from casinowar.service.passphrases import Hasher
from casinowar.service.person import Person, suspension_of
from casinowar.service.persons import Persons, PersonSettings
from casinowar.service.play import PlayToday, tables_in_use, tables_with_chips
from casinowar.service.plays import Plays
from casinowar.service.ports import Channel, Clock, Frame, Ids
from casinowar.service.presence import Elsewhere, Place, Seen, asks, question, read_news
from casinowar.service.refusals import ServiceCode, ServiceRefusal, ServiceRefused, refuse
from casinowar.service.relay import GONE, Relay
from casinowar.service.reminders import Reminders
from casinowar.service.sessions import Sessions, SessionSettings
from casinowar.service.settings import TableSettings
from casinowar.service.shared import Counters, HostParts
from casinowar.service.shoes import StackedShoes, TableShoes, Vault
from casinowar.service.visitors import Desk, Visitor
from casinowar.service.wall_clock import WallClock
from casinowar.store.news import MISSED, read_table_news
from casinowar.store.port import Store, StoreError, TableRow
from casinowar.table.shoe import Shoe

SETTINGS = "settings"  # the first word of the news that a table has other settings
SPREAD = "spread"  # the first word of a frame for people in other processes
HELLO_SECONDS = 10.0
SWEEP_SECONDS = 15.0
SOCKETS_MAX = 10_000
SOCKETS_PER_PERSON = 8
# Those of whom too little will be known before the look of the next sweep are looked at now.
SOON_SECONDS = SWEEP_SECONDS + LOOK_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoParts:
    """What the service is made of."""

    store: Store
    clock: Clock
    ids: Ids
    vault: Vault
    hasher: Hasher
    installation: str
    people: PersonSettings = field(default_factory=PersonSettings)
    sign_in: SessionSettings = field(default_factory=SessionSettings)
    cash: CashierSettings = field(default_factory=CashierSettings)
    operator: Limits = NO_LIMITS
    local_time: Callable[[int], datetime] = lambda ms: datetime.fromtimestamp(ms / 1000)  # noqa: DTZ006 - the gaming day is local
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
        self.hosts = dict[str, TableHost]()
        self._houses = dict[str, House]()  # by the digest of their rules
        # in the order in which they came, so that a run can be repeated from its seed
        self.connections = dict[Connection, None]()
        self._sockets = dict[str, dict[Connection, None]]()  # by person
        self._newest = dict[tuple[str, str], Connection]()  # by table and person
        self._unopened = set[str]()  # tables in use that could not be read yet
        self._opening = dict[str, asyncio.Task[TableHost | None]]()
        self._elsewhere = Elsewhere(parts.store.name)
        self.relay = Relay(
            parts.store,
            parts.clock,
            Signer(parts.vault.keys, f"{parts.installation} {parts.store.database}"),
            others=self._elsewhere.processes_at,
            home=self.hosts.get,
            hear_message=self._hear_message,
        )
        self._host_parts = HostParts(
            store=parts.store,
            clock=parts.clock,
            local_time=parts.local_time,
            elsewhere=self._may_be_elsewhere,
            is_shared=lambda table: bool(self._elsewhere.processes_at(table)),
            share=self.relay.share,
            pass_on=self.relay.pass_on,
            spread=self._spread,
            announce=self._announce_settings,
            away_seconds=parts.away_seconds,
        )
        self._counted = Counters()  # by tables that were forgotten
        self._changes = 0  # news about persons
        self._looks = Looks(partial(self._look_again, within_seconds=SOON_SECONDS))
        self._asked = False  # the other processes, who is there
        self._background = set[asyncio.Task[None]]()
        self._tasks = list[asyncio.Task[None]]()
        self.wall_clock = WallClock(parts.clock)
        self._stopping = False

    # --- start and stop ---------------------------------------------------------------------------

    async def start(self) -> None:
        """Make the standing tables, open those where somebody sits, listen for news."""
        await self.lobby.make_standing_tables(self.parts.stacked)
        for table in await tables_in_use(self.store):
            await self._open_in_use(table)
        self._tasks = [
            asyncio.create_task(self._listen(), name="news"),
            asyncio.create_task(self._sweep_often(), name="sweep"),
        ]

    async def _open_in_use(self, table: str) -> None:
        """Open a table; one that cannot be read does not stop the others.

        If the database failed, the next sweep tries again. Any other error is reported with the
        start of the table's id: the whole id of a private table is a secret.
        """
        self._unopened.discard(table)
        try:
            await self.host(table)
        except ServiceRefused:
            pass
        except StoreError:
            self._unopened.add(table)
            self._counted.failures += 1
        except Exception as error:
            asyncio.get_running_loop().call_exception_handler(
                {"message": f"table {table[:8]}… cannot be opened", "exception": error}
            )

    async def stop(self) -> None:
        """Finish the commands that are under way, say goodbye, and stop the clocks."""
        self._stopping = True
        for connection in self.connections:
            connection.stop_listening()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.relay.stop()
        for host in list(self.hosts.values()):
            await host.stop()
        for connection in tuple(self.connections):
            connection.end(Goodbye.STOPPING)
        await self.relay.finish()

    # --- tables -----------------------------------------------------------------------------------

    async def host(self, table: str) -> TableHost:
        """A table, opened if it is not open in this process; refused if there is none.

        It has come as far as this process has heard.
        """
        host = self.hosts.get(table)
        if host is not None:
            if host.is_behind:
                await host.run(host.refresh_if_stale)
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

    def _opened(self, table: str, done: asyncio.Task[TableHost | None]) -> None:
        self._opening.pop(table, None)
        if not done.cancelled():
            done.exception()  # whoever still waits gets it; everybody may have gone

    async def _open(self, table: str) -> TableHost | None:
        row = await self.store.table(table)
        if row is None:
            return None
        house = await self._house(row)
        settings = TableSettings.from_json(row.settings)
        shoes = TableShoes(
            table,
            self.lobby.origin(table),
            self.parts.vault,
            self._given_shoes(settings),
        )
        host = TableHost(table, house, settings, shoes, self._host_parts)
        host.adopt(row)
        try:
            await host.run(host.refresh)
            await self._check_players(host)
        except BaseException:
            host.retire()
            raise
        self.hosts[table] = host
        host.run(host.refresh).add_done_callback(ignore)  # what was written before it was known
        return host

    async def _check_players(self, host: TableHost) -> None:
        """Whoever may not play any more stands up; they may have been stopped while it was shut."""
        for player in {holder.player: None for holder in host.state.seats.values()}:
            with contextlib.suppress(ServiceRefused):
                await self._stand_up(host, await self.persons.read(player))

    async def _stand_up(self, host: TableHost, person: Person) -> None:
        if not person.may_sit(self.parts.clock.now_ms()):
            await host.run(lambda: host.stand_up(person.id))

    async def _house(self, row: TableRow) -> House:
        """The house of a table; tables with the same rules share it."""
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
        """What all tables have done in this process."""
        counted = replace(self._counted)
        for host in self.hosts.values():
            counted.add(host.counters)
        return counted

    # --- sockets ----------------------------------------------------------------------------------

    async def visitor(self, token: str | None) -> Visitor:
        """The person behind a token; refused if the session is not valid."""
        changes = self._changes
        session = await self.sessions.find(token)
        person = await self.persons.find(session.person)
        refusal = suspension_of(person)
        if refusal is not None:
            raise ServiceRefused(refusal)
        visitor = Visitor(person, session, self._desk)
        visitor.as_of = changes
        return visitor

    async def stop_of(self, person: Person) -> ServiceRefusal | None:
        """Why a person can play nothing new at any table now, and until when."""
        own, operator, now_ms = person.protection, self.parts.operator, self.parts.clock.now_ms()
        play = PlayToday(person=person.id)
        if counts_play(own, operator, now_ms):
            play = await self.plays.today(person.id)
        return stop_of(own, operator, play, now_ms)

    async def connect(self, table: str, visitor: Visitor, channel: Channel) -> Connection:
        """Start a conversation at a table; the outer layer hands it every message."""
        if self._stopping:
            refuse(ServiceCode.STOPPING, "The service is being stopped. Come back in a moment.")
        person = visitor.person.id
        self._refuse_too_many(person)
        host = await self.host(table)
        self._refuse_too_many(person)  # others may have come while the table was opened
        connection = Connection(host, visitor, channel, self.store, greeted=self._greeted)
        self.connections[connection] = None
        self._sockets.setdefault(person, {})[connection] = None
        if visitor.as_of != self._changes:  # somebody was in the news since they were looked up
            visitor.doubt()
            self._in_background(self._look_again(connection))
        loop = asyncio.get_running_loop()
        loop.call_later(HELLO_SECONDS, self._expect_hello, connection)
        return connection

    def _refuse_too_many(self, person: str) -> None:
        everybody, own = len(self.connections), len(self._sockets.get(person, ()))
        if everybody >= self.parts.sockets_max or own >= self.parts.sockets_per_person:
            refuse(ServiceCode.TOO_MANY, "There are too many connections.")

    def disconnect(self, connection: Connection) -> None:
        """The socket is gone."""
        connection.closed()
        if connection not in self.connections:
            return
        del self.connections[connection]
        person = connection.visitor.person.id
        del self._sockets[person][connection]
        if not self._sockets[person]:
            del self._sockets[person]
        at = (connection.host.table, person)
        if self._newest.get(at) is connection:
            del self._newest[at]
            self._tell(Seen(self._elsewhere.process, at, left=True))

    def _expect_hello(self, connection: Connection) -> None:
        if connection in self.connections and not connection.said_hello:
            connection.end(Goodbye.NO_HELLO)

    def _greeted(self, newest: Connection) -> None:
        """The newest socket of a person at a table takes over."""
        at = (newest.host.table, newest.visitor.person.id)
        older = self._newest.get(at)
        self._newest[at] = newest
        if older is not None:
            older.end(Goodbye.TAKEN_OVER)
        newest.came_at = asyncio.get_running_loop().time()
        newest.arrival = self._elsewhere.arrival()
        self._tell(Seen(self._elsewhere.process, at, newest.arrival, came=True))

    def _person_changed(self, person: str) -> None:
        """Look again at everybody who has a socket and was in the news."""
        self._changes += 1
        everybody = self.connections if person == EVERYBODY else self._sockets.get(person, ())
        for connection in tuple(everybody):
            connection.visitor.doubt()
            self._in_background(self._look_again(connection))
        if person != EVERYBODY and not self._stopping:
            self._in_background(self._check_tables(person))

    async def _check_tables(self, person: str) -> None:
        """If somebody may not play any more, they stand up wherever they have chips."""
        with contextlib.suppress(StoreError, ServiceRefused):
            found = await self.persons.find(person)
            if found.may_sit(self.parts.clock.now_ms()):
                return
            for table in await tables_with_chips(self.store, person):
                await self._stand_up(await self.host(table), found)

    async def _look_again(self, connection: Connection, within_seconds: float = 0.0) -> None:
        visitor = connection.visitor
        with contextlib.suppress(StoreError, ServiceRefused):
            await visitor.look_again(within_seconds)
            await visitor.count_play()
        why = visitor.ended()
        if why is not None:
            connection.end(why)
        else:
            connection.look_at_stop()
            await self._stand_up(connection.host, visitor.person)

    # --- in the background ------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Hear what other processes wrote, and who is there."""
        news = self.store.news()
        self._in_background(self._ask_who_is_there())
        for host in self.hosts.values():  # what was written before anybody listened
            host.run(host.refresh).add_done_callback(ignore)
        async for message in news:
            try:
                self._take_news(message)
            except Exception as error:  # the next message may be better
                report_error("news could not be taken in", error)

    def _spread(self, table: str, frame: Frame) -> None:
        """Show a frame that is kept nowhere in the other processes with people at a table."""
        if self._elsewhere.processes_at(table):
            self.relay.say(f"{SPREAD} {self._elsewhere.process} {table} {frame.payload.decode()}")

    async def _announce_settings(self, table: str) -> None:
        """Spread the news that a table has other settings; lost news is no error of the change."""
        with contextlib.suppress(StoreError):
            await self.store.tell(f"{SETTINGS} {table}")

    def _take_news(self, message: str) -> None:
        written = read_table_news(message)
        if written is not None:
            host = self.hosts.get(written.table)
            if host is not None:
                host.hear(written.version)
            return
        if self.relay.hear(message):
            return
        word, _, table = message.partition(" ")
        if word == SETTINGS:
            if table in self.hosts:
                self._look_at_settings(self.hosts[table])
            return
        self.news.heard(message)
        if message == MISSED:
            self._asked = False  # the next sweep asks: a question for each would be too many
            for host in self.hosts.values():
                host.presence_changed()
                host.run(host.refresh).add_done_callback(ignore)
                self._look_at_settings(host)

    def _look_at_settings(self, host: TableHost) -> None:
        host.run(host.look_at_settings).add_done_callback(ignore)

    def _hear_message(self, message: str) -> None:
        """Hear who is at which table in another process, and what they say there."""
        word, _, process = message.partition(" ")
        seen = read_news(message)
        if seen is not None:
            self._hear(seen)
        elif asks(message):
            self._say_who_is_here()
        elif word == SPREAD:
            _, table, written = process.split(" ", 2)
            if table in self.hosts:
                self.hosts[table].audience.send(Frame(written.encode()))
        elif word == GONE:
            for place in self._elsewhere.forget_process(process):
                self._presence_changed(place)

    def _hear(self, seen: Seen) -> None:
        """Somebody is at a table in another process; their newest socket takes over."""
        if not self._elsewhere.hear(seen, asyncio.get_running_loop().time()):
            return
        older, now = self._newest.get(seen.place), asyncio.get_running_loop().time()
        if older is not None and self._elsewhere.is_newer(seen, older.arrival, now - older.came_at):
            older.end(Goodbye.TAKEN_OVER)
        self._presence_changed(seen.place)

    def _may_be_elsewhere(self, table: str, person: str) -> bool:
        """Whether somebody is at a table in another process, as far as is known.

        Until the others have been asked, anybody may be: no clock runs against them.
        """
        return not self._asked or self._elsewhere.has((table, person))

    async def _ask_who_is_there(self) -> None:
        """Ask the other processes; if it fails, the next sweep asks again."""
        with contextlib.suppress(StoreError):
            await self.relay.say_now(question(self._elsewhere.process))
            self._asked = True
            for host in self.hosts.values():
                host.presence_changed()

    def _say_who_is_here(self) -> None:
        process, newest = self._elsewhere.process, self._newest.items()
        self._tell(*(Seen(process, place, socket.arrival) for place, socket in newest))

    def _presence_changed(self, place: Place) -> None:
        host = self.hosts.get(place[0])
        if host is not None:
            host.presence_changed()

    def _tell(self, *seen: Seen) -> None:
        if seen:
            self.relay.say(*(one.message() for one in seen))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _sweep_often(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """End sockets that are over, forget unused tables, look at the day, say who is here."""
        now = asyncio.get_running_loop().time()
        self.wall_clock.look(now)
        for connection in tuple(self.connections):
            why = connection.visitor.ended()
            if why is not None:
                connection.end(why)
            else:
                connection.look_at_stop()
        doubted = [one for one in self.connections if one.visitor.in_doubt(SOON_SECONDS)]
        if doubted and not self._looks.under_way:
            self._in_background(self._looks.at(doubted))
        people = [tuple(sockets) for sockets in self._sockets.values()]
        self._in_background(self._reminders.remind(people))
        for place in self._elsewhere.forget(now):
            self._presence_changed(place)
        in_use = {connection.host.table for connection in self.connections}
        for table, host in list(self.hosts.items()):
            try:
                self._look_at(host, in_use=table in in_use)
            except Exception as error:  # one that cannot be read does not stop the others
                report_error("a table could not be looked at", error)
        played = {host.rules for host in self.hosts.values()}
        self._houses = {rules: house for rules, house in self._houses.items() if rules in played}
        if not self._asked:
            self._in_background(self._ask_who_is_there())
        self._say_who_is_here()
        for table in sorted(self._unopened):
            self._in_background(self._open_in_use(table))

    def _look_at(self, host: TableHost, *, in_use: bool) -> None:
        """Forget a table that nobody uses; start a new day at one that is used."""
        if host.is_idle and not in_use:
            del self.hosts[host.table]
            host.retire()
            self._counted.add(host.counters)
        else:
            host.look_at_day()
