"""Checks the proof of a shoe. This file is complete: it needs Python and ``cryptography`` alone.

It shares no code with the program that deals, so that a fault there is not repeated here. The
recipe that it follows is in ``docs/shoes.md``. Run it on an export of a table or of a shoe::

    python proof.py table-1.jsonl

``check`` says which shoes are proved, and names the first faulty line. It checks heads,
signatures, the order of the steps, commitments, stack, cut, depth and every card. Decisions and
payments need the rules of the game: ``casinowar verify`` checks those as well.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any, NoReturn

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT = "casinowar-export/1"
SUITS, RANKS = "cdhs", "23456789TJQKA"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
SEATS_MAX, CARDS_MAX = 255, 52 * 100
Event = dict[str, Any]

# --- the bytes ------------------------------------------------------------------------------------


def sized(data: bytes) -> bytes:
    """L: bytes after their length."""
    return len(data).to_bytes(4, "big") + data


def encode(tag: str, *fields: bytes) -> bytes:
    """E: a tag and its fields."""
    head = b"\x02" + sized(b"casinowar/fair/1/" + tag.encode()) + bytes((len(fields),))
    return head + b"".join(map(sized, fields))


def digest(tag: str, *fields: bytes) -> bytes:
    """H: the SHA-256 of a tag and its fields."""
    return sha256(encode(tag, *fields)).digest()


def mac(key: bytes, tag: str, *fields: bytes) -> bytes:
    """M: the HMAC-SHA-256 of a tag and its fields."""
    return hmac.digest(key, encode(tag, *fields), "sha256")


def u64(number: int) -> bytes:
    """A number in eight bytes."""
    return number.to_bytes(8, "big")


def seed_commitment(origin: str, shoe: int, seed: bytes) -> bytes:
    """What the house publishes before anybody contributes."""
    return digest("seed", origin.encode(), u64(shoe), seed)


def contribution_commitment(origin: str, shoe: int, seat: int, value: bytes) -> bytes:
    """What a player publishes before the cut."""
    return digest("contribution", origin.encode(), u64(shoe), bytes((seat,)), value)


def key_of(
    origin: str, shoe: int, seed: bytes, sealed: Mapping[int, bytes], opened: Mapping[int, bytes]
) -> bytes:
    """The key of a shoe; ``sealed`` are commitments and ``opened`` values, by seat."""
    shoe_id = digest("shoe", origin.encode(), u64(shoe))
    record = _by_seat(sealed) if sealed else encode("rec/sealed", u64(0), shoe_id, b"")
    return mac(seed, "key", shoe_id, sha256(record).digest(), _by_seat(opened), b"")


def _by_seat(values: Mapping[int, bytes]) -> bytes:
    return b"".join(bytes((seat,)) + values[seat] for seat in sorted(values))


def chance(key: bytes, label: str) -> Callable[[int], int]:
    """``below`` on the stream of a sub-key: numbers from 0 to n - 1, each equally likely."""
    words = _words(mac(key, "sub", label.encode()))

    def below(n: int) -> int:
        limit = 65536 - 65536 % n
        word = next(words)
        while word >= limit:
            word = next(words)
        return word % n

    return below


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from struct.unpack(">16H", mac(key, "stream", u64(block)))
        block += 1


def stack_of(key: bytes, size: int) -> list[str]:
    """The cards of a stack, the one in front first."""
    below = chance(key, "shuffle")
    cards = [DECK[index % 52] for index in range(size)]
    for last in range(size - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def first_head(origin: str) -> bytes:
    """The head of a log without events."""
    return digest("log", origin.encode())


def next_head(head: bytes, event: bytes) -> bytes:
    """The head after one more event, given its bytes."""
    return sha256(b"\x03" + head + sha256(event).digest()).digest()


def head_text(origin: str, size: int, head: bytes) -> bytes:
    """What is signed for a head."""
    return f"casinowar head 1\n{origin}\n{size}\n{base64.b64encode(head).decode()}\n".encode()


def handover_text(key: str) -> bytes:
    """What an old key signs for the key that follows it."""
    return f"casinowar key 1\n{key}\n".encode()


# --- what is found --------------------------------------------------------------------------------


class Reason(Enum):
    """The kind of a fault."""

    FORMAT = "format"
    HEAD = "head"
    SIGNATURE = "signature"
    ORDER = "order"
    NUMBER = "number"
    COMMITMENT = "commitment"
    CONTRIBUTION = "contribution"
    LATE = "late"
    CUT = "cut"
    DEPTH = "depth"
    CARD = "card"
    SEED = "seed"


@dataclass
class Fault(Exception):  # noqa: N818 - it is a finding
    """The first faulty line, and why."""

    line: int
    reason: Reason
    words: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.words}"


@dataclass(frozen=True, kw_only=True)
class Shoe:
    """What is known about one shoe."""

    number: int
    sealed: tuple[int, ...]  # seats
    opened: tuple[int, ...]
    dealt: int
    burned: int
    ended: bool  # its seed is shown, and everything holds

    @property
    def proved(self) -> bool:
        """Whether at least one player contributed, which proves that nobody chose a card."""
        return self.ended and bool(self.opened)

    def __str__(self) -> str:
        if not self.ended:
            return f"shoe {self.number}: sealed, its seed is not revealed yet"
        parts = f"{self.dealt} cards dealt, {self.burned} burned"
        if not self.opened:
            return f"shoe {self.number}: sealed, not proved fair: nobody contributed; {parts}"
        withheld = len(self.sealed) - len(self.opened)
        without = f", {withheld} withheld" if withheld else ""
        return f"shoe {self.number}: proved; {len(self.opened)} contributed{without}; {parts}"


@dataclass(kw_only=True)
class Report:
    """What an export proves."""

    origin: str = ""
    shoe: int | None = None  # the only shoe that is exported; None: the table from here on
    keys: tuple[str, ...] = ()  # the house's public keys, the newest last
    shoes: list[Shoe] = field(default_factory=list[Shoe])
    events: int = 0
    heads: dict[int, str] = field(default_factory=dict[int, str])  # by size, in base64
    fault: Fault | None = None


# --- an export ------------------------------------------------------------------------------------


def check(lines: Iterable[bytes], key: str | None = None, kept: Iterable[bytes] = ()) -> Report:
    """Check an export, line by line.

    ``key`` is the house's public key, if you know it. ``kept`` are signed heads that you kept, one
    on a line: an export that leaves them out, or continues otherwise, is a rewrite.
    """
    report = Report()
    log = _Log(report, key)
    log.keep(kept)
    shoes = _Shoes(report)
    faults = list[Fault]()
    number = 0
    for number, written in enumerate(lines, 1):
        line = written.rstrip(b"\r\n")  # a line break is none of its bytes, whichever it is
        try:
            parsed = _parse(line, number)
            if number == 1:
                log.begin(parsed)
                continue
            kind = kind_of(parsed, number)
            if kind == "name":
                log.event(number, line)
                if not faults:
                    shoes.take(number, parsed)
            elif kind == "head":
                log.head(number, parsed)
        except Fault as fault:
            faults.append(fault)
            if fault.reason in (Reason.FORMAT, Reason.HEAD, Reason.SIGNATURE):
                break
    else:
        try:
            log.end(number)
        except Fault as fault:
            faults.append(fault)
    report.fault = min(faults, key=lambda fault: fault.line, default=None)
    shoes.finish(whole=report.fault is None)
    return report


def kind_of(parsed: Event, number: int) -> str:
    """What a line is, by its field: a ``command``, an event (``name``) or a ``head``.

    A line that could be read as two of them is refused: every reader must see the same log. A
    command may have a name besides, that of a player.
    """
    if "head" in parsed and ("name" in parsed or "command" in parsed):
        _fail(number, Reason.HEAD, "is a head and something else at once")
    kind = next((kind for kind in ("command", "name", "head") if kind in parsed), None)
    if kind is None:
        _fail(number, Reason.FORMAT, "is neither a command, nor an event, nor a head")
    if kind != "head":
        _text(number, parsed, kind)
    return kind


def _fail(line: int, reason: Reason, words: str) -> NoReturn:
    raise Fault(line, reason, words)


def _parse(line: bytes, number: int) -> Event:
    def pairs(found: list[tuple[str, Any]]) -> Event:
        result = dict(found)
        if len(result) != len(found):
            _fail(number, Reason.FORMAT, "has a field twice")
        return result

    try:
        parsed = json.loads(line, object_pairs_hook=pairs)
    except (ValueError, RecursionError):
        _fail(number, Reason.FORMAT, "is not JSON")
    if not isinstance(parsed, dict):
        _fail(number, Reason.FORMAT, "is not an object")
    return parsed


def _whole(line: int, event: Event, name: str, low: int, high: int) -> int:
    value = event.get(name)
    if type(value) is not int or not low <= value <= high:
        _fail(line, Reason.FORMAT, f"{name} must be a number from {low} to {high}")
    return value


def _text(line: int, event: Event, name: str) -> str:
    value = event.get(name)
    if not isinstance(value, str) or any("\ud800" <= sign <= "\udfff" for sign in value):
        _fail(line, Reason.FORMAT, f"{name} must be text")
    return value


def _hex(line: int, event: Event, name: str) -> bytes:
    value = _text(line, event, name)
    if len(value) != 64 or set(value) - set("0123456789abcdef"):
        _fail(line, Reason.FORMAT, f"{name} must be 64 hexadecimal digits")
    return bytes.fromhex(value)


def _base64(line: int, event: Event, name: str, size: int) -> bytes:
    try:
        found = base64.b64decode(_text(line, event, name), validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != size:
        _fail(line, Reason.FORMAT, f"{name} must be {size} bytes in base64")
    return found


class _Log:
    """The chain of heads, and their signatures."""

    def __init__(self, report: Report, key: str | None) -> None:
        self._report, self._key = report, key
        self._size, self._head = 0, b""
        self._signed = -1  # the size of the last signed head
        self._last = 0  # how far the export goes, as its header says
        self._kept = dict[int, Event]()  # by size

    def keep(self, lines: Iterable[bytes]) -> None:
        """Add heads that the export must contain."""
        for line in lines:
            head = _parse(line, 0)
            self._kept[_whole(0, head, "size", 0, 2**53)] = head

    def _extends(self, line: int) -> None:
        """Compare with the kept head of this size, if there is one."""
        kept = self._kept.pop(self._size, None)
        if kept is None or _base64(0, kept, "head", 32) == self._head:
            return
        words = f"the head after {self._size} events is not the one that was kept: a rewrite"
        _fail(line, Reason.HEAD, words)

    def begin(self, header: Event) -> None:
        if header.get("format") != FORMAT:
            _fail(1, Reason.FORMAT, f"the format is not {FORMAT}")
        self._report.origin = _text(1, header, "origin")
        self._size = _whole(1, header, "after", 0, 2**53)
        self._last = _whole(1, header, "size", self._size, 2**53)
        self._head = _base64(1, header, "hash", 32)
        if self._size == 0 and self._head != first_head(self._report.origin):
            _fail(1, Reason.HEAD, "the first head does not belong to this origin")
        self._extends(1)
        if "shoe" in header:
            self._report.shoe = _whole(1, header, "shoe", 1, 2**53)
        self._read_keys(header.get("keys"))

    def _read_keys(self, keys: Any) -> None:
        found = list[str]()
        if not isinstance(keys, list) or not keys:
            _fail(1, Reason.FORMAT, "keys must be a list of public keys")
        for each in keys:
            if not isinstance(each, dict):
                _fail(1, Reason.FORMAT, "keys must be a list of public keys")
            key = _hex(1, each, "key").hex()
            if found:
                signature = _base64(1, each, "signature", 64)
                words = f"key {key[:16]} is not signed by the key before it"
                _verify(1, found[-1], signature, handover_text(key), words)
            found.append(key)
        if self._key is not None and self._key not in found:
            _fail(1, Reason.SIGNATURE, f"the house's key {self._key[:16]} is not among the keys")
        self._report.keys = tuple(found)

    def event(self, number: int, line: bytes) -> None:
        self._size += 1
        self._head = next_head(self._head, line)
        self._report.events += 1
        if self._size in self._kept:
            self._extends(number)

    def head(self, line: int, head: Event) -> None:
        size = _whole(line, head, "size", 0, 2**53)
        if size != self._size:
            words = f"a head of {size} events comes after {self._size} of them"
            _fail(line, Reason.HEAD, words)
        if _base64(line, head, "head", 32) != self._head:
            _fail(line, Reason.HEAD, "the head does not match the events before it")
        key = _hex(line, head, "key").hex()
        if key not in self._report.keys:
            _fail(line, Reason.SIGNATURE, "the head is signed with a key that is not the house's")
        signature = _base64(line, head, "signature", 64)
        text = head_text(self._report.origin, size, self._head)
        _verify(line, key, signature, text, "the signature of this head is not the house's")
        self._signed = size
        self._report.heads[size] = str(head["head"])

    def end(self, line: int) -> None:
        if not line:
            _fail(1, Reason.FORMAT, "is empty")
        if self._signed != self._size:
            _fail(line, Reason.HEAD, "no signed head covers the last events")
        if self._size != self._last:
            words = f"the export ends after {self._size} events of {self._last}"
            _fail(line, Reason.HEAD, words)
        if not self._kept or self._report.shoe:  # of one shoe, others may have been kept
            return
        last, first = max(self._kept), min(self._kept)
        if last > self._size:
            words = f"the export ends after {self._size} events; a head of {last} was kept"
        else:
            began = self._size - self._report.events
            words = f"the export begins after {began} events; a head of {first} was kept"
        _fail(line, Reason.HEAD, words)


def _verify(line: int, key: str, signature: bytes, text: bytes, words: str) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, text)
    except (InvalidSignature, ValueError):
        _fail(line, Reason.SIGNATURE, words)


# --- shoes ----------------------------------------------------------------------------------------

ENDS = {
    "cards_collected", "cards_idled", "cards_removed", "decks_rejected", "spread_requested",
    "shuffler_failed", "table_closed",
}  # fmt: skip
FACES = ("card_dealt", "war_card_dealt")


@dataclass(kw_only=True)
class _Open:
    """A shoe that is committed, until its seed is shown."""

    number: int
    commitment: bytes
    sealed: dict[int, bytes] = field(default_factory=dict[int, bytes])
    opened: dict[int, bytes] = field(default_factory=dict[int, bytes])
    closed: bool = False
    cards: int = 0  # of the stack
    cut_least: int = 0
    depth_least: int = 0
    depth_most: int = 0
    cut: tuple[int, int, int] | None = None  # the line, the seat, the cards
    depth: tuple[int, int] | None = None  # the line, the cards behind the cutting card
    loaded: bool = False
    drawn: list[tuple[int, str | None]] = field(  # the line and the face; None: burned
        default_factory=list[tuple[int, str | None]]
    )
    reached: int | None = None  # how many cards were out when the cutting card appeared
    reached_line: int = 0


class _Shoes:
    """The steps of each shoe, in their order."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._open: _Open | None = None
        self._last: int | None = None  # the number of the shoe before; None: not known
        self._owed = ""  # the event after which a seed must follow

    def take(self, line: int, event: Event) -> None:
        """Follow one event."""
        name = event["name"]
        if self._owed and name != "seed_revealed":
            _fail(line, Reason.SEED, f"the seed is not revealed after {self._owed}")
        self._owed = ""
        step = _STEPS.get(name)
        if step is not None:
            step(self, line, event)
        elif name in ENDS:
            self._end(name)

    def finish(self, *, whole: bool) -> None:
        """Report a shoe that is still in use."""
        shoe = self._open
        if whole and shoe is not None and shoe.closed:
            self._report.shoes.append(_known(shoe, ended=False))

    def _end(self, name: str) -> None:
        shoe = self._open
        closing = name == "table_closed"
        if name == "shuffler_failed" and shoe is not None and shoe.loaded:
            return  # the cards in the shoe are played on, or collected first
        if shoe is not None and (shoe.closed or closing):
            self._owed = name
        elif closing:
            self._open = None

    def committed(self, line: int, event: Event) -> None:
        number = _whole(line, event, "shoe", 1, 2**53 - 1)
        if self._open is not None:
            words = f"shoe {number} is committed while shoe {self._open.number} is open"
            _fail(line, Reason.ORDER, words)
        if self._last is not None and number != self._last + 1:
            words = f"shoe {number} follows shoe {self._last}: numbers are used once, in order"
            _fail(line, Reason.NUMBER, words)
        self._open = _Open(number=number, commitment=_hex(line, event, "commitment"))

    def sealed(self, line: int, event: Event) -> None:
        shoe, seat = self._the_open(line), _whole(line, event, "seat", 1, SEATS_MAX)
        if shoe.closed:
            _fail(line, Reason.LATE, f"seat {seat} contributes after the contributions were closed")
        if seat in shoe.sealed:
            _fail(line, Reason.CONTRIBUTION, f"seat {seat} contributes twice")
        shoe.sealed[seat] = _hex(line, event, "commitment")

    def left(self, line: int, event: Event) -> None:
        shoe, seat = self._open, _whole(line, event, "seat", 1, SEATS_MAX)
        if shoe is not None and not shoe.closed:
            shoe.sealed.pop(seat, None)

    def closed(self, line: int, event: Event) -> None:
        shoe = self._the_open(line)
        if shoe.closed:
            _fail(line, Reason.ORDER, "the contributions are closed already")
        shoe.closed = True
        shoe.cards = _whole(line, event, "cards", 52, CARDS_MAX)
        shoe.cut_least = _whole(line, event, "cut_least", 0, shoe.cards // 2)
        shoe.depth_least = _whole(line, event, "depth_least", 0, shoe.cards)
        shoe.depth_most = _whole(line, event, "depth_most", shoe.depth_least, shoe.cards)

    def cut(self, line: int, event: Event) -> None:
        shoe = self._the_open(line)
        if not shoe.closed:
            _fail(line, Reason.ORDER, "the cut comes before the contributions are closed")
        if shoe.opened:
            _fail(line, Reason.ORDER, "the cut comes after a contribution was opened")
        if shoe.cut is not None or shoe.loaded:
            _fail(line, Reason.ORDER, "the cards are cut twice")
        seat = _whole(line, event, "seat", 0, SEATS_MAX)
        shoe.cut = line, seat, _whole(line, event, "cards", 1, shoe.cards - 1)

    def placed(self, line: int, event: Event) -> None:
        shoe = self._the_open(line)
        if not shoe.closed or shoe.opened or shoe.loaded or shoe.depth is not None:
            _fail(line, Reason.ORDER, "the cutting card goes in out of order")
        shoe.depth = line, _whole(line, event, "cards_behind", 1, shoe.cards - 1)

    def opened(self, line: int, event: Event) -> None:
        shoe, seat = self._the_open(line), _whole(line, event, "seat", 1, SEATS_MAX)
        if not shoe.closed or (shoe.cut_least and shoe.cut is None):
            _fail(line, Reason.ORDER, f"seat {seat} opens its contribution before the cut")
        if shoe.loaded:
            _fail(line, Reason.LATE, f"seat {seat} opens its contribution after the shoe is loaded")
        if seat not in shoe.sealed:
            _fail(line, Reason.CONTRIBUTION, f"seat {seat} opens a contribution it never sealed")
        if seat in shoe.opened:
            _fail(line, Reason.CONTRIBUTION, f"seat {seat} opens its contribution twice")
        value = _hex(line, event, "value")
        commitment = contribution_commitment(self._report.origin, shoe.number, seat, value)
        if commitment != shoe.sealed[seat]:
            _fail(
                line, Reason.CONTRIBUTION, f"seat {seat} opens a value other than the one it sealed"
            )
        shoe.opened[seat] = value

    def loaded(self, line: int, event: Event) -> None:
        shoe = self._the_open(line)
        if shoe.loaded or not shoe.closed or (shoe.cut_least and shoe.cut is None):
            _fail(line, Reason.ORDER, "the shoe is loaded out of order")
        if shoe.depth_most and shoe.depth is None:
            _fail(line, Reason.ORDER, "the shoe is loaded without its cutting card")
        number = _whole(line, event, "shoe", 1, 2**53 - 1)
        if number != shoe.number:
            _fail(line, Reason.NUMBER, f"shoe {number} is loaded, shoe {shoe.number} was committed")
        if event.get("cards") != shoe.cards:
            words = f"the shoe has {event.get('cards')} cards, {shoe.cards} were shuffled"
            _fail(line, Reason.CARD, words)
        shoe.loaded = True

    def drawn(self, line: int, event: Event) -> None:
        shoe = self._the_open(line)
        if not shoe.loaded:
            _fail(line, Reason.ORDER, "a card is dealt before the shoe is loaded")
        if len(shoe.drawn) == shoe.cards:
            _fail(line, Reason.CARD, "more cards are dealt than the shoe has")
        front = None if shoe.depth is None else shoe.cards - shoe.depth[1]
        if front is not None and shoe.reached is None and len(shoe.drawn) >= front:
            _fail(line, Reason.DEPTH, "the cutting card must appear before this card")
        face = _text(line, event, "card") if event["name"] in FACES else None
        shoe.drawn.append((line, face))

    def face_up(self, line: int, _: Event) -> None:
        _fail(line, Reason.CARD, "no card of a sealed shoe lies face up")

    def reached(self, line: int, _: Event) -> None:
        shoe = self._the_open(line)
        front = None if shoe.depth is None else shoe.cards - shoe.depth[1]
        if not shoe.loaded or shoe.reached is not None or len(shoe.drawn) != front:
            _fail(
                line,
                Reason.DEPTH,
                "the cutting card appears in a place other than where it was inserted",
            )
        shoe.reached, shoe.reached_line = len(shoe.drawn), line

    def revealed(self, line: int, event: Event) -> None:
        number = _whole(line, event, "shoe", 1, 2**53 - 1)
        seed = _hex(line, event, "seed")
        shoe = self._open
        if shoe is None:
            if self._last is not None or self._report.shoes:
                _fail(line, Reason.ORDER, f"the seed of shoe {number} was revealed before")
            self._last = number  # the export begins while this shoe ends
            return
        if number != shoe.number:
            words = f"the seed of shoe {number} is shown, and that of shoe {shoe.number} is due"
            _fail(line, Reason.SEED, words)
        if seed_commitment(self._report.origin, number, seed) != shoe.commitment:
            _fail(line, Reason.SEED, f"the seed of shoe {number} is not the one that was committed")
        if shoe.closed:
            self._compare(shoe, seed)
        self._open, self._last = None, number
        if shoe.closed:
            self._report.shoes.append(_known(shoe, ended=True))

    def _compare(self, shoe: _Open, seed: bytes) -> None:
        """Derive the cut, the depth and the stack, and compare every card."""
        origin, number = self._report.origin, shoe.number
        before = key_of(origin, number, seed, shoe.sealed, {})
        if shoe.cut is not None and shoe.cut[1] == 0:
            must = shoe.cut_least + chance(before, "cut")(shoe.cards - 2 * shoe.cut_least + 1)
            if shoe.cut[2] != must:
                words = f"the dealer cuts {shoe.cut[2]} cards and must cut {must}"
                _fail(shoe.cut[0], Reason.CUT, words)
        if shoe.depth is not None:
            choices = shoe.depth_most - shoe.depth_least + 1
            must = shoe.depth_least + chance(before, "depth")(choices)
            if shoe.depth[1] != must:
                words = f"{shoe.depth[1]} cards are behind the cutting card and must be {must}"
                _fail(shoe.depth[0], Reason.DEPTH, words)
        stack = stack_of(key_of(origin, number, seed, shoe.sealed, shoe.opened), shoe.cards)
        first = 0 if shoe.cut is None else shoe.cut[2]
        for index, (line, face) in enumerate(shoe.drawn):
            must_be = stack[(first + index) % shoe.cards]
            if face is not None and face != must_be:
                words = f"card {index + 1} of shoe {number} is {face} and must be {must_be}"
                _fail(line, Reason.CARD, words)

    def _the_open(self, line: int) -> _Open:
        if self._open is None:
            _fail(line, Reason.ORDER, "the house is not committed to this shoe")
        return self._open


_STEPS: dict[str, Callable[[_Shoes, int, Event], None]] = {
    "shoe_committed": _Shoes.committed,
    "contribution_sealed": _Shoes.sealed,
    "seat_left": _Shoes.left,
    "contributions_closed": _Shoes.closed,
    "cards_cut": _Shoes.cut,
    "cutting_card_placed": _Shoes.placed,
    "contribution_opened": _Shoes.opened,
    "shoe_loaded": _Shoes.loaded,
    "card_dealt": _Shoes.drawn,
    "war_card_dealt": _Shoes.drawn,
    "card_burned": _Shoes.drawn,
    "face_up_card_found": _Shoes.face_up,
    "cutting_card_reached": _Shoes.reached,
    "seed_revealed": _Shoes.revealed,
}


def _known(shoe: _Open, *, ended: bool) -> Shoe:
    burned = sum(face is None for _, face in shoe.drawn)
    return Shoe(
        number=shoe.number,
        sealed=tuple(sorted(shoe.sealed)),
        opened=tuple(sorted(shoe.opened)),
        dealt=len(shoe.drawn) - burned,
        burned=burned,
        ended=ended,
    )


def main(paths: list[str]) -> int:
    """Check one file and print the result."""
    if len(paths) != 1:
        print("usage: python proof.py FILE", file=sys.stderr)
        return 2
    try:
        with open(paths[0], "rb") as file:  # noqa: PTH123 - nothing but Python is needed
            report = check(file)
    except OSError as error:
        print(f"{paths[0]}: {error.strerror}", file=sys.stderr)
        return 2
    for shoe in report.shoes:
        print(shoe)
    print(report.fault or f"{report.events} events: every event holds")
    return 0 if report.fault is None else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
