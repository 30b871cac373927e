"""The page for people: the web client if it was built, otherwise a plain list of the tables.

The client's own addresses all give the same document; the client shows the room. What no route
knows is answered by ``nowhere``, so that a mistyped address gets a page as well.
"""

from __future__ import annotations

from html import escape

from fastapi import APIRouter, Request
from fastapi.responses import Response

from casinowar.houses import house_names, load_house
from casinowar.service.http.cached_response import sent, styled
from casinowar.service.http.requests.dependencies import Here
from casinowar.service.http.static_files import INDEX, BuiltFile
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import refused
from casinowar.store.interface import TableQuery, TableRow

router = APIRouter(tags=["operation"])
GET = ["GET", "HEAD"]
# the rooms of the client, as web/src/lib/rooms.ts has them
ROOMS = (
    *("/", "/t/{table}", "/rounds", "/rounds/{round}", "/rules/{house}"),
    *("/account", "/account/{view}", "/people"),
)
NOT_FOUND = 404
SHOWN_MAX = 200

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Casino War</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ border-bottom: 1px solid #ccc; padding: .3rem .6rem .3rem 0; text-align: left }}
</style>
<h1>Casino War</h1>
<p>The page with the tables was not built when this was installed. <code>make play</code> in the
project's folder builds it; <code>casinowar play</code> deals in a terminal.</p>
<p>Everything here is play money: chips cost nothing and are worth nothing.</p>
<h2>Tables</h2>
<table>
<tr><th>Title<th>Id<th>House<th>Seats</tr>
{tables}
</table>
<p>{more}</p>
<h2>For programs</h2>
<p>Tables are played over HTTP and WebSocket: sign in with <code>POST /api/guest</code>, then open
<code>/api/tables/ID/socket</code>.</p>
<ul>
<li><a href="/openapi.json">/openapi.json</a> describes every route.</li>
<li><a href="/api/tables">/api/tables</a> lists the tables, <a href="/api/houses">/api/houses</a>
their houses.</li>
<li><code>docs/protocol.md</code> shows a whole round as messages;
<code>docs/playing-safely.md</code> explains limits, breaks and exclusion.</li>
</ul>
</html>
"""


async def page(parts: Here, request: Request) -> Response:
    """The page for people: the client, or the public tables and where a program starts."""
    index = parts.client.get(INDEX)
    if index is not None:
        return sent(index, request)
    rows = await parts.store.find_tables(TableQuery(limit=SHOWN_MAX + 1))
    return styled(
        PAGE.format(
            tables="\n".join(_line(parts, row) for row in rows[:SHOWN_MAX]),
            more="More are in <code>/api/tables</code>." if len(rows) > SHOWN_MAX else "",
        )
    )


for path in ROOMS:
    router.add_api_route(path, page, methods=GET, include_in_schema=False)


@router.api_route("/assets/{name}", methods=GET, include_in_schema=False)
async def asset(parts: Here, request: Request, name: str) -> Response:
    """A file that never changes under its name."""
    return sent(_found(parts, f"assets/{name}"), request)


@router.api_route("/{name}", methods=GET, include_in_schema=False)
async def file(parts: Here, request: Request, name: str) -> Response:
    """A file at the top: manifest, icons, service worker, offline page."""
    return sent(_found(parts, name), request)


def nowhere(parts: Parts, request: Request) -> Response | None:
    """The client's page for an address that nothing is at, if a person asks for one."""
    index = parts.client.get(INDEX)
    asks = request.method in GET and "text/html" in request.headers.get("accept", "")
    if index is None or not asks or request.url.path.startswith("/api/"):
        return None
    return sent(index, request, NOT_FOUND)


def _found(parts: Parts, name: str) -> BuiltFile:
    found = parts.client.get(name)
    if found is None:
        raise refused(Code.NOT_FOUND, "There is nothing at this address.")
    return found


def _line(parts: Parts, row: TableRow) -> str:
    settings, host = row.settings, parts.casino.hosts.get(row.table)
    name = escape(settings["house"])
    stacked = " (stacked shoes)" if settings["stacked"] else ""
    cells = (
        f"{escape(settings['title'] or settings['house'])}{stacked}",
        f'<a href="/api/tables/{row.table}"><code>{row.table}</code></a>',
        f'<a href="/api/houses/{name}/rules">{name}</a>',
        _seats(settings["house"], 0 if host is None else len(host.state.seats)),
    )
    return f"<tr>{''.join(f'<td>{cell}' for cell in cells)}</tr>"


def _seats(house: str, taken: int) -> str:
    if house not in house_names():  # it was shipped once, and is no longer
        return ""
    return f"{taken} of {load_house(house).deal.seats} taken"
