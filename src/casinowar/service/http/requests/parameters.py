"""What a request must not leave open: misspelled parameters, and anything that is given twice."""

from __future__ import annotations

import json
from collections import Counter

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from casinowar.errors import did_you_mean, one_line
from casinowar.service.refusals import ServiceCode, refused

SHOWN_MAX = 40


async def known_parameters(request: Request) -> None:
    """Refuse a parameter that the route does not have, and one that is given twice."""
    if not request.scope["query_string"]:
        return
    route = request.scope["route"]
    assert isinstance(route, APIRoute)
    known, seen = _names(route.dependant), set[str]()
    for name, _ in request.query_params.multi_items():
        if name not in known:
            words = f"{_shown(name)} is not a known parameter{did_you_mean(name, known)}"
            raise refused(ServiceCode.BAD_REQUEST, words if words.endswith("?") else f"{words}.")
        if name in seen:
            raise refused(ServiceCode.BAD_REQUEST, f"{name} is given twice.")
        seen.add(name)


async def single_fields(request: Request) -> None:
    """Refuse a body in which a field is given twice: readers differ in which one they take."""
    body = await request.body()
    if body:
        json.loads(body, object_pairs_hook=_each_once)


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(name for name, many in Counter(name for name, _ in pairs).items() if many > 1)
        raise refused(ServiceCode.BAD_REQUEST, f"{_shown(twice)} is given twice.")
    return made


def _names(dependant: Dependant) -> set[str]:
    """The names of a route's own parameters and of those that its needs ask for."""
    names = {field.alias for field in dependant.query_params}
    return names.union(*map(_names, dependant.dependencies))


def _shown(name: str) -> str:
    """The name on one line, never long, in text that can be written as UTF-8."""
    text = one_line(name[:SHOWN_MAX]).encode("utf-8", "replace").decode("utf-8")
    return text or "A name that is empty"
