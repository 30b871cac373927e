"""Verification: can everything in a record have happened, exactly as written and in this order?

The table is played again. Each command is inferred from the events that it must have begun with
(``infer``), ``decide`` decides it under the rules in the record, and just those events must follow,
field by field, the citation included. Three things lie beyond ``decide``: no card may come out of
a shoe more often than its decks hold it, times may not go back, and the events of one command have
one time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import fields, replace

from casinowar.cards import Card
from casinowar.errors import InputError, shown
from casinowar.houses import House
from casinowar.record.history import Entry, History, check_rules
from casinowar.record.infer import beginnings
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.due import due_in_words
from casinowar.table.engine import advance, decide
from casinowar.table.refusals import Refusal
from casinowar.table.shoe import Shoe
from casinowar.table.sound import IMPOSSIBLE
from casinowar.table.state import RackedCard, Table
from casinowar.table.words import decks_held, rack_text

_AHEAD = 256  # more events than any one command's beginning is inferred from


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The first line of a record that cannot have happened, and why."""

    line: int
    reason: str
    cites: str = ""
    cut_off: bool = False  # nothing is wrong before the end, where a command is not whole

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" + (f" ({self.cites})" if self.cites else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What verification found."""

    events: int  # in the record
    commands: int  # that were derived again
    rounds: int
    whole_lines: int  # of the file, up to the last command that is whole
    fault: Fault | None
    open_round: int | None  # in which the record ends; None also where a fault hides it


def verify(history: History) -> Verified:
    """Play a record again; an InputError if it is of the first version."""
    if history.version == 1:
        reason = "a record of the first version cannot be verified: it carries no rules"
        raise InputError("record", f"{reason} and follows an earlier procedure")
    walk = Verifier(history.house, history.rules)
    fault = walk.take(history.entries)
    late = _time_goes_back(history.entries)
    if late is not None and (fault is None or late.line < fault.line):
        fault = late
    if fault is None and history.cut_off:
        line = history.entries[-1].line + 1 if history.entries else 2
        fault = Fault(line=line, reason="the record is cut off in this line", cut_off=True)
    return Verified(
        events=len(history.entries),
        commands=walk.commands,
        rounds=walk.rounds,
        whole_lines=walk.at + 1,
        fault=fault,
        open_round=None if fault is not None and not fault.cut_off else _open_round(walk),
    )


def _open_round(walk: Verifier) -> int | None:
    """The round that was dealt and not finished."""
    number = walk.state.round_number
    return number if walk.state.hands and number > walk.rounds else None


def _time_goes_back(entries: Sequence[Entry]) -> Fault | None:
    last = None
    for entry in entries:
        if last is not None and entry.at is not None and entry.at < last:
            reason = f"the time goes back from {last.isoformat()} to {entry.at.isoformat()}"
            return Fault(line=entry.line, reason=reason)
        last = entry.at
    return None


