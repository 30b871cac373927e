"""Health, readiness and metrics."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from casinowar.service.http.metrics import CONTENT_TYPE
from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.dependencies import Here
from casinowar.service.http.routes.shapes import Done
from casinowar.service.refusals import ServiceCode, refused
from casinowar.store import Store
from casinowar.store.measured import MeasuredStore

router = APIRouter(tags=["operation"])
READY_SECONDS = 3.0  # for the database; probes give up soon


class Fine(Done):
    """The service is healthy."""


@router.get("/healthz", responses=errors())
async def health() -> Fine:
    """Whether the process runs."""
    return Fine()


@router.get("/readyz", responses=errors(ServiceCode.STOPPING))
async def readiness(parts: Here) -> Fine:
    """Whether the service takes bets: the database reads, writes and notifies.

    After a failed write, this tries a write. A service that is stopping takes no bets.
    """
    if parts.stopping:
        raise refused(ServiceCode.STOPPING, "The service is being stopped.")
    if isinstance(parts.store, MeasuredStore) and parts.store.hangs:
        raise refused(ServiceCode.STORE_FAILED, "The database does not answer.")
    if not parts.store.hears:
        raise refused(ServiceCode.STORE_FAILED, "The database's notifications do not arrive.")
    # It is not cancelled: even then a driver may wait for a hanging server. One check runs at a
    # time.
    if parts.asking is None or parts.asking.done():
        parts.asking = asyncio.create_task(_ask(parts.store))
    done, _ = await asyncio.wait({parts.asking}, timeout=READY_SECONDS)
    if not done:
        raise refused(ServiceCode.STORE_FAILED, "The database does not answer.")
    parts.asking.result()
    return Fine()


async def _ask(store: Store) -> None:
    """Read, and write if a write has failed."""
    if isinstance(store, MeasuredStore):
        await store.try_again()
    await store.version("")


@router.get("/metrics", response_class=PlainTextResponse, responses=errors())
async def metrics(parts: Here) -> Response:
    """Figures for Prometheus."""
    return Response(parts.metrics.text(), media_type=CONTENT_TYPE)
