"""The service on the network: HTTP for what is asked once, a WebSocket for each table.

``config`` is the list of settings; ``run`` starts and stops the service from its ``parts``. Every
request comes through ``door``, to ``app`` with its ``routes/`` or to ``sockets`` on ``transport``.
``operator`` is for work on a database without serving it. Nothing here knows a rule of the game.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casinowar.service.http.app import http_app
    from casinowar.service.http.config import Config, read_config
    from casinowar.service.http.run import serve

_HOMES = {"Config": "config", "http_app": "app", "read_config": "config", "serve": "run"}

__all__ = ["Config", "http_app", "read_config", "serve"]


def __getattr__(name: str) -> object:
    """Import on first use: the settings are needed for ``--help``, the web server is not."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
