"""``casinowar verify``: check an export of a table or a shoe, and nothing else."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.errors import InputError

if TYPE_CHECKING:
    from casinowar.record.export import VerifiedExport

DOES_NOT_HOLD = 1
FETCH_SECONDS = 30
_KEY = re.compile("[0-9a-f]{64}")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    add = parser.add_argument
    add("source", metavar="FILE-OR-ADDRESS",
        help="an export of a table or of one shoe, or the https:// address of one")  # fmt: skip
    add("--key", metavar="KEY",
        help="the house's public key, if you know it: 64 hexadecimal digits")  # fmt: skip
    add("--heads", metavar="FILE",
        help="signed heads that you kept: they must be in the export")  # fmt: skip
    add("--json", action="store_true", help="print what was found as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Check the export and print what was found."""
    from casinowar.record.export import verify_export

    if args.key is not None and not _KEY.fullmatch(args.key):
        raise InputError("--key", "is not 64 hexadecimal digits")
    kept = () if args.heads is None else _lines(_read(Path(args.heads)))
    data = _fetch(args.source) if "://" in args.source else _read(Path(args.source))
    try:
        found = verify_export(data, args.key, kept)
    except InputError as error:
        raise InputError(f"{args.source}: {error.field}", error.reason, error.cites) from None
    print(json.dumps(_as_json(found)) if args.json else _in_words(found))
    return DOES_NOT_HOLD if found.fault else 0


def _lines(data: bytes) -> tuple[bytes, ...]:
    return tuple(line for line in data.split(b"\n") if line)


def _read(path: Path) -> bytes:
    from casinowar.record.export import EXPORT_MAX_BYTES

    try:
        if path.stat().st_size > EXPORT_MAX_BYTES:
            raise InputError(str(path), f"has more than {EXPORT_MAX_BYTES:,} bytes")
        return path.read_bytes()
    except OSError as error:
        raise InputError(str(path), error.strerror or str(error)) from None


def _fetch(address: str) -> bytes:
    from http.client import HTTPException
    from urllib.request import urlopen

    from casinowar.record.export import EXPORT_MAX_BYTES

    if not address.startswith(("http://", "https://")):
        raise InputError(address, "is not an address that begins with https:// or http://")
    try:
        with urlopen(address, timeout=FETCH_SECONDS) as answer:  # noqa: S310 - checked above
            data = bytes(answer.read(EXPORT_MAX_BYTES + 1))
    except (OSError, HTTPException, ValueError) as error:
        raise InputError(address, f"cannot be read: {error}") from None
    if len(data) > EXPORT_MAX_BYTES:
        raise InputError(address, f"has more than {EXPORT_MAX_BYTES:,} bytes")
    return data


def _in_words(found: VerifiedExport) -> str:
    report = found.report
    lines = [str(shoe) for shoe in report.shoes]
    if found.fault is not None:
        return "\n".join([*lines, found.fault])
    checked = f"{report.events} events, {found.commands} commands, {found.rounds} rounds"
    key = f"signed with key {report.keys[-1]}"
    return "\n".join([*lines, f"{checked}: every event holds", key])


def _as_json(found: VerifiedExport) -> dict[str, object]:
    report = found.report
    return {
        "format": "casinowar-verification/1",
        "origin": report.origin,
        "holds": found.fault is None,
        "line": found.line or None,
        "reason": found.reason or None,
        "words": found.fault,
        "events": report.events,
        "commands": found.commands,
        "rounds": found.rounds,
        "key": report.keys[-1] if report.keys else None,
        "shoes": [
            {
                "shoe": shoe.number,
                "ended": shoe.ended,
                "proved": shoe.proved,
                "sealed": list(shoe.sealed),
                "opened": list(shoe.opened),
                "dealt": shoe.dealt,
                "burned": shoe.burned,
            }
            for shoe in report.shoes
        ],
    }
