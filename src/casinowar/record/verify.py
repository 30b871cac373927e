"""Verification: whether everything in a record can have happened, exactly as written.

The table is played again. ``decide`` decides each command under the rules in the record, with the
cards that its events show, and exactly those events must follow, field by field, including
citations. Three things are checked beyond ``decide``: a command must come from the person to whom
it belongs, no card may leave a shoe more often than its decks hold it, and times may not go back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec.structs import fields, replace

from casinowar.cards import Card
from casinowar.errors import expect, shown
from casinowar.houses import House
from casinowar.record.history import History, Recorded, other_digest, other_rules
from casinowar.table import events as e
from casinowar.table.automation import Done
from casinowar.table.engine import advance, decide
from casinowar.table.refusals import Refusal
from casinowar.table.roles import AUTOMATIC, giver_of, may_be_automatic
from casinowar.table.shoe import SealedShoe
from casinowar.table.state import Mix, RackedCard, Table, copied
from casinowar.table.words import decks_held, rack_text

FACES = e.CardDealt | e.WarCardDealt | e.FaceUpCardFound | e.CardCorrected


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The first line of a record that cannot have happened, and why."""

    line: int
    reason: str
    cites: str = ""
    cut_off: bool = False  # the only fault is an incomplete last command

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" + (f" ({self.cites})" if self.cites else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The result of a verification: it holds if ``fault`` is None."""

    events: int  # in the record
    commands: int  # that were decided again
    rounds: int
    whole_lines: int  # of the file, up to the last complete command
    fault: Fault | None
    open_round: int | None  # in which the record ends; None also after a fault


def verify(history: History) -> Verified:
    """Play a record again, and check that everything in it can have happened.

    ``fault`` of the result is the first line that cannot have happened, or None.
    """
    expect("history", history, History, "a History, such as read_record returns")
    walk = Verifier(history.house, history.rules, history.start)
    fault = _unled(history)
    whole_lines = 1
    if fault is None:
        for recorded in history.commands:
            done, line = recorded.done, recorded.line
            fault = walk.take(done, line, last=recorded is history.commands[-1])
            if fault is not None:
                break
            whole_lines = line + len(done.events)
    late = _time_goes_back(history.commands)
    if late is not None and (fault is None or late.line < fault.line):
        fault = late
    if fault is None and history.cut_off:
        reason = "the record is cut off in this line"
        fault = Fault(line=whole_lines + 1, reason=reason, cut_off=True)
    return Verified(
        events=len(history.entries),
        commands=walk.commands,
        rounds=walk.rounds,
        whole_lines=whole_lines,
        fault=fault,
        open_round=None if fault is not None and not fault.cut_off else _open_round(walk),
    )


def _unled(history: History) -> Fault | None:
    """The fault of a header with another digest, or of events before the first command."""
    wrong = other_digest(history)
    if wrong is not None:
        return Fault(line=1, reason=wrong)
    if history.entries and (not history.commands or history.commands[0].line > 2):
        return _no_command(history.entries[0].line, history.entries[0].event)
    return None


def _no_command(line: int, event: e.Event) -> Fault:
    return Fault(line=line, reason=f"no command leads to {event.NAME}", cites=event.cites)


def _open_round(walk: Verifier) -> int | None:
    """The round that was dealt but not finished."""
    number = walk.state.round_number
    return number if walk.state.hands and number > walk.rounds else None


def _time_goes_back(commands: Sequence[Recorded]) -> Fault | None:
    last = None
    for command in commands:
        if last is not None and command.at < last:
            reason = f"the time goes back from {last.isoformat()} to {command.at.isoformat()}"
            return Fault(line=command.line, reason=reason)
        last = command.at
    return None


