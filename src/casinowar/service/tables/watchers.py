"""Everybody who is sent what happens at one table, in the order in which they came."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from casinowar.service.ports import Frame


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


def nothing() -> None:
    """This client asks when it wants to know."""


class Audience:
    """The watchers of a table."""

    __slots__ = ("_sockets", "_watchers")

    def __init__(self) -> None:
        self._watchers = dict[Watcher, None]()
        self._sockets = dict[str, int]()  # by person

    def __len__(self) -> int:
        return len(self._watchers)

    def has(self, person: str) -> bool:
        """Whether somebody has a socket here."""
        return person in self._sockets

    def has_dealer(self) -> bool:
        """Whether somebody who may deal has a socket here."""
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

    def wants_people(self) -> bool:
        """Whether somebody wants to know who is here."""
        return any(watcher.people for watcher in self._watchers)

    def send_people(self, frame: Frame) -> None:
        """Send who is here to those who want to know."""
        for watcher in tuple(self._watchers):
            if watcher.people:
                watcher.send(frame)

    def send_to(self, person: str, frame: Frame) -> None:
        """Send a frame to one person, if they are here."""
        for watcher in tuple(self._watchers):
            if watcher.person == person:
                watcher.send(frame)

    def names_besides(self, seated: Collection[str]) -> list[str]:
        """The names of those who are here and not ``seated``, in the order in which they came."""
        by_person = {one.person: one.name() for one in self._watchers if one.person not in seated}
        return list(by_person.values())

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
