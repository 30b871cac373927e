"""Rate limits: a token bucket for each address or name."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import OrderedDict

from casinowar.service.refusals import too_many

KEYS_MAX = 100_000


class Limiter:
    """``count`` tokens in ``seconds``; a full bucket holds ``burst`` times as many."""

    def __init__(self, count: int, seconds: float, burst: int = 1) -> None:
        self._most, self._each = count * burst, seconds / count
        self._full_at: OrderedDict[str, float] = OrderedDict()  # when the bucket is full again

    def take(self, address: str, times: int = 1) -> float:
        """Take tokens; returns 0, or how many seconds to wait if there are too few."""
        now = asyncio.get_running_loop().time()
        full_at = max(now, self._full_at.get(address, now)) + self._each * times
        wait = full_at - now - self._most * self._each
        if wait > 1e-9:
            return wait
        self._full_at[address] = full_at
        self._full_at.move_to_end(address)
        if len(self._full_at) > KEYS_MAX:
            self._full_at.popitem(last=False)
        return 0.0

    def is_used_up(self, address: str) -> bool:
        """Whether no token is left; none is taken."""
        now = asyncio.get_running_loop().time()
        full_at = max(now, self._full_at.get(address, now)) + self._each
        return full_at - now - self._most * self._each > 1e-9

    def count(self, address: str, what: str, times: int = 1) -> None:
        """Take tokens; refused as too many of ``what`` if there are too few."""
        wait = self.take(address, times)
        if wait:
            raise too_many(what, wait)

    def forget(self, address: str) -> None:
        """Fill the bucket."""
        self._full_at.pop(address, None)


def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 that an IPv6 host can choose from."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address
