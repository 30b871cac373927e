"""What the service needs of a database; SQLite and PostgreSQL provide it.

A table is a stream of events numbered from 1. ``write`` puts everything that one command did into
one transaction: events, postings, the answer to the command, finished rounds, seeds. It is durable
when ``write`` returns, and nothing is ever told to anybody before that.

Times are milliseconds since 1970, UTC. Ids and times are made by the caller.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from casinowar.ledger import Posting
from casinowar.store.totals import HandSums, WagerSums

Json = dict[str, Any]


class StoreError(Exception):
    """The database failed; nothing of what was asked can be relied on to be written.

    ``reason`` can be logged: it holds nothing of what was asked or written.
    """

    def __init__(self, words: str, reason: str = "") -> None:
        super().__init__(words)
        self.reason = reason


def require_format(what: str, data: Json, known: int) -> None:
    """A StoreError if a JSON object of the database has a newer form than is known here."""
    if data.get("format", 1) > known:
        words = f"a {what} of the database was written by a newer casinowar: use that one"
        raise StoreError(words, words)


class DamagedError(StoreError):
    """The database itself is damaged."""


# --- what is kept ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table of the service: its id, its settings, and the rules it is played under."""

    table: str
    created_ms: int
    owner: str  # the person who made it; empty: the service itself
    settings: Json
    rules: str  # the digest of its rules; ``Store.rules`` has them
    share_id: str = ""  # names the rounds of a private table, whose own id is a secret

    @property
    def rounds_name(self) -> str:
        """What the id of each of its rounds begins with, before a hyphen and the number.

        Whoever has the id of a private table can sit down there, so its rounds have a random name.
        One made from the id would give it away: an id of words is short enough to try them all.
        """
        return self.share_id or self.table


class StoredEvent(NamedTuple):
    """One event of a table, as it is written on the wire, and who caused it.

    The command that was carried out is kept with the first event it led to (``given``), as JSON;
    the events after it without one follow from the same command. So the commands of a table are
    read with its events, in order, also those that the table gave itself.
    """

    version: int  # its number in the stream, from 1
    at_ms: int
    actor: str  # the person; empty: the table itself, by automation or policy
    command: str  # the id of the command; empty: there was none
    reason: str  # the floor's; empty: none was needed
    given: bytes  # the command, if this is its first event
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a command; the same command is answered with the same bytes for ever."""

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
    """One finished round of a table, so that it can be found again."""

    round: int
    first_version: int  # its "no more bets", and its last event
    last_version: int
    at_ms: int
    day: str  # the gaming day
    rules: str
    decks: int
    voided: bool
    dealer: str  # the dealer's cards
    hands: tuple[HandRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A significant event: something that staff look for later."""

    at_ms: int
    kind: str
    table: str = ""
    round: int = 0
    person: str = ""  # whom it concerns
    actor: str = ""  # who did it
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A person. ``version`` is 1 for a new one and one more with each change.

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
    client: str = ""  # what it is used with, in a few words


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What people write beside the tables: a call for the floor, a dispute, progress at school.

    Its kind and its id name it. What the body holds is for whoever keeps that kind to say; the
    other columns are there to be searched by. ``version`` is 1 for a new one and one more with each
    change.
    """

    kind: str
    id: str
    at_ms: int  # when it was begun; a list is in this order
    table: str = ""  # empty: it is about no table
    owner: str = ""  # the person whose it is; empty: nobody's
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
    snapshot: Snapshot | None = None
    person: PersonRow | None = None  # a new person, or a change of one
    settings: TableRow | None = None  # the table with the settings it has from now on
    once: str = ""  # a key that can be used once for ever, e.g. "refill/p_x/2026-11-16T03"
    home: str = ""  # the process that has the table open; empty: it does not matter
    unchanged: tuple[tuple[str, int], ...] = ()  # persons, who must still have these versions


@dataclass(frozen=True, slots=True)
class Written:
    """It is durable."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else wrote first: the table has another version, or a person has."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Another process has opened the table since; nothing is written."""


@dataclass(frozen=True, slots=True)
class Short:
    """An account that may not go below zero would have; nothing is written."""

    account: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The command id has been used; this is its answer. Nothing is written."""

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
class AccountRow:
    """An account of a person: its name ends with a slash and the person's id."""

    account: str
    balance_cents: int
    moved_ms: int  # when its newest posting was made


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """Which tables are looked for: public ones, and some private ones."""

    private_of: str | None = ""  # the owner of private ones to be found; None: all of them
    after: str = ""  # the id of the last one shown
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundQuery:
    """Which rounds are looked for; what is None is not asked."""

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
class FoundRound:
    """A finished round with its table."""

    table: TableRow
    round: RoundRow


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteQuery:
    """Which significant events are looked for; newest first."""

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
    """Which documents of one kind are looked for; what is None is not asked. Newest first."""

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
    """Something in the database that cannot be right."""

    where: str
    what: str


