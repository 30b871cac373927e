"""Simulation: whole shoes as the house deals them, on many cores and many machines.

>>> from casinowar.simulate import simulate
>>> result = simulate("skycity", rounds=1_000_000, seed=7)
>>> 0.01 < result.initial.mean < 0.04
True

``plan`` turns a house and a ``strategy`` into numbers, and the compiled ``kernels`` deal by them.
``blocks`` are the units of work; ``run`` adds them up in order on any executor, and ``cluster``
finds one by its address; ``interrupts`` lets Ctrl-C lose nothing. ``tally`` and ``result`` hold the
counts and edges, ``batches`` their course, ``fresh`` the exact edge beside them. ``cutting_card``
and ``counting`` are studies of their own. ``logs`` give the cards themselves.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from casinowar.simulate.batches import Batch, Course
from casinowar.simulate.counting import CountStudy, Step, count_study
from casinowar.simulate.cutting_card import CuttingCard, cutting_card_effect
from casinowar.simulate.result import Result
from casinowar.simulate.run import simulate
from casinowar.simulate.strategy import Strategy, TieBet, parse_strategy
from casinowar.simulate.tally import Estimate, Tally

if TYPE_CHECKING:
    from casinowar.simulate.logs.record import RoundRecord, ShoeRecord, WarDealRecord, record_shoes

_LATER = ("RoundRecord", "ShoeRecord", "WarDealRecord", "record_shoes")

__all__ = [
    "Batch",
    "CountStudy",
    "Course",
    "CuttingCard",
    "Estimate",
    "Result",
    "RoundRecord",
    "ShoeRecord",
    "Step",
    "Strategy",
    "Tally",
    "TieBet",
    "WarDealRecord",
    "count_study",
    "cutting_card_effect",
    "parse_strategy",
    "record_shoes",
    "simulate",
]


def __getattr__(name: str) -> object:
    """The logs load the compiler when imported; the rest loads it when something is dealt."""
    if name in _LATER:
        from casinowar.simulate.logs import record

        return getattr(record, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Door(ModuleType):
    """Makes ``casinowar.simulate(…)`` deal, although ``casinowar.simulate`` is this package."""

    def __call__(self, *args: Any, **options: Any) -> Result:
        return simulate(*args, **options)


sys.modules[__name__].__class__ = _Door
