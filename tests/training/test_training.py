"""Dealer training: the whole procedure by hand, and what happens to a wrong step."""

from __future__ import annotations

import io

import pytest

from casinowar.cli.main import main
from casinowar.houses import house_names, load_house
from casinowar.table import Phase, Refusal
from casinowar.table import commands as c
from casinowar.table.steps import next_step
from casinowar.training import Training

WORDS: dict[type[c.Command], str] = {
    c.ReceiveDecks: "receive",
    c.InspectDecks: "inspect",
    c.VerifyInspection: "verify",
    c.SpreadCards: "spread",
    c.ShowCards: "show",
    c.TurnCardsDown: "down",
    c.WashCards: "wash",
    c.StackCards: "stack",
    c.ShuffleCards: "shuffle",
    c.OfferCut: "offer",
    c.CutCards: "cut",
    c.PlaceCuttingCard: "cutting",
    c.LoadShoe: "load",
    c.BurnCard: "burn",
    c.AnnounceNoMoreBets: "nomorebets",
    c.DealCard: "deal",
    c.SettleHand: "settle",
    c.SettleSurrender: "surrender",
    c.ConfirmWar: "confirm",
    c.SettleWar: "war",
    c.RackCards: "rack",
    c.CollectCards: "collect",
}


def in_words(step: c.Command) -> str:
    number = getattr(step, "seat", getattr(step, "cards", getattr(step, "cards_behind", None)))
    return WORDS[type(step)] + ("" if number is None else f" {number}")


@pytest.mark.parametrize("name", house_names())
def test_whoever_does_what_is_due_deals_a_whole_shoe_without_a_refusal(name: str) -> None:
    training = Training(load_house(name), players=3, seed=5)
    while training.table.state.shoe.number < 2:
        step = next_step(training.table.state)
        assert step is not None, training.due
        answer = training.step(in_words(step))
        assert isinstance(answer, tuple), answer
    assert training.trainee.refused.total() == 0
    assert training.table.state.round_number >= 1


def test_every_other_step_is_refused_with_the_one_that_is_due_and_its_clause() -> None:
    training = Training(load_house("wisconsin"), players=2, seed=5)
    for _ in range(60):
        step = next_step(training.table.state)
        assert step is not None
        before = training.table.state
        for kind, word in WORDS.items():
            if kind is type(step) or kind is c.ReceiveDecks:
                continue
            answer = training.step(f"{word} 1" if kind is not c.BurnCard else word)
            assert isinstance(answer, (Refusal, str))
            if isinstance(answer, Refusal):
                assert answer.sentence.startswith("That step is not due. ")
                assert answer.cites.startswith("WI ")
            assert training.table.state is before
        assert isinstance(training.step(in_words(step)), tuple)


@pytest.mark.parametrize(
    "text", ["foo", "deal", "deal x", "deal 1 2", "burn 1 2", "cut -5", "deal 99999999"]
)
def test_words_that_are_no_step_are_told_so_and_change_nothing(text: str) -> None:
    training = Training(load_house("wisconsin"), players=1, seed=1)
    assert isinstance(training.step(text), str)
    assert training.table.state.phase is Phase.RECEIVE
    assert training.trainee.taken == 0


def test_the_command_reads_steps_and_sums_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("deal 1\nhint\nreceive\nhelp\nquit\n"))
    assert main(["train", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "✗ That step is not due. The next step is to receive 6 decks. (WI b1)" in said
    assert "Steps taken: 1. Refused: 1. Hints: 1. Learn again: WI b1 (1)." in said


def test_too_many_players_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--players", "8"]) == 2
    assert capsys.readouterr().err == "casinowar train: --players: 8 is not from 1 to 7\n"
