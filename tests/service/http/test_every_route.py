"""Every route of the service against every role: who may use it is written here by hand.

Planted once and caught here: statements of others that everybody may read, cards counted by a
dealer, a slip counted by the floorperson who sent it, a route without a session.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from casinowar.service.roles import Role
from tests.service.http.kit import Guest, House, config_for, running
from tests.service.http.test_openapi import JSON, NAMED, OPERATIONS
from tests.service.http.test_routes import staff

P, D, F, S, A = Role
# all but surveillance are players too
PLAYS, LEARNS, OVERSEES = {P, D, F, A}, {P, D, F, A}, {F, S}
NOT_ALLOWED = "role/not_allowed"

WITHOUT_A_SESSION = {
    *("POST /api/guest", "POST /api/sign-in", "GET /api/session", "GET /api/welcome"),
    *("GET /api/tables", "GET /healthz", "GET /readyz", "GET /metrics"),
    *("GET /api/houses", "GET /api/houses/{house}", "GET /api/houses/{house}/example"),
    *("GET /api/houses/{house}/rules", "GET /api/houses/{house}/odds"),
    *("GET /api/houses/{house}/session", "GET /api/houses/{house}/par"),
    # a round has a link; what strangers see of it is tested in tests/service/history
    *("GET /api/rounds/{round}", "GET /api/rounds/{round}/text"),
    *("GET /api/rounds/{round}/file", "GET /api/rounds/{round}/steps"),
}
# everybody with a session: their own person, tables, rounds and disputes, and the laboratory
WITH_A_SESSION = {
    *("POST /api/account", "GET /api/me", "PATCH /api/me", "GET /api/me/limits"),
    *("PUT /api/me/limits/{limit}", "PUT /api/me/reality-check", "POST /api/me/break"),
    *("POST /api/me/exclusion", "GET /api/me/seats", "GET /api/me/sessions"),
    *("POST /api/me/sessions/{session}/sign-out", "POST /api/sign-out"),
    *("POST /api/sign-out-everywhere", "POST /api/sign-out-elsewhere"),
    *("GET /api/refill", "GET /api/balance", "GET /api/statement", "GET /api/statement.csv"),
    *("GET /api/tables/{table}", "GET /api/tables/{table}/road", "GET /api/rounds"),
    "GET /api/tables/{table}/rules",
    *("GET /api/tables/{table}/calls", "GET /api/rounds.csv", "GET /api/rounds/sums"),
    *("GET /api/rounds/{round}/what-if", "GET /api/tables/{table}/record"),
    *("GET /api/tables/{table}/shoes/{shoe}/record", "POST /api/disputes", "GET /api/disputes"),
    *("POST /api/lab/house", "POST /api/lab/compare", "POST /api/lab/file"),
    *("POST /api/lab/par", "POST /api/lab/deal"),
}
BY_ROLE: dict[str, set[Role]] = {
    # players and owners of tables; staff may play where they do not work
    "POST /api/refill": PLAYS,
    "POST /api/tables": PLAYS,
    "PATCH /api/tables/{table}": PLAYS,
    "PUT /api/tables/{table}/share": PLAYS,
    "POST /api/tables/{table}/close": PLAYS,
    "POST /api/tables/{table}/stand-up": PLAYS,
    # school
    "GET /api/school": LEARNS,
    "GET /api/school/lesson": LEARNS,
    "POST /api/school/lesson": LEARNS,
    "POST /api/school/lesson/answer": LEARNS,
    "POST /api/school/lesson/end": LEARNS,
    "GET /api/school/report": LEARNS,
    "GET /api/school/exams/{exam}": LEARNS,
    "GET /api/school/exams/{exam}/certificate": LEARNS,
    "GET /api/school/exams/{exam}/record": LEARNS,
    "POST /api/school/code": LEARNS,
    "DELETE /api/school/code": LEARNS,
    "DELETE /api/school/instructors/{person}": LEARNS,
    "GET /api/school/class": LEARNS,
    "POST /api/school/class": LEARNS,
    "GET /api/school/class/{person}": LEARNS,
    "DELETE /api/school/class/{person}": LEARNS,
    # at a table that people deal
    "GET /api/tables/{table}/due": {D, F, S},
    "POST /api/tables/{table}/stand-ins": {D},
    "POST /api/tables/{table}/stand-ins/{seat}/chips": {D},
    "POST /api/tables/{table}/calls": {D},  # and from a seat
    "GET /api/tables/{table}/slips": {D, F},
    "POST /api/tables/{table}/slips": {F},
    "POST /api/tables/{table}/slips/{slip}/count": {D},
    "POST /api/tables/{table}/slips/{slip}/withdraw": {F},
    # the floor
    "GET /api/floor": {F},
    "GET /api/floor/log": {F},
    "GET /api/floor/log.csv": {F},
    "GET /api/floor/report": {F},
    "GET /api/floor/report.csv": {F},
    "GET /api/tables/{table}/floor": {F},
    "POST /api/tables/{table}/floor": {F},
    "POST /api/tables/{table}/floor/preview": {F},
    "POST /api/tables/{table}/floor/preview-close": {F, A},
    "POST /api/tables/{table}/floor/preview-stand-up": {F},
    "GET /api/calls": OVERSEES,
    "POST /api/calls/{call}/take": {F},
    "POST /api/calls/{call}/done": {F},
    # surveillance
    "GET /api/watch/events": OVERSEES,
    "GET /api/watch/tables": OVERSEES,
    "GET /api/notes": OVERSEES,
    "GET /api/returns": OVERSEES,
    "GET /api/held": OVERSEES,
    "GET /api/players.csv": {S},
    "GET /api/rounds/{round}/rack": OVERSEES,
    "GET /api/tables/{table}/rack": OVERSEES,
    "GET /api/tables/{table}/shoes": OVERSEES,
    "POST /api/tables/{table}/shoes/{shoe}/count": OVERSEES,
    "GET /api/disputes/{dispute}": OVERSEES,
    "POST /api/disputes/{dispute}/read": OVERSEES,
    "POST /api/disputes/{dispute}/decide": {F},
    "POST /api/disputes/{dispute}/confirm": OVERSEES,
    "GET /api/disputes/{dispute}/export": OVERSEES,
    # people
    "GET /api/persons": {F, S, A},
    "GET /api/persons/{person}": {F, S, A},
    "GET /api/persons/{person}/statement": {S},
    "POST /api/persons/{person}/grant": {A},
    "PUT /api/persons/{person}/roles": {A},
    "POST /api/persons/{person}/reset-age": {A},
    "POST /api/persons/{person}/suspend": {A},
    "POST /api/persons/{person}/reinstate": {A},
    "POST /api/persons/{person}/reset-passphrase": {A},
    "POST /api/persons/{person}/sign-out-everywhere": {A},
}
ROUTES = {f"{method} {path}": (method, path, operation) for method, path, operation in OPERATIONS}


def test_every_route_is_written_here() -> None:
    assert WITHOUT_A_SESSION | WITH_A_SESSION | BY_ROLE.keys() == ROUTES.keys()
    assert not WITHOUT_A_SESSION & WITH_A_SESSION
    assert not (WITHOUT_A_SESSION | WITH_A_SESSION) & BY_ROLE.keys()


async def code_of(house: House, guest: Guest | None, route: str, person: str) -> str:
    """The code with which a route answers somebody; ok, or a type that is not JSON."""
    method, path, operation = ROUTES[route]
    body = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("example")
    async with guest.client() if guest else house.client() as client:
        address = path.format(**(NAMED | {"person": person}))
        answer = await client.request(method, address, json=body)
    if answer.headers.get("content-type", "").partition(";")[0] != JSON:
        return "ok"
    found: dict[str, Any] = answer.json()
    return str(found.get("code") or "ok")


async def test_every_role_at_every_route(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)) as house:
        other = (await house.guest("Cy")).person
        for route in ROUTES.keys() - WITHOUT_A_SESSION:
            assert await code_of(house, None, route, other) == "session/none", route
        people = {role: await staff(house, role) for role in Role if role is not P}
        people[P] = await house.guest("Bo")
        for route, allowed in BY_ROLE.items():
            for role, guest in people.items():
                refused = await code_of(house, guest, route, other) == NOT_ALLOWED
                assert refused is (role not in allowed), (route, role)
