"""A table as the lobby and a welcome show it, and the seats that somebody new can take."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from casinowar.fairness.shuffle import DECKS_MAX
from casinowar.service.conversation.messages import TableInfo
from casinowar.service.tables.decide import Deciding
from casinowar.service.tables.gaming_day import days_near
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import StackedShoes
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.due import step_now
from casinowar.table.engine import decide
from casinowar.table.legal import Days, Offer, Range, legal
from casinowar.table.refusals import Refusal
from casinowar.table.roles import Who, player_at
from casinowar.table.shoe import Shoe
from casinowar.table.state import Phase, Table
from casinowar.table.view import limits_of
from casinowar.wire import event_name


def described(
    table: str, settings: TableSettings, rounds: str, rules: str, state: Table, watching: int
) -> TableInfo:
    """The table in short; ``rounds`` is the name of its rounds."""
    return TableInfo(
        id=table,
        settings=settings,
        title=settings.title or state.house.title,
        rules=rules,
        phase=state.phase,
        round=state.round_number,
        rounds=rounds,
        seats=state.house.deal.seats,
        players={str(seat): at.name for seat, at in sorted(state.seats.items())},
        watching=watching,
        limits=limits_of(state.house),
    )


def takes_players(settings: TableSettings, given: StackedShoes | None, last: bytes | None) -> bool:
    """What ``Deciding.takes_players`` says of a table that is not in memory, by its last event.

    Nothing follows the end of a table but another opening, so no other event has to be read.
    """
    if settings.locked or settings.closed:
        return False
    if settings.stacked and (given is None or given.digest != settings.stacked):
        return False
    if last is None:
        return settings.runs_itself  # it opens for its first player
    return event_name(last) != e.TableClosed.NAME


def free_seats_on_offer(state: Table) -> tuple[Offer, ...]:
    """The seats that somebody who has none can take."""
    empty = (seat for seat in range(1, state.house.deal.seats + 1) if seat not in state.seats)
    return tuple(
        offer
        for seat in empty
        for offer in legal(state, player_at(seat))
        if offer.command is c.TakeSeat
    )


def offers_to(
    deciding: Deciding, state: Table, who: Who, shoe: Shoe, local: datetime
) -> Iterator[Offer]:
    """What somebody may do now; coupons only where they are taken, and days are near today."""
    for offer in legal(state, who, shoe, fills=deciding.fills_tray):
        coupon = "coupon_cents" in offer.fields and not deciding.settings.coupons
        if not coupon and deciding.offered(offer.command):
            for possible in _that_can_be_shuffled(offer):
                yield from _that_is_near(possible, state, local)


_MOVES: dict[type[e.Event], str] = {
    e.WagerCollected: "take", e.WagerPaid: "pay", e.WagerReturned: "return",
}  # fmt: skip


def moves_of_due(state: Table, shoe: Shoe) -> list[dict[str, Any]]:
    """The chips that the settlement which is due would move; it is decided, not carried out."""
    step = step_now(state, shoe)
    if not isinstance(step, c.SettleHand | c.SettleSurrender | c.SettleWar):
        return []
    decided = decide(state, step, shoe)
    if isinstance(decided, Refusal):
        return []
    return [
        {
            "seat": event.seat,
            "what": _MOVES[type(event)],
            "wager": event.wager.value,
            "side": event.side,
            "amount_cents": event.amount_cents,
            "odds": event.odds if isinstance(event, e.WagerPaid) else None,
            "cites": event.cites,
        }
        for event in decided
        if isinstance(event, e.WagerCollected | e.WagerPaid | e.WagerReturned)
    ]


def with_purse(state: Table, seat: int, most_cents: int) -> Table:
    """The table while bets are open, as if the player had no more chips than that to bet."""
    holder = state.seats[seat]
    if state.phase is not Phase.BETTING or holder.chips_cents <= most_cents:
        return state
    poorer = replace(holder, chips_cents=most_cents)
    return replace(state, seats={**state.seats, seat: poorer})


def _that_can_be_shuffled(offer: Offer) -> Iterator[Offer]:
    """The offer with no more decks than the service can shuffle, if any are left."""
    decks = offer.fields.get("decks")
    if not isinstance(decks, Range) or decks.max <= DECKS_MAX:
        yield offer
    elif decks.min <= DECKS_MAX:
        fewer = Range(decks.min, DECKS_MAX, decks.step)
        yield Offer(command=offer.command, fields={**offer.fields, "decks": fewer})


def _that_is_near(offer: Offer, state: Table, local: datetime) -> Iterator[Offer]:
    """The offer with no gaming day but those that are near, if any are left."""
    days = offer.fields.get("day")
    if not isinstance(days, Days):
        yield offer
        return
    near = days_near(state, local)
    first = near.first if days.min is None else max(days.min, near.first)
    last = near.last if days.max is None else min(days.max, near.last)
    if first <= last:
        yield Offer(command=offer.command, fields={**offer.fields, "day": Days(first, last)})
