"""Bytes and JSON values: fast, and strict where JSON is not.

NaN and infinities, numbers that are too large, duplicate keys, text that is not UTF-8 or not
Unicode, and input that is too long or too deep are refused. Every fault raises a WireError.
"""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

import msgspec

from casinowar.wire.errors import WireCode, WireError

MESSAGE_MAX_BYTES = 65_536
DEPTH_MAX = 200  # the interpreter's own limit differs from one Python to the next
BACKSLASH = ord("\\")  # as a number, which ``in`` finds much faster in bytes

_DECODER = msgspec.json.Decoder()
_ENCODER = msgspec.json.Encoder()
_IN_ORDER = msgspec.json.Encoder(order="sorted")
# A text that does not end goes to the end, so that the search never starts again within it.
_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_MARKS = re.compile(rb"[\[{}\]]")


def encode_json(value: Any) -> bytes:
    """A JSON value as UTF-8 on one line."""
    return _ENCODER.encode(value)


def encode_in_order(value: Any) -> bytes:
    """A JSON value with its keys in order: equal values have equal bytes."""
    return _IN_ORDER.encode(value)


def decode_json(raw: bytes | str, most_bytes: int = MESSAGE_MAX_BYTES) -> Any:
    """The JSON value in the bytes of a message.

    >>> decode_json(b'{"command": "close_table"}')
    {'command': 'close_table'}
    """
    try:
        data = raw.encode("utf-8") if isinstance(raw, str) else raw
        if len(data) > most_bytes:
            raise WireError(
                WireCode.TOO_LARGE, "", f"the message is longer than {most_bytes:,} bytes"
            )
        if data.count(b"[") + data.count(b"{") > DEPTH_MAX and _depth(data) > DEPTH_MAX:
            raise RecursionError
        value = _DECODER.decode(data)
        if _may_repeat_a_key(data, value):
            json.loads(data, object_pairs_hook=_each_key_once)
    except RecursionError:
        raise WireError(WireCode.TOO_DEEP, "", "the message is nested too deeply") from None
    except ValueError as error:
        detail = " ".join(str(error).split())[:120]
        raise WireError(WireCode.NOT_JSON, "", f"the message is not JSON: {detail}") from None
    return value


def _depth(data: bytes) -> int:
    """The deepest nesting of arrays and objects, also of JSON that is not complete."""
    steps = (1 if mark in b"[{" else -1 for mark in _MARKS.findall(_TEXTS.sub(b"", data)))
    return max(accumulate(steps), default=0)


def _may_repeat_a_key(data: bytes, value: Any) -> bool:
    """Whether ``data`` may repeat a key, which is lost in ``value``: a cheap first test.

    Without escapes, every key and every text has two quotation marks, both in the message and in
    the value encoded again. A repeated key is missing from the latter, and so are its marks.
    """
    return BACKSLASH in data or data.count(b'"') != _ENCODER.encode(value).count(b'"')


def _each_key_once(pairs: list[tuple[str, Any]]) -> None:
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            raise WireError(
                WireCode.DUPLICATE_KEY, "", f"the message has the key {key[:40]!r} twice"
            )
        seen.add(key)
