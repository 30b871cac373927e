"""``casinowar train``: perform every dealer step yourself and learn what is due."""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from textwrap import fill
from typing import TYPE_CHECKING

from casinowar.errors import InputError
from casinowar.houses import load_house
from casinowar.houses.house import Shuffling

if TYPE_CHECKING:
    from casinowar.training import Trainee, Training

LINE_WIDTH = 80
DEFAULT_HOUSE = "wisconsin"
_INSIDE_CITATION = re.compile(r"(?<=[A-Z][A-Z]) (?=[a-z0-9])| (?=\([0-9]+\))")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "--house",
        default=DEFAULT_HOUSE,
        metavar="NAME|FILE",
        help=f"a built-in house or a house file (default {DEFAULT_HOUSE})",
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players (default 2)")
    parser.add_argument(
        "--payouts",
        action="store_true",
        help="also name what a seat gets back: settle 1 15.00",
    )
    parser.add_argument(
        "--shuffling",
        choices=[shuffling.value for shuffling in Shuffling],
        help="how the cards are shuffled, if the house allows several ways",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="repeat the same cards and players")
    parser.epilog = "Type help for the steps, hint for the one that is due, quit or Ctrl-C to end."


def run(args: argparse.Namespace) -> int:
    """Read steps until quit, Ctrl-C or the end of the input."""
    from casinowar.training import Training

    house = load_house(args.house)
    if not 1 <= args.players <= house.deal.seats:
        raise InputError("--players", f"{args.players} is not from 1 to {house.deal.seats}")
    seed = secrets.randbits(32) if args.seed is None else args.seed
    shuffling = None if args.shuffling is None else Shuffling(args.shuffling)
    training = Training(house, args.players, seed, payouts=args.payouts, shuffling=shuffling)
    try:
        _lesson(training)
    except (EOFError, KeyboardInterrupt):
        if sys.stdin.isatty():
            print()
    print(_wrapped(_summary(training.trainee)))
    return 0


def _lesson(training: Training) -> None:
    house = training.table.state.house
    print(_wrapped(f"{house.title}. You are the dealer and the floor: nothing happens by itself."))
    if training.payouts:
        print(_wrapped("With settle, surrender and war, add what the seat gets back in all."))
    _help()
    print(_wrapped(training.due))
    while True:
        line = input("dealer> " if sys.stdin.isatty() else "")
        match line.strip().lower():
            case "quit" | "q" | "exit":
                return
            case "help":
                _help()
            case "hint":
                training.trainee.hints += 1
                print(_wrapped(training.due))
                _say_word(training)
            case "":
                pass
            case _:
                _step(training, line)


def _help() -> None:
    from casinowar.training import help_lines

    for line in help_lines(LINE_WIDTH):
        print(line)


def _step(training: Training, line: str) -> None:
    from casinowar.record.text import event_lines
    from casinowar.rulebook import clause_text

    answer = training.step(line)
    if isinstance(answer, tuple):
        for event in answer:
            print("\n".join(event_lines(event, training.table.state.house)))
        return
    print(_wrapped(f"✗ {answer}", 2))
    if isinstance(answer, str):
        return
    text = clause_text(answer.cites)
    if text is not None:
        print(_wrapped(text, 4))
    _say_word(training)


def _say_word(training: Training) -> None:
    if training.to_type:
        print(_wrapped(training.to_type, 4))


def _wrapped(text: str, indent: int = 0) -> str:
    """The text wrapped to the line; a citation and its count stay together."""
    first, further = " " * indent, " " * max(indent, 4)
    held = _INSIDE_CITATION.sub("\0", text)
    return fill(held, LINE_WIDTH, initial_indent=first, subsequent_indent=further).replace(
        "\0", " "
    )


def _summary(trainee: Trainee) -> str:
    refused = trainee.refused.total()
    line = f"Steps taken: {trainee.taken}. Refused: {refused}. Hints: {trainee.hints}."
    if refused:
        again = ", ".join(f"{clause} ({count})" for clause, count in trainee.refused.most_common())
        line += f" Review: {again}."
    return line
