"""Any house, any commands: the accounts hold what the table shows, after every single event.

``Books`` checks each event: its postings add up to zero; chips, escrow, match, tray and drop are
those of the table, per person where a player holds two seats; a person's account is cash-outs less
buy-ins; no account of the table is below zero; a run of events is posted like its events.

Planted once and caught here: chips of a seat that is left credited to the player of the lowest seat
(as if that player had emptied it); the dealer's unit forgotten in a payment; a reversed payment
with its sign the wrong way round, and one taken from the layout; a reversed collection that goes to
the player's chips; a coupon posted as chips; the tray of a closing table read from the table before
the run; a seat that changed hands during a run posted to its first player; a Tie wager on the war
deal, a fill, a returned wager or a unit taken back not posted at all; a buy-in without its cash.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import get_args

from hypothesis import given, note
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.houses import House
from casinowar.table import Refusal, Table
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.events import EVENTS
from tests.kit import (
    WatchedTable,
    any_command,
    any_house,
    checked,
    real_cards,
    sensible_command,
)
from tests.kit.fair import FairTable
from tests.ledger.books import Books
from tests.record.games import game, houses

SEEDS = st.integers(0, 2**32 - 1)
MOVES_MONEY: set[type[e.Event]] = {
    *(e.TableOpened, e.TrayFilled, e.TrayCredited, e.TableClosed),
    *(e.ChipsBought, e.SeatLeft),
    *(e.WagerPlaced, e.WagersTakenBack, e.WagersReturned),
    *(e.WagerCollected, e.WagerReturned, e.WagerPaid, e.MovementReversed),
    *(e.WarChosen, e.WarMatched, e.MatchTakenBack, e.WarTiePlaced),
}


def shared(command: c.Command) -> c.Command:
    """A few people take all the seats, two each where the house allows it."""
    if isinstance(command, c.TakeSeat) and command.player.startswith("player"):
        return replace(command, player=f"player {(command.seat + 1) // 2}")
    return command


def next_command(random: Random, table: WatchedTable, wild: float) -> c.Command:
    """Something sensible, sometimes anything; a void more often while there is much to undo."""
    settled = any(hand.movements for hand in table.state.hands.values())
    if settled and random.random() < 0.1:
        return c.VoidRound(reason="fire alarm")
    if random.random() < wild:
        return any_command(random, table.state)
    return sensible_command(random, table.state, table.shoe)


@given(house=any_house(), seed=SEEDS, wild=st.sampled_from((0.0, 0.1)))
@checked(150)
def test_the_accounts_hold_what_the_table_shows(house: House, seed: int, wild: float) -> None:
    random = Random(seed)
    table = WatchedTable(house, random, many_ties=seed % 2 == 0)
    books = Books(table.state)
    for _ in range(150):
        command = shared(next_command(random, table, wild))
        note(f"{table.state.phase}: {command}")
        answer = table.do(command)
        if not isinstance(answer, Refusal):
            books.enter(answer)
    assert books.state == table.state
    books.check_all()


# games that have every event together, tried first; if they no longer have, others are searched
RARE = [
    ("odd", 145), ("wisconsin", 129), ("washington", 144), ("ladder-war", 100), ("wisconsin", 108),
]  # fmt: skip


def test_every_kind_of_event_was_seen_and_those_that_move_money_are_the_ones_we_know() -> None:
    seen, moved = set[type[e.Event]](), set[type[e.Event]]()
    apart = {*get_args(e.FairEvent), e.RealCardsAnnounced, e.CardCorrected}
    for name, seed in (*RARE, *product(houses(), range(100, 200))):
        books = Books(Table(house=houses()[name]))
        for done in game(houses()[name], seed, 250, 0.93):
            books.enter(done.events)
        books.check_all()
        kinds = [type(event) for event in books.events]
        seen.update(kinds)
        moved.update(kinds[posting.version - 1] for posting in books.found)
        if seen >= set(EVENTS.values()) - apart and moved == MOVES_MONEY:
            break
    sealed, real = FairTable(Random(1)).shoes(1), real_cards.game()
    for house, commands in ((sealed.house, sealed.done), (real.house, real.done)):
        books = Books(Table(house=house))
        for done in commands:
            books.enter(done.events)
        books.check_all()
        seen.update(type(event) for event in books.events)
    assert seen == set(EVENTS.values())
    assert moved == MOVES_MONEY
