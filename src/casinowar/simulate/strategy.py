"""The strategy of simulated players: on a tie, and for the Tie wager."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from casinowar.errors import InputError, shown
from casinowar.houses.house import House, Surrender

# A decision to go to war compares 16 random bits with the share, so a share is a multiple of this.
SHARE_STEPS = 1 << 16


class TieBet(StrEnum):
    """When a seat bets on a tie."""

    ALWAYS = "always"
    BY_COMPOSITION = "by-composition"  # only when the unseen cards favour it


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """The share of ties that go to war (the rest surrender), and when Tie is bet.

    >>> parse_strategy("mix:0.25").war_share
    Fraction(1, 4)
    """

    war_share: Fraction = Fraction(1)
    tie: TieBet = TieBet.ALWAYS

    def war_steps(self, house: House) -> int:
        """The share of ties that go to war at ``house``, in steps of 1/65536.

        A house that forces surrender, or does not offer it, leaves no choice.
        """
        match house.surrender.mode:
            case Surrender.FORCED:
                return 0
            case Surrender.NOT_OFFERED:
                return SHARE_STEPS
            case Surrender.OFFERED:
                return round(self.war_share * SHARE_STEPS)


def parse_strategy(text: str, tie: str = "always") -> Strategy:
    """A strategy from the words of the command line: ``war``, ``surrender``, ``mix:0.5``."""
    if tie not in [bet.value for bet in TieBet]:
        words = ", ".join(bet.value for bet in TieBet)
        raise InputError("tie", f"{shown(tie)} is not one of {words}")
    return Strategy(war_share=_share(text), tie=TieBet(tie))


def _share(text: str) -> Fraction:
    fixed = {"war": Fraction(1), "surrender": Fraction(0)}
    if text in fixed:
        return fixed[text]
    kind, _, number = text.partition(":")
    try:
        share = Fraction(number) if kind == "mix" and len(number) <= 20 else None
    except (ValueError, ZeroDivisionError):
        share = None
    if share is None or not 0 <= share <= 1:
        raise InputError(
            "strategy", f"{shown(text)} is not war, surrender or a mix like mix:0.5 (from 0 to 1)"
        )
    return share
