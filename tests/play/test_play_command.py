"""``casinowar play`` as a program: without a terminal, in a real one, and with bad input."""

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
from pathlib import Path

import pytest

from casinowar.cli.main import main
from casinowar.houses import load_house
from casinowar.record.file import read_record
from casinowar.table import Phase
from casinowar.table.events import RoundCompleted, SeatLeft, TableClosed
from tests.kit.profile import IN_DRILL
from tests.play.kit import fold_of

PLAY = [sys.executable, "-m", "casinowar", "play"]
PATIENCE_SECONDS = 60


def play(*arguments: str, data: Path) -> subprocess.CompletedProcess[str]:
    """Run the program without a terminal."""
    return subprocess.run(
        [*PLAY, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        env={**os.environ, "XDG_DATA_HOME": str(data)},
        check=False,
    )


@pytest.mark.parametrize("house", ["skycity", "wisconsin", "battle-royal"])
def test_without_a_terminal_ten_rounds_are_dealt_as_text(tmp_path: Path, house: str) -> None:
    done = play("--house", house, "--seed", "4", data=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"^Round (\d+) ·", done.stdout, re.MULTILINE) == [
        str(number) for number in range(1, 11)
    ]
    assert len(re.findall(r"^  = net -?\$", done.stdout, re.MULTILINE)) == 10
    assert "play money" in done.stdout
    for notice in load_house(house).notices:
        assert notice in " ".join(done.stdout.split())
    assert max(map(len, done.stdout.splitlines())) <= 80
    rounds = done.stdout.split("\nRound ")[1:]
    for text in rounds:
        assert re.search(r"bets \$.* in chips: .*  +\w", text)
        assert re.search(r"The dealer gets [2-9TJQKA][cdhs]  +\w", text)
        assert re.search(r"(collected|paid|returned).*  +(SC|WI|policy)", text)
    assert not list(tmp_path.rglob("*"))


def test_without_a_terminal_the_buy_in_is_used_again_when_it_is_spent(tmp_path: Path) -> None:
    done = play("--buy-in", "5", "--seed", "1", data=tmp_path)
    assert "\nRound 1 · chips $5.00\n" in done.stdout
    assert set(re.findall(r"buys chips for (\S+)", done.stdout)) == {"$5.00"}
    assert done.stdout.count("buys chips") > 1


def test_a_seed_repeats_the_demonstration_and_none_does_not(tmp_path: Path) -> None:
    first, second, other = (
        play(*seed, data=tmp_path).stdout for seed in (("--seed", "9"), ("--seed", "9"), ())
    )
    assert first == second
    assert first != other


def test_the_demonstration_keeps_a_record_if_asked(tmp_path: Path) -> None:
    path = tmp_path / "new" / "demo.jsonl"
    done = play("--record", str(path), "--neighbours", "6", data=tmp_path)
    assert done.returncode == 0
    assert f"Record: {path}" in done.stdout
    events = read_record(path).events
    assert sum(isinstance(event, RoundCompleted) for event in events) == 10
    assert isinstance(events[-1], TableClosed)
    assert fold_of(path).phase is Phase.CLOSED


def test_a_house_file_works_where_a_name_does(tmp_path: Path) -> None:
    source = Path(load_house.__code__.co_filename).parent / "no-bonus.toml"
    own = tmp_path / "mine.toml"
    own.write_text(source.read_text().replace('"no-bonus"', '"mine"'))
    done = play("--house", str(own), data=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("--house", "nowhere"), "house"),
        (("--buy-in", "1e400"), "--buy-in"),
        (("--buy-in", "-5"), "--buy-in"),
        (("--buy-in", "0"), "--buy-in"),
        (("--buy-in", "0.01"), "--buy-in"),
        (
            ("--buy-in", "3"),
            "$3.00 is not enough for a wager. The first wager is below the minimum of $5.00.",
        ),
        (("--buy-in", "100.01"), "policy 1"),
        (("--name", ""), "name"),
        (("--name", "x" * 41), "name"),
        (("--name", "a\tb"), "name"),
        (("--neighbours", "7"), "--neighbours"),
        (("--neighbours", "-1"), "--neighbours"),
        (("--neighbours", "3", "--house", "battle-royal"), "neighbours"),
        (("--decks", "5"), "--decks: This house deals from 6 decks. (WA paytable)"),
        (("--seed", "-1"), "--seed"),
        (("--seed", "x"), "--seed"),
        (("--resume", "nothing.jsonl"), "--resume"),
        (("--resume", "nothing.jsonl", "--buy-in", "100"), "--buy-in"),
        (("--resume", "nothing.jsonl", "--decks", "6"), "--decks"),
        (("--resume", "nothing.jsonl", "--house", "skycity"), "--house: a resumed game keeps its"),
        (("--record", "/dev/null/record.jsonl"), "record"),
        (("--record", "a", "--resume", "b"), "--resume"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    names: str,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(SystemExit) as ended:  # as a usage error ends the program too
        sys.exit(main(["play", *arguments]))
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert names in said.err
    assert not list(tmp_path.rglob("*"))


def test_textual_is_imported_only_for_the_table() -> None:
    code = (
        "import sys, casinowar.tui, casinowar.game, casinowar.cli.play;"
        "assert not [name for name in sys.modules if name.split('.')[0] in ('textual', 'rich')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE_SECONDS)


# --- a real terminal ------------------------------------------------------------------------------


class Terminal:
    """The program in a terminal of 80 by 24, as a person sees it."""

    def __init__(self, *arguments: str, data: Path) -> None:
        self.seen = ""
        self._main, other = pty.openpty()
        os.set_blocking(self._main, False)
        self.process = subprocess.Popen(
            [*PLAY, *arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            env={
                **os.environ,
                "XDG_DATA_HOME": str(data),
                "TERM": "xterm-256color",
                "COLUMNS": "80",
                "LINES": "24",
            },
            start_new_session=True,
        )
        os.close(other)

    def wait_for(self, text: str) -> None:
        """Read until the program has written a text."""
        until = time.monotonic() + PATIENCE_SECONDS
        while text not in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.seen):
            if time.monotonic() > until:
                self.process.kill()  # nobody else would
                raise AssertionError(f"never saw {text!r} in {self.seen[-2000:]!r}")
            if not self._read():
                assert text in self.seen, self.seen[-2000:]
                return

    def _read(self) -> bool:
        """Read what the program has written; whether it still can write."""
        if select.select([self._main], [], [], 0.1)[0]:
            try:
                self.seen += os.read(self._main, 65536).decode(errors="replace")
            except OSError:  # the program ended
                return False
        return True

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._main, keys.encode())

    def close(self) -> None:
        """The terminal goes away, without a signal."""
        os.close(self._main)
        self._main = -1

    def end(self) -> int:
        """Wait for the program and put the terminal away; the exit code.

        A terminal goes on reading: a program that writes to a full one waits for ever.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        try:
            while self._main >= 0 and self.process.poll() is None and time.monotonic() < until:
                if not self._read():
                    break
            return self.process.wait(PATIENCE_SECONDS)
        finally:
            self.process.kill()
            self.process.wait()
            if self._main >= 0:
                self.close()


def test_in_a_terminal_a_person_plays_and_is_told_where_the_record_is(tmp_path: Path) -> None:
    terminal = Terminal("--seed", "3", "--quick", data=tmp_path)
    terminal.wait_for("SkyCity")
    terminal.press("\r")
    terminal.wait_for("The cut is offered")
    terminal.press("\r")
    terminal.wait_for("Your wagers")
    terminal.press("\r")
    terminal.wait_for("Your card is higher")
    terminal.press("q")
    terminal.wait_for("Record: ")
    assert terminal.end() == 0
    (path,) = tmp_path.rglob("*.jsonl")
    state = fold_of(path)
    assert state.phase is Phase.CLOSED
    left = next(event for event in read_record(path).events if isinstance(event, SeatLeft))
    assert left.chips_cents == 505_00


@pytest.mark.parametrize(
    "stopped_by",
    [
        pytest.param(signal.SIGTERM, marks=IN_DRILL),
        signal.SIGHUP,
        pytest.param(signal.SIGKILL, marks=IN_DRILL),
    ],
)
def test_a_terminal_that_goes_away_leaves_a_record_to_go_on_with(
    tmp_path: Path, stopped_by: signal.Signals
) -> None:
    path = tmp_path / "x-y-wisconsin.jsonl"
    arguments = ("--house", "wisconsin", "--seed", "3", "--quick", "--record", str(path))
    terminal = Terminal(*arguments, data=tmp_path)
    terminal.wait_for("The cut is offered")
    terminal.press("\r")
    terminal.wait_for("Your wagers")
    terminal.process.send_signal(stopped_by)
    assert terminal.end() == (-signal.SIGKILL if stopped_by is signal.SIGKILL else 0)
    state = fold_of(path)
    assert state.phase is Phase.BETTING
    assert state.seats[1].chips_cents == 500_00
    again = Terminal("--resume", str(path), "--quick", data=tmp_path)
    again.wait_for("The cut is offered")
    again.press("\x03")  # Ctrl-C
    again.wait_for("You leave with $500.00")
    assert again.end() == 0
    assert isinstance(read_record(path).events[-1], TableClosed)


def test_a_terminal_that_closes_without_a_signal_ends_the_game(tmp_path: Path) -> None:
    path = tmp_path / "x-y-wisconsin.jsonl"
    terminal = Terminal("--house", "wisconsin", "--record", str(path), data=tmp_path)
    terminal.wait_for("The cut is offered")
    terminal.close()
    assert terminal.end() == 0
    assert fold_of(path).phase is Phase.CUT_OFFERED


def test_an_unwritable_data_folder_is_one_line_before_anything_is_shown(tmp_path: Path) -> None:
    (tmp_path / "casinowar").write_text("a file, where a folder is needed")
    terminal = Terminal(data=tmp_path)
    terminal.wait_for("cannot be written")
    assert terminal.end() == 2
    assert len(terminal.seen.strip().splitlines()) == 1
    assert "--record" in terminal.seen
