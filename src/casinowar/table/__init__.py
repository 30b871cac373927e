"""The pure engine: commands, events, refusals, ``decide`` and ``evolve``.

No clock, no chance, no input or output: the state is the fold of the events, and the next card
comes only from the shoe that is passed in.
"""

from casinowar.table.automation import ALL_STEPS, Carried, carry_out, run_automatic
from casinowar.table.decide import decide
from casinowar.table.event import Event
from casinowar.table.evolve import evolve, fold
from casinowar.table.refusals import Code, Refusal
from casinowar.table.shoe import NoShoe, Shoe, Stack, shuffled_stack, stack_of
from casinowar.table.state import DEALER, Hand, Outcome, Phase, Table
from casinowar.table.steps import next_step, step_in_words

__all__ = [
    "ALL_STEPS",
    "DEALER",
    "Carried",
    "Code",
    "Event",
    "Hand",
    "NoShoe",
    "Outcome",
    "Phase",
    "Refusal",
    "Shoe",
    "Stack",
    "Table",
    "carry_out",
    "decide",
    "evolve",
    "fold",
    "next_step",
    "run_automatic",
    "shuffled_stack",
    "stack_of",
    "step_in_words",
]
