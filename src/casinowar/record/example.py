"""An example round: one player, a tie and a war that is won, dealt by the rules of each house."""

from __future__ import annotations

from typing import Annotated, cast

from msgspec import Meta

from casinowar.cards import Card
from casinowar.houses import House
from casinowar.record.dispute import Story, settle_dispute
from casinowar.record.replay import PlayedRound
from casinowar.table.events import AnyEvent
from casinowar.table.message import Message
from casinowar.table.roles import player_at
from casinowar.table.view import View, view

BET_CENTS = 25_00
_TIE = (Card.JACK_OF_HEARTS, Card.JACK_OF_CLUBS)
_WAR = (Card.QUEEN_OF_SPADES, Card.NINE_OF_DIAMONDS)


def example_war(house: House) -> PlayedRound:
    """The example round, played by the engine, so that chips move as at a table.

    >>> from casinowar.houses import load_house
    >>> (hand,) = example_war(load_house("skycity")).state.hands.values()
    >>> (hand.outcome.value, hand.returned_cents - hand.wagered_cents)
    ('war_won', 2500)
    """
    limits = house.limits.first
    bet = min(max(BET_CENTS, limits.min_cents), limits.max_cents)
    story = Story(
        house=house,
        seat=(house.deal.seats + 1) // 2,
        initial_cents=bet,
        deals=(_TIE, _WAR),
        goes_to_war=True,
    )
    return settle_dispute(story).played


class Example(Message):
    """An example round: the table before it, as the player sees it, and its events."""

    house: str
    seat: Annotated[int, Meta(description="The player's.")]
    start: View
    events: tuple[AnyEvent, ...]
    ok: bool = True
    example: bool = True


def example(house: House) -> Example:
    """The example for a screen."""
    played = example_war(house)
    (seat,) = played.start.seats
    start = view(played.start, player_at(seat))
    events = cast("tuple[AnyEvent, ...]", tuple(played.events))
    return Example(house=house.name, seat=seat, start=start, events=events)
