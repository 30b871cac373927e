"""A whole run: processes on one database, people at tables, and what goes wrong.

First everything fails on the seed; then the faults stop, everybody keeps still, and all viewers
must come to see the same; then newcomers must be able to finish a round at every table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from random import Random
from typing import Any

from casinowar.fairness import KeyFile, Signer
from casinowar.ledger import grant
from casinowar.service.casino import Casino, CasinoParts
from casinowar.service.people.people import Changes
from casinowar.service.people.person import Attestation, Person, row_of
from casinowar.service.people.sessions import digest_of
from casinowar.service.ports import Ids
from casinowar.service.refusals import ServiceRefused
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import Vault
from casinowar.store import row_layout
from casinowar.store.interface import SessionRow, StoreError, TableRow, Write, Written
from casinowar.store.sqlite.statements import insert
from tests.simulation.auditor import Auditor, Violation
from tests.simulation.clients import Client, Newcomer, Onlooker, Opener, Player, Staff, Thinker
from tests.simulation.disk import Disk, DiskStore
from tests.simulation.loop import Process, VirtualLoop
from tests.simulation.network import Login, Network
from tests.simulation.scenario import Scenario

INSTALLATION = "simulation"
START_MS = 1_794_800_000_000
MONEY_CENTS = 1_000_00
FINISHED_SECONDS = 180.0  # a table that nobody is at plays on by its clocks


class WallClock:
    """Wall time, which jumps."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop, self.offset_ms = loop, START_MS

    def now_ms(self) -> int:
        return self.offset_ms + int(self._loop.time() * 1000)


class NoHasher:
    """Nobody here has a passphrase."""

    async def hash(self, passphrase: str) -> str:
        return passphrase

    async def verify(self, hashed: str, passphrase: str) -> bool:
        return hashed == passphrase

    def is_weak(self, hashed: str) -> bool:  # noqa: ARG002 - as the port has it
        return False


@dataclass(slots=True, eq=False)
class Server:
    """One process of the service; it is started again whenever it dies."""

    number: int
    process: Process | None = None
    casino: Casino | None = None
    store: DiskStore | None = None
    ready: bool = False


