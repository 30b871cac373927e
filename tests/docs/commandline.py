"""``python -m tests.docs.commandline`` writes docs/commands.md: every command with its options."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from casinowar.cli.commands import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
HOME = re.compile(rf"{re.escape(str(Path.home()))}\\S*")


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The command line"
    yield ""
    yield "This page lists every command with its options, as `casinowar COMMAND --help` prints"
    yield "them. `--json` prints only JSON to standard output; progress, warnings and errors go to"
    yield "standard error."
    yield ""
    yield "| exit code | meaning |"
    yield "| --- | --- |"
    yield "| 0 | done |"
    yield "| 1 | a check failed |"
    yield "| 2 | bad input; nothing changed |"
    yield "| 130 | interrupted |"
    for name, summary in COMMANDS.items():
        parser = argparse.ArgumentParser(prog=f"casinowar {name}")
        import_module(f"casinowar.cli.{name.replace('-', '_')}").configure(parser)
        yield from _command(f"casinowar {name}", f"{summary[0].upper()}{summary[1:]}.", parser, 2)


def _command(
    title: str, summary: str, parser: argparse.ArgumentParser, level: int
) -> Iterator[str]:
    yield from ("", f"{'#' * level} {title}", "", summary)
    below: dict[str, argparse.ArgumentParser] = {}
    rows = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {one.dest: _help(one) for one in action._choices_actions}
            below |= {f"{key}\0{helps.get(key, '')}": one for key, one in action.choices.items()}
        elif not isinstance(action, argparse._HelpAction) and action.help != argparse.SUPPRESS:
            rows.append(f"| {_name(action)} | {_cell(_help(action))} |")
    if rows:
        yield from ("", "| argument | meaning |", "| --- | --- |", *rows)
    if parser.epilog:
        yield from ("", _cell(parser.epilog))
    for key, one in below.items():
        name, _, text = key.partition("\0")
        said = f"{text[:1].upper()}{text[1:]}." if text else ""
        yield from _command(f"{title} {name}", said, one, level + 1)


def _name(action: argparse.Action) -> str:
    choices = "|".join(map(str, action.choices or ()))  # as argparse shows them
    metavar = action.metavar or choices or (action.dest.upper() if action.nargs != 0 else "")
    value = " ".join(metavar) if isinstance(metavar, tuple) else str(metavar)
    value = value.replace("|", " or ")  # a bar would end the cell
    if not action.option_strings:
        return f"`{value}`"
    with_value = action.nargs != 0
    return ", ".join(
        f"`{one} {value}`" if with_value else f"`{one}`" for one in action.option_strings
    )


def _help(action: argparse.Action) -> str:
    return (action.help or "") % {**vars(action), "prog": "casinowar"}


def _cell(text: str) -> str:
    return HOME.sub("…", " ".join(text.split())).replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
