"""``casinowar replay``: play rounds from files and check their recorded results."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from casinowar.errors import InputError, one_line
from casinowar.toml import beginning

RECORD = "casinowar-record/"
DISAGREES, BAD_INPUT = 1, 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="a round file (TOML)")
    parser.add_argument(
        "--template",
        action="store_true",
        help="print a round file with comments to fill in, or write it to a new FILE",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


def run(args: argparse.Namespace) -> int:
    """Play every file; return the highest exit code."""
    if args.template:
        return _template(args.files)
    if not args.files:
        raise InputError("FILE", "name a round file; --template prints one to fill in")
    return max([_one(name, as_json=args.json) for name in args.files])


def _one(name: str, *, as_json: bool) -> int:
    from casinowar.record.replay import differences, play_round, result_to_json
    from casinowar.record.roundfile import read_round
    from casinowar.record.text import round_text

    try:
        played = play_round(read_round(Path(name)))
    except InputError as error:
        reason = str(error)
        if RECORD in beginning(Path(name)):
            reason = f"is a record, not a round file: casinowar record {name[:200]}"
        print(one_line(f"casinowar replay: {name[:200]}: {reason}"), file=sys.stderr)
        return BAD_INPUT
    print(json.dumps(result_to_json(played)) if as_json else round_text(played, name))
    wrong = differences(played)
    for line in wrong:
        print(one_line(f"casinowar replay: {name[:200]}: {line}"), file=sys.stderr)
    return DISAGREES if wrong else 0


def _template(files: list[str]) -> int:
    from casinowar.record.template import round_template

    if len(files) > 1:
        raise InputError("--template", "can be written to only one file at a time")
    if not files:
        print(round_template(), end="")
        return 0
    try:
        with Path(files[0]).open("x", encoding="utf-8") as file:
            file.write(round_template())
    except FileExistsError:
        raise InputError(
            "--template", f"{files[0][:200]} already exists and was not overwritten"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError("--template", f"cannot be written: {error}") from None
    print(f"Fill it in, then: casinowar replay {files[0]}", file=sys.stderr)
    return 0
