"""The names of the accounts.

=======================  =========================================================================
``player/PERSON``        a person's money for buying chips
``chips/TABLE/PERSON``   chips in front of a player, in all of that player's seats
``escrow/TABLE/PERSON``  that player's chips on the layout
``match/TABLE/PERSON``   the dealer's unit that matches that player's war wager
``tray/TABLE``           chips in the table's tray
``drop/TABLE``           cash in the table's drop box
``cage``                 where the chips of every tray come from
``grants``               where the play chips given to players come from
=======================  =========================================================================
"""

from __future__ import annotations

CAGE = "cage"
GRANTS = "grants"


def player_account(person: str) -> str:
    """A person's money for buying chips."""
    return f"player/{person}"


def chips_account(table: str, person: str) -> str:
    """The chips in front of a player."""
    return f"chips/{table}/{person}"


def escrow_account(table: str, person: str) -> str:
    """A player's chips on the layout."""
    return f"escrow/{table}/{person}"


def match_account(table: str, person: str) -> str:
    """The dealer's unit that matches a player's war wager."""
    return f"match/{table}/{person}"


def tray_account(table: str) -> str:
    """The chips in a table's tray."""
    return f"tray/{table}"


def drop_account(table: str) -> str:
    """The cash in a table's drop box."""
    return f"drop/{table}"


def may_go_negative(account: str) -> bool:
    """Whether an account may go below zero: only the house's sources of chips may."""
    return account in {CAGE, GRANTS}
