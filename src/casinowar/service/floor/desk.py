"""An overview of all tables, and one table with what the floor can do there now.

A table's line is computed after an event and cached until the next one, so polling every second
is cheap. A table that is open in another process is only read.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from casinowar.service.casino import Casino
from casinowar.service.conversation.messages import CommandMessage
from casinowar.service.floor.calls import CALLED, SETTLED
from casinowar.service.floor.shapes import (
    FloorAct,
    FloorCalls,
    FloorDesk,
    FloorLog,
    FloorPane,
    FloorRules,
    FloorSlip,
    FloorTable,
    ShiftReport,
    ShiftTable,
)
from casinowar.service.floor.takings import Takings, Tray, takings, together
from casinowar.service.history.reader import Reader
from casinowar.service.history.round_rows import STEP_BY_ITSELF
from casinowar.service.history.significant_events import counted_words, shown_notes
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.roles import Role, own_table_refusal
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.decide import Actor
from casinowar.service.tables.open_table import OpenTable
from casinowar.service.tables.owner import FLOOR_STOOD_UP
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.writer import FLOOR_ACTION
from casinowar.store.interface import Document, FoundNote, NoteQuery, TableQuery, TableRow
from casinowar.table import commands as c
from casinowar.table.automation import Carried
from casinowar.table.refusals import Refusal
from casinowar.table.roles import FLOOR_ROLE
from casinowar.table.state import IN_ROUND, Phase
from casinowar.table.view import limits_of

TABLES_MAX = 100
HOUR_MS = 60 * 60 * 1000
BREAK_MS = HOUR_MS  # a dealer deals for an hour at most
DEALER_CHANGED = "dealer_changed"  # the kind of note
NOTES_READ = 50  # of each kind: they tell who deals, and the last count
LOG_KINDS = (
    FLOOR_ACTION,
    DEALER_CHANGED,
    STEP_BY_ITSELF,
    FLOOR_STOOD_UP,
    CALLED,
    SETTLED,
    "slip_differed",
    "slip_withdrawn",
    "chips_granted",
    "owner_closed_table",
)
DENOMINATIONS = (100_000, 50_000, 10_000, 2_500, 500, 100, 50)  # of the chips, in cents
OWN_SLIP = (
    "You deal at this table, and nobody counts their own slip. Ask another floorperson to send it,"
    " or another dealer to take the table over and count it. Or close the table and open it with"
    " the chips that you need."
)
PREVIEW = "preview"  # an id of a command that is never written
ACTS: tuple[type[c.Command], ...] = (
    c.VoidRound, c.ChangeDealer, c.FillTray, c.CreditTray, c.OrderReshuffle, c.ChangeCards,
    c.OpenTable, c.CloseTable, c.VerifyInspection, c.RejectDecks, c.OrderIdleSpread,
    c.StartGamingDay,
)  # fmt: skip


@dataclass(slots=True)
class _Kept:
    """The cached line of a table, and its version."""

    version: int
    since_ms: int
    tray: Tray = field(default_factory=Tray)
    takings: Takings = field(default_factory=Takings)
    notes: Sequence[FoundNote] = ()
    last_ms: int = 0
    host: TableActor | None = None  # read only, of a table that is not open here


class FloorDesks:
    """The floor's view of all tables."""

    def __init__(self, casino: Casino, reader: Reader) -> None:
        self._casino, self._reader, self._store = casino, reader, casino.store
        self._kept = dict[str, _Kept]()
        self._reading = defaultdict[str, asyncio.Lock](asyncio.Lock)  # by table

    # --- all tables

    async def rows(self, calls: Iterable[Document]) -> list[TableRow]:
        """The tables on the desk: public ones, and those with a call."""
        rows = list(await self._store.watched_tables(TABLES_MAX, private=False))
        known = {row.table for row in rows}
        for table in sorted({call.table for call in calls} - known):
            row = await self._store.table(table)
            if row is not None:
                rows.append(row)
        return rows

    async def versions(self, rows: Sequence[TableRow]) -> list[str]:
        """A value that changes whenever a line of the desk would."""
        found = list[str]()
        for row in rows:
            host = self._casino.hosts.get(row.table)
            here = 0 if host is None else len(host.audience)
            number = await self._version(row.table)
            settings = TableSettings.from_json(row.settings)
            found.append(f"{row.table} {number} {here} {settings.title} {settings.locked}")
        return found

    async def _version(self, table: str) -> int:
        host = self._casino.hosts.get(table)
        return await self._store.version(table) if host is None else host.table.version

    async def desk(
        self, rows: Sequence[TableRow], calls: Sequence[Document], slips: Sequence[FloorSlip]
    ) -> FloorDesk:
        """All of these tables, calls and slips."""
        lines = [await self.line(row) for row in rows]
        titles = {line.id: line.title for line in lines}
        return FloorDesk(
            now_ms=self._casino.parts.clock.now_ms(),
            tables=tuple(lines),
            calls=tuple(_call(call, titles.get(call.table, call.table)) for call in calls),
            slips=tuple(slips),
        )

    async def line(self, row: TableRow) -> FloorTable:
        """The overview of a table."""
        host, kept = await self._refreshed(row)
        table, state, house = host.table, host.table.state, host.table.state.house
        dealer_since_ms = None if state.phase is Phase.CLOSED else _dealer_since(kept.notes)
        settings = table.settings
        owner = await self._store.person(row.owner) if row.owner else None
        return FloorTable(
            id=row.table,
            title=settings.title or house.title,
            house=settings.house,
            public=settings.public,
            runs_itself=settings.runs_itself,
            open=state.phase is not Phase.CLOSED,
            day=None if state.day is None else state.day.isoformat(),
            phase=state.phase.value,
            in_round=state.phase in IN_ROUND or bool(state.hands),
            round=state.round_number,
            rounds=row.rounds_name,
            waits=host.presence.countdowns(),
            since_ms=kept.last_ms,
            dealer=state.dealer or "",
            dealer_since_ms=dealer_since_ms,
            break_due_ms=None
            if dealer_since_ms is None or settings.runs_itself
            else dealer_since_ms + BREAK_MS,
            dealer_here=host.audience.dealer_here,
            players={str(seat): at.name for seat, at in sorted(state.seats.items())},
            leaving=tuple(table.to_stand_up()),
            seats=house.deal.seats,
            limits=limits_of(house),
            shoe=state.shoe.number,
            tray=kept.tray.shown(state.tray_cents),
            takings=kept.takings.shown(),
            rules=FloorRules(
                digest=row.rules,
                since_ms=row.created_ms,
                by="" if owner is None else owner.name,
                in_force=_rules_fit(row.rules, table, kept.notes),
            ),
            counted=_last_count(kept.notes),
        )

    async def _refreshed(self, row: TableRow) -> tuple[TableActor, _Kept]:
        """The table with its takings, tray and notes up to its version.

        One reader at a time: two would both add the same new rounds and postings to the sums.
        """
        async with self._reading[row.table]:
            return await self._read(row)

    async def _read(self, row: TableRow) -> tuple[TableActor, _Kept]:
        version, since_ms = await self._version(row.table), await self._since(row)
        kept = self._kept.get(row.table)
        if kept is None or kept.since_ms != since_ms:
            kept = self._kept[row.table] = _Kept(version=-1, since_ms=since_ms)
        host = self._casino.hosts.get(row.table)
        if host is not None:
            kept.host = None
        elif kept.host is None or kept.version != version:
            kept.host = await self._casino.look_at(row.table)
        if kept.version != version:
            kept.notes = await self._notes(row.table)
            await kept.tray.read(self._store, row.table, since_ms)
            kept.takings = await takings(self._reader, row.table, since_ms, on=kept.takings)
            last = await self._store.events(row.table, version - 1, 1) if version else ()
            kept.last_ms = last[0].at_ms if last else row.created_ms
            kept.version = version
        found = host or kept.host
        assert found is not None
        return found, kept

    async def _since(self, row: TableRow) -> int:
        """The beginning of a table's gaming day, or its opening if that was later."""
        opened = await self._store.notes(NoteQuery(kind="table_opened", table=row.table, limit=1))
        opened_ms = opened[0].note.at_ms if opened else 0
        return max(opened_ms, await self.day_start_ms(row))

    async def day_start_ms(self, row: TableRow) -> int:
        """When the gaming day of a table began."""
        house = await self._reader.house(row.rules)
        parts = self._casino.parts
        at_ms = parts.clock.now_ms()
        day = house.gaming_day(parts.local_time(at_ms))
        began = datetime(day.year, day.month, day.day) + timedelta(  # noqa: DTZ001 - local
            hours=house.policies.gaming_day_hour
        )

        def late_ms(at_ms: int) -> int:
            late = parts.local_time(at_ms).replace(tzinfo=None) - began
            return round(late.total_seconds() * 1000)

        for _ in range(2):  # again, if the clocks were changed in between
            at_ms -= late_ms(at_ms)
        # an hour that comes twice: the day began with the first one
        return at_ms if late_ms(at_ms - HOUR_MS) else at_ms - HOUR_MS

    async def _notes(self, table: str) -> Sequence[FoundNote]:
        """The latest floor's actions, openings and new dealers at a table, newest first."""
        found = list[FoundNote]()
        for kind in (FLOOR_ACTION, "table_opened", DEALER_CHANGED):
            query = NoteQuery(kind=kind, table=table, limit=NOTES_READ)
            found += await self._store.notes(query)
        return sorted(found, key=lambda one: -one.number)

    # --- one table

    async def pane(self, row: TableRow, host: TableActor, person: Person) -> FloorPane:
        """One table with the floor's actions: possible now, or when."""
        line, acts = await self.line(row), list[FloorAct]()
        for kind in ACTS:
            acts.append(await self._act(host, kind, person))
        seated = bool(line.players)
        acts.append(
            FloorAct(
                act="stand_up",
                possible=seated,
                when="" if seated else "Nobody is seated here.",
                cites=host.table.state.house.cites.cash_out,
            )
        )
        refusal = close_refusal(host, person)
        acts.append(
            FloorAct(
                act="close_for_good",
                possible=refusal is None,
                when="" if refusal is None else refusal.sentence,
                cites="",
            )
        )
        return FloorPane(
            table=line,
            view=host.table.view(),
            acts=tuple(acts),
            today=_opening_day(host.table).isoformat(),
            denominations=denominations(host.table),
            slip_warning=OWN_SLIP if _deals(host.table, person) else "",
        )

    async def _act(self, host: TableActor, kind: type[c.Command], person: Person) -> FloorAct:
        command = _example(host.table, kind)
        give = CommandMessage(id=PREVIEW, command=command, reason="x", digest=b"")
        planned = await host.run(
            lambda: host.preview(give, floor_actor(person, counted_by=PREVIEW))
        )
        refused = None if isinstance(planned.decided, Carried) else planned.decided
        return FloorAct(
            act=kind.NAME,
            possible=refused is None,
            when="" if refused is None else refused.sentence,
            cites=refused.cites if isinstance(refused, Refusal) else "",
        )

    # --- the log and the shift

    async def log(self, table: str | None, before: int | None, limit: int) -> FloorLog:
        """What the floor and staff did, newest first."""
        found = list[FoundNote]()
        for kind in LOG_KINDS:
            query = NoteQuery(kind=kind, table=table, before=before, limit=limit + 1)
            found += await self._store.notes(query)
        found = sorted(_once(found), key=lambda one: -one.number)
        page = found[:limit]
        return FloorLog(
            notes=await shown_notes(self._reader, page),
            next=page[-1].number if len(found) > limit else None,
        )

    async def report(self, since_ms: int | None, until_ms: int) -> ShiftReport:
        """Handle, win and hold of each table; by default for its gaming day."""
        lines, parts, begins = list[ShiftTable](), list[Takings](), list[int]()
        async for row in self._public():
            begin = await self.day_start_ms(row) if since_ms is None else since_ms
            begins.append(begin)
            sums = await takings(self._reader, row.table, begin, until_ms)
            tray = (await Tray().read(self._store, row.table, begin, until_ms)).shown(0)
            parts.append(sums)
            settings = TableSettings.from_json(row.settings)
            notes = [
                one for one in await self._notes(row.table) if begin <= one.note.at_ms < until_ms
            ]
            lines.append(
                ShiftTable(
                    id=row.table,
                    title=settings.title or row.table,
                    takings=sums.shown(),
                    hold=sums.win_cents / sums.handle_cents if sums.handle_cents else None,
                    fills_cents=tray.fills_cents,
                    credits_cents=tray.credits_cents,
                    counted=_last_count(notes),
                )
            )
        return ShiftReport(
            since_ms=min(begins, default=0),
            until_ms=until_ms,
            tables=tuple(lines),
            total=together(parts).shown(),
        )

    async def _public(self) -> AsyncIterator[TableRow]:
        """All public tables, the oldest first."""
        after = ""
        while rows := await self._store.find_tables(TableQuery(after=after, limit=TABLES_MAX)):
            for row in rows:
                yield row
            after = rows[-1].table


