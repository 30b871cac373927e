"""``casinowar schema``: the JSON Schema of every message to a table and of every answer.

``messages`` and ``openapi`` are separate documents: the service's sockets and its HTTP routes.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module

PARTS = ("commands", "asks", "events", "refusals", "views", "answers")
MESSAGES, OPENAPI = "messages", "openapi"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "part",
        nargs="?",
        choices=(*PARTS, MESSAGES, OPENAPI),
        metavar="PART",
        help=f"one of {', '.join(PARTS)}; without it, all of them in one document;"
        f" {MESSAGES} and {OPENAPI} describe the sockets and the HTTP routes of casinowar serve",
    )


def run(args: argparse.Namespace) -> int:
    """Print the schema as one JSON document."""
    from casinowar import schema

    if args.part == OPENAPI:
        from casinowar.service.http.app import http_app

        made = http_app().openapi()
    elif args.part is None:
        made = schema.whole_schema(*_views())
    elif args.part == MESSAGES:
        from casinowar.service.conversation.schema import messages_schema

        made = messages_schema()
    elif args.part == "views":
        made = schema.views_schema(*_views())
    elif args.part == "answers":
        made = schema.answers_schema(*_views())
    else:
        made = schema.PARTS[args.part]()
    print(json.dumps(made, indent=2, ensure_ascii=False))
    return 0


def _views() -> tuple[type, ...]:
    views: tuple[type, ...] = import_module("casinowar.table.view").VIEWS
    return views
