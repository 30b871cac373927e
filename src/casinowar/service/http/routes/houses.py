"""Houses: their rules, their exact odds, and their PAR sheets. They never change while it runs."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, Response
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict

from casinowar.houses import house_names, load_house
from casinowar.odds import odds_of
from casinowar.record.example import Example
from casinowar.record.example import example as example_of
from casinowar.report.answer_json import Odds, odds_shape
from casinowar.report.layout import HouseLine, Layout, house_line, layout
from casinowar.report.sheet import Sheet, sheet
from casinowar.service.history.shapes import Answer
from casinowar.service.http.files import BuiltFile, json_file, sent, styled
from casinowar.service.http.openapi import answers, errors
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import refused

router = APIRouter(prefix="/api/houses", tags=["houses"])
DECKS_MAX = 16
HouseName = Annotated[
    str, Path(max_length=64, description="The name of a house.", examples=["wisconsin"])
]
Decks = Annotated[
    int | None, Query(ge=1, le=DECKS_MAX, description="Decks in a fresh shoe; the house's own.")
]


class Houses(Answer):
    """The houses of the service."""

    houses: tuple[HouseLine, ...]


class OneHouse(Layout, frozen=True):
    """A house as its table is laid out, and what its clauses say."""

    ok: bool = True


class HouseRules(Answer):
    """The rule sheet of a house, as ``casinowar house show --json`` prints it."""

    house: str
    answer: Sheet


class HouseOdds(Answer):
    """The odds of a house, as ``casinowar odds --json`` prints them."""

    house: str
    answer: Odds


@router.get("", responses=answers(Houses))
async def list_houses(request: Request) -> Response:
    """All houses."""
    return sent(_houses(), request)


@router.get("/{house}", responses=answers(OneHouse, Code.NOT_FOUND))
async def show_house(request: Request, house: HouseName) -> Response:
    """One house: its betting areas, what they pay, how a war is dealt, and its clauses."""
    return sent(await asyncio.to_thread(_house, _known(house)), request)


@router.get("/{house}/example", responses=answers(Example, Code.NOT_FOUND))
async def example(request: Request, house: HouseName) -> Response:
    """An example to look at: a tie, and the war that the player wins, as this house deals it."""
    return sent(await asyncio.to_thread(_example, _known(house)), request)


@router.get("/{house}/rules", responses=answers(HouseRules, Code.NOT_FOUND))
async def rules(request: Request, house: HouseName) -> Response:
    """The rule sheet of a house, with the clause of each rule."""
    return sent(await asyncio.to_thread(_rules, _known(house)), request)


@router.get("/{house}/odds", responses=answers(HouseOdds, Code.NOT_FOUND))
async def odds(request: Request, house: HouseName, decks: Decks = None) -> Response:
    """The exact odds of every wager of a house."""
    return sent(await asyncio.to_thread(_odds, _known(house), decks), request)


@router.get("/{house}/par", response_class=HTMLResponse, responses=errors(Code.NOT_FOUND))
async def par(house: HouseName, decks: Decks = None) -> HTMLResponse:
    """The PAR sheet of a house as a page."""
    return styled(await asyncio.to_thread(_par, _known(house), decks))


def _known(house: str) -> str:
    if house not in house_names():  # anything else would be read as the name of a file
        raise refused(Code.NOT_FOUND, "There is no such house.")
    return house


def _written(shown: Struct) -> BuiltFile:
    return json_file(encode(shown))


@cache
def _houses() -> BuiltFile:
    lines = (house_line(load_house(name)) for name in house_names())
    return _written(Houses(houses=tuple(lines)))


@cache
def _house(house: str) -> BuiltFile:
    return _written(OneHouse(**asdict(layout(load_house(house)))))


@cache
def _example(house: str) -> BuiltFile:
    return _written(example_of(load_house(house)))


@cache
def _rules(house: str) -> BuiltFile:
    return _written(HouseRules(house=house, answer=sheet(load_house(house))))


@cache
def _odds(house: str, decks: int | None) -> BuiltFile:
    return _written(HouseOdds(house=house, answer=odds_shape(odds_of(house, decks))))


@cache
def _par(house: str, decks: int | None) -> str:
    from casinowar.report.par import par_sheet  # it draws charts

    return par_sheet(house, decks)
