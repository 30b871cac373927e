"""The dealer school on the screen: the table from the dealer's side, and a line for the answer.

Words are completed while they are typed, ↑ and ↓ recall earlier answers, and the steps of the
lesson are on the function keys. The lesson decides what is right.
"""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key, Resize
from textual.screen import Screen
from textual.suggester import Suggester
from textual.widgets import Input, Static

from casinowar.errors import InputError
from casinowar.rulebook import clause_text
from casinowar.table import Event
from casinowar.training import Lesson, Mode, Reply, help_lines, posted_limits
from casinowar.training.report import report_lines, report_of
from casinowar.training.words import completions, level_keys
from casinowar.tui.app import DARK, LIGHT
from casinowar.tui.felt import Felt, bare_felt, shown
from casinowar.tui.panes import KeysLine, LogPane
from casinowar.tui.posted import event_content, rules_sheet, sheet_room
from casinowar.tui.schoolview import dealer_lines, school_top
from casinowar.tui.sheets import Confirm, Sheet
from casinowar.tui.terminal import end_with_terminal

_FIRST_KEY, _LAST_KEY = 3, 12  # F1 and F2 are help and hint
_WIDTH_MIN = 16


class Completing(Suggester):
    """Completes the word that is being typed."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self._lesson = lesson

    async def get_suggestion(self, value: str) -> str | None:
        """The line with its last word completed; None if nothing fits."""
        before, _, word = value.rpartition(" ")
        if not word:
            return None
        start = before + " " if before else ""
        words = completions(self._lesson.table.state)
        if word.lower() in words:
            return None
        found = next((known for known in words if known.startswith(word.lower())), None)
        return None if found is None else start + found


class AnswerLine(Input):
    """The line for the answer, with a history."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(
            placeholder="your step: a word, Tab completes, Enter does it",
            id="answer",
            max_length=80,
            compact=True,
            suggester=Completing(lesson),
        )
        self._said: list[str] = []
        self._at = 0

    def remember(self, text: str) -> None:
        """Keep a line for ↑."""
        if text and self._said[-1:] != [text]:
            self._said.append(text)
        self._at = len(self._said)

    def on_key(self, event: Key) -> None:
        """↑ and ↓ recall earlier lines, Tab completes."""
        if event.key == "tab":
            self.action_cursor_right()
        elif event.key in {"up", "down"} and self._said:
            step = -1 if event.key == "up" else 1
            self._at = min(max(self._at + step, 0), len(self._said))
            self.value = (*self._said, "")[self._at]
            self.cursor_position = len(self.value)
        else:
            return
        event.stop()
        event.prevent_default()


