"""A house that lies: it stands between page and service, and signs what it tells with its own key.

Everything else is the real service. To a page that comes for the first time its key is that of the
house, so the page finds the lie itself or not at all.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.async_api import Page, Route, WebSocketRoute

from casinowar.fairness.proof import head_text, next_head

Json = dict[str, Any]
Lie = Callable[[Json], Json | None]  # an event as it is told; None: it is left out


def honest(event: Json) -> Json:
    """Tell an event as it is."""
    return event


class Liar:
    """Tells a page what the service says, with one lie."""

    def __init__(self, lie: Lie = honest) -> None:
        self.lie = lie
        self.told = 0  # lies
        self._key = Ed25519PrivateKey.generate()
        self.key = self._key.public_key().public_bytes_raw().hex()
        self._origin, self._size, self._head = "", 0, b""
        self._changed = dict[int, Json | None]()  # by number in the real log
        self._version = 0  # in the real log

    async def between(self, page: Page) -> None:
        """Stand between this page and the service."""
        await page.route_web_socket(re.compile(r"/socket$"), self._socket)
        await page.route(re.compile(r"/api/tables/.*/record$"), self._record)

    def forks(self) -> None:
        """From now on it tells another log of the same length."""
        self._head = bytes(32)

    def _signed(self, size: int, head: bytes) -> Json:
        signature = self._key.sign(head_text(self._origin, size, head))
        text = {name: base64.b64encode(value).decode() for name, value in
                (("hash", head), ("signature", signature))}  # fmt: skip
        return {"size": size, "hash": text["hash"], "key": self.key, "signature": text["signature"]}

    def _socket(self, page: WebSocketRoute) -> None:
        service = page.connect_to_server()

        def tell(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "welcome" and frame.get("fair"):
                self._welcome(frame)
            elif frame["type"] == "events" and self._origin:
                self._events(frame)
            page.send(json.dumps(frame))

        service.on_message(tell)

    def _welcome(self, frame: Json) -> None:
        fair = frame["fair"]
        if not self._origin:  # what came before is taken over as it is
            self._origin, self._size = fair["origin"], fair["head"]["size"]
            self._head = base64.b64decode(fair["head"]["hash"])
            self._version = frame["version"]
        fair |= {"key": self.key, "keys": [{"key": self.key}]}
        fair["head"] = self._signed(self._size, self._head)

    def _events(self, frame: Json) -> None:
        told = list[Json]()
        for number, event in enumerate(frame["events"], frame["first"]):
            if number <= self._version:
                told += [self._changed.get(number, event) or event]
                continue
            self._version = number
            said = self.lie(dict(event))
            if said != event:
                self._changed[number] = said
                self.told += 1
            if said is not None:
                told.append(said)
                self._add(said)
        frame["events"] = told
        if frame.get("head"):
            frame["head"] = self._signed(self._size, self._head)

    def _add(self, event: Json) -> None:
        body = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
        self._head, self._size = next_head(self._head, body), self._size + 1

    async def _record(self, route: Route) -> None:
        """The record, with the same lies and signed again."""
        answer = await route.fetch()
        lines = (await answer.text()).splitlines()
        header = json.loads(lines[0])
        number = size = header["after"]
        head, made = base64.b64decode(header["hash"]), list[str]()
        for line in lines[1:]:
            parsed = json.loads(line)
            if "command" in parsed:
                made.append(line)
            elif "name" in parsed:
                number += 1
                parsed = self._changed.get(number, parsed)
                if parsed is None:
                    continue
                body = json.dumps(parsed, separators=(",", ":"), ensure_ascii=False)
                head, size = next_head(head, body.encode()), size + 1
                made.append(body)
            else:
                signed = self._signed(size, head)
                made.append(json.dumps({"head": signed.pop("hash"), **signed}))
        header |= {"keys": [{"key": self.key}], "size": size}
        await route.fulfill(response=answer, body="\n".join([json.dumps(header), *made]) + "\n")
