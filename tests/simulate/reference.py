"""A dealer in plain Python, written from the rules and sharing nothing with the kernels.

``play_shoe`` deals a whole shoe from any source of cards. ``replay`` plays a recorded shoe again
with the cards in their places and holds every field of the record against what comes of it;
``shuffled_shoe`` deals from a list shuffled by Python's own generator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random

from casinowar.houses import House
from casinowar.houses.house import BurnPattern, Reshuffle, Surrender
from casinowar.simulate import Strategy, TieBet
from tests.simulate.logs.record import ShoeRecord

Counts = tuple[int, ...]  # of the unseen cards of each rank, in order of size
Decide = Callable[[int, int], bool]  # (round, seat from 0) -> goes to war


@dataclass
class Played:
    """One round, as the plain dealer saw it."""

    start: int
    end: int
    cards: list[int]
    dealer: int
    outcomes: list[str]
    ties: list[int]
    tie_favoured: bool
    war_seats: list[list[int]]
    war_burned: list[list[int]]
    reached: bool


def _worth(house: House, counts: Counts, war_share: Fraction) -> Fraction:
    """What one unit on Tie wins on average, exactly."""
    forced = {Surrender.FORCED: Fraction(0), Surrender.NOT_OFFERED: Fraction(1)}
    to_war = forced.get(house.surrender.mode, war_share)
    ladder = tuple(odds.ratio for odds in house.tie.ladder)
    lost, paid = Fraction(1), Fraction(0)
    for chance, left in _pairs(counts):
        at_war = _rung(ladder, left, 1, house.war.deals_max) if to_war else ladder[0]
        lost -= chance
        paid += chance * ((1 - to_war) * ladder[0] + to_war * at_war)
    return paid - lost


def _pairs(counts: Counts) -> list[tuple[Fraction, Counts]]:
    """Each way in which two cards can tie: its chance, and the cards left after it."""
    left = sum(counts)
    found = []
    for count, ranks in Counter(counts).items():
        if count > 1:
            rest = list(counts)
            rest[rest.index(count)] -= 2
            chance = Fraction(ranks * count * (count - 1), left * (left - 1))
            found.append((chance, tuple(sorted(rest))))
    return found


@cache
def _rung(ladder: tuple[Fraction, ...], counts: Counts, ties: int, deals: int) -> Fraction:
    """What a run of so many ties is paid on average, with so many war deals to come."""
    here = ladder[min(ties, len(ladder)) - 1]
    if not deals or ties >= len(ladder):
        return here
    more = [(chance, _rung(ladder, left, ties + 1, deals - 1)) for chance, left in _pairs(counts)]
    return here + sum((chance * (paid - here) for chance, paid in more), Fraction(0))


@dataclass
class Dealer:
    """Deals one shoe; ``card_at`` gives the rank at a place, burned places are never asked for."""

    house: House
    decks: int
    seats: int
    card_at: Callable[[int], int]
    decide: Decide
    war_share: Fraction = Fraction(1)
    at: int = 0
    seen: Counter[int] = field(default_factory=Counter)
    rounds: list[Played] = field(default_factory=list)

    def draw(self) -> int:
        rank = self.card_at(self.at)
        self.seen[rank] += 1
        self.at += 1
        return rank

    def burn(self, count: int) -> list[int]:
        places = list(range(self.at, self.at + count))
        self.at += count
        return places

    def shoe(self) -> list[Played]:
        cards = 52 * self.decks
        every_round = self.house.cards.reshuffle is Reshuffle.EVERY_ROUND
        front = cards - self.house.cards_behind(self.decks)
        self.burn(self.house.cards.opening_burn)
        while True:
            played = self.round()
            # the cutting card came out if a card from behind it was drawn, place by place
            drawn = range(played.start, played.end)
            played.reached = not every_round and any(place >= front for place in drawn)
            self.rounds.append(played)
            if every_round or played.reached:
                return self.rounds

    def tie_favoured(self) -> bool:
        counts = sorted(4 * self.decks - self.seen[rank] for rank in range(2, 15))
        return _worth(self.house, tuple(counts), self.war_share) > 0

    def round(self) -> Played:
        start, favoured = self.at, self.tie_favoured()
        cards = [self.draw() for _ in range(self.seats)]
        dealer = self.draw()
        ties = [int(card == dealer) for card in cards]
        outcomes = ["win" if card > dealer else "lose" for card in cards]
        fighting = []
        for seat in range(self.seats):
            if ties[seat]:
                war = self.house.surrender.mode is Surrender.NOT_OFFERED or (
                    self.house.surrender.mode is Surrender.OFFERED
                    and self.decide(len(self.rounds), seat)
                )
                outcomes[seat] = "war_tied" if war else "surrender"
                if war:
                    fighting.append(seat)
        war_seats: list[list[int]] = []
        war_burned: list[list[int]] = []
        while fighting and len(war_seats) < self.house.war.deals_max:
            war_seats.append(list(fighting))
            hands, war_dealer, burned = self.war(fighting)
            war_burned.append(burned)
            for seat, card in hands.items():
                if card == war_dealer:
                    ties[seat] += 1
                else:
                    outcomes[seat] = "war_won" if card > war_dealer else "war_lost"
                    fighting.remove(seat)
        return Played(
            start,
            self.at,
            cards,
            dealer,
            outcomes,
            ties,
            favoured,
            war_seats,
            war_burned,
            reached=False,
        )

    def war(self, fighting: list[int]) -> tuple[dict[int, int], int, list[int]]:
        pattern, count = self.house.war.burn_pattern, self.house.war.burn_count
        burned = self.burn(count) if pattern is BurnPattern.ONCE else []
        hands = {}
        for seat in fighting:
            if pattern is BurnPattern.EVERY_CARD:
                burned += self.burn(count)
            hands[seat] = self.draw()
        if pattern is BurnPattern.EVERY_CARD:
            burned += self.burn(count)
        return hands, self.draw(), burned


def shuffled_shoe(house: House, decks: int, seats: int, random: Random) -> list[Played]:
    """A shoe from a list of all its cards, shuffled; every tie goes to war."""
    cards = [rank for rank in range(2, 15) for _ in range(4 * decks)]
    random.shuffle(cards)
    return Dealer(house, decks, seats, cards.__getitem__, lambda _round, _seat: True).shoe()


def replay(house: House, record: ShoeRecord, strategy: Strategy) -> None:
    """Deal the recorded cards again by the rules; every field of the record must come out."""
    faces = {place: int(rank) for place, rank in record.faces().items()}
    cards = 52 * record.decks
    assert all(0 <= place < cards for place in faces)
    assert max(Counter(faces.values()).values()) <= 4 * record.decks

    def decide(round_: int, seat: int) -> bool:
        if strategy.war_share in (0, 1):
            return strategy.war_share == 1
        return record.rounds[round_].outcomes[seat] != "surrender"

    share = Fraction(round(strategy.war_share * 65536), 65536)
    dealer = Dealer(house, record.decks, record.seats, faces.__getitem__, decide, share)
    played = dealer.shoe()
    assert dealer.at == record.rounds[-1].end
    assert sum(dealer.seen.values()) == len(faces), "a card was recorded that is never dealt"
    assert len(played) == len(record.rounds)
    for mine, theirs in zip(played, record.rounds, strict=True):
        assert (mine.start, mine.end) == (theirs.start, theirs.end)
        assert mine.cards == [int(rank) for rank in theirs.cards]
        assert mine.dealer == theirs.dealer
        assert tuple(mine.outcomes) == theirs.outcomes
        assert tuple(mine.ties) == theirs.ties
        assert mine.reached == theirs.cutting_card_reached
        assert mine.war_seats == [[seat - 1 for seat in war.seats] for war in theirs.wars]
        assert mine.war_burned == [list(war.burned) for war in theirs.wars]
        by_composition = strategy.tie is TieBet.BY_COMPOSITION
        assert theirs.tie_bet == (mine.tie_favoured if by_composition else True)
