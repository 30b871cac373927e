"""The dealer school: courses as data, lessons at a real table, progress and certificates.

``courses`` lists the levels of a house; in a ``lesson``, a trainee performs one of them.
``classroom`` is its table, with ``players``, ``happenings`` and ``shoes``. ``questions`` has the
question for each moment; ``words``, ``answers`` and ``payments`` read what is typed; ``faults``
names mistakes, ``report`` sums up.
"""

from casinowar.training.courses import Level, level_named, levels_of
from casinowar.training.lesson import Lesson, Mode, Reply
from casinowar.training.words import help_lines, posted_limits, typed

__all__ = [
    "Lesson",
    "Level",
    "Mode",
    "Reply",
    "help_lines",
    "level_named",
    "levels_of",
    "posted_limits",
    "typed",
]
