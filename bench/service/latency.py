"""The latency of a bet at a paced rate, against an echo and a commit at the same rate.

Bets come at random moments (a Poisson process); the time runs from the moment a bet is due until
its player has the answer. The echo is a frame of the same size on the same server stack, on as many
sockets. The commits are those of the same run, made again at the same moments by the raw loop.
"""

from __future__ import annotations

from statistics import median

from bench.ratio import Ratio
from bench.service.arena import arena
from bench.service.load import load

TABLES, SOCKETS = 150, 1000
TURNS, SECONDS = 5, 2.0
RATE_MAX, LOAD = 400.0, 0.2  # bets a second: a fifth of what the machine can do now, at most 400


def run() -> list[Ratio]:
    """The 99th of a hundred bets against the bound."""
    p50s, p99s, echoes, commits = list[float](), list[float](), list[float](), list[float]()
    with (
        arena(TABLES, SOCKETS) as here,
        load(here.server.echo_plan(SOCKETS)) as echo,
    ):
        rate = min(RATE_MAX, LOAD * here.load.run(SECONDS).bets_per_second)
        here.load.run(SECONDS, rate)  # until what was under way is done
        echo.run(SECONDS / 2, rate)
        here.raw.commit(here.server.groups())
        for _ in range(TURNS):
            echoes.append(echo.run(SECONDS, rate).p99_us)
            played = here.load.run(SECONDS, rate)
            p50s.append(played.p50_us)
            p99s.append(played.p99_us)
            commits.append(here.raw.commit(here.server.groups(), paced=True).p99_us)
    ours, echo_us, commit_us = median(p99s), median(echoes), median(commits)
    seen = f"p50 {median(p50s) / 1000:.1f} ms, p99 {ours / 1000:.1f} ms"
    peers = f"echo p99 {echo_us / 1000:.1f} ms, commit p99 {commit_us / 1000:.1f} ms"
    return [
        Ratio(
            what=f"{rate:.0f} bets/s: {seen}",
            peer=f"3 echoes and 2 commits; {peers}",
            unit="/s",
            ours=1e6 / ours,
            theirs=1e6 / (3 * echo_us + 2 * commit_us),
            least=1,
        )
    ]
