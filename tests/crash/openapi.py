"""schemathesis over the OpenAPI description of the real service, as guest and as administrator."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.kit.client import Guest, sign_in, sign_up
from tests.kit.nursery import Nursery
from tests.kit.process import Service

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_headers_conformance,response_schema_conformance"
)
# They end the session that asks.
ENDING = ("/api/sign-out", "/api/sign-out-everywhere", "/api/persons/{person}/sign-out-everywhere")
ALL = ("examples", "coverage", "fuzzing", "stateful")
PASSPHRASE = "four quiet ducks swim"


async def fuzz_requests(
    nursery: Nursery,
    folder: Path,
    examples: int,
    *,
    phases: Sequence[str] = ALL,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, float]:
    """Send requests that the description allows, and others; AssertionError if one goes wrong.

    ``say`` is told how long each phase took; several can be one, with commas between. There is no
    ``--max-time``: with it, fuzzing and stateful tests are repeated until the time is up.
    """
    began = time.perf_counter()
    service = Service(nursery, folder)
    secret = folder / "passphrase"
    secret.write_text(PASSPHRASE + "\n", encoding="utf-8")
    service.admin("create", "boss", "--passphrase-file", str(secret))
    await service.start()
    for name, somebody in (
        ("a guest", await sign_up(service.address)),
        ("an administrator", await sign_in(service.address, "boss", PASSPHRASE)),
    ):
        for phase in phases:
            started = time.perf_counter()
            await _run(service, somebody, ("--max-examples", str(examples), "--phases", phase))
            say(f"{phase} as {name}: {time.perf_counter() - started:.0f} s")
    log = service.log.read_text(encoding="utf-8")
    assert await service.stop() == 0, service.last_lines()
    assert '"level": "error"' not in log, log[-3000:]
    return {"examples": examples, "seconds": round(time.perf_counter() - began, 1)}


async def _run(service: Service, somebody: Guest, limits: Sequence[str]) -> None:
    excluded = [part for path in ENDING for part in ("--exclude-path", path)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "schemathesis.cli", "run", f"{service.address}/openapi.json",
        "--header", f"Authorization: Bearer {somebody.token}", "--checks", CHECKS,
        "--seed", "1", "--no-color", "--no-shrink", "--warnings", "off",
        "--generation-database", "none", *excluded, *limits,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=service.folder,
    )  # fmt: skip
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()[-6000:]
