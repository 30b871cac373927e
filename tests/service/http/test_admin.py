"""``casinowar admin``, ``backup``, ``restore`` and ``check`` on a real database.

Planted once and caught here: a passphrase on the command line, a rotated key that opens nothing,
a check that always says sound.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.record.export import verify_export
from casinowar.service.http.app import http_app
from casinowar.service.http.wiring import open_parts
from casinowar.service.ports import SystemClock
from tests.kit.postgres import Postgres
from tests.service.http.kit import address, config_for, program, running

PASSPHRASE = "four quiet ducks swim"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSPHRASE}\n"))
    return ["--data-folder", str(tmp_path)]


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err.strip()


def test_create_list_grant_and_revoke(here: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "create", "boss", *here]) == 0
    assert main(["admin", "grant", "boss", "dealer", "--reason", "short of staff", *here]) == 0
    assert main(["admin", "revoke", "boss", "player", "--reason", "on duty", *here]) == 0
    assert main(["admin", "list", *here]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("boss: administrator, dealer")
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat(timespec="milliseconds")
    ends = ["dealer", "--reason", "a day more", "--until", until]
    assert main(["admin", "grant", "boss", *ends, *here]) == 0
    assert main(["admin", "list", *here]) == 0
    listed = capsys.readouterr().out.splitlines()[-1]
    assert listed.endswith(f"boss: administrator, dealer until {until}")
    with pytest.MonkeyPatch.context() as later:  # before any service has taken the role away
        end_ms = round(datetime.fromisoformat(until).timestamp() * 1000)
        later.setattr(SystemClock, "now_ms", lambda _: end_ms)
        assert main(["admin", "list", *here]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("boss: administrator")
    ends[0] = "player"  # it has no end, and is not given for good instead
    assert main(["admin", "grant", "boss", *ends, *here]) == 2
    assert "Only a staff role" in last_line(capsys)


async def test_the_first_administrator_can_sign_in(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(f"{PASSPHRASE}\n", encoding="utf-8")
    arguments = ["admin", "create", "boss", "--passphrase-file", str(secret)]
    made = await asyncio.to_thread(main, [*arguments, "--data-folder", str(tmp_path)])
    assert made == 0
    async with running(config_for(tmp_path)) as house, house.client() as client:
        body = {"sign_in": "boss", "passphrase": PASSPHRASE}
        answer = await client.post("/api/sign-in", json=body)
        assert answer.json()["me"]["roles"] == ["administrator", "player"]


async def test_a_role_given_on_the_command_line_says_why_sessions_ended(tmp_path: Path) -> None:
    """Planted once and caught here: sessions ended without a reason; a role that was held."""
    here = ["--data-folder", str(tmp_path)]
    secret = tmp_path / "secret"
    secret.write_text(f"{PASSPHRASE}\n", encoding="utf-8")
    arguments = ["admin", "create", "boss", "--passphrase-file", str(secret), *here]
    assert await asyncio.to_thread(main, arguments) == 0
    body = {"sign_in": "boss", "passphrase": PASSPHRASE}
    async with running(config_for(tmp_path)) as house, house.client() as client:
        await client.post("/api/sign-in", json=body)
        cookies = dict(client.cookies)
    for role, status in (("player", 200), ("dealer", 401)):  # player is held already
        grant = ["admin", "grant", "boss", role, "--reason", "short of staff", *here]
        assert await asyncio.to_thread(main, grant) == 0
        async with running(config_for(tmp_path)) as house, house.client() as client:
            client.cookies.update(cookies)
            answer = await client.get("/api/me")
            assert answer.status_code == status, role
    assert answer.json()["message"] == "You were given the role dealer. Sign in again to use it."


def test_there_is_no_default_administrator(
    here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with program("--port", "0", *here) as process:
        address(process)
    assert main(["admin", "list", *here]) == 0
    assert capsys.readouterr().out == ""


def test_a_list_makes_no_database(
    tmp_path: Path, here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "list", *here]) == 2
    assert last_line(capsys).endswith("casinowar.db does not exist")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "typed", "says"),
    [
        (["create", "boss"], "short\n", "at least 10 characters"),
        (["create", "boss"], "", "passphrase: is empty"),
        (["create", "a b"], f"{PASSPHRASE}\n", "sign-in name"),
        (["create", "boss", "--passphrase-file", "nowhere"], "", "--passphrase-file nowhere"),
        (["grant", "nobody", "dealer", "--reason", "x"], "", "there is no account 'nobody'"),
        (["grant", "boss", "king", "--reason", "x"], "", "role: must be one of"),
        (["grant", "a", "dealer", "--reason", "x", "--until", "soon"], "", "such as 2026-11-16T06"),
        (["grant", "a", "dealer", "--reason", "x", "--until", ""], "", "such as 2026-11-16T06"),
        (["rotate-key"], "", "sealing keys"),
        (["rotate-signing-key"], "", "signing keys"),
        (["backup", "/"], "", "exists already"),
        (["restore", "nowhere"], "", "nowhere"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    here: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    typed: str,
    says: str,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["admin", *arguments, *here]) == 2
    said = last_line(capsys)
    assert says in said
    assert "\n" not in said


def test_a_passphrase_is_never_a_flag(here: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["admin", "create", "boss", "--passphrase", PASSPHRASE, *here])
    assert stopped.value.code == 2
    assert "unrecognized" in last_line(capsys)


def test_surveillance_is_held_alone(here: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "create", "boss", *here]) == 0
    assert main(["admin", "grant", "boss", "surveillance", "--reason", "x", *here]) == 2
    assert "cannot be combined with another role" in last_line(capsys)


def test_what_needs_the_database_says_what_to_do_while_the_service_has_it(
    here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    routes = http_app().openapi()["paths"]
    grant = ["boss", "dealer", "--reason", "x"]
    with program("--port", "0", *here) as process:
        address(process)
        for action in (["create", "boss"], ["grant", *grant], ["revoke", *grant]):
            assert main(["admin", *action, *here]) == 2
            said = last_line(capsys)
            assert "process; stop that one first, or " in said
            named = re.findall(r"(GET|PUT|POST) (/api/[a-z/{}]+)", said)
            assert len(named) == (2 if action[0] == "create" else 1)
            for method, path in named:
                assert method.lower() in routes[path]
            if action[0] == "create":
                assert said.index("create an account on the page") < said.index("give it roles")


def test_accounts_are_listed_while_the_service_runs(
    here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Planted once and caught: the list took the lock of the database."""
    assert main(["admin", "create", "boss", *here]) == 0
    with program("--port", "0", *here) as process:
        address(process)
        assert main(["admin", "list", *here]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("boss: administrator, player")


def test_backup_and_check_while_it_runs_then_restore(
    tmp_path: Path, here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.db"
    with program("--port", "0", *here) as process:
        address(process)
        assert main(["admin", "create", "boss", *here]) == 2
        assert "in use by another casinowar process" in last_line(capsys)
        assert main(["check", *here]) == 0
        assert "sound" in capsys.readouterr().out
        assert main(["backup", str(kept), *here]) == 0
        said = last_line(capsys)
        assert "casinowar.db.keys and casinowar.db.signing.keys in another place" in said
        keys = tmp_path / "casinowar.db.keys"
        keys.rename(tmp_path / "elsewhere")
        assert main(["backup", str(tmp_path / "second.db"), *here]) == 0
        said = last_line(capsys)
        assert said.startswith(f"Warning: {keys} is missing. ")
        assert "Keep" not in said
        (tmp_path / "elsewhere").rename(keys)
    other = ["--database", f"sqlite:///{tmp_path / 'other.db'}"]
    assert main(["restore", str(kept), *other]) == 2  # the keys are not in the backup
    assert "other.db.keys is missing" in last_line(capsys)
    assert not (tmp_path / "other.db").exists()
    keys = tmp_path / "other.db.keys"
    shutil.copy2(tmp_path / "casinowar.db.keys", keys)
    assert main(["restore", str(kept), *other]) == 2
    assert "other.db.signing.keys is missing, and players hold heads" in last_line(capsys)
    assert not (tmp_path / "other.db").exists()
    signing = tmp_path / "other.db.signing.keys"
    shutil.copy2(tmp_path / "casinowar.db.signing.keys", signing)
    assert main(["restore", str(kept), *other]) == 0
    assert "run casinowar check" in last_line(capsys)
    assert main(["restore", str(kept), *other]) == 2
    assert "is not empty" in last_line(capsys)
    assert main(["admin", "check", *other]) == 0
    for missing in (signing, keys):
        missing.unlink()
        with program("--port", "0", *other) as process:
            _, error = process.communicate(timeout=20)
            assert process.returncode == 2
            assert f"{missing.name} is missing" in error


def test_a_backup_without_shoes_needs_no_keys(
    tmp_path: Path, here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "create", "boss", *here]) == 0
    assert main(["backup", str(tmp_path / "kept.db"), *here]) == 0
    assert last_line(capsys) == ""


@pytest.mark.parametrize("name", ["nowhere/kept.db", "casinowar.db/kept.db"])
def test_a_backup_that_cannot_be_written_names_its_file_and_the_reason_once(
    tmp_path: Path, here: list[str], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["admin", "create", "boss", *here]) == 0
    file = tmp_path / name
    assert main(["backup", str(file), *here]) == 2
    said = last_line(capsys)
    assert said.startswith(f"casinowar backup: file: {file} cannot be written: No")
    assert said.count("No") == 1
    assert "unfinished" not in said


def test_a_schema_that_does_not_exist_is_one_line(
    tmp_path: Path, here: list[str], capsys: pytest.CaptureFixture[str], postgres: Postgres
) -> None:
    kept = tmp_path / "kept.db"
    assert main(["admin", "create", "boss", *here]) == 0
    assert main(["backup", str(kept), *here]) == 0
    capsys.readouterr()
    there = ["--database", postgres.url("second"), *here]
    secret = tmp_path / "secret"
    secret.write_text(f"{PASSPHRASE}\n", encoding="utf-8")
    for action in (
        ["restore", str(kept)],
        ["check"],
        ["admin", "create", "boss", "--passphrase-file", str(secret)],
        ["backup", str(tmp_path / "new.db")],
    ):
        assert main([*action, *there]) == 2
        said = last_line(capsys)
        assert said.count("\n") == 0
        assert said.endswith("does not exist; create it first: CREATE SCHEMA second"), said


@pytest.mark.parametrize("content", [None, b"no backup"])
def test_a_restore_that_fails_leaves_nothing(tmp_path: Path, content: bytes | None) -> None:
    file, new = tmp_path / "kept.db", tmp_path / "new" / "house.db"
    new.parent.mkdir()
    if content is not None:
        file.write_bytes(content)
    assert main(["restore", str(file), "--database", f"sqlite:///{new}"]) == 2
    assert list(new.parent.iterdir()) == []


async def test_another_installation_is_named(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)):
        pass
    with pytest.raises(InputError, match="--installation elsewhere"):
        await open_parts(config_for(tmp_path, installation="elsewhere"))


