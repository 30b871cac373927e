"""The floor's desk: previews that are what happens, counts, slips, and who may do any of it.

Planted once and caught here: a preview that forgets one chip; a preview that writes; an act that
moves other chips than those that were seen; a closing count that overwrites the ledger; rules on
the desk that are not those in force; a dealer who sees the desk.
"""

from __future__ import annotations

import asyncio
import csv
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest

from casinowar.service.roles import Role
from casinowar.table import commands as c
from tests.service.http.kit import Guest, House, TableClient, config_for, running
from tests.service.http.test_calls import calling, hire
from tests.service.http.test_routes import staff
from tests.service.test_authorisation import written

Json = dict[str, Any]
TABLE = "wisconsin"
STAKE_CENTS = 2500
TIE_CENTS = 500


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(config_for(tmp_path)) as house:
        yield house


@pytest.fixture
async def sockets() -> AsyncIterator[AsyncExitStack]:
    """Sockets that stay open until the end of a test."""
    async with AsyncExitStack() as stack:
        yield stack


async def give(table: TableClient, command: str, **fields: object) -> Json:
    return dict(await table.give(command, **fields))


async def act(flo: Guest, table: str, command: Json, **more: Any) -> httpx.Response:
    body = {"id": command["command"], "command": command, "reason": "a test", **more}
    return await flo.send("POST", f"/api/tables/{table}/floor", body)


