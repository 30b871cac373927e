"""What a store finds again: streams, seeds, persons, sessions, statements, rounds, notes.

Planted once and caught here: a page that repeats its last row; a round found through another
round's hand; a statement in the order of time; a prefix that is taken for a pattern.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from casinowar.store import Store
from casinowar.store.backup import open_view
from casinowar.store.consistent_read import accounts
from casinowar.store.interface import (
    Document,
    FoundRound,
    HandRow,
    HandSums,
    Movement,
    Note,
    NoteQuery,
    RoundQuery,
    Snapshot,
    StoreError,
    TableQuery,
    TableRow,
    Write,
    Written,
)
from casinowar.store.queries import Questions
from casinowar.store.row_layout import Cell, Row
from casinowar.store.store import ENDED_SESSION, SESSIONS_KEPT_MS
from tests.kit.writes import (
    HOUR_MS,
    RULES,
    add_table,
    events,
    finished,
    grant,
    hand,
    person,
    sealed_seed,
    session,
    transfer,
    written,
)
from tests.store.places import Database


async def test_tables_come_oldest_first_with_their_rules(store: Store) -> None:
    rows = [await add_table(store, "b", 2), await add_table(store, "c", 1)]
    rows.append(await add_table(store, "a", 2))
    assert list(await store.tables()) == [rows[1], rows[2], rows[0]]
    assert await store.table("a") == rows[2]
    assert await store.table("d") is None
    assert await store.rules("digest") == RULES
    assert await store.rules("other") is None


async def test_tables_are_found_page_by_page(store: Store) -> None:
    def made(table: str, created_ms: int, owner: str, **settings: Any) -> TableRow:
        return TableRow(
            table=table, created_ms=created_ms, owner=owner, settings=settings, rules="digest"
        )

    trick = 'x"public":true'
    rows = [
        made("c", 1, "", public=True),
        made("a", 2, "p_a", public=True, title="%"),
        made("b", 2, "p_a", public=False, title=trick),
        made("d", 3, "p_b", public=False),
    ]
    for row in rows:
        assert await store.add_table(row, RULES, ())

    async def found(private_of: str | None = "", after: str = "", limit: int = 9) -> str:
        query = TableQuery(private_of=private_of, after=after, limit=limit)
        return "".join(row.table for row in await store.find_tables(query))

    assert await found() == "ca"
    assert await found("p_a") == "cab"
    assert await found(None) == "cabd"
    assert [await found(None, limit=2), await found(None, "a", 2)] == ["ca", "bd"]
    assert [await found("", "c"), await found("", "d"), await found("", "x")] == ["a", "", ""]
    assert list(await store.find_tables(TableQuery(limit=1))) == rows[:1]
    assert [await store.count_tables(owner) for owner in ("p_a", "p_b", "p_c")] == [2, 1, 0]


async def test_tables_that_people_deal_come_before_those_of_players(store: Store) -> None:
    for created_ms, (table, settings) in enumerate(
        {
            "a": {"public": True, "runs_itself": True},
            "b": {"public": True, "runs_itself": True},
            "c": {"public": False, "runs_itself": True},
            "d": {"public": False, "runs_itself": True},
            "e": {"public": True, "runs_itself": False},
            "f": {"public": True, "runs_itself": False, "closed": True},
        }.items()
    ):
        row = TableRow(
            table=table, created_ms=created_ms, owner="", settings=settings, rules="digest"
        )
        assert await store.add_table(row, RULES, ())

    async def found(limit: int, *, private: bool) -> str:
        rows = await store.watched_tables(limit, private=private)
        return "".join(row.table for row in rows)

    assert [await found(limit, private=False) for limit in (1, 2, 9)] == ["e", "ae", "abe"]
    assert [await found(limit, private=True) for limit in (3, 4, 9)] == ["abe", "abde", "abcde"]


async def test_the_last_events_of_many_tables(store: Store) -> None:
    """Planted once and caught here: the first event, one page of tables alone."""
    tables = [f"t{number}" for number in range(120)]
    for number, table in enumerate(tables):
        await add_table(store, table)
        if number % 2:
            await written(store, events(0, 1 + number % 3, table=table))
    found = await store.last_events([*tables, "nowhere"])
    assert set(found) == set(tables[1::2])
    for table, body in found.items():
        assert body == (await store.events(table, 0))[-1].body
    assert await store.last_events([]) == {}


async def test_a_table_id_is_taken_once(store: Store) -> None:
    first = await add_table(store)
    other = replace(first, settings={"speed": "fast"}, rules="other")
    assert not await store.add_table(other, {}, [sealed_seed(1, b"x")])
    assert await store.table("t1") == first
    assert (await store.seeds("t1", 1, 1))[0].sealed == b"one"


async def test_settings_keep_any_json(store: Store) -> None:
    settings = {"name": "Zoë’s «table» \x01", "nested": [1, None, True, {"a": 1.5}], "": ""}
    row = TableRow(table="t", created_ms=0, owner="p_a", settings=settings, rules="r")
    assert await store.add_table(row, {"r": [settings]}, [])
    assert await store.table("t") == row
    assert await store.rules("r") == {"r": [settings]}


async def test_events_come_in_order_page_by_page(store: Store) -> None:
    await add_table(store)
    await add_table(store, "t2")
    for expected in range(0, 30, 3):
        await written(store, events(expected, 3), events(expected, 3, table="t2"))
    seen: list[int] = []
    while page := await store.events("t1", seen[-1] if seen else 0, limit=7):
        seen += [event.version for event in page]
    assert seen == list(range(1, 31))
    assert [event.version for event in await store.events("t1", 28)] == [29, 30]
    assert list(await store.events("nowhere", 0)) == []
    assert (await store.version("t2"), await store.version("nowhere")) == (30, 0)


async def test_the_newest_snapshot_is_kept(store: Store) -> None:
    await add_table(store)
    assert await store.snapshot("t1") is None
    for version in (1, 2):
        kept = Snapshot(version=version, body=b"\x00state" * version)
        await written(store, replace(events(version - 1), snapshot=kept))
        assert await store.snapshot("t1") == kept


async def test_seeds_are_found_by_shoe_and_sealed_again(store: Store) -> None:
    await add_table(store)
    await add_table(store, "t2")
    await written(store, replace(events(0), seeds=(sealed_seed(3, b"three"),)))
    assert [seed.shoe for seed in await store.seeds("t1", 2, 9)] == [2, 3]
    again = [sealed_seed(2, b"again"), sealed_seed(7, b"never there")]
    await store.reseal("t1", again)
    assert [seed.sealed for seed in await store.seeds("t1", 1, 9)] == [b"one", b"again", b"three"]
    assert [seed.sealed for seed in await store.seeds("t2", 1, 9)] == [b"one", b"two"]
    assert await store.check() == []


async def test_accounts_by_sign_in_name(store: Store) -> None:
    for name in ("bo", "ann", "bob", "cy"):
        await written(store, Write(at_ms=1, person=person(name, sign_in=name)))
    await written(store, Write(at_ms=1, person=person("guest")))

    async def names(prefix: str = "", after: str = "", limit: int = 100) -> list[str | None]:
        return [row.sign_in for row in await store.accounts(prefix, after, limit)]

    assert await names() == ["ann", "bo", "bob", "cy"]
    assert await names("bo") == ["bo", "bob"]
    assert await names("bo", "bo") == ["bob"]
    assert await names("", "ann", limit=2) == ["bo", "bob"]


async def test_a_view_lists_the_accounts(database: Database) -> None:
    store = await database.open()
    for name in ("bo", "ann"):
        await written(store, Write(at_ms=1, person=person(name, sign_in=name)))
    await written(store, Write(at_ms=1, person=person("guest")))
    async with open_view(database.url) as view:
        assert [row async for row in accounts(view)] == list(await store.accounts())
    await store.close()


async def test_people_with_a_role_and_their_last_change(store: Store) -> None:
    """Planted once and caught here: a text taken for roles; an earlier change."""
    for name, roles in (("bo", ["dealer"]), ("ann", ["dealer", "player"]), ("cy", ["player"])):
        row = person(name, sign_in=name)
        data = {**row.data, "roles": roles, "suspended": '"roles":["player"]'}
        notes = tuple(
            Note(at_ms=at_ms, kind=kind, person=row.person, actor="p_bo", data={"reason": kind})
            for at_ms, kind in ((1, "roles_changed"), (2, "roles_changed"), (3, "suspended"))
        )
        await written(store, Write(at_ms=1, person=replace(row, data=data), notes=notes))
    none = replace(person("none"), data={"roles": list[str]()})
    await written(store, Write(at_ms=1, person=none))
    assert [row.sign_in for row in await store.staff()] == ["ann", "bo"]
    assert await store.count_accounts() == 3
    assert await store.names(["p_bo", "p_nobody"]) == {"p_bo": "Bo"}
    assert await store.names([]) == {}
    found = await store.last_notes("roles_changed", ["p_bo", "p_cy"])
    assert sorted((note.person, note.at_ms) for note in found) == [("p_bo", 2), ("p_cy", 2)]
    assert await store.last_notes("roles_changed", []) == []


async def test_persons_and_their_sessions(store: Store) -> None:
    await written(store, Write(at_ms=1, person=person("a", sign_in="ann")))
    await written(store, Write(at_ms=1, person=person("b")))
    assert await store.person_by_sign_in("ann") == await store.person("p_a")
    assert await store.person_by_sign_in("Ann") is None
    assert await store.person("p_c") is None
    rows = [session(b"1", "p_a"), session(b"2", "p_a"), session(b"3", "p_b")]
    rows[1] = replace(rows[1], client="Firefox on Linux")
    for row in rows:
        await store.add_session(row)
    assert [await store.session(row.digest) for row in rows] == rows
    assert await store.sessions("p_a") == rows[:2]
    assert await store.sessions("p_c") == []
    await store.end_sessions("p_a", b"3")  # not hers
    assert await store.session(b"3") == rows[2]
    await store.end_sessions("p_a", b"1")
    assert [await store.session(row.digest) for row in rows] == [None, *rows[1:]]
    await store.end_sessions("p_a")
    assert [await store.session(row.digest) for row in rows] == [None, None, rows[2]]


async def test_a_clock_that_jumps_signs_nobody_out_for_good(store: Store) -> None:
    """A sign-in while the clock was 31 days ahead deleted every other session."""
    day_ms = 24 * HOUR_MS
    await written(store, Write(at_ms=1, person=person("a")))
    row = replace(session(b"1", "p_a"), created_ms=0, expires_ms=30 * day_ms)
    await store.add_session(row)
    for digest, at_ms in ((b"2", 31 * day_ms), (b"3", 365 * day_ms)):
        await store.add_session(
            replace(row, digest=digest, created_ms=at_ms, expires_ms=at_ms + 30 * day_ms)
        )
    assert await store.session(b"1") == row


async def test_why_a_session_was_ended_is_forgotten_with_old_sessions(store: Store) -> None:
    """Planted once and caught here: the statement without its time, and without its kind."""
    await written(store, Write(at_ms=1, person=person("a")))
    ended = Document(
        kind=ENDED_SESSION, id="1", at_ms=1000, owner="p_a", body={"why": "You were given a role."}
    )
    other = replace(ended, kind="call")
    assert await store.keep_document(ended)
    assert await store.keep_document(other)
    for later_ms, kept in ((SESSIONS_KEPT_MS - 1, ended), (SESSIONS_KEPT_MS, None)):
        row = replace(session(b"%d" % later_ms, "p_a"), created_ms=1000 + later_ms)
        await store.add_session(row)
        assert await store.document(ENDED_SESSION, "1") == kept
    assert await store.document("call", "1") == other


async def test_a_session_can_be_extended_until_it_ends(store: Store) -> None:
    await written(store, Write(at_ms=1, person=person("a")))
    row = session(b"1", "p_a")
    await store.add_session(row)
    assert await store.extend_session(b"1", 9 * HOUR_MS)
    assert await store.session(b"1") == replace(row, expires_ms=9 * HOUR_MS)
    await store.end_sessions("p_a")
    assert not await store.extend_session(b"1", 10 * HOUR_MS)
    assert await store.session(b"1") is None


# --- money ----------------------------------------------------------------------------------------


async def test_balances_by_prefix(store: Store) -> None:
    await written(
        store,
        grant("p_a", 500),
        transfer("player/p_a", "chips/t1/p_a", 100),
        transfer("player/p_a", "chips/t10/p_a", 50),
        transfer("player/p_a", "chips/t%/p_a", 25),
    )
    assert await store.balances("chips/t1/") == {"chips/t1/p_a": 100}
    assert await store.balances("chips/t1") == {"chips/t1/p_a": 100, "chips/t10/p_a": 50}
    assert await store.balances("chips/t%") == {"chips/t%/p_a": 25}
    assert sum((await store.balances("")).values()) == 0
    assert await store.balance("chips/t1/p_a") == 100
    assert await store.balance("never") == 0


async def test_a_statement_is_read_backwards_page_by_page(store: Store) -> None:
    await written(store, grant("p_a", 1000))
    for number in range(10):  # the clock goes back once in a while; the order is that of writing
        at_ms = 5000 + (number if number % 3 else -number)
        await written(store, transfer("player/p_a", f"chips/t{number % 2}/p_a", 10, at_ms=at_ms))
    accounts = ["player/p_a", "chips/t0/p_a", "chips/t1/p_a", "chips/never"]
    whole = await store.statement(accounts, 0)
    assert len(whole) == 21
    assert [m.number for m in whole] == sorted((m.number for m in whole), reverse=True)
    assert [m.balance_cents for m in whole if m.account == "player/p_a"] == list(
        range(900, 1001, 10)
    )
    pages: list[Movement] = []
    last = None
    while page := await store.statement(accounts, 0, before=last, limit=4):
        pages += page
        last = page[-1].number
        assert len(pages) <= len(whole), "a page repeats another"
    assert pages == whole
    since = await store.statement(accounts, 5003)
    assert since == [m for m in whole if m.at_ms >= 5003]
    assert 0 < len(since) < len(whole)


# --- the record -----------------------------------------------------------------------------------

OUTCOMES = ("won", "lost", "war_won")


async def with_rounds(store: Store) -> list[FoundRound]:
    """Sixty rounds at two tables, some at the same moment, newest first."""
    made: list[FoundRound] = []
    for place, table in enumerate(("t1", "t2")):
        held = await add_table(store, table)
        await written(store, events(0, table=table))
        for number in range(1, 31):
            hands = [
                hand(
                    f"p_{'abc'[(number + seat) % 3]}",
                    OUTCOMES[(number * seat + place) % 3],
                    seat=seat,
                    wagered=100 * (number % 4),
                    returned=50 * (number % 5) * seat,
                )
                for seat in range(1, 1 + number % 4)
            ]
            row = finished(number, hands, at_ms=1000 + number // 2 * 10, voided=number % 7 == 0)
            made.append(FoundRound(table=held, round=row))
    both = [Write(table=one.table.table, expected=1, at_ms=1, rounds=(one.round,)) for one in made]
    assert set(await asyncio.gather(*(store.write(write) for write in both))) == {Written()}
    return sorted(made, key=_newest_first)


def _newest_first(round_: FoundRound) -> tuple[object, ...]:
    found = round_.round
    return (-found.at_ms, [-ord(letter) for letter in round_.table.table], -found.round)


def fits(found: FoundRound, query: RoundQuery) -> bool:
    """Whether a round fits, said again as plainly as possible."""
    row = found.round
    if query.table is not None and found.table.table != query.table:
        return False
    if query.since_ms is not None and row.at_ms < query.since_ms:
        return False
    if query.until_ms is not None and row.at_ms >= query.until_ms:
        return False
    wanted = (query.person, query.outcome, query.wagered_min_cents, query.returned_min_cents)
    return wanted == (None,) * 4 or any(hand_fits(held, query) for held in row.hands)


def hand_fits(held: HandRow, query: RoundQuery) -> bool:
    return (
        query.person in {None, held.person}
        and query.outcome in {None, held.outcome}
        and held.wagered_cents >= (query.wagered_min_cents or 0)
        and held.returned_cents >= (query.returned_min_cents or 0)
    )


async def test_rounds_are_found_by_everything_that_can_be_asked(store: Store) -> None:
    made = await with_rounds(store)
    asked = product(
        (None, "t1", "t3"), (None, "p_a"), (None, "won"), (None, 1050), (None, 1100), (None, 200)
    )
    several = 0
    for table, who, outcome, since_ms, until_ms, least in asked:
        query = RoundQuery(
            table=table,
            person=who,
            outcome=outcome,
            since_ms=since_ms,
            until_ms=until_ms,
            wagered_min_cents=least,
            returned_min_cents=None if least is None else 100,
            limit=1000,
        )
        found = list(await store.rounds(query))
        assert found == [row for row in made if fits(row, query)], query
        several += len(found) > 1
    assert several > 40


@pytest.mark.parametrize(
    "query", [RoundQuery(limit=7), RoundQuery(limit=4, person="p_b"), RoundQuery(limit=1)]
)
async def test_rounds_come_page_by_page(store: Store, query: RoundQuery) -> None:
    made = await with_rounds(store)
    seen: list[FoundRound] = []
    page: Sequence[FoundRound] = await store.rounds(query)
    while page:
        assert len(page) <= query.limit
        seen += page
        assert len(seen) <= len(made), "a page repeats another"
        last = page[-1]
        before = (last.round.at_ms, last.table.table, last.round.round)
        page = await store.rounds(replace(query, before=before))
    assert seen == [row for row in made if fits(row, query)]


async def test_a_page_of_rounds_is_one_statement(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted once and caught here: a statement for each round, and one for its hands."""
    store = await database.open()
    try:
        made, asked = await with_rounds(store), list[str]()
        assert isinstance(store, Questions)
        ask = store.ask

        async def counted(sql: str, *parameters: Cell) -> Sequence[Row]:
            asked.append(sql)
            return await ask(sql, *parameters)

        monkeypatch.setattr(store, "ask", counted)
        assert await store.rounds(RoundQuery(limit=50)) == made[:50]
        assert len(asked) == 1
    finally:
        await store.close()


