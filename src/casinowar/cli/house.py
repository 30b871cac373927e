"""``casinowar house``: list, show and check houses."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from dataclasses import asdict, astuple
from pathlib import Path
from textwrap import wrap

from casinowar.errors import InputError, one_line
from casinowar.houses import House, house_names, is_policy, load_house
from casinowar.toml import read_toml

DOES_NOT_HOLD, BAD_INPUT = 1, 2
SAYS_WIDTH = 38
EXPLAINED_WIDTH = 64


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.set_defaults(action=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="the built-in houses")
    show = actions.add_parser("show", help="the rule sheet of a house, with clauses")
    show.add_argument("house", help="a built-in house, or the path of a house file")
    show.add_argument("--clauses", action="store_true", help="and what each cited clause says")
    show.add_argument("--json", action="store_true", help="the sheet as JSON")
    check = actions.add_parser(
        "check",
        help="contradictions, unpayable halves, low returns, posted edges that are not true",
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="a house file, or a built-in house")


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    if args.action == "list":
        return _list()
    if args.action == "show":
        return _show(load_house(args.house), as_json=args.json, explain=args.clauses)
    return max([_check(name) for name in args.files])


def _list() -> int:
    for name in house_names():
        print(f"{name:<16}{load_house(name).title}")
    return 0


def _show(house: House, *, as_json: bool, explain: bool) -> int:
    from casinowar.houses.sheet import rule_sheet

    rules = rule_sheet(house)
    if as_json:
        sheet = {
            "house": house.name,
            "title": house.title,
            "rules": [asdict(rule) for rule in rules],
        }
        print(json.dumps(sheet))
        return 0
    print(f"{house.title}\n{house.document}")
    section = ""
    for rule in rules:
        if rule.section != section:
            section = rule.section
            print(f"\n{section}")
        mark = "·" if is_policy(rule.cites) else " "
        first, *more = wrap(rule.says, SAYS_WIDTH)
        print(f"  {rule.point:<20}{first:<{SAYS_WIDTH}} {mark} {rule.cites}")
        for line in more:
            print(f"  {'':<20}{line}")
    print("\n· house policy: the document leaves this point open")
    for notice in house.notices:
        print(f"\n{notice}" if notice == house.notices[0] else notice)
    if explain:
        _explain(house)
    return 0


def _explain(house: House) -> None:
    """What each clause and numbered policy that the house cites says, in our own words."""
    from casinowar.rulebook import clauses, find_clause

    cited = set()
    for citation in astuple(house.cites):
        with suppress(ValueError):  # a document that only this house file knows
            cited.add(find_clause(citation))
    print("\nClauses and policies, in our own words")
    for clause in clauses().values():
        if clause in cited:
            first, *more = wrap(clause.text, EXPLAINED_WIDTH)
            print(f"  {clause.citation:<13}{first}")
            for line in more:
                print(f"  {'':<13}{line}")


def _check(name: str) -> int:
    """Everything that is wrong with one house; the first contradiction also as an error line."""
    from casinowar.houses.check import house_faults
    from casinowar.houses.read import parse_house
    from casinowar.odds import review_house

    try:
        house = load_house(name) if name in house_names() else parse_house(read_toml(Path(name)))
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
    print(f"{name}: sound, with {_decks(house)}")
    return 0


def _decks(house: House) -> str:
    allowed = house.cards.decks_allowed
    return ", ".join(map(str, allowed)) + (" deck" if allowed == (1,) else " decks")
