"""``python -m tests.install.wheel WHEEL``: the wheel alone in an empty environment.

Every command of the base must run, and each missing extra must be one line. With ``--measure`` each
extra is also installed into an environment of its own; megabytes and seconds are printed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from casinowar.extras import PACKAGES
from tests.install.lines import BASE, NEEDS

ROOT = Path(__file__).parents[2]
TIMEOUT_SECONDS = 600


def installed(wheel: Path, extra: str, folder: Path) -> tuple[int, float]:
    """Install a wheel into a new environment; the megabytes added and the seconds taken."""
    venv.create(folder, with_pip=True)
    before, began = size_mb(folder), time.monotonic()
    subprocess.run(
        [
            *(str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"),
            *("--disable-pip-version-check", "-c", str(ROOT / "constraints.txt")),
            f"{wheel.resolve()}[{extra}]" if extra else str(wheel.resolve()),
        ],
        check=True,
        timeout=TIMEOUT_SECONDS,
    )
    return size_mb(folder) - before, time.monotonic() - began


def size_mb(folder: Path) -> int:
    """The megabytes of a folder on the disk."""
    done = subprocess.run(["du", "-sm", str(folder)], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[0])


def run(folder: Path, arguments: list[str], typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of the environment in a folder of its own."""
    with tempfile.TemporaryDirectory() as empty:
        return subprocess.run(
            [str(folder / "bin" / "casinowar"), *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_SECONDS,
            cwd=empty,
            env={"XDG_DATA_HOME": empty, "PATH": ""},
        )


def faults(folder: Path) -> list[str]:
    """What is wrong with an environment that has the base alone."""
    found = []
    for arguments, typed in BASE:
        done = run(folder, arguments, typed)
        if done.returncode != 0:
            found.append(f"casinowar {' '.join(arguments)}: {done.returncode} {done.stderr}")
    for extra, arguments in NEEDS:
        done = run(folder, arguments)
        one_line = rf'.*: pip install "casinowar\[{extra}\]"\n'
        if done.returncode != 2 or not re.fullmatch(one_line, done.stderr):
            found.append(f"casinowar {' '.join(arguments)}: {done.returncode} {done.stderr}")
    return found


def main() -> int:
    """Try the base; measure, if asked to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--measure", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        print(f"base: {_words(*installed(args.wheel, '', base))}", flush=True)
        found = faults(base)
        print("\n".join(found) or f"{len(BASE)} commands run, {len(NEEDS)} name their extra")
        for extra in (*PACKAGES, "all") if args.measure else ():
            size_and_time = installed(args.wheel, extra, Path(folder) / extra)
            print(f"{extra}: {_words(*size_and_time)}", flush=True)
    return 1 if found else 0


def _words(size: int, seconds: float) -> str:
    return f"{size} MB in {seconds:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
