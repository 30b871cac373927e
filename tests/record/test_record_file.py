"""Records on disk: all or nothing, never written over, continued where they ended."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from casinowar.errors import InputError
from casinowar.record import create_record, read_record, resume_record, verify
from casinowar.record.file import create_record_in, records_folder
from casinowar.table import events_of
from tests.record.games import START, game, houses

HOUSE = houses()["wisconsin"]
COMMANDS = game(HOUSE, 11, 120, 0.97)


def clock() -> datetime:
    return START


def recorded(path: Path, until: int) -> None:
    record = create_record(path, HOUSE, clock)
    for command in COMMANDS[:until]:
        record.append((command,))


def test_a_game_is_continued_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    recorded(path, 60)
    record, history = resume_record(path, clock)
    assert history.events == events_of(COMMANDS[:60])
    for command in COMMANDS[60:]:
        record.append((command,))
    whole = read_record(path)
    assert whole.events == events_of(COMMANDS)
    assert verify(whole).fault is None


def test_what_a_crash_cut_off_is_removed_before_the_game_continues(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    recorded(path, len(COMMANDS))
    whole = path.read_bytes()
    random = Random(3)
    for _ in range(25):
        path.write_bytes(whole[: random.randrange(len(whole) // 2, len(whole))])
        record, history = resume_record(path, clock)
        done = 0  # the commands that were recorded whole
        for command in COMMANDS:
            if history.events[done : done + len(command.events)] != command.events:
                break
            done += len(command.events)
        assert done == len(history.events)
        record.append(())
        assert read_record(path) == history
        record.close()


def test_a_clock_that_is_set_back_stands_still(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    times = iter([START, START - timedelta(hours=1), START + timedelta(hours=1)])
    record = create_record(path, HOUSE, lambda: next(times))
    for command in COMMANDS[:3]:
        record.append((command,))
    seen = [command.at for command in read_record(path).commands]
    assert seen == [START, START, START + timedelta(hours=1)]


def test_a_local_time_is_recorded_with_its_offset(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    local = datetime(2026, 7, 1, 12)  # noqa: DTZ001 - as datetime.now gives it
    create_record(path, HOUSE, lambda: local).append(COMMANDS[:1])
    [command] = read_record(path).commands
    assert command.at == local.astimezone(UTC)


def test_nothing_is_written_over_and_no_change_overlooked(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    record = create_record(path, HOUSE, clock)
    with pytest.raises(InputError, match="already exists"):
        create_record(path, HOUSE, clock)
    record.append(COMMANDS[:1])
    with path.open("a") as file:
        file.write("\n")
    with pytest.raises(InputError, match="changed by another program"):
        record.append(COMMANDS[1:2])


def test_a_full_disk_leaves_the_record_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record.jsonl"
    record = create_record(path, HOUSE, clock)
    record.append(COMMANDS[:1])
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(InputError, match="No space left"):
            record.append(COMMANDS[1:2])
    assert path.read_bytes() == before
    record.append(COMMANDS[1:2])
    assert read_record(path).events == events_of(COMMANDS[:2])


def test_a_record_in_which_nothing_happened_is_no_file(tmp_path: Path) -> None:
    record = create_record(tmp_path / "record.jsonl", HOUSE, clock)
    record.append(())
    record.discard_if_empty()
    assert list(tmp_path.iterdir()) == []


def test_records_are_named_by_time_and_house(tmp_path: Path) -> None:
    names: Iterable[str] = (create_record_in(tmp_path, HOUSE, clock).path.name for _ in range(2))
    assert list(names) == ["20260101-200000-wisconsin.jsonl", "20260101-200000.2-wisconsin.jsonl"]


@pytest.mark.skipif(os.name != "posix" or os.uname().sysname == "Darwin", reason="of Linux")
def test_the_data_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert records_folder() == Path("/data/casinowar/records")
