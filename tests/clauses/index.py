"""The clause index: ``python -m tests.clauses.index`` writes docs/clauses.md anew.

Clause → what it says → the tests named after it → the events and refusals that cite it, gathered
by running those tests. A clause without a test is shown as a HOLE.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from casinowar.rulebook import Clause, clauses, document_title, documents

from .collect import ClauseTest, citing, clause_tests, heard

PAGE = Path(__file__).parents[2] / "docs" / "clauses.md"
HOLE = "**HOLE**"
HEAD = """\
# Clause index

This page is for reviewers and dealers. It lists every clause of the three documents and every house
policy in our own words, with the tests that are named after it, and the events, refusals and house
checks that cite it while these tests run. Names in brackets cite a more specific clause that
includes this one. A clause without a test is shown as HOLE and fails a test.

This page is generated: `make goldens` rewrites it.
"""


def by_clause() -> dict[str, list[ClauseTest]]:
    """The tests of each clause; a sub-clause's tests count for itself alone."""
    found: dict[str, list[ClauseTest]] = defaultdict(list)
    for test in clause_tests():
        for citation in test.citations:
            found[citation].append(test)
    return found


def holes() -> list[str]:
    """The clauses that no test is named after."""
    tests = by_clause()
    return [citation for citation in clauses() if not tests.get(citation)]


def page(cited_by: dict[str, set[str]]) -> str:
    """The whole page, from what cited each clause."""
    return "\n".join(_lines(cited_by)) + "\n"


def _lines(cited_by: dict[str, set[str]]) -> Iterator[str]:
    tests = by_clause()
    yield HEAD.rstrip()
    for document in documents():
        yield f"\n## {document_title(document)}\n"
        yield "| clause | what it says | tests | cited by |"
        yield "| --- | --- | --- | --- |"
        for citation, clause in clauses().items():
            if clause.document == document:
                yield _row(clause, tests.get(citation, []), cited_by.get(citation, set()))


def _row(clause: Clause, tests: list[ClauseTest], cited_by: set[str]) -> str:
    links = [f"[`{test.name}`](../tests/clauses/{test.file})" for test in tests]
    shown = [f"`{name}`" for name in sorted(cited_by)]
    shown += [f"(`{name}`)" for name in clause.carried_by if name not in cited_by]
    return (
        f"| {clause.citation} | {clause.text} | {'<br>'.join(links) or HOLE}"
        f" | {', '.join(shown) or '–'} |"
    )


if __name__ == "__main__":
    PAGE.write_text(page(citing(heard())), encoding="utf-8")
