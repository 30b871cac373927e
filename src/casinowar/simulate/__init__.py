"""Simulation: whole shoes dealt by the rules of a house, on many cores and machines.

>>> from casinowar.simulate import simulate
>>> result = simulate("skycity", rounds=1_000_000, seed=7)
>>> 0.01 < result.initial.mean < 0.04
True

``plan`` turns a house and a ``strategy`` into numbers, and the compiled ``kernels`` deal by them.
``blocks`` are the units of work; ``run`` adds them up in order on any executor, and ``cluster``
finds one by its address; ``interrupts`` lets Ctrl-C lose nothing. ``tally`` and ``result`` hold the
counts and edges, ``batches`` their course, ``fresh`` the exact edge for comparison.
"""

import sys
from types import ModuleType
from typing import Any

from casinowar.simulate.batches import Batch, Course
from casinowar.simulate.result import Result
from casinowar.simulate.run import simulate
from casinowar.simulate.strategy import Strategy, TieBet, parse_strategy
from casinowar.simulate.tally import Estimate, Tally

__all__ = [
    "Batch",
    "Course",
    "Estimate",
    "Result",
    "Strategy",
    "Tally",
    "TieBet",
    "parse_strategy",
    "simulate",
]


class _Door(ModuleType):
    """Makes this package callable: ``casinowar.simulate(…)`` runs a simulation."""

    def __call__(self, *args: Any, **options: Any) -> Result:
        return simulate(*args, **options)


sys.modules[__name__].__class__ = _Door
