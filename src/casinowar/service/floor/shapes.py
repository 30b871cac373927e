"""The answers of the floor's desk."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from casinowar.service.conversation.messages import Countdown
from casinowar.service.history.shapes import Answer, SignificantEvent
from casinowar.table.message import Message
from casinowar.table.view import LimitsView, View

AtMs = Annotated[int, Meta(ge=0, description="Milliseconds since 1970, UTC.")]

# --- what an act would do -------------------------------------------------------------------------


class FloorMove(Message):
    """Chips that an act of the floor moves from one place to another."""

    seat: Annotated[int | None, Meta(description="Whose chips; null: the house's own.")]
    what: Annotated[str, Meta(examples=["Initial wager, was taken"])]
    source: Annotated[str, Meta(examples=["Tray"])]
    target: Annotated[str, Meta(examples=["Ines"])]
    cents: int
    cites: Annotated[str, Meta(description="The clause or policy it is based on.")]


class FloorSeat(Message):
    """How a player's chips and account change."""

    seat: int
    name: str
    before_cents: Annotated[int, Meta(description="The chips in front of the player now.")]
    after_cents: int
    account_cents: Annotated[int, Meta(description="What goes to the player's account.")]
    net_cents: Annotated[int, Meta(description="The change for the player; 0: none.")]


class FloorSums(Message):
    """The change for each side; the sum is zero."""

    players_cents: int
    layout_cents: int
    tray_cents: int
    house_cents: Annotated[int, Meta(description="The cage and the drop box.")]


class FloorStep(Message):
    """Something that will happen, with its clause."""

    words: str
    cites: str


class FloorPreview(Answer):
    """The preview of an action. Nothing has changed."""

    version: int
    steps: tuple[FloorStep, ...]
    moves: tuple[FloorMove, ...]
    seats: tuple[FloorSeat, ...]
    sums: FloorSums
    moved_cents: int
    tray_before_cents: int
    tray_after_cents: int
    told: Annotated[str, Meta(description="The sentence that the players will read.")]
    told_to_one: Annotated[str | None, Meta(description="The sentence for the removed player.")] = (
        None
    )
    later: Annotated[bool, Meta(description="The action waits until the hand is over.")] = False
    chips: Annotated[
        str,
        Meta(description="The digest of these moves; an action that sends it moves only these."),
    ]


class FloorDone(Answer):
    """The action was carried out."""

    first: Annotated[int, Meta(description="The number of its first event.")]
    version: int
    told: str


class FloorAct(Message):
    """An action of the floor at a table, possible now or later."""

    act: Annotated[str, Meta(description="The name of the command, stand_up or close_for_good.")]
    possible: bool
    when: Annotated[
        str, Meta(description="If it is not possible: the reason, and what must come first.")
    ]
    cites: str


# --- all tables -----------------------------------------------------------------------------------


class FloorTray(Message):
    """A tray that can be checked by eye: opening + fills − credits + win − sold − closed = now."""

    now_cents: int
    opening_cents: Annotated[int, Meta(description="At the opening, or when the day began.")]
    fills_cents: int
    credits_cents: int
    win_cents: Annotated[int, Meta(description="Wagers taken less wagers paid, from the ledger.")]
    sold_cents: Annotated[
        int, Meta(description="Chips that players bought: their cash is the drop.")
    ]
    closed_cents: Annotated[
        int, Meta(description="What went back to the cage when the table was closed.")
    ]
    low: Annotated[bool, Meta(description="Less than half of what it opened with.")]


class FloorTakings(Message):
    """The house's win against theory."""

    rounds: Annotated[int, Meta(description="Finished rounds with a hand that counts here.")]
    handle_cents: Annotated[
        int,
        Meta(
            description="The sum of stakes, without void hands and hands with a coupon, as below."
        ),
    ]
    win_cents: int
    theory_cents: Annotated[int, Meta(description="The expected win.")]
    half_cents: Annotated[
        int | None,
        Meta(description="Half of the 95 % interval around theory; null: too few rounds."),
    ]
    inside: Annotated[
        bool | None, Meta(description="Whether the win is inside; null: too few rounds.")
    ]


class FloorRules(Message):
    """The rules in force at a table."""

    digest: str
    since_ms: AtMs
    by: Annotated[str, Meta(description="Who made the table; empty: the service.")]
    in_force: Annotated[
        bool, Meta(description="false: the displayed rules are not those in force.")
    ]


