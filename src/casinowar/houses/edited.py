"""A built-in house with some fields changed, and what is wrong with each field.

For a field that is wrong, the nearest value is found with which the house is sound.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from casinowar.errors import InputError
from casinowar.houses.check import house_faults
from casinowar.houses.house import (
    BurnPattern,
    FirstWager,
    House,
    PaidOn,
    Surrender,
    WarTie,
)
from casinowar.houses.read import HOUSES_DIR, house_names, load_house, parse_house
from casinowar.money import parse_amount, short_cents
from casinowar.toml import Fields

NEAR = 120  # how many values are tried on each side
FRACTIONS = ("1/8", "1/6", "1/5", "1/4", "1/3", "2/5", "1/2", "3/5", "2/3", "3/4")
ODDS = tuple(f"{paid}:1" for paid in range(1, 31))


class Kind(StrEnum):
    """How a field is written."""

    WHOLE = "whole"
    AMOUNT = "amount"  # typed in chips, stored in cents
    ODDS = "odds"
    FRACTION = "fraction"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Field:
    """One field that can be edited."""

    name: str  # as in the house file
    section: str
    title: str
    kind: Kind
    value: Callable[[House], object]
    cites: Callable[[House], str]
    choices: type[StrEnum] | None = None

    def shown(self, house: House) -> str:
        """The value of the field in a house, as it is typed."""
        value = self.value(house)
        if self.kind is Kind.AMOUNT:
            assert isinstance(value, int)
            return _typed(value)
        return str(value)


FIELDS = (
    Field("cards.decks", "Cards", "Decks", Kind.WHOLE,
          lambda h: h.cards.decks, lambda h: h.cites.decks),
    Field("cards.cutting_card_from_back", "Cards", "Behind the cutting card", Kind.FRACTION,
          lambda h: h.cards.cutting_card_from_back, lambda h: h.cites.cutting_card),
    Field("war.burn_pattern", "Cards", "Burns at war", Kind.CHOICE,
          lambda h: h.war.burn_pattern, lambda h: h.cites.war_burn, BurnPattern),
    Field("war.burn_count", "Cards", "Cards burned", Kind.WHOLE,
          lambda h: h.war.burn_count, lambda h: h.cites.war_burn),
    Field("war.first_wager", "Wagers", "First wager at war", Kind.CHOICE,
          lambda h: h.war.first_wager, lambda h: h.cites.war_first, FirstWager),
    Field("war.paid_on", "Wagers", "War paid on", Kind.CHOICE,
          lambda h: h.war.paid_on, lambda h: h.cites.war_won, PaidOn),
    Field("war.won_odds", "Wagers", "War won", Kind.ODDS,
          lambda h: h.war.won_odds, lambda h: h.cites.war_won),
    Field("war.tied_odds", "Wagers", "War tied", Kind.ODDS,
          lambda h: h.war.tied_odds, lambda h: h.cites.war_tied),
    Field("surrender.mode", "Wagers", "Surrender", Kind.CHOICE,
          lambda h: h.surrender.mode, lambda h: h.cites.surrender, Surrender),
    Field("surrender.lost", "Wagers", "Lost on surrender", Kind.FRACTION,
          lambda h: h.surrender.lost, lambda h: h.cites.surrender),
    Field("tie.odds", "Wagers", "Tie", Kind.ODDS,
          lambda h: h.tie.ladder[0], lambda h: h.cites.tie_paid),
    Field("tie.war_deal", "Wagers", "Tie on the war deal", Kind.CHOICE,
          lambda h: h.tie.war_deal, lambda h: h.cites.war_tie_wager, WarTie),
    Field("tie.war_deal_odds", "Wagers", "Tie on the war deal pays", Kind.ODDS,
          lambda h: h.tie.war_deal_odds, lambda h: h.cites.war_tie_paid),
    Field("limits.first.min", "Limits, in chips", "First wager, minimum", Kind.AMOUNT,
          lambda h: h.limits.first.min_cents, lambda h: h.cites.limits),
    Field("limits.first.max", "Limits, in chips", "First wager, maximum", Kind.AMOUNT,
          lambda h: h.limits.first.max_cents, lambda h: h.cites.limits),
    Field("limits.tie.min", "Limits, in chips", "Tie, minimum", Kind.AMOUNT,
          lambda h: h.limits.tie.min_cents, lambda h: h.cites.limits),
    Field("limits.tie.max", "Limits, in chips", "Tie, maximum", Kind.AMOUNT,
          lambda h: h.limits.tie.max_cents, lambda h: h.cites.limits),
    Field("limits.step", "Limits, in chips", "Step", Kind.AMOUNT,
          lambda h: h.limits.step_cents, lambda h: h.cites.half),
    Field("limits.smallest_chip", "Limits, in chips", "Smallest chip", Kind.AMOUNT,
          lambda h: h.limits.smallest_chip_cents, lambda h: h.cites.half),
)  # fmt: skip
_BY_NAME = {field.name: field for field in FIELDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One field of an edited house: its value, and its fault if it has one."""

    field: Field
    value: str
    before: str  # in the built-in house
    fault: str = ""
    nearest: str | None = None  # the nearest value with which the house is sound
    cites: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """An edited house; ``house`` is None if it is not sound."""

    house: House | None
    fields: tuple[Checked, ...]
    faults: tuple[str, ...]  # faults that concern none of these fields


