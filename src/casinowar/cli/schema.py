"""``casinowar schema``: the JSON Schema of commands, events, refusals and views."""

from __future__ import annotations

import argparse
import json

PARTS = ("commands", "asks", "events", "refusals", "views")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "part", nargs="?", choices=PARTS, metavar="PART", help=f"one of {', '.join(PARTS)}; all"
    )


def run(args: argparse.Namespace) -> int:
    """Print the schema as one JSON document."""
    from casinowar.table.view import VIEWS
    from casinowar.wire import schema

    if args.part is None:
        made = schema.whole_schema(*VIEWS)
    elif args.part == "views":
        made = schema.views_schema(*VIEWS)
    else:
        made = schema.PARTS[args.part]()
    print(json.dumps(made, indent=2, ensure_ascii=False))
    return 0
