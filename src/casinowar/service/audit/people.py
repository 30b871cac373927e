"""Stored persons and documents that cannot be read, and chips that nobody granted.

An administrator's grant is one write: two postings, and a note of who gave how much to whom.
Neither is there alone. Whoever is new may get chips with their account; no note tells of those.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from casinowar.ledger import player_account
from casinowar.money import show_cents
from casinowar.service.people.person import person_of
from casinowar.store import row_layout
from casinowar.store.consistent_read import Unreadable, View, notes_of_kind
from casinowar.store.interface import Document, Fault, PersonRow
from casinowar.store.row_layout import Row

PERSONS = (
    "SELECT person, name, version, created_ms, data, sign_in, passphrase FROM persons"
    " ORDER BY person"
)
DOCUMENTS = (
    "SELECT kind, id, at_ms, table_id, owner, state, version, body FROM documents ORDER BY kind, id"
)
# the last column: 1 for the chips with which an account began
GRANTS = (
    "SELECT p.at_ms, a.account, p.cents, CASE WHEN p.at_ms = o.created_ms AND p.number ="
    " (SELECT min(f.number) FROM postings f WHERE f.account = p.account) THEN 1 ELSE 0 END"
    " FROM postings p JOIN accounts a ON a.number = p.account"
    " LEFT JOIN persons o ON o.person = a.holder"
    " WHERE p.kind = 'grant' AND p.cents > 0 ORDER BY p.number"
)


class _Grant(NamedTuple):
    at_ms: int
    account: str
    cents: int


async def people_that_do_not_fit(view: View) -> list[Fault]:
    """Persons and documents that cannot be read; grants and notes of them without each other."""
    persons = [row[0] async for row in view.rows(PERSONS) if not _is_readable(row)]
    found = [Fault(where=f"persons {person}", what="it cannot be read") for person in persons]
    documents = [row[:2] async for row in view.rows(DOCUMENTS) if not _is_document(row)]
    found += [
        Fault(where=f"documents {kind} {name}", what="it cannot be read")
        for kind, name in documents
    ]
    noted, first = await _noted(view), Counter[_Grant]()
    async for *granted, is_first in view.rows(GRANTS):
        grant = _Grant(*granted)
        if is_first:
            first[grant] += grant in noted
        elif noted[grant]:
            noted[grant] -= 1
        else:
            words = f"{show_cents(grant.cents)} was granted, and no note says by whom"
            found.append(Fault(where=grant.account, what=words))
    for grant in noted - first:
        words = f"{show_cents(grant.cents)} is noted as granted, and was not"
        found.append(Fault(where=grant.account, what=words))
    return found


def _is_readable(row: Row) -> bool:
    try:
        person_of(row_layout.kept(PersonRow, row))
    except Exception:  # whatever is wrong with it
        return False
    return True


def _is_document(row: Row) -> bool:
    try:
        row_layout.kept(Document, row)
    except Exception:  # whatever is wrong with it
        return False
    return True


async def _noted(view: View) -> Counter[_Grant]:
    """The grants that notes tell of. One that cannot be read tells of nothing."""
    noted = Counter[_Grant]()
    async for note in notes_of_kind(view, "chips_granted"):
        if not isinstance(note, Unreadable) and isinstance(note.data.get("cents"), int):
            noted[_Grant(note.at_ms, player_account(note.person), note.data["cents"])] += 1
    return noted
