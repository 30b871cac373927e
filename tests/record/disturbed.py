"""Racks of whole shoes, and the ways in which a rack can be disturbed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from casinowar.cards import Card, parse_card
from casinowar.record.rack import parse_rack
from casinowar.record.rack_readings import RackRound
from casinowar.table.state import Lies, RackedCard

Rack = tuple[RackedCard, ...]
Known = tuple[int, tuple[tuple[Card, ...], ...], tuple[Card, ...]]

VOID_ROUNDS = {
    "in the war deal": "2c 3d ?? ?? ?? 9h [9s]",
    "with its dealer's card": "2c 9h [9s]",
    "without hands": "[9s]",
}


@dataclass(frozen=True, kw_only=True)
class Disturbed:
    """A rack of which ``before[start:end]`` became ``rack[start:new_end]``."""

    kind: str
    rack: Rack
    start: int
    end: int
    new_end: int


def known(one: RackRound, shift: int = 0) -> Known:
    """Where a round ends, moved by ``shift`` cards, and its hands."""
    return one.end + shift, one.hands, one.dealer


def _changed(kind: str, rack: Rack, start: int, end: int, new: Rack) -> Disturbed:
    changed = rack[:start] + new + rack[end:]
    return Disturbed(kind=kind, rack=changed, start=start, end=end, new_end=start + len(new))


def one_card_disturbed(rack: Rack, chance: Random) -> Iterator[Disturbed]:
    """Every disturbance of one card or two neighbours, at every place of the rack."""
    face = parse_card("7s")
    for at, entry in enumerate(rack):
        yield _changed("removed", rack, at, at + 1, ())
        lies = chance.choice([Lies.HAND, Lies.CROSSWISE, Lies.FACE_DOWN])
        extra = RackedCard(card=None if lies is Lies.FACE_DOWN else face, lies=lies)
        yield _changed(f"added {lies}", rack, at, at, (extra,))
        if at + 1 < len(rack) and rack[at + 1] != entry:
            yield _changed("exchanged", rack, at, at + 2, (rack[at + 1], entry))
        if entry.lies is Lies.CROSSWISE:
            yield _changed("laid straight", rack, at, at + 1, (_laid(entry, Lies.HAND),))
        elif entry.lies is Lies.HAND:
            yield _changed("laid crosswise", rack, at, at + 1, (_laid(entry, Lies.CROSSWISE),))
        else:
            exposed = RackedCard(card=face, lies=Lies.HAND)
            yield _changed("exposed", rack, at, at + 1, (exposed,))


def _laid(entry: RackedCard, lies: Lies) -> RackedCard:
    return RackedCard(card=entry.card, lies=lies)


def rounds_disturbed(rack: Rack, rounds: tuple[RackRound, ...]) -> Iterator[Disturbed]:
    """Two neighbouring rounds exchanged, and void rounds between two rounds."""
    for one, other in pairwise(rounds):
        swapped = rack[other.start : other.end] + rack[one.start : one.end]
        yield _changed("rounds exchanged", rack, one.start, other.end, swapped)
        for kind, text in VOID_ROUNDS.items():
            yield _changed(f"void {kind}", rack, one.end, one.end, parse_rack(text))


def untouched(rounds: tuple[RackRound, ...], by: Disturbed) -> tuple[list[Known], list[Known]]:
    """The rounds that lie completely before and after the disturbed place, where they are now."""
    shift = by.new_end - by.end
    before = [known(one) for one in rounds if one.end <= by.start]
    after = [known(one, shift) for one in rounds if one.start >= by.end]
    return before, after
