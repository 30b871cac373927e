"""The parts of a running service, put together from its settings."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from casinowar.errors import InputError
from casinowar.fairness import KeyFile, Purpose, Signer
from casinowar.service.casino import Casino, CasinoParts
from casinowar.service.floor.desk import FloorDesks
from casinowar.service.floor.slips import Slips
from casinowar.service.history.exports.log_file import Exporter
from casinowar.service.history.reader import Reader
from casinowar.service.http.dealing import AT_ONCE
from casinowar.service.http.files import BuiltFile, read_client
from casinowar.service.http.metrics import Metrics
from casinowar.service.http.requests.limiter import Limiter
from casinowar.service.http.settings import Config
from casinowar.service.money.cashier import CashierSettings
from casinowar.service.money.play_today import DAY_MS, MINUTE_MS
from casinowar.service.people.passphrases import Argon2Hasher, Argon2Settings
from casinowar.service.people.people import PersonSettings
from casinowar.service.people.protection import Limits as PlayLimits
from casinowar.service.people.sessions import SessionSettings
from casinowar.service.ports import Clock, Ids, SystemClock
from casinowar.service.school import School
from casinowar.service.tables.shoes import Origin, StackedShoes, Vault
from casinowar.service.watch.live import Wall
from casinowar.service.watch.shoes import ShoeAudits
from casinowar.store import Store
from casinowar.store.open import check_url, is_postgres, open_store, sqlite_path
from casinowar.store.sqlite.database_file import has_wal_reset_bug, log_is_left

log = structlog.stdlib.get_logger("casinowar.run")
SECOND, MINUTE, HOUR = 1.0, 60.0, 3600.0
REQUESTS_AT_ONCE = 4  # seconds of requests that may come at once
NAME_ATTEMPTS = 10  # sign-ins with one name before the next has to wait


class Limits:
    """How often one address may make requests that cost the service something."""

    def __init__(self, config: Config) -> None:
        self.guests = Limiter(config.guests_per_hour, HOUR)
        self.sign_ins = Limiter(config.sign_ins_per_minute, MINUTE)
        # For each sign-in name, from all addresses together. After these attempts there is one a
        # minute, so that nobody is locked out for long by somebody else's guesses.
        self.names = Limiter(1, MINUTE, burst=NAME_ATTEMPTS)
        self.tables = Limiter(config.tables_per_hour, HOUR)
        self.look_ups = Limiter(config.look_ups_per_hour, HOUR)  # that find nothing
        self.requests = Limiter(config.requests_per_second, SECOND, burst=REQUESTS_AT_ONCE)


@dataclass(slots=True, kw_only=True)
class Parts:
    """The parts of the service that routes and sockets use."""

    config: Config
    casino: Casino
    hasher: Argon2Hasher
    limits: Limits
    metrics: Metrics
    reader: Reader  # of the record
    school: School
    exporter: Exporter  # of logs with signed heads
    desks: FloorDesks
    slips: Slips
    wall: Wall  # of all tables, for surveillance
    audits: ShoeAudits
    dealing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    client: Mapping[str, BuiltFile] = field(default_factory=dict)  # none: it was not built
    stopping: bool = False
    asking: asyncio.Task[None] | None = None  # the check that the database answers

    @property
    def clock(self) -> Clock:
        """Wall time."""
        return self.casino.parts.clock

    @property
    def store(self) -> Store:
        return self.casino.store

    async def stop(self) -> None:
        """Finish what the tables are doing and say goodbye to all sockets."""
        self.stopping = True
        await self.casino.stop()

    async def close(self) -> None:
        """Close the database, once nothing uses it."""
        self.hasher.close()
        await self.store.close()


async def open_parts(
    config: Config, stacked: StackedShoes | None = None, hashing: Argon2Settings | None = None
) -> Parts:
    """Open the database and its keys, and start the tables; an InputError if something is wrong.

    ``hashing`` replaces the usual cost of hashing a passphrase.
    """
    make_folder(config)
    url, metrics = config.database_url(), Metrics()
    unclean = not is_postgres(url) and log_is_left(sqlite_path(url))
    store = metrics.measured(await open_store(url))
    async with AsyncExitStack() as cleanup:
        cleanup.push_async_callback(store.close)
        keys = await open_keys(store, config.key_path())
        await check_keys(store, keys, config.installation)
        signer = await open_signer(store, config.signing_path())
        parts = _assemble(config, store, keys, signer, metrics, stacked, hashing)
        await parts.casino.start()
        cleanup.pop_all()
    if not is_postgres(url) and has_wal_reset_bug():
        log.info("sqlite_has_wal_reset_bug", version=sqlite3.sqlite_version, fixed_in="3.51.3")
    if unclean:
        log.warning("database_checked_after_unclean_end")
    return parts


def check_settings(config: Config) -> None:
    """Refuse settings that cannot work with any database; nothing is created or changed."""
    check_url(config.database_url())
    if not config.database:
        _check_folder(config.folder(), "data folder")
    elif not is_postgres(config.database):
        _check_folder(sqlite_path(config.database).parent, "database", must_exist=True)
    if config.key_path().exists():
        KeyFile(config.key_path())
    if config.signing_path().exists():
        KeyFile(config.signing_path(), Purpose.SIGNING)


def _check_folder(folder: Path, what: str, *, must_exist: bool = False) -> None:
    """Refuse a path that is not a folder and cannot become one."""
    there = folder
    try:
        while not there.exists() and not must_exist:
            there = there.parent
        words = "is not a folder" if there.exists() else "does not exist"
        if there.is_dir():
            return
    except OSError as error:
        words = f"cannot be read: {error.strerror}"
    raise InputError(what, f"{there} {words}")


def make_folder(config: Config) -> None:
    """Make the data folder, if the data is there."""
    if config.database:
        return
    try:
        config.folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("data folder", f"{config.folder()}: {error.strerror}") from None


async def open_keys(store: Store, path: Path) -> KeyFile:
    """The sealing keys of this database; created for a new one."""
    has_seeds = bool(await store.tables())
    if not has_seeds:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise InputError("sealing keys", f"{path.parent}: {error.strerror}") from None
    return KeyFile.for_database(path, has_seeds=has_seeds)


async def check_keys(store: Store, keys: KeyFile, installation: str) -> None:
    """Fail now, not at the next shoe, if a seed cannot be opened under this name."""
    for row in (await store.tables())[:1]:
        for seed in await store.seeds(row.table, 1, 1):
            try:
                Vault(keys, os.urandom).open(Origin(installation, store.stream, row.table), seed)
            except InputError as error:
                reason = (
                    f"{error.reason}; the keys in {keys.path} or the name --installation"
                    f" {installation} are not those that it was made with"
                )
                raise InputError("the shoes of this database", reason) from None


async def open_signer(store: Store, path: Path) -> Signer:
    """The signer of this database's logs; its keys are created if there is no log yet."""
    tables = await store.tables()
    has_logs = any(row.settings.get("sealed") for row in tables)
    keys = KeyFile.for_database(path, has_seeds=has_logs, purpose=Purpose.SIGNING)
    return Signer(keys)


