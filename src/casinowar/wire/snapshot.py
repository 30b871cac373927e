"""A table as one JSON object, and back.

A snapshot leaves out fields at their defaults, and the house: it holds the digest of the house's
rules and can be read only with that house. It holds what the table can see, so no undealt card.
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
    try:
        return Table(house=house, **_TABLE.read(values["table"]))
    except WireError as error:
        raise error.under("snapshot.table") from None
