"""What surveillance looks at over HTTP: live events, the wall, shoes; who may see it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from casinowar.cards import Rank
from casinowar.service.floor import desk
from casinowar.service.http.offline_admin import create_administrator
from casinowar.service.roles import Role
from casinowar.service.watch import live
from casinowar.store.interface import Note, Write
from tests.service.http.kit import QUICK_HASHES, Guest, House, config_for, running
from tests.service.http.test_disputes import ROLES, bet, claim, post, staff, war_won, washington
from tests.service.http.test_floor_desk import act
from tests.service.http.test_real_cards import opened
from tests.service.http.test_routes import PASSPHRASE
from tests.service.http.test_staff import floor_does

FULL = {rank.letter: 24 for rank in Rank}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    config = config_for(tmp_path)
    await create_administrator(config, "boss", PASSPHRASE, QUICK_HASHES)
    async with running(config, war_won()) as house:
        yield house


async def events(who: Guest, **query: Any) -> list[dict[str, Any]]:
    found = await who.get("/api/watch/events", **query)
    assert found.status_code == 200, found.text
    listed: list[dict[str, Any]] = found.json()["events"]
    return listed


async def test_live_events_by_weight_table_kind_and_person(house: House) -> None:
    """Planted once and caught here: rounds in the list of what is significant only."""
    table = await washington(house)
    bo, cy = await house.guest("Bo"), await house.guest("Cy")
    noor = await staff(house, "Noor", Role.SURVEILLANCE)
    flo = await staff(house, "Flo", Role.FLOORPERSON)
    await bet(bo, table)
    await post(bo, "/api/disputes", **claim(table))
    async with bo.at(table) as client:  # a round without a war
        await client.give("return_to_play", seat=1)  # a slow machine has sat them out meanwhile
        placed = await client.give("place_wagers", seat=1, initial_cents=1000)
        assert placed["ok"], placed
        await client.give("surrender_hand", seat=1)  # refused unless there is a tie
    other = await washington(house, "wisconsin")
    async with cy.at(other) as client, (await house.guest("Di")).at(other) as waiting:
        for command, fields in (("take_seat", {}), ("buy_chips", {"cash_cents": 20_000})):
            assert (await client.give(command, seat=2, **fields))["ok"]
        await client.give("refuse_cut", seat=2)
        assert (await waiting.give("take_seat", seat=3))["ok"]
        assert (await client.give("place_wagers", seat=2, initial_cents=1000))["ok"]
        await floor_does(flo, other, "void_round")

    every = await events(noor, weight="all", limit=200)
    assert [one["at"] for one in every] == sorted((one["at"] for one in every), reverse=True)
    [war] = [one for one in every if one["group"] == "war"]
    assert (war["words"], war["cites"], war["round"]) == (
        "War, seat 1 won", "WA 4cii1a", f"{table}-1",
    )  # fmt: skip
    assert war["names"] == ["Bo"]
    [dispute] = [one for one in every if one["group"] == "dispute"]
    assert (dispute["dispute"], dispute["heavy"]) == ("D-1", True)
    [void] = [one for one in every if "voided" in one["words"]]
    assert (void["table"], void["group"], void["heavy"]) == (other, "floor", True)
    assert void["words"] == "Flo voided the round: x"

    assert {one["group"] for one in await events(noor, weight="heavy")} == {"dispute", "floor"}
    assert "war" not in {one["group"] for one in await events(noor, weight="significant")}
    assert "round" in {one["group"] for one in every}
    assert "round" not in {one["group"] for one in await events(noor, weight="wars")}
    assert {one["table"] for one in await events(noor, table=other)} == {other}
    assert {one["group"] for one in await events(noor, group="war")} == {"war"}
    assert {one["table"] for one in await events(noor, person="bo", weight="all")} >= {table}
    assert all("Bo" in one["names"] for one in await events(noor, person="bo", group="war"))
    assert (await noor.get("/api/watch/events", table="nowhere")).status_code == 400

    first = (await noor.get("/api/watch/events", weight="all", limit=2)).json()
    second = await events(noor, weight="all", until_ms=first["next"])
    assert {one["key"] for one in second}.isdisjoint(one["key"] for one in first["events"])


async def test_page_by_page_the_list_leaves_nothing_out(house: House) -> None:
    """Before, of two events of one moment the second was lost at the end of a page."""
    flo = await staff(house, "Flo", Role.FLOORPERSON)
    table = await opened(flo)
    for name in ("Ana", "Bo", "Cy", "Di"):  # each is the floor's act and a new dealer, at one time
        given = await act(flo, table, {"command": "change_dealer", "dealer": name}, id=name)
        assert given.status_code == 200, given.text
    whole = [one["key"] for one in await events(flo, weight="all", limit=200)]
    for limit in (1, 3):
        found, until = list[str](), dict[str, int]()
        while True:
            answer = await flo.get("/api/watch/events", weight="all", limit=limit, **until)
            page = answer.json()
            found += [one["key"] for one in page["events"]]
            if page["next"] is None:
                break
            until = {"until_ms": page["next"]}
        assert found == whole, limit


async def test_the_list_ends_where_many_events_are_of_one_moment(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, a page without events named itself as the next one."""
    monkeypatch.setattr(live, "READ_MAX", 3)
    noor = await staff(house, "Noor", Role.SURVEILLANCE)
    table = await washington(house)
    for at_ms in (1, 2, 2, 2, 2, 2, 2, 2, 3):
        note = Note(at_ms=at_ms, kind="table_closed", table=table)
        await house.parts.store.write(Write(at_ms=at_ms, notes=(note,)))
    found, pages = list[str](), 0
    until_ms: int | None = 4
    while until_ms is not None and pages < 5:
        answer = await noor.get("/api/watch/events", table=table, until_ms=until_ms)
        assert answer.status_code == 200, answer.text
        found += [one["at"][-12:-6] for one in answer.json()["events"]]
        until_ms, pages = answer.json()["next"], pages + 1
    assert (found, until_ms) == (["00.003", *["00.002"] * 7, "00.001"], None)


