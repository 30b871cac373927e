"""Commands that another process carries out: the one that is home to their table.

Several processes may have people at one table. If two of them decide at the same time, the version
lets one of them write, and the other has to decide everything again. So one of them is the table's
home, and the others pass their commands on to it. It decides them together with its own, and
answers. Which one it is follows from the names of table and processes, so that all of them agree
without asking, and each is home to its share of the tables.

Nothing but speed depends on it. A command has an id, and its answer is stored with its events: if
none comes in time, the process carries the command out itself, and finds the answer if it was done
after all. For a while it then passes nothing on to the process that did not answer, and so it does
if one declines a command for its age. Messages can be lost, late or doubled. They are signed and
numbered, since a notification can be heard, and sent, by anybody who may read the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from typing import Protocol

from casinowar.fairness.signing import Signer
from casinowar.service.asked import Asked
from casinowar.service.deciding import Actor
from casinowar.service.following import SharedFrame
from casinowar.service.frames import ChangeSeat, Give, refused_body
from casinowar.service.heard import Heard
from casinowar.service.jobs import report_error
from casinowar.service.pauses import Pauses
from casinowar.service.ports import Clock
from casinowar.service.refusals import unavailable
from casinowar.service.said import (
    ALL,
    Answered,
    Given,
    Item,
    Piece,
    Pieces,
    answered_item,
    given_item,
    read_item,
    read_text,
    shown_items,
    texts_of,
)
from casinowar.service.shared import Origin
from casinowar.store.port import Store, StoreError, Write
from casinowar.table.roles import Who
from casinowar.table.state import Table
from casinowar.wire import command_to_json
from casinowar.wire.commands import read_command

ANSWER_SECONDS = 1.0  # how long another process is waited for
SIGNED = "signed"  # the first word of a message through the database
GONE = "gone"  # of what a process says when it stops
NOT_READ = "The table could not be read. Send the command again under the same id."


class Home(Origin, Protocol):
    """A table that is open in this process."""

    def ask_for_another(self, asked: Asked) -> bool:
        """Carry out a command that was given at another process, unless it should do so itself."""
        ...

    def follow(self, shared: SharedFrame) -> None:
        """Show what another process has written."""
        ...


@dataclass(frozen=True, slots=True)
class Passed:
    """A command that another process has, until it answers."""

    table: Origin
    asked: Asked
    to: str
    until: float  # when it is no longer waited for


class Relay:
    """The commands that this process has passed on, and those that it was passed.

    ``others`` are the other processes in which somebody is at a table, ``home`` is a table that is
    open in this one, and ``hear_message`` is called with what is said to the casino.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        signer: Signer,
        *,
        others: Callable[[str], Iterable[str]],
        home: Callable[[str], Home | None],
        hear_message: Callable[[str], None],
    ) -> None:
        self._store, self._clock, self._signer = store, clock, signer
        self._others, self._home, self._hear_message = others, home, hear_message
        self._number = 0
        self._passed = dict[int, Passed]()  # in the order of their time
        self._timer: asyncio.TimerHandle | None = None
        self._pauses = Pauses()
        self._said, self._heard = 0, Heard()  # texts through the database
        self._outbox = dict[str, list[str]]()  # by process
        self._pieces = Pieces()
        self._sending = set[asyncio.Task[None]]()
        self._stopped = False
        # a shorter way to a process than through the database; False: there is none
        self.link: Callable[[str, str], bool] = lambda _to, _text: False
        # is called if the clock of a process seems to differ by so many milliseconds
        self.clock_differs: Callable[[str, int], None] = lambda _process, _ms: None

    @property
    def place(self) -> str:
        """What the processes have in common that believe each other."""
        return self._signer.place

    # --- at the table where a command was given ---------------------------------------------------

    def home_of(self, table: str) -> str:
        """The process that carries out the commands of a table, which somebody is at here."""
        now, mine = asyncio.get_running_loop().time(), self._store.name
        others = [name for name in self._others(table) if not self._pauses.has(name, now)]
        return max(mine, *others, key=lambda name: _weight(table, name)) if others else mine

    def pass_on(self, table: Origin, asked: Asked) -> bool:
        """Let another process carry out a command, if it is the table's home."""
        to = self.home_of(table.table)
        if to == self._store.name or self._stopped:
            return False
        self._number += 1
        item = given_item(_given_of(asked, self._number, self._clock.now_ms(), table.table))
        if item is None:
            return False
        until = asyncio.get_running_loop().time() + ANSWER_SECONDS
        self._passed[self._number] = Passed(table, asked, to, until)
        self._post(to, item)
        if self._timer is None:
            self._set_timer()
        return True

    @property
    def waits(self) -> int:
        """How many commands wait for the answer of another process."""
        return len(self._passed)

    def lost(self, process: str) -> None:
        """Another process is not there any more: carry out here what it was passed."""
        self._pauses.end(process)
        for number, passed in tuple(self._passed.items()):
            if passed.to == process:
                self._take_back(number)
        self._hear_message(f"{GONE} {process}")

    def stop(self) -> None:
        """Carry out here all that was passed on, and tell the others to pass on nothing more."""
        self._stopped = True
        for number in tuple(self._passed):
            self._take_back(number)
        if self._timer is not None:
            self._timer.cancel()
        self.say(f"{GONE} {self._store.name}")

    def _take_back(self, number: int) -> None:
        passed = self._passed.pop(number)
        # the table may have been closed here and opened again
        table = self._home(passed.table.table) or passed.table
        table.take_back(passed.asked)

    def _set_timer(self) -> None:
        oldest = next(iter(self._passed.values()), None)
        loop = asyncio.get_running_loop()
        self._timer = None if oldest is None else loop.call_at(oldest.until, self._time_up)

    def _time_up(self) -> None:
        now = asyncio.get_running_loop().time()
        for number, passed in tuple(self._passed.items()):
            if passed.until <= now:
                self._pauses.begin(passed.to, now)
                self._take_back(number)
        self._set_timer()

    def _answered(self, sender: str, answered: Answered) -> None:
        passed = self._passed.get(answered.number)
        if passed is None or passed.to != sender:
            return  # it was late, or came twice
        if answered.age_ms is None:
            self._pauses.end(sender)
        elif self._pauses.begin(sender, asyncio.get_running_loop().time()):
            self.clock_differs(sender, answered.age_ms)
        if answered.body is None:
            self._take_back(answered.number)
            return
        del self._passed[answered.number]
        body = answered.body.encode()
        if passed.table.version >= answered.version:  # its events have been told
            passed.asked.tell(body)
            return
        read = passed.table.run(partial(passed.table.refresh, answered.version))
        read.add_done_callback(partial(_tell_after, passed.asked, body))

    # --- at the table where it is carried out -----------------------------------------------------

    def _given(self, sender: str, given: Given) -> None:
        number, asked, home = given.number, _asked(given), self._home(given.table)
        # whoever gave an old one has carried it out, or has been told that nobody did
        age_ms = self._clock.now_ms() - given.at_ms
        late = abs(age_ms) >= ANSWER_SECONDS * 1000
        if late or home is None or not home.ask_for_another(asked):
            declined = Answered(
                number=number, version=0, body=None, age_ms=age_ms if late else None
            )
            self._reply(sender, declined)
            return

        def reply(answer: asyncio.Future[bytes]) -> None:
            failed = answer.cancelled() or answer.exception() is not None
            body = None if failed else answer.result().decode()
            self._reply(sender, Answered(number=number, version=home.version, body=body))

        asked.answer.add_done_callback(reply)

    def _reply(self, to: str, answered: Answered) -> None:
        item = answered_item(answered)
        if item is not None:  # otherwise it is found where it is stored
            self._post(to, item)

    # --- frames of events -------------------------------------------------------------------------

    def share(self, table: str, shared: SharedFrame) -> None:
        """Show what this process has written to the others that have people at the table."""
        others = tuple(self._others(table))
        items = shown_items(table, shared) if others else ()
        for to in others:
            self._post(to, *items)

    def _shown(self, sender: str, piece: Piece) -> None:
        shared, home = self._pieces.add(sender, piece), self._home(piece.table)
        if shared is not None and home is not None:
            home.follow(shared)

    # --- messages ---------------------------------------------------------------------------------

    def hear(self, message: str) -> bool:
        """Take in a message of another process; False if it is not signed."""
        word, _, rest = message.partition(" ")
        text = self._signer.text(rest) if word == SIGNED else None
        if text is not None:
            number, _, said = text.partition(" ")
            self.hear_text(said, int(number))
        return word == SIGNED

    def hear_text(self, text: str, number: int | None = None) -> None:
        """Take in what another process said, as nobody else could have.

        A text with a ``number`` could be said again by somebody else.
        """
        to, sender, items = read_text(text)
        if to not in {self._store.name, ALL} or sender == self._store.name:
            return  # it is for another process, or somebody sends back what this one has said
        if number is not None and not self._heard.is_new(sender, number, to_all=to == ALL):
            return
        for item in items:
            try:
                self._hear_item(sender, read_item(item))
            except Exception as error:  # the next one may be better
                report_error("a message could not be taken in", error)

    def _hear_item(self, sender: str, item: Item) -> None:
        match item:
            case Given():
                self._given(sender, item)
            case Answered():
                self._answered(sender, item)
            case Piece():
                self._shown(sender, item)
            case str():
                self._told(sender, item)

    def _told(self, sender: str, message: str) -> None:
        """Hear a message, which begins with a word and the process that it is about."""
        word, _, about = message.partition(" ")
        if about.partition(" ")[0] != sender:
            return  # each speaks for itself
        if word == GONE:
            self.lost(sender)
        else:
            self._hear_message(message)

    def say(self, *messages: str) -> None:
        """Send messages to all other processes, if that can be done."""
        self._post(ALL, *messages)

    async def say_now(self, *messages: str) -> None:
        """Send messages to all other processes; StoreError if that cannot be done."""
        await self._store.tell(*self._signed(texts_of(ALL, self._store.name, messages)))

    def _signed(self, texts: Iterable[str]) -> list[str]:
        """Texts with their numbers; they are told at once, or others would overtake them."""
        signed = list[str]()
        for text in texts:
            self._said += 1
            signed.append(f"{SIGNED} {self._signer.sign(f'{self._said} {text}')}")
        return signed

    def _post(self, to: str, *items: str) -> None:
        """Send something to a process; all of one moment goes together."""
        if not self._outbox:
            asyncio.get_running_loop().call_soon(self._send)
        self._outbox.setdefault(to, []).extend(items)

    def _send(self) -> None:
        outbox, self._outbox = self._outbox, {}
        for to, items in outbox.items():
            texts = texts_of(to, self._store.name, items)
            unsent = [text for text in texts if to == ALL or not self.link(to, text)]
            if unsent:
                telling = self._try_to_tell(unsent, "" if to == ALL else to)
                task = asyncio.create_task(telling)
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def finish(self) -> None:
        """Wait until all messages are on their way, but not for long."""
        self._send()
        if self._sending:
            await asyncio.wait(tuple(self._sending), timeout=ANSWER_SECONDS)

    async def _try_to_tell(self, texts: Iterable[str], to: str) -> None:
        with suppress(StoreError):  # then no answer comes, and it is carried out here
            await self._store.tell(*self._signed(texts), to=to)


