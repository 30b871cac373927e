"""Theoretical against actual return, per rules, decks and wager; and money in unfinished rounds.

The actual return is what came back over what was staked. The theoretical one is what would have
come back on average for the same stakes and the same choices on ties (``theory``). The first wager
includes its war, because at most houses one payment settles both.

The interval takes shared tables into account: all hands of a round meet the same dealer's cards, so
the variance is that of whole rounds. Rounds are taken as independent of each other; those of one
shoe are so nearly. The interval is left out while the wager has hardly ever won.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

from casinowar.houses import House
from casinowar.service.csv_text import iso
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import check_range
from casinowar.service.history.reader import Reader
from casinowar.service.history.theory import theory
from casinowar.service.roles import Action
from casinowar.store.totals import WagerSums
from casinowar.table.state import Wager
from casinowar.table.words import wager_words

CONFIDENCE = 0.99
DEVIATIONS = 2.5758293035489  # of the normal distribution, to both sides
WINS_MIN = 20  # expected, before an interval says anything

Json = dict[str, Any]

METHOD = (
    "Actual: what came back over what was staked. The first wager includes its war.",
    "Theoretical: the exact return of a fresh shoe for the same stakes and the same choices.",
    "The interval takes shared tables into account: its variance is that of whole rounds.",
    "Rounds are taken as independent of each other.",
    "Void hands and hands bet with a coupon are left out.",
)


async def returns(reader: Reader, since_ms: int, until_ms: int, viewer: Viewer) -> Json:
    """The returns of all wagers in a range of time; its end is exclusive."""
    viewer.need(Action.SEE_RETURNS)
    check_range(since_ms, until_ms)
    wagers = list[Json]()
    for sums in await reader.store.returns(since_ms, until_ms):
        wagers.append(wager_return(sums, await reader.house(sums.rules)))
    return {
        "since": iso(since_ms),
        "until": iso(until_ms),
        "money": "play chips",
        "confidence": CONFIDENCE,
        "shared_tables": True,
        "method": list(METHOD),
        "wagers": wagers,
    }


def wager_return(sums: WagerSums, house: House) -> Json:
    """The return of one wager under one set of rules."""
    expected = theory(house, sums.decks, sums.wager, alone=sums.alone)
    staked = sums.staked_cents
    net = expected.always_war * sums.stake_cents + expected.surrendered * sums.surrendered_cents
    actual, theoretical = Fraction(sums.returned_cents, staked), 1 + net / staked
    half = None
    if expected.wins * sums.hands >= WINS_MIN:
        squares = _squares(sums, float(expected.always_war), float(expected.surrendered))
        half = DEVIATIONS * sqrt(squares) / staked
    return {
        "house": house.name,
        "title": house.title,
        "rules": sums.rules,
        "decks": sums.decks,
        "wager": sums.wager,
        "words": _words(house, sums),
        "alone": sums.alone,
        "rounds": sums.rounds,
        "hands": sums.hands,
        "staked_cents": staked,
        "returned_cents": sums.returned_cents,
        "actual": float(actual),
        "theoretical": float(theoretical),
        "interval": None if half is None else [float(actual) - half, float(actual) + half],
        "within": None if half is None else abs(float(actual - theoretical)) <= half,
    }


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


async def held(reader: Reader, viewer: Viewer) -> Json:
    """Wagers on the layouts of rounds that are not finished, by table and player."""
    viewer.need(Action.SEE_RETURNS)
    found = await reader.store.balances("escrow/")
    tables = dict[str, list[Json]]()
    for account, cents in sorted(found.items()):
        if cents:
            _, table, person = account.split("/")
            row = await reader.store.person(person)
            name = "" if row is None else row.name
            tables.setdefault(table, []).append({"player": person, "name": name, "cents": cents})
    return {
        "money": "play chips",
        "total_cents": sum(found.values()),
        "tables": [
            {
                "table": table,
                "cents": sum(stake["cents"] for stake in stakes),
                "stakes": stakes,
            }
            for table, stakes in tables.items()
        ],
    }
