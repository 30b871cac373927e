"""Pages and files: those that the service writes itself, and those that never change.

A page of our own has no script and a content policy that allows none. The door gives every other
answer the strict policy of the web client, which knows no inline style.
"""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from casinowar.service.http.static_files import BuiltFile

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def styled(page: str, status: int = 200) -> HTMLResponse:
    """A page with a style of its own."""
    return HTMLResponse(page, status, headers={"content-security-policy": POLICY})


def sent(found: BuiltFile, request: Request, status: int = 200) -> Response:
    """A file as this browser reads it, or that it has the same already."""
    said = request.headers
    answer = found.answer(said.get("accept-encoding", ""), said.get("if-none-match", ""), status)
    return Response(answer.body, answer.status, headers=dict(answer.headers))
