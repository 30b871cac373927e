"""Statistics of the kernel, each shown to catch a fault planted in a copy of it.

A right kernel fails a test of this page with a chance below one in ten thousand, and the seeds are
fixed; a planted fault must look worse than one in a hundred million.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType

import numpy as np
import pytest

from casinowar.houses import load_house
from casinowar.simulate.kernels import lockstep
from tests.kit.profile import IN_DRILL

from . import statistics as s
from .faulty import NAME, Fault, kernel_with_faults

Test = Callable[[ModuleType, int], float]
TESTS: dict[Test, tuple[Fault, ...]] = {
    s.ranks_are_even: (Fault.OFF_BY_ONE,),
    s.pairs_tie_as_often_as_they_must: (Fault.NOT_TAKEN_OUT,),
    s.picks_are_even: (Fault.MODULO,),
    s.no_pick_is_favoured: (Fault.NO_REJECTION,),
    s.shoes_are_as_long_as_a_plain_dealers: (Fault.BURN_SKIPPED, Fault.RESHUFFLE_LATE),
    s.outcomes_come_as_often_as_they_must: (Fault.DEALER_KEPT,),
}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    import sys

    yield kernel_with_faults(tmp_path_factory.mktemp("faulty"))
    for name in [name for name in sys.modules if name.split(".")[0] == NAME]:
        del sys.modules[name]


SLOW = s.shoes_are_as_long_as_a_plain_dealers


@pytest.mark.parametrize(
    "test",
    [pytest.param(test, marks=IN_DRILL) if test is SLOW else test for test in TESTS],
    ids=lambda test: test.__name__,
)
def test_the_shipped_kernel_is_fair(test: Test) -> None:
    assert test(lockstep, Fault.NONE) > 1e-4


@IN_DRILL  # it compiles a copy of the kernel
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_the_copy_without_a_fault_is_the_shipped_kernel(faulty: ModuleType, seats: int) -> None:
    deck = s.Deck(load_house("washington"), 6, seats)
    shipped = s.dealt(lockstep, deck, Fault.NONE, shoes=640)
    assert np.array_equal(shipped, s.dealt(faulty, deck, Fault.NONE, shoes=640))


@IN_DRILL
@pytest.mark.parametrize(
    ("test", "fault"),
    [(test, fault) for test, faults in TESTS.items() for fault in faults],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_planted_fault_is_caught(faulty: ModuleType, test: Test, fault: Fault) -> None:
    assert test(faulty, fault) < 1e-8
