"""Health, readiness and metrics."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from casinowar.service.http.metrics import CONTENT_TYPE, try_again, writes_hang
from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.dependencies import Here
from casinowar.service.refusals import ServiceCode, refused

router = APIRouter(tags=["operation"])
READY_SECONDS = 3.0  # for the database: whoever asks here gives up soon


class Fine(BaseModel):
    """All is well."""

    ok: bool = Field(default=True, examples=[True])


@router.get("/healthz", responses=errors())
async def health() -> Fine:
    """Whether the process runs."""
    return Fine()


@router.get("/readyz", responses=errors(ServiceCode.STOPPING))
async def readiness(parts: Here) -> Fine:
    """Whether it takes bets: the database reads, writes and notifies, and nobody stops it.

    After a write that failed it tries one itself.
    """
    if parts.stopping:
        raise refused(ServiceCode.STOPPING, "The service is being stopped.")
    if writes_hang(parts.store):
        raise refused(ServiceCode.STORE_FAILED, "The database does not answer.")
    if not parts.store.hears:
        raise refused(ServiceCode.STORE_FAILED, "The database's notifications are not heard.")
    try:
        async with asyncio.timeout(READY_SECONDS):
            await try_again(parts.store)
            await parts.store.version("")
    except TimeoutError:
        raise refused(ServiceCode.STORE_FAILED, "The database does not answer.") from None
    return Fine()


@router.get("/metrics", response_class=PlainTextResponse, responses=errors())
async def metrics(parts: Here) -> Response:
    """Figures for Prometheus."""
    return Response(parts.metrics.text(), media_type=CONTENT_TYPE)
