"""Every built-in house has its playthroughs, and playing them again gives the same text.

Planted once and caught: a deleted golden (washington/win.txt), a changed payout (Wisconsin's won
war at 3:1), a burn left out of the war deal, a story removed from a house's list.
"""

from __future__ import annotations

import re
from difflib import unified_diff

import pytest

from casinowar.houses import House, house_names, load_house
from casinowar.rulebook import find_clause

from .stories import FOLDER, golden, stories

HOUSES = {name: load_house(name) for name in house_names()}
CASES = [(house, story) for house in HOUSES for story in stories(HOUSES[house])]
# a citation closes an event's line after two spaces, or a sentence in brackets
CITED = re.compile(r"(?:  +|\()((?:WA|SC|WI) [a-z0-9]+|policy[ a-zA-Z0-9,]*)\)?$", re.MULTILINE)


@pytest.mark.parametrize(("house", "story"), CASES)
def test_a_playthrough_reads_as_it_did(house: str, story: str) -> None:
    path = golden(HOUSES[house], story)
    assert path.exists(), f"{house} has no {path.name}: run `make goldens` and review it"
    written = path.read_text(encoding="utf-8").splitlines()
    now = stories(HOUSES[house])[story](HOUSES[house]).splitlines()
    difference = "\n".join(unified_diff(written, now, str(path), "now", lineterm=""))
    assert not difference, f"run `make goldens` and review the change:\n{difference}"


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_has_every_playthrough_it_needs_and_no_other(house: str) -> None:
    needed = {
        path.name for path in (golden(HOUSES[house], name) for name in stories(HOUSES[house]))
    }
    found = {path.name for path in (FOLDER / house).glob("*.txt")}
    assert found == needed


def test_no_folder_is_left_of_a_house_that_is_gone() -> None:
    assert {path.parent.name for path in FOLDER.glob("*/*.txt")} == set(HOUSES)


@pytest.mark.parametrize("house", HOUSES)
def test_every_citation_in_a_playthrough_is_a_clause_or_a_policy(house: str) -> None:
    cited = {
        citation
        for path in (FOLDER / house).glob("*.txt")
        for citation in CITED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 20
    for citation in cited:
        find_clause(citation)


# what a house must show whatever else it has; the list of stories may not lose any of these
ALWAYS = {
    "opening", "bets", "win", "lose", "j1-one-face-up", "j1-two-face-up", "j2-drawn-in-error",
    "j3-missed-seat", "round-voided", "void-before-the-deal", "new-dealer", "fill", "idle",
    "idle-newcomer", "pause", "gaming-day", "whole-shoe", "sealed-shoe",
}  # fmt: skip
WARS = {"war-won", "war-tied", "war-lost", "several-wars", "void-after-settled-hands"}


@pytest.mark.parametrize(
    ("house", "also"),
    [
        ("washington", {"surrender", "no-answer"}),
        ("skycity", {"surrender", "tie-alone-wins", "tie-alone-loses"}),
        (
            "wisconsin",
            {"tie-on-the-war-deal-wins", "tie-on-the-war-deal-loses", "j4-shuffler-fault"}
            | {"tie-on-the-war-deal-declined", "tie-on-the-war-deal-by-clock", "stored-batch"}
            | {"idle-with-batches", "two-batches", "coupon-win", "coupon-war"},
        ),
        ("battle-royal", {"j4-shuffler-fault"}),
        ("eleven-to-one", {"side-suited-tie-wins", "side-suited-tie-loses", "tie-alone-wins"}),
        ("no-bonus", {"surrender"}),
        ("ladder-war", {"war-dealt-again", "tie-alone-climbs", "tie-alone-beside-a-war"}),
    ],
)
def test_the_list_of_stories_follows_from_the_houses_data(house: str, also: set[str]) -> None:
    assert set(stories(HOUSES[house])) >= ALWAYS | WARS | also


def test_a_house_without_tie_alone_has_no_story_of_it() -> None:
    def has(house: House) -> bool:
        return "tie-alone-wins" in stories(house)

    told = {name for name, house in HOUSES.items() if has(house)}
    assert told == {"skycity", "eleven-to-one", "ladder-war"}
