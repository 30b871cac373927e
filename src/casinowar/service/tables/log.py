"""The log of a table with sealed shoes: the running head of its events, and what signs it.

A head is kept with every snapshot, so that the log is never read from its beginning. A table whose
shoes are not sealed has no log: its head is empty and stays so.
"""

from __future__ import annotations

from collections.abc import Iterable

from casinowar.fairness.proof import first_head, next_head
from casinowar.fairness.signing import SignedHead, Signer

OVERDUE_MS = 24 * 3_600_000  # after its last card the seed of a shoe has to be shown


def head_after(head: bytes, bodies: Iterable[bytes]) -> bytes:
    """The head after some more events."""
    if head:
        for body in bodies:
            head = next_head(head, body)
    return head


class TableLog:
    """Names the log of one table, and signs its heads."""

    __slots__ = ("_last", "_signer", "origin")

    def __init__(self, origin: str, signer: Signer) -> None:
        self.origin, self._signer = origin, signer
        self._last: SignedHead | None = None

    @property
    def first_head(self) -> bytes:
        """The head before the first event."""
        return first_head(self.origin)

    @property
    def key(self) -> str:
        """The public key that signs now."""
        return self._signer.key

    def public_keys(self) -> list[dict[str, str]]:
        """Every public key, the newest last, each later one signed by the one before it."""
        return self._signer.public_keys()

    def signed(self, size: int, head: bytes) -> SignedHead:
        """The head after so many events, signed once for everybody."""
        last = self._last
        if last is None or last.size != size or last.key != self._signer.key:
            last = self._last = self._signer.sign(self.origin, size, head)
        return last
