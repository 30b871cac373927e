"""Power failures: the process is killed, and the folder is left as a disk would leave it.

``powerloss.c`` keeps what was synced. Beyond that, a disk may or may not have written anything that
was not: ``Disk.lose_power`` takes each sector from the synced content or from the written one, by
chance, or, to be strict, nothing that was not synced.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.crash.kills import Company
from tests.kit.nursery import Nursery
from tests.kit.process import Service

SECTOR_BYTES = 512
COPIES_OFTEN = "tests.crash.plants:copies_often"
SOURCE = Path(__file__).with_name("powerloss.c")


def compiler() -> str | None:
    """A C compiler, if there is one."""
    return next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


class Disk:
    """A folder whose unsynced content can be lost."""

    def __init__(self, folder: Path) -> None:
        self.live = folder / "service" / "data"
        self.kept = folder / "kept"
        self.library = folder / "powerloss.so"
        (self.kept / "bytes").mkdir(parents=True)
        self.live.mkdir(parents=True)
        named = compiler()
        assert named is not None
        command = [named, "-O1", "-shared", "-fPIC", "-o", str(self.library), str(SOURCE)]
        subprocess.run([*command, "-ldl", "-lpthread"], check=True)

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to be watched."""
        return {
            "LD_PRELOAD": str(self.library),
            "POWERLOSS_LIVE": str(self.live),
            "POWERLOSS_KEPT": str(self.kept),
        }

    def lose_power(self, random: Random | None) -> None:
        """Leave what was synced, and by chance some of what was not; None: none of it."""
        written = {
            path.name: (path.stat().st_ino, path.read_bytes()) for path in self.live.iterdir()
        }
        names = self._synced_names()
        if random is not None and random.random() < 0.5:
            names = {name: inode for name, (inode, _) in written.items()}
        left = dict[str, bytes]()
        for name, inode in names.items():
            kept = self.kept / "bytes" / str(inode)
            synced = kept.read_bytes() if kept.exists() else b""
            now = next((data for number, data in written.values() if number == inode), synced)
            left[name] = synced if random is None else mixed(synced, now, random)
        self._replace(left)

    def _synced_names(self) -> dict[str, int]:
        file = self.kept / "names"
        if not file.exists():
            return {}
        lines = [line.split(" ", 1) for line in file.read_text(encoding="utf-8").splitlines()]
        return {name: int(inode) for inode, name in lines}

    def _replace(self, left: dict[str, bytes]) -> None:
        """What is left is all there is, and all of it is durable."""
        for path in self.live.iterdir():
            path.unlink()
        shutil.rmtree(self.kept)
        (self.kept / "bytes").mkdir(parents=True)
        names = list[str]()
        for name, data in left.items():
            path = self.live / name
            path.touch(mode=0o600)
            path.write_bytes(data)
            inode = path.stat().st_ino
            (self.kept / "bytes" / str(inode)).write_bytes(data)
            names.append(f"{inode} {name}\n")
        (self.kept / "names").write_text("".join(names), encoding="utf-8")


def mixed(synced: bytes, written: bytes, random: Random) -> bytes:
    """A file of which some sectors were written and others were not."""
    size = random.choice((len(synced), len(written), max(len(synced), len(written))))
    found = bytearray(size)
    for start in range(0, size, SECTOR_BYTES):
        end = min(start + SECTOR_BYTES, size)
        old, new = synced[start:end], written[start:end]
        chosen = old if old == new or random.random() < 0.5 else new
        found[start : start + len(chosen)] = chosen
    return bytes(found)


async def lose_power_often(
    folder: Path, times: int, *, plants: Sequence[str] = (COPIES_OFTEN,), seed: int = 0
) -> dict[str, float]:
    """Lose power ``times`` times under load; raises a Violation, or says what was audited.

    Unless told otherwise, SQLite's log is copied all the time. A copy also syncs the log.
    """
    began, disk, random = time.perf_counter(), Disk(folder), Random(seed)
    with Nursery(plants, disk.environment) as nursery:
        service = Service(nursery, folder / "service")
        service.key_file = disk.live / "sealing.keys"
        await service.start()
        company = Company(service, seed)
        auditor = await company.arrive()
        try:
            for number in range(times):
                await company.play(random.choice((0, 1, 5, 15)))
                service.kill()
                company.check()
                disk.lose_power(None if number % 2 else random)
                await service.start()
                await auditor.audit()
            await company.leave()
            company.check()
        finally:
            await company.abandon()
        await auditor.audit_all()
        assert await service.stop() == 0, service.last_lines()
    seconds = round(time.perf_counter() - began, 1)
    return {"power failures": times, **auditor.report(), "seconds": seconds}
