"""Significant events in plain words, and money in unfinished rounds.

Planted once and caught here: a page without its last event, escrow that leaves out a player.
"""

from __future__ import annotations

import pytest

from casinowar.houses.house import WagerForm
from casinowar.service.history.round_rows import significant
from casinowar.service.history.significant_events import FLOOR_WORDS, in_words
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.tables.decide import Actor
from casinowar.store.interface import Note, NoteQuery, PersonRow, RoundQuery, Write
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.roles import Who
from casinowar.table.state import Wager
from tests.service.history.conftest import DEALER, FLOOR, STRANGER, Played


async def with_a_void(played: Played) -> None:
    flo = PersonRow(person="p_floor", name="Flo", version=1, created_ms=0, data={})
    await played.store.write(Write(at_ms=0, person=flo))
    players = played.players
    while players.host.table.state.phase is not Phase.DECIDE:
        await players.step()
    floor = Actor(person="p_floor", name="Flo", who=Who(c.Role.FLOOR))
    await players.do(c.VoidRound(reason="a spilled drink"), floor, "the layout is wet")


async def test_a_void_is_told_in_words(played: Played) -> None:
    await with_a_void(played)
    number = played.players.host.table.state.round_number
    found = (await played.records.notes(NoteQuery(limit=2), FLOOR))["notes"]
    assert [note["kind"] for note in found] == ["round_voided", "floor_action"]
    assert found[0]["words"] == (
        "The round was voided at wisconsin by Flo, reason: a spilled drink."
    )
    assert found[1]["words"] == (
        "Flo voided the round at wisconsin: a spilled drink. Reason: the layout is wet."
    )
    assert found[0]["round"] == f"wisconsin-{number}"


async def test_pages_show_every_note_once(played: Played) -> None:
    await with_a_void(played)
    before, seen = None, list[int]()
    while True:
        page = await played.records.notes(NoteQuery(limit=1, before=before), FLOOR)
        seen += [note["number"] for note in page["notes"]]
        before = page["next"]
        if before is None:
            break
    assert seen == sorted(set(seen), reverse=True)
    assert len(seen) == len(played.store.data.notes)
    assert len(seen) >= 3


async def test_only_those_who_oversee_see_notes_returns_and_held_money(played: Played) -> None:
    for viewer in (STRANGER, DEALER, played.viewer(1)):
        for ask in (
            played.records.notes(NoteQuery(), viewer),
            played.records.returns(0, 10**13, viewer),
            played.records.held(viewer),
        ):
            with pytest.raises(ServiceRefused) as refused:
                await ask
            assert refused.value.refusal.code is ServiceCode.NOT_ALLOWED


async def test_a_fill_between_rounds_belongs_to_no_round(played: Played) -> None:
    await with_a_void(played)
    players, floor = played.players, Actor(person="p_floor", name="Flo", who=Who(c.Role.FLOOR))
    while players.host.table.state.hands:
        await players.step()
    await players.do(c.FillTray(amount_cents=500_00), floor, "short of chips")
    [found] = (await played.records.notes(NoteQuery(limit=1), FLOOR))["notes"]
    assert found["words"] == (
        "Flo filled the tray at wisconsin with 500.00. Reason: short of chips."
    )
    assert found["data"]["fields"] == {"amount_cents": 500_00}
    assert found["round"] is None


def test_every_floor_command_has_words() -> None:
    floor = {name for name, kind in c.COMMANDS.items() if kind.ROLE is c.Role.FLOOR}
    assert floor == set(FLOOR_WORDS)


async def test_a_large_wager_belongs_to_the_round_it_is_placed_on(played: Played) -> None:
    players = played.players
    while players.host.table.state.hands:
        await players.step()
    state = players.host.table.state
    event = e.WagerPlaced(
        seat=1, wager=Wager.INITIAL, amount_cents=10**6, form=WagerForm.CHIPS, cites="x"
    )
    [note] = significant("wisconsin", state, (event,), 0, "")
    assert note.round == state.round_number + 1


@pytest.mark.parametrize("query", [NoteQuery(kind="zzz"), NoteQuery(table="zzz")])
async def test_a_search_for_what_does_not_exist_is_refused(
    played: Played, query: NoteQuery
) -> None:
    with pytest.raises(ServiceRefused) as refused:
        await played.records.notes(query, FLOOR)
    assert refused.value.refusal.code is ServiceCode.BAD_SEARCH
    with pytest.raises(ServiceRefused):
        await played.records.search(RoundQuery(table="zzz"), FLOOR)


@pytest.mark.parametrize(
    ("note", "words"),
    [
        (Note(at_ms=0, kind="large_win", data={"wager": "tie", "cents": 500000}), "$"),
        (Note(at_ms=0, kind="self_excluded", data={"until_ms": None}), "for good"),
        (Note(at_ms=0, kind="something_new", data={"depth": 3}), "Something new: depth 3"),
        (Note(at_ms=0, kind="large_win", data={}), "Large win"),
        (
            Note(at_ms=0, kind="step_by_itself", data={"step": "inspect_decks"}),
            "Nobody inspected the cards in time: the table carried the step out by itself",
        ),
    ],
)
def test_every_kind_has_words(note: Note, words: str) -> None:
    said = in_words(note.kind, note.data, "Bo")
    if words == "$":
        assert said == "Bo won 5,000.00 on tie"
    else:
        assert said.endswith(words) or said == words


async def test_money_in_unfinished_rounds_is_what_lies_on_the_layout(played: Played) -> None:
    nothing = await played.records.held(FLOOR)
    assert nothing == {"money": "play chips", "total_cents": 0, "tables": []}
    players = played.players
    while players.host.table.state.phase is not Phase.DECIDE:
        await players.step()
    hands = players.host.table.state.hands
    layout = {players.actor(seat).person: hand.layout_cents for seat, hand in hands.items()}
    shown = await played.records.held(FLOOR)
    assert shown["total_cents"] == sum(layout.values()) > 0
    (table,) = shown["tables"]
    assert table["table"] == "wisconsin"
    assert {stake["player"]: stake["cents"] for stake in table["stakes"]} == {
        person: cents for person, cents in layout.items() if cents
    }
