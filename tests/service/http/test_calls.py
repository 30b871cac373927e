"""Calls for the floor: who may call, what the desk sees, who takes and settles them.

Planted once and caught here: a second floorperson who takes the same call; a player who sees the
calls of others; a list that says 304 after a call was taken.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from casinowar.service.floor.calls import PER_TABLE
from casinowar.service.history.significant_events import begun
from casinowar.service.people.people import OPERATOR
from casinowar.service.roles import Role
from tests.service.http.kit import Guest, House, config_for, running
from tests.service.http.test_routes import PASSPHRASE, staff

TABLE = "washington"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(config_for(tmp_path)) as house:
        yield house


async def seated(house: House, name: str, seat: int) -> Guest:
    guest = await house.guest(name)
    async with guest.at(TABLE) as table:
        command = {"command": "take_seat", "seat": seat}
        await table.send({"type": "command", "id": f"sit {seat}", "command": command})
        assert (await table.until("answer", id=f"sit {seat}"))["ok"]
    return guest


async def hire(house: House, guest: Guest, *roles: Role) -> Guest:
    """Somebody who is here gets an account and roles."""
    sign_in = f"staff-{guest.person[-6:]}"
    body = {"sign_in": sign_in, "passphrase": PASSPHRASE}
    assert (await guest.send("POST", "/api/account", body)).status_code == 200
    await house.parts.casino.persons.set_roles(OPERATOR, guest.person, set(roles), "a test")
    return guest


def calling(kind: str = "dispute", words: str = "75 was owed") -> dict[str, object]:
    return {"kind": kind, "words": words}


async def test_a_call_from_a_seat_is_taken_and_settled(house: House) -> None:
    flo, bo = await staff(house, Role.FLOORPERSON), await seated(house, "Bo", 3)
    made = await bo.send("POST", f"/api/tables/{TABLE}/calls", calling())
    assert made.status_code == 201, made.text
    call = made.json()["call"]
    assert (call["state"], call["seat"], call["name"]) == ("open", 3, "Bo")
    assert call["title"] == "Washington State"
    [found] = (await flo.get("/api/calls")).json()["calls"]
    assert found == {**call, "yours": False}
    taken = (await flo.send("POST", f"/api/calls/{call['id']}/take", {})).json()["call"]
    assert (taken["state"], taken["taken_name"]) == ("taken", "floorperson")
    [own] = (await bo.get(f"/api/tables/{TABLE}/calls")).json()["calls"]
    assert (own["state"], own["yours"]) == ("taken", True)
    path = f"/api/calls/{call['id']}/done"
    without = await flo.send("POST", path, {})
    assert (without.status_code, without.json()["code"]) == (400, "role/reason_needed")
    done = (await flo.send("POST", path, {"outcome": "paid in full"})).json()["call"]
    assert (done["state"], done["done_name"], done["outcome"]) == (
        *("done", "floorperson", "paid in full"),
    )
    assert (await bo.get(f"/api/tables/{TABLE}/calls")).json()["calls"] == []
    [kept] = (await flo.get("/api/calls")).json()["calls"]
    assert kept["state"] == "done"
    settled, called = (await flo.get("/api/notes", table=TABLE, limit=2)).json()["notes"]
    assert called["words"] == f"Bo called the floor at {TABLE} about a dispute: 75 was owed."
    assert settled["words"].startswith("floorperson settled the call of Bo at")
    assert settled["words"].endswith(": paid in full.")


async def test_who_neither_deals_nor_sits_there_calls_nobody(house: House) -> None:
    path = f"/api/tables/{TABLE}/calls"
    for somebody in (
        await house.guest("Watcher"),
        await staff(house, Role.FLOORPERSON),
        await staff(house, Role.SURVEILLANCE),
        await staff(house, Role.ADMINISTRATOR),
    ):
        refused = await somebody.send("POST", path, calling())
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")
    dealer = await staff(house, Role.DEALER)
    made = (await dealer.send("POST", path, calling("cards", "second card face up"))).json()
    assert made["call"]["seat"] is None
    nowhere = await dealer.send("POST", "/api/tables/nowhere/calls", calling())
    assert nowhere.json()["code"] == "table/no_such_table"


@pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.SURVEILLANCE, Role.ADMINISTRATOR])
async def test_only_the_floor_answers(house: House, role: Role) -> None:
    bo, other = await seated(house, "Bo", 3), await staff(house, role)
    call = (await bo.send("POST", f"/api/tables/{TABLE}/calls", calling())).json()["call"]
    for end, body in (("take", {}), ("done", {"outcome": "mine"})):
        refused = await other.send("POST", f"/api/calls/{call['id']}/{end}", body)
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")
    seen = (await other.get("/api/calls")).status_code
    assert seen == (200 if role is Role.SURVEILLANCE else 403)
    at_table = (await other.get(f"/api/tables/{TABLE}/calls")).json()["calls"]
    assert len(at_table) == (1 if role in {Role.SURVEILLANCE, Role.DEALER} else 0)


async def test_of_two_who_take_a_call_one_does(house: House) -> None:
    flo, bo = await staff(house, Role.FLOORPERSON), await seated(house, "Bo", 3)
    second = await hire(house, await house.guest("Fay"), Role.FLOORPERSON)
    call = (await bo.send("POST", f"/api/tables/{TABLE}/calls", calling())).json()["call"]
    path = f"/api/calls/{call['id']}/take"
    both = await asyncio.gather(flo.send("POST", path, {}), second.send("POST", path, {}))
    assert sorted(answer.status_code for answer in both) == [200, 409]
    [lost] = [answer.json() for answer in both if answer.status_code == 409]
    assert lost["code"] == "call/taken"
    missing = await flo.send("POST", "/api/calls/no-such/take", {})
    assert (missing.status_code, missing.json()["code"]) == (404, "call/no_such_call")


async def test_calls_are_bounded(house: House) -> None:
    bo, path = await seated(house, "Bo", 3), f"/api/tables/{TABLE}/calls"
    assert (await bo.send("POST", path, calling("dispute"))).status_code == 201
    again = await bo.send("POST", path, calling("dispute"))
    assert (again.status_code, again.json()["code"]) == (409, "call/called_already")
    for kind in ("payment", "player"):
        assert (await bo.send("POST", path, calling(kind))).status_code == 201
    assert (await bo.send("POST", path, calling("other"))).status_code == 409
    async with bo.at("no-bonus") as elsewhere:  # nor do more tables take more calls
        sat = await elsewhere.give("take_seat", seat=3)
        assert sat["ok"], sat
    fourth = await bo.send("POST", "/api/tables/no-bonus/calls", calling("cards"))
    assert (fourth.status_code, fourth.json()["code"]) == (409, "call/called_already")
    assert fourth.json()["message"].startswith("You already have 3 open calls.")
    for bad in ("line\nbreak", "\u3164"):
        refused = await bo.send("POST", path, calling("cards", bad))
        assert (refused.status_code, refused.json()["code"]) == (400, "call/bad_words")
    answers = list[int]()
    for number in range(PER_TABLE):
        dealer = await hire(house, await house.guest(f"Dealer {number}"), Role.DEALER)
        answers.append((await dealer.send("POST", path, calling("cards"))).status_code)
    assert answers == [201] * (PER_TABLE - 3) + [409] * 3


async def test_of_calls_that_come_at_once_one_is_made(house: House) -> None:
    flo, bo = await staff(house, Role.FLOORPERSON), await seated(house, "Bo", 3)
    path = f"/api/tables/{TABLE}/calls"
    answers = await asyncio.gather(*[bo.send("POST", path, calling()) for _ in range(6)])
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
    assert len((await flo.get("/api/calls")).json()["calls"]) == 1


async def test_whoever_has_the_list_is_told_so(house: House) -> None:
    flo, bo = await staff(house, Role.FLOORPERSON), await seated(house, "Bo", 3)

    async def ask(tag: str) -> tuple[int, str]:
        async with house.client(flo.token, **{"if-none-match": tag}) as client:
            answer = await client.get("/api/calls")
        return answer.status_code, answer.headers["etag"]

    status, tag = await ask("")
    assert (status, await ask(tag)) == (200, (304, tag))
    call = (await bo.send("POST", f"/api/tables/{TABLE}/calls", calling())).json()["call"]
    status, after = await ask(tag)
    assert (status, await ask(after)) == (200, (304, after))
    await flo.send("POST", f"/api/calls/{call['id']}/take", {})
    assert (await ask(after))[0] == 200


@pytest.mark.parametrize(
    ("kind", "words", "told"),
    [
        ("chips", "", "ana called the floor at washington about chips."),
        (
            "cards",
            "two at once",
            "ana called the floor at washington about the cards: two at once.",
        ),
        ("other", "", "ana called the floor at washington."),
    ],
)
async def test_the_log_tells_a_call_in_one_sentence(
    house: House, kind: str, words: str, told: str
) -> None:
    """The name stays as it is: it had become "Ana", with the kind of call behind a comma."""
    ana, flo = await seated(house, "ana", 3), await staff(house, Role.FLOORPERSON)
    await ana.send("POST", f"/api/tables/{TABLE}/calls", calling(kind, words))
    [called] = (await flo.get("/api/notes", kind="floor_called")).json()["notes"]
    assert called["words"] == told


@pytest.mark.parametrize(
    ("words", "name", "told"),
    [
        ("vic deals from now on", "vic", "vic deals from now on"),
        ("somebody was suspended", "", "Somebody was suspended"),
    ],
)
def test_a_sentence_begins_with_a_capital_or_a_name_as_it_is(
    words: str, name: str, told: str
) -> None:
    assert begun(words, name) == told


async def test_nobody_answers_a_call_where_they_sit(house: House) -> None:
    bo, flo = await seated(house, "Bo", 3), await seated(house, "Flo", 4)
    await hire(house, flo, Role.FLOORPERSON, Role.PLAYER)
    call = (await bo.send("POST", f"/api/tables/{TABLE}/calls", calling())).json()["call"]
    for end, body in (("take", {}), ("done", {"outcome": "mine"})):
        refused = await flo.send("POST", f"/api/calls/{call['id']}/{end}", body)
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")


async def test_nobody_answers_their_own_call(house: House) -> None:
    """A floorperson stood up and settled the call that they had made from their seat."""
    flo = await seated(house, "Flo", 4)
    await hire(house, flo, Role.FLOORPERSON, Role.PLAYER)
    call = (await flo.send("POST", f"/api/tables/{TABLE}/calls", calling())).json()["call"]
    async with flo.at(TABLE) as table:
        assert (await table.give("leave_seat", seat=4))["ok"]
    for end, body in (("take", {}), ("done", {"outcome": "paid to me"})):
        refused = await flo.send("POST", f"/api/calls/{call['id']}/{end}", body)
        assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")
        assert refused.json()["message"].startswith("You made this call.")
    other = await hire(house, await house.guest("Sol"), Role.FLOORPERSON)
    done = await other.send("POST", f"/api/calls/{call['id']}/done", {"outcome": "nothing owed"})
    assert done.status_code == 200


async def test_a_call_outlives_the_service(tmp_path: Path) -> None:
    config = config_for(tmp_path)
    async with running(config) as house:
        bo = await seated(house, "Bo", 3)
        flo = await staff(house, Role.FLOORPERSON)
        await bo.send("POST", f"/api/tables/{TABLE}/calls", calling())
    async with running(config) as again:
        [call] = (await Guest(again, flo.token, flo.person).get("/api/calls")).json()["calls"]
    assert (call["name"], call["words"]) == ("Bo", "75 was owed")
