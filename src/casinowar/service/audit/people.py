"""Find persons and documents that cannot be read, and grants of chips without a note.

An administrator's grant is one write: two postings, and a note of the giver, the amount and the
receiver. Neither exists alone. A new account may begin with chips, which have no note.
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


async def check_people(view: View) -> list[Fault]:
    """Persons and documents that cannot be read; grants without notes, and notes without grants."""
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
        words = f"a note says that {show_cents(grant.cents)} was granted, but it was not"
        found.append(Fault(where=grant.account, what=words))
    return found


def _is_readable(row: Row) -> bool:
    try:
        person_of(row_layout.from_row(PersonRow, row))
    except Exception:  # a damaged row can fail in any way
        return False
    return True


def _is_document(row: Row) -> bool:
    try:
        row_layout.from_row(Document, row)
    except Exception:  # a damaged row can fail in any way
        return False
    return True


async def _noted(view: View) -> Counter[_Grant]:
    """The grants that are noted. A note that cannot be read is ignored."""
    noted = Counter[_Grant]()
    async for note in notes_of_kind(view, "chips_granted"):
        if not isinstance(note, Unreadable) and isinstance(note.data.get("cents"), int):
            noted[_Grant(note.at_ms, player_account(note.person), note.data["cents"])] += 1
    return noted