def close_refusal(host: TableActor, person: Person) -> ServiceRefusal | None:
    """Why the floor cannot close a table for good; None if it can."""
    table = host.table
    if not table.settings.public and table.settings.runs_itself:
        words = "Only its owner can close a table by link."
        return ServiceRefusal(code=ServiceCode.NOT_ALLOWED, sentence=words)
    if table.settings.closed:
        words = "This table is already closed for good."
        return ServiceRefusal(code=ServiceCode.TABLE_CLOSED, sentence=words)
    return own_table_refusal() if person.id in table.players else None


def floor_actor(person: Person, counted_by: str = "") -> Actor:
    """A floorperson as the actor of a command."""
    return Actor(person=person.id, name=person.name, who=FLOOR_ROLE, counted_by=counted_by)


def denominations(table: OpenTable) -> tuple[int, ...]:
    """The chips that are counted at a table, in cents, the largest first."""
    smallest = table.state.house.limits.smallest_chip_cents
    chips = sorted({smallest, *(one for one in DENOMINATIONS if one >= smallest)})
    return tuple(reversed(chips))


def _deals(table: OpenTable, person: Person) -> bool:
    """Whether a person deals at a table; before the first step, whether the table names them."""
    if table.deals is None:
        return False
    if table.deals.person:
        return table.deals.person == person.id and not table.deals.relieved
    return Role.DEALER in person.roles and person.name.lower() == table.state.dealer.lower()


