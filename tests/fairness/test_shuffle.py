"""``casinowar-shuffle/1`` against the known answers, word by word.

Planted once and caught here: no word is ever discarded (modulo bias), words discarded one too
early, swaps from the front, a swap with any card of the stack, the cut of one card less.
"""

from __future__ import annotations

import pytest

from casinowar.cards import DECK
from casinowar.errors import InputError
from casinowar.fairness.secret import Secret
from casinowar.fairness.seeds import Label, sub_key
from casinowar.fairness.shuffle import (
    Stream,
    cards_behind,
    dealers_cut,
    stack_order,
)
from tests.fairness.vectors import VECTORS, ShoeVector, secret

EVERY_SHOE = pytest.mark.parametrize("shoe", VECTORS.shoes, ids=lambda shoe: shoe.name)
KEY = Secret(bytes(range(32)))


def test_numbers_of_a_stream() -> None:
    vector = VECTORS.stream
    assert vector.rejected > 0
    stream = Stream(secret(vector.key))
    assert [stream.below(n) for n in vector.below] == vector.result


def test_the_last_word_that_counts_and_the_first_that_is_discarded() -> None:
    key = Secret(b"\x01" * 32)  # its first two words fit the test
    words = Stream(key)
    first, second = words.below(65_536), words.below(65_536)
    # above half of all words, the words from n on are those discarded
    assert second < 32_768 < first
    assert Stream(key).below(first + 1) == first
    assert Stream(key).below(first) == second


@pytest.mark.parametrize("n", [0, -1, 65_537])
def test_a_stream_has_no_number_below_none_or_beyond_a_word(n: int) -> None:
    with pytest.raises(InputError):
        Stream(KEY).below(n)


@EVERY_SHOE
def test_stack_cut_and_depth(shoe: ShoeVector) -> None:
    before, after = secret(shoe.key_before_opening), secret(shoe.key)
    stack = stack_order(sub_key(after, Label.SHUFFLE), shoe.cards // 52)
    assert " ".join(str(DECK[card]) for card in stack) == shoe.stack
    assert dealers_cut(sub_key(before, Label.CUT), shoe.cards, shoe.cut_least) == shoe.dealers_cut
    depth = cards_behind(sub_key(before, Label.DEPTH), shoe.depth_least, shoe.depth_most)
    assert depth == shoe.cards_behind


def test_the_dealer_cuts_anywhere_in_the_range_and_nowhere_else() -> None:
    keys = (Secret(number.to_bytes(32, "big")) for number in range(2000))
    assert {dealers_cut(key, 52) for key in keys} == set(range(10, 43))


def test_the_depth_is_anywhere_in_its_range_and_nowhere_else() -> None:
    keys = (Secret(number.to_bytes(32, "big")) for number in range(500))
    assert {cards_behind(key, 78, 104) for key in keys} == set(range(78, 105))


@pytest.mark.parametrize("decks", [0, 9])
def test_a_stack_has_one_to_eight_decks(decks: int) -> None:
    with pytest.raises(InputError, match="1 to 8"):
        stack_order(KEY, decks)
