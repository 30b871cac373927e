"""Postings, each one leg of a movement of money, and the balances they add up to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Posting(NamedTuple):
    """One leg of a movement. The legs of a movement add up to zero.

    A named tuple, because every command makes several postings: it is built three times as fast
    as a frozen dataclass.
    """

    account: str
    cents: int  # negative: out of the account
    kind: str  # why money moved: a ``Kind``
    version: int = 0  # the version of its event; 0: none


def balances(postings: Iterable[Posting]) -> dict[str, int]:
    """The balance of each account after these postings, in cents."""
    held: dict[str, int] = {}
    for posting in postings:
        held[posting.account] = held.get(posting.account, 0) + posting.cents
    return held
