"""The compiled dealer: whole shoes as the house deals them, many cores, many machines.

``simulate`` deals and gives a Result; ``Strategy`` says how the seats play. ``plan`` turns a
house into numbers, ``lockstep`` and ``one_by_one`` are the kernels, ``blocks`` the units of work,
``run`` folds them in order, ``tally`` and ``result`` hold what came of it.
"""

from casinowar.simulate.result import Result
from casinowar.simulate.run import simulate
from casinowar.simulate.strategy import Strategy, TieBet, parse_strategy
from casinowar.simulate.tally import Estimate, Tally

__all__ = ["Estimate", "Result", "Strategy", "Tally", "TieBet", "parse_strategy", "simulate"]
