"""``casinowar train``: perform every dealer step yourself and be told what is due."""

from __future__ import annotations

import argparse
import secrets
import sys
from typing import TYPE_CHECKING

from casinowar.fields import InputError
from casinowar.houses import load_house

if TYPE_CHECKING:
    from casinowar.training import Trainee, Training


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("--house", default="wisconsin", help="a built-in house or a house file")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players (default 2)")
    parser.add_argument("--seed", type=int, help="for the same cards and players again")
    parser.epilog = "Type help for the steps, hint for the one that is due, quit to end."


def run(args: argparse.Namespace) -> int:
    """Read steps until quit or the end of the input."""
    from casinowar.training import HELP, Training

    house = load_house(args.house)
    if not 1 <= args.players <= house.deal.seats:
        raise InputError("--players", f"{args.players} is not from 1 to {house.deal.seats}")
    training = Training(
        house, args.players, secrets.randbits(32) if args.seed is None else args.seed
    )
    print(f"{house.title}. You are the dealer, and the floor. Nothing happens by itself.")
    print(HELP)
    print(training.due)
    while (line := _line()) is not None:
        word = line.strip().lower()
        if word in {"quit", "q", "exit"}:
            break
        if word == "help":
            print(HELP)
        elif word == "hint":
            training.trainee.hints += 1
            print(training.due)
        elif word:
            _step(training, line)
    print(_summary(training.trainee))
    return 0


def _line() -> str | None:
    try:
        return input("dealer> " if sys.stdin.isatty() else "")
    except EOFError:
        return None


def _step(training: Training, line: str) -> None:
    from textwrap import fill

    from casinowar.record.text import event_line
    from casinowar.rulebook import clause_text

    answer = training.step(line)
    if isinstance(answer, tuple):
        for event in answer:
            print("  " + event_line(event, training.table.state.house))
        return
    print(f"  ✗ {answer}")
    text = None if isinstance(answer, str) else clause_text(answer.cites)
    if text is not None:
        print(fill(text, 78, initial_indent="    ", subsequent_indent="    "))


def _summary(trainee: Trainee) -> str:
    refused = trainee.refused.total()
    line = f"Steps taken: {trainee.taken}. Refused: {refused}. Hints: {trainee.hints}."
    if refused:
        again = ", ".join(f"{clause} ({count})" for clause, count in trainee.refused.most_common())
        line += f" Learn again: {again}."
    return line
