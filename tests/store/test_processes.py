"""Several processes on one PostgreSQL: versions decide, nothing is done twice, news spreads.

Planted once and caught here: balances read without a lock; a collision that is not tried again; a
lost connection that is never made again; a listener that forgets to say that it missed something,
or stays deaf after a LISTEN that failed; a writer that may read whole tables; a write of a process
that is not the table's home; a balance that is short because the same command took it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import asyncpg
import pytest

from casinowar.errors import InputError
from casinowar.store.interface import (
    MISSED,
    Answered,
    Conflict,
    Moved,
    Outcome,
    Short,
    StoreError,
    Used,
    Write,
    Written,
)
from casinowar.store.open import open_store
from casinowar.store.postgres import PostgresStore, listener
from casinowar.store.postgres.connect import Server
from casinowar.store.postgres.statements import (
    EVERYTHING,
    LOOK_UP,
    LOOK_UP_WHAT_IS_FREE,
    USUAL,
)
from tests.kit.postgres import Postgres
from tests.kit.writes import (
    add_persons,
    add_table,
    answer,
    events,
    grant,
    person,
    transfer,
    written,
)
from tests.store.places import Database, postgres_place

# connections that wait for a lock of somebody else
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0"


@pytest.fixture
async def database(postgres: Postgres, tmp_path: Path) -> Database:
    return await postgres_place(tmp_path, lambda: postgres)


@pytest.fixture
async def stores(database: Database) -> AsyncIterator[list[PostgresStore]]:
    opened = [cast("PostgresStore", await database.open()) for _ in range(3)]
    yield opened
    for store in opened:
        await store.close()


async def from_all(stores: list[PostgresStore], writes: list[Write]) -> list[Outcome]:
    """Give all writes to all processes at the same time."""
    return await asyncio.gather(*(store.write(write) for write in writes for store in stores))


async def test_one_of_them_writes_a_version(stores: list[PostgresStore]) -> None:
    tables = [f"t{n}" for n in range(20)]
    for table in tables:
        await add_table(stores[0], table)
    for version in range(5):
        outcomes = await from_all(stores, [events(version, table=table) for table in tables])
        assert Counter(outcomes) == {Written(): 20, Conflict(): 40}
    assert await stores[1].check() == []


@pytest.mark.parametrize("statement", [LOOK_UP, LOOK_UP_WHAT_IS_FREE, USUAL, EVERYTHING])
async def test_a_writer_finds_every_row_by_its_key(
    stores: list[PostgresStore], statement: str
) -> None:
    """Also if its statements were planned while the tables were known to be empty."""

    async def plan(connection: Any) -> list[str]:
        await connection.execute("ANALYZE")
        prepared = await connection.prepare(statement)
        kinds = [kind.name.replace("int8", "bigint") for kind in prepared.get_parameters()]
        await connection.execute(f"PREPARE it ({', '.join(kinds)}) AS {statement}")
        none = ", ".join("'{}'" if kind.endswith("[]") else "0" for kind in kinds)
        lines = await connection.fetch(f"EXPLAIN EXECUTE it ({none})")
        await connection.execute("DEALLOCATE it")
        return [line for (line,) in lines]

    shown = cast("list[str]", await stores[0]._writer.submit(plan))
    whole = "\n".join(shown)
    assert not any(f"{way} on" in whole for way in ("Seq Scan", "Bitmap Heap Scan"))
    assert not any(f"{way} Join" in whole for way in ("Hash", "Merge"))
    scans = [at for at, line in enumerate(shown) if "Index" in line and "Scan" in line]
    assert scans
    assert all("Index Cond" in shown[at + 1] for at in scans), whole


async def test_no_statement_of_a_writer_is_compiled(stores: list[PostgresStore]) -> None:
    """Not even one that has to read a whole table. Planted once: half a second for each write."""

    async def plan(connection: Any) -> list[str]:
        lines = await connection.fetch("EXPLAIN SELECT id FROM stream WHERE id <> ''")
        return [line for (line,) in lines]

    shown = cast("list[str]", await stores[0]._writer.submit(plan))
    assert "Seq Scan on stream" in shown[0]
    assert "JIT:" not in shown


async def held_up(
    stores: list[PostgresStore], database: Database, write: Write
) -> tuple[Outcome, Outcome]:
    """What becomes of one write in two processes, of which both wait for the same accounts."""
    holder = await asyncpg.connect(Server.at(database.url).dsn)
    async with holder.transaction():
        await holder.execute("SELECT 1 FROM accounts FOR UPDATE")
        both = [asyncio.ensure_future(store.write(write)) for store in stores[:2]]
        while (await holder.fetchval(WAITING)) < 2:
            await asyncio.sleep(0.01)
    await holder.close()
    first, second = await asyncio.gather(*both)
    return (first, second) if isinstance(first, Written) else (second, first)


async def test_one_who_waited_learns_that_it_was_done(
    stores: list[PostgresStore], database: Database
) -> None:
    """The chips are gone, but by the same command."""
    await add_persons(stores[0], "a")
    await written(stores[0], grant("p_a", 100), transfer("player/p_a", "cage", 0))
    pay = replace(transfer("player/p_a", "cage", 100), answer=answer("c"))
    assert await held_up(stores, database, pay) == (Written(), Answered(answer("c")))
    await written(stores[0], grant("p_a", 100))
    once = transfer("player/p_a", "cage", 100, once="k")
    assert await held_up(stores, database, once) == (Written(), Used())
    assert await stores[0].check() == []


async def test_the_last_chips_are_spent_once(stores: list[PostgresStore]) -> None:
    # the accounts exist: nothing but their locks keeps the processes apart
    await add_persons(stores[0], "a")
    await written(stores[0], grant("p_a", 1100), transfer("player/p_a", "cage", 100))
    for _ in range(5):
        spent = [transfer("player/p_a", "cage", 100)] * 20
        assert Counter(await from_all(stores, spent)) == {Written(): 10, Short("player/p_a"): 50}
        assert await stores[0].check() == []
        await written(stores[0], grant("p_a", 1000))


async def test_money_that_moves_in_circles_stays_the_same(stores: list[PostgresStore]) -> None:
    """Accounts in every order, new ones too: deadlocks and collisions are tried again."""
    names = [f"p_{n}" for n in range(6)]
    await add_persons(stores[0], *(name.removeprefix("p_") for name in names))
    await written(stores[0], *(grant(name, 1000) for name in names))
    moves = [
        transfer(f"player/{one}", f"player/{other}", 7)
        for one in names
        for other in names
        if one != other
    ]
    moves += [transfer(f"player/{name}", f"chips/new{n}/x", 1) for n, name in enumerate(names * 3)]
    backwards = moves[::-1]
    outcomes = await asyncio.gather(
        *(
            store.write(write)
            for number, store in enumerate(stores)
            for write in (backwards if number % 2 else moves)
        )
    )
    assert Counter(outcomes) == {Written(): len(moves) * 3}
    assert sum((await stores[0].balances("")).values()) == 0
    assert await stores[0].check() == []


async def test_ids_and_keys_and_names_are_used_once(stores: list[PostgresStore]) -> None:
    commands = [Write(at_ms=1, answer=answer("c", b"%d" % n)) for n in range(5)]
    outcomes = await asyncio.gather(*(store.write(c) for store in stores for c in commands))
    assert Counter(type(outcome) for outcome in outcomes) == {Written: 1, Answered: 14}
    assert len({o.answer.body for o in outcomes if isinstance(o, Answered)}) == 1
    refill = replace(grant("p_a", 5), once="k")
    assert Counter(await from_all(stores, [refill] * 3)) == {Written(): 1, Used(): 8}
    taken = [Write(at_ms=1, person=person(f"x{n}", sign_in="ann")) for n in range(3)]
    outcomes = await asyncio.gather(
        *(store.write(write) for store, write in zip(stores, taken, strict=True))
    )
    assert Counter(outcomes) == {Written(): 1, Used(): 2}
    change = Write(at_ms=1, person=person("y"))
    assert Counter(await from_all(stores, [change])) == {Written(): 1, Conflict(): 2}


async def test_a_table_is_added_once(stores: list[PostgresStore]) -> None:
    row = await add_table(stores[0], "first")
    rows = [replace(row, table="t9", rules="new rules") for _ in stores]
    added = await asyncio.gather(
        *(store.add_table(row, {}, []) for store, row in zip(stores, rows, strict=True))
    )
    assert Counter(added) == {True: 1, False: 2}


# --- news -----------------------------------------------------------------------------------------


async def next_news(news: AsyncIterator[str]) -> str:
    return await asyncio.wait_for(anext(news), 10)


async def test_others_hear_of_messages_and_of_nothing_else(stores: list[PostgresStore]) -> None:
    """What is rare is told; a commit never is."""
    own, *others = [store.news() for store in stores]
    await add_table(stores[0], "t1")
    await written(stores[0], events(0, 3))
    await stores[0].tell("person p_a")
    for news in others:
        assert await next_news(news) == "person p_a"
    await stores[1].tell("from another")
    assert await next_news(own) == "from another"  # and nothing of its own before


async def test_silence_is_noticed_and_counts_as_missed(
    stores: list[PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is open and nothing comes."""
    monkeypatch.setattr(listener, "SILENT_SECONDS", 0.2)
    monkeypatch.setattr(listener, "BEAT_SECONDS", 0.1)
    store, news = stores[0], stores[0].news()
    lost = store._listener._connection
    assert lost is not None
    assert store.hears
    await lost.execute("UNLISTEN *")
    monkeypatch.setattr(Server, "connect", _refuse)
    await until(lambda: not store.hears)
    monkeypatch.undo()
    assert await next_news(news) == MISSED
    assert store.hears
    await stores[1].tell("heard again")
    assert await next_news(news) == "heard again"


