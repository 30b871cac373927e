"""Whatever people do at tables, an audit of what was stored finds nothing.

Everybody takes offers at random, at tables that run themselves and at tables that people deal,
under every house, while the clock moves on, stands still and is set back. Planted once and caught:
a verifier that is given each event alone, as if it were a whole command.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from casinowar.houses import load_house
from casinowar.houses.house import WagerForm
from casinowar.service.audit import audit
from casinowar.service.people.people import PersonSettings
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.store.backup import check_database, open_view
from casinowar.store.interface import TableRow
from casinowar.store.open import open_store
from casinowar.table import commands as c
from casinowar.table.legal import Offer
from casinowar.table.roles import DEALER_ROLE, FLOOR_ROLE, player_at
from tests.kit.casino import Client, Rooms, open_casino, sit
from tests.kit.offers import taken
from tests.kit.profile import HOUSES

STEPS, STEPS_BY_HAND = 200, 700
TRAY_CENTS = 1_000_000_00
RARE = {c.CloseTable, c.VoidRound, c.LeaveSeat, c.OrderReshuffle, c.ChangeCards, c.SitOut}
MOVES_MS = (0, 1, 3_600_000, -5_000)


def offers_to(client: Client) -> list[Offer]:
    """What somebody may do now, in all their roles; rare things only if there is nothing else."""
    host, mine = client.connection.host, client.person.id
    held = [seat for seat, at in host.table.state.seats.items() if at.player == mine]
    free = [seat for seat in (1, 2, 3) if seat not in host.table.state.seats and not held]
    whos = [player_at(seat) for seat in (*held, *free)]
    for role, who in ((Role.DEALER, DEALER_ROLE), (Role.FLOORPERSON, FLOOR_ROLE)):
        if role in client.person.roles:
            whos = [who]
    found = [offer for who in whos for offer in host.table.offers_to(who)]
    return [offer for offer in found if offer.command not in RARE] or found


async def play(rooms: Rooms, table: str, random: Random, steps: int) -> int:
    """Let everybody take offers, the dealer most of all; how many commands were carried out."""
    people = [await rooms.client(table) for _ in range(2)]
    people += [await rooms.client(table, (Role.FLOORPERSON,))]
    by_hand = not people[0].connection.host.table.settings.runs_itself
    if by_hand:
        # a dealer whom the floor relieves leaves the table to the other
        people += 2 * [await rooms.client(table, (Role.DEALER,)) for _ in range(2)]
    floor_waits = 0.95 if by_hand else 0.8
    done = 0
    for _ in range(steps):
        client = random.choice(people)
        offers = offers_to(client)
        if Role.FLOORPERSON in client.person.roles and done and random.random() < floor_waits:
            continue
        if offers:
            command = taken(random, random.choice(offers))
            reason = "for a test" if command.ROLE is c.Role.FLOOR else ""
            said = sit(command.seat) if isinstance(command, c.TakeSeat) else command
            if by_hand and isinstance(
                said, c.OpenTable
            ):  # where people deal, a fill takes two counts
                said = replace(said, tray_cents=TRAY_CENTS)
            done += (await client.give(said, reason=reason))["ok"]
        rooms.clock.ms += random.choice(MOVES_MS) if random.random() < 0.2 else 40
    return done


@pytest.mark.parametrize("steps", [STEPS, STEPS_BY_HAND])
async def test_what_was_played_is_sound(tmp_path: Path, steps: int) -> None:
    url, random = f"sqlite:///{tmp_path}/tables.db", Random(steps)
    store = await open_store(url)
    rich = PersonSettings(initial_grant_cents=1_000_000_00)
    async with open_casino(tmp_path, store, people=rich) as rooms:
        for house in HOUSES:
            by_hand, forms = steps == STEPS_BY_HAND, load_house(house).wagers.forms
            coupons = by_hand and WagerForm.COUPON in forms
            settings = TableSettings(house=house, runs_itself=not by_hand, coupons=coupons)
            made = await rooms.casino.lobby.make("", settings)
            assert isinstance(made, TableRow)
            assert await play(rooms, made.table, random, steps) > steps / 10, house
    await store.close()
    async with open_view(url) as view:
        [[rounds]] = [row async for row in view.rows("SELECT count(*) FROM rounds")]
        assert rounds > len(HOUSES), "rounds were finished"
        assert [*await check_database(url), *await audit(view)] == []
