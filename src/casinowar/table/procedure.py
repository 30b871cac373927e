"""The order of the game: every due step and every phase transition. Nothing else knows it.

``due`` is the step that the dealer or the floor owes now. Automations carry it out; any other step
is refused, and the refusal names the step that is due. ``after`` is the change of phase by an
event, once its topic (``play/``) has recorded it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from casinowar.houses.house import SEATS_MAX, BurnPattern, Order, Reshuffle, Shuffling
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import (
    DEALER,
    IN_ROUND,
    CutBy,
    Phase,
    Preparing,
    Status,
    Stored,
    Table,
)

CUTTING_CARD_COLOUR = "yellow"
_BACKS = ("red", "blue")

# --- what is due ----------------------------------------------------------------------------------


def due(state: Table) -> c.Step | None:
    """The step that the dealer or the floor owes now; None while the table waits for a player."""
    return _DUE.get(state.phase, _nothing)(state)


def _nothing(_: Table) -> None:
    """No step: the table waits for a player, or is closed."""


# Steps without a choice are the same command every time: one for each seat serves all tables.
_PLACES = range(SEATS_MAX + 1)
_DEAL = tuple(c.DealCard(seat=seat) for seat in _PLACES)
_SETTLE = tuple(c.SettleHand(seat=seat) for seat in _PLACES)
_SURRENDER = tuple(c.SettleSurrender(seat=seat) for seat in _PLACES)
_CONFIRM = tuple(c.ConfirmWar(seat=seat) for seat in _PLACES)
_SETTLE_WAR = tuple(c.SettleWar(seat=seat) for seat in _PLACES)
_BURN, _NO_MORE_BETS, _RACK = c.BurnCard(), c.AnnounceNoMoreBets(), c.RackCards()


def _receive(state: Table) -> c.Step:
    batches = 2 if state.shuffling is Shuffling.BATCHES else 1
    return c.ReceiveDecks(
        decks=state.decks * batches, backs=_BACKS[:batches], cutting_card=CUTTING_CARD_COLOUR
    )


def shown_to(state: Table) -> int | None:
    """The seat that is shown the cards: the seat that asked, or the first player's."""
    return state.first_player if state.spread_for is None else state.spread_for


def _look(state: Table) -> c.Step | None:
    seat = shown_to(state)
    return None if seat is None else c.ShowCards(seat=seat)


def cards_too_old(state: Table) -> bool:
    """Whether the cards were opened in an earlier gaming day (WI d5)."""
    return state.day is not None and state.cards_day is not None and state.cards_day < state.day


def cards_overdue(state: Table) -> bool:
    """Whether a whole gaming day passed without a change: the shoe may not be finished first."""
    if state.cards_day == state.day or state.day is None or state.cards_day is None:
        return False
    return state.day - state.cards_day > timedelta(days=1)


def _unless_too_old(state: Table, shuffle: c.Step) -> c.Step:
    """The shuffle, or the change of cards that must come first (WI d5, policy 14)."""
    return c.ChangeCards() if cards_too_old(state) else shuffle


def _swap(state: Table) -> c.Step:
    stored = state.stored is Stored.SHUFFLED
    return _unless_too_old(state, c.SwapBatches() if stored else c.ShuffleStoredBatch())


def next_to_cut(state: Table) -> int | None:
    """The seat to which the cut is offered next; None if everybody declined (WI e2, e3).

    A declined cut goes clockwise from the last player who declined, wherever it was offered first.
    """
    asked = set(state.cut_refused)
    seats = [seat for seat in state.playing if state.seats[seat].player not in asked]
    if not seats:
        return None
    first = state.cut_refused_at + 1 if asked else _first_to_cut(state)
    return min(seats, key=lambda seat: (seat < first, seat))


def _first_to_cut(state: Table) -> int:
    """The seat designated to cut (WI e2); if nobody plays there, the next one clockwise."""
    match state.cut_by:
        case CutBy.FIRST_PLAYER:
            return state.first_player or 0
        case CutBy.CUTTING_CARD_AT_SEAT:
            return _seat_of_cut_player(state)
        case CutBy.CUTTING_CARD_AT_DEALER | CutBy.DISCRETION:
            return state.playing[-1]  # the farthest to the dealer's right


