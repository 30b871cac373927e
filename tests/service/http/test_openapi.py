"""The description of the HTTP side: complete, with examples that are true.

Planted once and caught here: a route without a description, an example with a wrong type, a code
that a route answers and does not describe, a parameter that is ignored or refused although it is
described.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from casinowar.cli.main import main
from casinowar.service.http.app import http_app
from casinowar.service.http.errors import STATUS, status_of
from casinowar.service.http.routes import ROUTERS, page
from casinowar.service.refusals import ServiceCode
from tests.kit.schemas import validator
from tests.service.http.kit import config_for, running

JSON = "application/json"
NAMED = {
    "dispute": "D-1",
    "shoe": "1",
    "seat": "1",
    "table": "washington",
    "person": "p_" + "a" * 20,
    "house": "skycity",
    "round": "washington-1",
    "limit": "stake_cents",
    "session": "0" * 16,
    "call": "a-call",
    "slip": "a-slip",
    "exam": "7k3tq5x2",
}


@cache
def document() -> Any:
    return http_app().openapi()


def operations() -> Iterator[tuple[str, str, Any]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


OPERATIONS = list(operations())
NAMES = [operation["operationId"] for _, _, operation in OPERATIONS]


def check(value: Any, schema: Any) -> None:
    """A value against a schema of the document."""
    whole = {**schema, "components": document()["components"]}
    validator(whole).validate(value)


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "openapi"]) == 0
    assert json.loads(capsys.readouterr().out) == document()


def test_every_route_is_described_under_a_tag() -> None:
    paths = {str(getattr(route, "path", "")) for router in ROUTERS for route in router.routes}
    pages = {str(getattr(route, "path", "")) for route in page.router.routes}
    assert paths - pages == set(document()["paths"])
    assert {path for path in pages if path.startswith("/api")} == set()
    assert len(set(NAMES)) == len(NAMES) > 40
    tags = {tag["name"] for tag in document()["tags"]}
    for method, path, operation in OPERATIONS:
        assert operation["description"].endswith("."), (method, path)
        assert set(operation["tags"]) <= tags


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=NAMES)
def test_every_example_fits_its_schema(method: str, path: str, operation: Any) -> None:
    parts = [operation.get("requestBody", {}), *operation["responses"].values()]
    schemas, shown = list[Any](), list[Any]()  # together: reading the components takes longest
    for part in parts:
        for kind, content in part.get("content", {}).items():
            if kind != JSON:
                continue
            examples = [one["value"] for one in content.get("examples", {}).values()]
            examples += [content["example"]] if "example" in content else []
            assert examples, (method, path, part)
            for example in examples:
                schemas.append(content["schema"])
                shown.append(example)
    assert shown
    check(shown, {"prefixItems": schemas, "items": False})


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=NAMES)
def test_every_error_has_its_status(method: str, path: str, operation: Any) -> None:
    for status, answer in operation["responses"].items():
        if status >= "400":
            for example in answer["content"][JSON]["examples"].values():
                assert status_of(ServiceCode(example["value"]["code"])) == int(status), path
    changes = method not in {"GET"}
    codes = json.dumps(operation["responses"])
    assert changes == ("service/foreign_origin" in codes)
    assert ("401" in operation["responses"]) == ("security" in operation or "sign-in" in path)


def test_every_status_is_one_that_clients_expect() -> None:
    assert set(STATUS.values()) <= {401, 403, 404, 405, 409, 413, 422, 429, 500, 503}


async def test_the_examples_are_accepted_and_the_answers_fit(tmp_path: Path) -> None:
    """Send every example to a real service; whatever it answers is described."""
    async with running(config_for(tmp_path)) as house:
        bo, last = await house.guest(), list[Any]()
        for method, path, operation in OPERATIONS:
            if "sign-out" in path or path.endswith("/exclusion"):
                last.append((method, path, operation))
                continue
            await answered(bo, method, path, operation)
        for method, path, operation in last:
            await answered(bo, method, path, operation)


async def test_no_route_takes_a_parameter_that_is_not_described(tmp_path: Path) -> None:
    unknown = "is not a known parameter"
    async with running(config_for(tmp_path)) as house:
        bo, described = await house.guest(), 0
        for method, path, operation in OPERATIONS:
            if "operation" in operation["tags"]:
                continue  # probes: whatever their senders add changes nothing
            address = path.format(**NAMED)
            answer = await bo.send(method, f"{address}?nobody=1")
            assert (answer.status_code, answer.json()["code"]) == (422, "service/bad_request"), path
            assert answer.json()["message"] == f"nobody {unknown}."
            for one in operation.get("parameters", ()):
                if one["in"] == "query":
                    answer = await bo.send(method, f"{address}?{one['name']}=1")
                    assert unknown not in answer.text, (path, one["name"])
                    described += 1
        assert described > 20


async def answered(guest: Any, method: str, path: str, operation: Any) -> None:
    address = path.format(**NAMED)
    body = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("example")
    answer = await guest.send(method, address, body)
    described = operation["responses"].get(str(answer.status_code))
    assert described is not None, (method, path, answer.status_code, answer.text)
    assert answer.status_code not in {422, 500}, answer.text
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind in described["content"], (path, kind)
    if kind == JSON:
        check(answer.json(), described["content"][JSON]["schema"])
        if not answer.is_success:
            codes = [shown["value"]["code"] for shown in
                     described["content"][JSON]["examples"].values()]  # fmt: skip
            assert answer.json()["code"] in codes
