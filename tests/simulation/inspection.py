"""After a run: the durable data against everything that clients were told.

Each table's stream is folded once more from its first event. What it says about cards, money,
rounds, views and snapshots is compared with what was stored and shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from casinowar.fairness import FairShoe, KeyFile, Secret, Signer, derive_shoe, proof, unseal
from casinowar.houses import House, house_from_rules
from casinowar.record.export import Line, write_export
from casinowar.store.interface import StoredEvent
from casinowar.table import events as e
from casinowar.table.engine import fold
from casinowar.table.shoe import NO_SHOE, Shoe
from casinowar.table.state import Table
from casinowar.table.view import view
from casinowar.wire import encode_json, event_from_bytes, snapshot_of, to_json
from tests.kit.memory_store import STREAM, Data
from tests.simulation.auditor import Group, Records, decoded, is_passing
from tests.simulation.clients import Client

Json = dict[str, Any]
HOUR_MS = 3_600_000
OF_THE_HOUSE = ("cage", "grants", "tray/", "drop/")
GRANTED = {"grant", "refill"}


@lru_cache(maxsize=4096)
def _shoe(keys: KeyFile, origin: str, number: int, decks: int, sealed: bytes) -> Shoe:
    return derive_shoe(origin, number, decks, unseal(keys, origin, number, sealed))


def inspect(
    data: Data, records: Records, clients: Sequence[Client], keys: KeyFile, signer: Signer,
    installation: str, *, alone: bool,
) -> Iterator[str]:  # fmt: skip
    """Everything that is wrong; ``alone``: there was one process only."""
    yield from (f"{fault.where}: {fault.what}" for fault in data.faults())
    yield from _answers(data)
    yield from _told(data, records)
    books = _Books()
    for table in data.tables:
        yield from _Stream(
            data, records, table, keys, signer, installation, books, alone=alone
        ).check()
    yield from books.differences(data)
    yield from _seen(data, clients)
    yield from _refills(data, records)
    for movement in data.movements:
        if movement.balance_cents < 0 and not movement.account.startswith(OF_THE_HOUSE):
            yield f"{movement.account} was at {movement.balance_cents}"


# --- answers --------------------------------------------------------------------------------------


def _answers(data: Data) -> Iterator[str]:
    """Each stored answer has exactly its own events, and each command's events have an answer."""
    by_command = dict[tuple[str, str], list[tuple[str, int]]]()
    for table, stream in data.events.items():
        for event in stream:
            if event.command:
                found = by_command.setdefault((event.actor, event.command), [])
                found.append((table, event.version))
    for key, answer in data.answers.items():
        body = decoded(answer.body)
        events = by_command.pop(key, [])
        if not body["ok"]:
            yield f"the refusal of command {key} is stored"
            continue
        versions = [version for _, version in events]
        if versions != list(range(body["first"], body["version"] + 1)):
            yield f"command {key} was answered with {body} and its events are {versions}"
        if len({table for table, _ in events}) > 1:
            yield f"command {key} has events at two tables"
    for key, events in by_command.items():
        yield f"command {key} has {len(events)} events and no answer"


def _told(data: Data, records: Records) -> Iterator[str]:
    """At most one message under an id is carried out, and answered with what is stored."""
    heard = dict[tuple[str, str], dict[tuple[str, bytes], set[bytes]]]()
    for told in records.told:
        answer = decoded(told.answer)
        if not is_passing(answer):
            messages = heard.setdefault((told.person, answer["id"]), {})
            messages.setdefault((told.table, told.message), set()).add(told.answer)
    for key, messages in heard.items():
        stored = data.answers.get(key)
        done = [
            answer for answers in messages.values() for answer in answers if decoded(answer)["ok"]
        ]
        if done and stored is None:
            yield f"command {key} was answered and nothing is stored"
        elif stored is not None and done not in ([], [stored.body]):
            yield f"command {key} was answered in {len(done)} ways, {stored.body!r} is stored"


