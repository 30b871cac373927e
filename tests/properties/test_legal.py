"""``legal`` is exact: what it offers is accepted, what it does not offer is refused.

At random points of random tables, for the floor, the dealer and every seat: the ends and a point of
each range are accepted, the first step outside each range is refused, and any other command of the
right types is accepted only if an offer covers it. Commands made without a look at the offers, of
every kind and at every seat, must be covered wherever the engine accepts them. Also here: who may
give what, and that no view shows a card which nobody has turned up.

Planted once and caught: a Tie wager offered beyond the chips, a first wager offered below a coupon
that is down, a cut one card too deep, a new dealer by the old name, a free seat for somebody who
holds as many as the house allows, ``LeaveSeat`` with a wager down, the next card in a view. And
too little: any one command left out, also at one seat only (``SurrenderHand``, ``DeclineWarTie``,
``SetAsideFaceUpCard`` and the second missed seat were not noticed for long), either end of a range
a step inside, a step twice as long, a war for somebody with just enough chips, chips that are down
not counted, no Tie or coupon beside the first wager, one form of wager, one number of decks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, structs

from casinowar.cards import DECK, Card
from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import AuthorisedLimit, Limits, WagerForm, WagerLimits, WarTie
from casinowar.live import LiveTable
from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.table import (
    ALL_STEPS,
    Code,
    NoShoe,
    Phase,
    Refusal,
    Shoe,
    Stack,
    Table,
    carry_out,
    decide,
    due,
    fold,
)
from casinowar.table import commands as c
from casinowar.table.bets import bets_of
from casinowar.table.legal import Allowed, Offer, Range, legal
from casinowar.table.roles import Who, may_give, player_at
from casinowar.table.state import Action, Status, copied, sealed
from casinowar.table.view import view
from casinowar.table.waits import waits_for
from tests.kit import WatchedTable, any_command, any_house, checked, near_command, sensible_command
from tests.kit.attempts import attempts
from tests.kit.offers import covers, everybody, offers, outside, taken
from tests.kit.watched import ready_table

SEEDS = st.integers(0, 2**32 - 1)
FACE_UP = st.sampled_from((0.0, 0.02))


class Point(NamedTuple):
    """A table at some moment, and its shoe: one that knows who looked, and one to try things."""

    state: Table
    shoe: Shoe
    unwatched: Shoe


def walk(house: House, seed: int, face_up: float) -> Iterator[Point]:
    """A busy table wherever something else is due or asked, and at some other points.

    Most commands are sensible, the others just offered: in one half of the walks few, so that many
    rounds come to a war, in the other half a third. Where chips are asked for, the same table
    follows with just enough of them, and with plenty.
    """
    random = Random(seed)
    calm = random.random() < 0.5
    table = WatchedTable(house, random, face_up, many_ties=calm or random.random() < 0.5)
    yield Point(table.state, table.shoe, table.unwatched)
    seen = set[object]()
    for _ in range(150):
        table.do(next_command(random, table.state, table.shoe, 0.02 if calm else 0.3))
        now = situation(table.state, table.unwatched)
        if now not in seen or random.random() < 0.03:
            seen.add(now)
            yield Point(table.state, table.shoe, table.unwatched)
            for firsts, more in ENOUGH.get(table.state.phase, ()):
                state = with_chips(table.state, firsts, random.choice(more))
                yield Point(state, table.shoe, table.unwatched)


# where chips are asked for: for how many first wagers a player could have some, and how many more
ENOUGH = {
    Phase.BETTING: ((1, (-1, 0, 1)), (99, (0,))),
    Phase.DECIDE: ((1, (0,)), (1, (-1, 1)), (2, (0,)), (2, (-1, 1))),
    Phase.WAR_TIES: ((1, (0,)), (1, (-1, 1))),
}


def with_chips(state: Table, firsts: int, more: int) -> Table:
    """The table if every player had chips for so many first wagers, and so many steps more."""
    limits, state = state.house.limits, copied(state)
    for seat, holder in state.seats.items():
        hand = state.hands.get(seat)
        first = hand.initial_cents if hand else limits.first.min_cents
        held = holder.chips_cents
        moves = hand.movements if hand else ()
        paid = sum(move.amount_cents for move in moves if move.action is Action.PAY)
        # nobody has less than what they were paid in this round: a void would take it back
        holder.chips_cents = max(0, paid, firsts * first + more * limits.step_cents)
        state.away_cents += held - holder.chips_cents
    return sealed(state)


def situation(state: Table, shoe: Shoe) -> object:
    """What makes a point of a table unlike others."""
    statuses = {(hand.status, hand.war_tie_asked) for hand in state.hands.values()}
    face_up = state.shoe.size > 0 and shoe.lies_face_up(state.shoe.next_index)
    few = len(state.queue) > 2, state.batch_unspread, face_up
    return state.phase, type(due(state)), frozenset(statuses), few


def next_command(random: Random, state: Table, shoe: Shoe, disturbed: float = 0.3) -> c.Command:
    """A command that keeps a table busy and brings it into corners."""
    if random.random() >= disturbed:
        return sensible_command(random, state, shoe)
    found = [offer for offer in offers(state, shoe) if offer.command is not c.CloseTable]
    return taken(random, random.choice(found)) if found else c.CloseTable()


# --- what is offered is accepted ------------------------------------------------------------------


@given(house=any_house(), seed=SEEDS, face_up=FACE_UP)
@checked(40)
def test_whatever_is_offered_is_accepted(house: House, seed: int, face_up: float) -> None:
    random = Random(seed)
    for table in walk(house, seed, face_up):
        for who in everybody(table.state):
            for offer in legal(table.state, who, table.shoe):
                for _ in range(2):
                    command = taken(random, offer)
                    assert may_give(who, command)
                    answer = decide(table.state, command, table.unwatched)
                    assert not isinstance(answer, Refusal), (command, answer)


@given(house=any_house(), seed=SEEDS, face_up=FACE_UP)
@checked(40)
def test_the_first_step_outside_a_range_is_refused(house: House, seed: int, face_up: float) -> None:
    for table in walk(house, seed, face_up):
        state, shoe = table.state, table.unwatched
        for offer in offers(state, shoe):
            for command in outside(offer):
                if not isinstance(decide(state, command, shoe), Refusal):
                    assert covered(state, shoe, command), (command, offer)


# --- what is not offered is refused ---------------------------------------------------------------


@given(house=any_house(), seed=SEEDS, face_up=FACE_UP)
@checked(40)
def test_what_no_offer_covers_is_refused(house: House, seed: int, face_up: float) -> None:
    random = Random(seed)
    for table in walk(house, seed, face_up):
        state, shoe = table.state, table.unwatched
        for _ in range(20):
            near = random.random() < 0.4
            command = near_command(random, state, shoe) if near else any_command(random, state)
            if not isinstance(decide(state, command, shoe), Refusal):
                assert covered(state, shoe, command), (state.phase, command)


@given(house=any_house(), seed=SEEDS, face_up=FACE_UP)
@checked(60)
def test_whatever_is_accepted_is_offered(house: House, seed: int, face_up: float) -> None:
    for table in walk(house, seed, face_up):
        state, shoe = table.state, table.unwatched
        found = {who: legal(state, who, shoe) for who in everybody(state)}
        for command in attempts(state):
            if not isinstance(decide(state, command, shoe), Refusal):
                assert covered(state, shoe, command, found), (state.phase, command)


class OnlyAces:
    """A shoe in which every card that is turned up is an ace, so that every seat ties."""

    def has(self, index: int) -> bool:
        return index >= 0

    def card(self, index: int) -> Card:
        return DECK[-1 if index >= 0 else 0]

    def lies_face_up(self, index: int) -> bool:
        return index < 0


@pytest.mark.parametrize("name", house_names())
def test_every_seat_of_a_full_table_is_offered_what_it_may_answer(name: str) -> None:
    """Random tables seldom ask every seat, so that an answer could be missing at one of them.

    Planted once and caught: ``DeclineWarTie`` left out at seat 2.
    """
    house, shoe = load_house(name), OnlyAces()
    bet_cents, seats = house.limits.first.min_cents, range(1, house.deal.seats + 1)
    state = ready_table(house, dict.fromkeys(seats, 20 * bet_cents))
    commands: list[c.Command] = [
        c.PlaceWagers(seat=seat, initial_cents=bet_cents) for seat in seats
    ]
    answered = 0
    while commands or state.hands:
        if not commands and (step := due(state)) is not None:
            commands.append(step)
        elif not commands:
            for command in attempts(state):
                if isinstance(command, c.PlayerCommand) and not isinstance(
                    decide(state, command, shoe), Refusal
                ):
                    assert covered(state, shoe, command), (state.phase, command)
            commands.append(_answer(state))
            answered += 1
        events = decide(state, commands.pop(0), shoe)
        assert not isinstance(events, Refusal), events
        state = fold(state, events)
    assert answered >= len(seats)


def _answer(state: Table) -> c.Command:
    """The war of the first seat that is asked, and no Tie wager on it."""
    for seat, hand in state.hands.items():
        if hand.war_tie_asked:
            return c.DeclineWarTie(seat=seat)
        if hand.status is Status.ASKED:
            return c.GoToWar(seat=seat)
    raise AssertionError(f"nobody is asked in {state.phase}")


@given(house=any_house(), seed=SEEDS)
@checked(60)
def test_two_wagers_at_once_are_offered_as_far_as_both_fit(house: House, seed: int) -> None:
    limits, chip = house.limits, house.limits.smallest_chip_cents
    first, tie = _posted(limits, limits.first), _posted(limits, limits.tie)
    coupon = range(chip, limits.first.min_cents + chip, chip)
    for table in walk(house, seed, 0.0):
        state = table.state
        if state.phase is not Phase.BETTING:
            continue
        for seat in state.seats.keys() - state.hands.keys():
            found = legal(state, player_at(seat), table.unwatched)
            for form in set(house.wagers.forms) - {WagerForm.COUPON}:
                plain = c.PlaceWagers(seat=seat, form=form)
                for one, other in (
                    (("initial_cents", first), ("tie_cents", tie)),
                    (("coupon_cents", coupon), ("initial_cents", first)),
                ):
                    fitting = _fitting(state, plain, one, other)
                    expected = [fitting] if fitting else []
                    assert list(_together(found, plain, {one[0], other[0]})) == expected


def _posted(limits: Limits, wager: WagerLimits) -> range:
    return range(wager.min_cents, wager.max_cents + 1, limits.step_cents)


Offered = Mapping[Who, tuple[Offer, ...]]


def covered(state: Table, shoe: Shoe, command: c.Command, offered: Offered | None = None) -> bool:
    """Whether some offer to the person who gives the command allows it."""
    command = _plain(state.house, command)
    who = Who(command.ROLE, command.seat if isinstance(command, c.PlayerCommand) else 0)
    found = legal(state, who, shoe) if offered is None else offered[who]
    if any(covers(offer, command) for offer in found):
        return True
    if isinstance(command, c.PlaceWagers) and len(_kinds(command)) > 1:
        bets = bets_of(state, command.seat)
        return bets is not None and bets.broken(command) is None
    # any colours of backs and cutting card that differ will do, one pair is offered
    return isinstance(command, c.ReceiveDecks) and any(o.command is c.ReceiveDecks for o in found)


def _kinds(command: c.PlaceWagers) -> list[str]:
    """The wagers that a command names."""
    named = {name: getattr(command, name) for name in ("initial_cents", "tie_cents")}
    return [name for name, cents in {**named, **command.sides}.items() if cents] + (
        ["coupon_cents"] if command.coupon_cents else []
    )


@given(house=any_house(), seed=SEEDS)
@checked(60)
def test_a_bet_is_accepted_if_it_keeps_to_the_limits_that_are_told(house: House, seed: int) -> None:
    """Several wagers at once, near every limit: the first one broken is what the refusal says.

    Planted once and caught: chips that are down not counted, Tie alone at every house, a coupon
    beyond the maximum or beyond the first wager, a final wager that may be changed, a wager that
    is down forgotten, a maximum one step too high, the clause of another limit.
    """
    random = Random(seed)
    for table in walk(house, seed, 0.0):
        state = table.state
        for seat in range(1, house.deal.seats + 1):
            bets = bets_of(state, seat)
            for command in _any_bets(random, state, seat):
                answer = decide(state, command, table.unwatched)
                if bets is None:
                    assert isinstance(answer, Refusal)
                    continue
                broken = bets.broken(command)
                if isinstance(answer, Refusal):
                    assert broken is not None, (command, answer)
                    if broken[0] is not Code.NOT_OFFERED:
                        assert broken == (answer.code, answer.cites), command
                else:
                    assert broken is None, (command, broken)


def _any_bets(random: Random, state: Table, seat: int) -> Iterator[c.PlaceWagers]:
    """Bets of several wagers with amounts near their limits, the chips and what is down."""
    house, limits = state.house, state.house.limits
    holder, hand = state.seats.get(seat), state.hands.get(seat)
    chips = (holder.chips_cents if holder else 0) + (hand.layout_cents if hand else 0)

    def amount(posted: WagerLimits, left: int) -> int:
        ends = (posted.min_cents, posted.max_cents, left, left // 2, random.randint(0, chips))
        near = random.choice((0, 0, 0, 1, -1)) * random.choice((limits.step_cents, 1))
        whole = random.choice(ends) // limits.step_cents * limits.step_cents
        return min(max(1, whole + near), AMOUNT_MAX_CENTS)

    for _ in range(40):
        first = amount(limits.first, chips) if random.random() < 0.7 else 0
        tie = amount(limits.tie, chips - first) if random.random() < 0.5 else 0
        left = chips - first - tie
        names = [bet.name for bet in house.side_bets if random.random() < 0.5]
        coupon = random.choice((0, 0, first, limits.first.max_cents - first, limits.step_cents))
        yield c.PlaceWagers(
            seat=seat,
            form=random.choice(tuple(WagerForm)) if random.random() < 0.1 else WagerForm.CHIPS,
            initial_cents=first,
            tie_cents=tie,
            sides={name: amount(limits.side, left) for name in names},
            coupon_cents=max(0, coupon),
        )


def _fitting(
    state: Table, plain: c.PlaceWagers, one: tuple[str, range], other: tuple[str, range]
) -> dict[str, list[int]]:
    """The amounts of one wager that fit beside the least of the other; of it, beside the most."""
    (name, amounts), (beside, others) = one, other

    def fits(cents: int, other_cents: int) -> bool:
        amounts: dict[str, Any] = {name: cents, beside: other_cents}
        return not isinstance(decide(state, structs.replace(plain, **amounts), NoShoe()), Refusal)

    found = [cents for cents in amounts if fits(cents, others[0])]
    if not found:
        return {}
    return {name: found, beside: [cents for cents in others if fits(found[-1], cents)]}


def _together(
    offered: tuple[Offer, ...], plain: c.PlaceWagers, names: set[str]
) -> Iterator[dict[str, list[int]]]:
    """The amounts of these wagers in each offer that names all of them."""
    for offer in offered:
        form = offer.fields.get("form", WagerForm.CHIPS)
        if names <= offer.fields.keys() and form is plain.form:
            yield {name: _amounts(offer.fields[name]) for name in names}


def _amounts(allowed: Allowed) -> list[int]:
    assert isinstance(allowed, Range)
    return list(range(allowed.min, allowed.max + 1, allowed.step))


def _plain(house: House, command: c.Command) -> c.Command:
    """The command with what it leaves open said."""
    if isinstance(command, c.OpenTable):
        decks = house.cards.decks if command.decks is None else command.decks
        shuffling = command.shuffling or house.cards.shuffling[0]
        return structs.replace(command, decks=decks, shuffling=shuffling)
    no_tie = house.tie.war_deal is WarTie.NOT_OFFERED
    if isinstance(command, c.GoToWar) and command.war_tie_cents == 0 and no_tie:
        return structs.replace(command, war_tie_cents=None)
    return command


@pytest.mark.parametrize("name", house_names())
def test_every_way_to_open_a_table_is_offered(name: str) -> None:
    closed, shoe = Table(house=load_house(name)), NoShoe()
    for command in attempts(closed):
        accepted = not isinstance(decide(closed, command, shoe), Refusal)
        assert accepted == (type(command) is c.OpenTable and covered(closed, shoe, command))


# --- days and fills -------------------------------------------------------------------------------


@pytest.mark.parametrize("authorised", [0, -1])
def test_an_opening_is_offered_only_if_the_posted_limits_are_authorised(authorised: int) -> None:
    house = load_house("washington")
    limit = AuthorisedLimit(
        max_cents=house.limits.first.max_cents + authorised, source="a regulator", as_of="2026"
    )
    closed = Table(house=replace(house, limits=replace(house.limits, authorised=limit)))
    accepted = not isinstance(decide(closed, _open(DAY), Stack(())), Refusal)
    assert covered(closed, Stack(()), _open(DAY)) == accepted == (authorised == 0)


def test_later_days_are_offered_until_cards_have_to_be_changed_first() -> None:
    opened = walked_to_a_shoe()
    for days in range(-1, 4):
        command = c.StartGamingDay(day=DAY + timedelta(days=days))
        accepted = not isinstance(decide(opened, command, Stack(())), Refusal)
        assert covered(opened, Stack(()), command) == accepted == (days > 0)
    answer = decide(opened, c.StartGamingDay(day=DAY + timedelta(days=1)), Stack(()))
    assert not isinstance(answer, Refusal)
    later, command = fold(opened, answer), c.StartGamingDay(day=DAY + timedelta(days=2))
    assert isinstance(decide(later, command, Stack(())), Refusal)
    assert not covered(later, Stack(()), command)


def walked_to_a_shoe() -> Table:
    """A table whose decks have come."""
    table = LiveTable("washington", Random(1).randrange)
    assert not isinstance(table.do(_open(DAY)), Refusal)
    return table.state


DAY = date(2026, 3, 2)


def _open(day: date) -> c.OpenTable:
    return c.OpenTable(day=day, dealer="Ana", tray_cents=0)


@given(house=any_house(), seed=SEEDS)
@checked(25)
def test_where_the_tray_is_filled_automatically_it_limits_no_offer(house: House, seed: int) -> None:
    random, fills = Random(seed), frozenset({c.FillTray})
    for table in walk(house, seed, 0.0):
        state, shoe = table.state, table.unwatched
        for offer in (o for who in everybody(state) for o in legal(state, who, shoe, fills=True)):
            command = taken(random, offer)
            carried = carry_out(state, command, partial(_always, shoe), fills)
            assert not isinstance(carried, Refusal), (command, carried)


def _always(shoe: Shoe, _: int) -> Shoe:
    return shoe


# --- who may give what ----------------------------------------------------------------------------


@given(house=any_house(), seed=SEEDS)
@checked(40)
def test_commands_of_another_role_or_seat_are_refused_and_change_nothing(
    house: House, seed: int
) -> None:
    random = Random(seed)
    table = LiveTable(house, random.randrange, ALL_STEPS if seed % 2 else frozenset())
    for _ in range(80):
        state, version = table.state, table.version
        command = next_command(random, state, table.shoe)
        if random.random() < 0.3:
            command = any_command(random, state)
        who = random.choice((*everybody(state), player_at(0), player_at(99)))
        answer = table.do(command, by=who)
        its_own = command.ROLE is who.role and (
            not isinstance(command, c.PlayerCommand) or command.seat == who.seat
        )
        if not its_own:
            assert isinstance(answer, Refusal)
            assert answer.code is Code.NOT_YOURS
            assert (table.state, table.version) == (state, version)
            table.do(command)
        else:
            assert not (isinstance(answer, Refusal) and answer.code is Code.NOT_YOURS)


# --- views ----------------------------------------------------------------------------------------


@given(house=any_house(), seed=SEEDS, face_up=FACE_UP)
@checked(60)
def test_no_view_shows_a_card_that_was_not_turned_up(
    house: House, seed: int, face_up: float
) -> None:
    """One shoe of which the first 52 cards are all different, so that each face tells its place."""
    random = Random(seed)
    table = WatchedTable(house, random, face_up)
    different = False
    for _ in range(250):
        if table.state.shoe.number and not different:
            _make_different(table, random)
            different = True
        table.do(next_command(random, table.state, table.shoe))
        if table.state.shoe.number > 1 or table.state.shoe.drawn >= len(DECK):
            break
        if different:
            shoe = table.shoes[0]
            known = {str(shoe.cards[place]) for place in shoe.shown}
            for who in everybody(table.state):
                assert set(faces(view(table.state, who))) <= known
        assert waits_for(table.state)


def _make_different(table: WatchedTable, random: Random) -> None:
    [shoe], cut = table.shoes, table.state.shoe.cut_cards
    cards = list(shoe.cards)
    for place, card in enumerate(random.sample(DECK, len(DECK))):
        cards[(cut + place) % len(cards)] = card
    shoe.cards = cards


def faces(value: object) -> Iterator[str]:
    """Every face of a card in a value, as a card or in words."""
    if isinstance(value, Card):
        yield str(value)
    elif isinstance(value, str):
        yield from re.findall(r"(?<!\w)[2-9TJQKA][cdhs](?!\w)", value)
    elif isinstance(value, dict):
        yield from (face for item in value.values() for face in faces(item))
    elif isinstance(value, tuple | list):
        yield from (face for item in value for face in faces(item))
    elif isinstance(value, Struct):
        names = [field.name for field in structs.fields(value) if field.name != "cites"]  # "WA 4c"
        yield from (face for name in names for face in faces(getattr(value, name)))


@given(house=any_house(), seed=SEEDS, face_up=FACE_UP)
@checked(40)
def test_everybody_sees_a_view_at_any_time_and_the_table_always_waits_for_something(
    house: House, seed: int, face_up: float
) -> None:
    for table in walk(house, seed, face_up):
        assert waits_for(table.state)
        for who in (*everybody(table.state), player_at(0), player_at(99)):
            seen = view(table.state, who)
            assert seen.waits
            assert legal(table.state, who) is not None


def test_a_range_counts_its_steps_from_its_minimum() -> None:
    amounts = Range(130, 1000, 100)
    assert [cents for cents in range(0, 500, 10) if cents in amounts] == [130, 230, 330, 430]
