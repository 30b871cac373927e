"""What administrators do to persons, and how it is noted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from casinowar.cards import full_decks
from casinowar.cli.main import main
from casinowar.service.http.offline_admin import create_administrator
from casinowar.service.people.people import OPERATOR
from casinowar.service.roles import Role
from casinowar.service.tables.shoes import StackedShoes
from casinowar.table.shoe import Stack
from tests.service.http.kit import QUICK_HASHES, Guest, House, config_for, running
from tests.service.http.test_routes import PASSPHRASE, signed_in, staff


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    config = config_for(tmp_path)
    await create_administrator(config, "boss", PASSPHRASE, QUICK_HASHES)
    async with running(config) as house:
        yield house


async def test_the_last_administrator_stays_one(house: House) -> None:
    boss = await signed_in(house, "boss")
    path, only_player = (
        f"/api/persons/{boss.person}/roles",
        {"roles": ["player"], "reason": "tired"},
    )
    refused = await boss.send("PUT", path, only_player)
    assert (refused.status_code, refused.json()["code"]) == (409, "role/last_administrator")
    assert (await boss.get("/api/me")).json()["roles"] == ["administrator", "player"]
    await staff(house, Role.ADMINISTRATOR)
    assert (await boss.send("PUT", path, only_player)).status_code == 200


def test_the_command_keeps_the_last_administrator(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, secret = ["--data-folder", str(tmp_path)], tmp_path / "secret"
    secret.write_text(PASSPHRASE, encoding="utf-8")
    revoke = ["admin", "revoke", "boss", "administrator", "--reason", "x", *here]
    assert main(["admin", "create", "boss", "--passphrase-file", str(secret), *here]) == 0
    assert main(revoke) == 2
    assert "last administrator" in capsys.readouterr().err
    assert main(["admin", "create", "chief", "--passphrase-file", str(secret), *here]) == 0
    assert main(revoke) == 0


async def test_an_administrator_resets_an_age(house: House) -> None:
    boss, bo = await signed_in(house, "boss"), await house.guest("Bo")
    await bo.send("PATCH", "/api/me", {"age_years": 3})
    refused = await bo.send("PATCH", "/api/me", {"age_years": 33})
    assert refused.json()["code"] == "person/bad_age"
    assert "An administrator can reset it." in refused.json()["message"]
    path = f"/api/persons/{bo.person}/reset-age"
    assert (await bo.send("POST", path, {"reason": "me"})).status_code == 403
    assert (await boss.send("POST", path, {"reason": ""})).json()["code"] == "role/reason_needed"
    assert (await boss.send("POST", path, {"reason": "mistyped"})).status_code == 200
    assert not (await bo.get("/api/me")).json()["age_stated"]
    assert (await bo.send("PATCH", "/api/me", {"age_years": 33})).status_code == 200
    eye = await staff(house, Role.SURVEILLANCE)
    [note] = (await eye.get("/api/notes", kind="age_reset")).json()["notes"]
    assert note["words"] == "The stated age of Bo, 3, was reset by boss, reason: mistyped."


async def test_an_administrator_who_saw_other_roles_changes_nothing(house: House) -> None:
    """Planted once and caught here: a role that ended is listed, and is given back for good."""
    boss, bo = await signed_in(house, "boss"), await staff(house, Role.DEALER)
    path, seen = f"/api/persons/{bo.person}/roles", ["dealer", "player"]
    soon = {"dealer": house.parts.clock.now_ms() + 300}
    body = {"roles": seen, "before": seen, "ends": soon, "reason": "for a moment"}
    assert (await boss.send("PUT", path, body)).status_code == 200
    await asyncio.sleep(0.4)
    everybody = (await boss.get("/api/persons", staff=True)).json()
    assert [one["sign_in"] for one in everybody["persons"]] == ["boss"]
    late = {"roles": [*seen, "floorperson"], "before": seen, "reason": "stands in"}
    refused = await boss.send("PUT", path, late)
    assert (refused.status_code, refused.json()["code"]) == (409, "person/changed")
    assert (await bo.get("/api/me")).json()["roles"] == ["player"]


@pytest.mark.parametrize(
    ("method", "action", "body"),
    [
        ("PUT", "roles", {"roles": ["floorperson"]}),
        ("POST", "reset-age", {}),
        ("POST", "grant", {"id": "grant-1", "cents": 500}),
    ],
)
async def test_what_is_done_without_a_reason_says_that_it_is_needed(
    house: House, method: str, action: str, body: dict[str, object]
) -> None:
    """Planted once and caught here: a body whose reason must be there to be read."""
    boss, bo = await signed_in(house, "boss"), await staff(house, Role.DEALER)
    refused = await boss.send(method, f"/api/persons/{bo.person}/{action}", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "role/reason_needed")
    assert (await bo.get("/api/me")).json()["roles"] == ["dealer", "player"]


# --- tables ---------------------------------------------------------------------------------------


async def floor_does(flo: Guest, table: str, command: str, **fields: object) -> None:
    """A command of the floor, which must be done."""
    async with flo.at(table) as client:
        identity, given = f"{command} {table}", {"command": command, **fields}
        await client.send({"type": "command", "id": identity, "command": given, "reason": "x"})
        assert (await client.until("answer", id=identity))["ok"]


def opening() -> dict[str, object]:
    """How the floor opens a table."""
    today = str(datetime.now().astimezone().date())
    return {"day": today, "dealer": "Ana", "tray_cents": 10_000_000}


async def is_open(somebody: Guest, table: str) -> bool:
    """What the list says of a table, whether or not it is in memory."""
    hosts = somebody.house.parts.casino.hosts
    in_memory, said = dict(hosts), list[bool]()
    for _ in range(2):
        tables = (await somebody.get("/api/tables")).json()["tables"]
        said += [one["open"] for one in tables if one["id"] == table]
        hosts.clear()
    hosts.update(in_memory)
    first, second = said
    assert first is second
    return first


async def test_the_list_says_whether_players_can_sit_down(house: House) -> None:
    """Planted once and caught here: a table that is open because somebody looks at it."""
    bo, flo = await house.guest("Bo"), await staff(house, Role.FLOORPERSON)
    made = await bo.send("POST", "/api/tables", {"house": "wisconsin", "runs_itself": False})
    dealt = made.json()["table"]
    assert await is_open(bo, "washington") is True  # it opens for its first player
    async with bo.at("washington") as table:
        assert await is_open(bo, "washington") is True
        assert (await table.give("take_seat", seat=1))["ok"]
        assert await is_open(bo, "washington") is True
        await floor_does(flo, "washington", "close_table")
        assert await is_open(bo, "washington") is False
        assert (await table.give("take_seat", seat=1))["code"] == "table/closed"
        await floor_does(flo, "washington", "open_table", **opening())
        assert await is_open(bo, "washington") is True
    assert await is_open(bo, dealt["id"]) is dealt["open"] is False  # people deal there
    await floor_does(flo, dealt["id"], "open_table", **opening())
    assert await is_open(bo, dealt["id"]) is True


async def test_the_floor_makes_a_table_that_people_deal(house: House) -> None:
    wanted = {"house": "wisconsin", "runs_itself": False, "coupons": True, "shuffling": "batches"}
    for role, status in (
        (Role.FLOORPERSON, 201), (Role.DEALER, 403), (Role.SURVEILLANCE, 403),
    ):  # fmt: skip
        who = await staff(house, role)
        await house.parts.casino.persons.set_roles(OPERATOR, who.person, {role}, "no player")
        made = await who.send("POST", "/api/tables", wanted)
        assert made.status_code == status
    flo = await house.guest("Flo")
    private = await flo.send("POST", "/api/tables", {**wanted, "public": False})
    assert (private.status_code, private.json()["code"]) == (403, "role/not_allowed")
    plain = {**wanted, "public": False, "coupons": False}
    assert (await flo.send("POST", "/api/tables", plain)).status_code == 201
    bad = await flo.send("POST", "/api/tables", {"house": "washington", "shuffling": "continuous"})
    assert bad.json()["code"] == "table/bad_settings"


async def test_the_floor_stands_somebody_up_when_their_hand_is_over(house: House) -> None:
    """Planted once and caught: a floorperson who acts where they sit, a bar that is forgotten."""
    flo, bo = await staff(house, Role.FLOORPERSON), await house.guest("Bo")
    path, eye = "/api/tables/wisconsin/stand-up", await staff(house, Role.SURVEILLANCE)
    body = {"seat": 2, "reason": "touches the cards"}
    async with bo.at("wisconsin") as table, (await house.guest("Cy")).at("wisconsin") as other:
        assert (await table.give("take_seat", seat=2))["ok"]
        assert (await table.give("buy_chips", seat=2, cash_cents=50_000))["ok"]
        assert (await table.give("refuse_cut", seat=2))["ok"]
        assert (await other.give("take_seat", seat=3))["ok"]
        assert (await table.give("place_wagers", seat=2, initial_cents=2500))["ok"]
        for somebody in (bo, await staff(house, Role.DEALER), eye):
            refused = await somebody.send("POST", path, body)
            assert refused.status_code == 403
        none = await flo.send("POST", path, {"seat": 2})
        assert (none.status_code, none.json()["code"]) == (400, "role/reason_needed")
        empty = await flo.send("POST", path, {**body, "seat": 5})
        assert empty.json()["code"] == "table/empty_seat"
        host = house.parts.casino.hosts["wisconsin"]
        done = await flo.send("POST", path, body)
        assert done.status_code == 200
        assert host.table.state.seats[2].player == bo.person  # the wager stays down
        assert host.table.state.hands[2].initial_cents == 2500
        async with flo.at("wisconsin") as floor:
            said = {"command": "void_round"}
            await floor.send({"type": "command", "id": "v", "command": said, "reason": "enough"})
            assert (await floor.until("answer", id="v"))["ok"]
        notice = await table.until("notice")
        assert notice["message"] == (
            "The floor removed you from your seat (touches the cards)."
            " Your chips are in your account."
        )
        balance = (await bo.get("/api/balance")).json()
        assert (balance["account_cents"], balance["at_tables_cents"]) == (100_000, 0)
        again = await table.give("take_seat", seat=2)
        assert again["code"] == "table/stood_up"
        assert "touches the cards" in again["message"]
    [note] = (await eye.get("/api/notes", kind="floor_stood_up")).json()["notes"]
    assert note["words"].startswith("Bo was removed from seat 2 at wisconsin by ")
    assert note["words"].endswith("reason: touches the cards.")
    async with flo.at("washington") as table:
        assert (await table.give("take_seat", seat=1))["ok"]
        refused = await flo.send("POST", "/api/tables/washington/stand-up", {**body, "seat": 1})
        assert refused.json()["code"] == "role/not_allowed"


async def dealer_here(somebody: Guest, table: str) -> bool | None:
    """What the list says of the dealer of a table."""
    tables = (await somebody.get("/api/tables")).json()["tables"]
    [said] = [one["dealer_here"] for one in tables if one["id"] == table]
    assert said is None or isinstance(said, bool)
    return said


async def test_the_list_says_whether_a_dealer_is_there(house: House) -> None:
    """Planted once and caught here: anybody with a socket, or a dealer at another table."""
    bo, ana = await house.guest("Bo"), await staff(house, Role.DEALER)
    made = await bo.send("POST", "/api/tables", {"house": "wisconsin", "runs_itself": False})
    dealt = made.json()["table"]
    assert dealt["dealer_here"] is False
    async with bo.at(dealt["id"]), ana.at("wisconsin"):
        assert await dealer_here(bo, dealt["id"]) is False
        assert await dealer_here(bo, "wisconsin") is None  # it needs none
        async with ana.at(dealt["id"]):
            assert await dealer_here(bo, dealt["id"]) is True
            set_roles = house.parts.casino.persons.set_roles
            await set_roles(OPERATOR, ana.person, {Role.PLAYER}, "stops dealing")
            while await dealer_here(bo, dealt["id"]):  # her socket is looked at in a moment
                await asyncio.sleep(0.01)


async def test_after_a_restart_the_list_still_knows_which_tables_are_open(tmp_path: Path) -> None:
    """Planted once and caught here: null until somebody asks; stacked shoes that are not given."""
    config, shoes = config_for(tmp_path), StackedShoes.of([Stack(full_decks(6))])
    async with running(config) as house:
        flo = await staff(house, Role.FLOORPERSON)
        for table in ("skycity", "washington"):
            await floor_does(flo, table, "open_table", **opening())
        await floor_does(flo, "skycity", "close_table")
    async with running(config, shoes) as house:
        lines = (await (await house.guest("Bo")).get("/api/tables")).json()["tables"]
        stacked = {line["id"] for line in lines if line["stacked"]}
        assert stacked
        assert {line["id"] for line in lines if not line["open"]} == {"skycity"}
    async with running(config) as house:
        bo = await house.guest("Bo")
        lines = (await bo.get("/api/tables")).json()["tables"]
        assert {line["id"] for line in lines if line["open"] is False} == {"skycity", *stacked}
        assert {line["id"] for line in lines if line["open"] is True} >= {"washington", "wisconsin"}
        assert all(line["phase"] is None for line in lines)
        assert not house.parts.casino.hosts, "the list opens no table"


@pytest.mark.parametrize(
    ("method", "path", "body", "words"),
    [
        (
            *("PUT", "roles", {"roles": ["player", "dealer"], "reason": "x"}),
            "You were given the role dealer. Sign in again to use it.",
        ),
        (
            *("PUT", "roles", {"roles": ["dealer", "floorperson", "player"], "reason": "x"}),
            "You were given the roles dealer and floorperson. Sign in again to use them.",
        ),
        (
            *("POST", "reset-passphrase", {"reason": "x"}),
            "An administrator gave you a new passphrase. Sign in with it.",
        ),
        ("POST", "suspend", {"reason": "x"}, "An administrator suspended your account."),
        (
            *("POST", "sign-out-everywhere", {}),
            "An administrator signed you out everywhere. Sign in again.",
        ),
    ],
)
async def test_somebody_whom_staff_signed_out_reads_why(
    house: House, method: str, path: str, body: Any, words: str
) -> None:
    """Planted once and caught here: an ended session that says nothing of why."""
    boss, bo = await staff(house, Role.ADMINISTRATOR), await house.guest("Bo")
    kept = {"sign_in": "bo-signs-in", "passphrase": PASSPHRASE}
    assert (await bo.send("POST", "/api/account", kept)).status_code == 200
    assert (await bo.get("/api/session")).json()["ended"] == ""
    done = await boss.send(method, f"/api/persons/{bo.person}/{path}", body)
    assert done.status_code == 200, done.text
    told = (await bo.get("/api/session")).json()
    assert (told["me"], told["ended"]) == (None, words)
    refused = await bo.get("/api/me")
    assert (refused.status_code, refused.json()["code"]) == (401, "session/ended")
    assert refused.json()["message"] == words
    async with house.client("another-token") as nobody:
        assert (await nobody.get("/api/session")).json()["ended"] == ""