def fields_of(house: House) -> tuple[Field, ...]:
    """The fields of a house that can be edited; a Tie ladder can be edited only in the file."""
    return tuple(field for field in FIELDS if field.name != "tie.odds" or not house.tie.climbs)


def edited(base: str, changes: Mapping[str, str], name: str = "edited") -> Edited:
    """A built-in house with these fields changed; raises an InputError for an unknown field."""
    if base not in house_names():
        raise InputError("house", f"there is no built-in house {base[:60]!r}")
    house = load_house(base)
    known = {field.name: field for field in fields_of(house)}
    for field in changes:
        if field not in known:
            raise InputError("changes", f"{field[:60]!r} is not a field that can be edited here")
    wanted = {
        field: text.strip()
        for field, text in changes.items()
        if text.strip() != known[field].shown(house)
    }
    found = dict[str, InputError]()
    other = list[str]()
    while True:  # reading stops at the first fault: leave that field out to find the next
        tried = {field: text for field, text in wanted.items() if field not in found}
        try:
            made = parse_house(Fields(_written(base, tried, name)))
        except InputError as error:
            where = _about(error.field, tried)
            if where is None:
                raise
            found[where] = error
            continue
        break
    for fault in house_faults(made):
        where = _about(fault.field, known)
        if where is None:
            other.append(_elsewhere(fault))
        else:
            found.setdefault(where, fault)
    return Edited(
        house=None if found or other else made,
        fields=tuple(_checked(base, field, house, wanted, found) for field in known.values()),
        faults=tuple(other),
    )


def _about(name: str, known: Mapping[str, object]) -> str | None:
    """The field that a fault concerns, if it can be edited."""
    if name in known:
        return name
    return "tie.odds" if name == "tie.ladder" and "tie.odds" in known else None


def _checked(
    base: str,
    field: Field,
    house: House,
    wanted: Mapping[str, str],
    found: Mapping[str, InputError],
) -> Checked:
    before = field.shown(house)
    value, fault = wanted.get(field.name, before), found.get(field.name)
    if fault is None:
        return Checked(field=field, value=value, before=before, cites=field.cites(house))
    return Checked(
        field=field,
        value=value,
        before=before,
        fault=_reason(field, value, house, fault),
        nearest=_nearest(
            base,
            field,
            value,
            before,
            fault.reason,
            {name: text for name, text in wanted.items() if name not in found},
        ),
        cites=fault.cites or field.cites(house),
    )


def _reason(field: Field, value: str, house: House, fault: InputError) -> str:
    """Why a value is wrong, in the words of the page instead of those of a house file."""
    if field.name == "cards.decks" and _whole(value) is not None:
        allowed = ", ".join(map(str, house.cards.decks_allowed))
        return f"{value} is not a number of decks that the document allows: {allowed}"
    if field.kind is Kind.FRACTION and (_ratio(value) or 0) > 1:
        whole = "shoe" if field.section == "Cards" else "wager"
        return f"{value} is more than the whole {whole}"
    return _in_chips(fault.reason) if field.kind is Kind.AMOUNT else fault.reason


def _elsewhere(fault: InputError) -> str:
    """A fault of a field that cannot be edited; limits are named and counted as on the page."""
    kind, _, rest = fault.field.partition(".")
    name, _, bound = rest.partition(".")
    if kind != "limits" or not bound:
        return str(fault)
    return f"{name.capitalize()} wager, {bound}imum: {_in_chips(fault.reason)}"


