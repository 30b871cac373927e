"""``casinowar house``: list, show and check houses."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from casinowar.cli.options import HOUSE, HOUSE_HELP
from casinowar.errors import InputError, one_line
from casinowar.houses import House, house_names, load_house
from casinowar.toml import read_toml

DOES_NOT_HOLD, BAD_INPUT = 1, 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.set_defaults(action=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="list the built-in houses")
    show = actions.add_parser("show", help="show the rule sheet of a house, with its clauses")
    show.add_argument("house", metavar=HOUSE, help=HOUSE_HELP)
    show.add_argument(
        "--clauses", action="store_true", help="also show what each cited clause says"
    )
    show.add_argument("--json", action="store_true", help="print the sheet as JSON")
    check = actions.add_parser(
        "check",
        help="find contradictions, unpayable halves, returns that are too low or above 100 %%, and"
        " wrong posted edges",
    )
    check.add_argument("files", nargs="+", metavar=HOUSE, help=HOUSE_HELP)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    if args.action == "list":
        return _list()
    if args.action == "show":
        return _show(load_house(args.house), as_json=args.json, with_clauses=args.clauses)
    return max([_check(name) for name in args.files])


def _list() -> int:
    for name in house_names():
        print(f"{name:<16}{load_house(name).title}")
    return 0


def _show(house: House, *, as_json: bool, with_clauses: bool) -> int:
    from casinowar.report.sheet import sheet_json, sheet_text

    if as_json:
        print(json.dumps(sheet_json(house)))
    else:
        print("\n".join(sheet_text(house, with_clauses=with_clauses)))
    return 0


def _check(name: str) -> int:
    """Report every fault of a house; the first contradiction is the error line."""
    from casinowar.houses.check import house_faults
    from casinowar.houses.read import parse_house
    from casinowar.odds import review_house

    try:
        built_in = name.lower() in house_names()
        house = load_house(name) if built_in else parse_house(read_toml(Path(name)))
    except InputError as error:
        print(one_line(f"casinowar house: {name}: {error}"), file=sys.stderr)
        return BAD_INPUT
    faults = list(house_faults(house))
    if faults:
        print(one_line(f"casinowar house: {name}: {faults[0]}"), file=sys.stderr)
        for fault in faults[1:]:
            print(f"{name}: also: {fault}")
        return BAD_INPUT
    findings = review_house(house)
    for finding in findings:
        print(f"{name}: {finding}")
    if findings:
        return DOES_NOT_HOLD
    allowed = house.cards.decks_allowed
    decks = ", ".join(map(str, allowed))
    print(f"{name}: sound, with {decks} {'deck' if allowed == (1,) else 'decks'}")
    return 0
