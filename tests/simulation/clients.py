"""People at their clients: players, staff and onlookers, who know only what they are told.

A client keeps the number of its last event and says it when it returns. A command that was not
answered is sent again under the same id, over whichever socket comes next. Some clients also do
what they should not: they say the same thing twice, use an id for something else, or talk rubbish.
"""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections import deque
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from casinowar.fairness import proof
from casinowar.fairness.seeds import contribution
from tests.simulation.auditor import decoded, is_undecided
from tests.simulation.network import Login, Socket

if TYPE_CHECKING:
    from tests.simulation.world import World

Json = dict[str, Any]
PATIENCE = 20.0  # seconds without an answer before a client tries another socket
RUBBISH = (
    "", "{", "[]", "null", '{"type":"hello","last":-1}', '{"type":"hello"}', '{"type":"command"}',
    '{"type":"command","id":"","command":{}}', '{"type":"ask","id":"ask-x","ask":"shoe"}',
    '{"type":"command","id":"bad-1","command":{"command":"take_seat","seat":1,"player":"p_b"}}',
    '{"type":"command","id":"bad-2","command":{"command":"deal_card","seat":0,"card":"As"}}',
    '{"type":"nothing"}', '{"type":"ping","x":1}', "\udfff",
)  # fmt: skip
SELDOM = {
    "leave_seat": 0.03, "sit_out": 0.03, "take_back_wagers": 0.1, "buy_chips": 0.15,
    "request_spread": 0.05, "draw_in_error": 0.01, "report_missed_seat": 0.01,
    "report_shuffler_fault": 0.02, "void_round": 0.03, "close_table": 0.02,
    "order_reshuffle": 0.02, "change_dealer": 0.02, "fill_tray": 0.02, "credit_tray": 0.02,
    "order_idle_spread": 0.02, "start_gaming_day": 0.02, "change_cards": 0.3, "call_time": 0.1,
    "object_to_cards": 0.2, "report_bad_decks": 0.1, "reject_decks": 0.2,
}  # fmt: skip


