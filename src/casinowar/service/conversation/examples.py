"""An example of each frame, by the name of its definition in the schema.

What a server sends is made by ``frames`` itself, so that the examples cannot be wrong.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from casinowar.cards import parse_card
from casinowar.houses import load_house, rules_digest
from casinowar.service.conversation.messages import (
    PONG,
    Countdown,
    Goodbye,
    Notice,
    People,
    Phrase,
    RealityCheck,
    Seated,
    Speaker,
    You,
    asked_body,
    done_body,
    events_frame,
    goodbye_frame,
    notice_frame,
    offers_body,
    offers_frame,
    people_frame,
    reality_frame,
    refused_body,
    said_frame,
    stopped_by,
    stopped_frame,
    table_frame,
    view_frame,
    waits_frame,
    welcome_frame,
)
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.tables.owner import STOOD_UP_WORDS
from casinowar.service.tables.settings import TableSettings
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.due import Due
from casinowar.table.legal import Offer, Range
from casinowar.table.refusals import Code, Refusal
from casinowar.table.roles import player_at
from casinowar.table.state import Table
from casinowar.table.view import view
from casinowar.table.waits import Awaited, Wait
from casinowar.wire import decode_json, event_bytes, snapshot_of, to_json
from casinowar.wire.errors import WireCode, WireRefusal

Json = dict[str, Any]
_AT_MS = 1_767_225_600_000
_CLIENT: dict[str, list[Json]] = {
    "HelloFrame": [{"type": "hello"}, {"type": "hello", "last": 41, "people": True}],
    "CommandFrame": [
        {"type": "command", "id": "c1", "command": {"command": "take_seat", "seat": 1}},
        {
            "type": "command",
            "id": "c2",
            "command": {"command": "place_wagers", "seat": 1, "initial_cents": 1000},
        },
        {
            "type": "command",
            "id": "c3",
            "command": {"command": "change_seat", "seat": 1, "to": 3},
        },
        {
            "type": "command",
            "id": "f1",
            "command": {"command": "close_table"},
            "reason": "End of the day.",
        },
    ],
    "AskFrame": [{"type": "ask", "id": "q1", "ask": "view"}],
    "SayFrame": [{"type": "say", "id": "s1", "phrase": "well_played"}],
    "PingFrame": [{"type": "ping"}],
}


@cache
def samples() -> dict[str, list[Json]]:
    """The examples of all frames."""
    sent = {name: [decode_json(body)] for name, body in _sent().items()}
    return _CLIENT | sent


def _sent() -> dict[str, bytes]:
    state = Table(house=load_house("wisconsin"))
    seen = to_json(view(state))
    betting = Wait(
        who=player_at(2),
        what=Awaited.BET,
        seconds=20,
        otherwise=c.AnnounceNoMoreBets(),
        message="Seat 2 may place wagers.",
        cites="WI f1",
    )
    waits = (Countdown(wait=betting, left_ms=14_250),)
    bet = Offer(command=c.PlaceWagers, fields={"seat": 1, "initial_cents": Range(500, 50_000, 100)})
    dealt = e.CardDealt(seat=1, card=parse_card("Kh"), cites="WI g3")
    due = Due(command="announce_no_more_bets", message="No more bets are due.", cites="WI g1")
    on_break = ServiceRefusal(
        code=ServiceCode.ON_BREAK, sentence="You are taking a break.", until_ms=_AT_MS
    )
    return {
        "WelcomeFrame": welcome_frame(
            table=_table(state, to_json(view(state).limits)),
            stream="9f3c1a5be2704d86",
            version=41,
            you=You(person="p_abcdefghijklmnopqrst", name="Ana", roles=("player",), seats=(1,)),
            view=None,
            waits=waits,
        ).payload,
        "EventsFrame": events_frame(42, _AT_MS, [event_bytes(dealt)], waits).payload,
        "WaitsFrame": waits_frame(42, waits).payload,
        "ViewFrame": view_frame(42, seen).payload,
        "OffersFrame": offers_frame(42, offers_body([bet])).payload,
        "DoneFrame": done_body("c2", 43, 57),
        "AnswerViewFrame": asked_body("q1", 42, {"view": seen}),
        "AnswerLegalFrame": asked_body("q2", 42, {"legal": decode_json(offers_body([bet]))}),
        "AnswerDueFrame": asked_body("q3", 42, {"due": to_json(due)}),
        "AnswerSnapshotFrame": asked_body("q4", 42, {"snapshot": snapshot_of(state)}),
        "AnswerSaidFrame": asked_body("s1", 42, {"said": Phrase.WELL_PLAYED.value}),
        "TableFrame": table_frame(_table(state, to_json(view(state).limits))).payload,
        "PeopleFrame": people_frame(
            People(
                seated=(
                    Seated(seat=1, name="Ana", here=True),
                    Seated(seat=3, name="Bo", here=False),
                ),
                watching=1,
                watchers=("Cy",),
            )
        ).payload,
        "SaidFrame": said_frame(
            Speaker(person="p_abcdefghijklmnopqrst", name="Ana", seat=1),
            Phrase.WELL_PLAYED,
            _AT_MS,
        ).payload,
        "NoticeFrame": notice_frame(Notice.STOOD_UP, STOOD_UP_WORDS).payload,
        "TableRefusedFrame": refused_body(
            "c2", Refusal(code=Code.NOT_DUE, sentence="That step is not due.", cites="WI g1")
        ),
        "MessageRefusedFrame": refused_body(
            None, WireRefusal(code=WireCode.NOT_JSON, sentence="The message is not JSON.")
        ),
        "ServiceRefusedFrame": refused_body("c2", on_break),
        "StoppedFrame": stopped_frame(stopped_by(on_break)).payload,
        "RealityCheckFrame": reality_frame(
            RealityCheck(minutes=60, wagered_cents=12_000, returned_cents=11_500)
        ).payload,
        "PongFrame": PONG.payload,
        "GoodbyeFrame": goodbye_frame(Goodbye.TAKEN_OVER).payload,
    }


def _table(state: Table, limits: Json) -> Json:
    settings = TableSettings(house=state.house.name)
    return {
        "id": state.house.name,
        "settings": settings.to_json(),
        "title": state.house.title,
        "rules": rules_digest(state.house),
        "phase": state.phase.value,
        "round": 0,
        "rounds": state.house.name,
        "seats": state.house.deal.seats,
        "players": {"1": "Ana"},
        "watching": 2,
        "limits": limits,
    }
