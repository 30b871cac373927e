"""The first screen: a house, a name, a buy-in, neighbours, decks and speed, or the last game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from casinowar.game import LastGame, PlayOptions, usual_buy_in
from casinowar.game.players import NEIGHBOURS_MAX
from casinowar.houses import House, house_names, load_house
from casinowar.money import parse_amount, short_cents
from casinowar.tui.keys import letter
from casinowar.tui.panes import KeysLine
from casinowar.tui.posted import help_sheet, paytable_sheet, rule_lines, rules_sheet
from casinowar.tui.sheets import Sheet
from casinowar.tui.speed import Speed


class ChooseHouse(Screen[None]):
    """Enter on a house sits down at once; the name and the buy-in have defaults."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "sit", "Sit down", show=True),
        Binding("tab", "app.focus_next", "Name, buy-in", show=True),
        letter("g", "go_on", "Last game"),
        Binding("question_mark", "help", "Help", key_display="?"),
        letter("q", "app.leave", "Leave"),
        letter("n", "neighbours", "Neighbours", show=False),
        letter("d", "decks", "Decks", show=False),
        letter("v", "speed", "Speed", show=False),
        letter("p", "paytable", "Paytable"),
        letter("r", "rules", "Rules"),
        letter("t", "app.switch_theme", "Theme"),
    ]

    class Chosen(Message):
        """Sit down at this house."""

        def __init__(self, house: House, options: PlayOptions, speed: Speed) -> None:
            super().__init__()
            self.house, self.options, self.speed = house, options, speed

    class Resumed(Message):
        """Continue an interrupted game."""

        def __init__(self, path: Path, speed: Speed) -> None:
            super().__init__()
            self.path, self.speed = path, speed

    def __init__(
        self, options: PlayOptions, speed: Speed = Speed.USUAL, last: LastGame | None = None
    ) -> None:
        super().__init__()
        self._options, self._speed, self._last = options, speed, last
        self._default_name, self._buy_in = options.name, options.buy_in_cents
        self.houses = [load_house(house) for house in house_names()]

    def compose(self) -> ComposeResult:
        """The list, the house under the cursor, and two fields."""
        yield Static("", id="title")
        with Horizontal(id="houses"):
            yield OptionList(
                *(Option(self._choice(house), id=house.name) for house in self.houses), id="list"
            )
            with VerticalScroll(id="about", can_focus=False):
                yield Static("", id="about-text")
        with Horizontal(id="fields"):
            yield Static("Your name ")
            yield Input(placeholder=self._default_name, id="name", max_length=40, compact=True)
            yield Static("  Buy-in ")
            yield Input(placeholder="", id="buy-in", max_length=16, compact=True)
        yield Static("", id="options")
        yield Static("", id="message")
        yield KeysLine(id="keys")

    def on_resize(self, _: Resize) -> None:
        """Shorten the title to the width."""
        for suits, more in (("♠ ♥ ", "free play, play money"), ("♠ ", "play money")):
            title = Content.assemble(
                (suits, "bold $suit-red"),
                ("Casino War", "bold"),
                ("  choose a house, ", "$quiet"),
                ("Enter", "bold $key"),
                (f" sits down · {more}", "$quiet"),
            )
            if title.cell_length <= self.size.width - 2:
                break
        self.query_one("#title", Static).update(title)

    @staticmethod
    def _choice(house: House) -> Content:
        title, _, _ = house.title.partition(":")
        return Content.assemble((title, "bold"), "\n", (f"  {house.name}", "$felt-dim"))

    def on_mount(self) -> None:
        """Start with the focus on the list."""
        keys = [key for key in self.BINDINGS if isinstance(key, Binding) and key.show]
        can_go_on = self._last is not None and not self._last.elsewhere
        shown = [key for key in keys if key.action != "go_on" or can_go_on]
        self.query_one(KeysLine).show(shown)
        if self._last is not None:
            self.query_one("#message", Static).update(_last_words(self._last))
        self._draw_options()
        self.query_one("#list", OptionList).focus()

    def _draw_options(self) -> None:
        options, house = self._options, self.house
        decks = options.decks or house.cards.decks
        said = Content.assemble(
            ("N ", "bold $key"), f"neighbours {options.neighbours}   ",
            ("D ", "bold $key"), f"decks {decks}   ",
            ("V ", "bold $key"), f"speed {self._speed}",
        )  # fmt: skip
        self.query_one("#options", Static).update(said)

    @property
    def house(self) -> House:
        """The house under the cursor."""
        return self.houses[self.query_one("#list", OptionList).highlighted or 0]

    def on_option_list_option_highlighted(self) -> None:
        """Describe the house under the cursor."""
        house = self.house
        if self._options.decks not in (None, *house.cards.decks_allowed):
            self._options = replace(self._options, decks=None)
        self._draw_options()
        lines = [Content.styled(house.title, "bold"), Content.styled(house.document, "$quiet")]
        lines += [Content.styled(notice, "bold $accent") for notice in house.notices]
        lines += [Content(""), paytable_sheet(house), Content(""), *rule_lines(house, ("War",))]
        self.query_one("#about-text", Static).update(Content("\n").join(lines))
        usual = usual_buy_in(house) if self._buy_in is None else self._buy_in
        self.query_one("#buy-in", Input).placeholder = short_cents(usual, house.limits.symbol)

    def on_option_list_option_selected(self) -> None:
        """Enter on a house."""
        self.action_sit()

    def on_input_submitted(self) -> None:
        """Enter in a field."""
        self.action_sit()

    def action_sit(self) -> None:
        """Sit down with the values of the fields."""
        name = self.query_one("#name", Input).value.strip() or self._default_name
        typed = self.query_one("#buy-in", Input).value.strip()
        cents = parse_amount(typed) if typed else self._buy_in
        if typed and not cents:
            self.say(f"Buy-in: {typed} is not an amount like 200 or 12.50")
            return
        options = replace(self._options, name=name, buy_in_cents=cents)
        self.post_message(self.Chosen(self.house, options, self._speed))

    def action_go_on(self) -> None:
        """G."""
        if self._last is not None:
            self.post_message(self.Resumed(self._last.path, self._speed))

    def action_neighbours(self) -> None:
        """One more neighbour; after the maximum, none."""
        most = min(NEIGHBOURS_MAX, self.house.deal.seats - 1)
        count = (self._options.neighbours + 1) % (most + 1)
        self._options = replace(self._options, neighbours=count)
        self._draw_options()

    def action_decks(self) -> None:
        """The next number of decks that the house allows."""
        allowed = self.house.cards.decks_allowed
        now = self._options.decks or self.house.cards.decks
        at = allowed.index(now) if now in allowed else -1
        self._options = replace(self._options, decks=allowed[(at + 1) % len(allowed)])
        self._draw_options()

    def action_speed(self) -> None:
        """The next speed."""
        self._speed = self._speed.next
        self._draw_options()

    def say(self, text: str) -> None:
        """Show the reason for a refusal, in one line."""
        self.query_one("#message", Static).update(Content.styled(text, "bold $bad"))

    def action_paytable(self) -> None:
        """The paytable of the house under the cursor."""
        self.app.push_screen(Sheet(f"Paytable: {self.house.title}", paytable_sheet(self.house)))

    def action_rules(self) -> None:
        """The rules of the house under the cursor."""
        self.app.push_screen(Sheet(f"Rules: {self.house.name}", rules_sheet(self.house)))

    def action_help(self) -> None:
        """How to play."""
        self.app.push_screen(Sheet("Help", help_sheet(self.size.width)))


def _last_words(last: LastGame) -> Content:
    """The offer to continue the last game, or a note that it is open elsewhere."""
    if last.elsewhere:
        words = f"Your game at {last.house} is open in another window. Enter starts a new one."
        return Content.styled(words, "$quiet")
    when = "" if last.ended is None else f", {last.ended:%Y-%m-%d %H:%M}"
    words = f" continues your last game, which was interrupted: {last.house}{when}"
    return Content.assemble(("G", "bold $key"), words)
