"""The dealer's script: which step comes next, in words and with its clause.

``next_step`` is the one place that knows the procedure's order. Automations carry its answer out;
a person who gives another step is told this one.
"""

from __future__ import annotations

from collections.abc import Callable

from casinowar.houses.cites import Cites
from casinowar.houses.house import SEATS_MAX, BurnPattern, Shuffling
from casinowar.table import commands as c
from casinowar.table.state import DEALER, Burn, CutBy, Phase, Table

CUTTING_CARD_COLOUR = "yellow"
_BACKS = ("red", "blue")


def next_step(state: Table) -> c.Command | None:
    """The step that the dealer or the floor owes now; None while a player has the word."""
    step = _STEPS.get(state.phase)
    return None if step is None else step(state)


def _receive(state: Table) -> c.Command:
    batches = 2 if state.shuffling is Shuffling.BATCHES else 1
    return c.ReceiveDecks(
        decks=state.decks * batches, backs=_BACKS[:batches], cutting_card=CUTTING_CARD_COLOUR
    )


def _look(state: Table) -> c.Command | None:
    return None if state.first_seat is None else c.ShowCards(seat=state.first_seat)


def cards_too_old(state: Table) -> bool:
    """Whether the cards were opened in an earlier gaming day (WI d5)."""
    return state.day is not None and state.cards_day is not None and state.cards_day < state.day


def _shuffle(state: Table) -> c.Command:
    return c.ChangeCards() if cards_too_old(state) else c.ShuffleCards()


def _swap(state: Table) -> c.Command:
    if cards_too_old(state):
        return c.ChangeCards()
    return c.ShuffleCards() if state.shuffler_failed else c.SwapBatches()


def cut_order(state: Table) -> tuple[int, ...]:
    """Seats to which the cut is offered, in order (WI e2, e3)."""
    seats = sorted(state.seats)
    if not seats:
        return ()
    if state.cut_by is CutBy.FIRST_PLAYER:
        first = state.first_seat or seats[0]
    elif state.cut_by is CutBy.CUTTING_CARD_AT_SEAT:
        first = state.cut_seat
    else:
        first = seats[-1]  # the farthest to the dealer's right
    return tuple(seat for seat in seats if seat >= first) + tuple(
        seat for seat in seats if seat < first
    )


