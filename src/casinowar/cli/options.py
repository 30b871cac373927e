"""Options that several commands share; errors name the option as the user types it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import wraps
from typing import TypeVar

from casinowar.errors import InputError, shown
from casinowar.money import parse_amount

DEFAULT_HOUSE = "washington"
HOUSE = "NAME|FILE"
HOUSE_HELP = "a built-in house or the path of a house file"
Run = Callable[[argparse.Namespace], int]
T = TypeVar("T")
_PART = re.compile(r"[0-9]{1,9}(/0*[1-9][0-9]{0,8})?|[0-9]{0,9}\.[0-9]{1,30}")
_FINER = re.compile(r"([0-9]{1,10})\.([0-9]{2})[0-9]{1,20}")


def add_house(parser: argparse.ArgumentParser) -> None:
    """``--house``, with the default of the commands for odds and simulation."""
    parser.add_argument(
        "--house", default=DEFAULT_HOUSE, metavar=HOUSE, help=f"{HOUSE_HELP} (default: %(default)s)"
    )


def add_decks(parser: argparse.ArgumentParser, what: str = "decks in the shoe") -> None:
    """``--decks``, one number."""
    parser.add_argument(
        "--decks", type=int, metavar="N", help=f"{what} (default: the house's number)"
    )


def add_outputs(parser: argparse.ArgumentParser, chart: str = "") -> None:
    """``--json`` and, for a command with a chart, ``--chart``."""
    if chart:
        parser.add_argument("--chart", metavar="FILE", help=f"write {chart}, .svg or .png")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def names_options(run: Run) -> Run:
    """Make the errors of a command begin with the option as the user types it."""

    @wraps(run)
    def named(args: argparse.Namespace) -> int:
        try:
            return run(args)
        except InputError as error:
            first = error.field.partition(" ")[0]  # "side suited-tie" belongs to --side
            if first.replace("-", "_") not in vars(args):
                raise
            raise InputError(f"--{error.field}", error.reason, error.cites) from None

    return named


def part(text: str) -> Fraction | None:
    """A number like ``3``, ``1/8`` or ``0.125``; None for other text, including exponents."""
    found = _PART.fullmatch(text.strip())
    return Fraction(found[0]) if found else None


def part_of(field: str, text: str) -> Fraction:
    """A fraction of the shoe, like 1/8 or 0.125."""
    found = part(text)
    if found is None:
        raise InputError(field, f"{shown(text)} is not a fraction like 1/8")
    return found


def once(option: str, pairs: Iterable[tuple[str, T]]) -> dict[str, T]:
    """Names and their values; an InputError for a name that is given twice."""
    found: dict[str, T] = {}
    for name, value in pairs:
        if name in found:
            raise InputError(option, f"{shown(name)} is given twice")
        found[name] = value
    return found


def amount(option: str, text: str, currency: str) -> int:
    """An amount like ``10`` or ``12.50``, in cents."""
    cents = parse_amount(text)
    if cents is not None:
        return cents
    finer = _FINER.fullmatch(text.strip())
    if finer:
        low = int(finer[1]) * 100 + int(finer[2])
        near = " and ".join(f"{near // 100}.{near % 100:02}" for near in (low, low + 1))
        raise InputError(
            option, f"{shown(text)} is finer than a cent ({currency}); nearest: {near}"
        )
    raise InputError(option, f"{shown(text)} is not an amount of {currency}, like 10 or 12.50")
