"""Acknowledged, durable bets per second, against raw commits of the same rows in the same groups.

A bet counts when its player has the answer, which is sent after the commit. The players at a table
bet as fast as they are answered; the last bet starts the round. Wars and cuts are answered too and
do not count. Clients follow the events, and in one run they are also told what they may do after
every change, as the page is. The raw loop writes the rows of each run right after it, in a process
of its own.
"""

from __future__ import annotations

from statistics import median

from bench.ratio import Ratio
from bench.service.arena import arena

SOCKETS = 1000
TURNS, SECONDS = 5, 2.0
TABLES = {150: (0.2, 1 / 3), 20: (None, None), 1: (None, None)}  # at least, and the goal
WITH_OFFERS = 150  # tables
LEAST_BETS = 1000.0


def run() -> list[Ratio]:
    """The rates at each number of tables."""
    found = list[Ratio]()
    runs = [(tables, *asked, False) for tables, asked in TABLES.items()]
    for tables, least, goal, offers in (*runs, (WITH_OFFERS, None, None, True)):
        ours, theirs, cpu_us, rows = _measured(tables, offers=offers)
        costs = f"{cpu_us:.0f} µs CPU and {rows:.1f} rows each"
        told = ", all told what they may do" if offers else ""
        what = f"bets, {tables} tables, {SOCKETS} sockets{told}, {costs}"
        found.append(
            Ratio(
                what=what,
                peer="raw commits of the same groups",
                unit="bets/s",
                ours=ours,
                theirs=theirs,
                least=least,
                goal=goal,
            )
        )
        if least is not None:
            found.append(
                Ratio(
                    what="the same",
                    peer="what is needed",
                    unit="bets/s",
                    ours=ours,
                    theirs=LEAST_BETS,
                    least=1,
                )
            )
    return found


def _measured(tables: int, *, offers: bool) -> tuple[float, float, float, float]:
    """The turn with the median ratio: our rate, the raw one, and the CPU and rows of a bet."""
    turns = list[tuple[float, float, float, float]]()
    with arena(tables, SOCKETS, offers=offers) as here:
        here.load.run(SECONDS / 2)  # the first bets of a process are slow
        here.raw.commit(here.server.groups())
        for _ in range(TURNS):
            cpu = here.server.cpu_seconds()
            played = here.load.run(SECONDS)
            cpu = here.server.cpu_seconds() - cpu
            groups = here.server.groups()
            committed = here.raw.commit(groups)
            commands = sum(group.commands for group in groups)
            share = played.bets / max(1, played.bets + played.others)
            theirs = commands * share / committed.seconds
            each = (cpu / played.bets * 1e6, committed.rows / commands)
            turns.append((played.bets_per_second, theirs, *each))
    middle = median([ours / theirs for ours, theirs, *_ in turns])
    return min(turns, key=lambda turn: abs(turn[0] / turn[1] - middle))
