"""The clause index has no hole and is up to date; whatever is cited is a clause.

Planted once and caught: a clause "WI k1" added to the rulebook (a hole), a renamed test (a page
out of date, and where it was the only one a hole), a house that cites "WI h99".
"""

from __future__ import annotations

import re
from dataclasses import astuple
from difflib import unified_diff

import pytest

from casinowar.houses import house_names, load_house
from casinowar.rulebook import clauses, find_clause
from casinowar.table import Code
from casinowar.table.events import EVENTS

from .collect import citing, heard
from .index import PAGE, by_clause, holes, page

# the documents' own numbering, without Wisconsin's third level
DOCUMENTED = {
    "WA": "1 2 3 4 4a 4b 4c 4ci 4cii 4cii1 4cii1a 4cii1b 4cii1c 4ciii limits paytable",
    "SC": "start aim how surrender war tie limits responsible",
    "WI": "a1 b1 b2 b3 b4 c1 d1 d2 d3 d4 d5 e1 e2 e3 e4 e5 e6 e7 f1 f2 g1 g2 g3 g4 g5"
    " h1 h2 h3 h4 h5 h6 h7 h8 i1 j1 j2 j3 j4",
    "policy": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28",
}
SUB_ID = re.compile(r"[a-z][0-9][ivx]+")
NAMES = {*EVENTS, *(code.value for code in Code), "house check", "shoe check"}


@pytest.fixture(scope="module")
def met() -> dict[str, set[tuple[str, str]]]:
    return heard()


def test_no_clause_is_a_hole() -> None:
    assert holes() == []


def test_the_rulebook_lists_every_clause_of_the_documents_once() -> None:
    listed: dict[str, list[str]] = {document: [] for document in DOCUMENTED}
    for clause in clauses().values():
        if not SUB_ID.fullmatch(clause.number):
            listed[clause.document].append(clause.number)
    assert {document: " ".join(numbers) for document, numbers in listed.items()} == DOCUMENTED


def test_the_page_is_up_to_date(met: dict[str, set[tuple[str, str]]]) -> None:
    written = PAGE.read_text(encoding="utf-8").splitlines()
    now = page(citing(met)).splitlines()
    difference = "\n".join(unified_diff(written, now, "docs/clauses.md", "now", lineterm=""))
    assert not difference, f"run `make goldens` and review the change:\n{difference}"


def test_every_clause_is_an_event_a_refusal_or_carried_by_one(
    met: dict[str, set[tuple[str, str]]],
) -> None:
    cited_by, tests = citing(met), by_clause()
    for citation, clause in clauses().items():
        assert cited_by.get(citation) or clause.carried_by, f"nothing carries {citation}"
        # what is said to carry a clause really happens in a test of that clause
        seen = {name for test in tests[citation] for _, name in met[test.name]}
        not_seen = set(clause.carried_by) - seen
        assert not not_seen, f"no test of {citation} meets {not_seen}"
        assert set(clause.carried_by) <= NAMES


@pytest.mark.parametrize("name", house_names())
def test_every_citation_of_a_house_is_a_clause_or_a_policy(name: str) -> None:
    for citation in astuple(load_house(name).cites):
        find_clause(citation)


def test_every_citation_met_in_the_tests_is_a_clause_or_a_policy(
    met: dict[str, set[tuple[str, str]]],
) -> None:
    for citation, _ in set().union(*met.values()):
        find_clause(citation)


@pytest.mark.parametrize("citation", ["WI h99", "NV 3", "policy 99", "policy, as WI k1", "", "WI"])
def test_what_no_document_has_is_not_found(citation: str) -> None:
    with pytest.raises(ValueError, match="cites no clause"):
        find_clause(citation)


def test_a_sub_id_that_is_not_listed_stands_for_its_parent() -> None:
    found = find_clause("WI h6ii")
    assert found is not None
    assert found.citation == "WI h6"
