"""``casinowar table``: a table over standard input and output, for programs in any language."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from casinowar.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from casinowar.houses import House
    from casinowar.houses.house import Shuffling
    from casinowar.protocol import TableSession
    from casinowar.record.file import Record
    from casinowar.table.automation import Automations

SEED_MAX = 2**63 - 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "house",
        nargs="?",
        default="wisconsin",
        metavar="HOUSE",
        help="a built-in house or the path of a house file (default wisconsin)",
    )
    parser.add_argument(
        "--decks",
        type=int,
        metavar="N",
        help="decks in a shoe; with --shuffling batches, a shoe is one of two batches",
    )
    parser.add_argument("--shuffling", metavar="KIND", help="hand, batches or continuous")
    parser.add_argument(
        "--automatic",
        default="all",
        metavar="STEPS",
        help="dealer and floor steps that the table performs by itself: all (default), none, or"
        " names like deal_card,burn_card",
    )
    parser.add_argument(
        "--shoes",
        type=Path,
        metavar="FILE",
        help="shoes to deal first, one per line: every card of its decks, like Kh, separated by"
        " spaces, in the order before the cut; ^ marks a card that lies face up",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="a seed, to deal the same shoes every time"
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="write a record to this new file"
    )
    parser.epilog = (
        "One JSON object on a line in, exactly one on a line out, until the input ends:"
        ' {"id": 1, "command": "take_seat", "seat": 1, "player": "bo"} or'
        ' {"id": 2, "ask": "legal", "who": "seat 1"}. With all steps automatic the table opens'
        " itself for the first player. casinowar schema describes every message and answer."
    )


def run(args: argparse.Namespace) -> int:
    """Answer line by line until the input ends."""
    session, record = _session(args)
    try:
        for line in _lines(sys.stdin.buffer):
            sys.stdout.buffer.write(session.answer(line) + b"\n")
            sys.stdout.buffer.flush()
    finally:
        if record is not None:
            record.discard_if_empty()
    return 0


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of the input; a line that is far too long is cut off."""
    from casinowar.wire import MESSAGE_MAX_BYTES

    most = MESSAGE_MAX_BYTES + 2  # including the line break
    while line := stream.readline(most):
        yield line.rstrip(b"\r\n")
        while len(line) == most and not line.endswith(b"\n"):
            line = stream.readline(most)


def _session(args: argparse.Namespace) -> tuple[TableSession, Record | None]:
    from casinowar.cli.shoes import read_shoes
    from casinowar.houses import load_house
    from casinowar.live import LiveTable, chance
    from casinowar.protocol import Opening, TableSession
    from casinowar.table import commands as c

    house = load_house(args.house)
    if args.seed is not None and not 0 <= args.seed <= SEED_MAX:
        raise InputError("--seed", f"must be from 0 to {SEED_MAX}")
    automatic = _automatic(args.automatic)
    opening = Opening(
        decks=args.decks,
        shuffling=_shuffling(args, house),
        by_itself=c.OpenTable in automatic,
        shoe_decks=None if args.shoes is None else _decks(args, house),
    )
    given = [] if args.shoes is None else read_shoes(args.shoes, _decks(args, house), house)
    table = LiveTable(house, chance(args.seed), automatic - {c.OpenTable})
    if given:
        table.give_shoes(given)
    record = None if args.record is None else _new_record(args.record, house)
    if record is not None:
        table.save = record.append
    return TableSession(table, opening), record


def _new_record(path: Path, house: House) -> Record:
    from casinowar.record.file import create_record

    if path.exists():
        raise InputError(f"--record {path}", "already exists; name a new file")
    try:
        return create_record(path, house, datetime.now)
    except InputError as error:
        raise InputError("--record", error.reason) from None


def _shuffling(args: argparse.Namespace, house: House) -> Shuffling | None:
    """The kind of shuffling, if the house allows it with this number of decks."""
    from casinowar.houses.house import Shuffling as Kinds
    from casinowar.table.play.floor import check_decks
    from casinowar.table.refusals import Refused

    kinds = [kind.value for kind in Kinds]
    if args.shuffling is not None and args.shuffling not in kinds:
        raise InputError("--shuffling", f"{args.shuffling!r} is not one of {', '.join(kinds)}")
    shuffling = None if args.shuffling is None else Kinds(args.shuffling)
    try:
        check_decks(house, shuffling or house.cards.shuffling[0], _decks(args, house))
    except Refused as refused:
        field = "--shuffling" if "shuffling" in refused.refusal.code else "--decks"
        raise InputError(field, refused.refusal.sentence, refused.refusal.cites) from None
    return shuffling


def _decks(args: argparse.Namespace, house: House) -> int:
    return house.cards.decks if args.decks is None else int(args.decks)


def _automatic(text: str) -> Automations:
    from casinowar.table import commands as c
    from casinowar.table.automation import ALL_STEPS

    steps = ALL_STEPS | {c.OpenTable}
    if text in {"all", "none"}:
        return steps if text == "all" else frozenset()
    by_name = {kind.NAME: kind for kind in steps}
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in by_name:
            hint = did_you_mean(name, by_name) or "; give all, none, or names separated by commas"
            raise InputError("--automatic", f"{name[:40]!r} is not a step{hint}")
    return frozenset(by_name[name] for name in names)
