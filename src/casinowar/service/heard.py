"""Which texts of other processes have come through the database, so that none counts twice.

Whoever may connect to the database hears what is said there, and can say it again. So every text
has a number, which is signed with it, and each sender counts up. What a sender says to all comes in
the order in which it was said: only a higher number than the last is new, or somebody could bring
back one who left. What is said to one process does no harm when it is late, so it may be: each
number counts once, as long as it is not too old to tell.
"""

from __future__ import annotations

LATE_MAX = 1024  # how far behind the highest number a text for one process may be
SENDERS_MAX = 1000  # of processes that were heard; the one that was silent for longest is forgotten


class _Numbers:
    """The numbers of one sender that have come."""

    __slots__ = ("highest", "seen", "size")

    def __init__(self, size: int) -> None:
        self.size, self.highest = size, 0
        self.seen = 0  # one bit for each number; the lowest is that of the highest number

    def take(self, number: int) -> bool:
        ahead = number - self.highest
        if ahead > 0:
            self.highest = number
            self.seen = (self.seen << min(ahead, self.size) | 1) & (1 << self.size) - 1
            return True
        bit = 1 << min(-ahead, self.size)
        is_new = -ahead < self.size and not self.seen & bit
        self.seen |= bit if is_new else 0
        return is_new


class Heard:
    """The numbers of all senders."""

    __slots__ = ("_senders",)

    def __init__(self) -> None:
        self._senders = dict[str, tuple[_Numbers, _Numbers]]()  # the last one heard is the last

    def is_new(self, sender: str, number: int, *, to_all: bool) -> bool:
        """Whether a text has not come before; from now on it has."""
        numbers = self._senders.pop(sender, None) or (_Numbers(LATE_MAX), _Numbers(1))
        self._senders[sender] = numbers
        if len(self._senders) > SENDERS_MAX:
            del self._senders[next(iter(self._senders))]
        return numbers[to_all].take(number)
