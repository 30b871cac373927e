"""The rules of a house as data: complete, read back as they were, and known by their digest.

Planted once and caught here: a field left out of the rules, citations written only where they
differ from the defaults, a digest of the name alone, a day that was read as text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given

from casinowar.cards import Rank
from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import AuthorisedLimit, SideBet, SideRow
from casinowar.houses.rules import digest_of_rules, house_from_rules, rules_digest, rules_of
from casinowar.money import Odds
from tests.kit.houses import any_house
from tests.kit.profile import checked

RECORD = Path(__file__).parent.parent / "rounds" / "record.jsonl"
HOUSES = {name: load_house(name) for name in house_names()}


def through_json(house: House) -> House:
    return house_from_rules(json.loads(json.dumps(rules_of(house))))


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
def test_a_built_in_house_reads_back_as_it_was(house: House) -> None:
    again = through_json(house)
    assert again == house
    assert rules_of(again) == rules_of(house)
    assert rules_digest(again) == rules_digest(house)


@given(house=any_house())
@checked(60, always=True)
def test_any_house_reads_back_as_it_was(house: House) -> None:
    again = through_json(house)
    assert again == house
    assert rules_digest(again) == digest_of_rules(json.loads(json.dumps(rules_of(house))))


def test_each_house_has_its_own_digest() -> None:
    digests = {rules_digest(house) for house in HOUSES.values()}
    assert len(digests) == len(HOUSES)
    assert all(len(digest) == len("sha256:") + 64 for digest in digests)


def test_the_digest_is_of_canonical_json() -> None:
    rules = {"b": [1, "é"], "a": {"d": True, "c": "x"}}
    canonical = '{"a":{"c":"x","d":true},"b":[1,"é"]}'.encode()
    assert digest_of_rules(rules) == f"sha256:{sha256(canonical).hexdigest()}"


def test_every_field_and_citation_is_written_out() -> None:
    rules = rules_of(HOUSES["skycity"])
    for field in fields(House):
        assert field.name in rules
    for part in ("cards", "wagers", "deal", "surrender", "war", "tie", "policies", "cites"):
        section = getattr(HOUSES["skycity"], part)
        assert list(rules[part]) == [field.name for field in fields(section)]
    assert rules["cites"]["war_tie_wager"] == "policy"


def test_what_is_usual_or_absent_is_left_out_of_the_rules() -> None:
    rules = rules_of(HOUSES["wisconsin"])
    assert "war_name" not in rules["wagers"]
    assert "choice_name" not in rules["war"]
    assert "authorised" not in rules["limits"]
    assert house_from_rules(rules) == HOUSES["wisconsin"]


# --- every field counts ---------------------------------------------------------------------------


def changes(value: Any) -> Iterator[Any]:
    """Values that differ from this one in one place, each place once."""
    match value:
        case bool():
            yield not value
        case StrEnum():
            yield next(member for member in type(value) if member is not value)
        case int():
            yield value + 1
        case str():
            yield value + "x"
        case None:
            yield "2.5"
        case Odds():
            yield Odds(value.win + 1, value.stake)
            yield Odds(value.win, value.stake + 1)
        case Fraction():
            yield value / 2
        case date():
            yield value + timedelta(days=1)
        case frozenset():
            yield value ^ {Rank.ACE}
        case tuple():
            yield from _changed_tuples(value)
        case _:
            assert is_dataclass(value)
            for field in fields(value):
                for change in changes(getattr(value, field.name)):
                    yield replace(cast("Any", value), **{field.name: change})


def _changed_tuples(value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for index, item in enumerate(value):
        for change in changes(item):
            yield (*value[:index], change, *value[index + 1 :])
    if value:
        yield value[:-1]
        yield (*value, value[0])


def a_full_house() -> House:
    """A house with something in every field."""
    house = HOUSES["wisconsin"]
    row = SideRow(ties=1, ranks=frozenset({Rank.TWO, Rank.ACE}), suited=True, odds=Odds(5, 1))
    limit = AuthorisedLimit(max_cents=60_000, source="a regulator", as_of="May 2020")
    return replace(
        house,
        notices=("a", "b"),
        side_bets=(SideBet(name="x", title="X", rows=(row,)),),
        limits=replace(house.limits, authorised=limit),
        posted=replace(house.posted, first_percent="2.33"),
    )


def test_a_change_of_any_field_changes_the_digest() -> None:
    house = a_full_house()
    changed = list(changes(house))
    assert len(changed) > 150
    digests = {rules_digest(other) for other in changed}
    assert len(digests) == len(changed)
    assert rules_digest(house) not in digests


# --- what is none ---------------------------------------------------------------------------------


def with_value(path: str, value: object) -> dict[str, Any]:
    rules = json.loads(json.dumps(rules_of(HOUSES["washington"])))
    *parts, last = path.split(".")
    at = rules
    for part in parts:
        at = at[int(part)] if part.isdigit() else at[part]
    at[last] = value
    return cast("dict[str, Any]", rules)


BAD = {
    "deal.seats": (True, "deal.seats"),
    "cards.decks": (6.0, "cards.decks"),
    "war.won_odds": ("2", "war.won_odds"),
    "cites.tray": ("because", "cites.tray"),
    "policies.cut_seconds": (0, "policies.cut_seconds"),
    "policies.step_seconds": (3601, "policies.step_seconds"),
    "policies.betting_seconds": ("30", "policies.betting_seconds"),
    "policies.war_tie_seconds": (None, "policies.war_tie_seconds"),
    "limits.authorised.max": (0, "limits.authorised.max"),
    "limits.authorised.source": ("", "limits.authorised.source"),
    "limits.authorised.as_of": (2023, "limits.authorised.as_of"),
    "limits.authorised": (5, "limits.authorised"),
    "limits": ([], "limits"),
    "format": ("casinowar-house/2", "format"),
    "loyalty": ({}, "loyalty"),
    "title": ("\ud800", "rules"),
    "limits.first": ({"min": 50_000, "max": 500}, "limits.first.min"),
}


@pytest.mark.parametrize("path", BAD)
def test_a_fault_names_its_field(path: str) -> None:
    value, field = BAD[path]
    with pytest.raises(InputError) as caught:
        house_from_rules(with_value(path, value))
    assert caught.value.field == field


@pytest.mark.parametrize("rules", [None, [], "wisconsin", 5])
def test_what_is_not_an_object_is_refused(rules: object) -> None:
    with pytest.raises(InputError, match="is not an object"):
        house_from_rules(rules)


def test_rules_from_before_a_field_existed_take_its_default() -> None:
    rules = rules_of(HOUSES["skycity"])
    del rules["policies"]["betting_seconds"]
    del rules["cites"]["tray"]
    assert house_from_rules(rules) == HOUSES["skycity"]
    assert digest_of_rules(rules) != rules_digest(HOUSES["skycity"])


def test_a_built_in_house_is_read_once() -> None:
    assert load_house("skycity") is load_house("skycity")
    assert load_house("skycity").policies.betting_seconds == 30
    assert load_house("skycity").policies.cut_seconds == 20
    assert load_house("skycity").policies.war_tie_seconds == 20
    assert load_house("skycity").policies.step_seconds == 60
