"""The routes, through the real service: accounts, money, limits, tables, the record, staff.

Planted once and caught here: settings that make a stacked table, a house read from a file, a
private table in the lobby, a role that needs a new socket to be noticed.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from casinowar import houses
from casinowar.odds import odds_of
from casinowar.record.export import verify_export
from casinowar.service.http.offline_admin import create_administrator
from casinowar.service.people.people import OPERATOR
from casinowar.service.refusals import ServiceRefusal
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import NoteQuery
from tests.service.http.kit import QUICK_HASHES, Guest, House, config_for, running

PASSPHRASE = "four quiet ducks swim"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    config = config_for(tmp_path)
    await create_administrator(config, "boss", PASSPHRASE, QUICK_HASHES)
    async with running(config) as house:
        yield house


async def signed_in(house: House, name: str) -> Guest:
    async with house.client() as client:
        answer = await client.post("/api/sign-in", json={"sign_in": name, "passphrase": PASSPHRASE})
    assert answer.status_code == 200, answer.text
    return Guest(house, answer.json()["token"], answer.json()["me"]["person"])


async def staff(house: House, role: Role) -> Guest:
    """An account with one role beside that of a player, or alone for surveillance."""
    guest = await house.guest(role.value)
    body = {"sign_in": role.value, "passphrase": PASSPHRASE}
    assert (await guest.send("POST", "/api/account", body)).status_code == 200
    roles = {role} if role is Role.SURVEILLANCE else {role, Role.PLAYER}
    await house.parts.casino.persons.set_roles(OPERATOR, guest.person, roles, "for a test")
    return guest


async def play_round(guest: Guest, table_id: str = "washington") -> str:
    """Play one round, always to war; its id."""
    async with guest.at(table_id) as table:
        for command, fields in (
            ("take_seat", {}),
            ("buy_chips", {"cash_cents": 20_000}),
            ("refuse_cut", {}),
            ("place_wagers", {"initial_cents": 1000}),
        ):
            answer = await table.give(command, seat=1, **fields)
            assert answer["ok"], answer
        await table.give("go_to_war", seat=1)  # refused unless there is a tie
        await table.give("decline_war_tie", seat=1)  # and this where the house offers none
        assert (await table.give("leave_seat", seat=1))["ok"]
    [welcome] = [frame for frame in table.frames if frame["type"] == "welcome"]
    return f"{welcome['table']['rounds']}-1"


# --- persons --------------------------------------------------------------------------------------


async def test_a_guest_keeps_the_account_and_signs_in_again(house: House) -> None:
    bo = await house.guest("Bo")
    body = {"sign_in": "Bobo", "passphrase": PASSPHRASE}
    before = Guest(house, bo.token, bo.person)
    async with bo.at("washington") as table:
        kept = (await bo.send("POST", "/api/account", body)).json()["me"]
        assert (kept["kind"], kept["sign_in"]) == ("account", "bobo")
        assert (await before.get("/api/me")).status_code == 401  # the guest's token is over
        assert (await table.give("take_seat", seat=1))["ok"]  # the socket goes on
    assert (await bo.send("POST", "/api/account", body)).status_code == 409
    again = await signed_in(house, "bobo")
    assert again.person == bo.person
    wrong = {"old_passphrase": "wrong wrong wrong", "new_passphrase": "another one entirely"}
    assert (await bo.send("PATCH", "/api/me", wrong)).status_code == 401
    right = {"old_passphrase": PASSPHRASE, "new_passphrase": "another one entirely"}
    changed = await bo.send("PATCH", "/api/me", right)
    assert changed.status_code == 200
    assert "Max-Age=0" in changed.headers["set-cookie"]
    assert (await again.get("/api/me")).status_code == 401
    assert (await bo.get("/api/me")).status_code == 401  # all sessions ended, this one too


async def test_a_table_is_handed_over_to_nobody_but_a_dealer(house: House) -> None:
    """The dealer's device signs the next dealer in; after a refusal the dealer is still there."""
    dealer = await staff(house, Role.DEALER)
    await staff(house, Role.FLOORPERSON)
    body = {"sign_in": "floorperson", "passphrase": PASSPHRASE}
    refused = await dealer.send("POST", "/api/sign-in", {**body, "deals": True})
    assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")
    assert refused.json()["message"] == "floorperson is not a dealer."
    assert "set-cookie" not in refused.headers
    assert (await dealer.get("/api/me")).json()["person"] == dealer.person
    wrong = {**body, "passphrase": "wrong wrong wrong", "deals": True}
    answer = await dealer.send("POST", "/api/sign-in", wrong)
    assert answer.json()["code"] == "person/wrong_passphrase"  # nobody learns who deals
    own = {"sign_in": "dealer", "passphrase": PASSPHRASE, "deals": True}
    assert (await dealer.send("POST", "/api/sign-in", own)).status_code == 200
    assert (await dealer.send("POST", "/api/sign-in", body)).status_code == 200