class Verifier:
    """A table that is played again, command by command, up to the first fault."""

    def __init__(self, house: House, rules: str) -> None:
        self.state = Table(house=house)
        self.at = 0  # of the entries that were taken, the one at which the next command begins
        self.commands = self.rounds = 0
        self._rules = rules  # their digest
        self._entries: Sequence[Entry] = ()
        self._faces = Counter[Card]()  # seen of the shoe in use

    def take(self, entries: Sequence[Entry]) -> Fault | None:
        """Continue with the entries of whole commands, to their end or to the first fault."""
        self._entries, self.at = entries, 0
        while self.at < len(entries):
            fault = self._command()
            if fault is not None:
                return fault
        return None

    def _command(self) -> Fault | None:
        ahead = [entry.event for entry in self._entries[self.at : self.at + self._of_one_time()]]
        try:
            check_rules(self._entries[self.at], self.state.house, self._rules)
        except InputError as error:
            return self._fault(0, error.reason)
        nearest: Fault | None = None
        for command, shoe in beginnings(self.state, ahead):
            expected = self._decide(command, shoe)
            fault = self._compare(expected)
            if fault is None and not isinstance(expected, Refusal):
                return self._become(expected)
            if nearest is None or (fault is not None and fault.line > nearest.line):
                nearest = fault
        return nearest or self._no_beginning(ahead[0])

    def _of_one_time(self) -> int:
        """How many of the next events were recorded together: no command has more."""
        entries, count = self._entries, 1
        last = min(_AHEAD, len(entries) - self.at)
        while count < last and entries[self.at + count].at == entries[self.at].at:
            count += 1
        return count

    def _decide(self, command: c.Command, shoe: Shoe) -> tuple[e.Event, ...] | Refusal:
        expected = decide(self.state, command, shoe)
        if isinstance(command, c.OpenTable) and not isinstance(expected, Refusal):
            # rules that were written before a field existed have their own digest
            return tuple(
                replace(event, rules=self._rules) if isinstance(event, e.TableOpened) else event
                for event in expected
            )
        return expected

    def _compare(self, expected: tuple[e.Event, ...] | Refusal) -> Fault | None:
        """The first place where the record differs from what was decided."""
        entries, first = self._entries, self._entries[self.at].event
        if isinstance(expected, Refusal):
            reason = f"{first.NAME} cannot have happened: {expected.sentence}"
            return self._fault(0, reason, expected.cites)
        for offset, event in enumerate(expected):
            if self.at + offset == len(entries):
                reason = f"the record is cut off: {event.NAME} must follow"
                return self._fault(offset - 1, reason, event.cites, cut_off=True)
            found = entries[self.at + offset].event
            if found != event:
                return self._fault(offset, _difference(found, event), event.cites)
            if entries[self.at + offset].at != entries[self.at].at:
                reason = (
                    f"{found.NAME} belongs to line {entries[self.at].line} and has another time"
                )
                return self._fault(offset, reason)
        return None

    def _no_beginning(self, first: e.Event) -> Fault:
        if isinstance(first, e.CuttingCardReached) and self.at + 1 == len(self._entries):
            reason = "the record is cut off: a card must follow the cutting card"
            return self._fault(0, reason, cut_off=True)
        words, cites = due_in_words(self.state)
        return self._fault(0, f"{first.NAME} cannot have happened: {words}", cites)

    def _become(self, events: tuple[e.Event, ...]) -> Fault | None:
        for offset, event in enumerate(events):
            fault = self._count(offset, event)
            if fault is not None:
                return fault
            try:
                advance(self.state, (event,))
            except IMPOSSIBLE:
                return self._fault(offset, f"{event.NAME} cannot have happened then")
        self.at += len(events)
        self.commands += 1
        return None

    def _count(self, offset: int, event: e.Event) -> Fault | None:
        """No card may occur more often than in the decks of the shoe."""
        if isinstance(event, e.CardDealt | e.WarCardDealt | e.FaceUpCardFound):
            self._faces[event.card] += 1
            if self._faces[event.card] > self.state.decks:
                decks = decks_held(self.state.decks)
                held = f"{event.card} leaves the shoe more often than {decks}"
                return self._fault(offset, held, self.state.house.cites.decks)
        elif isinstance(event, e.ShoeLoaded):
            self._faces.clear()
        elif isinstance(event, e.RoundCompleted):
            self.rounds = event.round
        return None

    def _fault(self, offset: int, reason: str, cites: str = "", *, cut_off: bool = False) -> Fault:
        line = self._entries[self.at + offset].line
        return Fault(line=line, reason=reason, cites=cites, cut_off=cut_off)


def _difference(found: e.Event, expected: e.Event) -> str:
    """What is wrong with an event in the place of another."""
    if type(found) is not type(expected):
        return f"{found.NAME} occurs where {expected.NAME} must follow"
    for field in fields(expected):
        has, must = getattr(found, field.name), getattr(expected, field.name)
        if has != must:
            return f"{found.NAME}: {field.name} is {_value(has)} and must be {_value(must)}"
    raise AssertionError("the events differ")


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(_value(item) for item in value)
    if isinstance(value, RackedCard):
        return rack_text((value,))
    return shown(value) if isinstance(value, str) and not value.isprintable() else str(value)
