"""The rows, writes and queries of a ``store.Store``.

A table is a stream of events numbered from 1. ``write`` puts everything that one command did into
one transaction: events, postings, the answer to the command, finished rounds, seeds. Everything is
durable when ``write`` returns, and no client is told anything before that.

Times are milliseconds since 1970, UTC. Ids and times are made by the caller.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from casinowar.ledger import Posting

Json = dict[str, Any]


class StoreError(Exception):
    """The database failed. A write that was under way may or may not have been stored.

    ``reason`` is safe to log: it holds no value from a query or a write.
    """

    def __init__(self, words: str, reason: str = "") -> None:
        super().__init__(words)
        self.reason = reason


def require_format(what: str, data: Json, known: int) -> None:
    """Raise StoreError if a JSON object of the database has a newer format than ``known``."""
    if data.get("format", 1) > known:
        words = f"a {what} in the database was written by a newer casinowar: use that version"
        raise StoreError(words, words)


class DamagedError(StoreError):
    """The database itself is damaged."""


# --- what is kept ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table of the service: its id, its settings, and the rules it is played under."""

    table: str
    created_ms: int
    owner: str  # the person who made the table; empty: the service itself
    settings: Json
    rules: str  # their digest, for ``Store.rules``
    share_id: str = ""  # names the rounds of a private table, whose own id is a secret

    @property
    def rounds_name(self) -> str:
        """The first part of the ids of the table's rounds, before a hyphen and the number.

        Anybody who has the id of a private table can sit down there, so its rounds have a random
        name. A name derived from the id would reveal the id, because all ids of words can be tried.
        """
        return self.share_id or self.table


