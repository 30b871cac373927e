"""What applies to every request before it reaches a route, and to every answer after it.

Size, rate and origin are checked here; security headers, a request id, the log line and the metrics
are added here; an unexpected error becomes a plain 500.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Any

import structlog
from starlette.exceptions import HTTPException

from casinowar.service.http.errors import Problem, problem_of
from casinowar.service.http.requests.caller import SAFE_METHODS, Caller, caller_of
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceRefused
from casinowar.wire import encode_json

log = structlog.stdlib.get_logger("casinowar.http")

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
NO_STORE = (b"cache-control", b"no-store")
UNLIMITED = ("/healthz", "/assets/")  # they cost next to nothing
NO_ROUTE = "none"
TOO_LARGE = 413


class Middleware:
    """The ASGI application for requests."""

    def __init__(self, parts: Parts, http: Application) -> None:
        self._parts, self._http = parts, http

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        await Visit(self._parts, scope, receive, send).serve(self._http)


class Visit:
    """One request and its answer."""

    def __init__(self, parts: Parts, scope: Scope, receive: Receive, send: Send) -> None:
        self._parts, self._scope = parts, scope
        self._receive, self._send = receive, send
        self._caller = caller_of(scope)
        self._id = token_hex(8)
        self._read_bytes = 0
        self._status = 0
        scope.setdefault("state", {}).update(caller=self._caller, parts=parts)

    async def serve(self, app: Application) -> None:
        """Check the request, let the application answer, and log the result."""
        began = asyncio.get_running_loop().time()
        stopped: Problem | None = None
        try:
            self._check()
            await app(self._scope, self._limited, self._add_headers)
        except ServiceRefused as refusal:
            stopped = problem_of(refusal)
        except Exception as error:  # the path is not logged: that of a private table is a secret
            log.exception("request_failed", request=self._id, route=self._route())
            stopped = problem_of(error)
        if stopped is not None and not self._status:
            await self._answer(stopped)
        self._note(asyncio.get_running_loop().time() - began)

    def _check(self) -> None:
        """Check the rate and the origin."""
        path, method = self._scope["path"], self._scope["method"]
        if not path.startswith(UNLIMITED):
            self._parts.limits.requests.count(self._caller.address, "requests from your address")
        if method not in SAFE_METHODS and not _origin_allowed(self._caller, self._parts):
            raise self._caller.origin_refusal("do this")

    async def _limited(self) -> Message:
        """The next part of the body."""
        message = await self._receive()
        self._read_bytes += len(message.get("body", b""))
        if self._read_bytes > self._parts.config.body_max_bytes:
            raise HTTPException(TOO_LARGE)  # the only kind that FastAPI passes on
        return message

    async def _add_headers(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            message = {**message, "headers": self._with_ours(list(message.get("headers", ())))}
        await self._send(message)

    def _with_ours(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        names = {name.lower() for name, _ in headers}
        ours = [*HEADERS, NO_STORE, (b"x-request-id", self._id.encode())]
        if self._caller.secure:
            ours.append(HTTPS_ONLY)
        return headers + [header for header in ours if header[0] not in names]

    async def _answer(self, found: Problem) -> None:
        body = encode_json(found.to_json())
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            *((name.encode(), value.encode()) for name, value in found.headers.items()),
        ]
        if found.status in {413, 429}:
            headers.append((b"connection", b"close"))
        start = {"type": "http.response.start", "status": found.status, "headers": headers}
        await self._add_headers(start)
        await self._send({"type": "http.response.body", "body": body})

    def _route(self) -> str:
        """The path with the names of its parts instead of their values."""
        return str(getattr(self._scope.get("route"), "path", NO_ROUTE))

    def _note(self, seconds: float) -> None:
        route = self._route()
        method = self._scope["method"] if route != NO_ROUTE else NO_ROUTE
        self._parts.metrics.requests.labels(
            method=method, route=route, status=str(self._status)
        ).observe(seconds)
        log.info(
            "request",
            request=self._id,
            method=method,
            route=route,
            status=self._status,
            milliseconds=round(seconds * 1000, 1),
            person=self._scope["state"].get("person", ""),
        )


def _origin_allowed(caller: Caller, parts: Parts) -> bool:
    """With a cookie, the Origin must be ours; with a token, any; with neither, ours or none."""
    if caller.origin_is_ours(parts.config):
        return True
    if caller.by_cookie:
        return False
    return caller.token is not None or not caller.origins
