"""Dependencies of routes: the parts of the service, the caller, the person who is signed in."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, Header, Path, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from casinowar.errors import did_you_mean, one_line
from casinowar.service.conversation.signed_in import Visitor
from casinowar.service.http.openapi import VERSION
from casinowar.service.http.requests.caller import Caller, set_cookie
from casinowar.service.http.wiring import Parts
from casinowar.service.idempotency import KEY_MAX, KEY_MIN
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefused, refused
from casinowar.service.roles import Action, not_allowed_to_do

COSTLY = 10  # how many requests a costly one counts as


def _parts(request: Request) -> Parts:
    parts: Parts = request.state.parts
    return parts


def _caller(request: Request) -> Caller:
    caller: Caller = request.state.caller
    return caller


Here = Annotated[Parts, Depends(_parts)]
Calling = Annotated[Caller, Depends(_caller)]


async def _visitor(request: Request, response: Response, parts: Here, caller: Calling) -> Visitor:
    visitor = await parts.casino.visitor(caller.token)
    request.state.person = visitor.person.id
    if visitor.session.renewed and caller.by_cookie and caller.token:
        response.headers.append("set-cookie", set_cookie(caller.token, caller, parts.config))
    return visitor


async def _maybe(
    request: Request, response: Response, parts: Here, caller: Calling
) -> Visitor | None:
    if caller.token is None:
        return None
    try:
        return await _visitor(request, response, parts, caller)
    except ServiceRefused:  # an old cookie is no reason to refuse what everybody may see
        return None


def counts_for_many(parts: Here, caller: Calling) -> None:
    """Count a request that takes as much of the processor as many others."""
    parts.limits.requests.count(caller.address, "requests from your address", COSTLY)


def unchanged(request: Request, *what: str) -> bool:
    """Whether the client has the answer already, by an ETag of ``what`` it depends on.

    The route's own answer gets the same tag: ``tag_headers``.
    """
    return _tag(what) in request.headers.get("if-none-match", "").replace("W/", "").split(", ")


def tag_headers(*what: str) -> dict[str, str]:
    """The headers of an answer that stays the same while ``what`` does."""
    return {"etag": _tag(what), "cache-control": "private, no-cache"}


def _tag(what: tuple[str, ...]) -> str:
    parts = "\n".join((VERSION, *what))
    return f'"{sha256(parts.encode()).hexdigest()[:32]}"'


async def costly(parts: Here, caller: Calling) -> None:
    """``counts_for_many`` as a dependency of a route."""
    counts_for_many(parts, caller)


SignedIn = Annotated[Visitor, Depends(_visitor)]
MaybeSignedIn = Annotated[Visitor | None, Depends(_maybe)]
TableId = Annotated[
    str,
    Path(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="The id of a table.", examples=["skycity"]),
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=KEY_MIN,
        max_length=KEY_MAX,
        pattern=r"^[!-~]+$",
        description="A random secret, made by the client. Within a day, the same request under"
        " the same key creates nothing new and gets the same answer.",
        examples=["b7c9d1f0-5f0c-4c57-9f0e-2a64c5a3b1de"],
    ),
]
PersonId = Annotated[
    str,
    Path(
        pattern=r"^p_[a-z2-7]{20}$",
        description="The id of a person.",
        examples=["p_7k3tq5x2mz6wjv4yh2ab"],
    ),
]


def allow(person: Person, action: Action) -> None:
    """Refuse what the person's roles do not allow."""
    refusal = not_allowed_to_do(person.roles, action)
    if refusal is not None:
        raise ServiceRefused(refusal)


# --- ambiguous requests ---------------------------------------------------------------------------


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
    """The names of the parameters of a route and of its dependencies."""
    names = {field.alias for field in dependant.query_params}
    return names.union(*map(_names, dependant.dependencies))


def _shown(name: str) -> str:
    """The name on one line, never long, in text that can be written as UTF-8."""
    text = one_line(name[:SHOWN_MAX]).encode("utf-8", "replace").decode("utf-8")
    return text or "A name that is empty"
