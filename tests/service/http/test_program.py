"""``casinowar serve`` as a program: one line, health, signals, and one clear line for each trouble.

Planted once and caught here: a second line on standard output, no handler for signals, a second
service on one database, a new key file for a database that has seeds.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import httpx
import pytest

from casinowar.cards import DECK
from casinowar.cli.main import main
from tests.kit.nursery import Nursery
from tests.kit.postgres import Postgres
from tests.service.http.kit import WAIT_SECONDS, Guest, House, address, program


def folder(path: Path) -> list[str]:
    """Arguments for a database of its own."""
    return ["--port", "0", "--data-folder", str(path)]


def guest(url: str) -> Guest:
    """A guest of a program."""
    made = httpx.post(f"{url}/api/guest", timeout=WAIT_SECONDS).json()
    house = House(url, None)  # type: ignore[arg-type]
    return Guest(house, made["token"], made["me"]["person"])


def stopped(process: subprocess.Popen[str], number: signal.Signals) -> tuple[int, str, str]:
    """Send a signal; the exit code and what was written."""
    process.send_signal(number)
    code = process.wait(WAIT_SECONDS)
    assert process.stdout is not None
    assert process.stderr is not None
    return code, process.stdout.read(), process.stderr.read()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_its_address_answers_and_stops_with_exit_code_0(
    tmp_path: Path, number: signal.Signals
) -> None:
    with program(*folder(tmp_path)) as process:
        url = address(process)
        assert url.startswith("http://127.0.0.1:")
        assert httpx.get(f"{url}/healthz").status_code == 200
        code, out, err = stopped(process, number)
    assert (code, out) == (0, "")
    lines = [json.loads(line) for line in err.splitlines()]
    assert [line["event"] for line in lines][-2:] == ["stopping", "stopped"]
    keys = tmp_path / "casinowar.db.keys"
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "casinowar.db").stat().st_mode) & 0o077 == 0


def test_sigterm_says_goodbye_and_a_restart_goes_on_where_it_was(tmp_path: Path) -> None:
    async def play(bo: Guest, process: subprocess.Popen[str]) -> int:
        async with bo.at("washington") as table:
            for command, fields in (
                ("take_seat", {}),
                ("buy_chips", {"cash_cents": 10_000}),
                ("refuse_cut", {}),
            ):
                assert (await table.give(command, seat=1, **fields))["ok"]
            bet = await table.give("place_wagers", seat=1, initial_cents=1000)
            process.send_signal(signal.SIGTERM)
            assert await table.until("goodbye") == {"type": "goodbye", "reason": "stopping"}
            version: int = bet["version"]
            return version

    async def come_back(bo: Guest) -> int:
        async with bo.at("washington") as table:
            assert table.frames[0]["you"]["seats"] == [1]
            version: int = table.frames[0]["version"]
            return version

    with program(*folder(tmp_path)) as process:
        bo = guest(address(process))
        version = asyncio.run(play(bo, process))
        process.communicate(timeout=WAIT_SECONDS)
        assert process.returncode == 0
    with program(*folder(tmp_path)) as process:
        bo.house.url = address(process)
        assert asyncio.run(come_back(bo)) >= version
        assert asyncio.run(bo.get("/api/me")).json()["balance"]["account_cents"] == 90_000


class Refusal(Protocol):
    """Runs the service with these arguments; the one line with which it does not start."""

    def __call__(self, *arguments: str) -> str: ...


@pytest.fixture(scope="module")
def fails(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Refusal]:
    """Forked, for all that differs is what they are told; others here are started as people do."""
    said = tmp_path_factory.mktemp("said")
    with Nursery() as nursery:

        def refusal(*arguments: str) -> str:
            out, err = said / "out", said / "err"
            pid = nursery.start(["serve", *arguments], out, err)
            limit = time.monotonic() + WAIT_SECONDS
            while (code := nursery.ended(pid)) is None:
                assert time.monotonic() < limit, "it has started"
                time.sleep(0.01)
            line = only_line(code, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"))
            out.unlink()
            err.unlink()
            return line

        yield refusal


def only_line(code: int, out: str, err: str) -> str:
    """What a service that does not start has said."""
    assert code == 2
    assert out == ""
    [line] = err.splitlines()
    assert line.startswith("casinowar serve: ")
    return line


def test_a_port_in_use_is_one_line_and_touches_nothing(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with program("--port", port, "--data-folder", str(tmp_path / "new")) as process:
            out, err = process.communicate(timeout=WAIT_SECONDS)
    line = only_line(process.returncode, out, err)
    assert f"--port: 127.0.0.1:{port} cannot be used: Address already in use" in line
    assert not (tmp_path / "new").exists()


def test_a_port_in_use_hides_no_other_bad_setting(tmp_path: Path, fails: Refusal) -> None:
    (tmp_path / "file").touch(0o644)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        used = ("--port", str(taken.getsockname()[1]), "--data-folder", str(tmp_path))
        for arguments, says in {
            ("--database", "mysql://x:secret@y/z"): "is not a database",
            ("--database", "sqlite:///"): "needs the path of a file",
            ("--database", f"sqlite:///{tmp_path}/no/x.db"): "no does not exist",
            ("--database", "postgresql://x:secret@[y/z"): "database: the URL cannot be read",
            ("--data-folder", f"{tmp_path}/file/new"): "file is not a folder",
            ("--key-file", f"{tmp_path}/file"): "file can be read by others",
        }.items():
            line = fails(*used, *arguments)
            assert says in line
            assert "secret" not in line


def test_a_database_of_another_program_stays_as_it_was(tmp_path: Path, fails: Refusal) -> None:
    file = tmp_path / "theirs.db"
    with closing(sqlite3.connect(file)) as theirs:
        theirs.execute("CREATE TABLE notes (x INTEGER)")
    before = file.read_bytes()
    line = fails(*folder(tmp_path), "--database", f"sqlite:///{file}")
    assert "theirs.db is not a casinowar database" in line
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["theirs.db"]


def test_a_database_in_use_is_one_line(tmp_path: Path, fails: Refusal) -> None:
    with program(*folder(tmp_path)) as process:
        address(process)
        assert "is in use by another casinowar process" in fails(*folder(tmp_path))


def test_a_server_that_can_lose_commits_is_one_line(
    tmp_path: Path, postgres: Postgres, fails: Refusal
) -> None:
    line = fails(*folder(tmp_path), "--database", postgres.dsn())
    assert "database: " in line
    assert "can lose commits that it has acknowledged: fsync is off" in line


def test_a_schema_that_does_not_exist_is_one_line(
    tmp_path: Path, postgres: Postgres, fails: Refusal
) -> None:
    line = fails(*folder(tmp_path), "--database", postgres.url("second"))
    assert line.endswith("the schema second does not exist; create it first: CREATE SCHEMA second")


def test_missing_keys_are_one_line_and_no_new_keys(tmp_path: Path, fails: Refusal) -> None:
    with program(*folder(tmp_path)) as process:
        address(process)
        stopped(process, signal.SIGTERM)
    keys = tmp_path / "casinowar.db.keys"
    keys.rename(tmp_path / "elsewhere")
    assert "casinowar.db.keys is missing" in fails(*folder(tmp_path))
    assert not keys.exists()
    (tmp_path / "elsewhere").rename(keys)
    line = fails(*folder(tmp_path), "--installation", "other")
    assert "--installation" in line
    keys.write_text("nonsense")
    keys.chmod(0o644)
    assert "read by others" in fails(*folder(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--port", "x"], "--port: 'x' is not a whole number"),
        (["--port", "70000"], "--port: 70000 is not from 0 to 65535"),
        (["--host", "999.1.1.1"], "--host: 999.1.1.1"),
        (["--host", "192.0.2.1"], "--host: 192.0.2.1 cannot be used: Cannot assign"),
        (["--database", "sqlite:////proc/x.db"], "proc/x.db cannot be opened: the folder /proc"),
        (["--database", "mysql://x:secret@y/z"], "is not a database"),
        (["--shoes", "nowhere.txt"], "--shoes nowhere.txt: cannot be read"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
        (["--log-level", "loud"], "--log-level: 'loud' is not one of"),
    ],
)
def test_bad_settings_are_one_line(
    tmp_path: Path, arguments: list[str], says: str, fails: Refusal
) -> None:
    line = fails(*folder(tmp_path), *arguments)
    assert says in line
    assert "secret" not in line


def test_the_environment_sets_what_flags_do_not(tmp_path: Path) -> None:
    with program(CASINOWAR_PORT="x") as process:
        out, err = process.communicate(timeout=WAIT_SECONDS)
    assert "CASINOWAR_PORT: 'x'" in only_line(process.returncode, out, err)
    with program(CASINOWAR_PORT="0", CASINOWAR_DATA_FOLDER=str(tmp_path)) as process:
        assert httpx.get(f"{address(process)}/healthz").status_code == 200
    assert (tmp_path / "casinowar.db").exists()


def test_stacked_shoes_are_dealt_and_marked(tmp_path: Path) -> None:
    shoe = " ".join(str(card) for card in DECK * 6)
    file = tmp_path / "shoes.txt"
    file.write_text(f"{shoe}\n", encoding="ascii")

    async def first_cards(bo: Guest, table_id: str) -> list[str]:
        async with bo.at(table_id) as table:
            for command, fields in (
                ("take_seat", {}),
                ("buy_chips", {"cash_cents": 10_000}),
                ("take_cut", {"cards": 52}),
                ("place_wagers", {"initial_cents": 1000}),
            ):
                done = await table.give(command, seat=1, **fields)
                assert done["ok"], done
            events = [event for frame in table.frames for event in frame.get("events", [])]
            return [event["card"] for event in events if event["name"] == "card_dealt"]

    async def sits_down(bo: Guest, table: str) -> dict[str, Any]:
        async with bo.at(table) as client:
            return await client.give("take_seat", seat=2)

    with program(*folder(tmp_path / "data"), "--shoes", str(file)) as process:
        url = address(process)
        tables = httpx.get(f"{url}/api/tables").json()["tables"]
        marked = {table["house"]: table for table in tables if table["stacked"]}
        plain = {table["house"] for table in tables if not table["stacked"]}
        assert set(marked) == {"washington", "skycity", "wisconsin", "no-bonus"}
        assert plain == {"battle-royal", "eleven-to-one", "ladder-war"}
        cards = asyncio.run(first_cards(guest(url), marked["washington"]["id"]))
        assert cards[:2] == ["3c", "4c"]  # after the opening burn, from the top of the next deck
        stopped(process, signal.SIGTERM)
    with program(*folder(tmp_path / "data")) as process:  # the shoe must go on, or nothing
        url = address(process)
        sits = asyncio.run(sits_down(guest(url), marked["washington"]["id"]))
        assert (sits["ok"], sits["code"]) == (False, "table/stopped")


def test_help_lists_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    said = capsys.readouterr().out
    for flag in ("--host", "--port", "--database", "--shoes", "--open", "--trusted-proxies"):
        assert flag in said
