"""The service is built so that all of it runs in a simulation, and so that routes know no rule.

Planted once and caught here: ``import time`` and ``datetime.now()`` in the table host, FastAPI in
the lobby, a thread in the cashier, a casino that imports the HTTP side, a route that imports the
engine, a socket that asks ``legal``, a ledger that imports the store.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from tests.tidy.source import FILES, PACKAGE, imports, part, tree
from tests.tidy.test_imports import PURE

SERVICE = PACKAGE / "service"
HTTP = SERVICE / "http"
INNER = [path for path in FILES if part(path) == "service" and HTTP not in path.parents]
OUTER = [path for path in FILES if HTTP in path.parents]
WEB = {
    *("fastapi", "starlette", "pydantic", "uvicorn", "uvloop", "websockets", "structlog"),
    "prometheus_client",
}
# no clock, no chance, no thread, no socket, no file; asyncio only as a scheduler
SCHEDULED = PURE | {
    *("asyncio", "base64", "contextlib", "csv", "hashlib", "io", "re", "unicodedata", "weakref"),
    "msgspec",  # values and their bytes, nothing else
}
OUTSIDE_WORLD = {
    "ports.py": {"importlib", "logging", "random", "secrets", "time"},  # the real clock and ids
    "passphrases.py": {"argon2", "concurrent", "zxcvbn"},  # slow on purpose, so in threads
    "__init__.py": {"importlib"},  # doors import on first use
}
LEAVES_THE_LOOP = {
    *("to_thread", "run_in_executor", "open_connection", "start_server", "create_server"),
    *("create_connection", "create_subprocess_exec", "create_subprocess_shell"),
}
TELLS_TIME = {"now", "today", "utcnow"}


def outside(path: Path) -> set[str]:
    """The modules of others that a file imports."""
    return {module.split(".")[0] for module in imports(path)} - {"casinowar"}


def test_there_is_something_to_look_at() -> None:
    assert len(INNER) > 20
    assert len(OUTER) > 20


def test_the_inner_service_has_no_clock_no_thread_and_no_network() -> None:
    for path in INNER:
        allowed = SCHEDULED | OUTSIDE_WORLD.get(path.name, set())
        assert outside(path) <= allowed, path
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute):
                where = f"{path}:{node.lineno} {node.attr}"
                assert node.attr not in LEAVES_THE_LOOP or path.name == "passphrases.py", where
                told = isinstance(node.value, ast.Name) and node.value.id in {"datetime", "date"}
                assert not (told and node.attr in TELLS_TIME), where


def test_the_inner_service_does_not_know_the_network_side() -> None:
    for path in INNER:
        found = [one for one in imports(path) if one.startswith("casinowar.service.http")]
        assert not found, path


def test_only_the_network_side_knows_the_web() -> None:
    for path in FILES:
        assert path in OUTER or not outside(path) & WEB, path


def test_routes_and_sockets_know_no_rule() -> None:
    """They pass messages on; what a command does is decided behind them."""
    for path in OUTER:
        known = {one.split(".")[1] for one in imports(path) if one.startswith("casinowar.")}
        assert not known & {"table", "live", "game", "ledger"}, path


def test_nothing_but_the_command_line_uses_the_service() -> None:
    for path in FILES:
        uses = [one for one in imports(path) if one.startswith("casinowar.service")]
        assert part(path) in {"cli", "service"} or not uses, path


@pytest.mark.parametrize("door", ["store", "service", "service.http"])
def test_a_door_opens_on_what_it_names(door: str) -> None:
    module = import_module(f"casinowar.{door}")
    assert module.__all__ == sorted(module.__all__)
    for public in module.__all__:
        assert callable(getattr(module, public)), public
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        module.nothing  # noqa: B018 - it is looked up
