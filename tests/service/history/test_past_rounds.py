"""Past rounds: what is shown is what happened, and only to those who may see it.

Planted once and caught here: folding from the beginning instead of a snapshot, a view of the state
before its event, other players' ids in events, the floor's reason shown to players, a name in a
round that a stranger sees, a round file that names the wrong house.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from casinowar.record import differences, play_round
from casinowar.record.roundfile import parse_round
from casinowar.service.history.access import STRANGER as NOBODY
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import RoundId
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.tables.decide import Actor
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import StoredEvent
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.engine import fold
from casinowar.table.roles import Who, player_at
from casinowar.table.state import Table
from casinowar.table.view import view
from casinowar.toml import Fields
from casinowar.wire import decode_json, event_from_bytes, to_json
from tests.kit.memory_store import MemoryStore
from tests.kit.records import Records
from tests.kit.service import Players, played_table
from tests.service.history.conftest import DEALER, FLOOR, ROUNDS, STRANGER, Played, steps_of

FLOOR_ACTOR = Actor(person="p_floor", name="Flo", who=Who(c.Role.FLOOR))
HOUSES = ("washington", "wisconsin", "skycity", "battle-royal", "eleven-to-one", "no-bonus")


def tables_of(played: Played) -> list[Table]:
    """The table after each number of events, folded from the very beginning."""
    state = Table(house=played.players.host.table.state.house)
    found = [state]
    for row in played.store.data.events["wisconsin"]:
        state = fold(state, (event_from_bytes(row.body),))
        found.append(state)
    return found


async def test_a_round_has_its_events_with_numbers_times_and_causes(played: Played) -> None:
    stream = played.store.data.events["wisconsin"]
    for number in (1, 30, ROUNDS):
        shown = await played.records.round_json(f"wisconsin-{number}", FLOOR)
        row = played.store.data.rounds["wisconsin", number]
        events = shown["events"]
        assert [event["number"] for event in events] == list(
            range(row.first_version, row.last_version + 1)
        )
        for event in events:
            stored = stream[event["number"] - 1]
            assert event["event"] == decode_json(stored.body)
            assert event["person"] == stored.actor
            assert event["command"] == stored.command
        assert events[0]["event"]["name"] == "wager_placed"
        assert events[-1]["event"] == {**events[-1]["event"], "name": "round_completed"}
        assert shown["rules"] == played.store.data.tables["wisconsin"].rules
        assert shown["id"] == f"wisconsin-{number}"


async def test_the_hands_of_a_round_are_those_that_its_events_settle(played: Played) -> None:
    tables = tables_of(played)
    for number in range(1, ROUNDS + 1):
        row = played.store.data.rounds["wisconsin", number]
        last = tables[row.last_version].last_round
        assert last is not None
        shown = await played.records.round_json(f"wisconsin-{number}", FLOOR)
        assert shown["dealer"] == [str(card) for card in last.dealer]
        for hand, told in zip(last.hands, shown["hands"], strict=True):
            assert told["outcome"] == hand.outcome
            assert told["cards"] == [str(card) for card in hand.cards]
            assert told["net_cents"] == hand.returned_cents - hand.wagered_cents
            parts = told["wagers"].values()
            assert sum(part["staked_cents"] for part in parts) == hand.wagered_cents
            assert sum(part["returned_cents"] for part in parts) == hand.returned_cents
            assert (told["choice"] == "war") == bool(hand.war_cents)


async def test_each_step_shows_the_table_as_it_was_then(played: Played) -> None:
    tables = tables_of(played)
    steps = await steps_of(played.records, "wisconsin-40", FLOOR)
    row = played.store.data.rounds["wisconsin", 40]
    assert steps["replay"] is True
    assert steps["start"] == to_json(view(tables[row.first_version - 1]))
    for step in steps["steps"]:
        assert step["replay"] is True
        assert step["view"] == to_json(view(tables[step["number"]]))
        assert step["cites"] == step["event"]["cites"] != ""
        assert step["text"]


async def test_a_player_sees_their_own_seat_in_each_step(played: Played) -> None:
    steps = await steps_of(played.records, "wisconsin-40", played.viewer(2))
    assert [seat["you"] for seat in steps["steps"][-1]["view"]["seats"]] == [False, True, False]
    own = to_json(view(tables_of(played)[steps["steps"][-1]["number"]], player_at(2)))
    assert steps["steps"][-1]["view"]["waits"] == own["waits"]


async def test_the_text_has_every_event_and_every_result(played: Played) -> None:
    text = await played.records.round_text("wisconsin-7", played.viewer(1))
    steps = await steps_of(played.records, "wisconsin-7", FLOOR)
    assert "play chips" in text
    joined = " ".join(text.split())
    for step in steps["steps"]:
        assert all(word in joined for word in (*step["text"].split(), step["cites"]))
    for hand in steps["hands"]:
        assert f"= seat {hand['seat']}: {hand['outcome'].replace('_', ' ')}," in text


@pytest.mark.parametrize("house", HOUSES)
async def test_every_round_file_replays_to_the_same_result(house: str, tmp_path: Path) -> None:
    store = MemoryStore()
    settings = TableSettings(house=house, min_cents=2000, speed="fast")
    players = await played_table(store, tmp_path, settings, 25, table=f"at-{house}")
    await players.host.stop()
    records = Records(store)
    for (table, number), row in store.data.rounds.items():
        text = await records.round_file(str(RoundId(table, number)), FLOOR)
        replayed = play_round(parse_round(Fields(tomllib.loads(text)), tmp_path))
        assert differences(replayed) == []
        assert [
            (hand.seat, hand.outcome, hand.wagered_cents, hand.returned_cents)
            for hand in replayed.state.hands.values()
        ] == [
            (hand.seat, hand.outcome, hand.wagered_cents, hand.returned_cents) for hand in row.hands
        ]


# --- who sees what --------------------------------------------------------------------------------


async def shown_to(viewer: Viewer, id_: str, records: Records) -> str:
    """Every form of a round as one text."""
    return "\n".join(
        (
            json.dumps(await records.round_json(id_, viewer)),
            json.dumps(await steps_of(records, id_, viewer)),
            await records.round_text(id_, viewer),
            await records.round_file(id_, viewer),
        )
    )


async def test_strangers_see_seats_instead_of_names(played: Played) -> None:
    await newcomer(played.players, 2)
    state = played.players.host.table.state
    names = {holder.name for holder in state.seats.values()} | {state.dealer}
    ids = {played.players.actor(seat).person for seat in (1, 2, 3)}
    assert len(names) == 4
    for id_ in ("wisconsin-5", f"wisconsin-{state.round_number}"):
        own = await shown_to(FLOOR, id_, played.records)
        assert all(name in own for name in names)
        for viewer in (STRANGER, DEALER, NOBODY):
            text = await shown_to(viewer, id_, played.records)
            assert "Seat 3" in text
            assert not [name for name in names | ids if name in text]


async def test_strangers_see_the_same_cards_and_chips(played: Played) -> None:
    ask, mine = played.records, played.viewer(3)
    own, other = (
        await ask.round_json("wisconsin-5", mine),
        await ask.round_json("wisconsin-5", NOBODY),
    )
    for fact in ("dealer", "voided", "decks", "rules", "at"):
        assert own[fact] == other[fact]
    for hand, same in zip(own["hands"], other["hands"], strict=True):
        for fact in ("seat", "cards", "outcome", "wagered_cents", "returned_cents", "wagers"):
            assert hand[fact] == same[fact]
        assert (hand["you"], same["you"]) == (hand["seat"] == 3, False)
    assert await ask.round_file("wisconsin-5", mine) == await ask.round_file("wisconsin-5", NOBODY)
    assert {event["by"] for event in other["events"]} <= {"the table", "seat 1", "seat 2", "seat 3"}


async def test_strangers_see_the_title_of_the_house(tmp_path: Path) -> None:
    store = MemoryStore()
    settings = TableSettings(house="washington", title="Bo's birthday", public=False)
    players = await played_table(store, tmp_path, settings, 1, table="secret")
    await players.host.stop()
    text = await shown_to(NOBODY, "secret-1", Records(store))
    assert "birthday" not in text
    assert "Washington State" in text


NO_ROUNDS = (
    *("", "-", "wisconsin", "wisconsin-0", "wisconsin-61", "wisconsin--1", "nowhere-1"),
    *("wisconsin-1\n", "wisconsin-" + "9" * 40, "a\x00b-1", "x" * 500 + "-1", "wisconsin-٣"),
)


@pytest.mark.parametrize("id_", NO_ROUNDS)
async def test_a_round_that_is_not_there_is_refused(id_: str, played: Played) -> None:
    with pytest.raises(ServiceRefused) as refused:
        await played.records.round_json(id_, FLOOR)
    assert refused.value.refusal.code is ServiceCode.NO_SUCH_ROUND
    assert str(refused.value).isprintable()


async def newcomer(players: Players, viewer_seat: int) -> None:
    """Somebody sits down after the first wager, so that the round has their id in an event."""
    while players.host.table.state.phase is not Phase.BETTING or not players.host.table.state.hands:
        await players.step()
    await players.do(c.LeaveSeat(seat=3), players.actor(3))
    await players.do(c.TakeSeat(seat=3, player=""), players.actor(3))
    await players.do(c.SitOut(seat=3), players.actor(3))
    assert viewer_seat != 3
    await players.play(1)


async def test_no_id_of_another_player_is_shown_to_a_player(played: Played) -> None:
    await newcomer(played.players, 2)
    last = played.players.host.table.state.round_number
    for id_ in (f"wisconsin-{last}", "wisconsin-12"):
        me = played.viewer(2)
        ask = played.records
        shown = [
            json.dumps(await ask.round_json(id_, me)),
            json.dumps(await steps_of(ask, id_, me)),
            await ask.round_text(id_, me),
            await ask.round_file(id_, me),
        ]
        for text in shown:
            assert played.players.actor(1).person not in text
            assert played.players.actor(3).person not in text
        assert me.person in shown[0]
        assert me.person in shown[1]
    events = (await ask.round_json(f"wisconsin-{last}", FLOOR))["events"]
    taken = [event["event"] for event in events if event["event"]["name"] == "seat_taken"]
    assert [event["player"] for event in taken] == [played.players.actor(3).person]


async def void(played: Played) -> int:
    """The number of a round that the floor voids during the deal's decisions."""
    players = played.players
    while players.host.table.state.phase is not Phase.DECIDE:
        await players.step()
    number = players.host.table.state.round_number
    await players.do(c.VoidRound(reason="a spilled drink"), FLOOR_ACTOR, "the layout is wet")
    return number


