"""The actions of a seat, numbered: the answers to a tie come first, then the bets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action: a bet in units, or an answer to a tie."""

    name: str
    first: int = 0  # units of the first wager; 0: not a bet
    tie: int = 0  # units of the Tie wager
    war: bool = False
    war_tie: bool = False  # with a Tie wager on the war deal, as large as the first wager


SURRENDER = Action(name="surrender")
WAR = Action(name="war", war=True)
WAR_WITH_TIE = Action(name="war and Tie", war=True, war_tie=True)


def bet(first: int, tie: int) -> Action:
    """A bet in units.

    >>> bet(1, 0).name, bet(5, 1).name
    ('bet 1', 'bet 5, Tie 1')
    """
    name = f"bet {first}, Tie {tie}" if tie else f"bet {first}"
    return Action(name=name, first=first, tie=tie)
