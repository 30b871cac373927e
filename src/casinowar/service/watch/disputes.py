"""Dispute files: a claim about one hand, a reader, the floor's decision and a second reader.

A file goes from opened to read, decided and confirmed, and each step is signed by another person.
It changes no table: the floor pays at the table. A file that the second reader does not confirm
goes back to the floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from msgspec import convert, structs, to_builtins

from casinowar.service.csv_text import iso
from casinowar.service.history.access import Viewer
from casinowar.service.history.exports.record_file import record_file
from casinowar.service.history.ids import RoundId
from casinowar.service.history.one_round import round_as_file, round_text
from casinowar.service.history.reader import Reader, StoredRound
from casinowar.service.people.person import Person, checked_reason
from casinowar.service.refusals import ServiceCode, ServiceRefused, refuse
from casinowar.service.roles import Action, Role, may_do
from casinowar.service.tables.dealers import command_kind
from casinowar.service.tables.decide import SLIPS
from casinowar.service.watch.shapes import (
    Decision,
    DisputeFile,
    DisputeLine,
    Disputes,
    DisputeSheet,
    DisputeStep,
    OneDispute,
    OwnDispute,
    State,
)
from casinowar.service.watch.sheet import sheet_of
from casinowar.store.interface import Document, DocumentQuery, TableRow
from casinowar.table import commands as c
from casinowar.table.message import Message
from casinowar.table.state import IN_ROUND
from casinowar.wire import encode_json, to_json

KIND = "dispute"
FORMAT = "casinowar-dispute-file/1"
PREFIX = "D-"
LIMIT_MAX = 200
WAITING_MAX = 20  # unconfirmed files of one player
OPENED, READ, DECIDED, CONFIRMED = State
STAFF = Viewer(person="", roles={Role.SURVEILLANCE})
# the state before and after each step
_STEPS = {"read": (OPENED, READ), "decide": (READ, DECIDED), "confirm": (DECIDED, CONFIRMED)}


class Claim(Message):
    """The claim of a player."""

    table: str
    round: int
    seat: int
    claim: str
    paid_cents: int | None = None  # what the player says came back


class _Body(Message):
    """The stored body of a file, apart from its columns."""

    round: int
    seat: int
    name: str
    claim: str
    says_paid_cents: int | None = None
    steps: tuple[DisputeStep, ...] = ()

    def last(self, *what: str) -> DisputeStep | None:
        """The newest step of this kind."""
        return next((step for step in reversed(self.steps) if step.what in what), None)


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it was read."""

    row: Document
    body: _Body
    table: TableRow


# --- opening --------------------------------------------------------------------------------------


async def open_dispute(reader: Reader, person: Person, claim: Claim, now_ms: int) -> OwnDispute:
    """Open a file for the person's own hand; staff who see disputes may open one for any hand.

    A hand has one open file: opening it again returns that file.
    """
    viewer = Viewer.of(person)
    viewer.need(Action.OPEN_DISPUTE)
    words = checked_reason(claim.claim)
    table = await reader.table(claim.table)
    owner, name = await _player(reader, table, claim)
    if owner != person.id and not may_do(person.roles, Action.SEE_DISPUTES):
        refuse(ServiceCode.NOT_YOUR_ROUND, "You can dispute only your own hands.")
    body = _Body(
        round=claim.round,
        seat=claim.seat,
        name=name,
        claim=words,
        says_paid_cents=claim.paid_cents,
        steps=(_step("opened", person, now_ms, words),),
    )
    newest = await reader.store.documents(DocumentQuery(kind=KIND, limit=1))
    number = max((int(one.id.removeprefix(PREFIX)) for one in newest), default=0)
    while True:  # a number that is still free proves that all earlier files have been looked at
        number += 1
        found = await _open_file(reader, owner, claim)
        row = found or Document(
            kind=KIND,
            id=f"{PREFIX}{number}",
            at_ms=now_ms,
            table=table.table,
            owner=owner,
            state=OPENED,
            body=to_builtins(body),
        )
        if found is not None or await reader.store.keep_document(row):
            return OwnDispute(found=await _line(reader, _File(row, _body(row), table), viewer))


