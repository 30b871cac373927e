"""A table for programs: one JSON message in, exactly one JSON answer out.

It works over standard input and output (``casinowar table``) and over any other channel that
carries bytes. A message that cannot be read, or that the table refuses, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from casinowar.errors import InputError, expect, expect_callable
from casinowar.houses.house import Shuffling
from casinowar.live import DEALER_NAME, TRAY_CENTS, LiveTable
from casinowar.table import commands as c
from casinowar.table.automation import carry_out
from casinowar.table.due import due_now
from casinowar.table.legal import Offer, legal
from casinowar.table.refusals import Code, Refusal
from casinowar.table.roles import Who
from casinowar.table.shoe import NO_SHOE, Shoe
from casinowar.wire import (
    Ask,
    Question,
    Request,
    WireCode,
    WireRefusal,
    encode_json,
    event_to_json,
    offer_to_json,
    read_request,
    refusal_to_json,
    snapshot_of,
    to_json,
)

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The defaults for opening a table."""

    decks: int | None = None
    shuffling: Shuffling | None = None
    by_itself: bool = True  # opens for the first player, unless it is open
    shoe_decks: int | None = None  # the number of decks in the given shoes


USUAL_OPENING = Opening()


class TableSession:
    """A live table with a JSON interface."""

    def __init__(
        self,
        table: LiveTable,
        opening: Opening = USUAL_OPENING,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        expect("table", table, LiveTable, "a LiveTable")
        expect("opening", opening, Opening, "an Opening")
        expect_callable("clock", clock, "a function that gives the time")
        self.table = table
        self._opening, self._clock = opening, clock

    def answer(self, line: bytes | str) -> bytes:
        """The answer to one message; never raises."""
        request = read_request(line)
        try:
            answer = self._answer(request)
        except InputError as error:  # the record could not be written, so nothing has happened
            answer = refusal_to_json(WireRefusal(code=WireCode.NOT_RECORDED, sentence=str(error)))
        identity = {} if request.id is None else {"id": request.id}
        return encode_json({**identity, **answer})

    def _answer(self, request: Request) -> Answer:
        content = request.content
        if isinstance(content, WireRefusal):
            return refusal_to_json(content)
        if isinstance(content, Ask):
            return {"ok": True, "version": self.table.version, **self._asked(content)}
        return self._command(content, request)

    def _asked(self, ask: Ask) -> Answer:
        table = self.table
        match ask.question:
            case Question.VIEW:
                return {"view": to_json(table.view(ask.who))}
            case Question.LEGAL:
                assert ask.who is not None
                offers = [offer_to_json(offer) for offer in self._legal(ask.who)]
                bets = table.bets(ask.who)
                return {"legal": offers, **({"bets": [to_json(bets)]} if bets else {})}
            case Question.DUE:
                due = due_now(table.state, table.shoe)
                return {"due": None if due is None else to_json(due)}
            case Question.SNAPSHOT:
                return {"snapshot": snapshot_of(table.state)}

    def _legal(self, who: Who) -> tuple[Offer, ...]:
        """The offers for ``who``; the first player may sit down, which opens the table."""
        if who.role is not c.Role.PLAYER or not self._opens_by_itself:
            return self.table.legal(who)
        trial = carry_out(self.table.state, self._self_opening(), _no_shoe, self.table.automations)
        if isinstance(trial, Refusal):
            return ()
        return tuple(o for o in legal(trial.state, who) if o.command is c.TakeSeat)

    def _command(self, command: c.Command, request: Request) -> Answer:
        first: c.Command | None = None
        if isinstance(command, c.OpenTable):
            command = self._completed(command)
            if (misfit := self._wrong_decks(command)) is not None:
                return refusal_to_json(misfit)
        elif isinstance(command, c.TakeSeat) and self._opens_by_itself:
            first = self._self_opening()
        answer = self.table.do(command, request.who, first=first, command_id=request.id)
        if isinstance(answer, Refusal):
            return refusal_to_json(answer)
        events = [event_to_json(event) for event in answer]
        return {"ok": True, "version": self.table.version, "events": events}

    def _self_opening(self) -> c.OpenTable:
        """The command that opens the table for its first player."""
        today = self.table.state.house.gaming_day(self._clock())
        return self._completed(c.OpenTable(day=today, dealer=DEALER_NAME, tray_cents=TRAY_CENTS))

    def _completed(self, command: c.OpenTable) -> c.OpenTable:
        """The command, with omitted fields filled in from the settings of the table."""
        given = self._opening
        return replace(
            command,
            decks=given.decks if command.decks is None else command.decks,
            shuffling=given.shuffling if command.shuffling is None else command.shuffling,
        )

    def _wrong_decks(self, command: c.OpenTable) -> Refusal | None:
        """Refuse a number of decks that differs from the given shoes."""
        held, cards = self._opening.shoe_decks, self.table.state.house.cards
        asked = cards.decks if command.decks is None else command.decks
        if held is None or asked == held:
            return None
        words = f"The given shoes hold {held} decks each, but the table needs {asked}."
        cites = self.table.state.house.cites.decks
        return Refusal(code=Code.BAD_DECKS, sentence=words, cites=cites)

    @property
    def _opens_by_itself(self) -> bool:
        return self._opening.by_itself and self.table.version == 0


def _no_shoe(_: int) -> Shoe:
    """No shoe: none is loaded before a player sits down."""
    return NO_SHOE
