"""Theoretical against actual return of each wager; and money in unfinished rounds.

The actual return is the sum returned, divided by the sum staked. The theoretical return is the
average for the same stakes and the same choices on ties (``theory``). The first wager includes its
war, because at most houses one payment settles both.

The interval takes shared tables into account: all hands of a round meet the same dealer's cards, so
the variance is that of whole rounds. Rounds are treated as independent; those of one shoe nearly
are. The interval is left out while few wins are expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from casinowar.houses import House
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stories import Decision, Story, stories
from casinowar.odds.wagers import first_net, side_net, tie_net, war_tie_net
from casinowar.service.csv_text import iso
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import check_range
from casinowar.service.history.reader import Reader
from casinowar.service.history.shapes import (
    PLAY_CHIPS,
    FoundHeld,
    FoundReturns,
    Held,
    HeldStake,
    HeldTable,
    Returns,
    WagerReturn,
)
from casinowar.service.roles import Action
from casinowar.store.interface import WagerSums
from casinowar.table.state import Wager
from casinowar.table.words import wager_words

CONFIDENCE = 0.99
DEVIATIONS, DEVIATIONS_95 = 2.5758293035489, 1.9599639845401  # of the normal distribution
ZERO = Fraction(0)
Net = Callable[[Story], Fraction]
WINS_MIN = 20  # expected wins below which there is no interval

METHOD = (
    "Actual: what came back over what was staked. The first wager includes its war.",
    "Theoretical: the exact return of a fresh shoe for the same stakes and the same choices.",
    "The interval takes shared tables into account: its variance is that of whole rounds.",
    "Rounds are taken as independent of each other.",
    "Void hands and hands bet with a coupon are left out.",
)


async def returns(
    reader: Reader, since_ms: int, until_ms: int, viewer: Viewer, *, by_table: bool = False
) -> FoundReturns:
    """The returns of all wagers in a range of time; its end is exclusive.

    With ``by_table`` there is a line for each public table; private tables are left out.
    """
    viewer.need(Action.SEE_RETURNS)
    check_range(since_ms, until_ms)
    wagers = list[WagerReturn]()
    for sums in await reader.store.returns(since_ms, until_ms, by_table=by_table):
        row = await reader.store.table(sums.table) if by_table else None
        if by_table and (row is None or not row.settings["public"]):
            continue
        title = "" if row is None else await reader.title(row)
        wagers.append(wager_return(sums, await reader.house(sums.rules), title))
    return FoundReturns(
        found=Returns(
            since=iso(since_ms),
            until=iso(until_ms),
            money=PLAY_CHIPS,
            confidence=CONFIDENCE,
            shared_tables=True,
            method=METHOD,
            wagers=tuple(wagers),
        )
    )


def wager_return(sums: WagerSums, house: House, table_title: str = "") -> WagerReturn:
    """The return of one wager under one set of rules."""
    expected = theory(house, sums.decks, sums.wager, alone=sums.alone)
    staked = sums.staked_cents
    net = expected.always_war * sums.stake_cents + expected.surrendered * sums.surrendered_cents
    actual, theoretical = Fraction(sums.returned_cents, staked), 1 + net / staked
    half = None
    if expected.wins * sums.hands >= WINS_MIN:
        squares = _squares(sums, float(expected.always_war), float(expected.surrendered))
        half = DEVIATIONS * sqrt(squares) / staked
    off = abs(float(actual - theoretical))
    return WagerReturn(
        table=sums.table,
        table_title=table_title,
        house=house.name,
        title=house.title,
        rules=sums.rules,
        decks=sums.decks,
        wager=sums.wager,
        words=_words(house, sums),
        alone=sums.alone,
        rounds=sums.rounds,
        hands=sums.hands,
        staked_cents=staked,
        returned_cents=sums.returned_cents,
        actual=float(actual),
        theoretical=float(theoretical),
        interval=None if half is None else (float(actual) - half, float(actual) + half),
        within=None if half is None else off <= half,
        within_95=None if half is None else off <= half * DEVIATIONS_95 / DEVIATIONS,
    )


def _squares(sums: WagerSums, war: float, surrendered: float) -> float:
    """The sum over rounds of (net - expected net)², multiplied out."""
    squares = (
        sums.net_net
        + war**2 * sums.stake_stake
        + surrendered**2 * sums.surrendered_surrendered
        - 2 * war * sums.net_stake
        - 2 * surrendered * sums.net_surrendered
        + 2 * war * surrendered * sums.stake_surrendered
    )
    return max(0.0, squares)


def _words(house: House, sums: WagerSums) -> str:
    if sums.wager == "initial":
        return f"{wager_words(house, Wager.INITIAL)} and its war"
    if sums.wager in {Wager.TIE, Wager.WAR_TIE}:
        words = wager_words(house, Wager(sums.wager))
    else:
        words = wager_words(house, Wager.SIDE, sums.wager)
    return f"{words}, without a first wager" if sums.alone else words


# --- unfinished rounds ----------------------------------------------------------------------------


async def held(reader: Reader, viewer: Viewer) -> FoundHeld:
    """Wagers on the layouts of unfinished rounds, by table and player."""
    viewer.need(Action.SEE_RETURNS)
    found = await reader.store.balances("escrow/")
    tables = dict[str, list[HeldStake]]()
    for account, cents in sorted(found.items()):
        if cents:
            _, table, person = account.split("/")
            row = await reader.store.person(person)
            name = "" if row is None else row.name
            stake = HeldStake(player=person, name=name, cents=cents)
            tables.setdefault(table, []).append(stake)
    return FoundHeld(
        found=Held(
            money=PLAY_CHIPS,
            total_cents=sum(found.values()),
            tables=tuple(
                HeldTable(
                    table=table, cents=sum(stake.cents for stake in stakes), stakes=tuple(stakes)
                )
                for table, stakes in tables.items()
            ),
        )
    )


# --- what a wager returns in theory ---------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Theory:
    """The expected net of one unit of a wager, and how often it wins."""

    always_war: Fraction  # of a hand that goes to war on every tie
    surrendered: Fraction  # added if a tied hand is surrendered
    wins: Fraction  # the chance of winning anything


@lru_cache(maxsize=1024)
def theory(house: House, decks: int, wager: str, *, alone: bool = False) -> Theory:
    """The theory of a wager, named as in the detail of a hand; the first one includes its war.

    A hand is compared with a hand that always goes to war. If it was surrendered instead, the
    difference between the two choices at the moment of the tie is added. So the expected net is::

        always_war × stake + surrendered × stake of the hands that were surrendered

    and the actual net minus the expected one is zero on average for every player, however they
    choose. (A choice by the rank of the tie would matter only to a side bet that pays by rank and
    by the number of ties.) A hand without a first wager has no choice: it is dealt war cards after
    every tie that can still pay more (policy 5), and counts as a hand that goes to war.

    All chances are those of a fresh shoe. They hold for any round of a shoe as long as bets do not
    depend on the cards that are gone; what a card counter wins shows up as a difference.
    """
    surrender = _stories(house, decks, Decision.SURRENDER)
    war = _stories(house, decks, Decision.WAR) if house.war_possible else surrender
    if wager == "war_tie":
        tied = [story for story in war if story.ties]
        return _theory(tied, tied, lambda story: war_tie_net(house, story), _chance(tied))
    net = _net(house, wager)
    return _theory(war, war if alone else surrender, net)


@lru_cache(maxsize=64)
def _stories(house: House, decks: int, decision: Decision) -> tuple[Story, ...]:
    return stories(house, ShoeLeft.of_decks(decks), decision)


def _net(house: House, wager: str) -> Net:
    if wager == "initial":
        return lambda story: first_net(house, story)
    if wager == "tie":
        return lambda story: tie_net(house, story)
    bet = next(bet for bet in house.side_bets if bet.name == wager)
    return lambda story: side_net(bet, story)


def _theory(
    war: Iterable[Story], surrender: Iterable[Story], net: Net, whole: Fraction = Fraction(1)
) -> Theory:
    war_tied = [story for story in war if story.ties]
    given_up = [story for story in surrender if story.ties]
    tie = _chance(war_tied)
    return Theory(
        always_war=_expected(war, net) / whole,
        surrendered=(_expected(given_up, net) - _expected(war_tied, net)) / tie if tie else ZERO,
        wins=sum((story.chance for story in war if net(story) > 0), ZERO) / whole,
    )


def _expected(some: Iterable[Story], net: Net) -> Fraction:
    return sum((story.chance * net(story) for story in some), ZERO)


def _chance(some: Iterable[Story]) -> Fraction:
    return sum((story.chance for story in some), ZERO)