async def test_the_session_says_who_is_signed_in(house: House) -> None:
    bo = await house.guest("Bo")
    me = (await bo.get("/api/session")).json()["me"]
    assert me == (await bo.get("/api/me")).json()
    async with house.client() as nobody:
        assert (await nobody.get("/api/session")).json() == {"ok": True, "me": None, "ended": ""}
    await bo.send("POST", "/api/sign-out")
    assert (await bo.get("/api/session")).json()["me"] is None


async def test_everywhere_somebody_is_signed_in_is_listed_and_can_be_signed_out(
    house: House,
) -> None:
    """Before, nothing but the session that asked was known."""
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    bo = await house.guest("Bo")
    body = {"sign_in": "bo.list", "passphrase": PASSPHRASE}
    await bo.send("POST", "/api/account", body)
    others = list[Guest]()
    for _ in range(2):
        async with house.client(**{"user-agent": agent}) as client:
            made = (await client.post("/api/sign-in", json=body)).json()
        others.append(Guest(house, made["token"], made["me"]["person"]))
    answer = await bo.get("/api/me/sessions")
    found = answer.json()["sessions"]
    assert [one["client"] for one in found] == ["A program", *["Firefox on Linux"] * 2]
    assert [one["here"] for one in found] == [True, False, False]
    assert all(one.token not in answer.text for one in (bo, *others))
    async with others[0].at("washington") as table:
        [there] = [
            one["id"]
            for one in (await others[0].get("/api/me/sessions")).json()["sessions"]
            if one["here"]
        ]
        left = await bo.send("POST", f"/api/me/sessions/{there}/sign-out")
        assert len(left.json()["sessions"]) == 2
        assert (await table.until("goodbye"))["reason"] == "signed_out"
    again = await bo.send("POST", f"/api/me/sessions/{there}/sign-out")
    assert (again.status_code, again.json()["code"]) == (404, "person/not_signed_in_there")
    left = await bo.send("POST", "/api/sign-out-elsewhere")
    assert [one["here"] for one in left.json()["sessions"]] == [True]
    assert (await others[1].get("/api/me")).status_code == 401


async def test_a_break_is_said_of_the_person(house: House) -> None:
    """Before, only a refusal said it."""
    bo = await house.guest("Bo")
    assert (await bo.get("/api/me")).json()["stopped"] is None
    until_ms = house.parts.clock.now_ms() + 3_600_000
    await bo.send("POST", "/api/me/break", {"until_ms": until_ms})
    for path in ("/api/me", "/api/session"):
        said = (await bo.get(path)).json()
        stopped = said.get("me", said)["stopped"]
        assert (stopped["code"], stopped["until_ms"]) == ("limit/break", until_ms)
    async with bo.at("washington") as table:
        assert table.frames[0]["you"]["stopped"] == stopped
        assert (await table.until("offers"))["offers"] == []


async def test_a_guest_takes_another_name(house: House) -> None:
    bo = await house.guest("Bo")
    renamed = await bo.send("PATCH", "/api/me", {"name": "Bo the Second"})
    assert (renamed.json()["name"], renamed.json()["kind"]) == ("Bo the Second", "guest")
    assert (await bo.send("PATCH", "/api/me", {"name": " "})).json()["code"] == "person/bad_name"
    async with bo.at("washington") as table:
        await table.give("take_seat", seat=2)
    shown = (await bo.get("/api/tables/washington")).json()["table"]
    assert shown["players"] == {"2": "Bo the Second"}
    assert (shown["standing"], shown["yours"]) == (True, False)


