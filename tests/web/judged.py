"""Exports of tables with sealed shoes, honest and not, and what Python's verifier says of each."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from casinowar.fairness import proof
from tests.fairness.tampering import KINDS, Log, tampered
from tests.kit.fair import FairTable, signer_at
from tests.kit.profile import few


def write(path: Path, folder: Path) -> int:
    """Write them to a file; their number."""
    signer, other = signer_at(folder), signer_at(folder, 9)
    games = list[FairTable]()
    for salt in few((5, 1, 0, 2, 3, 4, 6, 7), 2):  # one of six is silent; one of two withholds
        seats = tuple(range(1, 2 + salt % 7))
        withholding = frozenset({seats[-1]}) if salt % 3 == 1 else frozenset[int]()
        silent = frozenset({1}) if salt % 3 == 2 else frozenset[int]()
        game = FairTable(
            Random(salt), seats=seats, withholding=withholding, silent=silent, salt=salt
        )
        games.append(game.shoes(1).play(lambda game: game.state.shoe.drawn > 9))
    exports = {f"honest {number}": game.export(signer) for number, game in enumerate(games)}
    game = FairTable(Random(50), seats=(1, 3, 5)).shoes(2)
    for name in KINDS:
        for number in few(range(2), 1):
            log = Log(game, Random(f"{name} {number}"), signer, other)
            export = tampered(log, name)
            if not log.kept:  # the page keeps heads by itself
                exports[f"{name} {number}"] = export
    found = [judged(name, export) for name, export in exports.items()]
    assert sum(each["line"] is not None for each in found) > 20
    path.write_text(json.dumps(found), encoding="utf-8")
    return len(found)


def judged(name: str, export: bytes) -> dict[str, object]:
    report = proof.check(export.removesuffix(b"\n").split(b"\n"))
    fault = report.fault
    return {
        "name": name,
        "export": export.decode(),
        "line": None if fault is None else fault.line,
        "reason": None if fault is None else fault.reason.value,
        "shoes": [
            [shoe.number, list(shoe.sealed), list(shoe.opened), shoe.ended] for shoe in report.shoes
        ],
    }
