"""``casinowar backup FILE``: write a backup of the database; the service may run."""

from __future__ import annotations

import argparse
from pathlib import Path

from casinowar.cli import admin
from casinowar.cli.serve import add_settings


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.set_defaults(action="backup")
    parser.add_argument("file", type=Path, metavar="FILE", help="the new file")
    add_settings(parser, only=admin.DATABASE)


def run(args: argparse.Namespace) -> int:
    """Write the backup."""
    return admin.run(args)
