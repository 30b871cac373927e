"""The rules of a house as plain data, which a record carries and its digest covers.

The schema is that of a house file, complete and in a fixed order: every field, every citation.
Posted percentages and an authorised limit are omitted if there are none, and so are the usual
words for a war. ``house_from_rules`` reads the data with the reader of house files, so an error
names its field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any

from casinowar.cards import RANK_LETTERS
from casinowar.errors import InputError, shown
from casinowar.houses.check import check_house
from casinowar.houses.house import CHOICE_NAME, WAR_NAME, House, Posted, SideBet, SideRow
from casinowar.houses.read import FORMAT, parse_house
from casinowar.money import Odds
from casinowar.toml import Fields

Rules = dict[str, Any]
# words that were added later: omitted if they are the usual ones, so that older digests hold
_USUAL = {"war_name": WAR_NAME, "choice_name": CHOICE_NAME}


def rules_of(house: House) -> Rules:
    """All rules of a house as JSON data, complete and in the order of the schema.

    >>> from casinowar.houses import load_house
    >>> rules_of(load_house("wisconsin"))["limits"]["first"]
    {'min': 500, 'max': 50000}
    """
    return {
        "format": FORMAT,
        "name": house.name,
        "title": house.title,
        "document": house.document,
        "entry_age": house.entry_age,
        "notices": list(house.notices),
        "cards": _section(house.cards),
        "wagers": _section(house.wagers),
        "deal": _section(house.deal),
        "surrender": _section(house.surrender),
        "war": _section(house.war),
        "tie": _section(house.tie),
        "side_bets": [_side_bet(bet) for bet in house.side_bets],
        "limits": _section(house.limits),
        "policies": _section(house.policies),
        "posted": _posted(house.posted),
        "cites": _section(house.cites),
    }


def _section(rules: Any) -> Rules:
    """One section; the names of a house file have no unit."""
    return {
        field.name.removesuffix("_cents"): _plain(getattr(rules, field.name))
        for field in fields(rules)
        if getattr(rules, field.name) not in (None, _USUAL.get(field.name))
    }


def _plain(value: object) -> object:
    match value:
        case StrEnum():
            return value.value
        case bool() | int() | str():
            return value
        case Odds() | Fraction():
            return str(value)
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return _section(value)


def _side_bet(bet: SideBet) -> Rules:
    return {"name": bet.name, "title": bet.title, "rows": [_side_row(row) for row in bet.rows]}


def _side_row(row: SideRow) -> Rules:
    ranks = RANK_LETTERS
    if row.ranks is not None:
        ranks = "".join(rank.letter for rank in sorted(row.ranks))
    return {"ties": row.ties, "ranks": ranks, "suited": row.suited, "odds": str(row.odds)}


def _posted(posted: Posted) -> Rules:
    percents = {"first_percent": posted.first_percent, "tie_percent": posted.tie_percent}
    return {name: percent for name, percent in percents.items() if percent is not None}


def house_from_rules(rules: object) -> House:
    """The house described by these rules; an InputError names the field that is wrong.

    Missing fields take the defaults of a house file, so rules written before a field existed can
    still be read.
    """
    if not isinstance(rules, dict):
        raise InputError("rules", f"{shown(rules)} is not an object")
    house = parse_house(Fields(rules))
    check_house(house)
    try:
        rules_digest(house)
    except UnicodeEncodeError:
        raise InputError("rules", "contain text that is not valid Unicode") from None
    return house


def digest_of_rules(rules: Mapping[str, Any]) -> str:
    """The digest of rules as written: ``sha256:`` and 64 hexadecimal digits.

    It covers their canonical JSON: keys sorted, no blanks, UTF-8. To check a record's
    rules against their digest, use the data itself: a House read from older rules also has the
    fields added since, and so a different digest.
    """
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{sha256(text.encode('utf-8')).hexdigest()}"


@lru_cache(maxsize=64)
def rules_digest(house: House) -> str:
    """The digest of a house's complete rules; equal houses have equal digests."""
    return digest_of_rules(rules_of(house))
