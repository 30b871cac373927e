"""The one binary form of everything that is hashed, authenticated or sealed: ``casinowar/fair/1``.

Integers are unsigned and big-endian, text is UTF-8 and never normalised, and every field carries
its length, so two different lists of fields never have the same bytes::

    L(x)            = u32(length of x) ‖ x
    E(tag; f1 … fn) = 0x02 ‖ L("casinowar/fair/1/" ‖ tag) ‖ u8(n) ‖ L(f1) ‖ … ‖ L(fn)
    H(tag; …)       = SHA-256(E(tag; …))
    M(key, tag; …)  = HMAC-SHA-256(key, E(tag; …))

``sized`` is L, ``encode`` E, ``digest`` H and ``mac`` M. Nothing is ever read back from this form.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from casinowar.errors import InputError
from casinowar.fairness.secret import Secret

PROTOCOL = "casinowar/fair/1/"
PREFIX = 0x02  # not 0x00 or 0x01, which mark the leaves and nodes of hash trees
HASH_BYTES = 32
NUMBER_LIMIT = 2**53  # every language reads smaller numbers exactly
FIELDS_MAX = 255
_LENGTH_BYTES = 4


def u8(number: int) -> bytes:
    """A number as one byte."""
    return _number(number, 1)


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
