"""Windows over the table: text sheets, buying chips, a question before leaving."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from casinowar.game import Game
from casinowar.houses import House
from casinowar.money import parse_amount, short_cents
from casinowar.table import Event, Refusal
from casinowar.table import events as e


class Sheet(ModalScreen[None]):
    """A scrolling text; any of the closing keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,Q,p,P,r,R,l,L,question_mark,space", "dismiss_sheet", "Close"),
    ]

    def __init__(
        self, title: str, text: Content, *, at_end: bool = False, closes: str = "Esc back"
    ) -> None:
        super().__init__()
        self._title, self._text, self._at_end, self._closes = title, text, at_end, closes

    def compose(self) -> ComposeResult:
        """A framed, scrolling text."""
        with VerticalScroll(id="sheet") as sheet:
            sheet.border_title = self._title
            sheet.border_subtitle = f"↑ ↓ scroll · {self._closes}"
            yield Static(self._text)

    def on_mount(self) -> None:
        """Focus the text, so that keys scroll it; a record starts at its end."""
        sheet = self.query_one("#sheet", VerticalScroll)
        sheet.focus()
        if self._at_end:
            sheet.scroll_end(animate=False)

    def action_dismiss_sheet(self) -> None:
        """Back to the table."""
        self.dismiss()


class BuyChips(ModalScreen[int | None]):
    """The amount of a buy-in; None if cancelled."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back")]

    def __init__(self, house: House, usual_cents: int) -> None:
        super().__init__()
        self._house, self._usual = house, usual_cents

    def compose(self) -> ComposeResult:
        """One amount."""
        usual = short_cents(self._usual, self._house.limits.symbol)
        with Vertical(id="dialog") as dialog:
            dialog.border_title = "Buy chips"
            dialog.border_subtitle = "Enter buys · Esc back"
            yield Static(
                Content.assemble(
                    "Play money for chips", (f"   {self._house.cites.buy_in}", "$quiet")
                )
            )
            yield Input(placeholder=f"{usual}, or type another amount", id="cash")
            yield Static("", id="dialog-message")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Buy; an empty field means the usual amount."""
        cents = parse_amount(event.value) if event.value.strip() else self._usual
        if not cents:
            said = f"{event.value[:20]} is not an amount like 200 or 12.50"
            self.query_one("#dialog-message", Static).update(Content.styled(said, "$bad"))
            return
        self.dismiss(cents)

    def action_cancel(self) -> None:
        """Buy nothing."""
        self.dismiss(None)


_MEANS: dict[type[Event], str] = {
    e.SurrenderChosen: "your hand is surrendered",
    e.WarChosen: "your hand goes to war",
    e.WarTieDeclined: "the war is dealt without a Tie wager",
}


class Confirm(ModalScreen[bool]):
    """A question before an act that cannot be undone; True is yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y,Y,q,Q", "answer(True)", "Yes"),
        Binding("escape,n,N", "answer(False)", "No"),
    ]

    def __init__(self, title: str, keys: str, text: Content) -> None:
        super().__init__()
        self._title, self._keys, self._text = title, keys, text

    def compose(self) -> ComposeResult:
        """The meaning of yes, and the keys."""
        with Vertical(id="dialog") as dialog:
            dialog.border_title, dialog.border_subtitle = self._title, self._keys
            yield Static(self._text)

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)


class LeaveQuestion(Confirm):
    """Whether to leave while the table waits for an answer."""

    def __init__(self, game: Game) -> None:
        waiting = game.waiting
        assert waiting is not None
        assert waiting.otherwise is not None
        answer = game.would(waiting.otherwise)
        assert not isinstance(answer, Refusal)
        text = Content.assemble(
            "If you leave now, the house's policy answers for you, and the round is"
            f" finished: {_MEANS[type(answer[0])]}.",
            (f"   {answer[0].cites}", "$quiet"),
        )
        super().__init__("Leave in the middle of a round?", "Enter leaves · Esc stays", text)
