"""The dealer of a table with human dealers: one at a time, derived from its commands.

Nothing else is stored. The dealer is the giver of the last step, or the dealer who took the table
over. After an opening or a closing it is the first dealer who gives a step. A dealer whom the floor
has relieved may not continue or take the table back; any other dealer may take it over.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.store import Store
from casinowar.store.interface import StoredEvent
from casinowar.table import commands as c
from casinowar.table.play.floor import between_steps
from casinowar.table.state import Table

ROWS_AT_ONCE = 500


class DealsHere(NamedTuple):
    """The dealer of a table."""

    person: str = ""  # empty: the first dealer who gives a step
    relieved: bool = False  # the floor has sent another dealer
    name: str = ""  # at the last step, to tell the dealer from a namesake

    def is_for(self, person: str, name: str, state: Table) -> bool:
        """Whether a person with the dealer's role may give the steps of this table now."""
        if not self.person:
            return True
        sent = name == state.dealer and (self.relieved or name != self.name)
        if sent and between_steps(state):
            return True  # the floor has sent the dealer whom the table names
        return (person == self.person) is not self.relieved

    def may_take_over(self, person: str, name: str, state: Table) -> bool:
        """Whether a dealer may take the table over: not if the floor has relieved them."""
        return not self.relieved or person != self.person or name == state.dealer


NOBODY = DealsHere()


class _Line(Struct):
    """The name of a stored command."""

    command: str


_LINES = Decoder(_Line)


class _Means(Enum):
    """The effect of a command on the dealer."""

    STEP = "step"
    RELIEF = "relief"
    FREE = "free"


def deals_after(deals: DealsHere, rows: Iterable[StoredEvent], name: str = "") -> DealsHere:
    """The dealer after more events; ``name`` is the name of the dealer who caused them."""
    for row in rows:
        match _meaning(row):
            case _Means.STEP:
                deals = DealsHere(row.actor, name=name)
            case _Means.RELIEF:
                deals = deals._replace(relieved=True)
            case _Means.FREE:
                deals = NOBODY
            case None:
                pass
    return deals


async def deals_at(store: Store, table: str, version: int) -> DealsHere:
    """The dealer at a version, read from its newest event back to the last step."""
    relieved = False
    while version:
        first = max(0, version - ROWS_AT_ONCE)
        for row in reversed(await store.events(table, first, version - first)):
            match _meaning(row):
                case _Means.STEP:
                    return DealsHere(row.actor, relieved)
                case _Means.RELIEF:
                    relieved = True
                case _Means.FREE:
                    return NOBODY
                case None:
                    pass
        version = first
    return NOBODY


async def with_name(store: Store, deals: DealsHere) -> DealsHere:
    """The dealer of a table, with their current name if none is known."""
    if not deals.person or deals.name:
        return deals
    row = await store.person(deals.person)
    return deals if row is None else deals._replace(name=row.name)


def command_kind(row: StoredEvent) -> type[c.Command]:
    """The kind of the command of a row; only for rows with a command."""
    return c.COMMANDS[_LINES.decode(row.given).command]


def _meaning(row: StoredEvent) -> _Means | None:
    if not row.given:
        return None
    kind = command_kind(row)
    if kind in {c.OpenTable, c.CloseTable}:
        return _Means.FREE
    if kind is c.ChangeDealer:
        return _Means.RELIEF
    return _Means.STEP if kind.ROLE is c.Role.DEALER and row.actor else None


async def other_dealer(
    store: Store,
    deals: DealsHere | None,
    person: str,
    name: str,
    state: Table,
    *,
    takes_over: bool = False,
) -> ServiceRefusal | None:
    """The refusal of a step by a person who does not deal at this table; it names the dealer."""
    if deals is None or (deals.may_take_over if takes_over else deals.is_for)(person, name, state):
        return None
    if deals.relieved:
        words = (
            f"The floor has sent {state.dealer} to this table. Only the floor can send you back."
        )
    else:
        row = await store.person(deals.person)
        words = f"{state.dealer if row is None else row.name} deals at this table."
        words += " Take it over between rounds, or ask the floor to change the dealer."
    return ServiceRefusal(code=ServiceCode.OTHER_DEALER, sentence=words)