async def test_a_private_table_is_found_by_the_name_of_its_rounds(store: Store) -> None:
    """Planted once and caught here: a public table, without such a name, found by an empty one."""
    private = await add_table(store, "five-secret-words", share_id="link-0a")
    other = await add_table(store, "six-secret-words", share_id="link-0b")
    await add_table(store, "public")
    assert await store.table_by_share_id("link-0a") == private
    assert await store.table_by_share_id("link-0b") == other
    for name in ("", "link-0", "five-secret-words", "public"):
        assert await store.table_by_share_id(name) is None
    assert private.rounds_name == "link-0a"


def summed(found: Iterable[FoundRound], query: RoundQuery) -> list[HandSums]:
    """The sums over the hands of these rounds that fit, as plainly as possible."""
    sums = dict[tuple[str, str, bool], list[int]]()
    for one in found:
        for fitting in (one for one in one.round.hands if hand_fits(one, query)):
            tie = not {"tie", "war_tie"}.isdisjoint(fitting.detail.get("wagers", {}))
            three = sums.setdefault((one.round.rules, fitting.outcome, tie), [0, 0, 0])
            three[0] += 1
            three[1] += fitting.wagered_cents
            three[2] += fitting.returned_cents
    return [
        HandSums(
            rules=rules,
            outcome=outcome,
            tie=tie,
            hands=hands,
            wagered_cents=wagered,
            returned_cents=returned,
        )
        for (rules, outcome, tie), (hands, wagered, returned) in sorted(sums.items())
    ]


