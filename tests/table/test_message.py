"""Messages are frozen and keyword-only; one without its words cannot be made."""

from __future__ import annotations

import pytest
from msgspec.structs import fields, replace

from casinowar.table import commands as c
from casinowar.table.events import EVENTS, Event, WagerPaid
from casinowar.table.state import Wager


def paid() -> WagerPaid:
    return WagerPaid(seat=1, wager=Wager.TIE, amount_cents=500, odds="10:1", cites="WI i1ii")


def test_a_message_has_its_fields_and_defaults() -> None:
    assert (paid().seat, paid().odds, paid().from_match_cents) == (1, "10:1", 0)
    assert replace(paid(), seat=2).seat == 2


def test_a_message_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        setattr(paid(), "seat", 2)  # noqa: B010 - a plain assignment would not type-check
    assert not hasattr(paid(), "__dict__")


def test_a_message_wants_every_field_by_name() -> None:
    with pytest.raises(TypeError, match="cites"):
        WagerPaid(seat=1, wager=Wager.TIE, amount_cents=500, odds="10:1")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError):
        c.DealCard(3)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError):
        c.BurnCard(seat=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def test_messages_are_equal_by_value_and_shown_whole() -> None:
    assert paid() == paid()
    assert hash(paid()) == hash(paid())
    assert paid() != replace(paid(), amount_cents=501)
    assert "amount_cents=500" in repr(paid())


def test_an_event_without_words_cannot_be_made() -> None:
    class Silent(Event, name="silent"):
        seat: int

    with pytest.raises(TypeError, match="text"):
        Silent(seat=1, cites="x")  # type: ignore[abstract]  # pyright: ignore[reportAbstractUsage]


def test_a_step_without_words_cannot_be_made() -> None:
    class Silent(c.Step, name="silent_step"):
        ROLE = c.Role.DEALER

    with pytest.raises(TypeError, match="words"):
        Silent()  # type: ignore[abstract]  # pyright: ignore[reportAbstractUsage]


def test_every_event_cites_its_clause() -> None:
    assert all("cites" in {field.name for field in fields(event)} for event in EVENTS.values())
