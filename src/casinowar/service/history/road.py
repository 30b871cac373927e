"""A table's road: its latest rounds in order, and their sums.

It holds no names, except the net results of players at private tables who agreed to show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casinowar.outcomes import WARS, Outcome
from casinowar.service.csv_text import iso
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import RoundId
from casinowar.service.history.reader import Reader
from casinowar.service.history.shapes import Road, RoadHand, RoadPlayer, RoadRound, RoadSums
from casinowar.service.roles import Action
from casinowar.service.tables.settings import KeptSettings
from casinowar.store.interface import HandRow, RoundQuery, RoundRow

ROUNDS_MAX = 500


async def road(reader: Reader, table: str, limit: int, viewer: Viewer) -> Road:
    """The latest rounds of a table, newest first, and sums over just these; two queries."""
    viewer.need(Action.WATCH_TABLE)
    row = await reader.table(table)
    found = await reader.store.rounds(RoundQuery(table=table, limit=limit))
    rounds = [one.round for one in found]
    name, sharing = row.rounds_name, KeptSettings.from_json(row.settings).hidden.sharing
    hands = [hand for one in rounds for hand in one.hands]
    return Road(
        rounds=tuple(_round(RoundId(table, one.round), one, name, viewer) for one in rounds),
        counted=RoadSums(
            rounds=len(rounds),
            hands=len(hands),
            ties=sum(_is_tie(one, hand) for one in rounds for hand in one.hands),
            wars=sum(hand.outcome in WARS for hand in hands),
        ),
        players=tuple(_players(hands, sharing)),
        sharing=viewer.person in sharing,
    )


def _round(id_: RoundId, row: RoundRow, name: str, viewer: Viewer) -> RoadRound:
    return RoadRound(
        id=id_.address(name),
        round=id_.number,
        at=iso(row.at_ms),
        voided=row.voided,
        dealer=tuple(row.dealer.split()),
        hands=tuple(
            RoadHand(
                seat=hand.seat,
                you=hand.person == viewer.person,
                card=hand.detail["cards"].split(" ")[0] or None,
                outcome=hand.outcome or None,
                tie_won=_tie_alone_won(hand),
            )
            for hand in row.hands
        ),
    )


def _is_tie(row: RoundRow, hand: HandRow) -> bool:
    """Whether the first cards of a hand and the dealer tied, also in a void round."""
    cards, dealer = hand.detail["cards"], row.dealer
    return bool(cards and dealer) and cards[0] == dealer[0]


def _tie_alone_won(hand: HandRow) -> bool | None:
    """Whether a Tie wager without a first wager won; None for every other hand."""
    if hand.outcome != Outcome.NONE:
        return None
    return hand.returned_cents > hand.wagered_cents


def _players(hands: Sequence[HandRow], sharing: Sequence[str]) -> Iterator[RoadPlayer]:
    """Hands and net of the players who agreed to show them, in the order in which they agreed."""
    for person in sharing:
        own = [hand for hand in hands if hand.person == person]
        if own:  # the newest hand is first, with their latest name
            net_cents = sum(hand.returned_cents - hand.wagered_cents for hand in own)
            yield RoadPlayer(name=own[0].detail["name"], hands=len(own), net_cents=net_cents)
