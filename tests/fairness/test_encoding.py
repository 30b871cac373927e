"""The encoding: known answers, and numbers and texts that cannot be written.

Planted once and caught here: numbers of 2**53 and more let through, a field without its length.
"""

from __future__ import annotations

import pytest

from casinowar.errors import InputError
from casinowar.fairness.encoding import digest, encode, mac, sized, text, u8, u64
from tests.fairness.vectors import VECTORS, from_hex, secret


def test_an_encoding_its_hash_and_its_mac_are_the_known_ones() -> None:
    vector = VECTORS.encode
    fields = [from_hex(field) for field in vector.fields]
    assert encode(vector.tag, *fields).hex() == vector.bytes
    assert digest(vector.tag, *fields).hex() == vector.sha256
    assert mac(secret(vector.key), vector.tag, *fields).hex() == vector.hmac
    assert fields[2:] == [text("café"), u64(312)]


def test_a_sized_field_starts_with_its_length() -> None:
    assert sized(b"") == bytes(4)
    assert sized(b"abc") == b"\0\0\0\x03abc"


def test_the_largest_number_is_written() -> None:
    assert u64(2**53 - 1) == (2**53 - 1).to_bytes(8, "big")
    assert u8(255) == b"\xff"


@pytest.mark.parametrize(("write", "value"), [(u8, 256), (u8, -1), (u64, -1), (u64, 2**53)])
def test_a_number_that_does_not_fit_is_refused(write: type[bytes], value: int) -> None:
    with pytest.raises(InputError, match="does not fit"):
        write(value)


def test_text_that_is_no_utf8_and_too_many_fields_are_refused() -> None:
    with pytest.raises(InputError, match="UTF-8"):
        text("\ud800")
    with pytest.raises(InputError, match="at most 255"):
        encode("test", *[b""] * 256)
