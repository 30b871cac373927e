"""One seed, one run, one report."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import msgspec
import pytest

from casinowar.fairness import KeyFile, Purpose
from casinowar.houses import House, house_from_rules, load_house
from casinowar.service import casino, lobby
from casinowar.service.tables import writer
from casinowar.service.tables.settings import TableSettings, house_of
from tests.simulation.auditor import Violation
from tests.simulation.inspection import inspect
from tests.simulation.loop import Stuck, VirtualLoop, run_virtually
from tests.simulation.scenario import Scenario, scenario_of
from tests.simulation.world import INSTALLATION, World

SNAPSHOT_EVERY = 60  # events: often enough to be met in a short run


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How a run went."""

    seed: int
    failure: str  # empty: none
    virtual_seconds: float
    real_seconds: float
    events: int
    commands: int
    frames: int
    kills: int
    failed_writes: int
    failed_reads: int
    digest: str  # of everything that became durable

    @property
    def repeat(self) -> str:
        """One line that repeats the run."""
        return f"python -m tests.simulation --seed {self.seed}  # {self.failure}"


@cache
def _keys(purpose: Purpose = Purpose.SEALING) -> KeyFile:
    """One key file of each kind for all runs: they are not what these are about."""
    folder = Path(mkdtemp(prefix="casinowar-simulation-"))
    return KeyFile.create(folder / "keys", Random(purpose).randbytes, purpose)


def simulate(seed: int, scenario: Scenario | None = None) -> Report:
    """Run the whole service once; the same seed gives the same run."""
    worlds = list[World]()
    planned = scenario or scenario_of(seed)

    def main(loop: VirtualLoop) -> Coroutine[Any, Any, None]:
        worlds.append(World(loop, seed, planned, _keys(), _keys(Purpose.SIGNING)))
        return worlds[0].run()

    began = time.process_time()
    with _prepared():
        failure = _failure_of(lambda: run_virtually(main))
    world = worlds[0]
    if not failure:
        problems = inspect(
            world.disk.data, world.auditor.records, world.clients, _keys(), world.signer,
            INSTALLATION, alone=planned.processes == 1,
        )  # fmt: skip
        failure = _failure_of(lambda: next(problems, ""))
    return Report(
        seed=seed,
        failure=failure,
        virtual_seconds=world.loop.time() - 1000.0,
        real_seconds=time.process_time() - began,
        events=sum(map(len, world.disk.data.events.values())),
        commands=len(world.disk.data.answers),
        frames=world.net.frames,
        kills=world.kills,
        failed_writes=world.disk.failed_writes,
        failed_reads=world.disk.failed_reads,
        digest=_digest(world),
    )


def _digest(world: World) -> str:
    said = sha256()
    for table, stream in sorted(world.disk.data.events.items()):
        said.update(table.encode())
        for event in stream:
            said.update(event.body)
    return said.hexdigest()


def _failure_of(run: Callable[[], str | None]) -> str:
    try:
        return run() or ""
    except (Violation, Stuck) as error:
        return str(error)
    except Exception as error:  # whatever it is, the seed failed
        return repr(error)


# --- houses are read once, and snapshots are taken often ------------------------------------------


@cache
def _house_of(name: str, settings: TableSettings) -> House:
    return house_of(load_house(name), settings)


@lru_cache(maxsize=64)
def _house_from(rules: bytes) -> House:
    return house_from_rules(msgspec.json.decode(rules))


@contextmanager
def _prepared() -> Iterator[None]:
    """Reading a house is pure, and a run starts many processes; snapshots must be met in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "SNAPSHOT_EVERY", SNAPSHOT_EVERY)
        patch.setattr(lobby, "house_of", lambda base, settings: _house_of(base.name, settings))
        patch.setattr(
            casino, "house_from_rules", lambda rules: _house_from(msgspec.json.encode(rules))
        )
        yield
