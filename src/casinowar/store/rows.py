"""How the rows of a database are laid out: the same columns in SQLite, PostgreSQL and a backup.

Only integers, text and bytes are stored, so that a row is the same tuple everywhere. Most rows end
with a ``mark``, a checksum of the rest: ``check`` finds a row that was changed by anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import msgspec

from casinowar.store.port import (
    Answer,
    HandRow,
    Json,
    Movement,
    Note,
    PersonRow,
    PlayerRow,
    RoundRow,
    SessionRow,
    StoredEvent,
    StoreError,
    TableRow,
)

_read_object = msgspec.json.Decoder(dict[str, Any]).decode
Cell = int | str | bytes | None
Row = tuple[Any, ...]  # of cells; what each holds is in SHAPES


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


# in an order in which they can be filled: what is referred to comes first
SHAPES = {
    shape.name: shape
    for shape in (
        _shape("rules", "digest:t body:t mark:i", "digest"),
        _shape(
            "tables",
            "table_id:t created_ms:i owner:t settings:t rules:t mark:i version:i",
            "table_id",
        ),
        _shape("seeds", "table_id:t shoe:i sealed:b mark:i", "table_id shoe"),
        _shape("snapshots", "table_id:t version:i body:b mark:i", "table_id version"),
        _shape(
            "events",
            "table_id:t version:i at_ms:i actor:t command:t reason:t body:b mark:i",
            "table_id version",
        ),
        _shape(
            "persons",
            "person:t name:t version:i created_ms:i data:t sign_in:t passphrase:t mark:i",
            "person",
        ),
        _shape("sessions", "digest:b person:t created_ms:i expires_ms:i client:t", "digest"),
        _shape("accounts", "number:i account:t balance_cents:i", "number"),
        _shape(
            "postings",
            "number:i entry:i at_ms:i account:i cents:i balance_cents:i kind:t table_id:t "
            "version:i mark:i",
            "number",
        ),
        _shape("answers", "person:t command:t digest:b body:b mark:i", "person command"),
        _shape("once", "key:t", "key"),
        _shape(
            "rounds",
            "table_id:t round:i first_version:i last_version:i at_ms:i day:t rules:t decks:i "
            "voided:i dealer:t mark:i",
            "table_id round",
        ),
        _shape(
            "hands",
            "table_id:t round:i hand:i at_ms:i seat:i person:t outcome:t wagered_cents:i "
            "returned_cents:i detail:t",
            "table_id round hand",
        ),
        _shape(
            "notes",
            "number:i at_ms:i kind:t table_id:t round:i person:t actor:t data:t mark:i",
            "number",
        ),
    )
}


def columns(name: str) -> str:
    """The columns of a table, for a statement."""
    return ", ".join(SHAPES[name].columns)


# --- marks ----------------------------------------------------------------------------------------


def mark(*cells: Cell) -> int:
    """The checksum of some cells."""
    return crc32(b"\x1f".join(c if isinstance(c, bytes) else str(c).encode() for c in cells))


def event_mark(
    table: str, version: int, at_ms: int, actor: str, command: str, reason: str, body: bytes
) -> int:
    """The mark of an event; written out because there are so many."""
    return crc32(body, crc32(f"{table} {version} {at_ms} {actor} {command} {reason}".encode()))


def posting_mark(
    number: int,
    entry: int,
    at_ms: int,
    account: int,
    cents: int,
    balance_cents: int,
    kind: str,
    table: str,
    version: int,
) -> int:
    """The mark of a posting; written out because there are so many."""
    text = f"{number} {entry} {at_ms} {account} {cents} {balance_cents} {kind} {table} {version}"
    return crc32(text.encode())


def round_mark(round_cells: Sequence[Cell], hands: Iterable[Sequence[Cell]]) -> int:
    """The mark of a round: of its own cells and those of all its hands."""
    return mark(*round_cells, *(cell for hand in hands for cell in hand))


# --- to rows --------------------------------------------------------------------------------------


def json_text(value: Json) -> str:
    """A JSON object as it is stored."""
    return msgspec.json.encode(value).decode()


def marked(*cells: Cell) -> Row:
    """The row with these cells and their mark."""
    return (*cells, mark(*cells))


def table_cells(row: TableRow) -> Row:
    """A new table, without events."""
    settings = json_text(row.settings)
    return (*marked(row.table, row.created_ms, row.owner, settings, row.rules), 0)


def settings_cells(row: TableRow) -> Row:
    """What changes with the settings of a table: ``table_id, settings, mark``."""
    table, _, _, settings, _, its_mark, _ = table_cells(row)
    return table, settings, its_mark


def person_cells(row: PersonRow) -> Row:
    """A person."""
    data = json_text(row.data)
    return marked(
        *(row.person, row.name, row.version, row.created_ms, data, row.sign_in, row.passphrase)
    )


def event_cells(table: str, event: StoredEvent) -> Row:
    """An event of a table."""
    return (table, *event, event_mark(table, *event))


def answer_cells(answer: Answer) -> Row:
    """The answer to a command."""
    return marked(answer.person, answer.command, answer.digest, answer.body)


def round_cells(table: str, row: RoundRow) -> tuple[Row, list[Row]]:
    """A round and its hands."""
    hands: list[Row] = [
        (
            *(table, row.round, place, row.at_ms, hand.seat, hand.person, hand.outcome),
            *(hand.wagered_cents, hand.returned_cents, json_text(hand.detail)),
        )
        for place, hand in enumerate(row.hands)
    ]
    cells = (
        *(table, row.round, row.first_version, row.last_version, row.at_ms, row.day, row.rules),
        *(row.decks, int(row.voided), row.dealer),
    )
    return (*cells, round_mark(cells, hands)), hands


def note_cells(number: int, note: Note) -> Row:
    """A significant event."""
    data = json_text(note.data)
    return marked(
        *(number, note.at_ms, note.kind, note.table, note.round, note.person, note.actor, data)
    )


# --- from rows ------------------------------------------------------------------------------------


def json_object(text: str) -> Json:
    """A JSON object as it was given; a StoreError if the text is none, so it was damaged."""
    try:
        return _read_object(text)
    except msgspec.DecodeError as error:
        damaged = "a row of the database cannot be read: casinowar check says which"
        raise StoreError(damaged) from error


def table_row(row: Row) -> TableRow:
    """A table from ``table_id, created_ms, owner, settings, rules``."""
    table, created_ms, owner, settings, rules = row
    return TableRow(
        table=table,
        created_ms=created_ms,
        owner=owner,
        settings=json_object(settings),
        rules=rules,
    )


def stored_event(row: Row) -> StoredEvent:
    """An event from ``version, at_ms, actor, command, reason, body``."""
    return StoredEvent(*row)


def person_row(row: Row) -> PersonRow:
    """A person from all columns but the mark."""
    person, name, version, created_ms, data, sign_in, passphrase = row
    return PersonRow(
        person=person,
        name=name,
        version=version,
        created_ms=created_ms,
        data=json_object(data),
        sign_in=sign_in,
        passphrase=passphrase,
    )


def session_row(row: Row) -> SessionRow:
    """A session from all columns."""
    digest, person, created_ms, expires_ms, client = row
    return SessionRow(
        digest=bytes(digest),
        person=person,
        created_ms=created_ms,
        expires_ms=expires_ms,
        client=client,
    )


def session_cells(row: SessionRow) -> tuple[bytes, str, int, int, str]:
    """A session as it is inserted."""
    return row.digest, row.person, row.created_ms, row.expires_ms, row.client


def player_row(person: PersonRow, balances: dict[str, int], played: Row) -> PlayerRow:
    """A player from ``rounds, wagered_cents, returned_cents, last_round_ms``."""
    rounds, wagered_cents, returned_cents, last_round_ms = played
    return PlayerRow(
        person=person,
        balances=balances,
        rounds=rounds,
        wagered_cents=wagered_cents,
        returned_cents=returned_cents,
        last_round_ms=last_round_ms,
    )


def movement(row: Row) -> Movement:
    """A posting from ``number, at_ms, account, cents, balance_cents, kind, table_id, version``."""
    number, at_ms, account, cents, balance_cents, kind, table, version = row
    return Movement(
        number=number,
        at_ms=at_ms,
        account=account,
        cents=cents,
        balance_cents=balance_cents,
        kind=kind,
        table=table,
        version=version,
    )


def round_row(row: Row, hands: Iterable[Row]) -> RoundRow:
    """A round and its hands, from all their columns."""
    _, number, first_version, last_version, at_ms, day, rules, decks, voided, dealer, _ = row
    return RoundRow(
        round=number,
        first_version=first_version,
        last_version=last_version,
        at_ms=at_ms,
        day=day,
        rules=rules,
        decks=decks,
        voided=bool(voided),
        dealer=dealer,
        hands=tuple(hand_row(hand) for hand in hands),
    )


def hand_row(row: Row) -> HandRow:
    """A hand from all its columns."""
    _, _, _, _, seat, person, outcome, wagered_cents, returned_cents, detail = row
    return HandRow(
        seat=seat,
        person=person,
        outcome=outcome,
        wagered_cents=wagered_cents,
        returned_cents=returned_cents,
        detail=json_object(detail),
    )


def note_row(row: Row) -> Note:
    """A significant event from all columns but its number and the mark."""
    at_ms, kind, table, number, person, actor, data = row
    return Note(
        at_ms=at_ms,
        kind=kind,
        table=table,
        round=number,
        person=person,
        actor=actor,
        data=json_object(data),
    )
