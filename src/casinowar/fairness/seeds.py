"""The keys derived from the seed of a shoe, and the commitments of house and players.

Seed n belongs to shoe n of one table, which its origin names; numbers count from 1. Everything
about a shoe follows from its key::

    K = M(seed, "key"; id, SHA-256(C), X, "")

C has ``u8 seat ‖ commitment`` for every seat that sealed a value, X has ``u8 seat ‖ value`` for
every seat that opened it, both by ascending seat. The stack comes from K. Cut and depth are fixed
before anything is opened, so they come from the key with an empty X.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import StrEnum
from hashlib import sha256

from casinowar.errors import InputError
from casinowar.fairness.encoding import HASH_BYTES, digest, encode, mac, text, u8, u64
from casinowar.fairness.secret import SECRET_BYTES, Secret


class Label(StrEnum):
    """What a sub-key is for."""

    SHUFFLE = "shuffle"
    DEPTH = "depth"
    CUT = "cut"


def new_seed(random_bytes: Callable[[int], bytes] = os.urandom) -> Secret:
    """A new seed, from the operating system's generator."""
    return Secret(random_bytes(SECRET_BYTES))


def shoe_number(number: int) -> bytes:
    """The number of a shoe as a field; an InputError if it is not 1 or more."""
    if number < 1:
        raise InputError("shoe", "shoes are numbered from 1")
    return u64(number)


def commitment(origin: str, shoe: int, seed: Secret) -> bytes:
    """The house's commitment to the seed of a shoe: H("seed"; origin, u64 n, seed)."""
    return digest("seed", text(origin), shoe_number(shoe), seed.reveal())


def contribution(origin: str, shoe: int, seat: int, value: bytes) -> bytes:
    """A player's commitment to a value: H("contribution"; origin, u64 n, u8 seat, value).

    Shoe and seat are hashed in, so a commitment cannot be copied or kept for another shoe.
    """
    return digest("contribution", text(origin), shoe_number(shoe), u8(seat), _sized("value", value))


def shoe_key(
    seed: Secret, origin: str, shoe: int, sealed: Mapping[int, bytes], opened: Mapping[int, bytes]
) -> Secret:
    """K, the key of a shoe: ``sealed`` are commitments by seat, ``opened`` the values."""
    shoe_id = digest("shoe", text(origin), shoe_number(shoe))
    nobody = encode("rec/sealed", u64(0), shoe_id, b"")
    record = sha256(_by_seat("commitment", sealed) if sealed else nobody).digest()
    return Secret(mac(seed, "key", shoe_id, record, _by_seat("value", opened), b""))


def sub_key(key: Secret, label: Label) -> Secret:
    """The key of a shoe for one purpose."""
    return Secret(mac(key, "sub", text(label.value)))


def _by_seat(name: str, values: Mapping[int, bytes]) -> bytes:
    return b"".join(u8(seat) + _sized(name, values[seat]) for seat in sorted(values))


def _sized(name: str, value: bytes) -> bytes:
    if len(value) != HASH_BYTES:
        raise InputError(name, f"{len(value)} bytes, not {HASH_BYTES}")
    return value
