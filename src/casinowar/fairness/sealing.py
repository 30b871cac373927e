"""Seeds as the database keeps them: sealed by AES-256-GCM with a key that is not in the database.

A sealed seed is 69 bytes: a version, the id of its key, a random nonce, and the ciphertext with its
tag. Origin and number of the shoe are authenticated with it, so a seed that was moved to another
shoe or another table does not open.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from casinowar.errors import InputError
from casinowar.fairness.encoding import encode, text
from casinowar.fairness.keyfile import ID_BYTES, KeyFile, key_id
from casinowar.fairness.secret import SECRET_BYTES, Secret
from casinowar.fairness.seeds import shoe_number

VERSION = b"\x01"
NONCE_BYTES = 12
TAG_BYTES = 16
SEALED_BYTES = len(VERSION) + ID_BYTES + NONCE_BYTES + SECRET_BYTES + TAG_BYTES
_NONCE_AT = len(VERSION) + ID_BYTES
_TEXT_AT = _NONCE_AT + NONCE_BYTES


def seal(
    keys: KeyFile,
    origin: str,
    shoe: int,
    seed: Secret,
    random_bytes: Callable[[int], bytes] = os.urandom,
) -> bytes:
    """The seed of a shoe, sealed with the newest key. The nonce must never repeat for a key."""
    key, nonce = keys.newest, random_bytes(NONCE_BYTES)
    closed = AESGCM(key.reveal()).encrypt(nonce, seed.reveal(), _bound_to(origin, shoe))
    return VERSION + key_id(key) + nonce + closed


def unseal(keys: KeyFile, origin: str, shoe: int, sealed: bytes) -> Secret:
    """The seed of a shoe; an InputError if it is not the seed of exactly this shoe."""
    key = keys.key(_key_of(shoe, sealed))
    nonce, closed = sealed[_NONCE_AT:_TEXT_AT], sealed[_TEXT_AT:]
    try:
        return Secret(AESGCM(key.reveal()).decrypt(nonce, closed, _bound_to(origin, shoe)))
    except InvalidTag:
        raise InputError(
            "seed", f"the seed of shoe {shoe} was changed, or belongs to another shoe or table"
        ) from None


def reseal(
    keys: KeyFile,
    origin: str,
    sealed: Mapping[int, bytes],
    random_bytes: Callable[[int], bytes] = os.urandom,
) -> dict[int, bytes]:
    """The sealed seeds, by shoe, that an older key sealed, sealed again with the newest key.

    The seeds themselves do not change. A second run returns nothing, so this can be interrupted.
    """
    newest = key_id(keys.newest)
    return {
        shoe: seal(keys, origin, shoe, unseal(keys, origin, shoe, old), random_bytes)
        for shoe, old in sealed.items()
        if _key_of(shoe, old) != newest
    }


def _bound_to(origin: str, shoe: int) -> bytes:
    return encode("seal", text(origin), shoe_number(shoe))


def _key_of(shoe: int, sealed: bytes) -> bytes:
    if len(sealed) != SEALED_BYTES or sealed[: len(VERSION)] != VERSION:
        raise InputError("seed", f"the seed of shoe {shoe} is not a sealed seed")
    return sealed[len(VERSION) : _NONCE_AT]
