"""What people read when something is refused, and the page at ``/``."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.roles import Action, Role, not_allowed_to_do
from tests.service.http.kit import House, config_for, running
from tests.service.http.test_routes import PASSPHRASE, play_round, staff

SIGN_IN_RULE = (
    "A sign-in name has 3 to 40 characters: the letters a to z, digits, and . _ @ + -."
    " It starts with a letter or a digit."
)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(config_for(tmp_path)) as house:
        yield house


@pytest.mark.parametrize(
    ("method", "path", "body", "says"),
    [
        ("PATCH", "/api/me", b'{"nobody": 1}', "nobody is not a known field."),
        ("PATCH", "/api/me", b'{"name": 1}', "name must be text."),
        ("PATCH", "/api/me", b'{"age_years": "18"}', "age_years must be a whole number."),
        ("PATCH", "/api/me", b'{"age_years": -1}', "age_years must be at least 0."),
        ("PATCH", "/api/me", b"{", "The body is not JSON."),
        ("PATCH", "/api/me", b"[]", "The body must be a JSON object."),
        ("PATCH", "/api/me", b"", "The body is missing."),
        ("POST", "/api/sign-in", b'{"sign_in": "bobo"}', "passphrase is missing."),
        ("POST", "/api/tables", b'{"house": "skycity", "speed": "slower"}',
         "speed must be relaxed, normal, fast, slow or none."),
        ("POST", "/api/tables", b'{"house": "skycity", "public": 1}',
         "public must be true or false."),
        ("GET", "/api/tables/%00", b"", "table is not the id of a table."),
        ("GET", "/api/rounds?person=bo", b"", "person is not the id of a person."),
        ("GET", "/api/rounds?limit=201", b"", "limit must be at most 200."),
        ("GET", "/api/rounds?limit=x", b"", "limit must be a whole number."),
        ("GET", "/api/rounds?tabel=x", b"", "tabel is not a known parameter; did you mean table?"),
        ("GET", "/api/rounds?table=skycity&Limit=5", b"",
         "Limit is not a known parameter; did you mean limit?"),
        ("GET", "/api/rounds?limit=1&limit=2", b"", "limit is given twice."),
        ("GET", "/api/me?zzz=1", b"", "zzz is not a known parameter."),
        ("GET", "/api/me?=1", b"", "A name that is empty is not a known parameter."),
        ("GET", "/api/me?%0a%ed%a0%80=1", b"", "\\n��� is not a known parameter."),
        ("POST", "/api/guest?name=Bo", b"", "name is not a known parameter."),
        ("PUT", "/api/me/limits/zzz", b'{"value": 1}',
         "limit must be stake_cents, day_loss_cents, day_minutes or session_minutes."),
        ("GET", "/api/notes", b"",
         "Seeing significant events needs the role floorperson or surveillance."),
        ("POST", "/api/account", b'{"sign_in": "bo", "passphrase": "four quiet ducks swim"}',
         SIGN_IN_RULE),
        ("GET", "/api/rounds?table=zzz", b"", "There is no table zzz."),
        ("GET", "/api/rounds.csv?table=zzz", b"", "There is no table zzz."),
    ],
)  # fmt: skip
async def test_refusals_are_plain(
    house: House, method: str, path: str, body: bytes, says: str
) -> None:
    bo = await house.guest()
    async with bo.client(**{"content-type": "application/json"}) as client:
        answer = await client.request(method, path, content=body)
    assert answer.json()["message"] == says


def test_every_right_has_words() -> None:
    for action in Action:
        refusal = not_allowed_to_do((), action)
        assert refusal is not None
        assert "_" not in refusal.sentence


async def test_a_seat_of_somebody_else_is_not_for_you(house: House) -> None:
    bo = await house.guest()
    async with bo.at("washington") as table:
        answer = await table.give("leave_seat", seat=1)
        assert answer["message"] == "Only the player of seat 1 may do that."
        await table.give("take_seat", seat=1)
        answer = await table.give("buy_chips", seat=1, cash_cents=0)
        assert "from 0.01 to 10,000,000,000.00" in answer["message"]
        await table.send({"type": "zzz"})
        assert (await table.until("answer"))["message"] == 'There is no message of type "zzz".'


async def test_a_break_and_a_passphrase(house: House) -> None:
    bo = await house.guest()
    await bo.send("POST", "/api/account", {"sign_in": "bobo", "passphrase": PASSPHRASE})
    said = await bo.send("PATCH", "/api/me", {"new_passphrase": "another one entirely"})
    assert (said.status_code, said.json()["message"]) == (
        401,
        "Send your current passphrase as old_passphrase.",
    )
    until_ms = house.parts.clock.now_ms() + 60_000
    assert (await bo.send("POST", "/api/me/break", {"until_ms": until_ms})).status_code == 200
    said = await bo.send("POST", "/api/refill")
    assert said.json()["message"] == "You are taking a break; there is no refill."


async def test_an_unknown_kind_of_note_is_refused(house: House) -> None:
    eye = await staff(house, Role.SURVEILLANCE)
    answer = await eye.get("/api/notes", kind="zzz")
    assert (answer.status_code, answer.json()["code"]) == (400, "record/bad_search")
    assert "large_win" in answer.json()["message"]


# --- titles and the page --------------------------------------------------------------------------


async def test_a_title_is_shown_in_the_view_and_in_past_rounds(house: House) -> None:
    bo = await house.guest()
    wanted = {"house": "washington", "title": "Friday night"}
    made: Any = (await bo.send("POST", "/api/tables", wanted)).json()
    assert made["view"]["title"] == "Friday night"
    played = await play_round(bo, made["table"]["id"])
    [found] = (await bo.get("/api/rounds")).json()["rounds"]
    assert found["title"] == "Friday night"
    assert "Friday night" in (await bo.get(f"/api/rounds/{played}/text")).text
    steps = (await bo.get(f"/api/rounds/{played}/steps")).json()["found"]
    assert {step["view"]["title"] for step in steps["steps"]} == {"Friday night"}


async def test_the_page_for_a_missing_client_says_where_to_go(house: House) -> None:
    async with house.client() as client:
        page = (await client.get("/")).text
        for part in ("make play", "casinowar play", "/docs"):
            assert part in page, part
        head = await client.head("/")
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"].startswith("text/html")