class World:
    """Everything in one run."""

    def __init__(
        self, loop: VirtualLoop, seed: int, scenario: Scenario, keys: KeyFile, signing: KeyFile
    ) -> None:
        self.loop, self.seed, self.scenario = loop, seed, scenario
        self.random = Random(f"{seed} world")
        self.clock = WallClock(loop)
        self.disk = Disk(loop, Random(f"{seed} disk"), scenario.disk, scenario.commit_seconds)
        self.auditor = Auditor(self.disk)
        self.net = Network(loop, Random(f"{seed} network"), scenario.network, self.auditor)
        self.signer = Signer(signing)
        self.vault = Vault(keys, Random(f"{seed} seeds").randbytes)
        self.servers = [Server(number) for number in range(scenario.processes)]
        self.clients = list[Client]()
        self.tables = list[str]()
        self.faults = True
        self.kills = 0
        self._persons = self._starts = 0
        self.disk.kill = self._killed_by_disk

    # --- processes --------------------------------------------------------------------------------

    def start(self, server: Server) -> None:
        """Start a process."""
        self._starts += 1
        server.process = Process(f"server {server.number}")
        server.store = DiskStore(self.disk, server.process)
        server.ready = False
        parts = CasinoParts(
            store=server.store,
            clock=self.clock,
            ids=Ids(Random(f"{self.seed} ids {self._starts}")),
            vault=self.vault,
            signer=self.signer,
            hasher=NoHasher(),
            installation=INSTALLATION,
            local_time=lambda ms: datetime.fromtimestamp(ms / 1000, UTC).replace(tzinfo=None),
        )
        server.casino = server.process.run(Casino, parts)
        server.process.run(self.loop.create_task, self._starting(server, server.casino))

    async def _starting(self, server: Server, casino: Casino) -> None:
        try:
            await casino.start()
            server.ready = True
        except StoreError:
            self.loop.later(1.0, self.kill, server)

    def kill(self, server: Server) -> None:
        """Kill a process and start it again a little later."""
        process, store = server.process, server.store
        if process is None or store is None or not process.alive:
            return
        self.kills += 1
        server.ready = False
        self.loop.kill(process)
        store.crash()
        self.net.reset(process)
        self.auditor.died(process)
        self.loop.later(self.random.uniform(0.0, 4.0), self.start, server)

    def _killed_by_disk(self, process: Process) -> None:
        for server in self.servers:
            if server.process is process:
                self.kill(server)

    async def stop_gently(self, server: Server) -> None:
        """Stop a process as SIGTERM does, and start it again."""
        process, casino, store = server.process, server.casino, server.store
        if not server.ready or process is None or casino is None or store is None:
            return
        server.ready = False
        stopping = process.run(self.loop.create_task, casino.stop())
        done, _ = await asyncio.wait([stopping], timeout=30.0)
        if process.alive:
            if not done:
                self.auditor.fail("a process did not stop within 30 seconds")
            elif stopping.exception() is not None:
                self.auditor.fail(f"a process could not be stopped: {stopping.exception()!r}")
            self.kill(server)

    def server_for(self, table: str) -> tuple[Process, Casino] | None:
        """The process that the proxy finds by hashing a table's id, among those that answer."""
        if self.faults and self.random.random() < self.scenario.misrouted:
            return self.any_server()
        ready = [server for server in self.servers if server.ready]
        if not ready:
            return None
        server = max(ready, key=lambda one: sha256(f"{table} {one.number}".encode()).digest())
        assert server.process is not None
        assert server.casino is not None
        return server.process, server.casino

    def any_server(self) -> tuple[Process, Casino] | None:
        """A process that answers, if there is one."""
        ready = [server for server in self.servers if server.ready]
        if not ready:
            return None
        server = self.random.choice(ready)
        assert server.process is not None
        assert server.casino is not None
        return server.process, server.casino

    # --- people -----------------------------------------------------------------------------------

    def add_person(self, name: str, *roles: Role, cents: int = MONEY_CENTS) -> Login:
        """A new person with some money, who is signed in."""
        self._persons += 1
        now_ms = self.clock.now_ms()
        ids = Ids(Random(f"{self.seed} person {self._persons}"))
        person = Person(
            id=ids.person(),
            name=name,
            version=1,
            created_ms=now_ms,
            roles=frozenset(roles),
            age=Attestation(age_years=40, at_ms=now_ms),
        )
        token = ids.token()
        new = Write(at_ms=now_ms, person=row_of(person), postings=grant(person.id, cents))
        session = SessionRow(
            digest=digest_of(token), person=person.id, created_ms=now_ms,
            expires_ms=now_ms + 400 * 24 * 3_600_000,
        )  # fmt: skip
        cells = [row_layout.cells(session)]
        results = self.disk.hall.commit(
            [(new,), lambda connection: insert(connection, "sessions", cells)]
        )
        assert results[0] == (Written(),), results
        return Login(person.id, token)

    # --- what is asked once, over HTTP ------------------------------------------------------------

    def ask(
        self,
        question: Callable[[Casino], Coroutine[Any, Any, object]],
        heard: Callable[[], object] = lambda: None,
    ) -> None:
        """Ask any process; ``heard`` is called if the answer is good and arrives."""
        found = self.any_server()
        if found is None:
            return
        process, casino = found

        async def asked() -> None:
            try:
                await question(casino)
            except (StoreError, ServiceRefused):
                return
            except Exception as error:  # the client would see a failure of the service
                self.auditor.fail(f"a question failed: {error!r}")
            self.loop.later(self.net.delay_seconds(), heard)

        process.run(self.loop.create_task, asked())

    def refill(self, who: Login) -> None:
        """Ask for a refill."""

        async def refill(casino: Casino) -> None:
            await casino.cashier.refill(await casino.persons.find(who.person))

        for _ in range(self.random.choice((1, 2))):  # an impatient finger clicks twice
            self.ask(refill, lambda: self.auditor.records.refills.append(who.person))

    def see_to_person(self, client: Client) -> None:
        """Something that a person does seldom: another name, a limit, an exclusion, sign out."""
        person, now_ms = client.who.person, self.clock.now_ms()
        match self.random.choice((0, 0, 0, 1, 1, 1, 2, 3, 3)):
            case 0:
                self.ask(
                    lambda casino: casino.persons.change(person, Changes(name="Somebody else"))
                )
            case 1:
                self.ask(lambda casino: casino.persons.set_limit(person, "stake_cents", 50_00))
            case 2:
                until_ms = now_ms + 3 * 24 * 3_600_000
                self.auditor.records.excluded.add(person)
                self.ask(lambda casino: casino.persons.exclude(person, until_ms))
            case _:
                self.ask(
                    lambda casino: casino.sessions.end_everywhere(person),
                    lambda: self.auditor.records.signed_out.add(person),
                )

    # --- faults -----------------------------------------------------------------------------------

    async def _kill_often(self) -> None:
        while self.scenario.kills_every:
            await asyncio.sleep(self.random.expovariate(1 / self.scenario.kills_every))
            if not self.faults:
                return
            server = self.random.choice(self.servers)
            if self.random.random() < 0.15:
                await self.stop_gently(server)
            else:
                self.kill(server)

    async def _drop_often(self) -> None:
        while self.scenario.drops_every:
            await asyncio.sleep(self.random.expovariate(1 / self.scenario.drops_every))
            if not self.faults:
                return
            sockets = list(self.net.sockets)
            if sockets:
                self.random.choice(sockets).lose()

    async def _jump_often(self) -> None:
        while self.scenario.jumps_every:
            await asyncio.sleep(self.random.expovariate(1 / self.scenario.jumps_every))
            if not self.faults:
                return
            hours = self.random.choice((-24, -1, -0.01, 0.01, 1, 5, 24))
            self.clock.offset_ms += int(hours * 3_600_000)

    async def _steal_often(self) -> None:
        while self.scenario.steals_every:
            await asyncio.sleep(self.random.expovariate(1 / self.scenario.steals_every))
            if not self.faults:
                return
            table = self.random.choice(self.tables)
            self.ask(lambda casino: casino.host(table))  # noqa: B023 - it is asked at once

    def stop_faults(self) -> None:
        """From now on nothing fails."""
        self.faults = False
        self.scenario.disk.none()
        self.scenario.network.none()

    # --- the run ----------------------------------------------------------------------------------

    def check(self) -> None:
        """Stop at the first violation."""
        problems = self.auditor.problems + self.loop.errors
        if problems:
            raise Violation(problems[0])

    async def run(self) -> None:
        """Faults, then quiet, then newcomers."""
        for server in self.servers:
            self.start(server)
        await self.until(lambda: any(server.ready for server in self.servers), 120.0, "no start")
        await self._open_tables()
        await self._invite()
        tasks = [self.loop.start(client.run()) for client in self.clients]
        for trouble in (
            *(self._kill_often, self._drop_often, self._jump_often, self._steal_often),
        ):
            self.loop.start(trouble())
        end = self.loop.time() + self.scenario.seconds
        while self.loop.time() < end:
            await asyncio.sleep(5.0)
            self.check()
        self.scenario.disk.burst(server=self.scenario.processes > 1)
        await asyncio.sleep(4.0)
        for client in self.clients:  # what was missed is not made good by what they do next
            client.stopped = True
        await asyncio.sleep(3.0)
        self.stop_faults()
        await self.until(lambda: all(server.ready for server in self.servers), 120.0, "no restart")
        await self.until(self._converged, 20.0, "viewers did not converge")
        await asyncio.gather(*tasks)
        await asyncio.sleep(20.0)  # longer than it takes to look at every socket again
        self.auditor.quiet()
        self._open_once()
        for client in self.clients:
            client.drop()
        self.kill(self.random.choice(self.servers))
        await self.until(self._nothing_under_way, FINISHED_SECONDS, "a round was not finished")
        await self._newcomers()
        self.check()

    def _open_once(self) -> None:
        """No table is open in two processes."""
        casinos = [server.casino for server in self.servers if server.casino is not None]
        for table in self.tables:
            if sum(table in casino.hosts for casino in casinos) > 1:
                raise Violation(f"{table} is open in two processes")

    def _nothing_under_way(self) -> bool:
        """No wager is down at a table that runs itself."""
        itself = [table for table in self.tables if table in self.scenario.houses]
        return not any(
            cents and account.startswith(tuple(f"escrow/{table}/" for table in itself))
            for account, cents in self.disk.rows("SELECT account, balance_cents FROM accounts")
        )

    async def _newcomers(self) -> None:
        """At every table somebody new sits down and finishes a round."""
        players = list[Newcomer]()
        for number, table in enumerate(self.tables):
            who = self.add_person(f"newcomer{number}", Role.PLAYER)
            players.append(Newcomer(self, who, table, f"newcomer{number}"))
        people: list[Client] = [*players]
        if self.scenario.people_run is not None:
            who = self.add_person("opener", Role.FLOORPERSON)
            people.append(Opener(self, who, self.tables[-1], "opener"))
        tasks = [self.loop.start(client.run()) for client in people]
        seconds = 900.0 if self.scenario.people_run is None else 3600.0
        for player in players:
            await self.until(lambda: player.done, seconds, f"{player.table} did not get on")  # noqa: B023
            here = 2 if self.scenario.people_run and player.table == self.tables[-1] else 1
            if self.scenario.processes == 1 and player.watching > here:
                words = f"{player.watching} people watch and at most {here} are there"
                raise Violation(f"{player.table}: {words}")
        for client in people:
            client.stopped = True
        await asyncio.gather(*tasks)
        self.clients += people

    async def _open_tables(self) -> None:
        self.tables = list(self.scenario.houses)
        while self.scenario.people_run is not None:
            found = self.any_server()
            await asyncio.sleep(0.5)
            if found is None:
                continue
            settings = TableSettings(
                house=self.scenario.people_run, runs_itself=False, speed="fast"
            )
            process, casino = found
            making = process.run(self.loop.create_task, casino.lobby.make("", settings))
            await asyncio.wait([making], timeout=30.0)
            if making.done() and making.exception() is None:
                row = making.result()
                assert isinstance(row, TableRow)
                self.tables.append(row.table)
                return

    async def _invite(self) -> None:
        random = self.random
        for number in range(self.scenario.players):
            cents = random.choice((MONEY_CENTS, 60_00))
            person = self.add_person(f"player{number}", Role.PLAYER, cents=cents)
            for tab in range(random.choice((1, 1, 2))):
                table = random.choice(self.tables)
                kind = random.choice((Player, Player, Thinker))
                self.clients.append(kind(self, person, table, f"player{number}.{tab}"))
        for number in range(self.scenario.onlookers):
            person = self.add_person(f"onlooker{number}", Role.PLAYER)
            table = random.choice(self.tables)
            self.clients.append(Onlooker(self, person, table, f"onlooker{number}", views=True))
        if self.scenario.people_run is not None:
            for role in (Role.DEALER, Role.FLOORPERSON):
                person = self.add_person(role.value, role)
                self.clients.append(Staff(self, person, self.tables[-1], role.value))

    def _converged(self) -> bool:
        return all(
            client.version == len(self.disk.events(client.table))
            for client in self.clients
            if client.socket is not None and client.welcomed
        )

    async def until(self, done: Callable[[], bool], seconds: float, words: str) -> None:
        """Wait for something that must happen."""
        end = self.loop.time() + seconds
        while not done():
            if self.loop.time() > end:
                raise Violation(f"{words} within {seconds:.0f} seconds")
            await asyncio.sleep(1.0)
            self.check()
