"""What holds for every request: origin, size, rate, errors in one form, headers, logs.

Planted once and caught here: no Origin check for PATCH, a 500 that shows its exception, a log line
with a token, a body limit that trusts Content-Length.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from casinowar.service.http.logs import HIDDEN, hide_secrets
from casinowar.service.http.requests import connection_limits
from casinowar.service.http.requests.caller import COOKIE, SECURE_COOKIE
from casinowar.service.http.routes import operation
from casinowar.service.http.wiring import NAME_ATTEMPTS
from casinowar.store import measured
from casinowar.store.interface import StoreError
from tests.service.http.kit import House, config_for, running


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(config_for(tmp_path)) as house:
        yield house


LOOPBACK = ("127.0.0.1", "::1")


def is_error(body: Any, code: str) -> None:
    assert body["ok"] is False
    assert body["code"] == code
    assert isinstance(body["message"], str)
    assert body["message"].endswith(".")


CHANGES = [
    ("PATCH", "/api/me", {"name": "Ann"}),
    ("POST", "/api/refill", None),
    ("POST", "/api/tables", {"house": "wisconsin"}),
    ("PUT", "/api/me/limits/stake_cents", {"value": 1}),
    ("POST", "/api/sign-out-everywhere", None),
    ("POST", "/api/guest", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
async def test_a_cookie_changes_nothing_for_a_foreign_page(
    house: House, method: str, path: str, body: Any
) -> None:
    bo = await house.guest()
    before = (await bo.get("/api/me")).json()
    async with house.client(cookie=f"{COOKIE}={bo.token}") as client:
        for origin in ("https://evil.example", "null", None, house.url + ".evil.example"):
            headers = {} if origin is None else {"origin": origin}
            answer = await client.request(method, path, json=body, headers=headers)
            assert answer.status_code == 403, origin
            is_error(answer.json(), "service/foreign_origin")
            says_why = "no Origin header" if origin is None else "A page of another site"
            assert says_why in answer.json()["message"]
        assert (await client.get("/api/me", headers={"origin": "null"})).status_code == 200
    assert (await bo.get("/api/me")).json() == before


async def test_a_cookie_changes_things_for_our_own_page(house: House) -> None:
    bo = await house.guest()
    async with house.client(cookie=f"{COOKIE}={bo.token}", origin=house.url) as client:
        assert (await client.patch("/api/me", json={"name": "Ann"})).json()["name"] == "Ann"


async def test_a_foreign_page_cannot_sign_somebody_in(house: House) -> None:
    async with house.client(origin="https://evil.example") as client:
        assert (await client.post("/api/guest")).status_code == 403
    async with house.client() as client:  # a program sends no Origin
        assert (await client.post("/api/guest")).status_code == 201


async def test_the_cookie_is_for_this_service_alone(tmp_path: Path) -> None:
    config = config_for(tmp_path, trusted_proxies=LOOPBACK)
    async with running(config) as house, house.client() as client:
        header = (await client.post("/api/guest")).headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(header.split("; "))
        assert "Secure" not in header
        client.cookies.clear()
        proxied = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}
        answer = await client.post("/api/guest", headers=proxied)
        cookie, *rest = answer.headers["set-cookie"].split("; ")
        assert {"Secure", "Path=/"} <= set(rest)
        assert cookie.startswith(f"{SECURE_COOKIE}=")
        assert "strict-transport-security" in answer.headers
        client.cookies.clear()
        both = {"cookie": f"{COOKIE}=planted; {cookie}", **proxied}  # by a neighbouring host
        assert (await client.get("/api/me", headers=both)).status_code == 200


async def test_headers_of_proxies_that_are_not_trusted_are_ignored(tmp_path: Path) -> None:
    """No proxy is trusted unless the settings name it."""
    config = config_for(tmp_path, guests_per_hour=2)
    async with running(config) as house, house.client() as client:
        statuses = list[int]()
        for number in range(3):
            client.cookies.clear()
            headers = {"x-forwarded-for": f"203.0.113.{number}", "x-forwarded-proto": "https"}
            answer = await client.post("/api/guest", headers=headers)
            assert "Secure" not in answer.headers.get("set-cookie", "")
            statuses.append(answer.status_code)
        assert statuses == [201, 201, 429]


# --- errors ---------------------------------------------------------------------------------------

BAD_BODIES = [
    b"",
    b"{",
    b"[1]",
    b"null",
    b"\xff\xfe",
    b'{"name": 1}',
    b'{"name": "\\ud800"}',
    b'{"nobody": 1}',
    b'{"\\ud800": 1}',
    b'{"age_years": 1e400}',
    b'{"age_years": NaN}',
    b'{"age_years": 9223372036854775808}',
    b'{"age_years": 1.0}',
    b'{"age_years": "18"}',
    b'{"age_years": true}',
    b'{"name": "Bo", "name": "Ann"}',
    b"[" * 30_000,
    b'{"name": ' + b"[" * 30_000,
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
async def test_a_body_that_makes_no_sense_is_a_422(house: House, body: bytes) -> None:
    bo = await house.guest()
    async with bo.client(**{"content-type": "application/json"}) as client:
        answer = await client.patch("/api/me", content=body)
    assert answer.status_code == 422
    is_error(answer.json(), "service/bad_request")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "service/not_found"),
        ("GET", "/api/tables/", 404, "service/not_found"),
        ("DELETE", "/api/me", 405, "service/wrong_method"),
        ("GET", "/api/tables/nowhere", 404, "table/no_such_table"),
        ("GET", "/api/tables/%00", 422, "service/bad_request"),
        ("GET", "/api/tables/%ff", 422, "service/bad_request"),
        ("GET", "/api/rounds/washington-1", 404, "record/no_such_round"),
        ("GET", "/api/rounds?limit=0", 422, "service/bad_request"),
        ("GET", "/api/rounds?limit=201", 422, "service/bad_request"),
        ("GET", "/api/rounds?outcome=never", 400, "record/bad_search"),
        ("GET", "/api/rounds?page=x", 400, "record/bad_search"),
        ("GET", "/api/rounds?since_ms=99999999999999999999", 422, "service/bad_request"),
        ("GET", "/api/houses/..%2f..%2fetc%2fpasswd/rules", 404, "service/not_found"),
        ("GET", "/api/houses/x.toml/odds", 404, "service/not_found"),
        ("GET", "/api/notes", 403, "role/not_allowed"),
        ("GET", "/api/persons", 403, "role/not_allowed"),
        ("GET", "/api/tables/washington/shoes/7/record", 404, "shoe/no_such_shoe"),
    ],
)
async def test_errors_have_one_form(
    house: House, method: str, path: str, status: int, code: str
) -> None:
    bo = await house.guest()
    answer = await bo.send(method, path)
    assert answer.status_code == status, answer.text
    is_error(answer.json(), code)


async def test_what_nobody_foresaw_says_nothing_about_itself(
    house: House, monkeypatch: pytest.MonkeyPatch, logged: list[Any]
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("the next card is Kh")

    bo = await house.guest()
    monkeypatch.setattr(house.parts.casino.cashier, "balance", broken)
    answer = await bo.get("/api/balance")
    assert answer.status_code == 500
    is_error(answer.json(), "service/failed")
    assert "Kh" not in answer.text
    [line] = [line for line in logged if line["event"] == "request_failed"]
    assert line["error"] == "RuntimeError"
    assert line["places"][-1].endswith(" broken")
    assert "Kh" not in json.dumps(logged)


async def test_the_link_of_a_private_table_is_not_logged(
    house: House, monkeypatch: pytest.MonkeyPatch, logged: list[Any]
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError

    bo = await house.guest()
    made = await bo.send("POST", "/api/tables", {"house": "wisconsin", "public": False})
    link = made.json()["table"]["id"]
    monkeypatch.setattr(house.parts.casino, "host", broken)
    assert (await bo.get(f"/api/tables/{link}")).status_code == 500
    [line] = [line for line in logged if line["event"] == "request_failed"]
    assert line["route"] == "/api/tables/{table}"
    assert link not in json.dumps(logged)


# --- limits ---------------------------------------------------------------------------------------


async def test_a_body_is_limited_whatever_it_says_of_its_length(house: House) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    async with house.client() as client:
        for content in (b"x" * 70_000, pieces()):
            answer = await client.post("/api/guest", content=content)
            assert answer.status_code == 413
            is_error(answer.json(), "service/too_large")
        assert (await client.get("/healthz")).status_code == 200


async def test_guests_sign_ins_and_tables_are_limited_by_address(tmp_path: Path) -> None:
    config = config_for(
        tmp_path,
        guests_per_hour=2,
        sign_ins_per_minute=3,
        tables_per_hour=1,
        trusted_proxies=LOOPBACK,
    )
    async with running(config) as house:
        bo = await house.guest()
        await house.guest()
        async with house.client() as client:
            stopped = await client.post("/api/guest")
            assert stopped.status_code == 429
            assert int(stopped.headers["retry-after"]) in range(1, 3601)
            assert f"in {stopped.headers['retry-after']} seconds" in stopped.json()["message"]
            elsewhere = {"x-forwarded-for": "203.0.113.7"}
            assert (await client.post("/api/guest", headers=elsewhere)).status_code == 201
            client.cookies.clear()
            wrong = {"sign_in": "nobody", "passphrase": "wrong wrong wrong"}
            tries = [(await client.post("/api/sign-in", json=wrong)).status_code for _ in range(5)]
            assert tries == [401, 401, 401, 429, 429]
        made = [(await bo.send("POST", "/api/tables", {"house": "wisconsin"})) for _ in range(2)]
        assert [answer.status_code for answer in made] == [201, 429]


async def test_requests_are_limited_by_address_but_health_is_not(tmp_path: Path) -> None:
    config = config_for(tmp_path, requests_per_second=1)
    async with running(config) as house, house.client() as client:
        seen = [(await client.get("/api/houses")).status_code for _ in range(8)]
        assert seen[:4] == [200] * 4
        assert 429 in seen
        assert {(await client.get("/healthz")).status_code for _ in range(20)} == {200}
        ready = {(await client.get("/readyz")).status_code for _ in range(20)}
        assert 429 in ready  # it asks the database


async def test_one_name_is_not_guessed_at_from_many_addresses(tmp_path: Path) -> None:
    """Planted once: counted by address alone, 1,000 addresses had 10,000 guesses a minute."""
    config = config_for(tmp_path, trusted_proxies=LOOPBACK)
    async with running(config) as house, house.client() as client:
        bo = await house.guest()
        account = {"sign_in": "bobo", "passphrase": "four quiet ducks swim"}
        assert (await bo.send("POST", "/api/account", account)).status_code == 200
        answers = [
            await client.post(
                "/api/sign-in",
                json={"sign_in": " BoBo", "passphrase": f"wrong wrong {number}"},
                headers={"x-forwarded-for": f"203.0.113.{number}"},
            )
            for number in range(NAME_ATTEMPTS + 1)
        ]
        assert [one.status_code for one in answers] == [401] * NAME_ATTEMPTS + [429]
        assert int(answers[-1].headers["retry-after"]) <= 60  # nobody is locked out for long
        other = {"sign_in": "ann", "passphrase": "wrong wrong wrong"}
        assert (await client.post("/api/sign-in", json=other)).status_code == 401


async def test_signing_in_forgets_wrong_attempts(house: House) -> None:
    bo = await house.guest()
    account = {"sign_in": "bobo", "passphrase": "four quiet ducks swim"}
    await bo.send("POST", "/api/account", account)
    async with house.client() as client:
        for _ in range(2):
            for _ in range(NAME_ATTEMPTS - 1):
                wrong = {**account, "passphrase": "wrong wrong wrong"}
                assert (await client.post("/api/sign-in", json=wrong)).status_code == 401
            assert (await client.post("/api/sign-in", json=account)).status_code == 200
            client.cookies.clear()


async def closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def test_half_a_request_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted once: without the deadline each of these was held for ever."""
    monkeypatch.setattr(connection_limits, "REQUEST_SECONDS", 0.3)
    halves = [
        b"",
        b"GET /api/tables HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{",
    ]
    async with running(config_for(tmp_path)) as house:
        port = int(house.url.rpartition(":")[2])
        for half in halves:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(half)
            async with asyncio.timeout(4):  # uvicorn itself gives up an idle one after 5
                with contextlib.suppress(ConnectionError):
                    await reader.read()
            await closed(writer)
        metrics_text = (await (await house.guest()).get("/metrics")).text
        assert f"casinowar_connections_cut_off_total {len(halves)}.0" in metrics_text
        bo = await house.guest()
        async with bo.at("washington") as client:  # a socket outlives the deadline
            await asyncio.sleep(0.5)
            assert (await client.give("sit_out", seat=1))["ok"] is False