class FloorTable(Message):
    """A table in the overview."""

    id: str
    title: str
    house: str
    public: bool
    runs_itself: bool
    open: bool
    day: str | None
    phase: str
    in_round: bool
    round: int
    rounds: Annotated[str, Meta(description="The prefix of the table's round ids.")]
    waits: tuple[Countdown, ...]
    since_ms: Annotated[AtMs, Meta(description="When something last happened here.")]
    dealer: str
    dealer_since_ms: AtMs | None
    break_due_ms: AtMs | None
    dealer_here: bool | None
    players: Annotated[dict[str, str], Meta(description="Names by seat.")]
    leaving: Annotated[
        tuple[int, ...], Meta(description="Seats whose players leave after the hand.")
    ]
    seats: int
    limits: LimitsView
    shoe: int
    tray: FloorTray
    takings: FloorTakings
    rules: FloorRules
    counted: Annotated[str, Meta(description="The last closing count in words; empty: none.")]


class FloorCalls(Message):
    """A call for the floor, as the desk shows it."""

    id: str
    table: str
    title: str
    state: Literal["open", "taken", "done"]
    kind: str
    words: str
    name: str
    seat: int | None
    round: int
    at_ms: AtMs
    taken_name: str | None
    outcome: str | None


class FloorSlip(Message):
    """A fill or credit slip at a table that people deal.

    A person who may count the chips does not see the floor's count until both counts agree.
    """

    id: str
    table: str
    title: Annotated[str, Meta(description="Of the table.")]
    state: Annotated[
        Literal["open", "done", "differed", "withdrawn", "lapsed"],
        Meta(description="open: the dealer counts next. lapsed: the table was closed before."),
    ]
    command: Literal["fill_tray", "credit_tray"]
    at_ms: AtMs
    name: Annotated[str, Meta(description="Who prepared it.")]
    yours: Annotated[bool, Meta(description="Whether you prepared it.")]
    denominations: Annotated[tuple[int, ...], Meta(description="Of the chips to count, in cents.")]
    amount_cents: Annotated[int | None, Meta(description="null: hidden from you.")]
    count: Annotated[
        dict[str, int] | None, Meta(description="What the floor counted; null: hidden from you.")
    ]
    reason: Annotated[str | None, Meta(description="null: hidden from you.")]
    counted_name: Annotated[str | None, Meta(description="Who counted second; null: nobody yet.")]
    counted_cents: Annotated[
        int | None, Meta(description="What they counted; null: nothing yet, or hidden from you.")
    ]
    words: Annotated[
        str, Meta(description="How it stands, in one sentence.", examples=["A fill from Flo …"])
    ]


class OneSlip(Answer):
    """A slip."""

    slip: FloorSlip


class SlipList(Answer):
    """The slips that wait at a table."""

    slips: tuple[FloorSlip, ...]


class FloorDesk(Answer):
    """All public tables, those that people deal, and those with a call."""

    now_ms: AtMs
    tables: tuple[FloorTable, ...]
    calls: tuple[FloorCalls, ...]
    slips: Annotated[
        tuple[FloorSlip, ...],
        Meta(description="Slips that wait, or were prepared in the last 15 minutes."),
    ]


class FloorPane(Answer):
    """One table, with what the floor can do there now."""

    table: FloorTable
    view: View
    acts: tuple[FloorAct, ...]
    today: Annotated[str, Meta(description="The gaming day that an opening names.")]
    denominations: Annotated[tuple[int, ...], Meta(description="Of the chips, in cents.")]
    slip_warning: Annotated[
        str,
        Meta(description="Why nobody could count your slip: you deal here. Empty: somebody could."),
    ]


# --- the log and the shift ------------------------------------------------------------------------


class FloorLog(Answer):
    """What the floor and staff did, newest first."""

    notes: tuple[SignificantEvent, ...]
    next: Annotated[
        int | None, Meta(description="For the parameter `before`; null: no more pages.")
    ]


class ShiftTable(Message):
    """A table in the shift's report."""

    id: str
    title: str
    takings: FloorTakings
    hold: Annotated[
        float | None, Meta(description="Win divided by handle; null: nothing was staked.")
    ]
    fills_cents: int
    credits_cents: int
    counted: str


class ShiftReport(Answer):
    """Handle, win and hold by table. Handle takes the place of drop, because there is no cash."""

    since_ms: AtMs
    until_ms: AtMs
    tables: tuple[ShiftTable, ...]
    total: FloorTakings
