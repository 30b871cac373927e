"""A long mixed run of the real service, with everything that it says kept on a tape.

Players, dealers, the floor, surveillance, an administrator and people who only watch, at tables
that run themselves and tables that people run; rubbish, errors, a restart. Afterwards the tape, the
log, the database and a backup are searched for what nobody may see.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from casinowar.cards import CARDS_PER_DECK, Card
from casinowar.fairness import KeyFile, unseal
from casinowar.fairness.keyfile import Purpose
from casinowar.fairness.secret import SECRET_BYTES
from casinowar.store.backup import backup
from casinowar.store.open import is_postgres, sqlite_path
from tests.crash.books import Reader
from tests.crash.fuzz import rubbish
from tests.crash.leaks import Dealt, Secrets
from tests.crash.players import Player
from tests.kit.client import (
    UNREACHABLE,
    Client,
    Guest,
    Json,
    Lost,
    http_client,
    sign_in,
    sign_up,
)
from tests.kit.nursery import Nursery
from tests.kit.process import INSTALLATION, Service

PASSPHRASE = "four quiet ducks swim"
ROLES = ("dealer", "floorperson", "surveillance")
QUESTIONS = ("view", "legal", "due", "snapshot")
DECKS = 6
LOG_BYTES = 2_000_000  # of a write-ahead log; the database itself is searched as a whole
STAFF_SELDOM = {
    "close_table": 0.005, "void_round": 0.02, "order_reshuffle": 0.01, "change_dealer": 0.02,
    "fill_tray": 0.02, "credit_tray": 0.02, "order_idle_spread": 0.01, "start_gaming_day": 0.0,
    "change_cards": 0.05, "call_time": 0.02, "report_shuffler_fault": 0.0, "draw_in_error": 0.01,
    "report_missed_seat": 0.01, "set_aside_face_up_card": 0.1, "report_bad_decks": 0.02,
    "reject_decks": 0.02,
}  # fmt: skip


class Found(AssertionError):  # noqa: N818 - it is what was seen
    """Something that nobody may see was somewhere."""


class Tape:
    """Everything that the service said, and how many cards had been dealt by then."""

    def __init__(self) -> None:
        self.kept = list[tuple[str, bytes, Dealt, frozenset[str]]]()
        self._seen = set[bytes]()
        self._followed = dict[str, int]()  # versions
        self._dealt = dict[str, tuple[int, int]]()
        self._shown = frozenset[str]()  # seeds of sealed shoes that have ended

    def keep(self, where: str, data: bytes) -> None:
        """Note something that was said; the same bytes are noted when they are said first."""
        if data not in self._seen:
            self._seen.add(data)
            self.kept.append((where, data, dict(self._dealt), self._shown))

    def keep_frame(self, who: str, table: str, frame: bytes) -> None:
        """Note a frame. A frame of events deals its own cards."""
        if frame.startswith(b'{"type":"events"'):
            self._follow(table, msgspec.json.decode(frame))
        self.keep(f"a frame to {who} at {table}", frame)

    def _follow(self, table: str, frame: Json) -> None:
        for version, event in enumerate(frame["events"], frame["first"]):
            if version > self._followed.get(table, 0):
                self._followed[table] = version
                self._dealt[table] = progress(self._dealt.get(table, (0, 0)), event)
                if event["name"] == "seed_revealed":
                    self._shown |= {seed_name(table, event["shoe"])}

    @property
    def tables(self) -> list[str]:
        """The tables where cards were dealt."""
        return [table for table, dealt in self._dealt.items() if dealt > (1, 1)]

    def search(self, secrets: Secrets) -> None:
        """Raise Found if there is something that nobody may see."""
        for where, data, dealt, shown in self.kept:
            found = secrets.find(data, dealt, shown)
            if found is not None:
                raise Found(f"{where}: {found}")


def seed_name(table: str, shoe: int) -> str:
    """What a seed is called when it is found."""
    return f"the seed of shoe {shoe} of {table}"


def progress(dealt: tuple[int, int], event: Json) -> tuple[int, int]:
    """The shoe of a table and the cards that have left it, after an event."""
    shoe, out = dealt
    match event["name"]:
        case "shoe_loaded":
            return event["shoe"], 0
        case "card_dealt" | "war_card_dealt" | "card_burned" | "face_up_card_found":
            return shoe, out + 1
        case _:
            return dealt


class Staff(Player):
    """A dealer or a floorperson who does what is due, asks, and sometimes talks rubbish."""

    async def act(self) -> None:
        luck = self.random.random()
        if luck < 0.05:
            await self.client.send(rubbish(self.random))
        elif luck < 0.15:
            await self.client.ask(self.random.choice(QUESTIONS))
        else:
            await super().act()

    def choose(self) -> Json | None:
        offers = self.client.offers
        weights = [STAFF_SELDOM.get(offer["command"], 1.0) for offer in offers]
        if not offers or self.random.random() > sum(weights):
            return None
        return self._filled(self.random.choices(offers, weights)[0])

    def _value(self, name: str, allowed: Any) -> Any:
        if type(allowed) is dict and "max_length" in allowed:
            return f"Somebody {self.random.randint(1, 99)}"
        if type(allowed) is dict and set(allowed) == {"min", "max"}:
            return allowed["min"] or "2026-11-16"
        return super()._value(name, allowed)


class Curious(Staff):
    """Watches, asks everything, and says what nobody understands."""

    async def act(self) -> None:
        await self.client.send(rubbish(self.random))
        await self.client.ask(self.random.choice(QUESTIONS))
        await asyncio.sleep(0.2)


class House:
    """The people of a run, and the tape of what they were told."""

    def __init__(self, service: Service, seed: int) -> None:
        self.service, self.random, self.tape = service, Random(seed), Tape()
        self.people = dict[str, Guest]()
        self.tables = list[str]()
        self.players = list[Player]()

    async def open(self) -> None:
        """Make accounts with every role, and tables of both kinds."""
        secret = self.service.folder / "passphrase"
        secret.write_text(PASSPHRASE + "\n", encoding="utf-8")
        self.service.admin("create", "boss", "--passphrase-file", str(secret))
        await self.service.start()
        address = self.service.address
        self.people["administrator"] = await sign_in(address, "boss", PASSPHRASE)
        for role in ROLES:
            self.people[role] = await self._appoint(role)
        for number in range(4):
            self.people[f"player {number}"] = await sign_up(address)
        async with http_client(address) as http:
            made = await http.post(
                "/api/tables",
                json={"house": "wisconsin", "runs_itself": False, "decks": DECKS},
                headers=self.people["player 0"].headers,
            )
            assert made.status_code == 201, made.text
            self.tables = [made.json()["table"]["id"], "skycity", "battle-royal"]
        staffed, own, other = self.tables
        self._add(Staff, "dealer", staffed)
        self._add(Staff, "floorperson", staffed)
        self._add(Curious, "surveillance", staffed, views=True)
        self._add(Curious, "administrator", own, views=True)
        for number, table in enumerate((staffed, own, own, other)):
            self._add(Player, f"player {number}", table)

    async def _appoint(self, role: str) -> Guest:
        """Somebody with an account and just one role."""
        guest = await sign_up(self.service.address, role.title())
        async with http_client(self.service.address) as http:
            account = {"sign_in": role, "passphrase": PASSPHRASE}
            kept = await http.post("/api/account", json=account, headers=guest.headers)
            assert kept.status_code == 200, kept.text
            given = await http.put(
                f"/api/persons/{guest.person}/roles",
                json={"roles": [role], "reason": "as agreed"},
                headers=self.people["administrator"].headers,
            )
            assert given.status_code == 200, given.text
        return await sign_in(self.service.address, role, PASSPHRASE)  # a role ends older sessions

    def _add(self, kind: type[Player], who: str, table: str, *, views: bool = False) -> None:
        address = lambda: self.service.address  # noqa: E731
        client = Client(address, self.people[who], table, views=views, name=who.replace(" ", "-"))
        client.keep = lambda frame: self.tape.keep_frame(who, table, frame)
        client.reason = "" if kind is Player else "as usual"
        self.players.append(kind(client, Random(self.random.random()), 0.05))

    async def play(self, seconds: float) -> None:
        """Let everybody play for a while."""
        for player in self.players:
            player.stopped = False
        tasks = [asyncio.create_task(player.run()) for player in self.players]
        await asyncio.wait(tasks, timeout=seconds, return_when="FIRST_EXCEPTION")
        for player in self.players:
            player.stopped = True
        await asyncio.gather(*tasks)

    async def ask_everything(self) -> None:
        """Every GET route as every role, with sensible and with absurd parameters."""
        async with http_client(self.service.address) as http:
            paths = (await http.get("/openapi.json")).json()["paths"]
            for who in (*ROLES, "administrator", "player 1", ""):
                headers = self.people[who].headers if who else {}
                for path, operations in paths.items():
                    if "get" not in operations:
                        continue
                    for filled in self._filled(path):
                        answer = await http.get(filled, headers=headers)
                        assert answer.status_code < 500, f"{filled}: {answer.text}"
                        self.tape.keep(f"GET {filled} for {who}", answer.content)

    def _filled(self, path: str) -> list[str]:
        person = self.people["player 1"].person
        return [
            path.replace("{table}", table)
            .replace("{house}", "wisconsin")
            .replace("{person}", person)
            .replace("{round}", f"{table}-{number}")
            for table in (self.tables if "{table}" in path or "{round}" in path else ["x"])
            for number in ((1, 2, 999_999) if "{round}" in path else (1,))
        ]

    async def close(self) -> None:
        """Everybody goes home."""
        await asyncio.gather(*(player.client.close() for player in self.players))


async def secrets_of(service: Service) -> Secrets:
    """The order of every shoe, the seeds, the keys."""
    secrets, keys = Secrets(), KeyFile(service.key_file)
    for key in keys._keys:
        secrets.add_bytes(key.reveal(), "a sealing key")
    signing = KeyFile(service.key_file.with_name("signing.keys"), Purpose.SIGNING)
    for key in signing._keys:
        secrets.add_bytes(key.reveal(), "a signing key")
    async with Reader(service.database) as reader:
        for row in await reader.tables():
            cuts = await _cuts(reader, row.table)
            for seed in await reader.seeds(row.table, 1, len(cuts) + 1):
                name = seed_name(row.table, seed.shoe)
                if len(seed.sealed) == SECRET_BYTES:  # it is planted
                    secrets.add_bytes(seed.sealed, name)
                    continue
                origin = f"casinowar/{INSTALLATION}/{seed.stream}/{row.table}"
                secrets.add_bytes(unseal(keys, origin, seed.shoe, seed.sealed).reveal(), name)
                decks, cut = cuts.get(seed.shoe, (DECKS, 0))
                shoe = service.shoe(row.table, seed, decks)
                cards = [_card(shoe.card(index)) for index in range(decks * CARDS_PER_DECK)]
                secrets.add_order(row.table, seed.shoe, cards[cut:] + cards[:cut])
    return secrets


def _card(card: Card | None) -> Card:
    assert card is not None
    return card


async def _cuts(reader: Reader, table: str) -> dict[int, tuple[int, int]]:
    """The decks of each shoe that was loaded, and where it was cut."""
    cut, found = 0, dict[int, tuple[int, int]]()
    for event in await reader.all_events(table):
        written: Json = msgspec.json.decode(event.body)
        match written["name"]:
            case "cards_shuffled" | "batches_swapped" | "cards_collected":
                cut = 0
            case "cards_cut":
                cut = written["cards"]
            case "shoe_loaded":
                found[written["shoe"]] = (written["cards"] // CARDS_PER_DECK, cut)
            case _:
                pass
    return found


async def look_for_secrets(
    folder: Path, seconds: float, *, database: str = "", plants: Sequence[str] = (), seed: int = 0
) -> dict[str, float]:
    """A mixed run; raises Found, or says how much was searched."""
    began = time.perf_counter()
    with Nursery(plants) as nursery:
        service = Service(nursery, folder, database, options=("--log-level", "debug"))
        house = House(service, seed)
        await house.open()
        try:
            await house.play(seconds / 2)
            service.kill()
            await service.start()
            await house.play(seconds / 2)
            await house.ask_everything()
        except (Lost, *UNREACHABLE) as error:
            raise AssertionError(service.last_lines()) from error
        finally:
            await house.close()
        tape = house.tape
        if not is_postgres(service.database):
            for end in ("", "-wal"):
                file = sqlite_path(service.database)
                data = file.with_name(file.name + end).read_bytes()
                tape.keep(f"the database{end}", data[-LOG_BYTES:] if end else data)
        await backup(service.database, folder / "backup")
        tape.keep("a backup", (folder / "backup").read_bytes())
        await service.stop()
        tape.keep("the log", service.log.read_bytes())
        tape.search(await secrets_of(service))
    return {
        "pieces": len(tape.kept),
        "tables": len(tape.tables),
        "bytes": sum(len(data) for _, data, _, _ in tape.kept),
        "seconds": round(time.perf_counter() - began, 1),
    }
