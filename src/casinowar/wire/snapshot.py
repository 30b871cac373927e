"""A table as one JSON object, and back.

A snapshot omits most defaults and the house: it has the digest of the rules and can be read only
with that house. It holds no undealt card. The rack is written as in a view. A snapshot that
contradicts itself is refused (``table.sound``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, cast

from msgspec import NODEFAULT, Struct, defstruct, field
from msgspec.structs import FieldInfo, asdict, fields

from casinowar.errors import InputError
from casinowar.houses import House, rules_digest
from casinowar.table.message import Message
from casinowar.table.sound import check_table
from casinowar.table.state import RackedCard, Table
from casinowar.table.words import parse_racked, rack_text
from casinowar.wire.convert import Json, from_json, to_json
from casinowar.wire.errors import WireError, wrong_value

FORMAT: Literal["casinowar-table/1"] = "casinowar-table/1"


class Snapshot(Message):
    """The whole table; fields at their defaults are omitted."""

    format: Literal["casinowar-table/1"]
    rules: str
    table: Any


_RACKS = ("rack_before", "rack_now")


def _column(each: FieldInfo) -> tuple[str, Any, Any]:
    if each.name in _RACKS:
        return each.name, tuple[str, ...], ()
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
    seen["seats"], seen["hands"] = dict(state.seats), dict(state.hands)  # omitted if empty
    for name in _RACKS:
        seen[name] = tuple([rack_text([card]) for card in seen[name]])
    rules = rules_digest(state.house)
    return cast("Json", to_json(Snapshot(format=FORMAT, rules=rules, table=_SEEN(**seen))))


def table_from_snapshot(snapshot: object, house: House) -> Table:
    """Read the table in a snapshot; an InputError says why it cannot be read with this house."""
    try:
        read = cast("Snapshot", from_json(snapshot, Snapshot))
    except WireError as error:
        raise error.under("snapshot") from None
    if read.rules != rules_digest(house):
        raise InputError(
            "snapshot.rules",
            f"the table was played under other rules than those of {house.name[:40]}",
        )
    table = read_table(read.table, house)
    try:
        check_table(table)
    except InputError as error:
        raise InputError(f"snapshot.table.{error.field}", error.reason) from None
    return table


def read_table(values: object, house: House) -> Table:
    """The table with these values, not checked for contradictions."""
    try:
        seen = asdict(from_json(values, _SEEN))
        for name in _RACKS:
            seen[name] = tuple(_racked(seen[name], name))
    except WireError as error:
        raise error.under("snapshot.table") from None
    return Table(house=house, **seen)


def _racked(rack: Iterable[str], name: str) -> Iterator[RackedCard]:
    for at, text in enumerate(rack):
        try:
            yield parse_racked(text)
        except ValueError:
            raise wrong_value('a card like "Kh", "[Kh]", "^Kh" or "??"', text).under(
                f"{name}[{at}]"
            ) from None
