"""Messages between the processes of one service that nobody else can make.

Whoever may connect to the database, if only to read it, can send a notification. The sealing keys
are outside of the database, and every process of the service has them. So may those of another
service, on another database: what is signed is signed for one place.
"""

from __future__ import annotations

import hmac

from casinowar.fairness.encoding import mac
from casinowar.fairness.keyfile import KeyFile, key_id
from casinowar.fairness.secret import Secret

_TAG = "between-processes"


class Signer:
    """Signs texts with the newest sealing key; knows the texts signed with any of them.

    ``place`` is what the processes have in common that are to believe each other.
    """

    __slots__ = ("_derived", "_keys", "place")

    def __init__(self, keys: KeyFile, place: str) -> None:
        self._keys, self.place = keys, place
        self._derived = dict[bytes, Secret]()  # by the sealing key's id

    def sign(self, text: str) -> str:
        """A text with the id of a key, and a code that only whoever has the key can make."""
        name = key_id(self._keys.newest)
        key = self._key(name)
        assert key is not None, "the newest key is known"
        return f"{name.hex()} {_code(key, text)} {text}"

    def text(self, message: str) -> str | None:
        """The text of a signed message; None if it was not signed here with one of the keys."""
        name, _, rest = message.partition(" ")
        code, _, text = rest.partition(" ")
        try:
            key = self._key(bytes.fromhex(name))
        except ValueError:
            return None
        signed = key is not None and hmac.compare_digest(_code(key, text).encode(), code.encode())
        return text if signed else None

    def _key(self, name: bytes) -> Secret | None:
        """The key for this place that follows from a sealing key; None if there is no such one."""
        key = self._derived.get(name)
        if key is None:
            sealing = self._keys.known(name)
            if sealing is None:
                return None
            key = self._derived[name] = Secret(mac(sealing, _TAG, self.place.encode()))
        return key


def _code(key: Secret, text: str) -> str:
    return mac(key, _TAG, text.encode()).hex()