class NotShown(Exception):  # noqa: N818 - the record does not show what the shoe must have told
    """A command turned up a card or another value that none of its events shows."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


Shown = TypeVar("Shown", bound=e.Event)


class RecordedShoe(SealedShoe):
    """A shoe that knows only what the events of a command show: cards, derived and sealed values.

    ``fairness.proof`` checks them against the commitments.
    """

    __slots__ = ("_events", "_shows")

    def __init__(self, events: Sequence[e.Event]) -> None:
        self._events = events
        self._shows = next((event for event in events if isinstance(event, FACES)), None)

    def _shown(self, kind: type[Shown], what: str) -> Shown:
        found = next((event for event in self._events if isinstance(event, kind)), None)
        if found is None:
            raise NotShown(what)
        return found

    @property
    def origin(self) -> str:
        """Unknown: a record does not contain it."""
        return ""

    def commitment(self, number: int) -> str:  # noqa: ARG002 - the events show one
        """The commitment in the event that follows."""
        return self._shown(e.ShoeCommitted, "commits the house to a seed").commitment

    def seed(self, number: int) -> str:  # noqa: ARG002 - as above
        """The seed in the event that follows."""
        return self._shown(e.SeedRevealed, "shows a seed").seed

    def opens(self, number: int, seat: int, sealed: str, value: str) -> bool:  # noqa: ARG002
        """Always true: ``fairness.proof`` checks the value."""
        return True

    def dealers_cut(self, mix: Mix) -> int:  # noqa: ARG002 - as above
        """The cut in the event that follows."""
        return self._shown(e.CardsCut, "cuts the cards").cards

    def cards_behind(self, mix: Mix) -> int:  # noqa: ARG002 - as above
        """The depth of the cutting card."""
        return self._shown(e.CuttingCardPlaced, "puts the cutting card in").cards_behind

    def mixed(self, mix: Mix) -> RecordedShoe:  # noqa: ARG002 - as above
        """The same shoe."""
        return self

    def has(self, index: int) -> bool:  # noqa: ARG002 - the answer is the same for every index
        """Always true."""
        return True

    def card(self, index: int) -> Card | None:  # noqa: ARG002 - as above
        """The card in the event that follows."""
        if self._shows is None:
            raise NotShown("turns up a card")
        return self._shows.card

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - as above
        """Whether it was found face up."""
        return isinstance(self._shows, e.FaceUpCardFound)


def _not_shown(done: Done, line: int, what: str, *, last: bool) -> Fault:
    """The fault of a command whose events do not show what it turned up."""
    name = done.command.NAME
    if last and all(isinstance(event, e.CuttingCardReached) for event in done.events):
        reason = f"the record is cut off: {name} {what}, which must follow"
        return Fault(line=line + len(done.events), reason=reason, cut_off=True)
    return Fault(line=line + 1, reason=f"{name} {what}, which must follow")


class Verifier:
    """Replays a table, command by command, up to the first fault."""

    def __init__(self, house: House, rules: str, start: Table | None = None) -> None:
        self.state = copied(Table(house=house) if start is None else start)
        self.commands = self.rounds = 0
        self._rules = rules  # the digest of the rules
        self._faces = Counter[Card]()  # faces seen of the current shoe

    def take(self, done: Done, line: int, *, last: bool = False) -> Fault | None:
        """Replay the next command, on ``line``; returns a fault if it cannot have happened.

        The ``last`` command of a record may have been cut off.
        """
        command, by, events = done.command, done.by, done.events
        try:
            expected = decide(self.state, command, RecordedShoe(events))
        except NotShown as missing:
            return _not_shown(done, line, missing.what, last=last)
        if isinstance(expected, Refusal):
            reason = f"{command.NAME} cannot have happened: {expected.sentence}"
            return Fault(line=line, reason=reason, cites=expected.cites)
        giver = giver_of(self.state, command)
        if by != giver and not (by == AUTOMATIC and may_be_automatic(command)):
            reason = f"{command.NAME} is given by {shown(by)} and must be given by {shown(giver)}"
            return Fault(line=line, reason=reason, cites=self.state.house.cites.roles)
        fault = self._compare(done, line, expected, last=last)
        return fault or self._become(events, line + 1)

    def _compare(
        self, done: Done, line: int, expected: tuple[e.Event, ...], *, last: bool
    ) -> Fault | None:
        """The first difference between the record and the decision."""
        found = done.events
        for offset, event in enumerate(expected):
            if offset == len(found) and last:
                reason = f"the record is cut off: {event.NAME} must follow"
                return Fault(line=line + offset, reason=reason, cites=event.cites, cut_off=True)
            here = line + offset + 1
            if offset == len(found):
                reason = f"{event.NAME} must follow {done.command.NAME} here"
                return Fault(line=here, reason=reason, cites=event.cites)
            wrong = other_rules(found[offset], self.state.house, self._rules)
            if wrong is not None:
                return Fault(line=here, reason=wrong)
            if isinstance(event, e.TableOpened):
                # rules that omit usual values have a different digest
                event = replace(event, rules=self._rules)
            if found[offset] != event:
                reason = _difference(found[offset], event)
                return Fault(line=here, reason=reason, cites=event.cites)
        if len(found) > len(expected):
            return _no_command(line + len(expected) + 1, found[len(expected)])
        return None

    def _become(self, events: Sequence[e.Event], first_line: int) -> Fault | None:
        for line, event in enumerate(events, first_line):
            fault = self._count(line, event)
            if fault is not None:
                return fault
            advance(self.state, (event,))
        self.commands += 1
        return None

    def _count(self, line: int, event: e.Event) -> Fault | None:
        """The fault of a card that leaves the shoe more often than its decks hold it."""
        if isinstance(event, FACES):
            self._faces[event.card] += 1
            if isinstance(event, e.CardCorrected):
                self._faces[event.told] -= 1
            # for a real card without its suit, ``decide`` counts the rank
            if event.card.suit and self._faces[event.card] > self.state.decks:
                decks = decks_held(self.state.decks)
                held = f"{event.card} leaves the shoe more often than {decks}"
                return Fault(line=line, reason=held, cites=self.state.house.cites.decks)
        elif isinstance(event, e.ShoeLoaded):
            self._faces.clear()
        elif isinstance(event, e.RoundCompleted):
            self.rounds = event.round
        return None


def _difference(found: e.Event, expected: e.Event) -> str:
    """The difference between a recorded event and the expected one."""
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
