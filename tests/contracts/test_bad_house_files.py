"""Bad house files: exit code 2 and a line that names the field and the clause or policy.

Each case is a built-in house with one thing changed. Planted once and caught here: a cutting card
too deep by one card, an unpayable half accepted, a maximum above the authorised limit accepted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house, read_house
from casinowar.houses.check import house_faults
from casinowar.houses.house import AuthorisedLimit
from casinowar.houses.read import parse_house
from casinowar.toml import Fields
from tests.contracts.bad_houses import BAD, SOUND, TEXTS, swap
from tests.kit import Round, any_house, checked, replay, seat

NOTHING = AuthorisedLimit(max_cents=1, source="a regulator", as_of="2026")
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", BAD)
def test_the_house_is_refused_with_its_field_and_clause(
    name: str, tmp_path: Path, capsys: Capture
) -> None:
    text, field, cites = BAD[name]
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_house(path)
    assert caught.value.field == field
    assert caught.value.cites == cites
    assert str(caught.value).isprintable()
    assert main(["house", "check", str(path)]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert f"{path}: {caught.value}" in errors
    round_ = Round(house="house.toml", cards="Ah Ks", seats=(seat(1, initial=1000),))
    played = replay(capsys, round_.write(tmp_path / "round.toml"))
    assert (played.code, played.results, len(played.errors)) == (2, [], 1)


def test_a_cutting_card_one_card_less_deep_is_accepted(tmp_path: Path) -> None:
    """Seven seats all at war use 40 cards: 39 behind the cutting card are refused, 40 are not."""
    path = tmp_path / "house.toml"
    path.write_text(
        swap(
            "wisconsin",
            ('from_back = "1/4"', 'from_back = "40/312"'),
            ('back_min = "1/4"', 'back_min = "1/8"'),
            ('["hand", "batches"]', '["hand"]'),
        ),
        encoding="utf-8",
    )
    assert read_house(path).cards_behind(6) == 40


@pytest.mark.parametrize("name", SOUND)
def test_a_house_at_the_edge_of_the_possible_is_sound(tmp_path: Path, name: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(SOUND[name], encoding="utf-8")
    assert list(house_faults(read_house(path))) == []


def test_at_the_authorised_limit_a_maximum_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    at_the_limit = ("tie = { min = 100, max = 10000 }", "tie = { min = 100, max = 30000 }")
    path.write_text(swap("washington", at_the_limit), encoding="utf-8")
    assert read_house(path).limits.tie.max_cents == 30000


@pytest.mark.parametrize("name", house_names())
def test_built_in_houses_have_no_fault(name: str, capsys: Capture) -> None:
    assert list(house_faults(load_house(name))) == []
    assert main(["house", "check", name.title()]) == 0
    assert capsys.readouterr().err == ""


@given(house=any_house(), change=st.integers(0, 5))
@checked(30)
def test_a_generated_house_with_one_contradiction_is_found_out(house: House, change: int) -> None:
    breaks: list[Callable[[House], House]] = [
        lambda h: replace(h, cards=replace(h.cards, decks_allowed=(99,))),
        lambda h: replace(h, wagers=replace(h.wagers, forms=())),
        lambda h: replace(h, war=replace(h.war, burn_count=0 if h.war.burn_count else 1)),
        lambda h: replace(h, limits=replace(h.limits, step_cents=h.limits.step_cents + 1)),
        lambda h: replace(h, limits=replace(h.limits, authorised=NOTHING)),
        lambda h: replace(h, tie=replace(h.tie, ladder=h.tie.ladder * 6)),
    ]
    faults = list(house_faults(breaks[change](house)))
    assert faults
    assert all(fault.field and fault.cites for fault in faults)


@pytest.mark.parametrize("value", [1, 1.5, True, "x", [], {}, date(2026, 1, 1), None])
@pytest.mark.parametrize("house", ["washington", "eleven-to-one"])
def test_any_field_of_any_wrong_type_is_one_line(house: str, value: object) -> None:
    """Every field of a house in turn is replaced by a value that it may or may not take."""
    for path in _paths(tomllib.loads(TEXTS[house])):
        values = tomllib.loads(TEXTS[house])
        _put(values, path, value)
        lines = _lines(values)
        assert all(line.isprintable() and len(line) < 300 for line in lines), path


def _lines(values: dict[str, Any]) -> list[str]:
    try:
        return [str(fault) for fault in house_faults(parse_house(Fields(values)))]
    except InputError as error:
        return [str(error)]


def _paths(values: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path] if path else []
    items: list[tuple[str | int, Any]] = []
    if isinstance(values, dict):
        items = list(values.items())
    elif isinstance(values, list):
        items = list(enumerate(values))
    for key, inner in items:
        found += _paths(inner, (*path, key))
    return found


def _put(values: Any, path: tuple[str | int, ...], value: object) -> None:
    for key in path[:-1]:
        values = values[key]
    values[path[-1]] = value
