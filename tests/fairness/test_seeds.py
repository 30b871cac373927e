"""Seeds, commitments and keys, against the known answers.

Planted once and caught here: X in the order of arrival, a commitment without the number of the
shoe, a link without its seat.
"""

from __future__ import annotations

import inspect
import os

import pytest

from casinowar.errors import InputError
from casinowar.fairness.secret import Secret
from casinowar.fairness.seeds import Label, commitment, link, new_seed, shoe_key, sub_key
from tests.fairness.vectors import VECTORS, ShoeVector, from_hex, secret

EVERY_SHOE = pytest.mark.parametrize("shoe", VECTORS.shoes, ids=lambda shoe: shoe.name)


def key_of(shoe: ShoeVector) -> Secret:
    # as they may arrive: the last seat first
    revealed = {seat: from_hex(shoe.revealed[seat]) for seat in sorted(shoe.revealed, reverse=True)}
    return shoe_key(
        secret(shoe.seed),
        from_hex(shoe.shoe_id),
        from_hex(shoe.sealed_record),
        revealed,
        from_hex(shoe.beacon),
    )


@EVERY_SHOE
def test_the_commitment_of_a_seed(shoe: ShoeVector) -> None:
    assert commitment(shoe.origin, shoe.shoe, secret(shoe.seed)).hex() == shoe.commitment
    assert commitment(shoe.origin, shoe.shoe + 1, secret(shoe.seed)).hex() != shoe.commitment


@EVERY_SHOE
def test_the_commitments_of_players(shoe: ShoeVector) -> None:
    for seat, value in shoe.entropy.items():
        assert link(from_hex(shoe.shoe_id), seat, from_hex(value)).hex() == shoe.commits[seat]


@EVERY_SHOE
def test_the_key_of_a_shoe_and_its_sub_keys(shoe: ShoeVector) -> None:
    key = key_of(shoe)
    assert key.reveal().hex() == shoe.K
    assert {label: sub_key(key, label).reveal().hex() for label in Label} == shoe.sub_keys


def test_shoes_count_from_one() -> None:
    with pytest.raises(InputError, match="from 1"):
        commitment("example.com/t1", 0, new_seed())


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(InputError, match="not 32"):
        new_seed(lambda _: bytes(size))


@pytest.mark.parametrize(
    ("shoe_id", "value", "beacon"),
    [
        (bytes(31), bytes(32), b""),
        (bytes(32), bytes(33), b""),
        (bytes(32), bytes(32), bytes(31)),
    ],
)
def test_ids_values_and_beacons_have_32_bytes(shoe_id: bytes, value: bytes, beacon: bytes) -> None:
    with pytest.raises(InputError, match="not 32"):
        shoe_key(new_seed(), shoe_id, b"", {1: value}, beacon)
    if not beacon:
        with pytest.raises(InputError, match="not 32"):
            link(shoe_id, 1, value)


def test_a_seed_comes_from_the_operating_system() -> None:
    """Whether its bits are random cannot be tested; where they come from can."""
    assert inspect.signature(new_seed).parameters["random_bytes"].default is os.urandom
    asked: list[int] = []

    def random_bytes(count: int) -> bytes:
        asked.append(count)
        return bytes(range(count))

    assert new_seed(random_bytes) == Secret(bytes(range(32)))
    assert asked == [32]
    assert len({new_seed().reveal() for _ in range(100)}) == 100