async def _refuse(_: Server) -> Any:
    raise ConnectionRefusedError("down")


async def test_news_that_nobody_takes_is_missed(stores: list[PostgresStore]) -> None:
    news, most = stores[0].news(), listener.WAITING_MAX
    for number in range(2 * most):
        stores[0]._listener._pass_on(f"person {number}")
    heard = [await next_news(news) for _ in range(most + 1)]
    assert heard[-1] == MISSED
    await stores[1].tell("end")
    assert await next_news(news) == "end"


# --- homes ----------------------------------------------------------------------------------------


async def test_only_the_home_writes_to_a_table(stores: list[PostgresStore]) -> None:
    await add_table(stores[0], "t1")
    befores = [await store.take_home("t1") for store in stores]
    assert befores == ["", stores[0].name, stores[1].name]
    at_home = [replace(events(0), home=store.name) for store in stores]
    outcomes = [await store.write(write) for store, write in zip(stores, at_home, strict=True)]
    assert outcomes == [Moved(), Moved(), Written()]
    await stores[0].leave(["t1"])  # it is not its own
    assert await stores[2].tables_at_home() == {"t1"}
    await stores[2].leave(["t1"])
    assert await stores[2].tables_at_home() == set()
    assert await stores[2].write(replace(events(1), home=stores[2].name)) == Moved()


