"""The sheet of one seat in a round: the sums owed, and the sums returned by the ledger.

The two have different sources. What is owed is decided again from the commands of the round
(``record.owed``); what came back are the postings to the player's chips at this table. So a wrong
payment is found, in an event or only in a posting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec import structs

from casinowar.errors import InputError
from casinowar.ledger.accounts import chips_account
from casinowar.money import show_cents
from casinowar.record.history import read_command_line
from casinowar.record.owed import hands_owed
from casinowar.record.verify import Verifier
from casinowar.service.history.reader import Reader, StoredRound
from casinowar.service.watch.shapes import DisputeSheet, OwedLine
from casinowar.store.interface import HandRow, Movement
from casinowar.table import events as e
from casinowar.table.automation import Done
from casinowar.table.state import Action, Hand
from casinowar.table.words import wager_words
from casinowar.wire import decode_json

PAGE = 500


@dataclass(slots=True)
class _Line:
    """The sums of one wager of a hand."""

    words: str
    cites: str = ""
    staked_cents: int = 0
    owed_cents: int = 0
    paid_cents: int = 0


async def sheet_of(
    reader: Reader, found: StoredRound, seat: int, says_paid_cents: int | None = None
) -> DisputeSheet:
    """The sheet of a seat that played in the round."""
    row = next(hand for hand in found.row.hands if hand.seat == seat)
    lines = dict[str, _Line]()
    owed, fault = _owed(found, seat)
    if owed is not None:
        _owe(lines, found, owed)
    for event, cents in await _came_back(reader, found, row):
        name = _name(event)
        line = lines.setdefault(name, _Line(wager_words(found.house, event.wager, event.side)))
        line.paid_cents += cents
    shown = tuple(_line(name, line) for name, line in lines.items())
    cards = tuple(row.detail["cards"].split())
    owed_cents = sum(line.owed_cents for line in shown)
    paid_cents = sum(line.paid_cents for line in shown)
    return DisputeSheet(
        outcome="" if owed is None or owed.outcome is None else owed.outcome.value,
        cards=cards,
        dealer=tuple(found.row.dealer.split())[: len(cards)],  # those that the hand met
        wagered_cents=row.wagered_cents,
        lines=shown,
        owed_cents=owed_cents,
        paid_cents=paid_cents,
        difference_cents=owed_cents - paid_cents,
        says_paid_cents=says_paid_cents,
        fault=fault,
        words=_words(owed_cents, paid_cents, says_paid_cents, plays=owed is not None),
    )


def commands_of(found: StoredRound) -> tuple[Done, ...]:
    """The commands of a round with their events, as they were stored."""
    commands, events = list[Done](), list[e.Event]()
    for stored, event in zip(found.stored, found.events, strict=True):
        if stored.given:
            if commands:
                commands[-1] = structs.replace(commands[-1], events=tuple(events))
            commands.append(read_command_line(decode_json(stored.given)))
            events = []
        events.append(event)
    if commands:
        commands[-1] = structs.replace(commands[-1], events=tuple(events))
    return tuple(commands)


def _owed(found: StoredRound, seat: int) -> tuple[Hand | None, str | None]:
    """The hand as the engine settles it, and what is wrong with the record of its round."""
    fault: str | None = None
    try:
        commands = commands_of(found)
        fault = _first_fault(found, commands)
        return hands_owed(found.start, commands).get(seat), fault
    except InputError as error:
        return None, fault or f"{error.reason}."


def _first_fault(found: StoredRound, commands: Sequence[Done]) -> str | None:
    """The first thing in the record of a round that cannot have happened; None: there is none.

    The round may end within its last command, whose other events are not part of it.
    """
    walk, line = Verifier(found.house, found.row.rules, found.start), 1
    for done in commands:
        fault = walk.take(done, line, last=done is commands[-1])
        if fault is not None:
            return None if fault.cut_off else f"{fault.reason}."
        line += 1 + len(done.events)
    return None


def _owe(lines: dict[str, _Line], found: StoredRound, hand: Hand) -> None:
    """The engine's movements by wager, with the clause of the payment, if there was one."""
    for move in hand.movements:
        line = lines.setdefault(move.name, _Line(wager_words(found.house, move.wager, move.side)))
        if move.action is not Action.PAY:
            line.staked_cents += move.amount_cents
        if move.action is not Action.COLLECT:
            line.owed_cents += move.amount_cents
        if not line.cites or move.action is Action.PAY:
            line.cites = move.cites


_Settled = e.WagerPaid | e.WagerReturned | e.MovementReversed


async def _came_back(
    reader: Reader, found: StoredRound, row: HandRow
) -> Iterable[tuple[_Settled, int]]:
    """The postings to the player's chips at this table, with the event that each follows from."""
    account = chips_account(found.id.table, row.person)
    first, last = found.row.first_version, found.row.last_version
    since_ms = min(stored.at_ms for stored in found.stored)
    moved, before = list[Movement](), None
    while True:
        page = await reader.store.statement([account], since_ms, before, PAGE)
        moved += (one for one in page if first <= one.version <= last)
        if len(page) < PAGE or page[-1].version < first:
            break
        before = page[-1].number
    events = {
        stored.version: event for stored, event in zip(found.stored, found.events, strict=True)
    }
    return [
        (event, one.cents)
        for one in moved
        if isinstance(event := events.get(one.version), _Settled) and event.seat == row.seat
    ]


def _name(event: _Settled) -> str:
    return event.side or event.wager.value


def _line(name: str, line: _Line) -> OwedLine:
    return OwedLine(
        wager=name,
        words=line.words,
        cites=line.cites,
        staked_cents=line.staked_cents,
        owed_cents=line.owed_cents,
        paid_cents=line.paid_cents,
        difference_cents=line.owed_cents - line.paid_cents,
    )


def _words(owed: int, paid: int, says_paid: int | None, *, plays: bool) -> str:
    if not plays:
        return "The stored round cannot be replayed, so what was owed is not known."
    words = f"The engine says: {show_cents(owed)} was owed, {show_cents(paid)} came back"
    words += f", {_short(owed - paid)}."
    if says_paid is not None and says_paid != paid:
        words += f" The player says {show_cents(says_paid)} came back: {_short(owed - says_paid)}."
    return words


def _short(difference: int) -> str:
    if difference == 0:
        return "nothing is missing"
    amount = show_cents(abs(difference))
    return f"{amount} is missing" if difference > 0 else f"{amount} too much"
