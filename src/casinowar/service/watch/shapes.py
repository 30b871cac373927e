"""The answers of the routes for surveillance, one class each."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from casinowar.service.history.shapes import Answer, Cards, Id, Time
from casinowar.table.message import Message
from casinowar.table.view import View

DisputeId = Annotated[str, Meta(description="The number of a dispute.", examples=["D-31"])]


class State(StrEnum):
    """The state of a dispute."""

    OPENED = "opened"
    READ = "read"
    DECIDED = "decided"
    CONFIRMED = "confirmed"


# --- disputes -------------------------------------------------------------------------------------


class Decision(Message):
    """What the floor decided."""

    pay_cents: Annotated[int, Meta(description="What the player must be paid; 0: nothing is owed.")]
    words: str


class DisputeLine(Message):
    """A dispute in a list. Players see their own, and the decision once it is confirmed."""

    id: DisputeId
    at: Time
    state: State
    table: str
    title: Annotated[str, Meta(description="Of the table.")]
    house: str
    round: int
    round_id: Id
    seat: int
    name: Annotated[str, Meta(description="Of the player.")]
    claim: Annotated[str, Meta(description="What the player says, in their words.")]
    says_paid_cents: Annotated[
        int | None, Meta(description="What the player says came back; null: they did not say.")
    ]
    decision: Decision | None


class Disputes(Answer):
    """Disputes, newest first."""

    disputes: tuple[DisputeLine, ...]
    next: Annotated[str | None, Meta(description="The mark of the next page; null: the last one.")]


class OwnDispute(Answer):
    """A dispute as the player who opened it sees it."""

    found: DisputeLine


class OwedLine(Message):
    """One wager: what the engine owes, and what came back."""

    wager: str
    words: Annotated[str, Meta(description="The wager as this house calls it.")]
    cites: str
    staked_cents: int
    owed_cents: Annotated[int, Meta(description="In all, the stake included.")]
    paid_cents: Annotated[int, Meta(description="What came back, by the ledger.")]
    difference_cents: Annotated[int, Meta(description="Above zero: the amount that is missing.")]


class DisputeSheet(Message):
    """What a seat was owed in a round and what came back, from the record alone."""

    outcome: str
    cards: Cards
    dealer: Cards
    wagered_cents: int
    lines: tuple[OwedLine, ...]
    owed_cents: int
    paid_cents: int
    difference_cents: int
    says_paid_cents: int | None
    fault: Annotated[
        str | None,
        Meta(description="The first thing in the record that cannot have happened; null: none."),
    ]
    words: str


class DisputeStep(Message):
    """One step of a file: opened, read, decided, confirmed or rejected."""

    at: Time
    what: Literal["opened", "read", "decided", "confirmed", "rejected"]
    person: str
    name: str
    words: str
    pay_cents: Annotated[int | None, Meta(description="Of a decision.")]
    owed_cents: Annotated[int | None, Meta(description="As it was read, by the engine.")]
    paid_cents: Annotated[int | None, Meta(description="As it was read, by the ledger.")]


class DisputeFile(DisputeLine):
    """A whole dispute file, for the floor and for surveillance."""

    version: Annotated[int, Meta(description="One more with each step.")]
    person: Annotated[str, Meta(description="The id of the player.")]
    dealer: Annotated[str, Meta(description="Who dealt.")]
    steps: tuple[DisputeStep, ...]
    may: Annotated[tuple[str, ...], Meta(description="What you may do now: read, decide, confirm.")]
    sheet: Annotated[
        DisputeSheet | None, Meta(description="null: the round is still being played.")
    ]


class OneDispute(Answer):
    """A whole dispute file."""

    found: DisputeFile


# --- shoes ----------------------------------------------------------------------------------------

Ranks = Annotated[
    dict[str, int], Meta(description="By rank, 2 to A.", examples=[{"2": 14, "A": 12}])
]


class ShoeLine(Message):
    """One shoe of a table."""

    shoe: int
    began: Time
    ended: Annotated[Time | None, Meta(description="null: it is in use.")]
    ended_by: str
    dealers: tuple[str, ...]
    rounds: int
    size: int
    drawn: int
    real: Annotated[bool, Meta(description="Real cards, entered by the dealer.")]
    whole: Annotated[
        bool | None, Meta(description="Whether all cards were there; null: not known.")
    ]
    words: Annotated[str, Meta(description="What is missing or too many, in words.")]


class ShoeCheck(Message):
    """One check of a shoe."""

    name: str
    holds: Annotated[bool | None, Meta(description="null: not known.")]
    words: str


class ShoeCount(Message):
    """Cards that were counted by hand after a shoe."""

    at: Time
    person: str
    name: str
    ranks: Ranks
    words: str


class ShoeAudit(ShoeLine):
    """One shoe with its cards by rank."""

    of_a_rank: Annotated[int, Meta(description="24 in six decks.")]
    seen: Ranks
    burned: int
    burned_ranks: Annotated[
        Ranks | None, Meta(description="Once the shoe has ended, if its order is known.")
    ]
    left: int
    checks: tuple[ShoeCheck, ...]
    counts: Annotated[tuple[ShoeCount, ...], Meta(description="By hand, the newest first.")]
    may_count: bool


class Shoes(Answer):
    """The latest shoes of a table, the newest first, and one of them with its cards."""

    table: str
    title: str
    house: str
    shoes: tuple[ShoeLine, ...]
    found: Annotated[ShoeAudit | None, Meta(description="null: no shoe was loaded yet.")]


# --- live -----------------------------------------------------------------------------------------


class LiveEvent(Message):
    """Something that happened at some table."""

    key: Annotated[str, Meta(description="Identifies the event; the same every time.")]
    at: Time
    group: Literal["irregularity", "dispute", "floor", "large", "table", "people", "war", "round"]
    heavy: Annotated[bool, Meta(description="Whether somebody should check it now.")]
    words: str
    cites: str
    table: str | None
    title: str | None
    round: Annotated[str | None, Meta(description="The id of the round.")]
    dispute: Annotated[str | None, Meta(description="The number of a dispute.")]
    names: Annotated[tuple[str, ...], Meta(description="The people concerned.")]


class LiveEvents(Answer):
    """What happened at all tables, newest first."""

    events: tuple[LiveEvent, ...]
    next: Annotated[
        int | None, Meta(description="The `until_ms` of the next page; null: the last one.")
    ]


class WatchedTable(Message):
    """A table as surveillance sees it now."""

    id: str
    title: str
    house: str
    open: bool
    real: bool
    says: Annotated[str, Meta(description="What it is doing, and for whom it waits.")]
    trouble: Annotated[str | None, Meta(description="What is wrong there; null: nothing.")]
    seats: Annotated[int, Meta(description="The number of seats.")]
    view: View


class WatchedTables(Answer):
    """All tables now, those with trouble first."""

    tables: tuple[WatchedTable, ...]
