"""Rounds next to an unreadable stretch that a single misplaced card would also change.

If the dealer's hand lies crosswise, it closes an unreadable stretch. But that mark may itself be
the error: a dealer's war card laid straight is read as the first hand of the next round. So the
likely slips at the edge are undone one by one; if the cards can then be read, the rounds that read
differently are not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casinowar.houses import House
from casinowar.record.rack_routes import Part, Routes, ends_of_crosswise_runs
from casinowar.table.state import Lies, RackedCard

Rack = Sequence[RackedCard]


def doubtful_stretches(house: House, rack: Rack, parts: Sequence[Part]) -> dict[int, range]:
    """For each unreadable part, by index, the parts that one slip at its edges affects."""
    closings = [*ends_of_crosswise_runs(rack), len(rack)]
    found = {}
    for index, part in enumerate(parts):
        if not (part.unread and part.single) or rack[part.end - 1].lies is not Lies.CROSSWISE:
            continue  # cards after the last dealer's hand are an unfinished round
        next_end = closings[part.end]
        first, last = index, index
        for lo, hi, edge in (
            (parts[max(index - 1, 0)].start, part.end, part.start),
            (part.start, next_end, part.end),
            (part.start, closings[next_end], part.end),
        ):
            near = _parts_within(parts, index, lo, hi)
            for changed in _changed_by_a_slip(house, rack[lo:hi], lo, edge, parts, near):
                first, last = min(first, changed), max(last, changed)
        found[index] = range(first, last + 1)
    return found


def _parts_within(parts: Sequence[Part], index: int, lo: int, hi: int) -> range:
    first = last = index
    while first and parts[first - 1].start >= lo:
        first -= 1
    while last + 1 < len(parts) and parts[last + 1].end <= hi:
        last += 1
    return range(first, last + 1)


def _changed_by_a_slip(
    house: House, cards: Rack, lo: int, edge: int, parts: Sequence[Part], near: range
) -> Iterator[int]:
    """The parts among ``near`` whose round changes if a slip at ``edge`` is undone."""
    for undone in _slips_undone(cards, edge - lo, house.war.deals_max):
        routes = Routes(house, undone, new_shoe=lo == 0)
        if routes.unread:
            continue
        proved = [routes.part(start, end).proved for start, end in routes.parts()]
        kept = {(one.hands, one.dealer) for one in proved if one is not None}
        read = {index: one for index in near if (one := parts[index].proved) is not None}
        before = {(one.hands, one.dealer) for one in read.values()}
        if any(not hands for hands, _ in kept - before):
            continue  # a slip and a round in which every seat was missed are not assumed at once
        for index, one in read.items():
            if (one.hands, one.dealer) not in kept:
                yield index


def _slips_undone(cards: Rack, edge: int, war_deals_max: int) -> Iterator[list[RackedCard]]:
    """``cards`` with one slip at ``edge`` undone: a card laid, placed or added wrongly."""
    for at in range(max(edge - 1 - war_deals_max, 0), edge):
        if cards[at].lies is Lies.CROSSWISE:
            yield [*cards[:at], _laid(cards[at], Lies.HAND), *cards[at + 1 :]]
            yield [*cards[:at], *cards[at + 1 :]]
    for at in range(edge, min(edge + war_deals_max, len(cards))):
        if cards[at].lies is Lies.HAND:
            yield [*cards[:at], _laid(cards[at], Lies.CROSSWISE), *cards[at + 1 :]]
    if edge < len(cards):
        yield [*cards[:edge], *cards[edge + 1 :]]
    for at in range(max(edge - 2, 0), min(edge + 1, len(cards) - 1)):
        yield [*cards[:at], cards[at + 1], cards[at], *cards[at + 2 :]]


def _laid(entry: RackedCard, lies: Lies) -> RackedCard:
    return RackedCard(card=entry.card, lies=lies)