def _example(table: OpenTable, kind: type[c.Command]) -> c.Command:
    """A command of this kind with its required fields only."""
    state = table.state
    today = state.house.gaming_day(table.local())
    least = state.house.limits.smallest_chip_cents
    match kind:
        case c.VoidRound | c.RejectDecks:
            return kind(reason="x")
        case c.ChangeDealer:
            return c.ChangeDealer(dealer=f"not {state.dealer}")
        case c.FillTray | c.CreditTray:
            return kind(amount_cents=least)
        case c.OpenTable:
            return c.OpenTable(day=_opening_day(table), dealer="x", tray_cents=0)
        case c.StartGamingDay:
            return c.StartGamingDay(day=today)
        case _:
            return kind()


def _opening_day(table: OpenTable) -> date:
    """Today's gaming day, or the table's own if that has gone ahead."""
    today = table.state.house.gaming_day(table.local())
    return today if table.state.day is None else max(today, table.state.day)


def _once(found: Iterable[FoundNote]) -> list[FoundNote]:
    """The notes without new dealers whom the floor sent: the floor's own act tells them."""
    notes = list(found)
    sent = {
        (one.note.table, one.note.at_ms)
        for one in notes
        if one.note.data.get("command") == c.ChangeDealer.NAME
    }
    return [
        one
        for one in notes
        if one.note.kind != DEALER_CHANGED or (one.note.table, one.note.at_ms) not in sent
    ]


def _dealer_since(notes: Iterable[FoundNote]) -> int | None:
    """Since when the current dealer deals."""
    begins = {"table_opened", DEALER_CHANGED}
    return next((one.note.at_ms for one in notes if one.note.kind in begins), None)


def _rules_fit(digest: str, table: OpenTable, notes: Iterable[FoundNote]) -> bool:
    """Whether the displayed rules are those in force and those of the opening."""
    opened = next((one.note for one in notes if one.note.kind == "table_opened"), None)
    return digest == table.rules and (opened is None or opened.data["rules"] == digest)


def _last_count(notes: Iterable[FoundNote]) -> str:
    """The result of the last closing count."""
    for found in notes:
        if found.note.data.get("command") == c.CloseTable.NAME:
            return counted_words(found.note.data)
    return ""


def _call(call: Document, title: str) -> FloorCalls:
    body = call.body
    return FloorCalls(
        id=call.id,
        table=call.table,
        title=title,
        state=call.state,  # type: ignore[arg-type]
        kind=body["kind"],
        words=body["words"],
        name=body["name"],
        seat=body["seat"],
        round=body["round"],
        at_ms=call.at_ms,
        taken_name=body.get("taken_name"),
        outcome=body.get("outcome"),
    )