async def test_tables_of_players_leave_those_of_staff_on_the_wall(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, once there were enough tables, no newer one was on the wall or on the desk."""
    monkeypatch.setattr(live, "TABLES_MAX", 4)
    monkeypatch.setattr(desk, "TABLES_MAX", 2)
    bo, noor = await house.guest("Bo"), await staff(house, "Noor", Role.SURVEILLANCE)
    flo = await staff(house, "Flo", Role.FLOORPERSON)
    mine = [await washington(house) for _ in range(3)]
    await bet(bo, mine[-1], war=False)
    await post(bo, "/api/disputes", **claim(mine[-1]))
    by_link = list[str]()
    for number in range(5):
        body = {"house": "washington", "public": False, "title": str(number)}
        by_link.append((await bo.send("POST", "/api/tables", body)).json()["table"]["id"])
    last = by_link[-1]
    dealt = await opened(flo)
    wall = [one["id"] for one in (await noor.get("/api/watch/tables")).json()["tables"]]
    assert {dealt, mine[-1]} <= set(wall)
    assert last not in wall
    assert dealt in [one["id"] for one in (await flo.get("/api/floor")).json()["tables"]]
    report = [one["id"] for one in (await flo.get("/api/floor/report")).json()["tables"]]
    assert {dealt, *mine} <= set(report)
    assert len(set(report)) == len(report)
    monkeypatch.setattr(live, "TABLES_MAX", 20)
    wall = [one["id"] for one in (await noor.get("/api/watch/tables")).json()["tables"]]
    assert last in wall
    shown = (await noor.get("/api/watch/tables")).json()["tables"]
    [title] = [one["title"] for one in shown if one["id"] == last]
    assert title == "4, Bo's table"  # many have the title of their house


async def test_the_wall_shows_every_table_and_frames_trouble(house: House) -> None:
    table = await washington(house)
    bo, noor = await house.guest("Bo"), await staff(house, "Noor", Role.SURVEILLANCE)
    opened = dict(house.parts.casino.hosts)
    wall = (await noor.get("/api/watch/tables")).json()["tables"]
    assert house.parts.casino.hosts.keys() == opened.keys(), "watching opens no table"
    assert {one["trouble"] for one in wall} == {None}
    assert {one["says"] for one in wall} == {"Closed"}
    await bet(bo, table, war=False)
    await post(bo, "/api/disputes", **claim(table))
    first = (await noor.get("/api/watch/tables")).json()["tables"][0]
    assert (first["id"], first["open"], first["trouble"]) == (
        table,
        True,
        f"D-1: {claim('')['claim']}",
    )
    [seat] = first["view"]["seats"]
    assert (seat["name"], seat["hand"]["card"]) == ("Bo", "7h")
    # the same fold, looked at again after more has happened
    async with bo.at(table) as client:
        assert (await client.give("surrender_hand", seat=1))["ok"]
    again = (await noor.get("/api/watch/tables")).json()["tables"][0]
    assert again["view"]["last_round"]["round"] == 1
    fresh = (await noor.get(f"/api/tables/{table}")).json()["view"]
    assert again["view"]["seats"] == fresh["seats"]


async def test_a_shoe_is_counted_and_what_is_missing_is_said(house: House) -> None:
    table = await washington(house)
    bo, noor = await house.guest("Bo"), await staff(house, "Noor", Role.SURVEILLANCE)
    flo = await staff(house, "Flo", Role.FLOORPERSON)
    none = (await noor.get(f"/api/tables/{table}/shoes")).json()
    assert (none["shoes"], none["found"]) == ([], None)
    await bet(bo, table)
    path = f"/api/tables/{table}/shoes"
    running_ = (await noor.get(path)).json()["found"]
    assert (running_["shoe"], running_["ended"], running_["whole"]) == (1, None, None)
    assert running_["burned_ranks"] is None
    assert running_["may_count"] is False
    seen = {rank: number for rank, number in running_["seen"].items() if number}
    assert seen == {"7": 2, "Q": 1, "J": 1}
    assert running_["left"] == 312 - 4 - running_["burned"]
    early = await noor.send("POST", f"{path}/1/count", {"ranks": FULL, "words": "early"})
    assert (early.status_code, early.json()["code"]) == (409, "shoe/in_use")

    await floor_does(flo, table, "order_reshuffle")
    ended = (await noor.get(path, shoe=1)).json()["found"]
    assert ended["ended_by"] == "a reshuffle that the floor ordered"
    assert (ended["whole"], ended["words"]) == (True, "none")
    assert sum(ended["burned_ranks"].values()) == ended["burned"] > 0
    order = next(check for check in ended["checks"] if check["name"] == "Order")
    assert order["holds"] is True

    short = FULL | {"K": 23}
    counted = await noor.send("POST", f"{path}/1/count", {"ranks": short, "words": "twice"})
    found = counted.json()["found"]
    assert (found["whole"], found["counts"][0]["name"]) == (False, "Noor")
    assert found["words"] == "Counted by rank: 1 king missing."
    assert counted.json()["shoes"][-1]["whole"] is False
    again = await flo.send(
        "POST", f"{path}/1/count", {"ranks": FULL, "words": "it was on the floor"}
    )
    assert again.json()["found"]["whole"] is True
    assert [one["name"] for one in again.json()["found"]["counts"]] == ["Flo", "Noor"]
    assert (await noor.get(path, shoe=9)).json()["code"] == "shoe/no_such_shoe"
    for body in ({"ranks": {"X": 1}, "words": "x"}, {"ranks": {"K": -1}, "words": "x"}):
        assert (await noor.send("POST", f"{path}/1/count", body)).status_code == 422


MAY = "floorperson surveillance"


async def test_every_role_at_every_route_of_surveillance(house: House) -> None:
    table = await washington(house)
    bo = await house.guest("Bo")
    await bet(bo, table)
    routes: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
        ("GET", "/api/watch/events", None),
        ("GET", "/api/watch/tables", None),
        ("GET", f"/api/tables/{table}/shoes", None),
        ("POST", f"/api/tables/{table}/shoes/1/count", {"ranks": FULL, "words": "x"}),
    )
    for name, roles in ROLES.items():
        who = await staff(house, name, *roles)
        for method, path, body in routes:
            answer = await who.send(method, path, body)
            refused = answer.json().get("code") == "role/not_allowed"
            assert refused is (name not in MAY.split()), (name, path)
    async with house.client() as nobody:
        for method, path, body in routes:
            assert (await nobody.request(method, path, json=body)).status_code == 401


async def test_surveillance_gives_no_command_at_a_table(house: House) -> None:
    table = await washington(house)
    bo, noor = await house.guest("Bo"), await staff(house, "Noor", Role.SURVEILLANCE)
    await bet(bo, table)
    version = house.parts.casino.hosts[table].table.version
    async with noor.at(table) as client:
        for command, fields in (
            ("take_seat", {"seat": 2}),
            ("void_round", {"reason": "x"}),
            ("order_reshuffle", {}),
            ("announce_no_more_bets", {}),
        ):
            answer = await client.give(command, **fields)
            assert answer["code"] == "role/not_allowed"
    assert house.parts.casino.hosts[table].table.version == version
