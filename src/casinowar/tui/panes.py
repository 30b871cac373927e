"""The panes of the table: the felt, the record next to it, the keys below.

Their texts depend on their sizes and are redrawn when those change.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click, Resize
from textual.widgets import Static

from casinowar.tui.felt import Felt
from casinowar.tui.feltview import felt_lines
from casinowar.tui.posted import hanging

LOG_EVENTS_MAX = 100  # in view; L shows the whole record
_WIDTH_MIN = 16
_LOG_WIDTH_MIN = 20
_KEYS_WIDTH_MAX = 1000  # before the size is known


class FeltPane(VerticalScroll, can_focus=False):
    """The felt, drawn for one seat."""

    def __init__(self, felt: Felt, seat: int) -> None:
        super().__init__(id="felt-scroll")
        self._felt, self._seat = felt, seat

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static("", id="felt")

    def show(self, felt: Felt) -> None:
        """Draw the felt as it is now."""
        self._felt = felt
        room = self.content_size
        lines = felt_lines(felt, self._seat, max(room.width, _WIDTH_MIN), room.height)
        self.query_one("#felt", Static).update(Content("\n").join(lines))

    def on_resize(self, _: Resize) -> None:
        """Redraw at the new size."""
        self.show(self._felt)


class LogPane(VerticalScroll, can_focus=False):
    """The newest events with their clauses, the latest at the bottom."""

    def __init__(self) -> None:
        super().__init__(id="log")
        self._events: deque[Content] = deque(maxlen=LOG_EVENTS_MAX)
        self._folded: deque[Content] = deque(maxlen=LOG_EVENTS_MAX)  # the same, for one width
        self._width = 0

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static("", id="log-text")

    def add(self, event: Content) -> None:
        """Add an event; ``show`` puts it on the screen."""
        self._events.append(event)
        if self._width:
            self._folded.append(hanging(event, self._width))

    def show(self) -> None:
        """Put all events on the screen."""
        width = max(self.scrollable_content_region.width, _LOG_WIDTH_MIN)
        if width != self._width:
            self._width = width
            self._folded.clear()
            self._folded.extend(hanging(event, width) for event in self._events)
        self.query_one("#log-text", Static).update(Content("\n").join(self._folded))
        self.scroll_end(animate=False)

    def on_resize(self, _: Resize) -> None:
        """Wrap the lines again."""
        self.show()


class KeysLine(Static):
    """The keys in one line, as many as fit; each can also be clicked.

    One text instead of a widget for each key, because the keys change with every card.
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._shown_keys: tuple[Binding, ...] = ()
        self._ends: list[tuple[int, str]] = []  # the column after each key, and its action

    def show(self, bindings: Iterable[Binding]) -> None:
        """Show these keys."""
        self._shown_keys = tuple(bindings)
        line, room = Content(""), self.content_size.width or _KEYS_WIDTH_MAX
        self._ends = []
        for binding in self._shown_keys:
            key = binding.key_display or binding.key.capitalize()
            longer = line + Content.assemble((key, "bold $key"), f" {binding.description} ")
            if longer.rstrip().cell_length > room:
                if line.cell_length < room:
                    line += Content("…")
                break
            line = longer
            self._ends.append((line.cell_length, binding.action))
        self.update(line.rstrip())

    def on_resize(self, _: Resize) -> None:
        """Redraw with the number of keys that fit."""
        self.show(self._shown_keys)

    async def on_click(self, event: Click) -> None:
        """Act as if the key under the pointer was pressed."""
        at = event.get_content_offset(self)
        action = next((action for end, action in self._ends if at and at.x < end), None)
        if action is not None:
            await self.run_action(action if "." in action else f"screen.{action}")
