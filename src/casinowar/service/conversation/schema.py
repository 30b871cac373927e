"""JSON Schema (2020-12) of the messages of a table's socket, in both directions.

Fields come from the types that ``messages`` reads and writes. A server sends all fields except
those whose type allows omission; a client may omit defaults. Each frame has examples, written by
``messages`` (``examples``).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from casinowar.schema import (
    DIALECT,
    TEXT,
    closed,
    define,
    defined,
    events_schema,
    offer_defs,
    ref,
)
from casinowar.service.conversation.examples import samples
from casinowar.service.conversation.messages import (
    CLOSE_CODES,
    FROM_SESSION,
    ID_MAX,
    PROTOCOL,
    REASON_MAX,
    AnswerDueFrame,
    AnswerLegalFrame,
    AnswerSaidFrame,
    AnswerSnapshotFrame,
    AnswerViewFrame,
    ChangeSeat,
    DoneFrame,
    EventsFrame,
    GoodbyeFrame,
    Hello,
    Kind,
    MessageRefusedFrame,
    NoticeFrame,
    OffersFrame,
    People,
    PongFrame,
    RealityCheck,
    SaidFrame,
    ServiceRefusedFrame,
    StoppedFrame,
    TableFrame,
    TableRefusedFrame,
    ViewFrame,
    WaitsFrame,
    WelcomeFrame,
)
from casinowar.service.tables.settings import SPEEDS
from casinowar.table.commands import COMMANDS, Command, TakeSeat
from casinowar.table.events import EVENTS
from casinowar.table.message import Message
from casinowar.wire.convert import Json
from casinowar.wire.requests import Question

_MS: Json = {"type": "integer", "minimum": 0, "description": "Milliseconds."}
_CENTS: Json = {"type": "integer"}
_NUMBER: Json = {"type": "integer", "minimum": 1, "description": "The number of an event."}
_SEAT: Json = {"type": "integer", "minimum": 1}
_ID: Json = {
    "type": "string",
    "minLength": 1,
    "maxLength": ID_MAX,
    "not": {"pattern": "[^ -~]"},
    "description": "Chosen by the client: printable ASCII.",
}
_ANSWERED: Json = {"type": {"const": "answer"}, "id": _ID}


def messages_schema() -> Json:
    """Every message of a table's socket: ``ClientFrame`` or ``ServerFrame``."""
    defs = dict[str, Json]()
    for part in (_client_defs(), _client_frames(), _server_defs(), _server_frames()):
        define(defs, part)
    for name, examples in samples().items():
        defs[name]["examples"] = examples
    kinds = {"ClientFrame": _client_frames(), "ServerFrame": _server_frames()}
    words = {"ClientFrame": "What a client sends.", "ServerFrame": "What the server sends."}
    for name, frames in kinds.items():
        defs[name] = {"description": words[name], "oneOf": [ref(frame) for frame in frames]}
    return {
        "$schema": DIALECT,
        "title": f"Messages of a Casino War table's socket, {PROTOCOL}",
        "oneOf": [ref(name) for name in kinds],
        "$defs": defs,
    }


# --- what a client sends --------------------------------------------------------------------------


def _client_frames() -> dict[str, Json]:
    hello = defined(Hello)["Hello"]
    reason = TEXT | {"maxLength": REASON_MAX, "description": "The floor's reason."}
    face = TEXT | {
        "pattern": "^[2-9TJQKA][cdhs?]$",
        "description": "The card that came out of the shoe, at a table with real cards.",
    }
    return {
        "HelloFrame": hello,
        "CommandFrame": closed(
            "A command under the client's own id. The same id gets the same answer.",
            {"type": {"const": Kind.COMMAND.value}, "id": _ID, "command": ref("Command")},
            reason=reason,
            face=face,
        ),
        "AskFrame": closed(
            "A question about the table.",
            {"type": {"const": Kind.ASK.value}, "id": _ID, "ask": _words(Question)},
        ),
        "SayFrame": closed(
            "A phrase or a reaction for everybody at the table. Players may say one every two"
            " seconds; at a table by link, watchers too.",
            {"type": {"const": Kind.SAY.value}, "id": _ID, "phrase": ref("Phrase")},
        ),
        "PingFrame": closed("A keep-alive.", {"type": {"const": Kind.PING.value}}),
    }