class Client:
    """One program of one person at one table."""

    def __init__(
        self, world: World, who: Login, table: str, name: str, *, views: bool = False
    ) -> None:
        self.world, self.who, self.table, self.name = world, who, table, name
        self.random = Random(f"{world.seed} {name}")
        self.views = views
        self.stopped = False
        self.version: int | None = None
        self.seen = dict[int, Json]()  # events by number
        self.seats: tuple[int, ...] = ()
        self.offers = list[Json]()
        self.pending = dict[str, str]()  # commands without an answer, by id
        self.answered = dict[str, str]()
        self.socket: Socket | None = None
        self.welcomed = False
        self.stream = ""  # as the welcome said
        self.watching = 0  # as the welcome said
        self.contributes = self.random.random() < 0.6
        self.values = dict[tuple[int, int], bytes]()  # what it adds, by shoe and seat
        self.origin = ""  # of the table's log; empty: its shoes are not sealed
        self.head = b""  # of the log, after the events that it has
        self.shoe = 0  # the last one that the house is committed to
        self._said = dict[str, deque[str]]()  # on this socket, in order, by id
        self._last_news = 0.0
        self._count = 0

    # --- the socket -------------------------------------------------------------------------------

    def connect(self) -> None:
        """Open a socket to the process that the proxy finds, and say hello."""
        found = self.world.server_for(self.table)
        if found is None:
            return
        process, casino = found
        self.welcomed = False
        self._said.clear()
        self._last_news = self.world.loop.time()
        self.socket = Socket(
            self.world.net, process, casino, self.table, self.who,
            on_frame=self._frame, on_close=self._closed,
        )  # fmt: skip
        self.socket.end.last_said = self.version
        hello: Json = {"type": "hello", "offers": not self.views, "views": self.views}
        hello["contributes"] = self.contributes
        if self.version is not None:
            hello |= {"last": self.version, "stream": self.stream}
        self.socket.send(_text(hello))
        for message in self.pending.values():
            self._say(message)
        if self.world.faults and self.random.random() < 0.1:  # somebody reloads the page at once
            self.world.loop.later(self.random.uniform(0.0, 0.2), self.socket.lose)

    def _closed(self, socket: Socket) -> None:
        if socket is self.socket:
            self.socket, self.welcomed = None, False

    def drop(self) -> None:
        """Lose the socket."""
        if self.socket is not None:
            self.socket.lose()

    def _say(self, message: str) -> None:
        assert self.socket is not None
        if self.socket.open:
            self._said.setdefault(_id_of(message), deque()).append(message)
            self.socket.send(message)

    # --- what it is told --------------------------------------------------------------------------

    def _frame(self, socket: Socket, payload: bytes) -> None:
        if socket is not self.socket:
            return  # of a tab that was closed
        self._last_news = self.world.loop.time()
        frame = decoded(payload)
        match frame["type"]:
            case "welcome":
                self.welcomed = True
                self.stream = frame["stream"]
                self.seats = tuple(frame["you"]["seats"])
                self.watching = frame["table"]["watching"]
                self._fair(frame)
                if "view" in frame:
                    self.version = frame["version"]
            case "events":
                self._events(frame)
            case "offers":
                # nobody here could tell the real cards of a table that is opened with them
                self.offers = [offer for offer in frame["offers"] if "physical" not in offer]
            case "answer":
                self._answer(payload, frame)
            case _:
                pass

    def _events(self, frame: Json) -> None:
        if self.version is None or frame["first"] != self.version + 1:
            words = f"{self.name} at {self.table} has {self.version} and got {frame['first']}"
            self.world.auditor.fail(f"a gap: {words}")
        for number, event in enumerate(frame["events"], frame["first"]):
            self.seen[number] = event
            if event["name"] == "shoe_committed":
                self.shoe = event["shoe"]
            if self.origin:
                self.head = proof.next_head(self.head, msgspec.json.encode(event))
            if event["name"] == "seat_taken" and event["player"] == self.who.person:
                self.seats += (event["seat"],)
            if event["name"] == "seat_left" and event["player"] == self.who.person:
                self.seats = tuple(seat for seat in self.seats if seat != event["seat"])
        self.version = frame["version"]
        if "head" in frame:
            self._signed(frame["head"])

    def _fair(self, welcome: Json) -> None:
        """What a welcome says of the log: it goes on from the head that this client has."""
        fair = welcome.get("fair")
        if fair is None:
            return
        if self.origin and fair["origin"] != self.origin:
            self.world.auditor.fail(f"{self.table} has another origin, and nothing was restored")
        if self.version == welcome["version"] and self.origin:
            self._signed(fair["head"])
        self.origin = fair["origin"]
        if "view" in welcome:
            self.head = b64decode(fair["head"]["hash"])
            sealed = welcome["view"]["shoe"]["sealed"]
            self.shoe = self.shoe if sealed is None else sealed["shoe"]

    def _signed(self, signed: Json) -> None:
        """A signed head must be the one that follows from the events."""
        if (signed["size"], b64decode(signed["hash"])) != (self.version, self.head):
            self.world.auditor.fail(f"{self.table}: a head that does not follow was signed")

    def _answer(self, payload: bytes, frame: Json) -> None:
        identity = frame.get("id")
        said = self._said.get(identity or "")
        if identity is None or not said:
            return
        message = said.popleft()
        self.world.auditor.told(self.who.person, self.table, message.encode(), payload)
        if is_undecided(frame):
            return  # it stays pending and is sent again
        if self.pending.get(identity) == message:
            del self.pending[identity]
            self.answered[identity] = message

    # --- what it does -----------------------------------------------------------------------------

    def command(self, command: Json, reason: str = "") -> None:
        """Give a command under a new id."""
        self._count += 1
        identity = f"{self.name}-{self._count}"
        message: Json = {"type": "command", "id": identity, "command": command}
        if reason:
            message["reason"] = reason
        self.pending[identity] = _text(message)
        if self.socket is not None:
            self._say(self.pending[identity])

    async def run(self) -> None:
        """Do something every now and then until told to stop."""
        while not self.stopped:
            await asyncio.sleep(self.think_seconds())
            self._next()

    def _next(self) -> None:
        if self.stopped:
            return
        if self.socket is None:
            self.connect()
        elif self._waits_too_long():
            self.drop()
        elif self.welcomed:
            self.act()

    def _waits_too_long(self) -> bool:
        waits = bool(self.pending) or not self.welcomed
        return waits and self.world.loop.time() - self._last_news > PATIENCE

    def think_seconds(self) -> float:
        """How long until the next thing."""
        if self.random.random() < 0.03:
            return self.random.uniform(10, 90)  # away from the keyboard
        return self.random.expovariate(1 / 0.8)

    def act(self) -> None:
        """Do something."""


class Onlooker(Client):
    """Watches with whole views, and asks."""

    def act(self) -> None:
        if self.random.random() < 0.2 and self.socket is not None:
            self._count += 1
            asked = self.random.choice(("view", "snapshot", "legal", "due"))
            identity = f"ask-{self.name}-{self._count}"
            self.socket.send(_text({"type": "ask", "id": identity, "ask": asked}))

    def think_seconds(self) -> float:
        return self.random.expovariate(1 / 5.0)


