"""Automated players, who answer every question of the table with a command that it offers.

They bet the minimum. ``Habits`` says how often they go to war or bet on a tie.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from casinowar.game.offers import Offers
from casinowar.table import commands as c
from casinowar.table.legal import legal
from casinowar.table.roles import Who
from casinowar.table.shoe import Shoe
from casinowar.table.state import Table
from casinowar.table.view import view
from casinowar.table.waits import Awaited, Wait

NEIGHBOURS_MAX = 6
BUY_IN_MINIMUMS = 20  # the buy-in, in minimum wagers


def neighbour_name(seat: int) -> str:
    """A name that marks an automated player."""
    return f"Auto {seat}"


def _always() -> bool:
    return True


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How an automated player plays."""

    goes_to_war: Callable[[], bool] = _always
    bets_tie: Callable[[], bool] = _never
    buy_in_cents: int | None = None  # None: a few minimum wagers


NEIGHBOUR = Habits()


def player_command(state: Table, wait: Wait, shoe: Shoe, habits: Habits = NEIGHBOUR) -> c.Command:
    """The command with which an automated player answers ``wait``."""
    assert wait.who is not None
    who, seat = wait.who, wait.who.seat
    offers = Offers(legal(state, who, shoe))
    match wait.what:
        case Awaited.BET:
            return _bet(state, who, offers, habits)
        case Awaited.CHOICE:
            return _choice(state, wait, offers, habits)
        case Awaited.CUT:
            return c.RefuseCut(seat=seat)
        case Awaited.WAR_TIE:
            amounts = offers.amounts(c.PlaceWarTie, "tie_cents")
            if amounts is not None and habits.bets_tie():
                return c.PlaceWarTie(seat=seat, tie_cents=amounts.min)
            return c.DeclineWarTie(seat=seat)
        case Awaited.OPENING | Awaited.PLAYER | Awaited.STEP | Awaited.CONTRIBUTION:
            raise AssertionError(f"{wait.what} is not a question for a player")


def _bet(state: Table, who: Who, offers: Offers, habits: Habits) -> c.Command:
    first = offers.amounts(c.PlaceWagers, "initial_cents")
    if first is None:
        return _buy(state, who, offers, habits) or c.SitOut(seat=who.seat)
    tie = offers.amounts(c.PlaceWagers, "tie_cents", "initial_cents")
    if tie is None or not habits.bets_tie():
        return c.PlaceWagers(seat=who.seat, initial_cents=first.min)
    return c.PlaceWagers(seat=who.seat, initial_cents=first.min, tie_cents=tie.min)


def _choice(state: Table, wait: Wait, offers: Offers, habits: Habits) -> c.Command:
    assert wait.who is not None
    assert wait.otherwise is not None
    surrender = offers.has(c.SurrenderHand)
    if habits.goes_to_war() or not surrender:
        if offers.has(c.GoToWar):
            return c.GoToWar(seat=wait.who.seat)
        bought = _buy(state, wait.who, offers, habits)
        if bought is not None:
            return bought
    return c.SurrenderHand(seat=wait.who.seat) if surrender else wait.otherwise


def _buy(state: Table, who: Who, offers: Offers, habits: Habits) -> c.Command | None:
    """A buy-in, limited by the chips in the tray; None if no chips are sold."""
    cash = offers.amounts(c.BuyChips, "cash_cents")
    if cash is None:
        return None
    usual = habits.buy_in_cents
    if usual is None:
        usual = view(state, who).limits.first.min_cents * BUY_IN_MINIMUMS
    return c.BuyChips(seat=who.seat, cash_cents=min(usual, cash.max))
