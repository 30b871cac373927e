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
from casinowar.fairness import FairShoe, NumberedShoe, Secret, derive_shoe
from casinowar.fairness.encoding import digest, encode, text, u64
from casinowar.fairness.shuffle import stack_order
from casinowar.table.shoe import Shoe
from casinowar.table.state import Contribution, Mix
from tests.fairness.vectors import VECTORS, ShoeVector, secret

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


def test_a_shoe_without_a_number_is_refused() -> None:
    with pytest.raises(InputError, match="from 1"):
        derive_shoe(ORIGIN, 0, 6, SEED)


def test_the_engine_takes_it_as_a_shoe() -> None:
    shoe: Shoe = derive_shoe(ORIGIN, 1, 6, SEED)
    assert isinstance(shoe, NumberedShoe)


def sealed_mix(shoe: ShoeVector, *, opened: bool) -> Mix:
    parts = tuple(
        Contribution(
            seat=each.seat,
            player=f"p{each.seat}",
            commitment=each.commitment,
            value=each.value if each.opened and opened else None,
        )
        for each in shoe.contributions
    )
    return Mix(
        number=shoe.shoe,
        commitment=shoe.commitment,
        contributions=parts,
        closed=True,
        cards=shoe.cards,
        cut_least=shoe.cut_least,
        depth_least=shoe.depth_least,
        depth_most=shoe.depth_most,
    )


@pytest.mark.parametrize("vector", VECTORS.shoes, ids=lambda shoe: shoe.name)
def test_a_sealed_shoe_follows_the_published_vectors(vector: ShoeVector) -> None:
    table = FairShoe(vector.origin, lambda _: secret(vector.seed))
    assert table.commitment(vector.shoe) == vector.commitment
    assert table.seed(vector.shoe) == vector.seed
    before, after = sealed_mix(vector, opened=False), sealed_mix(vector, opened=True)
    assert table.dealers_cut(before) == table.dealers_cut(after) == vector.dealers_cut
    assert table.cards_behind(before) == table.cards_behind(after) == vector.cards_behind
    shoe = table.mixed(after)
    assert table.mixed(sealed_mix(vector, opened=True)) is shoe
    assert " ".join(order(shoe)) == vector.stack
    assert not shoe.has(vector.cards)
    assert not shoe.lies_face_up(0)
    assert not table.has(0)
    for each in vector.contributions:
        assert table.opens(vector.shoe, each.seat, each.commitment, each.value)
        assert not table.opens(vector.shoe, each.seat + 1, each.commitment, each.value)
