"""Worked deals: one round for each result of a house, dealt and paid by the engine.

They are test vectors: ``casinowar replay`` plays each of them, and so can any other program. The
engine shares no formula with the exact odds, so a net that differs from the paytable is a fault.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from casinowar.cards import UNSEEN, Card, Rank, Suit, card_of
from casinowar.odds.decisions import FIRST, TIE, WAR_TIE, always_stories, asks_suits, net_of
from casinowar.odds.stories import Decision, Story
from casinowar.odds.values import HouseOdds
from casinowar.outcomes import WARS, Outcome
from casinowar.record import dispute
from casinowar.record.roundfile import FORMAT
from casinowar.table.events import CardBurned, CardDealt, WarCardDealt
from casinowar.table.state import Action, Hand, Wager

UNIT_STEPS = 100  # a unit is this many of the smallest wagers whose half can be paid


@dataclass(frozen=True, slots=True)
class WorkedDeal:
    """One round with a unit on every wager, as the engine dealt and paid it."""

    house: str
    decks: int
    cards: tuple[str, ...]  # in the order in which they leave the shoe; a burned card has no face
    decision: Decision | None
    outcome: Outcome
    unit_cents: int
    stakes: tuple[tuple[str, int], ...]  # in cents by wager
    nets: tuple[tuple[str, Fraction], ...]  # in units by wager; the war counts to the first wager
    returned_cents: int

    @property
    def round_file(self) -> str:
        """The deal as a round file with its results, for ``casinowar replay``."""
        stakes = dict(self.stakes)
        lines = [
            f"format = {json.dumps(FORMAT)}",
            f"house = {json.dumps(self.house)}",
            f"decks = {self.decks}",
            f"cards = {json.dumps(self.cards)}",
            "\n[[seats]]\nseat = 1",
            *(f"{name} = {stakes.pop(name)}" for name in (FIRST, TIE, WAR_TIE) if name in stakes),
        ]
        sides = [f"{json.dumps(name)} = {cents}" for name, cents in stakes.items() if name != "war"]
        if sides:
            lines.append(f"side = {{ {', '.join(sides)} }}")
        if self.decision is not None:
            lines.append(f'on_tie = "{self.decision}"')
        wagered = sum(cents for _, cents in self.stakes)
        lines += [
            f'\n[[results]]\nseat = 1\noutcome = "{self.outcome}"\nwagered = {wagered}',
            f"returned = {self.returned_cents}\nnet = {self.returned_cents - wagered}\n",
        ]
        return "\n".join(lines)


def worked_deals(odds: HouseOdds) -> tuple[WorkedDeal, ...]:
    """A deal for each combination of results that the wagers of a house can have in one round."""
    house = odds.house
    names = [wager.name for wager in odds.wagers]
    nets = {name: net_of(house, name) for name in names}
    found: dict[object, WorkedDeal] = {}
    for way, told in always_stories(house, odds.shoe, suits=asks_suits(house)).items():
        for story in told:
            alike = story.outcome, *(nets[name](story) for name in names)
            if alike not in found:
                found[alike] = _played(odds, story, way, names)
    order = list(Outcome)
    return tuple(sorted(found.values(), key=lambda deal: order.index(deal.outcome)))


def _played(odds: HouseOdds, story: Story, way: Decision, names: list[str]) -> WorkedDeal:
    house = odds.house
    unit = UNIT_STEPS * house.first_step * house.limits.smallest_chip_cents
    at_war = story.outcome in WARS
    decision = way if story.ties and house.war_possible else None
    told = dispute.Story(
        house=house,
        initial_cents=unit,
        tie_cents=unit if TIE in names else None,
        war_tie_cents=unit if at_war and WAR_TIE in names else None,
        sides=tuple((bet.name, unit) for bet in house.side_bets if bet.name in names),
        deals=tuple(_deals(story)),
        goes_to_war=None if decision is None else decision is Decision.WAR,
    )
    played = dispute.settle_dispute(told).played
    hand = played.state.hands[told.seat]
    assert hand.outcome is not None, "a settled hand"
    stakes = _stakes(hand)
    return WorkedDeal(
        house=house.name,
        decks=odds.decks if odds.decks in house.cards.decks_allowed else house.cards.decks,
        cards=tuple(
            UNSEEN if isinstance(event, CardBurned) else str(event.card)
            for event in played.events
            if isinstance(event, CardDealt | WarCardDealt | CardBurned)
        ),
        decision=decision,
        outcome=hand.outcome,
        unit_cents=unit,
        stakes=tuple(stakes.items()),
        nets=tuple((name, _net(hand, stakes, name)) for name in names if name in stakes),
        returned_cents=hand.returned_cents,
    )


def _stakes(hand: Hand) -> dict[str, int]:
    found = {
        Wager.INITIAL.value: hand.initial_cents,
        Wager.WAR.value: hand.war_cents,
        Wager.TIE.value: hand.tie_cents,
        Wager.WAR_TIE.value: hand.war_tie_cents,
        **dict(hand.sides),
    }
    return {name: cents for name, cents in found.items() if cents}


def _net(hand: Hand, stakes: dict[str, int], name: str) -> Fraction:
    """The net of a wager in units of its stake; the war counts to the first wager."""
    parts = {name, Wager.WAR.value} if name == FIRST else {name}
    back = sum(
        move.amount_cents
        for move in hand.movements
        if move.name in parts and move.action is not Action.COLLECT
    )
    put = sum(cents for part, cents in stakes.items() if part in parts)
    return Fraction(back - put, stakes[name])


def _deals(story: Story) -> Iterator[tuple[Card, Card]]:
    """The compared cards of a story: its ties, then the deal that decides."""
    ranks = [rank for rank in reversed(Rank) if rank is not story.rank]
    for tie in range(story.ties):
        rank = story.rank if tie == 0 and story.rank is not None else ranks[tie]
        suited = tie == 0 and bool(story.suited)
        yield card_of(rank, Suit.HEARTS), card_of(rank, Suit.HEARTS if suited else Suit.SPADES)
    if story.outcome in {Outcome.SURRENDER, Outcome.WAR_TIED}:
        return
    high, low = card_of(ranks[-2], Suit.CLUBS), card_of(ranks[-1], Suit.DIAMONDS)
    won = story.outcome in {Outcome.WIN, Outcome.WAR_WON}
    yield (high, low) if won else (low, high)
