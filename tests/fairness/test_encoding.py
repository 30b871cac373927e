"""The encoding: known answers, and a decoder that accepts nothing but what the encoder writes.

Planted once and caught here: a decoder that ignores trailing bytes, one that takes any prefix, one
that ignores the widths, numbers of 2**53 and more let through.
"""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import InputError
from casinowar.fairness.encoding import (
    ANY,
    HASH,
    SIGNATURE,
    U8,
    U16,
    U32,
    U64,
    Width,
    decode,
    digest,
    encode,
    mac,
    number,
    sized,
    split,
    text,
    u8,
    u16,
    u32,
    u64,
)
from tests.fairness.vectors import VECTORS, ShoeVector, from_hex, secret

OPEN = (
    *(U64, ANY, U64, HASH, HASH, U8, ANY, U8, U8),
    *(ANY, U8, U8, U16, U16, U8, ANY, ANY, U32),
)
SEALED = (U64, HASH, ANY)


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


@pytest.mark.parametrize("shoe", VECTORS.shoes, ids=lambda shoe: shoe.name)
def test_records_decode_and_encode_to_the_same_bytes(shoe: ShoeVector) -> None:
    opened = decode(from_hex(shoe.open_record), "rec/open", OPEN)
    assert encode("rec/open", *opened).hex() == shoe.open_record
    assert (opened[1], number(opened[2])) == (text(shoe.origin), shoe.shoe)
    assert (opened[3].hex(), number(opened[5])) == (shoe.commitment, shoe.cards // 52)
    assert sha256(from_hex(shoe.open_record)).hexdigest() == shoe.shoe_id
    sealed = decode(from_hex(shoe.sealed_record), "rec/sealed", SEALED)
    assert encode("rec/sealed", *sealed).hex() == shoe.sealed_record
    commits = b"".join(u8(seat) + from_hex(shoe.commits[seat]) for seat in sorted(shoe.commits))
    assert sealed[1:] == (from_hex(shoe.shoe_id), commits)


GOOD = encode("test", u8(7), u64(312), b"any")
WIDTHS = (U8, U64, ANY)
TAG = sized(text("casinowar/fair/1/test"))


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "begin"),
        (b"\x00" + GOOD[1:], "begin"),
        (b"\x01" + GOOD[1:], "begin"),
        (b"\x03" + GOOD[1:], "begin"),
        (GOOD[:1], "within a field"),
        (GOOD[:4], "within a field"),
        (GOOD[: 1 + len(TAG)], "number of fields"),
        (GOOD[:-1], "within a field"),
        (GOOD + b"\0", "1 bytes after"),
        (GOOD + GOOD, "after the last field"),
        (b"\x02" + sized(b"casinowar/fair/2/test") + GOOD[1 + len(TAG) :], "casinowar/fair/1/"),
        (b"\x02" + sized(b"casinowar/fair/1/\xff") + GOOD[1 + len(TAG) :], "UTF-8"),
        (encode("other", u8(7), u64(312), b"any"), "the tag is 'other'"),
        (encode("test", u8(7), u64(312)), "2 fields, not 3"),
        (encode("test", u8(7), u64(312), b"any", b""), "4 fields, not 3"),
        (encode("test", u16(7), u64(312), b"any"), "field 1 has 2 bytes, not 1"),
        (encode("test", b"", u64(312), b"any"), "field 1 has 0 bytes, not 1"),
        (encode("test", u8(7), u32(312), b"any"), "field 2 has 4 bytes, not 8"),
        (encode("test", u8(7), (2**53).to_bytes(8, "big"), b"any"), "2**53"),
        (encode("test", u8(7), b"\xff" * 8, b"any"), "2**53"),
        # a count that the fields do not bear out
        (GOOD[: 1 + len(TAG)] + u8(2) + GOOD[2 + len(TAG) :], "after the last field"),
        (GOOD[: 1 + len(TAG)] + u8(4) + GOOD[2 + len(TAG) :], "within a field"),
        # a length beyond the end
        (b"\x02\xff\xff\xff\xff" + GOOD[5:], "within a field"),
    ],
)
def test_anything_else_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(InputError) as refused:
        decode(data, "test", WIDTHS)
    assert fault in str(refused.value)


def test_the_largest_number_is_read_and_written() -> None:
    data = encode("test", u8(255), u64(2**53 - 1), b"")
    assert [number(field) for field in decode(data, "test", WIDTHS)] == [255, 2**53 - 1, 0]


@pytest.mark.parametrize(
    ("write", "value"),
    [(u8, 256), (u8, -1), (u16, 65_536), (u32, 2**32), (u64, 2**53), (u64, -1)],
)
def test_a_number_that_does_not_fit_is_refused(write: type[bytes], value: int) -> None:
    with pytest.raises(InputError):
        write(value)


def test_text_that_is_no_utf8_and_too_many_fields_are_refused() -> None:
    with pytest.raises(InputError):
        text("\ud800")
    with pytest.raises(InputError):
        encode("test", *[b""] * 256)
    assert len(split(encode("test", *[b""] * 255))[1]) == 255


def test_a_hash_and_a_signature_have_their_widths() -> None:
    assert Width(32) == HASH
    assert Width(64) == SIGNATURE


@given(st.text(alphabet=st.characters(codec="utf-8")), st.lists(st.binary(max_size=40), max_size=9))
def test_what_is_written_reads_back(tag: str, fields: list[bytes]) -> None:
    assert split(encode(tag, *fields)) == (tag, tuple(fields))


@given(st.binary(max_size=80).map(lambda tail: GOOD[:26] + tail) | st.binary(max_size=80))
def test_what_the_decoder_accepts_is_written_again_byte_for_byte(data: bytes) -> None:
    try:
        tag, fields = split(data)
    except InputError:
        return
    assert encode(tag, *fields) == data
