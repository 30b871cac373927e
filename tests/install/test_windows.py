"""Every file that the program writes and renames, under the rules of Windows.

No Windows machine was available; ``tests/kit/windows.py`` refuses what Windows refuses. Found
here: the progress of the school was renamed while it was open, and a backup could not be finished,
because a folder and a file that was only read were synced.
"""

from __future__ import annotations

import asyncio
import errno
import io
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from casinowar import locks
from casinowar.cli import main as cli
from casinowar.fairness import keyfile
from casinowar.game import PlayOptions, start_game
from casinowar.houses import load_house
from casinowar.record.file import resume_record
from casinowar.report import files
from casinowar.store import Store, backup
from casinowar.store.open import open_store
from casinowar.training import progress
from tests.kit.windows import Windows, files_of_windows
from tests.kit.writes import add_persons

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks at the open files")


@pytest.fixture(autouse=True)
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    files_of_windows(monkeypatch, cli, locks, keyfile, progress, files, backup)


def test_the_rules_are_those_of_windows(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with path.open("w"), pytest.raises(PermissionError):
        path.replace(tmp_path / "new")
    with pytest.raises(PermissionError):
        Windows().open(tmp_path, os.O_RDONLY)
    with path.open("rb") as file, pytest.raises(OSError, match="Bad file"):
        Windows().fsync(file.fileno())


def test_the_school_saves_progress(tmp_path: Path) -> None:
    learner = progress.Learner(name="Ana")
    for _ in range(2):
        progress.save_learner(learner, tmp_path)
    assert progress.load_learner("Ana", tmp_path) == learner
    assert [path.name for path in tmp_path.iterdir()] == ["Ana.json"]


def test_a_game_keeps_its_record_and_continues_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    start_game(PlayOptions(record=path), load_house("skycity")).leave()
    record, history = resume_record(path, lambda: datetime.now(UTC))
    assert history.commands
    record.close()
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_goes_into_a_backup_and_back(tmp_path: Path) -> None:
    async def there_and_back() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/first.db")
        await add_persons(store, "a")
        await backup.backup(f"sqlite:///{tmp_path}/first.db", tmp_path / "copy.db")
        await store.close()
        again = f"sqlite:///{tmp_path}/second.db"
        await backup.restore(tmp_path / "copy.db", again, unchanged)
        assert await backup.check_database(again) == []

    asyncio.run(there_and_back())
    assert not list(tmp_path.glob("*.unfinished"))


async def unchanged(_: Store) -> None:
    """Nothing differs from the backup."""


def test_a_report_replaces_its_file(tmp_path: Path) -> None:
    for content in (b"old", b"new"):
        files.write_whole(tmp_path / "report.html", content)
    assert (tmp_path / "report.html").read_bytes() == b"new"


def test_files_and_pipes_are_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "?? 5♥ 7♦ [9♠]\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="cp1252"))
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252"))
    assert cli.main(["rack", "wisconsin", "-"]) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert cli.main(["house", "show", "washington"]) == 0
    text = written.getvalue().decode("utf-8")
    assert "5h, 7d against 9s" in text
    assert not text.isascii()


class ClosedPipe(io.StringIO):
    """The output of a command whose reader has ended, as Windows reports it."""

    def flush(self) -> None:
        """Fail."""
        raise OSError(errno.EINVAL, "Invalid argument")


def test_a_closed_pipe_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "_silence", lambda: None)
    monkeypatch.setattr(sys, "stdout", ClosedPipe())
    assert cli.main(["house", "list"]) == 0
    assert capsys.readouterr().err == ""
