"""News of a table, as processes tell it to each other."""

from __future__ import annotations

import pytest

from casinowar.store.news import TableNews, read_table_news


def test_news_says_how_far_a_table_has_come() -> None:
    news = TableNews("t_1", 10)
    assert "\n" not in news.message()
    assert read_table_news(news.message()) == news


@pytest.mark.parametrize(
    "message",
    [
        *("missed", "table", "table t", "table t x", f"table t {'9' * 5000}", "person p_a", ""),
        *("table t 3 more", "other t 3"),
    ],
)
def test_other_messages_are_not_about_tables(message: str) -> None:
    assert read_table_news(message) is None