async def _open_file(reader: Reader, owner: str, claim: Claim) -> Document | None:
    """The open file of a hand; refused if its player has too many other open files."""
    query = DocumentQuery(kind=KIND, owner=owner, limit=LIMIT_MAX)
    waiting = [row for row in await reader.store.documents(query) if row.state != CONFIRMED]
    for row in waiting:
        body = _body(row)
        if (row.table, body.round, body.seat) == (claim.table, claim.round, claim.seat):
            return row
    if len(waiting) >= WAITING_MAX:
        words = f"This player already has {WAITING_MAX} open disputes. Settle one of them first."
        refuse(ServiceCode.DISPUTES_USED_UP, words)
    return None


async def _player(reader: Reader, table: TableRow, claim: Claim) -> tuple[str, str]:
    """The player of a hand, in a finished round or in the one that is being dealt.

    Until "no more bets" a wager can be taken back, and another hand can get its place.
    """
    row = await reader.store.round(table.table, claim.round)
    found = dict[int, tuple[str, str]]()
    if row is not None:
        found = {hand.seat: (hand.person, hand.detail["name"]) for hand in row.hands}
    else:
        state, _ = await reader.state_at(table)
        if state.phase in IN_ROUND and state.round_number == claim.round:
            found = {
                seat: (state.seats[seat].player, state.seats[seat].name) for seat in state.hands
            }
    if claim.seat not in found:
        words = f"Seat {claim.seat} had no hand in round {claim.round} of this table."
        refuse(ServiceCode.NO_SUCH_ROUND, words)
    return found[claim.seat]


# --- reading --------------------------------------------------------------------------------------


async def disputes(
    reader: Reader,
    viewer: Viewer,
    state: str | None = None,
    table: str | None = None,
    before: tuple[int, str] | None = None,
    limit: int = 50,
) -> Disputes:
    """Files, newest first: a player's own; all files for the floor and surveillance."""
    mine = None if may_do(viewer.roles, Action.SEE_DISPUTES) else viewer.person
    query = DocumentQuery(
        kind=KIND, state=state, table=table, owner=mine, before=before, limit=limit + 1
    )
    rows = await reader.store.documents(query)
    lines = [await _line(reader, await _opened(reader, row), viewer) for row in rows[:limit]]
    last = rows[limit - 1] if len(rows) > limit else None
    mark = None if last is None else f"{last.at_ms}.{last.id}"
    return Disputes(disputes=tuple(lines), next=mark)


async def dispute_file(reader: Reader, name: str, person: Person) -> OneDispute:
    """A whole file, with what is owed calculated now; for the floor and surveillance."""
    Viewer.of(person).need(Action.SEE_DISPUTES)
    return OneDispute(found=await _whole(reader, await _find(reader, name), person))


async def line_of(reader: Reader, row: Document) -> DisputeLine:
    """A file in a list, as staff see it."""
    return await _line(reader, await _opened(reader, row), STAFF)


async def open_files(reader: Reader) -> list[tuple[Document, str]]:
    """The files that are not confirmed yet, with their claims."""
    found = list[tuple[Document, str]]()
    for state in (OPENED, READ, DECIDED):
        query = DocumentQuery(kind=KIND, state=state, limit=LIMIT_MAX)
        found += [(row, _body(row).claim) for row in await reader.store.documents(query)]
    return found


# --- signing --------------------------------------------------------------------------------------


