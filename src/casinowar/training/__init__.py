"""Dealer training: a person performs every step; the players are automated.

``words`` knows what is typed for each step, ``payouts`` checks what a seat gets back, and
``lesson`` is the table.
"""

from casinowar.training.lesson import Trainee, Training
from casinowar.training.words import help_lines, typed

__all__ = ["Trainee", "Training", "help_lines", "typed"]
