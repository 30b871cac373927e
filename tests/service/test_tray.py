"""The tray on the floor's desk: its parts equal what is in it, open or closed."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, note
from hypothesis import strategies as st

from casinowar.houses import House
from casinowar.ledger import Posting, all_postings, tray_account
from casinowar.service.floor.takings import Tray
from casinowar.table import Refusal
from casinowar.table.state import Phase
from tests.kit import WatchedTable, any_command, any_house, checked, sensible_command

TABLE = "table-1"


def tray_of(found: list[Posting]) -> Tray:
    sums = Counter[str]()
    for posting in found:
        if posting.account == tray_account(TABLE):
            sums[posting.kind] += posting.cents
    return Tray(sums=dict(sums))


@given(house=any_house(), seed=st.integers(0, 2**32 - 1))
@checked(60)
def test_the_parts_of_the_tray_equal_the_tray(house: House, seed: int) -> None:
    random = Random(seed)
    table, found, version = WatchedTable(house, random), list[Posting](), 1
    for _ in range(120):
        before = table.state
        wild = random.random() < 0.1
        command = (
            any_command(random, before) if wild else sensible_command(random, before, table.shoe)
        )
        note(f"{before.phase}: {command}")
        answer = table.do(command)
        if isinstance(answer, Refusal):
            continue
        found += all_postings(TABLE, before, answer, version)
        version += len(answer)
        tray = tray_of(found).shown(table.state.tray_cents)
        parts = tray.opening_cents + tray.fills_cents - tray.credits_cents + tray.win_cents
        assert parts - tray.sold_cents - tray.closed_cents == tray.now_cents
        assert table.state.phase is not Phase.CLOSED or tray.now_cents == 0
