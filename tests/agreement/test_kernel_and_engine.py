"""The compiled dealer and the engine agree round by round.

The cards that the kernel dealt are put in their places in a shoe, and the engine deals that shoe
with the same players: outcomes, chips, cards used, ties in a row and the reshuffle must be equal.
Planted once and caught: a cutting card one place further back, one burn card fewer before the
dealer's war card, and a shoe read from the place after the cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import lcm
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from casinowar.cards import CARDS_PER_DECK, Card, Suit, card_of
from casinowar.houses import House, load_house
from casinowar.houses.check import house_faults
from casinowar.houses.house import BurnPattern, Shuffling, Surrender, WarTie
from casinowar.live import LiveTable
from casinowar.record.roundfile import without_limits
from casinowar.simulate import Strategy
from casinowar.table import Event, Refusal, Stack
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Phase, Status
from tests.kit.houses import any_house
from tests.kit.profile import HOUSES, checked
from tests.simulate.logs.record import RoundRecord, ShoeRecord, record_shoes

MIXED = Strategy(war_share=Fraction(3, 4))


class Players:
    """Everyone at the table bets one unit and decides as the kernel's seats did."""

    def __init__(self, house: House, shoe: ShoeRecord) -> None:
        size = shoe.decks * CARDS_PER_DECK
        faces = shoe.faces()
        cut = 0 if Shuffling.CONTINUOUS in house.cards.shuffling else size // 2
        cards: list[Card | None] = [None] * size
        for place, rank in faces.items():
            cards[(cut + place) % size] = card_of(rank, Suit.CLUBS)
        self.table = LiveTable(house, Random(0).randrange, shoes=lambda _: Stack(cards))
        self.shoe = shoe
        self.do(
            c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**12, decks=shoe.decks)
        )
        for seat in range(1, shoe.seats + 1):
            self.do(c.TakeSeat(seat=seat, player=f"P{seat}"))
            self.do(c.BuyChips(seat=seat, cash_cents=10**9))
        while self.phase is Phase.CUT_OFFERED:
            self.do(c.RefuseCut(seat=self.table.state.cut_offered_to or 0))

    @property
    def phase(self) -> Phase:
        return self.table.state.phase

    def do(self, command: c.Command) -> tuple[Event, ...]:
        answer = self.table.do(command)
        assert not isinstance(answer, Refusal), answer
        return answer

    def play(self, round_: RoundRecord, alone: frozenset[int]) -> list[Event]:
        """One round of all seats, those in ``alone`` with Tie only; its events."""
        assert self.table.state.shoe.drawn == round_.start
        events: list[Event] = []
        for seat in range(1, self.shoe.seats + 1):
            unit = unit_cents(self.table.state.house)
            tie = unit if self.table.state.house.tie.offered else 0
            first = 0 if seat in alone else unit
            bet = c.PlaceWagers(seat=seat, initial_cents=first, tie_cents=tie)
            events += self.do(bet)
        while self.phase is Phase.DECIDE:
            for hand in list(self.table.state.hands.values()):
                if hand.status is Status.ASKED:
                    war = round_.outcomes[hand.seat - 1].startswith("war")
                    seat = hand.seat
                    go = c.GoToWar(seat=seat, war_tie_cents=0)
                    events += self.do(go if war else c.SurrenderHand(seat=seat))
        return events


def unit_cents(house: House) -> int:
    """A wager of which every part and payment is whole."""
    return house.first_step * lcm(*(odds.stake for odds in house.tie.ladder)) * 100


def ready(house: House) -> House:
    """The house for one unit a wager: no limits, one deal of cards a seat, no side bets."""
    policies = replace(house.policies, seats_per_player=1)
    return replace(without_limits(house), policies=policies)


def same_rounds(
    house: House, shoe: ShoeRecord, alone: frozenset[int] = frozenset()
) -> Iterator[str]:
    """Walk the engine through a recorded shoe; yield the outcome of every hand.

    A seat in ``alone`` bets Tie only; its cards must be those of the kernel's seat all the same.
    """
    house = ready(house)
    players = Players(house, shoe)
    for number, round_ in enumerate(shoe.rounds):
        events = players.play(round_, alone)
        decided = {ev.seat: ev.outcome.value for ev in events if isinstance(ev, e.HandDecided)}
        assert decided == {
            seat: "none" if seat in alone else outcome
            for seat, outcome in enumerate(round_.outcomes, 1)
        }
        assert cards_gone(events) == round_.end - round_.start
        for seat in range(1, shoe.seats + 1):
            assert net_cents(events, seat) == expected_cents(
                house, round_, seat, first=seat not in alone
            )
        assert any(isinstance(ev, e.CuttingCardReached) for ev in events) == (
            round_.cutting_card_reached
        )
        done = next(ev for ev in events if isinstance(ev, e.RoundCompleted))
        assert done.reshuffle == (number == len(shoe.rounds) - 1)
        yield from decided.values()


def cards_gone(events: list[Event]) -> int:
    """Cards that left the shoe until the round was over; the next shoe may follow at once."""
    names = [event.NAME for event in events]
    names = names[: names.index("round_completed")]
    return sum(name in {"card_dealt", "war_card_dealt", "card_burned"} for name in names)


