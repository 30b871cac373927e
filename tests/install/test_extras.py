"""Without extras the base works, and each command that needs one says so in one line.

The packages of all extras are hidden from a fresh interpreter; ``tests/install/wheel.py`` does the
same with a wheel in an empty environment. Planted once and caught here: numpy imported at the top
of ``odds``, Textual at the top of ``casinowar play``, an extra whose package was not listed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from casinowar.extras import PACKAGES, missing
from tests.install.lines import BASE, NEEDS

ROOT = Path(__file__).parents[2]
# what the packages of pyproject.toml are imported as, where that is another name
IMPORTED_AS = {
    "argon2-cffi": "argon2",
    "open-spiel": "pyspiel",
    "prometheus-client": "prometheus_client",
}
HIDE = """
import io, json, sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
from casinowar.cli.main import main
"""


def in_base(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter that has the packages of the base alone."""
    hidden = {"scipy", "pandas", *(name for names in PACKAGES.values() for name in names)}
    return subprocess.run(
        [sys.executable, "-c", f"HIDDEN = {hidden!r}\n{HIDE}\n{code}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=folder,
        env={**os.environ, "XDG_DATA_HOME": str(folder), **environment},
    )


def test_the_commands_of_the_base_need_no_extra(tmp_path: Path) -> None:
    code = f"""
codes = []
for arguments, typed in {BASE!r}:
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    try:
        codes.append(main(arguments))
    except SystemExit as ended:
        codes.append(ended.code)
print(json.dumps(codes))
"""
    done = in_base(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [0] * len(BASE), done.stderr


@pytest.mark.parametrize(("extra", "arguments"), NEEDS)
def test_a_missing_extra_is_one_line(tmp_path: Path, extra: str, arguments: list[str]) -> None:
    done = in_base(f"sys.exit(main({arguments!r}))", tmp_path)
    assert done.returncode == 2
    says = f'the extra {extra} is not installed: pip install "casinowar[{extra}]"'
    assert done.stderr == f"casinowar {arguments[0]}: {says}\n"
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


TERMINAL = """
class Terminal(io.StringIO):
    def isatty(self):
        return True
sys.stdin = Terminal("quit\\n")
sys.stdout = out = Terminal()
"""


def test_a_table_in_the_terminal_needs_its_extra(tmp_path: Path) -> None:
    code = f"{TERMINAL}sys.exit(main(['play']))"
    done = in_base(code, tmp_path)
    assert done.returncode == 2
    asked = 'the extra terminal is not installed: pip install "casinowar[terminal]"'
    assert done.stderr == f"casinowar play: {asked}\n"


def test_the_school_falls_back_to_the_prompt(tmp_path: Path) -> None:
    code = (
        f"{TERMINAL}code = main(['train', 'deal'])\n"
        "sys.__stdout__.write(out.getvalue())\nsys.exit(code)"
    )
    done = in_base(code, tmp_path)
    assert done.returncode == 0, done.stderr
    first = 'This is the plain school. For the drawn one: pip install "casinowar[terminal]"\n'
    assert done.stdout.startswith(first)


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ("numbers", "import casinowar\ncasinowar.simulate('skycity', rounds=10)"),
        ("env", "import casinowar.env"),
    ],
)
def test_a_program_is_told_what_to_install(tmp_path: Path, extra: str, code: str) -> None:
    done = in_base(code, tmp_path)
    says = f'the extra {extra} is not installed: pip install "casinowar[{extra}]"\n'
    assert done.stderr.endswith(says)


def test_another_missing_module_is_no_extra() -> None:
    assert missing(ModuleNotFoundError("No module named 'nosuch'", name="nosuch")) is None
    assert missing(ModuleNotFoundError("nothing")) is None


def test_every_package_of_an_extra_is_known_by_its_name() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    for extra, packages in PACKAGES.items():
        names = {re.split(r"[<>=;\[ ]", line)[0] for line in extras[extra]}
        imported = {IMPORTED_AS.get(name, name) for name in names - {"casinowar", "uvloop"}}
        assert imported <= set(packages), extra
