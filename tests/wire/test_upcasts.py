"""Events of version 1 as they were written then, read as they are now.

Planted once and caught here: a seat that kept its player after they had left, an old
version that was upcast once only, a side bet called "side" read as no side bet at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from hypothesis import given

from casinowar.cards import DECK
from casinowar.errors import InputError
from casinowar.houses import load_house, rules_digest
from casinowar.houses.house import Shuffling, WagerForm
from casinowar.table import events as e
from casinowar.table.events import EVENTS
from casinowar.table.events.base import Event
from casinowar.table.state import Action, Wager
from casinowar.wire import EventReader, encode_json, event_from_json, event_to_json, read_events
from casinowar.wire.events import read_event
from casinowar.wire.upcasts import UPCASTS
from tests.kit.profile import checked
from tests.wire.values import ANY_EVENT


def first(name: str, **values: object) -> dict[str, Any]:
    """An event as version 1 wrote it."""
    return {"name": name, "version": 1, "cites": "x", **values}


def opened(house: str) -> dict[str, Any]:
    return first(
        "table_opened", house=house, day="2024-05-01", dealer="Kim", tray_cents=5, decks=6,
        shuffling="hand",
    )  # fmt: skip


def opened_now(house: str, rules: str) -> e.TableOpened:
    return e.TableOpened(
        house=house, rules=rules, day=date(2024, 5, 1), dealer="Kim", tray_cents=5, decks=6,
        shuffling=Shuffling.HAND, cites="x",
    )  # fmt: skip


SKYCITY = rules_digest(load_house("skycity"))
CASES: list[tuple[dict[str, Any], Event]] = [
    (opened("skycity"), opened_now("skycity", SKYCITY)),
    (opened("nevada"), opened_now("nevada", "")),
    (
        first("seat_taken", seat=1, player="Ann"),
        e.SeatTaken(seat=1, player="Ann", player_name="Ann", cites="x"),
    ),
    (
        first("seat_left", seat=1, chips_cents=5),
        e.SeatLeft(seat=1, player="", chips_cents=5, cites="x"),
    ),
    (first("cut_refused", seat=1), e.CutRefused(seat=1, called=False, cites="x")),
    (
        first("wager_placed", seat=1, wager="tie", amount_cents=5, form="chips"),
        e.WagerPlaced(seat=1, wager=Wager.TIE, amount_cents=5, form=WagerForm.CHIPS, cites="x"),
    ),
    (
        first("wager_placed", seat=1, wager="suited-tie", amount_cents=5, form="chips"),
        e.WagerPlaced(
            seat=1, wager=Wager.SIDE, side="suited-tie", amount_cents=5, form=WagerForm.CHIPS,
            cites="x",
        ),
    ),
    (
        first("wager_collected", seat=1, wager="initial", amount_cents=5),
        e.WagerCollected(seat=1, wager=Wager.INITIAL, amount_cents=5, cites="x"),
    ),
    (
        first("wager_returned", seat=1, wager="side", amount_cents=5),
        e.WagerReturned(seat=1, wager=Wager.SIDE, side="side", amount_cents=5, cites="x"),
    ),
    (
        first("wager_paid", seat=1, wager="war", amount_cents=5, odds="2:1", from_match_cents=0),
        e.WagerPaid(seat=1, wager=Wager.WAR, amount_cents=5, odds="2:1", cites="x"),
    ),
    (
        first("movement_reversed", seat=1, wager="war_tie", action="pay", amount_cents=5),
        e.MovementReversed(
            seat=1, wager=Wager.WAR_TIE, action=Action.PAY, amount_cents=5, cites="x"
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("written", "now"), CASES, ids=[case[0]["name"] for case in CASES])
def test_version_one_is_read_as_the_present_event(written: dict[str, Any], now: Event) -> None:
    before = dict(written)
    assert event_from_json(written) == now
    assert written == before, "reading does not change what was written"


def test_every_event_beyond_version_one_has_its_upcasts_and_a_case() -> None:
    older = {(name, at) for name, kind in EVENTS.items() for at in range(1, kind.VERSION)}
    assert set(UPCASTS) == older
    assert {(written["name"], 1) for written, _ in CASES} == older


def test_who_left_is_remembered_from_who_sat_down() -> None:
    record = [
        first("seat_taken", seat=1, player="Ann"),
        first("seat_taken", seat=2, player="Bob"),
        first("seat_left", seat=1, chips_cents=5),
        first("seat_taken", seat=1, player="Cleo"),
        first("seat_left", seat=1, chips_cents=5),
        first("seat_left", seat=1, chips_cents=5),
        first("seat_left", seat=2, chips_cents=5),
    ]
    reader = EventReader()
    read = [reader.read(written) for written in record]
    left = [event.player for event in read if isinstance(event, e.SeatLeft)]
    assert left == ["Ann", "Cleo", "", "Bob"]
    text = "".join(encode_json(written).decode() + "\n" for written in record)
    assert list(read_events(text)) == read


@given(event=ANY_EVENT)
@checked(100, always=True)
def test_the_reader_of_a_record_reads_present_events_as_they_are(event: Event) -> None:
    assert EventReader().read(event_to_json(event)) == event


MALFORMED = {
    "a field of version 2": (first("cut_refused", seat=1, called=True), "cut_refused.called"),
    "rules in version 1": (opened("skycity") | {"rules": ""}, "table_opened.rules"),
    "side in version 1": (CASES[5][0] | {"side": None}, "wager_placed.side"),
    "wager a list": (CASES[5][0] | {"wager": ["tie"]}, "wager_placed.wager"),
    "wager missing": (first("wager_collected", seat=1, amount_cents=5), "wager_collected.wager"),
    "seat a list": (first("seat_left", seat=[1], chips_cents=5), "seat_left.seat"),
    "seat true": (first("seat_left", seat=True, chips_cents=5), "seat_left.seat"),
    "player missing": (first("seat_taken", seat=1), "seat_taken.player_name"),
    "house a list": (opened("skycity") | {"house": []}, "table_opened.house"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_old_event_names_its_field(name: str) -> None:
    written, field = MALFORMED[name]
    with pytest.raises(InputError) as caught:
        EventReader().read(written)
    assert caught.value.field == field


# --- more than one step, planted ------------------------------------------------------------------


def _from_minus_one(written: dict[str, Any], _players: Mapping[int, str]) -> dict[str, Any]:
    rest = {key: value for key, value in written.items() if key != "place"}
    return rest | {"seat": written["place"], "version": 0}


def _from_zero(written: dict[str, Any], _players: Mapping[int, str]) -> dict[str, Any]:
    return written | {"name": "card_dealt", "version": 1}


def test_an_old_version_is_upcast_step_by_step_and_an_old_name_too() -> None:
    oldest = {"name": "card_given", "version": -1, "cites": "x", "place": 1, "card": "2c"}
    upcasts = {("card_given", -1): _from_minus_one, ("card_given", 0): _from_zero}
    dealt = e.CardDealt(seat=1, card=DECK[0], cites="x")
    assert read_event(oldest, {}, upcasts) == dealt
    with pytest.raises(InputError, match="is not a known event"):
        read_event(oldest, {})