async def test_an_age_is_stated_once_and_opens_a_house_that_asks(house: House) -> None:
    bo = await house.guest()
    async with bo.at("skycity") as table:
        assert (await table.give("take_seat", seat=1))["code"] == "person/age_needed"
        assert (await bo.send("PATCH", "/api/me", {"age_years": 34})).json()["age_stated"]
        assert (await table.give("take_seat", seat=1))["ok"]
    assert (await bo.send("PATCH", "/api/me", {"age_years": 35})).status_code == 400


# --- money and limits -----------------------------------------------------------------------------


async def test_money_refill_and_statement(house: House) -> None:
    bo = await house.guest()
    assert (await bo.send("POST", "/api/refill")).json()["code"] == "money/refill_not_needed"
    await play_round(bo)
    statement = (await bo.get("/api/statement", limit=1)).json()
    assert statement["play_money"] is True
    assert len(statement["lines"]) == 1
    older = (await bo.get("/api/statement", before=statement["next"])).json()
    numbers = [line["number"] for line in statement["lines"] + older["lines"]]
    assert numbers == sorted(numbers, reverse=True)
    assert older["lines"][-1]["cents"] == 100_000
    answer = await bo.get("/api/statement.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [int(row["number"]) for row in rows] == numbers
    balance = (await bo.get("/api/balance")).json()
    assert balance["account_cents"] == statement["lines"][0]["balance_cents"]


async def test_limits_apply_to_an_open_socket_at_once(house: House) -> None:
    bo = await house.guest()
    async with bo.at("washington") as table:
        await table.give("take_seat", seat=1)
        await table.give("buy_chips", seat=1, cash_cents=10_000)
        await table.give("refuse_cut", seat=1)
        set_to = await bo.send("PUT", "/api/me/limits/stake_cents", {"value": 500})
        assert set_to.json()["limits"]["stake_cents"] == 500
        refused = await table.give("place_wagers", seat=1, initial_cents=1000)
        assert refused["code"] == "limit/stake"
        looser = (await bo.send("PUT", "/api/me/limits/stake_cents", {"value": 5000})).json()
        assert looser["limits"]["stake_cents"] == 500
        assert looser["pending"][0]["value"] == 5000
        assert (await bo.send("POST", "/api/me/exclusion", {"until_ms": None})).json()["excluded"]
        left = await table.until("events")
        assert left["events"][0]["name"] == "seat_left"
        refused = await table.give("take_seat", seat=1)
        assert refused["code"] == "limit/excluded"
    assert (await bo.get("/api/me")).json()["balance"]["account_cents"] == 100_000
    assert (await bo.send("POST", "/api/me/break", {"until_ms": 1})).status_code == 400
    checks = await bo.send("PUT", "/api/me/reality-check", {"minutes": 15})
    assert checks.json()["reality_check_minutes"] == 15


# --- tables and houses ----------------------------------------------------------------------------


async def test_a_private_table_is_found_by_its_link_alone(house: House) -> None:
    bo, ann = await house.guest("Bo"), await house.guest("Ann")
    wanted = {"house": "wisconsin", "title": "Friends", "public": False, "min_cents": 1000}
    made = (await bo.send("POST", "/api/tables", wanted)).json()
    link = made["table"]["id"]
    assert len(link.split("-")) == 5  # words
    assert made["limits"]["first"]["min_cents"] == 1000

    async def listed(guest: Guest | None) -> set[str]:
        if guest is None:
            async with house.client() as client:
                answer = await client.get("/api/tables")
        else:
            answer = await guest.get("/api/tables")
        return {table["id"] for table in answer.json()["tables"]}

    assert made["table"]["yours"]
    assert "owner" not in made["table"]
    assert bo.person not in (await ann.get(f"/api/tables/{link}")).text

    assert link in await listed(bo)
    assert link not in await listed(ann)
    assert link not in await listed(None)
    assert link in await listed(await staff(house, Role.SURVEILLANCE))
    assert (await ann.get(f"/api/tables/{link}")).json()["table"]["title"] == "Friends"
    async with ann.at(link) as table:
        assert (await table.give("take_seat", seat=2))["ok"]


async def test_tables_are_listed_in_pages_and_a_person_makes_only_so_many(tmp_path: Path) -> None:
    async with running(config_for(tmp_path, tables_per_person=2)) as house:
        bo = await house.guest()
        whole = (await bo.get("/api/tables")).json()["tables"]
        first = (await bo.get("/api/tables", limit=2)).json()
        rest = (await bo.get("/api/tables", limit=200, after=first["tables"][-1]["id"])).json()
        assert (first["more"], rest["more"]) == (True, False)
        assert first["tables"] + rest["tables"] == whole
        made = [await bo.send("POST", "/api/tables", {"house": "wisconsin"}) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 409]
        assert made[-1].json()["code"] == "table/used_up"


async def test_the_operator_sets_limits_and_refills(tmp_path: Path) -> None:
    config = config_for(
        tmp_path, stake_max_cents=2000, refill_below_cents=200_000, refill_to_cents=300_000
    )
    async with running(config) as house:
        async with house.client() as nobody:
            said = (await nobody.get("/api/welcome")).json()
        assert said["first_chips_cents"] == config.first_chips_cents
        assert (said["refill_below_cents"], said["refill_to_cents"]) == (200_000, 300_000)
        assert said["refill_minutes"] == 60
        bo = await house.guest()
        assert (await bo.get("/api/refill")).json()["possible"]
        assert (await bo.send("POST", "/api/refill")).json()["account_cents"] == 300_000
        terms = (await bo.get("/api/refill")).json()
        assert (terms["possible"], terms["again_ms"] is None) == (False, False)
        async with bo.at("washington") as table:
            await table.give("take_seat", seat=1)
            await table.give("buy_chips", seat=1, cash_cents=20_000)
            await table.give("refuse_cut", seat=1)
            refused = await table.give("place_wagers", seat=1, initial_cents=2500)
            assert refused["code"] == "limit/stake"


@pytest.mark.parametrize(
    "wanted",
    [
        {"house": "/etc/passwd"},
        {"house": "nowhere"},
        {"house": "wisconsin", "decks": 5},
        {"house": "wisconsin", "title": "a\nb"},
        {"house": "wisconsin", "min_cents": 3},
        {"house": "wisconsin", "min_cents": 10**12},
    ],
)
async def test_a_table_that_cannot_be_played_is_refused(house: House, wanted: Any) -> None:
    bo = await house.guest()
    answer = await bo.send("POST", "/api/tables", wanted)
    assert (answer.status_code, answer.json()["code"]) == (400, "table/bad_settings"), answer.text


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"min_cents": 60_000}, "The minimum is above the maximum, 300.00 (WA limits)."),
        ({"max_cents": 100}, "The minimum is above the maximum, 1.00 (WA limits)."),
        ({"max_cents": 90_000}, "The maximum is above the authorised limit, 300.00 (WA limits)."),
        ({"min_cents": 501}, "The minimum is not a multiple of the wager step, 1.00 (WA limits)."),
    ],
)
async def test_wrong_limits_are_said_in_words(house: House, wanted: Any, words: str) -> None:
    bo = await house.guest()
    answer = await bo.send("POST", "/api/tables", {"house": "washington", **wanted})
    assert answer.json()["message"] == words


