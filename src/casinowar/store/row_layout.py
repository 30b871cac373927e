"""How the rows of a database are laid out: the same columns in SQLite, PostgreSQL and a backup.

Only integers, text and bytes are stored, so that a row is the same tuple everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeVar

import msgspec

from casinowar.store.interface import HandRow, Json, RoundRow, StoreError, TableRow

_read_object = msgspec.json.Decoder(dict[str, Any]).decode
Cell = int | str | bytes | None
Row = tuple[Any, ...]  # of cells; what each holds is in SHAPES
Stored = TypeVar("Stored")


@dataclass(frozen=True, slots=True)
class Shape:
    """A database table: its columns in order, and the type of each (i, t or b)."""

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    key: tuple[str, ...]


def _shape(name: str, columns: str, key: str) -> Shape:
    pairs = [column.split(":") for column in columns.split()]
    return Shape(
        name,
        tuple(column for column, _ in pairs),
        tuple(kind for _, kind in pairs),
        tuple(key.split()),
    )


# in the order in which they can be filled: tables that others refer to come first
SHAPES = {
    shape.name: shape
    for shape in (
        _shape("rules", "digest:t body:t", "digest"),
        _shape(
            "tables",
            "table_id:t created_ms:i owner:t settings:t rules:t version:i share_id:t",
            "table_id",
        ),
        _shape("seeds", "table_id:t shoe:i stream:t sealed:b", "table_id shoe"),
        _shape("snapshots", "table_id:t version:i body:b head:b", "table_id version"),
        _shape(
            "events",
            "table_id:t version:i at_ms:i actor:t command:t reason:t given:b body:b",
            "table_id version",
        ),
        _shape(
            "persons",
            "person:t name:t version:i created_ms:i data:t sign_in:t passphrase:t",
            "person",
        ),
        _shape("sessions", "digest:b person:t created_ms:i expires_ms:i client:t", "digest"),
        _shape("accounts", "number:i account:t balance_cents:i", "number"),
        _shape(
            "postings",
            "number:i entry:i at_ms:i account:i cents:i balance_cents:i kind:t table_id:t "
            "version:i",
            "number",
        ),
        _shape("answers", "person:t command:t digest:b body:b", "person command"),
        _shape("once", "key:t", "key"),
        _shape(
            "rounds",
            "table_id:t round:i first_version:i last_version:i at_ms:i day:t rules:t decks:i "
            "shoe:i voided:i dealer:t",
            "table_id round",
        ),
        _shape(
            "shoe_steps",
            "table_id:t shoe:i step:i version:i at_ms:i contributors:i withheld:i",
            "table_id shoe step",
        ),
        _shape(
            "hands",
            "table_id:t round:i hand:i at_ms:i seat:i person:t outcome:t wagered_cents:i "
            "returned_cents:i detail:t",
            "table_id round hand",
        ),
        _shape(
            "notes",
            "number:i at_ms:i kind:t table_id:t round:i person:t actor:t data:t",
            "number",
        ),
        _shape(
            "documents",
            "kind:t id:t at_ms:i table_id:t owner:t state:t version:i body:t",
            "kind id",
        ),
    )
}


def columns(name: str) -> str:
    """The columns of a table, for a statement."""
    return ", ".join(SHAPES[name].columns)


# --- to rows --------------------------------------------------------------------------------------


def json_text(value: Json) -> str:
    """A JSON object as it is stored."""
    return msgspec.json.encode(value).decode()


def cells(stored: Any) -> Row:
    """An object as a row; its fields are in the order of the columns."""
    return tuple(_written(getattr(stored, field.name)) for field in fields(stored))


def _written(value: Any) -> Cell:
    if isinstance(value, dict):
        return json_text(value)
    return int(value) if isinstance(value, bool) else value


def table_cells(row: TableRow) -> Row:
    """The row of a new table, without events."""
    *before, share_id = cells(row)
    return *before, 0, share_id


def round_cells(table: str, row: RoundRow) -> tuple[Row, list[Row]]:
    hands: list[Row] = [
        (table, row.round, place, row.at_ms, *cells(hand)) for place, hand in enumerate(row.hands)
    ]
    return (table, *cells(row)[:-1]), hands


# --- from rows ------------------------------------------------------------------------------------


def json_object(text: str) -> Json:
    """Parse a stored JSON object; StoreError if the text is damaged."""
    try:
        return _read_object(text)
    except msgspec.DecodeError as error:
        damaged = "a row of the database cannot be read: casinowar check says which"
        raise StoreError(damaged) from error


def from_row(kind: Callable[..., Stored], row: Row) -> Stored:
    """The object of a row; the cells are in the order of its fields."""
    read = _readers(kind)
    return kind(**{name: reader(cell) for (name, reader), cell in zip(read, row, strict=True)})


@cache
def _readers(kind: Any) -> list[tuple[str, Callable[[Any], Any]]]:
    """The fields of a kind of row, and how the cell of each is read."""
    special: dict[Any, Callable[[Any], Any]] = {"Json": json_object, "bool": bool}
    return [(field.name, special.get(field.type, _as_it_is)) for field in fields(kind)]


def _as_it_is(cell: Any) -> Any:
    return cell


def round_row(row: Row, hands: Iterable[Row]) -> RoundRow:
    return from_row(RoundRow, (*row[1:], tuple(hand_row(hand) for hand in hands)))


def hand_row(row: Row) -> HandRow:
    return from_row(HandRow, row[4:])