def net_cents(events: list[Event], seat: int) -> int:
    won = 0
    for event in events:
        if isinstance(event, (e.WagerPaid, e.WagerReturned)) and event.seat == seat:
            won += event.amount_cents
        elif isinstance(event, e.WagerPlaced) and event.seat == seat:
            won -= event.amount_cents
        elif isinstance(event, e.WarChosen) and event.seat == seat:
            won -= event.war_cents
    return won


def expected_cents(house: House, round_: RoundRecord, seat: int, *, first: bool) -> Fraction:
    """What the kernel's outcome and its ties in a row are worth, or its ties alone."""
    worth = {
        "win": house.deal.first_odds.ratio,
        "lose": Fraction(-1),
        "surrender": -house.surrender.lost,
        "war_won": house.war_net_won,
        "war_tied": house.war_net_tied,
        "war_lost": Fraction(-2),
    }[round_.outcomes[seat - 1]]
    worth = worth if first else Fraction(0)
    ties = round_.ties[seat - 1]
    if house.tie.offered:
        ladder = house.tie.ladder
        worth += ladder[min(ties, len(ladder)) - 1].ratio if ties else Fraction(-1)
    return worth * unit_cents(house)


@pytest.mark.parametrize("seats", range(1, 8))
@pytest.mark.parametrize("name", HOUSES)
def test_shipped_houses_agree_for_every_number_of_seats(name: str, seats: int) -> None:
    house = load_house(name)
    if seats > house.deal.seats:
        pytest.skip("the house has fewer seats")
    one_round = len(house.cards.decks_allowed) == 1 and house.cards.reshuffle == "every_round"
    shoes = record_shoes(
        house, seats=seats, seed=seats, shoes=400 if one_round else 3, strategy=MIXED
    )
    outcomes = [outcome for shoe in shoes for outcome in same_rounds(house, shoe)]
    assert {"win", "lose", "surrender", "war_won", "war_lost"} <= set(outcomes)


@checked(40)
@given(house=any_house(), data=st.data())
def test_generated_houses_agree(house: House, data: st.DataObject) -> None:
    house = replace(
        house,
        side_bets=(),
        tie=replace(house.tie, war_deal=WarTie.NOT_OFFERED),
        cards=replace(house.cards, shuffling=house.cards.shuffling[:1]),
    )
    seats = data.draw(st.integers(1, house.deal.seats), label="seats")
    share = data.draw(st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]), label="war")
    shoes = record_shoes(house, seats=seats, seed=11, shoes=2, strategy=Strategy(war_share=share))
    for shoe in shoes:
        assert list(same_rounds(house, shoe))


@pytest.mark.parametrize("alone", [{1}, {2, 4}, {1, 2, 3, 4, 5}])
def test_tie_alone_on_a_ladder_is_dealt_like_a_seat_that_goes_to_war(alone: set[int]) -> None:
    """The engine's lone Tie wagers and the kernel's seats at war: the same cards, the same rung."""
    house = load_house("ladder-war")
    shoes = record_shoes(house, seats=5, seed=8, shoes=12)
    lone = [(seat, r.ties[seat - 1]) for shoe in shoes for r in shoe.rounds for seat in alone]
    assert {ties for _, ties in lone} >= {0, 1, 2}, "a ladder that nobody climbs proves nothing"
    for shoe in shoes:
        assert "none" in list(same_rounds(house, shoe, frozenset(alone)))


@checked(25)
@given(house=any_house(), data=st.data())
def test_tie_alone_agrees_at_generated_houses(house: House, data: st.DataObject) -> None:
    """On a ladder as a seat that goes to war; with one price as a seat that surrenders."""
    house = replace(
        house,
        side_bets=(),
        wagers=replace(house.wagers, tie_alone=True),
        tie=replace(house.tie, offered=True, war_deal=WarTie.NOT_OFFERED),
        cards=replace(house.cards, shuffling=house.cards.shuffling[:1]),
        surrender=replace(house.surrender, mode=Surrender.OFFERED),
    )
    assume(not any(house_faults(house)))
    seats = data.draw(st.integers(1, house.deal.seats), label="seats")
    alone = data.draw(st.frozensets(st.integers(1, seats), min_size=1), label="alone")
    share = Fraction(1) if house.tie.climbs else Fraction(0)
    for shoe in record_shoes(house, None, seats, 11, 2, Strategy(war_share=share)):
        assert list(same_rounds(house, shoe, alone))


def test_the_walk_covers_wars_that_are_dealt_again_and_every_burn_pattern() -> None:
    base = load_house("wisconsin")
    for pattern in BurnPattern:
        war = replace(
            base.war,
            burn_pattern=pattern,
            burn_count=0 if pattern is BurnPattern.NONE else 3,
            deals_max=2,
        )
        house = replace(base, war=war, surrender=replace(base.surrender, mode=Surrender.OFFERED))
        shoes = record_shoes(house, seats=7, seed=3, shoes=6)
        assert any(len(r.wars) > 1 for shoe in shoes for r in shoe.rounds)
        for shoe in shoes:
            assert list(same_rounds(house, shoe))
