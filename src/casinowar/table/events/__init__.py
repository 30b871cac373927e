"""Every event of a table, in the past tense.

Names and versions are written with each event, never derived from Python names. Every event cites
the clause or the house policy that it rests on, and has its own wording. No event can hold a card
that has not been turned up: burned cards have no field for a face.
"""

from __future__ import annotations

from typing import get_args

from casinowar.table.events.base import Event as Event
from casinowar.table.events.cards import *
from casinowar.table.events.cards import (
    BurnEvent,
    CutEvent,
    DecksEvent,
    FairEvent,
    FloorEvent,
    ShuffleEvent,
    SpreadEvent,
)
from casinowar.table.events.players import *
from casinowar.table.events.players import SeatsEvent, WagersEvent
from casinowar.table.events.rounds import *
from casinowar.table.events.rounds import DealEvent, IrregularEvent, SettleEvent, WarEvent

AnyEvent = (
    FloorEvent
    | DecksEvent
    | SpreadEvent
    | ShuffleEvent
    | FairEvent
    | CutEvent
    | BurnEvent
    | SeatsEvent
    | WagersEvent
    | DealEvent
    | SettleEvent
    | WarEvent
    | IrregularEvent
)
EVENTS: dict[str, type[Event]] = {kind.NAME: kind for kind in get_args(AnyEvent)}
