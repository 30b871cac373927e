"""The terminal application: themes, choosing a house, the table, leaving."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from casinowar.errors import InputError
from casinowar.game import Game, PlayOptions, last_game, resume_game, start_game
from casinowar.money import show_cents
from casinowar.record.file import records_folder
from casinowar.tui.choose import ChooseHouse
from casinowar.tui.speed import Speed
from casinowar.tui.table import TableScreen
from casinowar.tui.terminal import end_with_terminal

BAD_INPUT = 2
DARK = Theme(
    name="casino-dark",
    primary="#3fa37c",
    secondary="#8c2f39",
    accent="#f0c35e",
    foreground="#e6e9e4",
    background="#101613",
    surface="#18211d",
    panel="#1f2b26",
    success="#7fd6a4",
    warning="#f0c35e",
    error="#ff8f8f",
    dark=True,
    variables={
        "felt": "#0e4433",
        "felt-ink": "#eef5ef",
        "felt-dim": "#a9c9b8",
        "felt-line": "#3f7f68",
        "suit-red": "#ff8f8f",
        "good": "#86e3ae",
        "bad": "#ff9d9d",
        "quiet": "#93a49b",
        "key": "#f0c35e",
    },
)
LIGHT = Theme(
    name="casino-light",
    primary="#1d6b4f",
    secondary="#8c2f39",
    accent="#8a4b00",
    foreground="#1c2420",
    background="#f6f5ef",
    surface="#fffef9",
    panel="#e9ebe2",
    success="#12693f",
    warning="#8a4b00",
    error="#a8172d",
    dark=False,
    variables={
        "felt": "#cfe6d8",
        "felt-ink": "#10271d",
        "felt-dim": "#355a49",
        "felt-line": "#7fae97",
        "suit-red": "#a8172d",
        "good": "#0b5c35",
        "bad": "#a8172d",
        "quiet": "#57645d",
        "key": "#8a4b00",
    },
)


class CasinoWarApp(App[InputError | None]):
    """A person at a table in the terminal."""

    TITLE = "Casino War"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Leave", show=False, priority=True),
    ]

    def __init__(
        self,
        options: PlayOptions,
        game: Game | None = None,
        *,
        light: bool = False,
        quick: bool = False,
    ) -> None:
        super().__init__()
        self.options = options
        self.game = game
        self._speed = Speed.QUICK if quick else Speed.USUAL
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = (LIGHT if light else DARK).name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The table's own colours, until a theme is active."""
        return dict(DARK.variables)

    def on_mount(self) -> None:
        """Go to the table, or to the choice of a house."""
        end_with_terminal(self)
        if self.game is not None:
            self.push_screen(TableScreen(self.game, speed=self._speed))
        else:
            self.push_screen(ChooseHouse(self.options, self._speed, last_game(records_folder())))

    def on_choose_house_chosen(self, message: ChooseHouse.Chosen) -> None:
        """Sit down at the chosen house."""
        self._sit_down(lambda: start_game(message.options, message.house), message.speed)

    def on_choose_house_resumed(self, message: ChooseHouse.Resumed) -> None:
        """Continue the last game."""
        self._sit_down(lambda: resume_game(self.options, message.path), message.speed)

    def _sit_down(self, start: Callable[[], Game], speed: Speed) -> None:
        try:
            self.game = start()
        except InputError as error:
            screen = self.screen
            assert isinstance(screen, ChooseHouse)
            said = str(InputError("", error.reason, error.cites))
            screen.say(said[:1].upper() + said[1:])
            return
        self.switch_screen(TableScreen(self.game, speed=speed))

    def action_switch_theme(self) -> None:
        """Light or dark."""
        self.theme = (DARK if self.theme == LIGHT.name else LIGHT).name

    def on_table_screen_left(self) -> None:
        """The person leaves."""
        self.leave_now()

    def on_table_screen_broken(self, message: TableScreen.Broken) -> None:
        """Stop, because the game can no longer be recorded."""
        self.exit(message.error)

    def action_leave(self) -> None:
        """Leave; if a hand is open, ask first. A second request leaves at once."""
        if isinstance(self.screen, TableScreen) and self.screen.something_open:
            self.screen.action_leave()
            return
        self.leave_now()

    def leave_now(self) -> None:
        """Leave the table and the program; the house's policy answers open questions."""
        try:
            if self.game is not None:
                self.game.leave()
        except InputError as error:
            self.exit(error)
            return
        self.exit()


def run_app(options: PlayOptions, *, light: bool = False, quick: bool = False) -> int:
    """Play until the person leaves, then print the result and the path of the record."""
    game: Game | None = None
    if options.resume is not None:
        game = resume_game(options, options.resume)
    elif options.house is not None:
        game = start_game(options, options.house)
    app = CasinoWarApp(options, game, light=light, quick=quick)
    error = app.run()
    with suppress(OSError):  # the terminal may be gone
        if error is not None:
            print(f"casinowar play: {error}", file=sys.stderr)
        for line in farewell_lines(app.game):
            print(line)
        sys.stdout.flush()
    return BAD_INPUT if error is not None else app.return_code or 0


def farewell_lines(game: Game | None) -> list[str]:
    """The person's result and the path of the record, as text."""
    if game is None or game.record is None:
        return []
    path = game.record.path
    if game.farewell is None:
        return [f"Interrupted. Record: {path}", f"Continue with: casinowar play --resume {path}"]
    symbol = game.house.limits.symbol
    chips, bought = game.farewell.chips_cents, game.farewell.bought_cents
    taken, paid = show_cents(chips, symbol), show_cents(bought, symbol)
    ahead = _ahead(chips - bought, symbol)
    return [
        *([game.farewell.open_hand] if game.farewell.open_hand else []),
        f"You leave with {taken} in play money. You bought in for {paid}: {ahead}.",
        f"Record: {path}",
    ]


def _ahead(net_cents: int, symbol: str) -> str:
    if net_cents == 0:
        return "even"
    return f"{show_cents(abs(net_cents), symbol)} {'ahead' if net_cents > 0 else 'behind'}"
