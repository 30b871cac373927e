"""One person's game: a live table, its record, and automated neighbours. No screen in here.

Everything the person does goes through ``Game.do``: the engine decides, the record is on disk,
neighbours answer, and only then are the events shown. Rules and payouts are the engine's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.live import LiveTable
from casinowar.money import show_cents
from casinowar.record.file import Record
from casinowar.table import Code, Event, Hand, Phase, Refusal, Table
from casinowar.table import commands as c
from casinowar.table.events import ChipsBought
from casinowar.table.state import Status
from casinowar.tui.neighbours import neighbour_answer, neighbour_bets, neighbour_name

DEALER_NAME = "Dealer"
TRAY_CENTS = 100_000_00
BUY_IN_MINIMUMS = 100  # a buy-in of so many minimum wagers, unless another is named
PERSON_SEAT = 1


def usual_buy_in(house: House) -> int:
    """The buy-in that is offered at a house."""
    return house.limits.first.min_cents * BUY_IN_MINIMUMS


def least_wager(house: House) -> int:
    """The smallest wager with which a person is dealt in."""
    limits = house.limits
    if house.wagers.tie_alone:
        return min(limits.first.min_cents, limits.tie.min_cents)
    return limits.first.min_cents


def gaming_day(house: House, now: datetime) -> date:
    """The gaming day of a moment (policy 14)."""
    return (now - timedelta(hours=house.policies.gaming_day_hour)).date()


@dataclass(frozen=True, slots=True)
class Farewell:
    """What a person takes from the table."""

    chips_cents: int
    bought_cents: int


class Game:
    """A person at a table."""

    def __init__(
        self,
        table: LiveTable,
        *,
        neighbours: int = 0,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        self.table = table
        self.record: Record | None = None
        self.seat = PERSON_SEAT
        self.neighbours = tuple(range(self.seat + 1, self.seat + 1 + neighbours))
        self.farewell: Farewell | None = None
        self._clock = clock

    @property
    def state(self) -> Table:
        """The table as it stands."""
        return self.table.state

    @property
    def house(self) -> House:
        """The house whose rules are played."""
        return self.table.state.house

    @property
    def hand(self) -> Hand | None:
        """The person's hand in the round under way."""
        return self.state.hands.get(self.seat)

    @property
    def cut_is_offered(self) -> bool:
        """Whether the person has the cut."""
        return self.state.phase is Phase.CUT_OFFERED and self.state.queue[0] == self.seat

    @property
    def choice_is_open(self) -> bool:
        """Whether the person has a tied hand to decide."""
        return self.hand is not None and self.hand.status is Status.ASKED

    @property
    def bought_cents(self) -> int:
        """What the person has paid for chips at this table."""
        return sum(
            event.cash_cents
            for event in self.table.events
            if isinstance(event, ChipsBought) and event.seat == self.seat
        )

    def keep(self, record: Record) -> None:
        """Keep a record from now on; it gets what has happened so far."""
        record.append(self.table.events)
        self.record = record

    def do(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """Carry a command out, and what neighbours answer; or the refusal."""
        answer = self._commit(command)
        if isinstance(answer, Refusal):
            return answer
        return answer + self.let_neighbours_answer()

    def _commit(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """Decide and record; what cannot be recorded has not happened."""
        state, count = self.table.state, len(self.table.events)
        answer = self.table.do(command)
        if self.record is not None and not isinstance(answer, Refusal):
            try:
                self.record.append(answer)
            except InputError:
                self.table.state = state
                del self.table.events[count:]
                raise
        return answer

    def _must(self, command: c.Command, field: str = "table") -> tuple[Event, ...]:
        """Carry out what has to be possible; else an InputError names ``field``."""
        answer = self.do(command)
        if isinstance(answer, Refusal):
            named = "--decks" if answer.code is Code.BAD_DECKS else field
            raise InputError(named, answer.sentence, answer.cites)
        return answer

    def let_neighbours_answer(self) -> tuple[Event, ...]:
        """What neighbours owe the table, until it is a person's turn."""
        events: tuple[Event, ...] = ()
        while (command := neighbour_answer(self.state, self.neighbours)) is not None:
            answer = self._commit(command)
            assert not isinstance(answer, Refusal), answer
            events += answer
        return events

    # --- the person's way through a game ----------------------------------------------------------

    def sit_down(self, name: str, buy_in_cents: int, decks: int | None = None) -> None:
        """Open the table, sit down and buy chips; an InputError where the table refuses."""
        if len(self.neighbours) >= self.house.deal.seats:
            most = self.house.deal.seats - 1
            cites = self.house.cites.seats
            raise InputError("--neighbours", f"this table has room for {most}", cites)
        day = gaming_day(self.house, self._clock())
        self._must(c.OpenTable(day=day, dealer=DEALER_NAME, tray_cents=TRAY_CENTS, decks=decks))
        self.take_place(name, buy_in_cents)

    def take_place(self, name: str, buy_in_cents: int) -> None:
        """Sit down at an open table and buy chips; neighbours sit down too."""
        self._check_buy_in(buy_in_cents)
        self._must(c.TakeSeat(seat=self.seat, player=name), "--name")
        self._must(c.BuyChips(seat=self.seat, cash_cents=buy_in_cents), "--buy-in")
        for seat in self.neighbours:
            self._must(c.TakeSeat(seat=seat, player=neighbour_name(seat)))

    def _check_buy_in(self, cents: int) -> None:
        """Chips that cover no wager at all would leave the person nothing to do."""
        least = least_wager(self.house)
        if cents < least:
            symbol = self.house.limits.symbol
            said = f"{show_cents(cents, symbol)} is below the minimum wager of"
            cites = self.house.cites.limits
            raise InputError("--buy-in", f"{said} {show_cents(least, symbol)}", cites)

    def bet(
        self, initial_cents: int, tie_cents: int, sides: tuple[tuple[str, int], ...] = ()
    ) -> tuple[Event, ...] | Refusal:
        """Place the person's wagers, then the neighbours'; the round is dealt when all are down."""
        events = self._new_day()
        placed = self.do(
            c.PlaceWagers(
                seat=self.seat,
                initial_cents=initial_cents,
                tie_cents=tie_cents,
                sides=tuple((name, cents) for name, cents in sides if cents),
            )
        )
        if isinstance(placed, Refusal):
            return placed
        events += placed
        for command in neighbour_bets(self.state, self.neighbours):
            events += self._must(command)
        return events

    def _new_day(self) -> tuple[Event, ...]:
        """A table that stays open past the set hour begins a new gaming day (policy 14)."""
        today = gaming_day(self.house, self._clock())
        if self.state.day is None or today <= self.state.day or self.state.hands:
            return ()
        return self._must(c.StartGamingDay(day=today))

    def leave(self) -> tuple[Event, ...]:
        """Stand up with all chips and close the table.

        An open choice gets no answer, so the house's policy decides it (policy 3); an offered cut
        is left to the others. The round is finished first.
        """
        events: tuple[Event, ...] = ()
        if self.farewell is not None:
            return events
        if self.cut_is_offered:
            events += self._must(c.RefuseCut(seat=self.seat))
        if self.choice_is_open:
            events += self._must(c.CallTime(seat=self.seat))
        bought = self.bought_cents
        chips = self.state.seats[self.seat].chips_cents
        for seat in (self.seat, *self.neighbours):
            if seat in self.state.seats:
                events += self._must(c.LeaveSeat(seat=seat))
        events += self._must(c.CloseTable())
        self.farewell = Farewell(chips_cents=chips, bought_cents=bought)
        return events
