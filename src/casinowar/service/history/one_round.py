"""One past round: as JSON, as text for people, as a round file, and step by step.

Everything is derived again from the events, and marked as a replay, so that it is not mistaken for
a live table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from casinowar.errors import InputError, printable
from casinowar.houses import House
from casinowar.record.roundwriter import round_file
from casinowar.record.text import story_lines
from casinowar.service.csv_text import iso, moment
from casinowar.service.history.access import Viewer, for_strangers, moves_balances
from casinowar.service.history.ids import RoundId
from casinowar.service.history.reader import Reader, StoredRound
from casinowar.service.history.shapes import (
    PLAY_CHIPS,
    FoundRound,
    FoundSteps,
    PastEvent,
    PastHand,
    PastRound,
    PastView,
    RoundShoe,
    RoundSteps,
    RoundSummary,
    Step,
    WagerResult,
)
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.store import Store
from casinowar.store.interface import FoundShoe, HandRow, RoundRow, StoredEvent
from casinowar.table.engine import advance
from casinowar.table.events import Event
from casinowar.table.roles import player_at
from casinowar.table.state import Seat, Table, copied
from casinowar.table.view import view
from casinowar.table.words import decks_words

FORMAT = "casinowar-past-round/1"
STEPS_FORMAT = "casinowar-past-steps/1"


# --- one round in a list --------------------------------------------------------------------------


def summary(
    id_: RoundId,
    row: RoundRow,
    house: House,
    title: str,
    viewer: Viewer,
    *,
    name: str,
    shoe: FoundShoe | None,
    real: bool,
) -> RoundSummary:
    """A finished round without its events; only its players see the id of a private table."""
    return RoundSummary(
        id=id_.address(name),
        table=id_.table if name == id_.table or viewer.sees_names(row) else None,
        round=id_.number,
        at=iso(row.at_ms),
        day=row.day,
        house=house.name,
        title=title,
        rules=row.rules,
        decks=row.decks,
        shoe=_shoe(row.shoe, shoe, real=real),
        voided=row.voided,
        money=PLAY_CHIPS,
        dealer=tuple(row.dealer.split()),
        hands=tuple(_hand(hand, viewer) for hand in row.hands),
    )


def _shoe(number: int, sealed: FoundShoe | None, *, real: bool) -> RoundShoe:
    if sealed is None:
        return RoundShoe(number=number, state=None, contributors=0, withheld=0, real=real)
    return RoundShoe(
        number=number,
        state="revealed" if sealed.revealed else "sealed",
        contributors=sealed.contributors,
        withheld=sealed.withheld,
    )


def _hand(hand: HandRow, viewer: Viewer) -> PastHand:
    detail = hand.detail
    return PastHand(
        seat=hand.seat,
        player=viewer.shown_id(hand.person),
        name=detail["name"],
        you=hand.person == viewer.person,
        outcome=hand.outcome,
        cards=tuple(detail["cards"].split()),
        choice=detail.get("choice"),
        by_policy=detail.get("called", False),
        coupon_cents=detail.get("coupon_cents", 0),
        wagered_cents=hand.wagered_cents,
        returned_cents=hand.returned_cents,
        net_cents=hand.returned_cents - hand.wagered_cents,
        wagers={
            name: WagerResult(staked_cents=sums["staked"], returned_cents=sums["returned"])
            for name, sums in detail["wagers"].items()
        },
    )


async def shown_round(reader: Reader, id_text: str, viewer: Viewer) -> StoredRound:
    found = await reader.round(id_text)
    return found if viewer.sees_names(found.row) else for_strangers(found)


def _summary(found: StoredRound, viewer: Viewer) -> dict[str, Any]:
    """The fields of a ``RoundSummary``, for an answer that extends it."""
    shown = summary(
        found.id,
        found.row,
        found.house,
        found.title,
        viewer,
        name=found.name,
        shoe=found.shoe,
        real=found.start.physical,
    )
    return asdict(shown)


def _shown_events(found: StoredRound) -> Iterator[tuple[StoredEvent, Event]]:
    """The events that the viewer may see."""
    for stored, event in zip(found.stored, found.events, strict=True):
        if not (found.withheld and moves_balances(event)):
            yield stored, event


# --- with its events ------------------------------------------------------------------------------


async def past_round(reader: Reader, id_text: str, viewer: Viewer) -> FoundRound:
    """A past round with every event: its number, its time, and who caused it."""
    found = await shown_round(reader, id_text, viewer)
    causes = _Causes(reader.store, viewer, found)
    events = [
        PastEvent(
            number=stored.version,
            at=iso(stored.at_ms),
            event=viewer.event(event),
            **await causes.of(stored),
        )
        for stored, event in _shown_events(found)
    ]
    return FoundRound(
        found=PastRound(**_summary(found, viewer), format=FORMAT, events=tuple(events))
    )


class _Causes:
    """Who caused the events of a round, in words; staff also see ids, commands and reasons."""

    def __init__(self, store: Store, viewer: Viewer, found: StoredRound) -> None:
        self._store, self._viewer = store, viewer
        self._seated = {hand.person: hand for hand in found.row.hands}
        self._named = viewer.sees_names(found.row)
        self._words = dict[str, str]()

    async def of(self, stored: StoredEvent) -> dict[str, str]:
        if stored.actor not in self._words:
            self._words[stored.actor] = await self._in_words(stored.actor)
        cause = {"by": self._words[stored.actor]}
        if self._viewer.sees_all:
            cause |= {"person": stored.actor, "command": stored.command, "reason": stored.reason}
        return cause

    async def _in_words(self, actor: str) -> str:
        if not actor:
            return "the table"
        if actor == self._viewer.person:
            return "you"
        hand = self._seated.get(actor)
        if hand is not None:
            return (
                f"seat {hand.seat}, {hand.detail['name']}" if self._named else f"seat {hand.seat}"
            )
        if not self._viewer.sees_all:
            return "somebody else"
        row = await self._store.person(actor)
        return actor if row is None else row.name


# --- text -----------------------------------------------------------------------------------------


async def round_text(reader: Reader, id_text: str, viewer: Viewer) -> str:
    """A past round for people to read: every event with its clause, then each seat's result."""
    found = await shown_round(reader, id_text, viewer)
    row, house = found.row, found.house
    lines = [
        f"{found.address}: {printable(found.title)}, {decks_words(row.decks)}, play chips",
        f"  {moment(row.at_ms):%Y-%m-%d %H:%M:%S} UTC, rules {row.rules}",
        *(f"  seat {hand.seat}: {printable(hand.detail['name'])}" for hand in row.hands),
        *story_lines(house, (event for _, event in _shown_events(found)), found.past.hands),
    ]
    return "\n".join(lines) + "\n"


