"""The routes, by topic. A route reads the request, calls the service, and writes the answer."""

from fastapi import APIRouter

from casinowar.service.http.routes import (
    administration,
    calls,
    disputes,
    floor,
    history,
    houses,
    lab,
    money,
    operation,
    oversight,
    page,
    people,
    protection,
    school,
    seats,
    slips,
    stand_ins,
    table_owner,
    tables,
    watch,
)

ROUTERS: tuple[APIRouter, ...] = (
    people.router,
    protection.router,
    money.router,
    tables.router,
    table_owner.router,
    seats.router,
    stand_ins.router,
    houses.router,
    houses.at_tables,
    history.router,
    school.router,
    lab.router,
    oversight.router,
    calls.router,
    disputes.router,
    floor.router,
    slips.router,
    watch.router,
    administration.router,
    operation.router,
    page.router,
)

__all__ = ["ROUTERS"]