async def test_a_home_that_is_taken_while_somebody_writes_waits_for_them(
    stores: list[PostgresStore],
) -> None:
    """Whoever opens a table reads all that was written before, and nothing is written after."""
    old, new = stores[:2]
    tables = [f"t{number}" for number in range(20)]
    for table in tables:
        await add_table(old, table)
        await old.take_home(table)
    writing = [
        asyncio.ensure_future(old.write(replace(events(0, table=table), home=old.name)))
        for table in tables
    ]
    versions = list[int]()
    for table in tables:
        await new.take_home(table)
        versions.append(await new.version(table))
    outcomes = await asyncio.gather(*writing)
    found = [Written() if version else Moved() for version in versions]
    assert outcomes == found
    assert [await new.version(table) for table in tables] == versions


async def test_tables_of_a_process_that_ended_are_found_by_one_other(
    stores: list[PostgresStore],
) -> None:
    first, other, dying = stores
    for store in stores:
        await add_table(first, store.name)
        await store.take_home(store.name)
    await add_table(first, "unused")
    assert await first.orphans() == []
    await dying.close()
    assert await first.orphans() == [], "it was seen a moment ago"
    later = f"UPDATE processes SET seen = seen - interval '20 s' WHERE name = '{dying.name}'"
    await first._pool.execute(later)
    assert await first.orphans() == [dying.name]
    assert await other.orphans() == [], "one process looks"
    assert (first._listener.is_first, other._listener.is_first) == (True, False)


