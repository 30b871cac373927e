"""A table as a snapshot, and the same table again; nothing else is read as one.

Planted once and caught here: a card in the rack that nobody saw read as a face, a seat's number
kept as text, the digest left unchecked.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from casinowar.errors import InputError
from casinowar.houses import load_house, rules_digest
from casinowar.houses.house import Shuffling
from casinowar.table.state import Burn, Hand, InShoe, Lies, Phase, RackedCard, Seat, Table
from casinowar.wire import decode_json, encode_json, snapshot_of, table_from_snapshot
from casinowar.wire.snapshot import read_table
from tests.kit.profile import checked
from tests.wire.values import ANY_TABLE

HOUSE = load_house("wisconsin")


@given(table=ANY_TABLE)
@checked(150)
def test_any_table_reads_back_exactly(table: Table) -> None:
    snapshot = snapshot_of(table)
    for again in (json.loads(json.dumps(snapshot)), decode_json(encode_json(snapshot))):
        read = read_table(again["table"], table.house)
        assert read == table
        assert list(read.seats) == list(table.seats)
        assert snapshot_of(read) == snapshot


def test_what_is_at_its_default_is_left_out() -> None:
    assert snapshot_of(Table(house=HOUSE)) == {
        "format": "casinowar-table/1",
        "rules": rules_digest(HOUSE),
        "table": {"shoe": {}},
    }
    table = Table(
        house=HOUSE,
        phase=Phase.DEAL,
        seats={2: Seat(player="p", name="P", chips_cents=5)},
        hands={2: Hand(seat=2)},
        shoe=InShoe(drawn=1),
        burns=(Burn.WAR,),
        rack_now=(RackedCard(card=None, lies=Lies.FACE_DOWN),),
    )
    assert snapshot_of(table)["table"] == {
        "phase": "deal",
        "seats": {"2": {"player": "p", "name": "P", "chips_cents": 5}},
        "hands": {"2": {"seat": 2}},
        "shoe": {"drawn": 1},
        "burns": ["war"],
        "rack_now": ["??"],
    }


def test_a_house_with_other_rules_is_refused() -> None:
    other = replace(HOUSE, policies=replace(HOUSE.policies, cut_seconds=21))
    with pytest.raises(InputError) as caught:
        table_from_snapshot(snapshot_of(Table(house=HOUSE)), other)
    assert caught.value.field == "snapshot.rules"


GOOD = snapshot_of(Table(house=HOUSE, shuffling=Shuffling.BATCHES))


def table(**values: object) -> dict[str, Any]:
    return GOOD | {"table": values}


MALFORMED: dict[str, tuple[object, str]] = {
    "a list": ([], "snapshot"),
    "empty": ({}, "snapshot.format"),
    "another version": (GOOD | {"format": "casinowar-table/2"}, "snapshot.format"),
    "format true": (GOOD | {"format": True}, "snapshot.format"),
    "no rules": ({k: v for k, v in GOOD.items() if k != "rules"}, "snapshot.rules"),
    "rules a list": (GOOD | {"rules": []}, "snapshot.rules"),
    "no table": ({k: v for k, v in GOOD.items() if k != "table"}, "snapshot.table"),
    "table a list": (GOOD | {"table": []}, "snapshot.table"),
    "a field more": (GOOD | {"house": "wisconsin"}, "snapshot.house"),
    "unknown field": (table(phases="deal"), "snapshot.table.phases"),
    "a house inside": (table(house="wisconsin"), "snapshot.table.house"),
    "unknown phase": (table(phase="party"), "snapshot.table.phase"),
    "tray true": (table(tray_cents=True), "snapshot.table.tray_cents"),
    "tray a float": (table(tray_cents=1.0), "snapshot.table.tray_cents"),
    "seats a list": (table(seats=[]), "snapshot.table.seats"),
    "seat one in words": (table(seats={"one": {}}), "snapshot.table.seats.one"),
    "seat 01": (table(seats={"01": {}}), "snapshot.table.seats.01"),
    "seat without chips": (
        table(seats={"1": {"player": "p", "name": "P"}}),
        "snapshot.table.seats.1.chips_cents",
    ),
    "hand with an unknown field": (
        table(hands={"1": {"seat": 1, "luck": 7}}),
        "snapshot.table.hands.1.luck",
    ),
    "movement without odds": (
        table(hands={"1": {"seat": 1, "movements": [{"wager": "tie"}]}}),
        "snapshot.table.hands.1.movements[0].side",
    ),
    "rack of other text": (table(rack_now=["Kh", "K"]), "snapshot.table.rack_now[1]"),
    "rack of nothing": (table(rack_now=[None]), "snapshot.table.rack_now[0]"),
    "unseen war card": (table(dealer_war_cards=["??"]), "snapshot.table.dealer_war_cards[0]"),
    "shoe null": (table(shoe=None), "snapshot.table.shoe"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_snapshot_names_its_field(name: str) -> None:
    snapshot, field = MALFORMED[name]
    with pytest.raises(InputError) as caught:
        table_from_snapshot(snapshot, HOUSE)
    assert caught.value.field == field
    assert str(caught.value).isprintable()
