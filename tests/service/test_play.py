"""Play today: the same figures from what a table writes and from the store, and the right ones.

Planted once and caught here: wagers that are taken back counted as wagered; reversed payments left
out; the figures of a neighbour; a pause counted as play; yesterday's losses counted today; a
session that ends at midnight; chips on the layout forgotten when figures are read from the store.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from casinowar.houses import load_house
from casinowar.ledger import Posting, all_postings, chips_account, escrow_account, grant
from casinowar.service.money.play_reader import Plays
from casinowar.service.money.play_today import PlayToday, chips_at_tables
from casinowar.store.interface import Write, Written
from casinowar.table import Event, Refusal, Table
from casinowar.table import events as e
from casinowar.table.state import Action
from tests.kit import WatchedTable
from tests.kit.people import START_MS, People
from tests.ledger.test_any_postings import next_command, shared

MINUTE_MS = 60_000
DAY_MS = 86_400_000
MIDNIGHT = (START_MS // DAY_MS + 1) * DAY_MS
ME = "p_" + "a" * 20


def wager(cents: int, kind: str = "wager", table: str = "one") -> list[Posting]:
    chips, escrow = chips_account(table, ME), escrow_account(table, ME)
    return [Posting(chips, -cents, kind), Posting(escrow, cents, kind)]


def collected(cents: int) -> list[Posting]:
    return [Posting(escrow_account("one", ME), -cents, "collected")]


def test_a_bet_is_wagered_when_it_is_decided() -> None:
    play = PlayToday(person=ME).after(wager(500), START_MS)
    assert (play.wagered_cents, play.returned_cents, play.escrowed_cents) == (0, 0, 500)
    lost = play.after(collected(500), START_MS)
    assert (lost.wagered_cents, lost.returned_cents, lost.escrowed_cents) == (500, 0, 0)
    back = play.after(wager(-500, "returned"), START_MS)
    assert (back.wagered_cents, back.returned_cents, back.escrowed_cents) == (500, 500, 0)
    taken = play.after(wager(-500, "taken_back"), START_MS)
    assert (taken.wagered_cents, taken.returned_cents, taken.escrowed_cents) == (0, 0, 0)


def test_the_movements_of_others_change_nothing() -> None:
    other = "p_" + "b" * 20
    legs = [Posting(escrow_account("one", other), 5, "wager"), Posting("tray/one", 5, "collected")]
    before = PlayToday(person=ME)
    assert before.after(legs, START_MS) is before


def test_a_pause_of_15_minutes_ends_a_session_and_is_not_played() -> None:
    play = PlayToday(person=ME)
    for minute in (0, 10, 24, 39, 50):  # 15 minutes pass before the fourth
        play = play.after(wager(1), START_MS + minute * MINUTE_MS)
    now_ms = START_MS + 51 * MINUTE_MS
    assert play.day_ms(now_ms) == (24 + 12) * MINUTE_MS
    assert play.session_ms(now_ms) == 12 * MINUTE_MS
    assert play.session_over_ms() == START_MS + 65 * MINUTE_MS
    assert play.session_ms(START_MS + 65 * MINUTE_MS) == 0
    assert play.day_ms(START_MS + 65 * MINUTE_MS) == (24 + 11) * MINUTE_MS


def test_a_day_ends_at_midnight_and_a_session_does_not() -> None:
    play = PlayToday(person=ME).after(wager(500), MIDNIGHT - 10 * MINUTE_MS)
    play = play.after(collected(200), MIDNIGHT - MINUTE_MS)
    assert play.loss_cents(MIDNIGHT - 1) == 200
    assert play.loss_cents(MIDNIGHT) == 0
    assert play.day_ms(MIDNIGHT + MINUTE_MS) == MINUTE_MS
    play = play.after(collected(300), MIDNIGHT + 2 * MINUTE_MS)
    assert play.loss_cents(MIDNIGHT + 2 * MINUTE_MS) == 300
    assert play.day_ms(MIDNIGHT + 3 * MINUTE_MS) == 3 * MINUTE_MS
    assert play.session_ms(MIDNIGHT + 3 * MINUTE_MS) == 13 * MINUTE_MS
    assert play.escrowed_cents == 0


def test_a_clock_that_is_set_back_takes_nothing_back() -> None:
    play = PlayToday(person=ME).after(wager(500), MIDNIGHT + MINUTE_MS)
    play = play.after(collected(500), MIDNIGHT - 5 * MINUTE_MS)
    assert play.loss_cents(MIDNIGHT - 5 * MINUTE_MS) == 500
    assert play.session_ms(MIDNIGHT - 5 * MINUTE_MS) == 0
    assert play.day_ms(MIDNIGHT + 2 * MINUTE_MS) == MINUTE_MS


def test_reality_checks_come_at_multiples_of_the_interval() -> None:
    play = PlayToday(person=ME).after(wager(1), START_MS).after(wager(1), START_MS + 14 * MINUTE_MS)
    due = play.next_reality_check_ms
    assert due(10, START_MS + 14 * MINUTE_MS) == START_MS + 20 * MINUTE_MS
    assert due(10, START_MS + 20 * MINUTE_MS) == START_MS + 30 * MINUTE_MS
    assert due(0, START_MS + 14 * MINUTE_MS) is None
    assert due(10, START_MS + 29 * MINUTE_MS) is None


# --- a real table ---------------------------------------------------------------------------------


class Figures:
    """Wagered and returned by the events themselves, per person: an independent count."""

    def __init__(self) -> None:
        self.wagered, self.returned = Counter[str](), Counter[str]()

    def count(self, state: Table, event: Event) -> None:
        match event:
            case e.WagerCollected(seat=seat, amount_cents=cents):
                self.wagered[state.seats[seat].player] += cents
            case e.WagerReturned(seat=seat, amount_cents=cents):
                self.wagered[state.seats[seat].player] += cents
                self.returned[state.seats[seat].player] += cents
            case e.WagerPaid(seat=seat, amount_cents=cents):
                self.returned[state.seats[seat].player] += cents
            case e.MovementReversed(seat=seat, action=Action.PAY, amount_cents=cents):
                self.returned[state.seats[seat].player] -= cents
            case e.MovementReversed(seat=seat, amount_cents=cents):
                self.wagered[state.seats[seat].player] -= cents
            case _:
                pass


def _table(house: str, random: Random) -> WatchedTable:
    return WatchedTable(load_house(house), random, many_ties=True)


@pytest.mark.parametrize("house", ["wisconsin", "washington", "skycity"])
async def test_live_figures_those_of_the_store_and_those_of_the_events_agree(house: str) -> None:
    random = Random(house)
    people, table, figures = People(), _table(house, random), Figures()
    await people.add_table("one")
    live = dict[str, PlayToday]()
    now_ms = START_MS
    for _ in range(1500):
        before = table.state
        events = table.do(shared(next_command(random, table, 0.0)))
        if isinstance(events, Refusal):
            continue
        now_ms += random.choice((0, 1, MINUTE_MS))
        for event in events:
            if isinstance(event, e.SeatTaken) and event.player not in live:
                live[event.player] = PlayToday(person=event.player)
                gift = grant(event.player, 10**12)
                await people.store.write(Write(at_ms=now_ms, postings=gift))
        legs = all_postings("one", before, events, 1)
        write = Write(table="one", at_ms=now_ms, postings=legs)
        assert await people.store.write(write) == Written()
        live = {person: play.after(legs, now_ms) for person, play in live.items()}
        for event in events:
            figures.count(before, event)
    assert sum(figures.returned.values()) > 0
    for person, play in live.items():
        assert play.wagered_cents == figures.wagered[person]
        assert play.returned_cents == figures.returned[person]
        people.clock.ms = now_ms
        assert await Plays(people.store, people.clock).today(person) == play
        assert await chips_at_tables(people.store, person) == sum(
            holder.chips_cents for holder in table.state.seats.values() if holder.player == person
        ) + sum(
            hand.layout_cents
            for seat, hand in table.state.hands.items()
            if table.state.seats[seat].player == person
        )