@pytest.mark.parametrize(
    "query",
    [
        RoundQuery(limit=1),
        RoundQuery(person="p_b", since_ms=1050, limit=1),
        RoundQuery(person="p_a", outcome="won", table="t1", before=(0, "", 0)),
        RoundQuery(wagered_min_cents=200, returned_min_cents=100, until_ms=1100),
        RoundQuery(person="p_nobody"),
    ],
)
async def test_hands_are_summed_whatever_the_page(store: Store, query: RoundQuery) -> None:
    made = await with_rounds(store)
    fitting = [row for row in made if fits(row, query)]
    assert list(await store.hand_sums(query)) == summed(fitting, query)


async def test_hands_with_a_tie_wager_are_summed_apart(store: Store) -> None:
    """Also that of the war deal; a name that looks like one is none."""
    await add_table(store)
    wagers = [["initial"], ["initial", "tie"], ["war_tie"], ["royal-tie"]]
    names = ["", "", "", '"tie":{']
    details = [
        {"name": name, "wagers": {one: {"staked": 1} for one in made}}
        for name, made in zip(names, wagers, strict=True)
    ]
    hands = [replace(hand("p_a"), seat=seat, detail=one) for seat, one in enumerate(details, 1)]
    await written(store, replace(events(0), rounds=(finished(1, hands, at_ms=5),)))
    found = await store.hand_sums(RoundQuery(person="p_a"))
    assert [(one.tie, one.hands) for one in found] == [(False, 2), (True, 2)]


