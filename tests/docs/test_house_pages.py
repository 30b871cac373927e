"""Adding a house, the policies and the glossary: their examples work, their names exist.

Planted once and caught: a misspelt field in the example, a step of 100 in it (no payable half), a
field of the schema left out of the table, a policy that names a field that no house has.
"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest

from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.houses.house import (
    CardRules,
    DealRules,
    Limits,
    Policies,
    Posted,
    SurrenderRules,
    TieRules,
    WagerRules,
    WarRules,
)
from casinowar.outcomes import Outcome
from casinowar.rulebook import clauses
from casinowar.table.commands import Role
from tests.playthroughs.stories import stories

DOCS = Path(__file__).parents[2] / "docs"
RECIPE = (DOCS / "adding-a-house.md").read_text(encoding="utf-8")
POLICIES = (DOCS / "policies.md").read_text(encoding="utf-8")
GLOSSARY = (DOCS / "glossary.md").read_text(encoding="utf-8")
SECTIONS = {
    "cards": CardRules,
    "wagers": WagerRules,
    "deal": DealRules,
    "surrender": SurrenderRules,
    "war": WarRules,
    "tie": TieRules,
    "limits": Limits,
    "policies": Policies,
    "posted": Posted,
}


def example() -> str:
    """The house file that the recipe shows."""
    [block] = re.findall(r"^   ```toml\n(.*?)^   ```", RECIPE, re.M | re.S)
    return dedent(block)


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """The recipe's house, written where the reader would write it."""
    monkeypatch.chdir(tmp_path)
    Path("harbour.toml").write_text(example(), encoding="utf-8")
    return load_house("harbour.toml")


# --- the recipe -----------------------------------------------------------------------------------


def test_the_recipe_is_numbered_from_one_to_eight() -> None:
    assert re.findall(r"^(\d)\. \*\*", RECIPE, re.M) == [str(number) for number in range(1, 9)]


def test_the_example_house_is_read_as_written(harbour: House) -> None:
    assert (harbour.name, harbour.cards.decks_allowed) == ("harbour", (8,))
    assert str(harbour.tie.ladder[0]) == "11:1"
    assert harbour.cites.war_burn == "HC 7"
    assert harbour.cites.opening_burn == "policy, as WI g1"


@pytest.mark.usefixtures("harbour")
def test_the_check_of_the_example_prints_what_the_recipe_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = re.search(r"^   \$ casinowar house check harbour.toml\n   (.*)$", RECIPE, re.M)
    assert found is not None
    assert main(["house", "check", "harbour.toml"]) == 0
    assert capsys.readouterr().out.rstrip() == found[1]


@pytest.mark.usefixtures("harbour")
@pytest.mark.parametrize("command", [["house", "show"], ["odds", "--house"]])
def test_its_sheet_and_odds_can_be_read(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "harbour.toml"]) == 0
    assert "11:1" in capsys.readouterr().out


def test_a_broken_example_is_refused(harbour: House) -> None:
    path = Path("harbour.toml")
    for good, bad in (("step = 200", "step = 100"), ("decks = 8", "deks = 8")):
        path.write_text(example().replace(good, bad, 1), encoding="utf-8")
        with pytest.raises(InputError):
            load_house("harbour.toml")
    assert harbour.name == "harbour"


def test_every_playthrough_that_it_needs_can_be_told(harbour: House) -> None:
    told = {name: story(harbour) for name, story in stories(harbour).items()}
    assert "HC 7" in told["war-won"]
    assert "€" in told["win"]


# --- every field ----------------------------------------------------------------------------------


def documented() -> set[str]:
    """The fields of the recipe's table."""
    return set(re.findall(r"^\| `([a-z_.*]+)` \|", RECIPE, re.M))


def test_the_table_lists_every_field_of_the_schema_and_no_other() -> None:
    schema = {"format", "side_bets", "cites.*", "tie.odds"}
    schema |= {field.name for field in fields(House)} - {*SECTIONS, "side_bets", "cites"}
    for section, kind in SECTIONS.items():
        schema |= {f"{section}.{field.name.removesuffix('_cents')}" for field in fields(kind)}
    assert documented() == schema


@pytest.mark.parametrize("field", ["cards.decks", "war.burn_pattern", "limits.step", "title"])
def test_a_field_that_the_table_calls_required_is_required(field: str, harbour: House) -> None:
    assert re.search(rf"^\| `{re.escape(field)}` \| .* \| – \|$", RECIPE, re.M)
    name = field.rpartition(".")[2]
    text = re.sub(rf"^{name} = .*\n", "", example(), flags=re.M)
    Path("harbour.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"{re.escape(field)}: is missing"):
        load_house("harbour.toml")
    assert harbour.name == "harbour"


# --- policies and glossary ------------------------------------------------------------------------


def test_the_page_of_policies_has_all_fourteen_in_order() -> None:
    numbered = [citation for citation in clauses() if citation.startswith("policy")]
    headings = re.findall(r"^## (\d+)\. ", POLICIES, re.M)
    assert [f"policy {number}" for number in headings] == numbered


def test_each_policy_names_the_fields_that_set_it() -> None:
    house = load_house("wisconsin")
    for section in POLICIES.split("\n## ")[1:]:
        named = re.findall(r"`([a-z]+)\.([a-z_]+)`", section)
        assert named or "The same at every house." in section
        for part, field in named:
            rules = getattr(house, part)  # amounts say their unit in the library, not in the file
            assert hasattr(rules, field) or hasattr(rules, f"{field}_cents"), f"{part}.{field}"


def test_the_glossary_gives_each_word_one_meaning_in_order() -> None:
    words = [row.split(" | ")[0][2:] for row in GLOSSARY.splitlines() if row.startswith("| ")][2:]
    assert words == sorted(words, key=str.lower)
    each = [word for entry in words for word in entry.split(", ")]
    assert len(set(each)) == len(each)


def test_the_glossary_knows_the_words_of_the_game_and_of_the_code() -> None:
    entries = {row.split(" | ")[0][2:] for row in GLOSSARY.splitlines() if row.startswith("| ")}
    words = {word for entry in entries for word in entry.split(", ")}
    for word in ("house", "seat", "shoe", "rack", "burn", "cutting card", "initial wager",
                 "Tie wager", "war wager", "surrender", "stand-off"):  # fmt: skip
        assert word in words
    for role in set(Role) - {Role.PLAYER}:
        assert role.value in words
    for outcome in Outcome:
        last = outcome.value.rpartition("_")[2]
        assert last in GLOSSARY, f"the glossary's outcomes lack {outcome}"
