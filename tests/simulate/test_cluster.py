"""A real Dask scheduler on the loopback address, with several worker processes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from casinowar.cli.main import main
from casinowar.report import result_json
from casinowar.simulate import simulate
from tests.kit.profile import IN_DRILL

distributed = pytest.importorskip("distributed")
pytestmark = IN_DRILL


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler and three worker processes, gone after the test."""
    with distributed.LocalCluster(
        n_workers=3,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=":0",
        silence_logs=50,
    ) as cluster:
        yield str(cluster.scheduler_address)


def test_a_cluster_by_its_address_gives_the_same_counts(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Dealt here first: the workers then read the compiled kernel from the cache.
    here = result_json(simulate("washington", 3_000_000, seats=3, seed=12, workers=1))
    arguments = ["--house", "washington", "--seats", "3", "--rounds", "3000000", "--seed", "12"]
    assert main(["simulate", "--json", "--on", address, *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found = json.loads(out)
    for timed in ("seconds", "rounds_per_second"):
        del found[timed], here[timed]
    assert found == here


def test_any_executor_of_the_cluster_will_do(address: str) -> None:
    with distributed.Client(address, set_as_default=False) as client:
        executor = client.get_executor(pure=False)
        there = simulate("skycity", 1_000_000, seed=4, workers=3, executor=executor)
    here = simulate("skycity", 1_000_000, seed=4)
    assert (there.outcomes, there.shoes) == (here.outcomes, here.shoes)


def test_a_scheduler_without_workers_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with distributed.LocalCluster(
        n_workers=0, host="127.0.0.1", dashboard_address=":0", processes=True, silence_logs=50
    ) as empty:
        arguments = ["--house", "skycity", "--rounds", "10", "--on", empty.scheduler_address]
        assert main(["simulate", *arguments]) == 2
    assert "has no workers" in capsys.readouterr().err
