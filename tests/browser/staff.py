"""A floorperson over the API: their room on the page comes later."""

from __future__ import annotations

import json
from typing import Any

import httpx
from websockets.sync.client import connect

from tests.browser.kit import Service
from tests.kit.client import PLAIN_HTTP
from tests.service.http.test_routes import PASSPHRASE


def floorperson(service: Service) -> str:
    """The token of a new floorperson."""
    with httpx.Client(base_url=service.url, verify=PLAIN_HTTP) as client:
        boss = client.post("/api/sign-in", json={"sign_in": "boss", "passphrase": PASSPHRASE})
        client.cookies.clear()  # the tokens are used
        floor = client.post("/api/guest", json={"name": "Flo"}).json()
        client.cookies.clear()
        theirs = {"authorization": f"Bearer {floor['token']}"}
        kept = {"sign_in": "floor", "passphrase": PASSPHRASE}
        client.post("/api/account", json=kept, headers=theirs).raise_for_status()
        given = client.put(
            f"/api/persons/{floor['me']['person']}/roles",
            json={"roles": ["player", "floorperson"], "reason": "for a test"},
            headers={"authorization": f"Bearer {boss.json()['token']}"},
        )
        given.raise_for_status()
    return str(floor["token"])


def void_round(service: Service, token: str, table: str, reason: str) -> None:
    """Void the round that is under way at a table."""
    give(service, token, table, {"command": "void_round", "reason": reason}, reason)


def close_table(service: Service, token: str, table: str, reason: str) -> None:
    """Close a table; everybody stands up with their chips."""
    give(service, token, table, {"command": "close_table"}, reason)


def give(service: Service, token: str, table: str, command: dict[str, Any], reason: str) -> None:
    """Give a command of the floor, which is carried out."""
    address = f"{service.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        socket.send('{"type": "hello"}')
        said = {"type": "command", "id": command["command"], "command": command, "reason": reason}
        socket.send(json.dumps(said))
        answer = answered(socket)
        assert answer["ok"], answer


def answered(socket: Any) -> dict[str, Any]:
    """The next answer."""
    while True:
        frame: dict[str, Any] = httpx.Response(200, content=socket.recv(10)).json()
        if frame["type"] == "answer":
            return frame