class StoredEvent(NamedTuple):
    """One event of a table, as it is written on the wire, and who caused it.

    The command that was carried out is kept with the first event it led to (``given``), as JSON;
    later events without a command follow from the same one. So the commands of a table, including
    those that the table gave itself, can be read in order with its events.
    """

    version: int  # its number in the stream, from 1
    at_ms: int
    actor: str  # the person; empty: the table itself, by automation or policy
    command: str  # the id of the command; empty: there was none
    reason: str  # given by the floor; empty: none was needed
    given: bytes  # the command, if this is its first event
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a command; a repeated command always gets the same bytes."""

    person: str
    command: str  # the id, made by the client
    digest: bytes  # of the command's body and its table
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow:
    """One hand of a finished round."""

    seat: int
    person: str
    outcome: str
    wagered_cents: int
    returned_cents: int
    detail: Json  # the name; cards; choice; chips after it; per wager: staked and returned


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """One finished round of a table, for searches."""

    round: int
    first_version: int  # of its "no more bets"
    last_version: int  # of its last event
    at_ms: int
    day: str  # the gaming day
    rules: str
    decks: int
    shoe: int  # its number
    voided: bool
    dealer: str  # the dealer's cards
    hands: tuple[HandRow, ...]


class Stage(IntEnum):
    """The stage of a sealed shoe."""

    COMMITTED = 1
    LOADED = 2
    REVEALED = 3


class ShoeStep(NamedTuple):
    """A stage that a sealed shoe has reached, for searches."""

    shoe: int
    stage: int
    version: int  # of the event
    at_ms: int
    contributors: int = 0  # players who opened a value, when the shoe is loaded
    withheld: int = 0  # players who sealed a value and did not open it


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A significant event, kept for staff to search."""

    at_ms: int
    kind: str
    table: str = ""
    round: int = 0
    person: str = ""  # the person concerned
    actor: str = ""  # the person who acted
    data: Json = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """The sealed seed of one shoe."""

    shoe: int
    stream: str  # the history that it was made in: ``Store.stream`` at that time
    sealed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A table as it was after ``version`` events."""

    version: int
    body: bytes
    head: bytes = b""  # of its log; empty: its shoes are not sealed


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A person. ``version`` is 1 for a new person and rises by one with each change.

    A write is a Conflict unless the version of its person is one above the stored one.
    """

    person: str
    name: str
    version: int
    created_ms: int
    data: Json  # kind, roles, limits, exclusion, age; nothing secret
    sign_in: str | None = None  # the unique name to sign in with; None: a guest
    passphrase: str | None = None  # its argon2id hash


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """A signed-in browser or program, known by the digest of its token."""

    digest: bytes
    person: str
    created_ms: int
    expires_ms: int
    client: str = ""  # the browser or program, in a few words


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document apart from the tables: a call for the floor, a dispute, progress at school.

    Its kind and its id identify it. The module that keeps a kind defines the body; the other
    columns are for searches. ``version`` is 1 for a new document and rises by one with each change.
    """

    kind: str
    id: str
    at_ms: int  # the beginning; lists are in this order
    table: str = ""  # empty: about no table
    owner: str = ""  # a person; empty: nobody
    state: str = ""
    version: int = 1
    body: Json = field(default_factory=dict[str, Any])


# --- one transaction ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """Everything that one command does. All of it is written, or nothing."""

    table: str = ""  # empty: no table is concerned, and there are no events
    expected: int = 0  # the version of the table that the command was decided on
    at_ms: int
    events: tuple[StoredEvent, ...] = ()
    postings: tuple[Posting, ...] = ()
    answer: Answer | None = None
    rounds: tuple[RoundRow, ...] = ()
    notes: tuple[Note, ...] = ()
    seeds: tuple[Seed, ...] = ()
    shoe_steps: tuple[ShoeStep, ...] = ()
    snapshot: Snapshot | None = None
    person: PersonRow | None = None  # a new person, or a change of one
    settings: TableRow | None = None  # the table with the settings it has from now on
    once: str = ""  # a key that can be used once for ever, e.g. "refill/p_x/2026-11-16T03"
    home: str = ""  # the process that has the table open; empty: any process may write
    unchanged: tuple[tuple[str, int], ...] = ()  # persons and the versions they must still have


@dataclass(frozen=True, slots=True)
class Written:
    """The write is durable."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else wrote first: the table or a person has another version."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Another process has opened the table meanwhile; nothing is written."""


@dataclass(frozen=True, slots=True)
class Short:
    """An account that may not be negative would become negative; nothing is written."""

    account: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The command id was used before, and this is its answer; nothing is written."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Used:
    """The ``once`` key, or the sign-in name, is taken; nothing is written."""


Outcome = Written | Conflict | Moved | Short | Answered | Used


# --- questions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One posting as a statement shows it."""

    number: int  # of the posting, ascending
    at_ms: int
    account: str
    cents: int
    balance_cents: int  # of the account after it
    kind: str
    table: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountSums:
    """Sums posted to an account, by kind, and the number of the newest of these postings."""

    sums: dict[str, int]
    last: int  # 0: there was none


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRow:
    """An account of a person: its name ends with a slash and the person's id."""

    account: str
    balance_cents: int
    moved_ms: int  # when its newest posting was made


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person with the balances of their accounts and the sums of the rounds they played."""

    person: PersonRow
    balances: dict[str, int]
    rounds: int = 0
    wagered_cents: int = 0
    returned_cents: int = 0
    last_round_ms: int = 0  # 0: there was none


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuery:
    """Which tables to find: public tables, and some private tables.

    Only its owner finds a table that is closed for good.
    """

    private_of: str | None = ""  # the owner of private tables to find; None: all owners
    after: str = ""  # the id of the last one shown
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundQuery:
    """Which rounds to find; a field that is None does not restrict the search."""

    table: str | None = None
    person: str | None = None
    outcome: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None  # exclusive
    wagered_min_cents: int | None = None  # of one hand
    returned_min_cents: int | None = None
    before: tuple[int, str, int] | None = None  # (at_ms, table, round) of the last one shown
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundShoe:
    """A sealed shoe that was loaded."""

    contributors: int
    withheld: int
    revealed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenShoe:
    """A sealed shoe whose seed is not revealed, and when a card was last dealt from it."""

    table: str
    shoe: int
    last_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRound:
    """A finished round with its table."""

    table: TableRow
    round: RoundRow
    shoe: FoundShoe | None = None  # if it was sealed


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSums:
    """Hands with the same rules and outcome, with or without a Tie wager."""

    rules: str
    outcome: str
    tie: bool  # a Tie wager was made, on the first deal or on the war deal
    hands: int
    wagered_cents: int
    returned_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSums:
    """One kind of wager under the same rules and decks, over many rounds.

    The hands of a round share the dealer's cards, so squares and products are those of whole
    rounds: of the net, the stake, and the stake of hands that were surrendered.
    """

    table: str  # "": of all tables together
    rules: str
    decks: int
    wager: str  # "initial" includes the war; otherwise as in the detail of a hand
    alone: bool  # of hands without a first wager, whose outcome is "none"
    rounds: int
    hands: int  # in which the wager was made
    staked_cents: int
    returned_cents: int
    stake_cents: int  # the same without war wagers
    surrendered_cents: int  # the part of ``stake_cents`` in hands with the outcome "surrender"
    net_net: float
    net_stake: float
    net_surrendered: float
    stake_stake: float
    stake_surrendered: float
    surrendered_surrendered: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteQuery:
    """Which significant events to find, newest first."""

    kind: str | None = None
    table: str | None = None
    person: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    before: int | None = None  # the number of the last one shown
    limit: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundNote:
    """A significant event with its number."""

    number: int
    note: Note


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentQuery:
    """Which documents of one kind to find, newest first; None does not restrict the search."""

    kind: str
    table: str | None = None
    owner: str | None = None
    state: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    before: tuple[int, str] | None = None  # (at_ms, id) of the last one shown
    limit: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A contradiction in the database."""

    where: str
    what: str


# --- news -----------------------------------------------------------------------------------------


MISSED = "missed"  # messages may have been lost: read the database again
NEWS_MAX_BYTES = 200  # of a message
