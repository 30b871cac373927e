"""The clock for contributions runs for everybody, also for who may otherwise take their time.

Planted once and caught here: somebody alone at a table is waited for without end.
"""

from __future__ import annotations

from random import Random

from casinowar.service.tables.presence import Clocks, Progress
from casinowar.table import commands as c
from casinowar.table.waits import CONTRIBUTION_SECONDS, waits_for
from tests.kit.fair import FairTable


def test_contributions_have_a_clock_also_for_who_is_alone() -> None:
    game = FairTable(Random(1), seats=(3,))
    progress = Progress(round=0, shoe=0, drawn=0)
    clocks = Clocks()
    clocks.set(waits_for(game.state), progress, now=100.0, free={3})
    [shown] = clocks.countdowns(waits_for(game.state), progress, now=101.0)
    assert shown.left_ms == (CONTRIBUTION_SECONDS - 1) * 1000
    late = clocks.over(waits_for(game.state), progress, now=100.0 + CONTRIBUTION_SECONDS)
    assert late is not None
    assert isinstance(late.otherwise, c.CloseContributions)


def test_sealing_and_opening_have_a_clock_each() -> None:
    game = FairTable(Random(1), seats=(3, 5))
    progress = Progress(round=0, shoe=0, drawn=0)
    clocks = Clocks()
    clocks.set(waits_for(game.state), progress, now=100.0, free=())
    game.play(lambda game: game.state.phase.value == "load")
    clocks.set(waits_for(game.state), progress, now=104.0, free=())
    assert clocks.over(waits_for(game.state), progress, now=106.0) is None
    late = clocks.over(waits_for(game.state), progress, now=109.0)
    assert late is not None
    assert isinstance(late.otherwise, c.LoadShoe)
