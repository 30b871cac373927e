"""A cache of values read from the store, which forgets a value as soon as it may be stale.

A value whose read overlapped a ``forget`` is not cached: it may be stale.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """At most ``most`` values; the least recently used one is dropped first.

    ``owner`` names the owner of a value, so that all values of one owner can be found at once.
    """

    def __init__(self, most: int, owner: Callable[[Value], str] | None = None) -> None:
        self._most, self._owner = most, owner
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._owned: dict[str, set[Key]] = {}
        self.forgotten = 0  # how often; note it before a read, and pass it to ``keep``

    def get(self, key: Key, since_ms: int) -> Value | None:
        """A value cached at ``since_ms`` or later."""
        found = self._kept.get(key)
        if found is None or found[1] < since_ms:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def keep(self, key: Key, value: Value, at_ms: int, forgotten: int) -> None:
        """Cache a value, unless anything was forgotten since its read began."""
        if forgotten != self.forgotten:
            return
        self._drop(key)
        self._kept[key] = (value, at_ms)
        if self._owner is not None:
            self._owned.setdefault(self._owner(value), set()).add(key)
        if len(self._kept) > self._most:
            self._drop(next(iter(self._kept)))

    def forget(self, key: Key) -> None:
        self.forgotten += 1
        self._drop(key)

    def forget_owner(self, owner: str) -> None:
        self.forgotten += 1
        for key in tuple(self._owned.get(owner, ())):
            self._drop(key)

    def forget_all(self) -> None:
        self.forgotten += 1
        self._kept.clear()
        self._owned.clear()

    def _drop(self, key: Key) -> None:
        found = self._kept.pop(key, None)
        if found is None or self._owner is None:
            return
        owner = self._owner(found[0])
        self._owned[owner].discard(key)
        if not self._owned[owner]:
            del self._owned[owner]
