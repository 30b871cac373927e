"""Mistakes found in other programs of this game, a test each.

Planted once and caught here: a shoe that is never reshuffled, a player who leaves between bet and
settlement.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random

import pytest

from casinowar.cards import parse_card
from casinowar.houses import House, house_names, load_house
from casinowar.live import LiveTable
from casinowar.outcomes import Outcome
from casinowar.record.roundfile import without_limits
from casinowar.table import (
    Code,
    Event,
    Hand,
    Refusal,
    Stack,
    Table,
    carry_out,
    events_of,
    evolve,
    stack_of,
)
from casinowar.table import commands as c
from casinowar.table.events import (
    CardBurned,
    CardDealt,
    CuttingCardReached,
    NoMoreBetsAnnounced,
    RoundCompleted,
    ShoeLoaded,
    SurrenderChosen,
    WarCardDealt,
    WarChosen,
)
from casinowar.table.state import Action
from casinowar.wire import event_to_json
from tests.kit import Round, ready_table, replay, seat

STAKE = 1000
CARDS = {"won": "Kh Kd Qh Js", "tied": "Kh Kd Qh Qs", "lost": "Kh Kd Jh Qs"}
HOUSES = house_names()
WITH_TIE = tuple(name for name in HOUSES if load_house(name).tie.offered)


def shoe(house: House, faces: str) -> Stack:
    """A shoe that deals these faces, with unseen cards where the house burns.

    A tied war is dealt as often as the house deals it again.
    """
    words = faces.split()
    stack, war, burns = words[:2], words[2:], ["??"] * house.war.burn_count
    tied = faces == CARDS["tied"]
    for place, word in enumerate(war * (house.war.deals_max if tied else 1)):
        if place % 2 == 0 or house.war.burn_pattern == "every_card":
            stack += burns
        stack.append(word)
    return stack_of(None if word == "??" else parse_card(word) for word in stack)


def played(name: str, faces: str, *commands: c.Command, tie: int = 0) -> tuple[Hand, list[Event]]:
    """One seat's hand at the end of its round, and the events."""
    house = without_limits(load_house(name))
    state, events = ready_table(house, {1: 10 * STAKE}), list[Event]()
    stack = shoe(house, faces)
    bet = c.PlaceWagers(seat=1, initial_cents=STAKE, tie_cents=tie)
    for command in (bet, *commands):
        carried = carry_out(state, command, lambda _: stack)
        assert not isinstance(carried, Refusal), carried
        events += carried.events
        for event in carried.events:
            if isinstance(event, RoundCompleted):
                return state.hands[1], events
            state = evolve(state, event)
    raise AssertionError("the round did not end")


def net(hand: Hand) -> int:
    return hand.returned_cents - hand.wagered_cents


WAR = c.GoToWar(seat=1, war_tie_cents=0)
SURRENDER = c.SurrenderHand(seat=1)


@pytest.mark.parametrize("name", WITH_TIE)
def test_a_tie_wager_wins_its_full_odds_and_its_stake_comes_back(name: str) -> None:
    hand, _ = played(name, "Kh Kd", SURRENDER, tie=100)
    moved = [(move.action, move.amount_cents) for move in hand.movements if move.wager == "tie"]
    win = load_house(name).tie.ladder[0].payment(100)
    assert moved == [(Action.PAY, win), (Action.RETURN, 100)]


@pytest.mark.parametrize("name", HOUSES)
def test_a_war_that_is_won_credits_one_unit(name: str) -> None:
    hand, _ = played(name, CARDS["won"], WAR)
    assert (hand.outcome, net(hand)) == (Outcome.WAR_WON, STAKE)


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize("faces", CARDS.values(), ids=CARDS)
def test_a_war_is_paid_once_at_most(name: str, faces: str) -> None:
    hand, _ = played(name, faces, WAR)
    paid = [move for move in hand.movements if move.action is Action.PAY]
    assert len(paid) == (hand.outcome is not Outcome.WAR_LOST)