async def preview(flo: Guest, table: str, command: Json, **more: Any) -> Json:
    body = {"command": command, "reason": "a test", **more}
    answer = await flo.send("POST", f"/api/tables/{table}/floor/preview", body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def opening(count: dict[str, int], dealer: str = "Ana") -> Json:
    cents = sum(int(chip) * number for chip, number in count.items())
    today = str(datetime.now().astimezone().date())
    return {"command": "open_table", "day": today, "dealer": dealer, "tray_cents": cents}


async def with_bets(
    house: House, sockets: AsyncExitStack, *seats: int
) -> list[tuple[Guest, TableClient]]:
    """Players with wagers down at a table that waits for one more."""
    found = list[tuple[Guest, TableClient]]()
    for seat in (*seats, 7):
        guest = await house.guest(f"P{seat}")
        socket = await sockets.enter_async_context(guest.at(TABLE))
        await give(socket, "take_seat", seat=seat)
        await give(socket, "buy_chips", seat=seat, cash_cents=50_000)
        found.append((guest, socket))
    for seat, (_, socket) in 2 * [*zip((*seats, 7), found, strict=True)]:
        await give(socket, "refuse_cut", seat=seat)  # each when it is offered to them
    for seat, (_, socket) in zip(seats, found, strict=False):
        placed = await give(
            socket, "place_wagers", seat=seat, initial_cents=STAKE_CENTS, tie_cents=TIE_CENTS
        )
        assert placed["ok"], placed
    return found


async def balances(house: House) -> dict[str, int]:
    return await house.parts.store.balances("")


async def test_a_void_moves_exactly_the_chips_of_its_preview(
    house: House, sockets: AsyncExitStack
) -> None:
    flo = await staff(house, Role.FLOORPERSON)
    players = await with_bets(house, sockets, 2, 4)
    command = {"command": "void_round"}
    before = await balances(house)
    shown = await preview(flo, TABLE, command)
    assert await balances(house) == before, "a preview moves nothing"
    assert [(m["what"], m["source"], m["target"], m["cents"]) for m in shown["moves"]] == [
        (what, "Layout", player, cents)
        for player in ("P2", "P4")
        for what, cents in (
            ("Initial wager, on the layout", STAKE_CENTS),
            ("Tie wager, on the layout", TIE_CENTS),
        )
    ]
    assert shown["moved_cents"] == 2 * (STAKE_CENTS + TIE_CENTS)
    assert [(seat["seat"], seat["net_cents"]) for seat in shown["seats"]] == [
        (2, STAKE_CENTS + TIE_CENTS), (4, STAKE_CENTS + TIE_CENTS),
    ]  # fmt: skip
    sums = shown["sums"]
    assert sum(sums.values()) == 0
    assert (sums["players_cents"], sums["layout_cents"]) == (6000, -6000)
    done = await act(flo, TABLE, command, chips=shown["chips"])
    assert done.status_code == 200, done.text
    after = await balances(house)
    moved = {name: after[name] - before.get(name, 0) for name in after}
    people = {2: players[0][0].person, 4: players[1][0].person}
    for seat in shown["seats"]:  # what happened, account by account
        chips = f"chips/{TABLE}/{people[seat['seat']]}"
        assert moved[chips] == seat["after_cents"] - seat["before_cents"]
        assert after[chips] == seat["after_cents"]
        assert moved[f"escrow/{TABLE}/{people[seat['seat']]}"] == -seat["net_cents"]
    assert {name for name, cents in moved.items() if cents} == {
        f"{side}/{TABLE}/{person}" for side in ("chips", "escrow") for person in people.values()
    }
    told = await players[0][1].until("notice")
    assert (told["notice"], told["message"]) == ("floor", shown["told"])
    assert shown["told"] == ("The floor voided the round: a test. Every wager was returned.")


async def test_an_act_moves_no_other_chips_than_those_that_were_seen(
    house: House, sockets: AsyncExitStack
) -> None:
    flo = await staff(house, Role.FLOORPERSON)
    await with_bets(house, sockets, 2)
    late = await house.guest("Late")
    table = await sockets.enter_async_context(late.at(TABLE))
    await give(table, "take_seat", seat=4)
    await give(table, "buy_chips", seat=4, cash_cents=50_000)
    seen = await preview(flo, TABLE, {"command": "void_round"})
    placed = await give(table, "place_wagers", seat=4, initial_cents=STAKE_CENTS)
    assert placed["ok"], placed
    refused = await act(flo, TABLE, {"command": "void_round"}, chips=seen["chips"])
    assert (refused.status_code, refused.json()["code"]) == (409, "floor/preview_changed")
    now = await preview(flo, TABLE, {"command": "void_round"})
    assert now["chips"] != seen["chips"]
    done = await flo.send(
        "POST",
        f"/api/tables/{TABLE}/floor",
        {"id": "again", "command": {"command": "void_round"}, "reason": "x", "chips": now["chips"]},
    )
    assert done.status_code == 200, done.text


async def test_the_tray_can_be_checked_by_eye(house: House) -> None:
    flo = await staff(house, Role.FLOORPERSON)
    count = {"10000": 40, "500": 200}
    opened = await act(flo, TABLE, opening(count), count=count)
    assert opened.status_code == 200, opened.text
    slip = {"10000": 5}
    filling = {"command": "fill_tray", "amount_cents": 50_000}
    shown = await preview(flo, TABLE, filling)
    assert [(m["source"], m["target"], m["cents"]) for m in shown["moves"]] == [
        ("Cage", "Tray", 50_000)
    ]
    assert (shown["tray_before_cents"], shown["tray_after_cents"]) == (500_000, 550_000)
    assert (await act(flo, TABLE, filling, count=slip, chips=shown["chips"])).status_code == 200
    wrong = await act(
        flo, TABLE, {"command": "credit_tray", "amount_cents": 20_001}, count={"10000": 2}
    )
    assert (wrong.status_code, wrong.json()["code"]) == (400, "floor/bad_count")
    crediting = {"command": "credit_tray", "amount_cents": 20_000}
    assert (await act(flo, TABLE, crediting, count={"10000": 2})).status_code == 200
    guest = await house.guest("Bo")
    async with guest.at(TABLE) as table:
        await give(table, "take_seat", seat=7)
        await give(table, "buy_chips", seat=7, cash_cents=30_000)
    await asyncio.gather(*(flo.get("/api/floor") for _ in range(6)))  # of several floorpersons
    [line] = [t for t in (await flo.get("/api/floor")).json()["tables"] if t["id"] == TABLE]
    tray = line["tray"]
    assert tray == {
        "now_cents": 500_000 + 50_000 - 20_000 - 30_000,
        "opening_cents": 500_000,
        "fills_cents": 50_000,
        "credits_cents": 20_000,
        "win_cents": 0,
        "sold_cents": 30_000,
        "closed_cents": 0,
        "low": False,
    }
    assert line["dealer"] == "Ana"
    assert line["break_due_ms"] is None  # it runs itself
    assert line["players"] == {"7": "Bo"}


async def test_a_closing_count_stands_beside_the_ledger(house: House) -> None:
    flo = await staff(house, Role.FLOORPERSON)
    count = {"10000": 50}
    assert (await act(flo, TABLE, opening(count), count=count)).status_code == 200
    closing = {"command": "close_table"}
    shown = await preview(flo, TABLE, closing)
    assert [(m["source"], m["target"], m["cents"]) for m in shown["moves"]] == [
        ("Tray", "Cage", 500_000)
    ]
    done = await act(flo, TABLE, closing, count={"10000": 49, "2500": 3})
    assert done.status_code == 200, done.text
    [note, *_] = (await flo.get("/api/floor/log")).json()["notes"]
    assert note["words"] == (
        "floorperson closed the table at wisconsin and counted 4,975.00, 25.00 less than the"
        " ledger. Reason: a test."
    )
    assert note["data"]["ledger_cents"] == 500_000
    assert (await balances(house))["cage"] == 0  # the ledger's own amount went back
    [line] = [t for t in (await flo.get("/api/floor")).json()["tables"] if t["id"] == TABLE]
    assert (line["open"], line["counted"]) == (
        *(False, "counted 4,975.00, 25.00 less than the ledger"),
    )


async def test_a_preview_gives_no_card_away(house: House, sockets: AsyncExitStack) -> None:
    """Closing shows the seed of the shoe, from which every card follows: not before it is done."""
    flo = await staff(house, Role.FLOORPERSON)
    guest = await house.guest("Bo")
    table = await sockets.enter_async_context(guest.at("washington"))
    await give(table, "take_seat", seat=1)
    await give(table, "refuse_cut", seat=1)
    shown = await preview(flo, "washington", {"command": "close_table"})
    assert any("is revealed" in step["words"] for step in shown["steps"])
    assert not re.search(r"[0-9a-f]{32}", json.dumps([shown["steps"], shown["told"]]))
    done = (await act(flo, "washington", {"command": "close_table"})).json()
    events = await house.parts.store.events("washington", done["first"] - 1)
    assert any(b"seed_revealed" in event.body for event in events)


async def test_what_is_not_possible_now_says_why(house: House, sockets: AsyncExitStack) -> None:
    flo = await staff(house, Role.FLOORPERSON)
    pane = (await flo.get(f"/api/tables/{TABLE}/floor")).json()
    acts = {one["act"]: one for one in pane["acts"]}
    assert acts["open_table"]["possible"]
    assert not acts["void_round"]["possible"]
    assert acts["void_round"]["when"]
    for closed in ("order_reshuffle", "change_cards"):  # no word of wagers, which cannot be down
        assert acts[closed]["when"] == "The table is closed: the floor must open it first."
    await with_bets(house, sockets, 2)
    pane = (await flo.get(f"/api/tables/{TABLE}/floor")).json()
    acts = {one["act"]: one for one in pane["acts"]}
    assert acts["void_round"]["possible"]
    assert (acts["close_table"]["possible"], acts["close_table"]["when"]) == (
        *(False, "Wagers are down: finish the round, or void it to return them."),
    )
    refused = await act(flo, TABLE, {"command": "close_table"})
    assert (refused.status_code, refused.json()["code"]) == (409, "floor/table_refused")


async def test_standing_up_is_shown_before_it_is_done(
    house: House, sockets: AsyncExitStack
) -> None:
    flo = await staff(house, Role.FLOORPERSON)
    [_, (guest, seven)] = await with_bets(house, sockets, 2)
    path = f"/api/tables/{TABLE}/floor/preview-stand-up?reason=away"
    later = (await flo.send("POST", path, {"seat": 2})).json()
    assert (later["later"], later["moves"]) == (True, [])
    now = (await flo.send("POST", path, {"seat": 7})).json()
    assert not now["later"]
    assert [(m["source"], m["target"], m["cents"]) for m in now["moves"]] == [
        ("P7", "P7’s account", 50_000)
    ]
    before = await balances(house)
    stood = await flo.send("POST", f"/api/tables/{TABLE}/stand-up", {"seat": 7, "reason": "away"})
    assert stood.status_code == 200
    told = await seven.until("notice")
    assert told["message"] == now["told_to_one"]
    moved = (await balances(house))[f"player/{guest.person}"] - before[f"player/{guest.person}"]
    assert moved == now["moved_cents"]
    nobody = await flo.send("POST", path, {"seat": 5})
    assert nobody.json()["code"] == "table/empty_seat"


async def test_closing_for_good_is_shown_before_it_is_done(
    house: House, sockets: AsyncExitStack
) -> None:
    """Planted once and caught here: a preview that decides nothing and shows no chips."""
    flo = await staff(house, Role.FLOORPERSON)
    made = {"house": "washington", "runs_itself": True, "public": True, "title": "By mistake"}
    table = (await flo.send("POST", "/api/tables", made)).json()["table"]["id"]
    path = f"/api/tables/{table}/floor/preview-close?reason=by+mistake"

    async def offered() -> Json:
        pane = (await flo.get(f"/api/tables/{table}/floor")).json()
        return next(one for one in pane["acts"] if one["act"] == "close_for_good")

    guest = await house.guest("P1")
    client = await sockets.enter_async_context(guest.at(table))
    for command, fields in (("take_seat", {}), ("buy_chips", {"cash_cents": 50_000})):
        assert (await client.give(command, seat=1, **fields))["ok"]
    assert (await offered())["possible"]
    for role in (Role.PLAYER, Role.DEALER, Role.SURVEILLANCE):
        somebody = await staff(house, role)
        refused = await somebody.send("POST", path, None)
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")
    seen = (await flo.send("POST", path, None)).json()
    assert not seen["later"]
    chips = [one for one in seen["moves"] if one["seat"] == 1]
    assert [(one["source"], one["target"], one["cents"]) for one in chips] == [
        ("P1", "P1’s account", 50_000)
    ]
    before = await balances(house)
    close = f"/api/tables/{table}/close"
    assert (await flo.send("POST", close, {})).json()["code"] == "role/reason_needed"
    assert (await flo.send("POST", close, {"reason": "by mistake"})).status_code == 200
    after = await balances(house)
    for row in seen["seats"]:
        assert row["net_cents"] == 0
    assert after[f"player/{guest.person}"] - before[f"player/{guest.person}"] == 50_000
    again = await offered()
    assert (again["possible"], again["when"]) == (False, "This table is already closed for good.")
    assert (await flo.send("POST", path, None)).json()["code"] == "table/closed_by_owner"


async def test_rules_other_than_those_in_force_are_a_fault(house: House) -> None:
    """New Jersey fined a table that showed rules other than those in force."""
    flo = await staff(house, Role.FLOORPERSON)
    assert (await act(flo, TABLE, opening({"10000": 50}))).status_code == 200

    async def line() -> Json:
        tables = (await flo.get("/api/floor")).json()["tables"]
        return next(table for table in tables if table["id"] == TABLE)

    shown = (await line())["rules"]
    row = await house.parts.store.table(TABLE)
    host = house.parts.casino.hosts[TABLE]
    assert row is not None
    assert (shown["digest"], shown["in_force"], shown["by"]) == (row.rules, True, "")
    assert shown["digest"] == host.table.rules
    in_view = (await flo.get(f"/api/tables/{TABLE}")).json()
    assert in_view["table"]["rules"] == shown["digest"]
    host.table.rules = "another"  # as if the table decided by others
    await act(flo, TABLE, {"command": "fill_tray", "amount_cents": 100})
    assert not (await line())["rules"]["in_force"]
    host.table.rules = row.rules
    with closing(sqlite3.connect(Path(house.parts.config.data_folder) / "casinowar.db")) as file:
        told = "UPDATE notes SET data = replace(data, ?, 'others') WHERE kind = 'table_opened'"
        assert file.execute(told, [row.rules]).rowcount == 1  # as if it was opened by others
        file.commit()
    await act(flo, TABLE, {"command": "credit_tray", "amount_cents": 100})
    assert not (await line())["rules"]["in_force"]


async def test_a_table_shows_its_own_rules(house: House) -> None:
    """Before, the page showed those of the house: other limits, clocks and decks, or newer rules.

    Planted once and caught here: the house's own sheet; the decks of the settings at an open table.
    """
    flo, bo = await staff(house, Role.FLOORPERSON), await house.guest("Bo")
    settings: Json = {"house": "wisconsin", "title": "Corner", "runs_itself": False, "decks": 7}
    settings |= {"min_cents": 2_000, "max_cents": 20_000, "speed": "relaxed"}
    table = (await flo.send("POST", "/api/tables", settings)).json()["table"]["id"]

    async def shown(who: Guest, at: str) -> tuple[Json, dict[str, str]]:
        answer = (await who.get(f"/api/tables/{at}/rules")).json()
        return answer, {rule["point"]: rule["says"] for rule in answer["answer"]["rules"]}

    sheet, says = await shown(bo, table)
    assert (sheet["title"], sheet["house"], sheet["decks"]) == ("Corner", "wisconsin", 7)
    assert says["initial"] == "$20.00 to $200.00 USD"
    assert says["no answer"] == "surrender after 60 seconds"
    assert says["decks in a shoe"] == "7 (allowed: 6, 7, 8)"
    opened = await act(flo, table, opening({"10000": 50}) | {"decks": 8})
    assert opened.status_code == 200, opened.text
    sheet, says = await shown(bo, table)
    assert (sheet["decks"], says["decks in a shoe"]) == (8, "8 (allowed: 6, 7, 8)")
    assert (await flo.get(f"/api/tables/{table}")).json()["limits"]["first"]["min_cents"] == 2_000
    _, says = await shown(bo, TABLE)
    whole = (await bo.get("/api/houses/wisconsin/rules")).json()["answer"]["rules"]
    assert says == {rule["point"]: rule["says"] for rule in whole}
    missing = await bo.get("/api/tables/nowhere/rules")
    assert (missing.status_code, missing.json()["code"]) == (404, "table/no_such_table")


async def test_wi_g1_a_dealer_who_takes_over_deals_from_then_on(house: House) -> None:
    """Planted: the desk said since when the last dealer dealt, and when that dealer's break was."""
    flo, ana = await staff(house, Role.FLOORPERSON), await staff(house, Role.DEALER)
    made = {"house": TABLE, "runs_itself": False}
    table = (await flo.send("POST", "/api/tables", made)).json()["table"]["id"]
    assert (await act(flo, table, opening({"10000": 50}, "dealer"))).status_code == 200

    async def line() -> Json:
        tables = (await flo.get("/api/floor")).json()["tables"]
        return next(one for one in tables if one["id"] == table)

    async with ana.at(table) as at_table:
        decks = {"decks": 6, "backs": ["red"], "cutting_card": "yellow"}
        assert (await give(at_table, "receive_decks", **decks))["ok"]
    before = await line()
    bo = await hire(house, await house.guest("Bo"), Role.DEALER)
    async with bo.at(table) as at_table:
        tray = house.parts.casino.hosts[table].table.state.tray_cents
        taken = await give(at_table, "take_over", dealer="Bo", counted_cents=tray)
        assert taken["ok"], taken
    after = await line()
    assert (before["dealer"], after["dealer"]) == ("dealer", "Bo")
    assert after["dealer_since_ms"] > before["dealer_since_ms"]
    assert after["break_due_ms"] > before["break_due_ms"]
    notes = (await flo.get("/api/notes", table=table)).json()["notes"]
    assert any("Bo deals from now on" in note["words"] for note in notes), notes
    sent = await act(flo, table, {"command": "change_dealer", "dealer": "Cleo"})
    assert sent.status_code == 200, sent.text
    log = [note["words"] for note in (await flo.get("/api/floor/log")).json()["notes"]]
    assert log[:2] == [
        f"floorperson changed the dealer at {table} to Cleo. Reason: a test.",
        f"Bo deals from now on at {table}.",
    ]  # the floor's own change of dealer is told once
    sly = await hire(house, await house.guest("=1+1"), Role.FLOORPERSON)
    sent = await act(sly, table, {"command": "change_dealer", "dealer": "Dan"}, id="sly")
    assert sent.status_code == 200, sent.text
    for query in ({}, {"table": table}):
        shown = (await flo.get("/api/floor/log", limit=200, **query)).json()["notes"]
        file = csv.DictReader(StringIO((await flo.get("/api/floor/log.csv", **query)).text))
        lines = [(line["at"], line["by"], line["what"]) for line in file]
        assert [line[0] for line in lines] == [note["at"] for note in shown]
        assert lines[1][2] == log[0]
        assert lines[0][1:] == (
            "'=1+1",
            f"'=1+1 changed the dealer at {table} to Dan. Reason: a test.",
        )
    other = (await flo.get("/api/floor/log.csv", table="washington")).text
    assert len(other.splitlines()) == 1


@pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.SURVEILLANCE, Role.ADMINISTRATOR])
async def test_only_the_floor_has_the_desk(house: House, role: Role) -> None:
    somebody = await staff(house, role)
    for path in (
        "floor",
        "floor/log",
        "floor/report",
        "floor/report.csv",
        "floor/log.csv",
        f"tables/{TABLE}/floor",
    ):
        refused = await somebody.get(f"/api/{path}")
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed"), path
    command = opening({"10000": 50})
    for body, path in (
        ({"command": command, "reason": "x"}, "floor/preview"),
        ({"command": command, "reason": "x", "id": "1"}, "floor"),
        ({"seat": 1}, "floor/preview-stand-up"),
    ):
        refused = await somebody.send("POST", f"/api/tables/{TABLE}/{path}", body)
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed"), path


