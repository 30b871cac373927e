"""The one binary form of everything that is hashed, authenticated or sealed: ``casinowar/fair/1``.

Integers are unsigned and big-endian, text is UTF-8 and never normalised, and every field carries
its length, so two different lists of fields never have the same bytes::

    L(x)            = u32(length of x) ‖ x
    E(tag; f1 … fn) = 0x02 ‖ L("casinowar/fair/1/" ‖ tag) ‖ u8(n) ‖ L(f1) ‖ … ‖ L(fn)
    H(tag; …)       = SHA-256(E(tag; …))
    M(key, tag; …)  = HMAC-SHA-256(key, E(tag; …))

``sized`` is L, ``encode`` E, ``digest`` H and ``mac`` M. ``decode`` reads E strictly: what it
accepts, ``encode`` writes again byte for byte.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from casinowar.errors import InputError, shown
from casinowar.fairness.secret import Secret

PROTOCOL = "casinowar/fair/1/"
PREFIX = 0x02  # not 0x00 or 0x01, which mark the leaves and nodes of hash trees
HASH_BYTES = 32
NUMBER_LIMIT = 2**53  # every language reads smaller numbers exactly
FIELDS_MAX = 255
_LENGTH_BYTES = 4

# --- writing --------------------------------------------------------------------------------------


def u8(number: int) -> bytes:
    """A number as one byte."""
    return _number(number, 1)


def u16(number: int) -> bytes:
    """A number as two bytes."""
    return _number(number, 2)


def u32(number: int) -> bytes:
    """A number as four bytes."""
    return _number(number, 4)


def u64(number: int) -> bytes:
    """A number below 2**53 as eight bytes."""
    return _number(number, 8)


def _number(number: int, width: int) -> bytes:
    if not 0 <= number < min(256**width, NUMBER_LIMIT):
        # without the number: it may be a card
        raise InputError("number", f"does not fit into {8 * width} bits of the encoding")
    return number.to_bytes(width, "big")


def text(words: str) -> bytes:
    """Text as its UTF-8 bytes."""
    try:
        return words.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError("text", "cannot be written as UTF-8") from None


def sized(field: bytes) -> bytes:
    """L: a field after its length.

    >>> sized(b"Kh").hex(" ")
    '00 00 00 02 4b 68'
    """
    return len(field).to_bytes(_LENGTH_BYTES, "big") + field


def encode(tag: str, *fields: bytes) -> bytes:
    """E: a tag and its fields."""
    if len(fields) > FIELDS_MAX:
        raise InputError(tag, f"{len(fields)} fields, at most {FIELDS_MAX}")
    head = bytes((PREFIX,)) + sized(text(PROTOCOL + tag)) + bytes((len(fields),))
    return head + b"".join(map(sized, fields))


def digest(tag: str, *fields: bytes) -> bytes:
    """H: the SHA-256 of a tag and its fields."""
    return sha256(encode(tag, *fields)).digest()


def mac(key: Secret, tag: str, *fields: bytes) -> bytes:
    """M: the HMAC-SHA-256 of a tag and its fields."""
    return hmac.digest(key.reveal(), encode(tag, *fields), "sha256")


# --- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Width:
    """How many bytes a field has (None: any number of them), and whether they are a number."""

    width: int | None
    is_number: bool = False


U8, U16, U32, U64 = (Width(width, is_number=True) for width in (1, 2, 4, 8))
HASH = Width(HASH_BYTES)
SIGNATURE = Width(64)
ANY = Width(None)


def decode(data: bytes, tag: str, widths: Sequence[Width]) -> tuple[bytes, ...]:
    """The fields of an encoding that must have this tag and fields of these widths.

    An InputError for anything else; it names the fault and shows no byte of a field.
    """
    found, fields = split(data)
    if found != tag:
        raise InputError(tag, f"the tag is {shown(found)}")
    if len(fields) != len(widths):
        raise InputError(tag, f"{len(fields)} fields, not {len(widths)}")
    for index, (field, width) in enumerate(zip(fields, widths, strict=True), start=1):
        if width.width is not None and len(field) != width.width:
            raise InputError(tag, f"field {index} has {len(field)} bytes, not {width.width}")
        if width.is_number:
            number(field)
    return fields


def split(data: bytes) -> tuple[str, tuple[bytes, ...]]:
    """The tag and the fields of any encoding; an InputError if it is not exactly one."""
    if data[:1] != bytes((PREFIX,)):
        raise InputError("encoding", "does not begin with 0x02")
    name, at = _field(data, 1)
    tag = _tag(name)
    if at >= len(data):
        raise InputError("encoding", "ends before the number of fields")
    fields: list[bytes] = []
    count, at = data[at], at + 1
    for _ in range(count):
        field, at = _field(data, at)
        fields.append(field)
    if at != len(data):
        raise InputError("encoding", f"{len(data) - at} bytes after the last field")
    return tag, tuple(fields)


def number(field: bytes) -> int:
    """The number that a field holds; an InputError from 2**53 on."""
    value = int.from_bytes(field, "big")
    if value >= NUMBER_LIMIT:
        raise InputError("number", "is 2**53 or more")
    return value


def _field(data: bytes, at: int) -> tuple[bytes, int]:
    """The field at a place, and the place after it."""
    start = at + _LENGTH_BYTES
    end = start + int.from_bytes(data[at:start], "big")
    if start > len(data) or end > len(data):
        raise InputError("encoding", "ends within a field")
    return data[start:end], end


def _tag(name: bytes) -> str:
    try:
        full = name.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("encoding", "the tag is not UTF-8") from None
    if not full.startswith(PROTOCOL):
        raise InputError("encoding", f"the tag does not begin with {PROTOCOL}")
    return full.removeprefix(PROTOCOL)
