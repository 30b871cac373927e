"""Money in double entry: the accounts, and the postings that follow from a table's events.

Pure: the balances of a table's accounts are the fold of its events and can be recomputed at any
time. ``accounts`` names the accounts, ``follow`` turns events into postings, ``grants`` gives play
chips to a person, ``kinds`` says why money moved.
"""

from casinowar.ledger.accounts import (
    CAGE,
    GRANTS,
    chips_account,
    drop_account,
    escrow_account,
    match_account,
    may_go_negative,
    player_account,
    tray_account,
)
from casinowar.ledger.follow import all_postings, postings
from casinowar.ledger.grants import grant
from casinowar.ledger.kinds import STATEMENT_WORDS, GrantKind, Kind
from casinowar.ledger.posting import Posting, balances

__all__ = [
    "CAGE",
    "GRANTS",
    "STATEMENT_WORDS",
    "GrantKind",
    "Kind",
    "Posting",
    "all_postings",
    "balances",
    "chips_account",
    "drop_account",
    "escrow_account",
    "grant",
    "match_account",
    "may_go_negative",
    "player_account",
    "postings",
    "tray_account",
]
