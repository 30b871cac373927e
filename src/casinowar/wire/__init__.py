"""All messages as JSON: commands in, events, refusals and views out, tables as snapshots.

``parse`` reads and writes bytes; ``shapes`` and ``records`` define each type's JSON form, once for
reading, writing and the schema; ``commands``, ``events``, ``requests`` and ``snapshot`` are the
messages; ``to_bytes`` and ``from_bytes`` are quick ways for events; ``upcasts`` converts old
events; ``schema`` describes everything as JSON Schema.
"""

from casinowar.wire.commands import command_from_json, command_to_json
from casinowar.wire.errors import WireCode, WireError, WireRefusal, refusal_to_json
from casinowar.wire.events import (
    EventReader,
    event_from_json,
    event_to_json,
    read_events,
    write_events,
)
from casinowar.wire.from_bytes import event_name
from casinowar.wire.offers import offer_to_json
from casinowar.wire.parse import (
    MESSAGE_MAX_BYTES,
    decode_json,
    encode_in_order,
    encode_json,
)
from casinowar.wire.records import to_json
from casinowar.wire.requests import Ask, Question, Request, read_request, request_from_json
from casinowar.wire.snapshot import snapshot_of, table_from_snapshot
from casinowar.wire.to_bytes import event_bytes, is_current

__all__ = [
    "MESSAGE_MAX_BYTES",
    "Ask",
    "EventReader",
    "Question",
    "Request",
    "WireCode",
    "WireError",
    "WireRefusal",
    "command_from_json",
    "command_to_json",
    "decode_json",
    "encode_in_order",
    "encode_json",
    "event_bytes",
    "event_from_json",
    "event_name",
    "event_to_json",
    "is_current",
    "offer_to_json",
    "read_events",
    "read_request",
    "refusal_to_json",
    "request_from_json",
    "snapshot_of",
    "table_from_snapshot",
    "to_json",
    "write_events",
]
