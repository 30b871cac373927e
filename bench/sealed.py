"""Sealed shoes: their cost per bet, and the number verified per second.

A bet is ``PlaceWagers`` with the whole round that follows; the cards of both tables come from
seeds. CPU time is compared, so that other work on the machine matters less.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import process_time

from bench.ratio import Ratio, best_seconds
from casinowar.fairness import FairShoe, Secret, derive_shoe, proof
from casinowar.fairness.seeds import contribution
from casinowar.live import LiveTable
from casinowar.record.export import verify_export
from casinowar.service.conversation.connection import Connection
from casinowar.service.http.settings import Config
from casinowar.service.http.wiring import open_parts
from casinowar.service.ports import Frame
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import TableRow
from casinowar.table import Phase, Shoe
from casinowar.table import commands as c

ORIGIN, VALUE = "bench", bytes(32)
ROUNDS, TURNS = 1_500, 7
SERVICE_BETS = 150
EXAMPLE = Path(__file__).parents[1] / "docs" / "shoe-example.jsonl"
SECONDS_MAX = 0.05  # for one shoe


def _seed(number: int) -> Secret:
    return Secret(sha256(f"bench {number}".encode()).digest())


def _numbered() -> Callable[[int], Shoe]:
    made = dict[int, Shoe]()

    def shoe(number: int) -> Shoe:
        if number not in made:
            made.clear()
            made[number] = derive_shoe(ORIGIN, number, 6, _seed(number))
        return made[number]

    return shoe


def bet_seconds(*, sealed: bool) -> float:
    """CPU seconds per bet, without bets that end a shoe."""
    fair = FairShoe(ORIGIN, _seed)
    table = LiveTable("wisconsin", shoes=(lambda _: fair) if sealed else _numbered())
    table.must(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**11, sealed=sealed))
    table.must(c.TakeSeat(seat=1, player="Bo"))
    table.must(c.BuyChips(seat=1, cash_cents=10**9))
    spent, bets = 0.0, 0
    while table.state.round_number < ROUNDS:
        state, mix = table.state, table.state.mix
        if state.phase is Phase.BETTING:
            began = process_time()
            table.must(c.PlaceWagers(seat=1, initial_cents=1000))
            taken = process_time() - began
            if table.state.phase is Phase.BETTING:
                spent, bets = spent + taken, bets + 1
        elif state.phase is Phase.DECIDE:
            table.must(c.GoToWar(seat=1, war_tie_cents=0))
        elif state.phase is Phase.CUT_OFFERED:
            table.must(c.RefuseCut(seat=1))
        elif mix is not None and not mix.closed:
            digits = contribution(ORIGIN, mix.number, 1, VALUE).hex()
            table.must(c.SealContribution(seat=1, commitment=digits))
        else:
            table.must(c.OpenContribution(seat=1, value=VALUE.hex()))
    return spent / bets


class _Nobody:
    """A receiver of frames that ignores them."""

    def send(self, frame: Frame) -> None:
        """Take it."""

    def close(self, code: int, reason: str) -> None:
        """Take it."""


async def _at_tables(folder: Path) -> dict[bool, float]:
    """CPU seconds of a bet through the whole service but its sockets, on SQLite, in turns."""
    parts = await open_parts(Config(data_folder=str(folder)))
    casino, best = parts.casino, {True: float("inf"), False: float("inf")}
    try:
        players = dict[bool, Connection]()
        for sealed in best:
            person = await casino.persons.create_guest()
            token = (await casino.sessions.start(person.id)).token
            row = await casino.lobby.make(
                person.id, TableSettings(house="washington", sealed=sealed)
            )
            assert isinstance(row, TableRow)
            visitor = await casino.visitor(token)
            player = players[sealed] = await casino.connect(row.table, visitor, _Nobody())
            await player.receive(b'{"type":"hello"}')
            await _give(player, "take_seat", seat=1)
            await _give(player, "buy_chips", seat=1, cash_cents=800_00)
        for _ in range(TURNS):
            for sealed, player in players.items():
                best[sealed] = min(best[sealed], await _bet_seconds(player))
    finally:
        await parts.stop()
        await parts.close()
    return best


async def _bet_seconds(player: Connection) -> float:
    table, spent, bets = player.host.table, 0.0, 0
    while bets < SERVICE_BETS:
        phase = table.state.phase
        if phase is Phase.BETTING:
            began = process_time()
            await _give(player, "place_wagers", seat=1, initial_cents=500)
            taken = process_time() - began
            if table.state.phase is Phase.BETTING:
                spent, bets = spent + taken, bets + 1
        elif phase is Phase.CUT_OFFERED:
            await _give(player, "refuse_cut", seat=1)
        else:
            await _give(player, "surrender_hand", seat=1)
    return spent / bets


async def _give(player: Connection, name: str, **fields: int) -> None:
    player._allowance.left = 10.0  # noqa: SLF001 - how fast a client may talk is not measured
    version = player.host.table.version
    command = {"command": name, **fields}
    message = {"type": "command", "id": token_hex(8), "command": command}
    await player.receive(json.dumps(message))
    assert player.host.table.version > version, command


def run() -> list[Ratio]:
    """Bets at a sealed table against bets at another one, and verified shoes."""
    with TemporaryDirectory() as folder:
        served = asyncio.run(_at_tables(Path(folder)))
    best = {True: float("inf"), False: float("inf")}
    for _ in range(TURNS):
        for sealed in best:
            best[sealed] = min(best[sealed], bet_seconds(sealed=sealed))
    export = EXAMPLE.read_bytes()
    lines = export.removesuffix(b"\n").split(b"\n")
    shoe = best_seconds(lambda: proof.check(lines))
    return [
        Ratio(
            what="bets at a table with sealed shoes",
            peer="bets at a table without",
            unit="/s",
            ours=1 / best[True],
            theirs=1 / best[False],
            least=1 / 1.1,
        ),
        Ratio(
            what="the same through the service, stored on SQLite, with a signed head",
            peer="bets at a table without",
            unit="/s",
            ours=1 / served[True],
            theirs=1 / served[False],
            least=1 / 1.1,
        ),
        Ratio(
            what="shoes proved by proof.py",
            peer="50 ms for each",
            unit="/s",
            ours=1 / shoe,
            theirs=1 / SECONDS_MAX,
            least=1,
        ),
        Ratio(
            what="the same with every decision and payment",
            peer="50 ms for each",
            unit="/s",
            ours=1 / best_seconds(lambda: verify_export(export)),
            theirs=1 / SECONDS_MAX,
        ),
    ]
