"""The engine walked over every rank deal of a one-seat fresh shoe, as exact fractions.

A first deal is one of 13 x 13 rank pairs; a tied one goes on with one of 169 war pairs: 2,353
deals. Each is played through the automated engine and weighted with its exact chance. What the
engine does with a deal does not depend on the number of decks; its chance does. Burned cards need
no face: a fresh shoe is exchangeable, so the faces turned up are draws without replacement
wherever they lie.

A house that deals tied wars again is walked over a shoe of four ranks, to its last tie in a row.

Planted once and caught here: a tied war paid like a won one, a won war that keeps the first wager
of a house where it stands off, a Tie wager paid 9 to 1, a war decided by the first cards, a lone
Tie paid its first rung only, a lone Tie paid though the first cards differ, a ladder counted from
the war cards on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from casinowar.cards import Card, Rank, Suit, card_of
from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import BurnPattern, WarTie
from casinowar.odds import ShoeLeft, odds_of
from casinowar.record.roundfile import without_limits
from casinowar.table import Hand, Refusal, Stack, Table, carry_out, evolve, stack_of
from casinowar.table import commands as c
from casinowar.table.events import RoundCompleted
from casinowar.table.state import Action, Wager
from tests.kit import ready_table

DECKS = (1, 2, 6, 7, 8)
STAKE = 100
Deal = tuple[Rank, ...]  # player, dealer; then player's and dealer's war card
Nets = dict[str, Fraction]
Walk = Sequence[tuple[Deal, Nets]]


@cache
def chance(deal: Deal, decks: int) -> Fraction:
    """The chance that a fresh shoe turns up these ranks in this order."""
    result = Fraction(1)
    for place, rank in enumerate(deal):
        left = 4 * decks - deal[:place].count(rank)
        result *= Fraction(left, 52 * decks - place)
    return result


def all_deals(ranks: Sequence[Rank] = tuple(Rank), wars: int = 1) -> Iterator[Deal]:
    """Every deal: untied first cards, and tied ones with every pair of war cards, and so on."""
    for pair in product(ranks, repeat=2):
        if wars and pair[0] is pair[1]:
            yield from ((*pair, *more) for more in all_deals(ranks, wars - 1))
        else:
            yield pair


def shoe_for(house: House, deal: Deal) -> Stack:
    """A shoe that turns these ranks up; where the house burns lie cards without a face."""
    card = [
        card_of(rank, Suit.HEARTS if place % 2 else Suit.SPADES) for place, rank in enumerate(deal)
    ]
    burns = [None] * house.war.burn_count
    again = burns if house.war.burn_pattern is BurnPattern.EVERY_CARD else []
    stack: list[Card | None] = [*card[:2]]
    for at in range(2, len(card), 2):
        stack += [*burns, card[at], *again, card[at + 1]]
    return stack_of(stack)


def play(house: House, deal: Deal, *, war: bool, alone: bool = False) -> Hand:
    """The hand at the end of its round, every dealer step automatic; ``alone``: Tie only."""
    shoe = shoe_for(house, deal)
    table = ready_table(house, {1: 10 * STAKE})
    first, tie = 0 if alone else STAKE, STAKE if house.tie.offered else 0
    bet = c.PlaceWagers(seat=1, initial_cents=first, tie_cents=tie)
    state = _after(table, bet, shoe)
    if state.round_number and not state.hands[1].outcome:
        offered = house.tie.war_deal is not WarTie.NOT_OFFERED
        go = c.GoToWar(seat=1, war_tie_cents=STAKE if offered else 0)
        state = _after(state, go if war else c.SurrenderHand(seat=1), shoe)
    hand = state.hands[1]
    assert hand.outcome is not None
    return hand


def _after(state: Table, command: c.Command, shoe: Stack) -> Table:
    """The table after a command and what follows of itself, before the round is cleared away."""
    carried = carry_out(state, command, lambda _: shoe)
    assert not isinstance(carried, Refusal), carried
    for event in carried.events:
        if isinstance(event, RoundCompleted):
            break
        state = evolve(state, event)
    return state


def nets(hand: Hand) -> Nets:
    """Net result of each wager of a hand in units; the war wager counts with the first one."""
    result = {wager: Fraction(0) for wager in ("initial", "tie", "war_tie")}
    for wager, cents in (
        ("initial", hand.initial_cents + hand.war_cents),
        ("tie", hand.tie_cents),
        ("war_tie", hand.war_tie_cents),
    ):
        result[wager] -= Fraction(cents, STAKE)
    for move in hand.movements:
        if move.action is not Action.COLLECT:
            wager = Wager.INITIAL if move.wager is Wager.WAR else move.wager
            result[wager] += Fraction(move.amount_cents, STAKE)
    return result


@cache
def walked(name: str) -> tuple[Walk, Walk]:
    """What every deal nets at a house: always going to war, always surrendering."""
    house = without_limits(load_house(name))
    to_war = [(deal, nets(play(house, deal, war=True))) for deal in all_deals()]
    pairs = ((player, dealer) for player in Rank for dealer in Rank)
    surrender = [(deal, nets(play(house, deal, war=False))) for deal in pairs]
    return to_war, surrender


def edge(deals: Walk, decks: int, wager: str) -> Fraction:
    """The house edge of a wager over all deals."""
    return -sum((chance(deal, decks) * net[wager] for deal, net in deals), Fraction(0))


def test_there_are_2353_deals_and_their_chances_add_up_to_one() -> None:
    deals = list(all_deals())
    assert len(deals) == 2353
    for decks in DECKS:
        assert sum(chance(deal, decks) for deal in deals) == 1


# --- section 4 of the rulebook --------------------------------------------------------------------

ONE_WAR = tuple(name for name in house_names() if load_house(name).war.deals_max == 1)
EXTRA_UNIT = ("washington", "skycity", "wisconsin", "eleven-to-one")
WAR_EDGES = {
    1: Fraction(86, 4165),
    2: Fraction(3962, 176851),
    6: Fraction(23138, 993023),
    7: Fraction(184662, 7906261),
    8: Fraction(276706, 11826255),
}
NO_EXTRA_UNIT_PERCENT = {1: "2.4154", 2: "2.7034", 6: "2.8771", 7: "2.8890", 8: "2.8978"}
SURRENDER_PERCENT = {1: "2.9412", 2: "3.3981", 6: "3.6977", 7: "3.7190", 8: "3.7349"}
TIE_EDGES = {
    1: Fraction(6, 17),
    2: Fraction(26, 103),
    6: Fraction(58, 311),
    7: Fraction(2, 11),
    8: Fraction(74, 415),
}


def percent(value: Fraction) -> str:
    """A fraction in percent with four decimals, rounded exactly."""
    return f"{round(value * 1_000_000) / 10_000:.4f}"


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("name", EXTRA_UNIT)
def test_going_to_war_has_the_edge_of_section_4(name: str, decks: int) -> None:
    assert edge(walked(name)[0], decks, "initial") == WAR_EDGES[decks]


@pytest.mark.parametrize("decks", DECKS)
def test_without_the_extra_unit_the_edge_is_that_of_section_4(decks: int) -> None:
    assert percent(edge(walked("no-bonus")[0], decks, "initial")) == NO_EXTRA_UNIT_PERCENT[decks]


def test_battle_royal_with_one_deck_has_the_published_1_71_percent() -> None:
    assert percent(edge(walked("battle-royal")[0], 1, "initial")) == "1.7143"


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("name", ONE_WAR)
def test_always_surrendering_costs_what_section_4_says(name: str, decks: int) -> None:
    found = edge(walked(name)[1], decks, "initial")
    assert found == Fraction(4 * decks - 1, 52 * decks - 1) / 2
    assert percent(found) == SURRENDER_PERCENT[decks]


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("name", ["washington", "skycity", "wisconsin", "no-bonus"])
def test_the_tie_wager_has_the_edge_of_section_4(name: str, decks: int) -> None:
    assert edge(walked(name)[0], decks, "tie") == TIE_EDGES[decks]


def test_wisconsins_tie_on_the_war_deal_has_the_edge_of_section_4() -> None:
    wars = [(deal, net) for deal, net in walked("wisconsin")[0] if len(deal) == 4]
    reached = sum(chance(deal, 6) for deal, _ in wars)
    assert edge(wars, 6, "war_tie") / reached == Fraction(2974, 15965)
    tied = sum(chance(deal, 6) for deal, net in wars if net["war_tie"] > 0)
    assert tied / reached == Fraction(1181, 15965)


# --- against the formula --------------------------------------------------------------------------


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("name", ONE_WAR)
def test_the_engine_and_the_exact_odds_agree(name: str, decks: int) -> None:
    odds = odds_of(name, decks=decks)
    to_war, surrender = walked(name)
    assert odds.initial.if_war is not None
    assert odds.initial.if_surrender is not None
    assert edge(to_war, decks, "initial") == odds.initial.if_war.house_edge
    assert edge(surrender, decks, "initial") == odds.initial.if_surrender.house_edge
    if odds.tie is not None:
        assert edge(to_war, decks, "tie") == odds.tie.house_edge
    if odds.war_tie is not None:
        wars = [(deal, net) for deal, net in to_war if len(deal) == 4]
        reached = sum(chance(deal, decks) for deal, _ in wars)
        assert edge(wars, decks, "war_tie") / reached == odds.war_tie.house_edge


SMALL_SHOES = ({2: 3, 9: 3, 13: 3, 14: 3}, {2: 8, 9: 1, 13: 2, 14: 5}, {2: 9, 9: 4, 13: 0, 14: 0})


def in_shoe(counts: dict[Rank, int], deal: Deal) -> Fraction:
    """The chance that a shoe of these cards turns up these ranks in this order."""
    result, cards = Fraction(1), sum(counts.values())
    for place, rank in enumerate(deal):
        left = counts[rank] - deal[:place].count(rank)
        result *= Fraction(max(0, left), cards - place)
    return result


@pytest.mark.parametrize("small", SMALL_SHOES, ids=str)
@pytest.mark.parametrize("bet", ["both, war", "both, surrender", "Tie alone"])
def test_a_ladder_walked_over_every_deal_of_a_small_shoe_agrees(
    small: dict[int, int], bet: str
) -> None:
    house = without_limits(load_house("ladder-war"))
    counts = {Rank(rank): count for rank, count in small.items()}
    odds = odds_of(house, cards_left=ShoeLeft.of_ranks(counts))
    gives_up, alone = bet == "both, surrender", bet == "Tie alone"
    found, ties = {"initial": Fraction(0), "tie": Fraction(0)}, set[int]()
    for deal in all_deals(tuple(counts), 0 if gives_up else house.war.deals_max):
        likely = in_shoe(counts, deal)
        if likely:
            hand = play(house, deal, war=not gives_up, alone=alone)
            found = {wager: sum_ - likely * nets(hand)[wager] for wager, sum_ in found.items()}
            ties.add(hand.ties)
    assert ties == ({0, 1} if gives_up else set(range(house.ties_max + 1)))
    assert odds.tie_alone is not None
    assert odds.initial.choice is not None
    one_tie = 1 - 11 * odds.initial.choice.tie
    assert found["tie"] == (one_tie if gives_up else odds.tie_alone.house_edge)
    either = odds.initial.if_surrender if gives_up else odds.initial.if_war
    assert either is not None
    assert found["initial"] == (0 if alone else either.house_edge)


def test_the_suited_tie_walked_over_all_card_pairs_agrees_with_the_exact_odds() -> None:
    house = without_limits(load_house("eleven-to-one"))
    cards = [card_of(rank, suit) for suit in Suit for rank in Rank]
    total = Fraction(0)
    for first in cards[:13]:  # by symmetry of the suits, spelled out in one of them
        for other in cards:
            shoe = stack_of([first, other])
            bet = c.PlaceWagers(seat=1, initial_cents=STAKE, sides={"suited-tie": STAKE})
            state = _after(ready_table(house, {1: 10 * STAKE}), bet, shoe)
            if not state.hands[1].outcome:
                state = _after(state, c.SurrenderHand(seat=1), shoe)
            moves = [move for move in state.hands[1].movements if move.name == "suited-tie"]
            back = sum(move.amount_cents for move in moves if move.action is not Action.COLLECT)
            left = 7 - (first == other)
            total += Fraction(4 * 7, 364) * Fraction(left, 363) * Fraction(back - STAKE, STAKE)
    [side] = odds_of("eleven-to-one", decks=7).side_bets
    assert side.odds is not None
    assert -total == side.odds.house_edge


# --- other seats ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(1, 8))
def test_a_seat_nets_the_same_wherever_it_sits_and_whoever_sits_beside_it(seat: int) -> None:
    """Exchangeability, spelled out for first cards: three ranks, every deal of two other seats."""
    house = without_limits(load_house("wisconsin"))
    others = [number for number in range(1, 8) if number != seat][:2]
    ranks = (Rank.TWO, Rank.NINE, Rank.ACE)
    alone = {pair: nets(play(house, pair, war=False)) for pair in _pairs(ranks)}
    for pair, net in alone.items():
        for beside in ranks:
            faces = dict.fromkeys(others, beside) | {seat: pair[0]}
            stack = [card_of(faces[number], Suit.CLUBS) for number in sorted(faces)]
            shoe = stack_of([*stack, card_of(pair[1], Suit.HEARTS)])
            state = ready_table(house, dict.fromkeys(faces, 10 * STAKE))
            for number in faces:
                bet = c.PlaceWagers(seat=number, initial_cents=STAKE, tie_cents=STAKE)
                state = _after(state, bet, shoe)
            for number in list(state.hands):
                if state.hands[number].outcome is None:
                    state = _after(state, c.SurrenderHand(seat=number), shoe)
            assert nets(state.hands[seat]) == net


def _pairs(ranks: tuple[Rank, ...]) -> Iterator[Deal]:
    return ((player, dealer) for player in ranks for dealer in ranks)
