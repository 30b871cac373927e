"""The outcomes of a first wager: one list for the table, the odds, the simulator and reports."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The outcome of a first wager."""

    WIN = "win"
    LOSE = "lose"
    WAR_WON = "war_won"
    WAR_TIED = "war_tied"
    WAR_LOST = "war_lost"
    SURRENDER = "surrender"
    VOID = "void"
    NONE = "none"  # Tie alone


# by the cards and the player's choice
DECIDED = tuple(outcome for outcome in Outcome if outcome not in {Outcome.VOID, Outcome.NONE})
WARS = frozenset({Outcome.WAR_WON, Outcome.WAR_TIED, Outcome.WAR_LOST})
