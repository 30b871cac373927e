"""The settings of a table: dealer, visibility, decks, limits and speed.

A row also keeps private data: removed players, and persons who share their net result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from msgspec import structs

from casinowar.errors import InputError
from casinowar.houses import House, house_from_rules, rules_of
from casinowar.houses.house import Shuffling, WagerForm
from casinowar.service.people.visible_text import shows_something
from casinowar.store.interface import require_format
from casinowar.table import commands as c
from casinowar.table.message import Message

Json = dict[str, Any]
UNHURRIED = "none"  # no clock for connected players; the usual one for absent players
SPEEDS: dict[str, float] = {
    "relaxed": 2.0, "normal": 1.0, "fast": 0.5, "slow": 4.0, UNHURRIED: 1.0,
}  # fmt: skip
CLOCKS = ("decision_seconds", "betting_seconds", "cut_seconds", "war_tie_seconds", "step_seconds")
TITLE_MAX = 60
FORMAT = 1  # of the JSON in a table's row; raised when its meaning changes
STOOD_UP_WORDS = (
    "The owner of this table removed you from your seat. Your chips are in your account."
)
CLOSED_FOR_GOOD = "This table is closed for good."
CLOSED_WORDS = f"{CLOSED_FOR_GOOD} Your chips are in your account."
HIDDEN = "hidden"  # the part of a row's settings that is not shown


class TableSettings(Message):
    """How a table is run. The rules themselves are those of its house."""

    house: str
    title: str = ""
    public: bool = True  # in the lobby; otherwise only behind its link
    runs_itself: bool = True  # otherwise people deal
    decks: int | None = None
    speed: str = "normal"
    min_cents: int | None = None  # of the first wager; the house's own otherwise
    max_cents: int | None = None
    shuffling: str | None = None  # by hand or with a device; the house's own way otherwise
    sealed: bool = False  # its shoes are sealed: anybody can prove that nobody chose a card
    physical: bool = False  # real cards: the dealer enters them, and what players do
    coupons: bool = False  # match play coupons are taken; only where a dealer sees them
    stacked: str = ""  # the digest of its shoes, if they are given for tests and lessons
    locked: bool = False  # by its owner: no new player may sit down
    closed: bool = False  # for good, by its owner or the floor: nobody may sit down again

    def to_json(self) -> Json:
        return structs.asdict(self)

    @staticmethod
    def from_json(written: Json) -> TableSettings:
        beside = {"format", HIDDEN}
        return TableSettings(**{name: written[name] for name in written if name not in beside})

    def opening(self, command: c.OpenTable) -> c.OpenTable:
        """The command, with omitted fields taken from the settings."""
        shuffling = None if self.shuffling is None else Shuffling(self.shuffling)
        return structs.replace(
            command,
            decks=self.decks if command.decks is None else command.decks,
            shuffling=shuffling if command.shuffling is None else command.shuffling,
            sealed=self.sealed and not self.physical,  # real cards claim nothing
            physical=self.physical,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodUp:
    """A removed player, who may not sit down for some time."""

    until_ms: int
    actor: str  # the owner or a floorperson
    reason: str = ""  # the floor's; an owner gives none

    @property
    def by_whom(self) -> str:
        if self.reason:
            return f"The floor removed you from your seat ({self.reason})."
        return "The owner of this table removed you from your seat."


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """The private data in the row of a table."""

    revision: int = 0  # how often the settings were changed
    stood_up: Mapping[str, StoodUp] = field(default_factory=dict[str, StoodUp])  # by person
    sharing: tuple[str, ...] = ()  # persons who show their net
    closed_by: str = ""  # the floorperson or administrator who closed the table for good
    closed_why: str = ""

    @staticmethod
    def from_json(written: Json) -> Hidden:
        """The private data in the row of a table; a table that never changed has none."""
        kept: Json = dict(written.get(HIDDEN, {}))
        kept["stood_up"] = {
            person: StoodUp(**one) for person, one in kept.get("stood_up", {}).items()
        }
        kept["sharing"] = tuple(kept.get("sharing", ()))
        return Hidden(**kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSettings:
    """The settings of a table with its private data."""

    shown: TableSettings
    hidden: Hidden = Hidden()

    def to_json(self) -> Json:
        """The settings as a row keeps them."""
        hidden = {} if self.hidden == Hidden() else {HIDDEN: asdict(self.hidden)}
        return {"format": FORMAT, **self.shown.to_json(), **hidden}

    def stood_up_words(self, person: str) -> str:
        """The message to a removed player."""
        stood = self.hidden.stood_up.get(person)
        if stood is None:
            return STOOD_UP_WORDS
        return f"{stood.by_whom} Your chips are in your account."

    @staticmethod
    def from_json(written: Json) -> KeptSettings:
        require_format("table", written, FORMAT)
        return KeptSettings(
            shown=TableSettings.from_json(written), hidden=Hidden.from_json(written)
        )


def checked_title(title: str, house: House) -> str:
    """The stripped title, or the house's if it shows nothing; an InputError if it is invalid."""
    if len(title) > TITLE_MAX or not title.isprintable():
        raise InputError("title", f"must be at most {TITLE_MAX} printable characters")
    return title.strip() if shows_something(title) else house.title


def house_of(base: House, settings: TableSettings) -> House:
    """The house with the table's limits and speed; an InputError if it cannot be played."""
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
    ways = [way.value for way in house.cards.shuffling]
    if settings.shuffling is not None and settings.shuffling not in ways:
        raise InputError("shuffling", f"must be one of {', '.join(ways)}")
    if settings.sealed and settings.stacked:
        raise InputError("sealed", "is not possible for stacked shoes")
    if settings.physical and settings.runs_itself:
        raise InputError("physical", "real cards are dealt only where people deal")
    if settings.coupons and settings.runs_itself:
        raise InputError("coupons", "can be taken only where people deal")
    if settings.coupons and WagerForm.COUPON not in house.wagers.forms:
        raise InputError("coupons", f"are not taken at {house.title}")
    return house
