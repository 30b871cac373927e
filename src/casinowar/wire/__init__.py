"""All messages as JSON: commands in, events, refusals and views out, tables as snapshots.

``parse`` reads and writes bytes; ``convert`` turns JSON values into messages or says what is wrong
with them; ``commands``, ``events``, ``requests`` and ``snapshot`` are the messages; ``upcasts``
converts old events.
"""

from casinowar.wire.commands import command_to_json, offer_to_json, read_command
from casinowar.wire.convert import from_json, to_json
from casinowar.wire.errors import WireCode, WireError, WireRefusal, refusal_to_json
from casinowar.wire.events import (
    event_bytes,
    event_from_bytes,
    event_from_json,
    event_name,
    event_to_json,
    is_current,
)
from casinowar.wire.parse import (
    MESSAGE_MAX_BYTES,
    decode_json,
    encode_in_order,
    encode_json,
)
from casinowar.wire.requests import Ask, Question, Request, read_request, request_from_json
from casinowar.wire.snapshot import snapshot_of, table_from_snapshot

__all__ = [
    "MESSAGE_MAX_BYTES",
    "Ask",
    "Question",
    "Request",
    "WireCode",
    "WireError",
    "WireRefusal",
    "command_to_json",
    "decode_json",
    "encode_in_order",
    "encode_json",
    "event_bytes",
    "event_from_bytes",
    "event_from_json",
    "event_name",
    "event_to_json",
    "from_json",
    "is_current",
    "offer_to_json",
    "read_command",
    "read_request",
    "refusal_to_json",
    "request_from_json",
    "snapshot_of",
    "table_from_snapshot",
    "to_json",
]
