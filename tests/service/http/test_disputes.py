"""A dispute over HTTP: opened by a player, signed by three people, taken away and replayed.

Planted once and caught here: a second reader who is the first, a floor that decides what it read,
a player who sees the decision before it is confirmed, an export that ends before its round, a
claimant or a dealer who decides, a fill that counts as a part of the round, and a file about a
wager that can still be taken back.
"""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from casinowar.cards import Card
from casinowar.cli.main import main
from casinowar.houses import load_house
from casinowar.service.http.offline_admin import create_administrator
from casinowar.service.people.people import OPERATOR
from casinowar.service.roles import Role
from casinowar.service.tables.shoes import StackedShoes
from casinowar.table.shoe import Stack
from tests.browser.shoes import stack, stretch
from tests.service.http.kit import QUICK_HASHES, Guest, House, config_for, running
from tests.service.http.test_floor_desk import act
from tests.service.http.test_real_cards import Referee, opened
from tests.service.http.test_routes import PASSPHRASE

CUT = 100
CLAIM = "War won: 30 was owed, 20 came"


def war_won() -> StackedShoes:
    """A shoe in which seat 1 ties and wins the war, if it is cut there."""
    cards = stack(6, [stretch(load_house("washington"), ["war_won"])], every=40, first=CUT)
    return StackedShoes.of([Stack(tuple(map(Card, cards)))])


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    config = config_for(tmp_path)
    await create_administrator(config, "boss", PASSPHRASE, QUICK_HASHES)
    async with running(config, war_won()) as house:
        yield house


async def staff(house: House, name: str, *roles: Role) -> Guest:
    guest = await house.guest(name)
    body = {"sign_in": name.lower(), "passphrase": PASSPHRASE}
    assert (await guest.send("POST", "/api/account", body)).status_code == 200
    await house.parts.casino.persons.set_roles(OPERATOR, guest.person, set(roles), "for a test")
    return guest


async def washington(house: House, name: str = "washington") -> str:
    """The id of a house's table with the given shoe."""
    tables = (await (await house.guest("x")).get("/api/tables")).json()["tables"]
    [table] = [one["id"] for one in tables if one["id"].startswith(f"{name}-stacked")]
    return str(table)


async def bet(guest: Guest, table: str, *, war: bool = True) -> None:
    """Bet 10 in seat 1, and go to war on the tie."""
    async with guest.at(table) as client:
        for command, fields in (
            ("take_seat", {}),
            ("buy_chips", {"cash_cents": 20_000}),
            ("place_wagers", {"initial_cents": 1000}),
        ):
            answer = await client.give(command, seat=1, **fields)
            if command == "buy_chips":
                await client.give("take_cut", seat=1, cards=CUT)
            assert answer["ok"], answer
        if war:
            assert (await client.give("go_to_war", seat=1))["ok"]


def claim(table: str, **changes: Any) -> dict[str, Any]:
    return {"table": table, "round": 1, "seat": 1, "claim": CLAIM, **changes}


