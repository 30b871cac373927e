"""``casinowar train``: the dealer school, on the screen or at a plain prompt."""

from __future__ import annotations

import argparse
import re
import secrets
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from textwrap import fill
from typing import TYPE_CHECKING, Any

from casinowar.cli.options import names_options
from casinowar.cli.output import line_width
from casinowar.errors import InputError
from casinowar.houses import load_house

if TYPE_CHECKING:
    from types import FrameType

    from casinowar.houses import House
    from casinowar.table import Event
    from casinowar.training import Lesson, Reply
    from casinowar.training.school import Closing, School

DEFAULT_HOUSE = "wisconsin"
DEFAULT_NAME = "Trainee"
_HANGUPS = ("SIGTERM", "SIGHUP", "SIGINT")  # Ctrl-C too, in case the shell ignores it
MODES = ("learn", "practise", "exam")
_INSIDE_CITATION = re.compile(r"(?<=[A-Z][A-Z]) (?=[a-z0-9])| (?=\([0-9]+\))")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "level", nargs="?", metavar="LEVEL", help="the level (default: the one that is due next)"
    )
    parser.add_argument(
        "--house",
        metavar="NAME|FILE",
        help=f"a built-in house or a house file (default {DEFAULT_HOUSE}; --progress shows all)",
    )
    parser.add_argument(
        "--mode",
        choices=MODES,
        default=MODES[0],
        help="learn shows the answer after a mistake (default); practise names the mistake; an exam"
        " says nothing until the end, and gives a certificate if it is passed",
    )
    parser.add_argument("--name", default=DEFAULT_NAME, help="the trainee whose progress is kept")
    parser.add_argument("--players", type=int, metavar="N", help="players at the table")
    parser.add_argument("--seed", type=int, metavar="N", help="repeat the same cards and players")
    parser.add_argument(
        "--plain", action="store_true", help="a plain prompt instead of the drawn table"
    )
    parser.add_argument("--levels", action="store_true", help="list the levels of the house")
    parser.add_argument(
        "--progress",
        action="store_true",
        help="show the progress: what was learned and what is due",
    )
    parser.epilog = (
        "In a lesson, type help for the steps, hint for the one that is due, quit or Ctrl-C to end."
        " Progress and certificates are kept in your data folder. Exit codes: 0 done or passed,"
        " 1 exam not passed, 2 bad input."
    )


@names_options
def run(args: argparse.Namespace) -> int:
    """List, show progress, or take a lesson."""
    from casinowar.training import Mode, level_named
    from casinowar.training.report import report_lines, report_of
    from casinowar.training.school import School

    house = load_house(args.house or DEFAULT_HOUSE)
    if args.levels:
        return _print(_level_lines(house))
    school = School(args.name)
    if args.progress:
        from casinowar.training.progress import all_progress_lines, progress_lines

        today = datetime.now().date()  # noqa: DTZ005 - the learner's own day
        lines = progress_lines(school.learner, house, today)
        if args.house is None:
            lines = all_progress_lines(school.learner, house, today)
        return _print(lines)
    level = school.next_level(house) if args.level is None else level_named(house, args.level)
    players, seats = args.players, house.deal.seats
    if players is not None and not 1 <= players <= seats:
        raise InputError("--players", f"{players} is not from 1 to {seats}")
    mode = Mode(args.mode)
    if mode is Mode.EXAM:
        _check_exam(args, min(level.players, seats))
    drawn = _drawn_school() if _has_screen() and not args.plain else None
    seed = secrets.randbits(32) if args.seed is None else args.seed
    lesson = school.start(house, level, mode, seed=seed, players=players)
    with _own_hangups():
        try:
            if drawn is None:
                _at_the_prompt(lesson, school)
            else:
                drawn(lesson)
            closing = school.close(lesson)
        except InputError:  # keep the answers even if the file is lost
            _print(report_lines(report_of(lesson)))
            raise
    return _closed(closing)


def _has_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _drawn_school() -> Callable[[Lesson], None] | None:
    """The lesson on the screen; None if the extra is not installed."""
    from casinowar.extras import install
    from casinowar.tui import run_school

    try:
        import textual  # noqa: F401
    except ModuleNotFoundError:
        print(f"This is the plain school. For the drawn one: {install('terminal')}")
        return None
    return run_school


def _check_exam(args: argparse.Namespace, players: int) -> None:
    """Refuse options that would make an exam predictable or easier than its level."""
    if args.seed is not None:
        raise InputError("--seed", "cannot be used in an exam: its cards must be unknown")
    if args.players is not None and args.players < players:
        raise InputError("--players", f"an exam of this level needs at least {players}")


def _print(lines: Iterable[str]) -> int:
    for line in lines:
        print(line)
    return 0


def _level_lines(house: House) -> Iterable[str]:
    from casinowar.training import levels_of

    yield f"{house.title}: levels of the dealer school"
    for level in levels_of(house):
        yield f"  {level.name:<16}{level.title}"
        yield fill(level.about, line_width(), initial_indent=" " * 18, subsequent_indent=" " * 18)