def _client_defs() -> dict[str, Json]:
    """The commands as clients send them: the session identifies the player."""
    given: list[type[Command | ChangeSeat]] = [*COMMANDS.values(), ChangeSeat]
    defs = defined(*given)
    sit = defs[TakeSeat.__name__]
    sit["description"] = "Sit down. The session identifies the player."
    for name in FROM_SESSION:
        sit["properties"].pop(name)
    sit["required"] = [name for name in sit["required"] if name not in FROM_SESSION]
    defs["Command"] = {
        "description": "A command, as a client gives it.",
        "oneOf": [ref(kind.__name__) for kind in given],
    }
    return defs


# --- what the server sends ------------------------------------------------------------------------


SERVER_FRAMES: Mapping[str, type[Message]] = {
    kind.__name__: kind
    for kind in (
        WelcomeFrame, EventsFrame, WaitsFrame, ViewFrame, OffersFrame, DoneFrame,
        AnswerViewFrame, AnswerLegalFrame, AnswerDueFrame, AnswerSnapshotFrame, AnswerSaidFrame,
        TableRefusedFrame, MessageRefusedFrame, ServiceRefusedFrame, TableFrame, StoppedFrame,
        SaidFrame, NoticeFrame, PongFrame, GoodbyeFrame,
    )
} | {"PeopleFrame": People, "RealityCheckFrame": RealityCheck}  # fmt: skip


def _server_frames() -> dict[str, Json]:
    defs = _server_defs()
    return {name: defs[name] for name in SERVER_FRAMES}


def _server_defs() -> dict[str, Json]:
    """The frames and their parts, from their types; offers are written separately."""
    defs = dict[str, Json]()
    define(defs, offer_defs())
    defs["CommandName"] = defs["Offer"]["properties"]["command"] | {"description": "A command."}
    defs["Offer"]["properties"]["command"] = ref("CommandName")
    define(defs, {name: _whole(made) for name, made in events_schema()["$defs"].items()})
    defs["Event"] = {
        "description": "Something that happened.",
        "oneOf": [ref(kind.__name__) for kind in EVENTS.values()],
    }
    made = {name: _whole(each) for name, each in defined(*SERVER_FRAMES.values()).items()}
    for name, kind in SERVER_FRAMES.items():
        made[name] = made.pop(kind.__name__)
    define(defs, {name: each for name, each in made.items() if name not in defs})
    offers: Json = {"type": "array", "items": ref("Offer")}
    for frame, field, content in (
        ("EventsFrame", "events", {"type": "array", "items": ref("Event"), "minItems": 1}),
        ("OffersFrame", "offers", offers),
        ("AnswerLegalFrame", "legal", offers),
        ("AnswerSnapshotFrame", "snapshot", ref("Snapshot")),
        ("TableSettings", "speed", {"enum": list(SPEEDS)}),
    ):
        defs[frame]["properties"][field] = content
    codes = ", ".join(f"{code} {reason.value}" for reason, code in CLOSE_CODES.items())
    defs["GoodbyeFrame"]["description"] += f" It is then closed with a code: {codes}."
    return defs


def _whole(made: Json) -> Json:
    """A definition for the server's side, in which every field is required."""
    if "properties" not in made:
        return made
    properties = {
        name: {key: value for key, value in each.items() if key != "default"}
        for name, each in made["properties"].items()
    }
    given = made["properties"]
    always = [name for name in given if name in made["required"] or "default" in given[name]]
    return made | {"properties": properties, "required": always}


def _words(kind: type[StrEnum]) -> Json:
    return {"enum": [word.value for word in kind]}
