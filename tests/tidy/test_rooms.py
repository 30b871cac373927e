"""Rooms of the service and of its store: small folders, and modules that more than one needs.

A folder of more than twelve modules, or a module that only one other imports, is a sign that
something was cut by its length and not by an idea. Where it is right all the same, its reason
stands here.

Planted once and caught here: a helper of one function in a module of its own, a folder of fourteen
modules, a reason for a module that is gone.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.tidy.source import FILES, PACKAGE, tree

MODULES_MAX = 12
ROOMS = ("service", "store")

LARGE_FOLDERS = {
    "service/http": "what routes and sockets stand on: the server, its settings, its answers",
    "service/http/routes": "one module for each topic of the description",
    "store": "what both databases share, from the interface to the backup",
}
ONE_IMPORTER = {
    "service/audit/*": "one module for each part of the database that is compared",
    "service/conversation/examples": "long, and needed only where a schema is printed",
    "service/floor/*": "one module for each part of the floor's desk; the routes know no rule",
    "service/history/exports/*": "one module for each file that can be taken away",
    "service/history/rack": "an answer of its own; the routes know no rule",
    "service/history/road": "an answer of its own; the routes know no rule",
    "service/history/what_if": "an answer of its own; the routes know no rule",
    "service/http/api_page": "the HTML of one page, apart from the routes",
    "service/http/logs": "what may be logged, and tested for secrets by itself",
    "service/http/offline_admin": "the command line without the web server",
    "service/http/requests/connection_limits": "uvicorn's protocol, changed in one place",
    "service/http/requests/middleware": "what holds for every request",
    "service/http/routes/*": "``routes`` gathers them",
    "service/people/reality_checks": "a protection of its own, also in the tests",
    "service/seats": "it asks what a table waits for; the routes know no rule",
    "service/tables/due_ahead": "an answer of its own; the routes know no rule",
    "service/tables/stand_ins": "an answer of its own; the routes know no rule",
    "service/watch/*": "an answer of its own; the routes know no rule",
    "store/postgres/*": "one database, part by part",
    "store/sqlite/*": "one database, part by part",
    "store/sums": "the arithmetic of returns, without SQL",
}


def names() -> dict[str, Path]:
    """The modules of the rooms, by their path without its ending."""
    found = (path for path in FILES if path.relative_to(PACKAGE).parts[0] in ROOMS)
    return {
        path.relative_to(PACKAGE).with_suffix("").as_posix(): path
        for path in found
        if path.name != "__init__.py"
    }


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, also those named as ``from package import module``."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def lonely() -> set[str]:
    """The modules that fewer than two others import."""
    modules, importers = names(), defaultdict[str, set[Path]](set)
    for path in FILES:
        for module in set(imported(path)):
            importers[module.removeprefix("casinowar.").replace(".", "/")].add(path)
    return {name for name in modules if len(importers[name]) < 2}


def large() -> set[str]:
    """The folders with more modules than a reader keeps in mind."""
    folders = [name.rpartition("/")[0] for name in names()]
    return {folder for folder in folders if folders.count(folder) > MODULES_MAX}


def reason(name: str) -> str | None:
    """Which entry speaks for a module."""
    folder = f"{name.rpartition('/')[0]}/*"
    return next((key for key in (name, folder) if key in ONE_IMPORTER), None)


def test_a_module_with_one_importer_has_a_reason() -> None:
    assert [name for name in sorted(lonely()) if reason(name) is None] == []


def test_a_large_folder_has_a_reason() -> None:
    assert large() <= LARGE_FOLDERS.keys()


def test_no_reason_is_left_over() -> None:
    assert {reason(name) for name in lonely()} >= ONE_IMPORTER.keys()
    assert large() == LARGE_FOLDERS.keys()