async def sign(
    reader: Reader,
    name: str,
    person: Person,
    step: str,
    words: str,
    now_ms: int,
    *,
    pay_cents: int | None = None,
    agrees: bool = True,
) -> OneDispute:
    """Read, decide or confirm a file; refused if it is not this person's turn."""
    viewer = Viewer.of(person)
    viewer.need(Action.SEE_DISPUTES)
    viewer.need(Action.DECIDE_DISPUTE if step == "decide" else Action.READ_DISPUTE)
    words = checked_reason(words)
    file = await _find(reader, name)
    before, after = _STEPS[step]
    if file.row.state != before:
        refuse(
            ServiceCode.DISPUTE_NOT_NOW,
            f"{name} is {file.row.state}; it has to be {before} for this.",
        )
    found = await _round(reader, file)
    if found is None:
        refuse(
            ServiceCode.DISPUTE_NOT_NOW,
            "The round is still being played. Read the file when it is over.",
        )
    why_not = _conflict(file, found, person.id, step)
    if why_not is not None:
        refuse(ServiceCode.DISPUTE_SIGNED, why_not)
    what = {"read": "read", "decide": "decided", "confirm": "confirmed"}[step]
    if step == "confirm" and not agrees:
        what, after = "rejected", READ
    made = _step(what, person, now_ms, words, pay_cents)
    if step != "decide":
        sheet = await sheet_of(reader, found, file.body.seat, file.body.says_paid_cents)
        made = structs.replace(made, owed_cents=sheet.owed_cents, paid_cents=sheet.paid_cents)
    body = structs.replace(file.body, steps=(*file.body.steps, made))
    row = replace(file.row, state=after, version=file.row.version + 1, body=to_builtins(body))
    if not await reader.store.keep_document(row):
        refuse(ServiceCode.DISPUTE_CHANGED, f"Somebody else has just signed {name}. Reload it.")
    return OneDispute(found=await _whole(reader, _File(row, body, file.table), person))


def _conflict(file: _File, found: StoredRound, person: str, step: str) -> str | None:
    """Why this person cannot take this step: three other people than those of the round take it.

    The floor may decide about a round in which it acted, for example one that it voided.
    """
    body = file.body
    if step == "decide" and person in {file.row.owner, *_played_or_dealt(found)}:
        return "You played or dealt in this round: somebody else must decide."
    if step != "decide" and person in {file.row.owner, *_involved(found)}:
        return "You played, dealt or acted in this round: somebody else must read the file."
    if step == "decide" and any(one.person == person for one in body.steps if one.what == "read"):
        return "You read this file: somebody else must decide."
    first, decided = body.last("read"), body.last("decided")
    if step == "confirm" and first is not None and first.person == person:
        return "You are the first reader: the second reader must be somebody else."
    if step == "confirm" and decided is not None and decided.person == person:
        return "You decided this dispute: the second reader must be somebody else."
    return None


def _involved(found: StoredRound) -> set[str]:
    """Everybody with a hand in the round or with one of its commands, other than a slip."""
    return _gave(found, besides=SLIPS) | {hand.person for hand in found.row.hands}


def _played_or_dealt(found: StoredRound) -> set[str]:
    """Everybody with a hand in the round or with one of its commands, other than the floor."""
    floor = tuple(kind for kind in c.COMMANDS.values() if kind.ROLE is c.Role.FLOOR)
    return _gave(found, besides=floor) | {hand.person for hand in found.row.hands}


def _gave(found: StoredRound, besides: tuple[type[c.Command], ...]) -> set[str]:
    """Who gave the commands of a round, besides commands of these kinds."""
    given = [stored for stored in found.stored if stored.actor and stored.given]
    return {one.actor for one in given if not issubclass(command_kind(one), besides)}


# --- export ---------------------------------------------------------------------------------------


async def exported(reader: Reader, name: str, person: Person) -> dict[str, bytes]:
    """The export of a file, by file name: the dispute, the round, and the record to check it with.

    The record begins with the table and ends with the round, so ``casinowar record --verify`` plays
    all of it again, and ``casinowar replay`` the round alone.
    """
    viewer = Viewer.of(person)
    viewer.need(Action.SEE_DISPUTES)
    file = await _find(reader, name)
    found = await _round(reader, file)
    if found is None:
        refuse(
            ServiceCode.DISPUTE_NOT_NOW,
            "The round is still being played. Export the file when it is over.",
        )
    whole = structs.replace(await _whole(reader, file, person), may=())
    id_ = str(found.id)
    parts = {"dispute.json": encode_json({"format": FORMAT, **to_json(whole)}) + b"\n"}
    parts["round.txt"] = (await round_text(reader, id_, viewer)).encode()
    try:
        parts["round.toml"] = (await round_as_file(reader, id_, viewer)).encode()
    except ServiceRefused as error:  # a void by the floor, or a coupon; the record has both
        parts["round.toml.missing.txt"] = f"{error.refusal.sentence}\n".encode()
    pieces = await record_file(reader, found.id.table, viewer, found.row.last_version)
    parts["record.jsonl"] = b"".join([piece async for piece in pieces])
    parts["README.txt"] = _readme(name, found, toml="round.toml" in parts).encode()
    return parts


