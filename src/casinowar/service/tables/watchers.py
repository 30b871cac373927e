"""Everybody who is sent what happens at one table, in the order in which they came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from casinowar.service.conversation.messages import (
    People,
    Phrase,
    Seated,
    Speaker,
    frame_of,
    said_frame,
)
from casinowar.service.ports import Frame
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.tables.open_table import OpenTable

PEOPLE_SECONDS = 0.2  # in which changes of who is here go together
SAY_SECONDS = 2.0  # between two phrases of one person


@dataclass(slots=True, eq=False)
class Watcher:
    """One socket at a table."""

    person: str
    send: Callable[[Frame], None]
    views: bool  # it wants the whole view after each change
    told: Callable[[], None]  # after each change, once the frames are sent
    deals: Callable[[], bool] = lambda: False  # whether they may deal, by the roles they have now
    name: Callable[[], str] = lambda: ""  # as it is now
    people: bool = False  # it wants to know who is here
    contributes: bool = False  # it adds to the shuffle of sealed shoes


def nothing() -> None:
    """This client asks when it wants to know."""


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
        self._spoke = dict[str, float]()  # when each person said something, in the last moments

    def __len__(self) -> int:
        return len(self._watchers)

    def has(self, person: str) -> bool:
        """Whether somebody has a socket here."""
        return person in self._sockets

    def contributes(self, person: str) -> bool:
        """Whether somebody has a socket here that adds to the shuffle."""
        return self.has(person) and any(
            watcher.contributes for watcher in self._watchers if watcher.person == person
        )

    @property
    def dealer_here(self) -> bool | None:
        """Whether somebody who may deal has a socket here; None where nobody deals."""
        if self._table.settings.runs_itself:
            return None
        return any(watcher.deals() for watcher in self._watchers)

    def add(self, watcher: Watcher) -> None:
        """Tell somebody everything from now on."""
        self._watchers[watcher] = None
        self._sockets[watcher.person] = self._sockets.get(watcher.person, 0) + 1

    def remove(self, watcher: Watcher) -> bool:
        """Stop telling them; whether they were told."""
        if watcher not in self._watchers:
            return False
        del self._watchers[watcher]
        self._sockets[watcher.person] -= 1
        if not self._sockets[watcher.person]:
            del self._sockets[watcher.person]
        return True

    def send(self, frame: Frame, besides: Watcher | None = None) -> None:
        """Send a frame to everybody ``besides`` one of them; somebody may leave meanwhile."""
        for watcher in tuple(self._watchers):
            if watcher is not besides:
                watcher.send(frame)

    def send_to(self, person: str, frame: Frame) -> None:
        """Send a frame to one person, if they are here."""
        for watcher in tuple(self._watchers):
            if watcher.person == person:
                watcher.send(frame)

    def told_again(self) -> None:
        """Let each of them look again at what follows for them; no event happened."""
        for watcher in tuple(self._watchers):
            watcher.told()

    def tell(self, happened: Frame, shown: Callable[[], Frame]) -> None:
        """Send what happened, and what follows from it for each of them."""
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
        """Tell those who want to know who is here, soon: several changes go together."""
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
        """Tell nobody any more who is here."""
        self._stopped = True
        if self._people_timer is not None:
            self._people_timer.cancel()

    def say(self, speaker: Speaker, phrase: Phrase) -> ServiceRefusal | None:
        """Tell everybody at the table what somebody says; nothing is kept of it."""
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
