"""The story of a sealed shoe: committed, mixed, cut, opened, dealt from and shown."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from casinowar.fairness import FairShoe, Secret
from casinowar.fairness.seeds import contribution
from casinowar.houses import House
from casinowar.live import LiveTable
from casinowar.table import Code, Phase, Refusal
from casinowar.table import commands as c
from casinowar.table.waits import waits_for
from tests.clauses.scene import CUT, DAY, TRAY_CENTS

from .cards import cash_cents
from .tables import _told
from .telling import state_line

ORIGIN = "example.com/casinowar/t1"


def _seed(number: int) -> Secret:
    return Secret(sha256(f"a seed for a story, shoe {number}".encode()).digest())


def sealed_shoe(house: House) -> str:
    """Two players contribute, one opens in time; the table closes and shows its seed."""
    return "\n".join(_lines(house)) + "\n"


def _lines(house: House) -> Iterator[str]:
    fair = FairShoe(ORIGIN, _seed)
    table = LiveTable(house, shoes=lambda _: fair)
    first, second = (1, min(2, house.deal.seats)) if house.deal.seats > 1 else (1, 1)
    values = {seat: sha256(f"a value of seat {seat}".encode()).digest() for seat in (first, second)}
    yield f"{house.title}. A sealed shoe: two players add to the shuffle, and one of them does not"
    yield "open its value in time."
    yield ""
    yield from _told(table, c.OpenTable(day=DAY, dealer="Ana", tray_cents=TRAY_CENTS, sealed=True))
    for seat in values:
        yield from _told(table, c.TakeSeat(seat=seat, player=f"player {seat}"))
        yield from _told(table, c.BuyChips(seat=seat, cash_cents=cash_cents(house)))
    for seat, value in values.items():
        sealed = contribution(ORIGIN, 1, seat, value).hex()
        yield from _told(table, c.SealContribution(seat=seat, commitment=sealed))
    if table.state.phase is Phase.CUT_OFFERED:
        yield from _told(table, c.TakeCut(seat=first, cards=CUT))
    cheat = table.do(c.OpenContribution(seat=first, value="0" * 64))
    assert isinstance(cheat, Refusal)
    assert cheat.code is Code.OTHER_VALUE
    yield f"  ! {cheat}"
    yield from _told(table, c.OpenContribution(seat=first, value=values[first].hex()))
    if second != first:
        [wait] = waits_for(table.state)
        assert wait.otherwise is not None
        yield f"    ({wait.message} After {wait.seconds} seconds the table goes on.)"
        yield from _told(table, wait.otherwise)
    yield from _told(table, c.OrderReshuffle())
    yield from _told(table, c.CloseTable())
    yield f"    = {state_line(table.state)}"
