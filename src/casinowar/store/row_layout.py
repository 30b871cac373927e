"""How the rows of a database are laid out: the same columns in SQLite, PostgreSQL and a backup.

Only integers, text and bytes are stored, so that a row is the same tuple everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from casinowar.store.interface import (
    Answer,
    Document,
    HandRow,
    Json,
    Movement,
    Note,
    PersonRow,
    PlayerRow,
    RoundRow,
    Seed,
    SessionRow,
    StoredEvent,
    StoreError,
    TableRow,
)

_read_object = msgspec.json.Decoder(dict[str, Any]).decode
SESSIONS_KEPT_MS = 400 * 24 * 3600 * 1000  # after they have expired
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
        _shape("rules", "digest:t body:t", "digest"),
        _shape(
            "tables",
            "table_id:t created_ms:i owner:t settings:t rules:t version:i share_id:t",
            "table_id",
        ),
        _shape("seeds", "table_id:t shoe:i stream:t sealed:b", "table_id shoe"),
        _shape("snapshots", "table_id:t version:i body:b", "table_id version"),
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
            "voided:i dealer:t",
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


def table_cells(row: TableRow) -> Row:
    """A new table, without events."""
    settings = json_text(row.settings)
    return row.table, row.created_ms, row.owner, settings, row.rules, 0, row.share_id


def settings_cells(row: TableRow) -> Row:
    """What changes with the settings of a table: ``table_id, settings``."""
    return row.table, json_text(row.settings)


def person_cells(row: PersonRow) -> Row:
    """A person."""
    data = json_text(row.data)
    return (
        *(row.person, row.name, row.version, row.created_ms, data, row.sign_in, row.passphrase),
    )


def seed_cells(table: str, seed: Seed) -> Row:
    """The sealed seed of a shoe of a table."""
    return table, seed.shoe, seed.stream, seed.sealed


def event_cells(table: str, event: StoredEvent) -> Row:
    """An event of a table."""
    return (table, *event)


def answer_cells(answer: Answer) -> Row:
    """The answer to a command."""
    return answer.person, answer.command, answer.digest, answer.body


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
    return cells, hands


def note_cells(number: int, note: Note) -> Row:
    """A significant event."""
    data = json_text(note.data)
    return (
        *(number, note.at_ms, note.kind, note.table, note.round, note.person, note.actor, data),
    )


def document_cells(row: Document) -> Row:
    """A document."""
    body = json_text(row.body)
    return (*(row.kind, row.id, row.at_ms, row.table, row.owner, row.state, row.version, body),)


# --- from rows ------------------------------------------------------------------------------------


def json_object(text: str) -> Json:
    """A JSON object as it was given; a StoreError if the text is none, so it was damaged."""
    try:
        return _read_object(text)
    except msgspec.DecodeError as error:
        damaged = "a row of the database cannot be read: casinowar check says which"
        raise StoreError(damaged) from error


def table_row(row: Row) -> TableRow:
    """A table from ``table_id, created_ms, owner, settings, rules, share_id``."""
    table, created_ms, owner, settings, rules, share_id = row
    return TableRow(
        table=table,
        created_ms=created_ms,
        owner=owner,
        settings=json_object(settings),
        rules=rules,
        share_id=share_id,
    )


def stored_event(row: Row) -> StoredEvent:
    """An event from ``version, at_ms, actor, command, reason, given, body``."""
    return StoredEvent(*row)


def person_row(row: Row) -> PersonRow:
    """A person from all columns."""
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


def forgotten_before(row: SessionRow) -> int:
    """Sessions that expired before this time are forgotten when a new one is kept."""
    return row.created_ms - SESSIONS_KEPT_MS


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
    _, number, first_version, last_version, at_ms, day, rules, decks, voided, dealer = row
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
    """A significant event from all columns but its number."""
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


def document_row(row: Row) -> Document:
    """A document from all columns."""
    kind, name, at_ms, table, owner, state, version, body = row
    return Document(
        kind=kind,
        id=name,
        at_ms=at_ms,
        table=table,
        owner=owner,
        state=state,
        version=version,
        body=json_object(body),
    )
