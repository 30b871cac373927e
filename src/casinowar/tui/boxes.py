"""The boxes below the table for the person's answers: wagers, a tie, a war Tie, the cut.

Each box handles the keys it needs while it has the focus and posts the decision. The game
says which decisions and amounts are possible.
"""

from __future__ import annotations

from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Static

from casinowar.game import Game
from casinowar.game.game import wagers
from casinowar.money import show_cents
from casinowar.table import Refusal
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.legal import Range
from casinowar.table.state import Wager
from casinowar.tui.amounts import TOO_FEW_CHIPS, AmountBox, AmountRow, Edited, between
from casinowar.tui.faces import short_card
from casinowar.tui.posted import betting_areas

WAR_TIE = "Tie on the war deal"


class BettingBox(AmountBox):
    """The wagers of the next round. They are kept for the round after it."""

    class Placed(Message):
        """The person puts these wagers on the layout."""

        def __init__(self, amounts: dict[str, int]) -> None:
            super().__init__()
            self.wagers = amounts

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._game: Game | None = None

    def offer(self, game: Game) -> None:
        """Offer the betting areas; at first the minimum is on the first of them."""
        earlier = {row.wager: row.cents for row in self.rows}
        areas = betting_areas(game.house)
        rows = [AmountRow(a.wager, a.label, a.note, None, earlier.get(a.wager, 0)) for a in areas]
        self._game = game
        self.set_rows(rows, game.house.limits.symbol)
        self.edited()
        first = self.rows[0]
        if not earlier and first.offered is not None:
            first.cents = first.offered.min
            self.edited()
        self.draw()

    def edited(self) -> None:
        """Update the ranges: the range of one area depends on the wagers on the others."""
        if self._game is None:
            return
        notes = {area.wager: area.note for area in betting_areas(self._game.house)}
        for row in self.rows:
            row.offered = self._game.wager_range(row.wager, self._placed(without=row.wager))
            few = row.offered is None and row.wager == self.rows[0].wager
            row.note = TOO_FEW_CHIPS if few else notes[row.wager]

    def _placed(self, without: str = "") -> c.PlaceWagers:
        assert self._game is not None
        amounts = {row.wager: row.cents for row in self.rows if row.wager != without}
        first, tie = amounts.pop(Wager.INITIAL, 0), amounts.pop(Wager.TIE, 0)
        return wagers(self._game.seat, first, tie, tuple(amounts.items()))

    def submit(self) -> None:
        """Place the wagers."""
        self._typed = None
        self.post_message(self.Placed({row.wager: row.cents for row in self.rows}))

    def lines(self) -> list[Content]:
        """The wagers, and what the keys do."""
        line = Content.assemble(("Your wagers  ", "bold"), ("Enter deals  ", "bold $key"))
        for key, words in _WAGER_KEYS:
            longer = Content.assemble(line, (f"{key} ", "bold $key"), (f"{words}  ", "$quiet"))
            if longer.rstrip().cell_length <= self.room:
                line = longer
        return [line.rstrip(), *super().lines()]


_WAGER_KEYS = (
    *(("↑↓", "choose"), ("←→", "amount"), ("D", "double"), ("M", "most"), ("F1–F5", "chips")),
)


class ChoiceBox(AmountBox):
    """War or surrender; a Tie wager on the war deal can be made with the war wager."""

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

    def ask(self, game: Game) -> None:
        """Offer the choice on the person's tied hand."""
        house, hand, offers = game.house, game.hand, game.offers
        assert hand is not None
        assert hand.card is not None
        assert game.state.dealer_card is not None
        symbol = house.limits.symbol
        stake = show_cents(hand.initial_cents, symbol)
        cards = (short_card(hand.card), " ties ", short_card(game.state.dealer_card))
        self._above = [Content.assemble(*cards, (f"   {house.cites.choice}", "$quiet"))]
        self._above.append(_key_line("W", *_war_words(game)))
        if offers.has(c.SurrenderHand):
            half = show_cents(int(hand.initial_cents * house.surrender.lost), symbol)
            lost = f"surrender: lose {half} of your {stake}"
            self._above.append(_key_line("S", lost, house.cites.surrender))
        rows = list[AmountRow]()
        tie = offers.amounts(c.GoToWar, "war_tie_cents")
        if tie is not None:
            rows.append(_war_tie_row(game, tie, "with W, or later"))
        self.at = 0
        self.set_rows(rows, symbol)
        self.draw()

    def decide(self, *, war: bool) -> None:
        """Post the choice, with the Tie wager as set."""
        cents = self.rows[0].cents if self.rows and war else 0
        self.post_message(self.Decided(war=war, war_tie_cents=cents))

    def submit(self) -> None:
        """Enter alone must not cost a wager."""
        self.post_message(self.Undecided())

    def lines(self) -> list[Content]:
        """The choices and the Tie wager."""
        return [*self._above, *super().lines()]


