"""Courses as data: the steps of each level, and the chips that a dealer pays with.

A level names the steps that the trainee performs. Every other step is automatic, so a lesson can
start anywhere. The levels of a house follow from the wagers and choices that it offers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.houses.house import Shuffling, Surrender, WarTie
from casinowar.table import ALL_STEPS
from casinowar.table import commands as c
from casinowar.toml import Fields, read_toml

Steps = frozenset[type[c.Command]]
PASS_PERCENT = 90
SECONDS_PER_STEP = 30  # in an exam
SECONDS_PER_HAND = 6  # the goal of a dealer's pace
_ROUNDS_MAX = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level of the school; chances are between 0 and 1."""

    name: str
    title: str
    about: str
    steps: Steps  # performed by the trainee
    rounds: int  # in one lesson; 0: until its shoes end
    shoes: int  # in one lesson; 0: as needed for its rounds
    players: int
    ties: float  # how often a round is made to tie
    war_ties: float  # how often a war is made to tie
    war: float  # how often a tied player goes to war
    tie_bets: float
    war_tie_bets: float
    attempts: float  # how often a player makes an attempt that the trainee must judge
    dithers: float  # how often a player gives no answer
    happen: float  # how often an irregularity happens
    happenings: tuple[str, ...]
    asks_tied: bool  # the trainee asks each tied player: war or surrender?
    payments: bool  # the trainee names the amounts to take, pay and push
    shuffling: Shuffling | None
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """One colour of chip."""

    colour: str
    letter: str
    cents: int


@cache
def all_levels() -> tuple[Level, ...]:
    """Every level, in the order in which they are taught."""
    return tuple(_level(fields) for fields in _file().tables("levels"))


@cache
def chips() -> tuple[Chip, ...]:
    """The chips that a dealer pays with, the largest first."""
    found = (
        Chip(table.text("colour"), table.text("letter"), table.whole("cents", 1, 10**9))
        for table in _file().tables("chips")
    )
    return tuple(sorted(found, key=lambda chip: -chip.cents))


def levels_of(house: House) -> tuple[Level, ...]:
    """The levels that a house can teach."""
    return tuple(level for level in all_levels() if set(level.needs) <= _offered(house))


def level_named(house: House, name: str) -> Level:
    """One level of a house; an InputError lists the available levels."""
    for level in levels_of(house):
        if level.name == name:
            return level
    names = ", ".join(level.name for level in levels_of(house))
    raise InputError("LEVEL", f"{name[:40]!r} is not a level of this house: choose {names}")


def _offered(house: House) -> set[str]:
    """The features of a house, by their names in the courses."""
    offered = {
        "surrender": house.surrender.mode is Surrender.OFFERED,
        "war": house.war_possible,
        "war_tie": house.tie.war_deal is not WarTie.NOT_OFFERED,
        "batches": Shuffling.BATCHES in house.cards.shuffling,
    }
    return {name for name, there in offered.items() if there}


@cache
def _file() -> Fields:
    return read_toml(Path(__file__).with_name("courses.toml"))


def _level(table: Fields) -> Level:
    shuffling = table.choice("shuffling", Shuffling) if "shuffling" in table else None
    level = Level(
        name=table.text("name"),
        title=table.text("title"),
        about=table.text("about"),
        steps=_steps(table),
        rounds=table.whole("rounds", 0, _ROUNDS_MAX),
        shoes=table.whole("shoes", 0, 100, 0),
        players=table.whole("players", 1, 7),
        ties=_chance(table, "ties", 0.0),
        war_ties=_chance(table, "war_ties", 0.1),
        war=_chance(table, "war", 0.7),
        tie_bets=_chance(table, "tie_bets", 0.3),
        war_tie_bets=_chance(table, "war_tie_bets", 0.4),
        attempts=_chance(table, "attempts", 0.0),
        dithers=_chance(table, "dithers", 0.0),
        happen=_chance(table, "happen", 0.0),
        happenings=tuple(table.array("happenings", [])),
        asks_tied=table.flag("asks_tied", False),
        payments=table.flag("payments", False),
        shuffling=shuffling,
        needs=tuple(table.array("needs", [])),
    )
    table.done()
    return level


def _steps(table: Fields) -> Steps:
    named = table.take("steps")
    if named == "all":
        return ALL_STEPS - {c.FillTray}
    return frozenset(c.COMMANDS[name] for name in named)


def _chance(table: Fields, name: str, usual: float) -> float:
    value = table.take(name, usual)
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise table.fault(name, f"{value!r} is not a chance from 0 to 1")
    return float(value)
