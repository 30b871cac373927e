"""Limits guessing the ids of private tables: look-ups that find nothing count by address.

An address that has used up its look-ups is told nothing about private tables for a while, whether
they exist or not, unless the person made the table or sits there. Look-ups of public tables and of
rounds under a share id are still answered and never count: those names are no secrets, or too long
to guess.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request

from casinowar.service.history.ids import is_share_id, sound
from casinowar.service.http.requests.caller import Caller
from casinowar.service.http.requests.dependencies import Calling, Here
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceCode, ServiceRefused

WHAT = "look-ups of unknown tables and rounds from your address"
CODES = "unknown class codes from your address"
_MISSES = {ServiceCode.NO_SUCH_TABLE, ServiceCode.NO_SUCH_ROUND, ServiceCode.BAD_SEARCH}


async def look_up(request: Request, parts: Here, caller: Calling) -> AsyncIterator[None]:
    """Wrap a route that looks up a table: refuse an address that guesses, and count misses."""
    table = request.path_params.get("table") or request.query_params.get("table")
    named = request.path_params.get("round")
    if named is not None:
        table = named.rpartition("-")[0]
    if table:
        await check_guesses(parts, caller, table)
    try:
        yield
    except ServiceRefused as refused:
        missed = refused.refusal.code in _MISSES
        if table and missed and await _is_guess(parts, caller, table):
            parts.limits.look_ups.count(caller.address, WHAT)
        raise


@asynccontextmanager
async def check_codes(parts: Parts, caller: Caller) -> AsyncIterator[None]:
    """Wrap the look-up of a pupil's code: unknown codes count too."""
    if parts.limits.look_ups.is_used_up(caller.address):
        parts.limits.look_ups.count(caller.address, CODES)
    try:
        yield
    except ServiceRefused as refused:
        if refused.refusal.code is ServiceCode.NO_SUCH_CODE:
            parts.limits.look_ups.count(caller.address, CODES)
        raise


async def check_guesses(parts: Parts, caller: Caller, table: str) -> None:
    """Refuse to say anything about a private table to an address that has guessed too often."""
    used_up = parts.limits.look_ups.is_used_up(caller.address)
    if used_up and await _is_guess(parts, caller, table):
        parts.limits.look_ups.count(caller.address, WHAT)


async def _is_guess(parts: Parts, caller: Caller, table: str) -> bool:
    """Whether the table is missing, or by link and the caller neither made it nor sits there."""
    if is_share_id(table):
        return False
    row = await parts.store.table(table) if sound(table) else None
    if row is None or row.settings["public"]:
        return row is None
    try:
        person = (await parts.casino.visitor(caller.token)).person.id
    except ServiceRefused:
        return True
    if person == row.owner:
        return False
    seats = (await parts.casino.look_at(table)).table.state.seats.values()
    return all(holder.player != person for holder in seats)
