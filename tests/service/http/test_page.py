"""The page for people: the built client with its addresses, caching and policy, or a plain one.

Planted once and caught here: a room of the client that the service does not know, an asset that is
asked for again, a compressed answer to somebody who cannot read it, a page for an unknown /api.
"""

from __future__ import annotations

import gzip
import html
import re
from pathlib import Path

import httpx
import pytest

from casinowar.service.http.files import FOR_EVER, read_client
from casinowar.service.http.routes.page import ROOMS
from tests.service.http.kit import House, config_for, running

INDEX = "<!doctype html><title>Casino War</title>" + "<p>a table</p>" * 50
SCRIPT = "console.log('a table');" * 50
ROUTER = Path(__file__).parents[3] / "web" / "src" / "lib" / "rooms.ts"
STAFF = ROUTER.with_name("staff.ts")
PEOPLE = {"accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    for name, text in {
        "index.html": INDEX,
        "worker.js": SCRIPT,
        "manifest.webmanifest": "{}",
        "icon.svg": "<svg/>",
        "assets/index-abc123.js": SCRIPT,
    }.items():
        (folder / name).write_text(text)
        (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    (folder / "icon-192.png").write_bytes(b"\x89PNG")
    return folder


def with_client(house: House, folder: Path) -> None:
    house.parts.client = read_client(folder)


async def test_every_room_gives_the_client(tmp_path: Path, built: Path) -> None:
    async with running(config_for(tmp_path)) as house, house.client(**PEOPLE) as client:
        with_client(house, built)
        for path in ("/", "/t/abc_DEF-1", "/rounds", "/rounds/washington-12", "/rules/skycity",
                     "/account", "/account/limits"):  # fmt: skip
            answer = await client.get(path)
            assert (answer.status_code, answer.text) == (200, INDEX), path
            assert answer.headers["cache-control"] == "no-cache"
        head = await client.head("/rounds")
        assert (head.status_code, head.content) == (200, b"")


def test_the_rooms_are_those_of_the_client() -> None:
    firsts = set(re.findall(r'first === "([a-z]*)"', ROUTER.read_text(encoding="utf-8")))
    staff = re.search(r"type StaffRoom = (.*);", STAFF.read_text(encoding="utf-8"))
    assert staff is not None
    firsts.update(re.findall(r'"([a-z]+)"', staff[1]))
    assert firsts == {path.split("/")[1] for path in ROOMS}


async def test_files_are_kept_by_browsers_as_long_as_they_may_be(
    tmp_path: Path, built: Path
) -> None:
    async with running(config_for(tmp_path)) as house, house.client() as client:
        with_client(house, built)
        asset = await client.get("/assets/index-abc123.js")
        assert asset.headers["cache-control"] == FOR_EVER
        assert asset.headers["content-type"].startswith("text/javascript")
        for path, kind in {
            "/worker.js": "text/javascript",
            "/manifest.webmanifest": "application/manifest+json",
            "/icon.svg": "image/svg+xml",
            "/icon-192.png": "image/png",
        }.items():
            found = await client.get(path)
            assert found.headers["content-type"].startswith(kind)
            assert found.headers["cache-control"] == "no-cache"
            mark = {"if-none-match": f'W/"x", {found.headers["etag"]}'}
            again = await client.get(path, headers=mark)
            assert (again.status_code, again.content) == (304, b"")


async def test_text_is_sent_compressed_to_those_who_read_it(tmp_path: Path, built: Path) -> None:
    async with running(config_for(tmp_path)) as house, house.client() as client:
        with_client(house, built)
        for accepts, packed in {"gzip, br": True, "br": False, "gzip;q=0": False}.items():
            found = await client.get("/", headers={"accept-encoding": accepts})
            assert (found.headers.get("content-encoding") == "gzip") == packed
            assert found.headers["vary"] == "accept-encoding"
            assert found.text == INDEX
        picture = await client.get("/icon-192.png", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in picture.headers


async def test_what_never_changes_of_a_house_is_sent_small_and_once(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)) as house, house.client() as client:
        for path in ("", "/wisconsin", "/wisconsin/rules", "/wisconsin/odds"):
            found = await client.get(f"/api/houses{path}", headers={"accept-encoding": "gzip"})
            assert found.json()["ok"]
            assert int(found.headers["content-length"]) < len(found.content) / 2
            mark = {"if-none-match": found.headers["etag"]}
            assert (await client.get(f"/api/houses{path}", headers=mark)).status_code == 304


async def test_an_unknown_address_is_a_page_for_people_and_json_for_programs(
    tmp_path: Path, built: Path
) -> None:
    async with running(config_for(tmp_path)) as house, house.client() as client:
        with_client(house, built)
        for path in ("/nowhere", "/a/b/c", "/rules/a/b", "/assets/none.js"):
            page = await client.get(path, headers=PEOPLE)
            assert (page.status_code, page.text) == (404, INDEX)
            assert (await client.get(path)).json()["code"] == "service/not_found"
        for path in ("/api/nowhere", "/api/houses/nowhere"):
            assert (await client.get(path, headers=PEOPLE)).json()["ok"] is False
        for path in ("/assets/..%2findex.html", "/%2e%2e/client.py", "/index.html.gz"):
            assert (await client.get(path)).status_code == 404, path


async def test_no_page_can_run_what_is_not_ours(tmp_path: Path, built: Path) -> None:
    async with running(config_for(tmp_path)) as house, house.client() as client:
        plain, sheet = await client.get("/"), await client.get("/api/houses/washington/par")
        with_client(house, built)
        for answer in (await client.get("/"), await client.get("/rounds")):
            rules = policy(answer)
            assert rules["default-src"] == "'none'"
            assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
            assert "unsafe" not in str(rules)
        for answer in (plain, sheet):
            rules = policy(answer)
            assert rules["default-src"] == "'none'"
            assert "script-src" not in rules


def policy(answer: httpx.Response) -> dict[str, str]:
    parts = answer.headers["content-security-policy"].split(";")
    return {name: value for name, _, value in (part.strip().partition(" ") for part in parts)}


async def test_without_a_built_client_every_room_says_so(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)) as house, house.client(**PEOPLE) as client:
        with_client(house, tmp_path / "nothing")
        for path in ("/", "/t/washington", "/rounds"):
            page = await client.get(path)
            assert page.status_code == 200
            assert "was not built" in page.text
            assert "play money" in page.text
        assert (await client.get("/worker.js")).json()["code"] == "service/not_found"


async def test_docs_shows_every_route_and_shape_and_loads_nothing(tmp_path: Path) -> None:
    """Planted once and caught: a route that is left out, a link to a shape that is not there.

    A summary was told again below itself.
    """
    async with running(config_for(tmp_path)) as house, house.client(**PEOPLE) as client:
        answer = await client.get("/docs")
        described = (await client.get("/openapi.json")).json()
    assert answer.status_code == 200
    text = answer.text
    for path, methods in described["paths"].items():
        for method in methods:
            assert f"<b>{method.upper()}</b> <code>{html.escape(path)}</code>" in text
            summary = html.escape(methods[method]["summary"])
            assert f" {summary}</summary><p>{summary}.</p>" not in text
    for name in described["components"]["schemas"]:
        assert f'id="shape-{name}"' in text
    places = set(re.findall(r' id="([^"]+)"', text))
    linked = set(re.findall(r'href="#([^"]+)"', text))
    assert linked <= places, linked - places
    assert not re.search(r"<script|<link|<img|@import|url\(|https?://", text)
    assert "script-src" in answer.headers["content-security-policy"] or (
        "default-src 'none'" in answer.headers["content-security-policy"]
    )
