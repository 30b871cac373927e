"""``casinowar verify``: check exports of tables or shoes, from the export alone."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.errors import InputError

if TYPE_CHECKING:
    from casinowar.record.export import VerifiedExport

DOES_NOT_HOLD, UNREADABLE = 1, 2
FETCH_SECONDS = 30
_KEY = re.compile("[0-9a-f]{64}")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    add = parser.add_argument
    add("sources", metavar="FILE-OR-ADDRESS", nargs="+",
        help="an export of a table or of one shoe, or the https:// address of one")  # fmt: skip
    add("--key", metavar="KEY",
        help="the house's public key, if you know it: 64 hexadecimal digits")  # fmt: skip
    add("--heads", metavar="FILE",
        help="a file of signed heads that you kept: they must be in the export")  # fmt: skip
    add("--json", action="store_true", help="print one JSON object for each export")


def run(args: argparse.Namespace) -> int:
    """Check each export and print the result; an unreadable export does not stop the others."""
    if args.key is not None and not _KEY.fullmatch(args.key):
        raise InputError("--key", "is not 64 hexadecimal digits")
    kept = () if args.heads is None else _lines(_read(Path(args.heads)))
    if len(args.sources) == 1:
        return _verify(args, args.sources[0], kept)
    worst = 0
    for source in args.sources:
        try:
            if not args.json:
                print(f"{source}:")
            worst = max(worst, _verify(args, source, kept))
        except InputError as error:
            print(f"casinowar: {error}", file=sys.stderr)
            worst = UNREADABLE
    return worst


def _verify(args: argparse.Namespace, source: str, kept: Sequence[bytes]) -> int:
    from casinowar.record.export import verify_export

    data = _fetch(source) if "://" in source else _read(Path(source))
    try:
        found = verify_export(data, args.key, kept)
    except InputError as error:
        raise InputError(f"{source}: {error.field}", error.reason, error.cites) from None
    print(json.dumps(_as_json(found)) if args.json else _in_words(found))
    return DOES_NOT_HOLD if found.fault else 0


def _lines(data: bytes) -> tuple[bytes, ...]:
    return tuple(line for line in data.splitlines() if line)


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
        return "\n".join([*lines, f"{found.fault} ({found.code})"])
    checked = f"{report.events} events, {found.commands} commands, {found.rounds} rounds"
    key = f"signed with key {report.keys[-1]}"
    return "\n".join([*lines, f"{checked}: every event holds", key])


def _as_json(found: VerifiedExport) -> dict[str, object]:
    first = {"line": found.line, "code": found.code, "message": found.fault}
    return {
        "holds": found.fault is None,
        "shoes": [
            {
                "shoe": shoe.number,
                "proved": shoe.proved,
                "contributors": list(shoe.opened),
                "withheld": sorted({*shoe.sealed} - {*shoe.opened}),
                "cards": shoe.dealt + shoe.burned,
            }
            for shoe in found.report.shoes
        ],
        "first": None if found.fault is None else first,
    }
