"""Sessions: signed-in browsers and programs, each known by a secret token.

The store keeps the SHA-256 digest of a token, never the token. A session lasts 30 days from its
last use. When one ends, ``PersonNews`` announces its person, here and in other processes, and
their sockets call ``still_valid``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256

from casinowar.service.cache import Cache
from casinowar.service.money.play_today import DAY_MS, MINUTE_MS
from casinowar.service.people.changes import EVERYBODY, PersonNews
from casinowar.service.ports import Clock, Ids
from casinowar.service.refusals import ServiceCode, ServiceRefused, refused
from casinowar.store import Store
from casinowar.store.interface import Document, SessionRow
from casinowar.store.store import ENDED_SESSION

TOKEN_MAX = 200
CACHED = 50_000
HOUR_MS = 60 * MINUTE_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """How long sessions last."""

    lasts_ms: int = 30 * DAY_MS
    renewed_after_ms: int = HOUR_MS  # at most one write an hour for a session in use
    cached_ms: int = 30_000  # how long a session ended elsewhere can stay valid if the news is lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One signed-in client."""

    digest: bytes
    person: str
    created_ms: int
    expires_ms: int
    renewed: bool = False  # this use made it last longer: send the cookie again


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place where a person is signed in, without the token and its digest."""

    id: str
    client: str  # in a few words; "": not known
    since_ms: int
    used_ms: int  # to the hour: as often as a session in use is written
    here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A new session and its token, which cannot be read again."""

    token: str
    session: Session

    def __repr__(self) -> str:
        return f"Started({self.session!r})"


class Sessions:
    """All sessions of the service."""

    def __init__(
        self, store: Store, clock: Clock, ids: Ids, news: PersonNews, settings: SessionSettings
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._settings = settings
        self._news = news
        self._cache: Cache[bytes, SessionRow] = Cache(CACHED, owner=lambda row: row.person)
        news.listen(self._forget)

    async def start(self, person: str, client: str = "") -> Started:
        """Sign a person in; ``client`` describes the browser or program in a few words."""
        now_ms = self._clock.now_ms()
        token = self._ids.token()
        expires_ms = now_ms + self._settings.lasts_ms
        row = SessionRow(
            digest=digest_of(token),
            person=person,
            created_ms=now_ms,
            expires_ms=expires_ms,
            client=client,
        )
        await self._store.add_session(row)
        return Started(token=token, session=_session(row))

    async def find(self, token: str | None) -> Session:
        """The session of a token, extended by this use; refused if there is none."""
        if not token or len(token) > TOKEN_MAX:
            raise refused(ServiceCode.NO_SESSION, "You are not signed in.")
        now_ms = self._clock.now_ms()
        row = await self._row(digest_of(token))
        if row is None:
            raise _ended(await self.why_ended(token))
        if row.expires_ms <= now_ms:
            raise _ended()
        expires_ms = now_ms + self._settings.lasts_ms
        if expires_ms - row.expires_ms < self._settings.renewed_after_ms:
            return _session(row)
        self._cache.forget(row.digest)
        if not await self._store.extend_session(row.digest, expires_ms):
            raise _ended()
        return replace(_session(row), expires_ms=expires_ms, renewed=True)

    async def still_valid(self, session: Session) -> bool:
        """Whether a session found earlier is still valid: neither ended nor expired."""
        row = await self._read(session.digest)
        return row is not None and self._clock.now_ms() < row.expires_ms

    async def end(self, session: Session) -> None:
        await self._end(session.person, [session.digest])

    async def places(self, session: Session) -> list[Place]:
        """All places where the person is signed in: this session first, then by last use."""
        now_ms = self._clock.now_ms()
        rows = await self._store.sessions(session.person)
        found = [
            Place(
                id=_public_id(row.digest),
                client=row.client,
                since_ms=row.created_ms,
                used_ms=max(row.created_ms, row.expires_ms - self._settings.lasts_ms),
                here=row.digest == session.digest,
            )
            for row in rows
            if row.expires_ms > now_ms
        ]
        return sorted(found, key=lambda place: (not place.here, -place.used_ms))

    async def end_place(self, session: Session, place: str) -> None:
        """Sign the person out at one place; refused if they are not signed in there."""
        rows = await self._store.sessions(session.person)
        found = [row.digest for row in rows if _public_id(row.digest) == place]
        if not found:
            raise refused(ServiceCode.NO_SUCH_SESSION, "You are not signed in there any more.")
        await self._end(session.person, found)

    async def end_elsewhere(self, session: Session) -> None:
        """Sign the person out of all clients but this one."""
        rows = await self._store.sessions(session.person)
        await self._end(
            session.person, [row.digest for row in rows if row.digest != session.digest]
        )

    async def _end(self, person: str, digests: Iterable[bytes]) -> None:
        for digest in digests:
            await self._store.end_sessions(person, digest)
        await self._news.announce(person)

    async def why_ended(self, token: str | None) -> str:
        """Why staff ended the session of a token, as its person is told; empty: they did not."""
        if not token or len(token) > TOKEN_MAX:
            return ""
        ended = await self._store.document(ENDED_SESSION, digest_of(token).hex())
        return "" if ended is None else str(ended.body["why"])

    async def end_everywhere(self, person: str, why: str = "") -> None:
        """Sign a person out of all clients; if staff did it, these can still ask ``why``."""
        now_ms = self._clock.now_ms()
        for row in await self._store.sessions(person) if why else ():
            await self._store.keep_document(
                Document(
                    kind=ENDED_SESSION,
                    id=row.digest.hex(),
                    at_ms=now_ms,
                    owner=person,
                    body={"why": why},
                )
            )
        await self._store.end_sessions(person)
        await self._news.announce(person)

    def _forget(self, person: str) -> None:
        if person == EVERYBODY:
            self._cache.forget_all()
        else:
            self._cache.forget_owner(person)

    async def _row(self, digest: bytes) -> SessionRow | None:
        now_ms = self._clock.now_ms()
        known = self._cache.get(digest, now_ms - self._settings.cached_ms)
        return known if known is not None else await self._read(digest)

    async def _read(self, digest: bytes) -> SessionRow | None:
        now_ms, forgotten = self._clock.now_ms(), self._cache.forgotten
        row = await self._store.session(digest)
        if row is not None:
            self._cache.keep(digest, row, now_ms, forgotten)
        return row


def digest_of(token: str) -> bytes:
    """The stored digest of a token; tokens are random, so no slow hash is needed."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def _public_id(digest: bytes) -> str:
    """An id of a session that its person may see; it cannot be used to sign in."""
    return sha256(b"session " + digest).hexdigest()[:16]


def _session(row: SessionRow) -> Session:
    return Session(
        digest=row.digest,
        person=row.person,
        created_ms=row.created_ms,
        expires_ms=row.expires_ms,
    )


def _ended(why: str = "") -> ServiceRefused:
    words = why or "Your session has ended: sign in again."
    return refused(ServiceCode.SESSION_ENDED, words)