async def test_one_round_by_its_number(store: Store) -> None:
    made = await with_rounds(store)
    for row in made:
        assert await store.round(row.table.table, row.round.round) == row.round
    assert await store.round("t1", 31) is None
    assert await store.round("t3", 1) is None


async def test_a_round_is_written_once(store: Store) -> None:
    await add_table(store)
    row = finished(1, [hand("p_a")], at_ms=5)
    await written(store, replace(events(0), rounds=(row,)))
    with pytest.raises(StoreError):
        await store.write(replace(events(1), rounds=(row,)))
    assert await store.version("t1") == 1


async def test_notes_are_found_by_everything_that_can_be_asked(store: Store) -> None:
    made = [
        Note(
            at_ms=100 + number,
            kind=("big_win", "void", "exclusion")[number % 3],
            table=("t1", "")[number % 2],
            round=number,
            person=("p_a", "p_b")[number % 4 // 2],
            actor="p_f",
            data={"number": number},
        )
        for number in range(24)
    ]
    for number in range(0, 24, 2):
        await written(store, Write(at_ms=1, notes=tuple(made[number : number + 2])))
    whole = await store.notes(NoteQuery())
    assert [found.note for found in whole] == made[::-1]
    numbers = [found.number for found in whole]
    assert numbers == sorted(numbers, reverse=True)
    for kind, table, who, since_ms, until_ms in product(
        (None, "void"), (None, "t1", ""), (None, "p_a"), (None, 105), (None, 115)
    ):
        query = NoteQuery(kind=kind, table=table, person=who, since_ms=since_ms, until_ms=until_ms)
        assert [found.note for found in await store.notes(query)] == [
            note
            for note in made[::-1]
            if kind in {None, note.kind}
            and table in {None, note.table}
            and who in {None, note.person}
            and (since_ms is None or note.at_ms >= since_ms)
            and (until_ms is None or note.at_ms < until_ms)
        ], query
    page = await store.notes(NoteQuery(limit=5, before=whole[9].number))
    assert list(page) == list(whole[10:15])


async def test_returns_are_sums_of_whole_rounds(store: Store) -> None:
    """Planted once and caught: a page that ends in the middle of a round (hands by their limit)."""
    await add_table(store)
    rounds = tuple(
        finished(
            number,
            [
                hand("p_a", wagered=500, returned=1000 * (number % 2)),
                hand("p_b", seat=2, wagered=500, returned=0),
            ],
            at_ms=number // 2,
        )
        for number in range(1, 8)
    )
    await written(store, replace(events(0), rounds=rounds))
    (sums,) = await store.returns(1, 3)  # rounds 2 to 5
    assert (sums.wager, sums.rounds, sums.hands, sums.decks) == ("initial", 4, 8, 6)
    assert (sums.staked_cents, sums.returned_cents) == (4000, 2000)
    assert sums.net_net == 2 * 1000**2
    assert sums.stake_stake == 4 * 1000**2
    assert not await store.returns(100, 200)


async def test_sums_of_an_account_by_kind_can_be_kept_up_to_date(store: Store) -> None:
    await written(store, grant("p_a", 100), transfer("player/p_a", "tray/t1", 30, at_ms=2000))
    all_time = 10**9
    first = await store.account_sums("player/p_a", 0, all_time)
    assert first.sums == {"moved": 70}
    await written(store, transfer("tray/t1", "player/p_a", 5, at_ms=3000))
    new = await store.account_sums("player/p_a", 0, all_time, first.last)
    assert (new.sums, new.last > first.last) == ({"moved": 5}, True)
    assert (await store.account_sums("player/p_a", 2000, 3000)).sums == {"moved": -30}
    nothing = await store.account_sums("player/nobody", 0, all_time)
    assert (nothing.sums, nothing.last) == ({}, 0)
