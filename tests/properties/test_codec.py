"""Events as JSON and back: every event, old versions lifted, and one line for every malformed one.

That every event of every generated table survives the way through JSON is asserted in
``kit.WatchedTable``; here stand the events of one record, planted old versions and the malformed.

Planted once and caught here: true read as a number, an old version lifted only once.
"""

from __future__ import annotations

import json
from dataclasses import fields, replace
from datetime import date
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.cards import DECK, Card
from casinowar.errors import InputError
from casinowar.record.codec import event_from_json, event_to_json, read_events, write_events
from casinowar.table.events import ALL_EVENTS, EVENTS, CardDealt, Event
from casinowar.table.state import RackedCard
from tests.kit import checked

_PRINTABLE = st.text(max_size=12)


def _values(hint: Any) -> st.SearchStrategy[Any]:
    if get_origin(hint) is tuple:
        return st.lists(_values(get_args(hint)[0]), max_size=3).map(tuple)
    if hint is Card:
        return st.sampled_from(DECK)
    if hint is RackedCard:
        return st.builds(
            RackedCard,
            card=st.none() | st.sampled_from(DECK),
            lies=_values(get_type_hints(RackedCard)["lies"]),
        )
    if hint is date:
        return st.dates()
    plain: dict[Any, st.SearchStrategy[Any]] = {
        bool: st.booleans(),
        int: st.integers(-(10**14), 10**14),
        str: _PRINTABLE,
    }
    return plain[hint] if hint in plain else st.sampled_from(list(hint))


def _events_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: _values(hints[field.name]) for field in fields(kind)})


ANY_EVENT: st.SearchStrategy[Event] = st.one_of([_events_of(kind) for kind in ALL_EVENTS])


