"""News of a table carries its new events, in as many messages as they need.

Planted once and caught here: a gap in what was heard that is passed over; news that is too long.
"""

from __future__ import annotations

import pytest

from casinowar.store.news import (
    NEWS_MAX_BYTES,
    following,
    read_table_news,
    table_news,
)
from casinowar.store.port import StoredEvent


def event(version: int, body: bytes = b'{"name":"caf\xc3\xa9"}') -> StoredEvent:
    return StoredEvent(version, 1_700_000_000_000, "p_a", "c 1", "a\nreason", body)


def told(message: str) -> tuple[str, int, tuple[StoredEvent, ...]]:
    news = read_table_news(message)
    assert news is not None
    return news.table, news.version, news.events


def test_news_brings_events_as_they_were_written() -> None:
    other = event(8, b"{}")._replace(actor="p_b", command="c 2")
    events = (event(6), event(7), other, event(9, b'{"a": 1}'), event(10))
    [message] = table_news("t_1", events)
    assert "\n" not in message
    assert told(message) == ("t_1", 10, events)


def body(size: int) -> bytes:
    return b'"' + b"x" * (size - 2) + b'"'


def test_an_event_that_is_too_long_is_left_out() -> None:
    room = NEWS_MAX_BYTES - len(table_news("t", [event(1, body(2))])[0].encode()) + 2
    fits, long = event(1, body(room)), event(1, body(room + 1))
    assert list(map(told, table_news("t", [fits]))) == [("t", 1, (fits,))]
    assert table_news("t", [long]) == ["table t 1"]
    assert table_news("t", [event(1), event(2, long.body), event(3)]) == ["table t 3"]
    assert told("table t 1") == ("t", 1, ())


@pytest.mark.parametrize("size", [2, 20, 500, 1300, 2600, 3900, 7000])
def test_news_that_is_long_comes_in_several_messages(size: int) -> None:
    events = [
        event(number, body(size))._replace(command=str(number // 3)) for number in range(1, 9)
    ]
    messages = table_news("t", events)
    assert all(len(message.encode()) <= NEWS_MAX_BYTES for message in messages)
    assert len(messages) == 1 if size < 700 else len(messages) > 1
    assert {version for _, version, _ in map(told, messages)} == {8}
    parts = [news.part for news in map(read_table_news, messages) if news is not None]
    assert parts == [True] * (len(messages) - 1) + [False]
    assert [row for message in messages for row in told(message)[2]] == events


def test_too_many_messages_are_none() -> None:
    events = [event(number, body(7000)) for number in range(1, 11)]
    assert len(table_news("t", events[:8])) == 8
    assert table_news("t", events[:9]) == ["table t 9"]


@pytest.mark.parametrize(
    "message",
    ["missed", "table", "table t", "table t x", f"table t {'9' * 5000}", "person p_a", ""],
)
def test_other_messages_are_not_about_tables(message: str) -> None:
    assert read_table_news(message) is None


@pytest.mark.parametrize(
    "rows", ["[", "[[1]]", '[["1",2,"","","",[{}]]]', '[[1,2,"","","",{}]]', "null"]
)
def test_events_that_cannot_be_read_are_left_out(rows: str) -> None:
    assert told(f"table t 3 {rows}") == ("t", 3, ())


def test_only_what_follows_without_a_gap_is_taken() -> None:
    heard = [event(number) for number in (5, 4, 4, 3, 8, 7)]
    assert [row.version for row in following(heard, 3)] == [4, 5]
    assert [row.version for row in following(heard, 6)] == [7, 8]
    assert following(heard, 5) == following(heard, 1) == following([], 0) == []
