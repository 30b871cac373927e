"""The effect of the due step and the next steps: decided, not carried out."""

from __future__ import annotations

from dataclasses import dataclass

from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.due import step_now
from casinowar.table.engine import decide, fold
from casinowar.table.legal import ORDINARY_SHOE
from casinowar.table.refusals import Refusal
from casinowar.table.shoe import Shoe
from casinowar.table.state import Table, Wager

AHEAD = 3  # steps
_MOVES: dict[type[e.Event], str] = {
    e.WagerCollected: "take", e.WagerPaid: "pay", e.WagerReturned: "return",
}  # fmt: skip
_SETTLES = (c.SettleHand, c.SettleSurrender, c.SettleWar, c.ConfirmWar)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipMove:
    """Chips, or a coupon, that a step moves."""

    seat: int
    what: str  # take, pay or return
    wager: str
    side: str | None  # the name of a side bet
    stake_cents: int  # on that wager; a payment of the first wager counts its coupon too
    amount_cents: int
    odds: str | None  # of what is paid
    cites: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """A step that follows."""

    command: str
    seat: int | None  # 0: the dealer; None: the step is about no seat
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DueAhead:
    """What the due step moves and asks, and the steps that are known to follow."""

    moves: tuple[ChipMove, ...] = ()
    asks: int | None = None  # the seat that is asked: war or surrender?
    asks_surrender: bool = True  # whether surrender is one of the answers
    asks_cites: str = ""
    then: tuple[NextStep, ...] = ()


def due_ahead(state: Table, shoe: Shoe) -> DueAhead:
    """The facts that the dealer needs before carrying out the due step."""
    step = step_now(state, shoe)
    if step is None:
        return DueAhead()
    decided = decide(state, step, shoe) if isinstance(step, _SETTLES) else ()
    if isinstance(decided, Refusal):
        return DueAhead()
    offered = next((event for event in decided if isinstance(event, e.ChoiceOffered)), None)
    return DueAhead(
        moves=tuple(move for event in decided for move in _moves(state, event)),
        asks=None if offered is None else offered.seat,
        asks_surrender=offered is None or offered.surrender,
        asks_cites="" if offered is None else offered.cites,
        then=tuple(_after(state, step)),
    )


def _moves(state: Table, event: e.Event) -> list[ChipMove]:
    match event:
        case e.WagerCollected() | e.WagerPaid() | e.WagerReturned():
            hand = state.hands[event.seat]
            sides = dict(hand.sides)
            stake = sides.get(event.side or "", 0) or getattr(hand, f"{event.wager}_cents", 0)
            if isinstance(event, e.WagerPaid) and event.wager is Wager.INITIAL:
                stake += hand.coupon_cents
            return [
                ChipMove(
                    seat=event.seat,
                    what=_MOVES[type(event)],
                    wager=event.wager.value,
                    side=event.side,
                    stake_cents=stake,
                    amount_cents=event.amount_cents,
                    odds=event.odds if isinstance(event, e.WagerPaid) else None,
                    cites=event.cites,
                )
            ]
        case e.CouponTaken():
            return [
                ChipMove(
                    seat=event.seat,
                    what="take",
                    wager="coupon",
                    side=None,
                    stake_cents=event.amount_cents,
                    amount_cents=event.amount_cents,
                    odds=None,
                    cites=event.cites,
                )
            ]
        case _:
            return []


def _after(state: Table, step: c.Command) -> list[NextStep]:
    """The steps after this one, as far as they do not depend on unseen cards."""
    found, guessed = list[NextStep](), False
    for _ in range(AHEAD):
        if guessed and isinstance(step, _SETTLES):
            break
        guessed = guessed or isinstance(step, c.DealCard)
        decided = decide(state, step, ORDINARY_SHOE)
        if isinstance(decided, Refusal):
            break
        state = fold(state, decided)
        following = step_now(state, ORDINARY_SHOE)
        if not isinstance(following, c.Step):
            break
        seat = getattr(following, "seat", None)
        words, _cites = following.words(state)
        found.append(NextStep(command=following.NAME, seat=seat, words=words))
        step = following
    return found
