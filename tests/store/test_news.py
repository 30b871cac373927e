"""News of a table carries its new events, as long as they fit into one message.

Planted once and caught here: a gap in what was heard that is passed over; news that is too long.
"""

from __future__ import annotations

import pytest

from casinowar.store.news import (
    NEWS_MAX_BYTES,
    TableNews,
    following,
    read_table_news,
    table_news,
)
from casinowar.store.port import StoredEvent


def event(version: int, body: bytes = b'{"name":"caf\xc3\xa9"}') -> StoredEvent:
    return StoredEvent(version, 1_700_000_000_000, "p_a", "c 1", "a\nreason", body)


def test_news_brings_events_as_they_were_written() -> None:
    events = (event(7), event(8, b"{}"))
    message = table_news("t_1", events)
    assert "\n" not in message
    assert read_table_news(message) == TableNews("t_1", 8, events)


def test_long_news_says_only_how_far_the_table_has_come() -> None:
    room = NEWS_MAX_BYTES - len(table_news("t", [event(1, b"")]).encode())
    fits, long = event(1, b"x" * room), event(1, b"x" * (room + 1))
    assert read_table_news(table_news("t", [fits])) == TableNews("t", 1, (fits,))
    assert table_news("t", [long]) == "table t 1"
    assert read_table_news("table t 1") == TableNews("t", 1)


@pytest.mark.parametrize(
    "message",
    ["missed", "table", "table t", "table t x", f"table t {'9' * 5000}", "person p_a", ""],
)
def test_other_messages_are_not_about_tables(message: str) -> None:
    assert read_table_news(message) is None


@pytest.mark.parametrize("rows", ["[", "[[1]]", '[["1",2,"","","","{}"]]', "null"])
def test_events_that_cannot_be_read_are_left_out(rows: str) -> None:
    assert read_table_news(f"table t 3 {rows}") == TableNews("t", 3)


def test_only_what_follows_without_a_gap_is_taken() -> None:
    heard = [event(number) for number in (5, 4, 4, 3, 8, 7)]
    assert [row.version for row in following(heard, 3)] == [4, 5]
    assert [row.version for row in following(heard, 6)] == [7, 8]
    assert following(heard, 5) == following(heard, 1) == following([], 0) == []
