"""No table is ever stuck: it always waits for somebody, and somebody can always go on.

Tables of generated and built-in houses, by hand and automatic, with every way of shuffling, with
shoes that lost cards, with irregularities, empty seats, nights between two commands and dealers who
change all the time. At every state on the way:

- the table waits for something, and who is waited for is offered a command;
- what goes on without an absent person is accepted, or refused for want of chips or cards, and then
  the floor is offered the remedy;
- bets are open at an occupied table only, and never once the cutting card is out: it forces the
  reshuffle before the next round;
- the floor can return all wagers and close the table, and every chip is accounted for.

From some of them the people who are waited for play on until another round is complete.

Planted once and caught: ``VoidRound`` refused before the deal, a cutting card between rounds that
does not force the reshuffle, an idle table that stays in its phase when a newcomer sits down, a cut
that stays offered to a player who left, a Tie wager on the war deal that no clock answers, a tray
that pays below zero, a void that leaves a payment with its player, a shoe that stays in play after
the last player left, an unshuffled batch that comes out of the device.
"""

from __future__ import annotations

from datetime import date
from random import Random

from hypothesis import assume, given, note
from hypothesis import strategies as st

from casinowar.houses import House
from casinowar.houses.house import Reshuffle
from casinowar.live import LiveTable
from casinowar.table import (
    ALL_STEPS,
    Code,
    Done,
    Event,
    Phase,
    Refusal,
    Shoe,
    Stack,
    Table,
    decide,
    events_of,
    fold,
)
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.automation import Automations
from casinowar.table.legal import legal
from casinowar.table.play.cut import cutting_card_range
from casinowar.table.procedure import due
from casinowar.table.shoe import NO_SHOE, shuffled_stack
from casinowar.table.state import Stored
from casinowar.table.waits import Awaited, Wait, waits_for
from tests.kit import any_command, any_house, checked, sensible_command
from tests.kit.houses import BUILT_IN
from tests.kit.offers import everybody, offers, taken
from tests.kit.watched import check_chips

HOUSES = any_house() | st.sampled_from(BUILT_IN)
STEPS = sorted(ALL_STEPS, key=lambda kind: kind.__name__)
AUTOMATIONS = st.sampled_from(
    (frozenset[type[c.Command]](), ALL_STEPS, ALL_STEPS - {c.PlaceCuttingCard})
) | st.frozensets(st.sampled_from(STEPS))
COMMANDS = 90
FIRST_DAY = date(2026, 1, 1)
# why a step that is due may have to wait, and what the floor or the dealer does about it
REMEDIES: dict[Code, tuple[type[c.Command], ...]] = {
    Code.TRAY_SHORT: (c.FillTray,),
    Code.SHOE_EMPTY: (c.VoidRound, c.OrderReshuffle),
    Code.CARD_FACE_UP: (c.SetAsideFaceUpCard,),
}


