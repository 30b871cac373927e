"""The pure engine: commands, events, refusals, ``decide`` and ``evolve``.

No clock, no chance, no input or output: the state is the fold of the events, and the next card
comes only from the shoe that is passed in.
"""

from casinowar.outcomes import Outcome
from casinowar.table.automation import ALL_STEPS, Carried, Done, carry_out, events_of
from casinowar.table.due import Due, due_in_words, due_now
from casinowar.table.engine import decide, evolve, fold
from casinowar.table.events import Event
from casinowar.table.procedure import due
from casinowar.table.refusals import Code, Refusal
from casinowar.table.shoe import NoShoe, Shoe, Stack, complete_stack, shuffled_stack, stack_of
from casinowar.table.state import DEALER, Hand, Phase, Table, Wager

__all__ = [
    "ALL_STEPS",
    "DEALER",
    "Carried",
    "Code",
    "Done",
    "Due",
    "Event",
    "Hand",
    "NoShoe",
    "Outcome",
    "Phase",
    "Refusal",
    "Shoe",
    "Stack",
    "Table",
    "Wager",
    "carry_out",
    "complete_stack",
    "decide",
    "due",
    "due_in_words",
    "due_now",
    "events_of",
    "evolve",
    "fold",
    "shuffled_stack",
    "stack_of",
]
