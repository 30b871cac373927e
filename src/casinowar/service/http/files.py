"""Files: those of the web client, and streamed downloads.

The built client is kept in memory, each file with its type and its ETag. Files under ``assets/``
have a digest in their name, so a browser may cache them for ever. The others are revalidated each
time, and answered with 304 while their ETag is the same. Text is sent compressed to browsers that
accept it; the build compresses it.
"""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse

from casinowar.service.school import File

FOLDER = Path(__file__).parents[2] / "static"
INDEX = "index.html"
KEPT = "assets/"  # names with a digest
PACKED = ".gz"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


def etag_of(body: bytes) -> str:
    """The ETag of a file's content."""
    return f'W/"{sha256(body).hexdigest()[:32]}"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer to a browser."""

    status: int
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltFile:
    """One file of the client."""

    kind: str
    keep: str
    etag: str
    body: bytes
    packed: bytes | None

    def answer(self, accepts: str, known: str, status: int = 200) -> Answer:
        """The answer to a browser that accepts these encodings and has these ETags."""
        headers = {"content-type": self.kind, "cache-control": self.keep, "etag": self.etag}
        if self.packed is not None:
            headers["vary"] = "accept-encoding"
        if status == 200 and self.etag in (etag.strip() for etag in known.split(",")):
            return Answer(status=304, body=b"", headers=headers)
        if self.packed is None or not reads_gzip(accepts):
            return Answer(status=status, body=self.body, headers=headers)
        headers["content-encoding"] = "gzip"
        return Answer(status=status, body=self.packed, headers=headers)


def reads_gzip(accepts: str) -> bool:
    """Whether an ``Accept-Encoding`` names gzip and does not refuse it.

    >>> reads_gzip("gzip, deflate, br"), reads_gzip("gzip;q=0, br"), reads_gzip("")
    (True, False, False)
    """
    for part in accepts.lower().split(","):
        name, _, weight = (piece.strip() for piece in part.partition(";"))
        if name == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def json_file(body: bytes) -> BuiltFile:
    """JSON that stays the same while the service runs, and holds no personal data."""
    return BuiltFile(
        kind="application/json",
        keep=ASK_AGAIN,
        etag=etag_of(body),
        body=body,
        packed=gzip.compress(body, mtime=0),
    )


def read_client(folder: Path = FOLDER) -> Mapping[str, BuiltFile]:
    """The files of the client by their path; none if it was not built."""
    if not (folder / INDEX).is_file():
        return {}
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in KINDS]
    return {name: _built_file(path, name) for path in paths if (name := _name(path, folder))}


def _name(path: Path, folder: Path) -> str:
    return PurePosixPath(path.relative_to(folder)).as_posix()


def _built_file(path: Path, name: str) -> BuiltFile:
    body, packed = path.read_bytes(), path.with_name(path.name + PACKED)
    return BuiltFile(
        kind=KINDS[path.suffix],
        keep=FOR_EVER if name.startswith(KEPT) else ASK_AGAIN,
        etag=etag_of(body),
        body=body,
        packed=packed.read_bytes() if packed.is_file() else None,
    )


# --- as answers -----------------------------------------------------------------------------------


POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def styled(page: str, status: int = 200) -> HTMLResponse:
    """A page with inline styles."""
    return HTMLResponse(page, status, headers={"content-security-policy": POLICY})


def sent(found: BuiltFile, request: Request, status: int = 200) -> Response:
    """A file in an encoding that the browser accepts, or 304 if the browser has it."""
    headers = request.headers
    encodings, known = headers.get("accept-encoding", ""), headers.get("if-none-match", "")
    answer = found.answer(encodings, known, status)
    return Response(answer.body, answer.status, headers=dict(answer.headers))


# --- streamed downloads ---------------------------------------------------------------------------


CHUNK = 32_768


def csv_file(lines: AsyncIterator[str], name: str) -> StreamingResponse:
    return _file(_encoded(lines), name, "text/csv; charset=utf-8; header=present")


def json_lines_file(pieces: AsyncIterator[bytes], name: str) -> StreamingResponse:
    return _file(pieces, name, "application/x-ndjson")


def whole_file(file: File, kind: str) -> Response:
    """A file that is already made; its name may have any letters."""
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(file.name)}"}
    return Response(file.content, media_type=kind, headers=headers)


def zip_file(parts: Mapping[str, bytes], name: str) -> Response:
    """Several files as one ZIP file, in order."""
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