def test_check_finds_damage(
    tmp_path: Path, here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "create", "boss", *here]) == 0
    with sqlite3.connect(tmp_path / "casinowar.db") as connection:
        connection.execute("UPDATE accounts SET balance_cents = 7")
    connection.close()
    capsys.readouterr()
    assert main(["check", *here]) == 1
    assert capsys.readouterr().out


async def test_a_rotated_key_opens_the_same_shoes(tmp_path: Path) -> None:
    config = config_for(tmp_path)
    async with running(config) as house:
        bo = await house.guest()
        async with bo.at("washington") as table:
            await table.give("take_seat", seat=1)
            await table.give("buy_chips", seat=1, cash_cents=10_000)
    arguments = ["admin", "rotate-key", "--data-folder", str(tmp_path)]
    assert await asyncio.to_thread(main, arguments) == 0
    keys = config.key_path().read_text(encoding="ascii").splitlines()
    assert len(keys) == 3
    without_old = [keys[0], keys[2]]
    config.key_path().write_text("".join(f"{line}\n" for line in without_old), encoding="ascii")
    async with running(config) as house:
        bo.house = house
        async with bo.at("washington") as table:
            assert (await table.give("refuse_cut", seat=1))["ok"]
            assert (await table.give("place_wagers", seat=1, initial_cents=1000))["ok"]


async def test_a_rotated_signing_key_is_signed_by_the_one_before(tmp_path: Path) -> None:
    """While the service runs."""
    config = config_for(tmp_path)
    async with running(config) as house:
        bo = await house.guest()
        async with bo.at("washington") as table:
            before = table.frames[0]["fair"]
            await table.give("take_seat", seat=1)
            arguments = ["admin", "rotate-signing-key", "--data-folder", str(tmp_path)]
            assert await asyncio.to_thread(main, arguments) == 0
            await table.give("buy_chips", seat=1, cash_cents=10_000)
        async with bo.at("washington") as table:
            after = table.frames[0]["fair"]
        assert [len(before["keys"]), len(after["keys"])] == [1, 2]
        assert (before["keys"][0], after["key"]) == (after["keys"][0], after["keys"][1]["key"])
        export = (await bo.get("/api/tables/washington/record")).content
        assert verify_export(export, before["key"]).fault is None
        assert verify_export(export, after["key"]).fault is None
        forged = export.replace(after["keys"][1]["signature"].encode(), b"A" * 86 + b"==")
        assert verify_export(forged).code == "fair/signature"