async def post(guest: Guest, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = await guest.send("POST", path, body)
    return answer.status_code, answer.json()


async def test_from_the_call_to_the_file_that_replays(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await washington(house)
    bo = await house.guest("Bo")
    await bet(bo, table)
    noor = await staff(house, "Noor", Role.SURVEILLANCE)
    flo = await staff(house, "Flo", Role.FLOORPERSON)
    eve = await staff(house, "Eve", Role.SURVEILLANCE)

    status, opened = await post(bo, "/api/disputes", **claim(table, paid_cents=2000))
    assert (status, opened["found"]["id"], opened["found"]["state"]) == (200, "D-1", "opened")
    _, again = await post(bo, "/api/disputes", **claim(table))
    assert again["found"]["id"] == "D-1"

    file = (await noor.get("/api/disputes/D-1")).json()["found"]
    assert (file["name"], file["claim"], file["may"]) == ("Bo", CLAIM, ["read"])
    sheet = file["sheet"]
    # the first wager and the war wager go back, and one unit is paid (WA 4cii1a)
    assert {line["wager"]: line["owed_cents"] for line in sheet["lines"]} == {
        "initial": 1000,
        "war": 2000,
    }
    assert (sheet["owed_cents"], sheet["paid_cents"], sheet["difference_cents"]) == (3000, 3000, 0)
    assert sheet["fault"] is None
    assert sheet["words"] == (
        "The engine says: 30.00 was owed, 30.00 came back, nothing is missing."
        " The player says 20.00 came back: 10.00 is missing."
    )

    # nobody takes a step before its time
    assert (await post(flo, "/api/disputes/D-1/decide", words="x", pay_cents=0))[0] == 409
    assert (await post(eve, "/api/disputes/D-1/confirm", words="x", agrees=True))[0] == 409
    words = "the record is right"
    status, file = await post(noor, "/api/disputes/D-1/read", words=words)
    assert (status, file["found"]["state"]) == (200, "read")
    assert file["found"]["steps"][-1]["owed_cents"] == 3000
    assert (await post(noor, "/api/disputes/D-1/read", words=words))[0] == 409
    for empty in ("", "   ", "two\nlines"):
        status, refused = await post(flo, "/api/disputes/D-1/decide", words=empty, pay_cents=0)
        assert (status, refused["code"]) == (400, "role/reason_needed")
    told = "30 came back, nothing is owed"
    _, file = await post(flo, "/api/disputes/D-1/decide", words=told, pay_cents=0)
    assert file["found"]["state"] == "decided"
    [own] = (await bo.get("/api/disputes")).json()["disputes"]
    assert (own["state"], own["decision"]) == ("decided", None)

    for who, sentence in ((noor, "first reader"), (flo, "decided this dispute")):
        status, refused = await post(who, "/api/disputes/D-1/confirm", words="yes", agrees=True)
        assert (status, refused["code"]) == (409, "dispute/another_has_to_sign")
        assert sentence in refused["message"]
    # the second reader may send it back, and then the floor decides again
    status, file = await post(eve, "/api/disputes/D-1/confirm", words="say why", agrees=False)
    assert (status, file["found"]["state"], file["found"]["decision"]) == (200, "read", None)
    await post(flo, "/api/disputes/D-1/decide", words=told, pay_cents=0)
    _, file = await post(eve, "/api/disputes/D-1/confirm", words="I read the same", agrees=True)
    assert file["found"]["state"] == "confirmed"
    signed = [(step["what"], step["name"]) for step in file["found"]["steps"]]
    assert signed == [
        ("opened", "Bo"), ("read", "Noor"), ("decided", "Flo"), ("rejected", "Eve"),
        ("decided", "Flo"), ("confirmed", "Eve"),
    ]  # fmt: skip
    [own] = (await bo.get("/api/disputes")).json()["disputes"]
    assert (own["state"], own["decision"]) == ("confirmed", {"pay_cents": 0, "words": told})

    exported = await eve.get("/api/disputes/D-1/export")
    assert exported.headers["content-disposition"] == 'attachment; filename="D-1.zip"'
    with zipfile.ZipFile(io.BytesIO(exported.content)) as packed:
        packed.extractall(tmp_path / "file")
    folder = tmp_path / "file"
    kept = json.loads((folder / "dispute.json").read_text(encoding="utf-8"))
    names = {line.split("  ")[0] for line in (folder / "README.txt").read_text().splitlines()}
    assert names >= {one.name for one in folder.iterdir()} - {"README.txt"}
    assert kept["sheet"] == file["found"]["sheet"]
    capsys.readouterr()
    assert main(["replay", "--json", str(folder / "round.toml")]) == 0
    [seat] = json.loads(capsys.readouterr().out)["seats"]
    assert (seat["returned"], seat["outcome"]) == (sheet["owed_cents"], sheet["outcome"])
    assert main(["record", str(folder / "record.jsonl"), "--verify"]) == 0
    assert "1 round." in capsys.readouterr().out


async def test_a_dispute_is_opened_while_the_round_is_played_and_read_when_it_is_over(
    house: House,
) -> None:
    table = await washington(house)
    bo = await house.guest("Bo")
    await bet(bo, table, war=False)
    noor = await staff(house, "Noor", Role.SURVEILLANCE)
    assert (await post(bo, "/api/disputes", **claim(table)))[0] == 200
    file = (await noor.get("/api/disputes/D-1")).json()["found"]
    assert (file["sheet"], file["may"]) == (None, [])
    status, refused = await post(noor, "/api/disputes/D-1/read", words="early")
    assert (status, refused["code"]) == (409, "dispute/not_now")
    assert (await noor.get("/api/disputes/D-1/export")).status_code == 409
    async with bo.at(table) as client:
        await client.give("surrender_hand", seat=1)  # unless the clock did, on a slow machine
    file = (await noor.get("/api/disputes/D-1")).json()["found"]
    assert (file["sheet"]["outcome"], file["may"]) == ("surrender", ["read"])


async def test_only_a_hand_that_was_played_can_be_disputed_and_only_ones_own(house: House) -> None:
    table = await washington(house)
    bo, cy = await house.guest("Bo"), await house.guest("Cy")
    await bet(bo, table)
    for who, body, status, code in (
        (cy, {}, 403, "record/not_your_round"),
        (bo, {"seat": 2}, 404, "record/no_such_round"),
        (bo, {"round": 7}, 404, "record/no_such_round"),
        (bo, {"table": "nowhere"}, 404, "table/no_such_table"),
        (bo, {"claim": " "}, 400, "role/reason_needed"),
        (bo, {"paid_cents": -1}, 422, "service/bad_request"),
    ):
        answer = await post(who, "/api/disputes", **{**claim(table), **body})
        assert (answer[0], answer[1]["code"]) == (status, code)
    assert (await bo.get("/api/disputes")).json()["disputes"] == []
    flo = await staff(house, "Flo", Role.FLOORPERSON)
    status, opened = await post(flo, "/api/disputes", **claim(table))
    assert (status, opened["found"]["name"]) == (200, "Bo")
    [own] = (await bo.get("/api/disputes")).json()["disputes"]
    assert own["id"] == opened["found"]["id"]
    assert (await cy.get("/api/disputes")).json()["disputes"] == []


async def test_a_hand_has_one_open_file_however_many_open_it_at_once(house: House) -> None:
    table = await washington(house)
    bo, flo = await house.guest("Bo"), await staff(house, "Flo", Role.FLOORPERSON)
    await bet(bo, table)
    asking = [post(who, "/api/disputes", **claim(table)) for who in (bo, bo, flo, bo, flo)]
    assert {answer["found"]["id"] for _, answer in await asyncio.gather(*asking)} == {"D-1"}
    assert len((await flo.get("/api/disputes")).json()["disputes"]) == 1


async def test_a_wager_that_is_not_dealt_yet_is_no_hand(house: House) -> None:
    """It was taken back, the round was dealt without it, and nobody could open the file."""
    table = await washington(house)
    bo, cy = await house.guest("Bo"), await house.guest("Cy")
    async with bo.at(table) as one, cy.at(table) as two:
        for seat, client in ((1, one), (2, two)):
            assert (await client.give("take_seat", seat=seat))["ok"]
            assert (await client.give("buy_chips", seat=seat, cash_cents=20_000))["ok"]
        for seat, client in ((1, one), (2, two)):
            await client.give("refuse_cut", seat=seat)
        assert (await one.give("place_wagers", seat=1, initial_cents=1000))["ok"]
        status, refused = await post(bo, "/api/disputes", **claim(table))
        assert (status, refused["code"]) == (404, "record/no_such_round")


async def test_whoever_played_in_the_round_does_not_read_it(house: House) -> None:
    table = await washington(house)
    flo = await staff(house, "Flo", Role.FLOORPERSON, Role.PLAYER)
    await bet(flo, table)
    await post(flo, "/api/disputes", **claim(table))
    status, refused = await post(flo, "/api/disputes/D-1/read", words="mine")
    assert (status, refused["code"]) == (409, "dispute/another_has_to_sign")


async def test_whoever_played_in_the_round_does_not_decide_it(house: House) -> None:
    """The claimant paid themselves what they liked."""
    table = await washington(house)
    flo = await staff(house, "Flo", Role.FLOORPERSON, Role.PLAYER)
    await bet(flo, table)
    sol = await staff(house, "Sol", Role.FLOORPERSON)
    await post(sol, "/api/disputes", **claim(table))  # for Flo: the file is Flo's
    assert (await post(sol, "/api/disputes/D-1/read", words="I read it"))[0] == 200
    assert (await flo.get("/api/disputes/D-1")).json()["found"]["may"] == []
    status, refused = await post(flo, "/api/disputes/D-1/decide", words="mine", pay_cents=99999)
    assert (status, refused["code"]) == (409, "dispute/another_has_to_sign")
    assert refused["message"] == "You played or dealt in this round: somebody else must decide."
    kim = await staff(house, "Kim", Role.FLOORPERSON)
    assert (await post(kim, "/api/disputes/D-1/decide", words="nothing", pay_cents=0))[0] == 200


async def test_whoever_dealt_the_round_does_not_decide_it_and_whoever_voided_it_may(
    house: House,
) -> None:
    flo = await staff(house, "Flo", Role.FLOORPERSON)
    sol = await staff(house, "Sol", Role.FLOORPERSON)
    dee = await staff(house, "Dee", Role.FLOORPERSON, Role.DEALER)
    table = await opened(flo)
    stand_in = {"id": "s1", "seat": 1, "name": "Ines", "cash_cents": 20_000}
    assert (await dee.send("POST", f"/api/tables/{table}/stand-ins", stand_in)).status_code == 201
    async with dee.at(table) as dealing, flo.at(table) as floor:
        referee = Referee(dealing, floor)
        await referee.steps_to("burn_card")
        await referee.must("burn_card")
        await referee.must("place_wagers", seat=1, initial_cents=2500)
        await referee.must("announce_no_more_bets")
        await referee.must("deal_card", "7?", seat=1)
        fill = {"command": "fill_tray", "amount_cents": 100_000}
        slip: dict[str, Any] = {"command": fill, "count": {"100000": 1}, "reason": "few chips left"}
        _, sent = await post(sol, f"/api/tables/{table}/slips", **slip)
        path = f"/api/tables/{table}/slips/{sent['slip']['id']}/count"
        assert (await post(dee, path, count=slip["count"]))[1]["slip"]["state"] == "done"
        assert (await act(flo, table, {"command": "void_round"})).status_code == 200
        await referee.must("rack_cards")
    await post(sol, "/api/disputes", **claim(table))
    read, decide = "/api/disputes/D-1/read", "/api/disputes/D-1/decide"
    for acted in (flo, dee):
        status, refused = await post(acted, read, words="I was there")
        assert (status, refused["code"]) == (409, "dispute/another_has_to_sign")
        assert refused["message"].startswith("You played, dealt or acted in this round: somebody")
    assert (await post(sol, read, words="a fill is no part of the round"))[0] == 200
    assert (await dee.get("/api/disputes/D-1")).json()["found"]["may"] == []
    status, refused = await post(dee, decide, words="I dealt it", pay_cents=0)
    assert (status, refused["code"]) == (409, "dispute/another_has_to_sign")
    assert (await post(flo, decide, words="voided, so nothing is owed", pay_cents=0))[0] == 200


async def test_the_floor_does_not_decide_what_it_read(house: House) -> None:
    table = await washington(house)
    bo = await house.guest("Bo")
    await bet(bo, table)
    await post(bo, "/api/disputes", **claim(table))
    flo = await staff(house, "Flo", Role.FLOORPERSON)
    assert (await post(flo, "/api/disputes/D-1/read", words="I read it"))[0] == 200
    status, refused = await post(flo, "/api/disputes/D-1/decide", words="mine", pay_cents=0)
    assert (status, refused["code"]) == (409, "dispute/another_has_to_sign")


ROLES = {
    "player": (Role.PLAYER,),
    "dealer": (Role.DEALER,),
    "floorperson": (Role.FLOORPERSON,),
    "surveillance": (Role.SURVEILLANCE,),
    "administrator": (Role.ADMINISTRATOR,),
    "nobody": (),
}
# method, path, body, and the roles that are not refused for their role
MAY: tuple[tuple[str, str, dict[str, Any] | None, str], ...] = (
    ("POST", "/api/disputes", {}, "player floorperson surveillance"),
    ("GET", "/api/disputes/D-1", None, "floorperson surveillance"),
    ("GET", "/api/disputes/D-1/export", None, "floorperson surveillance"),
    ("POST", "/api/disputes/D-1/read", {"words": "x"}, "floorperson surveillance"),
    ("POST", "/api/disputes/D-1/decide", {"words": "x", "pay_cents": 0}, "floorperson"),
    (
        "POST",
        "/api/disputes/D-1/confirm",
        {"words": "x", "agrees": True},
        "floorperson surveillance",
    ),
)  # fmt: skip


async def test_every_role_at_every_route_of_disputes(house: House) -> None:
    table = await washington(house)
    bo = await house.guest("Bo")
    await bet(bo, table)
    await post(bo, "/api/disputes", **claim(table))
    for name, roles in ROLES.items():
        who = await staff(house, name, *roles)
        before = (await (await staff(house, f"{name}-eye", Role.SURVEILLANCE)).get(
            "/api/disputes/D-1"
        )).json()["found"]["steps"]  # fmt: skip
        for method, path, body, may in MAY:
            given = claim(table) if body == {} else body
            answer = await who.send(method, path, given)
            refused = answer.headers["content-type"].startswith("application/json") and (
                answer.json().get("code") == "role/not_allowed"
            )
            assert refused is (name not in may.split()), (name, path, answer.text)
        listed = await who.get("/api/disputes")
        assert len(listed.json()["disputes"]) == (name in {"floorperson", "surveillance"})
        if name not in {"floorperson", "surveillance"}:
            eye = await staff(house, f"{name}-again", Role.SURVEILLANCE)
            after = (await eye.get("/api/disputes/D-1")).json()["found"]["steps"]
            assert after == before
    async with house.client() as nobody:
        for method, path, body, _ in MAY:
            answer = await nobody.request(method, path, json=body)
            assert answer.status_code in {401, 422}
