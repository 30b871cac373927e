"""``casinowar check``: check the database for damage; the service may run."""

from __future__ import annotations

import argparse

from casinowar.cli import admin
from casinowar.cli.serve import add_settings


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.set_defaults(action="check")
    admin.add_quick(parser)
    add_settings(parser, only=admin.DATABASE)


def run(args: argparse.Namespace) -> int:
    """Check the database."""
    return admin.run(args)