async def test_one_address_holds_so_many_connections(tmp_path: Path) -> None:
    """Planted once: 1,200 idle connections of one address kept everybody out."""
    async with running(config_for(tmp_path, sockets_per_address=3)) as house:
        port = int(house.url.rpartition(":")[2])
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(5):
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
        await closed(writer)
        for _, each in held:
            await closed(each)
        async with asyncio.timeout(5), house.client() as client:
            while True:  # once they are gone there is room again
                with contextlib.suppress(httpx.TransportError):
                    assert (await client.get("/healthz")).status_code == 200
                    break


# --- headers, logs, health ------------------------------------------------------------------------


async def test_every_answer_has_security_headers(house: House) -> None:
    async with house.client() as client:
        for path in ("/", "/healthz", "/nowhere", "/api/tables"):
            headers = (await client.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["cache-control"] == "no-store"
            assert len(headers["x-request-id"]) == 16
            assert "server" not in headers


async def test_logs_name_the_person_and_no_secret(house: House, logged: list[Any]) -> None:
    bo = await house.guest()
    secret = "a passphrase of mine"
    kept = await bo.send("POST", "/api/account", {"sign_in": "bobo", "passphrase": secret})
    assert kept.status_code == 200
    await bo.send("POST", f"/api/sign-in?x={bo.token}", {"sign_in": "bobo", "passphrase": secret})
    async with bo.at("washington") as table:
        await table.give("take_seat", seat=1)
    written = json.dumps(logged)
    assert bo.person in written
    assert bo.token not in written
    assert secret not in written
    assert {"request", "route", "status", "milliseconds"} <= set(logged[-1])


def test_a_field_that_sounds_secret_is_hidden() -> None:
    event = hide_secrets(None, "", {"event": "x", "new_passphrase": "a", "Token": "b", "status": 1})
    assert event == {"event": "x", "new_passphrase": HIDDEN, "Token": HIDDEN, "status": 1}


async def test_health_readiness_and_metrics(house: House) -> None:
    async with house.client() as client:
        assert (await client.get("/healthz")).json() == {"ok": True}
        assert (await client.get("/readyz")).json() == {"ok": True}
        bo = await house.guest()
        async with bo.at("washington") as table:
            await table.give("take_seat", seat=1)
            await table.give("take_seat", seat=9)
            text = (await client.get("/metrics")).text
        for line in (
            "casinowar_sockets 1.0",
            "casinowar_tables_open 1.0",
            "casinowar_players_seated 1.0",
            'casinowar_commands_total{result="done"} 1.0',
            'casinowar_commands_total{result="refused"} 1.0',
            'casinowar_commands_total{result="failed"} 0.0',
            "casinowar_table_failures_total 0.0",
            "casinowar_conflicts_total 0.0",
            "casinowar_policy_answers_total 0.0",
            "casinowar_sockets_dropped_total 0.0",
        ):
            assert f"\n{line}\n" in text, line
        assert 'casinowar_write_seconds_count{outcome="written"}' in text
        house.parts.stopping = True
        assert (await client.get("/readyz")).status_code == 503
        assert (await client.get("/healthz")).status_code == 200


async def test_it_is_not_ready_while_writes_fail(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_: object) -> None:
        raise StoreError("the disk is full")

    async with house.client() as client:
        store: Any = house.parts.store
        monkeypatch.setattr(store._store, "write_all", full)
        monkeypatch.setattr(store._store, "probe", lambda: full(None))
        assert (await client.post("/api/guest")).status_code == 503
        for _ in range(2):
            answer = await client.get("/readyz")
            assert (answer.status_code, answer.json()["code"]) == (503, "service/store_failed")
        monkeypatch.undo()
        assert [(await client.get("/readyz")).status_code for _ in range(2)] == [200, 200]


async def test_it_is_not_ready_while_a_write_hangs(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = asyncio.Event()
    store: Any = house.parts.store
    write_all = store._store.write_all

    async def hangs(writes: Any) -> Any:
        await free.wait()
        return await write_all(writes)

    monkeypatch.setattr(measured, "WRITE_SECONDS", 0.05)
    monkeypatch.setattr(store._store, "write_all", hangs)
    async with house.client() as client, asyncio.TaskGroup() as group:
        waiting = group.create_task(client.post("/api/guest"))
        async with asyncio.timeout(10):
            while (answer := await client.get("/readyz")).status_code == 200:
                await asyncio.sleep(0.01)
        assert (answer.status_code, answer.json()["code"]) == (503, "service/store_failed")
        free.set()
        assert (await waiting).status_code == 201
        assert (await client.get("/readyz")).status_code == 200


async def test_a_database_that_hangs_does_not_hold_up_readiness(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver of PostgreSQL waits for half a minute when a question to it is cancelled."""
    free = asyncio.Event()
    store: Any = house.parts.store

    async def hangs(*_: object) -> list[Any]:
        while not free.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await free.wait()
        return []

    monkeypatch.setattr(operation, "READY_SECONDS", 0.05)
    monkeypatch.setattr(store._store, "ask", hangs)
    async with house.client() as client:
        try:
            async with asyncio.timeout(20):
                found = [(await client.get("/readyz")).status_code for _ in range(3)]
        finally:
            free.set()
        assert found == [503, 503, 503]
        assert (await client.get("/readyz")).status_code == 200


async def test_without_a_built_page_one_is_told_how_to_get_it(house: House) -> None:
    async with house.client() as client:
        page = (await client.get("/")).text
    assert "play money" in page
    assert "make play" in page
