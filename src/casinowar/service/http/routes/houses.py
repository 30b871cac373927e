"""Houses: their rules, their exact odds, and their PAR sheets. They never change while it runs."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, Field

from casinowar.houses import house_names, load_house
from casinowar.service.http.cached_response import sent, styled
from casinowar.service.http.openapi import errors
from casinowar.service.http.static_files import BuiltFile, json_file
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
    edge: str = Field(
        examples=["23138/993023"],
        description="What the house keeps of the first wager on average: exact, for a fresh shoe of"
        " so many decks and the best answer to a tie.",
    )


class Houses(BaseModel):
    """The houses of the service."""

    ok: bool = Field(default=True, examples=[True])
    houses: list[HouseLine]


class Side(BaseModel):
    """A side bet."""

    name: str = Field(examples=["suited-tie"])
    title: str = Field(examples=["Suited Tie"])
    pays: list[str] = Field(examples=[["50:1"]], description="The odds of its lines, in order.")


class Areas(BaseModel):
    """The betting areas of a table."""

    first: str = Field(examples=["initial"], description="The house's name of the first wager.")
    war: str = Field(examples=["war"], description="The house's name of the war wager.")
    tie: bool = Field(examples=[True])
    tie_alone: bool = Field(examples=[False], description="Tie without a first wager.")
    war_tie: bool = Field(examples=[True], description="Tie on the war deal.")
    sides: list[Side] = Field(examples=[[]])
    bets_final: bool = Field(examples=[True], description="A placed wager stays.")


class Pays(BaseModel):
    """The odds that are printed on the felt; null: not offered."""

    first: str = Field(examples=["1:1"])
    tie: str | None = Field(examples=["10:1"])
    tie_ladder: list[str] = Field(
        examples=[["10:1"]], description="By the number of ties in a row, where there are several."
    )
    war_tie: str | None = Field(examples=["10:1"])
    war_won: str = Field(examples=["2:1"])
    war_tied: str = Field(examples=["3:1"])
    war_on_both: bool = Field(examples=[False], description="Paid on both wagers.")
    surrender_lost: str = Field(examples=["1/2"], description="The part of the first wager.")


class Nets(BaseModel):
    """Net results of a first wager of one unit."""

    war_won: str = Field(examples=["1"])
    war_tied: str = Field(examples=["2"])
    war_lost: str = Field(examples=["-2"])
    surrender: str | None = Field(examples=["-1/2"])


class War(BaseModel):
    """How a war is dealt."""

    possible: bool = Field(examples=[True])
    choice: str = Field(examples=["go to war"], description="The house's word for the decision.")
    deals_max: int = Field(examples=[1])
    burn_pattern: str = Field(examples=["every_card"], description="every_card, once or none")
    burn_count: int = Field(examples=[3])
    first_wager: str = Field(
        examples=["collected"], description="collected, stands_off or matched when a war begins"
    )
    decides: list[str] = Field(
        examples=[["war", "war_tie"]],
        description="The wagers that the war cards decide; the first cards decide the others.",
    )


class Cited(BaseModel):
    """The clauses of what players are asked."""

    cut_depth: str = Field(examples=["WI e4"], description="How deep a cut must be.")
    entry: str = Field(examples=[""], description="The least age, where there is one.")
    war_tie_wager: str = Field(examples=["WI h5i"], description="A Tie wager on the war deal.")


class FirstLimits(BaseModel):
    """The house's own limits of the first wager; a table may have others, in the same steps."""

    min_cents: int = Field(examples=[500])
    max_cents: int = Field(examples=[50_000])
    step_cents: int = Field(examples=[100], description="Limits and wagers are multiples of it.")
    highest_cents: int | None = Field(
        examples=[50_000], description="The highest limit that any table may have; null: none."
    )


class CitedClause(BaseModel):
    """What a citation stands for."""

    basis: Literal["clause", "policy", "followed"] = Field(
        examples=["clause"],
        description="A clause of the house's own document, a numbered house policy, or a clause of "
        "another document that the house follows where its own is silent.",
    )
    document: str = Field(
        examples=["Wisconsin: Minimum Internal Control Standards, Section 37"],
        description="The title of the document in which it stands.",
    )
    number: str = Field(examples=["h6"], description="Its id in that document.")
    text: str = Field(
        examples=["Three cards are burned before every war card."],
        description="What it says, in our own words.",
    )


