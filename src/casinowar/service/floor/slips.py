"""Fill and credit slips at tables that people deal: counted by the floor, then by the dealer.

The floor counts the chips by denomination and prepares a slip. The dealer counts them too, and is
not told what the floor counted. Only if both counts agree does the table carry out the command. If
they differ, no chip moves, the slip is over, and the floor counts again.

A slip is a document, so it outlives the process. It does not outlive the opening of the table that
it was prepared for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from casinowar.money import show_cents
from casinowar.service.casino import Casino
from casinowar.service.floor import acts
from casinowar.service.floor.calls import seat_of
from casinowar.service.floor.desk import denominations
from casinowar.service.floor.preview import checked_count, count_refusal, counted_cents
from casinowar.service.floor.shapes import FloorSlip
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefused, refuse
from casinowar.service.roles import Action, Role, may_do, own_table_refusal
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.dealers import other_dealer
from casinowar.service.tables.decide import SLIPS
from casinowar.service.tables.open_table import OpenTable
from casinowar.store.interface import Document, DocumentQuery, Json, Note, NoteQuery, Write
from casinowar.table import commands as c
from casinowar.table.state import Phase

SLIP = "slip"  # the kind of document
DIFFERED_NOTE, WITHDRAWN_NOTE = "slip_differed", "slip_withdrawn"
OPEN = "open"  # the dealer has not counted yet
AGREED = "agreed"  # both counts agree, and the table is about to be given the command
DONE, DIFFERED, WITHDRAWN, LAPSED = "done", "differed", "withdrawn", "lapsed"
WAITING = (OPEN, AGREED)
SHOWN_MAX = 200
RECENT_MS = 15 * 60 * 1000  # for how long a slip that is over stays on the desk


class Slips:
    """Prepares slips, compares their two counts, and has the chips moved."""

    def __init__(self, casino: Casino) -> None:
        self._casino, self._store = casino, casino.store
        self._clock, self._ids = casino.parts.clock, casino.parts.ids

    # --- the floor

    async def prepare(
        self, host: TableActor, by: Person, command: Json, reason: str, count: Mapping[str, int]
    ) -> Document:
        """Prepare a slip for the dealer's count; refused if the table would refuse the act.

        The same request again returns the same slip.
        """
        act = acts.read_act(host, by, command, reason)
        if not isinstance(act, SLIPS):
            refuse(ServiceCode.BAD_REQUEST, "A slip is for fill_tray or credit_tray.")
        if host.table.settings.runs_itself:
            words = "This table runs itself: no dealer counts, and you sign alone."
            refuse(ServiceCode.RUNS_ITSELF, words)
        counted = checked_count(count, denominations(host.table))
        refusal = count_refusal(act, counted)
        if refusal is not None:
            raise ServiceRefused(refusal)
        await acts.preview_act(host, by, command, reason)
        body: Json = {
            "command": act.NAME,
            "amount_cents": act.amount_cents,
            "count": written(counted),
            "reason": reason,
            "name": by.name,
        }

        async def alone() -> Document:
            for slip in await self.waiting(host.table):
                if slip.owner == by.id and slip.body == body:
                    return slip
                words = f"{_named(slip)} waits for the dealer's count here: one slip at a time."
                refuse(ServiceCode.SLIP_WAITS, words)
            slip = Document(
                kind=SLIP,
                id=self._ids.share_id(),
                at_ms=self._clock.now_ms(),
                table=host.table.id,
                owner=by.id,
                state=OPEN,
                body=body,
            )
            await self._store.keep_document(slip)
            return slip

        return await host.run(alone)

    async def withdraw(self, host: TableActor, by: Person, name: str) -> Document:
        """Withdraw a slip; any floorperson may until it is counted. Nothing moves."""
        if seat_of(host.table.state, by.id) is not None:
            raise ServiceRefused(own_table_refusal())
        slip = await self._counted_or_open(host, name)
        if slip.state != OPEN:
            refuse(ServiceCode.SLIP_ENDED, ended_words(slip))
        body = slip.body
        data: Json = {"command": body["command"], "amount_cents": body["amount_cents"]}
        note = self._note(WITHDRAWN_NOTE, slip, by.id, data)
        return await self._keep(slip, WITHDRAWN, note, withdrawn_name=by.name)

    # --- the dealer

    async def count(
        self, host: TableActor, by: Person, name: str, count: Mapping[str, int]
    ) -> Document:
        """Compare the dealer's count with the floor's: the chips move only if they agree.

        Only the dealer of the table may count.
        """
        counted = written(checked_count(count, denominations(host.table)))
        table = host.table
        if seat_of(table.state, by.id) is not None:
            raise ServiceRefused(own_table_refusal())
        refusal = await other_dealer(self._store, table.deals, by.id, by.name, table.state)
        if refusal is not None:
            raise ServiceRefused(refusal)
        slip = await self._counted_or_open(host, name)
        if slip.owner == by.id:
            words = (
                "You sent this slip, so somebody else has to count it. Ask another dealer to take"
                " the table over and count it, or withdraw it and ask another floorperson to send"
                " one. Or close the table and open it with the chips that you need."
            )
            refuse(ServiceCode.NOT_ALLOWED, words)
        if slip.state == DONE and slip.body["counted_by"] == by.id:
            return slip  # the same request again
        if slip.state != OPEN:
            refuse(ServiceCode.SLIP_ENDED, ended_words(slip))
        who: Json = {"counted_by": by.id, "counted_name": by.name, "counted": counted}
        if counted == slip.body["count"]:
            return await self._carry_out(host, await self._keep(slip, AGREED, **who))
        data: Json = {name: slip.body[name] for name in ("command", "amount_cents", "count")}
        data |= {"counted": counted, "counted_cents": _cents(counted)}
        note = self._note(DIFFERED_NOTE, slip, by.id, data)
        return await self._keep(slip, DIFFERED, note, **who)

    async def _carry_out(self, host: TableActor, slip: Document) -> Document:
        """Have the table move the chips, once, under the slip's own id, in both names.

        If the table refuses, the slip waits again, for another moment. If the database failed, it
        is not known whether they moved: the next request finds out.
        """
        body, floor = slip.body, await self._casino.persons.find(slip.owner)
        why_not = _cannot_act(floor, host.table)
        if why_not:
            await self._keep(slip, OPEN, counted_by="", counted_name="", counted={})
            words = f"{body['name']} {why_not}: ask the floor to withdraw the slip and send a new"
            refuse(ServiceCode.NOT_ALLOWED, f"{words} one.")
        try:
            await acts.carry_out(
                host,
                floor,
                {"command": body["command"], "amount_cents": body["amount_cents"]},
                body["reason"],
                identity=slip.id,
                chips=None,
                count=body["count"],
                counted_by=await self._casino.persons.find(body["counted_by"]),
            )
        except ServiceRefused as refused:
            if refused.refusal.code is not ServiceCode.STORE_FAILED:
                await self._keep(slip, OPEN, counted_by="", counted_name="", counted={})
            raise
        return await self._keep(slip, DONE)

    # --- finding slips

    async def waiting(self, table: OpenTable) -> list[Document]:
        """The slips that wait at a table; those of an earlier opening lapse."""
        found = list[Document]()
        for state in WAITING:
            query = DocumentQuery(kind=SLIP, table=table.id, state=state)
            found += [
                slip
                for slip in await self._store.documents(query)
                if (await self._as_it_stands(table, slip)).state in WAITING
            ]
        return found

    async def on_desk(self) -> list[Document]:
        """The slips that wait, and recent ones that are over, oldest first."""
        since_ms = self._clock.now_ms() - RECENT_MS
        queries = [DocumentQuery(kind=SLIP, since_ms=since_ms, limit=SHOWN_MAX)]
        queries += [DocumentQuery(kind=SLIP, state=state, limit=SHOWN_MAX) for state in WAITING]
        found = {slip.id: slip for query in queries for slip in await self._store.documents(query)}
        for slip in [one for one in found.values() if one.state in WAITING]:
            host = await self._casino.look_at(slip.table)
            found[slip.id] = await self._as_it_stands(host.table, slip)
        return sorted(found.values(), key=lambda slip: (slip.at_ms, slip.id))

    async def _as_it_stands(self, table: OpenTable, slip: Document) -> Document:
        """The current state of a waiting slip: its chips may have moved, or its table closed."""
        if slip.state == AGREED and await self._store.answer(slip.owner, slip.id) is not None:
            return await self._keep(slip, DONE)  # the service stopped after the move
        opened = await self._store.notes(NoteQuery(kind="table_opened", table=table.id, limit=1))
        since_ms = opened[0].note.at_ms if opened else 0
        if table.state.phase is not Phase.CLOSED and since_ms <= slip.at_ms:
            return slip
        return await self._keep(slip, LAPSED)

    async def _counted_or_open(self, host: TableActor, name: str) -> Document:
        """A slip of this table; one whose counts agreed before the service stopped is finished."""
        slip = await self._store.document(SLIP, name)
        if slip is None or slip.table != host.table.id:
            refuse(ServiceCode.NO_SUCH_SLIP, "There is no such slip at this table.")
        if slip.state in WAITING:
            slip = await self._as_it_stands(host.table, slip)
        return await self._carry_out(host, slip) if slip.state == AGREED else slip

    async def _keep(
        self, slip: Document, state: str, note: Note | None = None, **more: Any
    ) -> Document:
        """The slip in another state, with its note; refused if somebody else was first."""
        changed = replace(slip, state=state, version=slip.version + 1, body={**slip.body, **more})
        if await self._store.keep_document(changed):
            if note is not None:
                await self._store.write(Write(at_ms=note.at_ms, notes=(note,)))
            return changed
        now = await self._store.document(SLIP, slip.id)
        assert now is not None, "a document is never removed"
        if now.state != state:
            refuse(ServiceCode.SLIP_ENDED, ended_words(now))
        return now  # the same was done at the same time

    def _note(self, kind: str, slip: Document, actor: str, data: Json) -> Note:
        return Note(
            at_ms=self._clock.now_ms(),
            kind=kind,
            table=slip.table,
            person=slip.owner,
            actor=actor,
            data={"slip": slip.id, **data},
        )


def _cannot_act(floor: Person, table: OpenTable) -> str:
    """Why the floorperson who sent a slip cannot act at its table now; empty if they can."""
    if Role.FLOORPERSON not in floor.roles:
        return "is not a floorperson any more"
    if floor.suspended:
        return "is suspended"
    return "sits at this table" if seat_of(table.state, floor.id) is not None else ""


def shown_slip(slip: Document, table: OpenTable, title: str, viewer: Person) -> FloorSlip:
    """A slip as a person sees it; a person who may count it does not see the floor's count."""
    body = slip.body
    floor = may_do(viewer.roles, Action.SEE_FLOOR) and Role.DEALER not in viewer.roles
    sees = slip.state == DONE or slip.owner == viewer.id or floor
    counted = body.get("counted_name", "")
    return FloorSlip(
        id=slip.id,
        table=slip.table,
        title=title,
        state=OPEN if slip.state in WAITING else slip.state,  # type: ignore[arg-type]
        command=body["command"],
        at_ms=slip.at_ms,
        name=body["name"],
        yours=slip.owner == viewer.id,
        denominations=denominations(table),
        amount_cents=body["amount_cents"] if sees else None,
        count=body["count"] if sees else None,
        reason=body["reason"] if sees else None,
        counted_name=counted or None,
        counted_cents=_cents(body["counted"]) if sees and counted else None,
        words=ended_words(slip),
    )


def ended_words(slip: Document) -> str:
    """The state of a slip in one sentence; no sum is named before both counts agree."""
    body, named = slip.body, _named(slip)
    match slip.state:
        case "done":
            went = "into the tray" if body["command"] == c.FillTray.NAME else "back to the cage"
            return f"Both counts agree: {show_cents(body['amount_cents'])} went {went}."
        case "differed":
            words = f"The counts of {body['name']} and {body['counted_name']} differ"
            return f"{words}, and nothing moved: {body['name']} counts again."
        case "withdrawn":
            return f"{body['withdrawn_name']} withdrew the slip. Nothing moved."
        case "lapsed":
            return f"{named} was not counted before the table was closed. Nothing moved."
        case _:
            return f"{named} waits for the dealer's count."


def written(count: Mapping[int, int]) -> dict[str, int]:
    """A count as it is stored, without zeros, so that counts of the same chips are equal."""
    return {str(cents): number for cents, number in sorted(count.items()) if number}


def _cents(count: Mapping[str, int]) -> int:
    return counted_cents({int(cents): number for cents, number in count.items()})


def _named(slip: Document) -> str:
    kind = "fill" if slip.body["command"] == c.FillTray.NAME else "credit"
    return f"A {kind} from {slip.body['name']}"
