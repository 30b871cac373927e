"""What the kernels dealt, card by card, for checks against the engine.

The kernels write the log themselves, in the code that deals; ``simulate`` runs the same code with
an empty log. ``record_shoes`` reads the logs of the first shoes of a simulation and puts every card
in its place in the shoe. It fails where the places or the counts differ from the kernel's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from casinowar.cards import Rank
from casinowar.houses import House
from casinowar.simulate import tally
from casinowar.simulate.blocks import GROUP, shoes_per_block
from casinowar.simulate.plan import FRONT, OPENING, Plan
from casinowar.simulate.run import make_request
from casinowar.simulate.strategy import Strategy
from tests.simulate.logs.lane_log import lane_rounds
from tests.simulate.logs.plain_log import plain_rounds
from tests.simulate.logs.raw import RawRound, RawWar


@dataclass(frozen=True, slots=True, kw_only=True)
class WarDealRecord:
    """One war deal: the places in the shoe of burned cards, then seats (from 1) and their cards."""

    burned: tuple[int, ...]
    seats: tuple[int, ...]
    cards: tuple[Rank, ...]
    places: tuple[int, ...]
    dealer: Rank
    dealer_place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """One round of all seats. ``start`` and ``end`` count the cards gone from the shoe."""

    start: int
    end: int
    cards: tuple[Rank, ...]  # of seat 1 and up
    dealer: Rank
    wars: tuple[WarDealRecord, ...]
    outcomes: tuple[str, ...]
    ties: tuple[int, ...]  # in a row, by seat
    tie_bet: bool
    cutting_card_reached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeRecord:
    """One shoe: what was burned at its opening, and its rounds."""

    decks: int
    seats: int
    opening_burn: int
    rounds: tuple[RoundRecord, ...]

    def faces(self) -> dict[int, Rank]:
        """The rank of every card that was seen, by its place in the shoe."""
        seen: dict[int, Rank] = {}
        for played in self.rounds:
            seen.update(enumerate((*played.cards, played.dealer), start=played.start))
            for war in played.wars:
                seen.update(zip(war.places, war.cards, strict=True))
                seen[war.dealer_place] = war.dealer
        return seen


def record_shoes(
    house: str | Path | House,
    decks: int | None = None,
    seats: int = 1,
    seed: int = 0,
    shoes: int = 1,
    strategy: Strategy | None = None,
) -> list[ShoeRecord]:
    """The first ``shoes`` shoes of ``simulate`` with the same house, seats, strategy and seed."""
    request = make_request(house, 1, decks, seats, seed, strategy)
    plan = request.plan
    groups = _lane_groups if plan.lockstep else _plain_groups
    found: list[ShoeRecord] = []
    for shoe_rounds in groups(plan, request.seed, shoes):
        found.append(
            ShoeRecord(
                decks=request.decks,
                seats=seats,
                opening_burn=plan.rules[OPENING],
                rounds=_placed(request.house, plan, shoe_rounds),
            )
        )
        if len(found) == shoes:
            break
    return found


def _lane_groups(plan: Plan, seed: int, shoes: int) -> Iterator[list[RawRound]]:
    for start in range(0, shoes, GROUP):
        block, before = divmod(start, shoes_per_block(plan))
        rounds, counts = lane_rounds(plan, seed, block, before)
        _check_counts(counts, rounds)
        yield from rounds


def _plain_groups(plan: Plan, seed: int, shoes: int) -> Iterator[list[RawRound]]:
    whole = shoes_per_block(plan)
    for block in range(-(-shoes // whole)):
        rounds, counts = plain_rounds(plan, seed, block, min(whole, shoes - block * whole))
        _check_counts(counts, rounds)
        yield from rounds


def _check_counts(counted: NDArray[np.int64], shoes: Sequence[Sequence[RawRound]]) -> None:
    """Fail where a recount of the cards differs from the kernel's counts."""
    outcomes = Counter(outcome for shoe in shoes for raw in shoe for outcome in raw.outcomes())
    found = [outcomes[name] for name in tally.OUTCOMES]
    assert found == counted[: tally.TIES_2].tolist(), "the log and the counts differ"
    ties = [count for shoe in shoes for raw in shoe for count in raw.ties()]
    for more in range(2, tally.TIES_MAX + 1):
        found_ties = sum(count >= more for count in ties)
        assert found_ties == counted[tally.TIES_2 + more - 2], "ties in a row differ"
    assert sum(map(len, shoes)) == counted[tally.DEALS], "the deals differ"


def _placed(house: House, plan: Plan, rounds: Sequence[RawRound]) -> tuple[RoundRecord, ...]:
    """Every card in its place, checked against the kernel's places."""
    at, found = plan.rules[OPENING], []
    front = plan.rules[FRONT]
    by_cutting_card = house.cards.reshuffle.value == "cutting_card"
    for raw in rounds:
        start = at
        at += plan.seats + 1
        wars = []
        for war in raw.wars:
            record, at = _war_placed(house, war, at)
            wars.append(record)
        assert raw.end == at, "the kernel used a different number of cards"
        found.append(
            RoundRecord(
                start=start,
                end=at,
                cards=tuple(Rank(rank + 2) for rank in raw.cards),
                dealer=Rank(raw.dealer + 2),
                wars=tuple(wars),
                outcomes=raw.outcomes(),
                ties=raw.ties(),
                tie_bet=raw.tie_bet,
                cutting_card_reached=by_cutting_card and at > front,
            )
        )
    return tuple(found)


def _war_placed(house: House, war: RawWar, at: int) -> tuple[WarDealRecord, int]:
    """The war deal that starts at place ``at``, and the place after it."""
    every_card = house.war_burns(1) > house.war_burns(0)
    burned: list[int] = []
    places: list[int] = []
    for place in range(len(war.seats) + 1):  # the warring seats, then the dealer
        if every_card or place == 0:
            burned += range(at, at + house.war.burn_count)
            at += house.war.burn_count
        places.append(at)
        at += 1
    return (
        WarDealRecord(
            burned=tuple(burned),
            seats=tuple(seat + 1 for seat in war.seats),
            cards=tuple(Rank(rank + 2) for rank in war.cards),
            places=tuple(places[:-1]),
            dealer=Rank(war.dealer + 2),
            dealer_place=places[-1],
        ),
        at,
    )
