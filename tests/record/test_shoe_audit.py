"""Shoes counted from events: what is missing, what is too many, and what nobody can say.

New Jersey fined tables that dealt for hours from shoes with cards missing. Each way in which that
shows is planted here: in the order of a shoe, in a count by hand, in where the cutting card came
out among real cards, and in faces that came out too often.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from casinowar.cards import Card, Rank, full_decks
from casinowar.record.shoe_audit import Check, CountedShoe, Order, checks, counted_shoes, verdict
from casinowar.table import events as e
from casinowar.table.state import Burn

DECKS = 6
SIZE = 52 * DECKS
BEHIND = 78
WHOLE = dict.fromkeys(Rank, 4 * DECKS)


def shuffled(seed: int = 1) -> list[Card]:
    cards = list(full_decks(DECKS))
    Random(seed).shuffle(cards)
    return cards


def dealt(
    cards: Sequence[Card],
    *,
    cut: int = 0,
    behind: int | None = BEHIND,
    drawn: int = SIZE - BEHIND,
    out_after: int | None = None,
    real: bool = False,
    ended: bool = True,
) -> list[tuple[int, e.Event]]:
    """A shoe from the cut to the reshuffle; every fifth card is burned."""
    made: list[e.Event] = []
    if real:
        made.append(e.RealCardsAnnounced(cites="policy 28"))
    made.append(e.CardsCut(seat=1, cards=cut, cites="WI e3"))
    if behind is not None:
        made.append(e.CuttingCardPlaced(cards_behind=behind, cites="WI e5"))
    made.append(e.ShoeLoaded(shoe=3, cards=SIZE, cites="WI e5"))
    made.append(e.NoMoreBetsAnnounced(round=7, cites="WI g2"))
    reached = SIZE - behind if out_after is None and behind is not None else out_after
    for place in range(drawn):
        if place == reached:
            made.append(e.CuttingCardReached(seat=2, cites="WI g4"))
        if place % 5 == 0:
            made.append(e.CardBurned(burn=Burn.WAR, cites="WI h6"))
        else:
            card = cards[(cut + place) % len(cards)]
            made.append(e.CardDealt(seat=1, card=card, cites="WI g3"))
    if drawn == reached:
        made.append(e.CuttingCardReached(seat=2, cites="WI g4"))
    if ended:
        made.append(e.CardsCollected(cites="WI e6"))
    return [(1000 * place, event) for place, event in enumerate(made)]


def one(events: list[tuple[int, e.Event]]) -> CountedShoe:
    [shoe] = counted_shoes(events, "Marta")
    return shoe


def by_name(found: Sequence[Check]) -> dict[str, Check]:
    return {check.name: check for check in found}


def test_a_whole_shoe_holds() -> None:
    cards = shuffled()
    shoe = one(dealt(cards, cut=141))
    assert (shoe.number, shoe.size, shoe.of_a_rank) == (3, 312, 24)
    assert (len(shoe.out), shoe.burned, shoe.left) == (234, 47, 78)
    assert shoe.seen.total() == 234 - 47
    assert (shoe.ended_by, shoe.dealers, shoe.rounds) == ("the cutting card", ["Marta"], [7])
    found = by_name(checks(shoe, Order(cards)))
    assert found["Count"].words == "187 seen, 47 burned, 78 left: 312 in total."
    assert found["Order"].words == "All 234 follow from the seed and the cut at 141."
    assert found["Cutting card"].holds is found["Shuffled"].holds is True
    assert verdict(found.values()) is True


def test_while_it_runs_only_what_is_on_view_is_counted() -> None:
    shoe = one(dealt(shuffled(), drawn=50, ended=False))
    found = by_name(checks(shoe, None))
    assert shoe.ended_ms is None
    assert "Order" not in found
    assert "By hand" not in found
    assert found["Cutting card"].holds is None
    assert verdict(found.values()) is None


def test_a_card_that_is_missing_from_the_stack_is_found() -> None:
    cards = shuffled()
    king = next(place for place, card in enumerate(cards) if card.rank is Rank.KING)
    short = [card for place, card in enumerate(cards) if place != king]
    shoe = one(dealt(cards, drawn=king, behind=None))
    found = checks(shoe, Order(short))
    assert by_name(found)["Order"].words == "The stack is not complete: 1 king missing."
    assert verdict(found) is False


def test_a_card_in_the_place_of_another_is_found() -> None:
    cards = shuffled()
    wrong = list(cards)
    five = next(place for place, card in enumerate(cards) if card.rank is Rank.FIVE)
    wrong[five] = Card.SIX_OF_CLUBS
    found = by_name(checks(one(dealt(cards)), Order(wrong)))
    assert found["Order"].words == "The stack is not complete: 1 five missing, 1 six too many."


def test_a_card_that_does_not_follow_from_the_seed_is_found() -> None:
    cards = shuffled()
    other = list(cards)
    other[11], other[12] = other[12], other[11]
    found = by_name(checks(one(dealt(other)), Order(cards)))
    assert found["Order"].words == f"Card 12 was {cards[12]}; by the seed it is {cards[11]}."


# --- real cards -----------------------------------------------------------------------------------


def test_real_cards_that_nobody_counted_are_not_called_whole() -> None:
    shoe = one(dealt(shuffled(), real=True))
    found = checks(shoe)
    assert shoe.real
    assert by_name(found)["Order"].words == "The order of real cards is not known."
    assert by_name(found)["By hand"].words == (
        "Nobody counted the cards after this shoe. 125 cards were never seen, so some of them"
        " may be missing."
    )
    assert verdict(found) is None
    assert verdict(checks(shoe, counted=WHOLE)) is True


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({Rank.KING: 23}, "1 king missing"),
        ({Rank.SIX: 22, Rank.TWO: 25}, "1 two too many, 2 sixes missing"),
        ({Rank.ACE: 0}, "24 aces missing"),
    ],
)
def test_a_count_by_hand_finds_what_is_missing(changes: dict[Rank, int], words: str) -> None:
    found = checks(one(dealt(shuffled(), real=True)), counted=WHOLE | changes)
    assert by_name(found)["By hand"].words == f"Counted by rank: {words}."
    assert verdict(found) is False


@pytest.mark.parametrize(
    ("out_after", "words"),
    [
        (230, "4 cards are missing in front of it"),
        (233, "1 card is missing in front of it"),
        (235, "1 card is too many in front of it"),
    ],
)
def test_a_cutting_card_that_comes_out_elsewhere_shows_missing_cards(
    out_after: int, words: str
) -> None:
    """The faces are told by hand and the cutting card is reported: nobody counted it before."""
    found = checks(one(dealt(shuffled(), real=True, drawn=out_after + 2, out_after=out_after)))
    check = by_name(found)["Cutting card"]
    assert check.words == f"It came out after {out_after} cards instead of 234: {words}."
    assert verdict(found) is False


def test_a_rank_and_a_card_that_come_out_too_often_are_found() -> None:
    cards = shuffled()
    places = [place for place in range(234) if place % 5]
    for place in places[:25]:
        cards[place] = Card.KING  # its suit was not told
    found = by_name(checks(one(dealt(cards, real=True))))
    assert found["Count"].holds is False
    assert "kings came out, more than 6 decks hold" in found["Count"].words
    cards = shuffled()
    for place in places[:7]:
        cards[place] = Card.KING_OF_HEARTS
    found = by_name(checks(one(dealt(cards, real=True))))
    assert "Kh came out" in found["Count"].words


def test_a_face_that_was_corrected_counts_once() -> None:
    events = dealt(shuffled(), drawn=4, behind=None, real=True, ended=False)
    told = shuffled()[3]
    events.append((9000, e.CardCorrected(seat=1, told=told, card=Card.ACE, cites="policy 28")))
    shoe = one(events)
    assert len(shoe.out) == 4
    assert shoe.out[-1] is Card.ACE


# --- the rest -------------------------------------------------------------------------------------


def test_cards_that_were_not_shuffled_are_noticed() -> None:
    found = by_name(checks(one(dealt(full_decks(DECKS), real=True))))
    assert found["Shuffled"].holds is False
    assert verdict(found.values()) is False
    too_few = by_name(checks(one(dealt(full_decks(DECKS), real=True, drawn=9, ended=False))))
    assert too_few["Shuffled"].holds is None


def test_shuffled_cards_are_never_called_unshuffled() -> None:
    for seed in range(200):
        assert by_name(checks(one(dealt(shuffled(seed)))))["Shuffled"].holds is True, seed


def test_a_shoe_ends_with_what_ended_it() -> None:
    events = dealt(shuffled(), drawn=20, ended=False)
    for event, words in (
        (e.ReshuffleOrdered(cites="WI e2iv"), "a reshuffle that the floor ordered"),
        (e.RoundVoided(reason="x", cites="policy 7"), "a void round"),
    ):
        more = [*events, (99, event), (100, e.CardsCollected(cites="WI e6"))]
        assert one(more).ended_by == words
    closed = [*events, (99, e.TableClosed(cites="policy"))]
    assert one(closed).ended_by == "the table closed"
