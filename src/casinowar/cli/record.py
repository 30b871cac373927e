"""``casinowar record``: a table's record as people read it, with the clause of every line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.errors import InputError
from casinowar.houses import House, load_house

if TYPE_CHECKING:
    from casinowar.table.event import Event


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", help="a record (JSON lines), as casinowar play keeps it"
    )
    parser.add_argument(
        "--house", metavar="FILE", help="the house file, where the house is not built in"
    )
    parser.add_argument("--round", type=int, metavar="N", help="only that round")
    parser.add_argument("--json", action="store_true", help="the events as JSON, one a line")


def run(args: argparse.Namespace) -> int:
    """Read the record, make sure that it folds, and print it."""
    from casinowar.record.file import fold_record, house_of_record, read_record

    path = Path(args.file)
    events = read_record(path)
    try:
        house = load_house(args.house) if args.house else house_of_record(events)
        fold_record(house, events)
    except InputError as error:
        raise InputError(f"{path}: {error.field}", error.reason, error.cites) from None
    numbered = list(_by_round(events))
    if args.round is not None:
        numbered = [(number, event) for number, event in numbered if number == args.round]
        if not numbered:
            raise InputError("--round", f"{args.round} is not in this record")
    _print(numbered, house, as_json=args.json)
    return 0


def _by_round(events: tuple[Event, ...]) -> Iterator[tuple[int, Event]]:
    """Each event with its round: wagers belong to the round that they are bet on."""
    from casinowar.table.round_events import (
        NoMoreBetsAnnounced,
        RoundCompleted,
        WagerPlaced,
        WagersTakenBack,
    )

    done, dealing = 0, False
    for event in events:
        dealing = dealing or isinstance(event, (NoMoreBetsAnnounced, WagerPlaced, WagersTakenBack))
        yield (done + 1 if dealing else 0), event
        if isinstance(event, RoundCompleted):
            done, dealing = event.round, False


def _print(numbered: list[tuple[int, Event]], house: House, *, as_json: bool) -> None:
    from casinowar.record.codec import event_to_json
    from casinowar.record.text import event_lines

    for number, group in groupby(numbered, key=lambda pair: pair[0]):
        if not as_json:
            print(f"round {number}" if number else "table")
        for _, event in group:
            if as_json:
                print(json.dumps(event_to_json(event)))
            else:
                print("\n".join(event_lines(event, house)))
