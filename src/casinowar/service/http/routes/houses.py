"""Houses: their rules, their exact odds, what a session costs, and their PAR sheets.

They never change while the service runs. A table has rules of its own: those of its house when it
was made, with its limits, clocks and decks.
"""

from __future__ import annotations

import asyncio
from functools import cache, lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, Response
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict

from casinowar.extras import missing
from casinowar.houses import house_names, load_house
from casinowar.odds import odds_of
from casinowar.record.example import Example
from casinowar.record.example import example as example_of
from casinowar.report.answer_json import Odds, odds_shape
from casinowar.report.layout import HouseLine, Layout, house_line, layout
from casinowar.report.session_shapes import SessionFigures
from casinowar.report.sheet import Sheet, sheet
from casinowar.service.history.shapes import Answer
from casinowar.service.http.files import BuiltFile, json_file, sent, styled
from casinowar.service.http.openapi import answers, errors, written
from casinowar.service.http.requests.dependencies import Here, SignedIn, TableId, allow, costly
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import refused
from casinowar.service.roles import Action

router = APIRouter(prefix="/api/houses", tags=["houses"])
at_tables = APIRouter(prefix="/api/tables", tags=["houses"], dependencies=[Depends(look_up)])
DECKS_MAX = 16
CHIP_CENTS = 100
BET_MAX_CENTS, BANKROLL_MAX_CENTS = 1_000_000, 1_000_000
SESSION_ROUNDS_MAX, RATE_MAX = 1_000, 1_000  # longer sessions need the command line
HouseName = Annotated[
    str, Path(max_length=64, description="The name of a house.", examples=["wisconsin"])
]
Decks = Annotated[
    int | None,
    Query(ge=1, le=DECKS_MAX, description="Decks in a fresh shoe; by default the house's number."),
]
Chips = Query(ge=CHIP_CENTS, le=BET_MAX_CENTS, multiple_of=CHIP_CENTS, examples=[2500])
Bankroll = Query(ge=CHIP_CENTS, le=BANKROLL_MAX_CENTS, multiple_of=CHIP_CENTS, examples=[100_000])


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


class TableRules(Answer):
    """The rules in force at a table: those of its house with its limits, clocks and decks."""

    table: str
    title: str
    house: str
    decks: int
    answer: Sheet


class HouseOdds(Answer):
    """The odds of a house, as ``casinowar odds --json`` prints them."""

    house: str
    answer: Odds


class HouseSession(Answer):
    """What N rounds can do, as ``casinowar session --json`` prints it, without open-ended play."""

    house: str
    answer: SessionFigures


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
    """An example round: a tie and the war that the player wins, as this house deals it."""
    return sent(await asyncio.to_thread(_example, _known(house)), request)


@router.get("/{house}/rules", responses=answers(HouseRules, Code.NOT_FOUND))
async def rules(request: Request, house: HouseName) -> Response:
    """The rule sheet of a house, with the clause of each rule."""
    return sent(await asyncio.to_thread(_rules, _known(house)), request)


@at_tables.get(
    "/{table}/rules",
    responses=answers(TableRules, Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True),
)
async def rules_in_force(parts: Here, visitor: SignedIn, table: TableId) -> Response:
    """The rules in force at a table, with the clause of each rule."""
    allow(visitor.person, Action.WATCH_TABLE)
    found = (await parts.casino.host(table)).table
    house = found.rules_in_force()
    return written(
        TableRules(
            table=table,
            title=found.settings.title or house.title,
            house=house.name,
            decks=house.cards.decks,
            answer=sheet(house),
        )
    )


@router.get("/{house}/odds", responses=answers(HouseOdds, Code.NOT_FOUND))
async def odds(request: Request, house: HouseName, decks: Decks = None) -> Response:
    """The exact odds of every wager of a house."""
    return sent(await asyncio.to_thread(_odds, _known(house), decks), request)


@router.get(
    "/{house}/session",
    dependencies=[Depends(costly)],
    responses=answers(HouseSession, Code.NOT_FOUND, Code.NO_NUMBERS),
)
async def what_it_costs(
    request: Request,
    house: HouseName,
    bet_cents: Annotated[int, Chips] = 2_500,
    rounds: Annotated[int, Query(ge=1, le=SESSION_ROUNDS_MAX, examples=[100])] = 100,
    bankroll_cents: Annotated[int | None, Bankroll] = None,
    tie_cents: Annotated[int, Query(ge=0, le=BET_MAX_CENTS, multiple_of=CHIP_CENTS)] = 0,
    rate: Annotated[int, Query(ge=1, le=RATE_MAX, description="Rounds an hour.")] = 60,
    decision: Annotated[
        Literal["war", "surrender"] | None,
        Query(description="On every tie; by default the best one."),
    ] = None,
    decks: Decks = None,
) -> Response:
    """What rounds at flat stakes cost, and the chances to end ahead, even, behind or ruined."""
    wanted = (bet_cents, tie_cents, rounds, bankroll_cents, rate, decision, decks)
    return sent(await asyncio.to_thread(_session, _known(house), *wanted), request)


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


@lru_cache(maxsize=512)
def _session(
    house: str,
    bet_cents: int,
    tie_cents: int,
    rounds: int,
    bankroll_cents: int | None,
    rate: int,
    decision: str | None,
    decks: int | None,
) -> BuiltFile:
    try:
        from casinowar.odds.sessions import session  # it computes with NumPy
        from casinowar.report.session import session_shape
    except ModuleNotFoundError as error:
        raise refused(Code.NO_NUMBERS, f"{missing(error) or error}.") from None
    found = session(
        house,
        bet_cents=bet_cents,
        tie_cents=tie_cents,
        rounds=rounds,
        bankroll_cents=bankroll_cents,
        rate=rate,
        decision=decision,
        decks=decks,
    )
    return _written(HouseSession(house=house, answer=session_shape(found, forever=False)))
