"""Tables by link through the real service: who may do what, the road, what if, and guessed links.

Planted once and caught here: a stranger who closes a table, an owner of a public table who locks
it, a net that is shown without consent or after it was withdrawn, the id of a table in its road,
look-ups of ids that are not counted, and those of public tables that are refused.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from casinowar.cards import parse_card
from casinowar.houses import load_house
from casinowar.odds import odds_of
from casinowar.service.audit import audit
from casinowar.service.http.offline_admin import create_administrator
from casinowar.service.ports import LINK_WORDS, link_words
from casinowar.service.roles import Role
from casinowar.service.tables.owner import OWNER_NOTES
from casinowar.service.tables.settings import STOOD_UP_WORDS
from casinowar.store.backup import open_view
from casinowar.store.interface import NoteQuery
from tests.service.http.kit import QUICK_HASHES, Guest, House, config_for, running
from tests.service.http.test_routes import PASSPHRASE, play_round, staff

BY_LINK = {"house": "washington", "public": False, "speed": "none"}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    config = config_for(tmp_path)
    await create_administrator(config, "boss", PASSPHRASE, QUICK_HASHES)
    async with running(config) as house:
        yield house


async def made_by(guest: Guest, **changes: Any) -> str:
    answer = await guest.send("POST", "/api/tables", BY_LINK | changes)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]["id"]
    return table


def told(answer: Any) -> str:
    """The code of a refusal, or ok."""
    body = answer.json()
    return "ok" if body["ok"] else str(body["code"])


ROUTES = {
    "change": ("PATCH", "/api/tables/{table}", {"locked": True, "title": "Ours"}),
    "stand up": ("POST", "/api/tables/{table}/stand-up", {"seat": 2}),
    "share": ("PUT", "/api/tables/{table}/share", {"net": True}),
    "road": ("GET", "/api/tables/{table}/road", None),
    "what if": ("GET", "/api/rounds/{table}-1/what-if", None),
    "close": ("POST", "/api/tables/{table}/close", None),
}
NOT_OWNER, NOT_YOURS = "table/not_owner", "record/not_your_round"
EXPECTED = {  # in the order of the routes
    "anonymous": ("session/none",) * 6,
    "stranger": (NOT_OWNER, NOT_OWNER, "table/not_played_here", "ok", NOT_YOURS, NOT_OWNER),
    "seated": (NOT_OWNER, NOT_OWNER, "ok", "ok", "ok", NOT_OWNER),
    "floorperson": (
        NOT_OWNER, "role/reason_needed", "table/not_played_here", "ok", NOT_YOURS, NOT_OWNER,
    ),
    "surveillance": ("role/not_allowed",) * 3 + ("ok", NOT_YOURS, "role/not_allowed"),
    "administrator": (NOT_OWNER, NOT_OWNER, "table/not_played_here", "ok", NOT_YOURS, NOT_OWNER),
    "owner": ("ok", "ok", "table/not_played_here", "ok", NOT_YOURS, "ok"),
}  # fmt: skip


async def test_every_route_for_every_caller(house: House) -> None:
    owner, friend = await house.guest("Bo"), await house.guest("Ann")
    table = await made_by(owner)
    await play_round(friend, table)
    callers: dict[str, Guest | None] = {
        "anonymous": None,
        "stranger": await house.guest("Cy"),
        "seated": friend,
        **{
            role.value: await staff(house, role)
            for role in (Role.FLOORPERSON, Role.SURVEILLANCE, Role.ADMINISTRATOR)
        },
        "owner": owner,
    }
    assert set(callers) == set(EXPECTED)
    async with friend.at(table) as socket:
        assert (await socket.give("take_seat", seat=2))["ok"]
        for name, caller in callers.items():
            found = list[str]()
            for method, path, body in ROUTES.values():
                async with caller.client() if caller else house.client() as client:
                    answer = await client.request(method, path.format(table=table), json=body)
                found.append(told(answer))
            assert tuple(found) == EXPECTED[name], name
            if name != "owner":
                row = await house.parts.store.table(table)
                assert row is not None
                assert not row.settings["locked"]
                assert not row.settings["closed"]
        notice = await socket.until("notice")
        assert notice["message"] == STOOD_UP_WORDS
        assert (await socket.give("take_seat", seat=2))["code"] == "table/closed_by_owner"


@pytest.mark.parametrize("kind", [{"public": True}, {"runs_itself": False}])
async def test_an_owner_has_no_rights_over_public_tables_and_where_people_deal(
    house: House, kind: dict[str, bool]
) -> None:
    owner = await house.guest()
    table = await made_by(owner, **kind)
    answer = await owner.send("PATCH", f"/api/tables/{table}", {"locked": True})
    assert (answer.status_code, told(answer)) == (403, NOT_OWNER)
    if "public" in kind:
        shared = await owner.send("PUT", f"/api/tables/{table}/share", {"net": True})
        assert told(shared) == "table/not_by_link"


async def test_what_an_owner_does_is_recorded_and_the_audit_knows_it(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)) as house:
        owner, friend = await house.guest("Bo"), await house.guest("Ann")
        table = await made_by(owner)
        for body in ({"title": "x\n"}, {"title": "x" * 61}):
            answer = await owner.send("PATCH", f"/api/tables/{table}", body)
            assert told(answer) == "table/bad_settings"
        own = load_house("washington").title
        for typed, title in (
            ("   ", own), ("\u3164\u2800 \u0301", own), ("", own), (" Friends  ", "Friends"),
        ):  # fmt: skip
            answer = await owner.send("PATCH", f"/api/tables/{table}", {"title": typed})
            assert answer.json()["table"]["title"] == title  # planted once: nothing to read
            answer = await owner.send("POST", "/api/tables", BY_LINK | {"title": typed})
            assert answer.json()["table"]["title"] == title
        async with friend.at(table) as socket:
            assert (await socket.give("take_seat", seat=2))["ok"]
            assert (await socket.give("buy_chips", seat=2, cash_cents=5000))["ok"]
            answer = await owner.send("PATCH", f"/api/tables/{table}", {"title": "Friday"})
            assert answer.json()["table"]["title"] == "Friday"
            assert (await socket.until("table"))["table"]["title"] == "Friday"
            answer = await owner.send("POST", f"/api/tables/{table}/stand-up", {"seat": 4})
            assert (answer.status_code, told(answer)) == (409, "table/empty_seat")
            answer = await owner.send("POST", f"/api/tables/{table}/stand-up", {"seat": 2})
            assert told(answer) == "ok"
            await socket.until("notice")
            answer = await owner.send("PATCH", f"/api/tables/{table}", {"locked": False})
            assert (await socket.give("take_seat", seat=2))["ok"]  # they are let back
        answer = await owner.send("POST", f"/api/tables/{table}/close")
        shown = answer.json()["table"]
        assert (shown["phase"], shown["open"], shown["settings"]["closed"]) == (
            "closed", False, True,
        )  # fmt: skip
        assert "hidden" not in shown["settings"]
        notes = await house.parts.store.notes(NoteQuery(table=table))
        mine = [one.note for one in notes if one.note.kind in OWNER_NOTES]
        assert {note.actor for note in mine} == {owner.person}
        floor = await staff(house, Role.FLOORPERSON)
        words = [
            one["words"] for one in (await floor.get("/api/notes", table=table)).json()["notes"]
        ]
        assert f"The owner named the table Friday at {table} by Bo." in words
        assert f"The owner removed Ann from seat 2 at {table} by Bo." in words
    [path] = list(tmp_path.rglob("*.db"))
    async with open_view(f"sqlite:///{path}") as view:
        assert await audit(view) == []
    for damage in (
        f"UPDATE notes SET actor = '{friend.person}' WHERE kind = 'owner_stood_up'",
        "DELETE FROM notes WHERE kind = 'owner_closed_table'",
        "UPDATE tables SET settings = replace(settings, '\"closed\":true', '\"closed\":false')",
    ):
        with closing(sqlite3.connect(path)) as connection:
            before = b"".join(line.encode() for line in connection.iterdump())
            connection.executescript(damage)
        async with open_view(f"sqlite:///{path}") as view:
            found = await audit(view)
        assert any(table in fault.where for fault in found), damage
        path.unlink()
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(before.decode())


async def test_the_road_names_nobody_who_has_not_agreed(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)) as house:
        owner, friend = await house.guest("Bo"), await house.guest("Ann")
        table = await made_by(owner)
        await play_round(friend, table)
        road = (await owner.get(f"/api/tables/{table}/road")).json()
        [one] = road["rounds"]
        assert one["id"].startswith("link-")
        assert table not in str(road)
        assert [(hand["seat"], hand["you"]) for hand in one["hands"]] == [(1, False)]
        assert (road["players"], road["sharing"]) == ([], False)
        assert "Ann" not in str(road)
        assert road["counted"]["rounds"] == road["counted"]["hands"] == 1
        tied = one["hands"][0]["card"][0] == one["dealer"][0][0]
        assert road["counted"]["ties"] == tied
        share = f"/api/tables/{table}/share"
        assert (await friend.send("PUT", share, {"net": True})).json()["net"]
        round_ = (await friend.get(f"/api/rounds/{one['id']}")).json()["found"]
        net = round_["hands"][0]["net_cents"]
        assert (await friend.get(f"/api/tables/{table}/road")).json()["sharing"]
    async with running(config_for(tmp_path)) as again:  # it is kept over a restart
        owner = Guest(again, owner.token, owner.person)
        friend = Guest(again, friend.token, friend.person)
        road = (await owner.get(f"/api/tables/{table}/road")).json()
        assert road["players"] == [{"name": "Ann", "hands": 1, "net_cents": net}]
        assert told(await friend.send("PUT", share, {"net": False})) == "ok"
        assert (await owner.get(f"/api/tables/{table}/road")).json()["players"] == []


async def test_what_the_other_choice_was_worth(house: House) -> None:
    """Alone at a table: what the odds of a fresh shoe say of a tie of that rank."""
    bo, tries = await house.guest("Bo"), 0
    exact = odds_of(load_house("washington"), 6).initial.by_rank
    async with bo.at("washington") as table:
        for command, fields in (
            ("take_seat", {}),
            ("buy_chips", {"cash_cents": 90_000}),
            ("refuse_cut", {}),
        ):
            assert (await table.give(command, seat=1, **fields))["ok"]
        found: dict[str, Any] = {}
        while not found.get("had_choice"):
            tries += 1
            assert tries < 400
            if not (await table.give("place_wagers", seat=1, initial_cents=500))["ok"]:
                await asyncio.sleep(0.2)  # so many messages a second are refused
                await table.give("refuse_cut", seat=1)
                await table.give("surrender_hand", seat=1)  # if it was this that was refused
                continue
            await table.give("surrender_hand", seat=1)  # refused unless there is a tie
            newest = (await bo.get("/api/rounds", limit=1)).json()["rounds"][0]["id"]
            [found] = (await bo.get(f"/api/rounds/{newest}/what-if")).json()["hands"]
            if not found["had_choice"]:
                assert (found["words"], found["choices"]) == (
                    "There was no choice in this hand.", [],
                )  # fmt: skip
    choices = {one["choice"]: one for one in found["choices"]}
    tie = exact[parse_card(found["cards"][0]).rank]
    assert Fraction(choices["war"]["value"]["fraction"]) == tie.war
    assert tie.war is not None
    assert Fraction(choices["war"]["cents"]["fraction"]) == 500 * tie.war
    assert choices["surrender"]["value"] == {"fraction": "-1/2", "decimal": "-0.5000000000"}
    assert (choices["war"]["best"], choices["surrender"]["chosen"]) == (True, True)
    assert (found["outcome"], found["net_cents"]) == ("surrender", -250)
    assert "6 decks without the 2 cards" in found["words"]


# --- links ----------------------------------------------------------------------------------------


def test_links_have_fifty_bits_and_no_word_is_a_slip_from_another() -> None:
    words = link_words()
    assert len(set(words)) == len(words) == 1024
    assert len(words) ** LINK_WORDS == 2**50
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    assert LINK_WORDS * (max(map(len, words)) + 1) <= 64  # what routes and proxies take
    assert not set(words) & {slip for word in words for slip in _slips(word)}


def _slips(word: str) -> set[str]:
    """The word without one of its letters, or with another in its place."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    places = range(len(word))
    missing = {word[:at] + word[at + 1 :] for at in places}
    other = {word[:at] + one + word[at + 1 :] for at in places for one in letters}
    return (missing | other) - {word}


