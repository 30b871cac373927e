"""The examples for staff on the page about roles run, and print what the page shows.

Planted once and caught here: an example without its ``Origin``, a role that is misspelt.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from casinowar.service.http.offline_admin import create_administrator
from tests.service.http.kit import config_for, running
from tests.service.http.test_routes import play_round

ROOT = Path(__file__).parents[2]
SECTION = (ROOT / "docs" / "roles.md").read_text("utf-8").partition("## Staff over HTTP\n")[2]
ADDRESS = "http://127.0.0.1:8037"
MARK = "@@"  # ends what a command prints


def examples() -> list[tuple[str, str]]:
    """Each command of the section, with what is shown below it."""
    found = list[tuple[str, str]]()
    for block in re.findall(r"^```console\n(.*?)^```", SECTION, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            lines = part.splitlines()
            last = next(at for at, line in enumerate(lines) if not line.endswith("\\"))
            found.append(("\n".join(lines[: last + 1]), "\n".join(lines[last + 1 :])))
    return found


async def printed(script: str, folder: Path) -> str:
    """What a script prints."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    process = await asyncio.create_subprocess_exec(
        *("bash", "-c", script),
        cwd=folder,
        env={**os.environ, "PATH": path, "no_proxy": "*"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await process.communicate()
    return out.decode()


async def test_the_examples_for_staff_run(tmp_path: Path) -> None:
    if shutil.which("curl") is None or shutil.which("bash") is None:
        pytest.skip("no curl here")
    [shown] = re.findall(r"^```json\n(.*?)^```", SECTION, re.M | re.S)
    boss = json.loads(shown)
    (tmp_path / "boss.json").write_text(shown, encoding="utf-8")
    flo = {"sign_in": "flo", "passphrase": "six tall pines hum"}
    (tmp_path / "flo.json").write_text(json.dumps(flo), encoding="utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    config = config_for(tmp_path / "data")
    await create_administrator(config, boss["sign_in"], boss["passphrase"])
    async with running(config) as house:
        await play_round(await house.guest("Bo"))
        commands = [command.replace(ADDRESS, house.url) for command, _ in examples()]
        said = await printed("".join(f"{one}\necho {MARK}\n" for one in commands), tmp_path)
    answers = said.split(f"{MARK}\n")[:-1]
    assert len(answers) == len(commands) > 10
    for (command, wanted), answer in zip(examples(), answers, strict=True):
        pattern = ".*".join(re.escape(part) for part in wanted.strip().split("…"))
        assert re.fullmatch(pattern, answer.strip(), re.S), f"{command}\n{answer}"


async def test_what_the_floor_may_not_do_is_one_line(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)) as house:
        bo = await house.guest("Bo")
        (tmp_path / "bo").write_text(
            f"# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tcasinowar\t{bo.token}\n",
            encoding="utf-8",
        )
        floor = f"python {ROOT / 'examples' / 'floor.py'}"
        for arguments, said in {
            "": "usage: floor.py",
            f"{house.url} bo washington close_table x": "role/not_allowed: ",
            f"{house.url} nowhere washington close_table x": "nowhere",
            f"{house.url} bo nowhere close_table x": "HTTP 404",
        }.items():
            line = await printed(f"{floor} {arguments}", tmp_path)
            assert said in line
            assert line.count("\n") == 1, line
