"""The session so far, from the events: the last results and the total."""

from __future__ import annotations

from collections import deque

from textual.content import Content

from casinowar.money import show_cents
from casinowar.table import Event
from casinowar.table import events as e
from casinowar.tui.felt import Felt

RESULTS_MAX = 20  # a narrow line shows fewer


class Session:
    """The results of one seat, round by round."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._nets: deque[int] = deque(maxlen=RESULTS_MAX)
        self.rounds = 0
        self.bought_cents = 0

    def take_in(self, event: Event, felt: Felt) -> None:
        """Note an event; ``felt`` is the table after it."""
        match event:
            case e.ChipsBought(seat=self._seat):
                self.bought_cents += event.cash_cents
            case e.SeatLeft(seat=self._seat):
                self.bought_cents -= event.chips_cents
            case e.RoundCompleted():
                hand = felt.round.hands.get(self._seat)
                if hand is not None:
                    self.rounds += 1
                    self._nets.append(hand.returned_cents - hand.wagered_cents)
            case _:
                pass

    def line(self, felt: Felt, width: int) -> Content:
        """The last results, the newest first, and the total so far, in one line."""
        total = self._total(felt)
        last = self._last(felt, width - total.cell_length - 1)
        room = max(width - last.cell_length - total.cell_length, 0)
        return Content.assemble(last, " " * room, total)

    def lines(self, felt: Felt, width: int) -> list[Content]:
        """The same in two lines."""
        return [self._total(felt), self._last(felt, width)]

    def _total(self, felt: Felt) -> Content:
        symbol = felt.table.house.limits.symbol
        holder, hand = felt.table.seats.get(self._seat), felt.table.hands.get(self._seat)
        if holder is None or not self.rounds:
            return Content.styled("No round yet", "$quiet")
        down = hand.layout_cents if hand is not None else 0
        total = holder.chips_cents + down - self.bought_cents
        sign, style = ("+", "bold $good") if total > 0 else ("", "bold $bad" if total else "bold")
        count = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        return Content.assemble((f"{count}, ", "$quiet"), (sign + show_cents(total, symbol), style))

    def _last(self, felt: Felt, width: int) -> Content:
        symbol = felt.table.house.limits.symbol
        line = Content.styled("Last ", "$quiet") if self._nets else Content("")
        for net in reversed(self._nets):
            more = line + _result(net, symbol) + Content(" ")
            if more.cell_length > width:
                break
            line = more
        return line


def _result(net_cents: int, symbol: str) -> Content:
    amount = show_cents(abs(net_cents), symbol).removesuffix(".00")
    if net_cents == 0:
        return Content("=")
    if net_cents > 0:
        return Content.styled(f"+{amount}", "$good")
    return Content.styled(f"−{amount}", "$bad")
