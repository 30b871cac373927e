"""Bytes and JSON values: quick, and strict about what JSON leaves open.

Refused are the not-a-numbers, numbers too large to hold, keys that occur twice, text that is not
UTF-8 or not Unicode, input that is too long or too deep. Nothing but a WireError is raised.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from casinowar.wire.errors import WireCode, WireError

MESSAGE_MAX_BYTES = 65_536

_DECODER = msgspec.json.Decoder()
_ENCODER = msgspec.json.Encoder()


def encode_json(value: Any) -> bytes:
    """A JSON value as UTF-8 on one line."""
    return _ENCODER.encode(value)


def decode_json(raw: bytes | str, most_bytes: int = MESSAGE_MAX_BYTES) -> Any:
    """The JSON value of a message.

    >>> decode_json(b'{"command": "close_table"}')
    {'command': 'close_table'}
    """
    try:
        data = raw.encode("utf-8") if isinstance(raw, str) else raw
        if len(data) > most_bytes:
            raise WireError(
                WireCode.TOO_LARGE, "", f"the message is longer than {most_bytes:,} bytes"
            )
        value = _DECODER.decode(data)
        if b"\\" in data or data.count(b":") != _colons(value):
            json.loads(data, object_pairs_hook=_each_key_once)
    except RecursionError:
        raise WireError(WireCode.TOO_DEEP, "", "the message is nested too deep") from None
    except ValueError as error:
        detail = " ".join(str(error).split())[:120]
        raise WireError(WireCode.NOT_JSON, "", f"the message is not JSON: {detail}") from None
    return value


def _colons(value: Any) -> int:
    """The colons that a text of this value has if it has no escapes and no key twice.

    Each key and its value are joined by one colon and all others are inside text, so a text with
    more of them than this has lost a key on the way: a cheap test that most messages pass.
    """
    count, left = 0, [value]
    while left:
        part = left.pop()
        if type(part) is str:
            count += part.count(":")
        elif type(part) is dict:
            count += len(part)
            left.extend(part)
            left.extend(part.values())
        elif type(part) is list:
            left.extend(part)
    return count


def _each_key_once(pairs: list[tuple[str, Any]]) -> None:
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise WireError(
                WireCode.DUPLICATE_KEY, "", f"the message has the key {key[:40]!r} twice"
            )
        seen.add(key)