def _seen(data: Data, clients: Sequence[Client]) -> Iterator[str]:
    """Events that clients saw are those of the stream, under the same numbers."""
    for client in clients:
        stream = data.events[client.table]
        for number, event in client.seen.items():
            if number > len(stream) or decoded(stream[number - 1].body) != event:
                yield f"{client.name} saw an event {number} at {client.table} that is not stored"
                break


def _refills(data: Data, records: Records) -> Iterator[str]:
    """One an hour, and what a client was told of is there."""
    last, count = dict[str, int](), Counter[str]()
    for movement in data.movements:
        if movement.kind != "refill" or not movement.account.startswith("player/"):
            continue
        person = movement.account.removeprefix("player/")
        if person in last and movement.at_ms - last[person] < HOUR_MS:
            yield f"{person} had two refills within an hour"
        last[person] = movement.at_ms
        count[person] += 1
    for person, told in Counter(records.refills).items():
        if told > count[person]:
            yield f"{person} was told of {told} refills and had {count[person]}"


# --- money ----------------------------------------------------------------------------------------


class _Books:
    """What every account must hold, kept from the words of events and from the tables."""

    def __init__(self) -> None:
        self.accounts = Counter[str]()

    def note(self, table: str, event: Json, players: dict[int, str]) -> None:
        """Money that moves between a person's account and a table."""
        match event["name"]:
            case "seat_taken":
                players[event["seat"]] = event["player"]
            case "chips_bought":
                self.accounts[f"player/{players[event['seat']]}"] -= event["cash_cents"]
                self.accounts[f"drop/{table}"] += event["cash_cents"]
            case "seat_left":
                self.accounts[f"player/{players.pop(event['seat'])}"] += event["chips_cents"]
            case _:
                pass

    def close(self, table: str, state: Table) -> None:
        """What is on the table at the end."""
        self.accounts[f"tray/{table}"] += state.tray_cents
        for seat, holder in state.seats.items():
            self.accounts[f"chips/{table}/{holder.player}"] += holder.chips_cents
            hand = state.hands.get(seat)
            if hand is not None:
                self.accounts[f"escrow/{table}/{holder.player}"] += hand.layout_cents
                self.accounts[f"match/{table}/{holder.player}"] += hand.match_cents

    def differences(self, data: Data) -> Iterator[str]:
        """Accounts that hold something else."""
        for movement in data.movements:
            if movement.kind in GRANTED and movement.account.startswith("player/"):
                self.accounts[movement.account] += movement.cents
        held = Counter({a: n for a, n in data.balances.items() if a not in {"cage", "grants"}})
        for account in sorted(held.keys() | self.accounts.keys()):
            if held[account] != self.accounts[account]:
                yield f"{account} holds {held[account]} instead of {self.accounts[account]}"


# --- one table ------------------------------------------------------------------------------------


