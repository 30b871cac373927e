"""What a store says of a person's money and play, without reading their whole history.

Planted once and caught here: a person whose id ends like another's; a player's hands at two seats
counted as two rounds; the oldest refill; a page that leaves its last person out.
"""

from __future__ import annotations

from dataclasses import replace

from casinowar.ledger import Posting
from casinowar.store import Store
from casinowar.store.interface import AccountRow, PlayerRow, Write
from tests.kit.writes import add_table, events, finished, grant, hand, person, transfer, written


def refill(owner: str, cents: int, at_ms: int) -> Write:
    """A refill of a person's account."""
    legs = (Posting("grants", -cents, "refill"), Posting(f"player/{owner}", cents, "refill"))
    return Write(at_ms=at_ms, postings=legs)


async def test_the_accounts_of_a_person(store: Store) -> None:
    await written(
        store,
        grant("p_a", 500),
        grant("xp_a", 70),  # somebody whose id ends like hers
        transfer("player/p_a", "chips/t1/p_a", 100, at_ms=2000),
        transfer("player/p_a", "chips/t2/p_a", 50, at_ms=3000),
        transfer("chips/t1/p_a", "escrow/t1/p_a", 20, at_ms=4000),
        transfer("chips/t1/p_a", "tray/t1", 30, at_ms=3500),  # the clock was set back
    )
    assert list(await store.accounts_of("p_a")) == [
        AccountRow(account="chips/t1/p_a", balance_cents=50, moved_ms=3500),
        AccountRow(account="chips/t2/p_a", balance_cents=50, moved_ms=3000),
        AccountRow(account="escrow/t1/p_a", balance_cents=20, moved_ms=4000),
        AccountRow(account="player/p_a", balance_cents=350, moved_ms=3000),
    ]
    assert list(await store.accounts_of("p_b")) == []


async def test_the_last_refill_of_an_account(store: Store) -> None:
    assert await store.last_refill("player/p_a") is None
    await written(store, grant("p_a", 500), refill("p_a", 10, 1000), refill("p_b", 20, 3000))
    await written(store, refill("p_a", 30, 2000), transfer("player/p_a", "chips/t1/p_a", 5))
    found = await store.last_refill("player/p_a")
    assert found is not None
    assert (found.cents, found.at_ms, found.balance_cents) == (30, 2000, 540)
    assert found in await store.statement(["player/p_a"], 0)
    assert await store.last_refill("chips/t1/p_a") is None


async def test_players_come_page_by_page_with_what_they_have_and_played(store: Store) -> None:
    rows = {name: person(name, sign_in=name if name == "b" else None) for name in "dacb"}
    for row in rows.values():
        await written(store, Write(at_ms=1, person=row))
    await add_table(store)
    two_seats = [hand("p_a", wagered=100, returned=0), hand("p_a", seat=2, wagered=50, returned=75)]
    rounds = (
        finished(1, [*two_seats, hand("p_b", seat=3, wagered=10, returned=20)], at_ms=3000),
        finished(2, [hand("p_a", wagered=7, returned=7)], at_ms=2000, voided=True),
        finished(3, [hand("p_x", wagered=1, returned=1)], at_ms=9000),  # of nobody
    )
    await written(store, replace(events(0), rounds=rounds), grant("p_a", 9), grant("p_d", 5))
    await written(store, transfer("player/p_a", "chips/t1/p_a", 4))
    expected = [
        PlayerRow(
            person=rows["a"],
            balances={"chips/t1/p_a": 4, "player/p_a": 5},
            rounds=2,
            wagered_cents=157,
            returned_cents=82,
            last_round_ms=3000,
        ),
        PlayerRow(
            person=rows["b"],
            balances={},
            rounds=1,
            wagered_cents=10,
            returned_cents=20,
            last_round_ms=3000,
        ),
        PlayerRow(person=rows["c"], balances={}),
        PlayerRow(person=rows["d"], balances={"player/p_d": 5}),
    ]
    assert list(await store.players()) == expected
    assert list(await store.players("", 3)) == expected[:3]
    assert list(await store.players("p_c", 3)) == expected[3:]
    assert list(await store.players("p_d")) == []
