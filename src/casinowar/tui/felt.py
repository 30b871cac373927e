"""The public felt, event by event.

The table forgets a round when it is over; the screen shows it until the next wager.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from casinowar.houses import House
from casinowar.table import Event, Phase, Table, evolve
from casinowar.table import events as e
from casinowar.table.state import Burn


@dataclass(frozen=True, slots=True)
class Felt:
    """The table after the events shown so far, and the round in view."""

    table: Table
    round: Table  # the last table with cards or wagers of this round on it
    burns: Mapping[int, int] = field(default_factory=dict[int, int])  # before each war card
    loose: int = 0  # burned before a card that is not dealt yet
    opening: int = 0  # burned before the first round of a shoe or by a new dealer

    @property
    def over(self) -> bool:
        """Whether the round in view is finished."""
        return bool(self.round.hands) and not self.table.hands

    def burned_before(self, place: int) -> int:
        """Burn cards lying before the last war card of a place."""
        waiting = self.round.phase is Phase.WAR_DEAL and self.round.queue[:1] == (place,)
        return self.loose if waiting and self.loose else self.burns.get(place, 0)

    def opening_burns(self) -> int:
        """Single burns to be shown while no round is in view."""
        return 0 if self.round.dealer_card or self.round.hands else self.opening


def bare_felt(house: House) -> Felt:
    """A table before its first event."""
    table = Table(house=house)
    return Felt(table, table)


def shown(felt: Felt, event: Event) -> Felt:
    """The felt after one more event."""
    table = evolve(felt.table, event)
    if isinstance(event, e.RoundCompleted):
        return replace(felt, table=table)
    in_view = table if table.hands or not felt.round.hands else felt.round
    felt = replace(felt, table=table, round=in_view)
    match event:
        case e.WagersReturned() | e.WagersTakenBack() | e.CardsIdled() | e.TableClosed():
            # nothing was dealt, or the cards are off the layout: no round is in view
            return replace(felt, round=table, burns={}, loose=0, opening=0)
        case e.WagerPlaced():
            return replace(felt, burns={}, loose=0)
        case e.NoMoreBetsAnnounced():
            return replace(felt, opening=0)
        case e.CardBurned(burn=Burn.WAR):
            return replace(felt, loose=felt.loose + 1)
        case e.CardBurned():
            return replace(felt, opening=felt.opening + 1)
        case e.WarCardDealt(seat=seat):
            return replace(felt, burns={**felt.burns, seat: felt.loose}, loose=0)
        case _:
            return felt