async def test_staff_see_reasons_and_command_ids_and_players_do_not(played: Played) -> None:
    id_ = f"wisconsin-{await void(played)}"
    staff = await played.records.round_json(id_, FLOOR)
    assert staff["voided"]
    reasons = {event["reason"] for event in staff["events"]}
    assert reasons == {"", "the layout is wet"}
    assert {event["by"] for event in staff["events"]} >= {"you", "seat 1, Ana"}
    own = await played.records.round_json(id_, played.viewer(1))
    assert "the layout is wet" not in json.dumps(own)
    assert not {"person", "command", "reason"} & set().union(*own["events"])
    assert "somebody else" in {event["by"] for event in own["events"]}
    assert all(hand["net_cents"] == 0 for hand in own["hands"])


async def test_what_a_round_file_cannot_hold_is_refused_with_the_reason(played: Played) -> None:
    number = await void(played)
    with pytest.raises(ServiceRefused) as refused:
        await played.records.round_file(f"wisconsin-{number}", FLOOR)
    assert refused.value.refusal.code is ServiceCode.NO_ROUND_FILE
    assert "The floor voided the round" in str(refused.value)


async def test_what_policy_chose_is_marked(played: Played) -> None:
    players = played.players
    while players.host.table.state.phase is not Phase.DECIDE:
        await players.step()
    number, version = players.host.table.state.round_number, players.host.table.version
    asked = [wait.who.seat for wait in players.host.table.waits() if wait.who is not None]
    for seat in asked:  # as when the time is up
        call = partial(players.host.writer.itself, c.CallTime(seat=seat))
        await players.host.run(call)
    assert players.host.table.version > version
    while ("wisconsin", number) not in played.store.data.rounds:
        await players.step()
    shown = await played.records.round_json(f"wisconsin-{number}", FLOOR)
    assert [hand["seat"] for hand in shown["hands"] if hand["by_policy"]] == asked


# --- the cost of an old round ---------------------------------------------------------------------


class CountingStore(MemoryStore):
    """Counts the events that are read."""

    read = 0

    async def events(self, table: str, after: int, limit: int = 1000) -> Sequence[StoredEvent]:
        found = await super().events(table, after, limit)
        self.read += len(found)
        return found


async def test_an_old_round_costs_no_more_than_a_new_one(tmp_path: Path) -> None:
    store = CountingStore()
    players = await played_table(store, tmp_path, TableSettings(house="washington"), 250)
    await players.host.stop()
    records, longest = Records(store), 0
    assert await store.version("washington") > 6000
    for number in range(1, 251, 7):
        store.read = 0
        await records.round_json(f"washington-{number}", Viewer(person="", roles=FLOOR.roles))
        longest = max(longest, store.read)
    assert longest < 700
