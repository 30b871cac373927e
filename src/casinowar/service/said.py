"""What processes say to each other, as text: a command, its answer, a frame of events, a message.

Several items go into one text, which names the process it is for and the one that says it. A
message is a line that means something to the casino.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from casinowar.service.following import SharedFrame
from casinowar.service.ports import Frame
from casinowar.store.news import NEWS_MAX_BYTES

BETWEEN = "\x1e"  # items; no JSON text contains it
ROOM_BYTES = NEWS_MAX_BYTES - 200  # for items: a text is also signed
HEAD_BYTES = 12  # for the numbers of pieces
GIVEN, ANSWERED, SHOWN = "given", "answered", "shown"  # the first word of an item
ALL = "all"  # for whom a text is that every process should hear


class Given(msgspec.Struct, array_like=True, frozen=True, kw_only=True):
    """A command that another process should carry out."""

    number: int  # for the answer
    at_ms: int  # when it was passed on
    table: str
    id: str
    digest: str  # as hexadecimal digits
    reason: str
    command: dict[str, Any]
    person: str
    name: str
    age_years: int | None


class Answered(msgspec.Struct, array_like=True, frozen=True, kw_only=True):
    """The answer to one; without a body, whoever gave the command has to carry it out."""

    number: int
    version: int  # of the table: its events come before the answer
    body: str | None
    age_ms: int | None = None  # of the command, if that is why: it came too late, or too early


class Piece(NamedTuple):
    """A part of a frame of events."""

    about: str  # which frame
    table: str
    first: int
    version: int
    number: int
    last: int  # the number of the last piece
    text: str


Item: TypeAlias = Given | Answered | Piece | str

_encode = msgspec.json.Encoder().encode
_read_given = msgspec.json.Decoder(Given).decode
_read_answered = msgspec.json.Decoder(Answered).decode


def given_item(given: Given) -> str | None:
    """A command as an item; None if it is too long."""
    return _fitting(f"{GIVEN} {_encode(given).decode()}")


def answered_item(answered: Answered) -> str | None:
    """An answer as an item; None if it is too long."""
    return _fitting(f"{ANSWERED} {_encode(answered).decode()}")


def _fitting(item: str) -> str | None:
    return item if len(item.encode()) <= ROOM_BYTES else None


def shown_items(table: str, shared: SharedFrame) -> list[str]:
    """A frame as items, each of which has room in a text."""
    text, about = shared.frame.payload.decode(), f"{SHOWN} {table} {shared.first} {shared.version}"
    room = ROOM_BYTES - len(about) - HEAD_BYTES
    size = room if text.isascii() else room // 4
    starts = range(0, len(text), size)
    return [
        f"{about} {number} {len(starts)} {text[start : start + size]}"
        for number, start in enumerate(starts, 1)
    ]


def texts_of(to: str, sender: str, items: Iterable[str]) -> Iterator[str]:
    """Items in as few texts as possible."""
    some, size = list[str](), 0
    for item in items:
        length = len(item.encode()) + 1
        if some and size + length > ROOM_BYTES:
            yield BETWEEN.join((f"{to} {sender}", *some))
            some, size = [], 0
        some.append(item)
        size += length
    yield BETWEEN.join((f"{to} {sender}", *some))


def read_text(text: str) -> tuple[str, str, list[str]]:
    """For whom a text is, who says it, and its items."""
    about, *items = text.split(BETWEEN)
    to, _, sender = about.partition(" ")
    return to, sender, items


def read_item(item: str) -> Item:
    """What an item says; raises ValueError if it cannot be read."""
    word, _, written = item.partition(" ")
    if word == GIVEN:
        return _read_given(written)
    if word == ANSWERED:
        return _read_answered(written)
    if word != SHOWN:
        return item
    table, first, version, number, last, text = written.split(" ", 5)
    about = f"{table} {first} {version}"
    return Piece(about, table, int(first), int(version), int(number), int(last), text)


class Pieces:
    """Pieces of frames, by the process that sends them, until they are complete."""

    def __init__(self) -> None:
        self._have = dict[str, list[Piece]]()

    def add(self, sender: str, piece: Piece) -> SharedFrame | None:
        """A frame, if this was the last piece that was missing."""
        have = [] if piece.number == 1 else self._have.pop(sender, [])
        have = [one for one in have if one.about == piece.about]
        if len(have) != piece.number - 1:
            return None  # one of them was lost: so is the frame
        have.append(piece)
        if piece.number < piece.last:
            self._have[sender] = have
            return None
        text = "".join(one.text for one in have)
        return SharedFrame(piece.first, piece.version, Frame(text.encode()))
