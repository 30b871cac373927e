"""Dealer training: the whole procedure by hand, and what happens to a wrong step."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from casinowar.table.steps import next_step

from casinowar.cli.main import main
from casinowar.houses import house_names, load_house
from casinowar.table import Phase, Refusal
from casinowar.training import Training, help_lines, typed
from casinowar.training.words import GROUPS, WORDS

PATIENCE_SECONDS = 60


def due(training: Training) -> str:
    """What the hint says to type, without the range of a free number."""
    step = next_step(training.table.state)
    assert step is not None, training.due
    return re.sub(r" \(.*\)", "", typed(step, training.table.state))


def dealt_up_to(training: Training, phase: Phase) -> Training:
    """The training brought to a phase by doing what is due."""
    while training.table.state.phase is not phase:
        assert isinstance(training.step(due(training)), tuple)
    return training


@pytest.mark.parametrize("name", house_names())
def test_whoever_types_what_the_hint_says_deals_a_whole_shoe_without_a_refusal(name: str) -> None:
    training = Training(load_house(name), players=3, seed=5)
    while training.table.state.shoe.number < 2:
        answer = training.step(due(training))
        assert isinstance(answer, tuple), answer
    assert training.trainee.refused.total() == 0
    assert training.table.state.round_number >= 1


def test_every_other_step_is_refused_with_the_one_that_is_due_and_its_clause() -> None:
    training = Training(load_house("wisconsin"), players=2, seed=5)
    for _ in range(60):
        wanted, before = due(training), training.table.state
        for name, word in WORDS.items():
            if name in wanted.split() or name in GROUPS["floor"] + GROUPS["trouble"]:
                continue
            answer = training.step(f"{name} 1" if word.takes else name)
            assert isinstance(answer, Refusal)
            assert answer.sentence.startswith("That step is not due. ")
            assert answer.cites.startswith("WI ")
            assert training.table.state is before
        assert isinstance(training.step(wanted), tuple)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("foo", "'foo' is no step: type help."),
        ("deal", "Say deal SEAT|dealer."),
        ("deal x", "Say deal SEAT|dealer."),
        ("deal 1 2", "Say deal SEAT|dealer."),
        ("deal 99999999", "Say deal SEAT|dealer."),
        ("settle 1 15.00", "Say settle SEAT."),
        ("burn 1", "Say just burn."),
        ("burn dealer", "Say just burn."),
        ("inspect 4", "Say just inspect."),
        ("receive 6", "Say just receive."),
        ("spread x", "Say spread, or spread 2 for the other batch."),
        ("cut -5", "Say cut CARDS."),
        ("cut dealer", "Say cut CARDS."),
    ],
)
def test_words_that_are_no_step_are_told_so_and_change_nothing(text: str, told: str) -> None:
    training = Training(load_house("wisconsin"), players=1, seed=1)
    assert training.step(text) == told
    assert training.table.state.phase is Phase.RECEIVE
    assert training.trainee.taken == 0


def test_wi_e4_and_e5_the_hint_names_the_range_that_the_table_accepts() -> None:
    training = dealt_up_to(Training(load_house("wisconsin"), 1, seed=1), Phase.OFFER_CUT)
    training.step("offer 1")
    assert training.to_type == "type: cut 156 (10 to 302)"
    for wrong in ("cut 9", "cut 303"):
        assert isinstance(training.step(wrong), Refusal)
    training.step("cut 302")
    assert training.to_type == "type: cutting 78 (78 to 310)"
    for wrong in ("cutting 77", "cutting 311"):
        assert isinstance(training.step(wrong), Refusal)
    assert isinstance(training.step("cutting 310"), tuple)


def test_every_word_is_in_the_help_and_no_line_is_wider_than_80() -> None:
    assert set(" ".join(GROUPS.values()).split()) == set(WORDS)
    lines = list(help_lines())
    assert max(map(len, lines)) <= 80
    for word in WORDS.values():
        assert word.usage in " ".join(lines)


# --- payouts --------------------------------------------------------------------------------------


def test_wi_i1_a_payout_is_asked_for_refused_when_wrong_and_accepted_when_right() -> None:
    """Planted once and caught here: the stake left out of what comes back."""
    training = Training(load_house("wisconsin"), players=3, seed=5, payouts=True)
    rights = 0
    while training.table.state.round_number < 12:
        before, wanted = training.table.state, due(training)
        if not training.to_type.endswith(" AMOUNT"):
            assert isinstance(training.step(wanted), tuple)
            continue
        asked = training.step(wanted)
        assert isinstance(asked, str)
        assert "get back in all" in asked
        wrong = training.step(f"{wanted} 3.33")
        assert isinstance(wrong, Refusal)
        assert wrong.sentence.startswith("$3.33 is not what seat")
        assert training.table.state is before
        amounts = re.findall(r"(?:paid|returned,) \$([0-9]+\.[0-9]{2})", wrong.sentence)
        right = sum(float(amount) for amount in amounts)
        assert isinstance(training.step(f"{wanted} {right:.2f}"), tuple)
        rights += bool(right)
    assert rights > 5


def test_a_wrong_payout_is_taught_with_odds_and_clause() -> None:
    training = Training(load_house("wisconsin"), players=1, seed=2, payouts=True)
    dealt_up_to(training, Phase.SETTLE)
    hand, dealer = training.table.state.hands[1], training.table.state.dealer_card
    assert hand.card is not None
    assert dealer is not None
    assert hand.card.rank > dealer.rank  # this seed's first round
    answer = training.step("settle 1 5")
    assert isinstance(answer, Refusal)
    assert answer.sentence == (
        "$5.00 is not what seat 1 gets back in all. Seat 1 is higher than the dealer's card"
        " (WI h1ii). Seat 1: initial wager paid $5.00 at 1:1. Seat 1: initial wager returned,"
        " $5.00. Seat 1: Tie wager collected, $1.00 (WI h1ii)."
    )
    assert answer.cites == "WI i1i"
    assert training.trainee.refused == {"WI i1i": 1}
    assert isinstance(training.step("settle 1 10"), tuple)


def test_only_settlements_take_an_amount_and_a_step_not_due_stays_refused() -> None:
    training = Training(load_house("wisconsin"), players=1, seed=2, payouts=True)
    assert training.step("deal 1 5") == "Only settle, surrender and war take an amount."
    answer = training.step("settle 1 5")
    assert isinstance(answer, Refusal)
    assert answer.sentence.startswith("That step is not due.")


# --- the command ----------------------------------------------------------------------------------


def test_the_command_reads_steps_and_sums_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("deal 1\nhint\nreceive\nhelp\n\nquit\n"))
    assert main(["train", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "✗ That step is not due. The next step is to receive 6 decks. (WI b1)" in said
    assert said.count("\n    type: receive\n") == 2  # after the refusal and for the hint
    assert "Steps taken: 1. Refused: 1. Hints: 1. Learn again: WI b1 (1)." in said


@pytest.mark.parametrize("house", house_names())
def test_no_line_of_a_lesson_is_wider_than_80(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], house: str
) -> None:
    training = Training(load_house(house), players=2, seed=3)
    steps = list[str]()
    while training.table.state.round_number < 3:
        steps += ["void", "settle 7", "hint", due(training)]
        training.step(steps[-1])
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(steps)))
    assert main(["train", "--seed", "3", "--house", house]) == 0
    said = capsys.readouterr().out.splitlines()
    assert max(map(len, said)) <= 80
    assert not [line for line in said if re.search(r"\((WI|WA|SC)$", line)]


def test_ctrl_c_sums_up_and_ends_with_0() -> None:
    """In a real terminal, as that is where Ctrl-C is pressed."""
    main_end, other = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "casinowar", "train", "--seed", "3"],
        stdin=other,
        stdout=other,
        stderr=other,
        start_new_session=True,
    )
    os.close(other)
    seen, until = "", time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        if select.select([main_end], [], [], 1)[0]:
            try:
                seen += os.read(main_end, 65536).decode(errors="replace")
            except OSError:  # the program ended
                break
        elif seen.endswith("dealer> "):  # quiet for a second: it waits for a line
            process.send_signal(signal.SIGINT)
    os.close(main_end)
    assert "Traceback" not in seen
    assert "Steps taken: 0. Refused: 0. Hints: 0." in seen
    assert process.wait(PATIENCE_SECONDS) == 0


def test_the_default_house_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    assert "(default wisconsin)" in " ".join(capsys.readouterr().out.split())


def test_too_many_players_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--players", "8"]) == 2
    assert capsys.readouterr().err == "casinowar train: --players: 8 is not from 1 to 7\n"
