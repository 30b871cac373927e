"""What tables won against theory, and what moved through their trays.

Win and handle are those of finished rounds without void hands and coupons. Theory is what the same
stakes and choices win on average; the interval around it has the variance of whole rounds, because
all hands of a round meet the same dealer's cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from casinowar.houses import House
from casinowar.ledger import tray_account
from casinowar.service.floor.shapes import FloorTakings, FloorTray
from casinowar.service.history.reader import Reader
from casinowar.service.history.returns import theory
from casinowar.store import Store
from casinowar.store.interface import RoundQuery, RoundRow

DEVIATIONS = 1.959963984540054  # of the normal distribution, for 95 %
ROUNDS_MIN = 30  # rounds below which there is no interval
PAGE = 500
LAST_MS = 2**62
WINNINGS = (
    "collected", "paid", "payment_reversed", "collection_reversed", "match", "match_taken_back",
)  # fmt: skip


@dataclass(slots=True)
class Takings:
    """Sums over rounds, one after the other."""

    rounds: int = 0
    handle_cents: int = 0
    win_cents: int = 0
    theory_cents: float = 0.0
    squares: float = 0.0
    last: int = 0  # the number of the newest round
    last_ms: int = 0

    def add(self, row: RoundRow, house: House) -> None:
        """Add a round."""
        handle, win, expected, counts = 0, 0, 0.0, False
        for hand in row.hands:
            if hand.outcome == "void" or "coupon_cents" in hand.detail:
                continue
            alone, counts = hand.outcome == "none", True
            for name, wager in hand.detail["wagers"].items():
                handle += wager["staked"]
                win += wager["staked"] - wager["returned"]
                if name == "war":
                    continue  # the theory of the first wager includes it
                known = theory(house, row.decks, name, alone=alone)
                share = known.always_war
                if hand.outcome == "surrender":
                    share += known.surrendered
                expected -= float(share) * wager["staked"]
        self.rounds += counts
        self.handle_cents += handle
        self.win_cents += win
        self.theory_cents += expected
        self.squares += (win - expected) ** 2
        self.last, self.last_ms = max(self.last, row.round), max(self.last_ms, row.at_ms)

    def shown(self) -> FloorTakings:
        half = None
        if self.rounds >= ROUNDS_MIN and self.squares:
            half = DEVIATIONS * sqrt(self.squares)
        return FloorTakings(
            rounds=self.rounds,
            handle_cents=self.handle_cents,
            win_cents=self.win_cents,
            theory_cents=round(self.theory_cents),
            half_cents=None if half is None else round(half),
            inside=None if half is None else abs(self.win_cents - self.theory_cents) <= half,
        )


def together(parts: list[Takings]) -> Takings:
    """The takings of several tables; their rounds are independent."""
    total = Takings()
    for one in parts:
        total.rounds += one.rounds
        total.handle_cents += one.handle_cents
        total.win_cents += one.win_cents
        total.theory_cents += one.theory_cents
        total.squares += one.squares
    return total


async def takings(
    reader: Reader, table: str, since_ms: int, until_ms: int = LAST_MS, on: Takings | None = None
) -> Takings:
    """The takings of a table in a range of time; ``on`` are those of its earlier part."""
    sums = Takings() if on is None else on
    query_since = max(since_ms, sums.last_ms)
    new, before = list[RoundRow](), None
    while True:
        page = await reader.store.rounds(
            RoundQuery(
                table=table,
                since_ms=query_since,
                until_ms=min(until_ms, LAST_MS),
                before=before,
                limit=PAGE,
            )
        )
        new += [found.round for found in page if found.round.round > sums.last]
        if len(page) < PAGE or page[-1].round.round <= sums.last:
            break
        before = (page[-1].round.at_ms, table, page[-1].round.round)
    for row in reversed(new):
        sums.add(row, await reader.house(row.rules))
    return sums


@dataclass(slots=True)
class Tray:
    """What was posted to a tray since a moment, by kind."""

    last: int = 0  # the number of the newest posting
    sums: dict[str, int] = field(default_factory=dict[str, int])

    async def read(self, store: Store, table: str, since_ms: int, until_ms: int = LAST_MS) -> Tray:
        """Add the new postings."""
        found = await store.account_sums(tray_account(table), since_ms, until_ms, self.last)
        for kind, cents in found.sums.items():
            self.sums[kind] = self.sums.get(kind, 0) + cents
        self.last = max(self.last, found.last)
        return self

    def shown(self, now_cents: int) -> FloorTray:
        """The tray as the desk shows it."""
        sums = self.sums
        opening = now_cents - sum(sums.values()) + sums.get("opening", 0)
        return FloorTray(
            now_cents=now_cents,
            opening_cents=opening,
            fills_cents=sums.get("fill", 0),
            credits_cents=-sums.get("credit", 0),
            win_cents=sum(sums.get(kind, 0) for kind in WINNINGS),
            sold_cents=-sums.get("buy_in", 0),
            closed_cents=-sums.get("closing", 0),
            low=now_cents * 2 < opening,
        )