async def test_a_house_of_a_file_is_refused(house: House, tmp_path: Path) -> None:
    bo, file = await house.guest(), tmp_path / "mine.toml"
    file.write_bytes((Path(houses.__file__).parent / "wisconsin.toml").read_bytes())
    answer = await bo.send("POST", "/api/tables", {"house": str(file)[-64:]})
    assert answer.json()["code"] == "table/bad_settings"
    settings = TableSettings(house=str(file))
    made = await house.parts.casino.lobby.make(bo.person, settings)
    assert isinstance(made, ServiceRefusal)


async def test_nobody_can_ask_for_stacked_shoes(house: House) -> None:
    bo = await house.guest()
    answer = await bo.send("POST", "/api/tables", {"house": "wisconsin", "stacked": "x"})
    assert answer.status_code == 422


async def test_houses_rules_odds_and_par(house: House) -> None:
    async with house.client() as client:
        lines = {line["house"]: line for line in (await client.get("/api/houses")).json()["houses"]}
        assert lines["skycity"]["entry_age"] == 20
        assert {line["edge"] for line in lines.values()} == {
            str(odds_of(name).initial.house_edge) for name in lines
        }
        assert lines["washington"]["edge"] == "23138/993023"  # rulebook 4
        odds = (await client.get("/api/houses/washington/odds")).json()["answer"]
        assert odds["initial"]["house_edge"]["exact"] == "23138/993023"
        one = (await client.get("/api/houses/wisconsin")).json()
        assert (one["areas"]["first"], one["pays"]["war_tie"]) == ("initial", "10:1")
        assert (await client.get("/api/houses/nowhere")).status_code == 404
        assert one["edge"] == lines["wisconsin"]["edge"]
        example = (await client.get("/api/houses/wisconsin/example")).json()
        assert example["start"]["phase"] == "betting"
        assert example["events"][-1]["name"] == "round_completed"
        rules = await client.get("/api/houses/wisconsin/rules")
        assert rules.status_code == 200
        par = await client.get("/api/houses/washington/par")
        assert "2.3301 %" in par.text
        assert (await client.get("/api/houses/washington/odds?decks=99")).status_code == 422