@pytest.mark.parametrize("kind", ALL_EVENTS, ids=lambda kind: kind.NAME)
@given(data=st.data())
@checked(5)
def test_each_event_survives_the_way_through_json(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(_events_of(kind))
    written = json.loads(json.dumps(event_to_json(event)))
    assert list(written)[:3] == ["name", "version", "cites"]
    assert (written["name"], written["version"]) == (kind.NAME, kind.VERSION)
    assert event_from_json(written) == event


@given(events=st.lists(ANY_EVENT, max_size=4))
@checked(50)
def test_a_record_is_one_object_a_line_and_reads_back(events: list[Event]) -> None:
    text = write_events(events)
    assert text.count("\n") == len(events)
    assert list(read_events(text)) == events


def test_names_are_written_down_once_each_and_versions_start_at_one() -> None:
    assert len(EVENTS) == len(ALL_EVENTS)
    for event in ALL_EVENTS:
        assert "NAME" in event.__dict__, "a name is never inherited or derived"
        assert event.NAME.replace("_", "").isalpha()
        assert event.VERSION >= 1


# --- old versions ---------------------------------------------------------------------------------

DEALT = CardDealt(seat=1, card=DECK[0], cites="WI g3")


def _from_first(written: dict[str, Any]) -> dict[str, Any]:
    """A planted version -1 had "place" where later ones have "seat"."""
    written = dict(written)
    written["seat"] = written.pop("place")
    return written | {"version": 0}


def _from_second(written: dict[str, Any]) -> dict[str, Any]:
    """A planted version 0 had rank and suit apart."""
    written = dict(written)
    written["card"] = written.pop("rank") + written.pop("suit")
    return written | {"version": 1}


UPCASTS = {("card_dealt", -1): _from_first, ("card_dealt", 0): _from_second}


def test_an_old_version_is_lifted_step_by_step_to_the_present_one() -> None:
    oldest = {
        "name": "card_dealt", "version": -1, "cites": "WI g3", "place": 1, "rank": "2", "suit": "c",
    }  # fmt: skip
    before = dict(oldest)
    assert event_from_json(oldest, UPCASTS) == DEALT
    assert oldest == before, "reading must not change what was written"
    middle = _from_first(oldest)
    assert event_from_json(middle, UPCASTS) == DEALT


def test_an_old_name_is_lifted_too() -> None:
    def renamed(written: dict[str, Any]) -> dict[str, Any]:
        return written | {"name": "card_dealt", "version": 1}

    written = event_to_json(DEALT) | {"name": "card_given"}
    assert event_from_json(written, {("card_given", 1): renamed}) == DEALT


def test_without_its_upcast_an_old_version_is_refused() -> None:
    with pytest.raises(InputError, match="not a known version"):
        event_from_json(event_to_json(DEALT) | {"version": 0})


# --- malformed ------------------------------------------------------------------------------------

GOOD = event_to_json(DEALT)
MALFORMED: dict[str, tuple[object, str]] = {
    "not an object": ([], "event"),
    "null": (None, "event"),
    "a number": (3, "event"),
    "empty": ({}, "event"),
    "no version": ({"name": "card_dealt"}, "event"),
    "version true": (GOOD | {"version": True}, "event"),
    "version text": (GOOD | {"version": "1"}, "event"),
    "future version": (GOOD | {"version": 99}, "event.version"),
    "unknown name": (GOOD | {"name": "card_eaten"}, "event.name"),
    "name is a list": (GOOD | {"name": ["card_dealt"]}, "event"),
    "unknown field": (GOOD | {"colour": "red"}, "card_dealt.colour"),
    "seat missing": ({k: v for k, v in GOOD.items() if k != "seat"}, "card_dealt.seat"),
    "cites missing": ({k: v for k, v in GOOD.items() if k != "cites"}, "card_dealt.cites"),
    "cites a number": (GOOD | {"cites": 5}, "card_dealt.cites"),
    "seat text": (GOOD | {"seat": "1"}, "card_dealt.seat"),
    "seat true": (GOOD | {"seat": True}, "card_dealt.seat"),
    "seat float": (GOOD | {"seat": 1.0}, "card_dealt.seat"),
    "seat null": (GOOD | {"seat": None}, "card_dealt.seat"),
    "card unknown": (GOOD | {"card": "1x"}, "card_dealt.card"),
    "card unseen": (GOOD | {"card": "??"}, "card_dealt.card"),
    "card a list": (GOOD | {"card": ["2c"] * 10**4}, "card_dealt.card"),
    "bad day": (
        {"name": "gaming_day_started", "version": 1, "cites": "x", "day": "soon"},
        "gaming_day_started.day",
    ),
    "day a number": (
        {"name": "gaming_day_started", "version": 1, "cites": "x", "day": 5},
        "gaming_day_started.day",
    ),
    "bad enum": (
        {"name": "card_burned", "version": 1, "cites": "x", "burn": "toast"},
        "card_burned.burn",
    ),
    "enum a list": (
        {"name": "card_burned", "version": 1, "cites": "x", "burn": []},
        "card_burned.burn",
    ),
    "rack not a list": (
        {"name": "hand_racked", "version": 1, "cites": "x", "seat": 1, "cards": "2c"},
        "hand_racked.cards",
    ),
    "rack entry": (
        {"name": "hand_racked", "version": 1, "cites": "x", "seat": 1, "cards": [{"card": "2c"}]},
        "hand_racked.cards",
    ),
    "deep": (GOOD | {"seat": json.loads("[" * 900 + "]" * 900)}, "card_dealt.seat"),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_event_is_one_line_that_names_the_field(name: str) -> None:
    written, field = MALFORMED[name]
    with pytest.raises(InputError) as caught:
        event_from_json(written)
    assert caught.value.field == field
    line = str(caught.value)
    assert line.isprintable()
    assert len(line) < 300


_SHORT = st.text(max_size=5)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _SHORT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_SHORT, inner, max_size=3),
    max_leaves=6,
)


@given(event=ANY_EVENT, data=st.data(), value=ANY_JSON)
@checked(200)
def test_one_field_replaced_by_any_json_reads_or_is_refused(
    event: Event, data: st.DataObject, value: object
) -> None:
    written = event_to_json(event)
    name = data.draw(st.sampled_from(sorted(written)))
    written[name] = value
    answer = _read_or_line(written)
    if isinstance(answer, Event):
        assert event_to_json(answer) == written
    else:
        assert answer.isprintable()


def _read_or_line(written: object) -> Event | str:
    try:
        return event_from_json(written)
    except InputError as error:
        return str(error)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("{", "line 1"),
        ("\n", "line 1"),
        (write_events([DEALT]) + "nonsense\n", "line 2"),
        (write_events([DEALT]) + '{"name": "card_dealt"}\n', "line 2: event"),
        ("[" * 100_000, "line 1"),
        ('{"name": "card_dealt", "version": ' + "1" * 5000 + "}", "line 1"),
    ],
)
def test_a_record_that_cannot_be_read_names_its_line(text: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read_events(text))
    assert caught.value.field == field


def test_a_changed_event_is_another_event() -> None:
    assert event_from_json(event_to_json(DEALT)) != replace(DEALT, seat=2)
