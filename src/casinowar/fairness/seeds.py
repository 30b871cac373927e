"""From the seed of a shoe to its keys, and what a seed or a player's value is committed by.

Seed n belongs to shoe n of one table, which its origin names; numbers count from 1. Everything
about a shoe follows from its key::

    K = M(seed, "key"; shoe id, SHA-256(sealed record), X, B)

X is what each contributing seat revealed, B a public beacon's value or nothing. These functions
only compute. Nothing is published here, so nothing is proved here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import StrEnum
from hashlib import sha256

from casinowar.errors import InputError
from casinowar.fairness.encoding import HASH_BYTES, digest, mac, text, u8, u64
from casinowar.fairness.secret import SECRET_BYTES, Secret


class Label(StrEnum):
    """What a sub-key is for."""

    SHUFFLE = "shuffle"
    SALT = "salt"
    DEPTH = "depth"
    CUT = "cut"
    LATE = "late"


def new_seed(random_bytes: Callable[[int], bytes] = os.urandom) -> Secret:
    """A new seed, from the operating system's generator."""
    return Secret(random_bytes(SECRET_BYTES))


def shoe_number(number: int) -> bytes:
    """The number of a shoe as a field; an InputError if it is not 1 or more."""
    if number < 1:
        raise InputError("shoe", "shoes are numbered from 1")
    return u64(number)


def commitment(origin: str, shoe: int, seed: Secret) -> bytes:
    """What commits the house to the seed of a shoe: H("seed"; origin, u64 n, seed)."""
    return digest("seed", text(origin), shoe_number(shoe), seed.reveal())


def link(shoe_id: bytes, seat: int, value: bytes) -> bytes:
    """The value before this one in a seat's chain; a player commits to a value by its link.

    Shoe and seat are hashed in, so a commitment cannot be copied or kept for another shoe.
    """
    _sized("shoe id", shoe_id)
    _sized("value", value)
    return digest("link", shoe_id, u8(seat), value)


def shoe_key(
    seed: Secret, shoe_id: bytes, sealed_record: bytes, revealed: Mapping[int, bytes], beacon: bytes
) -> Secret:
    """K, the key of a shoe. ``revealed`` is by seat; ``beacon`` has 32 bytes, or none."""
    _sized("shoe id", shoe_id)
    if beacon:
        _sized("beacon", beacon)
    for value in revealed.values():
        _sized("value", value)
    values = b"".join(u8(seat) + revealed[seat] for seat in sorted(revealed))
    return Secret(mac(seed, "key", shoe_id, sha256(sealed_record).digest(), values, beacon))


def sub_key(key: Secret, label: Label) -> Secret:
    """The key of a shoe for one purpose."""
    return Secret(mac(key, "sub", text(label.value)))


def _sized(name: str, value: bytes) -> None:
    if len(value) != HASH_BYTES:
        raise InputError(name, f"{len(value)} bytes, not {HASH_BYTES}")