@pytest.mark.parametrize("name", WITH_TIE)
def test_a_tie_win_neither_skips_the_war_nor_forfeits_the_first_wager(name: str) -> None:
    at_war, events = played(name, CARDS["won"], WAR, tie=100)
    assert sum(isinstance(event, WarCardDealt) for event in events) == 2
    assert net(at_war) == STAKE + load_house(name).tie.ladder[0].payment(100)
    gave_up, _ = played(name, "Kh Kd", SURRENDER, tie=100)
    assert net(gave_up) == -STAKE // 2 + load_house(name).tie.ladder[0].payment(100)


@pytest.mark.parametrize("name", HOUSES)
def test_no_odd_chip_is_lost_at_surrender(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bet = seat(1, initial=777, on_tie="surrender")
    path = Round(house=name, cards="Kh Kd", seats=(bet,)).write(tmp_path / "round.toml")
    refused = replay(capsys, path)
    assert refused.code == 2
    assert "bet $7.76 or $7.78" in refused.errors[0]
    house = load_house(name)
    half = house.limits.step_cents // 2
    assert half % house.limits.smallest_chip_cents == 0
    table = ready_table(house, {1: 10**6})
    odd = house.limits.first.min_cents + house.limits.smallest_chip_cents
    answer = carry_out(table, c.PlaceWagers(seat=1, initial_cents=odd), lambda _: stack_of(()))
    assert isinstance(answer, Refusal)
    assert answer.code is Code.NOT_A_MULTIPLE
    assert "the nearest are" in answer.sentence


@pytest.mark.parametrize("name", HOUSES)
def test_a_war_burns_as_many_cards_as_the_house_says(name: str) -> None:
    _, events = played(name, CARDS["won"], WAR)
    burned = [type(event) for event in events if isinstance(event, CardBurned)]
    expected = {"washington": 6, "wisconsin": 6, "eleven-to-one": 6, "battle-royal": 0}
    assert len(burned) == expected.get(name, 3)


# --- shoes ----------------------------------------------------------------------------------------


def live(name: str, seed: int, rounds: int) -> list[Event]:
    """What happens at a table that plays itself: one player, always war."""
    events = list[Event]()
    table = LiveTable(
        name, Random(seed).randrange, save=lambda done: events.extend(events_of(done))
    )
    least = table.state.house.limits.first.min_cents

    def do(command: c.Command) -> bool:
        return not isinstance(table.do(command), Refusal)

    do(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**10))
    do(c.TakeSeat(seat=1, player="Bo"))
    do(c.BuyChips(seat=1, cash_cents=10_000 * least))
    while table.state.round_number < rounds or table.state.hands:
        assert do(c.RefuseCut(seat=1)) or do(WAR) or do(c.PlaceWagers(seat=1, initial_cents=least))
    return events


@pytest.mark.parametrize("name", ["washington", "skycity", "wisconsin", "no-bonus"])
def test_no_fresh_shoe_in_the_middle_of_a_round(name: str) -> None:
    in_round = False
    for event in live(name, 5, 400):
        if isinstance(event, NoMoreBetsAnnounced):
            in_round = True
        elif isinstance(event, RoundCompleted):
            in_round = False
        assert not (in_round and isinstance(event, ShoeLoaded))


def test_a_war_at_the_cutting_card_is_finished_from_the_same_shoe() -> None:
    """Found by dealing: seeds in turn until the cutting card comes out between war cards."""
    for seed in range(40):
        events = live("wisconsin", seed, 160)
        for place, event in enumerate(events):
            if isinstance(event, CuttingCardReached) and isinstance(
                events[place + 1], WarCardDealt
            ):
                rest = events[place + 1 :]
                end = next(i for i, e in enumerate(rest) if isinstance(e, RoundCompleted))
                assert not any(isinstance(e, ShoeLoaded) for e in rest[:end])
                completed = rest[end]
                assert isinstance(completed, RoundCompleted)
                assert completed.reshuffle
                return
    raise AssertionError("no war met the cutting card: the seeds must be chosen anew")


