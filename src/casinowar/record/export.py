"""Exports: the log of a table with its signed heads, as one file that anybody can check.

An export is JSON lines. The header has the origin, the house's public keys, the rules and the
number of earlier events. Then follow the lines of a record: each command, and its events in exactly
the bytes that were stored. A signed head follows every command that concerns a sealed shoe, and the
last event. ``fairness.proof`` checks everything but decisions and payments; ``verify_export``
checks those too.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from casinowar.errors import InputError
from casinowar.fairness import proof
from casinowar.fairness.signing import Signer
from casinowar.houses import House, digest_of_rules, house_from_rules
from casinowar.houses.rules import rules_of
from casinowar.record.history import FORMAT as RECORD_FORMAT
from casinowar.record.history import History, read_history, read_lines
from casinowar.record.verify import verify
from casinowar.table.events.cards import RealCardsAnnounced
from casinowar.table.state import Table
from casinowar.wire import encode_json, snapshot_of, table_from_snapshot

EXPORT_MAX_BYTES = 500_000_000
DECISION = "decision"  # an impossible command, decision or payment
FAIR = frozenset(
    {
        b"shoe_committed",
        b"contribution_sealed",
        b"contributions_closed",
        b"contribution_opened",
        b"seed_revealed",
    }
)


@dataclass(frozen=True, slots=True)
class Line:
    """One stored event, with its command if it is the command's first event."""

    body: bytes
    command: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The start of an export: the number of earlier events, their head and the table."""

    size: int = 0
    head: bytes = b""
    table: Table | None = None
    shoe: int | None = None  # the exported shoe; None: all shoes


class ExportWriter:
    """Writes an export in pieces: ``header``, ``lines`` as often as needed, then ``end``."""

    def __init__(self, origin: str, signer: Signer, before: Before | None = None) -> None:
        self._origin, self._signer, self._before = origin, signer, before or Before()
        self._head = self._before.head or proof.first_head(origin)
        self._size = self._before.size
        self._owed = False  # a signed head, after the command

    def header(self, rules: dict[str, Any], size: int) -> bytes:
        """The first line; ``size`` is the number of the last event that follows."""
        before = self._before
        header: dict[str, Any] = {
            "format": proof.FORMAT,
            "origin": self._origin,
            "after": before.size,
            "size": size,
            "hash": b64encode(self._head).decode("ascii"),
            "keys": self._signer.public_keys(),
            "digest": digest_of_rules(rules),
            "rules": rules,
        }
        if before.shoe is not None:
            header["shoe"] = before.shoe
        if before.table is not None:
            header["table"] = snapshot_of(before.table)
        return encode_json(header) + b"\n"

    def lines(self, lines: Iterable[Line]) -> Iterator[bytes]:
        """Commands and events, with a signed head wherever one is due."""
        for line in lines:
            if line.command:
                if self._owed:
                    yield self.end()
                self._owed = False
                yield line.command + b"\n"
            yield line.body + b"\n"
            self._head, self._size = proof.next_head(self._head, line.body), self._size + 1
            self._owed = self._owed or _name(line.body) in FAIR

    def end(self) -> bytes:
        """The signed head of all events so far."""
        signed = self._signer.sign(self._origin, self._size, self._head)
        return encode_json(signed.line()) + b"\n"


def write_export(
    origin: str, house: House, lines: Sequence[Line], signer: Signer, before: Before | None = None
) -> Iterator[bytes]:
    """The lines of an export, each with its line break."""
    writer = ExportWriter(origin, signer, before)
    yield writer.header(rules_of(house), (before or Before()).size + len(lines))
    yield from writer.lines(lines)
    yield writer.end()


def _name(body: bytes) -> bytes:
    """The name of an event, with which its line begins."""
    return body[9 : body.index(b'"', 9)] if body.startswith(b'{"name":"') else b""


# --- verification ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedExport:
    """The result of verifying an export."""

    report: proof.Report
    commands: int = 0
    rounds: int = 0
    line: int = 0  # the first line that does not hold
    reason: str = ""  # one of ``proof.Reason``, or ``decision``
    fault: str | None = None  # the line and the reason in words

    @property
    def code(self) -> str:
        """The reason as a stable code."""
        return f"fair/{self.reason}"


def verify_export(
    data: bytes, key: str | None = None, kept: Sequence[bytes] = ()
) -> VerifiedExport:
    """Check everything in an export; raises an InputError if the text is not an export.

    ``kept`` are signed heads kept from earlier, one per line: the export must contain them.
    """
    _is_no_record(data)
    try:
        report = proof.check(data.removesuffix(b"\n").split(b"\n"), key, kept)
    except proof.Fault as wrong:
        raise InputError("kept heads", wrong.words) from None
    first = report.fault
    if first is not None and first.reason is proof.Reason.FORMAT:
        raise InputError(f"line {first.line}", first.words)
    found = verify(_history(data))
    fault = None if first is None else (first.line, first.reason.value, str(first))
    if found.fault is not None and (fault is None or found.fault.line < fault[0]):
        fault = found.fault.line, DECISION, str(found.fault)
    return VerifiedExport(
        report=report,
        commands=found.commands,
        rounds=found.rounds,
        line=0 if fault is None else fault[0],
        reason="" if fault is None else fault[1],
        fault=None if fault is None else fault[2],
    )


def _is_no_record(data: bytes) -> None:
    """Refuse a plain record, in which nothing is sealed or signed, and say so."""
    try:
        header = msgspec.json.decode(data.partition(b"\n")[0])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    if not isinstance(header, dict) or header.get("format") != RECORD_FORMAT:
        return
    entries = read_history(data.decode("utf-8", "replace")).entries
    real = any(isinstance(entry.event, RealCardsAnnounced) for entry in entries)
    what = "real cards, about which no proof is claimed" if real else "shoes that are not sealed"
    words = "check its decisions and payments with casinowar record FILE --verify"
    raise InputError("line 1: format", f"this is the record of a table with {what}; {words}")


def _history(data: bytes) -> History:
    """The record in an export, without the heads; lines keep their numbers."""
    try:
        text = data.decode("utf-8").replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError:
        raise InputError("export", "is not UTF-8") from None
    try:
        header = msgspec.json.decode(text[0])
    except (msgspec.DecodeError, UnicodeDecodeError, UnicodeEncodeError):
        raise InputError("line 1", "is not JSON") from None
    try:
        house = house_from_rules(header.get("rules"))
        start = table_from_snapshot(header["table"], house) if "table" in header else None
    except InputError as error:
        raise InputError(f"line 1: {error.field}", error.reason, error.cites) from None
    numbered = [
        (number, line)
        for number, line in enumerate(text[1:], 2)
        if line and not line.startswith('{"head":')
    ]
    entries, commands = read_lines(numbered)
    return History(
        house=house,
        rules=digest_of_rules(header["rules"]),
        entries=entries,
        commands=commands,
        digest=header.get("digest"),
        start=start,
    )