# --- the record -----------------------------------------------------------------------------------


async def test_a_player_sees_their_own_rounds_in_every_form(house: House) -> None:
    bo, ann = await house.guest("Bo"), await house.guest("Ann")
    played = await play_round(bo)
    found = (await bo.get("/api/rounds")).json()
    assert [one["id"] for one in found["rounds"]] == [played]
    shown = (await bo.get(f"/api/rounds/{played}")).json()["found"]
    assert shown["events"]
    text = await bo.get(f"/api/rounds/{played}/text")
    assert played in text.text
    file = await bo.get(f"/api/rounds/{played}/file")
    assert file.text.startswith("format = ")
    answer = await bo.get(f"/api/rounds/{played}/steps")
    steps = answer.json()["found"]
    assert len(steps["steps"]) >= len(shown["events"])
    known = {"if-none-match": answer.headers["etag"]}
    async with bo.client(**known) as client:
        again = await client.get(f"/api/rounds/{played}/steps")
    assert (again.status_code, again.content) == (304, b"")
    async with house.client(**known) as client:  # a stranger sees another answer
        assert (await client.get(f"/api/rounds/{played}/steps")).status_code == 200
    rows = list(csv.DictReader(io.StringIO((await bo.get("/api/rounds.csv")).text)))
    assert len(rows) == 1
    assert (await ann.get(f"/api/rounds/{played}/rack")).status_code == 403
    assert (await ann.get("/api/rounds")).json()["rounds"] == []
    assert (await ann.get("/api/rounds", person=bo.person)).status_code == 403


async def test_a_round_has_one_name_wherever_it_is_told(house: House) -> None:
    """Before, a table by link told nobody how its rounds are named in the list."""
    bo = await house.guest("Bo")
    made = await bo.send("POST", "/api/tables", {"house": "wisconsin", "public": False})
    link = made.json()["table"]["id"]
    for table in ("washington", link):
        played = await play_round(bo, table)
        assert (await bo.get("/api/rounds")).json()["rounds"][0]["id"] == played
        line = (await bo.get(f"/api/tables/{table}")).json()["table"]
        assert f"{line['rounds']}-1" == played
        assert (link in played) is False
        assert (await bo.get(f"/api/rounds/{played}/steps")).json()["found"]["id"] == played
        [row, *_] = csv.DictReader(io.StringIO((await bo.get("/api/rounds.csv")).text))
        assert row["Round"] == played


