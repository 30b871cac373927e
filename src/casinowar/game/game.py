"""One person's game: a live table, its record and automated neighbours.

Every command of the person goes through ``Game.do``: the engine decides, the events are written to
disk, and only then does the game change; then the neighbours answer. The engine says what the
person may do (``offers``, ``asked``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from casinowar.errors import InputError
from casinowar.game.offers import Offers
from casinowar.game.players import neighbour_name, player_command
from casinowar.houses import House
from casinowar.live import DEALER_NAME, TRAY_CENTS, LiveTable
from casinowar.money import show_cents
from casinowar.record.file import Record
from casinowar.table import Code, Done, Event, Hand, Refusal, Table, decide, events_of, fold
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.legal import Days, Range, legal
from casinowar.table.procedure import cards_too_old
from casinowar.table.roles import FLOOR_ROLE, Who, player_at
from casinowar.table.state import Wager
from casinowar.table.waits import Awaited, Wait

BUY_IN_MINIMUMS = 100  # the default buy-in, in minimum wagers
PERSON_SEAT = 1


def usual_buy_in(house: House) -> int:
    """The suggested buy-in at a house."""
    return house.limits.first.min_cents * BUY_IN_MINIMUMS


@dataclass(frozen=True, slots=True)
class Farewell:
    """The chips with which a person leaves, and the cash that they paid."""

    chips_cents: int
    bought_cents: int
    open_hand: str = ""  # what became of a hand that was left open


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
        self.table.save = self._save
        self.events: list[Event] = []  # all events of the table
        self.record: Record | None = None
        self._unrecorded: list[Done] = []  # commands carried out before the record began
        self.seat = PERSON_SEAT
        self.neighbours = tuple(range(self.seat + 1, self.seat + 1 + neighbours))
        self.farewell: Farewell | None = None
        self._clock = clock

    def _save(self, done: tuple[Done, ...]) -> None:
        if self.record is None:
            self._unrecorded += done
        else:
            self.record.append(done)
        self.events += events_of(done)

    def keep(self, record: Record) -> None:
        """Write a record from now on, starting with everything that happened so far."""
        record.append(self._unrecorded)
        self._unrecorded.clear()
        self.record = record

    # --- the state of the game --------------------------------------------------------------------

    @property
    def state(self) -> Table:
        """The table as it is now."""
        return self.table.state

    @property
    def house(self) -> House:
        """The house whose rules are played."""
        return self.table.state.house

    @property
    def me(self) -> Who:
        """The person."""
        return player_at(self.seat)

    @property
    def hand(self) -> Hand | None:
        """The person's hand in the current round."""
        return self.state.hands.get(self.seat)

    @property
    def chips_cents(self) -> int:
        """The chips in front of the person."""
        holder = self.state.seats.get(self.seat)
        return 0 if holder is None else holder.chips_cents

    @property
    def offers(self) -> Offers:
        """What the person may do now."""
        return Offers(self.table.legal(self.me))

    @property
    def waiting(self) -> Wait | None:
        """What the table waits for from the person; None if it is not their turn."""
        return next((wait for wait in self.table.waits_for() if wait.who == self.me), None)

    @property
    def asked(self) -> Awaited | None:
        """What the person is asked for now: a bet, the cut, the choice on a tie, a war Tie."""
        return None if self.waiting is None else self.waiting.what

    def would(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """The result of a command, without carrying it out."""
        return decide(self.state, command, self.table.shoe)

    def wager_range(self, wager: str, beside: c.PlaceWagers) -> Range | None:
        """The range of a bet on one area, given other wagers; None if no bet is possible.

        Areas are ``initial``, ``tie`` and the names of side bets.
        """
        answer = self.would(beside)
        state = self.state if isinstance(answer, Refusal) else fold(self.state, answer)
        offers = Offers(legal(state, self.me, self.table.shoe))
        if wager in {Wager.INITIAL, Wager.TIE}:
            return offers.amounts(c.PlaceWagers, f"{wager}_cents")
        return offers.side_amounts(wager)

    # --- commands ---------------------------------------------------------------------------------

    def do(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command, then let the neighbours answer; or return the refusal."""
        # there is no dealer and no floorperson: the table gives their commands itself
        answer = self.table.do(command, automatic=command.ROLE is not c.Role.PLAYER)
        if isinstance(answer, Refusal):
            return answer
        return answer + self.let_neighbours_answer()

    def must(self, command: c.Command, field: str = "table") -> tuple[Event, ...]:
        """Carry out a command that must succeed; a refusal raises an InputError for ``field``."""
        answer = self.do(command)
        if isinstance(answer, Refusal):
            named = "--decks" if answer.code is Code.BAD_DECKS else field
            raise InputError(named, answer.sentence, answer.cites)
        return answer

    def let_neighbours_answer(self) -> tuple[Event, ...]:
        """Answer for the neighbours until it is a person's turn."""
        events: tuple[Event, ...] = ()
        while (wait := self._neighbours_turn()) is not None:
            answer = self.table.do(player_command(self.state, wait, self.table.shoe))
            assert not isinstance(answer, Refusal), answer
            events += answer
        return events

    def _neighbours_turn(self) -> Wait | None:
        """Neighbours bet once the person has bet, and do not play without the person."""
        for wait in self.table.waits_for():
            if wait.who is None or wait.who.seat not in self.neighbours:
                continue
            if wait.what is not Awaited.BET or self.hand is not None:
                return wait
        return None

    # --- a person's way through a game ------------------------------------------------------------

    def sit_down(self, name: str, buy_in_cents: int, decks: int | None = None) -> None:
        """Open the table, sit down and buy chips; an InputError if the table refuses."""
        day = self.house.gaming_day(self._clock())
        self.must(c.OpenTable(day=day, dealer=DEALER_NAME, tray_cents=TRAY_CENTS, decks=decks))
        self.take_place(name, buy_in_cents)
        self._check_a_bet_is_possible(buy_in_cents)

    def take_place(self, name: str, buy_in_cents: int) -> None:
        """Sit down at an open table and buy chips; the neighbours sit down too."""
        person = c.TakeSeat(seat=self.seat, player=f"player-{self.seat}", name=name)
        self.must(person, "--name")
        self.must(c.BuyChips(seat=self.seat, cash_cents=buy_in_cents), "--buy-in")
        self.seat_neighbours()

    def seat_neighbours(self) -> None:
        """Seat every neighbour who is not at the table yet."""
        for seat in self.neighbours:
            if seat not in self.state.seats:
                take = c.TakeSeat(seat=seat, player=f"auto-{seat}", name=neighbour_name(seat))
                self.must(take, "--neighbours")

    def _check_a_bet_is_possible(self, buy_in_cents: int) -> None:
        """Refuse chips that cover no wager: the person would have nothing to do.

        A rehearsal on a copy of the table goes on to the first bet and looks at the offers.
        """
        rehearsal = LiveTable(self.house)
        rehearsal.restore(self.state, self.table.version)
        while (wait := rehearsal.waits_for()[0]).what is not Awaited.BET:
            assert wait.otherwise is not None, wait
            assert not isinstance(rehearsal.do(wait.otherwise), Refusal), wait
        if not Offers(rehearsal.legal(self.me)).has(c.PlaceWagers):
            why = rehearsal.do(c.PlaceWagers(seat=self.seat, initial_cents=buy_in_cents))
            assert isinstance(why, Refusal), why
            chips = show_cents(buy_in_cents, self.house.limits.symbol)
            reason = f"{chips} is not enough for a wager. {why.sentence}"
            raise InputError("--buy-in", reason, why.cites)

    def bet(
        self, initial_cents: int, tie_cents: int, sides: tuple[tuple[str, int], ...] = ()
    ) -> tuple[Event, ...] | Refusal:
        """Place the person's wagers; the neighbours follow, and the round is dealt.

        If a new gaming day brings new cards, no wager is placed yet: only its events are returned.
        """
        before = self._new_day()
        if before and self.asked is not Awaited.BET:
            return before
        placed = self.do(wagers(self.seat, initial_cents, tie_cents, sides))
        return placed if isinstance(placed, Refusal) else before + placed

    def _new_day(self) -> tuple[Event, ...]:
        """A table that stays open past the set hour starts a new gaming day (policy 14)."""
        today = self.house.gaming_day(self._clock())
        if self.state.day is not None and today > self.state.day and cards_too_old(self.state):
            return self.must(
                c.ChangeCards()
            )  # required before the day ends; the new day starts next
        for offer in self.table.legal(FLOOR_ROLE):
            days = offer.fields.get("day")
            if offer.command is c.StartGamingDay and isinstance(days, Days) and today in days:
                return self.must(c.StartGamingDay(day=today))
        return ()

    def leave(self) -> tuple[Event, ...]:
        """Stand up with all chips and close the table.

        The house's policy answers open questions (policy 3), and the round is finished first.
        """
        events: tuple[Event, ...] = ()
        if self.farewell is not None:
            return events
        while not self.offers.has(c.LeaveSeat):
            otherwise = self.table.waits_for()[0].otherwise
            assert otherwise is not None
            events += self.must(otherwise)
        open_hand = self._open_hand(events)
        events += self.must(c.LeaveSeat(seat=self.seat))
        events += self.must(c.CloseTable())
        self.farewell = replace(self._farewell(), open_hand=open_hand)
        if self.record is not None:
            self.record.close()
        return events

    def _open_hand(self, events: tuple[Event, ...]) -> str:
        """The result of the hand that the person left open, in words."""
        mine = [event for event in events if getattr(event, "seat", 0) == self.seat]
        decided = [event for event in mine if isinstance(event, e.HandDecided)]
        if not decided:
            return ""
        called = [event for event in mine if isinstance(event, e.SurrenderChosen | e.WarChosen)]
        hands = () if self.state.last_round is None else self.state.last_round.hands
        net = sum(h.returned_cents - h.wagered_cents for h in hands if h.seat == self.seat)
        amount = show_cents(abs(net), self.house.limits.symbol)
        result = "nothing won or lost" if not net else f"{amount} {'won' if net > 0 else 'lost'}"
        outcome = decided[0].outcome.replace("_", " ")
        by = f" ({called[0].cites})" if called else ""
        return f"Your open hand was finished by the house's policy{by}: {outcome}, {result}."

    def _farewell(self) -> Farewell:
        """The chips of the last departure; chips of earlier departures count as cash returned."""
        mine = [event for event in self.events if getattr(event, "seat", 0) == self.seat]
        left = [event.chips_cents for event in mine if isinstance(event, e.SeatLeft)]
        bought = sum(event.cash_cents for event in mine if isinstance(event, e.ChipsBought))
        return Farewell(chips_cents=left[-1], bought_cents=bought - sum(left[:-1]))


def wagers(
    seat: int, initial_cents: int, tie_cents: int = 0, sides: tuple[tuple[str, int], ...] = ()
) -> c.PlaceWagers:
    """The command for these amounts; zero means none."""
    return c.PlaceWagers(
        seat=seat,
        initial_cents=initial_cents,
        tie_cents=tie_cents,
        sides={name: cents for name, cents in sides if cents},
    )
