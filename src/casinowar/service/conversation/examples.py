"""An example of each frame, by the name of its definition in the schema.

What a server sends is made by ``messages`` itself, so that the examples cannot be wrong.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Raw

from casinowar.cards import parse_card
from casinowar.houses import load_house, rules_digest
from casinowar.service.conversation.messages import (
    PONG,
    AnswerDueFrame,
    AnswerLegalFrame,
    AnswerSaidFrame,
    AnswerSnapshotFrame,
    AnswerViewFrame,
    Goodbye,
    Notice,
    People,
    Phrase,
    RealityCheck,
    Seated,
    Speaker,
    StoppedFrame,
    TableFrame,
    TableInfo,
    ViewFrame,
    WaitsFrame,
    WelcomeFrame,
    You,
    countdown,
    done_body,
    events_frame,
    goodbye_frame,
    notice_frame,
    offers_body,
    offers_frame,
    refused_body,
    said_frame,
    stopped_by,
)
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.roles import Role
from casinowar.service.tables.settings import STOOD_UP_WORDS, TableSettings
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.due import Due
from casinowar.table.legal import Offer, Range
from casinowar.table.refusals import Code, Refusal
from casinowar.table.roles import player_at
from casinowar.table.state import Phase, Table
from casinowar.table.view import limits_of, view
from casinowar.table.waits import Awaited, Wait
from casinowar.wire import decode_json, encode_json, event_bytes, snapshot_of
from casinowar.wire.errors import WireCode, WireRefusal

Json = dict[str, Any]
_AT_MS = 1_767_225_600_000
_ANA = "p_abcdefghijklmnopqrst"
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
    seen = view(state)
    info = _info(state)
    betting = Wait(
        who=player_at(2),
        what=Awaited.BET,
        seconds=20,
        otherwise=c.AnnounceNoMoreBets(),
        message="Seat 2 may place wagers.",
        cites="WI f1",
    )
    waits = (countdown(betting, 14_250),)
    bet = Offer(command=c.PlaceWagers, fields={"seat": 1, "initial_cents": Range(500, 50_000, 100)})
    legal = Raw(offers_body([bet]))
    dealt = e.CardDealt(seat=1, card=parse_card("Kh"), cites="WI g3")
    due = Due(command="announce_no_more_bets", message="No more bets are due.", cites="WI g1")
    on_break = ServiceRefusal(
        code=ServiceCode.ON_BREAK, sentence="You are taking a break.", until_ms=_AT_MS
    )
    return {
        "WelcomeFrame": encode_json(
            WelcomeFrame(
                table=info,
                stream="9f3c1a5be2704d86",
                version=41,
                you=You(person=_ANA, name="Ana", roles=(Role.PLAYER,), seats=(1,)),
                waits=waits,
            )
        ),
        "EventsFrame": events_frame(42, _AT_MS, [event_bytes(dealt)], Phase.DEAL, waits).payload,
        "WaitsFrame": encode_json(WaitsFrame(version=42, waits=waits)),
        "ViewFrame": encode_json(ViewFrame(version=42, view=seen)),
        "OffersFrame": offers_frame(42, offers_body([bet]), ()).payload,
        "DoneFrame": done_body("c2", 43, 57),
        "AnswerViewFrame": encode_json(AnswerViewFrame(id="q1", version=42, view=seen)),
        "AnswerLegalFrame": encode_json(AnswerLegalFrame(id="q2", version=42, legal=legal)),
        "AnswerDueFrame": encode_json(AnswerDueFrame(id="q3", version=42, due=due)),
        "AnswerSnapshotFrame": encode_json(
            AnswerSnapshotFrame(id="q4", version=42, snapshot=snapshot_of(state))
        ),
        "AnswerSaidFrame": encode_json(
            AnswerSaidFrame(id="s1", version=42, said=Phrase.WELL_PLAYED)
        ),
        "TableFrame": encode_json(TableFrame(table=info)),
        "PeopleFrame": encode_json(
            People(
                seated=(
                    Seated(seat=1, name="Ana", here=True),
                    Seated(seat=3, name="Bo", here=False),
                ),
                watching=1,
                watchers=("Cy",),
            )
        ),
        "SaidFrame": said_frame(
            Speaker(person=_ANA, name="Ana", seat=1),
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
        "StoppedFrame": encode_json(StoppedFrame(stopped=stopped_by(on_break))),
        "RealityCheckFrame": encode_json(
            RealityCheck(minutes=60, wagered_cents=12_000, returned_cents=11_500)
        ),
        "PongFrame": PONG.payload,
        "GoodbyeFrame": goodbye_frame(Goodbye.TAKEN_OVER).payload,
    }


def _info(state: Table) -> TableInfo:
    house = state.house
    return TableInfo(
        id=house.name,
        settings=TableSettings(house=house.name),
        title=house.title,
        rules=rules_digest(house),
        phase=state.phase,
        round=0,
        rounds=house.name,
        seats=house.deal.seats,
        players={"1": "Ana"},
        watching=2,
        limits=limits_of(house),
    )