def _closed(closing: Closing) -> int:
    from casinowar.training.certificate import paper_name
    from casinowar.training.report import report_lines

    report = closing.report
    if not report.asked:
        print("You gave no answer, so nothing was saved.")
        return 0
    for line in report_lines(report):
        print(line)
    if closing.certificate is not None:
        print(f"{paper_name(report)}: {closing.certificate}")
        print(f"Record: {closing.record}")
    return 1 if closing.certificate is not None and not report.passed else 0


# --- the prompt -----------------------------------------------------------------------------------


def _at_the_prompt(lesson: Lesson, school: School) -> None:
    """Ask until the lesson ends; closing the terminal leaves the lesson, as Ctrl-C does."""
    with suppress(EOFError, KeyboardInterrupt, OSError):
        _on_hangup(signal.default_int_handler)
        try:
            if sys.stdin.isatty():
                _line_editing(lesson, school)
            _lesson(lesson)
            return
        finally:
            _on_hangup(signal.SIG_IGN)  # save the answers first
    _on_hangup(signal.SIG_IGN)
    if sys.stdin.isatty():
        with suppress(OSError):  # nobody can see it
            print(flush=True)


def _on_hangup(action: Callable[[int, FrameType | None], Any] | signal.Handlers) -> None:
    for name in _HANGUPS:
        with suppress(AttributeError, ValueError):  # only on some systems, and in the main thread
            signal.signal(getattr(signal, name), action)


@contextmanager
def _own_hangups() -> Iterator[None]:
    """Handle a closed terminal for the duration of the lesson."""
    named = [getattr(signal, name) for name in _HANGUPS if hasattr(signal, name)]
    before = [(number, signal.getsignal(number)) for number in named]
    try:
        yield
    finally:
        for number, action in before:
            with suppress(ValueError, TypeError):
                signal.signal(number, action)


def _line_editing(lesson: Lesson, school: School) -> None:
    """Editing, history and completion, if the system has them."""
    try:
        import atexit
        import readline
    except ImportError:
        return
    from casinowar.training.words import completions

    history = school.folder / "history.txt"
    with suppress(OSError):
        readline.read_history_file(history)
    readline.set_history_length(1000)

    def save() -> None:
        with suppress(OSError):
            school.folder.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(history)

    def complete(text: str, at: int) -> str | None:
        found = [word for word in completions(lesson.table.state) if word.startswith(text)]
        return found[at] if at < len(found) else None

    atexit.register(save)
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def _lesson(lesson: Lesson) -> None:
    from casinowar.training import posted_limits

    level, house = lesson.level, lesson.table.state.house
    print(_wrapped(f"{level.title}, {house.title} ({lesson.mode}). {level.about}"))
    print(
        _wrapped("You perform the steps of this lesson; all other steps are automatic. Type help.")
    )
    if lesson.terms:
        print(_wrapped(lesson.terms))
    if level.attempts:
        print(_wrapped(posted_limits(house)))
    _say_events(lesson, _events_at_start(lesson))
    lesson.start_clock()
    while not lesson.finished:
        if lesson.notice:
            print(_wrapped(f"! {lesson.notice}"))
        line = input(_prompt(lesson) if sys.stdin.isatty() else "")
        match line.strip().lower():
            case "quit" | "q" | "exit":
                return
            case "help":
                _help(house)
            case "hint":
                print(_wrapped(lesson.hint(), 2))
            case "":
                pass
            case _:
                _answered(lesson, lesson.answer(line))


def _prompt(lesson: Lesson) -> str:
    """The prompt; in an exam, with the remaining time."""
    from casinowar.training.report import minutes_words

    return f"{minutes_words(lesson.seconds_left)} dealer> " if lesson.terms else "dealer> "


def _events_at_start(lesson: Lesson) -> list[Event]:
    """The events to show before the first answer: of the current round, or of the new shoe."""
    from casinowar.table.events import RoundCompleted, ShoeLoaded

    for at in reversed(range(len(lesson.events))):
        if isinstance(lesson.events[at], RoundCompleted):
            return lesson.events[at + 1 :]
        if isinstance(lesson.events[at], ShoeLoaded):
            return lesson.events[at:]
    return lesson.events


def _answered(lesson: Lesson, reply: Reply) -> None:
    if reply.correction:
        print(_wrapped(reply.correction, 2))
    elif reply.fault is not None and reply.why:
        from casinowar.rulebook import clause_text

        print(_wrapped(f"✗ {reply.why}", 2))
        if reply.hint:
            text = clause_text(reply.fault.cites)
            if text is not None:
                print(_wrapped(text, 4))
            print(_wrapped(reply.hint, 4))
    _say_events(lesson, reply.events)


def _say_events(lesson: Lesson, events: Iterable[Event]) -> None:
    from casinowar.record.text import event_lines

    for event in events:
        print("\n".join(event_lines(event, lesson.table.state.house, line_width())))


def _help(house: House) -> None:
    from casinowar.training import help_lines, posted_limits

    for line in help_lines(line_width()):
        print(line)
    print(_wrapped(posted_limits(house)))


def _wrapped(text: str, indent: int = 0) -> str:
    """The text wrapped to the line; a citation and its count stay together."""
    first, further = " " * indent, " " * max(indent, 4)
    held = _INSIDE_CITATION.sub("\0", text)
    return fill(held, line_width(), initial_indent=first, subsequent_indent=further).replace(
        "\0", " "
    )
