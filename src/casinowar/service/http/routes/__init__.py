"""The routes, by topic. A route reads the request, asks the service, and shows the answer."""

from fastapi import APIRouter

from casinowar.service.http.routes import (
    administration,
    houses,
    limits,
    money,
    operation,
    oversight,
    owners,
    page,
    persons,
    record,
    seats,
    tables,
)

ROUTERS: tuple[APIRouter, ...] = (
    persons.router,
    limits.router,
    money.router,
    tables.router,
    owners.router,
    seats.router,
    houses.router,
    record.router,
    oversight.router,
    administration.router,
    operation.router,
    page.router,
)

__all__ = ["ROUTERS"]
