"""A round as read from a kernel's log: ranks from 0 (the two) to 12 (the ace)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawWar:
    """One war deal: the seats in it, from 0, their cards, and the dealer's."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class RawRound:
    """One round; ``end`` is the kernel's count of cards gone from the shoe after it."""

    cards: tuple[int, ...]
    dealer: int
    wars: tuple[RawWar, ...]
    end: int
    tie_bet: bool

    def outcome(self, seat: int) -> str:
        """The outcome of one seat's first wager, from the cards and the wars it was in."""
        if self.cards[seat] != self.dealer:
            return "win" if self.cards[seat] > self.dealer else "lose"
        fought = [war for war in self.wars if seat in war.seats]
        if not fought:
            return "surrender"
        last = fought[-1]
        card = last.cards[last.seats.index(seat)]
        if card == last.dealer:
            return "war_tied"
        return "war_won" if card > last.dealer else "war_lost"

    def outcomes(self) -> tuple[str, ...]:
        """The outcome of every seat."""
        return tuple(self.outcome(seat) for seat in range(len(self.cards)))

    def ties(self) -> tuple[int, ...]:
        """The ties in a row of every seat."""
        return tuple(
            int(self.cards[seat] == self.dealer)
            + sum(
                war.cards[war.seats.index(seat)] == war.dealer
                for war in self.wars
                if seat in war.seats
            )
            for seat in range(len(self.cards))
        )
