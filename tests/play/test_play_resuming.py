"""Interrupted games: whatever was open, the person is back at the table with the right chips.

Planted once and caught here: a resumed game that deals on from a shoe it does not have, an open
war Tie that nobody answers, wagers before the deal that are not returned, a neighbour who sits
down twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from casinowar.errors import InputError
from casinowar.game import Game, PlayOptions, resume_game, start_game
from casinowar.houses import House, load_house
from casinowar.houses.house import NoAnswer
from casinowar.record.file import read_record
from casinowar.record.verify import verify
from casinowar.table import ALL_STEPS, Event, Phase, Refusal, Table
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Status
from casinowar.table.waits import Awaited
from casinowar.tui.app import CasinoWarApp, farewell_lines
from tests.play.kit import NOON, fold_of, options_for, press, text_of

TIE = "Kh Kd"
AGAIN = PlayOptions(seed=1, clock=lambda: NOON)


def begin(path: Path, house: House | None = None, cards: str = TIE, neighbours: int = 0) -> Game:
    """A game with the cut offered."""
    house = load_house("wisconsin") if house is None else house
    options = replace(options_for("wisconsin", cards, path), house=house, neighbours=neighbours)
    return start_game(options, house)


def gone(game: Game) -> Game:
    """The process of this game has ended, and with it the lock on its record."""
    assert game.record is not None
    game.record.close()
    return game


def without(game: Game, *steps: type[c.Command]) -> Game:
    """The game, stopping before steps that otherwise follow by themselves."""
    game.table.automations = ALL_STEPS - set(steps)
    return game


def cut(game: Game) -> Game:
    """The cut left to the dealer."""
    game.must(c.RefuseCut(seat=1))
    return game


def bet(game: Game) -> Game:
    """Five dollars on the first wager."""
    assert not isinstance(game.bet(5_00, 0), Refusal)
    return game


def do(game: Game, command: c.Command) -> Game:
    """One more command."""
    game.must(command)
    return game


# how far a game got, the chips that come back, what is asked then, and an event that says why
INTERRUPTED: dict[str, tuple[Callable[[Path], Game], int, Awaited, type[Event] | None]] = {
    "cut offered": (begin, 500_00, Awaited.CUT, None),
    "before the opening burn": (
        lambda path: cut(without(begin(path), c.BurnCard)),
        500_00,
        Awaited.BET,
        None,
    ),
    "between rounds": (lambda path: cut(begin(path)), 500_00, Awaited.CUT, e.ReshuffleOrdered),
    "a bet before the deal": (
        lambda path: bet(without(cut(begin(path)), c.AnnounceNoMoreBets)),
        500_00,
        Awaited.CUT,
        e.WagersReturned,
    ),
    "half a deal": (
        lambda path: bet(without(cut(begin(path)), c.DealCard)),
        500_00,
        Awaited.CUT,
        e.RoundVoided,
    ),
    "not settled": (
        lambda path: bet(without(cut(begin(path, cards="Kh 9d")), c.SettleHand)),
        505_00,
        Awaited.CUT,
        e.ReshuffleOrdered,
    ),
    "a choice open": (
        lambda path: bet(cut(begin(path))),
        497_50,
        Awaited.CUT,
        e.SurrenderChosen,
    ),
    "a war Tie offered": (
        lambda path: do(bet(cut(begin(path))), c.GoToWar(seat=1)),
        500_00,
        Awaited.CUT,
        e.WarTieDeclined,
    ),
    "burns of the war": (
        lambda path: do(
            without(bet(cut(begin(path))), c.BurnCard), c.GoToWar(seat=1, war_tie_cents=5_00)
        ),
        500_00,
        Awaited.CUT,
        e.RoundVoided,
    ),
    "cards not collected": (
        lambda path: do(without(cut(begin(path)), c.CollectCards), c.OrderReshuffle()),
        500_00,
        Awaited.CUT,
        e.CardsCollected,
    ),
    "table idle": (
        lambda path: do(begin(path), c.LeaveSeat(seat=1)),
        500_00,
        Awaited.CUT,
        e.CardsShown,
    ),
    "cards not spread yet": (
        lambda path: do(without(begin(path), c.SpreadIdleCards), c.LeaveSeat(seat=1)),
        500_00,
        Awaited.CUT,
        e.CardsIdled,
    ),
    "sitting out": (
        lambda path: do(cut(begin(path)), c.OrderIdleSpread()),
        500_00,
        Awaited.CUT,
        e.PlayerReturned,
    ),
}


@pytest.mark.parametrize("kind", INTERRUPTED)
async def test_an_interrupted_game_is_resumed(tmp_path: Path, kind: str) -> None:
    interrupt, chips_cents, asked, why = INTERRUPTED[kind]
    path = tmp_path / "record.jsonl"
    gone(interrupt(path))
    before, written = read_record(path).events, path.read_bytes()
    game = resume_game(AGAIN, path)
    assert path.read_bytes().startswith(written)
    assert game.chips_cents == chips_cents
    assert game.asked is asked
    new = game.events[len(before) :]
    assert why is None or any(isinstance(event, why) for event in new)
    app = CasinoWarApp(AGAIN, game, quick=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if asked is Awaited.CUT:
            assert "The cut is offered to you" in text_of(app, "#cut")
            await press(pilot, "enter")
        assert "Your wagers" in text_of(app, "#betting")
        await press(pilot, "enter s n q")
    assert game.farewell is not None
    assert game.state.chips_total_cents == 0
    history = read_record(path)
    assert isinstance(history.events[-1], e.TableClosed)
    assert verify(history).fault is None
    assert fold_of(path) == game.state


def test_a_bet_before_the_opening_burn_is_dealt_from_cards_that_nobody_has_seen(
    tmp_path: Path,
) -> None:
    path = tmp_path / "record.jsonl"
    gone(bet(cut(without(begin(path), c.BurnCard))))
    assert fold_of(path).burns
    game = resume_game(AGAIN, path)
    assert not any(isinstance(event, e.RoundVoided | e.WagersReturned) for event in game.events)
    assert game.state.round_number == 1
    game.leave()
    assert verify(read_record(path)).fault is None


def test_the_record_of_an_interrupted_game_shows_what_was_open(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    gone(bet(cut(begin(path))))
    state = fold_of(path)
    assert state.phase is Phase.DECIDE
    assert state.hands[1].status is Status.ASKED
    assert state.hands[1].layout_cents == 5_00
    assert state.seats[1].chips_cents == 495_00


def test_policy_3_an_open_tie_is_decided_and_play_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    gone(bet(cut(begin(path))))
    count = len(read_record(path).events)
    game = resume_game(AGAIN, path)
    new = game.events[count:]
    (chosen,) = [event for event in new if isinstance(event, e.SurrenderChosen)]
    assert (chosen.called, chosen.cites) == (True, "policy 3")
    assert any(isinstance(event, e.ReshuffleOrdered) for event in new)
    assert not any(isinstance(event, e.RoundVoided) for event in new)
    bet(cut(game))
    game.leave()
    with pytest.raises(InputError, match="this game is over"):
        resume_game(PlayOptions(), path)


def test_policy_7_a_round_that_would_need_the_lost_shoe_is_void(tmp_path: Path) -> None:
    house = load_house("wisconsin")
    house = replace(house, policies=replace(house.policies, no_answer=NoAnswer.WAR))
    path = tmp_path / "record.jsonl"
    gone(bet(cut(begin(path, house))))
    game = resume_game(AGAIN, path)
    assert game.house == house  # a record carries its rules
    assert any(isinstance(event, e.RoundVoided) for event in game.events)
    assert game.chips_cents == 500_00
    assert fold_of(path) == game.state


def test_a_person_who_had_left_comes_back_with_their_name_and_chips(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    game = begin(path, cards="Kh 9d", neighbours=2)
    gone(do(bet(cut(game)), c.LeaveSeat(seat=1)))
    game = resume_game(AGAIN, path)
    assert (game.state.seats[1].name, game.chips_cents) == ("Bo", 505_00)
    assert sorted(game.state.seats) == [1, 2, 3]
    game.leave()
    said = "You leave with $505.00 in play money. You bought in for $500.00: $5.00 ahead."
    assert farewell_lines(game)[0] == said


@pytest.mark.parametrize("lines_kept", range(3, 75, 5))
def test_a_record_cut_off_anywhere_can_be_resumed(tmp_path: Path, lines_kept: int) -> None:
    """Even where a crash kept only some of a command's events."""
    whole, path = tmp_path / "whole.jsonl", tmp_path / "cut-off.jsonl"
    bet(cut(begin(whole, cards="Kh 9d Kd Kc", neighbours=2)))
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) > 75
    path.write_bytes(b"".join(lines[:lines_kept]) + lines[lines_kept][:20])
    game = resume_game(AGAIN, path)
    while game.asked is not Awaited.BET:
        assert game.waiting is not None
        assert game.waiting.otherwise is not None
        game.must(game.waiting.otherwise)
    assert not game.state.hands
    do(game, c.BuyChips(seat=1, cash_cents=5_00))
    bet(game).leave()
    assert game.state.chips_total_cents == 0
    assert fold_of(path) == game.state
    assert verify(read_record(path)).fault is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "contains no readable line"),
        ("not json\n", "line 1"),
        ('{"format": "casinowar-record/9", "rules": {}}\n', "line 1: format"),
        ('{"name": "nothing", "version": 1}\n', "line 1: the header"),
    ],
)
def test_a_file_that_is_no_record_is_refused_and_left_alone(
    tmp_path: Path, text: str, reason: str
) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=reason):
        resume_game(PlayOptions(), path)
    assert path.read_text() == text


