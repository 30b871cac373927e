"""The postings that follow from a table's events.

An event says what moved; the state says who sits where and what the tray holds. Within a run of
events, seats and tray are followed from event to event, so no table is copied or folded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, assert_never, cast

from casinowar.houses.house import WagerForm
from casinowar.ledger.accounts import (
    CAGE,
    chips_account,
    drop_account,
    player_account,
)
from casinowar.ledger.posting import Posting
from casinowar.ledger.run import Run
from casinowar.table import events as e
from casinowar.table.state import Action, Table


def postings(table: str, state: Table, event: e.Event, version: int) -> tuple[Posting, ...]:
    """The postings of one event; ``state`` is the table before it."""
    return all_postings(table, state, (event,), version)


def all_postings(
    table: str, state: Table, events: Iterable[e.Event], first_version: int
) -> tuple[Posting, ...]:
    """The postings of a run of events; ``state`` is the table before the first of them."""
    run = Run(table, state)
    for version, event in enumerate(events, first_version):
        follow = _FOLLOWS.get(event.__class__) or _find(event)
        if follow is not _nothing:
            run.version = version
            follow(run, event)
    return tuple(run.found)


# --- which event does what ------------------------------------------------------------------------

_Follow = Callable[[Run, Any], None]
Happened = TypeVar("Happened", bound=e.Event)
_FOLLOWS: dict[type[e.Event], _Follow] = {}


def _find(event: e.Event) -> _Follow:
    """The function for a kind of event, looked up once."""
    return _FOLLOWS.setdefault(type(event), _follow(cast("e.AnyEvent", event)))


def _by(_: Happened, follow: Callable[[Run, Happened], None]) -> _Follow:
    """The function ``follow``, checked to take this event."""
    return follow


def _nothing(_: Run, __: e.Event) -> None:
    """No money moves."""


def _follow(event: e.AnyEvent) -> _Follow:
    """Events of cards move no money; every other event is named, so that none is forgotten."""
    if isinstance(event, e.DecksEvent | e.SpreadEvent | e.ShuffleEvent | e.CutEvent | e.BurnEvent):
        return _nothing
    if isinstance(event, e.FairEvent):
        return _nothing
    if isinstance(event, e.FloorEvent):
        return _floor(event)
    if isinstance(event, e.SeatsEvent | e.WagersEvent):
        return _before_the_deal(event)
    if isinstance(event, e.DealEvent | e.IrregularEvent):
        return _round(event)
    if isinstance(event, e.SettleEvent):
        return _settlement(event)
    if isinstance(event, e.WarEvent):
        return _war(event)
    assert_never(event)


def _floor(event: e.FloorEvent) -> _Follow:
    match event:
        case e.TableOpened():
            return _by(event, _opened)
        case e.TrayFilled():
            return _by(event, _filled)
        case e.TrayCredited():
            return _by(event, _credited)
        case e.TableClosed():
            return _by(event, _closed)
        case e.RealCardsAnnounced() | e.DealerChanged() | e.GamingDayStarted():
            return _nothing
        case _:
            assert_never(event)


def _before_the_deal(event: e.SeatsEvent | e.WagersEvent) -> _Follow:
    match event:
        case e.SeatTaken():
            return _by(event, _seat_taken)
        case e.SeatLeft():
            return _by(event, _seat_left)
        case e.ChipsBought():
            return _by(event, _chips_bought)
        case e.WagerPlaced():
            return _by(event, _placed)
        case e.WagersTakenBack():
            return _by(event, _taken_back)
        case e.WagersReturned():
            return _by(event, _undealt)
        case e.PlayerSatOut() | e.PlayerReturned() | e.NoMoreBetsAnnounced():
            return _nothing
        case _:
            assert_never(event)


def _round(event: e.DealEvent | e.IrregularEvent) -> _Follow:
    """No postings: separate events return the wagers of a void round."""
    match event:
        case e.CardDealt() | e.HandCompared() | e.HandRacked() | e.RoundCompleted():
            return _nothing
        case e.CardCorrected():
            return _nothing
        case e.FaceUpCardFound() | e.CardDrawnInError() | e.SeatMissed() | e.RoundVoided():
            return _nothing
        case _:
            assert_never(event)


def _settlement(event: e.SettleEvent) -> _Follow:
    match event:
        case e.WagerCollected():
            return _by(event, _collected)
        case e.WagerReturned():
            return _by(event, _returned)
        case e.WagerPaid():
            return _by(event, _paid)
        case e.MovementReversed():
            return _by(event, _reversed)
        case e.CouponTaken() | e.CouponReturned():  # worth no chips
            return _nothing
        case e.HandDecided():
            return _nothing
        case _:
            assert_never(event)


def _war(event: e.WarEvent) -> _Follow:
    match event:
        case e.WarChosen():
            return _by(event, _war_chosen)
        case e.WarTiePlaced():
            return _by(event, _war_tie_placed)
        case e.WarMatched():
            return _by(event, _matched)
        case e.MatchTakenBack():
            return _by(event, _match_taken_back)
        case e.ChoiceOffered() | e.TieContinued() | e.SurrenderChosen() | e.WarConfirmed():
            return _nothing
        case e.WarTieOffered() | e.WarTieDeclined() | e.WarCardDealt() | e.WarCompared():
            return _nothing
        case _:
            assert_never(event)


# --- the tray -------------------------------------------------------------------------------------


def _opened(run: Run, event: e.TableOpened) -> None:
    run.move(event.tray_cents, CAGE, run.tray, "opening")


def _filled(run: Run, event: e.TrayFilled) -> None:
    run.move(event.amount_cents, CAGE, run.tray, "fill")


def _credited(run: Run, event: e.TrayCredited) -> None:
    run.move(event.amount_cents, run.tray, CAGE, "credit")


def _closed(run: Run, _: e.TableClosed) -> None:
    run.move(run.in_tray_cents, run.tray, CAGE, "closing")


# --- seats ----------------------------------------------------------------------------------------


def _seat_taken(run: Run, event: e.SeatTaken) -> None:
    run.sit(event.seat, event.player)


def _chips_bought(run: Run, event: e.ChipsBought) -> None:
    """Cash goes into the drop box, chips come from the tray."""
    seated, cents = run.at(event.seat), event.cash_cents
    run.move(cents, player_account(seated.person), drop_account(run.table), "buy_in")
    run.move(cents, run.tray, seated.chips, "buy_in")


def _seat_left(run: Run, event: e.SeatLeft) -> None:
    """The chips go to the player of the seat, whoever gave the command."""
    chips, player = chips_account(run.table, event.player), player_account(event.player)
    run.move(event.chips_cents, chips, player, "cash_out")


# --- wagers ---------------------------------------------------------------------------------------


def _placed(run: Run, event: e.WagerPlaced) -> None:
    if event.form is not WagerForm.COUPON:  # plaques are chips, coupons are not
        _, chips, escrow = run.at(event.seat)
        run.move(event.amount_cents, chips, escrow, "wager")


def _war_chosen(run: Run, event: e.WarChosen) -> None:
    _, chips, escrow = run.at(event.seat)
    run.move(event.war_cents, chips, escrow, "war_wager")


def _war_tie_placed(run: Run, event: e.WarTiePlaced) -> None:
    _, chips, escrow = run.at(event.seat)
    run.move(event.amount_cents, chips, escrow, "war_tie_wager")


def _taken_back(run: Run, event: e.WagersTakenBack) -> None:
    _, chips, escrow = run.at(event.seat)
    run.move(event.amount_cents, escrow, chips, "taken_back")


def _undealt(run: Run, event: e.WagersReturned) -> None:
    _, chips, escrow = run.at(event.seat)
    run.move(event.amount_cents, escrow, chips, "undealt")


# --- settlement -----------------------------------------------------------------------------------


def _collected(run: Run, event: e.WagerCollected) -> None:
    run.move(event.amount_cents, run.at(event.seat).escrow, run.tray, "collected")


def _returned(run: Run, event: e.WagerReturned) -> None:
    _, chips, escrow = run.at(event.seat)
    run.move(event.amount_cents, escrow, chips, "returned")


def _paid(run: Run, event: e.WagerPaid) -> None:
    """The dealer's matching unit pays first, the tray pays the rest."""
    chips, from_match = run.at(event.seat).chips, event.from_match_cents
    if from_match:
        run.move(from_match, run.match(event.seat), chips, "paid")
    run.move(event.amount_cents - from_match, run.tray, chips, "paid")


def _reversed(run: Run, event: e.MovementReversed) -> None:
    """A payment goes back to the tray in full, even the part paid by the dealer's unit."""
    _, chips, escrow = run.at(event.seat)
    if event.action is Action.PAY:
        run.move(event.amount_cents, chips, run.tray, "payment_reversed")
    else:
        run.move(event.amount_cents, run.tray, escrow, "collection_reversed")


def _matched(run: Run, event: e.WarMatched) -> None:
    run.move(event.amount_cents, run.tray, run.match(event.seat), "match")


def _match_taken_back(run: Run, event: e.MatchTakenBack) -> None:
    run.move(event.amount_cents, run.match(event.seat), run.tray, "match_taken_back")
