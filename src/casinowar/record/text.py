"""A record in words: one line an event, with the clause or policy that it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from textwrap import wrap
from typing import Any

from casinowar.cards import show_card
from casinowar.houses import House
from casinowar.houses.house import PaidOn
from casinowar.money import show_cents
from casinowar.record.replay import PlayedRound
from casinowar.table import card_events as k
from casinowar.table import round_events as e
from casinowar.table.event import Event
from casinowar.table.state import Action, Burn, Hand, Lies, Outcome, RackedCard, Result
from casinowar.table.steps import place

WIDTH = 57  # with the indent and the longest citation, 80 columns


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _wager(house: House, name: str) -> str:
    for bet in house.side_bets:
        if bet.name == name:
            return bet.title
    return {
        "initial": f"{house.wagers.first_name} wager",
        "tie": "Tie wager",
        "war": "war wager",
        "war_tie": "Tie wager on the war deal",
    }[name]


def _burned(_: House, event: k.CardBurned) -> str:
    why = {
        Burn.OPENING: "before the first round of the shoe",
        Burn.NEW_DEALER: "by the new dealer",
        Burn.WAR: "in the war deal",
    }
    return f"Dealer burns a card {why[event.burn]}: ??"


def _cut(_: House, event: k.CardsCut) -> str:
    return f"{_cap(place(event.seat))} cuts {event.cards} cards"


def _opened(house: House, event: k.TableOpened) -> str:
    tray = show_cents(event.tray_cents, house.limits.symbol)
    return (
        f"Table opens on {event.day}: {event.decks} decks a shoe, shuffled by {event.shuffling},"
        f" dealer {event.dealer}, {tray} in the tray"
    )


def _received(_: House, event: k.DecksReceived) -> str:
    backs = " and ".join(event.backs)
    return f"{event.decks} decks arrive, backs {backs}, cutting card {event.cutting_card}"


def _compared(_: House, event: e.HandCompared) -> str:
    says = {
        Result.LOWER: "is lower than the dealer's card",
        Result.HIGHER: "is higher than the dealer's card",
        Result.EQUAL: "ties the dealer's card",
    }
    return f"Seat {event.seat} {says[event.result]}"


def _war_compared(_: House, event: e.WarCompared) -> str:
    says = {
        Result.LOWER: "loses the war",
        Result.HIGHER: "wins the war",
        Result.EQUAL: "ties the war",
    }
    return f"Seat {event.seat} {says[event.result]}" + (
        ": it is dealt again" if event.again else ""
    )


def _choice(_: House, event: e.ChoiceOffered) -> str:
    options = [
        word for word, open_ in (("surrender", event.surrender), ("war", event.war)) if open_
    ]
    return f"Seat {event.seat} is asked: {' or '.join(options)}?"


def _paid(house: House, event: e.WagerPaid) -> str:
    amount = show_cents(event.amount_cents, house.limits.symbol)
    if event.wager != "war" or house.war.paid_on is PaidOn.WAR_WAGER:
        return f"Seat {event.seat}: {_wager(house, event.wager)} paid {amount} at {event.odds}"
    unit = "dealer's unit"
    if event.amount_cents > event.from_match_cents:
        unit = f"{show_cents(event.from_match_cents, house.limits.symbol)} {unit}"
    matched = f" ({unit})" if event.from_match_cents else ""
    return f"Seat {event.seat}: {amount} paid at {event.odds} on both wagers{matched}"


def _reversed(house: House, event: e.MovementReversed) -> str:
    amount = show_cents(event.amount_cents, house.limits.symbol)
    what = "payment" if event.action is Action.PAY else "collection"
    return f"Seat {event.seat}: {what} of {amount} on the {_wager(house, event.wager)} is undone"


def _racked(_: House, event: e.HandRacked) -> str:
    return f"{_cap(place(event.seat))}'s cards go to the rack: {rack_text(event.cards)}"


def _completed(_: House, event: e.RoundCompleted) -> str:
    return f"Round {event.round} is over" + (
        ", the cards are reshuffled" if event.reshuffle else ""
    )


def _called(words: str, called: bool) -> str:
    return words + (" (no answer in time: house policy)" if called else "")


def _amount(words: str) -> Callable[[House, Any], str]:
    """A sentence of a seat, an amount and perhaps a wager."""

    def say(house: House, event: Any) -> str:
        named = _wager(house, event.wager) if hasattr(event, "wager") else ""
        amount = show_cents(event.amount_cents, house.limits.symbol)
        return f"Seat {event.seat}" + words.format(amount=amount, wager=named)

    return say


def _plain(words: str) -> Callable[[House, Any], str]:
    return lambda _house, event: words.format(event=event)


_SAY: dict[type[Event], Callable[[House, Any], str]] = {
    k.TableOpened: _opened,
    k.DecksReceived: _received,
    k.DecksInspected: _plain("Dealer sorts and inspects the decks"),
    k.InspectionVerified: _plain("Floorperson verifies the inspection"),
    k.CardsSpread: _plain("Batch {event.batch} is spread face up by suit and in sequence"),
    k.CardsShown: _plain("Seat {event.seat} looks the cards over"),
    k.CardsTurnedUp: _plain("The spread cards are turned face up"),
    k.CardsTurnedDown: _plain("Batch {event.batch} is turned face down"),
    k.CardsWashed: _plain("Dealer washes the cards"),
    k.CardsStacked: _plain("Batch {event.batch} is stacked"),
    k.CardsShuffled: _plain("The cards are shuffled ({event.shuffling})"),
    k.ShufflerFailed: _plain("The shuffler does not complete its cycle: reshuffle"),
    k.BatchesSwapped: _plain("Batch {event.batch} comes into play, the other into the shuffler"),
    k.CutOffered: _plain("The cut is offered to seat {event.seat}"),
    k.CutRefused: _plain("Seat {event.seat} leaves the cut to others"),
    k.CardsCut: _cut,
    k.CuttingCardPlaced: _plain("Cutting card goes in {event.cards_behind} cards from the back"),
    k.LastCardHidden: _plain("A second cutting card hides the last card of the stack"),
    k.ShoeLoaded: _plain("Shoe {event.shoe} is loaded with {event.cards} cards"),
    k.CardBurned: _burned,
    k.CuttingCardReached: lambda _h, event: f"The cutting card appears at {place(event.seat)}",
    k.CardsCollected: _plain("The cards leave shoe and rack"),
    k.ReshuffleOrdered: _plain("The casino orders a reshuffle"),
    k.CardsIdled: lambda _h, event: (
        f"No gaming activity: the cards are spread face {'up' if event.face_up else 'down'}"
    ),
    k.SpreadRequested: _plain("Seat {event.seat} asks to see the stored batch"),
    k.CardsRemoved: _plain("The cards are taken off the table"),
    k.GamingDayStarted: _plain("Gaming day {event.day} begins"),
    k.DealerChanged: _plain("Dealer {event.dealer} comes to the table"),
    k.TableClosed: _plain("The table is closed"),
    e.SeatTaken: _plain("{event.player} takes seat {event.seat}"),
    e.SeatLeft: lambda house, event: (
        f"Seat {event.seat} leaves with {show_cents(event.chips_cents, house.limits.symbol)}"
    ),
    e.ChipsBought: lambda house, event: (
        f"Seat {event.seat} buys chips for {show_cents(event.cash_cents, house.limits.symbol)}"
    ),
    e.WagerPlaced: lambda house, event: (
        f"Seat {event.seat} bets {show_cents(event.amount_cents, house.limits.symbol)}"
        f" in {event.form}: {_wager(house, event.wager)}"
    ),
    e.WagersTakenBack: _amount(" takes {amount} back"),
    e.NoMoreBetsAnnounced: _plain("Round {event.round}: “No more bets”"),
    e.CardDealt: lambda _h, event: f"{_cap(place(event.seat))} gets {event.card}",
    e.HandCompared: _compared,
    e.ChoiceOffered: _choice,
    e.SurrenderChosen: lambda _h, event: _called(f"Seat {event.seat} surrenders", event.called),
    e.WarChosen: lambda house, event: _called(
        f"Seat {event.seat} goes to war with {show_cents(event.war_cents, house.limits.symbol)}",
        event.called,
    ),
    e.WarTieOffered: _plain("Seat {event.seat} may bet Tie on the war deal"),
    e.WarTiePlaced: _amount(" bets {amount}: Tie wager on the war deal"),
    e.WarConfirmed: _plain("Seat {event.seat}'s war wager is confirmed"),
    e.WarMatched: _amount(": dealer posts {amount}, three units in action"),
    e.MatchTakenBack: _amount(": dealer takes the {amount} back"),
    e.WarCardDealt: lambda _h, event: f"{_cap(place(event.seat))} gets war card {event.card}",
    e.WarCompared: _war_compared,
    e.WagerCollected: _amount(": {wager} collected, {amount}"),
    e.WagerReturned: _amount(": {wager} returned, {amount}"),
    e.WagerPaid: _paid,
    e.CouponTaken: _amount(": match play coupon of {amount} taken"),
    e.CouponReturned: _amount(": match play coupon of {amount} returned"),
    e.HandDecided: lambda _h, event: (
        f"Seat {event.seat} is settled: {event.outcome.replace('_', ' ')}"
    ),
    e.HandRacked: _racked,
    e.RoundCompleted: _completed,
    e.FaceUpCardFound: _plain("{event.card} lies face up in the shoe: not used, to the rack"),
    e.CardDrawnInError: _plain("A card is drawn in error, unexposed: it is the next card"),
    e.SeatMissed: _plain("Seat {event.seat} was not dealt a card: its wagers are void"),
    e.RoundVoided: _plain("Every hand is void: {event.reason}"),
    e.MovementReversed: _reversed,
}


def event_text(event: Event, house: House) -> str:
    """One event as a sentence, without its clause."""
    return _SAY[type(event)](house, event)


def event_line(event: Event, house: House, width: int = WIDTH) -> str:
    """One event with its clause in a column of its own."""
    return f"{event_text(event, house):<{width}}  {event.cites}"


def event_lines(event: Event, house: House, indent: int = 2) -> list[str]:
    """One event within 80 columns: its clause beside the first line, the rest below."""
    first, *more = wrap(event_text(event, house), WIDTH)
    space = " " * indent
    return [f"{space}{first:<{WIDTH}}  {event.cites}", *(f"{space}  {line}" for line in more)]


def rack_text(cards: Iterable[RackedCard]) -> str:
    """Cards as they lie in the rack: ``??`` burned, ``[2c]`` crosswise, ``^5d`` found face up."""
    marks = {Lies.CROSSWISE: "[{}]", Lies.FACE_UP: "^{}"}
    return " ".join(marks.get(entry.lies, "{}").format(show_card(entry.card)) for entry in cards)


def round_text(played: PlayedRound, name: str) -> str:
    """A whole round for people to read: every event, then each seat's result."""
    return "\n".join(_round_lines(played, name))


def _round_lines(played: PlayedRound, name: str) -> Iterator[str]:
    house = played.plan.house
    decks = played.plan.decks
    yield f"{name}: {house.title}, {decks} deck{'s' if decks > 1 else ''}"
    for event in played.events:
        yield from event_lines(event, house)
    for hand in played.state.hands.values():
        yield from wrap(
            _result_line(house, hand), 80, initial_indent="  ", subsequent_indent="    "
        )
    unused = len(played.plan.cards) - played.state.shoe.drawn
    if unused:
        yield f"  ({unused} card{'s' if unused > 1 else ''} of the file stayed in the shoe)"
    yield ""


def _result_line(house: House, hand: Hand) -> str:
    symbol = house.limits.symbol
    net = hand.returned_cents - hand.wagered_cents
    outcome = "Tie alone" if hand.outcome is Outcome.NONE else str(hand.outcome).replace("_", " ")
    return (
        f"= seat {hand.seat}: {outcome},"
        f" wagered {show_cents(hand.wagered_cents, symbol)},"
        f" returned {show_cents(hand.returned_cents, symbol)}, net {show_cents(net, symbol)}"
    )
