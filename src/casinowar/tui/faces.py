"""Cards drawn as text: faces, backs, fans of burned cards, empty places.

A drawing is a block: a tuple of lines of equal width, so that blocks can stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from casinowar.cards import Card, Rank, Suit

Block = tuple[Content, ...]

CARD_WIDTH, CARD_HEIGHT = 7, 5
SUIT_SIGNS = {
    Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠", None: " ",
}  # fmt: skip
RED_SUITS = frozenset({Suit.DIAMONDS, Suit.HEARTS})

# A card is white with red or black print in every theme, as on a real table.
_PAPER = "on #fbfaf5"
_EDGE = f"#8f8f86 {_PAPER}"
_BACK = "#f3ecd8 on #8c2f39"
_FAN_STEP = 2  # columns of each covered card that stay visible
_EMPTY = "$felt-line"


def rank_sign(rank: Rank) -> str:
    """The rank as a card shows it."""
    return "10" if rank is Rank.TEN else rank.letter


def short_card(card: Card) -> Content:
    """A card in running text, like K♥."""
    style = "bold $suit-red" if card.suit in RED_SUITS else "bold"
    return Content.styled(rank_sign(card.rank) + SUIT_SIGNS[card.suit], style)


def face(card: Card) -> Block:
    """A card face up."""
    ink = ("bold #c4122f " if card.suit in RED_SUITS else "bold #16161d ") + _PAPER
    rank, suit = rank_sign(card.rank), SUIT_SIGNS[card.suit]
    rows = (f"{rank:<5}", f"  {suit}  ", f"{rank:>5}")
    return _boxed("╭─────╮", "│", "╰─────╯", rows, _EDGE, ink)


def back() -> Block:
    """A card face down."""
    return _boxed("╭─────╮", "│", "╰─────╯", ("░▒░▒░", "▒░▒░▒", "░▒░▒░"), _BACK, _BACK)


def place() -> Block:
    """An empty place for a card."""
    return _boxed("╭╌╌╌╌╌╮", "╎", "╰╌╌╌╌╌╯", ("     ",) * 3, _EMPTY, _EMPTY)


def _boxed(top: str, side: str, bottom: str, rows: Iterable[str], edge: str, inside: str) -> Block:
    middle = [Content.assemble((side, edge), (row, inside), (side, edge)) for row in rows]
    return (Content.styled(top, edge), *middle, Content.styled(bottom, edge))


def fan(count: int) -> Block:
    """Burned cards, face down, each covering most of the one before."""
    if count <= 0:
        return (Content(""),) * CARD_HEIGHT
    card = back()
    covered = tuple(line[:_FAN_STEP] for line in card)
    return beside((covered,) * (count - 1) + (card,), gap=0)


def beside(blocks: Iterable[Block], gap: int = 1) -> Block:
    """Blocks of one height, side by side."""
    rows = zip(*(block for block in blocks), strict=True)
    return tuple(Content(" " * gap).join(row) for row in rows)
