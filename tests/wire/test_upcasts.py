"""Old versions of events are converted step by step when they are read.

No event has an old version yet, so this one is invented. Planted once and caught here: an old
version that was upcast once only.
"""

from __future__ import annotations

from typing import Any

import pytest

from casinowar.cards import DECK
from casinowar.errors import InputError
from casinowar.table import events as e
from casinowar.wire import encode_json, event_from_bytes, event_from_json, is_current
from casinowar.wire.upcasts import UPCASTS

DEALT = e.CardDealt(seat=1, card=DECK[0], cites="x")
OLDEST = {"name": "card_given", "version": -1, "cites": "x", "place": 1, "card": "2c"}


def _from_minus_one(written: dict[str, Any]) -> dict[str, Any]:
    """Version -1 called the seat a place."""
    rest = {key: value for key, value in written.items() if key != "place"}
    return rest | {"seat": written["place"], "version": 0}


def _from_zero(written: dict[str, Any]) -> dict[str, Any]:
    """Version 0 had another name."""
    return written | {"name": "card_dealt", "version": 1}


@pytest.fixture
def _invented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTS, ("card_given", -1), _from_minus_one)
    monkeypatch.setitem(UPCASTS, ("card_given", 0), _from_zero)


@pytest.mark.usefixtures("_invented")
def test_an_old_version_is_upcast_step_by_step_and_an_old_name_too() -> None:
    before = dict(OLDEST)
    assert event_from_json(OLDEST) == DEALT
    assert before == OLDEST, "reading does not change what was written"
    raw = encode_json(OLDEST)
    assert event_from_bytes(raw) == DEALT
    assert not is_current(raw)
    assert is_current(encode_json(DEALT))


@pytest.mark.usefixtures("_invented")
def test_a_malformed_old_event_names_its_field() -> None:
    with pytest.raises(InputError) as caught:
        event_from_json(OLDEST | {"place": "1"})
    assert caught.value.field == "card_dealt.seat"


def test_without_an_upcast_an_old_version_is_refused() -> None:
    with pytest.raises(InputError, match="is not a known event"):
        event_from_json(OLDEST)
    with pytest.raises(InputError, match="is not a known version"):
        event_from_json({"name": "card_dealt", "version": 0, "cites": "x", "seat": 1, "card": "2c"})
