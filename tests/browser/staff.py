"""Floorpersons and dealers over the API, beside their rooms on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from websockets.sync.client import ClientConnection, connect

from casinowar.houses import load_house
from tests.browser.kit import Service, chromium
from tests.kit.client import PLAIN_HTTP
from tests.service.http.test_routes import PASSPHRASE


@contextmanager
def staffed(folder: Path, shoes: Path | None = None) -> Iterator[Service]:
    """A service with an administrator; skipped where there is no Chromium."""
    chromium()
    made = Service(folder / "data", shoes)
    made.administrator(PASSPHRASE)
    made.start()
    try:
        yield made
    finally:
        made.kill()


def floorperson(service: Service) -> str:
    """The token of a new floorperson."""
    return member(service, "Flo", "floorperson")


def member(service: Service, name: str, *held: str) -> str:
    """The token of somebody new with these roles."""
    with httpx.Client(base_url=service.url, verify=PLAIN_HTTP) as client:
        boss = client.post("/api/sign-in", json={"sign_in": "boss", "passphrase": PASSPHRASE})
        client.cookies.clear()  # the tokens are used
        made = client.post("/api/guest", json={"name": name}).json()
        client.cookies.clear()
        theirs = {"authorization": f"Bearer {made['token']}"}
        kept = {"sign_in": name.lower(), "passphrase": PASSPHRASE}
        client.post("/api/account", json=kept, headers=theirs).raise_for_status()
        client.cookies.clear()
        # surveillance is held alone
        roles = list(held) if "surveillance" in held else ["player", *held]
        given = client.put(
            f"/api/persons/{made['me']['person']}/roles",
            json={"roles": roles, "reason": "for a test"},
            headers={"authorization": f"Bearer {boss.json()['token']}"},
        )
        given.raise_for_status()
        again = client.post("/api/sign-in", json=kept)  # a new role ends the sessions of before
    return str(again.json()["token"])


def people_table(service: Service, floor: str, house: str, dealer: str, **more: object) -> str:
    """A public table that people deal, opened by the floor; its id."""
    theirs = {"authorization": f"Bearer {floor}"}
    settings = {"house": house, "runs_itself": False, **more}
    made = httpx.post(
        f"{service.url}/api/tables", json=settings, headers=theirs, verify=PLAIN_HTTP
    ).json()
    open_table(service, floor, made["table"]["id"], house, dealer)
    return str(made["table"]["id"])


def open_table(service: Service, floor: str, table: str, house: str, dealer: str) -> None:
    """Open a table for this dealer."""
    day = str(load_house(house).gaming_day(datetime.now().astimezone()))
    opening = {"command": "open_table", "day": day, "dealer": dealer, "tray_cents": 10_000_000}
    give(service, floor, table, opening, "the evening begins")


def void_round(service: Service, token: str, table: str, reason: str) -> None:
    """Void the round that is under way at a table."""
    give(service, token, table, {"command": "void_round", "reason": reason}, reason)


def close_table(service: Service, token: str, table: str, reason: str) -> None:
    """Close a table; everybody stands up with their chips."""
    give(service, token, table, {"command": "close_table"}, reason)


def give(
    service: Service, token: str, table: str, command: dict[str, Any], reason: str = ""
) -> None:
    """Give a command of the dealer, or with a reason one of the floor; it is carried out."""
    with socket_at(service, token, table) as socket:
        said = {"type": "command", "id": uuid4().hex, "command": command}
        socket.send(json.dumps(said | ({"reason": reason} if reason else {})))
        answer = answered(socket)
        assert answer["ok"], answer


@contextmanager
def socket_at(service: Service, token: str, table: str) -> Iterator[ClientConnection]:
    """Somebody's socket at a table, greeted."""
    address = f"{service.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        socket.send('{"type": "hello"}')
        yield socket


def answered(socket: Any) -> dict[str, Any]:
    """The next answer."""
    while True:
        frame: dict[str, Any] = httpx.Response(200, content=socket.recv(10)).json()
        if frame["type"] == "answer":
            return frame
