"""The exact value of each choice on a tie, in a finished round of the viewer's own.

The odds are those of ``casinowar.odds``. They use only the player's knowledge: the house's
rules, the number of decks, and the cards that lay on the table when the choice was made.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from casinowar.cards import Card, with_suits
from casinowar.odds.decisions import FIRST, TIE
from casinowar.odds.stories import Decision
from casinowar.odds.what_if import what_if
from casinowar.service.history.access import Viewer
from casinowar.service.history.reader import Reader, StoredRound
from casinowar.service.history.shapes import Choice, Figure, WhatIf, WhatIfHand
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.service.roles import Action
from casinowar.store.interface import HandRow
from casinowar.table import events as e
from casinowar.table.engine import fold
from casinowar.table.words import decks_words

UNIT_DIGITS, CENT_DIGITS = 10, 2
NO_CHOICE = "There was no choice in this hand."
COUPON = "You had a choice, but bet a coupon: its value is not calculated here."


async def round_what_if(reader: Reader, id_text: str, viewer: Viewer) -> WhatIf:
    """Every hand of the viewer in a finished round, with the value of each choice."""
    viewer.need(Action.SEE_OWN_ROUNDS)
    found = await reader.round(id_text)
    own = [hand for hand in found.row.hands if hand.person == viewer.person]
    if not own:
        refuse(ServiceCode.NOT_YOUR_ROUND, "You did not play in this round.")
    return WhatIf(
        round=found.address,
        house=found.house.name,
        title=found.title,
        decks=found.row.decks,
        voided=found.row.voided,
        dealer=tuple(found.row.dealer.split()),
        hands=tuple(_hand(found, hand) for hand in own),
    )


def _hand(found: StoredRound, hand: HandRow) -> WhatIfHand:
    shown = WhatIfHand(
        seat=hand.seat,
        cards=tuple(hand.detail["cards"].split()),
        bet_cents=hand.detail["wagers"].get(FIRST, {}).get("staked", 0),
        had_choice=False,
        words=NO_CHOICE,
        seen=(),
        choices=(),
        by_policy=False,
        outcome=hand.outcome,
        net_cents=hand.returned_cents - hand.wagered_cents,
    )
    before = list[e.Event]()
    for event in found.events:
        if isinstance(event, e.SurrenderChosen | e.WarChosen) and event.seat == hand.seat:
            return _choices(shown, found, before, event)
        before.append(event)
    return shown


def _choices(
    shown: WhatIfHand,
    found: StoredRound,
    before: list[e.Event],
    chosen: e.SurrenderChosen | e.WarChosen,
) -> WhatIfHand:
    """The choice of a seat, and the value of each choice after the events ``before``."""
    state = fold(found.start, before)
    hand, dealer = state.hands[chosen.seat], state.dealer_card
    shown = replace(shown, bet_cents=hand.initial_cents, by_policy=chosen.called)
    if hand.coupon_cents:
        return replace(shown, words=COUPON)
    seen = list[Card]()
    for event in before:
        if isinstance(event, e.CardCorrected):
            seen.remove(event.told)
        if isinstance(event, e.CardDealt | e.FaceUpCardFound | e.CardCorrected):
            seen.append(event.card)
    assert hand.card is not None, "there is a choice only on a tie"
    assert dealer is not None, "likewise"
    others = list(seen)
    others.remove(hand.card)
    others.remove(dealer)
    stakes = {TIE: hand.tie_cents, **dict(hand.sides)}
    bets = {name: Fraction(cents, hand.initial_cents) for name, cents in stakes.items() if cents}
    worth = what_if(found.house, found.row.decks, hand.card, dealer, with_suits(others), bets)
    decision = Decision.WAR if isinstance(chosen, e.WarChosen) else Decision.SURRENDER
    return replace(
        shown,
        had_choice=True,
        words=(
            f"A fresh shoe of {decks_words(found.row.decks)} without the {len(seen)} cards that lay"
            f" on the table when you chose: {', '.join(map(str, seen))}. Cards of earlier rounds"
            " and burned cards are not counted."
        ),
        seen=tuple(map(str, seen)),
        choices=tuple(
            Choice(
                choice=one.value,
                value=_figure(value, UNIT_DIGITS),
                cents=_figure(value * hand.initial_cents, CENT_DIGITS),
                best=value == worth.values[worth.best],
                chosen=one is decision,
            )
            for one, value in worth.values.items()
        ),
    )


def _figure(value: Fraction, digits: int) -> Figure:
    """A value as an exact fraction and as a decimal, rounded once, half to even."""
    parts = round(value * 10**digits)
    whole, rest = divmod(abs(parts), 10**digits)
    decimal = f"{'-' * (parts < 0)}{whole}.{rest:0{digits}d}"
    return Figure(fraction=str(value), decimal=decimal)
