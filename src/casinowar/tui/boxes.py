"""The boxes at the foot of the table in which a person answers: wagers, war or surrender, the cut.

Each box takes the keys it needs while it has the focus and posts what was decided; it never
judges an amount. The table refuses what it does not allow, with the clause.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Static

from casinowar.houses import House
from casinowar.houses.house import Surrender, WarTie
from casinowar.money import parse_amount, short_cents, show_cents
from casinowar.table import Hand
from casinowar.tui.faces import short_card
from casinowar.tui.posted import wager_name

_TYPED_MAX = 13


@dataclass(slots=True)
class AmountRow:
    """One betting area: an amount that keys change."""

    wager: str
    label: str
    note: str
    step_cents: int
    cents: int = 0


class Edited(Message):
    """What was typed or chosen in a box has changed."""


class AmountBox(Static, can_focus=True):
    """Amounts that are chosen with the arrows, stepped or typed."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self.rows: list[AmountRow] = []
        self.at = 0
        self._typed: str | None = None
        self._symbol = ""

    def on_key(self, event: Key) -> None:
        """Take the keys that change an amount."""
        if event.key == "enter":
            self.submit()
        elif not self.rows or not self._changes(event):
            return
        else:
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
                self._typed, row.cents = None, max(row.cents - row.step_cents, 0)
            case "right" | "plus":
                self._typed, row.cents = None, row.cents + row.step_cents
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

    def submit(self) -> None:
        """What Enter does."""

    def draw(self) -> None:
        """Show the box anew."""
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
        return Content.assemble(pointer, label, shown, (f"  {row.note}", "$quiet"))


class BettingBox(AmountBox):
    """The wagers of the next round. They stay as they were for the round after."""

    class Placed(Message):
        """The person puts these wagers on the layout."""

        def __init__(self, wagers: dict[str, int]) -> None:
            super().__init__()
            self.wagers = wagers

    def set_house(self, house: House) -> None:
        """Offer the betting areas of a house, the minimum on the first."""
        limits, self._symbol = house.limits, house.limits.symbol

        def between(low: int, high: int) -> str:
            return f"{short_cents(low, self._symbol)} to {short_cents(high, self._symbol)}"

        first = limits.first
        note = f"{between(first.min_cents, first.max_cents)}, pays {house.deal.first_odds}"
        self.rows = [
            AmountRow(
                "initial", wager_name(house, "initial"), note, first.min_cents, first.min_cents
            )
        ]
        if house.tie.offered:
            tie, odds = limits.tie, "/".join(str(odds) for odds in house.tie.ladder)
            note = f"{between(tie.min_cents, tie.max_cents)}, pays {odds}"
            self.rows.append(AmountRow("tie", "Tie", note, tie.min_cents))
        side = limits.side
        for bet in house.side_bets:
            odds = "/".join(str(row.odds) for row in bet.rows)
            note = f"{between(side.min_cents, side.max_cents)}, pays {odds}"
            self.rows.append(AmountRow(bet.name, bet.title, note, side.min_cents))
        self.draw()

    def submit(self) -> None:
        """Place the wagers."""
        self._typed = None
        self.post_message(self.Placed({row.wager: row.cents for row in self.rows}))

    def lines(self) -> list[Content]:
        """The wagers, and what the keys do."""
        keys = Content.assemble(
            ("Your wagers  ", "bold"),
            ("↑↓ choose  ←→ or digits change  ", "$quiet"),
            ("Enter deals", "bold $key"),
        )
        return [keys, *super().lines()]


