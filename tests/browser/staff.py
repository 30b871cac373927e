"""A floorperson over the API: their room on the page comes later."""

from __future__ import annotations

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
    address = f"{service.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        socket.send('{"type": "hello"}')
        command = f'{{"command": "void_round", "reason": "{reason}"}}'
        socket.send(f'{{"type": "command", "id": "v", "command": {command}, "reason": "{reason}"}}')
        assert answered(socket)["ok"]


def answered(socket: Any) -> dict[str, Any]:
    """The next answer."""
    while True:
        frame: dict[str, Any] = httpx.Response(200, content=socket.recv(10)).json()
        if frame["type"] == "answer":
            return frame
