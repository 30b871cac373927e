"""Whatever people do at a table with sealed shoes: it goes on, and its log is proved by anybody.

Planted once and caught here: a shoe that is abandoned without its seed, a contribution that is
forgotten when a seat is left after the closing, a depth outside of its range.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from casinowar.fairness import FairShoe
from casinowar.fairness.seeds import contribution
from casinowar.fairness.shuffle import DECKS_MAX
from casinowar.houses import house_names, load_house
from casinowar.live import LiveTable
from casinowar.record.export import verify_export, write_export
from casinowar.table import Phase, Refusal
from casinowar.table import commands as c
from casinowar.table.automation import ALL_STEPS, Done
from casinowar.table.state import Table
from casinowar.table.waits import waits_for
from casinowar.wire import snapshot_of, table_from_snapshot
from tests.kit import any_command, checked, sensible_command
from tests.kit.commands import DAY
from tests.kit.fair import ORIGIN, lines_of, seed_of, signer_at


def contributed(random: Random, state: Table) -> c.Command | None:
    """What a seat adds to the shuffle now, or opens."""
    mix = state.mix
    if mix is None or not state.seats:
        return None
    seat = random.choice(list(state.seats))
    value = bytes([seat, mix.number % 256] * 16)
    if not mix.closed:
        sealed = contribution(ORIGIN, mix.number, seat, value).hex()
        return c.SealContribution(seat=seat, commitment=sealed)
    return c.OpenContribution(seat=seat, value=value.hex())


@given(
    house=st.sampled_from(house_names()),
    seed=st.integers(0, 2**32),
    wild=st.sampled_from((0.0, 0.1)),
    itself=st.booleans(),
)
@checked(60)
def test_any_game_at_sealed_shoes_is_proved(
    house: str, seed: int, wild: float, itself: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    random, done = Random(seed), list[Done]()
    fair, rules = FairShoe(ORIGIN, seed_of), load_house(house)
    steps = ALL_STEPS if itself else frozenset[type[c.Command]]()
    table = LiveTable(rules, shoes=lambda _: fair, automations=steps, save=done.extend)
    for _ in range(250):
        state = table.state
        command = sensible_command(random, state, fair)
        if state.phase is Phase.CLOSED:
            cards = rules.cards
            decks = min(random.choice(cards.decks_allowed), DECKS_MAX)
            command = c.OpenTable(
                day=state.day or DAY, dealer="Ana", tray_cents=10**9, sealed=True, decks=decks
            )
        elif random.random() < 0.3:
            command = contributed(random, state) or command
        elif random.random() < wild:
            command = any_command(random, state)
        note(f"{state.phase}: {command}")
        table.do(command)
    state = table.state
    if state.phase is not Phase.CLOSED:
        assert waits_for(state)
        assert table_from_snapshot(snapshot_of(state), rules) == state
        if state.hands:
            table.do(c.VoidRound(reason="the end"))
        while table.state.hands:
            [wait, *_] = waits_for(table.state)
            assert wait.otherwise is not None
            assert not isinstance(table.do(wait.otherwise), Refusal)
        table.must(c.CloseTable())
    signer = signer_at(tmp_path_factory.getbasetemp())
    found = verify_export(b"".join(write_export(ORIGIN, rules, lines_of(done), signer)))
    assert found.fault is None
    assert all(shoe.ended for shoe in found.report.shoes)
