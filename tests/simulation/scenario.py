"""What a run is made of: processes, tables, people and faults, all drawn from its seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from casinowar.houses import house_names
from tests.simulation.disk import DiskFaults
from tests.simulation.network import NetworkFaults


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One kind of run."""

    processes: int  # more than one: a server database
    houses: tuple[str, ...]  # standing tables that are played at
    people_run: str | None  # the house of a table that people deal at
    players: int
    onlookers: int
    seconds: float  # with faults
    kills_every: float  # seconds between two killed processes on average; 0: none
    drops_every: float  # seconds between two lost sockets
    jumps_every: float  # seconds between two jumps of the wall clock
    commit_seconds: float  # on average
    misrouted: float  # connections that the proxy sends to any process, whatever the table
    steals_every: float  # seconds between two tables that a process opens which serves nobody there
    disk: DiskFaults = field(default_factory=DiskFaults)
    network: NetworkFaults = field(default_factory=NetworkFaults)


def scenario_of(seed: int) -> Scenario:
    """The scenario of a seed: every kind of fault is there in some runs and missing in others."""
    random = Random(f"scenario {seed}")
    processes = random.choice((1, 1, 1, 2, 3))
    server = processes > 1

    def sometimes(chance: float, most: float) -> float:
        return random.uniform(0, most) if random.random() < chance else 0.0

    return Scenario(
        processes=processes,
        houses=tuple(random.sample(house_names(), random.choice((1, 1, 2)))),
        people_run=random.choice(house_names()) if random.random() < 0.3 else None,
        players=random.choice((2, 4, 6) if server else (1, 2, 3, 4)),
        onlookers=max(random.choice((0, 1, 1)), processes if server else 0),  # some at each
        seconds=random.choice((60.0, 120.0, 240.0)),
        kills_every=random.choice((0.0, 10.0, 30.0, 60.0)),
        drops_every=random.choice((0.0, 5.0, 20.0, 60.0)),
        jumps_every=random.choice((0.0, 20.0, 60.0)),
        commit_seconds=random.choice((0.004, 0.1, 0.5) if server else (0.004, 0.004, 0.1)),
        misrouted=random.choice((0.0, 0.0, 0.1, 1.0)) if server else 0.0,
        steals_every=random.choice((0.0, 15.0, 60.0)) if server else 0.0,
        disk=DiskFaults(
            fails_before=sometimes(0.5, 0.1),
            fails_after=sometimes(0.5, 0.1),
            commits_later=sometimes(0.5, 0.2) if server else 0.0,
            read_fails=sometimes(0.4, 0.1),
            slow=sometimes(0.4, 0.05),
            news_lost=sometimes(0.5, 0.3) if server else 0.0,
            news_doubled=sometimes(0.5, 0.5) if server else 0.0,
            kills=sometimes(0.5, 0.03),
        ),
        network=NetworkFaults(
            slow=sometimes(0.5, 0.1),
            slow_readers=sometimes(0.4, 0.5),
            unnoticed=sometimes(0.5, 0.5),
        ),
    )
