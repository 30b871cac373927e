"""Rebuilding rounds from the ordered discard rack and the house alone (WI h4, h8).

Burn cards lie face down (``??``), a card found face up in the shoe is marked (``^5d``), and a
dealer's hand laid crosswise (``[2c]``), if the house does so, closes each round. A round is
rebuilt only if it is part of every reading that leaves the fewest cards unread; all other cards
are reported as problems. If the dealer's hand lies crosswise, an unreadable stretch ends with it.

``rack_readings.py`` knows which rounds can begin at a card, ``rack_routes.py`` finds the readings
of the whole rack, ``rack_doubts.py`` finds how far an error reaches, ``rack_reasons.py`` explains
the problems, and ``rack_words.py`` shows the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casinowar.cards import CARDS_PER_DECK
from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.houses.house import DECKS_MAX
from casinowar.record.rack_doubts import doubtful_stretches
from casinowar.record.rack_readings import RackRound, crosswise
from casinowar.record.rack_reasons import (
    beside_unreadable,
    several_readings,
    unreadable,
    unreadable_somewhere,
)
from casinowar.record.rack_routes import Part, Routes
from casinowar.table.state import RackedCard
from casinowar.table.words import parse_racked

CARDS_MAX = DECKS_MAX * CARDS_PER_DECK


@dataclass(frozen=True, slots=True, kw_only=True)
class RackProblem:
    """Cards ``rack[start:end]`` that prove no round; ``reason`` continues "cards 5 to 9 …"."""

    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """The rounds that the rack proves, and the cards that prove none, each in order."""

    rounds: tuple[RackRound, ...]
    problems: tuple[RackProblem, ...] = ()


def parse_rack(text: str) -> tuple[RackedCard, ...]:
    """A rack written as text, first card first: ``?? Kh 5d [2c] ^9s``, or with commas."""
    found = []
    for at, word in enumerate(text.replace(",", " ").split()):
        try:
            found.append(parse_racked(word))
        except ValueError as error:
            raise InputError(f"card {at + 1}", str(error)) from None
    return tuple(found)


def rebuild(house: House, rack: Sequence[RackedCard]) -> Rebuilt:
    """The rounds of a rack that have only one reading, and the problems between them."""
    if len(rack) > CARDS_MAX:
        raise InputError("rack", f"holds {len(rack)} cards, more than {DECKS_MAX} decks")
    routes = Routes(house, rack)
    parts = [routes.part(start, end) for start, end in routes.parts()]
    problems = _problems(house, rack, parts)
    named = [False] * len(rack)
    for problem in problems:
        named[problem.start : problem.end] = [True] * (problem.end - problem.start)
    proved = [part.proved for part in parts if not named[part.start]]
    return Rebuilt(rounds=tuple(one for one in proved if one is not None), problems=tuple(problems))


def _problems(house: House, rack: Sequence[RackedCard], parts: Sequence[Part]) -> list[RackProblem]:
    """The parts that prove no round, including neighbouring rounds that are in doubt."""
    doubts = doubtful_stretches(house, rack, parts) if crosswise(house) else {}
    problems: list[RackProblem] = []
    for index, part in enumerate(parts):
        if part.proved is not None:
            continue
        near = doubts.get(index, range(index, index + 1))
        one = RackProblem(
            start=parts[near[0]].start,
            end=parts[near[-1]].end,
            reason=_reason(house, rack, part, doubtful=len(near) > 1),
        )
        if problems and one.start < problems[-1].end:
            before = problems.pop()
            one = RackProblem(
                start=min(before.start, one.start),
                end=max(before.end, one.end),
                reason=f"{before.reason}; {one.reason}",
            )
        problems.append(one)
    return problems


def _reason(house: House, rack: Sequence[RackedCard], part: Part, *, doubtful: bool) -> str:
    if not part.unread:
        return several_readings(part.rounds)
    if not part.single:
        return unreadable_somewhere()
    why = unreadable(house, rack, part.start, part.end)
    return beside_unreadable(part.start, part.end, why) if doubtful else why
