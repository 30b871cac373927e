"""The cards of a shoe are exactly its decks, whatever order chance puts them in.

Planted once and caught here: a shuffle that never leaves a card in its place, a card twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from casinowar.cards import CARDS_PER_DECK, full_decks
from casinowar.houses import House
from casinowar.table import shuffled_stack
from tests.kit import WatchedTable, any_house, checked, sensible_command


@given(decks=st.integers(1, 12), random=st.randoms(use_true_random=False))
@checked(30)
def test_a_shuffled_stack_holds_each_card_once_a_deck(decks: int, random: Random) -> None:
    stack = shuffled_stack(decks, random.randrange)
    assert Counter(stack.cards) == Counter(full_decks(decks))
    assert len(stack.cards) == decks * CARDS_PER_DECK


def test_every_order_of_a_short_stack_comes_from_exactly_one_run_of_chance() -> None:
    """Fisher-Yates: the answers of chance and the orders of the first places match one to one."""
    orders = set()
    for first in range(52):
        for second in range(51):
            orders.add(shuffled_stack(1, _answers(first, second)).cards[-2:])
    assert len(orders) == 52 * 51


def _answers(*given: int) -> Callable[[int], int]:
    """Chance that answers these numbers first, and then leaves every card where it is."""
    answers = iter(given)
    return lambda count: next(answers, count - 1)


def test_chance_is_asked_for_numbers_below_what_is_left_and_nothing_else() -> None:
    asked: list[int] = []

    def below(count: int) -> int:
        asked.append(count)
        return 0

    shuffled_stack(1, below)
    assert asked == list(range(52, 1, -1))


@given(house=any_house(), seed=st.integers(0, 2**32 - 1))
@checked(20)
def test_dealt_and_undealt_cards_of_every_shoe_are_its_decks(house: House, seed: int) -> None:
    random = Random(seed)
    table = WatchedTable(house, random)
    for _ in range(80):
        table.do(sensible_command(random, table.state, table.shoe))
    for shoe in table.shoes:
        dealt = [shoe.cards[place] for place in shoe.shown]
        rest = [card for place, card in enumerate(shoe.cards) if place not in shoe.shown]
        assert Counter(dealt + rest) == Counter(full_decks(house.cards.decks))
