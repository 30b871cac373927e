"""The page about returns names their routes, what they ask and every field of a line.

Planted once and caught here: a parameter of another name, a field less on the page.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from casinowar.service.roles import Role
from tests.service.http.kit import config_for, running
from tests.service.http.test_routes import play_round, staff

TEXT = (Path(__file__).parents[2] / "docs" / "returns.md").read_text(encoding="utf-8")


def named(start: str) -> set[str]:
    """The names in the first column of a table of the page."""
    rows = TEXT.partition(f"| {start} |")[2].partition("\n\n")[0].splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


async def test_the_routes_ask_and_answer_what_the_page_says(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)) as house:
        await play_round(await house.guest("Bo"))
        floor = await staff(house, Role.FLOORPERSON)
        [shown] = re.findall(r"\$HOUSE(/\S+)\"", TEXT)
        example = await floor.get(shown)
        found = (await floor.get("/api/returns", since_ms=0)).json()["found"]
        held = (await floor.get("/api/held")).json()["found"]
        routes = (await floor.get("/openapi.json")).json()["paths"]
    assert example.status_code == 200
    parameters = [one["name"] for one in routes["/api/returns"]["get"]["parameters"]]
    assert [*parse_qs(urlsplit(shown).query)] == parameters == ["since_ms", "until_ms", "by_table"]
    assert named("route") == {"GET /api/returns", "GET /api/held"}
    assert "method" in found
    assert named("field of a line") == set(found["wagers"][0])
    assert "total_cents" in held
