"""Finished rounds, sealed shoes and significant events as rows: pure functions of the events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from casinowar.houses.house import WagerForm
from casinowar.outcomes import Outcome
from casinowar.store.interface import HandRow, Note, RoundRow, ShoeStep, Stage
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Action, Hand, Phase, Seat, Table

STEP_BY_ITSELF = "step_by_itself"  # the kind of note
LARGE_STAKES = 20  # minimum wagers; a wager or a win of this size is noted


@dataclass(frozen=True, slots=True)
class RoundMark:
    """The remembered facts of the current round."""

    first: int | None = None  # the version of its first wager; None: nobody has bet
    called: frozenset[int] = frozenset()  # seats for which policy answered
    voided: bool = False


NO_ROUND = RoundMark()


def mark_after(
    mark: RoundMark, events: Sequence[e.Event], first_version: int, after: Table
) -> RoundMark:
    """The mark after a run of events that ends in the table ``after``."""
    if not after.hands:
        return NO_ROUND
    for version, event in enumerate(events, first_version):
        if type(event) in _MARKING:
            mark = NO_ROUND if type(event) is e.RoundCompleted else _marked(mark, event, version)
    return mark


# looked up by type: an instance check of an abstract class costs more than all the rest
_MARKING = {
    e.WagerPlaced,
    e.RoundVoided,
    e.SurrenderChosen,
    e.WarChosen,
    e.WarTieDeclined,
    e.RoundCompleted,
}


def _marked(mark: RoundMark, event: e.Event, version: int) -> RoundMark:
    match event:
        case e.WagerPlaced() if mark.first is None:
            return replace(mark, first=version)
        case e.RoundVoided():
            return replace(mark, voided=True)
        case e.SurrenderChosen() | e.WarChosen() | e.WarTieDeclined() if event.called:
            return replace(mark, called=mark.called | {event.seat})
        case _:
            return mark


def finished_rounds(
    before: Table,
    after: Table,
    events: Sequence[e.Event],
    first_version: int,
    at_ms: int,
    mark: RoundMark,
    rules: str,
) -> tuple[RoundRow, ...]:
    """The round that these events completed, if they did; at most one can be.

    ``rules`` is the digest of the rules in force.
    """
    if after.last_round is before.last_round:
        return ()
    last = 0
    for version, event in enumerate(events, first_version):
        if type(event) in _MARKING:
            mark = _marked(mark, event, version)
            if type(event) is e.RoundCompleted:
                last = version
                break
    if not last or after.last_round is None:
        return ()
    seats = before.seats | after.seats
    played = after.last_round
    return (
        RoundRow(
            round=played.number,
            first_version=mark.first or last,
            last_version=last,
            at_ms=at_ms,
            day="" if before.day is None else before.day.isoformat(),
            rules=rules,
            decks=before.decks,
            shoe=before.shoe.number,
            voided=mark.voided,
            dealer=" ".join(map(str, played.dealer)),
            hands=tuple(_hand_row(hand, seats[hand.seat], mark.called) for hand in played.hands),
        ),
    )


def _hand_row(hand: Hand, seat: Seat, called: frozenset[int]) -> HandRow:
    return HandRow(
        seat=hand.seat,
        person=seat.player,
        outcome="" if hand.outcome is None else hand.outcome.value,
        wagered_cents=hand.wagered_cents,
        returned_cents=hand.returned_cents,
        detail={
            "name": seat.name,
            "cards": " ".join(map(str, hand.cards)),
            "wagers": _by_wager(hand),
            "chips_cents": seat.chips_cents,  # after the round
            **_choice(hand),
            **({"called": True} if hand.seat in called else {}),
            **({"coupon_cents": hand.coupon_cents} if hand.coupon_cents else {}),
        },
    )


def _choice(hand: Hand) -> dict[str, Any]:
    """The choice of the player, or of policy, on a tie."""
    if hand.war_cents:
        return {"choice": "war"}
    return {"choice": "surrender"} if hand.outcome is Outcome.SURRENDER else {}


def _by_wager(hand: Hand) -> dict[str, Any]:
    """The stake of each wager and its return, stake included."""
    wagers = dict[str, dict[str, int]]()
    for move in hand.movements:
        sums = wagers.setdefault(move.name, {"staked": 0, "returned": 0})
        if move.action is not Action.PAY:
            sums["staked"] += move.amount_cents
        if move.action is not Action.COLLECT:
            sums["returned"] += move.amount_cents
    return wagers


def shoe_steps(
    before: Table, after: Table, events: Sequence[e.Event], first_version: int, at_ms: int
) -> tuple[ShoeStep, ...]:
    """The stages that sealed shoes reached with these events."""
    if before.mix is after.mix and before.shoe.number == after.shoe.number:
        return ()  # most commands
    sealed, opened, closed = set[int](), set[int](), False
    if before.mix is not None:
        closed = before.mix.closed
        sealed = {each.seat for each in before.mix.contributions}
        opened = {each.seat for each in before.mix.contributions if each.is_opened}
    steps, is_open = list[ShoeStep](), before.mix is not None
    for version, event in enumerate(events, first_version):
        match event:
            case e.ShoeCommitted():
                sealed, opened, closed, is_open = set(), set(), False, True
                steps.append(ShoeStep(event.shoe, Stage.COMMITTED, version, at_ms))
            case e.ContributionSealed():
                sealed.add(event.seat)
            case e.SeatLeft() if not closed:
                sealed.discard(event.seat)
            case e.ContributionsClosed():
                closed = True
            case e.ContributionOpened():
                opened.add(event.seat)
            case e.ShoeLoaded() if is_open:
                counts = len(opened), len(sealed) - len(opened)
                steps.append(ShoeStep(event.shoe, Stage.LOADED, version, at_ms, *counts))
            case e.SeedRevealed():
                is_open = False
                steps.append(ShoeStep(event.shoe, Stage.REVEALED, version, at_ms))
            case _:
                pass
    return tuple(steps)


_SIGNIFICANT = {
    e.WagerPlaced,
    e.WagerPaid,
    e.RoundVoided,
    e.SeatMissed,
    e.FaceUpCardFound,
    e.CardDrawnInError,
    e.TableOpened,
    e.DealerChanged,
    e.TableClosed,
}
# what people vouch for; where they deal, it is noted if the table continued without them
_VOUCHED: dict[type[e.Event], str] = {
    e.DecksInspected: c.InspectDecks.NAME,
    e.InspectionVerified: c.VerifyInspection.NAME,
    e.CardsShuffled: c.ShuffleCards.NAME,
    e.BatchStored: c.ShuffleStoredBatch.NAME,
}


_NUMBERING = {e.NoMoreBetsAnnounced, e.RoundCompleted}


def round_under_way(state: Table) -> int:
    """The number of the current round; 0: between rounds."""
    if not state.hands:
        return 0
    return state.round_number + (state.phase is Phase.BETTING)  # it is counted when bets close


def _may_be_significant(event: e.Event, large_cents: int) -> bool:
    if type(event) is e.WagerPlaced or type(event) is e.WagerPaid:
        return event.amount_cents >= large_cents
    return type(event) in _SIGNIFICANT


def significant(
    table: str,
    before: Table,
    events: Sequence[e.Event],
    at_ms: int,
    actor: str,
    *,
    people_deal: bool = False,
) -> tuple[Note, ...]:
    """The significant events: large wagers, voids, irregular cards, new rules and dealers.

    ``people_deal``: an inspection or a shuffle that the table carried out by itself, too.
    """
    large = before.house.limits.first.min_cents * LARGE_STAKES
    nobody = people_deal and not actor
    if not any(
        _may_be_significant(event, large) or (nobody and type(event) in _VOUCHED)
        for event in events
    ):
        return ()
    players = {seat: holder.player for seat, holder in before.seats.items()}
    notes, number, last = list[Note](), round_under_way(before), before.round_number
    for event in events:
        vouched = _VOUCHED.get(type(event), "") if nobody else ""
        if not vouched and type(event) not in _SIGNIFICANT and type(event) not in _NUMBERING:
            continue
        kind, data, seat = "", dict[str, Any](), 0
        match event:
            case _ if vouched:
                kind, data = STEP_BY_ITSELF, {"step": vouched}
            case e.WagerPlaced() | e.WagerPaid() if event.amount_cents < large:
                continue  # first, because it is the most frequent case
            case e.WagerPlaced() if event.form is WagerForm.COUPON:
                continue  # worth no chips
            case e.NoMoreBetsAnnounced():
                number = last = event.round
            case e.RoundCompleted():
                number = 0
            case e.WagerPlaced():
                kind, seat, number = "large_wager", event.seat, last + 1
                data = {"wager": event.side or event.wager.value, "cents": event.amount_cents}
            case e.WagerPaid():
                kind, seat = "large_win", event.seat
                data = {"wager": event.side or event.wager.value, "cents": event.amount_cents}
            case e.RoundVoided():
                kind, data = "round_voided", {"reason": event.reason, "cites": event.cites}
            case e.SeatMissed():
                kind, seat, data = "seat_missed", event.seat, {"cites": event.cites}
            case e.FaceUpCardFound():
                kind, data = "card_face_up", {"card": str(event.card), "cites": event.cites}
            case e.CardDrawnInError():
                kind, data = "card_drawn_in_error", {"cites": event.cites}
            case e.TableOpened():
                kind, data = "table_opened", {"rules": event.rules, "decks": event.decks}
            case e.DealerChanged():
                kind, data = "dealer_changed", {"dealer": event.dealer}
            case e.TableClosed():
                kind = "table_closed"
            case _:
                pass
        if kind:
            notes.append(
                Note(
                    at_ms=at_ms,
                    kind=kind,
                    table=table,
                    round=number,
                    person=players.get(seat, ""),
                    actor=actor,
                    data=data,
                )
            )
    return tuple(notes)
