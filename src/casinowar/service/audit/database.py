"""The whole database, part by part.

Every table is played again under its rules, and compared with all that is stored beside its events
(``tables``). Answers and events name each other (``answers``). Persons can be read, and chips that
were granted have their notes (``people``). Only owners did what their notes tell (``owners``).

What nothing else follows from cannot be missed: refills and first chips, accounts that never
played, notes about persons and about actions of the floor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from casinowar.houses import House, digest_of_rules, house_from_rules
from casinowar.service.audit.answers import answers_that_do_not_fit
from casinowar.service.audit.owners import owners_that_do_not_fit
from casinowar.service.audit.people import people_that_do_not_fit
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
    """What does not follow from the events of the tables, or cannot have happened.

    ``installation`` is the name of the service; without it heads of logs are not checked. At
    ``now_ms`` the seeds of shoes that ended a day before are shown.
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
            say, origins = partial(_say, progress, done, total), list[str]()
            if installation and _is_sealed(table):
                origins = [
                    str(Origin(installation, stream, table.table))
                    for stream in streams.get(table.table, ())
                ]
            audited = TableAudit(table, house, rows, say, origins, now_ms)
            found += await audited.run(seeds.get(table.table, 0))
        done += table.version
        progress(done, total)
    found += await owners_that_do_not_fit(view, tables)
    return [*found, *await answers_that_do_not_fit(view), *await people_that_do_not_fit(view)]


def _is_sealed(table: KeptTable) -> bool:
    return not isinstance(table.settings, Unreadable) and bool(table.settings.get("sealed"))


def _houses(rules: dict[str, Json | Unreadable]) -> tuple[dict[str, House], list[Fault]]:
    """The houses that rules describe, by their digest, and the rules that describe none."""
    houses, found = dict[str, House](), list[Fault]()
    for digest, body in rules.items():
        try:
            if isinstance(body, Unreadable):
                raise ValueError
            houses[digest] = house_from_rules(body)
            if digest_of_rules(body) != digest:
                found.append(Fault(where=f"rules {digest}", what="they have another digest"))
        except Exception:  # whatever is wrong with them
            found.append(Fault(where=f"rules {digest}", what="they cannot be read"))
    return houses, found


def _say(progress: Progress, before: int, total: int, done: int) -> None:
    progress(before + done, total)
