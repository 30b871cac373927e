"""The ``casinowar`` command: finds the subcommand, runs it, turns errors into one line.

A subcommand is a module with ``configure(parser)`` and ``run(args) -> int``. Only the module of the
command in use is imported, so help is instant.
"""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn, Protocol, cast

from casinowar.cli.commands import COMMANDS
from casinowar.errors import InputError, did_you_mean, one_line, shown
from casinowar.extras import missing

BAD_INPUT = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Print the error in one line and exit."""
        message = message.replace("invalid int value: ", "not a whole number: ")
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    _set_up_streams()
    parser = Parser(
        prog="casinowar",
        description="Casino War, exactly as three rule documents say.",
        epilog="Run casinowar COMMAND --help for the options of a command. Exit codes: 0 done,"
        " 1 what was checked does not hold, 2 bad input, 130 interrupted.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=_version(given))
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    asked = parser
    known = COMMANDS.keys() & given[:1]
    for name in known or COMMANDS:  # building a parser takes time, and a command needs only its own
        summary = COMMANDS[name]
        command = subparsers.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if known:
            _module(name).configure(command)
            asked = command
    if given and not known and not given[0].startswith("-"):
        parser.error(f"there is no command {shown(given[0])}{did_you_mean(given[0], COMMANDS)}")
    args, unknown = parser.parse_known_args(given)
    if "words" in args:  # argparse stops at an option, but people write arguments after it
        args.words += [word for word in unknown if not word.startswith("-")]
        unknown = [word for word in unknown if word.startswith("-")]
    if unknown:
        hint = "; a house goes after --house" if "--house" in asked.format_usage() else ""
        hint = "" if unknown[0].startswith("-") else hint
        asked.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
    if args.command is None:
        parser.print_help()
        return 0
    return _run(args, ends=arguments is None)


def _run(args: argparse.Namespace, *, ends: bool) -> int:
    """Run the command; ``ends``: the program ends with it."""
    try:
        code: int = _module(args.command).run(args)
        sys.stdout.flush()
    except InputError as error:
        where = f"{args.command}: "  # a field may have the name of the command
        print(f"casinowar {where}{str(error).removeprefix(where)}", file=sys.stderr)
        return BAD_INPUT
    except ModuleNotFoundError as error:
        reason = missing(error)
        if reason is None:
            raise
        print(f"casinowar {args.command}: {reason}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        if ends:  # a second Ctrl-C during shutdown would change the exit code
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        print(f"casinowar {args.command}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _silence()  # the reader closed the pipe, which is no error
        return 0
    except OSError as error:
        _silence()
        if os.name == "nt" and error.errno == errno.EINVAL:  # what Windows says of a closed pipe
            return 0
        print(f"casinowar {args.command}: cannot write: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return code


def _set_up_streams() -> None:
    """Let no symbol stop a command; a file or a pipe is UTF-8, on Windows too."""
    for stream in (sys.stdin, sys.stdout):
        if os.name == "nt" and isinstance(stream, TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal without suit symbols shows ?
        sys.stdout.reconfigure(errors="replace")


def _silence() -> None:
    """Prevent an error message from the interpreter's last flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Command(Protocol):
    """The functions of a subcommand's module."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Run the command; return the exit code."""
        ...


def _module(name: str) -> Command:
    return cast("Command", import_module(f"casinowar.cli.{name.replace('-', '_')}"))


def _version(given: Sequence[str]) -> str:
    if "--version" not in given:
        return ""
    from importlib.metadata import version

    return f"casinowar {version('casinowar')}"
