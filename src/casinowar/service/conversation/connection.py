"""One socket's conversation, without the socket: hello, then commands and questions.

Messages of a socket are handled one after the other. What happens at the table reaches the channel
on its own, in order: a frame of events is sent before the answer to the command that caused them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from msgspec import UNSET, Raw
from msgspec.structs import replace

from casinowar.service.conversation.messages import (
    CLOSE_CODES,
    PONG,
    AnswerDueFrame,
    AnswerLegalFrame,
    AnswerSaidFrame,
    AnswerSnapshotFrame,
    AnswerViewFrame,
    AnyRefusal,
    ChangeSeat,
    CommandMessage,
    Goodbye,
    Hello,
    Incoming,
    Notice,
    Ping,
    QuestionMessage,
    RealityCheck,
    Say,
    Speaker,
    Stopped,
    StoppedFrame,
    Unreadable,
    WelcomeFrame,
    You,
    events_frame,
    frame_of,
    goodbye_frame,
    joined,
    notice_frame,
    offers_body,
    offers_frame,
    read_frame,
    refused_body,
    stopped_by,
)
from casinowar.service.conversation.signed_in import Visitor
from casinowar.service.people.person import suspension_of
from casinowar.service.people.protection import is_new_play
from casinowar.service.ports import Channel, Frame
from casinowar.service.refusals import ServiceCode, ServiceRefusal, unavailable
from casinowar.service.roles import (
    Role,
    not_allowed_to_ask,
    not_allowed_to_give,
    own_table_refusal,
)
from casinowar.service.tables.actor import KEPT_FROM, PendingCommand, TableActor, ignore
from casinowar.service.tables.decide import Actor
from casinowar.service.tables.owner import owner_refusal
from casinowar.service.tables.presence import Watcher, nothing
from casinowar.service.tables.writer import bodies_today, by_time
from casinowar.store import Store
from casinowar.store.interface import StoreError
from casinowar.table import commands as c
from casinowar.table.bets import Bets
from casinowar.table.due import due_now
from casinowar.table.message import Message
from casinowar.table.roles import DEALER_ROLE, FLOOR_ROLE, Who, player_at
from casinowar.table.state import Phase
from casinowar.wire import Question, encode_json, snapshot_of

RATE = 20.0  # messages a second, in the long run
BURST = 60.0
STRIKES = 40  # messages refused for speed before the socket is closed
CATCH_UP_MAX = 2000  # events
LEGAL_MAX_BYTES = 1_000_000
RESTORED_WORDS = (
    "The service was restored from a backup. Rounds played after that backup are lost: open wagers"
    " were returned, and all cards are new."
)


@dataclass(slots=True)
class Allowance:
    """The rate limit of a socket: a token bucket."""

    left: float = BURST
    at: float = 0.0
    strikes: int = 0

    def take(self, now: float) -> bool:
        """Take one token, if there is one."""
        self.left = min(BURST, self.left + (now - self.at) * RATE)
        self.at = now
        if self.left < 1:
            self.strikes += 1
            return False
        self.left -= 1
        return True


class Part(NamedTuple):
    """Events with the same time."""

    first: int  # the number of the first one
    at_ms: int
    bodies: Sequence[bytes]


class Connection:
    """One client at one table."""

    def __init__(
        self,
        host: TableActor,
        visitor: Visitor,
        channel: Channel,
        store: Store,
        *,
        greeted: Callable[[Connection], None],
    ) -> None:
        self.host, self.visitor = host, visitor
        self.ended: Goodbye | None = None
        self._channel, self._store = channel, store
        self._greeted = greeted
        self._allowance = Allowance(at=asyncio.get_running_loop().time())
        self._watcher: Watcher | None = None
        self._offers: tuple[bytes, tuple[Bets, ...]] = (b"", ())
        self._wants_offers = False
        self._stopped: Stopped | None = None  # as the client knows it
        self._person_version = 0  # of the person, when the client was last told
        self._stop_ends: asyncio.TimerHandle | None = None
        self._is_stopping = False
        self._gone = False

    # --- coming and going -------------------------------------------------------------------------

    @property
    def said_hello(self) -> bool:
        """Whether the client has introduced itself."""
        return self._watcher is not None

    def stop_listening(self) -> None:
        """Handle no further messages; those in progress are still answered."""
        self._is_stopping = True

    def end(self, reason: Goodbye) -> None:
        """Say goodbye and close. No further messages are handled."""
        if self.ended is not None:
            return
        self.ended = reason
        self._channel.send(goodbye_frame(reason))
        self._channel.close(CLOSE_CODES[reason], reason.value)
        self.closed()

    def closed(self) -> None:
        """Forget the socket, which is gone. Seat and bets stay as they are."""
        self._gone = True
        if self._stop_ends is not None:
            self._stop_ends.cancel()
        if self._watcher is not None:
            self.host.unwatch(self._watcher)
            self._watcher = None

    async def receive(self, raw: bytes | str) -> None:
        """Handle one message; nothing a client can send makes it raise."""
        if self.ended is not None or self._is_stopping:
            return
        message = read_frame(raw)
        if not self._allowance.take(asyncio.get_running_loop().time()):
            self._too_fast(message)
            return
        try:
            await self.visitor.refresh()
            why = self.visitor.ended()
            if why is not None:
                self.end(why)
                return
            await self._handle(message)
        except StoreError:
            words = "The service could not read its database. Try again."
            self._refuse(_id_of(message), unavailable(words))

    def _too_fast(self, message: Incoming) -> None:
        words = f"Send at most {RATE:.0f} messages a second."
        refusal = ServiceRefusal(code=ServiceCode.TOO_MANY, sentence=words)
        self._refuse(_id_of(message), refusal)
        if self._allowance.strikes > STRIKES:
            self.end(Goodbye.TOO_MANY)

    async def _handle(self, message: Incoming) -> None:
        match message:
            case Unreadable() as unreadable:
                self._refuse(unreadable.id, unreadable.refusal)
            case Ping():
                self._channel.send(PONG)
            case Hello() as hello:
                if self.said_hello:
                    words = "You have said hello already."
                    self._refuse(None, ServiceRefusal(code=ServiceCode.HELLO_TWICE, sentence=words))
                else:
                    await self.host.run(lambda: self._welcome(hello))
            case CommandMessage() | QuestionMessage() | Say() if not self.said_hello:
                words = 'Say hello first: {"type": "hello"}.'
                refusal = ServiceRefusal(code=ServiceCode.NO_HELLO, sentence=words)
                self._refuse(message.id, refusal)
            case CommandMessage() as give:
                await self._give(give)
            case QuestionMessage() as inquire:
                await self.host.run(lambda: self._inquire(inquire))
            case Say() as say:
                self._say(say)

    def _refuse(self, identity: str | None, refusal: AnyRefusal) -> None:
        self._channel.send(Frame(refused_body(identity, refusal)))

    # --- hello ------------------------------------------------------------------------------------

    async def _welcome(self, hello: Hello) -> None:
        """Answer hello and start watching in one job, so that no event is missed or repeated."""
        host, stream = self.host, self._store.stream
        last = hello.last if hello.stream == stream else None
        await host.writer.refresh_if_stale()
        if last is not None and last > host.table.version:
            await host.writer.refresh()  # the table has moved, and is about to be closed here
        await self.visitor.count_play()
        missed = await self._missed(last)
        view = host.table.view()
        if missed:
            shown = encode_json(view)
            if sum(len(body) for part in missed for body in part.bodies) > len(shown):
                missed = None
        if self._gone:  # while the hello was being answered
            return
        self._greeted(self)
        self._watcher = Watcher(
            person=self.visitor.person.id,
            send=self._channel.send,
            views=hello.views,
            told=self._changed if hello.offers else nothing,
            deals=lambda: Role.DEALER in self.visitor.person.roles,
            name=lambda: self.visitor.person.name,
            people=hello.people,
            contributes=hello.contributes,
        )
        host.watch(self._watcher)
        self._wants_offers = hello.offers
        self._person_version = self.visitor.person.version
        self._stopped = stopped_by(self.visitor.stop())
        self._wake_when_it_ends()
        welcome = WelcomeFrame(
            table=host.table.described(len(host.audience)),
            stream=stream,
            version=host.table.version,
            you=self._you(),
            waits=host.presence.countdowns(),
            view=view if missed is None else UNSET,
            fair=host.table.fair() or UNSET,
        )
        self._channel.send(frame_of(welcome))
        if hello.stream not in {None, stream}:
            self._channel.send(notice_frame(Notice.RESTORED, RESTORED_WORDS))
        for part in missed or ():
            phase, waits = host.table.state.phase, host.presence.countdowns()
            last = part.first + len(part.bodies) - 1
            head = host.table.signed_head() if last == host.table.version else None
            self._channel.send(
                events_frame(part.first, part.at_ms, part.bodies, phase, waits, head)
            )
        if hello.offers:
            self._tell_offers()
        if hello.people:
            self._channel.send(frame_of(host.audience.people()))
        kept_out = host.table.seat_refusal(self.visitor.person.id)
        if kept_out is not None and kept_out.code is ServiceCode.STOOD_UP:
            words = host.table.kept.stood_up_words(self.visitor.person.id)
            self._channel.send(notice_frame(Notice.STOOD_UP, words))
        if self._seats() and not self.visitor.may_sit:
            await host.stand_up(self.visitor.person.id)

    async def _missed(self, last: int | None) -> list[Part] | None:
        """The events since ``last``, by the time of their writing; None if a snapshot is better.

        Events of older versions are sent in the current version.
        """
        host = self.host
        if last is None or last > host.table.version or host.table.version - last > CATCH_UP_MAX:
            return None
        rows = await self._store.events(host.table.id, last, CATCH_UP_MAX)
        rows = [row for row in rows if row.version <= host.table.version]
        bodies = bodies_today(rows)
        return [
            Part(rows[part.start].version, rows[part.start].at_ms, bodies[part])
            for part in by_time(rows)
        ]

    def _you(self) -> You:
        person = self.visitor.person
        return You(
            person=person.id,
            name=person.name,
            roles=tuple(sorted(person.roles)),
            seats=self._seats(),
            stopped=self._stopped,
            owner=owner_refusal(self.host.table.settings, self.host.table.owner, person.id) is None,
        )

    def _seats(self) -> tuple[int, ...]:
        mine = self.visitor.person.id
        seats = self.host.table.state.seats
        return tuple(seat for seat in sorted(seats) if seats[seat].player == mine)

    # --- commands ---------------------------------------------------------------------------------

    async def _give(self, give: CommandMessage) -> None:
        visitor, person, command = self.visitor, self.visitor.person, give.command
        rule = c.LeaveSeat(seat=command.seat) if isinstance(command, ChangeSeat) else command
        entered = self.host.table.settings.physical and isinstance(rule, c.PlayerCommand)
        refusal = suspension_of(person) if person.suspended else None  # their sockets close soon
        if refusal is None and entered:
            refusal = _reason_refusal(give, rule)
        elif refusal is None:
            refusal = refusal_to_give(person.roles, give, rule, seated=bool(self._seats()))
        who = Who(rule.ROLE)
        if entered and Role.DEALER in person.roles:  # the dealer enters what players do
            who = DEALER_ROLE
            if isinstance(rule, c.TakeSeat | c.BuyChips):
                words = "At a table with real cards, the dealer seats players and sells them chips."
                refusal = ServiceRefusal(code=ServiceCode.STAND_IN, sentence=words)
        sits = isinstance(command, c.TakeSeat | ChangeSeat)
        age_years = visitor.age_years if sits else None
        by = Actor(
            person=person.id,
            name=person.name,
            who=who,
            age_years=age_years,
            steps_in=Role.FLOORPERSON in person.roles,
        )
        check = None if entered else partial(visitor.check, give)

        async def in_turn() -> bytes:
            async with visitor.turn():
                return await self.host.give(give, by, refusal, check)

        if not entered and visitor.is_counted(give):
            body = await self.host.run(in_turn)
        else:
            future = asyncio.get_running_loop().create_future()
            body = await self.host.ask(PendingCommand(give, by, refusal, check, future))
        if self.ended is not Goodbye.MOVED:  # otherwise the client repeats it at the new home
            self._channel.send(Frame(body))

    # --- phrases ----------------------------------------------------------------------------------

    def _say(self, say: Say) -> None:
        """Pass a phrase to everybody at the table, if this person may speak here now."""
        person, host, seats = self.visitor.person, self.host, self._seats()
        refusal: ServiceRefusal | None = None
        if Role.SURVEILLANCE in person.roles:
            words = "Surveillance can watch, but not speak."
            refusal = ServiceRefusal(code=ServiceCode.NOT_ALLOWED, sentence=words)
        elif host.table.settings.public and not seats:
            words = "At a public table only players can say something: sit down first."
            refusal = ServiceRefusal(code=ServiceCode.SAY_NOT_SEATED, sentence=words)
        else:
            seat = seats[0] if seats else None
            speaker = Speaker(person=person.id, name=person.name, seat=seat)
            refusal = host.audience.say(speaker, say.phrase)
        if refusal is not None:
            self._refuse(say.id, refusal)
        else:
            answer = AnswerSaidFrame(id=say.id, version=host.table.version, said=say.phrase)
            self._channel.send(frame_of(answer))

    # --- questions --------------------------------------------------------------------------------

    async def _inquire(self, inquire: QuestionMessage) -> None:
        refusal = not_allowed_to_ask(self.visitor.person.roles, inquire.question)
        if refusal is not None:
            self._refuse(inquire.id, refusal)
            return
        host = self.host
        await host.writer.refresh_if_stale()
        identity, version = inquire.id, host.table.version
        answer: Message
        match inquire.question:
            case Question.VIEW:
                answer = AnswerViewFrame(id=identity, version=version, view=host.table.view())
            case Question.LEGAL:
                legal, bets = Raw(self.offers()), self.bets() or UNSET
                answer = AnswerLegalFrame(id=identity, version=version, legal=legal, bets=bets)
            case Question.DUE:
                due = due_now(host.table.state, host.table.shoe)
                answer = AnswerDueFrame(id=identity, version=version, due=due)
            case Question.SNAPSHOT:
                snapshot = snapshot_of(host.table.state)
                answer = AnswerSnapshotFrame(id=identity, version=version, snapshot=snapshot)
        self._channel.send(frame_of(answer))

    def offers(self) -> bytes:
        """The person's offers at the table now, in all their roles, as a JSON list."""
        roles, host = self.visitor.person.roles, self.host
        plays = Role.PLAYER in roles and Role.SURVEILLANCE not in roles
        mine = [player_at(seat) for seat in self._seats() if plays]
        staff = [
            who
            for role, who in ((Role.DEALER, DEALER_ROLE), (Role.FLOORPERSON, FLOOR_ROLE))
            if role in roles and not (role is Role.DEALER and host.table.settings.runs_itself)
        ]
        deals, person = self._may_deal(), self.visitor.person
        takes_over = host.table.may_take_over(person.id, person.name)
        if host.table.settings.physical and deals:
            staff += map(player_at, host.table.state.seats)
        staff = [] if mine else staff
        stopped = self.visitor.stop() is not None
        kept_out = host.table.seat_refusal(self.visitor.person.id) is not None
        may_sit = plays and not (mine or stopped or kept_out)
        seats = host.table.seats_on_offer() if may_sit else b"[]"
        if not mine and not staff:
            return seats
        purse_cents = self.visitor.purse_cents(host.table.state)
        offers = [
            offer
            for who in mine
            for offer in host.table.offers_to(who, purse_cents)
            if not (stopped and offer.command is not c.PlaceWagers and is_new_play(offer.command))
            and not (kept_out and issubclass(offer.command, KEPT_FROM))
        ]
        offers += [
            offer
            for who in staff
            for offer in host.table.offers_to(who)
            if deals or who is not DEALER_ROLE or (takes_over and offer.command is c.TakeOver)
        ]
        return joined(seats, offers_body(offers))

    def _may_deal(self) -> bool:
        """Whether this person may give a dealer's steps here, if need be by stepping in."""
        person = self.visitor.person
        if Role.DEALER not in person.roles:
            return False
        return Role.FLOORPERSON in person.roles or self.host.table.may_deal(person.id, person.name)

    def bets(self) -> tuple[Bets, ...]:
        """What this person may bet now: for each of their seats, or for all seats as the dealer."""
        table, roles = self.host.table, self.visitor.person.roles
        if table.state.phase is not Phase.BETTING:
            return ()
        found: list[Bets | None] = []
        if seats := self._seats():
            if (
                Role.PLAYER in roles
                and Role.SURVEILLANCE not in roles
                and table.seat_refusal(self.visitor.person.id) is None
            ):
                purse_cents = self.visitor.purse_cents(table.state)
                found = [table.bets_of(seat, purse_cents) for seat in seats]
        elif table.settings.physical and self._may_deal():
            found = [table.bets_of(seat) for seat in table.state.seats]
        return tuple(bets for bets in found if bets is not None)

    def _changed(self) -> None:
        """Send new offers at once after something happened at the table.

        If a limit depends on the person's play, it is counted again before the next bets.
        """
        self._tell_offers()
        if (
            self.visitor.counts_play
            and self._seats()
            and self.host.table.state.phase is Phase.BETTING
        ):
            self.host.run(self._count_play).add_done_callback(ignore)

    async def _count_play(self) -> None:
        await self.visitor.count_play()
        self.check_stop()
        if self._wants_offers:
            self._tell_offers()

    def check_stop(self) -> None:
        """Tell the client if a break, an exclusion or a limit has begun, changed or ended.

        If the person's name has changed, the others are told.
        """
        if not self.said_hello:
            return
        stopped, version = stopped_by(self.visitor.stop()), self.visitor.person.version
        if (stopped, version) == (self._stopped, self._person_version):
            return
        if stopped != self._stopped:
            self._stopped = stopped
            self._channel.send(frame_of(StoppedFrame(stopped=stopped)))
            self._wake_when_it_ends()
        self._person_version = version
        self.host.audience.people_changed()
        if self._wants_offers:
            self._tell_offers()

    def _wake_when_it_ends(self) -> None:
        if self._stop_ends is not None:
            self._stop_ends.cancel()
        self._stop_ends = None
        seconds = self.visitor.seconds_until_stop_ends()
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._stop_ends = loop.call_later(seconds, self._stop_may_be_over)

    def _stop_may_be_over(self) -> None:
        self.check_stop()
        if self._stopped is not None:  # the clock was set back, or another stop applies
            self._wake_when_it_ends()

    def _tell_offers(self) -> None:
        """Send what this person may do, if it has changed."""
        offers = self.offers(), self.bets()
        if offers != self._offers:
            self._offers = offers
            self._channel.send(offers_frame(self.host.table.version, *offers))

    def remind(self, check: RealityCheck) -> None:
        """Show the player the time and the money since they began to play."""
        if self.said_hello:
            self._channel.send(frame_of(replace(check, help=self.host.table.state.house.notices)))


def _id_of(message: Incoming) -> str | None:
    """The client's id of a message, if it has one."""
    return (
        message.id
        if isinstance(message, CommandMessage | QuestionMessage | Say | Unreadable)
        else None
    )


def refusal_to_give(
    roles: Collection[Role], give: CommandMessage, rule: c.Command, *, seated: bool
) -> ServiceRefusal | None:
    """Why a person with these roles may not give a command, whatever the table would say.

    Staff do not act at a table where they play, and the floor must give a reason.
    """
    refusal = not_allowed_to_give(roles, rule)
    if refusal is None and seated and rule.ROLE is not c.Role.PLAYER:
        refusal = own_table_refusal()
    return refusal or _reason_refusal(give, rule)


def _reason_refusal(give: CommandMessage, rule: c.Command) -> ServiceRefusal | None:
    """The refusal of a floor action without a reason, or of a reason that is not one line."""
    words = ""
    if rule.ROLE is c.Role.FLOOR and not give.reason:
        words = "Give a reason: every floor action needs one."
    elif not f"{give.reason}{getattr(rule, 'reason', '')}".isprintable():
        words = "Give the reason on one line, without control characters."
    return ServiceRefusal(code=ServiceCode.REASON_NEEDED, sentence=words) if words else None
