"""What processes say to each other, as text.

Planted once and caught: pieces of two frames taken for one, a piece that is missing and not missed.
"""

from __future__ import annotations

import msgspec
import pytest

from casinowar.service import said
from casinowar.service.following import SharedFrame
from casinowar.service.ports import Frame
from casinowar.service.said import (
    Answered,
    Given,
    Item,
    Piece,
    Pieces,
    answered_item,
    given_item,
    read_item,
    read_text,
    shown_items,
    texts_of,
)
from casinowar.store.news import NEWS_MAX_BYTES

GIVEN = Given(
    number=3,
    at_ms=1_800_000_000_000,
    table="t_1",
    id="c 1",
    digest="00ff",
    reason="a reason",
    command={"command": "buy_chips", "seat": 1, "cash_cents": 500},
    person="p_a",
    name="Zoë",
    age_years=None,
)


def items_of(texts: list[str]) -> list[Item]:
    read = [read_text(text) for text in texts]
    assert {(to, sender) for to, sender, _ in read} == {("two", "one")}
    return [read_item(item) for _, _, items in read for item in items]


def test_what_is_said_is_what_is_heard() -> None:
    answers = [
        Answered(number=7, version=12, body='{"ok":true}'),
        Answered(number=8, version=0, body=None),
    ]
    written = [given_item(GIVEN), *map(answered_item, answers)]
    items = [item for item in written if item is not None]
    items.append("came process1 t_1 p_a 3")
    assert items_of(list(texts_of("two", "one", items))) == [GIVEN, *answers, items[-1]]


@pytest.mark.parametrize("letter", ["x", "ä", "🂡"])
@pytest.mark.parametrize("size", [1, 3_000, 3_900, 8_000, 50_000])
def test_a_frame_of_any_size_arrives(letter: str, size: int) -> None:
    frame = Frame(f'{{"a":"{letter * size}"}}'.encode())
    texts = list(texts_of("two", "one", shown_items("t_1", SharedFrame(5, 9, frame))))
    assert all(len(text.encode()) <= said.ROOM_BYTES + 100 for text in texts)
    assert all(len(text.encode()) < NEWS_MAX_BYTES - 90 for text in texts)  # it is signed, too
    pieces, found = Pieces(), list[SharedFrame | None]()
    for item in items_of(texts):
        assert isinstance(item, Piece)
        found.append(pieces.add("one", item))
    *before, shared = found
    assert before == [None] * len(before)
    assert shared is not None
    assert (shared.first, shared.version, shared.frame.payload) == (5, 9, frame.payload)


def piece(about: str, number: int, last: int) -> Piece:
    return Piece(about, "t", 1, 2, number, last, f"{about}{number}")


@pytest.mark.parametrize(
    "said_in_this_order",
    [
        [("a", 1), ("b", 1), ("a", 2)],
        [("a", 2)],
        [("a", 1), ("a", 1)],
        [("a", 1), ("b", 2)],
        [("b", 1), ("a", 2)],
    ],
)
def test_pieces_that_do_not_belong_together_make_no_frame(
    said_in_this_order: list[tuple[str, int]],
) -> None:
    pieces = Pieces()
    assert not [
        frame
        for about, number in said_in_this_order
        if (frame := pieces.add("one", piece(about, number, 2)))
    ]


def test_each_process_has_its_own_pieces() -> None:
    pieces = Pieces()
    assert pieces.add("one", piece("a", 1, 2)) is None
    assert pieces.add("two", piece("b", 1, 2)) is None
    frame = pieces.add("one", piece("a", 2, 2))
    assert frame is not None
    assert frame.frame.payload == b"a1a2"


def test_what_is_too_long_is_no_item() -> None:
    long = "x" * NEWS_MAX_BYTES
    assert answered_item(Answered(number=1, version=1, body=long)) is None
    assert given_item(msgspec.structs.replace(GIVEN, reason=long)) is None