def _offer_cut(state: Table) -> c.Command:
    for seat in cut_order(state):
        if seat not in state.cut_refused:
            return c.OfferCut(seat=seat)
    return c.CutCards(cards=state.shoe.size // 2)


def _cutting_card(state: Table) -> c.Command:
    return c.PlaceCuttingCard(cards_behind=state.house.cards_behind(state.decks))


def war_burn_due(state: Table) -> bool:
    """Whether a burn card comes before the next card of the war deal."""
    war = state.house.war
    match war.burn_pattern:
        case BurnPattern.EVERY_CARD:
            due = war.burn_count
        case BurnPattern.ONCE:
            first = state.queue[0] == state.wars[0].seat
            due = war.burn_count if first else 0
        case BurnPattern.NONE:
            due = 0
    return state.war_burned < due


# Steps without a choice are the same command every time: one for each seat serves all tables.
_PLACES = range(SEATS_MAX + 1)
_DEAL = tuple(c.DealCard(seat=seat) for seat in _PLACES)
_SETTLE = tuple(c.SettleHand(seat=seat) for seat in _PLACES)
_SURRENDER = tuple(c.SettleSurrender(seat=seat) for seat in _PLACES)
_CONFIRM = tuple(c.ConfirmWar(seat=seat) for seat in _PLACES)
_SETTLE_WAR = tuple(c.SettleWar(seat=seat) for seat in _PLACES)
_BURN, _NO_MORE_BETS, _RACK = c.BurnCard(), c.AnnounceNoMoreBets(), c.RackCards()


def _betting(state: Table) -> c.Command | None:
    if state.burns:
        return _BURN
    return _NO_MORE_BETS if state.hands else None


def _war_deal(state: Table) -> c.Command:
    return _BURN if war_burn_due(state) else _DEAL[state.queue[0]]


_STEPS: dict[Phase, Callable[[Table], c.Command | None]] = {
    Phase.RECEIVE: _receive,
    Phase.INSPECT: lambda _: c.InspectDecks(),
    Phase.VERIFY: lambda _: c.VerifyInspection(),
    Phase.SPREAD: lambda state: c.SpreadCards(batch=state.queue[0]),
    Phase.LOOK: _look,
    Phase.TURN_UP: lambda _: c.TurnCardsUp(),
    Phase.TURN_DOWN: lambda state: c.TurnCardsDown(batch=state.queue[0]),
    Phase.WASH: lambda _: c.WashCards(),
    Phase.STACK: lambda state: c.StackCards(batch=state.queue[0]),
    Phase.SHUFFLE: _shuffle,
    Phase.SWAP: _swap,
    Phase.OFFER_CUT: _offer_cut,
    Phase.CUTTING_CARD: _cutting_card,
    Phase.LOAD: lambda _: c.LoadShoe(),
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
}


# --- in words -------------------------------------------------------------------------------------


def place(seat: int) -> str:
    """A seat in words; 0 is the dealer."""
    return "the dealer" if seat == DEALER else f"seat {seat}"


def step_in_words(state: Table) -> tuple[str, str]:
    """What the table waits for, as a sentence and its clause."""
    cites = state.house.cites
    if state.phase is Phase.CLOSED:
        return "The table is closed: the floor opens it first.", cites.open_table
    step = next_step(state)
    if step is None:
        return _waiting_in_words(state)
    words, clause = _WORDS[type(step)](state, step, cites)
    return f"The next step is to {words}.", clause


def _waiting_in_words(state: Table) -> tuple[str, str]:
    cites = state.house.cites
    match state.phase:
        case Phase.LOOK | Phase.IDLE:
            idle = state.phase is Phase.IDLE
            return "The table waits for a player to arrive.", cites.idle if idle else cites.look
        case Phase.CUT_OFFERED:
            return f"The cut was offered to seat {state.queue[0]}: wait for it.", cites.cut_offer
        case Phase.DECIDE:
            return "Tied players have the choice: wait for their decisions.", cites.choice
        case _:
            return "The table waits for wagers.", cites.first_wager


def _burn_words(state: Table, _: c.Command, cites: Cites) -> tuple[str, str]:
    if state.phase is Phase.WAR_DEAL:
        count = state.house.war.burn_count
        return f"burn card {state.war_burned + 1} of {count} for the war deal", cites.war_burn
    if state.burns[0] is Burn.OPENING:
        return "burn a card before the first round of the shoe", cites.opening_burn
    return "burn a card, as each new dealer does", cites.new_dealer_burn


def _deal_words(state: Table, step: c.Command, cites: Cites) -> tuple[str, str]:
    assert isinstance(step, c.DealCard)
    if state.phase is Phase.WAR_DEAL:
        return f"deal the next war card to {place(step.seat)}", cites.war_deal
    return f"deal the next card to {place(step.seat)}", cites.original_deal


def _rack_words(state: Table, _: c.Command, cites: Cites) -> tuple[str, str]:
    if state.phase is Phase.RACK_ORIGINAL:
        words = "put the cards of everyone who is not at war into the discard rack"
        return words, cites.rack_original
    clause = cites.rack_war if state.dealer_war_cards else cites.rack_original
    return "put all cards on the layout into the discard rack", clause


def _shuffle_words(state: Table, _: c.Command, cites: Cites) -> tuple[str, str]:
    if state.phase is Phase.SWAP:
        return "reshuffle the batch whose cycle failed", cites.shuffler_fault
    return "shuffle the cards", cites.shuffle


def _decks(step: c.Command) -> int:
    assert isinstance(step, c.ReceiveDecks)
    return step.decks


def _batch(state: Table) -> str:
    return f"batch {state.queue[0]}" if state.shuffling is Shuffling.BATCHES else "the cards"


def _spread_words(state: Table, _: c.Command, cites: Cites) -> tuple[str, str]:
    clause = cites.batch_spread if len(state.batches_out) > 1 else cites.spread
    return f"spread {_batch(state)} face up by suit and in sequence", clause


def look_clause(state: Table) -> str:
    """The clause by which a first player may look the cards over."""
    return state.house.cites.idle if state.from_idle else state.house.cites.look


def turning_clause(state: Table) -> str:
    """The clause by which cards are turned face down, washed and stacked."""
    cites = state.house.cites
    if state.from_idle:
        return cites.idle
    return cites.wash if state.shuffling is Shuffling.HAND else cites.batch_spread


def _seat(step: c.Command) -> int:
    seat = getattr(step, "seat", 0)
    assert isinstance(seat, int)
    return seat


_WORDS: dict[type[c.Command], Callable[[Table, c.Command, Cites], tuple[str, str]]] = {
    c.ReceiveDecks: lambda _s, t, k: (f"receive {_decks(t)} decks", k.decks),
    c.InspectDecks: lambda _s, _, k: ("sort and inspect the decks", k.inspect),
    c.VerifyInspection: lambda _s, _, k: ("have the floorperson verify the inspection", k.verify),
    c.SpreadCards: _spread_words,
    c.ShowCards: lambda s, t, _k: (f"let seat {_seat(t)} look the cards over", look_clause(s)),
    c.TurnCardsUp: lambda _s, _, k: ("turn the spread cards face up", k.idle),
    c.TurnCardsDown: lambda s, _, _k: (f"turn {_batch(s)} face down", turning_clause(s)),
    c.WashCards: lambda s, _, _k: ("wash the cards", turning_clause(s)),
    c.StackCards: lambda s, _, _k: (f"stack {_batch(s)}", turning_clause(s)),
    c.ShuffleCards: _shuffle_words,
    c.ChangeCards: lambda _s, _, k: ("change the cards: they are of an earlier day", k.card_change),
    c.SwapBatches: lambda _s, _, k: ("swap the batches of the shuffler", k.batches),
    c.OfferCut: lambda _s, t, k: (f"offer the cut to seat {_seat(t)}", k.cut_offer),
    c.CutCards: lambda _s, _, k: ("cut the cards yourself, as no player does", k.cut_passed),
    c.PlaceCuttingCard: lambda _s, _, k: ("put the cutting card in", k.cutting_card),
    c.LoadShoe: lambda _s, _, k: ("put the stack into the shoe", k.shoe),
    c.BurnCard: _burn_words,
    c.AnnounceNoMoreBets: lambda _s, _, k: ('announce "no more bets"', k.no_more_bets),
    c.DealCard: _deal_words,
    c.SettleHand: lambda _s, t, k: (f"settle seat {_seat(t)}", k.settlement_order),
    c.SettleSurrender: lambda _s, t, k: (f"settle the surrender of seat {_seat(t)}", k.surrender),
    c.RackCards: _rack_words,
    c.ConfirmWar: lambda _s, t, k: (f"confirm the war wager of seat {_seat(t)}", k.war_confirmed),
    c.SettleWar: lambda _s, t, k: (f"settle the war of seat {_seat(t)}", k.war_settlement_order),
    c.CollectCards: lambda s, _, k: (
        "take the cards out of shoe and rack",
        s.reshuffle_cites or k.reshuffle,
    ),
}
