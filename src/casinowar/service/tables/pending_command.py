"""A command on its way through a table: who asked for it, and what it would write."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from casinowar.service.conversation.messages import AnyRefusal, CommandMessage
from casinowar.service.refusals import ServiceRefusal
from casinowar.service.tables.decide import Actor
from casinowar.service.tables.write import TableVersion
from casinowar.store.interface import Outcome, Write, Written
from casinowar.table.automation import Carried
from casinowar.table.state import Table

Check = Callable[[Table, Write], Awaitable[Write | ServiceRefusal]]
Giving = Callable[[CommandMessage, Actor, ServiceRefusal | None, Check], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command that waits for its turn."""

    give: CommandMessage
    by: Actor
    refusal: ServiceRefusal | None  # the service's own
    check: Check
    answer: asyncio.Future[bytes]

    def tell(self, body: bytes) -> None:
        """Answer it; whoever asked may have gone."""
        if not self.answer.done():
            self.answer.set_result(body)

    async def alone(self, giving: Giving) -> None:
        """Carry it out by itself."""
        try:
            self.tell(await giving(self.give, self.by, self.refusal, self.check))
        except Exception as error:  # whoever asked gets it
            if not self.answer.done():
                self.answer.set_exception(error)


@dataclass(frozen=True, slots=True)
class PlannedWrite:
    """What was decided, and the write that makes it so; None: it was refused."""

    decided: Carried | AnyRefusal
    after: TableVersion  # the table once it is written
    write: Write | None = None
    bodies: Sequence[bytes] = ()  # of its events

    @property
    def refused(self) -> AnyRefusal:
        """The refusal that was decided."""
        assert not isinstance(self.decided, Carried)
        return self.decided

    @property
    def answer(self) -> bytes:
        """What whoever asked is told once it is written."""
        return b"" if self.write is None or self.write.answer is None else self.write.answer.body


def written_of(plan: Sequence[PlannedWrite], outcomes: Sequence[Outcome]) -> Sequence[PlannedWrite]:
    """The part of a plan that is durable: all before the first that was refused."""
    written = takewhile(lambda outcome: isinstance(outcome, Written), outcomes)
    return plan[: sum(1 for _ in written)]
