"""The service on the network: HTTP for single requests, a WebSocket for each table.

``settings`` is the list of settings; ``server`` starts and stops the service from the parts that
``wiring`` puts together. Every request passes ``requests/``, to ``app`` with its ``routes/`` or to
``table_socket``. ``openapi`` describes the routes and ``api_page`` shows the description
at ``/docs``. ``offline_admin`` works on a database without serving it. Nothing here knows a rule of
the game.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casinowar.service.http.app import http_app
    from casinowar.service.http.server import serve
    from casinowar.service.http.settings import Config, read_config

_HOMES = {"Config": "settings", "http_app": "app", "read_config": "settings", "serve": "server"}

__all__ = ["Config", "http_app", "read_config", "serve"]


def __getattr__(name: str) -> object:
    """Import on first use: ``--help`` needs the settings, but not the web server."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