class ChoiceBox(AmountBox):
    """War or surrender, and the Tie wager on the war deal where it is offered."""

    class Decided(Message):
        """The person chose."""

        def __init__(self, *, war: bool, war_tie_cents: int) -> None:
            super().__init__()
            self.war, self.war_tie_cents = war, war_tie_cents

    class Undecided(Message):
        """Enter alone chooses nothing."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._above: list[Content] = []

    def ask(self, house: House, hand: Hand, dealer: Content) -> None:
        """Offer the choice on one tied hand."""
        self._symbol = house.limits.symbol
        stake = show_cents(hand.initial_cents, self._symbol)
        assert hand.card is not None
        tied = Content.assemble(
            short_card(hand.card), " ties ", dealer, (f"   {house.cites.choice}", "$quiet")
        )
        war = _key_line("W", f"go to war with {stake} more", house.cites.war_wager)
        self._above = [tied, war]
        if house.surrender.mode is Surrender.OFFERED:
            lost = f"surrender, {house.surrender.lost} of the {stake} is lost"
            self._above.append(_key_line("S", lost, house.cites.surrender))
        self.at, self._typed, self.rows = 0, None, []
        if house.tie.war_deal is not WarTie.NOT_OFFERED:
            equal = house.tie.war_deal is WarTie.EQUAL_TO_FIRST
            limits, symbol = house.limits.tie, self._symbol
            low, high = short_cents(limits.min_cents, symbol), short_cents(limits.max_cents, symbol)
            note = f"equal to {stake}" if equal else f"{low} to {high}"
            note += f", pays {house.tie.war_deal_odds}, with W"
            step = hand.initial_cents if equal else limits.min_cents
            self.rows = [AmountRow("war_tie", "Tie on the war deal", note, step)]
        self.draw()

    def decide(self, *, war: bool) -> None:
        """Post the choice with the Tie wager that is set."""
        cents = self.rows[0].cents if self.rows and war else 0
        self.post_message(self.Decided(war=war, war_tie_cents=cents))

    def submit(self) -> None:
        """Enter alone must not cost a wager."""
        self.post_message(self.Undecided())

    def lines(self) -> list[Content]:
        """The choices and the Tie wager."""
        return [*self._above, *super().lines()]


def _key_line(key: str, said: str, cites: str) -> Content:
    return Content.assemble((f" {key} ", "bold $key"), f" {said}", (f"   {cites}", "$quiet"))


class CutBox(Static, can_focus=True):
    """The cut: a number of cards, or Enter to leave it to the dealer."""

    class Cut(Message):
        """The person cuts so many cards, or leaves it (None)."""

        def __init__(self, cards: int | None) -> None:
            super().__init__()
            self.cards = cards

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._typed = ""
        self._said = ""
        self._cites = ""

    def offer(self, house: House, cards: int) -> None:
        """Offer a stack of ``cards`` cards to be cut."""
        least = house.cards.cut_min_cards
        self._typed, self._cites = "", house.cites.cut_offer
        self._said = f"type how many cards to cut, {least} to {cards - least}"
        self.draw()

    def on_key(self, event: Key) -> None:
        """Digits type a depth, Enter sends it."""
        if event.key == "enter":
            self.post_message(self.Cut(int(self._typed) if self._typed else None))
        elif event.key == "backspace":
            self._type(self._typed[:-1])
        elif event.character and event.character in "0123456789":
            self._type((self._typed + event.character)[:6])
        else:
            return
        event.stop()
        event.prevent_default()
        self.draw()

    def _type(self, text: str) -> None:
        self._typed = text
        self.post_message(Edited())

    def draw(self) -> None:
        """Show the box anew."""
        does = f"cut {self._typed} cards" if self._typed else "let the dealer cut"
        lines = (
            Content.assemble(
                ("The cut is offered to you", "bold"), (f"   {self._cites}", "$quiet")
            ),
            Content.assemble((" Enter ", "bold $key"), f" {does}"),
            Content.assemble(
                (f"         or {self._said}: ", "$quiet"), (f"{self._typed}_", "bold")
            ),
        )
        self.update(Content("\n").join(lines))


class DealBox(Static, can_focus=True):
    """Shown while a deal is played out: any key shows the rest at once."""

    class Hurried(Message):
        """The person does not want to wait."""

    def on_mount(self) -> None:
        """Say what keys do."""
        self.update(
            Content.assemble(
                ("The dealer is at work  ", "bold"), ("any key shows the rest at once", "$quiet")
            )
        )

    def on_key(self, event: Key) -> None:
        """Every key hurries; Enter and Space do nothing else."""
        self.post_message(self.Hurried())
        if event.key in {"enter", "space"}:
            event.stop()
