"""The result that a hand must have, worked out from its cards and the house alone.

Written from the rulebook, independent of the engine: it reads no event and no movement, and shares
no code with ``table.settle``. Nets are in minor units.
"""

from __future__ import annotations

from fractions import Fraction

from casinowar.cards import Card
from casinowar.houses import House
from casinowar.houses.house import FirstWager, PaidOn, SideBet
from casinowar.money import Odds
from casinowar.outcomes import Outcome
from casinowar.table.state import Hand


def expected_net(
    house: House, hand: Hand, dealer_card: Card | None, dealer_war: tuple[Card, ...]
) -> Fraction:
    """Net result of all wagers of a hand that is over."""
    if hand.outcome is Outcome.VOID:
        return Fraction(0)
    assert hand.card is not None
    assert dealer_card is not None
    ties = ties_in_a_row(hand, dealer_card, dealer_war)
    if not hand.initial_cents:
        assert len(hand.war_cards) == _war_cards_alone(house, hand, ties)
    total = _first(house, hand, dealer_card, dealer_war)
    total += _on_tie(
        hand.tie_cents, house.tie.ladder[max(0, min(ties, len(house.tie.ladder)) - 1)], ties > 0
    )
    war_tied = bool(hand.war_cards) and hand.war_cards[0].rank == dealer_war[0].rank
    total += _on_tie(hand.war_tie_cents, house.tie.war_deal_odds, war_tied)
    for name, cents in hand.sides:
        [bet] = [bet for bet in house.side_bets if bet.name == name]
        total += _side(bet, cents, hand.card, dealer_card, ties)
    return total


def ties_in_a_row(hand: Hand, dealer_card: Card, dealer_war: tuple[Card, ...]) -> int:
    """How often in a row the hand tied, from the first card on."""
    pairs = zip(hand.cards, (dealer_card, *dealer_war), strict=False)
    ties = 0
    for own, dealers in pairs:
        if own.rank != dealers.rank:
            break
        ties += 1
    return ties


def _war_cards_alone(house: House, hand: Hand, ties: int) -> int:
    """War cards of a hand without a first wager: until it no longer ties, if more ties count."""
    sides = [bet for bet in house.side_bets if bet.name in dict(hand.sides)]
    counted = [len(house.tie.ladder)] + [row.ties for bet in sides for row in bet.rows]
    return min(ties, house.war.deals_max) if max(counted) > 1 else 0


def _first(house: House, hand: Hand, dealer_card: Card, dealer_war: tuple[Card, ...]) -> Fraction:
    assert hand.card is not None
    stake = Fraction(hand.initial_cents)
    if not stake:
        return stake
    if hand.card.rank > dealer_card.rank:
        return (stake + hand.coupon_cents) * house.deal.first_odds.ratio
    if hand.card.rank < dealer_card.rank:
        return -stake
    if not hand.war_cards:
        return -stake * house.surrender.lost
    last = len(hand.war_cards) - 1
    own, dealers = hand.war_cards[last].rank, dealer_war[last].rank
    if own < dealers:
        return -2 * stake
    odds = house.war.tied_odds if own == dealers else house.war.won_odds
    on = 2 * stake if house.war.paid_on is PaidOn.BOTH_WAGERS else stake
    gone = stake if house.war.first_wager is FirstWager.COLLECTED else 0
    return on * odds.ratio - gone


def _on_tie(cents: int, odds: Odds, tied: bool) -> Fraction:
    return cents * odds.ratio if tied else Fraction(-cents)


def _side(bet: SideBet, cents: int, card: Card, dealer_card: Card, ties: int) -> Fraction:
    for row in bet.rows:
        suits = not row.suited or card.suit == dealer_card.suit
        ranks = row.ranks is None or card.rank in row.ranks
        if ties >= row.ties and suits and ranks:
            return cents * row.odds.ratio
    return Fraction(-cents)
