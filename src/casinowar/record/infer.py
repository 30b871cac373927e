"""Which command an event must have come from.

A record holds events, not commands, but each command is known by its first event and a few that
follow: ``card_dealt`` begins with DealCard and a shoe that gives just that card. A step that leaves
no choice is known by being due. ``beginnings`` names the commands that can have begun here, the
most likely one first; ``decide`` judges them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from casinowar.cards import Card
from casinowar.houses.house import WagerForm
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.procedure import due
from casinowar.table.shoe import NO_SHOE, Shoe
from casinowar.table.state import DEALER, Phase, Table, Wager

WAGERS_MAX = 100  # of one seat in one command


@dataclass(frozen=True, slots=True)
class OneCard:
    """A shoe whose next card, wherever it is, is this one; None is a face that nobody saw."""

    face: Card | None
    up: bool = False

    def has(self, index: int) -> bool:  # noqa: ARG002 - the answer is the same for every index
        """There is a card."""
        return True

    def card(self, index: int) -> Card | None:  # noqa: ARG002 - as above
        """The card."""
        return self.face

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - as above
        """Whether it was found face up."""
        return self.up


Beginning = tuple[c.Command, Shoe]
Ahead = Sequence[e.Event]  # the event in question and some that follow


def beginnings(state: Table, ahead: Ahead) -> Iterator[Beginning]:
    """The commands that can begin with the first event of ``ahead``, if any."""
    first = ahead[0]
    plain = _PLAIN.get(type(first))
    if plain is not None:
        yield plain(first), NO_SHOE
        return
    found = _FOUND.get(type(first))
    if found is not None:
        yield from found(state, ahead)
        return
    step = due(state)
    if step is not None:
        yield step, NO_SHOE


# --- one event, one command -----------------------------------------------------------------------


def _opened(event: e.TableOpened) -> c.Command:
    return c.OpenTable(
        day=event.day,
        dealer=event.dealer,
        tray_cents=event.tray_cents,
        decks=event.decks,
        shuffling=event.shuffling,
    )


def _received(event: e.DecksReceived) -> c.Command:
    return c.ReceiveDecks(decks=event.decks, backs=event.backs, cutting_card=event.cutting_card)


def _rejected(event: e.DecksRejected) -> c.Command:
    kind = c.ReportBadDecks if event.by_dealer else c.RejectDecks
    return kind(reason=event.reason)


def _cut(event: e.CardsCut) -> c.Command:
    if event.seat == DEALER:
        return c.CutCards(cards=event.cards)
    return c.TakeCut(seat=event.seat, cards=event.cards)


def _cut_refused(event: e.CutRefused) -> c.Command:
    return c.CallTime(seat=event.seat) if event.called else c.RefuseCut(seat=event.seat)


def _surrendered(event: e.SurrenderChosen) -> c.Command:
    return c.CallTime(seat=event.seat) if event.called else c.SurrenderHand(seat=event.seat)


def _declined(event: e.WarTieDeclined) -> c.Command:
    return c.CallTime(seat=event.seat) if event.called else c.DeclineWarTie(seat=event.seat)


_PLAIN: dict[type[e.Event], Callable[[Any], c.Command]] = {
    e.TableOpened: _opened,
    e.DealerChanged: lambda event: c.ChangeDealer(dealer=event.dealer),
    e.GamingDayStarted: lambda event: c.StartGamingDay(day=event.day),
    e.TrayFilled: lambda event: c.FillTray(amount_cents=event.amount_cents),
    e.TrayCredited: lambda event: c.CreditTray(amount_cents=event.amount_cents),
    e.TableClosed: lambda _: c.CloseTable(),
    e.DecksReceived: _received,
    e.DecksRejected: _rejected,
    e.CardsRemoved: lambda _: c.ChangeCards(),
    e.CardsSpread: lambda event: c.SpreadCards(batch=event.batch),
    e.CardsShown: lambda event: c.ShowCards(seat=event.seat),
    e.CardsObjected: lambda event: c.ObjectToCards(seat=event.seat),
    e.CardsTurnedDown: lambda event: c.TurnCardsDown(batch=event.batch),
    e.CardsStacked: lambda event: c.StackCards(batch=event.batch),
    e.IdleOrdered: lambda _: c.OrderIdleSpread(),
    e.CardsIdled: lambda event: c.SpreadIdleCards(face_up=event.face_up),
    e.SpreadRequested: lambda event: c.RequestSpread(seat=event.seat),
    e.ShufflerFailed: lambda _: c.ReportShufflerFault(),
    e.ReshuffleOrdered: lambda _: c.OrderReshuffle(),
    e.CutOffered: lambda event: c.OfferCut(seat=event.seat),
    e.CutRefused: _cut_refused,
    e.CardsCut: _cut,
    e.CuttingCardPlaced: lambda event: c.PlaceCuttingCard(cards_behind=event.cards_behind),
    e.ChipsBought: lambda event: c.BuyChips(seat=event.seat, cash_cents=event.cash_cents),
    e.PlayerSatOut: lambda event: c.SitOut(seat=event.seat),
    e.PlayerReturned: lambda event: c.ReturnToPlay(seat=event.seat),
    e.WagersReturned: lambda event: c.VoidRound(reason=event.reason),
    e.SurrenderChosen: _surrendered,
    e.WarConfirmed: lambda event: c.ConfirmWar(seat=event.seat),
    e.WarTiePlaced: lambda event: c.PlaceWarTie(seat=event.seat, tie_cents=event.amount_cents),
    e.WarTieDeclined: _declined,
    e.WarCompared: lambda event: c.SettleWar(seat=event.seat),
    e.SeatMissed: lambda event: c.ReportMissedSeat(seat=event.seat),
    e.RoundVoided: lambda event: c.VoidRound(reason=event.reason),
}


# --- what depends on the table or on what follows -------------------------------------------------


def _seat_taken(state: Table, ahead: Ahead) -> Iterator[Beginning]:
    """Whoever sat down by the clause on entry stated an age that it allows."""
    first, house = ahead[0], state.house
    assert isinstance(first, e.SeatTaken)
    take = c.TakeSeat(seat=first.seat, player=first.player, name=first.player_name)
    if house.entry_age and first.cites == house.cites.entry:
        take = replace(take, age_years=house.entry_age)
    yield take, NO_SHOE


def _seat_left(state: Table, ahead: Ahead) -> Iterator[Beginning]:
    """Players leave together when the table closes; leaving one by one is equivalent."""
    [first, *_] = ahead
    assert isinstance(first, e.SeatLeft)
    leaving = takewhile(lambda event: isinstance(event, e.SeatLeft), ahead)
    count = sum(1 for _ in leaving)
    if count == len(state.seats) and len(ahead) > count and isinstance(ahead[count], e.TableClosed):
        yield c.CloseTable(), NO_SHOE
    yield c.LeaveSeat(seat=first.seat), NO_SHOE


def _card(_: Table, ahead: Ahead) -> Iterator[Beginning]:
    """A card leaves the shoe; the cutting card may come out before it."""
    out = ahead[1] if isinstance(ahead[0], e.CuttingCardReached) and len(ahead) > 1 else ahead[0]
    match out:
        case e.CardDealt() | e.WarCardDealt():
            yield c.DealCard(seat=out.seat), OneCard(out.card)
        case e.CardBurned():
            yield c.BurnCard(), OneCard(None)
        case e.FaceUpCardFound():
            yield c.SetAsideFaceUpCard(), OneCard(out.card, up=True)
        case e.CardDrawnInError():
            yield c.DrawInError(), OneCard(None)
        case _:
            return


def _war_chosen(_: Table, ahead: Ahead) -> Iterator[Beginning]:
    [first, *more] = ahead[:2]
    assert isinstance(first, e.WarChosen)
    if first.called:
        yield c.CallTime(seat=first.seat), NO_SHOE
        return
    for event in more:
        if isinstance(event, e.WarTiePlaced) and event.seat == first.seat:
            yield c.GoToWar(seat=first.seat, war_tie_cents=event.amount_cents), NO_SHOE
        elif isinstance(event, e.WarTieDeclined) and event.seat == first.seat:
            yield c.GoToWar(seat=first.seat, war_tie_cents=0), NO_SHOE
    yield c.GoToWar(seat=first.seat), NO_SHOE


def _compared(state: Table, ahead: Ahead) -> Iterator[Beginning]:
    """A Tie wager alone is compared again in the war deal (policy 5)."""
    first = ahead[0]
    assert isinstance(first, e.HandCompared)
    settle = c.SettleWar if state.phase is Phase.WAR_SETTLE else c.SettleHand
    yield settle(seat=first.seat), NO_SHOE


def _movement(state: Table, ahead: Ahead) -> Iterator[Beginning]:
    """Chips move first in a surrender, and in a war that is dealt again."""
    first = ahead[0]
    assert isinstance(first, e.WagerCollected | e.WagerPaid)
    if state.phase is Phase.SURRENDERS:
        yield c.SettleSurrender(seat=first.seat), NO_SHOE
    elif state.phase is Phase.WAR_SETTLE:
        yield c.SettleWar(seat=first.seat), NO_SHOE


# --- wagers ---------------------------------------------------------------------------------------


def _placed(state: Table, ahead: Ahead) -> Iterator[Beginning]:
    """As many of a seat's wagers as one command can put down."""
    first = ahead[0]
    assert isinstance(first, e.WagerPlaced)
    yield from _wagers(state, first.seat, ahead)


