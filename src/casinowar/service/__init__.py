"""The house: tables that live in a database, and the people who play at them.

The files directly in here know no socket, no thread and no wall clock: time, ids, chance and the
database are given to them (``ports``), so all of it also runs in a simulation.

- the whole of it: ``casino``, ``lobby``, ``seats``, ``news``, ``shared``, ``wall_clock``
- one table: ``host``, its only writer, with ``jobs``, ``pending``, ``deciding``, ``writing``,
  ``clocks``, ``alarm``, ``audience``, ``shoes``, ``settings``, ``owners``, ``days``, ``rounds``,
  ``versions`` and ``shown``
- one socket: ``connection``, ``frames``, ``visitors``, ``looks``, ``reminders``; ``schema`` and
  ``samples`` of its messages
- people: ``persons``, ``person``, ``sessions``, ``passphrases``, ``roles``, ``refusals``, ``cache``
- texts: ``visible`` for names, ``csv_text`` for files
- money and limits: ``cashier``, ``limits``, ``play``, ``plays``
- the past: ``record/``
- the network: ``http/``, the only part that knows it
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
