"""``casinowar-shuffle/1`` against the known answers, word by word.

Planted once and caught here: no word is ever discarded (modulo bias), words discarded one too
early, swaps from the front, a swap with any card of the stack, the cut of one card less, late draws
that always take the first card, draws that move the rest.
"""

from __future__ import annotations

import pytest

from casinowar.errors import InputError
from casinowar.fairness.secret import Secret
from casinowar.fairness.shuffle import (
    Draws,
    Stream,
    cards_behind,
    dealers_cut,
    positions_after_cut,
    stack_order,
    usual_depth,
)
from tests.fairness.vectors import VECTORS, ShoeVector, from_hex, secret

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
    keys = {label: secret(key) for label, key in shoe.sub_keys.items()}
    assert stack_order(keys["shuffle"], shoe.cards // 52).hex() == shoe.stack
    assert dealers_cut(keys["cut"], shoe.cards) == shoe.dealers_cut
    least, choices = shoe.behind_min, shoe.behind_span
    assert cards_behind(keys["depth"], shoe.cards, least, choices) == shoe.behind
    assert usual_depth(shoe.cards) == (least, choices)


def test_some_of_the_stacks_needed_a_word_more() -> None:
    assert {shoe.rejected_words for shoe in VECTORS.shoes} == {0, 1}


def test_late_draws_follow_the_links() -> None:
    (shoe,) = [shoe for shoe in VECTORS.shoes if shoe.blocks]
    assert len({len(block.links or "") for block in shoe.blocks}) == 3  # none, three seats, two
    draws = Draws(shoe.cards, shoe.cut, secret(shoe.sub_keys["late"]))
    stack, number, seen = from_hex(shoe.stack), 0, set[int]()
    for block in shoe.blocks:
        if block.links is not None:
            draws.add_links(number, from_hex(block.links))
            number += 1
        for card in block.cards:
            position = draws.draw()
            assert position not in seen
            seen.add(position)
            assert card in (255, stack[position])


def test_without_links_the_first_card_left_is_drawn() -> None:
    draws = Draws(52, 10, KEY)
    assert [draws.draw() for _ in range(43)] == [*range(10, 52), 0]
    draws.add_links(0, bytes(33))
    late = draws.draw()
    assert late != 1
    draws.add_links(1, b"")  # nobody sent a link: the first again, and the rest kept its order
    rest = [draws.draw() for _ in range(8)]
    assert rest == [position for position in range(1, 10) if position != late]
    with pytest.raises(InputError, match="no card is left"):
        draws.draw()


@pytest.mark.parametrize(("cut", "good"), [(9, False), (10, True), (302, True), (303, False)])
def test_a_cut_is_ten_cards_from_either_end(cut: int, good: bool) -> None:
    if good:
        assert positions_after_cut(312, cut) == [*range(cut, 312), *range(cut)]
    else:
        with pytest.raises(InputError, match="10 cards"):
            positions_after_cut(312, cut)


def test_the_dealer_cuts_anywhere_in_the_range_and_nowhere_else() -> None:
    keys = (Secret(number.to_bytes(32, "big")) for number in range(2000))
    assert {dealers_cut(key, 52) for key in keys} == set(range(10, 43))


@pytest.mark.parametrize(
    ("least", "choices", "good"),
    [
        *((78, 79, True), (78, 80, False), (78, 0, False)),
        *((77, 1, False), (156, 1, True), (157, 1, False)),
    ],
)
def test_the_depth_is_a_quarter_to_half_of_the_stack(least: int, choices: int, good: bool) -> None:
    if good:
        assert least <= cards_behind(KEY, 312, least, choices) < least + choices
    else:
        with pytest.raises(InputError, match="quarter to half"):
            cards_behind(KEY, 312, least, choices)


@pytest.mark.parametrize("decks", [0, 9])
def test_a_stack_has_one_to_eight_decks(decks: int) -> None:
    with pytest.raises(InputError, match="1 to 8"):
        stack_order(KEY, decks)
