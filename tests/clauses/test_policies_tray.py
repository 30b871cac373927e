"""House policy 17: the tray is never below zero; fills and credits.

Planted once and caught: each payment without its check, a credit beyond the tray.
"""

from __future__ import annotations

import pytest

from casinowar.table import ALL_STEPS, Code, Phase
from casinowar.table import commands as c
from casinowar.table import events as e

from .scene import BY_HAND, Scene, names, of, ready

WAR = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 8h"


def without_chips(house: str, cards: str, *, seats: tuple[int, ...] = (1,)) -> Scene:
    """A table whose tray was credited to the cage; no step is automatic."""
    scene = ready(house, cards, seats=seats, automations=BY_HAND)
    scene.does(c.CreditTray(amount_cents=scene.state.tray_cents))
    return scene


def as_far_as(scene: Scene, *phases: Phase) -> None:
    for phase in phases:
        scene.steps_to(phase)


def short_then_filled(scene: Scene, command: c.Command, lacks_cents: int) -> None:
    """The command is refused until just what is missing comes from the cage."""
    assert "fill" in scene.refuses(command, Code.TRAY_SHORT, "policy 17")
    if lacks_cents > 1:
        scene.does(c.FillTray(amount_cents=lacks_cents - 1))
        scene.refuses(command, Code.TRAY_SHORT, "policy 17")
        [filled] = scene.does(c.FillTray(amount_cents=1))
        assert filled == e.TrayFilled(amount_cents=1, cites="policy 17")
    scene.does(command)
    assert scene.state.tray_cents >= 0
    assert scene.state.chips_total_cents == 0


def test_policy_17_a_buy_in_that_the_tray_cannot_serve_waits_for_a_fill() -> None:
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(tray_cents=0)
    scene.does(c.TakeSeat(seat=1, player="Bo"))
    short_then_filled(scene, c.BuyChips(seat=1, cash_cents=50_00), 50_00)
    assert (scene.chips(1), scene.state.tray_cents) == (50_00, 0)


@pytest.mark.parametrize(
    ("house", "cards", "tie_cents", "lacks_cents"),
    [
        ("wisconsin", "Kh 5d", 0, 10_00),
        ("wisconsin", "Kh Kd", 5_00, 50_00),
        ("washington", "Kh 5d", 0, 10_00),
        ("skycity", "Kh Kd", 5_00, 50_00),
    ],
)
def test_policy_17_a_settlement_that_the_tray_cannot_pay_waits_for_a_fill(
    house: str, cards: str, tie_cents: int, lacks_cents: int
) -> None:
    scene = without_chips(house, cards)
    scene.bets(1, 10_00, tie_cents)
    as_far_as(scene, Phase.DEAL, Phase.SETTLE)
    short_then_filled(scene, c.SettleHand(seat=1), lacks_cents)


def test_policy_17_what_is_collected_first_pays_what_comes_after() -> None:
    scene = without_chips("wisconsin", "5h Kh 9d", seats=(1, 2))
    for seat in (1, 2):
        scene.bets(seat, 10_00)
    as_far_as(scene, Phase.DEAL, Phase.SETTLE, Phase.RACK)
    assert scene.state.tray_cents == 0


def test_policy_17_the_dealers_unit_in_washington_comes_from_the_tray() -> None:
    scene = without_chips("washington", WAR)
    scene.bets(1, 10_00)
    as_far_as(scene, Phase.DEAL, Phase.DECIDE)
    scene.wars(1)
    scene.steps_to(Phase.WAR_WAGERS)
    short_then_filled(scene, c.ConfirmWar(seat=1), 10_00)


def test_policy_17_a_war_that_the_tray_cannot_pay_waits_for_a_fill() -> None:
    scene = without_chips("wisconsin", WAR)
    scene.bets(1, 10_00)
    as_far_as(scene, Phase.DEAL, Phase.DECIDE)
    scene.wars(1)
    scene.steps_to(Phase.WAR_SETTLE)
    # the initial wager was collected: 10.00 of the 20.00 at 2 to 1 are there
    short_then_filled(scene, c.SettleWar(seat=1), 10_00)


def test_policy_17_a_void_that_the_tray_cannot_undo_waits_for_a_fill() -> None:
    scene = ready("wisconsin", "5h Kh Kd", seats=(1, 2), automations=BY_HAND)
    for seat in (1, 2):
        scene.bets(seat, 20_00)
    as_far_as(scene, Phase.DEAL, Phase.DECIDE)
    scene.does(c.CreditTray(amount_cents=scene.state.tray_cents))  # with the collected 20.00
    short_then_filled(scene, c.VoidRound(reason="fire alarm"), 20_00)
    assert [scene.chips(seat) for seat in (1, 2)] == [1_000_00] * 2


def test_policy_17_a_credit_takes_no_more_than_there_is() -> None:
    scene = ready("wisconsin")  # automatic fills do not undo the floor's own credit
    tray = scene.state.tray_cents
    scene.refuses(c.CreditTray(amount_cents=tray + 1), Code.TRAY_SHORT, "policy 17")
    for cents in (0, -1):
        scene.refuses(c.CreditTray(amount_cents=cents), Code.BAD_AMOUNT, "policy 17")
        scene.refuses(c.FillTray(amount_cents=cents), Code.BAD_AMOUNT, "policy 17")
    [credited] = scene.does(c.CreditTray(amount_cents=tray))
    assert credited == e.TrayCredited(amount_cents=tray, cites="policy 17")
    assert scene.state.tray_cents == 0


def test_policy_17_a_closed_table_has_no_tray_to_fill() -> None:
    for command in (c.FillTray(amount_cents=1), c.CreditTray(amount_cents=1)):
        Scene("wisconsin").refuses(command, Code.TABLE_CLOSED)


def test_policy_17_with_automations_the_fill_comes_by_itself() -> None:
    scene = without_chips("wisconsin", "Kh Kd")
    scene.table.automations = ALL_STEPS
    events = scene.bets(1, 10_00, 5_00)
    assert [event.amount_cents for event in of(events, e.TrayFilled)] == [10_000_00]
    assert of(events, e.ChoiceOffered)
    scene.does(c.CreditTray(amount_cents=scene.state.tray_cents))
    events = scene.does(c.BuyChips(seat=1, cash_cents=20_000_00))
    assert names(events) == ["tray_filled", "chips_bought"]
    assert scene.state.tray_cents == 0
