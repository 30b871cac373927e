"""``casinowar restore FILE``: fill an empty database with a backup."""

from __future__ import annotations

import argparse
from pathlib import Path

from casinowar.cli import admin
from casinowar.cli.serve import add_settings


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.set_defaults(action="restore")
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    add_settings(parser, only=admin.DATABASE)


def run(args: argparse.Namespace) -> int:
    """Restore the backup."""
    return admin.run(args)
