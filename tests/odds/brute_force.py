"""A round played the long way: every order of the cards, dealt, compared and paid chip by chip.

Nothing here is shared with ``casinowar.odds``: it deals cards, burns included, and reads the house.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product

from casinowar.cards import Card, Rank, parse_card
from casinowar.houses import House, load_house
from casinowar.houses.house import (
    BurnPattern,
    SideBet,
    SideRow,
    Surrender,
    WarTie,
)
from casinowar.money import parse_odds

ZERO = Fraction(0)
LOST = Fraction(-1)


@dataclass(frozen=True)
class Dealt:
    """What one order of the cards did to one unit on each wager."""

    outcome: str
    tied: str  # the letter of the rank of a tied original deal, or nothing
    first: Fraction
    wagered: int
    tie: Fraction
    war_tie: Fraction | None  # None: there was no war deal
    side: tuple[Fraction, ...]


def cards(names: str) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in names.split())


class Worth:
    """What the house pays one unit, reckoned once for all orders of the cards."""

    def __init__(self, house: House) -> None:
        self.first = Fraction(house.deal.first_odds.win, house.deal.first_odds.stake)
        self.rungs = [Fraction(rung.win, rung.stake) for rung in house.tie.ladder]
        self.war_tie = Fraction(house.tie.war_deal_odds.win)
        self.net = {
            "surrender": -house.surrender.lost,
            "war_won": house.war_net_won,
            "war_tied": house.war_net_tied,
            "war_lost": Fraction(-2),
        }
        sides = (LOST,) * len(house.side_bets)
        self.won = Dealt("win", "", self.first, 1, LOST, None, sides)
        self.lost = Dealt("lose", "", LOST, 1, LOST, None, sides)


def play(house: House, worth: Worth, order: Sequence[Card], decision: str) -> Dealt:
    """One round from the front of ``order``; burned cards are drawn and thrown away."""
    shoe = iter(order)
    player, dealer = next(shoe), next(shoe)
    burn = house.war.burn_count if house.war.burn_pattern is not BurnPattern.NONE else 0
    if player.rank != dealer.rank:
        return worth.won if player.rank > dealer.rank else worth.lost
    ties, wagered, war_tie = 1, 1, None
    outcome = "surrender"
    if decision == "war":
        wagered, outcome = 2, "war_tied"
        for _ in range(house.war.deals_max):
            for _ in range(burn):
                next(shoe)
            mine = next(shoe)
            if house.war.burn_pattern is BurnPattern.EVERY_CARD:
                for _ in range(burn):
                    next(shoe)
            theirs = next(shoe)
            if war_tie is None:
                tied = mine.rank == theirs.rank
                war_tie = worth.war_tie if tied else LOST
            if mine.rank != theirs.rank:
                outcome = "war_won" if mine.rank > theirs.rank else "war_lost"
                break
            ties += 1
    rung = worth.rungs[-1] if ties > len(worth.rungs) else worth.rungs[ties - 1]
    side = tuple(_side(bet, ties, player, dealer) for bet in house.side_bets)
    return Dealt(outcome, player.rank.letter, worth.net[outcome], wagered, rung, war_tie, side)


def _side(bet: SideBet, ties: int, player: Card, dealer: Card) -> Fraction:
    for row in bet.rows:
        if ties < row.ties or (row.suited and player.suit != dealer.suit):
            continue
        if row.ranks is None or player.rank in row.ranks:
            return Fraction(row.odds.win, row.odds.stake)
    return Fraction(-1)


def all_deals(house: House, shoe: Sequence[Card], decision: str) -> list[Dealt]:
    """Every order of so many cards of the shoe as the longest round can use."""
    need = 2 + (2 + house.war_burns(1)) * house.war.deals_max if house.war_possible else 2
    worth = Worth(house)
    return [play(house, worth, order, decision) for order in permutations(shoe, need)]


def best_deals(ways: Mapping[str, Sequence[Dealt]]) -> tuple[dict[str, str], list[Dealt]]:
    """The best of all plans that name one decision for each rank that can tie, and its deals.

    ``ways`` has the deals of a seat that always decides one way, in the same order of the deals.
    Of plans that are worth the same, the one that goes to war most often.
    """
    some = next(iter(ways.values()))
    ranks = sorted({deal.tied for deal in some} - {""})
    parts = {
        (way, rank): sum((deal.first for deal in deals if deal.tied == rank), ZERO)
        for way, deals in ways.items()
        for rank in ranks
    }
    plans = [dict(zip(ranks, plan, strict=True)) for plan in product(ways, repeat=len(ranks))]

    def worth(plan: Mapping[str, str]) -> tuple[Fraction, int]:
        total = sum((parts[way, rank] for rank, way in plan.items()), ZERO)
        return total, list(plan.values()).count("war")

    best = max(plans, key=worth)
    deals = [ways[best[deal.tied]][at] if deal.tied else deal for at, deal in enumerate(some)]
    return best, deals


def mean(values: Sequence[Fraction]) -> Fraction:
    counted = Counter(value.as_integer_ratio() for value in values)  # quicker than as fractions
    return sum((Fraction(*value) * count for value, count in counted.items()), ZERO) / len(values)


def chances(deals: Sequence[Dealt]) -> dict[str, Fraction]:
    found = Counter(deal.outcome for deal in deals)
    return {name: Fraction(count, len(deals)) for name, count in found.items()}


def by_rank(shoe: Sequence[Card]) -> str:
    """The shoe as ``--cards-left`` takes it."""
    found = Counter(card.rank.letter for card in shoe)
    return " ".join(f"{letter}:{count}" for letter, count in found.items())


def by_card(shoe: Sequence[Card]) -> str:
    found = Counter(str(card) for card in shoe)
    return " ".join(f"{name}:{count}" for name, count in found.items())


def house_without_burns(
    *,
    base: str = "skycity",
    deals_max: int = 1,
    ladder: str = "10:1",
    tied_odds: str | None = None,
    first_odds: str = "1:1",
    surrender: Surrender = Surrender.OFFERED,
    lost: str = "1/2",
    war_tie: str | None = None,
    side_bets: tuple[SideBet, ...] = (),
    burn_count: int = 0,
) -> House:
    """A house of the variation table; burns change no chance and cost time, so none by default."""
    house = load_house(base)
    pattern = house.war.burn_pattern if burn_count else BurnPattern.NONE
    war = replace(house.war, deals_max=deals_max, burn_pattern=pattern, burn_count=burn_count)
    if tied_odds:
        war = replace(war, tied_odds=parse_odds(tied_odds))
    rungs = tuple(parse_odds(text) for text in ladder.split())
    tie = replace(house.tie, ladder=rungs)
    if war_tie:
        tie = replace(tie, war_deal=WarTie.OFFERED, war_deal_odds=parse_odds(war_tie))
    return replace(
        house,
        war=war,
        tie=tie,
        side_bets=side_bets,
        deal=replace(house.deal, first_odds=parse_odds(first_odds)),
        surrender=replace(house.surrender, mode=surrender, lost=Fraction(lost)),
    )


def side_bet(name: str, *rows: tuple[int, str, bool, str]) -> SideBet:
    """A side bet of rows (ties, rank letters or '' for any, suited, odds)."""
    return SideBet(name=name, title=name, rows=tuple(_rows(rows)))


def _rows(rows: Sequence[tuple[int, str, bool, str]]) -> Iterator[SideRow]:
    for ties, letters, suited, odds in rows:
        ranks = frozenset(rank for rank in Rank if rank.letter in letters) if letters else None
        yield SideRow(ties=ties, ranks=ranks, suited=suited, odds=parse_odds(odds))
