"""``python -m tests.crash``: the long drills against the real service, one after the other.

``python -m tests.crash kills power`` runs just these; ``--scale 0.1`` does a tenth of the work.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.crash.faults import ACTIONS, Fault, count_calls, fail_everywhere, why_not
from tests.crash.fuzz import fuzz_sockets
from tests.crash.kills import kill_often
from tests.crash.log_reset import attack_log
from tests.crash.openapi import fuzz_requests
from tests.crash.outages import stop_often
from tests.crash.power import COPIES_OFTEN, compiler, lose_power_often
from tests.crash.secrecy import look_for_secrets
from tests.crash.war_round import Scene
from tests.kit.nursery import Nursery
from tests.kit.postgres import Postgres

Report = dict[str, Any]


class Skipped(Exception):  # noqa: N818 - it is no error
    """This machine cannot do it."""


async def kills(folder: Path, scale: float) -> Report:
    """The process killed 1,000 times on SQLite."""
    with Nursery([COPIES_OFTEN]) as nursery:
        return await kill_often(nursery, folder, _times(1000, scale))


async def kills_postgres(folder: Path, scale: float) -> Report:
    """The process killed 1,000 times on PostgreSQL."""
    server = Postgres()
    try:
        with Nursery() as nursery:
            database = server.url(await server.new_schema())
            return await kill_often(nursery, folder, _times(1000, scale), database=database)
    finally:
        server.remove()


async def outages(folder: Path, scale: float) -> Report:
    """PostgreSQL stopped at once 50 times, with fsync on."""
    with Nursery() as nursery:
        return await stop_often(nursery, folder, _times(50, scale))


async def faults(folder: Path, scale: float) -> Report:
    """Errors and death at every write and sync of a war round."""
    if why_not():
        raise Skipped(why_not())
    with Nursery() as nursery:
        template = Scene(nursery, folder / "template")
        await template.prepare()
        calls = await count_calls(template.copy(folder / "count"))
        every = [
            Fault(call, action, number, lasting=lasting)
            for call, count in sorted(calls.items())
            for lasting in (False, True)
            for action in (ACTIONS if not lasting else ACTIONS[:2])
            for number in range(1, count + 1)
        ]
        chosen = every[:: max(1, round(1 / scale))]
        return {"faults": len(chosen), **await fail_everywhere(template, folder, chosen)}


async def power(folder: Path, scale: float) -> Report:
    """Power lost 300 times."""
    if compiler() is None:
        raise Skipped("there is no C compiler")
    some = await lose_power_often(folder / "copies", _times(150, scale))
    others = await lose_power_often(folder / "usual", _times(150, scale), plants=())
    return {name: some[name] + others[name] for name in some}


async def log_reset(folder: Path, scale: float) -> Report:
    """A minute of commits with others on the same SQLite file."""
    return await attack_log(folder, 60 * scale)


async def secrecy(folder: Path, scale: float) -> Report:
    """A mixed run of three minutes, searched for what nobody may see."""
    return await look_for_secrets(folder, 180 * scale)


async def sockets(folder: Path, scale: float) -> Report:
    """A million malformed messages."""
    return await fuzz_sockets(folder, _times(1_000_000, scale))


async def requests(folder: Path, scale: float) -> Report:
    """schemathesis in all its phases."""

    def say(line: str) -> None:
        print(f"requests: {line}", file=sys.stderr, flush=True)

    with Nursery() as nursery:
        return await fuzz_requests(nursery, folder, _times(400, scale), say=say)


DRILLS: tuple[Callable[[Path, float], Awaitable[Report]], ...] = (
    kills, kills_postgres, outages, faults, power, log_reset, secrecy, sockets, requests,
)  # fmt: skip


def _times(count: int, scale: float) -> int:
    return max(1, round(count * scale))


def main() -> int:
    """Run the drills and print a line for each; 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    names = [drill.__name__ for drill in DRILLS]
    parser.add_argument("drills", nargs="*", metavar="DRILL", help=", ".join(names))
    parser.add_argument("--scale", type=float, default=1.0, help="how much of the work")
    options = parser.parse_args()
    unknown = set(options.drills) - set(names)
    if unknown:
        parser.error(f"there is no drill {', '.join(sorted(unknown))}")
    failed = False
    for drill in DRILLS:
        if options.drills and drill.__name__ not in options.drills:
            continue
        with tempfile.TemporaryDirectory(prefix="casinowar-drill-") as folder:
            try:
                report: object = asyncio.run(_awaited(drill(Path(folder), options.scale)))
            except Skipped as skipped:
                report = f"skipped: {skipped}"
            except Exception:
                failed, report = True, f"FAILED\n{traceback.format_exc()}"
        print(f"{drill.__name__}: {report}", flush=True)
    return 1 if failed else 0


async def _awaited(work: Awaitable[Report]) -> Report:
    return await work


if __name__ == "__main__":
    sys.exit(main())
