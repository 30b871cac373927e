"""Encoding and decoding events, against a codec written by hand with dicts and ``json``.

The events are those of a game as it was played, of the kinds that make up nearly all of a stream.
Both codecs write the same bytes and read the same events; that is checked first. Ours refuses
unknown fields, wrong types and duplicate keys, the other one does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import make_dataclass
from datetime import date
from random import Random
from statistics import median
from time import process_time
from typing import Any

from msgspec.structs import asdict, fields

from bench.ratio import Ratio
from casinowar.cards import parse_card, show_card
from casinowar.houses.house import WagerForm
from casinowar.live import LiveTable
from casinowar.outcomes import Outcome
from casinowar.table import Phase, Refusal, events_of
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Lies, RackedCard, Result, Wager
from casinowar.wire import decode_json, event_bytes, event_from_bytes, event_from_json

ROUNDS = 1_000
TURNS = 5
SLICE = 300  # events


def run() -> list[Ratio]:
    """Events per second, both ways."""
    events = common_events()
    lines = [event_bytes(event) for event in events]
    assert lines == [write_by_hand(event) for event in events], "not the same bytes"
    assert events == [read_by_hand(line) for line in lines], "not the same events"
    parts = [(type(event), asdict(event)) for event in events]

    def read_strictly(line: bytes) -> e.Event:
        return event_from_json(decode_json(line))

    def build(part: tuple[type[e.Event], dict[str, Any]]) -> e.Event:
        return part[0](**part[1])

    def build_by_hand(part: tuple[type[e.Event], dict[str, Any]]) -> object:
        return HAND_MADE[part[0]](**part[1])

    ours, hand, kept = _medians(events, event_bytes, write_by_hand, write_with_kept_encoder)
    quick, strict, loads = _medians(lines, event_from_bytes, read_strictly, read_by_hand)
    built, dataclasses = _medians(parts, build, build_by_hand)
    count = len(events)

    def ratio(what: str, peer: str, own: float, other: float, least: float | None) -> Ratio:
        return Ratio(
            what=what, peer=peer, unit="/s", ours=count / own, theirs=count / other, least=least
        )

    return [
        ratio("event built", "a frozen dataclass", built, dataclasses, 1.5),
        ratio("event to bytes", "dict by hand, json.dumps", ours, hand, 5),
        ratio("event to bytes", "dict by hand, one kept JSONEncoder", ours, kept, None),
        ratio("stored bytes to event", "json.loads, event by hand, no checks", quick, loads, 1.5),
        ratio("stored bytes to event", "our strict reader", quick, strict, 1.5),
    ]


def common_events() -> list[e.Event]:
    """The events of a game at one seat, of the kinds that the codec by hand knows."""
    played = list[e.Event]()
    table = LiveTable(
        "wisconsin", Random(7).randrange, save=lambda done: played.extend(events_of(done))
    )
    _do(table, c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**11))
    _do(table, c.TakeSeat(seat=1, player="Bo"))
    _do(table, c.BuyChips(seat=1, cash_cents=10**9))
    while table.state.round_number < ROUNDS:
        match table.state.phase:
            case Phase.BETTING:
                _do(table, c.PlaceWagers(seat=1, initial_cents=1000, tie_cents=500))
            case Phase.DECIDE:
                _do(table, c.GoToWar(seat=1, war_tie_cents=0))
            case _:
                _do(table, c.RefuseCut(seat=1))
    common = [event for event in played if type(event) in BY_HAND]
    assert len(common) > 0.9 * len(played), "these are not the common kinds"
    return common


def _do(table: LiveTable, command: c.Command) -> None:
    answer = table.do(command)
    if isinstance(answer, Refusal):
        raise RuntimeError(str(answer))


# --- by hand --------------------------------------------------------------------------------------


def _wager_moved(event: Any) -> dict[str, Any]:
    return {
        "seat": event.seat,
        "wager": event.wager.value,
        "side": event.side,
        "amount_cents": event.amount_cents,
    }


BY_HAND: dict[type[e.Event], Callable[[Any], dict[str, Any]]] = {
    e.WagerPlaced: lambda event: {
        "seat": event.seat,
        "wager": event.wager.value,
        "side": event.side,
        "amount_cents": event.amount_cents,
        "form": event.form.value,
    },
    e.NoMoreBetsAnnounced: lambda event: {"round": event.round},
    e.CardDealt: lambda event: {"seat": event.seat, "card": str(event.card)},
    e.HandCompared: lambda event: {"seat": event.seat, "result": event.result.value},
    e.WagerCollected: _wager_moved,
    e.WagerReturned: _wager_moved,
    e.WagerPaid: lambda event: {
        **_wager_moved(event),
        "odds": event.odds,
        "from_match_cents": event.from_match_cents,
    },
    e.HandDecided: lambda event: {"seat": event.seat, "outcome": event.outcome.value},
    e.HandRacked: lambda event: {
        "seat": event.seat,
        "cards": [
            {"card": show_card(racked.card), "lies": racked.lies.value} for racked in event.cards
        ],
    },
    e.RoundCompleted: lambda event: {"round": event.round, "reshuffle": event.reshuffle},
}
HAND_MADE: dict[type[e.Event], type] = {
    kind: make_dataclass(
        kind.__name__,
        [
            (each.name, each.type, each.default) if not each.required else (each.name, each.type)
            for each in fields(kind)
        ],
        frozen=True,
        slots=True,
        kw_only=True,
    )
    for kind in BY_HAND
}
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _dict_by_hand(event: e.Event) -> dict[str, Any]:
    return {
        "name": event.NAME,
        "version": event.version,
        "cites": event.cites,
        **BY_HAND[type(event)](event),
    }


def write_by_hand(event: e.Event) -> bytes:
    """An event as bytes."""
    written = _dict_by_hand(event)
    return json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode()


def write_with_kept_encoder(event: e.Event) -> bytes:
    """The same; ``json.dumps`` makes an encoder for every call with settings of its own."""
    return _ENCODER.encode(_dict_by_hand(event)).encode()


def read_by_hand(line: bytes) -> e.Event:
    """Read the event in bytes, without checks."""
    fields = json.loads(line)
    kind = e.EVENTS[fields.pop("name")]
    del fields["version"]
    if "card" in fields:
        fields["card"] = parse_card(fields["card"])
    if "wager" in fields:
        fields["wager"] = Wager(fields["wager"])
    if "form" in fields:
        fields["form"] = WagerForm(fields["form"])
    if "result" in fields:
        fields["result"] = Result(fields["result"])
    if "outcome" in fields:
        fields["outcome"] = Outcome(fields["outcome"])
    if "cards" in fields:
        fields["cards"] = tuple(
            RackedCard(card=parse_card(each["card"]), lies=Lies(each["lies"]))
            for each in fields["cards"]
        )
    return kind(**fields)


# --- the clock ------------------------------------------------------------------------------------


def _medians(values: Sequence[Any], *works: Callable[[Any], object]) -> list[float]:
    """The CPU seconds of each, the median of five turns.

    They alternate every few hundred events, so that a noisy moment affects all of them.
    """
    turns = [_turn(values, works) for _ in range(TURNS)]
    return [median(seconds) for seconds in zip(*turns, strict=True)]


def _turn(values: Sequence[Any], works: Sequence[Callable[[Any], object]]) -> list[float]:
    seconds = [0.0] * len(works)
    for start in range(0, len(values), SLICE):
        some = values[start : start + SLICE]
        for at, work in enumerate(works):
            begin = process_time()
            for value in some:
                work(value)
            seconds[at] += process_time() - begin
    return seconds
