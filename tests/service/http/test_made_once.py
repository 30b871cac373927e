"""What a request makes, it makes once, however often it is sent; tables that are closed for good.

Planted once and caught here: a key that is looked up without its owner, a closed table that stays
in the lobby.
"""

from __future__ import annotations

from asyncio import gather
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.audit.database import audit
from casinowar.service.http.offline_admin import create_administrator
from casinowar.service.idempotency import LASTS_MS
from casinowar.service.roles import Role
from casinowar.store.backup import open_view
from tests.service.http.kit import QUICK_HASHES, Guest, House, config_for, running
from tests.service.http.test_routes import PASSPHRASE, signed_in, staff

KEY = "a-key-nobody-can-guess"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    config = config_for(tmp_path)
    await create_administrator(config, "boss", PASSPHRASE, QUICK_HASHES)
    async with running(config) as house:
        yield house


async def made(house: House, key: str, body: dict[str, Any], who: Guest | None = None) -> Any:
    """Become a guest, or make a table as one, under a key."""
    path = "/api/guest" if who is None else "/api/tables"
    async with house.client(
        None if who is None else who.token, **{"idempotency-key": key}
    ) as client:
        answer = await client.post(path, json=body)
    return answer.json()


# --- idempotency keys -----------------------------------------------------------------------------


async def test_a_guest_who_is_made_again_under_the_same_key_is_the_same(house: House) -> None:
    first = await made(house, KEY, {"name": "Bo"})
    again = await made(house, KEY, {"name": "Bo"})
    assert first["me"] == again["me"]
    assert first["token"] != again["token"]  # a token is not kept anywhere
    other = await made(house, KEY + "2", {"name": "Bo"})
    assert other["me"]["person"] != first["me"]["person"]


async def test_the_same_request_several_times_at_once_makes_one_thing(house: House) -> None:
    guests = await gather(*(made(house, KEY, {"name": "Bo"}) for _ in range(5)))
    assert len({one["me"]["person"] for one in guests}) == 1
    ann = await house.guest("Ann")
    tables = await gather(*(made(house, KEY, {"house": "skycity"}, ann) for _ in range(5)))
    assert len({one["table"]["id"] for one in tables}) == 1


async def test_a_key_stands_for_one_request(house: House) -> None:
    await made(house, KEY, {"name": "Bo"})
    refused = await made(house, KEY, {"name": "Ann"})
    assert refused["code"] == "service/key_used"
    assert (await made(house, "short", {"name": "Ann"}))["code"] == "service/bad_request"


async def test_a_key_gives_nobody_an_account(house: House) -> None:
    first = await made(house, KEY, {"name": "Bo"})
    bo = Guest(house, first["token"], first["me"]["person"])
    await bo.send("POST", "/api/account", {"sign_in": "bobo", "passphrase": PASSPHRASE})
    assert (await made(house, KEY, {"name": "Bo"}))["code"] == "service/key_used"


@pytest.mark.parametrize("public", [True, False])
async def test_a_table_that_is_made_again_under_the_same_key_is_the_same(
    house: House, *, public: bool
) -> None:
    bo, ann = await house.guest("Bo"), await house.guest("Ann")
    body = {"house": "washington", "public": public}
    first = await made(house, KEY, body, bo)
    assert (await made(house, KEY, body, bo))["table"] == first["table"]
    hers = await made(house, KEY, body, ann)  # the key of somebody else
    assert hers["table"]["id"] != first["table"]["id"]
    count = await house.parts.store.count_tables(bo.person)
    assert count == 1


async def test_a_table_that_was_reserved_and_not_made_is_made(house: House) -> None:
    """The service ended between the reservation and the table."""
    bo, body = await house.guest("Bo"), {"house": "washington"}
    add_table, store = house.parts.store.add_table, house.parts.store

    async def fails(*_: object) -> bool:
        raise OSError("the machine was switched off")

    store.add_table = fails  # type: ignore[method-assign, assignment]
    try:
        broken = await made(house, KEY, body, bo)
    finally:
        store.add_table = add_table  # type: ignore[method-assign]
    assert broken["code"] == "service/failed"
    first = await made(house, KEY, body, bo)
    assert first["ok"]
    assert (await made(house, KEY, body, bo))["table"]["id"] == first["table"]["id"]


