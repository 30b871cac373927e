"""Locks: one writer at a time, whichever link names the file; readers take none.

Planted once and caught: a lock beside the link instead of the file; a reader that leaves a lock
file; a lock that outlives its process (a lock file that is taken for a lock).
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from casinowar import locks
from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.game import PlayOptions, start_game
from casinowar.houses import load_house
from casinowar.locks import Lock, is_taken
from casinowar.record.file import resume_record
from casinowar.store.sqlite import database_file
from tests.tidy.source import FILES, tree

# these are only there on some systems
OF_SOME_SYSTEMS = {
    *("curses", "fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "readline", "resource"),
    *("syslog", "termios", "tty", "winreg"),
}


def test_a_lock_is_of_the_file_whichever_link_names_it(tmp_path: Path) -> None:
    used, link = tmp_path / "used", tmp_path / "folder" / "link"
    used.touch()
    link.parent.mkdir()
    link.symlink_to(used)
    lock = Lock.take(link)
    assert lock is not None
    assert Lock.take(used) is None
    assert is_taken(used)
    assert is_taken(link)
    lock.withdraw()
    assert not is_taken(used)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "link", "used"]


def test_a_file_that_a_killed_process_left_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "used.lock").touch()
    assert not is_taken(tmp_path / "used")
    lock = Lock.take(tmp_path / "used")
    assert lock is not None
    lock.release()


def test_a_game_leaves_its_record_and_nothing_else(tmp_path: Path) -> None:
    game = start_game(PlayOptions(record=tmp_path / "game.jsonl"), load_house("skycity"))
    assert is_taken(tmp_path / "game.jsonl")
    game.leave()
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_record_that_is_not_there_leaves_no_lock(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        resume_record(tmp_path / "nosuch.jsonl", PlayOptions().clock)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [[], ["--verify"], ["--events"]])
def test_a_command_that_reads_takes_no_lock(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    game = start_game(PlayOptions(record=path), load_house("skycity"))
    assert main(["record", str(path), *arguments]) == 0, capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.jsonl", "game.jsonl.lock"]
    game.leave()
    tmp_path.chmod(0o500)  # nothing can be made here, by anybody but root
    assert main(["record", str(path), *arguments]) == 0
    tmp_path.chmod(0o700)
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_without_locks_a_record_is_kept_and_a_database_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_file: int, *, blocking: bool = True) -> bool:
        assert not blocking
        raise OSError(37, os.strerror(37))

    monkeypatch.setattr(locks, "lock_descriptor", no_locks)
    start_game(PlayOptions(record=tmp_path / "game.jsonl"), load_house("skycity")).leave()
    with pytest.raises(InputError, match=r"tables\.db\.lock cannot be written: No locks"):
        database_file.lock(tmp_path / "tables.db")


def test_no_module_needs_what_only_some_systems_have() -> None:
    for path in FILES:
        names = {
            name
            for node in tree(path).body
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
            )
        }
        assert not {name.partition(".")[0] for name in names} & OF_SOME_SYSTEMS, path
