"""A page that has parsed an event writes the same bytes again: JSON.stringify(JSON.parse(bytes)).

So it can follow a table's log without keeping what was sent. Planted once and caught here: events
with escaped letters.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from datetime import date
from random import Random

import pytest
from tools.web import find_node

from casinowar.table import events as e
from casinowar.table.events import EVENTS
from casinowar.wire import event_bytes, event_from_bytes
from tests.kit.fair import FairTable

# what a name or a reason can hold, and what writers of JSON treat in different ways
TEXTS = (
    "Zoë", "李小龍", "😀", 'a "quoted" name', "back\\slash", "a/slash", "<b>&amp;</b>",
    "\u2028\u2029", "\u007f\u0080\u00a0\ufeff", "e\u0301", "\ud7ff\ue000\uffff", "tab\tline\n\r",
    "\b\f\x01\x1f",
)  # fmt: skip
SAME = (
    "const lines = require('fs').readFileSync(0, 'utf8').split('\\n').slice(0, -1);"
    "const other = lines.filter((line) => JSON.stringify(JSON.parse(line)) !== line);"
    "console.log(lines.length, JSON.stringify(other.slice(0, 3)));"
)


def bodies() -> Iterator[bytes]:
    """Events of whole shoes, and events with texts and amounts at their ends."""
    for salt, seats in enumerate(((1, 3), (2, 4, 7))):
        for each in FairTable(Random(salt), seats=seats, salt=salt).shoes(1).done:
            yield from map(event_bytes, each.events)
    for text in TEXTS:
        yield event_bytes(e.SeatTaken(seat=1, player=text, player_name=text, cites="policy"))
        yield event_bytes(e.RoundVoided(reason=text, cites="policy 7"))
    for cents in (0, -1, 10**12, 2**53 - 1):
        yield event_bytes(e.TrayFilled(amount_cents=cents, cites="policy 17"))
    yield event_bytes(e.GamingDayStarted(day=date(2026, 1, 1), cites="policy 14"))


def test_a_page_writes_the_bytes_that_are_stored() -> None:
    node = find_node()
    if node is None:
        pytest.skip("needs Node.js")
    lines = list(bodies())
    assert all(event_bytes(event_from_bytes(line)) == line for line in lines)
    done = subprocess.run(
        [node.node, "-e", SAME],
        input=b"".join(line + b"\n" for line in lines),
        capture_output=True,
        check=True,
    )
    count, other = done.stdout.decode().split(" ", 1)
    assert (int(count), other.strip()) == (len(lines), "[]")


def test_no_event_holds_what_a_page_could_write_otherwise() -> None:
    """Objects with numbers as keys are put in another order by JavaScript; floats look other."""
    for kind in EVENTS.values():
        for name, hint in kind.__annotations__.items():
            assert "dict" not in str(hint), f"{kind.NAME}.{name}"
            assert "Mapping" not in str(hint), f"{kind.NAME}.{name}"
            assert "float" not in str(hint), f"{kind.NAME}.{name}"
