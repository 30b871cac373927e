"""A playthrough as text: each command, its events with their clauses, and what comes next."""

from __future__ import annotations

from textwrap import wrap

from casinowar.money import show_cents
from casinowar.record import event_line
from casinowar.table import Code, Event, Phase, Refusal, Table, due, due_in_words
from casinowar.table import commands as c
from casinowar.table.words import rack_text
from tests.clauses.scene import CUT, Scene

from .legal import command_text, may, who

RACK_SHOWN = 8
WIDTH = 96
NOTE = "(“may” lists who may do what; it is shown when it changes.)"


class Telling:
    """Carries commands out at a table and writes down what happens."""

    def __init__(self, scene: Scene, about: str) -> None:
        self.scene = scene
        self.lines: list[str] = [*wrap(f"{about} {NOTE}", WIDTH), ""]
        self._may = ""
        self._now()

    @property
    def text(self) -> str:
        """The whole playthrough."""
        return "\n".join(self.lines).rstrip() + "\n"

    def does(self, command: c.Command) -> tuple[Event, ...]:
        """A command that is accepted."""
        self.lines.append(f"> {who(command)}: {command_text(command)}")
        events = self.scene.does(command)
        self.lines += [f"    {event_line(event, self.scene.house)}" for event in events]
        self._now()
        return events

    def tries(self, command: c.Command, code: Code) -> None:
        """A command that is refused, and why."""
        sentence = self.scene.refuses(command, code)
        answer = self.scene.table.do(command)
        assert isinstance(answer, Refusal)
        self.lines.append(f"> {who(command)}: {command_text(command)}")
        self.lines.append(f"    refused, {code}: {sentence} ({answer.cites})")
        self.lines.append("")

    def steps(self, phase: Phase) -> None:
        """Every step that is due, one by one, until the table is in ``phase``."""
        while self.scene.state.phase is not phase:
            self.step()

    def step(self) -> tuple[Event, ...]:
        """The step that is due."""
        step = due(self.scene.state)
        assert step is not None, self.scene.state.phase
        return self.does(step)

    def to_the_next_bets(self) -> None:
        """Every step until wagers are waited for; the cut is taken by whom it is offered to."""
        while True:
            state = self.scene.state
            if state.phase is Phase.CUT_OFFERED:
                self.does(c.TakeCut(seat=state.cut_offered_to or 0, cards=CUT))
            elif state.phase is Phase.BETTING and due(state) is None:
                return
            else:
                self.step()

    def _now(self) -> None:
        state = self.scene.state
        words, clause = due_in_words(state)
        self.lines.append(f"    = {state_line(state)}")
        self.lines.append(f"    {words} ({clause})")
        offered = may(state, self.scene.table.shoe)
        if offered != self._may:
            self.lines += [f"    {line}" for line in wrap(f"may: {offered}", WIDTH)]
        self._may = offered
        self.lines.append("")


def state_line(state: Table) -> str:
    """Phase, chips, tray and the end of the rack."""
    symbol = state.house.limits.symbol

    def money(cents: int) -> str:
        return show_cents(cents, symbol)

    chips = [f"seat {seat} {money(holder.chips_cents)}" for seat, holder in state.seats.items()]
    layout = sum(hand.layout_cents + hand.match_cents for hand in state.hands.values())
    rack = rack_text(state.rack[-RACK_SHOWN:])
    more = len(state.rack) - RACK_SHOWN
    return " | ".join(
        (
            state.phase.value,
            ", ".join(chips) or "no players",
            f"layout {money(layout)}",
            f"tray {money(state.tray_cents)}",
            f"drawn {state.shoe.drawn}",
            f"rack {f'({more} more) ' if more > 0 else ''}{rack or 'empty'}",
        )
    )