async def test_a_round_can_be_shared_with_anybody(house: House) -> None:
    bo = await house.guest("Bo Baker")
    played = await play_round(bo)
    async with house.client() as stranger:
        for form in ("", "/text", "/file", "/steps"):
            answer = await stranger.get(f"/api/rounds/{played}{form}")
            assert answer.status_code == 200, form
            assert "Baker" not in answer.text
            assert bo.person not in answer.text
        steps = (await stranger.get(f"/api/rounds/{played}/steps")).json()["found"]
        assert [hand["name"] for hand in steps["hands"]] == ["Seat 1"]
        assert (await stranger.get(f"/api/rounds/{played}/rack")).status_code == 401
        assert (await stranger.get("/api/rounds/washington-99/steps")).status_code == 404
    assert "Baker" in (await bo.get(f"/api/rounds/{played}/steps")).text


async def test_staff_see_the_whole_record(house: House) -> None:
    bo = await house.guest("Bo")
    played = await play_round(bo)
    eye = await staff(house, Role.SURVEILLANCE)
    found = (await eye.get("/api/rounds", person=bo.person, table="washington")).json()
    assert [one["id"] for one in found["rounds"]] == [played]
    for path in ("/api/notes", "/api/returns", "/api/held", "/api/players.csv",
                 f"/api/rounds/{played}/rack",
                 "/api/tables/washington/rack", f"/api/persons/{bo.person}/statement"):  # fmt: skip
        answer = await eye.get(path)
        assert answer.status_code == 200, (path, answer.text)
    record = (await eye.get("/api/tables/washington/record")).content
    assert verify_export(record).fault is None
    assert (await bo.get("/api/tables/washington/record")).content == record


# --- staff ----------------------------------------------------------------------------------------


async def test_an_administrator_grants_a_role_and_it_counts_at_once(house: House) -> None:
    boss, bo = await signed_in(house, "boss"), await house.guest("Bo")
    await bo.send("POST", "/api/account", {"sign_in": "bobo", "passphrase": PASSPHRASE})
    async with bo.at("washington") as table:
        await table.send({"type": "ask", "id": "1", "ask": "due"})
        assert (await table.until("answer", id="1"))["code"] == "role/not_allowed"
        roles = {"roles": ["player", "dealer"], "reason": "passed the test"}
        path = f"/api/persons/{bo.person}/roles"
        assert (await bo.send("PUT", path, roles)).status_code == 403
        granted = await boss.send("PUT", path, roles)
        assert granted.json()["person"]["roles"] == ["dealer", "player"], granted.text
        assert (await table.until("goodbye"))["reason"] == "signed_out"
    assert (await bo.get("/api/me")).status_code == 401  # no token from before carries the role
    bo = await signed_in(house, "bobo")
    async with bo.at("washington") as table:
        await table.send({"type": "ask", "id": "2", "ask": "due"})
        assert (await table.until("answer", id="2"))["ok"]
        until_ms = house.parts.clock.now_ms() + 3_600_000
        past = roles | {"ends": {"dealer": 1}}
        refused = await boss.send("PUT", path, past)
        assert (refused.status_code, refused.json()["code"]) == (400, "role/bad_end")
        assert (await boss.send("PUT", path, roles | {"ends": {"dealer": until_ms}})).is_success
        assert (await bo.get("/api/me")).json()["role_ends"] == {"dealer": until_ms}
        listed = (await boss.get("/api/persons", staff=True)).json()
        assert (listed["staff"], listed["accounts"], listed["next"]) == (2, 2, None)
        [shown, root] = listed["persons"]
        assert (shown["sign_in"], shown["role_ends"]) == ("bobo", {"dealer": until_ms})
        change = shown["changed"]
        assert (change["by"], change["reason"]) == ("boss", "passed the test")
        assert (root["sign_in"], root["changed"]) == ("boss", None)  # made on the command line
        assert (await boss.get("/api/persons", staff=True, prefix="x")).json()["persons"] == []
        fewer = {"roles": ["player"], "reason": "moved on"}
        assert (await boss.send("PUT", path, fewer)).status_code == 200
        await table.send({"type": "ask", "id": "3", "ask": "due"})
        assert (await table.until("answer", id="3"))["code"] == "role/not_allowed"
        listed = (await boss.get("/api/persons", prefix="bo", limit=1)).json()
        assert [one["sign_in"] for one in listed["persons"]] == ["bobo"]
        assert listed["next"] == "bobo"
        out = await boss.send("POST", f"/api/persons/{bo.person}/sign-out-everywhere")
        assert out.status_code == 200
        assert (await table.until("goodbye"))["reason"] == "signed_out"
    notes = house.parts.store.notes
    [_, _, note] = await notes(NoteQuery(kind="roles_changed"))
    assert (note.note.actor, note.note.data["reason"]) == (boss.person, "passed the test")