async def test_another_process_looks_when_the_first_has_ended(
    stores: list[PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "BEAT_SECONDS", 0.05)
    await cut_connections(stores[0])  # so that all beat quickly from now on
    await until(lambda: any(store._listener.is_first for store in stores))
    [first] = [store for store in stores if store._listener.is_first]
    await first.close()
    rest = [store for store in stores if store is not first]
    await until(lambda: sum(store._listener.is_first for store in rest) == 1)


async def test_a_person_who_changed_meanwhile_is_a_conflict(stores: list[PostgresStore]) -> None:
    await add_persons(stores[0], "a")
    give = replace(grant("p_b", 5), unchanged=(("p_a", 1),))
    assert await stores[1].write(give) == Written()
    assert await stores[1].write(replace(give, unchanged=(("p_a", 2),))) == Conflict()
    assert await stores[1].write(replace(give, unchanged=(("p_c", 1),))) == Conflict()


# --- a server that goes away ----------------------------------------------------------------------


@asynccontextmanager
async def locked(store: PostgresStore, table: str) -> AsyncIterator[None]:
    """Nobody else can use a table of the database for a while."""
    connection = await asyncpg.connect(store.server.dsn)
    try:
        await connection.execute(f"BEGIN; LOCK TABLE {table}")
        yield
    finally:
        await connection.close()


async def cut_connections(store: PostgresStore) -> None:
    """End every connection to the store's database but the one that says so."""
    connection = await asyncpg.connect(store.server.dsn)
    try:
        ended = await connection.fetch(
            "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        pids = [row["pid"] for row in ended]
        left = "SELECT count(*) FROM pg_stat_activity WHERE pid = ANY($1::int[])"
        while await connection.fetchval(left, pids):
            await asyncio.sleep(0.01)
    finally:
        await connection.close()


async def test_a_connection_that_was_lost_before_is_made_again(
    stores: list[PostgresStore],
) -> None:
    await add_table(stores[0])
    for version in range(3):
        await cut_connections(stores[0])
        await written(stores[0], events(version))


async def test_a_connection_lost_under_way_fails_one_group(stores: list[PostgresStore]) -> None:
    store, news = stores[0], stores[1].news()
    await add_table(store)
    async with locked(stores[1], "tables"):
        tasks = [asyncio.create_task(store.write(events(n))) for n in range(2)]
        await asyncio.sleep(0.1)
        await cut_connections(store)
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [StoreError, StoreError]
    version = await store.version("t1")
    await written(store, events(version))
    assert await store.version("t1") == version + 1
    heard = await next_news(news)
    assert heard == MISSED
    await stores[2].tell("again")
    while heard != "again":
        heard = await next_news(news)


class Deaf:
    """A connection on which LISTEN takes too long."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def add_listener(self, *_: object) -> None:
        raise TimeoutError

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


async def test_a_listener_that_cannot_listen_tries_again(
    stores: list[PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    news, connect = stores[0].news(), Server.connect
    made: list[Any] = []

    async def slow_at_first(server: Server) -> Any:
        connection = await connect(server)
        made.append(connection)
        return Deaf(connection) if len(made) == 1 else connection

    monkeypatch.setattr(Server, "connect", slow_at_first)
    monkeypatch.setattr(listener, "RETRY_SECONDS", 0.01)
    lost = stores[0]._listener._connection
    assert lost is not None
    lost.terminate()
    assert await next_news(news) == MISSED
    assert made[0].is_closed()
    await stores[1].tell("heard again")
    assert await next_news(news) == "heard again"


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that happens soon."""
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.01)


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    """A server that keeps its commits, and can be stopped."""
    server = Postgres(durable=True)
    yield server
    server.remove()


async def test_a_stopped_server_refuses_writes_until_it_is_back(durable: Postgres) -> None:
    store = await open_store(durable.url())
    await add_table(store)
    await written(store, events(0))
    durable.stop()
    for _ in range(2):
        with pytest.raises(StoreError):
            await store.write(events(1))
        with pytest.raises(StoreError):
            await store.version("t1")
    durable.start()
    assert await store.version("t1") == 1
    await written(store, events(1))
    await store.close()


async def test_a_server_that_can_lose_commits_is_refused(
    database: Database, durable: Postgres
) -> None:
    safe = database.url.removesuffix("&may_lose_data=yes")
    with pytest.raises(StoreError, match=r"can lose commits .*: fsync is off"):
        await open_store(safe)
    with pytest.raises(InputError, match="may_lose_data is yes or no"):
        await open_store(f"{safe}&may_lose_data=maybe")
    url = durable.url(await durable.new_schema())
    await (await open_store(url)).close()
    connection = await asyncpg.connect(url)
    await connection.execute("ALTER ROLE cw SET synchronous_commit = off")
    await connection.close()
    with pytest.raises(StoreError, match=r"can lose commits .*: synchronous_commit is off"):
        await open_store(url)


@pytest.mark.parametrize(
    "password", ["Xy/Secret9", "Xy?Secret9", "Xy#Secret9", "X@y/Secret9", "Xy@Secret9"]
)
async def test_a_password_that_breaks_the_url_is_not_shown(password: str) -> None:
    with pytest.raises(InputError) as caught:
        await open_store(f"postgresql://bo:{password}@127.0.0.1:1/tables")
    assert "Secret9" not in str(caught.value)
    assert "Xy" not in str(caught.value)
    assert "%2F" in str(caught.value)


@pytest.mark.parametrize("port", ["abc", "65536", "99999", "-1", "1,b:99999", "²"])
async def test_a_port_that_is_none_is_refused(port: str) -> None:
    with pytest.raises(InputError, match="the port in the URL is not from 0 to 65535"):
        await open_store(f"postgresql://bo:secret@127.0.0.1:{port}/tables")


async def test_an_unreachable_server_is_one_line_without_the_password() -> None:
    with pytest.raises(InputError) as caught:
        await open_store("postgresql://me:secret@127.0.0.1:1/tables")
    assert "127.0.0.1:1/tables cannot be reached" in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql://me:secret@[::1]/tables", "[::1]:5432/tables"),
        ("postgresql://me:secret@[::1]:7/tables", "[::1]:7/tables"),
        ("postgres://me:secret@/tables?host=/run/pg&port=6", "/run/pg:6/tables"),
        ("postgresql:///?dbname=tables", "localhost:5432/tables"),
    ],
)
def test_a_server_is_named_by_host_port_and_database(
    url: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("PGHOST", "PGPORT", "PGDATABASE"):
        monkeypatch.delenv(variable, raising=False)
    assert Server.at(url).name == name