async def test_a_key_is_over_after_a_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await made(house, KEY, {"name": "Bo"})
    now_ms = house.parts.clock.now_ms() + LASTS_MS + 1
    monkeypatch.setattr(type(house.parts.clock), "now_ms", lambda _: now_ms)
    refused = await made(house, KEY, {"name": "Bo"})
    assert "more than a day old" in refused["message"]


# --- closed for good ------------------------------------------------------------------------------


async def listed(guest: Guest) -> list[str]:
    return [one["id"] for one in (await guest.get("/api/tables")).json()["tables"]]


@pytest.mark.parametrize("role", [Role.FLOORPERSON, Role.ADMINISTRATOR])
async def test_staff_close_a_public_table_for_good(house: House, role: Role) -> None:
    bo = await house.guest("Bo")
    flo = await signed_in(house, "boss") if role is Role.ADMINISTRATOR else await staff(house, role)
    path, why = "/api/tables/washington/close", {"reason": "nobody plays there"}
    refused = (await bo.send("POST", path, why)).json()
    assert refused["code"] == "table/not_owner"
    assert (await flo.send("POST", path, {})).json()["code"] == "role/reason_needed"
    async with bo.at("washington") as table:
        assert (await table.give("take_seat", seat=1))["ok"]
        assert (await table.give("buy_chips", seat=1, cash_cents=5000))["ok"]
        assert "washington" in await listed(bo)
        assert (await flo.send("POST", path, why)).json()["table"]["open"] is False
        told = await table.until("notice")
        assert told["notice"] == "table_closed"
        assert (await table.give("take_seat", seat=1))["code"] == "table/closed_by_owner"
    assert "washington" not in await listed(bo)
    assert "washington" not in await listed(flo)
    assert (await bo.get("/api/me")).json()["balance"]["at_tables_cents"] == 0
    notes = (await flo.get("/api/notes", kind="floor_closed_table")).json()
    if role is Role.FLOORPERSON:
        assert notes["notes"][0]["data"]["reason"] == "nobody plays there"
    assert (await bo.get("/api/tables/washington")).status_code == 200  # its record stays
    async with open_view(house.parts.config.database_url()) as view:
        assert await audit(view) == []


async def test_staff_do_not_close_a_table_where_they_sit(house: House) -> None:
    flo = await staff(house, Role.FLOORPERSON)
    async with flo.at("washington") as table:
        assert (await table.give("take_seat", seat=1))["ok"]
        why = {"reason": "I lose"}
        refused = (await flo.send("POST", "/api/tables/washington/close", why)).json()
        assert refused["code"] == "role/not_allowed"


async def test_a_check_knows_what_owners_and_the_floor_do_without_a_command(house: House) -> None:
    """An owner closes a table, the floor stands somebody up, a player calls: no damage."""
    ann, flo = await house.guest("Ann"), await staff(house, Role.FLOORPERSON)
    own = (await made(house, KEY, {"house": "washington", "public": False}, ann))["table"]["id"]
    for table in (own, "wisconsin"):
        async with ann.at(table) as here:
            assert (await here.give("take_seat", seat=1))["ok"]
            called = await ann.send("POST", f"/api/tables/{table}/calls", {"kind": "other"})
            assert called.status_code == 201
    call = called.json()["call"]["id"]
    done = await flo.send("POST", f"/api/calls/{call}/done", {"outcome": "all is well"})
    assert done.status_code == 200
    up = {"seat": 1, "reason": "asleep"}
    assert (await flo.send("POST", "/api/tables/wisconsin/stand-up", up)).status_code == 200
    assert (await ann.send("POST", f"/api/tables/{own}/close", {})).status_code == 200
    seats = [host.table.state.seats for host in house.parts.casino.hosts.values()]
    assert not any(seats)
    assert await house.parts.store.check() == []
    async with open_view(house.parts.config.database_url()) as view:
        assert await audit(view) == []
