"""``casinowar play``: a table in the terminal, or demonstration rounds where there is none."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.errors import InputError

if TYPE_CHECKING:
    from casinowar.tui import PlayOptions

SEED_MAX = 2**63 - 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.epilog = (
        "Nothing needs to be configured. All money is play money. Every command is recorded at"
        " once in your data folder; you are told where when you leave. Without a terminal, ten"
        " demonstration rounds are dealt as text."
    )
    parser.add_argument("--house", metavar="NAME|FILE", help="a built-in house or a house file")
    parser.add_argument("--name", help="your name at the table")
    parser.add_argument("--buy-in", metavar="AMOUNT", help="chips to start with, like 200 or 12.50")
    parser.add_argument("--decks", type=int, metavar="N", help="decks in the shoe")
    parser.add_argument(
        "--neighbours", type=int, default=0, metavar="N", help="automated neighbours, 0 to 6"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="deal the same shoes again")
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--record", type=Path, metavar="FILE", help="a new file for the record")
    files.add_argument("--resume", type=Path, metavar="FILE", help="go on with an interrupted game")
    parser.add_argument("--light", action="store_true", help="begin with the light theme")
    parser.add_argument("--quick", action="store_true", help="show each deal at once")


def run(args: argparse.Namespace) -> int:
    """Play in the terminal, or deal the demonstration."""
    options = read_options(args)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _demonstrate(options)
    from casinowar.tui import check_record, run_table

    check_record(options)
    return run_table(options)


def read_options(args: argparse.Namespace) -> PlayOptions:
    """The options of a command line; an InputError names what cannot be used."""
    from casinowar.houses import load_house
    from casinowar.money import parse_amount
    from casinowar.tui import PlayOptions
    from casinowar.tui.neighbours import NEIGHBOURS_MAX
    from casinowar.tui.start import DEFAULT_NAME

    if not 0 <= args.neighbours <= NEIGHBOURS_MAX:
        raise InputError("--neighbours", f"{args.neighbours} is not from 0 to {NEIGHBOURS_MAX}")
    if args.seed is not None and not 0 <= args.seed <= SEED_MAX:
        raise InputError("--seed", f"must be from 0 to {SEED_MAX}")
    buy_in = None if args.buy_in is None else parse_amount(args.buy_in)
    if args.buy_in is not None and not buy_in:
        raise InputError("--buy-in", f"{args.buy_in[:20]!r} is not an amount like 200 or 12.50")
    _check_resumed(args)
    return PlayOptions(
        house=None if args.house is None else load_house(args.house),
        name=DEFAULT_NAME if args.name is None else args.name,
        buy_in_cents=buy_in,
        decks=args.decks,
        neighbours=args.neighbours,
        seed=args.seed,
        record=args.record,
        resume=args.resume,
        light=args.light,
        quick=args.quick,
    )


def _check_resumed(args: argparse.Namespace) -> None:
    """A resumed game has its table and its chips: what would change them is not ignored."""
    given = {
        "--name": args.name is not None,
        "--buy-in": args.buy_in is not None,
        "--decks": args.decks is not None,
        "--neighbours": args.neighbours != 0,
    }
    for option, asked in given.items():
        if asked and args.resume is not None:
            raise InputError(option, "a resumed game goes on with its own table and chips")


def _demonstrate(options: PlayOptions) -> int:
    """Ten rounds as text; nothing is written unless a record was asked for."""
    from casinowar.houses import load_house
    from casinowar.tui import demo_lines, seat_person, start_game

    if options.resume is not None:
        raise InputError("--resume", "a game can be gone on with only in a terminal")
    house = load_house("washington") if options.house is None else options.house
    game = seat_person(options, house) if options.record is None else start_game(options, house)
    for line in demo_lines(game):
        print(line)
    if game.record is not None:
        print(f"Record: {game.record.path}")
    return 0
