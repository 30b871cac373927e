"""The settings of a table: who runs it, who may find it, its decks, limits and speed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from casinowar.errors import InputError
from casinowar.houses import House, house_from_rules, rules_of
from casinowar.table import commands as c

Json = dict[str, Any]
SPEEDS: dict[str, float] = {"relaxed": 2.0, "normal": 1.0, "fast": 0.5}
CLOCKS = ("decision_seconds", "betting_seconds", "cut_seconds", "war_tie_seconds", "step_seconds")
TITLE_MAX = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """How a table is run. The rules themselves are those of its house."""

    house: str
    title: str = ""
    public: bool = True  # in the lobby; otherwise only behind its link
    runs_itself: bool = True  # otherwise people deal
    decks: int | None = None
    speed: str = "normal"
    min_cents: int | None = None  # of the first wager; the house's own otherwise
    max_cents: int | None = None
    stacked: str = ""  # the digest of its shoes, if they are given for tests and lessons

    def to_json(self) -> Json:
        """The settings as they are stored and shown."""
        return asdict(self)

    @staticmethod
    def from_json(written: Json) -> TableSettings:
        """Settings as they were stored."""
        return TableSettings(**written)

    def opening(self, command: c.OpenTable) -> c.OpenTable:
        """The command, with what it leaves out taken from the settings."""
        return replace(command, decks=self.decks if command.decks is None else command.decks)


def house_of(base: House, settings: TableSettings) -> House:
    """The house with the table's limits and speed; an InputError if it cannot be played."""
    if len(settings.title) > TITLE_MAX or not settings.title.isprintable():
        raise InputError("title", f"must be at most {TITLE_MAX} printable characters")
    if settings.speed not in SPEEDS:
        raise InputError("speed", f"must be one of {', '.join(SPEEDS)}")
    rules = rules_of(base)
    factor = SPEEDS[settings.speed]
    for name in CLOCKS:
        rules["policies"][name] = max(1, round(rules["policies"][name] * factor))
    first = rules["limits"]["first"]
    for name, cents in (("min", settings.min_cents), ("max", settings.max_cents)):
        if cents is not None:
            first[name] = cents
    house = house_from_rules(rules)
    allowed = house.cards.decks_allowed
    if settings.decks is not None and settings.decks not in allowed:
        raise InputError("decks", f"must be one of {', '.join(map(str, allowed))}")
    return house