class Player(Client):
    """Sits down, buys chips, bets, cuts, answers, moves, leaves."""

    def act(self) -> None:
        luck = self.random.random()
        if luck < 0.02:
            assert self.socket is not None
            self.socket.send(self.random.choice(RUBBISH).encode("utf-8", "replace").decode())
        elif luck < 0.04 and self.answered:
            self._repeat()
        elif luck < 0.05 and self.answered:
            self._misuse()
        elif luck < 0.065:
            self.world.refill(self.who)
        elif luck < 0.072:
            self.world.see_to_person(self)
        elif len(self.pending) < 1 or luck < 0.1:
            self._play()
        elif luck < 0.3:
            for message in self.pending.values():  # did you hear me?
                self._say(message)

    def _repeat(self) -> None:
        self._say(self.random.choice(list(self.answered.values())))

    def _misuse(self) -> None:
        """Use an id for something else."""
        message: Json = msgspec.json.decode(self.random.choice(list(self.answered.values())))
        message["command"] = {"command": "leave_seat", "seat": self.random.randint(1, 9)}
        self._say(_text(message))

    def _contribution(self) -> Json | None:
        """What a page does by itself: seal a value, and open it after the cut."""
        for offer in self.offers:
            key = self.shoe, offer.get("seat", 0)
            if offer["command"] == "seal_contribution" and self.contributes:
                value = self.values[key] = self.random.randbytes(32)
                return {**offer, "commitment": contribution(self.origin, *key, value).hex()}
            if offer["command"] == "open_contribution" and key in self.values:
                return {**offer, "value": self.values[key].hex()}
        return None

    def _play(self) -> None:
        own = self._contribution()
        if own is not None and self.random.random() < 0.9:  # some are too late, some withhold
            self.command(own)
            return
        if self.seats and self.random.random() < 0.02:
            move = {"seat": self.seats[0], "to": self.random.randint(1, 7)}
            self.command({"command": "change_seat", **move})
            return
        offers = self.offers
        names = {offer["command"] for offer in offers}
        if "buy_chips" in names and "place_wagers" not in names and self.random.random() < 0.3:
            offers = [offer for offer in offers if offer["command"] == "buy_chips"]
        if "take_cut" in names and self.random.random() < 0.5:
            offers = [offer for offer in offers if "cut" in offer["command"]]
        self._take(offers)

    def _take(self, offers: list[Json], reason: str = "") -> None:
        """Give a command that was offered."""
        weights = [SELDOM.get(offer["command"], 1.0) for offer in offers]
        if not offers or self.random.random() > sum(weights):
            return
        offer = self.random.choices(offers, weights)[0]
        self.command({name: self._value(name, value) for name, value in offer.items()}, reason)

    def _value(self, name: str, allowed: Any) -> Any:
        if type(allowed) is not dict:
            return allowed
        if name == "sides":
            return {side: self._value("", amounts) for side, amounts in allowed.items()}
        if "step" in allowed:
            low, step = allowed["min"], allowed["step"]
            if name == "cash_cents" and self.random.random() < 0.05:
                return allowed["max"]  # more than anybody has
            most = min(allowed["max"], low + (400_00 if name == "cash_cents" else 20 * step))
            return low + step * self.random.randint(0, (most - low) // step)
        if "digits" in allowed:
            return self.random.randbytes(allowed["digits"] // 2).hex()
        if "max_length" in allowed:
            return f"{self.name} {self._count}"
        if "min" in allowed:
            return allowed["min"] or "2026-11-16"
        return allowed


class Thinker(Player):
    """Takes their time."""

    def think_seconds(self) -> float:
        if self.random.random() < 0.2:
            return self.random.uniform(20, 70)
        return super().think_seconds()


class Staff(Player):
    """A dealer, or a floorperson who gives a reason for everything."""

    def act(self) -> None:
        if not self.pending:
            self._take(self.offers, "as usual")
        elif self.random.random() < 0.3:
            for message in self.pending.values():
                self._say(message)

    def think_seconds(self) -> float:
        if self.random.random() < 0.02:
            return self.random.uniform(30, 120)
        return self.random.expovariate(1 / 0.7)


class Newcomer(Player):
    """Comes when the faults are over, and wants nothing but to finish one round."""

    done = False
    _WANTED = (
        "place_wagers", "surrender_hand", "go_to_war", "decline_war_tie", "refuse_cut",
        "return_to_play", "buy_chips", "take_seat",
    )  # fmt: skip

    def act(self) -> None:
        if self.pending:
            for message in self.pending.values():
                self._say(message)
            return
        for wanted in self._WANTED:
            offers = [offer for offer in self.offers if offer["command"] == wanted]
            if offers:
                offer = self.random.choice(offers) if wanted == "take_seat" else offers[0]
                chosen = {name: self._value(name, value) for name, value in offer.items()}
                self.command(chosen)
                return

    def _value(self, name: str, allowed: Any) -> Any:
        if name == "cash_cents":
            return allowed["min"] * max(1, 200_00 // allowed["min"])
        if type(allowed) is dict and "step" in allowed:
            return allowed["min"]
        return super()._value(name, allowed)

    def _events(self, frame: Json) -> None:
        super()._events(frame)
        played = any(
            event["name"] == "hand_decided" and event["seat"] in self.seats
            for event in frame["events"]
        )
        self.done = self.stopped = self.done or played

    def think_seconds(self) -> float:
        return self.random.uniform(4.0, 9.0) if self.seats else self.random.uniform(1.0, 3.0)


class Opener(Staff):
    """A floorperson who opens a closed table and leaves all other steps to the clock."""

    def act(self) -> None:
        if not self.pending:
            closed = [offer for offer in self.offers if offer["command"] == "open_table"]
            self._take(closed, "a newcomer is here")
        else:
            super().act()

    def think_seconds(self) -> float:
        return self.random.uniform(5.0, 10.0)


def _text(message: Json) -> str:
    return msgspec.json.encode(message).decode()


def _id_of(message: str) -> str:
    identity: str = msgspec.json.decode(message)["id"]
    return identity
