"""A snapshot of any table in play is read; a forged one is refused, or the table goes on.

Planted once and caught here: arrivals left unchecked, chips that do not add up, an empty queue.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from datetime import date
from random import Random
from typing import Any

import pytest

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.live import LiveTable
from casinowar.table import Phase, Refusal, Table, fold
from casinowar.table import commands as c
from casinowar.table.automation import ALL_STEPS
from casinowar.wire import snapshot_of, table_from_snapshot
from tests.kit.offers import everybody, taken
from tests.record.games import game, houses

NAMES = sorted(houses())
ANYTHING: tuple[Any, ...] = (
    0, 1, -1, 2, 7, 8, 99, 1000, 2**62, True, None, "x", "Kh", "??", [], [1], [3, 99], {},
    "betting", "deal", "settle", "war_deal", "war_settle", "rack", "closed", "load", "chips",
)  # fmt: skip


def states(house: House, seed: int, commands: int = 200) -> Iterator[Table]:
    """The table after each command of a random game."""
    state = Table(house=house)
    for done in game(house, seed, commands, calm=(0.97, 0.9)[seed % 2]):
        state = fold(state, done.events)
        yield state


@pytest.mark.parametrize("name", NAMES)
def test_every_table_in_play_reads_back_exactly(name: str) -> None:
    for seed in (1, 2):
        for state in states(houses()[name], seed):
            assert table_from_snapshot(snapshot_of(state), state.house) == state


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside a JSON value."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else ()
    for name, part in enumerate(value) if isinstance(value, list) else inner:
        yield from places(part, (*path, name))


def forged(random: Random, snapshot: dict[str, Any]) -> dict[str, Any]:
    """The snapshot with one thing in its table left out, renamed or changed."""
    forged = copy.deepcopy(snapshot)
    *way, last = random.choice(list(places(forged["table"])))
    holder = forged["table"]
    for name in way:
        holder = holder[name]
    chance, value = random.random(), holder[last]
    if chance < 0.2:
        del holder[last]
    elif chance < 0.3 and isinstance(holder, dict):
        holder[str(random.choice((0, 5, 8, 99, -1)))] = holder.pop(last)
    elif type(value) is int and chance < 0.7:
        holder[last] = value + random.choice((-100, -1, 1, 100))
    else:
        holder[last] = random.choice(ANYTHING)
    return forged


def play_on(random: Random, state: Table, commands: int = 6) -> None:
    """Look at the table as everybody, and do some of what is offered."""
    table = LiveTable(state.house, random.randrange)
    table.restore(state, 0)
    for _ in range(commands):
        table.waits_for()
        offers = list[tuple[Any, Any]]()
        for who in everybody(table.state):
            table.view(who)
            offers += [(who, offer) for offer in table.legal(who)]
        who, offer = random.choice(offers)
        before = table.state
        try:
            table.do(taken(random, offer), who)
        except AssertionError:  # amounts that contradict each other show when chips move
            assert table.state is before
            return


@pytest.mark.parametrize("name", NAMES)
def test_a_forged_snapshot_is_refused_or_the_table_goes_on(name: str) -> None:
    random, house = Random(name), houses()[name]
    refused = read = 0
    for state in list(states(house, 4))[::8]:
        snapshot = snapshot_of(state)
        for _ in range(8 if snapshot["table"] else 0):
            try:
                table = table_from_snapshot(forged(random, snapshot), house)
            except InputError:
                refused += 1
                continue
            play_on(random, table)
            read += 1
    assert refused > read > 0


Change = Callable[[dict[str, Any]], object]
FORGERIES: dict[str, tuple[Change, str]] = {
    "a chip more": (lambda t: t["seats"]["1"].update(chips_cents=1), "away_cents"),
    "a negative tray": (lambda t: t.update(tray_cents=-1), "tray_cents"),
    "a player nobody saw arrive": (lambda t: t.update(arrivals=[]), "arrivals"),
    "a seat that is not there": (lambda t: t["seats"].update({"9": t["seats"]["1"]}), "seats.9"),
    "an empty queue": (lambda t: t.pop("queue"), "queue"),
    "a queue with a stranger": (lambda t: t.update(queue=[7, 0]), "queue"),
    "a hand in another's place": (lambda t: t["hands"]["1"].update(seat=2), "hands.1.seat"),
    "a hand of nobody": (lambda t: t["hands"].update({"5": {"seat": 5}}), "hands.5"),
    "no gaming day": (lambda t: t.pop("day"), "day"),
    "five decks": (lambda t: t.update(decks=5), "decks"),
    "half a shoe": (lambda t: t["shoe"].update(size=156), "shoe.size"),
    "more drawn than there is": (lambda t: t["shoe"].update(drawn=313), "shoe.drawn"),
    "a side bet of another house": (
        lambda t: t["hands"]["1"].update(sides={"lucky": 5}),
        "hands.1.sides",
    ),
    "no cards": (lambda t: t.update(phase="settle", queue=[1]), "hands.1.card"),
    "players at a closed table": (lambda t: t.update(phase="closed"), "seats"),
    "no batch to spread": (lambda t: t.update(phase="spread"), "batches_left"),
    "no batch to stack next": (lambda t: t.update(phase="wash"), "batches_left"),
    "an onlooker who looked": (lambda t: t.update(looked=7), "looked"),
}


def before_the_deal() -> Table:
    """Two players have bet, and the first card is due."""
    table = LiveTable("wisconsin", Random(1).randrange, ALL_STEPS - {c.DealCard})
    for command in (
        c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10_000_000),
        *(c.TakeSeat(seat=seat, player=f"p{seat}") for seat in (1, 2)),
        *(c.BuyChips(seat=seat, cash_cents=100_00) for seat in (1, 2)),
        *(c.RefuseCut(seat=seat) for seat in (1, 2)),
        *(c.PlaceWagers(seat=seat, initial_cents=10_00) for seat in (1, 2)),
    ):
        assert not isinstance(table.do(command), Refusal)
    assert table.state.phase is Phase.DEAL
    return table.state


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_table_that_contradicts_itself_is_refused_with_the_field(forgery: str) -> None:
    change, field = FORGERIES[forgery]
    state = before_the_deal()
    house = state.house
    snapshot = snapshot_of(state)
    table_from_snapshot(snapshot, house)
    change(snapshot["table"])
    with pytest.raises(InputError) as caught:
        table_from_snapshot(snapshot, house)
    assert caught.value.field == f"snapshot.table.{field}"
