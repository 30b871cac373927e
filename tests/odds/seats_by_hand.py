"""A round of several seats dealt the long way: every card that can come, one after the other.

Nothing here is shared with ``casinowar.odds``. No card is burned: burns change no chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from casinowar.cards import Card
from casinowar.houses import House

Decide = Callable[[Card, Card], str]  # the seat's card and the dealer's: war or surrender


@dataclass(frozen=True)
class SeatNets:
    """What one unit on each wager of a seat netted."""

    initial: Fraction
    tie: Fraction
    war_tie: Fraction  # one unit on every war deal
    side: tuple[Fraction, ...]

    def of(self, house: House, wager: str) -> Fraction:
        names = [bet.name for bet in house.side_bets]
        found: Fraction = self.side[names.index(wager)] if wager in names else getattr(self, wager)
        return found


def every_deal(
    shoe: Sequence[Card], play: Callable[[Iterator[Card]], tuple[SeatNets, ...]]
) -> Iterator[tuple[tuple[SeatNets, ...], Fraction]]:
    """Every round that the shoe can give, with its chance; cards are drawn only when asked for."""
    waiting: list[tuple[tuple[Card, ...], int]] = [((), 1)]
    while waiting:
        prefix, ways = waiting.pop()
        try:
            nets = play(iter(prefix))
        except StopIteration:
            left = Counter(shoe) - Counter(prefix)
            waiting += [((*prefix, card), ways * count) for card, count in left.items()]
        else:
            yield nets, Fraction(ways, perm(len(shoe), len(prefix)))


def play_seats(
    house: House, decide: Decide, seats: int
) -> Callable[[Iterator[Card]], tuple[SeatNets, ...]]:
    def play(shoe: Iterator[Card]) -> tuple[SeatNets, ...]:
        mine = [next(shoe) for _ in range(seats)]
        dealer = next(shoe)
        ties = [int(card.rank == dealer.rank) for card in mine]
        at_war = [bool(ties[s]) and decide(mine[s], dealer) == "war" for s in range(seats)]
        went, ended, first_war = list(at_war), ["" for _ in mine], ["" for _ in mine]
        for deal in range(house.war.deals_max):
            if not any(at_war):
                break
            cards = {s: next(shoe) for s in range(seats) if at_war[s]}
            theirs = next(shoe)
            for s, card in cards.items():
                if card.rank == theirs.rank:
                    ties[s] += 1
                    ended[s] = "tied"
                    at_war[s] = deal + 1 < house.war.deals_max
                else:
                    ended[s] = "won" if card.rank > theirs.rank else "lost"
                    at_war[s] = False
                if deal == 0:
                    first_war[s] = ended[s]
        return tuple(
            _nets(house, mine[s], dealer, ties[s], went[s], ended[s], first_war[s])
            for s in range(seats)
        )

    return play


def _nets(
    house: House, mine: Card, dealer: Card, ties: int, went: bool, ended: str, first_war: str
) -> SeatNets:
    lost = Fraction(-1)
    if mine.rank != dealer.rank:
        won = Fraction(house.deal.first_odds.win, house.deal.first_odds.stake)
        initial = won if mine.rank > dealer.rank else lost
        return SeatNets(initial, lost, Fraction(0), tuple(lost for _ in house.side_bets))
    war = {"won": house.war_net_won, "tied": house.war_net_tied, "lost": Fraction(-2)}
    rung = house.tie.ladder[min(ties, len(house.tie.ladder)) - 1]
    side = []
    for bet in house.side_bets:
        row = bet.row_for(mine.rank, suited=mine.suit == dealer.suit, ties=ties)
        side.append(lost if row is None else Fraction(row.odds.win, row.odds.stake))
    bonus = house.tie.war_deal_odds
    return SeatNets(
        war[ended] if went else -house.surrender.lost,
        Fraction(rung.win, rung.stake),
        (Fraction(bonus.win, bonus.stake) if first_war == "tied" else lost)
        if went
        else Fraction(0),
        tuple(side),
    )
