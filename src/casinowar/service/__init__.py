"""The house: tables that live in a database, and the people who play at them.

Outside ``http/`` there is no socket, no thread and no wall clock: time, ids, chance and the
database are arguments (``ports``), so all of it also runs in a simulation.

- ``casino``: the tables and sockets of this process; ``lobby``: the list of tables; ``seats``:
  a person's seats
- ``tables/``: one table. ``conversation/``: one client at it. ``people/``, ``money/``: who plays,
  and with what. ``history/``: past rounds. ``audit/``: the whole database, checked by replay
- ``floor/``: the floor's desk. ``watch/``: surveillance. ``school``: the dealer school
- ``http/``: the network
- used by all: ``roles`` and ``refusals``, ``background``, ``cache``, ``csv_text``, ``idempotency``
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casinowar.service.casino import Casino, CasinoParts

__all__ = ["Casino", "CasinoParts"]


def __getattr__(name: str) -> object:
    """Import on first use, so that commands that need only a setting start quickly."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("casinowar.service.casino"), name)
