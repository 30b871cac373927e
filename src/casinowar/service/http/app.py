"""The HTTP application: FastAPI, its errors, and the middleware in front of it.

``Sockets`` is what the server calls. It serves WebSockets, and hands all requests to
``Middleware``, which checks size, rate and origin before FastAPI answers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from casinowar.errors import InputError
from casinowar.service.http import openapi
from casinowar.service.http.errors import problem_of
from casinowar.service.http.requests.dependencies import known_parameters, single_fields
from casinowar.service.http.requests.middleware import Middleware
from casinowar.service.http.routes import ROUTERS, operation, page
from casinowar.service.http.table_socket import Sockets
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceRefused
from casinowar.store.interface import StoreError

Application = Callable[[Any, Any, Any], Awaitable[None]]
ANSWERED = (
    ServiceRefused,
    RequestValidationError,
    InputError,
    StoreError,
    HTTPException,
    Exception,
)


@cache
def http_app() -> FastAPI:
    """The application with all routes; ``Middleware`` puts the parts into a request's state."""
    app = FastAPI(
        title=openapi.TITLE,
        version=openapi.VERSION,
        description=openapi.DESCRIPTION,
        openapi_tags=openapi.TAGS,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
    )
    for router in ROUTERS:  # pages and probes ignore parameters that others add
        has_parameters = router not in (operation.router, page.router)
        needs = [Depends(known_parameters), Depends(single_fields)] if has_parameters else None
        app.include_router(router, dependencies=needs)
    app.openapi = openapi.completed(app.openapi)  # type: ignore[method-assign]
    for kind in ANSWERED:
        app.add_exception_handler(kind, _answer)
    return app


def application(parts: Parts) -> Application:
    """The whole ASGI application."""
    return Sockets(parts, Middleware(parts, http_app()))


async def _answer(request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    if problem.status == page.NOT_FOUND:
        shown = page.nowhere(request.state.parts, request)
        if shown is not None:
            return shown
    return JSONResponse(problem.to_json(), problem.status, problem.headers)