def test_a_record_that_cannot_be_true_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    gone(bet(cut(begin(path))))
    text = path.read_text().replace('"cash_cents":50000', '"cash_cents":50001')
    path.write_text(text)
    with pytest.raises(InputError, match=r"line [0-9]+: buy_chips cannot have happened"):
        resume_game(AGAIN, path)
    assert path.read_text() == text


def test_a_record_that_somebody_else_wrote_to_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    gone(bet(cut(begin(path))))
    game = resume_game(AGAIN, path)
    with path.open("ab") as other:
        other.write(b"\n")
    before = game.state
    with pytest.raises(InputError, match="changed by another program"):
        game.do(c.RefuseCut(seat=1))
    assert game.state == before


def test_a_game_that_is_open_elsewhere_is_not_continued_and_goes_on_there(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    game = cut(begin(path))
    written = path.read_bytes()
    with pytest.raises(InputError, match="is open in another window"):
        resume_game(AGAIN, path)
    assert path.read_bytes() == written
    bet(game).leave()
    assert verify(read_record(path)).fault is None
    with pytest.raises(InputError, match="this game is over"):
        resume_game(AGAIN, path)


def test_a_record_that_was_refused_is_not_kept_locked(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    gone(cut(begin(path)))
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"cash_cents":50000', b'"cash_cents":50001'))
    with pytest.raises(InputError, match="cannot have happened"):
        resume_game(AGAIN, path)
    path.write_bytes(whole)
    assert resume_game(AGAIN, path).chips_cents == 500_00


def test_the_documented_way_to_read_a_record_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    bet(cut(begin(tmp_path / "20260314-120000-wisconsin.jsonl")))
    found: dict[str, Table] = {}
    exec(code, found)
    assert found["table"].hands[1].status is Status.ASKED
