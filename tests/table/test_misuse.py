"""Mistakes of programs get one sentence that says what to give instead.

What is of the wrong type is a TypeError; a value that cannot be used (an unknown house, a file
that is not there, a number out of range) is an InputError, or a ValueError where a text is parsed.
Nothing has happened to the table then.

Planted once and caught: no check of the fields of commands, truth values taken for numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from enum import Enum
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import replace

import casinowar
from casinowar import InputError, LiveTable, TableSession, Who
from casinowar import commands as c
from casinowar.houses.house import Shuffling
from casinowar.table import Shoe, Table, decide
from casinowar.table.commands import Role

DAY = date(2026, 1, 1)
SEAT_1 = Who.parse("seat 1")
ANY: Any = casinowar
ANY_TEXT: Any = "go_to_war"


def ready() -> LiveTable:
    """A table that takes wagers from seat 1."""
    table = LiveTable("wisconsin", Random(1).randrange)
    table.must(c.OpenTable(day=DAY, dealer="Ana", tray_cents=10**7))
    table.must(c.TakeSeat(seat=1, player="Bo"))
    table.must(c.BuyChips(seat=1, cash_cents=200_00))
    table.must(c.TakeCut(seat=1, cards=100))
    return table


# --- fields of commands ---------------------------------------------------------------------------

CENTS = "PlaceWagers.initial_cents must be a whole number, not "
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
BAD_FIELDS: list[tuple[type[c.Command], dict[str, Any], str]] = [
    (c.PlaceWagers, {"seat": 1, "initial_cents": 1000.0}, f"{CENTS}1000.0"),
    (c.PlaceWagers, {"seat": 1, "initial_cents": "1000"}, f"{CENTS}'1000'"),
    (c.PlaceWagers, {"seat": 1, "initial_cents": True}, f"{CENTS}True"),
    (c.PlaceWagers, {"seat": 1, "initial_cents": float("nan")}, f"{CENTS}nan"),
    (c.PlaceWagers, {"seat": 1, "initial_cents": None}, f"{CENTS}None"),
    (
        c.PlaceWagers,
        {"seat": 1, "initial_cents": 1000, "form": "chips"},
        "PlaceWagers.form must be a WagerForm such as WagerForm.CHIPS, not 'chips'",
    ),
    (
        c.PlaceWagers,
        {"seat": 1, "sides": {"lucky": 5.0}},
        "PlaceWagers.sides must be a dictionary of text to a whole number, not {'lucky': 5.0}",
    ),
    (
        c.OpenTable,
        {"day": DAY, "dealer": "Ana", "tray_cents": 0, "shuffling": "batches"},
        "OpenTable.shuffling must be a Shuffling such as Shuffling.HAND or None, not 'batches'",
    ),
    (
        c.OpenTable,
        {"day": MOMENT, "dealer": "Ana", "tray_cents": 0},
        "OpenTable.day must be a date, not datetime.datetime(2026, 1, 1, 0, 0, t...",
    ),
    (c.ChangeDealer, {"dealer": 7}, "ChangeDealer.dealer must be text, not 7"),
    (
        c.SpreadIdleCards,
        {"face_up": "no"},
        "SpreadIdleCards.face_up must be True or False, not 'no'",
    ),
    (
        c.ReceiveDecks,
        {"decks": 6, "backs": ["red"], "cutting_card": "yellow"},
        "ReceiveDecks.backs must be a tuple whose items are each text, not ['red']",
    ),
    (
        c.GoToWar,
        {"seat": 1, "war_tie_cents": 0.0},
        "GoToWar.war_tie_cents must be a whole number or None, not 0.0",
    ),
]


@pytest.mark.parametrize(("kind", "given", "sentence"), BAD_FIELDS)
def test_a_field_of_the_wrong_type_is_a_type_error(
    kind: type[c.Command], given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(TypeError) as caught:
        kind(**given)
    assert str(caught.value) == sentence
    right = kind(**{name: _right(hint) for name, hint in _hints(kind).items()})
    with pytest.raises(TypeError) as caught:
        replace(right, **given)
    assert str(caught.value) == sentence


WRONG: tuple[Any, ...] = (1.0, float("nan"), True, "1", b"1", None, [], {}, (1.5,), object, 1)
GOOD: dict[Any, tuple[Any, ...]] = {
    int: (1,),
    str: ("1",),
    bool: (True,),
    date: (DAY,),
    type(None): (None,),
}


@pytest.mark.parametrize("kind", c.COMMANDS.values(), ids=c.COMMANDS)
def test_every_field_of_every_command_is_checked(kind: type[c.Command]) -> None:
    """Each wrong value alone, beside right ones: whatever its type does not name is refused."""
    hints = _hints(kind)
    right = {name: _right(hint) for name, hint in hints.items()}
    kind(**right)
    for name, hint in hints.items():
        named = {
            type(value) for part in (get_args(hint) or (hint,)) for value in GOOD.get(part, ())
        }
        for value in WRONG:
            empty = value == {} and get_origin(hint) is Mapping
            if type(value) not in named and not empty:
                with pytest.raises(TypeError, match=f"{kind.__name__}.{name} must be "):
                    kind(**{**right, name: value})


def _hints(kind: type[c.Command]) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if not name.isupper()}


def _right(hint: Any) -> object:
    if hint in GOOD:
        return GOOD[hint][0]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if get_origin(hint) in {tuple, Mapping}:
        return () if get_origin(hint) is tuple else {}
    return _right(get_args(hint)[0])


def test_a_kind_of_shuffle_by_its_name_means_nothing_else() -> None:
    """Played once as neither kind: plain text is refused, the enumeration is taken."""
    table = LiveTable("wisconsin")
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=0, shuffling=Shuffling.BATCHES)
    assert table.do(opening)
    assert table.state.shuffling is Shuffling.BATCHES


@pytest.mark.parametrize("amount", ["1000.0", '"1000"', "true", "NaN", "1e3", "null"])
def test_a_program_that_writes_such_an_amount_is_answered(amount: str) -> None:
    table = ready()
    before = table.version
    line = f'{{"command": "place_wagers", "seat": 1, "initial_cents": {amount}}}'
    answer = TableSession(table).answer(line).decode()
    assert '"ok":false' in answer
    assert "initial_cents" in answer or "JSON" in answer
    assert table.version == before


# --- arguments ------------------------------------------------------------------------------------

COMMAND = "a command must be an object such as commands.GoToWar(...), not "
STATE = "state must be a Table, such as the state of a LiveTable, not "
WHO = "who must be a Who, such as Who.parse('seat 1'), not "
HOUSE = "house must be the name of a house or the path of its file, not 1"
PATH = "path must be the path of a file, not 1"
MISUSE: dict[str, tuple[Callable[[LiveTable], object], str]] = {
    "do a name": (lambda t: t.do(ANY_TEXT), f"{COMMAND}'go_to_war'"),
    "must do a name": (lambda t: t.must(ANY_TEXT), f"{COMMAND}'go_to_war'"),
    "do a class": (lambda t: t.do(_any(c.CutCards)), "such as commands.CutCards(...), not"),
    "do a dictionary": (lambda t: t.do(_any({"command": 1})), f"{COMMAND}{{'command': 1}}"),
    "do first a name": (
        lambda t: t.do(c.CloseTable(), first=_any("open_table")),
        "such as commands.OpenTable(...), not 'open_table'",
    ),
    "do by a text": (
        lambda t: t.do(c.CloseTable(), by=_any("floor")),
        "by must be a Who, such as Who.parse('seat 1'), not 'floor'",
    ),
    "decide a name": (lambda t: decide(t.state, ANY_TEXT, t.shoe), f"{COMMAND}'go_to_war'"),
    "decide at a live table": (
        lambda t: decide(_any(t), c.CloseTable(), t.shoe),
        f"{STATE}<LiveTable wisconsin: betting, round 0>",
    ),
    "decide without a shoe": (
        lambda t: decide(t.state, c.CloseTable(), _any(None)),
        "shoe must be a Shoe, such as the shoe of a LiveTable, not None",
    ),
    "evolve by a command": (
        lambda t: casinowar.evolve(t.state, _any(c.CloseTable())),
        "an event must be an Event that decide returned, not CloseTable()",
    ),
    "evolve by events": (
        lambda t: casinowar.evolve(t.state, _any(())),
        "an event must be an Event",
    ),
    "evolve a live table": (lambda t: casinowar.evolve(_any(t), _any(None)), STATE),
    "legal for a text": (lambda t: t.legal(_any("seat 1")), f"{WHO}'seat 1'"),
    "legal for a number": (lambda t: casinowar.legal(t.state, _any(1)), f"{WHO}1"),
    "legal at a live table": (lambda t: casinowar.legal(_any(t), SEAT_1), STATE),
    "view of a text": (
        lambda t: t.view(_any("seat 1")),
        "who must be a Who, such as Who.parse('seat 1'), or None, not 'seat 1'",
    ),
    "view of nothing": (lambda _: casinowar.view(_any(None)), f"{STATE}None"),
    "waits for nothing": (lambda _: casinowar.waits_for(_any(None)), f"{STATE}None"),
    "a person by a number": (
        lambda _: Who.parse(_any(1)),
        "a person must be text such as 'seat 1', 'dealer' or 'floor', not 1",
    ),
    "a role by its name": (
        lambda _: Who(_any("player"), 1),
        "role must be a Role, as in Who.parse",
    ),
    "a house by a number": (lambda _: casinowar.load_house(_any(1)), HOUSE),
    "odds of a number": (lambda _: casinowar.odds_of(_any(1)), HOUSE),
    "a table at a number": (lambda _: LiveTable(_any(1)), HOUSE),
    "a state by a name": (
        lambda _: Table(house=_any("wisconsin")),
        "house must be a House, such as load_house('wisconsin'), not 'wisconsin'",
    ),
    "a seed for chance": (
        lambda _: LiveTable("wisconsin", _any(7)),
        "random_below must be a function such as Random(7).randrange, not 7",
    ),
    "automations by a word": (
        lambda _: LiveTable("wisconsin", automations=_any("all")),
        "automations must be classes of commands, such as ALL_STEPS - {commands.DealCard}, not",
    ),
    "no automations": (
        lambda _: LiveTable("wisconsin", automations=_any(None)),
        "such as ALL_STEPS - {commands.DealCard}, not None",
    ),
    "a shoe that is none": (
        lambda _: _opened(LiveTable("wisconsin", shoes=_any(lambda _: "Kh"))),
        "shoe must be a Shoe, such as the shoe of a LiveTable, not 'Kh'",
    ),
    "a number of shoes": (
        lambda t: t.give_shoes(_any(5)),
        "shoes must be a list of shoes, such as [shuffled_stack(6, randbelow)], not 5",
    ),
    "restore at no version": (
        lambda t: t.restore(t.state, _any("1")),
        "version must be the number of events so far, a whole number from 0, not '1'",
    ),
    "restore before the beginning": (lambda t: t.restore(t.state, -1), "from 0, not -1"),
    "restore with a card": (
        lambda t: t.restore(t.state, 1, _any("Kh")),
        "shoe must be a Shoe, such as the shoe of a LiveTable, not 'Kh'",
    ),
    "a seat by its name": (
        lambda _: Who(Role.PLAYER, _any("1")),
        "seat must be the number of a seat, not '1'",
    ),
    "legal with a card": (
        lambda t: casinowar.legal(t.state, SEAT_1, _any("Kh")),
        "shoe must be a Shoe, such as the shoe of a LiveTable, not 'Kh'",
    ),
    "view with a card": (lambda t: casinowar.view(t.state, None, _any("Kh")), "shoe must be a Sh"),
    "a session without a clock": (
        lambda t: TableSession(t, clock=_any("now")),
        "clock must be a function that gives the time, not 'now'",
    ),
    "simulate on a word": (
        lambda _: ANY.simulate("wisconsin", rounds=10, executor="threads"),
        "executor must be an Executor of concurrent.futures, not 'threads'",
    ),
    "simulate and call a word": (
        lambda _: ANY.simulate("wisconsin", rounds=10, on_block="print"),
        "on_block must be a function that takes the tally and a block, not 'print'",
    ),
    "simulate a part in words": (
        lambda _: ANY.simulate("wisconsin", rounds=10, behind="a quarter"),
        "behind must be a fraction of the shoe, such as Fraction(1, 4), not 'a quarter'",
    ),
    "a list of shoes": (
        lambda t: LiveTable("wisconsin", shoes=_any([t.shoe])),
        "shoes must be a function that returns the shoe with a number, not ",
    ),
    "a file to save to": (
        lambda _: LiveTable("wisconsin", save=_any("f")),
        "save must be a function that takes events, not 'f'",
    ),
    "shoes of text": (lambda t: t.give_shoes(_any(["Kh"])), "shoe must be a Shoe, such as"),
    "restore a view": (lambda t: t.restore(_any(t.view()), 1), STATE),
    "read a house": (lambda _: casinowar.read_house(_any(1)), PATH),
    "read a record": (lambda _: casinowar.read_record(_any(1)), PATH),
    "read a round": (lambda _: casinowar.read_round(_any(1)), PATH),
    "play a file": (
        lambda _: casinowar.play_round(_any("x.toml")),
        "plan must be a RoundPlan, such as read_round returns, not 'x.toml'",
    ),
    "verify a file": (
        lambda _: casinowar.verify(_any("x.jsonl")),
        "history must be a History, such as read_record returns, not 'x.jsonl'",
    ),
    "simulate a word": (
        lambda _: ANY.simulate("wisconsin", rounds=10, strategy="foo"),
        "strategy must be a Strategy, such as parse_strategy('war'), not 'foo'",
    ),
    "a session without a table": (
        lambda _: TableSession(_any("wisconsin")),
        "table must be a LiveTable, not 'wisconsin'",
    ),
}


def _opened(table: LiveTable) -> None:
    """A table that has come to its first shoe."""
    table.must(c.OpenTable(day=DAY, dealer="Ana", tray_cents=10**7))
    table.must(c.TakeSeat(seat=1, player="Bo"))
    table.must(c.TakeCut(seat=1, cards=100))


def _any(value: object) -> Any:
    """A value that type checkers would not let pass."""
    return value


@pytest.mark.parametrize("name", MISUSE)
def test_an_argument_of_the_wrong_type_is_a_type_error(name: str) -> None:
    call, sentence = MISUSE[name]
    with pytest.raises(TypeError) as caught:
        call(ready())
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


UNUSABLE: dict[str, tuple[Callable[[], object], str]] = {
    "a house": (lambda: casinowar.load_house("wisonsin"), "there is no house 'wisonsin': use wash"),
    "a table": (lambda: LiveTable("nowhere"), "there is no house 'nowhere': use washington"),
    "odds": (lambda: casinowar.odds_of("nowhere"), "there is no house 'nowhere': use washington"),
    "decks": (lambda: casinowar.odds_of("skycity", 0), "decks: 0 is not a whole number from 1 to"),
    "a record": (lambda: casinowar.read_record("x"), "x: cannot be read: No such file"),
    "a round": (lambda: casinowar.read_round("x"), "cannot be read: No such file"),
    "a house file": (lambda: casinowar.read_house("x"), "cannot be read: No such file"),
    "a simulation": (lambda: ANY.simulate("nowhere", rounds=10), "there is no house 'nowhere'"),
    "rounds": (lambda: ANY.simulate("skycity", rounds=0), "rounds: 0 is not a whole number from 1"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_value_that_cannot_be_used_is_an_input_error(name: str) -> None:
    call, sentence = UNUSABLE[name]
    with pytest.raises(InputError) as caught:
        call()
    assert sentence in str(caught.value)


@pytest.mark.parametrize("text", ["sit 1", "seat", "seat one", "1", ""])
def test_a_text_that_names_nobody_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="say seat 1"):
        Who.parse(text)


@pytest.mark.parametrize("text", ["xx", "", "K", "11h"])
def test_a_text_that_is_no_card_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write a rank of"):
        casinowar.parse_card(text)


def test_a_shoe_of_ones_own_is_taken() -> None:
    class Kings:
        def has(self, index: int) -> bool:
            return index >= 0

        def card(self, index: int) -> casinowar.Card | None:
            return casinowar.parse_card("Kh") if index >= 0 else None

        def lies_face_up(self, index: int) -> bool:
            return index < 0

    shoe: Shoe = Kings()
    table = LiveTable("skycity", shoes=lambda _: shoe)
    assert table.do(c.OpenTable(day=DAY, dealer="Ana", tray_cents=0))
