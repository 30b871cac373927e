"""``python -m tests.fairness``: the drill of sealed shoes. 10,000 honest ones and all tampering.

Honest shoes have 1 to 7 players, some silent, some withholding; now and then, between any two
steps, the table is saved and read again, as after a crash. Each is checked by both verifiers.
Before that come 200 instances of each kind of tampering, and 100,000 shoes of the real shuffler and
of six bad ones.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tools.web import ROOT, find_node

from casinowar.fairness import FairShoe
from casinowar.houses import load_house
from casinowar.live import LiveTable
from casinowar.record.export import verify_export
from casinowar.wire import snapshot_of, table_from_snapshot
from tests.fairness.shufflers import BAD, real, rejected
from tests.fairness.tampering import KINDS, Log, tampered
from tests.kit.fair import FairTable, seed_of, signer_at
from tests.web.judged import judged

HOUSES = ("wisconsin", "washington", "skycity", "ladder-war", "eleven-to-one")
BATCH = 100  # exports that the page's verifier gets at once


class CrashingTable(FairTable):
    """A table that is saved and read again now and then."""

    def step(self) -> None:
        """One step, before which the process may have died."""
        if self.random.random() < 0.1:
            read = table_from_snapshot(snapshot_of(self.state), self.house)
            fair = FairShoe(self.origin, lambda number: seed_of(number, self.salt))
            table = LiveTable(self.house, shoes=lambda _: fair, save=self.done.extend)
            table.restore(read, self.table.version)
            self.table = table
        super().step()


def honest(salt: int) -> CrashingTable:
    """A table that has played one shoe to its end."""
    random = Random(salt)
    house = load_house(random.choice(HOUSES))
    places = range(1, house.deal.seats + 1)
    seats = tuple(sorted(random.sample(places, random.randrange(1, len(places) + 1))))
    quiet = [frozenset(seat for seat in seats if random.random() < 0.15) for _ in range(2)]
    game = CrashingTable(
        random, house=house, seats=seats, silent=quiet[0], withholding=quiet[1], salt=salt
    )
    game.shoes(1)
    return game


def check_honest(shoes: int, folder: Path) -> None:
    signer, found, waiting = signer_at(folder), Counter[str](), list[dict[str, object]]()
    for salt in range(shoes):
        export = honest(salt).export(signer)
        verified = verify_export(export)
        assert verified.fault is None, f"shoe {salt}: {verified.fault}"
        [first, *_] = verified.report.shoes
        assert first.ended, salt
        found["proved" if first.proved else "sealed, not proved fair"] += 1
        found["with a value withheld"] += len(first.opened) < len(first.sealed)
        waiting.append(judged(f"shoe {salt}", export))
        if len(waiting) == BATCH or salt == shoes - 1:
            check_in_page(waiting, folder)
            waiting.clear()
    print(f"honest: {shoes} shoes hold in both verifiers: {dict(found)}", flush=True)


def check_in_page(exports: list[dict[str, object]], folder: Path) -> None:
    """The page's own verifier must say the same of each."""
    node = find_node()
    assert node is not None, "the page's verifier needs Node.js"
    file = folder / "proofs.json"
    file.write_text(json.dumps(exports), encoding="utf-8")
    vitest = ROOT / "web" / "node_modules" / "vitest" / "vitest.mjs"
    done = subprocess.run(
        # a busy machine may stop for seconds
        [node.node, str(vitest), "run", "tests/proof.test.ts", "--testTimeout=600000"],
        cwd=ROOT / "web",
        env={**os.environ, **node.environment(), "PROOFS": str(file), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def check_tampering(instances: int, folder: Path) -> None:
    signer, other = signer_at(folder), signer_at(folder, 9)
    games = [FairTable(Random(salt), seats=(1, 3, 5), salt=salt).shoes(2) for salt in range(5)]
    for name, (_, reasons) in KINDS.items():
        found = Counter[str]()
        for number in range(instances):
            log = Log(games[number % len(games)], Random(f"{name} {number}"), signer, other)
            verified = verify_export(tampered(log, name), None, log.kept)
            assert verified.fault is not None, f"{name} {number} was not noticed"
            assert verified.reason in reasons, f"{name} {number}: {verified.fault}"
            found[verified.reason] += 1
        print(f"{name.replace('_', ' ')}: {instances} rejected {dict(found)}", flush=True)


def check_shufflers(shoes: int) -> None:
    wrong = rejected(real, shoes)
    assert wrong is None, f"the real shuffler fails: {wrong}"
    print(f"the real shuffler passes over {shoes} shoes", flush=True)
    for shuffler in BAD:
        wrong = rejected(shuffler, shoes)
        assert wrong is not None, f"{shuffler.__name__} passes"
        print(f"{shuffler.__name__.replace('_', ' ')}: rejected for its {wrong}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fairness")
    parser.add_argument("--shoes", type=int, default=10_000)
    parser.add_argument("--instances", type=int, default=200, help="of each kind of tampering")
    parser.add_argument("--shuffled", type=int, default=100_000, help="shoes for each shuffler")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        check_shufflers(args.shuffled)
        check_tampering(args.instances, Path(folder))
        check_honest(args.shoes, Path(folder))
        print(f"{time.perf_counter() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
