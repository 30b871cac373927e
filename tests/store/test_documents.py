"""Documents: what people write beside the tables, such as calls for the floor.

Planted once and caught here: a change that does not look at the version; a page that repeats its
last row; a new document that replaces one with the same id.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from casinowar.store import Store
from casinowar.store.interface import DocumentQuery
from tests.kit.writes import add_persons, add_table, document


async def test_a_document_is_found_as_it_was_kept(store: Store) -> None:
    await add_table(store)
    await add_persons(store, "a")
    call = replace(document("1", table="t1", owner="p_a"), body={"words": "Ж", "deep": [{"a": 1}]})
    assert await store.keep_document(call)
    assert await store.document("call", "1") == call
    assert await store.document("call", "2") is None
    assert await store.document("dispute", "1") is None


async def test_a_change_needs_the_version_before_it(store: Store) -> None:
    call = document("1")
    assert await store.keep_document(call)
    taken = replace(call, version=2, state="taken", body={"by": "p_a"})
    for version in (1, 3):  # as if it were new, or as if there had been another change
        assert not await store.keep_document(replace(taken, version=version))
        assert await store.document("call", "1") == call
    assert not await store.keep_document(replace(document("2"), version=2))  # a change of nothing
    assert await store.document("call", "2") is None
    assert await store.keep_document(taken)
    assert not await store.keep_document(taken)
    assert await store.document("call", "1") == taken


async def test_of_several_who_change_it_at_once_one_does(store: Store) -> None:
    call = document("1")
    assert await store.keep_document(call)
    changes = [replace(call, version=2, state=f"taken by {number}") for number in range(8)]
    kept = await asyncio.gather(*map(store.keep_document, changes))
    assert sum(kept) == 1
    assert await store.document("call", "1") == changes[kept.index(True)]


async def test_documents_come_newest_first_page_by_page(store: Store) -> None:
    await add_table(store)
    await add_persons(store, "a")
    rows = [
        document("b", at_ms=1),
        document("a", at_ms=2, table="t1"),
        document("c", at_ms=2, owner="p_a"),
        replace(document("d", at_ms=3, table="t1"), state="done"),
        document("e", at_ms=9, kind="dispute"),
    ]
    for row in rows:
        assert await store.keep_document(row)
    newest = [rows[3], rows[2], rows[1], rows[0]]

    async def found(**asked: object) -> list[object]:
        return list(await store.documents(DocumentQuery(kind="call", **asked)))  # type: ignore[arg-type]

    assert await found() == newest
    assert await found(limit=2) == newest[:2]
    assert await found(before=(2, "c")) == newest[2:]
    assert await found(state="open") == newest[1:]
    assert await found(table="t1", state="open") == [rows[1]]
    assert await found(owner="p_a") == [rows[2]]
    assert await found(owner="") == [rows[3], rows[1], rows[0]]
    assert await found(since_ms=2, until_ms=3) == [rows[2], rows[1]]
    assert list(await store.documents(DocumentQuery(kind="dispute"))) == [rows[4]]
