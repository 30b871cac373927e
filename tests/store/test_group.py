"""Decisions about a group of writes, without a database: each sees what those before it did.

Databases would notice some of this by their keys, and try again one by one; here nothing helps.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from casinowar.ledger import Posting
from casinowar.store.group_commit import Batch, Facts, Wants, judge, judge_in_turn
from casinowar.store.interface import (
    Answered,
    Conflict,
    Outcome,
    Short,
    StoreError,
    Used,
    Write,
    Written,
)
from tests.kit.writes import answer, event, events, grant, person, transfer


def decided(*writes: Write, facts: Facts | None = None) -> tuple[list[Outcome], Batch]:
    """What becomes of the writes, and what is written."""
    known, batch, numbers = facts or Facts(versions={"t1": 0}), Batch(), count(1)
    return [judge(write, known, numbers, batch) for write in writes], batch


SECOND_TIME: dict[str, tuple[Write, Outcome]] = {
    "a command": (Write(at_ms=1, answer=answer("c")), Answered(answer("c"))),
    "a version": (events(0), Conflict()),
    "a person": (Write(at_ms=1, person=person("a")), Conflict()),
    "a key": (Write(at_ms=1, once="k"), Used()),
}


@pytest.mark.parametrize("what", SECOND_TIME)
def test_what_can_happen_once_happens_once_in_a_group(what: str) -> None:
    write, outcome = SECOND_TIME[what]
    outcomes, _ = decided(write, write)
    assert outcomes == [Written(), outcome]


def test_a_sign_in_name_is_taken_and_given_up_within_a_group() -> None:
    rows = [
        person("a", 1, sign_in="ann"),
        person("b", 1, sign_in="ann"),
        person("a", 2, sign_in="eve"),
        person("b", 1, sign_in="ann"),
    ]
    outcomes, batch = decided(*(Write(at_ms=1, person=row) for row in rows))
    assert outcomes == [Written(), Used(), Written(), Written()]
    assert batch.new_persons == {"p_a", "p_b"}
    assert batch.persons["p_a"][2] == 2


def test_balances_run_through_a_group_and_are_written_once() -> None:
    spend = transfer("player/p_a", "chips/t1/p_a", 60)
    outcomes, batch = decided(grant("p_a", 100), spend, spend)
    assert outcomes == [Written(), Written(), Short("player/p_a")]
    assert {row[1]: row[2] for row in batch.accounts.values()} == {
        "grants": -100,
        "player/p_a": 40,
        "chips/t1/p_a": 60,
    }
    assert [row[5] for row in batch.postings] == [-100, 100, 40, 60]  # the balances on the way
    assert batch.new_accounts == batch.accounts.keys()


def test_a_write_may_pass_below_zero_if_it_does_not_end_there() -> None:
    legs = (Posting("player/p_a", -5, "k"), Posting("player/p_a", 5, "k"))
    assert decided(Write(at_ms=1, postings=legs))[0] == [Written()]


def test_money_can_come_to_an_account_that_is_below_zero() -> None:
    facts = Facts(accounts={"player/p_a": (1, -50), "grants": (2, 50)})
    assert decided(grant("p_a", 10), facts=facts)[0] == [Written()]


def test_a_refused_write_adds_nothing() -> None:
    whole = Write(
        table="t1",
        expected=0,
        at_ms=1,
        events=(event(1),),
        postings=(Posting("player/p_a", -1, "k"), Posting("cage", 1, "k")),
        answer=answer("c"),
        once="k",
        person=person("a", sign_in="ann"),
    )
    outcomes, batch = decided(whole)
    assert outcomes == [Short("player/p_a")]
    assert batch == Batch()
    outcomes, _ = decided(whole, replace(whole, postings=()))
    assert outcomes == [Short("player/p_a"), Written()]


def test_an_unknown_table_is_a_mistake() -> None:
    with pytest.raises(StoreError, match="there is no table t9"):
        decided(events(0, table="t9"))


def test_what_a_group_wants_is_what_it_names() -> None:
    wants = Wants.of(
        [
            replace(events(0), answer=answer("c"), once="k"),
            Write(at_ms=1, person=person("a", sign_in="ann")),
            grant("p_a", 5),
            grant("p_a", 6),
            replace(transfer("chips/t1/p_a", "player/p_b", 1), table="t1"),
            replace(transfer("chips/t2/p_a", "player/p_b", 1), table="t2"),
        ]
    )
    assert wants == Wants(
        tables={"t1", "t2"},
        persons={"p_a"},
        sign_ins={"ann"},
        once={"k"},
        answers={("p_a", "c")},
        accounts={  # with the table that alone wants it
            "grants": "",
            "player/p_a": "",
            "player/p_b": "",
            "chips/t1/p_a": "t1",
            "chips/t2/p_a": "t2",
        },
        numbers=13,
    )


def test_behind_a_refused_write_everything_is_a_conflict() -> None:
    """The version that the second expects is there, but another process made it."""
    facts, batch = Facts(versions={"t1": 6}), Batch()
    outcomes = judge_in_turn([events(5), events(6), events(7)], facts, count(1), batch)
    assert outcomes == (Conflict(), Conflict(), Conflict())
    assert (facts.versions, batch) == ({"t1": 6}, Batch())
    outcomes = judge_in_turn([events(6), events(7), events(9), events(8)], facts, count(1), batch)
    assert outcomes == (Written(), Written(), Conflict(), Conflict())
    assert facts.versions == {"t1": 8}
