"""The offers of ``legal`` to one person, by command and field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from casinowar.table import commands as c
from casinowar.table.legal import Allowed, Offer, Range


@dataclass(frozen=True, slots=True)
class Offers:
    """The commands that would be accepted now."""

    offers: tuple[Offer, ...]

    def has(self, command: type[c.Command]) -> bool:
        """Whether the command may be given."""
        return any(offer.command is command for offer in self.offers)

    def amounts(self, command: type[c.Command], *fields: str) -> Range | None:
        """The range of the first of ``fields`` in the offer that leaves all of them open."""
        for given in self._fields(command):
            ranges = [_range(given.get(field)) for field in fields]
            if None not in ranges:
                return ranges[0]
        return None

    def side_amounts(self, name: str) -> Range | None:
        """The range of a side bet."""
        for given in self._fields(c.PlaceWagers):
            sides = given.get("sides")
            if isinstance(sides, dict) and name in sides:
                amounts: Range = sides[name]
                return amounts
        return None

    def _fields(self, command: type[c.Command]) -> Iterator[dict[str, Allowed]]:
        return (dict(offer.fields) for offer in self.offers if offer.command is command)


def _range(allowed: Allowed) -> Range | None:
    """An amount as a range; zero means no bet and has no range."""
    if isinstance(allowed, Range):
        return allowed
    if type(allowed) is int and allowed:
        return Range(allowed, allowed)
    return None
