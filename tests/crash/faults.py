"""Faults of the disk at a chosen system call, injected into the service by strace.

``Fault("fdatasync", "error=EIO", 2)`` is an I/O error at the second fdatasync on the files of the
database, counted from the first bet of the round.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL

from casinowar.store.open import sqlite_path
from tests.crash.books import Auditor
from tests.crash.war_round import ROUND, STORE_FAILED, Scene, connect_patiently, play_round
from tests.kit.client import Lost
from tests.kit.process import Service

CALLS = ("write", "pwrite64", "fsync", "fdatasync", "ftruncate")
ACTIONS = ("error=EIO", "error=ENOSPC", "signal=SIGKILL")
ATTACH_SECONDS = 30.0
DETACH_SECONDS = 0.5
END_SECONDS = 30.0
NOT_REACHED = "not reached"  # the round made fewer calls: pages depend on random keys


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens at the ``number``-th call; ``lasting``: and at every later one."""

    call: str
    action: str
    number: int
    lasting: bool = False

    def __str__(self) -> str:
        return f"{self.call} {self.number}{'+' if self.lasting else ''} {self.action}"


def why_not() -> str:
    """Why faults cannot be injected on this machine; empty: they can."""
    strace = shutil.which("strace")
    if strace is None:
        return "strace is not installed"
    tried = subprocess.run(
        [strace, "-f", "-e", "trace=fdatasync", "true"], capture_output=True, check=False
    )
    return "" if tried.returncode == 0 else "this machine does not allow ptrace"


class Tracer:
    """strace on a running service, for the files of its database alone."""

    def __init__(self, scene: Scene, fault: Fault | None) -> None:
        self.output = scene.service.folder / "strace"
        database = sqlite_path(scene.service.database)
        files = [str(database.with_name(database.name + end)) for end in ("", "-wal")]
        paths = [part for file in files for part in ("-P", file)]
        inject = list[str]()
        if fault is not None:
            when = f"{fault.number}+" if fault.lasting else str(fault.number)
            inject = ["-e", f"inject={fault.call}:{fault.action}:when={when}"]
        self._process = subprocess.Popen(
            ["strace", "-f", "-p", str(scene.service.pid), "-o", str(self.output),
             "-e", f"trace={','.join(CALLS)}", *paths, *inject],
            stderr=subprocess.PIPE,
        )  # fmt: skip

    async def attached(self) -> None:
        """Wait until every thread is traced."""
        assert self._process.stderr is not None
        line = await asyncio.wait_for(
            asyncio.to_thread(self._process.stderr.readline), ATTACH_SECONDS
        )
        assert b"attached" in line, line

    def detach(self) -> str:
        """Let go; what was traced."""
        self._process.terminate()
        try:
            self._process.communicate(timeout=DETACH_SECONDS)
        except subprocess.TimeoutExpired:  # it can wait for ever for threads that were killed
            self._process.kill()
            self._process.communicate()
        return self.output.read_text(encoding="utf-8")


async def count_calls(scene: Scene) -> Counter[str]:
    """How often the service makes each call in one round without a fault."""
    await scene.service.start()
    client = scene.client()
    await client.connect()
    tracer = Tracer(scene, None)
    await tracer.attached()
    answers = await play_round(client)
    traced = tracer.detach()
    await client.close()
    await scene.service.stop()
    assert [answer["ok"] for answer in answers] == [True] * len(ROUND)
    return calls_in(traced)


def calls_in(traced: str) -> Counter[str]:
    """How often each call was made."""
    return Counter(re.findall(rf"\b({'|'.join(CALLS)})\(", traced))


async def fail_at(scene: Scene, fault: Fault) -> str:
    """Play the round with a fault and see that all is right; what the player saw of it.

    The service says that it could not store a command, or it is killed; after a restart the player
    finishes the round, and everything adds up.
    """
    service = scene.service
    await service.start()
    client = scene.client()
    await client.connect()
    auditor = Auditor(service, [client])
    tracer = Tracer(scene, fault)
    await tracer.attached()
    kills = fault.action.startswith("signal")
    try:
        codes = [answer.get("code") for answer in await play_round(client)]
        seen = "refused" if STORE_FAILED in codes else "nothing"
        assert {*codes} <= {None, STORE_FAILED}, codes
    except Lost:
        seen = "died"
        assert kills, f"{fault}: {service.last_lines()}"
    traced = tracer.detach()
    if kills:
        seen = await _death(service, fault, traced)
    elif "INJECTED" not in traced:
        assert calls_in(traced)[fault.call] < fault.number, f"{fault} was never reached"
        seen = NOT_REACHED
    elif fault.call != "ftruncate":
        assert seen == "refused", f"{fault}: {seen}"
    await client.close()
    if service.runs:
        service.kill()
    service.pid = None
    await service.start()
    await auditor.audit_all()
    await connect_patiently(client)
    await client.news(0.01)
    answers = await play_round(client, stubborn=True)
    assert all(answer["ok"] for answer in answers), answers
    assert len(client.answers) == len(ROUND)
    await auditor.audit_all()
    assert client.version is not None
    assert client.event(client.version)["name"] == "round_completed"
    await client.close()
    await service.stop()
    return seen


async def _death(service: Service, fault: Fault, traced: str) -> str:
    """See that the service was killed, unless the call was never made."""
    try:
        async with asyncio.timeout(END_SECONDS):
            assert await service.ended() == -SIGKILL
    except TimeoutError:
        assert calls_in(traced)[fault.call] < fault.number, f"{fault}: the service goes on"
        return NOT_REACHED
    return "died"


async def fail_everywhere(template: Scene, folder: Path, faults: list[Fault]) -> Counter[str]:
    """Each fault in a copy of the scene; how often the player saw what."""
    seen = Counter[str]()
    for number, fault in enumerate(faults):
        scene = template.copy(folder / str(number))
        try:
            seen[f"{fault.action}: {await fail_at(scene, fault)}"] += 1
        except AssertionError as error:
            raise AssertionError(f"{fault}: {error}") from error
        finally:
            if scene.service.runs:
                scene.service.kill()
        shutil.rmtree(folder / str(number))
    return seen
