"""A short game at a table with real cards, which the dealer enters."""

from __future__ import annotations

from datetime import date

from casinowar.cards import parse_card
from casinowar.houses import House, load_house
from casinowar.live import LiveTable
from casinowar.table import Phase, due
from casinowar.table import commands as c
from casinowar.table.automation import Done
from casinowar.table.shoe import Shoe, ToldShoe


class RealCards:
    """A table whose next face is ``told``; all commands are kept."""

    def __init__(self, house: str = "wisconsin") -> None:
        self.told = ToldShoe()
        self.done: list[Done] = []
        self.table = LiveTable(
            house, automations=frozenset(), shoes=self._shoe, save=self.done.extend
        )

    @property
    def house(self) -> House:
        """The rules of the table."""
        return self.table.state.house

    def _shoe(self, _: int) -> Shoe:
        return self.told

    def deals(self, face: str) -> None:
        """Burn the due cards, then deal this face."""
        while isinstance(step := due(self.table.state), c.BurnCard):
            self.table.must(step)
        self.tells(face, step)

    def tells(self, face: str, command: c.Command | None) -> None:
        """Give a command for which the dealer enters a face."""
        assert command is not None
        self.told = ToldShoe(parse_card(face))
        self.table.must(command)
        self.told = ToldShoe()

    def steps_to(self, phase: Phase) -> None:
        """Take the due steps until the table is in a phase; nobody cuts."""
        while self.table.state.phase is not phase:
            asked = self.table.state.cut_offered_to
            step = due(self.table.state) if asked is None else c.RefuseCut(seat=asked)
            assert step is not None
            self.table.must(step)


def game() -> RealCards:
    """A war with a corrected face, and the cutting card."""
    real, house = RealCards(), load_house("wisconsin")
    table = real.table
    table.must(c.OpenTable(day=date(2026, 3, 2), dealer="Ana", tray_cents=10**7, physical=True))
    table.must(c.TakeSeat(seat=1, player="p1"))
    table.must(c.BuyChips(seat=1, cash_cents=100_00))
    real.steps_to(Phase.BETTING)
    for _ in range(house.cards.opening_burn):
        table.must(c.BurnCard())
    table.must(c.PlaceWagers(seat=1, initial_cents=10_00))
    table.must(c.AnnounceNoMoreBets())
    real.deals("7?")
    real.tells("8?", c.CorrectCard())
    real.deals("8h")
    real.steps_to(Phase.DECIDE)
    table.must(c.GoToWar(seat=1, war_tie_cents=0))
    real.steps_to(Phase.WAR_DEAL)
    real.deals("Q?")
    table.must(c.ReportCuttingCard())
    real.deals("9?")
    real.steps_to(Phase.COLLECT)
    table.must(c.TakeOver(dealer="Sol", counted_cents=table.state.tray_cents))
    return real
