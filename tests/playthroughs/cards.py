"""Shoes and amounts for stories that are told at any house."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from casinowar.houses import House
from casinowar.houses.house import BurnPattern, WagerLimits

_LOW = ("2c", "3c", "4c", "5c", "6c", "7c", "2d", "3d", "4d", "5d", "6d", "7d")


def first_cents(house: House) -> int:
    """A first wager that the house takes: ten units of money, or what comes next to it."""
    return _wager(house, house.limits.first, 10_00)


def tie_cents(house: House) -> int:
    """A Tie wager, none where the house offers none."""
    return _wager(house, house.limits.tie, 5_00) if house.tie.offered else 0


def side_cents(house: House) -> int:
    """A side bet."""
    return _wager(house, house.limits.side, 1_00)


def _wager(house: House, limits: WagerLimits, wanted_cents: int) -> int:
    step = house.limits.step_cents
    return min(max(limits.min_cents, -(-wanted_cents // step) * step), limits.max_cents)


def cash_cents(house: House) -> int:
    """A buy-in for a few rounds, in whole chips."""
    step = house.limits.step_cents
    return -(-max(1_000_00, 20 * first_cents(house)) // step) * step


def war_deal(house: House, players: Sequence[str], dealer: str) -> list[str]:
    """The cards of one war deal in the order in which they leave the shoe, burns included."""
    low = iter(_LOW * 3)
    cards: list[str] = []
    for place, card in enumerate((*players, dealer)):
        every = house.war.burn_pattern is BurnPattern.EVERY_CARD
        once = house.war.burn_pattern is BurnPattern.ONCE and place == 0
        if every or once:
            cards += islice(low, house.war.burn_count)
        cards.append(card)
    return cards


def shoe(*parts: str | Sequence[str]) -> str:
    """Cards one after the other."""
    return " ".join(part if isinstance(part, str) else " ".join(part) for part in parts)
