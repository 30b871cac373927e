"""``casinowar record``: list the rounds and events of a table's record, and verify it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.cli.options import names_options
from casinowar.errors import InputError, one_line, printable, shown
from casinowar.houses import House
from casinowar.outcomes import Outcome
from casinowar.toml import beginning

if TYPE_CHECKING:
    from casinowar.record.history import Entry, History
    from casinowar.record.rounds import PastRound, SeatResult
    from casinowar.record.verify import Verified

DOES_NOT_HOLD = 1
ROUND_FILE = "casinowar-round/"
VERIFY_FORMAT = "casinowar-verification/1"
OUTCOMES = tuple(outcome.value for outcome in Outcome)


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a record (JSON lines), as casinowar play keeps it")
    add("--verify", action="store_true",
        help="derive everything again from the cards, the wagers and the rules; exit code 1 and"
        " the first line that cannot have happened, if there is one")  # fmt: skip
    add("--events", action="store_true", help="print every event instead of a list of rounds")
    add("--round", type=int, metavar="N", help="print the events of round N")
    add("--seat", type=int, metavar="N", help="list only the results of seat N")
    add(
        "--player",
        metavar="ID",
        help="list only the results of the player with this id (see --json)",
    )
    add("--outcome", choices=OUTCOMES, metavar="OUTCOME", type=_outcome,
        help=f"list only hands with this outcome: {', '.join(OUTCOMES)}")  # fmt: skip
    add("--write-round", metavar="FILE",
        help="with --round N: write the round as a round file for casinowar replay")  # fmt: skip
    add("--house", metavar="FILE",
        help="with --write-round: the house file, if the house is not built in")  # fmt: skip
    add("--json", action="store_true", help="print one JSON object per line")


def _outcome(text: str) -> str:
    """An outcome, spelled as in the list or as in JSON."""
    from difflib import get_close_matches

    name = text.replace(" ", "_")
    near = [] if name in OUTCOMES else get_close_matches(name[:40], OUTCOMES)
    if near:
        raise argparse.ArgumentTypeError(f"{shown(text)} could be {' or '.join(near)}")
    return name


@names_options
def run(args: argparse.Namespace) -> int:
    """Read the record and print what was requested."""
    from casinowar.record.file import read_record

    path = Path(args.file)
    _check_options(args)
    try:
        history = read_record(path)
    except InputError:
        if ROUND_FILE not in beginning(path):
            raise
        reason = f"is a round file, not a record: casinowar replay {str(path)[:200]}"
        raise InputError(str(path)[:200], reason) from None
    try:
        if args.verify:
            return _verify(history, path, as_json=args.json)
        return _show(args, history, path)
    except InputError as error:
        if error.field.startswith("--") or error.field == "house":
            raise
        raise InputError(f"{path}: {error.field}", error.reason, error.cites) from None


def _check_options(args: argparse.Namespace) -> None:
    if args.write_round and args.round is None:
        raise InputError("--write-round", "needs the round: --round N")
    filters = args.seat is not None or args.player is not None or args.outcome is not None
    if filters and (args.events or args.round is not None or args.verify):
        raise InputError("--seat, --player, --outcome", "apply only to the list of rounds")
    if args.verify and (args.events or args.round is not None):
        raise InputError("--verify", "checks the whole record: omit --round and --events")


# --- verification ---------------------------------------------------------------------------------


def _verify(history: History, path: Path, *, as_json: bool) -> int:
    from casinowar.record.verify import verify

    found = verify(history)
    if as_json:
        print(json.dumps(_verified_to_json(found, history)))
    elif found.fault is None:
        print(
            f"Everything holds: {found.events:,} events of {found.commands:,} commands,"
            f" {found.rounds:,} round{'' if found.rounds == 1 else 's'}."
        )
        if found.open_round is not None:
            print(f"Round {found.open_round} is not finished.")
        if not history.built_in:
            name = printable(history.house.name)
            print(f"Its rules are not those of a built-in house: {name}, {history.rules}.")
    if found.fault is None:
        return 0
    print(one_line(f"casinowar record: {path}: {found.fault}"), file=sys.stderr)
    return DOES_NOT_HOLD


def _verified_to_json(found: Verified, history: History) -> dict[str, object]:
    fault = found.fault
    return {
        "format": VERIFY_FORMAT,
        "house": history.house.name,
        "rules": history.rules,
        "built_in": history.built_in,
        "holds": fault is None,
        "events": found.events,
        "commands": found.commands,
        "rounds": found.rounds,
        "open_round": found.open_round,
        "fault": None
        if fault is None
        else {
            "line": fault.line,
            "reason": fault.reason,
            "cites": fault.cites,
            "cut_off": fault.cut_off,
        },
    }


def _warn(history: History, path: Path) -> None:
    """Warn on standard error if a record does not hold; it is printed anyway."""
    from casinowar.record.verify import verify

    fault = verify(history).fault
    if fault is not None:
        print(one_line(f"casinowar record: warning: {path}: {fault}"), file=sys.stderr)


# --- rounds and events ----------------------------------------------------------------------------


def _show(args: argparse.Namespace, history: History, path: Path) -> int:
    from casinowar.record.history import fold_history
    from casinowar.record.rounds import numbered, rounds_of

    fold_history(history)
    if args.round is None and not args.events:
        _warn(history, path)
        _list(args, rounds_of(history), history.house)
        return 0
    entries = list(numbered(history))
    if args.round is not None:
        entries = [(number, entry) for number, entry in entries if number == args.round]
        if not entries or not args.round:
            raise InputError("--round", f"{args.round} is not in this record")
    if args.write_round:
        _write_round(args, history)
        return 0
    _warn(history, path)
    _print_events(entries, history.house, as_json=args.json)
    return 0


def _list(args: argparse.Namespace, rounds: Iterable[PastRound], house: House) -> None:
    from casinowar.record.rounds import round_to_json
    from casinowar.record.text import past_round_text

    listed = 0
    for past in rounds:
        seats = tuple(_chosen(args, past))
        listed += bool(seats)
        if seats and args.json:
            print(json.dumps(round_to_json(past, seats)))
        elif seats:
            print(past_round_text(past, seats, house))
    if not listed:
        print("casinowar record: no round to list", file=sys.stderr)


def _chosen(args: argparse.Namespace, past: PastRound) -> Iterator[SeatResult]:
    for result in past.seats:
        if args.seat not in {None, result.seat} or args.player not in {None, result.player}:
            continue
        if args.outcome in {None, result.outcome}:
            yield result


def _print_events(entries: list[tuple[int, Entry]], house: House, *, as_json: bool) -> None:
    from casinowar.record.history import entry_to_json
    from casinowar.record.text import event_lines

    for number, group in groupby(entries, key=lambda pair: pair[0]):
        if not as_json:
            print(f"round {number}" if number else "table")
        for _, entry in group:
            if as_json:
                print(json.dumps(entry_to_json(entry)))
            else:
                print("\n".join(event_lines(entry.event, house)))


def _write_round(args: argparse.Namespace, history: History) -> None:
    from casinowar.record.rounds import rounds_of
    from casinowar.record.roundwriter import round_file

    found = [past for past in rounds_of(history) if past.number == args.round]
    if not found:
        raise InputError("--round", f"{args.round} was not dealt")
    text = round_file(history, found[0], args.house)
    try:
        with Path(args.write_round).open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        reason = f"{args.write_round} already exists; name a new file"
        raise InputError("--write-round", reason) from None
    except OSError as error:
        reason = f"{args.write_round} cannot be written: {error.strerror or error}"
        raise InputError("--write-round", reason) from None
    print(f"round {args.round} written to {args.write_round}", file=sys.stderr)
