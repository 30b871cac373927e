"""Bugs in money, in reading, in clocks and in sockets."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from casinowar.service.casino import Casino
from casinowar.service.conversation import connection, messages
from casinowar.service.conversation.connection import Connection
from casinowar.service.conversation.signed_in import Visitor
from casinowar.service.money import cashier
from casinowar.service.ports import Frame
from casinowar.service.tables import writer
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.presence import Audience, Presence, Progress, Watcher
from casinowar.service.tables.shoes import TableShoes
from casinowar.store import Store
from casinowar.store.interface import Seed, Snapshot, Write
from casinowar.table.bets import Bets
from tests.simulation.planting import Patch, planted

# --- money ----------------------------------------------------------------------------------------


@planted("Two simultaneous requests get two refills.")
def refilled_twice(patch: Patch) -> None:
    def write(at_ms: int, postings: Any, once: str, **_: object) -> Write:
        del once
        return Write(at_ms=at_ms, postings=postings)

    patch.setattr(cashier, "Write", write)


@planted("The chips of a seat that is left are credited to the person who emptied it.")
def seat_left_credits_actor(patch: Patch) -> None:
    original = writer.carried_write

    def carried_write(before: Any, carried: Any, turn: Any, *rest: Any) -> Any:
        write, bodies = original(before, carried, turn, *rest)
        postings = tuple(
            posting._replace(account=f"player/{turn.by}")
            if posting.kind == "cash_out" and posting.account.startswith("player/")
            else posting
            for posting in write.postings
        )
        return replace(write, postings=postings), bodies

    patch.setattr(writer, "carried_write", carried_write)


# --- reading --------------------------------------------------------------------------------------


@planted("A client that returns catches up outside the table's queue.")
def catch_up_outside_queue(patch: Patch) -> None:
    original, kept = Connection._welcome, set[Any]()

    async def welcome(self: Connection, hello: Any) -> None:
        task = asyncio.ensure_future(original(self, hello))
        kept.add(task)
        task.add_done_callback(lambda done: done.exception())

    patch.setattr(Connection, "_welcome", welcome)


@planted("A client that returns misses one event.")
def catch_up_starts_late(patch: Patch) -> None:
    original = Connection._missed

    async def missed(self: Connection, last: int | None) -> Any:
        return await original(self, None if last is None else last + 1)

    patch.setattr(Connection, "_missed", missed)


@planted("A snapshot carries the number of the event before its last.")
def snapshot_of_wrong_version(patch: Patch) -> None:
    def snapshot(version: int, body: bytes, head: bytes) -> Snapshot:
        return Snapshot(version=version - 1, body=body, head=head)

    patch.setattr(writer, "Snapshot", snapshot)


@planted("Seeds are made anew after a restart.")
def seeds_made_anew(patch: Patch) -> None:
    async def load(self: TableShoes, store: Store, number: int) -> None:
        del store
        seeds: tuple[Seed, ...] = self._vault.new_seeds(self._origin, number, 8)
        for seed in seeds:
            self._sealed.setdefault(seed.shoe, seed)

    patch.setattr(TableShoes, "load", load)


# --- clocks and sockets ---------------------------------------------------------------------------


@planted("The timer is not set again after a job.")
def lost_wake_up(patch: Patch) -> None:
    original = TableActor._set_timer

    def set_timer(self: TableActor) -> None:
        if self._jobs.idle:
            original(self)

    patch.setattr(TableActor, "_set_timer", set_timer)


@planted("The clock runs for a player who is alone at the table and connected.")
def clock_for_lone_player(patch: Patch) -> None:
    patch.setattr(Presence, "_free_seats", lambda _: frozenset[int]())


@planted("The clock never runs for players who are not connected.")
def no_clock_for_absent(patch: Patch) -> None:
    def free(self: Presence) -> frozenset[int]:
        return frozenset(seat for seat in self._table.state.seats if not self._here(seat))

    patch.setattr(Presence, "_free_seats", free)


@planted("Every command of a player restarts the dealer's clock.")
def players_restart_step_clock(patch: Patch) -> None:
    patch.setattr(Presence, "progress", lambda self: Progress(self._table.version, 0, 0))


@planted("A takeover leaves the older socket open.")
def takeover_leaves_both(patch: Patch) -> None:
    def greeted(self: Casino, newest: Connection) -> None:
        self._newest[newest.host.table.id, newest.visitor.person.id] = newest

    patch.setattr(Casino, "_greeted", greeted)


@planted("A viewer who leaves while events are sent makes the next one miss them.")
def neighbour_skipped(patch: Patch) -> None:
    def send(self: Audience, frame: Frame, besides: Watcher | None = None) -> None:
        number = 0
        while number < len(self._watchers):
            watcher = list(self._watchers)[number]
            if watcher is not besides:
                watcher.send(frame)
            number += 1

    patch.setattr(Audience, "send", send)


@planted("A socket that is lost while it is welcomed stays in the audience.")
def ghost_in_audience(patch: Patch) -> None:
    original = Connection.closed

    def closed(self: Connection) -> None:
        original(self)
        self._gone = False

    patch.setattr(Connection, "closed", closed)


@planted("Signing out everywhere leaves open sockets open.")
def signed_out_stays(patch: Patch) -> None:
    async def refresh(self: Visitor, within_seconds: float = 0.0) -> None:
        """Look at nothing."""
        del self, within_seconds

    patch.setattr(Visitor, "refresh", refresh)


@planted("Frames show the next card of the shoe.")
def next_card_shown(patch: Patch) -> None:
    def offers_frame(version: int, body: bytes, bets: tuple[Bets, ...]) -> Frame:
        return Frame(messages.offers_frame(version, body, bets).payload[:-1] + b',"next":"As"}')

    patch.setattr(connection, "offers_frame", offers_frame)
