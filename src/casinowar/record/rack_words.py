"""The rounds that a discard rack proves, as text and as JSON."""

from __future__ import annotations

import sys
from typing import Any

from casinowar.record.rack import Rebuilt
from casinowar.record.rack_readings import RackRound
from casinowar.record.rack_reasons import place


def rebuilt_lines(rebuilt: Rebuilt) -> list[str]:
    """Rounds and problems in the order of the rack; after a problem a round has no number."""
    lines = [(one.start, f"{place(one.start, one.end)} {one.reason}") for one in rebuilt.problems]
    counted_until = min((start for start, _ in lines), default=sys.maxsize)
    for number, one in enumerate(rebuilt.rounds, 1):
        name = f"round {number}" if one.start < counted_until else "round"
        lines.append((one.start, f"{name}, {place(one.start, one.end)}: {_round_words(one)}"))
    return [line for _, line in sorted(lines)]


def _round_words(one: RackRound) -> str:
    words = f"{one.in_words()}; {one.burned} burned"
    if one.face_up:
        words += "; face up " + " ".join(str(card) for card in one.face_up)
    return words if one.places_known else words + "; the order of the seats is uncertain"


def rebuilt_to_json(rebuilt: Rebuilt) -> dict[str, Any]:
    """Rounds and problems; the cards of each are ``rack[start:end]``."""
    return {
        "rounds": [
            {
                "start": one.start,
                "end": one.end,
                "hands": [[str(card) for card in hand] for hand in one.hands],
                "dealer": [str(card) for card in one.dealer],
                "burned": one.burned,
                "face_up": [str(card) for card in one.face_up],
                "places_known": one.places_known,
            }
            for one in rebuilt.rounds
        ],
        "problems": [
            {"start": problem.start, "end": problem.end, "reason": problem.reason}
            for problem in rebuilt.problems
        ],
    }