class OneHouse(HouseLine):
    """A house as its table is laid out, and what its clauses say."""

    ok: bool = Field(default=True, examples=[True])
    document: str = Field(examples=["Minimum Internal Control Standards, Section 37"])
    limits: FirstLimits
    settlement_order: str = Field(
        examples=["left_to_right"], description="left_to_right or right_to_left"
    )
    no_answer: str = Field(examples=["surrender"], description="surrender or war")
    areas: Areas
    pays: Pays
    nets: Nets
    war: War
    cutting_card_from_back: str | None = Field(
        examples=["1/4"],
        description="Where the dealer puts the cutting card, as a part of the shoe; null: none.",
    )
    preparation: dict[str, list[str]] = Field(
        examples=[{"hand": ["shown", "washed", "shuffled", "cut", "burned"]}],
        description="What is done with new cards, in its order, by the kind of shuffling.",
    )
    cites: Cited
    clauses: dict[str, CitedClause] = Field(
        description="What the house can cite, by its citation. Not in it: an unnumbered policy, "
        "and a clause of a document that only the house has.",
    )


class Answer(BaseModel):
    """A sheet or figures, as the command of the same name prints them."""

    ok: bool = Field(default=True, examples=[True])
    house: str = Field(examples=["wisconsin"])
    answer: dict[str, Any] = Field(examples=[{"house": "wisconsin", "decks": 6}])


class Example(BaseModel):
    """A round that nobody played: the table before it, and its events."""

    ok: bool = Field(default=True, examples=[True])
    example: bool = Field(default=True, examples=[True])
    house: str = Field(examples=["wisconsin"])
    seat: int = Field(examples=[4], description="The player's.")
    start: dict[str, Any] = Field(
        examples=[{"phase": "betting"}], description="As `casinowar schema views` says."
    )
    events: list[dict[str, Any]] = Field(
        examples=[[{"name": "wager_placed"}]], description="As `casinowar schema events` says."
    )


@router.get("", response_model=Houses, responses=errors())
async def list_houses(request: Request) -> Response:
    """All houses."""
    return sent(_houses(), request)


@router.get("/{house}", response_model=OneHouse, responses=errors(Code.NOT_FOUND))
async def show_house(request: Request, house: HouseName) -> Response:
    """One house: its betting areas, what they pay, how a war is dealt, and its clauses."""
    return sent(await asyncio.to_thread(_house, _known(house)), request)


@router.get("/{house}/example", response_model=Example, responses=errors(Code.NOT_FOUND))
async def example(request: Request, house: HouseName) -> Response:
    """An example to look at: a tie, and the war that the player wins, as this house deals it."""
    return sent(await asyncio.to_thread(_example, _known(house)), request)


@router.get("/{house}/rules", response_model=Answer, responses=errors(Code.NOT_FOUND))
async def rules(request: Request, house: HouseName) -> Response:
    """The rule sheet of a house, with the clause of each rule."""
    return sent(await asyncio.to_thread(_rules, _known(house)), request)


@router.get("/{house}/odds", response_model=Answer, responses=errors(Code.NOT_FOUND))
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


def _written(shown: BaseModel) -> BuiltFile:
    return json_file(shown.model_dump_json().encode())


@cache
def _houses() -> BuiltFile:
    return _written(Houses(houses=[_line(name) for name in house_names()]))


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
        edge=_edge(name),
    )


@cache
def _edge(house: str) -> str:
    from casinowar.odds import odds_of

    return str(odds_of(house).initial.house_edge)


@cache
def _house(house: str) -> BuiltFile:
    from casinowar.report.layout import layout_json

    return _written(OneHouse(edge=_edge(house), **layout_json(load_house(house))))


@cache
def _example(house: str) -> BuiltFile:
    from casinowar.record.example import example_json

    return _written(Example(**example_json(load_house(house))))


@cache
def _rules(house: str) -> BuiltFile:
    from casinowar.report.sheet import sheet_json

    return _written(Answer(house=house, answer=sheet_json(load_house(house))))


@cache
def _odds(house: str, decks: int | None) -> BuiltFile:
    from casinowar.odds import odds_of
    from casinowar.report.answer_json import odds_json

    return _written(Answer(house=house, answer=odds_json(odds_of(house, decks))))


@cache
def _par(house: str, decks: int | None) -> str:
    from casinowar.report.par import par_sheet

    return par_sheet(house, decks)
