"""Every person as CSV (RFC 4180), one line each, by their id: money, play, limits, exclusion."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from casinowar.service.csv_text import Cell, csv_lines, iso, money, plain
from casinowar.service.history.access import Viewer
from casinowar.service.history.reader import Reader
from casinowar.service.money.cashier import balance_of
from casinowar.service.people.person import person_of
from casinowar.service.people.protection import Protection
from casinowar.service.roles import Action
from casinowar.store.interface import PlayerRow

PAGE = 500
COLUMNS = (
    "Player id",
    "Player",
    "Kind",
    "Created (UTC)",
    "Roles",
    "Balance",
    "Chips at tables",
    "Rounds",
    "Wagered",
    "Returned",
    "Net",
    "Last round (UTC)",
    "Stake limit",
    "Loss limit per day",
    "Minutes per day",
    "Minutes per session",
    "Break until (UTC)",
    "Excluded from (UTC)",
    "Excluded until (UTC)",
    "Money",
)
FOR_GOOD = "for good"


async def players_csv(reader: Reader, viewer: Viewer, now_ms: int) -> AsyncIterator[str]:
    """The file in pieces; a refusal comes before the first piece.

    It shows everybody's balance, so it needs the right to see all statements. Limits are those in
    force at ``now_ms``.
    """
    viewer.need(Action.SEE_ALL_STATEMENTS)
    return _pieces(reader, now_ms)


async def _pieces(reader: Reader, now_ms: int) -> AsyncIterator[str]:
    yield csv_lines([COLUMNS])
    after = ""
    while page := await reader.store.players(after, PAGE):
        yield csv_lines([_player(row, now_ms) for row in page])
        after = page[-1].person.person


def _player(row: PlayerRow, now_ms: int) -> Sequence[Cell]:
    person = person_of(row.person)
    has = balance_of(row.balances, person.id)
    return (
        person.id,
        plain(person.name),
        person.kind.value,
        iso(person.created_ms),
        ", ".join(sorted(role.value for role in person.roles)),
        money(has.account_cents),
        money(has.at_tables_cents),
        row.rounds,
        money(row.wagered_cents),
        money(row.returned_cents),
        money(row.returned_cents - row.wagered_cents),
        _time(row.last_round_ms),
        *_limits(person.protection, now_ms),
        "play chips",
    )


def _limits(own: Protection, now_ms: int) -> Sequence[Cell]:
    limits, exclusion = own.limits_at(now_ms), own.exclusion
    until_ms = None if exclusion is None else exclusion.until_ms
    return (
        _amount(limits.stake_cents),
        _amount(limits.day_loss_cents),
        "" if limits.day_minutes is None else limits.day_minutes,
        "" if limits.session_minutes is None else limits.session_minutes,
        _time(own.break_until_ms),
        "" if exclusion is None else iso(exclusion.from_ms),
        FOR_GOOD if exclusion is not None and until_ms is None else _time(until_ms or 0),
    )


def _amount(cents: int | None) -> str:
    return "" if cents is None else money(cents)


def _time(at_ms: int) -> str:
    return iso(at_ms) if at_ms else ""
