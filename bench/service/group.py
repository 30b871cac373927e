"""One commit of the service, as it was recorded."""

from __future__ import annotations

from typing import NamedTuple

from casinowar.store.group import Batch


class Group(NamedTuple):
    """The rows of a commit, and when the writer began with it and had it durable."""

    began: float
    ended: float
    batch: Batch

    @property
    def commands(self) -> int:
        """How many commands it answers."""
        return len(self.batch.answers)

    @property
    def rows(self) -> int:
        """How many rows it writes."""
        batch = self.batch
        lists = (batch.events, batch.postings, batch.answers, batch.rounds, batch.hand_rows)
        rare = (batch.notes, batch.seeds, batch.snapshots, batch.once)
        changed = (batch.accounts, batch.versions, batch.persons)
        return sum(len(rows) for rows in (*lists, *rare)) + sum(len(rows) for rows in changed)