class Store(Protocol):
    """A database. Methods raise StoreError if it fails."""

    name: str  # of this process, for as long as it runs: the home of the tables it has open
    stream: str  # the id of this history; a database restored from a backup has another one

    @property
    def hears(self) -> bool:
        """Whether news reaches this process, as far as it can tell."""
        ...

    # writing
    async def write(self, write: Write) -> Outcome:
        """Write in one durable transaction. Writes of different tables share commits.

        Checked in this order: the answer's command id, the home, the expected version, the versions
        of persons, ``once`` and the sign-in name, the balances of accounts that start with
        ``player/``.
        """
        ...

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """Write several as one; after the first that is refused, the others are conflicts."""
        ...

    async def add_table(self, row: TableRow, rules: Json, seeds: Sequence[Seed]) -> bool:
        """Add a table and the rules it is played under; False if the id is taken."""
        ...

    async def add_session(self, row: SessionRow) -> None:
        """Keep a session of a person who exists; those that expired long ago are forgotten.

        Long ago, because a clock that is wrong for a while must not sign everybody out.
        """
        ...

    async def extend_session(self, digest: bytes, expires_ms: int) -> bool:
        """Let a session last longer; False, and nothing changes, if it has been ended."""
        ...

    async def end_sessions(self, person: str, digest: bytes | None = None) -> None:
        """End one session of a person, or all of them."""
        ...

    async def keep_document(self, row: Document) -> bool:
        """Keep a new document or a change of one.

        False, and nothing changes, if somebody else wrote first: the stored version is not the one
        before this, or a new one has an id that is taken.
        """
        ...

    async def probe(self) -> None:
        """Commit something that changes nothing: whether the database can be written."""
        ...

    async def reseal(self, table: str, seeds: Sequence[Seed]) -> None:
        """Replace sealed seeds: by the same ones sealed with another key, or by new ones."""
        ...

    # tables
    async def tables(self) -> Sequence[TableRow]:
        """All tables, the oldest first."""
        ...

    async def find_tables(self, query: TableQuery) -> Sequence[TableRow]:
        """Some tables, the oldest first; none after a table that does not exist."""
        ...

    async def count_tables(self, owner: str) -> int:
        """How many tables somebody has made."""
        ...

    async def table(self, table: str) -> TableRow | None:
        """One table."""
        ...

    async def table_by_share_id(self, share_id: str) -> TableRow | None:
        """The private table whose rounds have this name."""
        ...

    async def rules(self, digest: str) -> Json | None:
        """The rules with this digest."""
        ...

    async def version(self, table: str) -> int:
        """The number of events of a table."""
        ...

    # homes
    async def take_home(self, table: str) -> str:
        """Make this process the home of a table, and say which was before; empty: none.

        What the process before writes from now on is refused as ``Moved``.
        """
        ...

    async def leave(self, tables: Sequence[str]) -> None:
        """Tables that this process has closed have no home; those of other processes are kept."""
        ...

    async def tables_at_home(self) -> set[str]:
        """The tables that this process is the home of."""
        ...

    async def orphans(self) -> Sequence[str]:
        """Tables whose home is a process that no longer runs, if it is this one's turn to look."""
        ...

    async def snapshot(self, table: str) -> Snapshot | None:
        """The newest snapshot of a table."""
        ...

    async def snapshot_before(self, table: str, version: int) -> Snapshot | None:
        """The newest snapshot of a table after at most ``version`` events; all of them are kept."""
        ...

    async def events(self, table: str, after: int, limit: int = 1000) -> Sequence[StoredEvent]:
        """Events with a version above ``after``, in order."""
        ...

    async def last_events(self, tables: Sequence[str]) -> dict[str, bytes]:
        """The body of the last event of each of these tables; those without events are left out."""
        ...

    async def answer(self, person: str, command: str) -> Answer | None:
        """The stored answer to a command of a person."""
        ...

    async def seeds(self, table: str, first: int, last: int) -> Sequence[Seed]:
        """The sealed seeds of these shoes, as far as there are any."""
        ...

    # persons
    async def person(self, person: str) -> PersonRow | None:
        """One person."""
        ...

    async def person_by_sign_in(self, sign_in: str) -> PersonRow | None:
        """The person who signs in with this name."""
        ...

    async def accounts(
        self, prefix: str = "", after: str = "", limit: int = 100
    ) -> Sequence[PersonRow]:
        """Persons whose sign-in name starts with ``prefix``, by that name.

        ``after`` is the last sign-in name shown.
        """
        ...

    async def players(self, after: str = "", limit: int = 100) -> Sequence[PlayerRow]:
        """All persons by their id; ``after`` is the last id shown."""
        ...

    async def session(self, digest: bytes) -> SessionRow | None:
        """A session by the digest of its token."""
        ...

    async def sessions(self, person: str) -> Sequence[SessionRow]:
        """All sessions of a person, also those that have expired, the oldest first."""
        ...

    # money
    async def balance(self, account: str) -> int:
        """The balance of an account; zero if nothing was ever posted to it."""
        ...

    async def balances(self, prefix: str) -> dict[str, int]:
        """The balances of all accounts that start with ``prefix``."""
        ...

    async def accounts_of(self, person: str) -> Sequence[AccountRow]:
        """All accounts of a person, by name, as they were at one moment."""
        ...

    async def last_refill(self, account: str) -> Movement | None:
        """The newest posting of the kind "refill" to an account."""
        ...

    async def statement(
        self, accounts: Sequence[str], since_ms: int, before: int | None = None, limit: int = 200
    ) -> Sequence[Movement]:
        """Movements of these accounts, newest first; ``before`` is the last number shown."""
        ...

    # the record
    async def round(self, table: str, number: int) -> RoundRow | None:
        """One finished round."""
        ...

    async def rounds(self, query: RoundQuery) -> Sequence[FoundRound]:
        """Finished rounds, newest first; a round is found if one of its hands fits."""
        ...

    async def hand_sums(self, query: RoundQuery) -> Sequence[HandSums]:
        """Sums over all hands that fit, whatever the page: by rules, outcome and Tie wager."""
        ...

    async def notes(self, query: NoteQuery) -> Sequence[FoundNote]:
        """Significant events, newest first."""
        ...

    async def document(self, kind: str, name: str) -> Document | None:
        """The document of a kind with this id."""
        ...

    async def documents(self, query: DocumentQuery) -> Sequence[Document]:
        """Documents of a kind, newest first."""
        ...

    async def returns(self, since_ms: int, until_ms: int) -> Sequence[WagerSums]:
        """What was bet and returned in rounds from ``since_ms`` until before ``until_ms``.

        Summed over each round first, then over all rounds with the same rules, decks, wager and
        ``alone``. Hands that are void or were bet with a coupon are left out.
        """
        ...

    # the whole
    async def check(self) -> Sequence[Fault]:
        """What cannot be right, as far as rows show it without being understood."""
        ...

    def news(self) -> AsyncIterator[str]:
        """Messages from other processes on this database; ends with the store.

        They come from ``tell``, or are ``MISSED``: the connection was lost and messages may have
        been. Anybody with access to the database can send them, so they are only a reason to look.
        """
        ...

    async def tell(self, message: str) -> None:
        """Send a short line to the other processes; one that is not listening never gets it."""
        ...

    async def close(self) -> None:
        """Finish what is under way and close."""
        ...


# --- news -----------------------------------------------------------------------------------------


MISSED = "missed"  # messages may have been lost: look at the database again
NEWS_MAX_BYTES = 200  # of a message
