"""The cost of opening a table, and of a command, after 10³ to 10⁶ events.

The table is played by the engine, seven seats at a time, and written through the store like any
other; only the acknowledgements to its players are left out, so that it takes half a minute. It is
opened when its last snapshot is as old as possible.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import process_time

from bench.ratio import Ratio
from bench.service.setting import SEATS, config_of, make_table, sqlite_url
from casinowar.service.conversation.messages import CommandMessage
from casinowar.service.http.wiring import Parts, open_parts
from casinowar.service.people.person import Person
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.decide import Actor
from casinowar.service.tables.writer import SNAPSHOT_EVERY
from casinowar.table import commands as c
from casinowar.table.roles import player_at
from casinowar.table.waits import Awaited

SIZES = (10**3, 10**4, 10**5, 10**6)
TIMES, BETS = 5, 15
OPEN_SECONDS = 0.05
FLAT = 2 / 3  # what counts as the same on a machine that does other things as well
IN_MEMORY = Path("/dev/shm")  # CPU is measured: the disk would only add time


def run() -> list[Ratio]:
    """A table with a million events against one with a thousand."""
    opening, command = asyncio.run(measured())
    small, large = SIZES[0], SIZES[-1]
    shown = ", ".join(f"{opening[size] * 1000:.1f}" for size in SIZES)
    costs = ", ".join(f"{command[size] * 1e6:.0f}" for size in SIZES)
    return [
        _ratio(f"opening a table: {shown} ms CPU", "50 ms", opening[large], OPEN_SECONDS, 1),
        _ratio("opening at 10⁶ events", "at 10³", opening[large], opening[small], FLAT),
        _ratio(f"a bet: {costs} µs CPU", "at 10³", command[large], command[small], FLAT),
    ]


def _ratio(what: str, peer: str, ours: float, theirs: float, least: float) -> Ratio:
    return Ratio(what=what, peer=peer, unit="/CPU s", ours=1 / ours, theirs=1 / theirs, least=least)


async def measured() -> tuple[dict[int, float], dict[int, float]]:
    """The CPU of opening, and of a bet, by the number of events."""
    opening, command = dict[int, float](), dict[int, float]()
    home = IN_MEMORY if IN_MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=home) as name:
        parts = await open_parts(config_of(sqlite_url(Path(name)), Path(name)))
        table = await make_table(parts)
        players = [await parts.casino.persons.create_guest() for _ in range(SEATS)]
        host = await parts.casino.host(table)
        await _sit_down(host, players)
        for size in SIZES:
            while (
                host.table.version < size
                or host.table.version - _snapshot(host) < SNAPSHOT_EVERY * 0.8
            ):
                await _play_round(host)
            opening[size], host = await _open(parts, table)
            command[size] = await _bets(host, players)
        await parts.stop()
        await parts.close()
    return opening, command


def _snapshot(host: TableActor) -> int:
    return host.table.snapshot_at


async def _sit_down(host: TableActor, players: list[Person]) -> None:
    for seat, person in enumerate(players, 1):
        await _give(host, person, seat, c.TakeSeat(seat=seat, player=""))
        await _give(host, person, seat, c.BuyChips(seat=seat, cash_cents=500_000_000))


async def _play_round(host: TableActor) -> None:
    """All seats bet in one write; what else the table asks is answered by policy."""
    bets = [c.PlaceWagers(seat=seat, initial_cents=500) for seat in range(1, SEATS + 1)]
    await _itself(host, *bets)
    await _finish(host)


async def _finish(host: TableActor) -> None:
    while host.table.waits()[0].what is not Awaited.BET:
        command = host.table.waits()[0].otherwise
        assert command is not None
        await _itself(host, command)


async def _itself(host: TableActor, *commands: c.Command) -> None:
    await host.run(lambda: host.writer.itself(*commands))


async def _give(host: TableActor, person: Person, seat: int, command: c.Command) -> None:
    identity = f"{host.table.version}-{seat}"
    give = CommandMessage(id=identity, command=command, reason="", digest=identity.encode())
    by = Actor(person=person.id, name=person.name, who=player_at(seat))
    answer = await host.run(lambda: host.give(give, by))
    assert b'"ok":true' in answer, answer


async def _open(parts: Parts, table: str) -> tuple[float, TableActor]:
    """The CPU of opening a table as a process does that has not seen it."""

    async def opened() -> None:
        await parts.casino.hosts.pop(table).stop()
        await parts.casino.host(table)

    return await _cpu(opened), parts.casino.hosts[table]


async def _bets(host: TableActor, players: list[Person]) -> float:
    """The CPU of a bet, with its share of the round."""

    async def rounds() -> None:
        for _ in range(BETS):
            for seat, person in enumerate(players, 1):
                await _give(host, person, seat, c.PlaceWagers(seat=seat, initial_cents=500))
            await _finish(host)

    return await _cpu(rounds) / (BETS * SEATS)


async def _cpu(work: Callable[[], Awaitable[None]]) -> float:
    found = list[float]()
    for _ in range(TIMES):
        start = process_time()
        await work()
        found.append(process_time() - start)
    return median(found)