@pytest.mark.parametrize("name", HOUSES)
def test_every_shoe_is_reshuffled_after_the_round_of_its_cutting_card(name: str) -> None:
    events = live(name, 9, 300)
    loaded = [event for event in events if isinstance(event, ShoeLoaded)]
    assert len(loaded) > 2
    every_round = load_house(name).cards.reshuffle == "every_round"
    reached = False
    for event in events:
        if isinstance(event, CuttingCardReached):
            reached = True
        if isinstance(event, RoundCompleted):
            assert event.reshuffle is (reached or every_round)
            reached = False


def test_the_shuffle_depends_on_the_chance_it_is_given_and_on_nothing_else() -> None:
    def dealt(seed: int, player: str) -> list[Event]:
        events = list[Event]()
        table = LiveTable(
            "skycity", Random(seed).randrange, save=lambda done: events.extend(events_of(done))
        )
        table.do(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**9))
        table.do(c.TakeSeat(seat=1, player=player))
        table.do(c.BuyChips(seat=1, cash_cents=10**6))
        table.do(c.RefuseCut(seat=1))
        for _ in range(20):
            table.do(c.PlaceWagers(seat=1, initial_cents=1000))
            table.do(c.SurrenderHand(seat=1))
        return [event for event in events if isinstance(event, CardDealt)]

    assert dealt(1, "Bo") == dealt(1, "Cy"), "not on who plays"
    assert dealt(1, "Bo") != dealt(2, "Bo")


def test_nothing_published_before_the_deal_tells_the_order_of_the_cards() -> None:
    """Tables with different shoes publish the same, to the letter, until a card is turned up."""

    def before_the_deal(seed: int) -> list[dict[str, object]]:
        events = live("wisconsin", seed, 1)
        first = next(i for i, event in enumerate(events) if isinstance(event, CardDealt))
        return [event_to_json(event) for event in events[:first]]

    assert before_the_deal(1) == before_the_deal(2) == before_the_deal(3)


# --- commands and chips ---------------------------------------------------------------------------


def test_surrender_is_taken_where_surrender_was_pressed_and_war_where_war_was() -> None:
    hand, events = played("wisconsin", "Kh Kd", SURRENDER)
    assert hand.outcome is Outcome.SURRENDER
    assert any(isinstance(event, SurrenderChosen) for event in events)
    assert not any(isinstance(event, WarChosen) for event in events)
    hand, events = played("wisconsin", CARDS["lost"], WAR)
    assert hand.outcome is Outcome.WAR_LOST
    assert not any(isinstance(event, SurrenderChosen) for event in events)


@pytest.mark.parametrize("name", HOUSES)
def test_no_bankroll_moves_away_between_bet_and_settlement(name: str) -> None:
    house = without_limits(load_house(name))
    stack = shoe(house, "Kh Kd")
    table = ready_table(house, {1: 2 * STAKE})
    carried = carry_out(table, c.PlaceWagers(seat=1, initial_cents=STAKE), lambda _: stack)
    assert not isinstance(carried, Refusal)
    state: Table = carried.state
    assert state.seats[1].chips_cents == STAKE, "the stake has left the player's chips"
    for command, code in (
        (c.LeaveSeat(seat=1), Code.WAGERS_IN_PLAY),
        (c.TakeBackWagers(seat=1), Code.WAGER_FINAL),
        (c.PlaceWagers(seat=1, initial_cents=STAKE), Code.BETS_CLOSED),
        (c.CloseTable(), Code.WAGERS_DOWN),
    ):
        answer = carry_out(state, command, lambda _: stack)
        assert isinstance(answer, Refusal)
        assert answer.code is code
