"""Whether a snapshot can be a real table: it is consistent, and people can continue from it.

The types of a snapshot have been checked before. A table whose parts contradict each other would
fail later, in the middle of a command, so it is refused when it is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from casinowar.cards import DECK
from casinowar.errors import InputError
from casinowar.table import commands as c
from casinowar.table.due import step_now
from casinowar.table.engine import decide
from casinowar.table.invariants import check
from casinowar.table.legal import Digits, legal
from casinowar.table.play.fair import DIGITS, closing
from casinowar.table.refusals import Refusal
from casinowar.table.roles import DEALER_ROLE, FLOOR_ROLE, player_at
from casinowar.table.shoe import NO_SHOE
from casinowar.table.state import (
    DEALER,
    IN_ROUND,
    SHOE_IN_USE,
    Contribution,
    Hand,
    Mix,
    Phase,
    Status,
    Table,
)
from casinowar.table.view import view
from casinowar.table.waits import waits_for

# raised by the engine on an impossible state or event
IMPOSSIBLE = (LookupError, ArithmeticError, AssertionError, ValueError, AttributeError, TypeError)
Contradiction = tuple[str, str]  # the field, and what is wrong with it
_STACKED = SHOE_IN_USE | {Phase.OFFER_CUT, Phase.CUT_OFFERED, Phase.CUTTING_CARD, Phase.LOAD}
_LOADED = SHOE_IN_USE | {Phase.RACK, Phase.COLLECT}
_BY_BATCH = {Phase.SPREAD, Phase.TURN_DOWN, Phase.WASH, Phase.STACK}
_DEALING = frozenset({Phase.DEAL, Phase.WAR_TIES, Phase.WAR_DEAL})
_SERVING = IN_ROUND - {Phase.DECIDE, Phase.RACK_ORIGINAL, Phase.WAR_TIES}


def check_table(table: Table) -> None:
    """Raise an InputError that names the field if a table contradicts itself."""
    for field, reason in _contradictions(table):
        raise InputError(field, reason)
    try:
        check(table)
        waits_for(table)
        step = step_now(table, NO_SHOE)
        if step is not None:
            decide(table, step, NO_SHOE)
        seats = range(1, table.house.deal.seats + 1)
        for who in (FLOOR_ROLE, DEALER_ROLE, *map(player_at, seats)):
            view(table, who)
            legal(table, who)
    except IMPOSSIBLE:
        raise InputError("phase", f"this table is impossible in {table.phase}") from None


def _contradictions(table: Table) -> Iterator[Contradiction]:
    yield from _of_table(table)
    yield from _of_seats(table)
    yield from _of_shoe(table)
    yield from _of_mix(table)
    for seat, hand in table.hands.items():
        for field, reason in _of_hand(table, seat, hand):
            yield f"hands.{seat}{field}", reason
    if table.chips_total_cents:
        yield "away_cents", f"the chips add up to {table.chips_total_cents} cents, not to zero"


def _of_table(table: Table) -> Iterator[Contradiction]:
    for field in ("tray_cents", "drop_cents", "round_number", "war_burned"):
        if getattr(table, field) < 0:
            yield field, "is negative"
    if table.phase is Phase.CLOSED:
        if table.seats or table.hands:
            yield "seats", "a closed table has no players"
        return
    if table.day is None:
        yield "day", "an open table has a gaming day"
        return
    opening = c.OpenTable(
        day=table.day,
        dealer=table.dealer,
        tray_cents=0,
        decks=table.decks,
        shuffling=table.shuffling,
    )
    refusal = decide(Table(house=table.house), opening, NO_SHOE)
    if isinstance(refusal, Refusal):
        yield "decks", f"this table cannot be open: {refusal.sentence}"


def _of_seats(table: Table) -> Iterator[Contradiction]:
    for seat, holder in table.seats.items():
        if not 1 <= seat <= table.house.deal.seats:
            yield f"seats.{seat}", "the table has no such seat"
        if holder.chips_cents < 0:
            yield f"seats.{seat}.chips_cents", "is negative"
    if sorted(table.arrivals) != sorted(table.seats):
        yield "arrivals", "must name every taken seat once"
    if not {*table.queue} <= {DEALER, *table.seats} or len({*table.queue}) < len(table.queue):
        yield "queue", "must name taken seats, each once"
    if table.phase in _SERVING and not {*table.queue} <= {DEALER, *table.hands}:
        yield "queue", f"must name hands in {table.phase}"
    if not table.queue and table.phase in _SERVING:
        yield "queue", f"must not be empty in {table.phase}"
    if table.queue and table.phase in _DEALING and table.queue[-1] != DEALER:
        yield "queue", f"must end with the dealer in {table.phase}"
    if table.cut_offered_to is not None and table.cut_offered_to not in table.seats:
        yield "cut_offered_to", "is not a taken seat"
    for field in ("spread_for", "looked"):
        seat = getattr(table, field)
        if seat is not None and seat not in table.seats:
            yield field, "is not a taken seat"


def _of_shoe(table: Table) -> Iterator[Contradiction]:
    shoe = table.shoe
    full = table.decks * len(DECK)
    if shoe.size not in (0, full) or (shoe.size == 0 and table.phase in _STACKED):
        yield "shoe.size", f"must be {full} cards"
    if not table.batches_out or (not table.batches_left and table.phase in _BY_BATCH):
        yield "batches_left", f"a batch must be on the table in {table.phase}"
    if shoe.number < (table.phase in SHOE_IN_USE):
        yield "shoe.number", "shoes are counted from 1"
    for field in ("cut_cards", "drawn", "face_up_found"):
        if not 0 <= getattr(shoe, field) <= shoe.size:
            yield f"shoe.{field}", f"must be from 0 to {shoe.size}"
    if shoe.front_cards is not None and not 0 <= shoe.front_cards <= shoe.size:
        yield "shoe.front_cards", f"must be from 0 to {shoe.size}"
    if shoe.cutting_card_at is not None and not 0 <= shoe.cutting_card_at <= table.house.deal.seats:
        yield "shoe.cutting_card_at", "is not a seat"


def _of_mix(table: Table) -> Iterator[Contradiction]:
    mix = table.mix
    if mix is None:
        return
    if table.physical:
        yield "physical", "real cards cannot be sealed"
    numbers = {table.shoe.number + (table.phase not in _LOADED)}
    if table.phase is Phase.GOING_IDLE:  # idle since the cut, or with a shoe in use
        numbers.add(table.shoe.number)
    if mix.number not in numbers:
        yield "mix.number", "must be the shoe on the table, or the next one"
    if table.phase in _LOADED and not mix.closed:
        yield "mix.closed", f"contributions are closed in {table.phase}"
    seats = [each.seat for each in mix.contributions]
    if seats != sorted(set(seats)):
        yield "mix.contributions", "must be in order of seats, each seat once"
    if mix.closed and table.phase not in _STACKED | _LOADED | {Phase.GOING_IDLE}:
        yield "mix.closed", f"contributions are open in {table.phase}"
    if not mix.closed and table.phase in {Phase.CUT_OFFERED, Phase.CUTTING_CARD}:
        yield "mix.closed", f"contributions are closed in {table.phase}"
    of_rules = closing(table) if mix.closed and table.shoe.size else None
    for field in ("cards", "cut_least", "depth_least", "depth_most"):
        must_be = 0 if of_rules is None else getattr(of_rules, field)
        if getattr(mix, field) != must_be and (of_rules is not None or not mix.closed):
            yield f"mix.{field}", f"must be {must_be} by the rules of the house"
    if mix.commitment not in Digits(DIGITS):
        yield "mix.commitment", f"must have {DIGITS} hexadecimal digits"
    for each in mix.contributions:
        yield from _of_contribution(table, mix, each)


def _of_contribution(table: Table, mix: Mix, own: Contribution) -> Iterator[Contradiction]:
    field, holder = "mix.contributions", table.seats.get(own.seat)
    for digits in (own.commitment, own.value or own.commitment):
        if digits not in Digits(DIGITS):
            yield field, f"must have {DIGITS} hexadecimal digits"
    if not 1 <= own.seat <= table.house.deal.seats:
        yield field, "the table has no such seat"
    if not mix.closed and (holder is None or holder.player != own.player):
        yield field, "belongs to a player who has left"
    if own.is_opened and table.phase not in _LOADED | {Phase.LOAD, Phase.GOING_IDLE}:
        yield field, f"contributions are not opened in {table.phase}"


_AMOUNTS = (
    "initial_cents", "coupon_cents", "tie_cents", "war_cents", "war_tie_cents", "match_cents",
    "layout_cents", "wagered_cents", "ties", "racked",
)  # fmt: skip


def _of_hand(table: Table, seat: int, hand: Hand) -> Iterator[Contradiction]:
    if seat not in table.seats:
        yield "", "nobody sits at this seat"
    if hand.seat != seat:
        yield ".seat", f"must be {seat}"
    for field in _AMOUNTS:
        if getattr(hand, field) < 0:
            yield f".{field}", "is negative"
    if hand.racked > len(hand.cards):
        yield ".racked", f"the hand has {len(hand.cards)} cards"
    offered = {bet.name for bet in table.house.side_bets}
    if any(name not in offered or cents <= 0 for name, cents in hand.sides):
        yield ".sides", "must be side bets of the house"
    dealt = table.phase in IN_ROUND - {Phase.DEAL} and hand.status is not Status.VOID
    if dealt and (hand.card is None or table.dealer_card is None):
        yield ".card", "the cards of the round must be dealt"
