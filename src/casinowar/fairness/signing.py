"""Messages between the processes of one service that nobody else can make.

Whoever may connect to the database, if only to read it, can send a notification. The sealing keys
are outside of the database, and every process of the service has them.
"""

from __future__ import annotations

import hmac

from casinowar.errors import InputError
from casinowar.fairness.encoding import mac
from casinowar.fairness.keyfile import KeyFile, key_id
from casinowar.fairness.secret import Secret

_TAG = "between-processes"


class Signer:
    """Signs texts with the newest sealing key; knows the texts signed with any of them."""

    __slots__ = ("_derived", "_keys")

    def __init__(self, keys: KeyFile) -> None:
        self._keys = keys
        self._derived = dict[bytes, Secret]()  # by the sealing key's id

    def sign(self, text: str) -> str:
        """A text with the id of a key, and a code that only whoever has the key can make."""
        name = key_id(self._keys.newest)
        return f"{name.hex()} {self._code(name, text)} {text}"

    def text(self, message: str) -> str | None:
        """The text of a signed message; None if it was not signed with one of the keys."""
        name, _, rest = message.partition(" ")
        code, _, text = rest.partition(" ")
        try:
            right = self._code(bytes.fromhex(name), text)
        except (InputError, ValueError):
            return None
        return text if hmac.compare_digest(right.encode(), code.encode()) else None

    def _code(self, name: bytes, text: str) -> str:
        key = self._derived.get(name)
        if key is None:
            key = self._derived[name] = Secret(mac(self._keys.key(name), _TAG))
        return mac(key, _TAG, text.encode()).hex()