def _seat_of_cut_player(state: Table) -> int:
    """The seat of the player at whose seat the cutting card appeared; the player may have moved."""
    theirs = [seat for seat in state.playing if state.seats[seat].player == state.cut_player]
    return state.cut_seat if state.cut_seat in theirs or not theirs else theirs[0]


def _offer_cut(state: Table) -> c.Step:
    if _takes_contributions(state):
        return c.CloseContributions()
    seat = next_to_cut(state)
    if seat is not None:
        return c.OfferCut(seat=seat)
    return c.CutCards(cards=None if state.mix else state.shoe.size // 2)


def _takes_contributions(state: Table) -> bool:
    """Whether players may still contribute to a sealed shoe."""
    return state.mix is not None and not state.mix.closed


def _load(state: Table) -> c.Step:
    return c.CloseContributions() if _takes_contributions(state) else c.LoadShoe()


def _cutting_card(state: Table) -> c.Step:
    if state.mix is not None:
        return c.PlaceCuttingCard()
    return c.PlaceCuttingCard(cards_behind=state.house.cards_behind(state.decks))


def _betting(state: Table) -> c.Step | None:
    if cards_overdue(state):
        return c.ChangeCards()
    if state.burns:
        return _BURN
    if state.shuffling is Shuffling.BATCHES and state.stored is not Stored.SHUFFLED:
        return _unless_too_old(state, c.ShuffleStoredBatch())
    return _NO_MORE_BETS if state.hands else None


def war_burn_due(state: Table) -> bool:
    """Whether a burn card comes before the next card of the war deal."""
    war = state.house.war
    match war.burn_pattern:
        case BurnPattern.EVERY_CARD:
            count = war.burn_count
        case BurnPattern.ONCE:
            first = state.queue[0] == state.wars[0].seat
            count = war.burn_count if first else 0
        case BurnPattern.NONE:
            count = 0
    return state.war_burned < count


def _war_deal(state: Table) -> c.Step:
    return _BURN if war_burn_due(state) else _DEAL[state.queue[0]]


_DUE: dict[Phase, Callable[[Table], c.Step | None]] = {
    Phase.RECEIVE: _receive,
    Phase.INSPECT: lambda _: c.InspectDecks(),
    Phase.VERIFY: lambda _: c.VerifyInspection(),
    Phase.SPREAD: lambda state: c.SpreadCards(batch=state.batches_left[0]),
    Phase.LOOK: _look,
    Phase.OBJECTION: lambda _: c.VerifyInspection(),
    Phase.TURN_UP: lambda _: c.TurnCardsUp(),
    Phase.TURN_DOWN: lambda state: c.TurnCardsDown(batch=state.batches_left[0]),
    Phase.WASH: lambda _: c.WashCards(),
    Phase.STACK: lambda state: c.StackCards(batch=state.batches_left[0]),
    Phase.SHUFFLE: lambda state: _unless_too_old(state, c.ShuffleCards()),
    Phase.SWAP: _swap,
    Phase.OFFER_CUT: _offer_cut,
    Phase.CUTTING_CARD: _cutting_card,
    Phase.LOAD: _load,
    Phase.BETTING: _betting,
    Phase.DEAL: lambda state: _DEAL[state.queue[0]],
    Phase.SETTLE: lambda state: _SETTLE[state.queue[0]],
    Phase.SURRENDERS: lambda state: _SURRENDER[state.queue[0]],
    Phase.RACK_ORIGINAL: lambda _: _RACK,
    Phase.WAR_WAGERS: lambda state: _CONFIRM[state.queue[0]],
    Phase.WAR_DEAL: _war_deal,
    Phase.WAR_SETTLE: lambda state: _SETTLE_WAR[state.queue[0]],
    Phase.RACK: lambda _: _RACK,
    Phase.COLLECT: lambda _: c.CollectCards(),
    Phase.GOING_IDLE: lambda _: c.SpreadIdleCards(),
}


# --- transitions ----------------------------------------------------------------------------------

Transition = Callable[[Table, Any], None]


def after(kind: type[e.Event]) -> Transition | None:
    """The change of phase by an event of this kind; None if the phase stays."""
    return _AFTER.get(kind)


def _to(phase: Phase) -> Transition:
    def go(table: Table, _: e.Event) -> None:
        table.phase = phase

    return go


def _verified(table: Table, _: e.InspectionVerified) -> None:
    """Spread the cards; cards verified again after an objection are turned down instead."""
    _each_batch(table, Phase.TURN_DOWN if table.phase is Phase.OBJECTION else Phase.SPREAD)


def _each_batch(table: Table, phase: Phase) -> None:
    table.phase = phase
    table.batches_left = table.batches_out


def _spread(table: Table, _: e.CardsSpread) -> None:
    table.batches_left = table.batches_left[1:]
    if not table.batches_left:
        table.phase = Phase.LOOK


def _shown(table: Table, _: e.CardsShown) -> None:
    _each_batch(table, Phase.TURN_DOWN)


def _turned_down(table: Table, _: e.CardsTurnedDown) -> None:
    table.batches_left = table.batches_left[1:]
    if not table.batches_left:
        by_hand = table.shuffling is Shuffling.HAND
        _each_batch(table, Phase.WASH if by_hand else Phase.STACK)


def _stacked(table: Table, _: e.CardsStacked) -> None:
    table.batches_left = table.batches_left[1:]
    if not table.batches_left:
        # after a pause the cards go into the device, and the stored batch comes out (WI e7ii)
        idle = table.preparing is Preparing.AFTER_IDLE
        swap = idle and table.shuffling is Shuffling.BATCHES
        table.phase = Phase.SWAP if swap else Phase.SHUFFLE


def _shuffled(table: Table, event: e.CardsShuffled) -> None:
    if table.phase is not Phase.SWAP:
        continuous = event.shuffling is Shuffling.CONTINUOUS
        table.phase = Phase.LOAD if continuous else Phase.OFFER_CUT


BEFORE_THE_SHOE = frozenset(
    {Phase.SHUFFLE, Phase.OFFER_CUT, Phase.CUT_OFFERED, Phase.CUTTING_CARD, Phase.LOAD}
)  # a shuffled stack is on the table


def _shuffler_failed(table: Table, _: e.ShufflerFailed) -> None:
    if table.phase in BEFORE_THE_SHOE:
        table.phase = Phase.SHUFFLE
    elif table.phase is Phase.BETTING and table.shuffling is Shuffling.CONTINUOUS:
        table.phase = Phase.COLLECT


def _cut(table: Table, _: e.CardsCut) -> None:
    ends_by_card = table.house.cards.reshuffle is Reshuffle.CUTTING_CARD
    table.phase = Phase.CUTTING_CARD if ends_by_card else Phase.LOAD


def _card_left_the_shoe(table: Table, _: e.Event) -> None:
    """A cutting card that comes out between rounds forces a reshuffle before the next round."""
    if table.phase is Phase.BETTING and table.shoe.cutting_card_at is not None:
        _collect(table)


def _collect(table: Table) -> None:
    table.phase = Phase.COLLECT
    table.burns = ()


def _reshuffle_ordered(table: Table, _: e.ReshuffleOrdered) -> None:
    _collect(table)


def _collected(table: Table, _: e.CardsCollected) -> None:
    batches = table.shuffling is Shuffling.BATCHES
    table.phase = Phase.SWAP if batches else Phase.SHUFFLE


def _idled(table: Table, _: e.CardsIdled) -> None:
    table.phase = Phase.IDLE
    _somebody_plays(table)


def _arrived(table: Table, _: e.SeatTaken | e.PlayerReturned) -> None:
    if table.phase is Phase.IDLE:
        _somebody_plays(table)


def _somebody_plays(table: Table) -> None:
    if table.first_player is not None:
        table.phase = Phase.TURN_UP if table.spread_face_down else Phase.LOOK


_KEEPS_CARDS = BEFORE_THE_SHOE | {
    Phase.OBJECTION,
    Phase.TURN_DOWN,
    Phase.WASH,
    Phase.STACK,
    Phase.SWAP,
    Phase.BETTING,
    Phase.COLLECT,
}


def _stopped_playing(table: Table, event: e.SeatLeft | e.PlayerSatOut) -> None:
    if table.phase is Phase.CUT_OFFERED and table.cut_offered_to == event.seat:
        table.phase = Phase.OFFER_CUT
        table.cut_offered_to = None
    _activity_may_end(table, event)


def _activity_may_end(table: Table, _: e.Event) -> None:
    """Once nobody plays and no wager is down, the cards are spread for the next player (WI e7)."""
    if table.hands or table.first_player is not None:
        return
    table.cut_by = CutBy.FIRST_PLAYER  # the next game is just beginning (WI e2i)
    if table.phase in _KEEPS_CARDS:
        table.phase = Phase.GOING_IDLE
        table.burns = ()
        table.cut_offered_to = None


def _spread_requested(table: Table, _: e.SpreadRequested) -> None:
    table.phase = Phase.SPREAD
    table.batches_left = (table.batch_in_play,)


# the round


def _no_more_bets(table: Table, _: e.NoMoreBetsAnnounced) -> None:
    table.phase = Phase.DEAL
    table.queue = (*table.hands, DEALER)


def _card_dealt(table: Table, event: e.CardDealt) -> None:
    if event.seat != DEALER:
        table.queue = table.queue[1:]
        return
    table.queue = _in_order(table, table.house.deal.settlement_order, Status.LIVE)
    table.phase = Phase.SETTLE if table.queue else Phase.RACK


def _in_order(table: Table, order: Order, status: Status) -> tuple[int, ...]:
    seats = [seat for seat, hand in table.hands.items() if hand.status is status]
    if order is Order.RIGHT_TO_LEFT:
        seats.reverse()
    return tuple(seats)


def _hand_served(table: Table, _: e.Event) -> None:
    """Remove the first seat of the queue; after the last one, go to the next phase."""
    table.queue = table.queue[1:]
    if table.queue:
        return
    if table.phase is Phase.SETTLE:
        _after_settlement(table)
    elif table.phase is Phase.SURRENDERS:
        _before_war(table)
    elif _wars(table):  # tied: dealt once more
        _open_war_deal(table)
    else:
        table.phase = Phase.RACK


def _after_settlement(table: Table) -> None:
    found = {hand.status for hand in table.hands.values()}
    if Status.ASKED in found:
        table.phase = Phase.DECIDE
    elif Status.SURRENDERING in found:
        order = table.house.deal.settlement_order
        table.queue = _in_order(table, order, Status.SURRENDERING)
        table.phase = Phase.SURRENDERS
    elif Status.AT_WAR in found:
        _before_war(table)
    else:
        table.phase = Phase.RACK


def _before_war(table: Table) -> None:
    wars = _wars(table)
    if not wars:
        table.phase = Phase.RACK
        return
    for hand in table.hands.values():
        if hand.card is not None and hand.status is not Status.AT_WAR and not hand.racked:
            table.phase = Phase.RACK_ORIGINAL
            return
    table.phase = Phase.WAR_WAGERS
    table.queue = tuple(seat for seat in wars if table.hands[seat].war_cents)
    if not table.queue:  # Tie wagers alone: there is no war wager to confirm
        _open_war_deal(table)


def _wars(table: Table) -> tuple[int, ...]:
    return _in_order(table, Order.LEFT_TO_RIGHT, Status.AT_WAR)


def _chosen(table: Table, _: e.SurrenderChosen | e.WarChosen) -> None:
    if table.phase is Phase.DECIDE:
        _after_settlement(table)


def _war_confirmed(table: Table, _: e.WarConfirmed) -> None:
    table.queue = table.queue[1:]
    if not table.queue:
        _open_war_deal(table)


def _open_war_deal(table: Table) -> None:
    """Open the war deal once every offer of a Tie wager on it is answered (WI h5)."""
    asked = any(hand.war_tie_asked for hand in table.hands.values())
    table.phase = Phase.WAR_TIES if asked else Phase.WAR_DEAL
    table.queue = (*_wars(table), DEALER)
    table.war_burned = 0


def _war_tie(table: Table, _: e.WarTieOffered | e.WarTiePlaced | e.WarTieDeclined) -> None:
    if table.phase in {Phase.WAR_TIES, Phase.WAR_DEAL}:
        _open_war_deal(table)


def _war_card_dealt(table: Table, event: e.WarCardDealt) -> None:
    if event.seat != DEALER:
        table.queue = table.queue[1:]
        return
    order = table.house.deal.war_settlement_order
    table.queue = _in_order(table, order, Status.AT_WAR)
    table.phase = Phase.WAR_SETTLE


def _war_compared(table: Table, event: e.WarCompared) -> None:
    if event.again:
        _hand_served(table, event)


def _racked(table: Table, _: e.HandRacked) -> None:
    if table.phase is Phase.RACK_ORIGINAL:
        _before_war(table)


def _completed(table: Table, event: e.RoundCompleted) -> None:
    table.queue = ()
    if event.reshuffle:
        _collect(table)
    else:
        table.phase = Phase.BETTING
    _activity_may_end(table, event)


def _missed(table: Table, event: e.SeatMissed) -> None:
    table.queue = tuple(seat for seat in table.queue if seat != event.seat)


def _voided(table: Table, event: e.RoundVoided) -> None:
    table.queue = ()
    if table.phase in IN_ROUND:
        table.phase = Phase.RACK
    else:
        _collect(table)
        _activity_may_end(table, event)


_AFTER: dict[type[e.Event], Transition] = {
    e.TableOpened: _to(Phase.RECEIVE),
    e.TableClosed: _to(Phase.CLOSED),
    e.DecksReceived: _to(Phase.INSPECT),
    e.DecksInspected: _to(Phase.VERIFY),
    e.InspectionVerified: _verified,
    e.DecksRejected: _to(Phase.RECEIVE),
    e.CardsRemoved: _to(Phase.RECEIVE),
    e.CardsSpread: _spread,
    e.CardsShown: _shown,
    e.CardsObjected: _to(Phase.OBJECTION),
    e.CardsTurnedUp: _to(Phase.LOOK),
    e.CardsTurnedDown: _turned_down,
    e.CardsWashed: _to(Phase.STACK),
    e.CardsStacked: _stacked,
    e.IdleOrdered: _to(Phase.GOING_IDLE),
    e.CardsIdled: _idled,
    e.SpreadRequested: _spread_requested,
    e.CardsShuffled: _shuffled,
    e.BatchesSwapped: _to(Phase.OFFER_CUT),
    e.ShufflerFailed: _shuffler_failed,
    e.CardsCollected: _collected,
    e.ReshuffleOrdered: _reshuffle_ordered,
    e.CutOffered: _to(Phase.CUT_OFFERED),
    e.CutRefused: _to(Phase.OFFER_CUT),
    e.CardsCut: _cut,
    e.CuttingCardPlaced: _to(Phase.LOAD),
    e.ShoeLoaded: _to(Phase.BETTING),
    e.CardBurned: _card_left_the_shoe,
    e.FaceUpCardFound: _card_left_the_shoe,
    e.CardDrawnInError: _card_left_the_shoe,
    e.SeatTaken: _arrived,
    e.PlayerReturned: _arrived,
    e.SeatLeft: _stopped_playing,
    e.PlayerSatOut: _stopped_playing,
    e.WagersTakenBack: _activity_may_end,
    e.WagersReturned: _activity_may_end,
    e.NoMoreBetsAnnounced: _no_more_bets,
    e.CardDealt: _card_dealt,
    e.ChoiceOffered: _hand_served,
    e.TieContinued: _hand_served,
    e.HandDecided: _hand_served,
    e.SurrenderChosen: _chosen,
    e.WarChosen: _chosen,
    e.WarConfirmed: _war_confirmed,
    e.WarTieOffered: _war_tie,
    e.WarTiePlaced: _war_tie,
    e.WarTieDeclined: _war_tie,
    e.WarCardDealt: _war_card_dealt,
    e.WarCompared: _war_compared,
    e.HandRacked: _racked,
    e.RoundCompleted: _completed,
    e.SeatMissed: _missed,
    e.RoundVoided: _voided,
}
