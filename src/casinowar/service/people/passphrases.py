"""Passphrases: their length, their strength, and their hashes.

Hashing with argon2id takes tens of milliseconds and as many megabytes on purpose, so it happens in
a few worker threads and never on the loop. A simulation passes a ``Hasher`` of its own.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, TypeVar

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerificationError

from casinowar.service.refusals import ServiceCode, refused, too_many

Result = TypeVar("Result")

LENGTH_MIN = 10
LENGTH_MAX = 200
ESTIMATED_MAX = 64  # characters that are estimated; longer passphrases are hard enough
GUESSES_MIN = 1e6  # common passwords and simple variations of them need fewer
WAITING_MAX = 32  # hashes that may wait for a worker: two seconds of work
WAIT_SECONDS = 2.0


class Hasher(Protocol):
    """Makes and checks the hashes of passphrases."""

    async def hash(self, passphrase: str) -> str:
        """A new hash, with fresh salt."""
        ...

    async def verify(self, hashed: str, passphrase: str) -> bool:
        """Whether the passphrase belongs to the hash."""
        ...

    def is_weak(self, hashed: str) -> bool:
        """Whether the hash was made with less work than one made today."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Argon2Settings:
    """The work that one hash takes."""

    time_cost: int = 3
    memory_kib: int = 65_536
    lanes: int = 4
    workers: int = 2  # hashes at a time, so that a flood of sign-ins cannot take all memory


class Argon2Hasher:
    """Argon2id in worker threads."""

    def __init__(self, settings: Argon2Settings) -> None:
        self._settings = settings
        self._argon2 = PasswordHasher(
            time_cost=settings.time_cost,
            memory_cost=settings.memory_kib,
            parallelism=settings.lanes,
        )
        self._workers = ThreadPoolExecutor(settings.workers, thread_name_prefix="passphrase")
        self._waiting = 0

    async def hash(self, passphrase: str) -> str:
        """A new hash, with fresh salt; refused if too many are waiting."""
        return await self._work(self._argon2.hash, passphrase)

    async def verify(self, hashed: str, passphrase: str) -> bool:
        """Whether the passphrase belongs to the hash; refused if too many are waiting."""
        return await self._work(self._verify, hashed, passphrase)

    async def _work(self, work: Callable[..., Result], *given: str) -> Result:
        if self._waiting >= WAITING_MAX:
            raise too_many("sign-ins at this moment", WAIT_SECONDS)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._workers, work, *given)
        finally:
            self._waiting -= 1

    def is_weak(self, hashed: str) -> bool:
        """Whether the hash was made with less work than one made today."""
        made = extract_parameters(hashed)
        return (
            made.time_cost < self._settings.time_cost
            or made.memory_cost < self._settings.memory_kib
            or made.parallelism < self._settings.lanes
        )

    def close(self) -> None:
        """Let the worker threads end."""
        self._workers.shutdown(wait=False)

    def _verify(self, hashed: str, passphrase: str) -> bool:
        try:
            return self._argon2.verify(hashed, passphrase)
        except (VerificationError, InvalidHashError):
            return False


def checked_passphrase(text: str, *own: str) -> str:
    """A new passphrase as it is hashed, or a refusal; it must not be made of ``own`` names."""
    passphrase = normal(text)
    if len(passphrase) < LENGTH_MIN:
        words = f"A passphrase has at least {LENGTH_MIN} characters."
        raise refused(ServiceCode.PASSPHRASE_TOO_SHORT, words)
    if len(passphrase) > LENGTH_MAX:
        words = f"A passphrase has at most {LENGTH_MAX} characters."
        raise refused(ServiceCode.PASSPHRASE_TOO_LONG, words)
    if guesses_for(passphrase, own) < GUESSES_MIN:
        words = "This passphrase is too easy to guess. Try four unrelated words."
        raise refused(ServiceCode.PASSPHRASE_EASY, words)
    return passphrase


def guesses_for(passphrase: str, own: Sequence[str]) -> float:
    """How many guesses it takes with a list of common passwords and these names."""
    from zxcvbn import zxcvbn

    known = [part for name in own for part in (name, *name.split()) if len(part) > 1]
    return float(zxcvbn(passphrase[:ESTIMATED_MAX], user_inputs=known)["guesses"])


def normal(text: str) -> str:
    """The text in normal form C, which does not depend on the keyboard; always valid UTF-8."""
    return unicodedata.normalize("NFC", text).encode("utf-8", "replace").decode("utf-8")
