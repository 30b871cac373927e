"""Live play at all tables: events, newest first, and the current state of each table.

Everything is read from the database: every process shows the same, and watching a table does not
open it. A table is folded from the last state that was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from casinowar.money import show_cents
from casinowar.outcomes import WARS, Outcome
from casinowar.service.csv_text import iso
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import RoundId, check_range, check_texts
from casinowar.service.history.reader import PAGE, Reader, read
from casinowar.service.history.round_rows import STEP_BY_ITSELF
from casinowar.service.history.significant_events import (
    SOMEBODY,
    act_words,
    begun,
    in_words,
    reason_words,
)
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.service.roles import Action
from casinowar.service.watch import disputes
from casinowar.service.watch.shapes import LiveEvent, LiveEvents, WatchedTable, WatchedTables
from casinowar.store.interface import (
    DocumentQuery,
    FoundNote,
    FoundRound,
    NoteQuery,
    RoundQuery,
    TableRow,
)
from casinowar.table.engine import fold
from casinowar.table.state import Phase, Table
from casinowar.table.view import View, view

Group = Literal["irregularity", "dispute", "floor", "large", "table", "people", "war", "round"]
Weight = Literal["heavy", "significant", "wars", "all"]
PAGE_MAX = 200
TABLES_MAX = 100
READ_MAX = 200  # rows of each source that are read at once
TROUBLE_MS = 5 * 60 * 1000  # how long an irregularity marks its table

_GROUPS: dict[str, Group] = {
    "round_voided": "irregularity",
    "seat_missed": "irregularity",
    "card_face_up": "irregularity",
    "card_drawn_in_error": "irregularity",
    STEP_BY_ITSELF: "irregularity",
    "floor_action": "floor",
    "floor_stood_up": "floor",
    "floor_called": "floor",
    "call_done": "floor",
    "slip_differed": "floor",
    "slip_withdrawn": "floor",
    "large_wager": "large",
    "large_win": "large",
    "table_opened": "table",
    "dealer_changed": "table",
    "table_closed": "table",
    "owner_changed_table": "table",
    "owner_closed_table": "table",
    "owner_stood_up": "table",
}
_DIGEST = re.compile(r"sha256:([0-9a-f]{8})[0-9a-f]+")
_HEAVY: frozenset[Group] = frozenset({"irregularity", "dispute", "floor"})
_ENDED = {
    Outcome.WAR_WON: "won",
    Outcome.WAR_LOST: "lost",
    Outcome.WAR_TIED: "tied",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveQuery:
    """Which events to find; None does not restrict the search."""

    weight: Weight = "wars"
    table: str | None = None
    group: Group | None = None
    person: str | None = None  # part of a name
    until_ms: int | None = None
    limit: int = 50


async def live(reader: Reader, query: LiveQuery, viewer: Viewer) -> LiveEvents:
    """What happened at all tables, newest first."""
    viewer.need(Action.SEE_NOTES)
    viewer.need(Action.SEE_ALL_ROUNDS)
    if not 1 <= query.limit <= PAGE_MAX:
        refuse(ServiceCode.BAD_SEARCH, f"A page has 1 to {PAGE_MAX} events.")
    check_range(None, query.until_ms)
    check_texts(query.table, query.person)
    await reader.check_table(query.table)
    found, rows_max = _Found(reader), READ_MAX
    while True:
        page = await _page(found, query, rows_max)
        if page.next is None or page.next != query.until_ms:
            return page
        rows_max *= 2  # all that was read is of one moment


async def _page(found: _Found, query: LiveQuery, rows_max: int) -> LiveEvents:
    """The events of one page, from at most ``rows_max`` rows of each source."""
    store = found.reader.store
    oldest = list[int]()  # where each source was cut off; older events are on the next page
    notes = await store.notes(NoteQuery(table=query.table, until_ms=query.until_ms, limit=rows_max))
    made = [(note.note.at_ms, await found.note(note)) for note in notes]
    if len(notes) == rows_max:
        oldest.append(notes[-1].note.at_ms)
    disputed = await found.disputes(query, rows_max)
    made += disputed
    if len(disputed) == rows_max:
        oldest.append(disputed[-1][0])
    if query.weight in {"wars", "all"}:
        rounds = await store.rounds(
            RoundQuery(table=query.table, until_ms=query.until_ms, limit=rows_max)
        )
        made += [(one.round.at_ms, await found.round(one)) for one in rounds]
        if len(rounds) == rows_max:
            oldest.append(rounds[-1].round.at_ms)
    floor_ms = max(oldest, default=-1)  # more events of this moment may be unread
    fits = [(at_ms, one) for at_ms, one in made if at_ms > floor_ms and _fits(one, query)]
    fits.sort(key=lambda pair: (pair[0], pair[1].key), reverse=True)
    following = floor_ms + 1 if oldest else None
    if len(fits) > query.limit:  # a page ends between two moments: the next one begins at a time
        moment = fits[query.limit - 1][0]
        page = [pair for pair in fits if pair[0] >= moment]
        following = moment if len(page) < len(fits) else following
        fits = page
    return LiveEvents(events=tuple(one for _, one in fits), next=following)


def _fits(one: LiveEvent, query: LiveQuery) -> bool:
    if query.weight == "heavy" and not one.heavy:
        return False
    if query.weight != "all" and one.group == "round":
        return False
    if query.group not in {None, one.group}:
        return False
    letters = (query.person or "").casefold()
    return not letters or any(letters in name.casefold() for name in one.names)


class _Found:
    """Makes events from stored rows; caches names and tables."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._names, self._tables = dict[str, str](), dict[str, TableRow | None]()

    async def note(self, found: FoundNote) -> LiveEvent:
        """A significant event."""
        note = found.note
        person, actor = await self._name(note.person), await self._name(note.actor)
        act = act_words(note.kind, note.data, person or SOMEBODY, actor)
        said = _DIGEST.sub(r"\1…", in_words(note.kind, note.data, person or SOMEBODY))
        itself = note.actor == note.person or actor == note.data.get("dealer")
        by = f", by {actor}" if actor and not itself else ""
        words = act or f"{begun(said, person, str(note.data.get('dealer', '')))}{by}"
        group = _GROUPS.get(note.kind, "people")
        row = await self._table(note.table)
        return LiveEvent(
            key=f"note.{found.number}",
            at=iso(note.at_ms),
            group=group,
            heavy=group in _HEAVY,
            words=f"{words}{reason_words(note.data, words)}",
            cites=str(note.data.get("cites", "")),
            table=note.table or None,
            title=None if row is None else await self.reader.staff_title(row),
            round=None
            if row is None or not note.round
            else RoundId(row.table, note.round).address(row.rounds_name),
            dispute=None,
            names=tuple(dict.fromkeys(filter(None, (person, actor)))),
        )

    async def round(self, found: FoundRound) -> LiveEvent:
        """A finished round: its wars, or the table's win."""
        row, house = found.round, await self.reader.house(found.round.rules)
        wars = [hand for hand in row.hands if hand.outcome in WARS]
        ended = {hand.outcome for hand in wars}
        if wars:
            results = [f"seat {hand.seat} {_ENDED[Outcome(hand.outcome)]}" for hand in wars]
            words = (
                f"War, {results[0]}"
                if len(wars) == 1
                else f"{len(wars)} wars: {', '.join(results)}"
            )
        else:
            net = sum(hand.wagered_cents - hand.returned_cents for hand in row.hands)
            words = f"Round {row.round}: table {'+' if net > 0 else ''}{show_cents(net)}"
        cites = str(getattr(house.cites, ended.pop())) if len(ended) == 1 else ""
        id_ = RoundId(found.table.table, row.round).address(found.table.rounds_name)
        return LiveEvent(
            key=f"round.{id_}",
            at=iso(row.at_ms),
            group="war" if wars else "round",
            heavy=False,
            words=words,
            cites=cites,
            table=found.table.table,
            title=await self.reader.staff_title(found.table),
            round=id_,
            dispute=None,
            names=tuple(hand.detail["name"] for hand in row.hands),
        )

    async def disputes(self, query: LiveQuery, rows_max: int) -> list[tuple[int, LiveEvent]]:
        """Disputes, at the time when they were opened."""
        rows = await self.reader.store.documents(
            DocumentQuery(
                kind=disputes.KIND, table=query.table, until_ms=query.until_ms, limit=rows_max
            )
        )
        made = list[tuple[int, LiveEvent]]()
        for row in rows:
            line = await disputes.line_of(self.reader, row)
            words = f"{line.name} disputes a hand, seat {line.seat}: “{line.claim}”"
            event = LiveEvent(
                key=f"dispute.{line.id}",
                at=line.at,
                group="dispute",
                heavy=True,
                words=words,
                cites="",
                table=line.table,
                title=line.title,
                round=line.round_id,
                dispute=line.id,
                names=(line.name,),
            )
            made.append((row.at_ms, event))
        return made

    async def _name(self, person: str) -> str:
        if person and person not in self._names:
            row = await self.reader.store.person(person)
            self._names[person] = person if row is None else row.name
        return self._names.get(person, "")

    async def _table(self, table: str) -> TableRow | None:
        if table not in self._tables:
            self._tables[table] = await self.reader.store.table(table) if table else None
        return self._tables[table]


