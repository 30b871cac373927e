"""What becomes of a write: every outcome, the order of the checks, and what a refusal leaves.

Planted once and caught here: balances checked before the version; ``once`` remembered for a refused
write; a group whose second write does not see the first; a refused write whose events stay; an
answer looked up by its command alone; a person's change without its version.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from casinowar.ledger import Posting
from casinowar.store import Store
from casinowar.store.interface import (
    Answered,
    Conflict,
    DocumentQuery,
    Note,
    NoteQuery,
    Outcome,
    RoundQuery,
    Short,
    Snapshot,
    StoreError,
    Used,
    Write,
    Written,
)
from tests.kit.writes import (
    add_persons,
    add_table,
    answer,
    event,
    events,
    finished,
    grant,
    hand,
    person,
    sealed_seed,
    transfer,
    written,
)


async def content(store: Store) -> list[object]:
    """Everything that questions can find."""
    accounts = await store.balances("")
    return [
        [(row, await store.version(row.table)) for row in await store.tables()],
        [await store.events(row.table, 0) for row in await store.tables()],
        [await store.snapshot(row.table) for row in await store.tables()],
        [await store.seeds(row.table, 0, 99) for row in await store.tables()],
        accounts,
        await store.statement(list(accounts), 0),
        await store.rounds(RoundQuery()),
        await store.notes(NoteQuery()),
        await store.documents(DocumentQuery(kind="call")),
        [await store.person(name) for name in ("p_a", "p_b")],
    ]


def everything(expected: int = 0) -> Write:
    """A write with all its parts."""
    return Write(
        table="t1",
        expected=expected,
        at_ms=7,
        events=(event(expected + 1, actor="p_a")._replace(command="c1"), event(expected + 2)),
        postings=(Posting("player/p_a", -5, "buy_in", 1), Posting("chips/t1/p_a", 5, "buy_in", 1)),
        answer=answer("c1"),
        rounds=(finished(1, [hand("p_a"), hand("p_b", "lost", seat=2)], at_ms=6),),
        notes=(Note(at_ms=7, kind="big_win", table="t1", round=1, person="p_a", data={"x": 1}),),
        seeds=(sealed_seed(3, b"three"),),
        snapshot=Snapshot(version=2, body=b"state"),
        person=person("b"),
        once="refill/p_a/1",
    )


async def test_everything_is_written_at_once(store: Store) -> None:
    await add_table(store)
    await written(store, grant("p_a", 10))
    write = everything()
    assert await store.write(write) == Written()
    assert await store.version("t1") == 2
    assert await store.events("t1", 0) == list(write.events)
    assert await store.balances("") == {"grants": -10, "player/p_a": 5, "chips/t1/p_a": 5}
    assert await store.round("t1", 1) == write.rounds[0]
    (note,) = await store.notes(NoteQuery())
    assert note.note == write.notes[0]
    assert await store.seeds("t1", 3, 9) == list(write.seeds)
    assert await store.snapshot("t1") == write.snapshot
    assert await store.person("p_b") == write.person
    assert await store.write(write) == Answered(answer("c1"))
    assert await store.write(Write(at_ms=1, once="refill/p_a/1")) == Used()


# what is wrong with a write, in the order in which it has to be noticed
FAULTS: list[tuple[dict[str, object], Outcome]] = [
    ({"answer": answer("used", b"no")}, Answered(answer("used"))),
    ({"table": "t1", "expected": 5}, Conflict()),
    ({"person": person("a", 1)}, Conflict()),
    ({"once": "taken"}, Used()),
    ({"person": person("b", 1, sign_in="ann")}, Used()),
    (
        {"postings": (Posting("player/p_b", -1, "k"), Posting("chips/t1/p_b", 1, "k"))},
        Short("player/p_b"),
    ),
]
ORDER = [0, 1, 1, 2, 2, 3]  # checks of one rank may come in any order


async def prepared(store: Store) -> None:
    await add_table(store)
    await written(
        store,
        Write(at_ms=1, answer=answer("used")),
        Write(at_ms=1, person=person("a", 1, sign_in="ann")),
        Write(at_ms=1, once="taken"),
        events(0, 2),
    )


@pytest.mark.parametrize("number", range(len(FAULTS)))
async def test_a_refused_write_leaves_no_trace(store: Store, number: int) -> None:
    await prepared(store)
    before = await content(store)
    parts, outcome = FAULTS[number]
    whole = replace(
        everything(2),
        answer=answer("new"),
        postings=(Posting("cage", -1, "fill"), Posting("tray/t1", 1, "fill")),
    )
    refused = replace(whole, **parts)  # type: ignore[arg-type]
    if refused.expected != 2:
        refused = replace(refused, events=())
    assert await store.write(refused) == outcome
    assert await content(store) == before
    # nothing of it is remembered either: without its fault it is accepted
    assert await store.write(whole) == Written()


@pytest.mark.parametrize("first", range(len(FAULTS)))
async def test_the_first_fault_decides(store: Store, first: int) -> None:
    await prepared(store)
    for second in range(len(FAULTS)):
        parts, outcome = FAULTS[first]
        others, _ = FAULTS[second]
        if ORDER[first] < ORDER[second] and not (parts.keys() & others.keys()):
            both = Write(at_ms=1, **{**others, **parts})  # type: ignore[arg-type]
            assert await store.write(both) == outcome, FAULTS[second]


async def test_a_write_without_a_table_needs_no_version(store: Store) -> None:
    await written(store, Write(at_ms=1, answer=answer("c")), Write(at_ms=2, answer=answer("d")))


async def test_a_stored_answer_can_be_read_without_a_write(store: Store) -> None:
    await written(store, Write(at_ms=1, answer=answer("c")))
    kept = answer("c")
    assert await store.answer(kept.person, "c") == kept
    assert await store.answer(kept.person, "d") is None
    assert await store.answer("somebody else", "c") is None


async def test_a_refusal_is_answered_only_at_the_version_it_was_decided_on(store: Store) -> None:
    await add_table(store)
    await written(store, events(0))
    late = Write(table="t1", expected=0, at_ms=1, answer=answer("c", b"refused"))
    assert await store.write(late) == Conflict()
    assert await store.write(replace(late, expected=1)) == Written()
    assert await store.version("t1") == 1


async def test_an_unknown_table_is_a_mistake(store: Store) -> None:
    await add_table(store)
    results = await asyncio.gather(
        store.write(events(0)),
        store.write(events(0, table="nowhere")),
        store.write(events(1)),
        return_exceptions=True,
    )
    assert isinstance(results[1], StoreError)
    assert [results[0], results[2]] == [Written(), Written()]


@pytest.mark.parametrize(
    "wrong",
    [
        Write(at_ms=1, postings=(Posting("cage", 1, "k"),)),
        Write(at_ms=1, events=(event(1),)),
        Write(table="t1", expected=3, at_ms=1, events=(event(5),)),
        Write(at_ms=1, snapshot=Snapshot(version=1, body=b"")),
    ],
    ids=["unbalanced", "no table", "gap", "snapshot of nothing"],
)
async def test_a_mistake_of_the_caller_is_refused_at_once(store: Store, wrong: Write) -> None:
    await add_table(store)
    with pytest.raises(AssertionError):
        await store.write(wrong)


async def test_the_same_command_of_two_persons_is_two_commands(store: Store) -> None:
    await written(store, Write(at_ms=1, answer=answer("c")))
    await written(store, Write(at_ms=1, answer=answer("c", b"other", person="p_b")))
    assert await store.write(Write(at_ms=1, answer=answer("c", b"third"))) == Answered(answer("c"))


# --- groups ---------------------------------------------------------------------------------------


async def test_writes_of_one_table_queued_together_follow_each_other(store: Store) -> None:
    await add_table(store)
    outcomes = await asyncio.gather(*(store.write(events(n * 3, 3)) for n in range(20)))
    assert list(outcomes) == [Written()] * 20
    assert [e.version for e in await store.events("t1", 0)] == list(range(1, 61))


async def test_money_that_came_in_the_same_group_can_be_spent(store: Store) -> None:
    await add_persons(store, "a", "b")
    outcomes = await asyncio.gather(
        store.write(grant("p_a", 100)),
        store.write(transfer("player/p_a", "player/p_b", 100)),
        store.write(transfer("player/p_b", "chips/t1/p_b", 100)),
        store.write(transfer("player/p_b", "chips/t1/p_b", 1)),
    )
    assert list(outcomes) == [Written(), Written(), Written(), Short("player/p_b")]
    assert await store.balance("player/p_a") == 0
    assert await store.balance("chips/t1/p_b") == 100
    assert await store.check() == []


async def test_a_refused_write_between_good_ones_disturbs_none(store: Store) -> None:
    await add_table(store)
    await add_table(store, "t2")
    good, bad = events(0, table="t1"), replace(events(9, table="t2"), answer=answer("bad"))
    short = transfer("player/p_x", "cage", 1)
    outcomes = await asyncio.gather(
        store.write(good),
        store.write(bad),
        store.write(short),
        store.write(replace(events(0, table="t2"), answer=answer("bad", b"fine"))),
        store.write(events(1, table="t1")),
    )
    assert list(outcomes) == [Written(), Conflict(), Short("player/p_x"), Written(), Written()]
    assert await store.balances("") == {}
    again = await store.write(Write(at_ms=1, answer=answer("bad")))
    assert again == Answered(answer("bad", b"fine"))


async def test_a_write_that_the_database_cannot_hold_disturbs_none(store: Store) -> None:
    await add_table(store)
    too_much = transfer("cage", "tray/t1", 2**70)
    results = await asyncio.gather(
        store.write(events(0)),
        store.write(too_much),
        store.write(replace(events(1), answer=answer("c"))),
        return_exceptions=True,
    )
    assert isinstance(results[1], StoreError)
    assert [results[0], results[2]] == [Written(), Written()]
    assert await store.version("t1") == 2
    assert await store.balances("") == {}


async def test_other_changes_keep_their_place_among_writes(store: Store) -> None:
    results = await asyncio.gather(
        store.write(Write(at_ms=1, person=person("a"))),
        add_table(store, "t1"),
        store.write(events(0)),
        add_table(store, "t2"),
        store.write(events(0, table="t2")),
    )
    assert [results[0], results[2], results[4]] == [Written()] * 3


async def test_a_caller_who_gives_up_waiting_does_not_stop_the_write(store: Store) -> None:
    await add_table(store)
    task = asyncio.create_task(store.write(events(0)))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await written(store, events(1))
    assert await store.version("t1") == 2


# --- races ----------------------------------------------------------------------------------------


async def test_the_last_chips_are_spent_once(store: Store) -> None:
    await add_persons(store, "a")
    await written(store, grant("p_a", 1000))
    outcomes = await asyncio.gather(
        *(store.write(transfer("player/p_a", f"chips/t{n}/p_a", 100)) for n in range(64))
    )
    assert Counter(outcomes) == {Written(): 10, Short("player/p_a"): 54}
    assert await store.balance("player/p_a") == 0
    assert await store.check() == []


async def test_one_command_id_is_answered_once(store: Store) -> None:
    bodies = [b"%d" % number for number in range(32)]
    outcomes = await asyncio.gather(
        *(store.write(Write(at_ms=1, answer=answer("c", body))) for body in bodies)
    )
    (first,) = [body for body, out in zip(bodies, outcomes, strict=True) if out == Written()]
    assert Counter(outcomes) == {Written(): 1, Answered(answer("c", first)): 31}


async def test_one_table_version_is_written_once(store: Store) -> None:
    await add_table(store)
    outcomes = await asyncio.gather(*(store.write(events(0)) for _ in range(16)))
    assert Counter(outcomes) == {Written(): 1, Conflict(): 15}


async def test_a_key_is_used_once(store: Store) -> None:
    refill = replace(grant("p_a", 100), once="refill/p_a/2026-11-16T03")
    outcomes = await asyncio.gather(*(store.write(refill) for _ in range(16)))
    assert Counter(outcomes) == {Written(): 1, Used(): 15}
    assert await store.balance("player/p_a") == 100


async def test_a_sign_in_name_is_taken_once(store: Store) -> None:
    rows = [person(f"x{n}", sign_in="ann") for n in range(8)]
    outcomes = await asyncio.gather(*(store.write(Write(at_ms=1, person=row)) for row in rows))
    assert Counter(outcomes) == {Written(): 1, Used(): 7}


async def test_a_person_changes_by_version_and_can_give_up_a_name(store: Store) -> None:
    async def write(row: object) -> Outcome:
        return await store.write(Write(at_ms=1, person=row))  # type: ignore[arg-type]

    assert await write(person("a", 2)) == Conflict()
    assert await write(person("a", 1, sign_in="ann")) == Written()
    assert await write(person("a", 1, sign_in="eve")) == Conflict()
    assert await write(person("a", 3)) == Conflict()
    assert await write(person("a", 2, sign_in="ann")) == Written()
    outcomes = await asyncio.gather(
        write(person("b", 1)),
        write(person("a", 3, sign_in="eve")),
        write(person("b", 2, sign_in="ann")),
    )
    assert list(outcomes) == [Written(), Written(), Written()]
    found = await store.person_by_sign_in("ann")
    assert found is not None
    assert found.person == "p_b"
    assert await store.person("p_a") == person("a", 3, sign_in="eve")


async def test_writes_that_were_planned_together_end_at_the_first_that_is_refused(
    store: Store,
) -> None:
    """Planted once and caught here: the third accepted, because somebody else made its version."""
    await add_table(store, "t1")
    planned = [events(0), replace(events(1), answer=answer("c")), events(2)]
    assert list(await store.write_all(planned)) == [Written()] * 3
    again = [replace(events(3), answer=answer("c")), events(3), Write(at_ms=1, once="k")]
    outcomes = await store.write_all(again)
    assert list(outcomes) == [Answered(answer("c")), Conflict(), Conflict()]
    first, other = await asyncio.gather(
        store.write(events(3)), store.write_all([events(3, 2), events(4), events(5)])
    )
    assert first == Written()
    assert list(other) == [Conflict()] * 3
    assert [row.version for row in await store.events("t1", 0)] == [1, 2, 3, 4]
    assert await store.write(Write(at_ms=1, once="k")) == Written()


async def test_settings_change_with_the_notes_of_who_did_it_and_once(store: Store) -> None:
    """Planted once: a mark that is not that of the new settings; a table without its events."""
    row = await add_table(store)
    await written(store, events(0, 2))
    changed = replace(row, settings={"public": False, "title": "Friday"})
    note = Note(at_ms=7, kind="owner_changed_table", table="t1", actor="p_a")
    write = Write(
        table="t1", expected=2, at_ms=7, settings=changed, notes=(note,), once="settings/t1/1"
    )
    late = replace(write, expected=1)
    both = replace(events(2), settings=changed)  # in one commit with events of the same table
    assert await store.write(late) == Conflict()
    assert await store.table("t1") == row
    assert await store.write(write) == Written()
    assert await store.table("t1") == changed
    assert [found.note for found in await store.notes(NoteQuery())] == [note]
    assert await store.write(write) == Used()
    again = replace(row, settings={"public": False, "title": "Sunday"})
    assert await store.write(replace(both, settings=again)) == Written()
    assert (await store.table("t1"), await store.version("t1")) == (again, 3)
    assert list(await store.check()) == []
