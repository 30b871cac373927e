"""A copy of the lockstep kernel into which faults are planted, for the statistical tests.

The source of the shipped kernel is copied into a package of its own, some lines are changed so
that a number chooses a fault, and the copy is compiled. With no fault chosen it must give the very
counts of the shipped kernel: it is the same program. Nothing of this is in the shipped files.
"""

from __future__ import annotations

import sys
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from types import ModuleType

import casinowar

SHIPPED = Path(casinowar.__file__).parent / "simulate"
NAME = "casinowar_with_faults"


class Fault(IntEnum):
    """What is wrong with the copy."""

    NONE = 0
    MODULO = 1  # the remainder of a division picks the card
    NO_REJECTION = 2  # a number that is one too many is kept
    OFF_BY_ONE = 3  # the last of the unseen cards is never picked
    BURN_SKIPPED = 4  # one card fewer burned in a war deal
    RESHUFFLE_LATE = 5  # one round more after the cutting card
    DEALER_KEPT = 6  # war cards are compared with a dealer's card of an earlier round

    NOT_TAKEN_OUT = 7  # the second of two cards stays among the unseen


# file, the line as shipped, the line with its fault; each must be found once
PLANTS = (
    ("kernels/lanes.py", "ROWS = 36\n", "ROWS = 37\nFAULT = 36 * LANES\n"),
    (
        "kernels/lockstep.py",
        "    for i in range(LANES):\n        t[AT + i] = I16(rules[OPENING])\n",
        (
            "    for i in range(LANES):\n        t[AT + i] = I16(rules[OPENING])\n"
            "        t[FAULT + i] = I16(rules[-1])\n"
        ),
    ),
    (
        "kernels/lanes.py",
        "t[PICK + i] = I16(scaled(number, U16(t[BOUND + i]))) | t[IDLE + i]",
        (
            "bound = U16(t[BOUND + i] - (t[FAULT] == 3 and t[BOUND + i] > 1))\n"
            "        bound = max(bound, U16(1))\n"
            "        pick = scaled(number, bound) if t[FAULT] != 1 else number % bound\n"
            "        t[PICK + i] = I16(pick) | t[IDLE + i]"
        ),
    ),
    (
        "kernels/lanes.py",
        "if t[RISK + place] != 0 and",
        "if t[FAULT] not in (1, 2) and t[RISK + place] != 0 and",
    ),
    (
        "kernels/lanes.py",
        "t[rank * LANES + i] = I16(count - falls)",
        "t[rank * LANES + i] = I16(count - I16(falls * (t[FAULT] != 7)))",
    ),
    (
        "kernels/first_cards.py",
        "war, each = I16(rules[WAR_FIXED]), I16(rules[WAR_EACH])",
        "war, each = I16(rules[WAR_FIXED] - (rules[-1] == 4)), I16(rules[WAR_EACH])",
    ),
    (
        "kernels/first_cards.py",
        "done = I16(I16(NOTHING) * I16(at > front))",
        "done = I16(I16(NOTHING) * I16((t[AT + i] if rules[-1] == 5 else at) > front))",
    ),
    (
        "kernels/war_cards.py",
        "t[DEALER + i] = I16(dealer + I16(is_dealers * I16(card - dealer)))",
        "t[DEALER + i] = I16(dealer + I16((t[FAULT] != 6) * is_dealers * I16(card - dealer)))",
    ),
)


def kernel_with_faults(folder: Path) -> ModuleType:
    """The copy's ``lockstep`` module; the last number of its rules chooses the fault."""
    package = folder / NAME
    package.mkdir()
    sources = {
        str(path.relative_to(SHIPPED)): path.read_text(encoding="utf-8")
        for path in SHIPPED.rglob("*.py")
    }
    for name, shipped, planted in PLANTS:
        assert sources[name].count(shipped) == 1, f"{name} no longer holds: {shipped}"
        sources[name] = sources[name].replace(shipped, planted)
    for name, before in (
        ("kernels/lockstep.py", "    DEALS,\n"),
        ("kernels/war_cards.py", "    DEALER,\n"),
    ):
        sources[name] = sources[name].replace(before, f"{before}    FAULT,\n", 1)
    for name, source in sources.items():
        text = '"""A copy."""\n' if name == "__init__.py" else source
        copied = text.replace("casinowar.simulate", NAME)
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text(copied, encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        return import_module(f"{NAME}.kernels.lockstep")
    finally:
        sys.path.remove(str(folder))
