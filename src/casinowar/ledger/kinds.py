"""Why money moves: a closed list of kinds, each with the words of a statement."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

GrantKind = Literal["grant", "refill"]
Kind = (
    GrantKind
    | Literal[
        "opening",
        "fill",
        "credit",
        "closing",
        "buy_in",
        "cash_out",
        "wager",
        "war_wager",
        "war_tie_wager",
        "taken_back",
        "undealt",
        "collected",
        "returned",
        "paid",
        "payment_reversed",
        "collection_reversed",
        "match",
        "match_taken_back",
    ]
)

STATEMENT_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "grant": "Play chips granted",
        "refill": "Play chips refilled",
        "opening": "Chips brought to the tray",
        "fill": "Chips added to the tray",
        "credit": "Chips sent back to the cage",
        "closing": "Table closed, tray sent back to the cage",
        "buy_in": "Brought to the table",
        "cash_out": "Taken back to the account",
        "wager": "Bet placed",
        "war_wager": "Bet placed: war",
        "war_tie_wager": "Bet placed: Tie on the war deal",
        "taken_back": "Bets taken back before the deal",
        "undealt": "Bets returned, the round was not dealt",
        "collected": "Bet lost",
        "returned": "Bet returned",
        "paid": "Winnings paid",
        "payment_reversed": "Winnings taken back, the hand was void",
        "collection_reversed": "Lost bet restored, the hand was void",
        "match": "Dealer's unit placed beside the war wager",
        "match_taken_back": "Dealer's unit taken back",
    }
)
