"""The messages of a table's socket, in both directions.

A client sends ``hello`` first. Then it sends commands and questions, and gets an answer to each.
Everybody at the table gets ``events`` frames, the same bytes for every viewer.

A player's commands never name the player: the session does. ``take_seat`` therefore has no
``player``. ``change_seat`` exists only here: it leaves a seat and takes another with all chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType
from msgspec.structs import asdict

from casinowar.cards import BY_NAME, Card
from casinowar.errors import did_you_mean
from casinowar.fairness.signing import SignedHead
from casinowar.service.ports import Frame
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.table import commands as c
from casinowar.table.bets import Bets
from casinowar.table.due import Due
from casinowar.table.events import AnyEvent
from casinowar.table.legal import Offer
from casinowar.table.message import INT_MAX, Message, Whole
from casinowar.table.refusals import Code, Refusal
from casinowar.table.state import Phase
from casinowar.table.view import LimitsView, View
from casinowar.table.waits import Awaited, Wait
from casinowar.wire import (
    MESSAGE_MAX_BYTES,
    Question,
    WireError,
    WireRefusal,
    decode_json,
    encode_in_order,
    encode_json,
    from_json,
    offer_to_json,
)
from casinowar.wire.commands import read_command
from casinowar.wire.errors import (
    WireCode,
    as_refusal,
    missing_field,
    not_an_object,
    shown_json,
    unknown_field,
    wrong_type,
    wrong_value,
)

PROTOCOL: Literal["casinowar-table/1"] = "casinowar-table/1"
ID_MAX = 64
REASON_MAX = 200
OWN_REASON = (c.VoidRound.NAME, c.RejectDecks.NAME)  # floor commands that record a reason
FROM_SESSION = ("player", "name", "age_years")  # fields of take_seat that the session fills in

Json = dict[str, Any]
Offers = Any  # a JSON list that is written already
OpenBets = Annotated[
    tuple[Bets, ...] | UnsetType,
    Meta(description="While bets are open: what each seat of this person may bet."),
]
AnyRefusal = Refusal | WireRefusal | ServiceRefusal


# --- what a client sends --------------------------------------------------------------------------


class Kind(StrEnum):
    """The types of a client's messages."""

    HELLO = "hello"
    COMMAND = "command"
    ASK = "ask"
    SAY = "say"
    PING = "ping"


_KINDS = {kind.value: kind for kind in Kind}


class Hello(Message, tag_field="type", name="hello"):
    """The first message: what the client has seen, and what it wants to be sent."""

    last: Annotated[
        Annotated[int, Meta(ge=0, le=2**53 - 1)] | None,
        Meta(description="The number of the last event the client has; null if it has none."),
    ] = None
    stream: Annotated[
        str | None,
        Meta(description="The stream of the welcome that ``last`` counts in; without it, a view."),
    ] = None
    views: bool = False  # the whole view after every change
    offers: bool = True  # what this person may do, after every change
    people: bool = False  # who is here and who watches, after every change
    contributes: Annotated[
        bool,
        Meta(description="The client adds to the shuffle of sealed shoes: the table waits for it."),
    ] = False


class ChangeSeat(Message, tag_field="command", name="change_seat"):
    """Move to another seat between rounds, with all chips."""

    seat: Whole
    to: Whole


class CommandMessage(Message):
    """A command under the client's own id."""

    id: str
    command: c.Command | ChangeSeat
    reason: str  # the floor's
    face: Card | None = None  # the real card that came out of the shoe, entered by the dealer
    digest: bytes  # of the whole message, except its id


class QuestionMessage(Message):
    """A question about the table."""

    id: str
    question: Question


