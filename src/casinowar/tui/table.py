"""The table on the screen: felt, record, posted rules, and the box in which the person answers.

A command's events are already on disk when they arrive here. They are shown one by one, so that a
person can follow the deal; any key shows the rest at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from casinowar.errors import InputError
from casinowar.game import Game, usual_buy_in
from casinowar.houses import House
from casinowar.table import Event, Refusal
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Wager
from casinowar.table.waits import Awaited
from casinowar.tui.boxes import BettingBox, ChoiceBox, CutBox, DealBox, WarTieBox
from casinowar.tui.felt import Felt, bare_felt, shown
from casinowar.tui.keys import letter, to_you
from casinowar.tui.panes import FeltPane, KeysLine, LogPane
from casinowar.tui.posted import (
    event_content,
    help_sheet,
    paytable_sheet,
    posted_line,
    rules_sheet,
    top_line,
)
from casinowar.tui.session import Session
from casinowar.tui.sheets import BuyChips, LeaveQuestion, Sheet
from casinowar.tui.speed import Speed

# Seconds for which an event stays the newest one; all others pass at once.
_BEATS: dict[type[Event], float] = {
    e.NoMoreBetsAnnounced: 0.3,
    e.CardDealt: 0.5,
    e.WarCardDealt: 0.6,
    e.CardBurned: 0.2,
    e.WagerCollected: 0.3,
    e.WagerReturned: 0.2,
    e.WagerPaid: 0.4,
    e.WarMatched: 0.4,
    e.ChoiceOffered: 0.2,
}
_BOXES = ("betting", "choice", "war-tie", "cut", "deal")
# keys that work only while the table asks for this
_KEYS_FOR = {
    "war": Awaited.CHOICE,
    "surrender": Awaited.CHOICE,
    "decline": Awaited.WAR_TIE,
}


class TableScreen(Screen[None]):
    """One person at one table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        letter("w", "war", "War"),
        letter("s", "surrender", "Surrender"),
        letter("n", "decline", "No Tie"),
        # then keys that a narrow line must keep; help lists the rest
        Binding("question_mark", "help", "Help", key_display="?"),
        letter("q", "leave", "Leave"),
        letter("b", "buy", "Chips"),
        letter("p", "paytable", "Pays"),
        letter("r", "rules", "Rules"),
        letter("l", "record", "Log"),
        letter("v", "speed", "Speed"),
        letter("t", "app.switch_theme", "Theme"),
    ]

    AUTO_FOCUS = ""  # the box takes the focus when it asks; earlier keys are ignored

    class Left(Message):
        """The person leaves."""

    class Broken(Message):
        """The record can no longer be written, so nothing more may happen."""

        def __init__(self, error: InputError) -> None:
            super().__init__()
            self.error = error

    def __init__(self, game: Game, *, speed: Speed = Speed.USUAL) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [
            *((0, "-narrow"), (72, "-normal"), (100, "-wide"), (150, "-widest")),
        ]
        self.VERTICAL_BREAKPOINTS = [(0, "-tiny"), (14, "-short"), (24, "-usual"), (36, "-tall")]
        self.game = game
        self.felt: Felt = bare_felt(game.house)
        self.speed = speed
        self._session = Session(game.seat)
        self._waiting: deque[Event] = deque()
        self._fetched = 0  # events of the game that are shown or waiting
        self._beat: Timer | None = None

    @property
    def house(self) -> House:
        """The house whose rules are played."""
        return self.game.house

    def compose(self) -> ComposeResult:
        """Top lines, felt and record, the person's box, a message, the keys."""
        yield Static("", id="top")
        yield Static("", id="posted")
        yield Static("", id="session-line")
        with Horizontal(id="middle"):
            yield FeltPane(self.felt, self.game.seat)
            with Vertical(id="side"):
                with VerticalScroll(id="paytable", can_focus=False):
                    yield Static(paytable_sheet(self.house, self.game.state.decks))
                yield Static("", id="session")
                yield LogPane()
        with Vertical(id="boxes"):
            yield BettingBox(id="betting")
            yield ChoiceBox(id="choice")
            yield WarTieBox(id="war-tie")
            yield CutBox(id="cut")
            yield DealBox(id="deal")
        yield Static("", id="message")
        yield KeysLine(id="keys")

    def on_mount(self) -> None:
        """Show what has happened so far and ask the person."""
        self._fetch()
        while self._waiting:
            self._take_in(self._waiting.popleft())
        if self.house.notices:
            self.say("  ".join(self.house.notices))
        self._draw()
        self._ask()

    # --- events -----------------------------------------------------------------------------------

    def _do(self, act: Callable[[], tuple[Event, ...] | Refusal], *, dealt: bool = True) -> None:
        """Carry out a command at the table and show the result."""
        try:
            answer = act()
        except InputError as error:
            self.post_message(self.Broken(error))
            return
        self._show(answer, dealt=dealt)

    def _show(self, answer: tuple[Event, ...] | Refusal, *, dealt: bool) -> None:
        """Show events, one by one if they are a deal; or the reason for a refusal."""
        self._fetch()
        if isinstance(answer, Refusal):
            self.say(to_you(answer, self.house, self.game.seat), refused=True)
        else:
            self.say("")
        if not self._waiting:
            return
        self.query_one(DealBox).show_deal()
        self._show_box("deal")
        if self.speed is Speed.QUICK or not dealt:
            self._finish()
        else:
            self._next()

    def _fetch(self) -> None:
        """Queue everything new that happened at the table."""
        self._waiting.extend(self.game.events[self._fetched :])
        self._fetched = len(self.game.events)

    def _next(self) -> None:
        """Show events up to the next one with a pause."""
        while self._waiting:
            event = self._waiting.popleft()
            self._take_in(event)
            seconds = _BEATS.get(type(event), 0.0) * self.speed.times
            if seconds and self._waiting:
                self._draw()
                self._beat = self.set_timer(seconds, self._next)
                return
        self._finish()

    def _finish(self) -> None:
        """Show all remaining events, and ask."""
        if self._beat is not None:
            self._beat.stop()
            self._beat = None
        while self._waiting:
            self._take_in(self._waiting.popleft())
        self._draw()
        self._ask()

    def _take_in(self, event: Event) -> None:
        self.felt = shown(self.felt, event)
        self._session.take_in(event, self.felt)
        self.query_one(LogPane).add(event_content(event, self.house))

    @property
    def dealing(self) -> bool:
        """Whether events are still being shown."""
        return bool(self._waiting)

    def _ask(self) -> None:
        """Show the box for the current question."""
        game = self.game
        self._draw_keys()
        match game.asked:
            case Awaited.CHOICE:
                self.query_one(ChoiceBox).ask(game)
                self._show_box("choice")
            case Awaited.WAR_TIE:
                self.query_one(WarTieBox).offer(game)
                self._show_box("war-tie")
            case Awaited.CUT:
                self.query_one(CutBox).offer(game)
                self._show_box("cut")
            case Awaited.BET:
                self.query_one(BettingBox).offer(game)
                self._show_box("betting")
            case _:
                self.query_one(DealBox).show_wait(game.table.waits_for()[0].message)
                self._show_box("deal")

    def _show_box(self, name: str) -> None:
        for box in _BOXES:
            self.query_one(f"#{box}").display = box == name
        self.query_one(f"#{name}").focus()

    # --- drawing ----------------------------------------------------------------------------------

    def say(self, text: str, *, refused: bool = False) -> None:
        """The message line."""
        line = self.query_one("#message", Static)
        line.set_class(refused, "refused")
        line.update(Content(f"✗ {text}" if refused else text))

    def _draw(self) -> None:
        self.query_one(FeltPane).show(self.felt)
        self.query_one(LogPane).show()
        self._draw_top()

    def _draw_top(self) -> None:
        holder = self.felt.table.seats.get(self.game.seat)
        top = top_line(self.house, holder.chips_cents if holder else 0, self.size.width - 2)
        self.query_one("#top", Static).update(top)
        self.query_one("#posted", Static).update(Content(posted_line(self.felt.table)))
        self.query_one("#session-line", Static).update(
            self._session.line(self.felt, self.size.width - 2)
        )
        side = self.query_one("#session", Static)
        side.update(Content("\n").join(self._session.lines(self.felt, side.content_size.width)))

    def _draw_keys(self) -> None:
        keys = [key for key in self.BINDINGS if isinstance(key, Binding)]
        self.query_one(KeysLine).show(key for key in keys if self.check_action(key.action, ()))

    def on_resize(self, _: Resize) -> None:
        """Redraw the top line at the new width."""
        self._draw_top()

    # --- acts of the person -----------------------------------------------------------------------

    def on_edited(self) -> None:
        """Clear the message once the person corrects what was refused."""
        if self.query_one("#message").has_class("refused"):
            self.say("")

    def _asks(self, what: Awaited) -> bool:
        """Whether this question is on the screen now: a repeated key answers it only once."""
        return self.game.asked is what and not self.dealing

    def on_betting_box_placed(self, message: BettingBox.Placed) -> None:
        """Wagers go on the layout."""
        wagers = dict(message.wagers)
        if not self._asks(Awaited.BET) or Wager.INITIAL not in wagers:
            return
        first, tie = wagers.pop(Wager.INITIAL), wagers.pop(Wager.TIE, 0)
        self._do(lambda: self.game.bet(first, tie, tuple(wagers.items())))

    def on_choice_box_decided(self, message: ChoiceBox.Decided) -> None:
        """War or surrender."""
        if not self._asks(Awaited.CHOICE):
            return
        if message.war:
            tie = message.war_tie_cents or None  # None: the table offers it
            command: c.Command = c.GoToWar(seat=self.game.seat, war_tie_cents=tie)
        else:
            command = c.SurrenderHand(seat=self.game.seat)
        self._do(lambda: self.game.do(command))

    def on_war_tie_box_answered(self, message: WarTieBox.Answered) -> None:
        """A Tie wager on the war deal, or none."""
        if not self._asks(Awaited.WAR_TIE):
            return
        if message.cents:
            command: c.Command = c.PlaceWarTie(seat=self.game.seat, tie_cents=message.cents)
        else:
            command = c.DeclineWarTie(seat=self.game.seat)
        self._do(lambda: self.game.do(command))

    def on_choice_box_undecided(self) -> None:
        """Enter alone on a tie."""
        self.say("Press W for war or S for surrender.")

    def on_cut_box_cut(self, message: CutBox.Cut) -> None:
        """The cut, or leaving it to the dealer."""
        if not self._asks(Awaited.CUT):
            return
        if message.cards is None:
            command: c.Command = c.RefuseCut(seat=self.game.seat)
        else:
            command = c.TakeCut(seat=self.game.seat, cards=message.cards)
        self._do(lambda: self.game.do(command))

    def on_deal_box_hurried(self) -> None:
        """Show the rest at once."""
        if self.dealing:
            self._finish()

    def action_war(self) -> None:
        """W."""
        self._choose(war=True)

    def action_surrender(self) -> None:
        """S."""
        self._choose(war=False)

    def _choose(self, *, war: bool) -> None:
        if self._asks(Awaited.CHOICE):
            self.query_one(ChoiceBox).decide(war=war)

    def action_decline(self) -> None:
        """N."""
        if self._asks(Awaited.WAR_TIE):
            self.post_message(WarTieBox.Answered(0))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that do not answer the current question."""
        del parameters
        if action == "surrender" and not self.game.offers.has(c.SurrenderHand):
            return False
        wanted = _KEYS_FOR.get(action)
        return wanted is None or self.game.asked is wanted

    def action_buy(self) -> None:
        """Buy chips, even during a tie (policy 2)."""
        if self.dealing:
            self._finish()

        def buy(cents: int | None) -> None:
            if cents is not None:
                command = c.BuyChips(seat=self.game.seat, cash_cents=cents)
                self._do(lambda: self.game.do(command), dealt=False)

        self.app.push_screen(BuyChips(self.house, usual_buy_in(self.house)), buy)

    def action_speed(self) -> None:
        """The next speed."""
        self.speed = self.speed.next
        self.say(f"Speed: {self.speed}. V changes it.")

    def action_paytable(self) -> None:
        """The full paytable."""
        sheet = paytable_sheet(self.house, self.game.state.decks)
        self.app.push_screen(Sheet(f"Paytable: {self.house.title}", sheet))

    def action_rules(self) -> None:
        """The rule sheet."""
        self.app.push_screen(Sheet(f"Rules: {self.house.name}", rules_sheet(self.house)))

    def action_record(self) -> None:
        """The whole record so far."""
        lines = [event_content(event, self.house) for event in self.game.events]
        where = "" if self.game.record is None else f" · {self.game.record.path}"
        text = Content("\n").join(lines)
        self.app.push_screen(Sheet(f"Record{where}", text, at_end=True))

    def action_help(self) -> None:
        """How to play."""
        self.app.push_screen(Sheet("Help", help_sheet(self.size.width)))

    @property
    def something_open(self) -> bool:
        """Whether leaving now would let the house's policy decide a hand."""
        return self.game.asked in {Awaited.CHOICE, Awaited.WAR_TIE}

    def action_leave(self) -> None:
        """Leave; ask first if a question is open."""
        if not self.something_open:
            self.post_message(self.Left())
            return

        def answer(leave: bool | None) -> None:
            if leave:
                self.post_message(self.Left())

        self.app.push_screen(LeaveQuestion(self.game), answer)