@pytest.mark.parametrize("role", Role)
async def test_the_desk_takes_only_the_floors_commands_and_only_from_the_floor(
    house: House, role: Role
) -> None:
    somebody = await staff(house, role)
    for kind in c.COMMANDS.values():
        allowed = kind.ROLE is c.Role.FLOOR and role is Role.FLOORPERSON
        for path in ("floor/preview", "floor"):
            body = {"command": written(kind), "reason": "a test"}
            if path == "floor":
                body["id"] = kind.NAME
            answer = await somebody.send("POST", f"/api/tables/{TABLE}/{path}", body)
            refused = answer.status_code == 403
            assert refused is not allowed, (kind, path, answer.text)
            assert not refused or answer.json()["code"] == "role/not_allowed"


async def test_nobody_acts_where_they_sit_and_nobody_without_a_reason(house: House) -> None:
    flo = await house.guest("Flo")
    async with flo.at(TABLE) as table:
        await give(table, "take_seat", seat=3)
    await hire(house, flo, Role.FLOORPERSON, Role.PLAYER)
    for path in ("floor", "floor/preview"):
        body = {"command": {"command": "fill_tray", "amount_cents": 100}, "reason": "x"}
        if path == "floor":
            body["id"] = "1"
        refused = await flo.send("POST", f"/api/tables/{TABLE}/{path}", body)
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")
    other = await staff(house, Role.FLOORPERSON)
    without = await act(other, TABLE, {"command": "fill_tray", "amount_cents": 100}, reason="")
    assert (without.status_code, without.json()["code"]) == (400, "role/reason_needed")
    for command in ({"command": "deal_card", "seat": 1}, {"command": "take_seat", "seat": 1}):
        refused = await act(other, TABLE, command)
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")


