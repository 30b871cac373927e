"""Files that are sent while they are made."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Mapping
from urllib.parse import quote

from fastapi.responses import Response, StreamingResponse

from casinowar.service.school import File

CHUNK = 32_768


def csv_file(lines: AsyncIterator[str], name: str) -> StreamingResponse:
    """A CSV file."""
    return _file(_encoded(lines), name, "text/csv; charset=utf-8; header=present")


def json_lines_file(pieces: AsyncIterator[bytes], name: str) -> StreamingResponse:
    """A record as JSON lines."""
    return _file(pieces, name, "application/x-ndjson")


def whole_file(file: File, kind: str) -> Response:
    """A file that is already made; its name may have any letters."""
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(file.name)}"}
    return Response(file.content, media_type=kind, headers=headers)


def zip_file(parts: Mapping[str, bytes], name: str) -> Response:
    """Several files in one, in their order."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for part, content in parts.items():
            file.writestr(zipfile.ZipInfo(part), content, zipfile.ZIP_DEFLATED)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(packed.getvalue(), media_type="application/zip", headers=headers)


def _file(pieces: AsyncIterator[bytes], name: str, kind: str) -> StreamingResponse:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(pieces, media_type=kind, headers=headers)


async def _encoded(lines: AsyncIterator[str]) -> AsyncIterator[bytes]:
    waiting = bytearray()
    async for line in lines:
        waiting += line.encode()
        if len(waiting) >= CHUNK:
            yield bytes(waiting)
            waiting.clear()
    if waiting:
        yield bytes(waiting)
