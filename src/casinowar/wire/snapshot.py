"""A table as one JSON object, and back.

A snapshot leaves out what is at its default, and the house: it names the digest of the house's
rules, and is read with that house only. It holds what the table can see, so no undealt card. A
table whose parts contradict each other is refused (``sound``).
"""

from __future__ import annotations

from typing import Any

from casinowar.errors import InputError
from casinowar.houses import House, rules_digest
from casinowar.table.state import Table
from casinowar.wire.errors import (
    WireCode,
    WireError,
    missing_field,
    shown_json,
    unknown_field,
    wrong_type,
)
from casinowar.wire.records import Record
from casinowar.wire.shapes import Json
from casinowar.wire.sound import check_table

FORMAT = "casinowar-table/1"
_TABLE = Record(Table, without="house", sparse=True)
_HEADER = {"format": FORMAT, "rules": "the digest of the rules", "table": "an object"}


def snapshot_of(state: Table) -> Json:
    """The table as a JSON object."""
    table = _TABLE.write_sparse(state, {})
    return {"format": FORMAT, "rules": rules_digest(state.house), "table": table}


def table_from_snapshot(snapshot: object, house: House) -> Table:
    """The table in a snapshot; an InputError says why it cannot be read with this house."""
    if type(snapshot) is not dict:
        raise wrong_type("an object", snapshot).under("snapshot")
    values: dict[str, Any] = snapshot
    for name in values:
        if name not in _HEADER:
            raise unknown_field(name, _HEADER).under("snapshot")
    for name in _HEADER:
        if name not in values:
            raise missing_field(name, _HEADER[name]).under("snapshot")
    if values["format"] != FORMAT:
        reason = f"{shown_json(values['format'])} is not {FORMAT}"
        raise WireError(WireCode.WRONG_VALUE, "snapshot.format", reason)
    if values["rules"] != rules_digest(house):
        raise InputError(
            "snapshot.rules",
            f"the table was played under rules other than those of {house.name[:40]}",
        )
    if type(values["table"]) is not dict:
        raise wrong_type("an object", values["table"]).under("snapshot.table")
    table = read_table(values["table"], house)
    try:
        check_table(table)
    except InputError as error:
        raise InputError(f"snapshot.table.{error.field}", error.reason) from None
    return table


def read_table(values: Json, house: House) -> Table:
    """The table with these values; whether it can be one is not checked."""
    try:
        return Table(house=house, **_TABLE.read(values))
    except WireError as error:
        raise error.under("snapshot.table") from None
