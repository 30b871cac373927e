"""What a dealer is told before a settlement: every chip and coupon that it moves.

Planted once and caught here: a payment that is shown without the coupon that wins with the chips.
"""

from __future__ import annotations

import pytest

from casinowar.service.tables.due_ahead import due_ahead
from casinowar.table.state import Phase
from tests.clauses.scene import ready

Told = tuple[str, str, int, int]  # what, wager, stake and amount


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (
            "Kh 9d",
            [
                ("pay", "initial", 50_00, 50_00),
                ("return", "initial", 25_00, 25_00),
                ("take", "coupon", 25_00, 25_00),
            ],
        ),
        ("5h Qc", [("take", "initial", 25_00, 25_00), ("take", "coupon", 25_00, 25_00)]),
    ],
)
def test_policy_06_a_coupon_is_part_of_what_is_paid(cards: str, told: list[Told]) -> None:
    scene = ready("wisconsin", cards, automations=frozenset())
    scene.bets(1, 25_00, coupon_cents=25_00)
    scene.steps_to(Phase.SETTLE)
    ahead = due_ahead(scene.state, scene.shoe(1))
    assert [(m.what, m.wager, m.stake_cents, m.amount_cents) for m in ahead.moves] == told