def _taken_back(state: Table, ahead: Ahead) -> Iterator[Beginning]:
    """Wagers that are changed are taken back and put down again."""
    first = ahead[0]
    assert isinstance(first, e.WagersTakenBack)
    yield from _wagers(state, first.seat, ahead[1:])
    yield c.TakeBackWagers(seat=first.seat), NO_SHOE


def _wagers(state: Table, seat: int, ahead: Ahead) -> Iterator[Beginning]:
    run = list[e.WagerPlaced]()
    for event in ahead[:WAGERS_MAX]:
        if not isinstance(event, e.WagerPlaced) or event.seat != seat:
            break
        run.append(event)
    for count in range(len(run), 0, -1):
        command = _place_wagers(state, run[:count])
        if command is not None:
            yield command, NO_SHOE


def _place_wagers(state: Table, bets: list[e.WagerPlaced]) -> c.Command | None:
    """The command that names these wagers; None if no single one does."""
    usual = next(form for form in state.house.wagers.forms if form is not WagerForm.COUPON)
    forms = {bet.form for bet in bets if bet.form is not WagerForm.COUPON} or {usual}
    cents = dict[Wager, int]()
    coupon, sides = 0, dict[str, int]()
    for bet in bets:
        if bet.form is WagerForm.COUPON:
            if coupon:
                return None
            coupon = bet.amount_cents
        elif bet.wager is Wager.SIDE and bet.side is not None:
            sides[bet.side] = bet.amount_cents
        elif bet.wager in cents:
            return None
        else:
            cents[bet.wager] = bet.amount_cents
    if len(forms) > 1:
        return None
    return c.PlaceWagers(
        seat=bets[0].seat,
        initial_cents=cents.get(Wager.INITIAL, 0),
        tie_cents=cents.get(Wager.TIE, 0),
        coupon_cents=coupon,
        sides=sides,
        form=forms.pop(),
    )


_FOUND: dict[type[e.Event], Callable[[Table, Ahead], Iterator[Beginning]]] = {
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.CuttingCardReached: _card,
    e.CardDealt: _card,
    e.WarCardDealt: _card,
    e.CardBurned: _card,
    e.FaceUpCardFound: _card,
    e.CardDrawnInError: _card,
    e.WarChosen: _war_chosen,
    e.HandCompared: _compared,
    e.WagerCollected: _movement,
    e.WagerPaid: _movement,
    e.WagerPlaced: _placed,
    e.WagersTakenBack: _taken_back,
}