class _Stream:
    """One table's stream, folded from its start."""

    def __init__(
        self, data: Data, records: Records, table: str, keys: KeyFile, signer: Signer,
        installation: str, books: _Books, *, alone: bool,
    ) -> None:  # fmt: skip
        self.signer = signer
        self.data, self.records, self.table, self.books = data, records, table, books
        self.keys, self.origin = keys, f"casinowar/{installation}/{STREAM}/{table}"
        self.alone = alone
        row = data.tables[table]
        self.itself = row.settings["runs_itself"]
        self.state = Table(house=_house(msgspec.json.encode(data.rules[row.rules])))

    def check(self) -> Iterator[str]:
        """Everything that is wrong with it."""
        stream = self.data.events[self.table]
        groups = {group.first: group for group in self.records.groups.get(self.table, [])}
        players, rounds = dict[int, str](), 0
        yield from self._shown(0)
        group: Group | None = None
        before: Group | None = None
        for stored in stream:
            if stored.version in groups:
                before, group = group, groups[stored.version]
                yield from self._hurried(before, group, stored)
            event = event_from_bytes(stored.body)
            yield from self._card(event, stored)
            self.books.note(self.table, decoded(stored.body), players)
            self.state = fold(self.state, (event,))
            yield from self._shown(stored.version)
            if isinstance(event, e.RoundCompleted):
                rounds += 1
                kept = self.data.rounds.get((self.table, self.state.round_number))
                if kept is None or kept.last_version != stored.version:
                    yield f"{self.table}: round {self.state.round_number} is not in the record"
        if rounds != sum(1 for table, _ in self.data.rounds if table == self.table):
            yield f"{self.table}: {rounds} rounds were played and others are in the record"
        self.books.close(self.table, self.state)
        if self.data.tables[self.table].settings["sealed"]:
            yield from self._log()

    def _shoe(self) -> Shoe:
        number, decks = self.state.shoe.number, self.state.decks
        if self.state.mix is not None:
            return FairShoe(self.origin, self._seed).mixed(self.state.mix)
        if not number or not self.state.shoe.size:
            return NO_SHOE
        seed = self.data.seeds[self.table, number]
        return _shoe(self.keys, self.origin, number, decks, seed.sealed)

    def _seed(self, number: int) -> Secret:
        return unseal(self.keys, self.origin, number, self.data.seeds[self.table, number].sealed)

    def _log(self) -> Iterator[str]:
        """Whoever has the log can check its shoes."""
        at = datetime(2026, 1, 1, tzinfo=UTC).isoformat().encode()
        lines = [
            Line(row.body, b'{"at":"%b",%b' % (at, row.given[1:]) if row.given else b"")
            for row in self.data.events[self.table]
        ]
        export = b"".join(write_export(self.origin, self.state.house, lines, self.signer))
        report = proof.check(export.splitlines())
        if report.fault is not None:
            yield f"{self.table}: its log does not hold: {report.fault}"
        for kept in self.data.snapshots.get(self.table, ()):
            own = proof.first_head(self.origin)
            for row in self.data.events[self.table][: kept.version]:
                own = proof.next_head(own, row.body)
            if kept.head != own:
                yield f"{self.table}: the snapshot of version {kept.version} has another head"

    def _card(self, event: e.Event, stored: StoredEvent) -> Iterator[str]:
        if isinstance(event, e.CardDealt | e.WarCardDealt):
            expected = self._shoe().card(self.state.shoe.next_index)
            if event.card != expected:
                yield f"{self.table}: event {stored.version} dealt a card that was not next"

    def _shown(self, version: int) -> Iterator[str]:
        """Views and snapshots of this version."""
        shown = self.records.views.get((self.table, version))
        if shown is not None:
            expected = _as_json(to_json(view(self.state, None, self._shoe())))
            if shown != expected:
                yield f"{self.table}: a wrong view of version {version} was shown"
        asked = self.records.snapshots.get((self.table, version))
        if asked is not None and asked != _as_json(snapshot_of(self.state)):
            yield f"{self.table}: a wrong snapshot of version {version} was shown"
        for kept in self.data.snapshots.get(self.table, ()):
            if kept.version == version and kept.body != encode_json(snapshot_of(self.state)):
                yield f"{self.table}: the stored snapshot of version {version} is wrong"

    def _hurried(self, before: Group | None, group: Group, stored: StoredEvent) -> Iterator[str]:
        """Nobody answers for a player who is alone at a table and there all the time."""
        if not self.alone or not self.itself or before is None or group.actor or group.command:
            return
        by_the_day = (b"gaming_day_started", b"cards_removed")  # and the change it needs (WI d5)
        of_programs = (b"contributions_closed", b"shoe_loaded")  # nobody needs time to think
        names = by_the_day + of_programs
        if len(self.state.seats) != 1 or any(name in stored.body for name in names):
            return
        (holder,) = self.state.seats.values()
        if holder.player in self.records.excluded:
            return  # they stand up at their own wish
        since = group.present.get(holder.player)
        if since is not None and since <= before.at and holder.player in before.present:
            yield f"{self.table}: a clock ran out on a player who was alone and there"


@lru_cache(maxsize=64)
def _house(rules: bytes) -> House:
    return house_from_rules(msgspec.json.decode(rules))


def _as_json(value: Json) -> Json:
    decoded_value: Json = msgspec.json.decode(msgspec.json.encode(value))
    return decoded_value
