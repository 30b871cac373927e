"""Events as JSON and back: every event, and one line for every malformed one.

Planted once and caught here: true read as a number, a field at its default left out, a field of an
event written under "name" (which lost the event's own), a card that nobody saw dealt to a seat.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from casinowar.cards import DECK
from casinowar.errors import InputError
from casinowar.table.events import EVENTS, CardDealt, SeatTaken
from casinowar.table.events.base import Event
from casinowar.wire import (
    WireError,
    encode_json,
    event_from_json,
    event_to_json,
)
from tests.kit.profile import checked
from tests.wire.values import ANY_EVENT, ANY_JSON, EVENT_OF

HEADER = ["name", "version", "cites"]
DEALT = CardDealt(seat=1, card=DECK[0], cites="WI g3")
GOOD = event_to_json(DEALT)


@pytest.mark.parametrize("name", EVENTS)
@given(data=st.data())
@checked(8)
def test_each_event_survives_the_way_through_json(name: str, data: st.DataObject) -> None:
    event = data.draw(EVENT_OF[name])
    written = event_to_json(event)
    assert list(written)[:3] == HEADER
    assert (written["name"], written["version"]) == (name, 1)
    assert len(written) == 1 + len(fields(event)), "every field is written, at its default or not"
    for again in (json.loads(json.dumps(written)), json.loads(encode_json(written))):
        read = event_from_json(again)
        assert read == event
        assert type(read) is type(event)
        assert event_to_json(read) == written


def test_names_are_written_down_and_every_version_is_one() -> None:
    for kind in EVENTS.values():
        assert "NAME" in kind.__dict__, "a name is never inherited or derived"
        assert kind.NAME.replace("_", "").isalpha()
        assert fields(kind)[0].name == "version"
        assert fields(kind)[0].default == 1


def test_no_field_stands_under_a_name_of_the_header() -> None:
    taken = event_to_json(SeatTaken(seat=1, player="p7", player_name="Ann", cites="policy"))
    assert taken == {
        "name": "seat_taken", "version": 1, "cites": "policy",
        "seat": 1, "player": "p7", "player_name": "Ann",
    }  # fmt: skip


# --- malformed ------------------------------------------------------------------------------------


def event(name: str, **values: object) -> dict[str, Any]:
    return {"name": name, "version": 1, "cites": "x", **values}


RACKED = event("hand_racked", seat=1)
MALFORMED: dict[str, tuple[object, str]] = {
    "not an object": ([], "event"),
    "null": (None, "event"),
    "a number": (3, "event"),
    "empty": ({}, "event.name"),
    "no version": ({"name": "card_dealt"}, "event.version"),
    "version true": (GOOD | {"version": True}, "event.version"),
    "version text": (GOOD | {"version": "1"}, "event.version"),
    "future version": (GOOD | {"version": 99}, "event.version"),
    "version zero": (GOOD | {"version": 0}, "event.version"),
    "unknown name": (GOOD | {"name": "card_eaten"}, "event.name"),
    "name is a list": (GOOD | {"name": ["card_dealt"]}, "event.name"),
    "unknown field": (GOOD | {"colour": "red"}, "card_dealt.colour"),
    "a field that is no text": ({5: 5, "name": "card_dealt", "version": 1}, "card_dealt.5"),
    "seat missing": ({k: v for k, v in GOOD.items() if k != "seat"}, "card_dealt.seat"),
    "cites missing": ({k: v for k, v in GOOD.items() if k != "cites"}, "card_dealt.cites"),
    "cites a number": (GOOD | {"cites": 5}, "card_dealt.cites"),
    "cites null": (GOOD | {"cites": None}, "card_dealt.cites"),
    "seat text": (GOOD | {"seat": "1"}, "card_dealt.seat"),
    "seat true": (GOOD | {"seat": True}, "card_dealt.seat"),
    "seat float": (GOOD | {"seat": 1.0}, "card_dealt.seat"),
    "seat null": (GOOD | {"seat": None}, "card_dealt.seat"),
    "seat of 65 bits": (GOOD | {"seat": 2**63}, "card_dealt.seat"),
    "seat of many digits": (GOOD | {"seat": 10**5000}, "card_dealt.seat"),
    "card unknown": (GOOD | {"card": "1x"}, "card_dealt.card"),
    "card of three letters": (GOOD | {"card": "10s"}, "card_dealt.card"),
    "card unseen": (GOOD | {"card": "??"}, "card_dealt.card"),
    "card a list": (GOOD | {"card": ["2c"] * 10**4}, "card_dealt.card"),
    "bad day": (event("gaming_day_started", day="soon"), "gaming_day_started.day"),
    "no such day": (event("gaming_day_started", day="2023-02-30"), "gaming_day_started.day"),
    "day of a week": (event("gaming_day_started", day="2023-W01-1"), "gaming_day_started.day"),
    "day in eight digits": (event("gaming_day_started", day="20230101"), "gaming_day_started.day"),
    "day a number": (event("gaming_day_started", day=5), "gaming_day_started.day"),
    "bad enum": (event("card_burned", burn="toast"), "card_burned.burn"),
    "enum a list": (event("card_burned", burn=[]), "card_burned.burn"),
    "enum by its Python name": (event("card_burned", burn="WAR"), "card_burned.burn"),
    "rack not a list": (RACKED | {"cards": "2c"}, "hand_racked.cards"),
    "rack entry lacks": (RACKED | {"cards": [{"card": "2c"}]}, "hand_racked.cards[0].lies"),
    "rack entry unknown": (
        RACKED | {"cards": [{"card": "2c", "lies": "hand"}, {"card": "??", "lies": "hand"}]},
        "hand_racked.cards[1].card",
    ),
    "rack entry text": (RACKED | {"cards": ["2c"]}, "hand_racked.cards[0]"),
    "a zero byte": (event("dealer_changed", dealer="a\0"), "dealer_changed.dealer"),
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


def test_an_error_says_what_would_be_right() -> None:
    with pytest.raises(WireError, match=r'card_dealt\.seat: must be a whole number, not "1"'):
        event_from_json(GOOD | {"seat": "1"})
    with pytest.raises(WireError, match="did you mean card_dealt"):
        event_from_json(GOOD | {"name": "card_deal"})
    with pytest.raises(WireError, match="did you mean seat"):
        event_from_json({"name": "card_dealt", "version": 1, "seta": 1})


def read_or_line(written: object) -> Event | str:
    try:
        return event_from_json(written)
    except InputError as error:
        return str(error)


@given(event=ANY_EVENT, data=st.data(), value=ANY_JSON)
@checked(200)
def test_one_field_replaced_by_any_json_reads_or_is_refused(
    event: Event, data: st.DataObject, value: object
) -> None:
    written = event_to_json(event)
    written[data.draw(st.sampled_from(sorted(written)))] = value
    before = json.dumps(written)
    read = read_or_line(written)
    if isinstance(read, str):
        assert read.isprintable()
    else:
        assert event_to_json(read) == written
    assert json.dumps(written) == before, "reading does not change what was written"


def test_a_changed_event_is_another_event() -> None:
    assert event_from_json(event_to_json(DEALT)) != replace(DEALT, seat=2)
