"""The rule sheet of a house as JSON and as lines of text, with the clauses behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import astuple
from textwrap import wrap

from msgspec import Struct, json

from casinowar.houses import House, is_policy
from casinowar.houses.sheet import Rule, rule_sheet
from casinowar.rulebook import clauses, find_clause

SAYS_WIDTH = 38
CLAUSE_WIDTH = 64


class Sheet(Struct, frozen=True):
    """The rules of a house, each with its clause."""

    house: str
    title: str
    rules: tuple[Rule, ...]


def sheet(house: House) -> Sheet:
    """The rule sheet of a house."""
    return Sheet(house=house.name, title=house.title, rules=rule_sheet(house))


def sheet_json(house: House) -> dict[str, object]:
    """The object that ``casinowar house show --json`` prints."""
    written: dict[str, object] = json.decode(json.encode(sheet(house)))
    return written


def sheet_text(house: House, *, with_clauses: bool = False) -> list[str]:
    """The rules by section, with house policy marked; optionally with the cited clauses."""
    lines = [house.title, house.document, *_rules(house)]
    lines += ["", "· house policy: the document leaves this point open"]
    if house.notices:
        lines += ["", *house.notices]
    if with_clauses:
        lines += ["", "Clauses and policies, in our own words", *_clauses(house)]
    return lines


def _rules(house: House) -> Iterator[str]:
    section = ""
    for rule in rule_sheet(house):
        if rule.section != section:
            section = rule.section
            yield ""
            yield section
        mark = "·" if is_policy(rule.cites) else " "
        first, *more = wrap(rule.says, SAYS_WIDTH)
        yield f"  {rule.point:<20}{first:<{SAYS_WIDTH}} {mark} {rule.cites}"
        for line in more:
            yield f"  {'':<20}{line}"


def _clauses(house: House) -> Iterator[str]:
    """Each clause and numbered policy that the house cites, in our own words."""
    cited = set()
    for citation in astuple(house.cites):
        with suppress(ValueError):  # a clause of the house's own document
            cited.add(find_clause(citation))
    for clause in clauses().values():
        if clause in cited:
            first, *more = wrap(clause.text, CLAUSE_WIDTH)
            yield f"  {clause.citation:<13}{first}"
            for line in more:
                yield f"  {'':<13}{line}"
