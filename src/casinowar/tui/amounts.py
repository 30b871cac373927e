"""Amounts set with the keyboard: the rows of a box and the keys that change them.

A box never judges an amount. Steps stay within the offers of the table; a typed amount that is not
allowed is refused by the table, with the clause.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.events import Key, Resize
from textual.message import Message
from textual.widgets import Static

from casinowar.money import parse_amount, short_cents, show_cents
from casinowar.table.legal import Range

_TYPED_MAX = 13
_ROOM_UNKNOWN = 1000  # columns
CHIP_KEYS = {"f1": 1_00, "f2": 5_00, "f3": 25_00, "f4": 100_00, "f5": 500_00}
TOO_FEW_CHIPS = "too few chips: B buys more"


@dataclass(slots=True)
class AmountRow:
    """One betting area: an amount that keys change."""

    wager: str
    label: str
    note: str
    offered: Range | None  # None: no bet is possible here now
    cents: int = 0

    def less(self) -> None:
        """One step down; below the minimum, nothing is bet."""
        if self.offered is not None:
            down = min(self.cents - self.offered.min, self.offered.max)
            self.cents = down if down >= self.offered.min else 0

    def more(self) -> None:
        """One step up, to the maximum offered."""
        if self.offered is not None:
            self.cents = min(self.cents + self.offered.min, self.offered.max)

    def add(self, cents: int) -> None:
        """Add a chip, up to the maximum offered."""
        if self.offered is not None:
            self.cents = max(min(self.cents + cents, self.offered.max), 0)

    def double(self) -> None:
        """Twice the amount, or the minimum if there is none."""
        if self.offered is not None:
            self.add(self.cents or self.offered.min)

    def most(self) -> None:
        """The maximum offered."""
        if self.offered is not None:
            self.cents = self.offered.max


class Edited(Message):
    """The typed amount or the chosen row of a box has changed."""


class AmountBox(Static, can_focus=True):
    """Amounts that are chosen with the arrow keys, stepped or typed."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self.rows: list[AmountRow] = []
        self.at = 0
        self._typed: str | None = None
        self._symbol = ""

    def set_rows(self, rows: list[AmountRow], symbol: str) -> None:
        """Show these rows and clear the typed amount."""
        self.rows, self._symbol, self._typed = rows, symbol, None
        self.at = min(self.at, max(len(rows) - 1, 0))

    def on_key(self, event: Key) -> None:
        """Handle the keys that change an amount."""
        if event.key == "enter":
            self.submit()
        elif not self.rows or not self._changes(event):
            return
        else:
            self.edited()
            self.post_message(Edited())
        event.stop()
        event.prevent_default()
        self.draw()

    def _changes(self, event: Key) -> bool:
        row = self.rows[self.at]
        match event.key:
            case "up" | "down":
                self._typed = None
                self.at = (self.at + (1 if event.key == "down" else -1)) % len(self.rows)
            case "left" | "minus":
                self._typed = None
                row.less()
            case "right" | "plus":
                self._typed = None
                row.more()
            case "d" | "D":
                self._typed = None
                row.double()
            case "m" | "M":
                self._typed = None
                row.most()
            case key if key in CHIP_KEYS:
                self._typed = None
                row.add(CHIP_KEYS[key])
            case "backspace":
                self._type(self._shown_typed()[:-1])
            case "delete":
                self._type("")
            case _ if event.character and event.character in "0123456789.":
                self._type((self._typed or "") + event.character)
            case _:
                return False
        return True

    def _shown_typed(self) -> str:
        if self._typed is not None:
            return self._typed
        whole, rest = divmod(self.rows[self.at].cents, 100)
        return f"{whole}.{rest:02}" if rest else str(whole)

    def _type(self, text: str) -> None:
        cents = parse_amount(text) if text.strip(".") else 0
        if cents is not None and len(text) <= _TYPED_MAX:
            self._typed, self.rows[self.at].cents = text, cents

    def edited(self) -> None:
        """An amount or the chosen row has changed."""

    def submit(self) -> None:
        """Handle Enter."""

    def draw(self) -> None:
        """Redraw the box."""
        self.update(Content("\n").join(self.lines()))

    def lines(self) -> list[Content]:
        """The box as lines."""
        return [self._row_line(index, row) for index, row in enumerate(self.rows)]

    def _row_line(self, index: int, row: AmountRow) -> Content:
        here = index == self.at
        typed = self._typed if here else None
        amount = show_cents(row.cents, self._symbol) if typed is None else f"{self._symbol}{typed}_"
        pointer = ("▸ ", "bold $accent") if here else ("  ", "")
        label = (f"{row.label:<20}", "bold" if here else "")
        shown = (f"{amount:>12}", "bold $accent" if here else "bold" if row.cents else "$quiet")
        line = Content.assemble(pointer, label, shown)
        room = self.room - line.cell_length - 2
        return Content.assemble(line, (f"  {_shorter(row.note, room)}", "$quiet"))

    @property
    def room(self) -> int:
        """The columns of the box; a large number before they are known."""
        return self.content_size.width or _ROOM_UNKNOWN

    def on_resize(self, _: Resize) -> None:
        """Redraw at the new width."""
        self.draw()


def _shorter(note: str, room: int) -> str:
    """A note, cut at a comma to fit the width."""
    while len(note) > room and ", " in note:
        note, _, _ = note.rpartition(", ")
    return note


def between(low_cents: int, high_cents: int, symbol: str) -> str:
    """A range in words."""
    low, high = short_cents(low_cents, symbol), short_cents(high_cents, symbol)
    return low if low == high else f"{low} to {high}"
