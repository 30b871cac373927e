"""The laboratory: an edited house with its check and figures, two houses, a dealt cross-check.

Nothing is kept: a house is the name of a built-in one and the fields that are changed. Slow work
runs in threads, and counts as many requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict
from pydantic import Field

from casinowar.errors import InputError
from casinowar.extras import missing
from casinowar.houses import House, load_house
from casinowar.houses.edited import Edited, edited, house_file
from casinowar.report.lab import Compared, HouseChecked, compared, house_checked
from casinowar.service.conversation.signed_in import Visitor
from casinowar.service.http.dealing import ROUNDS_MAX, Dealing
from casinowar.service.http.files import whole_file
from casinowar.service.http.openapi import HTML, JSON_LINES, TOML, answers, errors, written
from casinowar.service.http.requests.dependencies import Here, SignedIn, costly
from casinowar.service.http.routes.shapes import RequestBody
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import refused
from casinowar.service.school import File

router = APIRouter(prefix="/api/lab", tags=["lab"], dependencies=[Depends(costly)])
CHANGES_MAX = 40


class LabHouse(HouseChecked, frozen=True):
    """An edited house: each field with its check, and the exact figures if it is sound."""

    ok: bool = True


class LabCompared(Compared, frozen=True):
    """Two houses side by side."""

    ok: bool = True


class EditedHouse(RequestBody):
    """A built-in house and the fields of it that are changed, as they are typed."""

    house: str = Field(max_length=64, examples=["wisconsin"])
    changes: dict[Annotated[str, Field(max_length=64)], Annotated[str, Field(max_length=40)]] = (
        Field(default_factory=dict, max_length=CHANGES_MAX, examples=[{"tie.odds": "11:1"}])
    )


class TwoHouses(RequestBody):
    """Two houses to compare."""

    a: EditedHouse
    b: EditedHouse


class ToDeal(EditedHouse):
    """A house, the number of rounds to deal, and the seed."""

    rounds: int = Field(ge=1, le=ROUNDS_MAX, examples=[1_000_000])
    seed: int = Field(default=7, ge=0, lt=2**32, examples=[7])


def _edited(wanted: EditedHouse, name: str = "edited") -> Edited:
    return edited(wanted.house, wanted.changes, name)


def _sound(wanted: EditedHouse, name: str = "edited") -> House:
    made = _edited(wanted, name)
    if made.house is None:
        faults = [f"{one.field.name}: {one.fault}" for one in made.fields if one.fault]
        raise InputError("changes", (*faults, *made.faults)[0])
    return made.house


@router.post("/house", responses=answers(LabHouse, signed_in=True, changes=True))
async def check_house(visitor: SignedIn, wanted: EditedHouse) -> Response:
    """Check a house field by field; its exact figures if it is sound."""

    def answer() -> LabHouse:
        made = _edited(wanted)
        shown = house_checked(wanted.house, load_house(wanted.house).title, made)
        return LabHouse(**asdict(shown))

    return await _off_loop(visitor, answer)


@router.post("/compare", responses=answers(LabCompared, signed_in=True, changes=True))
async def compare_houses(visitor: SignedIn, wanted: TwoHouses) -> Response:
    """Compare two houses, and see how many rounds it takes to tell them apart."""

    def answer() -> LabCompared:
        both = compared(_sound(wanted.a, "edited-a"), _sound(wanted.b, "edited-b"))
        return LabCompared(**asdict(both))

    return await _off_loop(visitor, answer)


@router.post(
    "/file",
    response_class=StreamingResponse,
    responses={200: TOML, **errors(signed_in=True, changes=True)},
)
async def save_house(visitor: SignedIn, wanted: EditedHouse) -> Response:
    """The edited house as a house file, for `--house FILE` of every command."""
    del visitor
    _sound(wanted)
    text = house_file(wanted.house, wanted.changes)
    return whole_file(File("edited.toml", text.encode()), "application/toml")


@router.post(
    "/par",
    response_class=HTMLResponse,
    responses={200: HTML, **errors(signed_in=True, changes=True)},
)
async def edited_par(visitor: SignedIn, wanted: EditedHouse) -> Response:
    """The PAR sheet of the edited house as a file."""
    del visitor

    def sheet() -> bytes:
        from casinowar.report.par import par_sheet  # it draws charts

        return par_sheet(_sound(wanted)).encode()

    made = File(f"par-{wanted.house}.html", await asyncio.to_thread(sheet))
    return whole_file(made, "text/html; charset=utf-8")


@router.post(
    "/deal",
    response_class=StreamingResponse,
    responses={200: JSON_LINES, **errors(Code.NO_NUMBERS, signed_in=True, changes=True)},
)
async def deal(parts: Here, visitor: SignedIn, wanted: ToDeal) -> StreamingResponse:
    """Deal rounds to check the exact figures: one line of JSON per report, then the result.

    Close the connection to stop.
    """
    del visitor
    house = await asyncio.to_thread(_sound, wanted)
    try:
        dealing = await asyncio.to_thread(Dealing, house, wanted.rounds, wanted.seed)
    except ModuleNotFoundError as error:
        raise refused(Code.NO_NUMBERS, f"{missing(error) or error}.") from None
    if parts.dealing.locked():
        words = "Too many simulations are running. Try again in a few seconds."
        raise refused(Code.TOO_MANY, words)

    async def lines() -> AsyncIterator[bytes]:
        async with parts.dealing:
            async for line in dealing.reports():
                yield encode(line) + b"\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


async def _off_loop(visitor: Visitor, answer: Callable[[], Struct]) -> Response:
    del visitor
    return written(await asyncio.to_thread(answer))
