"""A table as one JSON object, and back.

A snapshot leaves out most defaults, and the house: it names the digest of its rules and is read
with that house only. It holds no undealt card. Contradictions are refused (``table.sound``).
"""

from __future__ import annotations

from typing import Any, Literal, cast

from msgspec import NODEFAULT, Struct, defstruct, field
from msgspec.structs import FieldInfo, asdict, fields

from casinowar.errors import InputError
from casinowar.houses import House, rules_digest
from casinowar.table.message import Message
from casinowar.table.sound import check_table
from casinowar.table.state import Table
from casinowar.wire.convert import Json, from_json, to_json
from casinowar.wire.errors import WireError

FORMAT: Literal["casinowar-table/1"] = "casinowar-table/1"


class Snapshot(Message):
    """The whole table; fields at their defaults are left out."""

    format: Literal["casinowar-table/1"]
    rules: str
    table: Any


def _column(each: FieldInfo) -> tuple[str, Any, Any]:
    if each.default_factory is NODEFAULT:
        return each.name, each.type, each.default
    return each.name, each.type, field(default_factory=each.default_factory)


_SEEN: type[Struct] = defstruct(
    Table.__name__,
    [_column(each) for each in fields(Table) if each.name != "house"],
    omit_defaults=True,
    forbid_unknown_fields=True,
)


def snapshot_of(state: Table) -> Json:
    """The table as a JSON object."""
    seen = asdict(state)
    del seen["house"]
    seen["seats"], seen["hands"] = dict(state.seats), dict(state.hands)  # left out where empty
    rules = rules_digest(state.house)
    return cast("Json", to_json(Snapshot(format=FORMAT, rules=rules, table=_SEEN(**seen))))


def table_from_snapshot(snapshot: object, house: House) -> Table:
    """The table in a snapshot; an InputError says why it cannot be read with this house."""
    try:
        read = cast("Snapshot", from_json(snapshot, Snapshot))
    except WireError as error:
        raise error.under("snapshot") from None
    if read.rules != rules_digest(house):
        raise InputError(
            "snapshot.rules",
            f"the table was played under rules other than those of {house.name[:40]}",
        )
    table = read_table(read.table, house)
    try:
        check_table(table)
    except InputError as error:
        raise InputError(f"snapshot.table.{error.field}", error.reason) from None
    return table


def read_table(values: object, house: House) -> Table:
    """The table with these values; whether it can be one is not checked."""
    try:
        return Table(house=house, **asdict(from_json(values, _SEEN)))
    except WireError as error:
        raise error.under("snapshot.table") from None
