"""The rulebook: every clause of the three documents and every house policy, as data.

``rulebook.toml`` lists every id once, with its text in our own words. A citation is read as
``houses.cites`` writes it: ``"WI h6"``, ``"policy 8"``, ``"policy, as WI j1"`` or ``"policy"``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

POLICY = "policy"  # the document of the numbered house policies
_POLICY = re.compile(r"policy(?: ([0-9]+))?(?:, as (.+))?")
_SUB_ID = re.compile(r"([a-z][0-9]+)[ivx]+")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a document, or one numbered house policy."""

    document: str  # "WA", "SC", "WI" or "policy"
    number: str
    text: str
    carried_by: tuple[str, ...]  # events and refusals that carry a clause which nothing cites

    @property
    def citation(self) -> str:
        """The citation in events and refusals."""
        return f"{self.document} {self.number}"


@cache
def clauses() -> Mapping[str, Clause]:
    """Every clause by its citation, in the order of its document.

    >>> clauses()["WI h6"].document
    'WI'
    """
    found = [
        Clause(document, number, text, tuple(part["carried_by"].get(number, ())))
        for document, part in _read().items()
        for number, text in part["clauses"].items()
    ]
    return {clause.citation: clause for clause in found}


def document_title(document: str) -> str:
    """The title of a document, or of the house policies."""
    return str(_read()[document]["title"])


def documents() -> tuple[str, ...]:
    """The documents by their letters, then ``policy``."""
    return tuple(_read())


@cache
def _read() -> dict[str, dict[str, dict[str, str]]]:
    path = Path(__file__).with_name("rulebook.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def known_clause(citation: str) -> Clause | None:
    """The cited clause; None for an unnumbered policy or a house's own document."""
    try:
        return find_clause(citation)
    except ValueError:
        return None


def clause_text(citation: str) -> str | None:
    """The text of the cited clause; None for an unnumbered policy or a house's own document."""
    clause = known_clause(citation)
    return None if clause is None else clause.text


def find_clause(citation: str) -> Clause | None:
    """The cited clause; None for an unnumbered policy.

    An id that is not listed stands for its parent. Raises a ``ValueError`` for an unknown clause.

    >>> find_clause("policy, as WI j1").text[:13]
    'One card foun'
    >>> find_clause("policy") is None
    True
    """
    policy = _POLICY.fullmatch(citation)
    if policy is not None:
        number, followed = policy.groups()
        if number is None and followed is None:
            return None
        citation = f"policy {number}" if number is not None else followed
    document, _, number = citation.partition(" ")
    parent = _SUB_ID.fullmatch(number)
    for known in (number, parent[1] if parent else number):
        clause = clauses().get(f"{document} {known}")
        if clause is not None:
            return clause
    raise ValueError(f"{citation!r} cites no clause of {', '.join(documents())}")
