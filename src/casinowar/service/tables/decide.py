"""Decides commands at a table of the service: the session identifies the actor, the engine decides.

Nothing here writes or waits. A shoe whose seed is not in memory raises ``SeedNeeded``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from casinowar.cards import Card
from casinowar.fairness.shuffle import DECKS_MAX
from casinowar.live import DEALER_NAME, TRAY_CENTS
from casinowar.service.conversation.messages import AnyRefusal, ChangeSeat
from casinowar.service.money.play_today import DAY_MS
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import TableShoes
from casinowar.table import commands as c
from casinowar.table.automation import (
    ALL_STEPS,
    Automations,
    Carried,
    Done,
    Shoes,
    carry_out,
    contributions_awaited,
)
from casinowar.table.play.irregular import may_be_voided
from casinowar.table.procedure import cards_too_old, due
from casinowar.table.refusals import Refusal
from casinowar.table.roles import AUTOMATIC, Who, not_yours
from casinowar.table.shoe import Shoe, ToldShoe
from casinowar.table.state import SHOE_IN_USE, Phase, Table

NO_STEPS: Automations = frozenset()
NO_SEAT = Who(c.Role.PLAYER, 0)
SLIPS = (c.FillTray, c.CreditTray)  # counted by the floor and, where people deal, by the dealer
NEEDS_NO_CARDS = (c.LeaveSeat, c.SitOut, c.TakeBackWagers, c.VoidRound, c.CloseTable)
STOPPED = "This service has no stacked shoes for this table. You can leave with your chips."


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """The giver of a command, by their session."""

    person: str
    name: str
    who: Who  # the role in which the command is given
    age_years: int | None = None
    steps_in: bool = False  # with a reason, at the table of another dealer
    counted_by: str = ""  # the dealer who counted the chips of this slip too


class Left(NamedTuple):
    """A player who was seated until the table was closed."""

    seat: int
    player: str
    name: str
    age_years: int | None
    chips_cents: int


class _Part(NamedTuple):
    """One of several commands that are carried out together."""

    command: c.Command
    automations: Automations
    by: str | None  # None: the person it belongs to
    id: str | None = None


class Deciding:
    """Decides the commands of one table."""

    def __init__(
        self,
        settings: TableSettings,
        shoes: TableShoes,
    ) -> None:
        self.settings, self._shoes = settings, shoes
        # whether a player's program adds to the shuffle
        self.contributes: Callable[[str], bool] = lambda _: False
        self.stopped = shoes.missing  # nothing can be dealt, but everybody can leave
        self._automations = ALL_STEPS if settings.runs_itself else frozenset({c.FillTray})
        if self.stopped:
            self._automations = frozenset({c.FillTray})

    @property
    def fills_tray(self) -> bool:
        """Whether a short tray is filled automatically, which also affects the offers."""
        return c.FillTray in self._automations

    def offered(self, command: type[c.Command]) -> bool:
        """Whether a command is possible at this table, for one person alone."""
        if issubclass(command, SLIPS) and not self.settings.runs_itself:
            return False
        return not self.stopped or issubclass(command, NEEDS_NO_CARDS)

    def by_person(
        self,
        state: Table,
        command: c.Command | ChangeSeat,
        by: Actor,
        local: datetime,
        command_id: str,
        face: Card | None = None,
    ) -> Carried | AnyRefusal:
        """Decide a person's command; ``local`` is the time at the house.

        ``face`` is the real card that the dealer enters with it.
        """
        given = partial(_Part, automations=self._automations, by=None, id=command_id)
        if isinstance(command, SLIPS) and not (self.settings.runs_itself or by.counted_by):
            words = "The dealer counts these chips too: prepare a slip at the floor's desk."
            return ServiceRefusal(code=ServiceCode.SLIP_NEEDED, sentence=words)
        if face is not None and not self.settings.physical:
            words = "The cards of this table come from its shoe. Send no card with a command."
            return ServiceRefusal(code=ServiceCode.NOT_PHYSICAL, sentence=words)
        if isinstance(command, c.TakeOver):  # always in the dealer's own name
            command = replace(command, dealer=by.name)
        if self.settings.physical:
            return self._refereed(state, command, by, local, given, face)
        if isinstance(command, ChangeSeat):
            return _stopped() if self.stopped else self._change_seat(state, command, by, command_id)
        refusal = self._not_here(command) or _not_theirs(state, command, by)
        if refusal is not None:
            return refusal
        match command:
            case c.TakeSeat():
                age = _age_for_log(state, by.age_years)
                take = replace(command, player=by.person, name=by.name, age_years=age)
                parts = [given(take)]
                if self.opens_itself(state):
                    parts.insert(0, self._own(self.opening(state, local)))
                return self._in_turn(state, parts)
            case c.OpenTable():
                opening = self.settings.opening(command)
                refused = far_day(state, command, local) or _too_many_decks(opening)
                return refused or self._in_turn(state, [given(opening)])
            case c.StartGamingDay():
                return far_day(state, command, local) or self._in_turn(state, [given(command)])
            case _ if (refusal := self._no_coupons(command)) is not None:
                return refusal
            case _:
                return self._in_turn(state, [given(command)])

    def _refereed(
        self,
        state: Table,
        command: c.Command | ChangeSeat,
        by: Actor,
        local: datetime,
        given: Callable[[c.Command], _Part],
        face: Card | None,
    ) -> Carried | AnyRefusal:
        """A command at a table with real cards: the dealer enters what its players do."""
        if isinstance(command, ChangeSeat) or (
            isinstance(command, c.PlayerCommand) and by.who.role is not c.Role.DEALER
        ):
            words = "This table has real cards: the dealer enters what players do."
            return ServiceRefusal(code=ServiceCode.DEALER_ENTERS, sentence=words)
        if isinstance(command, c.PlayerCommand):
            if (no_coupons := self._no_coupons(command)) is not None:
                return no_coupons
        elif (refusal := _not_theirs(state, command, by)) is not None:
            return refusal
        if isinstance(command, c.OpenTable):
            command = self.settings.opening(command)
        if isinstance(command, c.OpenTable | c.StartGamingDay):
            refused = far_day(state, command, local)
            if refused is not None:
                return refused
        told = ToldShoe(face, face_up=isinstance(command, c.SetAsideFaceUpCard))
        return self._in_turn(state, [given(command)], told)

    def _no_coupons(self, command: c.Command) -> ServiceRefusal | None:
        """The refusal of a bet with a coupon at a table without coupons."""
        if self.settings.coupons or not isinstance(command, c.PlaceWagers):
            return None
        if not command.coupon_cents:
            return None
        words = "This table takes no coupons. Bet with chips."
        return ServiceRefusal(code=ServiceCode.NO_COUPONS, sentence=words)

    def _not_here(self, command: c.Command) -> ServiceRefusal | None:
        """The refusal of a command at a stopped table, or at one that deals by itself."""
        if self.stopped and not isinstance(command, NEEDS_NO_CARDS):
            return _stopped()
        if not self.settings.runs_itself or command.ROLE is not c.Role.DEALER:
            return None
        words = "This table deals by itself and needs no dealer."
        return ServiceRefusal(code=ServiceCode.RUNS_ITSELF, sentence=words)

    def opens_itself(self, state: Table) -> bool:
        """Whether the table opens for its first player; a table that the floor closed does not."""
        fresh = state.phase is Phase.CLOSED and state.day is None
        closed = self.settings.closed or self.stopped
        return fresh and self.settings.runs_itself and not closed

    def takes_players(self, state: Table) -> bool:
        """Whether new players can sit down, if a seat is free.

        Not if the floor must open the table first, and not if its owner has locked or closed it.
        """
        if self.settings.physical:  # the dealer seats people
            return False
        is_open = state.phase is not Phase.CLOSED or self.opens_itself(state)
        return is_open and not (self.stopped or self.settings.locked or self.settings.closed)

    def opening(self, state: Table, local: datetime) -> c.OpenTable:
        """How the table opens for its first player."""
        day = state.house.gaming_day(local)
        return self.settings.opening(
            c.OpenTable(day=day, dealer=DEALER_NAME, tray_cents=TRAY_CENTS)
        )

    def open_for_players(self, state: Table, local: datetime) -> Table:
        """The table as the next player would find it: opened, if it opens itself."""
        if not self.opens_itself(state):
            return state
        # which seats are free does not depend on the seed of its first shoe
        opened = self.together(state, replace(self.opening(state, local), sealed=False))
        return opened.state if isinstance(opened, Carried) else state

    def together(self, state: Table, *commands: c.Command) -> Carried | Refusal:
        """Decide several commands of the table itself: all of them happen, or none."""
        return self._in_turn(state, map(self._own, commands))

    def clear(self, state: Table, reason: str) -> Carried | Refusal:
        """Return the open wagers and change the cards: both happen, or neither."""
        carried = self.end_round(state, reason, self._automations)
        if isinstance(carried, Refusal) or carried.state.phase is not Phase.BETTING:
            return carried
        changed = self.together(carried.state, c.ChangeCards())
        if isinstance(changed, Refusal):
            return changed
        return Carried(changed.state, carried.done + changed.done)

    def end_round(
        self, state: Table, reason: str, automations: Automations = NO_STEPS
    ) -> Carried | Refusal:
        """Return the open wagers and rack the cards."""
        done = tuple[Done, ...]()
        for is_due, command in (
            (may_be_voided, c.VoidRound(reason=reason)),
            (lambda table: table.phase is Phase.RACK, c.RackCards()),
        ):
            if is_due(state):
                carried = self._carry_out(state, _Part(command, automations, AUTOMATIC))
                if isinstance(carried, Refusal):
                    return carried
                state, done = carried.state, done + carried.done
        return Carried(state, done)

    def close(self, state: Table) -> Carried | Refusal:
        """Close the table without any following steps."""
        if state.phase is Phase.CLOSED:
            return Carried(state, ())
        return self._carry_out(state, _Part(c.CloseTable(), NO_STEPS, AUTOMATIC))

    def reopen(
        self, state: Table, before: Table, left: Iterable[Left], local: datetime
    ) -> Carried | Refusal:
        """Reopen a closed table as it was ``before``, with the same players and chips."""
        opening = replace(
            self.opening(state, local),
            day=max(state.house.gaming_day(local), state.day or date.min),
            dealer=before.dealer,
            decks=before.decks,
            shuffling=before.shuffling,
        )
        opened = self.together(state, opening)
        if isinstance(opened, Refusal):
            return opened
        state, done = opened.state, opened.done
        for seat, player, name, age, chips in left:
            stated = _age_for_log(state, age)
            take = c.TakeSeat(seat=seat, player=player, name=name, age_years=stated)
            buy = (c.BuyChips(seat=seat, cash_cents=chips),) if chips else ()
            parts = [_Part(one, self._automations, by=None) for one in (take, *buy)]
            sat = self._in_turn(state, parts)
            if not isinstance(sat, Refusal):  # otherwise the player's chips are in the account
                state, done = sat.state, done + sat.done
        return Carried(state, done)

    def _own(self, command: c.Command) -> _Part:
        """A command that the table gives itself, with the steps that follow."""
        return _Part(command, automations=self._automations, by=AUTOMATIC)

    def _in_turn(
        self, state: Table, parts: Iterable[_Part], told: ToldShoe | None = None
    ) -> Carried | Refusal:
        """Decide several commands together: all of them happen, or none."""
        done = tuple[Done, ...]()
        for part in parts:
            carried = self._carry_out(state, part, told)
            if isinstance(carried, Refusal):
                return carried
            state, done = carried.state, done + carried.done
        return self._without_silent(Carried(state, done))

    def _without_silent(self, carried: Carried) -> Carried:
        """Continue at once if no awaited player has a program that contributes."""
        state, done = carried.state, carried.done
        while (awaited := contributions_awaited(state)) and not self.somebody_contributes(
            state, awaited
        ):
            step = due(state)
            if step is None or type(step) not in self._automations:
                break
            more = self._carry_out(state, self._own(step))
            if isinstance(more, Refusal):
                break
            state, done = more.state, done + more.done
        return Carried(state, done)

    def somebody_contributes(self, state: Table, seats: Iterable[int]) -> bool:
        """Whether a player of these seats has a program that adds to the shuffle."""
        return any(self.contributes(state.seats[seat].player) for seat in seats)

    def _carry_out(
        self, state: Table, part: _Part, told: ToldShoe | None = None
    ) -> Carried | Refusal:
        command, automations, by, command_id = part
        shoes: Shoes = partial(self._shoes.shoe, decks=state.decks)
        if told is not None:
            shoes = partial(_this_one, told)
        return carry_out(state, command, shoes, automations, by=by, command_id=command_id)

    def _change_seat(
        self, state: Table, move: ChangeSeat, by: Actor, command_id: str
    ) -> Carried | AnyRefusal:
        leave = c.LeaveSeat(seat=move.seat)
        refusal = _not_theirs(state, leave, by)
        if refusal is not None:
            return refusal
        chips = state.seats[move.seat].chips_cents
        age = _age_for_log(state, by.age_years)
        take = c.TakeSeat(seat=move.to, player=by.person, name=by.name, age_years=age)
        buy = (c.BuyChips(seat=move.to, cash_cents=chips),) if chips else ()
        # no steps in between: automatic steps follow only the last command
        parts = [_Part(command, NO_STEPS, None, command_id) for command in (leave, take, *buy)]
        parts[-1] = parts[-1]._replace(automations=self._automations)
        return self._in_turn(state, parts)


def _age_for_log(state: Table, age: int | None) -> int | None:
    """The age, no more precise than the house requires: everybody can read commands in the log."""
    least = state.house.entry_age
    return min(age, least) if age is not None and least else None


def _this_one(shoe: Shoe, _: int) -> Shoe:
    """This shoe for every number."""
    return shoe


def has_known_cards(state: Table) -> bool:
    """Whether cards in use may be known from an earlier deal.

    Cards that are being shuffled come from the next seed.
    """
    return state.phase in SHOE_IN_USE | {Phase.RACK}


def _stopped() -> ServiceRefusal:
    return ServiceRefusal(code=ServiceCode.TABLE_STOPPED, sentence=STOPPED)


def _too_many_decks(opening: c.OpenTable) -> ServiceRefusal | None:
    """The refusal of more decks than the service can shuffle."""
    if opening.decks is None or opening.decks <= DECKS_MAX:
        return None
    words = f"A shoe here has at most {DECKS_MAX} decks."
    return ServiceRefusal(code=ServiceCode.TABLE_SETTINGS, sentence=words)


def _not_theirs(state: Table, command: c.Command, by: Actor) -> Refusal | None:
    """The refusal of a command that belongs to another role, or to the player of another seat."""
    if command.ROLE is not by.who.role:
        return not_yours(state, by.who, command)
    if not isinstance(command, c.PlayerCommand) or isinstance(command, c.TakeSeat):
        return None
    holder = state.seats.get(command.seat)
    if holder is not None and holder.player == by.person:
        return None
    return not_yours(state, NO_SEAT, command)


# --- gaming days: named by the floor, or started by the table -------------------------------------
# Once a gaming day has begun, it cannot be taken back (policy 14).

NEAR = timedelta(days=1)  # how far from the clock the floor may name a day
DAYS_APART = 3  # between a gaming day and a time in UTC: the set hour, the time zone, and NEAR
EPOCH = date(1970, 1, 1)


def is_far(day: date, at_ms: int) -> bool:
    """Whether a gaming day is so far from a time in UTC that it cannot have begun then."""
    return abs(day.toordinal() - EPOCH.toordinal() - at_ms // DAY_MS) > DAYS_APART


class Near(NamedTuple):
    """Gaming days that the floor may name, both included."""

    first: date
    last: date


def days_near(state: Table, local: datetime) -> Near:
    """The days that the floor may name now."""
    today = state.house.gaming_day(local)
    first = today - NEAR if state.day is None else max(today - NEAR, state.day)
    return Near(first, max(today + NEAR, first))


def far_day(
    state: Table, command: c.OpenTable | c.StartGamingDay, local: datetime
) -> ServiceRefusal | None:
    """The refusal of a day far from today; the engine refuses a day before the last one."""
    near = days_near(state, local)
    if near.first <= command.day <= near.last or (state.day and command.day < state.day):
        return None
    later = isinstance(command, c.StartGamingDay) and near.first == state.day
    first = near.first.toordinal() + later
    days = [str(date.fromordinal(day)) for day in range(first, near.last.toordinal() + 1)]
    words = f"name {' or '.join(days)}" if days else "the table is ahead of it"
    today = state.house.gaming_day(local)
    return ServiceRefusal(
        code=ServiceCode.FAR_DAY, sentence=f"Today is the gaming day {today}: {words}."
    )


class GamingDays:
    """The gaming days of one table that stays open past the set hour.

    A table that runs itself starts the new day at once. Where people deal, the floor has the time
    of a step for it; then the table continues without them.
    """

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._noticed: tuple[date, float] | None = None  # the new day, and when it was noticed

    def due(
        self, state: Table, local: datetime, now: float
    ) -> c.StartGamingDay | c.ChangeCards | None:
        """The next act of the table, between rounds; ``local`` is the time at the house.

        ``now`` is the loop's monotonic time. Cards that the ending day has not changed yet are
        changed first (WI d5).
        """
        if state.phase is Phase.CLOSED or state.day is None:
            return None
        today = state.house.gaming_day(local)
        if today <= state.day:
            return None
        if self._noticed is None or self._noticed[0] != today:
            self._noticed = (today, now)
        seconds = 0 if self._settings.runs_itself else state.house.policies.step_seconds
        if state.hands or now < self._noticed[1] + seconds:
            return None
        return c.ChangeCards() if cards_too_old(state) else c.StartGamingDay(day=today)
