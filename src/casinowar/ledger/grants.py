"""Grants of play chips to a person: money that comes from no table."""

from __future__ import annotations

from casinowar.ledger.accounts import GRANTS, player_account
from casinowar.ledger.kinds import GrantKind
from casinowar.ledger.posting import Posting


def grant(person: str, cents: int, kind: GrantKind = "grant") -> tuple[Posting, Posting]:
    """The postings that give a person play chips."""
    if cents <= 0:
        raise ValueError(f"a grant must be more than zero, not {cents}")
    return (
        Posting(account=GRANTS, cents=-cents, kind=kind),
        Posting(account=player_account(person), cents=cents, kind=kind),
    )
