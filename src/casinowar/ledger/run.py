"""A run of events: its postings so far, and the seats and tray that the next event needs."""

from __future__ import annotations

from typing import NamedTuple

from casinowar.ledger.accounts import chips_account, escrow_account, match_account, tray_account
from casinowar.ledger.kinds import Kind
from casinowar.ledger.posting import Posting
from casinowar.table.state import Table


class Seated(NamedTuple):
    """A seat's player and that player's accounts at the table."""

    person: str
    chips: str
    escrow: str


class Run:
    """The postings so far, and the seats and tray that the next events need."""

    __slots__ = ("_seats", "found", "state", "table", "tray", "version")

    def __init__(self, table: str, state: Table) -> None:
        self.table, self.state, self.version = table, state, 0
        self.tray = tray_account(table)
        self.found: list[Posting] = []
        self._seats: dict[int, Seated] = {}  # changed by an event of the run

    def move(self, cents: int, source: str, target: str, kind: Kind) -> None:
        """Move money from one account to another; an amount of zero makes no posting."""
        if cents:
            found, version = self.found, self.version
            found.append(Posting(source, -cents, kind, version))
            found.append(Posting(target, cents, kind, version))

    def at(self, seat: int) -> Seated:
        """The player at a seat now."""
        return self._seats.get(seat) or self.sit(seat, self.state.seats[seat].player)

    def sit(self, seat: int, person: str) -> Seated:
        """Note the player who sits at a seat from now on."""
        chips, escrow = chips_account(self.table, person), escrow_account(self.table, person)
        seated = self._seats[seat] = Seated(person, chips, escrow)
        return seated

    def match(self, seat: int) -> str:
        """The account of the dealer's unit that matches a seat's war wager."""
        return match_account(self.table, self.at(seat).person)

    @property
    def in_tray_cents(self) -> int:
        """The chips in the tray now."""
        moved = sum(posting.cents for posting in self.found if posting.account == self.tray)
        return self.state.tray_cents + moved