def _war_words(game: Game) -> tuple[str, str]:
    """The consequence of going to war now, by the table's answer, with the clause."""
    answer = game.would(c.GoToWar(seat=game.seat))
    if isinstance(answer, Refusal):
        sold = game.offers.has(c.BuyChips)
        return f"war: {TOO_FEW_CHIPS if sold else 'too few chips'}", answer.cites
    chosen = next(event for event in answer if isinstance(event, e.WarChosen))
    stake = show_cents(chosen.war_cents, game.house.limits.symbol)
    return f"{game.house.war.choice_name}: put down {stake} more", chosen.cites


def _war_tie_row(game: Game, tie: Range, when: str) -> AmountRow:
    house = game.house
    note = f"{between(tie.min, tie.max, house.limits.symbol)}, pays {house.tie.war_deal_odds}"
    return AmountRow("war_tie", WAR_TIE, f"{note}, {when}" if when else note, tie)


def _key_line(key: str, said: str, cites: str) -> Content:
    return Content.assemble((f" {key} ", "bold $key"), f" {said}", (f"   {cites}", "$quiet"))


class WarTieBox(AmountBox):
    """A Tie wager on the war deal, offered when the war wager is down."""

    class Answered(Message):
        """The person bets this amount on a second tie; zero declines."""

        def __init__(self, cents: int) -> None:
            super().__init__()
            self.cents = cents

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._cites = ""

    def offer(self, game: Game) -> None:
        """Offer the Tie wager."""
        tie = game.offers.amounts(c.PlaceWarTie, "tie_cents")
        self._cites = game.house.cites.war_tie_wager
        self.at = 0
        rows = [] if tie is None else [_war_tie_row(game, tie, "")]
        self.set_rows(rows, game.house.limits.symbol)
        self.draw()

    def submit(self) -> None:
        """Bet the amount that is set."""
        self.post_message(self.Answered(self.rows[0].cents if self.rows else 0))

    def lines(self) -> list[Content]:
        """The offer, the amount, and what the keys do."""
        cents = self.rows[0].cents if self.rows else 0
        bet = f"bet {show_cents(cents, self._symbol)} on a second tie and deal the war"
        does = bet if cents else "deal the war without a Tie wager"
        head = ("Will the war be tied too?", "bold")
        lines = [Content.assemble(head, (f"   {self._cites}", "$quiet")), *super().lines()]
        if not self.rows:
            lines.append(Content.styled(f"  {WAR_TIE}: {TOO_FEW_CHIPS}", "$quiet"))
        lines.append(Content.assemble((" Enter ", "bold $key"), f" {does}"))
        if cents:
            lines.append(Content.assemble((" N ", "bold $key"), "     no Tie wager"))
        return lines


class CutBox(Static, can_focus=True):
    """The cut: a number of cards, or Enter to leave it to the dealer."""

    class Cut(Message):
        """The person cuts this many cards, or leaves the cut to the dealer (None)."""

        def __init__(self, cards: int | None) -> None:
            super().__init__()
            self.cards = cards

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._typed = ""
        self._said = ""
        self._cites = ""

    def offer(self, game: Game) -> None:
        """Offer the stack for the cut."""
        depth = game.offers.amounts(c.TakeCut, "cards")
        assert depth is not None
        self._typed, self._cites = "", game.house.cites.cut_offer
        self._said = f"type how many cards to cut, {depth.min} to {depth.max}"
        self.draw()

    def on_key(self, event: Key) -> None:
        """Digits set the depth of the cut, Enter sends it."""
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
        """Redraw the box."""
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
    """Shown while it is not the person's turn; during a deal any key shows the rest at once."""

    class Hurried(Message):
        """The person does not want to wait."""

    def show_deal(self) -> None:
        """Cards are being dealt."""
        self._show("The dealer is at work", "any key shows the rest at once")

    def show_wait(self, words: str) -> None:
        """The table is waiting for another person."""
        self._show(words, "")

    def _show(self, words: str, more: str) -> None:
        self.update(Content.assemble((f"{words}  ", "bold"), (more, "$quiet")))

    def on_key(self, event: Key) -> None:
        """Every key skips ahead; Enter and Space do nothing else."""
        self.post_message(self.Hurried())
        if event.key in {"enter", "space"}:
            event.stop()
