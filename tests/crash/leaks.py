"""Looks for undealt cards, seeds and keys in anything that left the service or was stored.

``Secrets`` knows what nobody may see: the order of all shoes, and what it follows from. ``find``
looks in some bytes for a run of cards that were not dealt yet when the bytes were said, and for
seeds and keys, in every form that we could think of.
"""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from casinowar.cards import DECK, Card

RUN = 6  # so many undealt cards in a row are not there by chance
RANKS_RUN = 12  # ranks alone say less
PACKED_RUN = 8  # and so do single bytes
PACKED = re.compile(rb"[\x00-\x33]{8,}")
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
NUMBERS = {card: number for number, card in enumerate(DECK)}
_CARD = r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]"
CARDS = (
    re.compile(_CARD, re.IGNORECASE),  # also one right after the other
    re.compile(rf"(?<![A-Za-z0-9]){_CARD}(?![A-Za-z0-9])", re.IGNORECASE),
)
NUMBER = re.compile(r"\d+")
GAP = 40  # characters between two cards of a run, at most

Run = tuple[str, ...]
Place = tuple[str, int, int]  # table, shoe, and how many cards are dealt before
Dealt = Mapping[str, tuple[int, int]]  # the shoe of a table, and how many of its cards are out


@dataclass(slots=True)
class Secrets:
    """What nobody may see."""

    cards: dict[Run, Place] = field(default_factory=dict[Run, Place])
    numbers: dict[Run, Place] = field(default_factory=dict[Run, Place])
    ranks: dict[Run, Place] = field(default_factory=dict[Run, Place])
    packed: dict[bytes, Place] = field(default_factory=dict[bytes, Place])
    texts: dict[bytes, str] = field(default_factory=dict[bytes, str])

    def add_order(self, table: str, shoe: int, order: Sequence[Card]) -> None:
        """The cards of a shoe in the order in which they are dealt."""
        names = [_name(str(card)) for card in order]
        numbers = [NUMBERS[card] for card in order]
        data = bytes(numbers)
        for at in range(len(order) - RUN + 1):
            place = (table, shoe, at)
            self.cards[tuple(names[at : at + RUN])] = place
            for first in (0, 1):
                run = tuple(str(number + first) for number in numbers[at : at + RUN])
                self.numbers[run] = place
            ranks = tuple(str(int(card.rank)) for card in order[at : at + RANKS_RUN])
            if len(ranks) == RANKS_RUN:
                self.ranks[ranks] = place
                self.packed[data[at : at + PACKED_RUN]] = place

    def add_bytes(self, secret: bytes, name: str) -> None:
        """A seed or a key."""
        base64 = (b64encode(secret), urlsafe_b64encode(secret))
        numbers = ", ".join(map(str, secret)).encode()
        forms = (secret, secret.hex().encode(), secret.hex().upper().encode(), numbers)
        for form in (*forms, *(text.rstrip(b"=") for text in base64)):
            self.texts[form] = name

    def find(self, data: bytes, dealt: Dealt, shown: Collection[str] = frozenset()) -> str | None:
        """What is in there that nobody may see, when so many cards had been dealt.

        ``shown`` names what is no longer a secret: the seeds of sealed shoes that have ended.
        """
        for form, name in self.texts.items():
            if name not in shown and form in data:
                return name
        text = data.decode("utf-8", errors="replace")
        numbers = list(_numbers(text))
        for how, runs, places in (
            ("", _runs(_cards(text, CARDS[0]), RUN), self.cards),
            ("", _runs(_cards(text, CARDS[1]), RUN), self.cards),
            (" as numbers", _runs(numbers, RUN), self.numbers),
            (" as ranks", _runs(numbers, RANKS_RUN), self.ranks),
        ):
            for run in runs:
                place = places.get(run)
                if place is not None and _undealt(place, dealt):
                    return f"undealt cards{how}: {' '.join(run)} {place}"
        for window in _packed(data):
            place = self.packed.get(window)
            if place is not None and _undealt(place, dealt):
                return f"undealt cards as bytes: {place}"
        return None


def _undealt(place: Place, dealt: Dealt) -> bool:
    table, shoe, at = place
    return (shoe, at) >= dealt.get(table, (0, 0))


def _packed(data: bytes) -> Iterator[bytes]:
    """Every few bytes in a row that could be the numbers of cards."""
    for found in PACKED.finditer(data.replace(bytes(PACKED_RUN), b"\xff")):
        row = found[0]
        yield from (row[at : at + PACKED_RUN] for at in range(len(row) - PACKED_RUN + 1))


def _name(card: str) -> str:
    """One spelling for all spellings of a card."""
    rank, suit = card[:-1].upper(), card[-1].lower()
    return ("T" if rank == "10" else rank) + SUITS.get(suit, suit)


def _cards(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int, str]]:
    for found in pattern.finditer(text):
        yield found.start(), found.end(), _name(found[0])


def _numbers(text: str) -> Iterator[tuple[int, int, str]]:
    for found in NUMBER.finditer(text):
        yield found.start(), found.end(), found[0]


def _runs(tokens: Iterable[tuple[int, int, str]], size: int) -> Iterator[Run]:
    """Every ``size`` tokens in a row that are close to each other."""
    row, last = list[str](), 0
    for start, end, name in tokens:
        if start - last > GAP:
            row.clear()
        row.append(name)
        last = end
        if len(row) >= size:
            yield tuple(row[-size:])
            del row[: -size + 1]
