"""Gives one command of the floor at a table, signed in with the cookies that curl kept.

``floor.py http://127.0.0.1:8037 flo.cookies washington close_table "end of the evening"``. Fields
of the command follow the reason, like ``amount_cents=50000``. It needs the package websockets.
"""

import json
import sys
from http.cookiejar import LoadError, MozillaCookieJar
from uuid import uuid4

from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect

USAGE = "usage: floor.py ADDRESS COOKIES TABLE COMMAND REASON [FIELD=VALUE ...]"


def give(address: str, cookies: str, table: str, message: dict[str, object]) -> dict[str, object]:
    """Send one message to a table; its answer."""
    jar = MozillaCookieJar(cookies)
    jar.load(ignore_discard=True, ignore_expires=True)  # the service checks their age
    headers = {
        "Origin": address,  # a request with a cookie must name its origin
        "Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar),
    }
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url, additional_headers=headers, proxy=None) as socket:
        socket.send(json.dumps({"type": "hello"}))
        socket.send(json.dumps(message))
        while True:
            frame: dict[str, object] = json.loads(socket.recv(timeout=30))
            if frame["type"] == "answer":
                return frame


def value(text: str) -> object:
    """A value of a field: a number if it is one."""
    return int(text) if text.isdecimal() else text


if __name__ == "__main__":
    if len(sys.argv) < 6 or not all("=" in field for field in sys.argv[6:]):
        sys.exit(USAGE)
    address, cookies, table, command, reason, *fields = sys.argv[1:]
    given = {name: value(text) for name, _, text in (field.partition("=") for field in fields)}
    message = {"id": uuid4().hex, "command": {"command": command, **given}, "reason": reason}
    try:
        answer = give(address, cookies, table, {"type": "command", **message})
    except (OSError, LoadError, InvalidHandshake) as error:
        sys.exit(f"{address} {table}: {error}")
    print("done" if answer["ok"] else f"{answer['code']}: {answer['message']}")
    sys.exit(0 if answer["ok"] else 1)
