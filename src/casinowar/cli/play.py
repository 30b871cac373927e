"""``casinowar play``: a table in the terminal, or demonstration rounds without one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.cli.options import names_options
from casinowar.errors import InputError

if TYPE_CHECKING:
    from casinowar.game import PlayOptions

SEED_MAX = 2**63 - 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.epilog = (
        "There is nothing to configure. All money is play money. The game is recorded in your data"
        " folder as you play; when you leave, the program says where. Without a terminal, it deals"
        " ten demonstration rounds as text."
    )
    parser.add_argument("--house", metavar="NAME|FILE", help="a built-in house or a house file")
    parser.add_argument("--name", help="your name at the table")
    parser.add_argument("--buy-in", metavar="AMOUNT", help="chips to start with, like 200 or 12.50")
    parser.add_argument("--decks", type=int, metavar="N", help="decks in the shoe")
    parser.add_argument(
        "--neighbours", type=int, default=0, metavar="N", help="automated neighbours, 0 to 6"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="a seed, to deal the same shoes again"
    )
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--record", type=Path, metavar="FILE", help="a new file for the record")
    files.add_argument("--resume", type=Path, metavar="FILE", help="continue an interrupted game")
    parser.add_argument("--light", action="store_true", help="start with the light theme")
    parser.add_argument("--quick", action="store_true", help="deal without animation")


@names_options
def run(args: argparse.Namespace) -> int:
    """Play in the terminal, or deal the demonstration."""
    options = read_options(args)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _demonstrate(options)
    from casinowar.game import check_record
    from casinowar.tui import run_table

    check_record(options)
    return run_table(options, light=args.light, quick=args.quick)


def read_options(args: argparse.Namespace) -> PlayOptions:
    """The options of a command line; an InputError names a bad one."""
    from casinowar.game import PlayOptions
    from casinowar.game.players import NEIGHBOURS_MAX
    from casinowar.game.start import DEFAULT_NAME
    from casinowar.houses import load_house
    from casinowar.money import parse_amount

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
    )


def _check_resumed(args: argparse.Namespace) -> None:
    """Refuse options for rules, table or chips: a resumed game keeps its own."""
    given = {
        "--house": args.house is not None,
        "--name": args.name is not None,
        "--buy-in": args.buy_in is not None,
        "--decks": args.decks is not None,
        "--neighbours": args.neighbours != 0,
    }
    for option, asked in given.items():
        if asked and args.resume is not None:
            raise InputError(option, "a resumed game keeps its own house, table and chips")


def _demonstrate(options: PlayOptions) -> int:
    """Ten rounds as text; nothing is written unless a record is requested."""
    from casinowar.game import demo_lines, seat_person, start_game
    from casinowar.game.start import DEFAULT_HOUSE
    from casinowar.houses import load_house

    if options.resume is not None:
        raise InputError("--resume", "a game can be continued only in a terminal")
    house = load_house(DEFAULT_HOUSE) if options.house is None else options.house
    game = seat_person(options, house) if options.record is None else start_game(options, house)
    for line in demo_lines(game):
        print(line)
    if game.record is not None:
        print(f"Record: {game.record.path}")
    return 0
