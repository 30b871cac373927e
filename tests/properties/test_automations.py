"""Automations: whichever steps a person performs, the same things happen at the table.

Planted once and caught here: a step left out of ALL_STEPS, an automatic step that was carried out
twice, a table that changed under the one who held the earlier state.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from casinowar.houses import House
from casinowar.houses.house import WagerForm
from casinowar.live import LiveTable
from casinowar.table import ALL_STEPS, Done, Event, Phase, Refusal, Stack, Table, due, events_of
from casinowar.table import commands as c
from casinowar.table.automation import Automations, automatic_step, everyone_has_bet
from casinowar.table.events import RoundCompleted
from casinowar.table.shoe import shuffled_stack
from casinowar.table.state import Status
from tests.kit import any_house, checked
from tests.kit.commands import DAY

SOME_STEPS = st.frozensets(st.sampled_from(sorted(ALL_STEPS, key=lambda kind: kind.__name__)))
ROUNDS = 4


def shoes(house: House, seed: int) -> dict[int, Stack]:
    """Shoes by number, the same for every way of running the table."""
    stacks: dict[int, Stack] = {}
    for number in range(1, 3 * ROUNDS):
        random = Random(f"{seed}/{number}")
        cards = shuffled_stack(house.cards.decks, random.randrange).cards
        if number % 2:  # rank by rank: many ties, wars and wars that tie again
            cards = sorted(cards, key=lambda card: card.rank if card else 0)
        face_up = frozenset(place for place in range(len(cards)) if random.random() < 0.01)
        stacks[number] = Stack(tuple(cards), face_up)
    return stacks


def players(house: House, seats: list[int]) -> Iterator[c.Command]:
    """What the players do before the first round."""
    step = house.limits.step_cents
    yield c.OpenTable(day=DAY, dealer="Ana", tray_cents=10**9)
    for number in seats:
        yield c.TakeSeat(seat=number, player=f"player {number}")
        yield c.BuyChips(seat=number, cash_cents=1000 * step)


def answer(state: Table) -> c.Command:
    """What the player who is waited for does: a plain function of what the table shows."""
    house, step = state.house, state.house.limits.step_cents
    if state.phase is Phase.CUT_OFFERED:
        number = state.cut_offered_to or 0
        cut = c.TakeCut(seat=number, cards=max(state.shoe.size // 3, house.cards.cut_min_cards))
        return cut if number % 2 else c.RefuseCut(seat=number)
    asked = [hand for hand in state.hands.values() if hand.status is Status.ASKED]
    if asked:
        chosen = min(asked, key=lambda hand: hand.seat)
        if state.seats[chosen.seat].chips_cents < chosen.initial_cents:
            return c.CallTime(seat=chosen.seat)
        if chosen.seat % 3 == 2 and house.surrender.mode == "offered":
            return c.SurrenderHand(seat=chosen.seat)
        return c.GoToWar(seat=chosen.seat)
    offered = [hand.seat for hand in state.hands.values() if hand.war_tie_asked]
    if offered:
        return _about_war_tie(state, min(offered))
    number = min(seat for seat in state.seats if seat not in state.hands)
    coupon = step if WagerForm.COUPON in house.wagers.forms else 0
    return c.PlaceWagers(
        seat=number,
        initial_cents=step * number,
        tie_cents=step if house.tie.offered else 0,
        coupon_cents=coupon,
        sides={bet.name: step for bet in house.side_bets},
    )


def _about_war_tie(state: Table, seat: int) -> c.Command:
    cents = state.hands[seat].initial_cents
    if state.seats[seat].chips_cents < cents or cents > state.house.limits.tie.max_cents:
        return c.CallTime(seat=seat)
    return c.PlaceWarTie(seat=seat, tie_cents=cents) if seat % 2 else c.DeclineWarTie(seat=seat)


def run(
    house: House, seats: list[int], seed: int, automatic: Automations
) -> tuple[Table, list[Event]]:
    """Play rounds: a person does what is not automatic. The table and its events."""
    events: list[Event] = []
    stacks = shoes(house, seed)

    def shoe_of(number: int) -> Stack:
        return stacks.get(number, Stack(()))

    def keep(done: tuple[Done, ...]) -> None:
        events.extend(events_of(done))

    table = LiveTable(house, Random(seed).randrange, automatic, shoe_of, keep)

    def do(command: c.Command) -> None:
        done = table.do(command)
        assert not isinstance(done, Refusal), (command, done)

    def dealer_goes_on() -> None:
        while True:
            state = table.state
            step = automatic_step(state, shoe_of(state.shoe.number), ALL_STEPS)
            if step is None:
                return
            do(step)

    for command in players(house, seats):
        do(command)
        dealer_goes_on()
    while sum(isinstance(event, RoundCompleted) for event in events) < ROUNDS:
        do(answer(table.state))
        dealer_goes_on()
    return table.state, events


@given(house=any_house(), seed=st.integers(0, 10**6), automatic=SOME_STEPS)
@checked(40)
def test_any_mix_of_automatic_and_performed_steps_makes_the_same_record(
    house: House, seed: int, automatic: Automations
) -> None:
    seats = [seat for seat in (1, 2, 4) if seat <= house.deal.seats]
    by_itself = run(house, seats, seed, ALL_STEPS)
    mixed = run(house, seats, seed, automatic)
    by_hand = run(house, seats, seed, frozenset())
    assert mixed == by_itself == by_hand


@given(house=any_house(), seed=st.integers(0, 10**6))
@checked(25)
def test_a_round_ends_by_itself_once_its_players_have_answered(house: House, seed: int) -> None:
    """All automatic: between two answers of the players the table always comes to rest."""
    seats = list(range(1, house.deal.seats + 1))
    state, events = run(house, seats, seed, ALL_STEPS)
    rounds = [event.round for event in events if isinstance(event, RoundCompleted)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert state.round_number >= ROUNDS
    assert due(state) is None or not everyone_has_bet(state)


@given(house=any_house(), seed=st.integers(0, 10**6))
@checked(25)
def test_an_earlier_state_is_never_changed_by_what_comes_later(house: House, seed: int) -> None:
    seats = [1]
    table = LiveTable(house, Random(seed).randrange)
    held: list[tuple[Table, str]] = []
    for command in players(house, seats):
        table.do(command)
        held.append((table.state, repr(table.state)))
    for _ in range(6):
        if due(table.state) is None:
            table.do(answer(table.state))
            held.append((table.state, repr(table.state)))
    for state, image in held:
        assert repr(state) == image
