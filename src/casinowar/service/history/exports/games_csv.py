"""Every hand of finished rounds as CSV (RFC 4180), one line each, the newest round first.

Text that a spreadsheet would take for a formula gets an apostrophe in front of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace

from casinowar.cards import parse_card
from casinowar.houses import House
from casinowar.service.csv_text import Cell, csv_lines, iso, money, plain
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import RoundId
from casinowar.service.history.reader import Reader
from casinowar.service.history.search import LIMIT_MAX, allowed
from casinowar.store.interface import FoundRound, HandRow, RoundQuery, RoundRow
from casinowar.table.play.settle import compare
from casinowar.table.state import Result

COLUMNS = (
    "Round",
    "Completed (UTC)",
    "Gaming day",
    "Table",
    "House",
    "Decks",
    "Seat",
    "Player id",
    "Player",
    "Status",
    "Outcome",
    "Player's cards",
    "Dealer's cards",
    "Intermediate results",
    "Choice on a tie",
    "Chosen by",
    "Wagers",
    "Coupon",
    "Wagered",
    "Returned",
    "Net",
    "Chips before",
    "Chips after",
    "Money",
    "Rules",
)  # "Chips before" includes chips bought during the round


async def games_csv(reader: Reader, query: RoundQuery, viewer: Viewer) -> AsyncIterator[str]:
    """The file in pieces; a refusal comes before the first piece.

    Staff get all hands of the matching rounds. Players get their own, without the secret ids of
    private tables, because they may pass the file on. The query's limit does not apply: no round is
    left out.
    """
    permitted = allowed(replace(query, limit=LIMIT_MAX), viewer)
    await reader.check_table(permitted.table)
    return _pieces(reader, permitted, viewer)


async def _pieces(reader: Reader, query: RoundQuery, viewer: Viewer) -> AsyncIterator[str]:
    yield csv_lines([COLUMNS])
    while True:
        page = await reader.store.rounds(query)
        if page:
            rows = list[Sequence[Cell]]()
            for one in page:
                rows += _hands(one, await reader.house(one.round.rules), viewer)
            yield csv_lines(rows)
        if len(page) < query.limit:
            return
        last = page[-1]
        query = replace(query, before=(last.round.at_ms, last.table.table, last.round.round))


def _hands(one: FoundRound, house: House, viewer: Viewer) -> Iterator[Sequence[Cell]]:
    row, name = one.round, one.table.rounds_name
    table = one.table.table if viewer.sees_all else name
    for hand in row.hands:
        if viewer.sees_all or hand.person == viewer.person:
            yield _hand(table, name, row, hand, house)


def _hand(table: str, name: str, row: RoundRow, hand: HandRow, house: House) -> Sequence[Cell]:
    detail, net = hand.detail, hand.returned_cents - hand.wagered_cents
    choice = detail.get("choice", "")
    return (
        plain(RoundId(table, row.round).address(name)),
        iso(row.at_ms),
        row.day,
        plain(table),
        plain(house.name),
        row.decks,
        hand.seat,
        plain(hand.person),
        plain(detail["name"]),
        "void" if row.voided or hand.outcome == "void" else "complete",
        hand.outcome.replace("_", " "),
        detail["cards"],
        row.dealer,
        "; ".join(_phases(hand, row)),
        choice,
        ("policy" if detail.get("called") else "player") if choice else "",
        "; ".join(
            f"{name} {money(sums['staked'])} returned {money(sums['returned'])}"
            for name, sums in detail["wagers"].items()
        ),
        money(detail.get("coupon_cents", 0)),
        money(hand.wagered_cents),
        money(hand.returned_cents),
        money(net),
        money(detail["chips_cents"] - net),
        money(detail["chips_cents"]),
        "play chips",
        row.rules,
    )


_FIRST = {
    Result.LOWER: "first card lower",
    Result.HIGHER: "first card higher",
    Result.EQUAL: "first card tied",
}
_WAR = {
    Result.LOWER: "war card lower",
    Result.HIGHER: "war card higher",
    Result.EQUAL: "war card tied",
}


def _phases(hand: HandRow, row: RoundRow) -> Iterator[str]:
    """The state of the hand after each of its cards."""
    pairs = zip(hand.detail["cards"].split(), row.dealer.split(), strict=False)
    for place, (own, dealer) in enumerate(pairs):
        result = compare(parse_card(own), parse_card(dealer))
        yield (_WAR if place else _FIRST)[result]
