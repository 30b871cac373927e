"""Secrets of 32 bytes: seeds and keys."""

from __future__ import annotations

import hmac
from typing import NoReturn

from casinowar.errors import InputError

SECRET_BYTES = 32


class Secret:
    """A seed or a key. It never appears in a ``repr``, a pickle or an error.

    >>> Secret(bytes(32))
    Secret(...)
    """

    __slots__ = ("_value",)

    def __init__(self, value: bytes) -> None:
        if len(value) != SECRET_BYTES:
            raise InputError("secret", f"{len(value)} bytes, not {SECRET_BYTES}")
        self._value = bytes(value)

    def reveal(self) -> bytes:
        """The bytes themselves, to compute with. Never show them."""
        return self._value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(self._value, other._value)

    def __repr__(self) -> str:
        return "Secret(...)"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise never_copied(self)


def never_copied(thing: object) -> TypeError:
    """The error for an attempt to pickle or copy something that holds a secret."""
    return TypeError(f"{type(thing).__name__} holds a secret and is never pickled or copied")
