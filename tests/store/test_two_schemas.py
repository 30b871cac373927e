"""Stores in two schemas of one PostgreSQL database.

Planted once and caught here: a channel that all schemas share.
"""

from __future__ import annotations

import asyncio

from casinowar.store.postgres import PostgresStore
from tests.kit.postgres import Postgres

NAME_MAX_BYTES = 63  # of a channel
WAIT_SECONDS = 10.0


async def test_a_channel_belongs_to_one_schema(postgres: Postgres) -> None:
    mine, other = await postgres.new_schema(), await postgres.new_schema()
    one, two, stranger = [
        await PostgresStore.open(postgres.url(name)) for name in (mine, mine, other)
    ]
    news = one.news()
    await stranger.tell("from elsewhere")
    await two.tell("from here")
    assert await asyncio.wait_for(anext(news), WAIT_SECONDS) == "from here"
    assert len({store._listener.channel for store in (one, two, stranger)}) == 2
    assert len(one._listener._own_channel) <= NAME_MAX_BYTES
    assert [store._listener.is_first for store in (one, two, stranger)] == [True, False, True]
    for store in (one, two, stranger):
        await store.close()
