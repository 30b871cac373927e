"""Shoes for lessons: whole decks in an order for teaching, with cards that may lie face up.

A lesson about wars cannot wait for chance. When the dealer's card is about to be turned up, the
shoe may exchange it with a later card, so that a hand ties. The order of the cards is always a
possible one, and the exchange is invisible to the table.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from casinowar.cards import Card, full_decks
from casinowar.table import DEALER, Phase, Table
from casinowar.table.state import Status
from casinowar.training.courses import Level


class LessonShoe:
    """A shuffled shoe that lets hands tie as often as a level asks for."""

    def __init__(
        self, decks: int, level: Level, chance: Random, table: Callable[[], Table]
    ) -> None:
        self._cards = list(full_decks(decks))
        chance.shuffle(self._cards)
        self._level, self._chance, self._table = level, chance, table
        self._seen = set[int]()
        self._face_up = set[int]()

    def has(self, index: int) -> bool:
        """Whether the shoe reaches ``index``."""
        return index < len(self._cards)

    def card(self, index: int) -> Card | None:
        """The card at ``index``; from now on it stays there."""
        if index not in self._seen:
            self._arrange(index)
            self._seen.add(index)
        return self._cards[index]

    def lies_face_up(self, index: int) -> bool:
        """Whether the card at ``index`` lies face up."""
        return index in self._face_up

    def turn_up(self, index: int) -> None:
        """Turn the card at ``index`` face up."""
        self._face_up.add(index)

    def _arrange(self, index: int) -> None:
        state, level = self._table(), self._level
        if index in self._face_up or state.queue[:1] != (DEALER,):
            return
        if state.phase is Phase.DEAL:
            cards = [hand.card for hand in state.hands.values() if hand.initial_cents]
            wanted = level.ties
        elif state.phase is Phase.WAR_DEAL:
            wars = (hand for hand in state.hands.values() if hand.status is Status.AT_WAR)
            cards = [hand.war_cards[-1] for hand in wars if hand.war_cards]
            wanted = level.war_ties
        else:
            return
        ranks = {card.rank for card in cards if card is not None}
        if not ranks or self._chance.random() >= wanted:
            return
        later = [
            at
            for at in range(len(self._cards))
            if at not in self._seen and at not in self._face_up and self._cards[at].rank in ranks
        ]
        if later:
            at = self._chance.choice(later)
            self._cards[index], self._cards[at] = self._cards[at], self._cards[index]
