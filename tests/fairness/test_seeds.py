"""Seeds, commitments and keys, against the known answers.

Planted once and caught here: X in the order of arrival, a commitment without the number of the
shoe, a contribution without its seat.
"""

from __future__ import annotations

import inspect
import os

import pytest

from casinowar.errors import InputError
from casinowar.fairness.secret import Secret
from casinowar.fairness.seeds import commitment, contribution, new_seed, shoe_key
from tests.fairness.vectors import VECTORS, ShoeVector, from_hex, secret

EVERY_SHOE = pytest.mark.parametrize("shoe", VECTORS.shoes, ids=lambda shoe: shoe.name)


@EVERY_SHOE
def test_the_commitment_of_a_seed(shoe: ShoeVector) -> None:
    assert commitment(shoe.origin, shoe.shoe, secret(shoe.seed)).hex() == shoe.commitment
    assert commitment(shoe.origin, shoe.shoe + 1, secret(shoe.seed)).hex() != shoe.commitment


@EVERY_SHOE
def test_the_commitments_of_players(shoe: ShoeVector) -> None:
    for each in shoe.contributions:
        value = from_hex(each.value)
        found = contribution(shoe.origin, shoe.shoe, each.seat, value)
        assert found.hex() == each.commitment
        assert contribution(shoe.origin, shoe.shoe, each.seat + 1, value) != found
        assert contribution(shoe.origin, shoe.shoe + 1, each.seat, value) != found


@EVERY_SHOE
def test_the_key_of_a_shoe(shoe: ShoeVector) -> None:
    # as they may arrive: the last seat first
    parts = sorted(shoe.contributions, key=lambda each: -each.seat)
    sealed = {each.seat: from_hex(each.commitment) for each in parts}
    opened = {each.seat: from_hex(each.value) for each in parts if each.opened}
    for values, key in (({}, shoe.key_before_opening), (opened, shoe.key)):
        found = shoe_key(secret(shoe.seed), shoe.origin, shoe.shoe, sealed, values)
        assert found.reveal().hex() == key


def test_shoes_count_from_one() -> None:
    with pytest.raises(InputError, match="from 1"):
        commitment("example.com/t1", 0, new_seed())


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(InputError, match="not 32"):
        new_seed(lambda _: bytes(size))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_commitments_and_values_have_32_bytes(size: int) -> None:
    for sealed, opened in (({1: bytes(size)}, {}), ({1: bytes(32)}, {1: bytes(size)})):
        with pytest.raises(InputError, match="not 32"):
            shoe_key(new_seed(), "here", 1, sealed, opened)
    with pytest.raises(InputError, match="not 32"):
        contribution("here", 1, 1, bytes(size))


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
