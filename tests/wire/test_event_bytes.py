"""Events as bytes: what is written is what it always was, and the quick reader is as strict.

Planted once and caught here: the quick reader without its second writing (duplicate keys), without
the range of numbers, and with escaped text.
"""

from __future__ import annotations

import json
from datetime import date
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from casinowar.cards import DECK, Card
from casinowar.errors import InputError
from casinowar.table.events import EVENTS, CardDealt, DealerChanged
from casinowar.table.events.base import Event
from casinowar.table.state import RackedCard
from casinowar.wire import (
    decode_json,
    encode_json,
    event_bytes,
    event_from_bytes,
    event_from_json,
    event_name,
    event_to_json,
)
from tests.kit.profile import checked
from tests.wire.values import ANY_EVENT, EVENT_OF

DEALT = CardDealt(seat=1, card=DECK[0], cites="WI g3")
LINE = event_bytes(DEALT)


def plain(value: Any) -> Any:
    """A value as JSON, by a way of its own."""
    match value:
        case Card():
            return str(value)
        case RackedCard():
            return {"card": value.card and str(value.card), "lies": value.lies.value}
        case StrEnum():
            return value.value
        case date():
            return value.isoformat()
        case tuple():
            return [plain(part) for part in value]
        case _:
            assert not isinstance(value, Struct)
            return value


def by_hand(event: Event) -> bytes:
    """What the bytes of an event must be."""
    written: dict[str, Any] = {"name": event.NAME}
    written |= {each.name: plain(getattr(event, each.name)) for each in fields(event)}
    return json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode()


def read_strictly(raw: bytes) -> Event | None:
    try:
        return event_from_json(decode_json(raw))
    except InputError:
        return None


@pytest.mark.parametrize("name", EVENTS)
@given(data=st.data())
@checked(12)
def test_each_event_has_the_bytes_that_it_always_had(name: str, data: st.DataObject) -> None:
    event = data.draw(EVENT_OF[name])
    raw = event_bytes(event)
    assert raw == by_hand(event)
    assert raw == encode_json(event_to_json(event))
    assert event_name(raw) == name


@pytest.mark.parametrize("name", EVENTS)
@given(data=st.data())
@checked(12)
def test_each_event_is_read_back_from_its_bytes(name: str, data: st.DataObject) -> None:
    event = data.draw(EVENT_OF[name])
    read = event_from_bytes(event_bytes(event))
    assert read == event
    assert type(read) is type(event)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'{"name":1}', b'{"version":1}', b"\xff"])
def test_what_is_no_event_has_no_name(raw: bytes) -> None:
    assert event_name(raw) == ""


# --- what we did not write ------------------------------------------------------------------------

OTHERS: dict[str, bytes] = {
    "a key twice": LINE[:-1] + b',"seat":1}',
    "a key twice, first wrong": LINE.replace(b'"seat":1', b'"seat":2,"seat":1'),
    "the name twice": LINE.replace(b'"version"', b'"name":"card_dealt","version"'),
    "an unknown field": LINE[:-1] + b',"colour":"red"}',
    "a field left out": LINE.replace(b'"cites":"WI g3",', b""),
    "text for a number": LINE.replace(b'"seat":1', b'"seat":"1"'),
    "true for a number": LINE.replace(b'"seat":1', b'"seat":true'),
    "a decimal point": LINE.replace(b'"seat":1', b'"seat":1.0'),
    "65 bits": LINE.replace(b'"seat":1', b'"seat":%d' % 2**63),
    "65 bits below": LINE.replace(b'"seat":1', b'"seat":%d' % (-(2**63) - 1)),
    "70 bits": LINE.replace(b'"seat":1', b'"seat":%d' % 2**70),
    "a card unseen": LINE.replace(b'"2c"', b'"??"'),
    "a card as people write it": LINE.replace(b'"2c"', b'"2C"'),
    "a future version": LINE.replace(b'"version":1', b'"version":9'),
    "an unknown name": LINE.replace(b"card_dealt", b"card_eaten"),
    "a zero byte": event_bytes(DealerChanged(dealer="Kim", cites="x")).replace(b"Kim", b"\\u0000"),
    "half a character": LINE.replace(b"WI g3", b"\\ud800"),
    "not UTF-8": LINE.replace(b"WI g3", b"\xff"),
    "cut off": LINE[:-1],
    "two of them": LINE + LINE,
    "a list": b"[" + LINE + b"]",
    "nothing": b"",
    "deep": b'{"name":"card_dealt","version":1,"cites":' + b"[" * 5000,
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_the_strict_reader_refuses_is_refused(name: str) -> None:
    raw = OTHERS[name]
    assert raw != LINE
    with pytest.raises(InputError):
        event_from_bytes(raw)


SAME: dict[str, bytes] = {
    "spaces": LINE.replace(b",", b", "),
    "another order": b'{"card":"2c","seat":1,"cites":"WI g3","version":1,"name":"card_dealt"}',
    "an escape": LINE.replace(b"WI g3", b"\\u0057I g3"),
}


@pytest.mark.parametrize("name", SAME)
def test_what_was_written_in_another_way_is_read_strictly(name: str) -> None:
    assert event_from_bytes(SAME[name]) == DEALT


def test_a_line_that_is_too_long_is_refused() -> None:
    long = event_bytes(CardDealt(seat=1, card=DECK[0], cites="x" * 1_000_000))
    with pytest.raises(InputError, match="longer than"):
        event_from_bytes(long)


PIECES = (
    b'"', b",", b":", b"{", b"}", b"0", b"-", b" ", b"\\", b"\\u0000", b"null", b"true",
    b"99999999", b"9999999999999999999", b'"seat":1,', b"\xff", b"\xc3\xa9", b"[]", b"1.0", b"1e2",
)  # fmt: skip


@given(event=ANY_EVENT, data=st.data())
@checked(1500)
def test_damaged_bytes_are_read_as_the_strict_reader_reads_them(
    event: Event, data: st.DataObject
) -> None:
    raw = event_bytes(event)
    start = data.draw(st.integers(0, len(raw)))
    end = start + data.draw(st.integers(0, 6))
    damaged = raw[:start] + data.draw(st.sampled_from((b"", *PIECES))) + raw[end:]
    strict = read_strictly(damaged)
    if strict is None:
        with pytest.raises(InputError):
            event_from_bytes(damaged)
    else:
        read = event_from_bytes(damaged)
        assert read == strict
        assert type(read) is type(strict)