# --- a round file ---------------------------------------------------------------------------------


async def round_as_file(reader: Reader, id_text: str, viewer: Viewer) -> str:
    """A past round as a file for ``casinowar replay``; refused if a file cannot hold it."""
    found = await shown_round(reader, id_text, viewer)
    try:
        return round_file(found.history, found.past)
    except InputError as error:
        reason = error.reason[:1].upper() + error.reason[1:]
        refuse(ServiceCode.NO_ROUND_FILE, f"{found.address} cannot be a round file. {reason}.")


# --- step by step ---------------------------------------------------------------------------------


def round_steps(found: StoredRound, viewer: Viewer) -> FoundSteps:
    """A past round step by step: the table after each event, as seen by the viewer."""
    return FoundSteps(
        found=RoundSteps(
            **_summary(found, viewer),
            format=STEPS_FORMAT,
            start=_view(found.start, found, viewer),
            steps=tuple(_steps(found, viewer)),
        )
    )


def _steps(found: StoredRound, viewer: Viewer) -> Iterator[Step]:
    own = copied(found.start)
    for stored, event in zip(found.stored, found.events, strict=True):
        advance(own, (event,))
        if found.withheld and moves_balances(event):
            continue
        yield Step(
            number=stored.version,
            at=iso(stored.at_ms),
            text=event.text(found.house),
            cites=event.cites,
            event=viewer.event(event),
            view=_view(own, found, viewer),
        )


def _view(state: Table, found: StoredRound, viewer: Viewer) -> PastView:
    """The table as seen from the viewer's seat, or by an onlooker."""
    seat = found.seat_of(viewer.person)
    holder: Seat | None = None if seat is None else state.seats.get(seat)
    own = holder is not None and holder.player == viewer.person
    who = player_at(seat) if own and seat is not None else None
    return viewer.view(view(state, who), found.title, balances=not found.withheld)