async def test_an_administrator_suspends_somebody_and_lets_them_in_again(house: House) -> None:
    boss, bo = await signed_in(house, "boss"), await house.guest("Bo")
    account = {"sign_in": "bobo", "passphrase": PASSPHRASE}
    await bo.send("POST", "/api/account", account)
    path = f"/api/persons/{bo.person}"
    why = {"reason": "guessed at other people's tables"}
    assert (await bo.send("POST", f"{path}/suspend", why)).status_code == 403
    own = await boss.send("POST", f"/api/persons/{boss.person}/suspend", why)
    assert own.json()["code"] == "role/not_allowed"
    async with bo.at("washington") as table:
        assert (await boss.send("POST", f"{path}/suspend", {})).json()["code"].endswith("needed")
        shown = (await boss.send("POST", f"{path}/suspend", why)).json()["person"]
        assert shown["suspended"] == why["reason"]
        assert (await table.until("goodbye"))["reason"] == "signed_out"
    async with house.client() as client:
        stopped = await client.post("/api/sign-in", json=account)
        assert (stopped.status_code, stopped.json()["code"]) == (403, "person/suspended")
        wrong = await client.post("/api/sign-in", json={**account, "passphrase": "wrong wrong"})
        assert wrong.json()["code"] == "person/wrong_passphrase"  # a stranger learns nothing
        await boss.send("POST", f"{path}/reinstate", {"reason": "an apology"})
        assert (await client.post("/api/sign-in", json=account)).status_code == 200
    kinds = [note.note.kind for note in await house.parts.store.notes(NoteQuery())]
    assert kinds[:2] == ["reinstated", "suspended"]


async def test_whoever_is_suspended_leaves_their_seat_with_their_chips(house: House) -> None:
    """Planted once: they kept the seat, and their chips stayed at the table."""
    boss, bo = await signed_in(house, "boss"), await house.guest("Bo")
    async with bo.at("washington") as table:
        assert (await table.give("take_seat", seat=1))["ok"]
        assert (await table.give("buy_chips", seat=1, cash_cents=20_000))["ok"]
    await boss.send("POST", f"/api/persons/{bo.person}/suspend", {"reason": "noise"})
    host, balance = await house.parts.casino.host("washington"), house.parts.casino.cashier.balance
    async with asyncio.timeout(10):
        while host.table.state.seats:
            await asyncio.sleep(0.01)
    assert (await balance(bo.person)).account_cents == 100_000


async def test_a_guest_who_is_suspended_is_kept_out(house: House) -> None:
    """A guest cannot sign in again: their token must be worth nothing."""
    boss, bo = await signed_in(house, "boss"), await house.guest("Bo")
    await boss.send("POST", f"/api/persons/{bo.person}/suspend", {"reason": "noise"})
    assert (await bo.get("/api/me")).status_code == 401


async def test_an_administrator_resets_a_passphrase(house: House) -> None:
    boss, bo = await signed_in(house, "boss"), await house.guest("Bo")
    path, why = f"/api/persons/{bo.person}/reset-passphrase", {"reason": "forgotten"}
    assert (await boss.send("POST", path, why)).json()["code"] == "person/no_account"
    await bo.send("POST", "/api/account", {"sign_in": "bobo", "passphrase": PASSPHRASE})
    assert (await bo.send("POST", path, why)).status_code == 403
    new = (await boss.send("POST", path, why)).json()["passphrase"]
    assert (await bo.get("/api/me")).status_code == 401
    async with house.client() as client:
        old = {"sign_in": "bobo", "passphrase": PASSPHRASE}
        assert (await client.post("/api/sign-in", json=old)).status_code == 401
        given = {"sign_in": "bobo", "passphrase": new}
        assert (await client.post("/api/sign-in", json=given)).status_code == 200


