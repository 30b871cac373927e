"""The house: tables that live in a database, and the people who play at them.

Everything but ``http/`` knows no socket, no thread and no wall clock: time, ids, chance and the
database are given to it (``ports``), so all of it also runs in a simulation.

- ``casino``: the tables and sockets of this process; ``lobby``: the list of tables; ``seats``:
  where somebody sits
- ``tables/``: one table. ``conversation/``: one client at it. ``people/``, ``money/``: who plays,
  and with what. ``history/``: past rounds. ``audit/``: the whole database, checked by replay
- ``http/``: the network, the only part that knows it
- used by all: ``roles`` and ``refusals``, ``background``, ``cache``, ``csv_text``
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casinowar.service.casino import Casino, CasinoParts

__all__ = ["Casino", "CasinoParts"]


def __getattr__(name: str) -> object:
    """Import on first use: commands that need only a setting stay quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("casinowar.service.casino"), name)