async def test_the_same_act_is_done_once(house: House) -> None:
    flo = await staff(house, Role.FLOORPERSON)
    assert (await act(flo, TABLE, opening({"10000": 50}))).status_code == 200
    filling = {"command": "fill_tray", "amount_cents": 50_000}
    first, again = [(await act(flo, TABLE, filling)).json() for _ in range(2)]
    assert first == again
    assert (await balances(house))[f"tray/{TABLE}"] == 550_000


async def test_the_desk_says_when_nothing_changed(house: House) -> None:
    flo = await staff(house, Role.FLOORPERSON)

    async def ask(tag: str) -> tuple[int, str]:
        async with house.client(flo.token, **{"if-none-match": tag}) as client:
            answer = await client.get("/api/floor")
        return answer.status_code, answer.headers["etag"]

    status, tag = await ask("")
    assert (status, await ask(tag)) == (200, (304, tag))
    assert (await act(flo, TABLE, opening({"10000": 50}))).status_code == 200
    status, tag = await ask(tag)
    assert (status, await ask(tag)) == (200, (304, tag))
    bo = await hire(house, await house.guest("Bo"), Role.DEALER)
    await bo.send("POST", f"/api/tables/{TABLE}/calls", calling("chips", "short of green"))
    assert (await ask(tag))[0] == 200
    [call] = (await flo.get("/api/floor")).json()["calls"]
    assert (call["words"], call["title"]) == ("short of green", "Wisconsin, Section 37")