class Walk:
    """A live table whose shoes may be short, and which checks its chips after every event."""

    def __init__(self, house: House, random: Random, automations: Automations) -> None:
        self.random = random
        self.table = LiveTable(house, random.randrange, automations, self.shoe_of, self._check)
        self.may_be_short = True
        self._shoes: dict[int, Stack] = {}

    @property
    def state(self) -> Table:
        return self.table.state

    def shoe_of(self, number: int) -> Shoe:
        """Complete, or with a card or many missing, or with cards face up."""
        if number not in self._shoes:
            random = self.random
            cards = shuffled_stack(self.state.decks, random.randrange).cards
            if random.random() < 0.5:  # rank by rank: ties and wars
                cards = sorted(cards, key=lambda card: card.rank if card else 0)
            short = self.may_be_short and random.random() < 0.4
            size = random.choice((1, 3, 20, len(cards) - 1)) if short else len(cards)
            up = 0.03 if self.may_be_short and random.random() < 0.3 else 0.0
            face_up = frozenset(i for i in range(size) if random.random() < up)
            self._shoes[number] = Stack(cards[:size], face_up)
        return self._shoes[number]

    def is_complete(self) -> bool:
        """Whether the shoe in play holds all of its cards, none of them face up."""
        stack = self._shoes.get(self.state.shoe.number)
        return stack is not None and len(stack.cards) == self.state.shoe.size and not stack.face_up

    def _check(self, done: tuple[Done, ...]) -> None:
        state = self.state
        for event in events_of(done):
            state = fold(state, (event,))
            check_chips(state)

    def do(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        return self.table.do(command)

    def next_command(self) -> c.Command:
        """Sensible, offered, or anything at all."""
        random, shoe = self.random, self.table.shoe
        chance = random.random()
        if chance < 0.25:
            return answer_to(self.state, random.choice(waits_for(self.state, shoe)))
        if chance < 0.6:
            return sensible_command(random, self.state, shoe)
        if chance < 0.65:
            return any_command(random, self.state)
        who = random.choice(everybody(self.state))
        found = [o for o in self.table.legal(who) if chance < 0.68 or o.command is not c.CloseTable]
        return taken(random, random.choice(found)) if found else c.FillTray(amount_cents=10_000)


@given(house=HOUSES, seed=st.integers(0, 2**32 - 1), automations=AUTOMATIONS)
@checked(120)
def test_a_table_is_never_stuck(house: House, seed: int, automations: Automations) -> None:
    random = Random(seed)
    walk = Walk(house, random, automations)
    for _ in range(COMMANDS):
        state, command = walk.state, walk.next_command()
        answer = walk.do(command)
        note(f"{state.phase}: {command} -> {walk.state.phase}")
        if isinstance(answer, Refusal):
            assert walk.state is state
            if answer.code not in REMEDIES or random.random() < 0.5:
                continue
            remedy(walk, answer)
        check_waits(walk.state, walk.table.shoe)
        check_cards(walk)
        close(walk.state, walk.table.shoe)
    walk.may_be_short = False
    play_on(walk)


@given(house=HOUSES, seed=st.integers(0, 2**32 - 1), front=st.integers(0, 3))
@checked(60)
def test_a_cutting_card_between_rounds_forces_the_reshuffle(
    house: House, seed: int, front: int
) -> None:
    """Burns of new dealers and cards drawn in error bring it out; wagers stay down meanwhile."""
    assume(house.cards.reshuffle is Reshuffle.CUTTING_CARD)
    random = Random(seed)
    walk = Walk(house, random, ALL_STEPS - {c.PlaceCuttingCard, c.AnnounceNoMoreBets})
    walk.may_be_short = False
    while walk.state.phase is not Phase.CUTTING_CARD:
        assert not isinstance(walk.do(answer_to(walk.state, waits_for(walk.state)[0])), Refusal)
    most = cutting_card_range(walk.state)[1]
    assert not isinstance(walk.do(c.PlaceCuttingCard(cards_behind=most - front)), Refusal)
    [seat], cents = walk.state.seats, house.limits.first.min_cents
    walk.do(c.BuyChips(seat=seat, cash_cents=cents))
    if random.random() < 0.5:
        walk.do(c.PlaceWagers(seat=seat, initial_cents=cents))
    shoe, bets = walk.state.shoe.number, set(walk.state.hands)
    burns = bool(house.cards.new_dealer_burn)
    for number in range(front + 2):
        walk.do(c.ChangeDealer(dealer=f"dealer {number}") if burns else c.DrawInError())
        check_cards(walk)
        assert set(walk.state.hands) == bets
    state: Table = walk.table.state
    assert state.shoe.number > shoe or state.phase is not Phase.BETTING or not burns


# --- somebody can always go on --------------------------------------------------------------------


def check_waits(state: Table, shoe: Shoe) -> None:
    """Who is waited for is offered something, and nobody's absence stops the table."""
    waits = waits_for(state, shoe)
    assert waits
    for wait in waits:
        people = everybody(state) if wait.who is None else (wait.who,)
        offered = [offer for who in people for offer in legal(state, who, shoe)]
        if wait.otherwise is None:
            assert wait.seconds is None
            assert offered, wait
            continue
        assert wait.seconds
        answer = decide(state, wait.otherwise, shoe)
        if isinstance(answer, Refusal):
            remedies = REMEDIES.get(answer.code, ())
            assert any(offer.command in remedies for offer in offers(state, shoe)), (wait, answer)
        else:
            assert fold(state, answer) != state
            assert wait.what is Awaited.BET or any(
                offer.command is type(wait.otherwise) or wait.who is not None for offer in offered
            )


def check_cards(walk: Walk) -> None:
    """Bets are not open beyond the cutting card, and a complete shoe serves every round."""
    state, step = walk.state, due(walk.state)
    if state.phase is Phase.BETTING:
        assert state.shoe.cutting_card_at is None
        assert state.seats
    if isinstance(step, c.SwapBatches):
        assert state.stored is Stored.SHUFFLED
    ends_by_card = state.house.cards.reshuffle is Reshuffle.CUTTING_CARD
    if step is not None and ends_by_card and walk.is_complete():
        answer = decide(state, step, walk.table.shoe)
        assert not (isinstance(answer, Refusal) and answer.code is Code.SHOE_EMPTY)


# --- the floor can always end it ------------------------------------------------------------------


def close(state: Table, shoe: Shoe) -> None:
    """Return all wagers and close the table, as the floor can at any time."""
    if state.phase is Phase.CLOSED:
        return
    if state.hands and state.phase is not Phase.RACK:
        put_down = {seat: hand.wagered_cents for seat, hand in state.hands.items()}
        got = {seat: hand.returned_cents for seat, hand in state.hands.items()}
        held = {seat: state.seats[seat].chips_cents for seat in state.hands}
        state = _by_the_floor(state, c.VoidRound(reason="closing"), shoe)
        for seat, cents in held.items():
            assert state.seats[seat].chips_cents == cents + put_down[seat] - got[seat]
    for _ in range(3):
        if not state.hands:
            break
        step = due(state)
        assert step is not None
        state = _by_the_floor(state, step, shoe)
    assert sum(hand.layout_cents + hand.match_cents for hand in state.hands.values()) == 0
    state = _by_the_floor(state, c.CloseTable(), shoe)
    assert state.phase is Phase.CLOSED
    assert not state.seats
    assert state.tray_cents == 0
    assert state.away_cents == 0


def _by_the_floor(state: Table, command: c.Command, shoe: Shoe) -> Table:
    """The table after a command that may need a fill first."""
    for _ in range(20):
        answer = decide(state, command, shoe)
        if not isinstance(answer, Refusal):
            for event in answer:
                state = fold(state, (event,))
                check_chips(state)
            return state
        assert answer.code is Code.TRAY_SHORT, (state.phase, command, answer)
        filled = decide(state, c.FillTray(amount_cents=answer.short_cents or 0), NO_SHOE)
        assert not isinstance(filled, Refusal)
        state = fold(state, filled)
    raise AssertionError(f"{command} needs fill after fill")


# --- play goes on ---------------------------------------------------------------------------------


def play_on(walk: Walk) -> None:
    """Those who are waited for do the first thing they can until a round is complete."""
    for _ in range(600):
        wait = waits_for(walk.state, walk.table.shoe)[0]
        command = answer_to(walk.state, wait)
        note(f"{walk.state.phase}: {command}")
        done = walk.do(command)
        if isinstance(done, Refusal):
            note(str(done))
            done = remedy(walk, done)
        if any(isinstance(event, e.HandDecided) for event in done):
            return
    raise AssertionError("no hand was decided")


def answer_to(state: Table, wait: Wait) -> c.Command:
    """What a person does for whom the table waits, or what goes on without them."""
    house, limits = state.house, state.house.limits
    match wait.what:
        case Awaited.OPENING:
            return c.OpenTable(day=state.day or FIRST_DAY, dealer="Ana", tray_cents=0)
        case Awaited.PLAYER:
            for seat in range(1, house.deal.seats + 1):
                if seat not in state.seats:
                    return c.TakeSeat(seat=seat, player=f"newcomer {seat} {len(state.arrivals)}")
                if state.seats[seat].sitting_out:
                    return c.ReturnToPlay(seat=seat)
            raise AssertionError("every seat is taken and everybody plays")
        case Awaited.BET:
            assert wait.who is not None
            seat, cents = wait.who.seat, limits.first.min_cents
            if state.seats[seat].chips_cents < cents:
                return c.BuyChips(seat=seat, cash_cents=cents)
            return c.PlaceWagers(seat=seat, initial_cents=cents)
        case _ if wait.otherwise is not None:
            return wait.otherwise
        case _:  # real cards: no clock runs, and the dealer enters what people do
            assert state.physical
            people = everybody(state) if wait.who is None else (wait.who,)
            offered = [offer for who in people for offer in legal(state, who)]
            step = due(state)
            return step if step is not None else taken(Random(0), offered[0])


def remedy(walk: Walk, refusal: Refusal) -> tuple[Event, ...]:
    """What the floor or the dealer does when a step cannot be done."""
    match refusal.code:
        case Code.TRAY_SHORT:
            command: c.Command = c.FillTray(amount_cents=refusal.short_cents or 0)
        case Code.CARD_FACE_UP:
            command = c.SetAsideFaceUpCard()
        case Code.SHOE_EMPTY if walk.state.hands:
            command = c.VoidRound(reason="cards are missing")
        case Code.SHOE_EMPTY:
            command = c.OrderReshuffle()
        case _:
            raise AssertionError(refusal)
    done = walk.do(command)
    while isinstance(done, Refusal) and done.code is Code.TRAY_SHORT:
        walk.do(c.FillTray(amount_cents=done.short_cents or 0))
        done = walk.do(command)
    assert not isinstance(done, Refusal), (command, done)
    return done
