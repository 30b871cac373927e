"""The people at a table: the watchers, and the clocks of awaited players.

Time is the loop's monotonic time in seconds. A wait that continues after a change keeps its
deadline; a new one starts at its full length, also after a restart: clocks stand still while the
service is down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from casinowar.service.conversation.messages import (
    Countdown,
    People,
    Phrase,
    Seated,
    Speaker,
    WaitsFrame,
    countdown,
    frame_of,
    said_frame,
)
from casinowar.service.ports import Frame
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.tables.open_table import OpenTable
from casinowar.service.tables.settings import UNHURRIED
from casinowar.table import commands as c
from casinowar.table.automation import contributions_awaited
from casinowar.table.state import IN_ROUND
from casinowar.table.waits import CONTRIBUTION_SECONDS, Awaited, Wait

PEOPLE_SECONDS = 0.2  # changes of who is here within this time share a frame
SAY_SECONDS = 2.0  # between two phrases of one person


@dataclass(slots=True, eq=False)
class Watcher:
    """One socket at a table."""

    person: str
    send: Callable[[Frame], None]
    views: bool  # it wants the whole view after each change
    told: Callable[[], None]  # called after each change, once the frames are sent
    deals: Callable[[], bool] = lambda: False  # whether the person may deal, by the current roles
    name: Callable[[], str] = lambda: ""  # the current name
    people: bool = False  # it wants the list of people
    contributes: bool = False  # it adds to the shuffle of sealed shoes


def nothing() -> None:
    """Do nothing: this client asks for its offers itself."""


class Audience:
    """The watchers of a table."""

    __slots__ = (
        "_people",
        "_people_timer",
        "_sockets",
        "_spoke",
        "_stopped",
        "_table",
        "_watchers",
    )

    def __init__(self, table: OpenTable) -> None:
        self._table = table
        self._watchers = dict[Watcher, None]()
        self._sockets = dict[str, int]()  # by person
        self._people: bytes | None = None  # the last frame of people
        self._people_timer: asyncio.TimerHandle | None = None
        self._stopped = False
        self._spoke = dict[str, float]()  # when each person last said something

    def __len__(self) -> int:
        return len(self._watchers)

    def has(self, person: str) -> bool:
        """Whether a person has a socket here."""
        return person in self._sockets

    def contributes(self, person: str) -> bool:
        """Whether a person has a socket here that contributes to the shuffle."""
        return self.has(person) and any(
            watcher.contributes for watcher in self._watchers if watcher.person == person
        )

    @property
    def dealer_here(self) -> bool | None:
        """Whether a person who may deal has a socket here; None if the table deals by itself."""
        table = self._table
        if table.settings.runs_itself:
            return None
        return any(one.deals() and table.may_deal(one.person, one.name()) for one in self._watchers)

    def add(self, watcher: Watcher) -> None:
        """Add a watcher, who gets everything from now on."""
        self._watchers[watcher] = None
        self._sockets[watcher.person] = self._sockets.get(watcher.person, 0) + 1

    def remove(self, watcher: Watcher) -> bool:
        """Remove a watcher; False if there was none."""
        if watcher not in self._watchers:
            return False
        del self._watchers[watcher]
        self._sockets[watcher.person] -= 1
        if not self._sockets[watcher.person]:
            del self._sockets[watcher.person]
        return True

    def send(self, frame: Frame, besides: Watcher | None = None) -> None:
        """Send a frame to everybody ``besides`` one watcher; watchers may leave meanwhile."""
        for watcher in tuple(self._watchers):
            if watcher is not besides:
                watcher.send(frame)

    def send_to(self, person: str, frame: Frame) -> None:
        """Send a frame to one person, if they are here."""
        for watcher in tuple(self._watchers):
            if watcher.person == person:
                watcher.send(frame)

    def told_again(self) -> None:
        """Let each watcher update their offers although no event happened."""
        for watcher in tuple(self._watchers):
            watcher.told()

    def tell(self, happened: Frame, shown: Callable[[], Frame]) -> None:
        """Send the events, then let each watcher update their offers."""
        self.send(happened)
        view: Frame | None = None
        for watcher in [one for one in self._watchers if one.views or one.told is not nothing]:
            if watcher.views:
                view = view or shown()
                watcher.send(view)
            watcher.told()

    # --- people -----------------------------------------------------------------------------------

    def people(self) -> People:
        """Who sits here, who is away and who watches, in the order in which they came."""
        seats, public = self._table.state.seats, self._table.settings.public
        seated = {holder.player for holder in seats.values()}
        watchers = {one.person: one.name() for one in self._watchers if one.person not in seated}
        return People(
            seated=tuple(
                Seated(seat=seat, name=holder.name, here=self.has(holder.player))
                for seat, holder in sorted(seats.items())
            ),
            watching=len(watchers),
            watchers=None if public else tuple(watchers.values()),
        )

    def people_changed(self) -> None:
        """Send the list of people soon, so that several changes go into one frame."""
        wanted = any(watcher.people for watcher in self._watchers)
        if wanted and self._people_timer is None and not self._stopped:
            loop = asyncio.get_running_loop()
            self._people_timer = loop.call_later(PEOPLE_SECONDS, self._tell_people)

    def _tell_people(self) -> None:
        self._people_timer = None
        frame = frame_of(self.people())
        if frame.payload != self._people:
            self._people = frame.payload
            for watcher in [one for one in self._watchers if one.people]:
                watcher.send(frame)

    def stop(self) -> None:
        """Stop sending the list of people."""
        self._stopped = True
        if self._people_timer is not None:
            self._people_timer.cancel()

    def say(self, speaker: Speaker, phrase: Phrase) -> ServiceRefusal | None:
        """Pass a phrase to everybody at the table; it is not stored."""
        now, now_ms = asyncio.get_running_loop().time(), self._table.now_ms()
        self._spoke = {who: at for who, at in self._spoke.items() if at + SAY_SECONDS > now}
        if speaker.person in self._spoke:
            wait_ms = round((self._spoke[speaker.person] + SAY_SECONDS - now) * 1000)
            words = f"Say one thing every {SAY_SECONDS:.0f} seconds."
            return ServiceRefusal(
                code=ServiceCode.SAY_TOO_SOON, sentence=words, until_ms=now_ms + wait_ms
            )
        self._spoke[speaker.person] = now
        self.send(said_frame(speaker, phrase, now_ms))
        return None


# --- clocks ---------------------------------------------------------------------------------------


Key = tuple[object, ...]
NOBODY = frozenset[int]()  # shared by all tables


class Progress(NamedTuple):
    """The progress of a table with its cards."""

    round: int
    shoe: int
    drawn: int


@dataclass(slots=True)
class Clocks:
    """The deadline of each wait."""

    deadlines: dict[Key, float] = field(default_factory=dict[Key, float])
    away: frozenset[int] = NOBODY  # awaited seats whose players are away
    free: frozenset[int] = NOBODY  # awaited seats whose players may take their time

    def set(
        self,
        waits: Collection[Wait],
        progress: Progress,
        now: float,
        free: Collection[int],
        away: Collection[int] = (),
        *,
        contributed: bool = False,
    ) -> None:
        """Start the clocks of new waits and drop those of past ones.

        ``free`` are the seats whose players may take their time, ``away`` those whose players are
        away. ``contributed``: no awaited player has a program that adds to the shuffle.
        """
        waited = {wait.who.seat for wait in waits if wait.who is not None}
        self.away = frozenset(waited.intersection(away)) or NOBODY
        self.free = frozenset(waited.intersection(free)) or NOBODY
        kept = dict[Key, float]()
        for wait in waits:
            if not _runs(wait, free):
                continue
            assert wait.seconds is not None
            key = _key(wait, progress)
            at_once = contributed and wait.what is Awaited.CONTRIBUTION
            kept[key] = now if at_once else self.deadlines.get(key, now + wait.seconds)
        self.deadlines = kept

    def over(self, waits: Iterable[Wait], progress: Progress, now: float) -> Wait | None:
        """The first wait whose time is up."""
        for wait in waits:
            deadline = self._deadline(wait, progress)
            if deadline is not None and deadline <= now:
                return wait
        return None

    def postpone(self, wait: Wait, progress: Progress, until: float) -> None:
        """Give a wait more time."""
        self.deadlines[_key(wait, progress)] = until

    def countdowns(
        self, waits: Iterable[Wait], progress: Progress, now: float
    ) -> tuple[Countdown, ...]:
        """Every wait with the time that is left for it."""
        shown = list[Countdown]()
        for wait in waits:
            deadline = self._deadline(wait, progress)
            left = None if deadline is None else max(0, round((deadline - now) * 1000))
            away = wait.who is not None and wait.who.seat in self.away
            shown.append(countdown(wait, left, away=away))
        return tuple(shown)

    def _deadline(self, wait: Wait, progress: Progress) -> float | None:
        """When the time for a wait is up; None if its clock, which can be shared, does not run."""
        return self.deadlines.get(_key(wait, progress)) if _runs(wait, self.free) else None


def _runs(wait: Wait, free: Collection[int]) -> bool:
    if wait.seconds is None or wait.otherwise is None:
        return False
    if wait.what is Awaited.CONTRIBUTION:  # programs answer: nobody needs time to think
        return True
    return wait.who is None or wait.who.seat == 0 or wait.who.seat not in free


def _key(wait: Wait, progress: Progress) -> Key:
    """The identity of a wait; it names the round, because one change can lead to the next round."""
    match wait.what:
        case Awaited.BET:  # one clock for all who have not bet
            return (wait.what, progress.round)
        case Awaited.CONTRIBUTION:  # one clock for all, to seal; then one to open
            return (wait.what, wait.otherwise, progress.shoe)
        case Awaited.STEP:  # each step has its own time, whatever players do meanwhile
            return (wait.what, wait.otherwise, progress)
        case _:
            return (wait.what, wait.who, progress.round)


class Presence:
    """The awaited people and their clocks, absent players, and players who must leave."""

    __slots__ = ("_audience", "_table", "away_since", "clocks", "leaving")

    def __init__(self, table: OpenTable, audience: Audience) -> None:
        self._table, self._audience = table, audience
        self.clocks = Clocks()
        self.away_since = dict[str, float]()  # since when a seated player has no socket here
        # players who stand up when their hand is over; an empty set takes more memory
        self.leaving = dict[str, None]()

    def progress(self) -> Progress:
        """The progress of the cards: the same step at another point has its own clock."""
        state = self._table.state
        return Progress(state.round_number, state.shoe.number, state.shoe.drawn)

    def countdowns(self) -> tuple[Countdown, ...]:
        """What the table waits for, with the time left."""
        return self.clocks.countdowns(self._table.waits(), self.progress(), loop_time())

    def late(self) -> Wait | None:
        """The first wait whose time is up."""
        return self.clocks.over(self._table.waits(), self.progress(), loop_time())

    def update(self) -> None:
        """Start the clocks of the current waits, and note who is away."""
        table, now = self._table, loop_time()
        seats = table.state.seats
        away = [seat for seat in seats if not self._here(seat)]
        awaited = contributions_awaited(table.state)
        contributed = bool(awaited) and not table.deciding.somebody_contributes(
            table.state, awaited
        )
        self.clocks.set(
            table.waits(),
            self.progress(),
            now,
            self._free_seats(),
            away,
            contributed=contributed,
        )
        players = [seats[seat].player for seat in away]
        self.away_since = {player: self.away_since.get(player, now) for player in players}

    def changed(self, newcomer: Watcher | None = None) -> None:
        """Update the clocks after a player came, left, or has to leave."""
        clocks = self.clocks
        before = (clocks.deadlines.keys(), clocks.away, clocks.free)
        self.update()
        if before != (clocks.deadlines.keys(), clocks.away, clocks.free) and self._audience:
            clocks_now = WaitsFrame(version=self._table.version, waits=self.countdowns())
            self._audience.send(frame_of(clocks_now), besides=newcomer)
        self._audience.people_changed()

    def without(self, late: Wait) -> tuple[c.Command, ...]:
        """The commands that continue without an absent person.

        Absent players who did not bet sit out, so that the table does not wait for them again. Bets
        stay open for players who may take their time.
        """
        assert late.otherwise is not None
        if late.what is not Awaited.BET:
            return (late.otherwise,)
        state, free = self._table.state, self._free_seats()
        missing = [seat for seat in state.playing if seat not in state.hands]
        absent = [seat for seat in missing if not self._here(seat)]
        sit_out = tuple(c.SitOut(seat=seat) for seat in absent)
        if len(absent) == len(missing) and self._table.settings.runs_itself:
            return sit_out  # everyone else has bet: the dealer announces it
        if any(seat in free for seat in missing):
            return sit_out
        return (*sit_out, late.otherwise)

    def moments(self) -> list[float]:
        """The times at which the table must act by itself, if nothing happens before."""
        table, moments = self._table, list(self.clocks.deadlines.values())
        if table.state.phase not in IN_ROUND and not table.state.hands:
            away_seconds = table.parts.away_seconds
            moments += [since + away_seconds for since in self.away_since.values()]
            if self.leaving or table.owner_waits:
                moments.append(loop_time())
        return moments

    def contributes(self, player: str) -> bool:
        """Whether a player's program contributes to the shuffle, or may still reconnect."""
        if self._audience.has(player):
            return self._audience.contributes(player)
        now = loop_time()
        return now < self.away_since.get(player, now) + CONTRIBUTION_SECONDS

    def _here(self, seat: int) -> bool:
        if self._table.settings.physical:  # these players sit at a real table, without a page
            return True
        return self._audience.has(self._table.state.seats[seat].player)

    def _free_seats(self) -> frozenset[int]:
        """The seats whose players may take their time.

        That is a connected player who is alone at the table, or every connected player at a table
        without clocks. A player who has to leave is never free.
        """
        table = self._table
        if len(table.state.seats) != 1 and table.settings.speed != UNHURRIED:
            return NOBODY
        return frozenset(filter(self._here, table.state.seats)).difference(table.to_stand_up())


def loop_time() -> float:
    """The event loop's monotonic time."""
    return asyncio.get_running_loop().time()


# --- the alarm ------------------------------------------------------------------------------------


class Alarm:
    """Calls ``wake`` at one moment of the event loop's time: the last one that was set."""

    __slots__ = ("_at", "_timer", "_wake")

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0.0

    def set(self, moment: float | None) -> None:
        """Wake at this moment only; None: never."""
        if self._timer is not None:
            if moment == self._at:
                return
            self._timer.cancel()
            self._timer = None
        if moment is not None:
            self._at = moment
            self._timer = asyncio.get_running_loop().call_at(moment, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._wake()