def operator_limits(config: Config) -> PlayLimits:
    """The limits that hold for every player; 0 in the settings means none."""
    return PlayLimits(
        stake_cents=config.stake_max_cents or None,
        day_loss_cents=config.day_loss_max_cents or None,
        day_minutes=config.day_max_minutes or None,
        session_minutes=config.session_max_minutes or None,
    )


def _assemble(
    config: Config,
    store: Store,
    keys: KeyFile,
    signer: Signer,
    metrics: Metrics,
    stacked: StackedShoes | None,
    hashing: Argon2Settings | None = None,
) -> Parts:
    hasher = Argon2Hasher(hashing or Argon2Settings())
    casino = Casino(
        CasinoParts(
            store=store,
            clock=SystemClock(),
            ids=Ids(),
            vault=Vault(keys, os.urandom),
            signer=signer,
            hasher=hasher,
            installation=config.installation,
            people=PersonSettings(initial_grant_cents=config.first_chips_cents),
            sign_in=SessionSettings(lasts_ms=config.session_days * DAY_MS),
            cash=CashierSettings(
                refill_below_cents=config.refill_below_cents,
                refill_to_cents=config.refill_to_cents,
                refill_every_ms=config.refill_minutes * MINUTE_MS,
            ),
            operator=operator_limits(config),
            tables_per_person=config.tables_per_person,
            stacked=stacked,
            away_seconds=config.away_seconds,
            sockets_max=config.sockets_max,
            sockets_per_person=config.sockets_per_person,
        )
    )
    metrics.watch(casino)
    reader = Reader(store)
    school = School(store, casino.parts.clock, casino.parts.ids, asyncio.to_thread)
    casino.many_moves = _warn_of_moves
    return Parts(
        config=config,
        casino=casino,
        hasher=hasher,
        limits=Limits(config),
        metrics=metrics,
        reader=reader,
        school=school,
        exporter=Exporter(reader, signer, config.installation),
        desks=FloorDesks(casino, reader),
        slips=Slips(casino),
        wall=Wall(reader),
        audits=ShoeAudits(reader, casino.parts.vault, config.installation, stacked),
        client=read_client(),
    )


def _warn_of_moves(table: str, moves: int) -> None:
    """Log a warning without the whole id, which is a secret at a private table."""
    words = "a table keeps moving between processes: the proxy must hash the table's id in the path"
    log.warning(words, table=f"{table[:8]}…", moves=moves)
