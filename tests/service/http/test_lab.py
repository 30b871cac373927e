"""The laboratory over HTTP: its figures are those of the command line, as exact fractions.

Planted once and caught here: a fault that is found but whose house still has figures; contributions
of surrender instead of always war; a simulation that goes on when nobody listens.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from casinowar.cli.main import main
from casinowar.houses import house_names, load_house
from casinowar.houses.edited import FIELDS, edited, house_file
from casinowar.houses.read import read_house
from casinowar.odds import odds_of
from casinowar.report.lab import figures, rounds_to_tell
from casinowar.service.http import dealing as dealing_module
from casinowar.service.http.dealing import Dealing
from casinowar.service.roles import Role
from tests.service.http.kit import Guest, House, config_for, running
from tests.service.http.test_routes import staff


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(config_for(tmp_path / "data")) as house:
        yield house


async def asked(guest: Guest, path: str, body: Any) -> Any:
    answer = await guest.send("POST", f"/api/lab/{path}", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(list(words)) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", house_names())
async def test_what_a_session_costs_is_what_the_command_line_says(
    house: House, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    asked = "bet_cents=2500&rounds=60&bankroll_cents=60000&rate=75&decks=6"
    async with house.client() as client:  # nobody needs an account
        shown = (await client.get(f"/api/houses/{name}/session?{asked}")).json()["answer"]
        again = await client.get(f"/api/houses/{name}/session?{asked}&rounds=2000")
        broke = await client.get(
            f"/api/houses/{name}/session?bet_cents=2500&rounds=1&bankroll_cents=100"
        )
    words = ["--bet", "25", "--rounds", "60", "--bankroll", "600", "--rate", "75", "--decks", "6"]
    told = printed(capsys, "session", "--house", name, *words, "--json")
    del told["player"]["forever"]  # it can take many seconds
    assert shown == told
    assert (again.status_code, broke.status_code) == (422, 422)
    assert "does not cover" in broke.json()["message"]


@pytest.mark.parametrize("name", house_names())
async def test_exact_odds_are_those_of_the_command_line(
    house: House, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    ana = await house.guest("Ana")
    shown = await asked(ana, "house", {"house": name})
    assert shown["figures"]["odds"] == printed(capsys, "odds", "--house", name, "--json")
    parts = [Fraction(one["part"]["exact"]) for one in shown["figures"]["contributions"]]
    first = odds_of(load_house(name)).initial
    always = first.if_war or first.if_surrender or first
    assert sum(parts) == -always.house_edge
    assert Fraction(shown["figures"]["together"]["exact"]) == -always.house_edge
    rows = printed(capsys, "compare", "--house", name, "--decks", "1,2,3,4,5,6,7,8", "--json")
    edges = [one["surrender"] for one in shown["figures"]["by_decks"]]
    assert edges == [row["initial"]["surrender_house_edge"] for row in rows["rows"]]


async def test_an_edited_house_has_the_figures_of_its_file(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ana = await house.guest("Ana")
    wanted = {"house": "wisconsin", "changes": {"tie.odds": "11 to 1", "war.tied_odds": "4:1"}}
    shown = await asked(ana, "house", wanted)
    saved = await ana.send("POST", "/api/lab/file", wanted)
    file = tmp_path / "edited.toml"
    file.write_bytes(saved.content)
    assert main(["house", "check", str(file)]) == 0
    capsys.readouterr()
    assert shown["figures"]["odds"] == printed(capsys, "odds", "--house", str(file), "--json")
    paper = await ana.send("POST", "/api/lab/par", wanted)
    assert shown["figures"]["odds"]["tie"]["house_edge"]["exact"] == "35/311"
    assert "35/311" in paper.text


async def test_a_wrong_field_says_the_nearest_right_value_and_has_no_figures(house: House) -> None:
    ana = await house.guest("Ana")
    shown = await asked(ana, "house", {"house": "wisconsin", "changes": {"limits.step": "0.5"}})
    [wrong] = [field for field in shown["fields"] if field["fault"]]
    assert (wrong["name"], wrong["nearest"]) == ("limits.step", "1")
    assert shown["figures"] is None
    mended = {"limits.step": wrong["nearest"]}
    shown = await asked(ana, "house", {"house": "wisconsin", "changes": mended})
    assert shown["figures"] is not None
    for path in ("file", "par"):
        body = {"house": "wisconsin", "changes": {"cards.decks": "5"}}
        refused = await ana.send("POST", f"/api/lab/{path}", body)
        assert (refused.status_code, "the document allows" in refused.text) == (422, True)


@pytest.mark.parametrize(
    ("field", "value", "nearest"),
    [
        ("cards.decks", "5", "6"),
        ("cards.decks", "nine", "6"),
        ("war.tied_odds", "1:1", "2:1"),
        ("limits.first.min", "600", "500"),
        ("war.burn_count", "400", "7"),
        ("surrender.mode", "perhaps", "offered"),
        ("cards.cutting_card_from_back", "1/8", "1/4"),
    ],
)
def test_the_nearest_value_makes_the_house_sound(field: str, value: str, nearest: str) -> None:
    made = edited("wisconsin", {field: value})
    [wrong] = [one for one in made.fields if one.fault]
    assert (made.house, wrong.field.name, wrong.nearest) == (None, field, nearest)
    assert edited("wisconsin", {field: nearest}).house is not None


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("limits.first.min", "700", "is above the maximum, 500"),
        ("limits.step", "2.75", "2.75 is not a multiple of the smallest chip 0.50"),
        (
            "limits.step",
            "0.50",
            "half of 0.50 cannot be paid with chips of 0.50; the step must be a multiple of 1",
        ),
        ("cards.decks", "0", "0 is not a number of decks that the document allows: 6, 7, 8"),
        ("cards.cutting_card_from_back", "3/2", "3/2 is more than the whole shoe"),
    ],
)
def test_a_fault_speaks_of_chips_and_not_of_the_house_file(
    field: str, value: str, fault: str
) -> None:
    made = edited("wisconsin", {field: value})
    faults = {one.field.name: one.fault for one in made.fields if one.fault}
    assert faults[field] == fault
    assert made.faults == ()


def test_a_limit_of_a_side_bet_is_named_although_it_is_not_a_field() -> None:
    made = edited("eleven-to-one", {"limits.step": "3"})
    assert made.faults, "another step fits no limit of the side bets"
    assert all(re.match(r"Side wager, m(in|ax)imum: is not a multiple", one) for one in made.faults)


@pytest.mark.parametrize("name", house_names())
def test_a_house_that_is_not_changed_is_itself(name: str, tmp_path: Path) -> None:
    made = edited(name, {field.name: field.shown(load_house(name)) for field in FIELDS[:10]})
    assert made.house is not None
    assert figures(made.house).odds == figures(load_house(name)).odds
    file = tmp_path / "same.toml"
    file.write_text(house_file(name, {}), encoding="utf-8")
    assert figures(read_house(file)).odds == figures(load_house(name)).odds


async def test_two_houses_are_compared_and_only_what_differs_is_marked(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    ana = await house.guest("Ana")
    other = {"house": "wisconsin", "changes": {"war.tied_odds": "2:1"}}
    both = await asked(ana, "compare", {"a": {"house": "wisconsin"}, "b": other})
    assert both["a"]["odds"] == printed(capsys, "odds", "--house", "wisconsin", "--json")
    assert both["lines"][0]["what"] == "Edge, best answer to a tie"  # figures before rules
    marked = {line["what"] for line in both["lines"] if line["differs"]}
    assert "Edge, always war" in marked
    assert "Edge, Tie" not in marked
    same = {line["what"] for line in both["lines"]} - marked
    assert "Edge, always surrender" in same
    # 1.959964² × 5515206403776/4930473392645 over (27163/4965115)², rounded up
    assert both["rounds_to_tell"] == 143_573
    twice = await asked(ana, "compare", {"a": {"house": "wisconsin"}, "b": {"house": "wisconsin"}})
    assert twice["rounds_to_tell"] is None
    assert not any(line["differs"] for line in twice["lines"])


def test_fewer_rounds_tell_a_larger_difference() -> None:
    houses = [odds_of(load_house(name)) for name in ("wisconsin", "no-bonus", "washington")]
    assert rounds_to_tell(houses[0], houses[2]) is None
    found = rounds_to_tell(houses[0], houses[1])
    assert found is not None
    gap = float(houses[1].initial.house_edge - houses[0].initial.house_edge)
    spread = max(one.initial.standard_deviation for one in houses[:2])
    assert found == pytest.approx((1.959964 * spread / gap) ** 2, rel=1e-4)


async def test_what_is_dealt_is_what_the_command_line_deals(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    ana = await house.guest("Ana")
    body = {"house": "wisconsin", "rounds": 300_000, "seed": 7}
    answer = await ana.send("POST", "/api/lab/deal", body)
    assert answer.status_code == 200, answer.text
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert lines[-1]["kind"] == "result"
    words = ["simulate", "--house", "wisconsin", "--rounds", "300000", "--seed", "7", "--json"]
    told = printed(capsys, *words)
    dealt = lines[-1]["answer"]
    for timed in ("seconds", "rounds_per_second"):
        del told[timed], dealt[timed]
    assert dealt == told
    assert lines[-1]["course"][-1][0] <= dealt["rounds"]


async def test_a_simulation_stops_when_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing_module, "REPORT_SECONDS", 0.0)
    dealing = Dealing(load_house("ladder-war"), 20_000_000, 1)
    reports = dealing.reports()
    first = await anext(reports)
    assert first["kind"] == "dealing"
    await reports.aclose()  # type: ignore[attr-defined]
    assert dealing._stop.asked
    await asyncio.sleep(0)


async def test_without_the_numbers_extra_one_line_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_there(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr("casinowar.service.http.routes.lab.Dealing", not_there)
    ana = await house.guest("Ana")
    refused = await ana.send("POST", "/api/lab/deal", {"house": "wisconsin", "rounds": 10})
    assert (refused.status_code, refused.json()["code"]) == (409, "lab/no_numbers")
    assert "casinowar[numbers]" in refused.json()["message"]


async def test_the_laboratory_is_for_everybody_signed_in_and_bounded(house: House) -> None:
    watcher = await staff(house, Role.SURVEILLANCE)
    for who in (watcher, await house.guest("Ana")):
        await asked(who, "house", {"house": "skycity"})
    bad: list[Any] = [
        {"house": "/etc/passwd"},
        {"house": "wisconsin", "changes": {"name": "x"}},
        {"house": "wisconsin", "changes": {f"x{n}": "1" for n in range(50)}},
    ]
    for body in bad:
        assert (await watcher.send("POST", "/api/lab/house", body)).status_code == 422
    too_many = {"house": "wisconsin", "rounds": 10**9}
    assert (await watcher.send("POST", "/api/lab/deal", too_many)).status_code == 422
    async with house.client() as nobody:
        for path in ("house", "compare", "file", "par", "deal"):
            body = {"house": "wisconsin", "rounds": 10}
            if path == "compare":
                body = {"a": {"house": "wisconsin"}, "b": {"house": "wisconsin"}}
            elif path != "deal":
                del body["rounds"]
            assert (await nobody.post(f"/api/lab/{path}", json=body)).status_code == 401, path
