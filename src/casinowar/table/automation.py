"""Automations: any subset of the dealer's and the floor's steps can be performed automatically.

With all of them on, a table runs unattended; with all off, a person performs each step.
``carry_out`` decides one command and then every automatic step that follows from it; each is
returned as ``Done``, with its own events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from casinowar.table import commands as c
from casinowar.table.due import step_now
from casinowar.table.engine import advance, decide, fold, take_step
from casinowar.table.events import Event
from casinowar.table.invariants import check
from casinowar.table.play.fair import missing_seals, missing_values
from casinowar.table.procedure import due
from casinowar.table.refusals import Code, Refusal
from casinowar.table.roles import AUTOMATIC, giver_of
from casinowar.table.shoe import NO_SHOE, SealedShoe, Shoe
from casinowar.table.state import Phase, Table, copied, sealed

FILL_MINIMUM_CENTS = 10_000_00

# every step of the procedure, and two that respond to an event
ALL_STEPS: frozenset[type[c.Command]] = frozenset(
    kind for kind in c.COMMANDS.values() if issubclass(kind, c.Step)
) | {c.SetAsideFaceUpCard, c.FillTray}

Automations = frozenset[type[c.Command]]
Shoes = Callable[[int], Shoe]  # gives a shoe by its number, from 1


Id = int | str | None  # the command's id, if its sender gave one


class Done(Struct, frozen=True, gc=False):
    """A command that was carried out, with its events."""

    command: c.Command
    by: str  # the id of a player, ``dealer``, ``floor``, or ``automatic``: the table itself
    events: tuple[Event, ...]
    id: Id = None


def events_of(done: Iterable[Done]) -> tuple[Event, ...]:
    """The events of some commands, in order."""
    return tuple([event for each in done for event in each.events])


class Carried(Struct, frozen=True, gc=False):
    """The result of a command and of the automatic steps after it."""

    state: Table
    done: tuple[Done, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the command and of all automatic steps, in order."""
        return events_of(self.done)


def carry_out(
    state: Table,
    command: c.Command,
    shoes: Shoes,
    automations: Automations = ALL_STEPS,
    *,
    by: str | None = None,
    command_id: Id = None,
) -> Carried | Refusal:
    """Decide ``command``, then every automatic step that is due; a refusal changes nothing.

    Without ``by``, the command counts as given by the person to whom it belongs.
    """
    before, shoe = state, shoe_of(state, shoes, command)
    answer = decide(state, command, shoe)
    fill: tuple[Done, ...] = ()
    if isinstance(answer, Refusal):
        filled = _fill(state, command, answer, automations)
        if filled is None:
            return answer
        fill, state = (filled,), fold(state, filled.events)
        answer = decide(state, command, shoe)
        if isinstance(answer, Refusal):
            return answer
    own = copied(state)
    advance(own, answer)
    if own.shoe.number != state.shoe.number or own.mix is not state.mix:
        shoe = shoe_of(own, shoes)
    done = Done(command, by or giver_of(before, command), answer, command_id)
    steps = _run(own, shoe, shoes, automations)
    check(own)
    return Carried(sealed(own), (*fill, done, *steps))


def shoe_of(state: Table, shoes: Shoes, command: c.Command | None = None) -> Shoe:
    """The shoe on the table, with the contributions mixed into it; ``NO_SHOE`` if there is none."""
    number = state.shoe.number
    if state.mix is not None:
        sealed = shoes(state.mix.number)
        return sealed.mixed(state.mix) if isinstance(sealed, SealedShoe) else sealed
    if isinstance(command, c.OpenTable) and command.sealed:
        return shoes(number + 1)
    return shoes(number) if number else NO_SHOE


def _run(own: Table, shoe: Shoe, shoes: Shoes, automations: Automations) -> list[Done]:
    """Carry out automatic steps on a draft, in place, until the table waits for a person."""
    done: list[Done] = []
    number, mix = own.shoe.number, own.mix
    while (step := automatic_step(own, shoe, automations)) is not None:
        answer = take_step(own, step, shoe)
        if isinstance(answer, Refusal):
            fill = _fill(own, step, answer, automations)
            if fill is None:  # the shoe has no card for the step: the floor decides
                break
            advance(own, fill.events)
            done.append(fill)
            continue
        if own.shoe.number != number or own.mix is not mix:
            number, mix, shoe = own.shoe.number, own.mix, shoe_of(own, shoes)
        done.append(Done(step, AUTOMATIC, answer))
    return done


def _fill(
    state: Table, command: c.Command, refusal: Refusal, automations: Automations
) -> Done | None:
    """The automatic fill for a tray that cannot pay; it does not undo the floor's own credits."""
    if refusal.code is not Code.TRAY_SHORT or c.FillTray not in automations:
        return None
    if isinstance(command, c.CreditTray):
        return None
    need = refusal.short_cents or 0
    cents = max(need, FILL_MINIMUM_CENTS)
    command = c.FillTray(amount_cents=cents)
    filled = decide(state, command, NO_SHOE)
    return None if isinstance(filled, Refusal) else Done(command, AUTOMATIC, filled)


def automatic_step(state: Table, shoe: Shoe, automations: Automations) -> c.Command | None:
    """The step that is due, if it is automatic."""
    step = step_now(state, shoe)
    kind = type(step)
    if kind not in automations or (kind is c.AnnounceNoMoreBets and not everyone_has_bet(state)):
        return None
    if kind in _AFTER_CONTRIBUTIONS and contributions_awaited(state):
        return None
    return step


_CONTRIBUTING = frozenset({Phase.OFFER_CUT, Phase.LOAD})
_AFTER_CONTRIBUTIONS = frozenset({c.CloseContributions, c.LoadShoe})


def contributions_awaited(state: Table) -> tuple[int, ...]:
    """The seats that still have to seal or open a value before the next step."""
    if state.mix is None or state.phase not in _CONTRIBUTING:
        return ()
    match due(state):
        case c.CloseContributions():
            return missing_seals(state)
        case c.LoadShoe():
            return missing_values(state)
        case _:
            return ()


def everyone_has_bet(state: Table) -> bool:
    """Whether each player who is not sitting out has a wager down."""
    if state.phase is not Phase.BETTING:
        return False
    hands = state.hands
    for seat, holder in state.seats.items():
        if seat not in hands and not holder.sitting_out:
            return False
    return True
