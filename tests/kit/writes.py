"""Writes for tests of stores and of what stands on them."""

from __future__ import annotations

from collections.abc import Sequence

from casinowar.ledger import Posting
from casinowar.store import Store
from casinowar.store.interface import (
    Answer,
    Document,
    HandRow,
    PersonRow,
    RoundRow,
    Seed,
    SessionRow,
    StoredEvent,
    TableRow,
    Write,
    Written,
)

RULES = {"name": "a house", "decks": 6}
HOUR_MS = 3_600_000


async def add_table(
    store: Store, table: str = "t1", created_ms: int = 1, share_id: str = ""
) -> TableRow:
    """A new table with the seeds of two shoes."""
    row = TableRow(
        table=table,
        created_ms=created_ms,
        owner="",
        settings={"speed": "slow"},
        rules="digest",
        share_id=share_id,
    )
    seeds = [sealed_seed(1, b"one"), sealed_seed(2, b"two")]
    assert await store.add_table(row, RULES, seeds)
    return row


def sealed_seed(shoe: int, sealed: bytes) -> Seed:
    """The seed of a shoe, as far as a store looks at it."""
    return Seed(shoe=shoe, stream="a-stream", sealed=sealed)


async def as_it_was(_: Store) -> None:
    """Restore a backup without changing anything: what a store must be able to do."""


def event(version: int, body: bytes = b"", *, actor: str = "", at_ms: int = 0) -> StoredEvent:
    """An event that can be told from others by its body."""
    return StoredEvent(
        version=version,
        at_ms=at_ms or 1000 + version,
        actor=actor,
        command=f"command-{version}" if actor else "",
        reason="",
        given=b"",
        body=body or f'{{"event": {version}}}'.encode(),
    )


def events(expected: int, count: int = 1, *, table: str = "t1", at_ms: int = 1000) -> Write:
    """A write of the next events of a table."""
    numbers = range(expected + 1, expected + count + 1)
    return Write(
        table=table, expected=expected, at_ms=at_ms, events=tuple(event(n) for n in numbers)
    )


def transfer(source: str, target: str, cents: int, *, at_ms: int = 1000, once: str = "") -> Write:
    """A write that moves money from one account to another."""
    legs = (Posting(source, -cents, "moved"), Posting(target, cents, "moved"))
    return Write(at_ms=at_ms, postings=legs, once=once)


def grant(person: str, cents: int) -> Write:
    """Play chips for a person."""
    return transfer("grants", f"player/{person}", cents)


def answer(command: str, body: bytes = b"yes", *, person: str = "p_a") -> Answer:
    """The answer to a command."""
    return Answer(person=person, command=command, digest=b"digest-of-" + body, body=body)


def person(name: str, version: int = 1, *, sign_in: str | None = None) -> PersonRow:
    """A person."""
    return PersonRow(
        person=f"p_{name}",
        name=name.title(),
        version=version,
        created_ms=5,
        data={"roles": ["player"], "limits": {}},
        sign_in=sign_in,
        passphrase=None if sign_in is None else "hash",
    )


async def add_persons(store: Store, *names: str) -> None:
    """New persons, who may have accounts."""
    for name in names:
        await written(store, Write(at_ms=1, person=person(name)))


def session(digest: bytes, owner: str, *, created_ms: int = 0) -> SessionRow:
    """A session of an hour."""
    return SessionRow(
        digest=digest, person=owner, created_ms=created_ms, expires_ms=created_ms + HOUR_MS
    )


def document(
    name: str, *, kind: str = "call", at_ms: int = 5, table: str = "", owner: str = ""
) -> Document:
    """A document that can be told from others by its body."""
    return Document(
        kind=kind,
        id=name,
        at_ms=at_ms,
        table=table,
        owner=owner,
        state="open",
        body={"words": f"number {name}"},
    )


def hand(
    owner: str, outcome: str = "won", *, seat: int = 1, wagered: int = 100, returned: int = 200
) -> HandRow:
    """A hand of a finished round."""
    return HandRow(
        seat=seat,
        person=owner,
        outcome=outcome,
        wagered_cents=wagered,
        returned_cents=returned,
        detail={"cards": ["Kh"], "wagers": {"initial": {"staked": wagered, "returned": returned}}},
    )


def finished(
    number: int, hands: Sequence[HandRow], *, at_ms: int, voided: bool = False
) -> RoundRow:
    """A finished round."""
    return RoundRow(
        round=number,
        first_version=1,
        last_version=1,
        at_ms=at_ms,
        day="2026-11-16",
        rules="digest",
        decks=6,
        shoe=1,
        voided=voided,
        dealer="9c",
        hands=tuple(hands),
    )


async def written(store: Store, *writes: Write) -> None:
    """Write one after the other; all must be accepted."""
    for write in writes:
        outcome = await store.write(write)
        assert outcome == Written(), (write, outcome)
