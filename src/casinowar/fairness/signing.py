"""The house's signature on the heads of its logs: Ed25519, with a key file of its own."""

from __future__ import annotations

from base64 import b64encode
from time import monotonic
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casinowar.fairness.keyfile import KeyFile
from casinowar.fairness.proof import handover_text, head_text
from casinowar.fairness.secret import Secret

LOOK_SECONDS = 1.0  # between two looks at the file of keys


class SignedHead(NamedTuple):
    """A head that the house has signed; it stands for the first ``size`` events of a log."""

    size: int
    hash: str  # in base64
    key: str  # the public key, in hexadecimal digits
    signature: str  # in base64

    def line(self) -> dict[str, Any]:
        """The head as a line of an export."""
        return {
            "head": self.hash,
            "size": self.size,
            "key": self.key,
            "signature": self.signature,
        }


class Signer:
    """Signs heads with the newest signing key. Each key is signed by the one before it."""

    __slots__ = ("_keys", "_look_at", "_ready", "_secret")

    def __init__(self, keys: KeyFile) -> None:
        self._keys = keys
        self._secret: Secret | None = None
        self._look_at = 0.0
        self._ready: tuple[Ed25519PrivateKey, str] | None = None

    def public_keys(self) -> list[dict[str, Any]]:
        """Every public key, the newest last, each later one signed by the one before it."""
        found = list[dict[str, Any]]()
        before: Ed25519PrivateKey | None = None
        for secret in self._keys.all:
            private = Ed25519PrivateKey.from_private_bytes(secret.reveal())
            key = _public(private)
            signed = None if before is None else _base64(before.sign(handover_text(key)))
            found.append({"key": key} if signed is None else {"key": key, "signature": signed})
            before = private
        return found

    @property
    def key(self) -> str:
        """The public key of the newest signing key."""
        return self._newest()[1]

    def sign(self, origin: str, size: int, head: bytes) -> SignedHead:
        """The signed head of a log with this number of events."""
        private, key = self._newest()
        signature = private.sign(head_text(origin, size, head))
        return SignedHead(size, _base64(head), key, _base64(signature))

    def _newest(self) -> tuple[Ed25519PrivateKey, str]:
        """The newest key and its public key; the file is checked now and then."""
        now = monotonic()
        if self._ready is None or now >= self._look_at:
            secret, self._look_at = self._keys.newest, now + LOOK_SECONDS
            if self._ready is None or secret is not self._secret:
                private = Ed25519PrivateKey.from_private_bytes(secret.reveal())
                self._secret, self._ready = secret, (private, _public(private))
        return self._ready


def _public(private: Ed25519PrivateKey) -> str:
    return private.public_key().public_bytes_raw().hex()


def _base64(data: bytes) -> str:
    return b64encode(data).decode("ascii")
