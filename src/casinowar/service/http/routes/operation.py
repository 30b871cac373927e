"""Health, readiness and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from casinowar.service.http.metrics import CONTENT_TYPE, writes_fail, writes_hang
from casinowar.service.http.needs import Here
from casinowar.service.http.openapi import errors
from casinowar.service.refusals import ServiceCode, refused
from casinowar.store.port import Note, Write

router = APIRouter(tags=["operation"])


class Fine(BaseModel):
    """All is well."""

    ok: bool = Field(default=True, examples=[True])


@router.get("/healthz", responses=errors())
async def health() -> Fine:
    """Whether the process runs."""
    return Fine()


@router.get("/readyz", responses=errors(ServiceCode.STOPPING))
async def readiness(parts: Here) -> Fine:
    """Whether it takes bets: the database reads and writes, and it is not being stopped.

    After a write that failed it tries one itself, which is the record of the failure.
    """
    if parts.stopping:
        raise refused(ServiceCode.STOPPING, "The service is being stopped.")
    if writes_hang(parts.store):
        raise refused(ServiceCode.STORE_FAILED, "The database does not answer.")
    if writes_fail(parts.store):
        now_ms = parts.clock.now_ms()
        note = Note(at_ms=now_ms, kind="writes_resumed")
        await parts.store.write(Write(at_ms=now_ms, notes=(note,)))
    await parts.store.version("")
    return Fine()


@router.get("/metrics", response_class=PlainTextResponse, responses=errors())
async def metrics(parts: Here) -> Response:
    """Figures for Prometheus."""
    return Response(parts.metrics.text(), media_type=CONTENT_TYPE)
