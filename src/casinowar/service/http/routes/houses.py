"""Houses: their rules, their exact odds, and their PAR sheets. They never change while it runs."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from casinowar.houses import house_names, load_house
from casinowar.service.http.openapi import errors
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


class HouseLine(BaseModel):
    """A house in the list."""

    house: str = Field(examples=["wisconsin"])
    title: str = Field(examples=["Wisconsin"])
    decks: int = Field(examples=[6])
    decks_allowed: list[int] = Field(examples=[[6, 7, 8]])
    seats: int = Field(examples=[7])
    entry_age: int = Field(examples=[0], description="The least age of its players; 0: none.")
    notices: list[str] = Field(examples=[[]], description="Texts that players must see.")


class Houses(BaseModel):
    """The houses of the service."""

    ok: bool = Field(default=True, examples=[True])
    houses: list[HouseLine]


class Answer(BaseModel):
    """A sheet or figures, as the command of the same name prints them."""

    ok: bool = Field(default=True, examples=[True])
    house: str = Field(examples=["wisconsin"])
    answer: dict[str, Any] = Field(examples=[{"house": "wisconsin", "decks": 6}])


@router.get("", responses=errors())
async def list_houses() -> Houses:
    """All houses."""
    return _houses()


@router.get("/{house}/rules", responses=errors(Code.NOT_FOUND))
async def rules(house: HouseName) -> Answer:
    """The rule sheet of a house, with the clause of each rule."""
    return await asyncio.to_thread(_rules, _known(house))


@router.get("/{house}/odds", responses=errors(Code.NOT_FOUND))
async def odds(house: HouseName, decks: Decks = None) -> Answer:
    """The exact odds of every wager of a house."""
    return await asyncio.to_thread(_odds, _known(house), decks)


@router.get("/{house}/par", response_class=HTMLResponse, responses=errors(Code.NOT_FOUND))
async def par(house: HouseName, decks: Decks = None) -> HTMLResponse:
    """The PAR sheet of a house as a page."""
    return HTMLResponse(await asyncio.to_thread(_par, _known(house), decks))


def _known(house: str) -> str:
    if house not in house_names():  # anything else would be read as the name of a file
        raise refused(Code.NOT_FOUND, "There is no such house.")
    return house


@cache
def _houses() -> Houses:
    return Houses(houses=[_line(name) for name in house_names()])


def _line(name: str) -> HouseLine:
    house = load_house(name)
    return HouseLine(
        house=name,
        title=house.title,
        decks=house.cards.decks,
        decks_allowed=list(house.cards.decks_allowed),
        seats=house.deal.seats,
        entry_age=house.entry_age or 0,
        notices=list(house.notices),
    )


@cache
def _rules(house: str) -> Answer:
    from casinowar.report.sheet import sheet_json

    return Answer(house=house, answer=sheet_json(load_house(house)))


@cache
def _odds(house: str, decks: int | None) -> Answer:
    from casinowar.odds import odds_of
    from casinowar.report.answer_json import odds_json

    return Answer(house=house, answer=odds_json(odds_of(house, decks)))


@cache
def _par(house: str, decks: int | None) -> str:
    from casinowar.report.par import par_sheet

    return par_sheet(house, decks)
