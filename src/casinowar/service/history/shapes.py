"""The answers about past rounds, one class each.

The routes write them as JSON. The OpenAPI description and the types of the page are generated from
them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from casinowar.table.events import AnyEvent
from casinowar.table.message import Message
from casinowar.table.view import SeatView, View

Id = Annotated[str, Meta(description="The id of a round.", examples=["washington-12"])]
Time = Annotated[
    str, Meta(description="ISO 8601, in UTC.", examples=["2026-01-01T20:00:00.250+00:00"])
]
Cards = Annotated[tuple[str, ...], Meta(examples=[["Kh", "9c"]])]
PLAY_CHIPS = "play chips"


class Answer(Message):
    """An answer of a route."""

    ok: bool = True


# --- a round in a list ----------------------------------------------------------------------------


class WagerResult(Message):
    """What was staked on one wager, and what came back."""

    staked_cents: int
    returned_cents: int


class PastHand(Message):
    """One hand of a finished round."""

    seat: int
    player: Annotated[
        str | None, Meta(description="The player's id; for staff and for the player.")
    ]
    name: str
    you: bool
    outcome: str
    cards: Cards
    choice: Annotated[str | None, Meta(description="war or surrender, if there was a choice.")]
    by_policy: Annotated[bool, Meta(description="Time was up: house policy chose.")]
    coupon_cents: int
    wagered_cents: int
    returned_cents: int
    net_cents: int
    wagers: Annotated[dict[str, WagerResult], Meta(description="By the name of the wager.")]


class RoundShoe(Message):
    """The shoe of a round, and whether it can be verified yet."""

    number: int
    state: Annotated[
        Literal["sealed", "revealed"] | None,
        Meta(
            description="revealed: its seed is public, so anybody can check every card. null: shoes"
            " of this table are not sealed, and nothing is claimed."
        ),
    ]
    contributors: Annotated[int, Meta(description="Seats whose value went into the shuffle.")]
    withheld: Annotated[int, Meta(description="Seats that sealed a value and did not open it.")]
    real: Annotated[
        bool, Meta(description="Real cards, entered by the dealer: nothing is claimed.")
    ] = False


class RoundSummary(Message):
    """A finished round without its events."""

    id: Id
    table: Annotated[
        str | None, Meta(description="null: a private table, whose id only its players see.")
    ]
    round: int
    at: Time
    day: Annotated[str, Meta(description="The gaming day.")]
    house: str
    title: Annotated[str, Meta(description="Of the table.")]
    rules: Annotated[str, Meta(description="The digest of the rules.")]
    decks: int
    shoe: RoundShoe
    voided: bool
    money: str
    dealer: Cards
    hands: tuple[PastHand, ...]


class Rounds(Answer):
    """A page of finished rounds, newest first."""

    rounds: tuple[RoundSummary, ...]
    next: Annotated[str | None, Meta(description="The mark of the next page; null: the last one.")]


class HandTotals(Message):
    """Sums over all hands of one house with one outcome, with or without a Tie wager."""

    house: str
    title: str
    outcome: str
    tie: Annotated[bool, Meta(description="Whether a Tie wager was made.")]
    hands: int
    wagered_cents: int
    returned_cents: int


class Totals(Answer):
    """Sums over hands, by house, outcome and whether a Tie wager was made."""

    sums: tuple[HandTotals, ...]


# --- one round ------------------------------------------------------------------------------------


class PastEvent(Message):
    """An event of a past round and who caused it; the last three fields are for staff."""

    number: int
    at: Time
    by: Annotated[str, Meta(description="Who caused it, in words.")]
    event: AnyEvent
    person: str | UnsetType = UNSET
    command: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class PastRound(RoundSummary):
    """A past round with every event."""

    format: str
    events: tuple[PastEvent, ...]


class FoundRound(Answer):
    """A past round with every event."""

    found: PastRound


class PastSeat(SeatView):
    """An occupied seat in a replay."""

    # null: kept from those who did not play in the round
    chips_cents: int | None  # type: ignore[assignment]


class PastView(View):
    """A table in a replay."""

    seats: tuple[PastSeat, ...]
    # null: kept from those who did not play in the round
    tray_cents: int | None  # type: ignore[assignment]


class Step(Message):
    """One event of a replay, and the table after it."""

    number: int
    at: Time
    text: str
    cites: str
    event: AnyEvent
    view: PastView
    replay: bool = True


class RoundSteps(RoundSummary):
    """A past round step by step."""

    format: str
    start: PastView
    steps: tuple[Step, ...]
    replay: bool = True


class FoundSteps(Answer):
    """A past round step by step."""

    found: RoundSteps


# --- what a choice was worth ----------------------------------------------------------------------


class Figure(Message):
    """An exact value, and the same rounded."""

    fraction: Annotated[str, Meta(examples=["-1/2"])]
    decimal: Annotated[str, Meta(examples=["-0.5000000000"])]


class Choice(Message):
    """What one choice on a tie was worth."""

    choice: Literal["war", "surrender"]
    value: Annotated[Figure, Meta(description="In units of the first wager.")]
    cents: Annotated[Figure, Meta(description="In cents, for your bet.")]
    best: bool
    chosen: Annotated[bool, Meta(description="Whether you, or policy for you, chose it.")]


class WhatIfHand(Message):
    """A hand of yours and what its choices were worth."""

    seat: int
    cards: Cards
    bet_cents: Annotated[int, Meta(description="The first wager.")]
    had_choice: bool
    words: Annotated[
        str, Meta(description="What the values are conditioned on, or why there are none.")
    ]
    seen: Annotated[tuple[str, ...], Meta(description="The cards on the table when you chose.")]
    choices: tuple[Choice, ...]
    by_policy: Annotated[bool, Meta(description="Your time was up: policy chose.")]
    outcome: Annotated[str, Meta(description="What happened.")]
    net_cents: int


class WhatIf(Answer):
    """A finished round of yours, with what each choice was worth."""

    round: Id
    house: str
    title: str
    decks: int
    voided: bool
    dealer: Cards
    hands: tuple[WhatIfHand, ...]


# --- the road -------------------------------------------------------------------------------------


class RoadHand(Message):
    """One hand of a round on the road."""

    seat: int
    you: bool
    card: Annotated[str | None, Meta(description="The first card.")]
    outcome: str | None
    tie_won: Annotated[
        bool | None,
        Meta(description="Whether a Tie wager alone won; null: there was a first wager."),
    ]


class RoadRound(Message):
    """One round on the road."""

    id: Id
    round: int
    at: Time
    voided: bool
    dealer: Cards
    hands: tuple[RoadHand, ...]


class RoadSums(Message):
    """Sums over the rounds on the road."""

    rounds: int
    hands: int
    ties: Annotated[int, Meta(description="Hands whose first cards tied.")]
    wars: Annotated[int, Meta(description="Hands that went to war.")]


class RoadPlayer(Message):
    """A player who agreed to show their net."""

    name: str
    hands: int
    net_cents: int


class Road(Answer):
    """The latest rounds of a table, newest first, and their sums."""

    rounds: tuple[RoadRound, ...]
    counted: RoadSums
    players: Annotated[
        tuple[RoadPlayer, ...],
        Meta(description="Over the same rounds, only players who agreed. Empty at public tables."),
    ]
    sharing: Annotated[bool, Meta(description="Whether you agreed.")]


# --- the discard rack -----------------------------------------------------------------------------


class RackRound(Message):
    """A round that the rack proves; its cards are ``rack[start:end]``."""

    start: int
    end: int
    hands: tuple[tuple[str, ...], ...]
    dealer: Cards
    burned: int
    face_up: Cards
    places_known: bool


class RackProblem(Message):
    """Cards that the rack cannot explain."""

    start: int
    end: int
    reason: str


class Rack(Message):
    """The hands of a shoe, rebuilt from its discard rack."""

    table: str
    version: Annotated[int, Meta(description="The number of the table's events.")]
    shoe: int
    rack: tuple[str, ...]
    rounds: tuple[RackRound, ...]
    problems: tuple[RackProblem, ...]
    text: tuple[str, ...]


class RackAfter(Rack):
    """The rack at the end of a round."""

    id: Id
    agrees: Annotated[
        bool | None,
        Meta(description="Whether its last round is the recorded one; null: not proved."),
    ]


class FoundRack(Answer):
    """The discard rack of a table."""

    found: Rack


class FoundRackAfter(Answer):
    """The discard rack at the end of a round."""

    found: RackAfter


# --- for staff ------------------------------------------------------------------------------------


class SignificantEvent(Message):
    """Something that staff look for later."""

    number: int
    at: Time
    kind: str
    words: str
    table: str | None
    round: str | None
    person: Annotated[str | None, Meta(description="Whom it concerns.")]
    name: str | None
    actor: Annotated[str | None, Meta(description="Who did it.")]
    actor_name: str | None
    data: Annotated[dict[str, Any], Meta(description="Details, which depend on the kind.")]


class SignificantEvents(Answer):
    """A page of significant events, newest first."""

    notes: tuple[SignificantEvent, ...]
    next: Annotated[
        int | None, Meta(description="The `before` of the next page; null: the last one.")
    ]


class WagerReturn(Message):
    """The return of one wager under one set of rules."""

    table: Annotated[str, Meta(description='The id of a table; "": all tables together.')]
    table_title: str
    house: str
    title: str
    rules: str
    decks: int
    wager: str
    words: str
    alone: Annotated[bool, Meta(description="Whether it was made without a first wager.")]
    rounds: int
    hands: int
    staked_cents: int
    returned_cents: int
    actual: float
    theoretical: float
    interval: Annotated[
        tuple[float, float] | None, Meta(description="null: too few wins are expected.")
    ]
    within: bool | None
    within_95: Annotated[
        bool | None, Meta(description="The same for an interval of 95 %, which is narrower.")
    ]


class Returns(Message):
    """Theoretical against actual return."""

    since: Time
    until: Time
    money: str
    confidence: float
    shared_tables: bool
    method: tuple[str, ...]
    wagers: tuple[WagerReturn, ...]


class FoundReturns(Answer):
    """Theoretical against actual return."""

    found: Returns


class HeldStake(Message):
    """What one player has on the layout of a table."""

    player: str
    name: str
    cents: int


class HeldTable(Message):
    """Wagers on the layout of one table."""

    table: str
    cents: int
    stakes: tuple[HeldStake, ...]


class Held(Message):
    """Wagers in rounds that are not finished."""

    money: str
    total_cents: int
    tables: tuple[HeldTable, ...]


class FoundHeld(Answer):
    """Wagers in rounds that are not finished."""

    found: Held
