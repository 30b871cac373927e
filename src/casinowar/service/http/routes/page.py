"""The page at ``/``: the web client if it was built, otherwise a plain list of the tables."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from casinowar.houses import house_names, load_house
from casinowar.service.http.needs import Here
from casinowar.service.http.openapi import errors
from casinowar.service.http.parts import Parts
from casinowar.store.port import TableQuery, TableRow

router = APIRouter(tags=["operation"])
CLIENT = files("casinowar") / "static" / "index.html"

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


@router.get("/", response_class=HTMLResponse, responses=errors())
async def page(parts: Here) -> HTMLResponse:
    """The page for people: the public tables, and where a program starts."""
    if CLIENT.is_file():
        return HTMLResponse(CLIENT.read_text(encoding="utf-8"))
    rows = await parts.store.find_tables(TableQuery(limit=SHOWN_MAX + 1))
    return HTMLResponse(
        PAGE.format(
            tables="\n".join(_line(parts, row) for row in rows[:SHOWN_MAX]),
            more="More are in <code>/api/tables</code>." if len(rows) > SHOWN_MAX else "",
        )
    )


@router.head("/", include_in_schema=False)
async def page_head() -> HTMLResponse:
    """That there is a page."""
    return HTMLResponse()


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