@lru_cache(maxsize=10_000)
def _weight(table: str, process: str) -> bytes:
    """Of several processes, the one with the highest is home to a table."""
    return sha256(f"{table} {process}".encode()).digest()


def _given_of(asked: Asked, number: int, at_ms: int, table: str) -> Given:
    give, by = asked.give, asked.by
    assert not isinstance(give.command, ChangeSeat)
    return Given(
        number=number,
        at_ms=at_ms,
        table=table,
        id=give.id,
        digest=give.digest.hex(),
        reason=give.reason,
        command=command_to_json(give.command),
        person=by.person,
        name=by.name,
        age_years=by.age_years,
    )


def _asked(given: Given) -> Asked:
    """A command as the process saw it at which it was given."""
    command = read_command(given.command)
    digest = bytes.fromhex(given.digest)
    give = Give(id=given.id, command=command, reason=given.reason, digest=digest)
    who = Who(command.ROLE)
    by = Actor(person=given.person, name=given.name, who=who, age_years=given.age_years)
    answer = asyncio.get_running_loop().create_future()
    return Asked(give, by, None, _nothing_to_check, answer)


async def _nothing_to_check(_: Table, write: Write) -> Write:
    return write


def _tell_after(asked: Asked, body: bytes, read: asyncio.Future[None]) -> None:
    """Answer a command once the table has been brought up to it."""
    failed = read.cancelled() or read.exception() is not None
    asked.tell(refused_body(asked.give.id, unavailable(NOT_READ)) if failed else body)
