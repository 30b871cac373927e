"""Payments as dealers say them, in amounts and in chips, and the slips behind wrong ones."""

from __future__ import annotations

import pytest

from casinowar.houses import House, load_house
from casinowar.houses.house import PaidOn
from casinowar.table import Event, Wager
from casinowar.table import events as e
from casinowar.training import Lesson, Mode, level_named
from casinowar.training.courses import chips
from casinowar.training.payments import (
    Part,
    Payment,
    Settlement,
    in_chips,
    read_payment,
    slip_words,
)


@pytest.mark.parametrize(
    ("text", "payment"),
    [
        ("pay 55", Payment(pay=55_00)),
        ("take 10 pay 2g 1r", Payment(take=10_00, pay=55_00)),
        ("take 10 pay 2 green 1 red", Payment(take=10_00, pay=55_00)),
        ("push 12.50", Payment(push=12_50)),
        ("take $12.50 push $12.50", Payment(take=12_50, push=12_50)),
        ("pay 1p 2 g", Payment(pay=550_00)),
        ("nothing", Payment()),
        ("pay 1,200", Payment(pay=1_200_00)),
        ("pay 1 silver", Payment(pay=50)),
    ],
)
def test_amounts_and_chips_are_read(text: str, payment: Payment) -> None:
    assert read_payment(text.split()) == payment


@pytest.mark.parametrize(
    "text",
    ["", "5", "pay", "pay x", "pay 5 pay 6", "pay 2 mauve", "pay 2", "pay 2 3", "take pay 5"],
)
def test_what_is_no_payment_is_a_hint_or_an_amount(text: str) -> None:
    if text == "pay 2":
        assert read_payment(text.split()) == Payment(pay=2_00)
    else:
        assert isinstance(read_payment(text.split()), str)


@pytest.mark.parametrize("cents", [50, 5_00, 12_50, 55_00, 1_234_50, 9_999_00])
def test_chips_add_up_to_the_amount(cents: int) -> None:
    words = f"pay {in_chips(cents)}"
    assert read_payment(words.split()) == Payment(pay=cents)


def test_chips_are_the_fewest_of_the_usual_colours() -> None:
    assert in_chips(55_00) == "2 green 1 red"
    assert in_chips(1_75_00) == "1 black 3 green"
    assert in_chips(30) == "0.30", "no chip is that small"
    assert [chip.cents for chip in chips()] == sorted((c.cents for c in chips()), reverse=True)


TIE = Part(Wager.TIE, "Tie wager", 10_00, Payment(pay=100_00), "WI i1ii")
WAR = Part(Wager.WAR, "war wager", 50_00, Payment(pay=100_00), "WI i1iii")
FIRST = Part(Wager.INITIAL, "initial wager", 25_00, Payment(take=25_00), "WI h1i")
LOST = Part(Wager.WAR_TIE, "Tie wager on the war deal", 5_00, Payment(take=5_00), "WI h7ii")


@pytest.mark.parametrize(
    ("parts", "said", "words"),
    [
        ((TIE,), Payment(), "forgets to pay the Tie wager"),
        ((TIE,), Payment(pay=10_00), "pays the Tie wager even money"),
        ((TIE,), Payment(pay=110_00), "counts the player's own wager as paid"),
        ((TIE,), Payment(pay=90_00), "pays the Tie wager a unit too little"),
        ((TIE,), Payment(take=10_00), "takes a winning Tie wager"),
        (
            (WAR, LOST),
            Payment(pay=100_00),
            "leaves a losing Tie wager on the war deal on the layout",
        ),
        ((WAR, LOST), Payment(take=5_00, pay=200_00), "pays the war wager on both wagers"),
        ((WAR, LOST), Payment(take=5_00, pay=50_00), "pays the war wager even money"),
        ((WAR, LOST), Payment(take=5_00), "forgets to pay the war wager"),
        ((WAR, LOST), Payment(take=6_00, pay=100_00), "takes the wrong amount"),
        ((WAR, LOST), Payment(take=5_00, pay=101_00), "pays the wrong amount"),
        ((FIRST,), Payment(pay=5_00), "pays a hand that lost"),
        ((FIRST,), Payment(take=20_00), "takes the wrong amount"),
        ((WAR,), Payment(take=3_00), "takes a hand that won"),
    ],
)
def test_a_wrong_payment_is_named(parts: tuple[Part, ...], said: Payment, words: str) -> None:
    assert slip_words(Settlement(parts), said)[0] == words


@pytest.mark.parametrize("house", ["washington", "skycity", "wisconsin"])
def test_take_pay_and_push_are_what_the_table_moves(house: str) -> None:
    """The sums of the events after the step are those that were asked before it."""
    loaded = load_house(house)
    lesson = Lesson(loaded, level_named(loaded, "drill"), seed=3, mode=Mode.EXAM, clock=lambda: 0.0)
    asked = 0
    while not lesson.finished:
        settlement, before = lesson.settlement, lesson.table.state
        assert settlement is not None
        reply = lesson.answer(lesson.right_answer)
        moved = events_of_step(reply.events)
        collected = sum(x.amount_cents for x in moved if isinstance(x, e.WagerCollected))
        paid = sum(x.amount_cents for x in moved if isinstance(x, e.WagerPaid))
        assert (settlement.total.take, settlement.total.pay) == (collected, paid), before.phase
        assert settlement.total.push == pushed_cents(moved, loaded), before.phase
        asked += bool(settlement.parts)
    assert asked > 20


def events_of_step(events: tuple[Event, ...]) -> list[Event]:
    """The events of the settlement alone, without what followed by itself."""
    kinds = (e.HandCompared, e.WarCompared, e.WagerCollected, e.WagerPaid, e.WagerReturned)
    found = list[Event]()
    for event in events:
        if not isinstance(event, (*kinds, e.CouponTaken, e.SurrenderChosen)):
            break
        found.append(event)
    return found


def pushed_cents(moved: list[Event], house: House) -> int:
    """What went back of wagers that were not paid; some houses pay a war on both at once."""
    paid = {x.wager for x in moved if isinstance(x, e.WagerPaid)}
    if house.war.paid_on is PaidOn.BOTH_WAGERS and Wager.WAR in paid:
        paid.add(Wager.INITIAL)
    back = (x for x in moved if isinstance(x, e.WagerReturned) and x.wager not in paid)
    return sum(x.amount_cents for x in back)


def test_with_payments_alone_the_step_need_not_be_typed() -> None:
    house = load_house("wisconsin")
    lesson = Lesson(house, level_named(house, "drill"), seed=3, clock=lambda: 0.0)
    right = lesson.right_answer.removeprefix("settle 1 ")
    assert lesson.answer(right).fault is None
    assert lesson.answers[-1].fault is None
