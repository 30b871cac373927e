"""Audit the whole database.

Every table is played again under its rules, and compared with everything else that is stored about
it (``tables``). Answers and events must name each other (``answers``). Persons must be readable,
and granted chips must have notes (``people``). Notes about an owner's acts must name the owner
(``owners``).

The loss of rows on which nothing else depends is not noticed: refills and first
chips, accounts that never played, notes about persons and about actions of the floor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from casinowar.houses import House, digest_of_rules, house_from_rules
from casinowar.service.audit.answers import check_answers
from casinowar.service.audit.owners import check_owners
from casinowar.service.audit.people import check_people
from casinowar.service.audit.tables import Rows, TableAudit
from casinowar.service.tables.shoes import Origin
from casinowar.store import consistent_read as stored
from casinowar.store.consistent_read import KeptTable, Unreadable, View
from casinowar.store.interface import Fault, Json

Progress = Callable[[int, int], None]  # events done, events in all


async def audit(
    view: View,
    progress: Progress = lambda _, __: None,
    installation: str = "",
    now_ms: int = 0,
) -> list[Fault]:
    """Find rows that contradict the events of the tables, and events that are impossible.

    ``installation`` is the name of the service; without it the heads of logs are not checked. By
    ``now_ms`` the seeds of shoes that ended a day before must be revealed.
    """
    tables = await stored.tables(view)
    seeds, rows = await stored.seed_counts(view), Rows(view)
    streams = await stored.seed_streams(view)
    houses, found = _houses(await stored.rules(view))
    total, done = sum(table.version for table in tables), 0
    for table in tables:
        house = houses.get(table.rules)
        if house is None:
            words = f"it cannot be played again without its rules {table.rules}"
            found.append(Fault(where=f"tables {table.table}", what=words))
            await rows.skip(table.table)
        else:
            report, origins = partial(_report, progress, done, total), list[str]()
            if installation and _is_sealed(table):
                origins = [
                    str(Origin(installation, stream, table.table))
                    for stream in streams.get(table.table, ())
                ]
            audited = TableAudit(table, house, rows, report, origins, now_ms)
            found += await audited.run(seeds.get(table.table, 0))
        done += table.version
        progress(done, total)
    found += await check_owners(view, tables)
    return [*found, *await check_answers(view), *await check_people(view)]


def _is_sealed(table: KeptTable) -> bool:
    return not isinstance(table.settings, Unreadable) and bool(table.settings.get("sealed"))


def _houses(rules: dict[str, Json | Unreadable]) -> tuple[dict[str, House], list[Fault]]:
    """The houses that rules describe, by their digest, and the faults of unreadable rules."""
    houses, found = dict[str, House](), list[Fault]()
    for digest, body in rules.items():
        try:
            if isinstance(body, Unreadable):
                raise ValueError
            houses[digest] = house_from_rules(body)
            if digest_of_rules(body) != digest:
                found.append(Fault(where=f"rules {digest}", what="they have another digest"))
        except Exception:  # damaged rules can fail in any way
            found.append(Fault(where=f"rules {digest}", what="they cannot be read"))
    return houses, found


def _report(progress: Progress, before: int, total: int, done: int) -> None:
    progress(before + done, total)
