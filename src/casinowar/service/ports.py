"""What the service takes from outside: wall time, fresh ids, and a way to reach a client.

A simulation passes its own, so that a run of the whole service can be repeated from a seed.
Monotonic time is the running loop's: ``asyncio.get_running_loop().time()``.
"""

from __future__ import annotations

import logging
import time
from base64 import b32encode, urlsafe_b64encode
from datetime import datetime
from functools import cache
from importlib.resources import files
from random import Random, SystemRandom
from typing import Protocol

PERSON_LETTERS = 20
TABLE_LETTERS = 8
TOKEN_BYTES = 32
LINK_WORDS = 5  # of 1,024 words each: 50 bits
SHARED = "link-"  # the prefix of share ids
SHARE_BYTES = 16


class Clock(Protocol):
    """Wall time: it labels what happened, and it may jump."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, UTC."""
        ...


class Frame:
    """One message to clients, encoded once; a transport may cache its own form in ``wire``."""

    __slots__ = ("payload", "wire")

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.wire: bytes | None = None


class Channel(Protocol):
    """One client's end of a conversation."""

    def send(self, frame: Frame) -> None:
        """Queue a frame. Never blocks and never raises; after ``close`` nothing is sent."""
        ...

    def close(self, code: int, reason: str) -> None:
        """End the conversation after what is queued. Never blocks and never raises."""
        ...


class SystemClock:
    """The machine's clock."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000


def local_time(at_ms: int) -> datetime:
    """The local time at the house, by which gaming days begin."""
    return datetime.fromtimestamp(at_ms / 1000)  # noqa: DTZ006 - it is local


class Ids:
    """Makes ids and secrets; a seeded ``random`` is for simulations only."""

    def __init__(self, random: Random | None = None) -> None:
        self._random = SystemRandom() if random is None else random

    def person(self) -> str:
        """The id of a new person: ``p_`` and 20 letters."""
        return f"p_{self._letters(PERSON_LETTERS)}"

    def table(self) -> str:
        """The id of a new table: 8 letters."""
        return self._letters(TABLE_LETTERS)

    def token(self) -> str:
        """The secret of a new session: 32 random bytes for a cookie."""
        return urlsafe_b64encode(self._random.randbytes(TOKEN_BYTES)).decode("ascii").rstrip("=")

    def private_link(self) -> str:
        """The secret in the link to a table for friends: words that can be read out."""
        return "-".join(self._random.choice(link_words()) for _ in range(LINK_WORDS))

    def share_id(self) -> str:
        """The name of a private table's rounds, which does not reveal its link."""
        return SHARED + self._random.randbytes(SHARE_BYTES).hex()

    def _letters(self, count: int) -> str:
        """Base32 letters in lower case; each is 5 random bits."""
        return b32encode(self._random.randbytes(count)).decode("ascii").lower()[:count]


@cache
def link_words() -> tuple[str, ...]:
    """The words of links: short, friendly, and not easily mistaken for each other."""
    text = (files("casinowar.service") / "link_words.txt").read_text(encoding="ascii")
    return tuple(text.split())


# --- jumps of the wall clock ----------------------------------------------------------------------


log = logging.getLogger("casinowar.clock")
TOLERANCE_MS = 2_000


class WallClock:
    """Logs and counts jumps of the wall clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen: tuple[float, int] | None = None  # the loop's time and the wall clock's
        self.changes = 0

    def check(self, now: float) -> None:
        """Compare the wall clock with the loop's time since the last call."""
        now_ms, before = self._clock.now_ms(), self._seen
        self._seen = (now, now_ms)
        if before is None:
            return
        jumped_ms = round(now_ms - before[1] - (now - before[0]) * 1000)
        if abs(jumped_ms) > TOLERANCE_MS:
            self.changes += 1
            log.warning("the clock was changed by %d ms", jumped_ms)
