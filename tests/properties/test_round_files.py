"""Generated round files: each is played and adds up, or is refused in one line; never a third way.

Planted once and caught here: a recorded result of an absent seat (a traceback), a surrender that
collects twice.
"""

from __future__ import annotations

import copy
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.cards import DECK
from casinowar.houses import house_names, load_house
from casinowar.record.replay import play_round, result_to_json
from casinowar.record.roundfile import read_round
from tests.contracts.result import check_result
from tests.kit import checked, replay
from tests.kit.audit import expected_net
from tests.kit.toml import toml_text

Capture = pytest.CaptureFixture[str]
HOUSES = {name: load_house(name) for name in house_names()}
FACES = [str(card) for card in DECK if card.rank in {2, 9, 13}]  # few ranks: many ties and wars


@st.composite
def round_files(draw: st.DrawFn) -> dict[str, Any]:
    """A round that can be written; it may still be refused, for cards that do not suffice."""
    name = draw(st.sampled_from(house_names()))
    house = HOUSES[name]
    seats = draw(st.lists(st.integers(1, house.deal.seats), min_size=1, max_size=4, unique=True))
    stack = [*FACES * house.cards.decks, *["??"] * 6 * house.cards.decks]
    draw(st.randoms()).shuffle(stack)
    cards = stack[: draw(st.integers(2, 45))]
    values: dict[str, Any] = {
        "format": "casinowar-round/1",
        "house": name,
        "cards": cards,
        "seats": [draw(_seat(name, number)) for number in seats],
    }
    places = st.integers(0, len(cards) - 1)
    odd = [{"kind": kind, "card": draw(places)} for kind in draw(_KINDS)]
    odd += [
        {"kind": "missed", "seat": seat}
        for seat in draw(st.sets(st.sampled_from(seats), max_size=1))
    ]
    return values | ({"irregularities": odd} if odd else {})


_KINDS = st.lists(st.sampled_from(["face_up", "face_up", "drawn_in_error"]), max_size=3)


@st.composite
def _seat(draw: st.DrawFn, name: str, number: int) -> dict[str, Any]:
    house = HOUSES[name]
    bet: dict[str, Any] = {"seat": number, "on_tie": draw(st.sampled_from(["war", "surrender"]))}
    bet["initial"] = 2 * draw(st.integers(1, 10**6))
    if house.tie.offered and draw(st.booleans()):
        bet["tie"] = draw(st.integers(1, 10**6))
        if house.wagers.tie_alone and draw(st.booleans()):
            del bet["initial"]
    if house.tie.war_deal != "not_offered" and draw(st.booleans()):
        bet["war_tie"] = draw(st.integers(1, 10**6))
    if len(house.side_bets) > 0 and draw(st.booleans()):
        bet["side"] = {house.side_bets[0].name: draw(st.integers(1, 10**6))}
    return bet


@given(values=round_files())
@checked(200)
def test_a_written_round_plays_and_adds_up_or_is_refused_in_one_line(
    values: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "round.toml"
    path.write_text(toml_text(values), encoding="utf-8")
    played = replay(capsys, path)
    if played.code == 2:
        assert played.results == []
        [line] = played.errors
        assert line.isprintable()
        return
    assert (played.code, played.errors) == (0, [])
    [result] = played.results
    check_result(result)
    again = play_round(read_round(path))
    assert result_to_json(again)["seats"] == result["seats"], "the same file, another result"
    for hand in again.state.hands.values():
        state = again.state
        net = expected_net(state.house, hand, state.dealer_card, state.dealer_war_cards)
        assert hand.returned_cents - hand.wagered_cents == net


GOOD: dict[str, Any] = {
    "format": "casinowar-round/1",
    "house": "wisconsin",
    "decks": 6,
    "cards": ["Kh", "Kd", "??", "3c", "4c", "9s", "5c", "6c", "7c", "9h"],
    "seats": [{"seat": 1, "initial": 1000, "tie": 500, "on_tie": "war", "war_tie": 500}],
    "irregularities": [{"kind": "drawn_in_error", "card": 3}],
    "results": [
        {"seat": 1, "outcome": "war_tied", "wagered": 3000, "returned": 15000, "net": 12000}
    ],
}
ANYTHING: tuple[object, ...] = (
    True, False, 0, 1, 2, 7, 8, -1, 999, 10**12, 10**13, 2**70, 0.5, 1000.0, float("nan"),
    float("inf"), "", "x", "1", "war", "Kh", "??", "face_up", "missed", "skycity", "void", "a\nb",
    [], [1], ["Kh"], [[]], {}, {"seat": 1}, {"": 1}, [{}], date(2026, 1, 1),
)  # fmt: skip


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(found for key, item in inner for found in _paths(item, (*path, key)))]


@pytest.mark.parametrize("path", _paths(GOOD)[1:], ids=lambda path: ".".join(map(str, path)))
def test_any_value_in_any_field_of_a_round_file_is_played_or_refused(
    path: tuple[Any, ...], tmp_path: Path, capsys: Capture
) -> None:
    for value in ANYTHING:
        values = copy.deepcopy(GOOD)
        where: Any = values
        for key in path[:-1]:
            where = where[key]
        where[path[-1]] = value
        file = tmp_path / "round.toml"
        file.write_text(toml_text(values), encoding="utf-8")
        played = replay(capsys, file)
        assert played.code in {0, 1, 2}
        assert len(played.results) == (played.code != 2)
        assert (played.errors == []) == (played.code == 0)
        assert all(line.isprintable() for line in played.errors)
        for result in played.results:
            check_result(result)
