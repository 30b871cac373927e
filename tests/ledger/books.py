"""Books kept twice: by the ledger from the events, and here from the tables before and after.

What a table's accounts must hold is read off the table itself, whatever the event was. What a
person must have follows from the cash in the drop box and the chips that left, seat by seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from casinowar.ledger import (
    CAGE,
    STATEMENT_WORDS,
    Posting,
    all_postings,
    balances,
    chips_account,
    drop_account,
    escrow_account,
    match_account,
    may_go_negative,
    player_account,
    postings,
    tray_account,
)
from casinowar.table import Event, Table, evolve
from casinowar.table import events as e

TABLE = "table-1"


def on_the_table(state: Table) -> Counter[str]:
    """What the accounts of a table must hold, from the table alone."""
    held = Counter[str]()
    for holder in state.seats.values():
        held[chips_account(TABLE, holder.player)] += holder.chips_cents
    for seat, hand in state.hands.items():
        person = state.seats[seat].player
        held[escrow_account(TABLE, person)] += hand.layout_cents
        held[match_account(TABLE, person)] += hand.match_cents
    held[tray_account(TABLE)] = state.tray_cents
    held[drop_account(TABLE)] = state.drop_cents
    return held


def not_empty(held: Mapping[str, int]) -> dict[str, int]:
    """The accounts that hold something, or owe it."""
    return {account: cents for account, cents in held.items() if cents}


class Books:
    """The accounts of one table and its players, checked after every event."""

    def __init__(self, state: Table) -> None:
        self.first = self.state = state
        self.events: list[Event] = []
        self.found: list[Posting] = []
        self.held = Counter[str]()  # the balances so far
        self.persons = Counter[str]()  # what each person must have: cash-outs less buy-ins
        self.cashed_out_cents = 0

    def enter(self, events: Sequence[Event]) -> tuple[Posting, ...]:
        """Enter the events of one command, one by one and all at once."""
        before, first = self.state, len(self.events) + 1
        one_by_one = [posting for event in events for posting in self._enter_one(event)]
        together = all_postings(TABLE, before, events, first)
        assert list(together) == one_by_one, "a run is posted otherwise than its events"
        self.found += together
        return together

    def check_all(self) -> None:
        """One run over all events gives the same postings, and they give the balances."""
        assert list(all_postings(TABLE, self.first, self.events, 1)) == self.found
        assert balances(self.found) == self.held

    def _enter_one(self, event: Event) -> tuple[Posting, ...]:
        before, version = self.state, len(self.events) + 1
        legs = postings(TABLE, before, event, version)
        assert sum(leg.cents for leg in legs) == 0, f"{event} does not add up: {legs}"
        assert all(leg.cents for leg in legs), f"a leg of nothing: {legs}"
        assert {leg.version for leg in legs} <= {version}
        assert {leg.kind for leg in legs} <= set(STATEMENT_WORDS)
        self.state = evolve(before, event)
        self.events.append(event)
        for leg in legs:
            self.held[leg.account] += leg.cents
        self._note_person(before, event)
        self._check_balances(event)
        return legs

    def _note_person(self, before: Table, event: Event) -> None:
        """Buy-ins and cash-outs are the affair of whoever sits in the seat, as the table has it."""
        if isinstance(event, e.ChipsBought | e.SeatLeft):
            holder = before.seats[event.seat]
            out_cents = holder.chips_cents if isinstance(event, e.SeatLeft) else 0
            self.persons[holder.player] += out_cents
            self.persons[holder.player] -= self.state.drop_cents - before.drop_cents
            self.cashed_out_cents += out_cents

    def _check_balances(self, event: Event) -> None:
        expected = on_the_table(self.state)
        for person, cents in self.persons.items():
            expected[player_account(person)] = cents
        # chips elsewhere are with players who left, or in the cage
        expected[CAGE] = self.state.away_cents - self.cashed_out_cents
        assert not_empty(self.held) == not_empty(expected), event
        for account, cents in self.held.items():
            below_zero = may_go_negative(account) or account.startswith("player/")
            assert cents >= 0 or below_zero, f"{account} is at {cents} after {event}"