def _in_chips(reason: str) -> str:
    """A fault of an amount, with the cents of a house file in chips; amounts in chips stay."""
    in_chips = re.sub(r"(?<![\d.,])\d+(?![\d.,]*\d)", lambda one: _typed(int(one[0])), reason)
    return re.sub(r"(\d)\.00\b", r"\1", in_chips)


def _typed(cents: int) -> str:
    """An amount as it is typed in the page."""
    return short_cents(cents).replace(",", "")


def _nearest(
    base: str, field: Field, value: str, before: str, reason: str, wanted: Mapping[str, str]
) -> str | None:
    """The nearest value with which the house is sound, apart from its other faults."""
    for candidate in _candidates(base, field, value, before, reason):
        tried = {**wanted, field.name: candidate}
        try:
            made = parse_house(Fields(_written(base, tried, "edited")))
        except InputError:
            continue
        if next(iter(house_faults(made)), None) is None:
            return candidate
    return None


def _candidates(base: str, field: Field, value: str, before: str, reason: str) -> Iterator[str]:
    match field.kind:
        case Kind.WHOLE:
            middle = int(value) if _whole(value) is not None else int(before)
            bounds = re.search(r"from (\d+) to (\d+)$", reason)
            if bounds is not None:
                middle = min(max(middle, int(bounds[1])), int(bounds[2]))
            yield str(middle)
            for away in range(1, NEAR + 1):
                yield from (str(middle - away), str(middle + away))
        case Kind.AMOUNT:
            cents = parse_amount(value)
            middle = (parse_amount(before) or 0) if cents is None else cents
            step = load_house(base).limits.smallest_chip_cents
            start = middle - middle % step
            for away in range(NEAR + 1):
                yield _typed(start + away * step)
                if start - away * step > 0:
                    yield _typed(start - away * step)
            posted = [one.shown(load_house(base)) for one in FIELDS if one.kind is Kind.AMOUNT]
            yield from sorted(posted, key=lambda one: abs((parse_amount(one) or 0) - middle))
        case Kind.CHOICE:
            assert field.choices is not None
            yield from (choice.value for choice in field.choices)
        case Kind.ODDS | Kind.FRACTION:
            usual = ODDS if field.kind is Kind.ODDS else FRACTIONS
            written = _ratio(before) if _ratio(value) is None else _ratio(value)
            yield from sorted(usual, key=lambda one: abs((_ratio(one) or 0) - (written or 0)))
    yield before


def _ratio(text: str) -> float | None:
    top, _, bottom = text.replace("/", ":").partition(":")
    if _whole(top) is None or (bottom and not _whole(bottom)):
        return None
    return int(top) / (int(bottom) if bottom else 1)


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _written(base: str, changes: Mapping[str, str], name: str) -> dict[str, Any]:
    """The data of the house file with these fields changed."""
    text = (HOUSES_DIR / f"{base}.toml").read_text(encoding="utf-8")
    top: dict[str, Any] = tomllib.loads(text)
    top.pop("posted", None)  # posted percentages hold only for the rules of the document
    if changes:
        top["name"] = name
    for path, value in changes.items():
        *tables, last = path.split(".")
        place = top
        for table in tables:
            place = place.setdefault(table, {})
        place[last] = _value(_BY_NAME[path], value)
    return top


def _value(field: Field, text: str) -> object:
    """A typed value as in the file; unreadable text stays text, which the reader refuses."""
    if field.kind is Kind.WHOLE:
        found = _whole(text)
        return text if found is None else found
    if field.kind is Kind.AMOUNT:
        cents = parse_amount(text)
        return text if cents is None else cents
    if field.kind is Kind.ODDS:
        return text.lower().replace(" to ", ":").replace(" ", "")
    return text


def house_file(base: str, changes: Mapping[str, str], name: str = "edited") -> str:
    """The edited house as a house file: the built-in file with the changed lines."""
    written = _written(base, changes, name)
    lines = list[str]()
    _write_table(lines, "", written)
    return "\n".join(lines).strip() + "\n"


def _write_table(lines: list[str], path: str, table: Mapping[str, Any]) -> None:
    plain = {key: value for key, value in table.items() if not _is_table(value)}
    if path and plain:
        lines += ["", f"[{path}]"]
    lines += [f"{key} = {_toml(value)}" for key, value in plain.items()]
    for key, value in table.items():
        where = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            _write_table(lines, where, value)
        elif _is_table(value):
            for one in value:
                lines += ["", f"[[{where}]]"]
                lines += [f"{name} = {_toml(each)}" for name, each in one.items()]


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)
    )


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return str(value)
