"""``casinowar serve`` as a process of its own, which a test can kill, stop and start again."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from casinowar.cards import Card
from casinowar.fairness import KeyFile, derive_shoe, unseal
from casinowar.store.interface import Seed
from casinowar.table.shoe import Shoe, stack_of
from tests.kit.nursery import Nursery

START_SECONDS = 60.0
INSTALLATION = "local"
STACKED = "-stacked-"  # in the id of a table
# All clients of a test have one address; the limits for one address are tested elsewhere.
OPEN_DOORS = (
    "--guests-per-hour", "1000000", "--requests-per-second", "1000000", "--tables-per-hour",
    "1000000", "--sockets-per-address", "100000", "--sockets-per-person", "1000",
    "--sign-ins-per-minute", "1000000",
)  # fmt: skip


class Service:
    """A service on its own folder. Its address changes with every start."""

    def __init__(
        self,
        nursery: Nursery,
        folder: Path,
        database: str = "",
        options: Sequence[str] = (),
        stacked: Sequence[Sequence[Card]] = (),
    ) -> None:
        self.nursery, self.folder = nursery, folder
        self.log = folder / "log"
        self.key_file = folder / "keys" / "sealing.keys"
        self.database = database or f"sqlite:///{folder / 'data' / 'casinowar.db'}"
        self.options = options
        self.address = ""
        self.pid: int | None = None
        self.starts = 0
        self.stacked = stacked
        for name in ("data", "keys"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        if stacked:
            lines = [" ".join(map(str, shoe)) for shoe in stacked]
            (folder / "shoes").write_text("\n".join(lines) + "\n", encoding="utf-8")
            self.options = (*options, "--shoes", str(folder / "shoes"))

    @property
    def arguments(self) -> list[str]:
        """The command line."""
        return [
            "serve", "--port", "0", "--database", self.database, "--key-file", str(self.key_file),
            "--installation", INSTALLATION, *OPEN_DOORS, *self.options,
        ]  # fmt: skip

    async def start(self) -> None:
        """Start it and wait until it takes bets."""
        assert self.pid is None
        self.starts += 1
        out = self.folder / f"out-{self.starts}"
        self.pid = self.nursery.start(self.arguments, out, self.log)
        limit = time.monotonic() + START_SECONDS
        while not (out.exists() and (said := out.read_text(encoding="utf-8")).endswith("\n")):
            if self.nursery.ended(self.pid) is not None or time.monotonic() > limit:
                raise AssertionError(f"it did not start: {self.last_lines()}")
            await asyncio.sleep(0.01)
        self.address = said.strip()
        out.unlink()

    def kill(self) -> None:
        """End it at once, as a crash does."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGKILL)
        self.nursery.wait(self.pid)
        self.pid = None

    async def stop(self) -> int:
        """Ask it to stop and wait; returns its exit status."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        """Wait until it has ended; returns its exit status."""
        assert self.pid is not None
        while (status := self.nursery.ended(self.pid)) is None:
            await asyncio.sleep(0.01)
        self.pid = None
        return status

    def admin(self, *arguments: str) -> str:
        """Run ``casinowar admin`` on the database; returns its output."""
        out = self.folder / "admin"
        out.unlink(missing_ok=True)
        where = ("--database", self.database, "--key-file", str(self.key_file))
        pid = self.nursery.start(["admin", *arguments, *where], out, self.log)
        assert self.nursery.wait(pid) == 0, self.last_lines()
        return out.read_text(encoding="utf-8")

    @property
    def runs(self) -> bool:
        """Whether the process runs."""
        return self.pid is not None and self.nursery.ended(self.pid) is None

    def last_lines(self) -> str:
        """The end of its log."""
        return self.log.read_text(encoding="utf-8")[-3000:] if self.log.exists() else ""

    # --- secrets of the house ---------------------------------------------------------------------

    def shoe(self, table: str, seed: Seed, decks: int) -> Shoe:
        """A shoe of a table: a stacked one, or from its sealed seed and the key file."""
        if STACKED in table and seed.shoe <= len(self.stacked):
            return stack_of(self.stacked[seed.shoe - 1])
        origin = f"casinowar/{INSTALLATION}/{seed.stream}/{table}"
        opened = unseal(KeyFile(self.key_file), origin, seed.shoe, seed.sealed)
        return derive_shoe(origin, seed.shoe, decks, opened)
