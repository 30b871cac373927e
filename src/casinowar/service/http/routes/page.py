"""The page for people: the web client, or a few words if it was not built.

The client's own addresses all give the same document; the client shows the room. Addresses without
a route are answered by ``nowhere``, so that a mistyped one gets a page as well.
"""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response

from casinowar.service.http.api_page import api_page
from casinowar.service.http.files import INDEX, BuiltFile, sent, styled
from casinowar.service.http.requests.dependencies import Here
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import refused

router = APIRouter(tags=["operation"])
GET = ["GET", "HEAD"]
# the rooms of the client, as web/src/lib/rooms.ts has them
ROOMS = (
    *("/", "/t/{table}", "/rounds", "/rounds/{round}", "/rules/{house}"),
    *("/costs", "/costs/{house}"),
    *("/account", "/account/{view}", "/deal", "/deal/{table}", "/people"),
    *("/floor", "/floor/{table}", "/floor/{table}/{act}"),
    *("/school", "/school/{view}", "/school/{view}/{name}", "/school/{view}/{name}/{part}"),
    "/lab",
    *("/watch", "/watch/{view}", "/watch/{view}/{first}", "/watch/{view}/{first}/{second}"),
)
NOT_FOUND = 404

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Casino War</title>
<h1>Casino War</h1>
<p>The page with the tables was not built when this was installed. <code>make play</code> in the
project's folder builds it; <code>casinowar play</code> deals in a terminal.</p>
<p>Everything here is play money: chips cost nothing and are worth nothing.</p>
<p>For programs: <a href="/docs">/docs</a> describes every route.</p>
</html>
"""


async def page(parts: Here, request: Request) -> Response:
    """The page for people: the client, or how to get it."""
    index = parts.client.get(INDEX)
    return styled(PAGE) if index is None else sent(index, request)


for path in ROOMS:
    router.add_api_route(path, page, methods=GET, include_in_schema=False)


@router.api_route("/assets/{name}", methods=GET, include_in_schema=False)
async def asset(parts: Here, request: Request, name: str) -> Response:
    """A file that never changes under its name."""
    return sent(_found(parts, f"assets/{name}"), request)


@router.api_route("/docs", methods=GET, include_in_schema=False)
async def docs(request: Request) -> Response:
    """The description of the routes, for people."""
    return styled(_docs(request.app))


@cache
def _docs(app: FastAPI) -> str:
    return api_page(app.openapi())


@router.api_route("/{name}", methods=GET, include_in_schema=False)
async def file(parts: Here, request: Request, name: str) -> Response:
    """A file at the top: manifest, icons, service worker, offline page."""
    return sent(_found(parts, name), request)


def nowhere(parts: Parts, request: Request) -> Response | None:
    """The client's page for an unknown address, if a browser asks for HTML."""
    index = parts.client.get(INDEX)
    wants_page = request.method in GET and "text/html" in request.headers.get("accept", "")
    if index is None or not wants_page or request.url.path.startswith("/api/"):
        return None
    return sent(index, request, NOT_FOUND)


def _found(parts: Parts, name: str) -> BuiltFile:
    found = parts.client.get(name)
    if found is None:
        raise refused(Code.NOT_FOUND, "There is nothing at this address.")
    return found