async def socket_status(guest: Guest, table: str) -> int:
    """How the service answers somebody who wants a socket at a table; 101: it opens."""
    try:
        async with guest.at(table):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_nobody_finds_a_table_by_trying_links(tmp_path: Path) -> None:
    """Planted once more: sockets that count no guess, or that are told of a table all the same."""
    async with running(config_for(tmp_path, look_ups_per_hour=4)) as house:
        owner, guesser = await house.guest("Bo"), await house.guest("Eve")
        table = await made_by(owner)
        friend = await house.guest("Ann")
        name = (await house.parts.reader.table(table)).rounds_name
        async with friend.at(table) as socket:
            assert (await socket.give("take_seat", seat=1))["ok"]
            guesses = [
                ("GET", f"/api/tables/{'-'.join(link_words()[:5])}"),
                ("GET", f"/api/rounds/{'-'.join(link_words()[1:6])}-1"),
                ("POST", f"/api/tables/{'-'.join(link_words()[2:7])}/close"),
            ]
            for method, path in guesses:
                assert (await guesser.send(method, path)).status_code == 404
            assert await socket_status(guesser, "-".join(link_words()[3:8])) == 404
            for path in (
                f"/api/tables/{table}",  # it exists, and that is not told
                f"/api/tables/{table}/road",
                "/api/tables/not-a-table",
                f"/api/rounds/{table}-1",
            ):
                answer = await guesser.get(path)
                assert (answer.status_code, told(answer)) == (429, "service/too_many"), path
            refused = await guesser.get("/api/rounds", table="not-a-table")
            assert refused.status_code == 429
            for asked in (table, "not-a-table"):
                assert await socket_status(guesser, asked) == 429
            assert (await guesser.get("/api/tables/skycity")).status_code == 200
            assert await socket_status(guesser, "skycity") == 101
            assert (await guesser.get(f"/api/rounds/{name}-1")).status_code == 404
            for mine in (friend, owner):  # who sits there, who made it
                assert (await mine.get(f"/api/tables/{table}")).status_code == 200
            assert await socket_status(owner, table) == 101


async def test_what_is_asked_of_public_tables_is_no_guess(tmp_path: Path) -> None:
    """Planted once: searches that make no sense used up the look-ups."""
    async with running(config_for(tmp_path, look_ups_per_hour=3)) as house:
        guest = await house.guest()
        table = await made_by(await house.guest())
        name = (await house.parts.reader.table(table)).rounds_name
        for _ in range(4):
            answer = await guest.get("/api/rounds", table="washington", since_ms=9, until_ms=1)
            assert (answer.status_code, told(answer)) == (400, "record/bad_search")
            for missing in ("washington-99999", f"{name}-7"):
                answer = await guest.get(f"/api/rounds/{missing}")
                assert (answer.status_code, told(answer)) == (404, "record/no_such_round")
        codes = [(await guest.get(f"/api/rounds/{table}-7")).status_code for _ in range(4)]
        assert codes == [404, 404, 404, 429]  # a table by link that is not theirs
