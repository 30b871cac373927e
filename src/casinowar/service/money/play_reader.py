"""People's play of today, read from the store; each movement is read once.

Limits hold across tables and processes, so the figures come from the ledger and not from one table.
A wager under a limit is written only if the person's version has not changed since before the
figures were read (``Visitor.check``). After the first time only new movements are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from casinowar.ledger import chips_account, escrow_account, player_account
from casinowar.service.money.play_today import DAY_MS, MINUTE_MS, PlayToday, movements
from casinowar.service.ports import Clock
from casinowar.store import Store
from casinowar.store.interface import Movement

REMEMBERED = 10_000
# a movement can become visible after one with a later number and time
LATE_MS = 5 * MINUTE_MS


@dataclass(slots=True, kw_only=True)
class _Sheet:
    """The figures of one person."""

    play: PlayToday
    tables: set[str] = field(default_factory=set[str])
    seen: dict[int, int] = field(default_factory=dict[int, int])  # recent movements: number, time
    escrows: dict[str, tuple[int, int]] = field(
        default_factory=dict[str, tuple[int, int]]
    )  # of each account: the number of its newest movement, and the balance


class Plays:
    """The play of persons with limits."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._sheets: dict[str, _Sheet] = {}

    async def today(self, person: str) -> PlayToday:
        """A person's play, including everything that was durable when this was called."""
        sheet = self._sheets.pop(person, None)
        if sheet is None:
            sheet = _Sheet(play=PlayToday(person=person))
        since_ms = self._since_ms(sheet)
        mine = [player_account(person)]
        async for movement in movements(self._store, mine, since_ms if sheet.tables else 0):
            if movement.table:
                sheet.tables.add(movement.table)
        accounts = [chips_account(table, person) for table in sorted(sheet.tables)]
        accounts += [escrow_account(table, person) for table in sorted(sheet.tables)]
        newest_first = [one async for one in movements(self._store, accounts, since_ms)]
        play = await self._with_escrow(_read(sheet, newest_first), sheet)
        self._sheets[person] = replace(sheet, play=play)
        if len(self._sheets) > REMEMBERED:
            del self._sheets[next(iter(self._sheets))]
        return play

    def _since_ms(self, sheet: _Sheet) -> int:
        """Today and yesterday at first: a session may have begun before midnight."""
        if sheet.play.last_ms:
            return sheet.play.last_ms - LATE_MS
        return (self._clock.now_ms() // DAY_MS - 1) * DAY_MS

    async def _with_escrow(self, play: PlayToday, sheet: _Sheet) -> PlayToday:
        for table in sorted(sheet.tables):
            account = escrow_account(table, play.person)
            if account not in sheet.escrows:
                sheet.escrows[account] = (0, await self._store.balance(account))
        return replace(play, escrowed_cents=sum(cents for _, cents in sheet.escrows.values()))


def _read(sheet: _Sheet, newest_first: Sequence[Movement]) -> PlayToday:
    """The play with the new movements added."""
    play = sheet.play
    for movement in reversed(newest_first):
        if movement.number in sheet.seen:
            continue
        sheet.seen[movement.number] = movement.at_ms
        play = play.after([movement], movement.at_ms)
        if movement.account.startswith("escrow/"):
            number, _ = sheet.escrows.get(movement.account, (0, 0))
            if movement.number > number:
                sheet.escrows[movement.account] = (movement.number, movement.balance_cents)
    old_ms = play.last_ms - LATE_MS
    for number in [number for number, at_ms in sheet.seen.items() if at_ms < old_ms]:
        del sheet.seen[number]
    return play
