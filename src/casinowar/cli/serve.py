"""``casinowar serve``: tables for many people, over HTTP and WebSocket."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casinowar.service.http.settings import Config
    from casinowar.service.tables.shoes import StackedShoes


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    add_settings(parser)
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.epilog = (
        "Every option can also be set in a TOML file (port = 8037) or in the environment"
        " (CASINOWAR_PORT=8037). Options override the environment, which overrides the"
        " file. Put a database URL with a password into the environment or the file."
    )


def add_settings(parser: argparse.ArgumentParser, only: tuple[str, ...] = ()) -> None:
    """Options for all settings, or ``only`` for some of them, and ``--config``."""
    from casinowar.service.http.settings import SETTINGS

    parser.add_argument("--config", type=Path, metavar="FILE", help="settings as a TOML file")
    for setting in SETTINGS:
        if not only or setting.name in only:
            parser.add_argument(
                setting.flag, dest=setting.name, metavar=setting.metavar, help=setting.shown_help()
            )


def read_settings(args: argparse.Namespace) -> Config:
    """The settings of a command line, the environment and a file."""
    from casinowar.service.http.settings import read_config

    return read_config(vars(args), file=args.config)


def run(args: argparse.Namespace) -> int:
    """Run the service until it is stopped; exit code 1 if it stopped by itself."""
    config, stacked = _prepared(args)
    from casinowar.service.http.server import (
        serve,
    )  # after the settings, so that a bad one is reported at once

    def ready(address: str) -> None:
        print(address, flush=True)
        if args.open:
            _open(address)

    return 0 if serve(config, ready, stacked) else 1


def _open(address: str) -> None:
    """Open the page in a graphical browser; a text browser would take over the terminal."""
    import os
    import sys
    import webbrowser

    windows = sys.platform in {"win32", "darwin"}
    if windows or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        webbrowser.open(address)


def _prepared(args: argparse.Namespace) -> tuple[Config, StackedShoes | None]:
    """The settings and the stacked shoes, read and checked."""
    config = read_settings(args)
    if not config.shoes:
        return config, None
    from casinowar.cli.shoes import read_shoes
    from casinowar.service.tables.shoes import StackedShoes

    return config, StackedShoes.of(read_shoes(Path(config.shoes)))