async def test_the_shift_report_is_the_rounds_of_the_day(house: House) -> None:
    flo, guest = await staff(house, Role.FLOORPERSON), await house.guest("Bo")
    rounds = 35
    async with guest.at("washington") as table:
        await give(table, "take_seat", seat=1)
        await give(table, "buy_chips", seat=1, cash_cents=90_000)
        await give(table, "refuse_cut", seat=1)
        for _ in range(rounds):
            while not (await table.give("place_wagers", seat=1, initial_cents=1000))["ok"]:
                await table.give("refuse_cut", seat=1)  # the shoe has ended
            await table.give("go_to_war", seat=1)  # refused unless there is a tie
            await table.give("decline_war_tie", seat=1)
            await asyncio.sleep(0.16)  # a socket may send 20 messages a second
    report = (await flo.get("/api/floor/report")).json()
    [line] = [one for one in report["tables"] if one["id"] == "washington"]
    found = await house.parts.store.balances("")
    took = line["takings"]
    assert took["rounds"] == rounds
    assert took["handle_cents"] >= rounds * 1000
    tray = [t for t in (await flo.get("/api/floor")).json()["tables"] if t["id"] == "washington"]
    assert tray[0]["tray"]["win_cents"] == took["win_cents"]
    assert tray[0]["tray"]["now_cents"] == found["tray/washington"]
    assert took["half_cents"] > 0
    assert took["inside"] is (
        abs(took["win_cents"] - took["theory_cents"]) <= took["half_cents"] + 1
    )
    assert 0 < took["theory_cents"] < 0.05 * took["handle_cents"]
    assert line["hold"] == took["win_cents"] / took["handle_cents"]
    assert report["total"]["handle_cents"] == took["handle_cents"]
    text = (await flo.get("/api/floor/report.csv")).text
    lines = list(csv.DictReader(StringIO(text)))
    [row] = [one for one in lines if one["table"] == "washington"]
    assert float(row["win"]) * 100 == took["win_cents"]
    assert row["verdict"] == ("inside" if took["inside"] else "outside")
    assert lines[-1]["title"] == "all tables"
    assert {one["left_out"] for one in lines} == {"void hands and hands with a coupon"}