class DealerPane(VerticalScroll, can_focus=False):
    """The table from the dealer's side."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(id="felt-scroll")
        self._lesson, self._felt = lesson, bare_felt(lesson.table.state.house)

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static("", id="felt")

    def show(self, felt: Felt) -> None:
        """Draw the table as it is now."""
        self._felt = felt
        room = self.content_size
        width = max(room.width, _WIDTH_MIN)
        lines = dealer_lines(self._lesson, felt, width, room.height)
        self.query_one("#felt", Static).update(Content("\n").join(lines))

    def on_resize(self, _: Resize) -> None:
        """Redraw at the new size."""
        self.show(self._felt)


class SchoolScreen(Screen[None]):
    """A trainee at a table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", key_display="F1", priority=True),
        Binding("f2", "hint", "Hint", key_display="F2", priority=True),
        Binding("escape", "app.leave", "Leave", key_display="Esc"),
    ]

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-normal"), (140, "-wide")]
        self.lesson = lesson
        self.felt: Felt = bare_felt(lesson.table.state.house)
        self._shown = 0
        self._over = False
        self._keys = level_keys(lesson.level)[: _LAST_KEY - _FIRST_KEY + 1]

    def compose(self) -> ComposeResult:
        """Top line, table and record, what happened, the answer, a message, the keys."""
        yield Static("", id="top")
        with Horizontal(id="middle"):
            yield DealerPane(self.lesson)
            with Vertical(id="side"):
                yield LogPane()
        yield Static("", id="notice")
        yield AnswerLine(self.lesson)
        yield Static("", id="message")
        yield KeysLine(id="keys")

    def on_mount(self) -> None:
        """Show what has happened so far."""
        self.lesson.start_clock()
        level = self.lesson.level
        self._draw()
        posted = posted_limits(self.lesson.table.state.house) if level.attempts else ""
        said = (level.about, "All other steps are automatic.", self.lesson.terms, posted)
        self.say(" ".join(filter(None, said)))
        examined = self.lesson.mode is Mode.EXAM
        keys = [
            key
            for key in self.BINDINGS
            if isinstance(key, Binding) and not (examined and key.action == "hint")
        ]
        steps = [
            Binding(f"f{at}", f"word('{word.word}')", word.word, key_display=f"F{at}")
            for at, word in enumerate(self._keys, _FIRST_KEY)
        ]
        self.query_one(KeysLine).show([*keys, *steps])
        self.query_one(AnswerLine).focus()
        if examined:
            self.set_interval(1.0, self._tick)

    def _tick(self) -> None:
        """Update the time of an exam, and end the exam when it is up."""
        self._draw_top()
        if self.lesson.finished:
            self._finish()

    # --- drawing ----------------------------------------------------------------------------------

    def say(self, text: str, *, refused: bool = False) -> None:
        """The message line."""
        line = self.query_one("#message", Static)
        line.set_class(refused, "refused")
        line.update(Content(text))

    def _draw(self) -> None:
        house, log = self.lesson.table.state.house, self.query_one(LogPane)
        for event in self.lesson.events[self._shown :]:
            self.felt = shown(self.felt, event)
            log.add(event_content(event, house))
        self._shown = len(self.lesson.events)
        self.query_one(DealerPane).show(self.felt)
        log.show()
        self._draw_top()
        notice = "" if self.lesson.finished else self.lesson.notice
        line = self.query_one("#notice", Static)
        line.display = bool(notice)
        line.update(Content.styled(f"! {notice}", "bold $accent") if notice else Content(""))

    def _draw_top(self) -> None:
        top = school_top(self.lesson, self.size.width - 2)
        self.query_one("#top", Static).update(top)

    def on_resize(self, _: Resize) -> None:
        """Redraw the top line at the new width."""
        self._draw_top()

    # --- answering --------------------------------------------------------------------------------

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: the step."""
        text = event.value.strip()
        event.input.value = ""
        if not text:
            return
        self.query_one(AnswerLine).remember(text)
        match text.lower():
            case "quit" | "q" | "exit":
                await self.app.run_action("leave")
            case "help":
                self.action_help()
            case "hint":
                self.action_hint()
            case _:
                self._answer(text)

    def _answer(self, text: str) -> None:
        try:
            reply = self.lesson.answer(text)
        except InputError as error:  # an exam ends if it cannot be recorded
            self.app.exit(error)
            return
        self._draw()
        self._say_reply(reply)
        if self.lesson.finished:
            self._finish()

    def _say_reply(self, reply: Reply) -> None:
        if reply.correction:
            self.say(reply.correction)
        elif reply.why:
            text = clause_text(reply.fault.cites) if reply.fault and reply.hint else None
            said = [f"✗ {reply.why}", text or "", reply.hint]
            self.say("\n".join(filter(None, said)), refused=True)
        else:
            self.say(_last_words(self.lesson, reply.events))

    def _finish(self) -> None:
        if self._over:
            return
        self._over = True
        lines = Content("\n").join(Content(line) for line in report_lines(report_of(self.lesson)))
        self.query_one(AnswerLine).disabled = True
        sheet = Sheet("The lesson is over", lines, closes="Enter ends")
        self.app.push_screen(sheet, lambda _: self.app.exit())

    def on_key(self, event: Key) -> None:
        """A function key performs a step, or types its word if a seat must follow."""
        number = event.key[1:]
        if event.key.startswith("f") and number.isdigit() and int(number) >= _FIRST_KEY:
            at = int(number) - _FIRST_KEY
            if at < len(self._keys):
                self.action_word(self._keys[at].word)
                event.stop()

    def action_word(self, word: str) -> None:
        """Give a step by its key."""
        found = next(one for one in self._keys if one.word == word)
        if found.alone:
            self.query_one(AnswerLine).remember(word)
            self._answer(word)
            return
        line = self.query_one(AnswerLine)
        line.value = f"{word} "
        line.cursor_position = len(line.value)
        line.focus()

    def action_hint(self) -> None:
        """F2."""
        self.say(self.lesson.hint())
        self._draw_top()

    def action_help(self) -> None:
        """F1: help; in an exam only the words, not the rules."""
        house = self.lesson.table.state.house
        lines = [*help_lines(sheet_room(self.size.width)), posted_limits(house)]
        words = Content("\n").join(map(Content, lines))
        if self.lesson.mode is Mode.EXAM:
            self.app.push_screen(Sheet("Steps", words))
            return
        text = Content("\n\n").join([words, rules_sheet(house)])
        self.app.push_screen(Sheet("Steps, then the rules of the house", text))


def _last_words(lesson: Lesson, events: tuple[Event, ...]) -> str:
    """The newest event, for a screen without room for the record."""
    if not events or lesson.mode is Mode.EXAM:
        return ""
    event = events[0]
    return f"✓ {event.text(lesson.table.state.house)} ({event.cites})"


class SchoolApp(App[InputError | None]):
    """The dealer school in the terminal."""

    TITLE = "Casino War: dealer school"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+t", "switch_theme", "Theme", show=False, priority=True),
    ]

    def __init__(self, lesson: Lesson, *, light: bool = False) -> None:
        super().__init__()
        self.lesson = lesson
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = (LIGHT if light else DARK).name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The table's own colours, until a theme is active."""
        return dict(DARK.variables)

    def on_mount(self) -> None:
        """Go to the table."""
        end_with_terminal(self)
        self.push_screen(SchoolScreen(self.lesson))

    def action_leave(self) -> None:
        """End the lesson, keeping the answers. An exam asks first; a second request ends it."""
        lesson = self.lesson
        open_exam = lesson.mode is Mode.EXAM and lesson.answers and not lesson.finished
        if not open_exam or isinstance(self.screen, Confirm):
            self.exit()
            return
        count = len(lesson.answers)
        text = (
            f"You have answered {count} step{'' if count == 1 else 's'}, and the clock is running."
        )
        text += " An unfinished exam counts as not passed."
        asked = Confirm("Give up the exam?", "Enter gives up · Esc continues", Content(text))
        self.push_screen(asked, lambda leave: self.exit() if leave else None)

    def action_switch_theme(self) -> None:
        """Light or dark."""
        self.theme = (DARK if self.theme == LIGHT.name else LIGHT).name
