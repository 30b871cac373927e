"""Invariants, asserted after every command: a bug stops at the command that caused it.

Chips only move: those of the tray, the seats, the layout and away from the table add up to
zero, because every chip comes from the cage. Cards only move: those in the shoe, on the felt
and in the rack add up to whole decks. Events from outside are not asserted: a record or a snapshot
that contradicts itself is bad input, and is refused (``record/``, ``table/sound``).
"""

from __future__ import annotations

from casinowar.cards import CARDS_PER_DECK
from casinowar.table.state import IN_ROUND, Phase, Status, Table

_OVER = frozenset({Status.SETTLED, Status.VOID})
_CARDS_ON_FELT = IN_ROUND | {Phase.RACK}


def check(table: Table) -> None:
    """Raise an AssertionError if no command can have led to this table."""
    chips, on_felt = table.tray_cents + table.away_cents, 0
    assert table.tray_cents >= 0, "the tray is below zero"
    for holder in table.seats.values():
        assert holder.chips_cents >= 0, "a player's chips are below zero"
        chips += holder.chips_cents
    for seat, hand in table.hands.items():
        assert seat in table.seats, "a hand belongs to nobody"
        down = hand.layout_cents + hand.match_cents
        assert hand.layout_cents >= 0 <= hand.match_cents, "wagers are below zero"
        assert not down or hand.status not in _OVER, "chips are left on a hand that is over"
        chips += down
        if hand.card is not None:
            on_felt += 1 + len(hand.war_cards) - hand.racked
    assert chips == 0, f"the chips add up to {chips} cents, not to zero"
    if table.dealer_card is not None:
        assert table.phase in _CARDS_ON_FELT, "the dealer has a card outside a round"
        on_felt += 1 + len(table.dealer_war_cards)
    _check_cards(table, on_felt)


def _check_cards(table: Table, on_felt: int) -> None:
    shoe = table.shoe
    racked = len(table.rack_before) + len(table.rack_now)
    assert shoe.size in (0, table.decks * CARDS_PER_DECK), "the shoe does not hold whole decks"
    assert 0 <= shoe.drawn <= shoe.size, "more cards are drawn than the shoe had"
    assert shoe.drawn == on_felt + racked, (
        f"{shoe.drawn} cards are drawn, {on_felt} are on the felt and {racked} in the rack"
    )