def _readme(name: str, found: StoredRound, *, toml: bool) -> str:
    number = found.row.round
    replay = "  casinowar replay round.toml\n" if toml else ""
    alone = (
        "round.toml    the round alone, for casinowar replay\n"
        if toml
        else "round.toml.missing.txt  why there is no round file\n"
    )
    return (
        f"{name}, round {number} of {found.title}\n\n"
        "dispute.json  the file: claim, what was owed and paid, who signed what\n"
        "round.txt     the round for people to read, every step with its clause\n"
        "record.jsonl  the table's record, from its opening to the end of this round\n"
        f"{alone}\n"
        "To check it without the service that wrote it:\n\n"
        "  casinowar record record.jsonl --verify\n"
        f"  casinowar record record.jsonl --round {number}\n{replay}"
    )


# --- inside ---------------------------------------------------------------------------------------


async def _find(reader: Reader, name: str) -> _File:
    row = await reader.store.document(KIND, name)
    if row is None:
        refuse(ServiceCode.NO_SUCH_DISPUTE, f"There is no dispute {name}.")
    return await _opened(reader, row)


async def _opened(reader: Reader, row: Document) -> _File:
    return _File(row, _body(row), await reader.table(row.table))


def _body(row: Document) -> _Body:
    return convert(row.body, _Body)


async def _round(reader: Reader, file: _File) -> StoredRound | None:
    """The disputed round; None while it is being played."""
    if await reader.store.round(file.row.table, file.body.round) is None:
        return None
    return await reader.round(str(RoundId(file.row.table, file.body.round)))


async def _line(reader: Reader, file: _File, viewer: Viewer) -> DisputeLine:
    row, body = file.row, file.body
    decided = body.last("decided")
    told = row.state == CONFIRMED or may_do(viewer.roles, Action.SEE_DISPUTES)
    if decided is None or not told or row.state in {OPENED, READ}:
        decision = None
    else:
        decision = Decision(pay_cents=decided.pay_cents or 0, words=decided.words)
    return DisputeLine(
        id=row.id,
        at=iso(row.at_ms),
        state=State(row.state),
        table=row.table,
        title=await reader.title(file.table),
        house=(await reader.house(file.table.rules)).name,
        round=body.round,
        round_id=RoundId(row.table, body.round).address(file.table.rounds_name),
        seat=body.seat,
        name=body.name,
        claim=body.claim,
        says_paid_cents=body.says_paid_cents,
        decision=decision,
    )


async def _whole(reader: Reader, file: _File, person: Person) -> DisputeFile:
    line = await _line(reader, file, Viewer.of(person))
    found = await _round(reader, file)
    sheet: DisputeSheet | None = None
    if found is not None:
        sheet = await sheet_of(reader, found, file.body.seat, file.body.says_paid_cents)
    fields: dict[str, Any] = structs.asdict(line)
    return DisputeFile(
        **fields,
        version=file.row.version,
        person=file.row.owner,
        dealer="" if found is None else found.start.dealer,
        steps=file.body.steps,
        may=() if found is None else tuple(_may(file, found, person)),
        sheet=sheet,
    )


def _may(file: _File, found: StoredRound, person: Person) -> list[str]:
    """The step that this person could take now, if there is one."""
    return [
        step
        for step, (before, _) in _STEPS.items()
        if file.row.state == before
        and may_do(person.roles, Action.DECIDE_DISPUTE if step == "decide" else Action.READ_DISPUTE)
        and _conflict(file, found, person.id, step) is None
    ]


def _step(
    what: str, person: Person, now_ms: int, words: str, pay_cents: int | None = None
) -> DisputeStep:
    made: dict[str, Any] = {"what": what}
    return DisputeStep(
        **made,
        at=iso(now_ms),
        person=person.id,
        name=person.name,
        words=words,
        pay_cents=pay_cents,
        owed_cents=None,
        paid_cents=None,
    )
