"""PostgreSQL stopped at once under load, while the service keeps running."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

from tests.crash.kills import Company
from tests.kit.nursery import Nursery
from tests.kit.postgres import Postgres
from tests.kit.process import Service


async def stop_often(
    nursery: Nursery, folder: Path, times: int, *, seed: int = 0
) -> dict[str, float]:
    """Stop a durable server ``times`` times; raises a Violation, or says what was audited."""
    began, random = time.perf_counter(), Random(seed)
    server = Postgres(durable=True)
    try:
        service = Service(nursery, folder, server.url(await server.new_schema()))
        await service.start()
        company = Company(service, seed)
        auditor = await company.arrive()
        try:
            for _ in range(times):
                await company.play(random.choice((1, 5, 20)))
                await asyncio.to_thread(server.stop, "immediate")
                await asyncio.sleep(random.choice((0.0, 0.3)))
                await asyncio.to_thread(server.start)
                await auditor.audit()
                company.check()
            before = company.answers
            await company.play(20)  # the tables get on
            assert company.answers >= before + 20, service.last_lines()
            await company.leave()
            company.check()
        finally:
            await company.abandon()
        await auditor.audit_all()
        assert await service.stop() == 0, service.last_lines()
    finally:
        server.remove()
    seconds = round(time.perf_counter() - began, 1)
    return {"stops": times, **auditor.report(), "seconds": seconds}
