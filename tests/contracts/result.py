"""What every object that ``casinowar replay --json`` prints must satisfy."""

from __future__ import annotations

from typing import Any

from casinowar.outcomes import Outcome
from casinowar.table.events import (
    CardBurned,
    CardDealt,
    FaceUpCardFound,
    RoundCompleted,
    WarCardDealt,
)
from casinowar.wire import event_from_json

KEYS = [
    "format", "house", "decks", "void", "reshuffle", "cards_used", "dealer", "seats", "events",
]  # fmt: skip
SEAT_KEYS = [
    "seat", "card", "war_card", "outcome", "wagered", "returned", "net", "movements",
]  # fmt: skip
MOVEMENT_KEYS = ["wager", "action", "amount", "odds", "cites"]


def check_result(result: dict[str, Any]) -> None:
    """Keys and their order, sums in both directions, clauses, counted cards, readable events."""
    assert list(result) == KEYS
    assert result["format"] == "casinowar-result/1"
    assert list(result["dealer"]) == ["card", "war_card"]
    assert type(result["void"]) is bool
    assert type(result["reshuffle"]) is bool
    numbers = [seat["seat"] for seat in result["seats"]]
    assert numbers == sorted(set(numbers))
    for seat in result["seats"]:
        _check_seat(seat)
    if result["void"]:
        assert {seat["outcome"] for seat in result["seats"]} == {"void"}
    _check_events(result)


def _check_seat(seat: dict[str, Any]) -> None:
    assert list(seat) == SEAT_KEYS
    assert seat["outcome"] in {outcome.value for outcome in Outcome}
    assert seat["net"] == seat["returned"] - seat["wagered"]
    total = {"collect": 0, "return": 0, "pay": 0}
    for movement in seat["movements"]:
        assert list(movement) == MOVEMENT_KEYS
        assert movement["cites"]
        assert type(movement["amount"]) is int
        assert movement["amount"] != 0
        # odds belong to a payment; what takes one back has none
        assert (movement["odds"] is not None) == (
            movement["action"] == "pay" and movement["amount"] > 0
        )
        total[movement["action"]] += movement["amount"]
    assert total["return"] + total["pay"] == seat["returned"]
    assert total["collect"] + total["return"] == seat["wagered"]


def _check_events(result: dict[str, Any]) -> None:
    events = [event_from_json(event) for event in result["events"]]
    assert all(event.cites for event in events)
    assert isinstance(events[-1], RoundCompleted)
    left = [CardBurned, CardDealt, WarCardDealt, FaceUpCardFound]
    assert result["cards_used"] == sum(type(event) in left for event in events)
