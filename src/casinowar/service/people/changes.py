"""News about persons: a person was changed or signed out, here or in another process.

Caches of persons and their sockets listen, and reload the person.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from casinowar.store import Store
from casinowar.store.interface import MISSED, StoreError

Listener = Callable[[str], None]
EVERYBODY = ""  # instead of an id: messages may have been lost, so every person may have changed
_WORD = "person"


class PersonNews:
    """Tells listeners, here and in other processes, which person to reload."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with the id of every changed person, or with EVERYBODY.

        The returned function stops it.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def announce(self, person: str) -> None:
        """Spread the news of a change that is durable."""
        self.here(person)
        # the change itself is durable; other processes reload when their cached copy is too old
        with suppress(StoreError):
            await self._store.tell(f"{_WORD} {person}")

    def heard(self, message: str) -> None:
        """Take a message from another process; messages about other things are ignored."""
        word, _, person = message.partition(" ")
        if word == _WORD and person:
            self.here(person)
        elif message == MISSED:
            self.here(EVERYBODY)

    def here(self, person: str) -> None:
        """Tell the listeners of this process, in the order in which they came."""
        for listener in tuple(self._listeners):
            listener(person)
