"""Mistakes for which New Jersey fined live tables, tried at tables that people deal.

The other two are where their rooms are: rules other than those in force are shown as a fault
(``http/test_floor_desk.py``), and cards that are missing from the shoe are reported when the shoe
ends (``tests/record/test_shoe_audit.py``, ``http/test_watch.py``).

Planted once and caught here: steps that are carried out though they are not due; a card that is
dealt to another seat than the next; a reshuffle that is left out; bets that are taken at any time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casinowar.service.tables.settings import TableSettings
from casinowar.table import Phase
from casinowar.table import commands as c
from tests.kit.casino import Client, Rooms, sit
from tests.kit.commands import bare
from tests.service.test_dealers import Pit
from tests.service.test_moved_tables import played


async def three_bets(pit: Pit, ana: Client) -> list[Client]:
    """Three players with a bet each, and no more bets."""
    players = [await pit.rooms.client(pit.table) for _ in range(3)]
    for seat, player in enumerate(players, 1):
        await player.must(sit(seat))
        await player.must(c.BuyChips(seat=seat, cash_cents=500_00))
    state = ana.connection.host.table
    while state.state.phase is not Phase.BETTING or state.state.burns:
        if state.state.phase is Phase.CUT_OFFERED:
            for seat, player in enumerate(players, 1):
                await player.give(c.RefuseCut(seat=seat))
        else:
            await pit.must(ana)
    for seat, player in enumerate(players, 1):
        await player.must(c.PlaceWagers(seat=seat, initial_cents=25_00, tie_cents=5_00))
    await pit.must(ana)
    return players


async def moves_nothing(client: Client, command: c.Command) -> None:
    """The table refuses it with a clause, and nothing moves."""
    table = client.connection.host.table
    before = (table.version, table.state)
    answer = await client.give(command)
    assert not answer["ok"], command
    assert answer["cites"], answer
    assert (table.version, table.state) == before


def test_a_missed_card_is_corrected_by_the_rule_and_not_by_moving_cards(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana = await pit.dealer()
        await three_bets(pit, ana)
        table = ana.connection.host.table
        await ana.must(c.DealCard(seat=1))
        for wrong in (3, 0, 1):  # seat 2 is next: the deal goes past nobody, nor back
            await moves_nothing(ana, c.DealCard(seat=wrong))
        first, drawn = table.state.hands[1].card, table.state.shoe.drawn
        await ana.must(c.ReportMissedSeat(seat=2))
        assert table.state.hands[2].card is None
        assert table.state.seats[2].chips_cents == 500_00  # all of it came back
        assert (table.state.hands[1].card, table.state.shoe.drawn) == (first, drawn)
        await moves_nothing(ana, c.DealCard(seat=2))  # it gets no card late
        await ana.must(c.DealCard(seat=3))
        await ana.must(c.DealCard(seat=0))
        assert (table.state.hands[1].card, table.state.shoe.drawn) == (first, drawn + 2)
        await moves_nothing(ana, c.ReportMissedSeat(seat=1))  # nobody was missed

    played(tmp_path, scene)


NEEDS_A_SHUFFLE = (c.OfferCut, c.CutCards, c.PlaceCuttingCard, c.LoadShoe, c.BurnCard)


@pytest.mark.parametrize(
    ("house", "more"),
    [
        ("washington", {}),
        ("wisconsin", {}),
        ("wisconsin", {"shuffling": "batches"}),
        ("ladder-war", {}),
    ],
)
def test_no_hand_is_dealt_from_cards_that_were_not_shuffled(
    tmp_path: Path, house: str, more: dict[str, Any]
) -> None:
    """In the first shoe and in the next one."""

    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms, TableSettings(house=house, runs_itself=False, **more))
        ana = await pit.dealer()
        player = await rooms.client(pit.table)
        await player.must(sit(1))
        await player.must(c.BuyChips(seat=1, cash_cents=500_00))
        table, shuffled, loaded = ana.connection.host.table, 0, 0
        while loaded < 2:
            if table.state.phase is Phase.CUT_OFFERED:
                await player.must(c.RefuseCut(seat=1))
                continue
            due = await pit.due(ana)
            if shuffled == loaded:
                for past in NEEDS_A_SHUFFLE:
                    await moves_nothing(ana, bare(past))
                await moves_nothing(ana, c.DealCard(seat=1))
                await moves_nothing(player, c.PlaceWagers(seat=1, initial_cents=25_00))
            await ana.must(due)
            shuffled += isinstance(due, c.ShuffleCards | c.ShuffleStoredBatch)
            if isinstance(due, c.LoadShoe):
                loaded += 1
                while table.state.phase is not Phase.BETTING:
                    await pit.must(ana)
                await pit.floor.must(c.OrderReshuffle(), reason="the next shoe")

    played(tmp_path, scene)


@pytest.mark.parametrize("house", ["washington", "wisconsin"])
def test_no_bet_is_altered_after_no_more_bets(tmp_path: Path, house: str) -> None:
    """Not by its player, another one, the dealer or the floor; real cards: http/test_real_cards."""

    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms, TableSettings(house=house, runs_itself=False))
        ana = await pit.dealer()
        players = await three_bets(pit, ana)
        dee = await rooms.client(pit.table)
        await dee.must(sit(4))
        await dee.must(c.BuyChips(seat=4, cash_cents=500_00))
        await moves_nothing(dee, c.PlaceWagers(seat=4, initial_cents=25_00))
        table = ana.connection.host.table
        for by in (players[1], players[0], ana, pit.floor):
            for late in (
                c.PlaceWagers(seat=2, initial_cents=50_00),
                c.PlaceWagers(seat=2, tie_cents=50_00),
                c.TakeBackWagers(seat=2),
            ):
                before = (table.version, table.state)
                answer = await by.give(late, reason="please")
                assert not answer["ok"], (by.person.roles, late)
                assert (table.version, table.state) == before

    played(tmp_path, scene)
