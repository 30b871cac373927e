"""The compiled dealer: whole shoes as the house deals them, many cores, many machines.

>>> from casinowar.simulate import simulate
>>> result = simulate("skycity", rounds=1_000_000, seed=7)
>>> 0.01 < result.initial.mean < 0.04
True

``plan`` turns a house into numbers. Two kernels deal: ``lockstep`` (with ``lanes``, ``first_cards``
and ``war_cards``) the usual houses, ``one_by_one`` the others. ``blocks`` are the units of work,
``run`` folds them in order on any executor, ``cluster`` finds one by its address; ``tally`` and
``result`` hold what came of it, ``batches``, ``chart``, ``progress`` and ``outputs`` show it.
``record_shoes`` gives the cards themselves.
"""

from typing import TYPE_CHECKING

from casinowar.simulate.batches import Batch, Course
from casinowar.simulate.chart import convergence_chart
from casinowar.simulate.result import Result
from casinowar.simulate.run import simulate
from casinowar.simulate.strategy import Strategy, TieBet, parse_strategy
from casinowar.simulate.tally import Estimate, Tally

if TYPE_CHECKING:
    from casinowar.simulate.logs.record import RoundRecord, ShoeRecord, WarDealRecord, record_shoes

_LATER = ("RoundRecord", "ShoeRecord", "WarDealRecord", "record_shoes")

__all__ = [
    "Batch",
    "Course",
    "Estimate",
    "Result",
    "RoundRecord",
    "ShoeRecord",
    "Strategy",
    "Tally",
    "TieBet",
    "WarDealRecord",
    "convergence_chart",
    "parse_strategy",
    "record_shoes",
    "simulate",
]


def __getattr__(name: str) -> object:
    """The records need the compiler at once; the rest waits until something is dealt."""
    if name in _LATER:
        from casinowar.simulate.logs import record

        return getattr(record, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
