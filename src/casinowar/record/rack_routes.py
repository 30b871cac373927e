"""The cheapest ways to read a whole rack: all rounds, and as few unread cards as possible.

``rack_readings.py`` gives the rounds that can begin at a card. The number of cheapest readings
is counted, never listed, so that a long rack takes no longer per card than a short one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casinowar.houses import House
from casinowar.record.rack_readings import RackRound, Readings
from casinowar.table.state import Lies, RackedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Cards ``rack[start:end]`` between two places through which every cheapest reading goes."""

    start: int
    end: int
    rounds: tuple[RackRound, ...]  # the rounds that can come first
    single: bool  # whether there is only one reading
    unread: bool  # whether every reading leaves cards unread

    @property
    def proved(self) -> RackRound | None:
        """The round that these cards prove, if there is only one reading."""
        return self.rounds[0] if self.single and self.rounds else None


@dataclass(frozen=True, slots=True)
class _Step:
    """From one place to a later one: a round, or cards that no round explains."""

    to: int
    cost: int
    round: RackRound | None = None


class Routes:
    """All ways to read a rack from its first card to its last, the cheapest ones counted.

    Each place in the rack is two nodes: ``2 * at + 1`` between rounds, and ``2 * at`` inside a
    stretch that is left unread. A round costs nothing. An unread card costs 1, and where nothing
    marks the end of a round each unread stretch costs a whole round more: two errors are assumed
    only where one would cost more than that.
    """

    def __init__(self, house: House, rack: Sequence[RackedCard], *, new_shoe: bool = True) -> None:
        self.house, self.rack = house, rack
        self._readings = Readings(house, rack, new_shoe=new_shoe)
        self._closings = ends_of_crosswise_runs(rack)
        self._last = 2 * len(rack) + 1
        self._steps: dict[int, list[_Step]] = {}
        self._cost_to, self._ways_to = {1: 0}, {1: 1}
        self._cost_from, self._ways_from = {self._last: 0}, {self._last: 1}
        self._forward()
        self._backward()

    def parts(self) -> Iterator[tuple[int, int]]:
        """The smallest parts of the rack whose ends are certain."""
        start = 0
        for at in range(1, len(self.rack) + 1):
            node = 2 * at + 1
            if self._cheapest(node) and (
                self._ways_to[node] * self._ways_from[node] == self._ways_to[self._last]
            ):
                yield start, at
                start = at

    @property
    def unread(self) -> bool:
        """Whether every reading leaves cards unread."""
        return self._cost_to[self._last] > 0

    def part(self, start: int, end: int) -> Part:
        """What the cheapest readings make of a part."""
        node, last = 2 * start + 1, 2 * end + 1
        steps = [
            step
            for step in self._steps[node]
            if self._cheapest(step.to) and self._cost_to[node] + step.cost == self._cost_to[step.to]
        ]
        return Part(
            start=start,
            end=end,
            rounds=tuple(step.round for step in steps if step.round is not None),
            single=self._ways_to[last] == self._ways_to[node],
            unread=self._cost_to[last] > self._cost_to[node],
        )

    def _cheapest(self, node: int) -> bool:
        """Whether a cheapest reading of the whole rack goes through ``node``."""
        if node not in self._cost_to or node not in self._cost_from:
            return False
        return self._cost_to[node] + self._cost_from[node] == self._cost_to[self._last]

    def _forward(self) -> None:
        for node in range(1, self._last):
            if node not in self._cost_to:
                continue
            self._steps[node] = list(self._steps_from(node))
            for step in self._steps[node]:
                cost, ways = self._cost_to[node] + step.cost, self._ways_to[node]
                known = self._cost_to.get(step.to)
                if known is None or cost < known:
                    self._cost_to[step.to], self._ways_to[step.to] = cost, ways
                elif cost == known:
                    self._ways_to[step.to] += ways

    def _backward(self) -> None:
        for node in reversed(self._steps):
            costs = [step.cost + self._cost_from[step.to] for step in self._steps[node]]
            self._cost_from[node] = least = min(costs)
            self._ways_from[node] = sum(
                self._ways_from[step.to]
                for step, cost in zip(self._steps[node], costs, strict=True)
                if cost == least
            )

    def _steps_from(self, node: int) -> Iterator[_Step]:
        at, between_rounds = divmod(node, 2)
        if not between_rounds:
            yield _Step(node + 1, 0)
        if at == len(self.rack):
            return
        if not between_rounds:
            yield _Step(node + 2, 1)
            return
        for one in self._readings.rounds_at(at):
            yield _Step(2 * one.end + 1, 0, one)
        if self._readings.crosswise:
            yield _Step(2 * self._closings[at] + 1, self._closings[at] - at)
        else:
            yield _Step(node + 1, 1 + self.house.most_cards())


def ends_of_crosswise_runs(rack: Sequence[RackedCard]) -> list[int]:
    """For each card the place after the next cards that lie crosswise, or the rack's end."""
    ends = [len(rack)] * len(rack)
    for at in reversed(range(len(rack) - 1)):
        closes = rack[at].lies is Lies.CROSSWISE and rack[at + 1].lies is not Lies.CROSSWISE
        ends[at] = at + 1 if closes else ends[at + 1]
    return ends
