"""Plays one shoe at a table of ``casinowar serve``: ``client.py http://127.0.0.1:8037 skycity``.

Written from docs/protocol.md. It needs nothing but Python and the package websockets.
"""

import json
import sys
import time
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

WISHES = ["go_to_war", "decline_war_tie", "refuse_cut", "place_wagers", "buy_chips"]


class Player:
    """A guest at one table, who bets as little as possible."""

    def __init__(self, address: str, table: str) -> None:
        self.address, self.table = address, table
        self.headers = {"Content-Type": "application/json"}
        token = self.request("POST", "/api/guest", {"name": "Robin"})["token"]
        self.headers["Authorization"] = f"Bearer {token}"
        self.request("PATCH", "/api/me", {"age_years": 34})  # some houses ask for it
        self.person, self.seat, self.known = "", 0, dict[str, Any]()  # known: for the next hello
        self.offers, self.waits, self.shoe_over, self.left = list[Any](), list[Any](), False, False
        self.pending, self.refused, self.rounds = "", 0, 0

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """One HTTP request."""
        data = json.dumps(body).encode() if body else None
        request = Request(self.address + path, data, self.headers, method=method)
        return json.load(build_opener(ProxyHandler({})).open(request, timeout=30))

    def play(self) -> None:
        """Play until the cards are reshuffled and we have left the table."""
        url = f"{self.address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        while not self.left:
            try:
                with connect(url, additional_headers=self.headers, proxy=None) as socket:
                    socket.send(json.dumps({"type": "hello", **self.known}))
                    if self.pending:  # it was not answered; under the same id it happens once
                        socket.send(self.pending)
                    while not self.left:
                        try:  # offers come right behind the events that changed them
                            self.take(json.loads(socket.recv(timeout=0.06)))
                        except TimeoutError:
                            self.act(socket)
            except (OSError, ConnectionClosed):
                time.sleep(1)  # then come back with the last number

    def take(self, frame: Any) -> None:
        """Remember what a frame says."""
        self.waits, self.offers = frame.get("waits", self.waits), frame.get("offers", self.offers)
        self.known |= {"last": frame["version"]} if "view" in frame or "events" in frame else {}
        match frame["type"]:
            case "welcome":
                self.person, self.seat = (you := frame["you"])["person"], max([0, *you["seats"]])
                self.known["stream"] = frame["stream"]
            case "events":
                for event in frame["events"]:
                    if event["name"] == "round_completed":
                        self.rounds += 1
                        self.shoe_over = self.shoe_over or event["reshuffle"]
                    elif event.get("player") == self.person:  # seat_taken or seat_left
                        self.seat = event["seat"] if event["name"] == "seat_taken" else 0
                        self.left = self.shoe_over and not self.seat
            case "answer" if frame.get("code", "").startswith("service/"):
                raise ConnectionError(frame["message"])  # it is not decided: ask again
            case "answer":
                self.pending, self.refused = "", 0 if frame["ok"] else self.refused + 1
            case "goodbye" if frame["reason"] not in {"stopping", "moved"}:
                sys.exit(f"goodbye: {frame['reason']}")
        closed = frame.get("offers") == [] and self.waits[0]["what"] == "opening"  # by the floor
        if closed or self.refused > 3:
            sys.exit(self.waits[0]["message"] if closed else frame["message"])

    def act(self, socket: ClientConnection) -> None:
        """Give the first command on our list that is offered, if no answer is missing."""
        ours = any(wait["who"] == f"seat {self.seat}" for wait in self.waits)
        wishes = ["leave_seat"] if self.shoe_over else WISHES if ours else []
        offered = {offer["command"]: offer for offer in reversed(self.offers)}
        wish = next((w for w in ["take_seat", "return_to_play", *wishes] if w in offered), None)
        if wish and not self.pending:
            command = {k: v["min"] if type(v) is dict else v for k, v in offered[wish].items()}
            command |= {"cash_cents": 20_000} if wish == "buy_chips" else {}
            identity = f"robin-{time.time_ns()}"  # no other command has it
            self.pending = json.dumps({"type": "command", "id": identity, "command": command})
            socket.send(self.pending)


if __name__ == "__main__":
    given = sys.argv[1:] if len(sys.argv) == 3 else sys.exit("usage: client.py ADDRESS TABLE")
    try:
        (player := Player(*given)).play()
        print(player.person, player.rounds, player.request("GET", "/api/balance")["account_cents"])
    except (OSError, ValueError, InvalidStatus) as error:
        sys.exit(f"{' '.join(given)}: {error}")