async def test_staff_do_not_act_where_they_sit(house: House) -> None:
    """Before: a floorperson could void the round that they were losing."""
    boss, flo = await signed_in(house, "boss"), await house.guest("Flo")
    await flo.send("POST", "/api/account", {"sign_in": "flo", "passphrase": PASSPHRASE})
    roles = {"roles": ["player", "floorperson"], "reason": "trained"}
    await boss.send("PUT", f"/api/persons/{flo.person}/roles", roles)
    flo = await signed_in(house, "flo")
    async with flo.at("washington", offers=True) as table:
        assert (await table.give("take_seat", seat=1))["ok"]
        told = [frame for frame in table.frames if frame["type"] == "offers"][-1]
        offered = {offer["command"] for offer in told["offers"]}
        assert "leave_seat" in offered
        assert "close_table" not in offered
        close = {"command": "close_table"}
        await table.send({"type": "command", "id": "x", "command": close, "reason": "I lose"})
        refused = await table.until("answer", id="x")
        assert refused["code"] == "role/not_allowed"
        assert "You are seated at this table" in refused["message"]
        assert (await table.give("leave_seat", seat=1))["ok"]


async def test_an_administrator_gives_play_chips_with_a_reason(house: House) -> None:
    boss, bo = await signed_in(house, "boss"), await house.guest("Bo")
    path = f"/api/persons/{bo.person}/grant"
    assert (await bo.send("POST", path, {"id": "1", "cents": 1, "reason": "me"})).status_code == 403
    assert (await boss.send("POST", path, {"id": "2", "cents": 1, "reason": ""})).status_code == 400
    wanted = {"id": "3", "cents": 500, "reason": "a lost evening"}
    await boss.send("POST", path, wanted)
    given = await boss.send("POST", path, wanted)  # the answer was lost
    assert given.json()["account_cents"] == 100_500


async def test_my_seats_are_told_wherever_they_are(house: House) -> None:
    bo, ana = await house.guest("Bo"), await house.guest("Ana")
    made = await ana.send("POST", "/api/tables", {"house": "wisconsin", "public": False})
    by_link = made.json()["table"]["id"]
    assert (await bo.get("/api/me/seats")).json()["seats"] == []
    async with bo.at("washington") as table, bo.at(by_link) as other:
        assert (await table.give("take_seat", seat=2))["ok"]
        assert (await table.give("buy_chips", seat=2, cash_cents=20_000))["ok"]
        [cutting] = (await bo.get("/api/me/seats")).json()["seats"]
        assert cutting["asked"] == "cut"
        await table.give("refuse_cut", seat=2)
        async with ana.at("washington") as across:  # or the round would be dealt at once
            assert (await across.give("take_seat", seat=3))["ok"]
            assert (await table.give("place_wagers", seat=2, initial_cents=1000))["ok"]
            assert (await other.give("take_seat", seat=7))["ok"]  # no chips yet
            seats = (await bo.get("/api/me/seats")).json()["seats"]
            told = {one["table"]["id"]: one for one in seats}
            assert len(seats) == len(told) == 2
            here, there = told["washington"], told[by_link]
            assert (here["seat"], here["chips_cents"], here["layout_cents"]) == (2, 19_000, 1000)
            assert (here["table"]["house"], here["table"]["yours"]) == ("washington", False)
            assert (there["seat"], there["chips_cents"], there["layout_cents"]) == (7, 0, 0)
            assert (here["asked"], here["left_ms"]) == (None, None)  # he has bet, she has not
            [hers] = (await ana.get("/api/me/seats")).json()["seats"]
            assert (hers["table"]["id"], hers["seat"], hers["asked"]) == ("washington", 3, "bet")
            assert hers["left_ms"] > 0
        assert (await other.give("leave_seat", seat=7))["ok"]
    [left] = (await bo.get("/api/me/seats")).json()["seats"]
    assert left["table"]["id"] == "washington"
    async with house.client() as nobody:
        assert (await nobody.get("/api/me/seats")).status_code == 401
