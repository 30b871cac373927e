"""Every section of a house file refuses fields it does not know, and every number has its bounds.

Planted once and caught here: a section that does not look for unknown fields, a bound one too far.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from casinowar.errors import InputError
from casinowar.houses import load_house
from casinowar.houses.house import PaidOn
from casinowar.houses.read import HOUSES_DIR, parse_house
from casinowar.money import parse_odds
from casinowar.toml import Fields

MONEY = 10**12
# field: the least and the most that the reader takes; what contradicts itself is found later
BOUNDS: dict[str, tuple[int, int]] = {
    "entry_age": (0, 150),
    "cards.decks": (1, 100),
    "cards.batch_decks_min": (2, 200),
    "cards.cut_min_cards": (1, 26),
    "cards.opening_burn": (0, 10),
    "cards.new_dealer_burn": (0, 10),
    "deal.seats": (1, 9),
    "war.burn_count": (0, 10),
    "war.deals_max": (1, 5),
    "limits.smallest_chip": (1, MONEY),
    "limits.step": (1, MONEY),
    "limits.first.min": (1, MONEY),
    "limits.first.max": (1, MONEY),
    "policies.decision_seconds": (1, 3600),
    "policies.betting_seconds": (1, 3600),
    "policies.cut_seconds": (1, 3600),
    "policies.war_tie_seconds": (1, 3600),
    "policies.step_seconds": (1, 3600),
    "policies.seats_per_player": (1, 9),
    "policies.gaming_day_hour": (0, 23),
}
SECTIONS = (
    *("", "cards", "wagers", "deal", "surrender", "war", "tie", "limits", "limits.first"),
    *("limits.tie", "limits.side", "policies", "posted", "cites"),
)


def file_with(field: str, value: object) -> dict[str, Any]:
    """The fields of a built-in house with one of them set."""
    text = (HOUSES_DIR / "wisconsin.toml").read_text(encoding="utf-8")
    top: dict[str, Any] = tomllib.loads(text)
    *tables, name = field.split(".")
    inner = top
    for table in tables:
        if table in ("tie", "side") and inner is top["limits"]:
            inner.setdefault(table, dict(top["limits"]["first"]))
        inner = inner.setdefault(table, {})
    if field == "tie.ladder":
        inner.pop("odds", None)  # one or the other
    inner[name] = value
    return top


@pytest.mark.parametrize("field", BOUNDS)
def test_a_number_is_taken_up_to_its_bounds_and_not_beyond(field: str) -> None:
    low, high = BOUNDS[field]
    for value in (low, high):
        parse_house(Fields(file_with(field, value)))
    for value in (low - 1, high + 1):
        with pytest.raises(InputError) as refused:
            parse_house(Fields(file_with(field, value)))
        assert refused.value.field == field


def test_the_name_of_a_house_is_read_in_any_case() -> None:
    assert load_house("Wisconsin") is load_house("wisconsin")


def test_a_misspelt_field_is_named_as_what_it_is() -> None:
    """It asked whether the misspelling was meant."""
    file = file_with("cards.deks", 8)
    del file["cards"]["decks"]
    with pytest.raises(InputError, match=r"cards\.decks: is missing; is deks a misspelling of it"):
        parse_house(Fields(file))


@pytest.mark.parametrize("section", SECTIONS)
def test_a_field_that_no_section_knows_is_refused(section: str) -> None:
    field = f"{section}.colour" if section else "colour"
    with pytest.raises(InputError) as refused:
        parse_house(Fields(file_with(field, 1)))
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("entries", "field"),
    [
        ([{"name": "a", "title": "A", "rows": [{"odds": "5:1"}], "colour": 1}], "colour"),
        ([{"name": "a", "title": "A", "rows": [{"odds": "5:1", "colour": 1}]}], "colour"),
        ([{"name": "a", "title": "A", "rows": [{"odds": "5:1", "ties": 0}]}], "ties"),
        ([{"name": "a", "title": "A", "rows": [{"odds": "5:1", "ties": 7}]}], "ties"),
        ([{"name": "a", "title": "A", "rows": []}], "rows"),
        ([{"name": "a" * 41, "title": "A", "rows": [{"odds": "5:1"}]}], "name"),
        ([{"name": "a b", "title": "A", "rows": [{"odds": "5:1"}]}], "name"),
        ([{"name": "a", "title": "A", "rows": [{"odds": "5:1", "ranks": "1"}]}], "ranks"),
        ([{"name": "a", "title": "A", "rows": [{"odds": "5:1", "ranks": "A" * 14}]}], "ranks"),
    ],
)
def test_a_side_bet_that_is_none_is_refused(entries: list[dict[str, Any]], field: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_house(Fields(file_with("side_bets", entries)))
    assert refused.value.field.endswith(field)


def test_what_a_side_bet_may_be() -> None:
    rows = [{"odds": "5:1", "ties": 6}, {"odds": "2:1", "ties": 1, "ranks": "23456789TJQKA"}]
    entries = [{"name": "a-_1" + "b" * 36, "title": "A", "rows": rows}]
    (bet,) = parse_house(Fields(file_with("side_bets", entries))).side_bets
    assert [row.ties for row in bet.rows] == [6, 1]
    assert [row.ranks for row in bet.rows] == [None, None]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tie.ladder", ["1:1"] * 7),
        ("cards.decks_allowed", [0, 6]),
        ("cards.decks_allowed", [101]),
        ("cards.decks_allowed", [True]),
        ("posted.first_percent", "2.33%"),
        ("posted.first_percent", ".33"),
        ("posted.first_percent", "2.3x"),
        ("posted.first_percent", "2.3333333333333"),
        ("limits.authorised", {"source": "a regulator", "as_of": "2024"}),
        ("limits.authorised", {"source": "a regulator", "as_of": "2024", "max": 0}),
        ("limits.authorised", {"source": "x", "as_of": "2024", "max": 5, "colour": 1}),
    ],
)
def test_lists_and_percentages_have_their_forms(field: str, value: object) -> None:
    with pytest.raises(InputError) as refused:
        parse_house(Fields(file_with(field, value)))
    assert refused.value.field.startswith(field)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tie.ladder", ["1:1"] * 6),
        ("cards.decks_allowed", [1, 100]),
        ("posted.first_percent", "2"),
        ("posted.first_percent", "2.333333333"),
    ],
)
def test_lists_and_percentages_at_their_limit_are_taken(field: str, value: object) -> None:
    parse_house(Fields(file_with(field, value)))


def test_what_a_house_does_not_say_is_policy() -> None:
    """The defaults of docs/adding-a-house.md."""
    house = parse_house(
        Fields(tomllib.loads((HOUSES_DIR / "no-bonus.toml").read_text(encoding="utf-8")))
    )
    policies = house.policies
    assert (policies.decision_seconds, policies.betting_seconds) == (30, 30)
    assert (policies.cut_seconds, policies.war_tie_seconds, policies.step_seconds) == (20, 20, 60)
    assert (policies.seats_per_player, policies.gaming_day_hour) == (1, 6)
    assert (policies.no_answer.value, policies.war_rebuy) == ("surrender", True)
    assert (house.cards.cut_min_cards, house.cards.batch_decks_min) == (10, 12)
    assert str(house.cards.cutting_card_from_back) == "1/4"


@pytest.mark.parametrize(
    ("paid_on", "tied", "lost", "step"),
    [
        ("war_wager", "2:1", "1/2", 2),
        ("war_wager", "2:1", "1/3", 3),
        ("war_wager", "3:2", "1/5", 10),  # halves and fifths
        ("both_wagers", "3:2", "1/5", 5),  # 3:2 on two equal wagers is whole
        ("both_wagers", "4:3", "1/5", 15),
    ],
)
def test_the_smallest_first_wager_that_can_always_be_paid(
    paid_on: str, tied: str, lost: str, step: int
) -> None:
    house = load_house("skycity")
    war = replace(house.war, paid_on=PaidOn(paid_on), tied_odds=parse_odds(tied))
    surrender = replace(house.surrender, lost=Fraction(lost))
    assert replace(house, war=war, surrender=surrender).first_step == step
