"""Sealed seeds: open only as the seed of their own shoe, with a key of the file, unchanged.

Planted once and caught here: associated data without the number, and without the origin; the oldest
key seals; a nonce that is always the same; re-sealing that leaves a seed with its old key.
"""

from __future__ import annotations

import inspect
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from casinowar.errors import InputError
from casinowar.fairness import KeyFile, Secret, new_seed, reseal, seal, unseal
from casinowar.fairness.encoding import encode, text, u64
from casinowar.fairness.keyfile import key_id
from casinowar.fairness.sealing import SEALED_BYTES

ORIGIN = "example.com/casinowar/t1"
SEED = Secret(bytes(range(32)))


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile.create(tmp_path / "keys")


def test_a_sealed_seed_is_what_its_page_says(keys: KeyFile) -> None:
    nonce = bytes(range(12))
    sealed = seal(keys, ORIGIN, 7, SEED, lambda count: nonce[:count])
    bound_to = encode("seal", text(ORIGIN), u64(7))
    closed = AESGCM(keys.newest.reveal()).encrypt(nonce, SEED.reveal(), bound_to)
    assert sealed == b"\x01" + key_id(keys.newest) + nonce + closed
    assert len(sealed) == SEALED_BYTES == 69


def test_a_seed_opens_as_it_was_and_is_not_in_the_sealed_bytes(keys: KeyFile) -> None:
    sealed = seal(keys, ORIGIN, 1, SEED)
    assert unseal(keys, ORIGIN, 1, sealed) == SEED
    assert SEED.reveal()[:8] not in sealed
    assert keys.newest.reveal()[:8] not in sealed


@pytest.mark.parametrize(("origin", "shoe"), [(ORIGIN, 2), (ORIGIN + "2", 1), ("", 1)])
def test_a_seed_does_not_open_for_another_shoe_or_table(
    keys: KeyFile, origin: str, shoe: int
) -> None:
    sealed = seal(keys, ORIGIN, 1, SEED)
    with pytest.raises(InputError, match="another shoe"):
        unseal(keys, origin, shoe, sealed)


def test_a_changed_byte_anywhere_is_noticed(keys: KeyFile) -> None:
    sealed = seal(keys, ORIGIN, 1, SEED)
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(InputError):
            unseal(keys, ORIGIN, 1, bytes(changed))


@pytest.mark.parametrize("sealed", [b"", bytes(32), bytes(SEALED_BYTES), b"\x01" * 70])
def test_what_is_not_a_sealed_seed_is_refused(keys: KeyFile, sealed: bytes) -> None:
    with pytest.raises(InputError, match="not a sealed seed"):
        unseal(keys, ORIGIN, 1, sealed)


def test_no_two_nonces_are_the_same(keys: KeyFile) -> None:
    sealed = {seal(keys, ORIGIN, 1, SEED)[9:21] for _ in range(200)}
    assert len(sealed) == 200
    for function in (seal, reseal):
        assert inspect.signature(function).parameters["random_bytes"].default is os.urandom


def test_the_keys_of_another_database_do_not_open_it(keys: KeyFile, tmp_path: Path) -> None:
    other = KeyFile.create(tmp_path / "other")
    with pytest.raises(InputError, match="has no key"):
        unseal(other, ORIGIN, 1, seal(keys, ORIGIN, 1, SEED))


# --- rotation -------------------------------------------------------------------------------------


def test_after_a_rotation_the_new_key_seals_and_the_old_one_opens(keys: KeyFile) -> None:
    old, sealed = keys.newest, seal(keys, ORIGIN, 1, SEED)
    keys.rotate()
    assert keys.newest != old
    assert unseal(keys, ORIGIN, 1, sealed) == SEED
    again = seal(keys, ORIGIN, 2, SEED)
    assert (sealed[1:9], again[1:9]) == (key_id(old), key_id(keys.newest))
    assert unseal(KeyFile(keys.path), ORIGIN, 2, again) == SEED


def test_re_sealing_changes_the_key_and_nothing_else(keys: KeyFile) -> None:
    seeds = {shoe: new_seed() for shoe in range(1, 9)}
    sealed = {shoe: seal(keys, ORIGIN, shoe, seed) for shoe, seed in seeds.items()}
    keys.rotate()
    sealed[8] = seal(keys, ORIGIN, 8, seeds[8])
    changed = reseal(keys, ORIGIN, sealed)
    assert set(changed) == set(range(1, 8))  # the eighth has the new key already
    assert {entry[1:9] for entry in changed.values()} == {key_id(keys.newest)}
    assert all(unseal(keys, ORIGIN, shoe, entry) == seeds[shoe] for shoe, entry in changed.items())
    assert reseal(keys, ORIGIN, {**sealed, **changed}) == {}


def test_one_seed_that_does_not_open_stops_the_re_sealing(keys: KeyFile) -> None:
    sealed = {shoe: seal(keys, ORIGIN, shoe, SEED) for shoe in (1, 2)}
    keys.rotate()
    with pytest.raises(InputError, match="shoe 1"):
        reseal(keys, ORIGIN, {1: sealed[2], 2: sealed[1]})


def test_a_running_process_finds_the_key_that_another_one_added(keys: KeyFile) -> None:
    running = KeyFile(keys.path)
    keys.rotate()
    assert unseal(running, ORIGIN, 1, seal(keys, ORIGIN, 1, SEED)) == SEED
    assert running.newest == keys.newest