class Phrase(StrEnum):
    """The phrases and reactions of a table. There is no free chat."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    ONE_MOMENT = "one_moment"
    UNLUCKY = "unlucky"
    ANOTHER_ROUND = "another_round"
    GOOD_NIGHT = "good_night"
    CLAP = "clap"
    LAUGH = "laugh"
    HEART = "heart"
    WOW = "wow"
    TEAR = "tear"


class Say(Message):
    """A phrase or a reaction for everybody at the table."""

    id: str
    phrase: Phrase


class Ping(Message):
    """A keep-alive."""


class Unreadable(Message):
    """An unreadable message, with its id if it had one."""

    id: str | None
    refusal: WireRefusal


Incoming = Hello | CommandMessage | QuestionMessage | Say | Ping | Unreadable


def read_frame(raw: bytes | str) -> Incoming:
    """The message of a client; it never raises."""
    identity: str | None = None
    try:
        written = decode_json(raw, MESSAGE_MAX_BYTES)
        if type(written) is not dict:
            raise not_an_object("a message", written)
        fields: Json = dict(written)
        if _is_id(fields.get("id")):
            identity = fields["id"]  # named in the answer, whatever else is wrong
        kind = _kind(fields)
        if kind in (Kind.COMMAND, Kind.ASK, Kind.SAY):
            identity = _id(fields)
        match kind:
            case Kind.HELLO:
                message: Incoming = cast("Hello", from_json(fields, Hello))
                fields = {}
            case Kind.PING:
                message = Ping()
            case Kind.ASK:
                assert identity is not None
                message = QuestionMessage(id=identity, question=_question(fields))
            case Kind.SAY:
                assert identity is not None
                message = Say(id=identity, phrase=_phrase(fields))
            case Kind.COMMAND:
                assert identity is not None
                message = _give(fields, identity)
        if fields:
            raise unknown_field(min(fields), ()).under(kind.value)
    except WireError as error:
        return Unreadable(id=identity, refusal=as_refusal(error))
    return message


def _kind(fields: Json) -> Kind:
    if "type" not in fields:
        raise missing_field("type", f"one of {', '.join(_KINDS)}")
    kind = fields.pop("type")
    if type(kind) is not str:
        raise wrong_type("text", kind).under("type")
    if kind not in _KINDS:
        reason = f"there is no message of type {shown_json(kind)}{did_you_mean(kind, _KINDS)}"
        raise WireError(WireCode.WRONG_VALUE, "", reason)
    return _KINDS[kind]


def _id(fields: Json) -> str:
    if "id" not in fields:
        raise missing_field("id", "the client's own name for this message")
    identity = fields.pop("id")
    if type(identity) is not str:
        raise wrong_type("text", identity).under("id")
    if not _is_id(identity):
        raise wrong_value(f"1 to {ID_MAX} printable ASCII characters", identity).under("id")
    return identity


def _is_id(given: object) -> bool:
    """Whether this is a valid message id."""
    if type(given) is not str:
        return False
    return 1 <= len(given) <= ID_MAX and given.isascii() and given.isprintable()


def _question(fields: Json) -> Question:
    question, names = fields.pop("ask", None), [question.value for question in Question]
    if question is None:
        raise missing_field("ask", f"one of {', '.join(names)}")
    if type(question) is not str or question not in names:
        reason = f"there is no question {shown_json(question)}; ask {', '.join(names)}"
        raise WireError(WireCode.UNKNOWN_ASK, "", reason)
    return Question(question)


def _phrase(fields: Json) -> Phrase:
    phrase, names = fields.pop("phrase", None), [phrase.value for phrase in Phrase]
    if phrase is None:
        raise missing_field("phrase", f"one of {', '.join(names)}")
    if type(phrase) is not str or phrase not in names:
        raise wrong_value(f"one of {', '.join(names)}", phrase).under("phrase")
    return Phrase(phrase)


def _give(fields: Json, identity: str) -> CommandMessage:
    digest = sha256(encode_in_order(fields)).digest()
    reason = fields.pop("reason", "")
    if type(reason) is not str:
        raise wrong_type("text", reason).under("reason")
    if len(reason) > REASON_MAX or "\0" in reason:
        raise wrong_value(f"at most {REASON_MAX} characters of text", reason).under("reason")
    face = _face(fields.pop("face", None))
    if "command" not in fields:
        raise missing_field("command", "an object that names a command")
    command = _command(fields.pop("command"), reason.strip())
    return CommandMessage(
        id=identity, command=command, reason=reason.strip(), face=face, digest=digest
    )


def _face(written: object) -> Card | None:
    if written is None:
        return None
    if type(written) is not str or written not in BY_NAME:
        raise wrong_value("a card such as Kh, or K? without its suit", written).under("face")
    return BY_NAME[written]


def _command(written: object, reason: str) -> c.Command | ChangeSeat:
    """The command; if it has a field for a reason, the reason of the message fills it."""
    if type(written) is not dict:
        raise not_an_object("a command", written)
    fields: Json = dict(written)
    if fields.get("command") == ChangeSeat.NAME:
        try:
            return cast("ChangeSeat", from_json(fields, ChangeSeat))
        except WireError as error:
            raise error.under(ChangeSeat.NAME) from None
    if fields.get("command") == c.TakeSeat.NAME:
        for name in FROM_SESSION:
            if name in fields:
                raise unknown_field(name, ("seat",)).under(c.TakeSeat.NAME)
        fields["player"] = ""  # the host fills it in
    if fields.get("command") in OWN_REASON and reason:
        fields.setdefault("reason", reason)
    return read_command(fields)


# --- what the server sends ------------------------------------------------------------------------


def frame_of(message: Message) -> Frame:
    """A message to clients in its sent form."""
    return Frame(encode_json(message))


Milliseconds = Annotated[int, Meta(ge=0, description="Milliseconds.")]
AtMs = Annotated[int, Meta(ge=0, description="Milliseconds since 1970, UTC.")]
EventNumber = Annotated[int, Meta(ge=1, description="The number of an event.")]
EventsSoFar = Annotated[int, Meta(ge=0, description="The number of events so far.")]
OwnId = Annotated[
    str,
    Meta(min_length=1, max_length=ID_MAX, description="Chosen by the client: printable ASCII."),
]


class Countdown(Message):
    """A wait of the table, and the time that is left for it."""

    what: Awaited
    who: Annotated[str | None, Meta(description="null: anybody.")]
    left_ms: Annotated[Milliseconds | None, Meta(description="null: no clock is running.")]
    message: str
    cites: str
    away: Annotated[
        Literal[True] | UnsetType, Meta(description="The player has no socket at the table.")
    ] = UNSET


def countdown(wait: Wait, left_ms: int | None, *, away: bool = False) -> Countdown:
    """A wait of the table with the time that is left for it; None: no clock is running."""
    return Countdown(
        what=wait.what,
        who=None if wait.who is None else str(wait.who),
        left_ms=left_ms,
        message=wait.message,
        cites=wait.cites,
        away=True if away else UNSET,
    )


class Stopped(Message):
    """Why a person cannot start new play at any table: a break, an exclusion or a limit."""

    code: ServiceCode
    message: str
    until_ms: int | None  # None: for good


def stopped_by(refusal: ServiceRefusal | None) -> Stopped | None:
    """A refusal of all new play, as frames show it."""
    if refusal is None:
        return None
    return Stopped(code=refusal.code, message=refusal.sentence, until_ms=refusal.until_ms)


class You(Message):
    """The person this frame is for."""

    person: str
    name: str
    roles: tuple[Role, ...]
    seats: tuple[int, ...]
    stopped: Stopped | None = None
    owner: bool = False  # of the table, with an owner's rights


class TableInfo(Message):
    """A table as the lobby shows it."""

    id: str
    settings: TableSettings
    title: str
    rules: Annotated[str, Meta(description="The digest of the rules in force.")]
    phase: Phase
    round: Annotated[int, Meta(ge=0)]
    rounds: Annotated[
        str,
        Meta(
            description="The prefix of the table's round ids: rounds, a hyphen, the round's number."
        ),
    ]
    seats: Annotated[int, Meta(ge=1)]
    players: Annotated[dict[str, str], Meta(description="Names by seat.")]
    watching: Annotated[int, Meta(ge=0, le=INT_MAX)]
    limits: LimitsView


class HeadOfLog(Message):
    """A signed head: it stands for the first ``size`` events of a table with sealed shoes."""

    size: EventsSoFar
    hash: Annotated[str, Meta(description="The head, 32 bytes in base64.")]
    key: Annotated[str, Meta(description="The public key that signed, 64 hexadecimal digits.")]
    signature: Annotated[str, Meta(description="Ed25519, 64 bytes in base64.")]


class HouseKey(Message):
    """A public key of the house; each later one is signed by the one before it."""

    key: str
    signature: str | UnsetType = UNSET


class OverdueShoe(Message):
    """A shoe whose seed should have been revealed long ago."""

    shoe: int
    last_ms: AtMs  # its last card


class Fair(Message):
    """The log of a table with sealed shoes, for clients that check it."""

    origin: str
    key: Annotated[str, Meta(description="The newest of the house's public keys.")]
    keys: Annotated[tuple[HouseKey, ...], Meta(description="All of them, the newest last.")]
    head: HeadOfLog  # of all events so far
    overdue: Annotated[
        OverdueShoe | None,
        Meta(description="An alarm: a shoe with no card for a day whose seed is not revealed."),
    ]


class WelcomeFrame(Message, tag_field="type", name="welcome"):
    """The answer to hello; without a view, the events that were missed follow."""

    protocol: Literal["casinowar-table/1"] = PROTOCOL
    play_money: Literal[True] = True
    table: TableInfo
    stream: Annotated[
        str,
        Meta(description="The history that event numbers belong to; a new one after a restore."),
    ]
    version: EventsSoFar
    you: You
    waits: tuple[Countdown, ...]
    view: View | UnsetType = UNSET
    fair: Annotated[Fair | UnsetType, Meta(description="Only at tables with sealed shoes.")] = UNSET


class StoppedFrame(Message, tag_field="type", name="stopped"):
    """A break, an exclusion or a limit begins or ends: null when you can play again."""

    stopped: Stopped | None


class EventsFrame(Message, tag_field="type", name="events"):
    """The events numbered first to version, and what the table waits for now."""

    first: EventNumber
    version: EventNumber
    at_ms: AtMs
    events: Annotated[tuple[AnyEvent, ...], Meta(min_length=1)]
    phase: Phase  # of the table now, as are the waits
    waits: tuple[Countdown, ...]
    head: Annotated[
        HeadOfLog | UnsetType,
        Meta(
            description="Of all events up to the last one here. Only where shoes are sealed; of the"
            " frames that a client missed, only the last one has it."
        ),
    ] = UNSET


def events_frame(
    first: int,
    at_ms: int,
    bodies: Sequence[bytes],
    phase: Phase,
    waits: tuple[Countdown, ...],
    head: SignedHead | None = None,
) -> Frame:
    """The frame of numbered events whose JSON is already written."""
    return frame_of(
        EventsFrame(
            first=first,
            version=first + len(bodies) - 1,
            at_ms=at_ms,
            events=cast("Any", tuple(map(Raw, bodies))),
            phase=phase,
            waits=waits,
            head=UNSET if head is None else HeadOfLog(**head._asdict()),
        )
    )


class WaitsFrame(Message, tag_field="type", name="waits"):
    """The clocks, when they change without an event: a player came back or left."""

    version: EventsSoFar
    waits: tuple[Countdown, ...]


class ViewFrame(Message, tag_field="type", name="view"):
    """The whole table as everybody sees it."""

    version: EventsSoFar
    view: View


def offers_body(offers: Iterable[Offer]) -> bytes:
    """What a person may do now, as a JSON list."""
    return encode_json([_offer(offer) for offer in offers])


def _offer(offer: Offer) -> Json:
    """An offer; one to sit down does not name the player: the session does."""
    written = offer_to_json(offer)
    if offer.command is c.TakeSeat:
        return {name: value for name, value in written.items() if name not in FROM_SESSION}
    return written


def joined(one: bytes, other: bytes) -> bytes:
    """Two JSON lists as one."""
    if one == b"[]" or other == b"[]":
        return other if one == b"[]" else one
    return one[:-1] + b"," + other[1:]


class OffersFrame(Message, tag_field="type", name="offers"):
    """What this person may do now, until the next frame of this type replaces it."""

    version: EventsSoFar
    offers: Offers
    bets: OpenBets = UNSET


def offers_frame(version: int, body: bytes, bets: tuple[Bets, ...]) -> Frame:
    """What this person may do and bet from this event on; ``body`` is a JSON list."""
    return frame_of(OffersFrame(version=version, offers=Raw(body), bets=bets or UNSET))


class DoneFrame(Message, tag_field="type", name="answer"):
    """A command was carried out: its events have the numbers first to version."""

    id: OwnId
    ok: Literal[True] = True
    first: EventNumber
    version: EventNumber


class AnswerViewFrame(Message, tag_field="type", name="answer"):
    """The answer to the question view."""

    id: OwnId
    ok: Literal[True] = True
    version: EventsSoFar
    view: View


class AnswerLegalFrame(Message, tag_field="type", name="answer"):
    """The answer to the question legal."""

    id: OwnId
    ok: Literal[True] = True
    version: EventsSoFar
    legal: Offers
    bets: OpenBets = UNSET


class AnswerDueFrame(Message, tag_field="type", name="answer"):
    """The answer to the question due."""

    id: OwnId
    ok: Literal[True] = True
    version: EventsSoFar
    due: Due | None


class AnswerSnapshotFrame(Message, tag_field="type", name="answer"):
    """The answer to the question snapshot."""

    id: OwnId
    ok: Literal[True] = True
    version: EventsSoFar
    snapshot: Json


class AnswerSaidFrame(Message, tag_field="type", name="answer"):
    """Everybody at the table was told."""

    id: OwnId
    ok: Literal[True] = True
    version: EventsSoFar
    said: Phrase


class TableRefusedFrame(Message, tag_field="type", name="answer"):
    """The table refused a command, and nothing changed."""

    id: OwnId
    ok: Literal[False] = False
    code: Code
    message: str
    cites: str


class MessageRefusedFrame(Message, tag_field="type", name="answer"):
    """A message could not be read. `id` is given if it could be read."""

    id: OwnId | UnsetType = UNSET
    ok: Literal[False] = False
    code: WireCode
    message: str


class ServiceRefusedFrame(Message, tag_field="type", name="answer"):
    """The service refused a message, and nothing changed."""

    id: OwnId | UnsetType = UNSET
    ok: Literal[False] = False
    code: ServiceCode
    message: str
    until_ms: Annotated[int, Meta(ge=0, description="When to try again, if known.")] | UnsetType = (
        UNSET
    )


def done_body(identity: str, first: int, version: int) -> bytes:
    """The answer to a command that was carried out: the numbers of its events."""
    return encode_json(DoneFrame(id=identity, first=first, version=version))


class StoredAnswer(msgspec.Struct):
    """A stored answer: whether the command was carried out, and its events."""

    id: str
    ok: bool
    first: int = 0
    version: int = 0


_stored_answers = msgspec.json.Decoder(StoredAnswer)


def read_answer(body: bytes) -> StoredAnswer | None:
    """What an answer says; None if it cannot be read."""
    try:
        return _stored_answers.decode(body)
    except ValueError:
        return None


def refused_body(identity: str | None, refusal: AnyRefusal) -> bytes:
    """The answer to a message that was refused, by the engine, its reader or the service."""
    named, words = UNSET if identity is None else identity, refusal.sentence
    frame: TableRefusedFrame | MessageRefusedFrame | ServiceRefusedFrame
    match refusal:
        case Refusal(code=code, cites=cites):
            assert identity is not None
            frame = TableRefusedFrame(id=identity, code=code, message=words, cites=cites)
        case WireRefusal(code=unread):
            frame = MessageRefusedFrame(id=named, code=unread, message=words)
        case ServiceRefusal(code=own, until_ms=until):
            later = UNSET if until is None else until
            frame = ServiceRefusedFrame(id=named, code=own, message=words, until_ms=later)
    return encode_json(frame)


class TableFrame(Message, tag_field="type", name="table"):
    """The table in short, when its owner has changed, locked or closed it."""

    table: TableInfo


class Seated(Message):
    """A person seated at the table."""

    seat: int
    name: str
    here: bool  # otherwise they have no socket at the table


class People(Message, tag_field="type", name="people"):
    """Who is at the table, for clients whose hello asks for people: at once and after every change.

    Watchers connected to another process are not listed.
    """

    seated: tuple[Seated, ...]
    watching: Annotated[int, Meta(ge=0, description="The number of watchers.")]
    watchers: Annotated[
        tuple[str, ...] | None,
        Meta(description="The names of the watchers; null at public tables."),
    ]


class Speaker(Message):
    """A person who says something at the table."""

    person: str
    name: str
    seat: int | None  # None: they watch


class SaidFrame(Message, tag_field="type", name="said"):
    """A person at the table said something. The frame is sent once and stored nowhere."""

    person: str
    name: str
    seat: Annotated[Annotated[int, Meta(ge=1)] | None, Meta(description="null: a watcher.")]
    phrase: Phrase
    at_ms: Annotated[int, Meta(ge=0, description="Milliseconds since 1970, UTC.")]


def said_frame(speaker: Speaker, phrase: Phrase, at_ms: int) -> Frame:
    """What somebody at the table said."""
    return frame_of(SaidFrame(**asdict(speaker), phrase=phrase, at_ms=at_ms))


class Notice(StrEnum):
    """News for one person, mostly about what the owner or the floor did."""

    STOOD_UP = "stood_up"
    TABLE_CLOSED = "table_closed"
    FLOOR = "floor"  # what the floor did at this table
    RESTORED = "restored"  # the client's events no longer belong to this table


class NoticeFrame(Message, tag_field="type", name="notice"):
    """News for this person, in one sentence."""

    notice: Notice
    message: str


def notice_frame(notice: Notice, message: str) -> Frame:
    """A sentence for one person."""
    return frame_of(NoticeFrame(notice=notice, message=message))


class PongFrame(Message, tag_field="type", name="pong"):
    """The answer to a ping."""


PONG = frame_of(PongFrame())


class Goodbye(StrEnum):
    """Why the server ends a socket."""

    TAKEN_OVER = "taken_over"  # the same person opened the table elsewhere
    SIGNED_OUT = "signed_out"
    SESSION_EXPIRED = "session_expired"
    TOO_MANY = "too_many"  # messages or sockets
    NO_HELLO = "no_hello"
    STOPPING = "stopping"  # the service is being stopped; reconnect
    MOVED = "moved"  # another process serves the table; reconnect


CLOSE_CODES: dict[Goodbye, int] = {
    reason: 4000 + number for number, reason in enumerate(Goodbye, 1)
}


class GoodbyeFrame(Message, tag_field="type", name="goodbye"):
    """The last frame of a socket."""

    reason: Goodbye


def goodbye_frame(reason: Goodbye) -> Frame:
    """The last frame of a socket."""
    return frame_of(GoodbyeFrame(reason=reason))


class RealityCheck(Message, tag_field="type", name="reality_check"):
    """A reminder of time and money, at the interval that the player chose."""

    minutes: Annotated[int, Meta(ge=0)]
    wagered_cents: int
    returned_cents: int
    help: tuple[str, ...] = ()