# --- the wall -------------------------------------------------------------------------------------


class Wall:
    """The current state of every table, folded from the state that was read last."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._states = dict[str, tuple[int, Table]]()

    async def tables(self, viewer: Viewer, now_ms: int) -> WatchedTables:
        """All tables: first those with trouble, then open ones, then closed ones."""
        viewer.need(Action.WATCH_ANY_TABLE)
        viewer.need(Action.SEE_NOTES)
        store = self._reader.store
        rows = list(await store.watched_tables(TABLES_MAX, private=True))
        trouble = await self._trouble(now_ms)
        troubled = [await store.table(one) for one in trouble.keys() - {row.table for row in rows}]
        rows += [row for row in troubled if row is not None]
        made = [await self._one(row, trouble.get(row.table)) for row in rows]
        made.sort(key=lambda one: (one.trouble is None, not one.open))
        return WatchedTables(tables=tuple(made))

    async def _one(self, row: TableRow, trouble: str | None) -> WatchedTable:
        state = await self._state(row)
        seen = view(state)
        return WatchedTable(
            id=row.table,
            title=await self._reader.staff_title(row),
            house=state.house.name,
            open=state.phase is not Phase.CLOSED,
            real=state.physical,
            says=_says(seen),
            trouble=trouble,
            seats=state.house.deal.seats,
            view=seen,
        )

    async def _state(self, row: TableRow) -> Table:
        kept = self._states.get(row.table)
        version = await self._reader.store.version(row.table)
        if kept is None or version - kept[0] > PAGE or version < kept[0]:
            state, version = await self._reader.state_at(row, version)
        else:
            state = kept[1]
            if version > kept[0]:
                limit = version - kept[0]
                state = fold(
                    state, read(await self._reader.store.events(row.table, kept[0], limit))
                )
        self._states[row.table] = (version, state)
        return state

    async def _trouble(self, now_ms: int) -> dict[str, str]:
        """The trouble of each table: open disputes, calls, and recent irregularities."""
        found = dict[str, str]()
        recent = NoteQuery(since_ms=now_ms - TROUBLE_MS, limit=READ_MAX)
        for one in reversed(await self._reader.store.notes(recent)):
            if one.note.table and _GROUPS.get(one.note.kind) == "irregularity":
                found[one.note.table] = in_words(one.note.kind, one.note.data)
        for row, claim in await disputes.open_files(self._reader):
            found[row.table] = f"{row.id}: {claim}"
        for table, words in await self._calls():
            found[table] = words
        return found

    async def _calls(self) -> Iterable[tuple[str, str]]:
        found = list[tuple[str, str]]()
        for state in ("open", "taken"):
            query = DocumentQuery(kind="call", state=state, limit=READ_MAX)
            for row in await self._reader.store.documents(query):
                words = row.body.get("words") or "no reason given"
                found.append((row.table, f"Waits for the floor: {words}"))
        return found


def _says(seen: View) -> str:
    """The activity of a table in a few words."""
    if seen.phase is Phase.CLOSED:
        return "Closed"
    waits = [wait.message for wait in seen.waits]
    return waits[0] if len(waits) == 1 else f"{len(waits)} seats: {waits[0]}"
