"""A table of the service in memory, with players who play by a seed.

``open_table`` makes a ``TableActor`` over a store; ``Players`` sit down and play rounds through
``TableActor.give``, each command in one transaction, as clients do. ``played_table`` does it all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from msgspec import structs

from casinowar.fairness import KeyFile
from casinowar.houses import House, load_house, rules_digest, rules_of
from casinowar.houses.house import WarTie
from casinowar.ledger import grant
from casinowar.service.conversation.messages import CommandMessage
from casinowar.service.ports import SHARE_BYTES, SHARED
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.decide import Actor
from casinowar.service.tables.open_table import TableParts
from casinowar.service.tables.settings import TableSettings, house_of
from casinowar.service.tables.shoes import SEEDS_AHEAD, Origin, TableShoes, Vault
from casinowar.store import Store
from casinowar.store.interface import TableRow, Write
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.roles import Who
from casinowar.table.state import Status, Table
from casinowar.wire import decode_json
from tests.kit.people import SetClock

GRANT_CENTS = 10_000_000_00
BUY_CENTS = 100_000_00


def seeded_vault(folder: Path, seed: int = 1) -> Vault:
    """Sealing keys in a folder, and seeds that are the same in every run."""
    random_bytes = Random(seed).randbytes
    path = folder / "sealing-keys"
    keys = KeyFile(path) if path.exists() else KeyFile.create(path, random_bytes)
    return Vault(keys, random_bytes)


async def open_table(
    store: Store,
    vault: Vault,
    settings: TableSettings,
    *,
    table: str = "",
    clock: SetClock | None = None,
    house: House | None = None,
) -> TableActor:
    """A new table, or one that is already in the store, opened in this process."""
    own = house_of(load_house(settings.house) if house is None else house, settings)
    table = table or settings.house
    clock = clock or SetClock()
    row = TableRow(
        table=table,
        created_ms=clock.now_ms(),
        owner="",
        settings=settings.to_json(),
        rules=rules_digest(own),
        share_id="" if settings.public else share_id_of(table),
    )
    origin = Origin("test", store.stream, table)
    await store.add_table(row, rules_of(own), vault.new_seeds(origin, 1, SEEDS_AHEAD))
    parts = TableParts(store=store, clock=clock, local_time=_utc)
    return TableActor(table, own, settings, TableShoes(origin, vault), parts)


def share_id_of(table: str) -> str:
    """The name of the rounds of a private table of the tests."""
    return SHARED + sha256(table.encode()).hexdigest()[: 2 * SHARE_BYTES]


def _utc(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


@dataclass(slots=True)
class Players:
    """People at one table, from seat 1 on, who act at random."""

    host: TableActor
    store: Store
    random: Random
    names: Sequence[str] = ("Ana", "Bo", "Cy")
    clock: SetClock = field(default_factory=SetClock)
    given: int = 0
    tie: float = 0.5  # how often a Tie wager, or a side bet, is made
    war: float = 0.7  # how often a tie goes to war

    def actor(self, seat: int) -> Actor:
        """The person in a seat."""
        name = self.names[seat - 1]
        return Actor(person=f"p_{seat:020}", name=name, who=Who(c.Role.PLAYER, seat), age_years=30)

    async def give(self, command: c.Command, by: Actor, reason: str = "") -> dict[str, Any]:
        """Give a command under a new id and return the answer."""
        self.given += 1
        identity = f"{self.host.table.id}.{self.given}"
        digest = sha256(repr((identity, command)).encode()).digest()
        give = CommandMessage(id=identity, command=command, reason=reason, digest=digest)
        body = await self.host.run(partial(self.host.give, give, by))
        answer: dict[str, Any] = decode_json(body)
        return answer

    async def do(self, command: c.Command, by: Actor, reason: str = "") -> None:
        """Give a command that must be carried out, a second after the last one."""
        self.clock.ms += 1000
        answer = await self.give(command, by, reason)
        assert answer.get("ok", True), (command, answer)

    async def sit_down(self) -> None:
        """Everybody gets play chips, sits down and buys in."""
        for seat in range(1, len(self.names) + 1):
            person = self.actor(seat).person
            postings = grant(person, GRANT_CENTS, "grant")
            await self.store.write(Write(at_ms=self.clock.ms, postings=postings))
            await self.do(c.TakeSeat(seat=seat, player=""), self.actor(seat))
            await self.do(c.BuyChips(seat=seat, cash_cents=BUY_CENTS), self.actor(seat))

    async def play(self, rounds: int) -> None:
        """Play this number of rounds to their end."""
        last = self.host.table.state.round_number + rounds
        while not self._over(last):
            await self.step()

    def _over(self, last: int) -> bool:
        played = self.host.table.state.last_round
        return played is not None and played.number >= last

    async def step(self) -> None:
        """Answer what the table waits for."""
        state = self.host.table.state
        command, seat = self._next(state)
        await self.do(command, self.actor(seat))

    def _next(self, state: Table) -> tuple[c.Command, int]:
        if state.phase is Phase.CUT_OFFERED and state.cut_offered_to is not None:
            return c.RefuseCut(seat=state.cut_offered_to), state.cut_offered_to
        for hand in state.hands.values():
            if hand.status is Status.ASKED:
                return self._choice(state, hand.seat), hand.seat
            if hand.war_tie_asked:
                return self._war_tie(state, hand.seat), hand.seat
        assert state.phase is Phase.BETTING, state.phase
        seat = next(seat for seat in state.playing if seat not in state.hands)
        if state.seats[seat].chips_cents < BUY_CENTS // 10:
            return c.BuyChips(seat=seat, cash_cents=BUY_CENTS), seat
        return self._bet(state, seat), seat

    def _choice(self, state: Table, seat: int) -> c.Command:
        offered = state.house.surrender.mode.value == "offered"
        if offered and self.random.random() >= self.war:
            return c.SurrenderHand(seat=seat)
        return c.GoToWar(seat=seat)

    def _war_tie(self, state: Table, seat: int) -> c.Command:
        if self.random.random() >= self.tie:
            return c.DeclineWarTie(seat=seat)
        equal = state.house.tie.war_deal is WarTie.EQUAL_TO_FIRST
        first = state.hands[seat].initial_cents
        cents = first if equal else state.house.limits.tie.min_cents
        return c.PlaceWarTie(seat=seat, tie_cents=cents)

    def _bet(self, state: Table, seat: int) -> c.PlaceWagers:
        house, limits, chance = state.house, state.house.limits, self.random.random
        bet = c.PlaceWagers(
            seat=seat,
            initial_cents=limits.first.min_cents + limits.step_cents * self.random.randrange(4),
            sides={
                side.name: limits.side.min_cents for side in house.side_bets if chance() < self.tie
            },
        )
        if house.tie.offered and chance() < self.tie:
            bet = structs.replace(bet, tie_cents=limits.tie.min_cents)
            if house.wagers.tie_alone and chance() < 0.2:
                bet = structs.replace(bet, initial_cents=0)
        return bet


async def played_table(
    store: Store,
    folder: Path,
    settings: TableSettings,
    rounds: int,
    *,
    seed: int = 1,
    names: Sequence[str] = ("Ana", "Bo", "Cy"),
    table: str = "",
) -> Players:
    """A table at which ``count`` rounds have been played; stop its host at the end."""
    clock = SetClock()
    host = await open_table(store, seeded_vault(folder, seed), settings, table=table, clock=clock)
    players = Players(host, store, Random(seed), names, clock)
    await players.sit_down()
    await players.play(rounds)
    return players
