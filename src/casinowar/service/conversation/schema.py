"""JSON Schema (2020-12) of the messages of a table's socket, in both directions.

Fields come from the types that ``frames`` reads and writes. Everything that a server sends has all
its fields, so there every property is required; what a client sends may leave out defaults. Each
frame has examples, written by ``frames`` itself (``samples``).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from casinowar.schema import (
    DIALECT,
    EVENTS_SO_FAR,
    TEXT,
    closed,
    define,
    defined,
    described,
    events_schema,
    offer_defs,
    ref,
    views_schema,
)
from casinowar.service.conversation.examples import samples
from casinowar.service.conversation.messages import (
    CLOSE_CODES,
    FROM_SESSION,
    ID_MAX,
    PROTOCOL,
    REASON_MAX,
    ChangeSeat,
    Goodbye,
    GoodbyeFrame,
    Hello,
    Kind,
    Notice,
    NoticeFrame,
    People,
    Phrase,
    PongFrame,
    RealityCheck,
    SaidFrame,
    Seated,
    StoppedFrame,
    You,
)
from casinowar.service.refusals import ServiceCode
from casinowar.service.roles import Role
from casinowar.service.tables.settings import SPEEDS, TableSettings
from casinowar.table.commands import COMMANDS, Command, TakeSeat
from casinowar.table.events import EVENTS
from casinowar.table.message import INT_MAX
from casinowar.table.refusals import Code
from casinowar.table.state import Phase
from casinowar.table.view import LimitsView, View
from casinowar.table.waits import Awaited
from casinowar.wire.convert import Json
from casinowar.wire.errors import WireCode
from casinowar.wire.requests import ANYBODY, Question

_MS: Json = {"type": "integer", "minimum": 0, "description": "Milliseconds."}
_CENTS: Json = {"type": "integer"}
_NUMBER: Json = {"type": "integer", "minimum": 1, "description": "The number of an event."}
_SEAT: Json = {"type": "integer", "minimum": 1}
_ID: Json = {
    "type": "string",
    "minLength": 1,
    "maxLength": ID_MAX,
    "not": {"pattern": "[^ -~]"},
    "description": "The client's own: printable ASCII.",
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
    words = {"ClientFrame": "What a client sends.", "ServerFrame": "What a client is sent."}
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
    reason = TEXT | {"maxLength": REASON_MAX, "description": "The floor says why."}
    return {
        "HelloFrame": hello,
        "CommandFrame": closed(
            "A command under the client's own id. The same id gets the same answer.",
            {"type": {"const": Kind.COMMAND.value}, "id": _ID, "command": ref("Command")},
            reason=reason,
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
        "PingFrame": closed("A sign of life.", {"type": {"const": Kind.PING.value}}),
    }


def _client_defs() -> dict[str, Json]:
    """The commands as clients give them: the session says who is playing."""
    given: list[type[Command | ChangeSeat]] = [*COMMANDS.values(), ChangeSeat]
    defs = defined(*given)
    sit = defs[TakeSeat.__name__]
    sit["description"] = "Sit down. The session says who does."
    for name in FROM_SESSION:
        sit["properties"].pop(name)
    sit["required"] = [name for name in sit["required"] if name not in FROM_SESSION]
    defs["Command"] = {
        "description": "A command, as a client gives it.",
        "oneOf": [ref(kind.__name__) for kind in given],
    }
    return defs


# --- what it is sent ------------------------------------------------------------------------------


def _server_frames() -> dict[str, Json]:
    waits: Json = {"type": "array", "items": ref("Countdown")}
    offers: Json = {"type": "array", "items": ref("Offer")}
    return {
        "WelcomeFrame": closed(
            "The answer to hello; without a view, the events that were missed follow.",
            {
                "type": {"const": "welcome"},
                "protocol": {"const": PROTOCOL},
                "play_money": {"const": True},
                "table": ref("TableInfo"),
                "stream": {
                    "type": "string",
                    "description": "Say it in the next hello. After a restore it is another one.",
                },
                "version": EVENTS_SO_FAR,
                "you": ref("You"),
                "waits": waits,
            },
            view=ref("View"),
        ),
        "EventsFrame": closed(
            "What happened: the events with the numbers first to version.",
            {
                "type": {"const": "events"},
                "first": _NUMBER,
                "version": _NUMBER,
                "at_ms": _MS | {"description": "Milliseconds since 1970, UTC."},
                "events": {"type": "array", "items": ref("Event"), "minItems": 1},
                "waits": waits,
            },
        ),
        "WaitsFrame": closed(
            "The clocks, when they change without an event.",
            {"type": {"const": "waits"}, "version": EVENTS_SO_FAR, "waits": waits},
        ),
        "ViewFrame": closed(
            "The whole table as everybody sees it.",
            {"type": {"const": "view"}, "version": EVENTS_SO_FAR, "view": ref("View")},
        ),
        "OffersFrame": closed(
            "What this person may do now, until another such frame replaces it.",
            {"type": {"const": "offers"}, "version": EVENTS_SO_FAR, "offers": offers},
        ),
        **_answers(offers),
        **_frames_about_people(),
    }


def _frames_about_people() -> dict[str, Json]:
    """Who is at the table, what they say, and what its owner does."""
    codes = ", ".join(f"{code} {reason.value}" for reason, code in CLOSE_CODES.items())
    goodbye = _whole(defined(GoodbyeFrame)["GoodbyeFrame"])
    goodbye["description"] += f" It is then closed with a code: {codes}."
    return {
        "TableFrame": closed(
            "The table in short, when its owner has changed, locked or closed it.",
            {"type": {"const": "table"}, "table": ref("TableInfo")},
        ),
        **{
            name: _whole(defined(kind)[kind.__name__])
            for name, kind in (
                ("StoppedFrame", StoppedFrame),
                ("PeopleFrame", People),
                ("SaidFrame", SaidFrame),
                ("NoticeFrame", NoticeFrame),
                ("RealityCheckFrame", RealityCheck),
                ("PongFrame", PongFrame),
            )
        },
        "GoodbyeFrame": goodbye,
    }


def _answers(offers: Json) -> dict[str, Json]:
    """The answers: done, asked, or refused by the table, the reader or the service."""
    asked: Mapping[str, tuple[str, Json]] = {
        "AnswerViewFrame": ("view", ref("View")),
        "AnswerLegalFrame": ("legal", offers),
        "AnswerDueFrame": ("due", {"anyOf": [ref("Due"), {"type": "null"}]}),
        "AnswerSnapshotFrame": ("snapshot", ref("Snapshot")),
    }
    good: Json = _ANSWERED | {"ok": {"const": True}}
    refused: Json = {"type": {"const": "answer"}, "ok": {"const": False}}
    return {
        "DoneFrame": closed(
            "A command was carried out: its events have the numbers first to version.",
            good | {"first": _NUMBER, "version": _NUMBER},
        ),
        **{
            frame: closed(
                f"The answer to the question {name}.",
                good | {"version": EVENTS_SO_FAR, name: content},
            )
            for frame, (name, content) in asked.items()
        },
        "AnswerSaidFrame": closed(
            "Everybody at the table was told.",
            good | {"version": EVENTS_SO_FAR, "said": ref("Phrase")},
        ),
        "TableRefusedFrame": closed(
            "The table refused a command, and nothing changed.",
            refused | {"id": _ID, "code": ref("TableCode"), "message": TEXT,
                       "cites": TEXT},
        ),
        "MessageRefusedFrame": closed(
            "A message could not be read. It has its id if that could be read.",
            refused | {"code": ref("MessageCode"), "message": TEXT},
            id=_ID,
        ),
        "ServiceRefusedFrame": closed(
            "The service refused a message, and nothing changed.",
            refused | {"code": ref("ServiceCode"), "message": TEXT},
            id=_ID,
            until_ms=_MS | {"description": "When it can be tried again, if that is known."},
        ),
    }  # fmt: skip


def _server_defs() -> dict[str, Json]:
    defs = dict[str, Json]()
    define(defs, offer_defs())
    defs["CommandName"] = defs["Offer"]["properties"]["command"] | {"description": "A command."}
    defs["Offer"]["properties"]["command"] = ref("CommandName")
    for part in (events_schema(), views_schema(View)):
        define(defs, {name: _whole(made) for name, made in part["$defs"].items()})
    shown = defined(You, Seated, TableSettings, Phase, Notice, Goodbye)
    define(defs, {name: _whole(made) for name, made in shown.items()})
    defs["You"]["properties"]["roles"]["items"] = _words(Role)
    defs["TableSettings"]["properties"]["speed"] = {"enum": list(SPEEDS)}
    codes: tuple[tuple[str, type[StrEnum]], ...] = (
        ("TableCode", Code), ("MessageCode", WireCode), ("ServiceCode", ServiceCode),
    )  # fmt: skip
    define(defs, {name: _words(kind) | {"description": described(kind)} for name, kind in codes})
    define(defs, {"Phrase": _words(Phrase) | {"description": described(Phrase)}})
    return defs | {
        "Event": {
            "description": "Something that happened.",
            "oneOf": [ref(kind.__name__) for kind in EVENTS.values()],
        },
        "Countdown": closed(
            "A wait of the table, and the time that is left for it.",
            {
                "what": ref(Awaited.__name__),
                "who": {"enum": [*ANYBODY, None], "description": "null: anybody who comes."},
                "left_ms": {
                    "anyOf": [_MS, {"type": "null"}],
                    "description": "null: no clock is running.",
                },
                "message": TEXT,
                "cites": TEXT,
            },
            away={"const": True, "description": "The player has no socket at the table."},
        ),
        "TableInfo": closed(
            "A table as the lobby shows it.",
            {
                "id": TEXT,
                "settings": ref(TableSettings.__name__),
                "title": TEXT,
                "rules": TEXT | {"description": "The digest of the rules in force."},
                "phase": ref(Phase.__name__),
                "round": {"type": "integer", "minimum": 0},
                "rounds": TEXT
                | {"description": "What a round's id begins with: rounds, a hyphen, its number."},
                "seats": _SEAT,
                "players": {
                    "type": "object",
                    "description": "Names by seat.",
                    "propertyNames": {"pattern": "^[1-9][0-9]*$"},
                    "additionalProperties": TEXT,
                },
                "watching": {"type": "integer", "minimum": 0, "maximum": INT_MAX},
                "limits": ref(LimitsView.__name__),
            },
        ),
    }


def _whole(made: Json) -> Json:
    """A definition of something that is sent: no field is left out."""
    if "properties" not in made:
        return made
    properties = {
        name: {key: value for key, value in each.items() if key != "default"}
        for name, each in made["properties"].items()
    }
    return made | {"properties": properties, "required": list(properties)}


def _words(kind: type[StrEnum]) -> Json:
    return {"enum": [word.value for word in kind]}
