"""Nothing that a client can send makes the service fail; ``make drill`` sends a million of it."""

from __future__ import annotations

from pathlib import Path

from tests.crash.fuzz import fuzz_connections, fuzz_sockets
from tests.crash.openapi import fuzz_requests
from tests.kit.nursery import Nursery
from tests.kit.profile import EVERYTHING, IN_DRILL


async def test_malformed_messages_are_answered_and_leave_nothing(tmp_path: Path) -> None:
    report = await fuzz_sockets(tmp_path, 10_000)
    assert report["messages"] == 10_000


async def test_malformed_messages_are_answered_without_the_network_too(tmp_path: Path) -> None:
    messages = 90_000 if EVERYTHING else 10_000
    kinds = await fuzz_connections(tmp_path, messages)
    assert sum(kinds.values()) == messages
    assert kinds["answer"] > messages / 2


@IN_DRILL
async def test_requests_are_answered_as_the_description_says(
    nursery: Nursery, tmp_path: Path
) -> None:
    said = list[str]()
    await fuzz_requests(
        nursery, tmp_path, 6 if EVERYTHING else 3, phases=("examples,fuzzing",), say=said.append
    )
    assert [line.partition(":")[0] for line in said] == [
        "examples,fuzzing as a guest",
        "examples,fuzzing as an administrator",
    ]
