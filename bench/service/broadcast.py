"""The CPU time of one prebuilt frame for all sockets, against ordinary sends to each.

An ordinary send goes through a queue and the ASGI ``send`` of each socket, as the service would do
without its shortcut: a loop that awaits one send after another would wait for the slowest client.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from bench.ratio import Ratio
from bench.service.load import load
from bench.service.server import Server, server
from bench.service.setting import config_of, sqlite_url

SOCKETS, TURNS = 1000, 5


def run() -> list[Ratio]:
    """Sends per second of CPU, both ways."""
    ours, theirs = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            server(config_of(sqlite_url(folder), folder)) as running,
            load(running.echo_plan(SOCKETS)) as clients,
        ):
            for _ in range(TURNS):
                ours.append(_sends_per_cpu_second(running, "prebuilt"))
                clients.run(0.3, 1)  # everything is read
                theirs.append(_sends_per_cpu_second(running, "each"))
                clients.run(0.3, 1)
    return [
        Ratio(
            what="a frame for all, prebuilt",
            peer="a queue and an ASGI send for each",
            unit="sends/CPU s",
            ours=median(ours),
            theirs=median(theirs),
            least=2,
        )
    ]


def _sends_per_cpu_second(running: Server, how: str) -> float:
    found = running.ask(f"/bench/broadcast?{how}")
    sends: float = found["sends"] / found["cpu_seconds"]
    return sends
