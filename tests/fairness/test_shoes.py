"""The shoe of a table: the same for the same seed and number, another for any other.

Planted once and caught here: an id of the shoe without its number, suits in another order.
"""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from casinowar.cards import DECK, full_decks
from casinowar.errors import InputError
from casinowar.fairness import NumberedShoe, Secret, derive_shoe
from casinowar.fairness.encoding import digest, encode, text, u64
from casinowar.fairness.shuffle import stack_order, usual_depth
from casinowar.table.shoe import Shoe

ORIGIN = "example.com/casinowar/t1"
SEED = Secret(bytes(range(32)))


def order(shoe: Shoe) -> list[str]:
    cards = [shoe.card(index) for index in range(shoe.has(0) * 416) if shoe.has(index)]
    return [str(card) for card in cards]


def test_the_protocol_numbers_cards_in_the_order_of_a_new_deck() -> None:
    names = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    assert [str(card) for card in DECK] == names


def test_a_shoe_is_derived_as_its_page_says() -> None:
    shoe_id = digest("shoe", text(ORIGIN), u64(3))
    nobody = sha256(encode("rec/sealed", u64(0), shoe_id, b"")).digest()
    message = encode("key", shoe_id, nobody, b"", b"")
    key = hmac.digest(SEED.reveal(), message, "sha256")
    shuffle_key = hmac.digest(key, encode("sub", b"shuffle"), "sha256")
    cards = [str(DECK[card]) for card in stack_order(Secret(shuffle_key), 6)]
    assert order(derive_shoe(ORIGIN, 3, 6, SEED)) == cards


def test_the_first_cards_of_a_known_shoe() -> None:
    """A change of these cards would change every shoe that is being played."""
    shoe = derive_shoe(ORIGIN, 1, 6, SEED)
    assert " ".join(order(shoe)[:10]) == "8s 5d 9s 3h 6d Qd Js Kd 8c 7c"
    assert (shoe.dealers_cut(), shoe.cards_behind(*usual_depth(312))) == (177, 96)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_shoe_has_whole_decks_and_nothing_face_up(decks: int) -> None:
    shoe = derive_shoe(ORIGIN, 1, decks, SEED)
    assert Counter(order(shoe)) == Counter(map(str, full_decks(decks)))
    assert shoe.size == 52 * decks
    assert shoe.has(shoe.size - 1)
    assert not shoe.has(shoe.size)
    assert not any(shoe.lies_face_up(index) for index in range(shoe.size))


def test_the_same_shoe_every_time_and_another_for_anything_else() -> None:
    first = order(derive_shoe(ORIGIN, 1, 6, SEED))
    assert order(derive_shoe(ORIGIN, 1, 6, Secret(bytes(range(32))))) == first
    others = [
        derive_shoe(ORIGIN, 2, 6, SEED),
        derive_shoe(ORIGIN + "x", 1, 6, SEED),
        derive_shoe(ORIGIN, 1, 6, Secret(bytes(32))),
    ]
    assert all(order(other) != first for other in others)


def test_cut_and_depth_are_in_their_ranges() -> None:
    for number in range(1, 50):
        shoe = derive_shoe(ORIGIN, number, 6, SEED)
        assert 10 <= shoe.dealers_cut() <= 302
        assert 78 <= shoe.cards_behind(*usual_depth(312)) <= 104


def test_a_shoe_without_a_number_is_refused() -> None:
    with pytest.raises(InputError, match="from 1"):
        derive_shoe(ORIGIN, 0, 6, SEED)


def test_the_engine_takes_it_as_a_shoe() -> None:
    shoe: Shoe = derive_shoe(ORIGIN, 1, 6, SEED)
    assert isinstance(shoe, NumberedShoe)
